#!/usr/bin/env python3
# Bellhop: push notifications for Apple platforms, whole and testable anywhere.
# SPDX-License-Identifier: Apache-2.0
"""Compares senders of notifications, and prints tables in Markdown.

The server (Benchmarks/Sink) has the first processor to itself and the sender the second. Each
sender runs in a process of its own, one after another, several times; the tables contain medians.
scripts/bench.sh builds what is needed first. Needs Linux.
"""
import argparse
import contextlib
import json
import os
import pathlib
import re
import select
import shutil
import statistics
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
SINK = ROOT / "Benchmarks/.build/sink"
PYTHON = ROOT / ".venv/bin/python"
SERVER_CORE, CLIENT_CORE = "0", "1"
# A run that takes longer counts as failed.
SECONDS_MAX = 900


class Failure(Exception):
    pass


class Sink:
    """The server, which runs while one table is measured."""

    def __init__(self, *options):
        command = ["taskset", "-c", SERVER_CORE, SINK / "sink", "--cert", SINK / "sink.pem",
                   "--key", SINK / "sink-key.pem", *options]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                        text=True)
        self.port = int(self.process.stdout.readline() or 0)
        if not self.port:
            raise Failure("the sink did not start: " + self.process.stderr.read())

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()

    def report(self):
        """Returns the server's report about the client that has just ended."""
        ready, _, _ = select.select([self.process.stdout], [], [], 10)
        if not ready:
            raise Failure("the sink still has open connections")
        return json.loads(self.process.stdout.readline())


def run(command):
    """Runs a sender and returns its output, processor seconds and peak memory in KiB."""
    with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as err:
        command = ["timeout", str(SECONDS_MAX), "taskset", "-c", CLIENT_CORE, *map(str, command)]
        process = subprocess.Popen(command, stdout=out, stderr=err)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = status
        out.seek(0)
        err.seek(0)
        if status != 0:
            raise Failure(f"{command[5]} ended with {status}: {err.read()}{out.read()}")
        return out.read(), usage.ru_utime + usage.ru_stime, usage.ru_maxrss


class Bench:
    def __init__(self, arguments):
        self.arguments = arguments
        self.client = pathlib.Path(arguments.client)
        facts, _, _ = run([self.client, "facts", "--key", SINK / "sink.p8"])
        self.path, self.authorization, body = facts.splitlines()
        self.body = tempfile.NamedTemporaryFile("w", suffix=".json")
        self.body.write(body)
        self.body.flush()

    def h2load(self, port, requests, connections, in_flight, **_):
        # h2load's -m applies to each connection.
        out, cpu, peak = run(
            ["h2load", "-n", requests, "-c", connections, "-m", in_flight // connections,
             "-d", self.body.name, "--tls13-ciphers=TLS_AES_128_GCM_SHA256",
             "-H", "authorization: " + self.authorization, "-H", "apns-topic: com.example.app",
             "-H", "apns-push-type: alert", "-H", "apns-priority: 10", "-H", "apns-expiration: 0",
             f"https://127.0.0.1:{port}{self.path}"])
        if f"{requests} succeeded" not in out:
            raise Failure("h2load: not every request got a response: " + out)
        rate = float(re.search(r"finished in [^,]*, ([0-9.]+) req/s", out).group(1))
        return {"rate": rate, "cpu_us": cpu / requests * 1e6, "peak_kib": peak}

    def swift(self, name, port, requests, connections, in_flight, warm_up, rate=0):
        out, _, _ = run([self.client, name, "--port", port, "--requests", requests,
                         "--connections", connections, "--in-flight", in_flight,
                         "--warm-up", warm_up, "--rate", rate, "--ca", SINK / "sink.pem",
                         "--key", SINK / "sink.p8"])
        return json.loads(out)

    def aioapns(self, port, requests, connections, in_flight, warm_up, **_):
        out, _, _ = run([PYTHON, ROOT / "Benchmarks/Peers/aioapns_client.py", port,
                         SINK / "sink.pem", SINK / "sink.p8", requests, warm_up, connections,
                         in_flight])
        return json.loads(out)

    def measure(self, name, sink, requests, connections, in_flight, rate=0):
        warm_up = max(2 * in_flight, requests // 10)
        method = {"h2load": self.h2load, "aioapns": self.aioapns}.get(name)
        values = dict(port=sink.port, requests=requests, connections=connections,
                      in_flight=in_flight, warm_up=warm_up, rate=rate)
        result = method(**values) if method else self.swift(name, **values)
        seen = sink.report()
        if seen["bad_requests"]:
            raise Failure(f"{name}: {seen['bad_requests']} requests that APNs would reject")
        result["server_us"] = seen["cpu_seconds"] / max(1, seen["requests"]) * 1e6
        result["server_share"] = seen["cpu_seconds"] / max(0.001, seen["seconds"])
        result["connections"] = seen["connections"]
        return result

    # Tables

    def names(self):
        wanted = self.arguments.only.split(",") if self.arguments.only else None
        names = [name for name in TITLES if not wanted or name in wanted]
        if not shutil.which("h2load") and "h2load" in names:
            print("bench: h2load is missing; scripts/setup.sh test installs it", file=sys.stderr)
            names.remove("h2load")
        if not PYTHON.exists() and "aioapns" in names:
            print("bench: aioapns is missing; scripts/setup.sh test installs it", file=sys.stderr)
            names.remove("aioapns")
        return names

    def requests(self, name):
        count = self.arguments.requests
        return max(1000, count // SLOWER.get(name, 1))

    def compare(self, connections, streams, names=None):
        names = names or self.names()
        results = {name: [] for name in names}
        # aioapns matches responses by `apns-id`, so its server must return the received value.
        with Sink() as sink, contextlib.ExitStack() as stack:
            echo = stack.enter_context(Sink("--check")) if "aioapns" in names else sink
            for repetition in range(self.arguments.repetitions):
                for name in names:
                    note(f"{connections} x {streams}, {repetition + 1}: {name}")
                    results[name].append(self.measure(
                        name, echo if name == "aioapns" else sink, self.requests(name),
                        connections, connections * streams))
        medians = {name: median(rows) for name, rows in results.items()}
        base = medians.get("h2load", {}).get("cpu_us")
        print(f"\n| {plural(connections, 'connection')}, {streams} requests in flight on each "
              "| requests/s | CPU µs/request | of h2load's | peak RSS | requests | server busy |")
        print("|---|---:|---:|---:|---:|---:|---:|")
        for name in names:
            row = medians[name]
            ratio = f"{row['cpu_us'] / base:.2f} ×" if base else ""
            print(f"| {TITLES[name]} | {row['rate']:,.0f} | {row['cpu_us']:.2f} | {ratio} "
                  f"| {row['peak_kib'] / 1024:.0f} MiB | {self.requests(name):,} "
                  f"| {row['server_share'] * 100:.0f} % |")
        sys.stdout.flush()

    def check(self):
        """Verifies, without measuring, that the senders' requests are valid for APNs."""
        with Sink("--check") as sink:
            for name in self.names():
                note(f"check: {name}")
                self.measure(name, sink, max(1000, self.requests(name) // 20), 1, 100)
        print("\nEvery request of every sender above was valid: header blocks decoded with "
              "libnghttp2, required\nheaders, `content-length`, stream limits and windows.")

    def memory(self):
        requests = self.arguments.memory_requests
        name = self.arguments.best
        with Sink() as sink:
            note(f"memory: {requests} requests")
            row = self.measure(name, sink, requests, 4, 4000)
        print(f"\n| memory: 4 connections, 1,000 requests in flight on each, {requests:,} requests "
              "| requests/s | CPU µs/request | peak RSS |\n|---|---:|---:|---:|")
        print(f"| {TITLES[name]} | {row['rate']:,.0f} | {row['cpu_us']:.2f} "
              f"| {row['peak_kib'] / 1024:.1f} MiB |")
        sys.stdout.flush()

    def delay(self):
        seconds = self.arguments.delay_seconds
        print("\n| responses delayed by 50 ms | connections | requests/s | CPU µs/request "
              "| p50 | p99 | of one core |\n|---|---:|---:|---:|---:|---:|---:|")
        for connections in (1, 16):
            full = 20_000 * connections
            # Half of the target: 300,000 requests per second on sixteen connections.
            half = min(full, 300_000) // 2
            best = self.arguments.best
            for name, rate in ((best, 0), (best, half), ("await", half)):
                note(f"50 ms, {plural(connections, 'connection')}, {name}, rate {rate or 'full'}")
                with Sink("--delay-ms", "50") as sink:
                    try:
                        # A thousand requests in flight on each connection, and half as many waiting.
                        row = self.measure(name, sink, (rate or full) * seconds, connections,
                                           1500 * connections, rate)
                    except Failure as failure:
                        # The machine is too slow for this rate; the other rows are still valid.
                        note(str(failure))
                        continue
                times = (f"{row['p50_ms']:.1f} ms | {row['p99_ms']:.1f} ms" if "p50_ms" in row
                         else " | ")
                share = row["cpu_us"] * row["rate"] / 1e4
                how = f"{rate:,} a second by the clock" if rate else "as many as possible"
                print(f"| {TITLES[name]}, {how} | {connections} | {row['rate']:,.0f} "
                      f"| {row['cpu_us']:.2f} | {times} | {share:.0f} % |")
                sys.stdout.flush()


# The factors by which slow senders send fewer requests.
SLOWER = {"multiplexer": 2, "async-http-client": 4, "aioapns": 20}
TITLES = {
    "h2load": "`h2load` (C, libnghttp2)",
    "bulk": "Bellhop, `send(contentsOf:)`",
    "bulk-loop": "Bellhop, `send(contentsOf:)`, consumer on the client's event loop",
    "await": "Bellhop, `await send`",
    "await-loop": "Bellhop, `await send`, tasks on the client's event loop",
    "multiplexer": "swift-nio-http2, a channel a request",
    "async-http-client": "async-http-client 1.37",
    "aioapns": "aioapns 4.0 (Python)",
}


def median(rows):
    return {key: statistics.median(row[key] for row in rows)
            for key in rows[0] if isinstance(rows[0][key], (int, float))}


def plural(count, word):
    return f"{count} {word}" + ("" if count == 1 else "s")


def note(text):
    print("bench: " + text, file=sys.stderr)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--client", default=ROOT / ".build/release/push-client")
    parser.add_argument("--requests", type=int, default=200_000)
    parser.add_argument("--repetitions", type=int, default=3)
    parser.add_argument("--memory-requests", type=int, default=5_000_000)
    parser.add_argument("--delay-seconds", type=int, default=5)
    parser.add_argument("--best", default="bulk", help="sender of the memory and delay tables")
    parser.add_argument("--only", help="senders, separated by commas")
    parser.add_argument("--tables", default="check,500,others,memory,delay")
    parser.add_argument("--quick", action="store_true", help="one repetition, with a tenth of the requests")
    arguments = parser.parse_args()
    if arguments.quick:
        arguments.repetitions = 1
        arguments.requests //= 10
        arguments.memory_requests //= 20
        arguments.delay_seconds = 1
    bench = Bench(arguments)
    tables = arguments.tables.split(",")
    print(f"\nLoad of the machine before: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors.")
    if "check" in tables:
        bench.check()
    if "500" in tables:
        bench.compare(1, 500)
    if "others" in tables:
        fast_senders = [n for n in bench.names() if n not in ("async-http-client", "aioapns")]
        for connections, streams in ((1, 100), (1, 1000), (4, 1000)):
            bench.compare(connections, streams, fast_senders)
    if "memory" in tables:
        bench.memory()
    if "delay" in tables:
        bench.delay()


if __name__ == "__main__":
    try:
        main()
    except (Failure, OSError) as failure:
        sys.exit(f"bench: {failure}")
