#!/usr/bin/env python3
# Bellhop: push notifications for Apple platforms, whole and testable anywhere.
# SPDX-License-Identifier: Apache-2.0
"""Counts the instructions of one request, and fails if their number has increased.

valgrind's callgrind runs the benchmark client against the sink twice, and the simulator under h2load
twice; the differences of the counts exclude launch, connecting and warm-up. Unlike time, the number
of instructions hardly depends on other load of the machine. Benchmarks/instructions.txt contains the
recorded values, a line `NAME COUNT` each. Run scripts/bench.sh --build first.

    bench-check.py                      compare client and simulator with the recorded values
    bench-check.py --record             record the values
    bench-check.py --sender await       count another method of sending
    bench-check.py --sender simulator   count only the simulator
    bench-check.py --profile            also print the instructions by group and by function
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
# What is compared with the record: the bulk client, and the simulator.
SIMULATOR = "simulator"
RECORDED = ("bulk", SIMULATOR)
# The number of h2load's requests in flight.
LOAD_IN_FLIGHT = 100
LIMIT_SECONDS = 1200
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


# valgrind counts every byte of a `rep movsb` as an instruction; the alternative way of copying is
# counted correctly.
ENVIRONMENT = os.environ | {"GLIBC_TUNABLES": "glibc.cpu.x86_rep_movsb_threshold=100000000"}


def callgrind(out, program, *arguments):
    return ["valgrind", "--tool=callgrind", f"--callgrind-out-file={out}", program, *arguments]


def collected(errors, failed):
    """Returns the number of instructions that valgrind reports."""
    found = re.search(r"Collected : (\d+)", errors)
    if failed or not found:
        raise Failure(f"the program failed under callgrind: {errors[-2000:]}")
    return int(found.group(1))


def count_client(client, sender, requests, out):
    """Returns the number of instructions of a run of the client; the profile is written to `out`."""
    server, port = sink()
    try:
        run = subprocess.run(
            callgrind(
                out, client, sender, "--port", str(port), "--ca", SINK / "sink.pem", "--key",
                SINK / "sink.p8", "--warm-up", str(WARM_UP), "--requests", str(requests),
                "--in-flight", str(IN_FLIGHT)),
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=LIMIT_SECONDS,
            env=ENVIRONMENT)
    finally:
        server.kill()
        server.wait()
    return collected(run.stderr, run.returncode)


def count_simulator(server, requests, out):
    """Returns the number of instructions of the simulator while h2load sends the requests."""
    errors = out.with_suffix(".errors")
    with open(errors, "w") as log:
        process = subprocess.Popen(
            callgrind(out, server, "serve"), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=log, text=True, env=ENVIRONMENT)
    try:
        url, authorization, payload = (process.stdout.readline().rstrip("\n") for _ in range(3))
        body = out.with_suffix(".json")
        body.write_text(payload)
        load = subprocess.run(
            ["h2load", "-n", str(requests), "-c", "1", "-m", str(LOAD_IN_FLIGHT), "-d", body,
             "-H", f"authorization: {authorization}", "-H", "apns-topic: com.example.app",
             "-H", "apns-push-type: alert", "-H", "apns-priority: 10", url],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=LIMIT_SECONDS)
        if f"{requests} 2xx" not in load.stdout:
            raise Failure(f"not every request of h2load was accepted: {load.stdout[-2000:]}")
        # At the end of its standard input, the simulator shuts down.
        process.stdin.close()
        process.wait(timeout=LIMIT_SECONDS)
    finally:
        process.kill()
        process.wait()
    return collected(errors.read_text(), process.returncode)


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


def measure(name, program, folder):
    """Returns the instructions of one request, and the profiles of the two runs."""
    # callgrind cannot read Swift's debug information.
    stripped = folder / program.name
    subprocess.run(["strip", "-g", "-o", stripped, program], check=True)

    def count(requests, out):
        if name == SIMULATOR:
            return count_simulator(stripped, requests, out)
        return count_client(stripped, name, requests, out)

    few, many = folder / f"{name}-few", folder / f"{name}-many"
    difference = count(MANY, many) - count(FEW, few)
    return round(difference / (MANY - FEW)), few, many


def recorded():
    lines = (line.split() for line in RECORD.read_text().splitlines())
    return {name: int(value) for name, value in lines}


def compare(name, each):
    before = recorded().get(name)
    if before is None:
        print(f"{RECORD.name} has no value for {name} yet, so nothing was compared; --record adds it")
        return
    growth = each / before - 1
    print(f"recorded: {before:,}; {growth:+.1%}")
    if growth > GROWTH_MAX:
        raise Failure(
            f"a request takes {growth:.1%} more instructions than recorded, {GROWTH_MAX:.0%} are "
            f"allowed ({name}); scripts/bench-check.py --sender {name} --profile shows where, and "
            "--record stores the new value, if the change is worth it")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / ".build/release",
                        help="the folder of push-client and bellhop-bench")
    parser.add_argument("--sender", help="bulk, await, bulk-loop, await-loop, …, or simulator")
    parser.add_argument("--record", action="store_true")
    parser.add_argument("--profile", action="store_true")
    arguments = parser.parse_args()
    for program in ("valgrind", "h2load"):
        if not shutil.which(program):
            raise Failure(f"{program} is missing; scripts/setup.sh bench installs it")
    results = {}
    with tempfile.TemporaryDirectory() as folder:
        for name in [arguments.sender] if arguments.sender else RECORDED:
            program = "bellhop-bench" if name == SIMULATOR else "push-client"
            each, few, many = measure(name, arguments.build / program, pathlib.Path(folder))
            results[name] = each
            print(f"{name}: {each:,} instructions a request", flush=True)
            if arguments.profile:
                print_profile(functions(few), functions(many))
            elif not arguments.record and name in RECORDED:
                compare(name, each)
    if arguments.record:
        # Recording one program keeps the value of the other.
        results = (recorded() if arguments.sender else {}) | results
        RECORD.write_text("".join(f"{name} {results[name]}\n" for name in RECORDED))


if __name__ == "__main__":
    try:
        main()
    except (Failure, OSError, subprocess.SubprocessError) as failure:
        sys.exit(f"bench-check: {failure}")
