#!/usr/bin/env python3
# Bellhop: push notifications for Apple platforms, whole and testable anywhere.
# SPDX-License-Identifier: Apache-2.0
"""Measures campaigns of `bellhop serve` to Android phones and to browsers, compared with one to iPhones.

The receiver is `bellhop apns` with its simulated FCM and push service, which check every request; the
push service also decrypts each message. Each campaign reaches the same number of devices, in SQLite. Prints a table in
Markdown. Needs Linux and a release build:

    bench-transports.py --bellhop PROGRAM [--devices N]
"""
import argparse
import http.client
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

APP = {"apns": "dev.bellhop.demo", "fcm": "com.example.android", "web_push": "com.example.web"}
NAMES = {"apns": "APNs", "fcm": "FCM", "web_push": "Web Push"}
# The time limit for one request or command; only one that hangs reaches it.
LIMIT_SECONDS = 3600


class Failure(Exception):
    pass


def note(text):
    print(f"bench-transports: {text}", file=sys.stderr, flush=True)


class Caller:
    """Calls one HTTP server over a persistent connection."""

    def __init__(self, url, key=None):
        self.connection = http.client.HTTPConnection(url.removeprefix("http://"), timeout=LIMIT_SECONDS)
        self.headers = {"content-type": "application/json"}
        if key:
            self.headers["authorization"] = f"Bearer {key}"

    def __call__(self, method, path, body=None):
        data = body if body is None or isinstance(body, (str, bytes)) else json.dumps(body)
        self.connection.request(method, path, data, self.headers)
        response = self.connection.getresponse()
        text = response.read()
        if response.status >= 300:
            raise Failure(f"{method} {path}: {response.status} {text[:500]}")
        return json.loads(text) if text else None


class Bench:
    def __init__(self, options):
        self.options = options
        folder = pathlib.Path(tempfile.mkdtemp(prefix="bench-transports-"))
        self.folder = folder
        self.state = folder / "state"
        self.state.mkdir(mode=0o700)
        self.processes = []
        self.start("apns", "--sandbox-port", "0", "--production-port", "0", "--control-port", "0", "--fcm-port", "0",
                   "--web-push-port", "0")
        self.start("serve", "--simulator", "--port", "0", "--loopback-push-services")
        self.control = Caller(json.loads((self.state / "apns.json").read_text())["control"])
        self.gateway = Caller(
            json.loads((self.state / "gateway.json").read_text())["url"],
            (self.state / "development-key").read_text().strip())

    def start(self, command, *arguments):
        file = self.state / ("apns.json" if command == "apns" else "gateway.json")
        with open(self.folder / f"{command}.errors", "wb") as errors:
            process = subprocess.Popen(
                [self.options.bellhop, command, "--state-dir", self.state, *arguments], stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL, stderr=errors)
        self.processes.append(process)
        while not file.exists() or not file.stat().st_size:
            if process.poll() is not None:
                raise Failure(f"{command} did not start: {(self.folder / (command + '.errors')).read_text()[-2000:]}")
            time.sleep(0.01)

    def stop(self):
        for process in reversed(self.processes):
            process.terminate()
            process.wait()

    def run(self, *arguments):
        done = subprocess.run(
            [self.options.bellhop, *map(str, arguments), "--state-dir", self.state], stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True, timeout=LIMIT_SECONDS)
        if done.returncode:
            raise Failure(f"bellhop {arguments[0]} ended with {done.returncode}: {done.stderr[-2000:]}")
        return done.stdout

    def cpu(self):
        """The processor seconds that simulator and gateway have used."""
        seconds = []
        for process in self.processes:
            fields = pathlib.Path(f"/proc/{process.pid}/stat").read_text().rsplit(") ", 1)[1].split()
            seconds.append((int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK"))
        return seconds

    def register(self):
        count = self.options.devices
        note(f"registering {count:,} devices of each kind")
        fleet = self.folder / "fleet.jsonl"
        fleet.write_text(self.run("fleet", "create", count))
        self.run("installations", "import", fleet)
        for transport in ("fcm", "web_push"):
            self.gateway("PUT", f"/v1/apps/{APP[transport]}", {"name": NAMES[transport]})
        self.gateway("PUT", f"/v1/apps/{APP['fcm']}/fcm", (self.state / "fcm-service-account.json").read_bytes())
        made = self.gateway(
            "PUT", f"/v1/apps/{APP['web_push']}/web-push",
            {"subject": "mailto:bench@example.com", "navigate": "https://example.com/"})
        for number in range(count):
            phone = self.control("POST", "/v1/fcm/tokens", {"app": APP["fcm"]})
            self.gateway("PUT", f"/v1/installations/phone-{number}", {"app": APP["fcm"], "fcm_token": phone["token"]})
            browser = self.control(
                "POST", "/v1/web-push/subscriptions", {"application_server_key": made["public_key"]})
            self.gateway("PUT", f"/v1/installations/browser-{number}", {
                "app": APP["web_push"], "web_push": browser["subscription"]})

    def campaign(self, transport):
        payload = self.folder / "offer.apns"
        payload.write_text('{"aps":{"alert":{"title":"Offer","body":"Everything at half the price today"}}}')
        before, began = self.cpu(), time.monotonic()
        result = json.loads(self.run(
            "campaign", "start", "--audience", "all", "--app", APP[transport], "--file", payload, "--wait", "--format",
            "json"))
        seconds = time.monotonic() - began
        count = self.options.devices
        if result["totals"]["accepted"] != count:
            raise Failure(f"the totals of the campaign with {NAMES[transport]} are {result['totals']}")
        other, own = ((after - start) / count * 1e6 for after, start in zip(self.cpu(), before))
        print(f"| {NAMES[transport]} | {count / seconds:,.0f}/s | {own:,.0f} µs | {other:,.0f} µs |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bellhop", required=True, type=os.path.abspath)
    parser.add_argument("--devices", type=int, default=5_000, help="the devices of each kind, at most the simulator's limit")
    options = parser.parse_args()
    bench = Bench(options)
    try:
        bench.register()
        print(f"\n| campaign to {options.devices:,} devices, SQLite | rate | gateway's CPU each | simulator's CPU each |\n"
              "|---|---:|---:|---:|")
        for transport in APP:
            bench.campaign(transport)
    finally:
        bench.stop()


try:
    main()
except Failure as failure:
    sys.exit(f"bench-transports: {failure}")
