# Bellhop: push notifications for Apple platforms, whole and testable anywhere.
# SPDX-License-Identifier: Apache-2.0
"""Servers of the tool, as processes that may be ended and started again."""
import base64
import http.client
import json
import os
import pathlib
import shutil
import signal
import sqlite3
import subprocess
import threading
import time
import urllib.request

from crash.common import REQUEST_SECONDS, Failure

READY = "Ctrl-C stops it"
MASTER_KEY = base64.b64encode(bytes(32)).decode()


class Process:
    """A server of the tool: its output shows when it is ready, its errors are written to a file."""

    def __init__(self, arguments, errors, environment=None):
        self.errors = pathlib.Path(errors)
        with open(errors, "ab") as file:
            self.process = subprocess.Popen(
                [str(argument) for argument in arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                stderr=file, text=True, env={**os.environ, **(environment or {})})
        self.is_ready = threading.Event()
        self.has_ended = threading.Event()
        self.lines = []
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()

    def read(self):
        for line in self.process.stdout:
            self.lines.append(line)
            if READY in line:
                self.is_ready.set()
        self.has_ended.set()
        self.is_ready.set()

    def wait_until_ready(self):
        self.is_ready.wait()
        if self.has_ended.is_set():
            self.process.wait()
            raise Failure(f"{self.process.args[1]} did not start: {self.errors.read_text()[-2000:]}")

    def send(self, number):
        self.process.send_signal(number)

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.reader.join()

    def terminate(self):
        """Ends it as a service manager does. Returns its exit status and the seconds that it took."""
        began = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        try:
            status = self.process.wait(REQUEST_SECONDS)
        except subprocess.TimeoutExpired:
            raise Failure(f"{self.process.args} does not end after SIGTERM") from None
        self.reader.join()
        return status, time.monotonic() - began


class Gateway:
    """One gateway with its state directory; it may be ended and started again."""

    def __init__(self, run, name):
        self.run, self.name = run, name
        # Its state directory, which may be on a small disk; and its log file.
        self.folder = run.state_folder / name
        self.folder.mkdir(mode=0o700)
        self.errors = run.folder / f"{name}-errors.txt"
        self.process = None
        self.is_up = threading.Event()

    def spawn(self):
        for file in ("apns.json", "ca.pem", "simulator-key.p8"):
            if not (self.folder / file).exists() or self.run.records > 1:
                shutil.copy(self.run.simulator_folder / file, self.folder / file)
        arguments = [*self.run.wrapper, self.run.bellhop, "serve", "--simulator", "--port", "0", "--state-dir",
                     self.folder, *self.run.log_options]
        if self.run.foreign:
            arguments += ["--loopback-push-services"]
        if self.run.address:
            arguments += ["--database", self.run.address]
        if self.run.options.lease:
            arguments += ["--lease", self.run.options.lease]
        # The gateways of one PostgreSQL database need the same master key.
        environment = {"BELLHOP_MASTER_KEY": MASTER_KEY} if self.run.address else {}
        self.process = Process(arguments, self.errors, environment)

    def start(self):
        self.spawn()
        self.wait_until_up()

    def wait_until_up(self):
        self.process.wait_until_ready()
        self.address = json.loads((self.folder / "gateway.json").read_text())["url"].removeprefix("http://")
        self.key = (self.folder / "development-key").read_text().strip()
        self.is_up.set()

    def kill(self):
        self.is_up.clear()
        self.process.kill()

    def terminate(self):
        """Sends SIGTERM while clients use the gateway. Returns its exit status and the seconds that it took."""
        result = self.process.terminate()
        self.is_up.clear()
        return result

    def ready(self):
        """The status of /health/ready and its parts that are not in order, by name."""
        status, response = self.ask("GET", "/health/ready")
        return status, {part["name"]: part for part in response["parts"] if part["condition"] != "ok"}

    def ask(self, method, path, body=None, headers=()):
        connection = http.client.HTTPConnection(self.address, timeout=REQUEST_SECONDS)
        try:
            data = json.dumps(body).encode() if isinstance(body, (dict, list)) else body
            kind = "application/json" if data is not body else "text/plain"
            connection.request(
                method, path, data,
                {"authorization": f"Bearer {self.key}", "content-type": kind, **dict(headers)})
            response = connection.getresponse()
            text = response.read().decode()
            return response.status, json.loads(text) if text else None
        finally:
            connection.close()

    def unanswered(self):
        """The number of requests of this process to which APNs did not respond in time, from its metrics."""
        with urllib.request.urlopen(f"http://{self.address}/metrics", timeout=REQUEST_SECONDS) as response:
            lines = response.read().decode().splitlines()
        return sum(
            int(float(line.rsplit(" ", 1)[1])) for line in lines
            if line.startswith("bellhop_apns_responses_total{") and 'outcome="unknown"' in line)

    def require(self, method, path, body=None):
        status, response = self.ask(method, path, body)
        if not 200 <= status < 300:
            raise Failure(f"{method} {path}: {status} {response}")
        return response

    def query(self, statement):
        """The first value that its database returns. With SQLite, the gateway must not run."""
        if self.run.postgres:
            return self.run.postgres.ask(statement)[0]
        connection = sqlite3.connect(self.folder / "gateway.sqlite")
        try:
            return connection.execute(statement).fetchone()[0]
        finally:
            connection.close()

    def log(self):
        return self.errors.read_text() if self.errors.exists() else ""
