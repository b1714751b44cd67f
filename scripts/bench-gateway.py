#!/usr/bin/env python3
# Bellhop: push notifications for Apple platforms, whole and testable anywhere.
# SPDX-License-Identifier: Apache-2.0
"""Measures `bellhop serve` against `bellhop apns`, and prints tables in Markdown.

The simulator checks and logs every request. Each run begins with Bellhop's bulk client alone
(`bellhop load`) as the reference. Then, for each database: an import of light devices, a campaign
to all of them, single messages while the gateway is otherwise idle and during a campaign,
accepted messages over HTTP, and notifications that a sender posts to the gateway's APNs endpoint.
Needs Linux, h2load, wrk, a release build and, for the database
postgres, PostgreSQL's server:

    bench-gateway.py --bellhop PROGRAM [--devices N] [--databases sqlite,postgres]

With --stages, Linux's perf takes samples of the gateway during one more campaign, and a table shows
what each notification costs in which stage: reading, deciding, rendering, sending, recording. That
campaign is slower, so it is not in the other tables.
"""
import argparse
import base64
import collections
import http.client
import itertools
import json
import os
import pathlib
import re
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request

SCRIPTS = pathlib.Path(__file__).resolve().parent
APP = "dev.bellhop.demo"
# The time limit for one request or command; only one that hangs reaches it.
LIMIT_SECONDS = 3600
# A gateway on PostgreSQL does not start without a master key.
MASTER_KEY = base64.b64encode(bytes(32)).decode()


# The first pattern that matches a function determines its stage. A sample belongs to the stage of the
# innermost of its functions that matches a pattern. Functions of a database's driver match none, so
# their samples belong to the stage of the caller.
STAGES = [
    ("record: outcomes into the database", r"SQLOutcomes|OutcomePart|OutcomeRecord|Recording|writeOutcomes|SQLCampaigns\.stor"),
    ("read: recipients from the database", r"SQLWorkClaim|SQLCampaignStore|SQLVariables|CampaignTarget|Recipient|SQLCampaigns|SQLCaps"),
    ("render: the payload of each device", r"StoredCampaignContent|CampaignContent|BoundTemplate|GatewayModel\.\w*Template|TemplateRender|PayloadTemplate"),
    ("send: HTTP/2 and TLS", r"APNSTransport|APNSProvider|HTTP2Core|NIO|BoringSSL|CNIO|SSL_|bssl|aes|gcm|Huffman|HPACK"),
    ("decide: the node's state machine", r"GatewayModel|GatewayEngine|CampaignNode|NodeCore"),
]
SAMPLES_PER_SECOND = 499
# Scripts for wrk. Consecutive messages go to different users, and each registration is for another
# installation, which has its own token.
MESSAGES = """
local count = 0
function request()
    count = count + 1
    local user = string.format("user-%06d", count * 7919 % USERS + 2)
    return wrk.format("POST", "/v1/users/" .. user .. "/messages?app=APP", nil, '{"body":"1234"}')
end
"""
REGISTRATION = """
local count = 0
function request()
    count = count + 1
    local id = string.format("%032x", count)
    return wrk.format("PUT", "/v1/installations/bench-" .. id, nil,
        '{"app":"APP","environment":"sandbox","token":"' .. id .. id .. '","user":"u-' .. id .. '"}')
end
"""
# Devices that register themselves, each with its own token of the fleet and all with the same secret, and their
# receipts for a campaign: first a delivery and a tap, in further rounds two actions. wrk calls the function once
# without sending the result, so the first device reports one round less.
DEVICES = """
local tokens, count = {}, 0
for line in io.lines("TOKENS") do tokens[#tokens + 1] = line end
function request()
    local number = count % #tokens + 1
    count = count + 1
    return wrk.format("PUT", "/v1/device/installations/device-" .. number, nil,
        '{"app":"APP","environment":"ENVIRONMENT","platform":"ios","locale":"de","app_version":"1.0",' ..
        '"tokens":[{"family":"app","token":"' .. tokens[number] .. '"}]}')
end
"""
RECEIPTS = """
local count = 0
local function event(number)
    if number == 0 then return '"event":"delivered"' end
    if number == 1 then return '"event":"opened"' end
    return '"event":"action","action":"a' .. number .. '"'
end
function request()
    local number, round = count % DEVICES + 1, math.floor(count / DEVICES)
    count = count + 1
    local receipts = {}
    for index = 0, EACH - 1 do
        receipts[index + 1] = '{"message":"CAMPAIGN","at":"2026-01-31T09:05:00Z",' .. event(round * EACH + index) .. '}'
    end
    return wrk.format("POST", "/v1/device/installations/device-" .. number .. "/receipts", nil,
        '{"receipts":[' .. table.concat(receipts, ",") .. ']}')
end
"""
# The numbers of receipts in each request: from a phone that reports a delivery and a tap together, and from one that
# reports the receipts that it has collected, as BellhopKit does.
RECEIPTS_EACH = (2, 10)
RECEIPT_CONNECTIONS = 256
# The maximum number of devices that register themselves. A message stores 20 receipts of each device.
DEVICES_MAX = 10_000
SUMMARY = """
function done(summary)
    local errors = summary.errors
    io.write(string.format("sent %d in %d us, refused %d\\n", summary.requests, summary.duration,
        errors.status + errors.connect + errors.read + errors.write + errors.timeout))
end
"""


class Failure(Exception):
    pass


def note(text):
    print(f"bench-gateway: {text}", file=sys.stderr, flush=True)


class Server:
    """A running server of the tool, which has written its addresses into the state directory."""

    def __init__(self, bellhop, command, state, address_file, *arguments):
        self.errors = state / f"{command}.errors"
        path = state / address_file
        path.unlink(missing_ok=True)
        with open(self.errors, "wb") as errors:
            self.process = subprocess.Popen(
                [bellhop, command, "--state-dir", state, *arguments], stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL, stderr=errors, env={**os.environ, "BELLHOP_MASTER_KEY": MASTER_KEY})
        while not path.exists() or not path.stat().st_size:
            if self.process.poll() is not None:
                raise Failure(f"{command} did not start: {self.errors.read_text()[-2000:]}")
            time.sleep(0.01)
        self.addresses = json.loads(path.read_text())

    def memory(self, key="VmHWM"):
        """Returns the peak (VmHWM) or the current (VmRSS) memory in MiB."""
        text = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(rf"{key}:\s+(\d+) kB", text)[1]) / 1024

    def cpu(self):
        """Returns the processor seconds used so far."""
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(") ", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def stop(self):
        self.process.terminate()
        self.process.wait()


def percentile(values, share):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


class Bench:
    def __init__(self, options):
        self.options = options
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="bench-gateway-"))
        self.state = self.folder / "state"
        self.state.mkdir(mode=0o700)
        self.simulator = Server(
            options.bellhop, "apns", self.state, "apns.json", "--sandbox-port", "0", "--production-port", "0",
            "--control-port", "0")
        self.fleet = self.folder / "fleet.jsonl"
        self.fleet.write_text(self.run("fleet", "create", options.devices))
        self.payload = self.folder / "offer.apns"
        self.payload.write_text('{"aps":{"alert":{"title":"Offer","body":"Everything at half the price today"}}}')

    def run(self, *arguments):
        done = subprocess.run(
            [self.options.bellhop, *map(str, arguments), "--state-dir", self.state], stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True, timeout=LIMIT_SECONDS)
        if done.returncode:
            raise Failure(f"bellhop {arguments[0]} ended with {done.returncode}: {done.stderr[-2000:]}")
        return done.stdout

    def reference(self):
        """The requests per second of the bulk client alone."""
        count = min(self.options.devices, 300_000)
        # To light devices, as in a campaign: a single phone refuses notifications that exceed its queue.
        tokens = self.state / "tokens.txt"
        tokens.write_text("".join(json.loads(line)["token"] + "\n" for line in open(self.fleet)))
        began = time.monotonic()
        self.run("load", "--tokens", tokens, "--requests", count, "--connections", 4, "--in-flight", 4000)
        rate = count / (time.monotonic() - began)
        print(f"\nReference, `bellhop load` alone, {count:,} requests with its start: **{rate:,.0f}/s**.", flush=True)
        return rate

    def postgres(self):
        line = subprocess.run(
            ["bash", SCRIPTS / "postgres.sh", "start", str(os.getpid())], check=True, stdout=subprocess.PIPE,
            text=True).stdout.split()
        return line[0], f"postgres://bellhop@/postgres?host={line[0].replace('/', '%2F')}&port={line[1]}"

    def ask(self, method, path, body=None):
        connection = http.client.HTTPConnection(self.address, timeout=LIMIT_SECONDS)
        connection.request(method, path, body, {"authorization": f"Bearer {self.key}", "content-type": "application/json"})
        response = connection.getresponse()
        text = response.read()
        connection.close()
        if response.status >= 300:
            raise Failure(f"{method} {path}: {response.status} {text[:500]}")
        return json.loads(text) if text else None

    def gateway(self, database):
        for file in self.state.glob("gateway.*"):
            file.unlink()
        self.server = Server(
            self.options.bellhop, "serve", self.state, "gateway.json", "--simulator", "--port", "0",
            "--apns-port", "0", "--apns-sandbox-port", "0",
            *(["--database", database] if database else []))
        self.address = self.server.addresses["url"].removeprefix("http://")
        # One key sends all requests of the benchmark: more than a key may send by default.
        self.key = self.run(
            "key", "create", "--name", "bench", "--scope", "all", "--requests-per-minute", 6_000_000).strip()

    def campaign(self, reference):
        """Sends one campaign; returns a row of the table."""
        before, simulator_before = self.server.cpu(), self.simulator.cpu()
        began = time.monotonic()
        result = json.loads(self.run(
            "campaign", "start", "--audience", "all", "--app", APP, "--file", self.payload, "--wait", "--format", "json"))
        seconds = time.monotonic() - began
        count = self.options.devices
        if result["totals"]["accepted"] != count:
            raise Failure(f"the campaign's totals are {result['totals']}")
        rate = count / seconds
        cost = (self.server.cpu() - before) / count * 1e6
        simulator_cost = (self.simulator.cpu() - simulator_before) / count * 1e6
        return (f"{rate:,.0f}/s", f"{rate / reference:.2f} ×", f"{cost:.1f} µs", f"{simulator_cost:.1f} µs",
                f"{self.server.memory():.0f} MiB")

    def stages(self, name):
        """Sends a campaign while perf takes samples; prints a table of the stages."""
        if not shutil.which("perf"):
            raise Failure("perf is missing; Debian has it in linux-perf, Ubuntu in linux-tools-generic")
        data = self.folder / "perf.data"
        before = self.server.cpu()
        perf = subprocess.Popen(
            ["perf", "record", "--quiet", "-e", "cpu-clock", "-F", str(SAMPLES_PER_SECOND), "--call-graph",
             "dwarf,16384", "-p", str(self.server.process.pid), "-o", data],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        self.campaign(1)
        perf.send_signal(signal.SIGINT)
        errors = perf.communicate()[1].decode(errors="replace")
        if not data.exists():
            raise Failure(f"perf took no samples: {errors[-1000:]}")
        total = (self.server.cpu() - before) / self.options.devices * 1e6
        counts, functions = stages_of(data)
        samples = sum(counts.values())
        if not samples:
            raise Failure("perf took no samples")
        print(f"\n| stage, {name}, {samples:,} samples | CPU for each notification | share |\n|---|---:|---:|")
        for stage, count in counts.most_common():
            print(f"| {stage} | {total * count / samples:.2f} µs | {count / samples:.1%} |")
        for stage, names in functions.items():
            note(f"{stage}: " + ", ".join(f"{function[:80]} {count}" for function, count in names.most_common(6)))

    def single(self, count):
        """Posts single messages one by one; returns the milliseconds until APNs had each."""
        waits = []
        for number in range(count):
            began = time.time()
            sent = self.ask("POST", f"/v1/users/bench/messages?app={APP}&lane=otp", json.dumps({"body": f"{number}"}))
            apns_id = sent["deliveries"][0]["apns_id"]
            url = f"{self.simulator.addresses['control']}/v1/deliveries/{apns_id}?wait=30"
            while True:
                try:
                    delivery = json.loads(urllib.request.urlopen(url, timeout=LIMIT_SECONDS).read())
                    break
                except urllib.error.HTTPError:
                    time.sleep(0.001)
            arrived = time_of(delivery["time"])
            waits.append(max(0, (arrived - began) * 1000))
        return waits

    def accepted(self):
        """Posts messages to the fleet's users over HTTP with one key; each is durable before its 202. Returns the rate."""
        users = min(self.options.devices, 10_000)
        return self.wrk(
            "accept", MESSAGES.replace("APP", APP).replace("USERS", str(users - 1)), self.options.seconds)

    def receipts(self):
        """Registers devices as their apps do, sends them campaigns, and lets them report receipts.
        Returns the rate of registrations, and the rates of stored receipts by the number of receipts in a request."""
        fleet = [json.loads(line) for line in open(self.fleet)]
        environment = fleet[0]["environment"]
        tokens = [device["token"] for device in fleet if device["environment"] == environment][:DEVICES_MAX]
        file = self.folder / "device-tokens.txt"
        file.write_text("".join(token + "\n" for token in tokens))
        headers = {
            "authorization": "Bearer " + self.ask("GET", f"/v1/apps/{APP}")["client_key"],
            "Bellhop-Installation-Secret": "a" * 64}
        script = DEVICES.replace("TOKENS", str(file)).replace("APP", APP).replace("ENVIRONMENT", environment)
        registered = self.wrk("devices", script, self.options.seconds, headers)
        if registered * self.options.seconds < len(tokens):
            raise Failure(f"only {registered:,.0f} of {len(tokens):,} devices registered in a second; use more --seconds")
        return registered, {each: self.reports(each, len(tokens), headers) for each in RECEIPTS_EACH}

    def reports(self, each, devices, headers):
        campaign = json.loads(self.run(
            "campaign", "start", "--audience", "all", "--app", APP, "--file", self.payload, "--wait", "--format", "json"))
        script = RECEIPTS.replace("DEVICES", str(devices)).replace("CAMPAIGN", campaign["id"]).replace("EACH", str(each))
        # Each phone has its own connection, so there are more connections than from a server.
        requests = self.wrk("receipts", script, self.options.seconds, headers, RECEIPT_CONNECTIONS)
        stored = self.ask("GET", f"/v1/campaigns/{campaign['id']}/report")["stored_receipts"]
        note(f"{requests:,.0f} requests with {each} receipts each in a second; the report counts {stored:,}")
        return requests * each

    def wrk(self, name, script, seconds, headers=None, connections=64):
        """Sends the requests of a script over many connections; returns the rate."""
        headers = {"content-type": "application/json", **(headers or {"authorization": f"Bearer {self.key}"})}
        file = self.folder / f"{name}.lua"
        file.write_text(script + SUMMARY)
        out = subprocess.run(
            ["wrk", "-t", "1", "-c", str(connections), "-d", f"{seconds}s", "-s", file,
             *[part for name, value in headers.items() for part in ("-H", f"{name}: {value}")],
             f"http://{self.address}"],
            stdout=subprocess.PIPE, text=True, timeout=LIMIT_SECONDS).stdout
        result = re.search(r"sent (\d+) in (\d+) us, refused 0", out)
        if not result:
            raise Failure("wrk: not every request was accepted: " + out)
        return int(result[1]) / int(result[2]) * 1e6

    def is_sending(self):
        newest = self.ask("GET", f"/v1/campaigns?app={APP}&limit=1")["campaigns"][0]
        totals = self.ask("GET", f"/v1/campaigns/{newest['id']}")["totals"]
        return newest["state"] == "sending" and totals.get("accepted", 0) > 0

    def registrations(self, seconds):
        """Registers new installations over HTTP; returns the rate."""
        return self.wrk("register", REGISTRATION.replace("APP", APP), seconds)

    def senders(self):
        """Posts notifications to the gateway's APNs endpoint; each is durable before its 200. Returns the
        rate. Each request is for the next of the fleet's tokens, as in a sender's own campaign."""
        devices = [json.loads(line) for line in open(self.fleet)][:self.options.messages]
        environment = devices[0]["environment"]
        port = self.server.addresses["apns"][environment]["port"]
        addresses = self.folder / "addresses.txt"
        addresses.write_text("".join(
            f"https://localhost:{port}/3/device/{device['token']}\n" for device in devices
            if device["environment"] == environment))
        body = self.folder / "notification.json"
        body.write_text('{"aps":{"alert":"1234"}}')
        count = self.options.messages
        out = subprocess.run(
            ["h2load", "-n", str(count), "-c", "8", "-m", "16", "-i", addresses, "-d", body,
             "-H", f"authorization: bearer {self.key}", "-H", f"apns-topic: {APP}", "-H", "apns-push-type: alert"],
            stdout=subprocess.PIPE, text=True, timeout=LIMIT_SECONDS).stdout
        if f" {count} 2xx" not in out:
            raise Failure("h2load: not every notification was accepted: " + out)
        return float(re.search(r"finished in [^,]*, ([0-9.]+) req/s", out)[1])

    def database(self, name, reference):
        note(name)
        folder, address = self.postgres() if name == "postgres" else (None, None)
        self.gateway(address)
        try:
            began = time.monotonic()
            self.run("installations", "import", self.fleet)
            imported = time.monotonic() - began
            note(f"imported in {imported:.0f} s")
            rows = [self.campaign(reference) for _ in range(self.options.campaigns)]
            print(f"\n### {name}\n\n| campaign to {self.options.devices:,} devices | rate | of the reference | "
                  "gateway's CPU each | simulator's CPU each | gateway's peak memory |\n|---|---:|---:|---:|---:|---:|")
            for number, row in enumerate(rows, 1):
                print(f"| {number} | " + " | ".join(row) + " |", flush=True)
            token = json.loads(self.fleet.read_text().split("\n", 1)[0])
            self.ask("PUT", f"/v1/installations/{token['id']}", json.dumps({
                "app": APP, "token": token["token"], "environment": token["environment"], "user": "bench"}))
            idle = self.single(self.options.singles)
            busy_rows = []
            thread = threading.Thread(target=lambda: busy_rows.append(self.campaign(reference)))
            thread.start()
            busy = []
            while thread.is_alive():
                busy += self.single(1)
            thread.join()
            accepted, senders = self.accepted(), self.senders()
            # This comes before the registrations below, because no phone has their tokens.
            by_apps, receipts = self.receipts()
            memory = self.server.memory()
            if self.options.stages:
                self.stages(name)
            thread = threading.Thread(target=lambda: busy_rows.append(self.campaign(reference)))
            thread.start()
            # New installations do not belong to a campaign that is being sent.
            while not self.is_sending():
                time.sleep(0.01)
            registered = self.registrations(self.options.seconds)
            thread.join()
            print(f"\n| {name} | |\n|---|---:|\n| import of {self.options.devices:,} devices | {imported:.1f} s |\n"
                  f"| single message, request to APNs, idle: p50, p99 of {len(idle)} | {statistics.median(idle):.1f}, "
                  f"{percentile(idle, 0.99):.1f} ms |\n"
                  f"| the same in the lane otp during a campaign: p50, p99 of {len(busy)} | "
                  f"{statistics.median(busy):.1f}, {percentile(busy, 0.99):.1f} ms |\n"
                  f"| accepted single messages over HTTP, 64 connections | {accepted:,.0f}/s |\n"
                  f"| accepted notifications of a sender at the APNs endpoint, 8 connections with 16 streams | "
                  f"{senders:,.0f}/s |\n"
                  f"| registrations over HTTP, 64 connections, during a campaign | {registered:,.0f}/s |\n"
                  f"| registrations by apps themselves, 64 connections | {by_apps:,.0f}/s |\n"
                  + "".join(f"| receipts of a campaign over HTTP, {RECEIPT_CONNECTIONS} connections, {each} in each request | {rate:,.0f}/s |\n"
                            for each, rate in receipts.items())
                  + f"| gateway's peak memory | {memory:.0f} MiB |", flush=True)
        finally:
            self.server.stop()
            if folder:
                subprocess.run(["bash", SCRIPTS / "postgres.sh", "stop", folder], check=True)


def stages_of(data):
    """Counts the samples of a recording by stage, and by the functions that determined the stage."""
    counts, functions = collections.Counter(), collections.defaultdict(collections.Counter)
    patterns = [(stage, re.compile(pattern)) for stage, pattern in STAGES]
    script = subprocess.Popen(
        ["perf", "script", "-i", data, "-F", "ip,sym", "--no-inline"], stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL, text=True, errors="replace")
    with subprocess.Popen(
            ["swift", "demangle", "--simplified"], stdin=script.stdout, stdout=subprocess.PIPE, text=True,
            errors="replace") as readable:
        stack = []
        for line in itertools.chain(readable.stdout, [""]):
            if line.strip():
                stack.append(line.strip().partition(" ")[2])
                continue
            if stack:
                match = next(
                    ((stage, function) for function in stack for stage, pattern in patterns
                     if pattern.search(function)), ("everything else", stack[0]))
                counts[match[0]] += 1
                functions[match[0]][match[1]] += 1
            stack = []
    return counts, functions


def time_of(text):
    """The seconds since 1970 of a time in RFC 3339 with a fraction."""
    import datetime
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bellhop", required=True, type=os.path.abspath)
    parser.add_argument("--devices", type=int, default=1_000_000)
    parser.add_argument("--campaigns", type=int, default=2)
    parser.add_argument("--singles", type=int, default=300)
    parser.add_argument("--messages", type=int, default=20_000)
    parser.add_argument("--seconds", type=int, default=10, help="the duration of the registrations")
    parser.add_argument("--databases", default="sqlite,postgres")
    parser.add_argument("--stages", action="store_true", help="also measure what each stage costs, with perf")
    options = parser.parse_args()
    bench = Bench(options)
    try:
        reference = bench.reference()
        for name in options.databases.split(","):
            bench.database(name, reference)
    finally:
        bench.simulator.stop()


try:
    main()
except Failure as failure:
    sys.exit(f"bench-gateway: {failure}")
