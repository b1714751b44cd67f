#!/usr/bin/env python3
# Bellhop: push notifications for Apple platforms, whole and testable anywhere.
# SPDX-License-Identifier: Apache-2.0
"""Measures `bellhop apns` in a separate process, and prints tables in Markdown.

The simulator has the first processor to itself and the sender the second; all checks are enabled.
The script measures the start, a million light devices, h2load and Bellhop's bulk client, latency at
half load, idle connections, and memory over many requests. It needs Linux, h2load, and release builds:

    bench-apns.py --bellhop PROGRAM --client PUSH_CLIENT [--only PART,...] [--requests N]
"""
import argparse
import json
import os
import pathlib
import re
import resource
import socket
import ssl
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

SERVER_CORE, CLIENT_CORE = "0", "1"
PARTS = ("start", "load", "latency", "idle", "fleet", "memory")
REPETITIONS = 3
# The key and the app of push-client; see Benchmarks/Sources/push-client/ClientOptions.swift.
KEY_ID, TEAM_ID, APP = "BENCHMARK1", "BELLHOPDEV", "com.example.app"
MIB = 1 << 20


class Failure(Exception):
    pass


def note(text):
    print(f"bench-apns: {text}", file=sys.stderr, flush=True)


class Simulator:
    """A running `bellhop apns`."""

    def __init__(self, program, *arguments):
        began = time.monotonic()
        self.process = subprocess.Popen(
            ["taskset", "-c", SERVER_CORE, program, "apns", "--ready-json", "--sandbox-port", "0", "--production-port",
             "0", "--control-port", "0", *map(str, arguments)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        self.seconds = time.monotonic() - began
        if not line:
            raise Failure("the simulator did not start")
        self.ready = json.loads(line)
        self.port = self.ready["sandbox"]["port"]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait()

    def status(self, key):
        """Returns VmRSS or VmHWM in MiB."""
        text = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(rf"{key}:\s+(\d+) kB", text)[1]) / 1024

    def cpu(self):
        """Returns the processor seconds used so far."""
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(") ", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def ask(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(
            self.ready["control"] + path, data=data, method=method, headers={"content-type": "application/json"})
        try:
            return urllib.request.urlopen(request, timeout=600)
        except urllib.error.HTTPError as error:
            raise Failure(f"{method} {path}: {error.code} {error.read().decode()}") from error


class Bench:
    def __init__(self, arguments):
        self.arguments = arguments
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="bench-apns-"))
        key = self.folder / "key.p8"
        subprocess.run([arguments.bellhop, "keygen", "--out", key], check=True, stdout=subprocess.DEVNULL)
        self.key = key
        facts = subprocess.run(
            [arguments.client, "facts", "--key", key], check=True, stdout=subprocess.PIPE, text=True).stdout
        self.path, self.authorization, body = facts.splitlines()
        self.body = self.folder / "body.json"
        self.body.write_text(body)
        self.configuration = self.folder / "simulator.yaml"
        self.configuration.write_text(
            f"keys:\n  - {{key_id: {KEY_ID}, team_id: {TEAM_ID}, file: {key}}}\n"
            f"apps:\n  - {{bundle_id: {APP}, team_id: {TEAM_ID}}}\n"
            f"devices:\n  - {{id: bench, app: {APP}, token: {self.path.rsplit('/', 1)[1]}}}\n"
            # The limits are lower by default than what is measured here.
            f"limits: {{light_devices: {arguments.devices + 1}}}\n"
            f"connections: {{connections: {arguments.connections + 100}, "
            f"connections_per_address: {arguments.connections + 100}}}\n")

    def simulator(self, *arguments):
        return Simulator(self.arguments.bellhop, "--config", self.configuration, *arguments)

    def push_client(self, simulator, name, requests, connections, in_flight, rate=0):
        run = subprocess.run(
            ["taskset", "-c", CLIENT_CORE, self.arguments.client, name, "--port", str(simulator.port),
             "--ca", simulator.ready["authority"], "--key", self.key, "--requests", str(requests), "--connections",
             str(connections), "--in-flight", str(in_flight), "--warm-up", "2000", "--rate", str(rate)],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        if run.returncode:
            raise Failure(f"push-client ended with {run.returncode}: {run.stderr}{run.stdout}")
        return json.loads(run.stdout)

    def h2load(self, simulator, requests, connections, in_flight):
        out = subprocess.run(
            ["taskset", "-c", CLIENT_CORE, "h2load", "-n", str(requests), "-c", str(connections), "-m",
             str(in_flight), "-d", self.body, "-H", "authorization: " + self.authorization, "-H",
             f"apns-topic: {APP}", "-H", "apns-push-type: alert", "-H", "apns-priority: 10",
             f"https://127.0.0.1:{simulator.port}{self.path}"],
            stdout=subprocess.PIPE, text=True).stdout
        if f" {requests} 2xx" not in out:
            raise Failure("h2load: not every request was accepted: " + out)
        return float(re.search(r"finished in [^,]*, ([0-9.]+) req/s", out)[1])

    # Tables

    def start(self):
        seconds = []
        for _ in range(5):
            with Simulator(self.arguments.bellhop) as simulator:
                seconds.append(simulator.seconds)
                memory = simulator.status("VmRSS")
        print(f"\n| start to ready, empty, median of 5 | memory |\n|---:|---:|\n"
              f"| {statistics.median(seconds) * 1000:.0f} ms | {memory:.0f} MiB |", flush=True)

    def load(self):
        requests = self.arguments.requests
        print(f"\n| the simulator on one core, the sender on the other, {requests:,} requests, medians of "
              f"{REPETITIONS} | requests/s | simulator's CPU µs/request | peak RSS |\n|---|---:|---:|---:|")
        senders = [("h2load", count) for count in (1, 16)] + [("bulk", count) for count in (1, 4, 16)]
        for name, connections in senders:
            rows = []
            for repetition in range(REPETITIONS):
                note(f"{name}, {connections} connections, {repetition + 1}")
                with self.simulator() as simulator:
                    before = simulator.cpu()
                    if name == "h2load":
                        rate = self.h2load(simulator, requests, connections, 100)
                        count = requests
                    else:
                        rate = self.push_client(simulator, name, requests, connections, 500 * connections)["rate"]
                        count = requests + 2000
                    rows.append((rate, (simulator.cpu() - before) / count * 1e6, simulator.status("VmHWM")))
            rate, cost, memory = (statistics.median(column) for column in zip(*rows))
            title = "`h2load`" if name == "h2load" else "Bellhop, `send(contentsOf:)`"
            print(f"| {title}, {connections} connection{'s' * (connections > 1)} | {rate:,.0f} | {cost:.2f} "
                  f"| {memory:.0f} MiB |", flush=True)

    def latency(self):
        rate = self.arguments.rate
        with self.simulator() as simulator:
            row = self.push_client(simulator, "bulk", rate * 10, 4, 4000, rate)
        print(f"\n| {rate:,} requests a second by the clock, 10 seconds, 4 connections | p50 | p99 |\n|---|---:|---:|\n"
              f"| Bellhop, `send(contentsOf:)` | {row['p50_ms']:.2f} ms | {row['p99_ms']:.2f} ms |", flush=True)

    def idle(self):
        count = self.arguments.connections
        resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
        with self.simulator() as simulator:
            before = simulator.status("VmRSS")
            context = ssl.create_default_context(cafile=simulator.ready["authority"])
            context.check_hostname = False
            context.set_alpn_protocols(["h2"])
            connections = []
            began = time.monotonic()
            for number in range(count):
                plain = socket.create_connection(("127.0.0.1", simulator.port))
                connection = context.wrap_socket(plain)
                connection.sendall(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\x00\x00\x00\x04\x00\x00\x00\x00\x00")
                connections.append(connection)
                if number % 1000 == 999:
                    note(f"{number + 1} connections, {simulator.status('VmRSS'):.0f} MiB")
            # One more sender is served as before.
            self.h2load(simulator, 1000, 1, 100)
            after = simulator.status("VmRSS")
            print(f"\n| idle connections | memory | for each | opened in |\n|---|---:|---:|---:|\n"
                  f"| {count:,} | {after:.0f} MiB | {(after - before) / count * 1024:.1f} KiB "
                  f"| {time.monotonic() - began:.0f} s |", flush=True)

    def fleet(self):
        count = self.arguments.devices
        state = self.folder / "fleet"
        with self.simulator("--state-dir", state) as simulator:
            began = time.monotonic()
            with simulator.ask("POST", "/v1/fleet", {"count": count}) as response:
                lines = sum(chunk.count(b"\n") for chunk in iter(lambda: response.read(MIB), b""))
            seconds = time.monotonic() - began
            if lines != count:
                raise Failure(f"{lines} of {count} devices were registered")
            memory, peak = simulator.status("VmRSS"), simulator.status("VmHWM")
        size = sum(file.stat().st_size for file in state.iterdir()) / MIB
        starts = []
        for _ in range(3):
            with self.simulator("--state-dir", state) as simulator:
                starts.append(simulator.seconds)
                restored = simulator.status("VmRSS")
                rate = self.h2load(simulator, 100_000, 1, 100)
        print(f"\n| {count:,} light devices | |\n|---|---:|\n| registering them by `POST /v1/fleet` | {seconds:.1f} s |\n"
              f"| memory afterwards, and its peak | {memory:.0f}, {peak:.0f} MiB |\n| files | {size:.0f} MiB |\n"
              f"| start to ready from these files, median of 3 | {statistics.median(starts) * 1000:.0f} ms |\n"
              f"| memory then | {restored:.0f} MiB |\n"
              f"| `h2load`, 1 connection, to one of them | {rate:,.0f}/s |", flush=True)

    def memory(self):
        step = self.arguments.memory_requests // 5
        print("\n| requests so far | memory |\n|---:|---:|")
        with self.simulator() as simulator:
            for number in range(6):
                if number:
                    self.push_client(simulator, "bulk", step, 4, 2000)
                print(f"| {number * step:,} | {simulator.status('VmRSS'):.1f} MiB |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bellhop", required=True, type=os.path.abspath)
    parser.add_argument("--client", required=True, type=os.path.abspath)
    parser.add_argument("--only", default=",".join(PARTS), help="parts: " + ", ".join(PARTS))
    parser.add_argument("--requests", type=int, default=300_000)
    parser.add_argument("--memory-requests", type=int, default=10_000_000)
    parser.add_argument("--devices", type=int, default=1_000_000)
    parser.add_argument("--connections", type=int, default=10_000)
    parser.add_argument("--rate", type=int, default=75_000)
    arguments = parser.parse_args()
    parts = arguments.only.split(",")
    if unknown := sorted(set(parts) - set(PARTS)):
        parser.error(f"there is no part {unknown[0]}; the parts are {', '.join(PARTS)}")
    bench = Bench(arguments)
    for part in PARTS:
        if part in parts:
            getattr(bench, part)()


try:
    main()
except Failure as failure:
    sys.exit(f"bench-apns: {failure}")
