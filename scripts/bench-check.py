#!/usr/bin/env python3
# Bellhop: push notifications for Apple platforms, whole and testable anywhere.
# SPDX-License-Identifier: Apache-2.0
"""Counts the instructions of one request, and fails if their number has increased.

valgrind's callgrind runs the benchmark client against the sink twice; the difference of the two
counts excludes launch, connecting and warm-up. Unlike time, the number of instructions hardly
depends on other load of the machine. Benchmarks/instructions.txt contains the recorded value.
Run scripts/bench.sh --build before.

    bench-check.py             compare with the recorded value
    bench-check.py --record    record the value
    bench-check.py --profile   also print the instructions by group and by function
"""
import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
SINK = ROOT / "Benchmarks/.build/sink"
RECORD = ROOT / "Benchmarks/instructions.txt"
GROWTH_MAX = 0.05
FEW, MANY, WARM_UP, IN_FLIGHT = 5_000, 25_000, 2_000, 500
# The first pattern that matches a function's name determines its group.
GROUPS = [
    ("retain, release, copies and deallocation", r"swift_(retain|release|bridgeObject|unknownObject|"
     r"isUnique|dealloc|arrayDestroy|weak|unowned|setDeallocating)|RefCount|outlined |"
     r"initialize\w* for|assign\w* for|^destroy for|swift_arrayInit|_swift_release|_swift_retain"),
    ("malloc and free", r"malloc|\bfree\b|_int_free|calloc|realloc|swift_slow|swift_alloc|"
     r"posix_memalign|tcache"),
    ("runtime: metadata, casts, conformances, keypaths", r"Metadata|GenericCache|getCache|"
     r"swift_conformsTo|dynamicCast|KeyPath|swift_getWitnessTable|AssociatedType|Concurrent\w*Map|"
     r"_swift_get|swift_get|swift_project|MetadataCache"),
    ("exclusivity checks", r"swift_(begin|end)Access|ExclusiveAccess|AccessSet"),
    ("concurrency and locks", r"swift_task|swift_continuation|AsyncTask|swift::Task|swift_job|"
     r"Executor|pthread_mutex|lll_lock|futex|Mutex|Continuation|dispatch|withLock|swift_async|"
     r"suspend resume partial|await resume partial|pthread_cond"),
    ("copying bytes", r"mem(cpy|move|set|cmp)|ByteBuffer|withUnsafe\w*Bytes|_copyContents"),
    ("encoding the payload", r"JSON|Payload|APS\b|Alert|Sound|Message|InterruptionLevel"),
    ("header compression", r"Huffman|HPACK|Header|StringLiteral|Hex\b|DynamicTable|APNSID"),
    ("TLS", r"aes|gcm|ghash|SSL|bssl|CRYPTO_|BIO_|tls_|EVP|sha\d|poly|bcm"),
    ("frames, streams, pool, deadlines", r"Connection|Pool|Push|Stream|Frame|Request|Response|"
     r"BodyWriter|OutgoingBytes|KeepAlive|Deadline|Engine|Transport|Bulk|Batch|ClientCore|Mailbox|HTTP2"),
    ("strings, hashing and arrays of the standard library", r"String|Hasher|Unicode|Character|"
     r"Array|Set\b|Dictionary|Sequence|UTF8|Substring|Collection"),
    ("NIO", r"NIO|Selector|EventLoop|Channel|epoll"),
]


class Failure(Exception):
    pass


def sink():
    process = subprocess.Popen(
        [SINK / "sink", "--cert", SINK / "sink.pem", "--key", SINK / "sink-key.pem"],
        stdout=subprocess.PIPE, text=True)
    port = int(process.stdout.readline() or 0)
    if not port:
        raise Failure("the sink did not start")
    return process, port


def count(client, port, sender, requests, out):
    """Returns the number of instructions of a run; the profile is written to `out`."""
    run = subprocess.run(
        ["valgrind", "--tool=callgrind", f"--callgrind-out-file={out}", client, sender,
         "--port", str(port), "--ca", SINK / "sink.pem", "--key", SINK / "sink.p8",
         "--warm-up", str(WARM_UP), "--requests", str(requests), "--in-flight", str(IN_FLIGHT)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=1200,
        # valgrind counts every byte of a `rep movsb` as an instruction; the alternative way of
        # copying is counted correctly.
        env=os.environ | {"GLIBC_TUNABLES": "glibc.cpu.x86_rep_movsb_threshold=100000000"})
    found = re.search(r"Collected : (\d+)", run.stderr)
    if run.returncode or not found:
        raise Failure(f"the client failed under callgrind: {run.stderr[-2000:]}")
    return int(found.group(1))


def functions(out):
    """Returns the self cost of each function of a profile, by name."""
    text = subprocess.run(["callgrind_annotate", "--threshold=100", out], text=True,
                          stdout=subprocess.PIPE, check=True).stdout
    demangle = shutil.which("swift-demangle")
    if demangle:
        text = subprocess.run([demangle, "--simplified"], input=text, text=True,
                              stdout=subprocess.PIPE, check=True).stdout
    costs = {}
    for line in text.splitlines():
        match = re.match(r"\s*([\d,]+) \([ \d.]+%\)\s+\S*?:(.+?)( \[[^\]]*\])?$", line)
        if match:
            name = match.group(2)
            costs[name] = costs.get(name, 0) + int(match.group(1).replace(",", ""))
    return costs


def group_of(name):
    return next((group for group, pattern in GROUPS if re.search(pattern, name)), "everything else")


def print_profile(few, many):
    """Prints the difference of two profiles, per request."""
    costs = {name: (cost - few.get(name, 0)) / (MANY - FEW) for name, cost in many.items()}
    total = sum(costs.values())
    groups = {}
    for name, cost in costs.items():
        groups[group_of(name)] = groups.get(group_of(name), 0) + cost
    print("\n| where the instructions go | each request | share |\n|---|---:|---:|")
    for group, cost in sorted(groups.items(), key=lambda item: -item[1]):
        print(f"| {group} | {cost:,.0f} | {cost / total * 100:.1f} % |")
    print("\n| function | each request | share | group |\n|---|---:|---:|---|")
    for name, cost in sorted(costs.items(), key=lambda item: -item[1])[:40]:
        short = name if len(name) <= 90 else name[:89] + "…"
        print(f"| `{short}` | {cost:,.0f} | {cost / total * 100:.1f} % | {group_of(name)} |")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--client", default=ROOT / ".build/release/push-client")
    parser.add_argument("--sender", default="bulk", help="bulk, await, bulk-loop, await-loop, …")
    parser.add_argument("--record", action="store_true")
    parser.add_argument("--profile", action="store_true")
    arguments = parser.parse_args()
    if not shutil.which("valgrind"):
        raise Failure("valgrind is missing; install it (Debian: apt-get install valgrind)")
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        # callgrind cannot read Swift's debug information.
        client = folder / "push-client"
        subprocess.run(["strip", "-g", "-o", client, arguments.client], check=True)
        server, port = sink()
        try:
            few = count(client, port, arguments.sender, FEW, folder / "few")
            many = count(client, port, arguments.sender, MANY, folder / "many")
        finally:
            server.kill()
            server.wait()
        each = round((many - few) / (MANY - FEW))
        print(f"{arguments.sender}: {each:,} instructions a request")
        if arguments.profile:
            print_profile(functions(folder / "few"), functions(folder / "many"))
    if arguments.sender != "bulk" or arguments.profile:
        return
    if arguments.record:
        RECORD.write_text(f"{each}\n")
        return
    recorded = int(RECORD.read_text())
    growth = each / recorded - 1
    print(f"recorded: {recorded:,}; {growth:+.1%}")
    if growth > GROWTH_MAX:
        raise Failure(
            f"a request takes {growth:.1%} more instructions than recorded, {GROWTH_MAX:.0%} are "
            "allowed; scripts/bench-check.py --profile shows where, and --record keeps the new "
            "figure if it is worth it")


if __name__ == "__main__":
    try:
        main()
    except (Failure, OSError, subprocess.SubprocessError) as failure:
        sys.exit(f"bench-check: {failure}")
