#!/usr/bin/env python3
# Bellhop: push notifications for Apple platforms, whole and testable anywhere.
# SPDX-License-Identifier: Apache-2.0
"""Measures the console of `bellhop up` in Chromium: how soon pages are drawn, and how evenly a campaign's page is
drawn while about a thousand notifications a second are sent.

Prints tables in Markdown. Needs a release build, Chromium and its driver:

    bench-console.py --bellhop PROGRAM [--seconds N]
"""
import argparse
import json
import os
import pathlib
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request

PAGES = ("compose", "campaigns", "devices", "deliveries", "health", "tools")
REPETITIONS = 5
RATE = 1000  # notifications a second
# The time limit for one step; only a step that hangs reaches it.
LIMIT_SECONDS = 120
TIMES = """
    const navigation = performance.getEntriesByType("navigation")[0];
    const paint = performance.getEntriesByName("first-contentful-paint")[0];
    return navigation && navigation.loadEventEnd > 0 && paint
        ? [navigation.responseEnd, paint.startTime, navigation.loadEventEnd] : null;
"""
# Records the time between two frames, and tasks of more than 50 ms, until the page is left.
WATCH = """
    window.frames_ = [];
    window.tasks = [];
    let last = performance.now();
    const frame = (now) => { window.frames_.push(now - last); last = now; requestAnimationFrame(frame); };
    requestAnimationFrame(frame);
    new PerformanceObserver((list) => window.tasks.push(...list.getEntries().map((entry) => entry.duration)))
        .observe({ entryTypes: ["longtask"] });
"""


class Failure(Exception):
    pass


def until(what, condition):
    """Waits until a condition returns something, and returns it."""
    began = time.monotonic()
    while time.monotonic() - began < LIMIT_SECONDS:
        if (value := condition()) is not None:
            return value
        time.sleep(0.05)
    raise Failure(f"{what} did not happen within {LIMIT_SECONDS} seconds")


class Browser:
    """Chromium, driven by the WebDriver protocol."""

    def __init__(self):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{port}"
        self.process = subprocess.Popen(["chromedriver", f"--port={port}"], stdout=subprocess.DEVNULL)
        until("the start of chromedriver", self.is_up)
        arguments = ["--headless=new", "--no-sandbox", "--window-size=1280,900"]
        options = {"browserName": "chrome", "goog:chromeOptions": {"args": arguments}}
        session = self.ask("POST", "/session", {"capabilities": {"alwaysMatch": options}})["sessionId"]
        self.url += f"/session/{session}"

    def is_up(self):
        try:
            return self.ask("GET", "/status")["ready"] or None
        except OSError:
            return None

    def ask(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(
            self.url + path, data=data, method=method, headers={"content-type": "application/json"})
        with urllib.request.urlopen(request, timeout=LIMIT_SECONDS) as response:
            return json.load(response)["value"]

    def run(self, script):
        return self.ask("POST", "/execute/sync", {"script": script, "args": []})

    def open(self, url):
        self.ask("POST", "/url", {"url": url})

    def close(self):
        try:
            self.ask("DELETE", "")
        finally:
            self.process.terminate()
            self.process.wait()


class Bench:
    def __init__(self, options):
        self.options = options
        self.state = pathlib.Path(tempfile.mkdtemp(prefix="bench-console-"))
        # The campaign must not end before the measurement does.
        self.devices = 2 * RATE * options.seconds
        self.server = subprocess.Popen(
            [options.bellhop, "up", "--state-dir", self.state, "--port", "0", "--sandbox-port", "0",
             "--production-port", "0", "--control-port", "0", "--audience", str(self.devices)],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        file = self.state / "gateway.json"
        self.url = until(
            "the start of bellhop up", lambda: json.loads(file.read_text())["url"] if file.exists() else None)
        self.browser = Browser()

    def pages(self):
        # The first page opens the browser's connections, and signs in.
        self.load("compose")
        print("| page of the console, medians of "
              f"{REPETITIONS} | response complete | first content drawn | loaded |\n|---|---:|---:|---:|")
        for page in PAGES:
            rows = [self.load(page) for _ in range(REPETITIONS)]
            times = " | ".join(f"{statistics.median(column):.0f} ms" for column in zip(*rows))
            print(f"| `/console/{page}` | {times} |", flush=True)

    def load(self, page):
        self.browser.open(f"{self.url}/console/{page}")
        return until(f"drawing {page}", lambda: self.browser.run(TIMES))

    def campaign(self):
        payload = self.state / "offer.apns"
        payload.write_text('{"aps":{"alert":{"title":"Autumn sale","body":"Everything must go"}}}')
        until("the import of the audience", self.is_imported)
        started = json.loads(self.command(
            "campaign", "start", "--audience", "all", "--app", "dev.bellhop.demo", "--file", payload, "--per-minute",
            str(60 * RATE), "--format", "json"))
        self.browser.open(f"{self.url}/console/campaigns/{started['id']}")
        before = until("sending", lambda: self.accepted(started["id"]) or None)
        self.browser.run(WATCH)
        began = time.monotonic()
        time.sleep(self.options.seconds)
        frames, tasks = self.browser.run("return [window.frames_, window.tasks];")
        seconds = time.monotonic() - began
        rate = (self.accepted(started["id"]) - before) / seconds
        frames = sorted(frames[1:])
        if len(frames) < 100:
            raise Failure(f"only {len(frames)} frames were drawn in {seconds:.0f} seconds")
        middle, late = frames[len(frames) // 2], frames[len(frames) * 99 // 100]
        print(f"\n| a campaign's page for {seconds:.0f} seconds | |\n|---|---:|\n"
              f"| notifications a second | {rate:,.0f} |\n| frames | {len(frames):,} |\n| time between two frames: median, 99 % | {middle:.1f}, {late:.1f} ms |\n"
              f"| longest | {frames[-1]:.1f} ms |\n| tasks of more than 50 ms | {len(tasks)} |")

    def is_imported(self):
        count = self.command("segment", "count", "all", "--app", "dev.bellhop.demo", "--format", "json")
        return True if json.loads(count)["installations"] >= self.devices else None

    def accepted(self, campaign):
        return json.loads(self.command("campaign", "show", campaign, "--format", "json"))["totals"]["accepted"]

    def command(self, *arguments):
        run = subprocess.run(
            [self.options.bellhop, *arguments, "--state-dir", self.state], stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        if run.returncode:
            raise Failure(f"bellhop {' '.join(map(str, arguments[:2]))} ended with {run.returncode}: {run.stderr}")
        return run.stdout

    def stop(self):
        if hasattr(self, "browser"):
            self.browser.close()
        self.server.terminate()
        self.server.wait()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bellhop", required=True, type=os.path.abspath)
    parser.add_argument("--seconds", type=int, default=12, help="the number of seconds for which a campaign's page is measured")
    bench = Bench(parser.parse_args())
    try:
        bench.pages()
        bench.campaign()
    finally:
        bench.stop()


try:
    main()
except Failure as failure:
    sys.exit(f"bench-console: {failure}")
