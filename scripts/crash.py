#!/usr/bin/env python3
# Bellhop: push notifications for Apple platforms, whole and testable anywhere.
# SPDX-License-Identifier: Apache-2.0
"""Ends gateways and their database while a campaign is sent, and checks what reached APNs.

    crash.py --bellhop PROGRAM [--scene SCENE] [--database sqlite|postgres] [--devices N] [--kills N]

Scenes:
  kill      kill -9 of the gateway at random points, and a new start with the same data
  nodes     three gateways on one PostgreSQL: one is killed, one stops for longer than its lease and
            goes on later, the third finishes
  database  PostgreSQL stops with the mode "immediate" and starts again
  failover  PostgreSQL's primary is killed, and its synchronous standby is promoted
  commit    connections to PostgreSQL are lost while a COMMIT is under way, before or after it counts

The gateway sends to `bellhop apns`, whose record of requests is the truth. Single messages are posted
during the campaign. The script fails unless each device of the campaign and each message that was
answered with 202 arrived, all repeats of one notification have one apns-id and one collapse
identifier, no crash repeats more than the gateway's limits allow, and the campaign's totals are
exact. Nothing is decided by how long something takes. The points are random with a seed.
"""
import argparse
import base64
import http.client
import json
import os
import pathlib
import random
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

SCRIPTS = pathlib.Path(__file__).resolve().parent
APP = "dev.bellhop.demo"
READY = "Ctrl-C stops it"
# What a gateway logs when the database refuses what it writes about a unit.
REFUSED = "another node has taken a unit"
# What one crash of one gateway may repeat: NodeSettings.unsettledMax of notifications of campaigns,
# DeliveryWorker.Configuration.inFlightMax of single messages.
CAMPAIGN_WINDOW = 10_000
MESSAGE_WINDOW = 256
MASTER_KEY = base64.b64encode(bytes(32)).decode()
POLL_SECONDS = 0.01
# A limit for one request; it only ends what hangs.
REQUEST_SECONDS = 1200
# Campaigns at most until all planned crashes have happened.
CAMPAIGNS_MAX = 50
# Seconds between two single messages of one poster.
POST_PAUSE = 0.02
# The share of commits that is cut off in the scene "commit".
CUT_SHARE = 0.1
# The record has a limit; lines of this kind say that it was reached.
RECORD_END = "end"
LIST_MAX = 5


class Failure(Exception):
    pass


def note(text):
    print(f"crash: {text}", file=sys.stderr, flush=True)


class Process:
    """A server of the tool: its output is read until it is ready, its errors go to a file."""

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

    def stop(self):
        """Ends it as Ctrl-C does."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        status = self.process.wait()
        self.reader.join()
        return status


class Truth:
    """What APNs got, read from the record while it is written."""

    def __init__(self, path):
        self.path = path
        self.offset = 0
        self.rest = b""
        # The requests by the notification's text and by token: (apns-id, collapse id, crashes before it).
        self.requests = {}
        self.counts = {}
        # The number of the newest connection with requests for each text.
        self.connections = {}
        self.refused = []
        self.total = 0
        self.crashes = 0
        # Requests that got a response with another status than 200.
        self.was_cut_off = False

    def read(self):
        """Reads what was added; returns the number of notifications."""
        if not os.path.exists(self.path):
            return self.total
        with open(self.path, "rb") as file:
            file.seek(self.offset)
            data = file.read()
        self.offset += len(data)
        lines = (self.rest + data).split(b"\n")
        self.rest = lines.pop()
        for line in lines:
            if line:
                self.take(json.loads(line))
        return self.total

    def take(self, entry):
        if "path" not in entry:
            self.was_cut_off = self.was_cut_off or RECORD_END in json.dumps(entry)
            return
        if entry.get("status") != 200:
            self.refused.append(entry)
            return
        text = entry["payload"]["aps"]["alert"]
        text = text["body"] if isinstance(text, dict) else text
        token = entry["path"].rsplit("/", 1)[1]
        row = (entry["apns_id"].lower(), entry["headers"].get("apns-collapse-id"), self.crashes)
        self.requests.setdefault(text, {}).setdefault(token, []).append(row)
        self.counts[text] = self.counts.get(text, 0) + 1
        self.connections[text] = max(self.connections.get(text, 0), entry["connection"])
        self.total += 1

    def count(self, text):
        self.read()
        return self.counts.get(text, 0)


class Gateway:
    """One gateway with its state directory; it may be ended and started again."""

    def __init__(self, run, name):
        self.run, self.name = run, name
        self.folder = run.folder / name
        self.folder.mkdir(mode=0o700)
        for file in ("apns.json", "ca.pem", "simulator-key.p8"):
            shutil.copy(run.simulator_folder / file, self.folder / file)
        self.process = None
        self.is_up = threading.Event()

    def spawn(self):
        arguments = [self.run.bellhop, "serve", "--simulator", "--port", "0", "--state-dir", self.folder,
                     "--log-level", "notice"]
        if self.run.address:
            arguments += ["--database", self.run.address]
        if self.run.options.lease:
            arguments += ["--lease", self.run.options.lease]
        # The gateways of one PostgreSQL database need the same master key.
        environment = {"BELLHOP_MASTER_KEY": MASTER_KEY} if self.run.address else {}
        self.process = Process(arguments, self.folder / "errors.txt", environment)

    def start(self):
        self.spawn()
        self.process.wait_until_ready()
        self.address = json.loads((self.folder / "gateway.json").read_text())["url"].removeprefix("http://")
        self.key = (self.folder / "development-key").read_text().strip()
        self.is_up.set()

    def kill(self):
        self.is_up.clear()
        self.process.kill()

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

    def require(self, method, path, body=None):
        status, answer = self.ask(method, path, body)
        if not 200 <= status < 300:
            raise Failure(f"{method} {path}: {status} {answer}")
        return answer

    def log(self):
        return self.process.errors.read_text() if self.process else ""


class Poster:
    """Posts single messages to a gateway until it is stopped; each with an idempotency key, until it is
    answered with 202."""

    def __init__(self, run, gateway, name):
        self.run, self.gateway, self.name = run, gateway, name
        # The apns-ids that a 202 promised, by the message's text.
        self.promised = {}
        self.repeated_posts = 0
        self.refusals = {}
        self.failure = None
        self.is_stopping = False
        self.random = random.Random(f"{run.options.seed} {name}")
        self.thread = threading.Thread(target=self.post, daemon=True)
        self.thread.start()

    def post(self):
        number = 0
        try:
            while not self.is_stopping:
                number += 1
                self.post_one(f"{self.name}-{number}")
                time.sleep(POST_PAUSE)
        except Exception as error:  # The main thread reports it.
            self.failure = error

    def post_one(self, text):
        user = self.random.choice(self.run.users)
        has_failed = False
        while True:
            while not self.gateway.is_up.wait(POLL_SECONDS * 10):
                if self.is_stopping:
                    return
            try:
                status, answer = self.gateway.ask(
                    "POST", f"/v1/users/{user}/messages?collapse_id={text}", text.encode(), {"idempotency-key": text})
            except (OSError, http.client.HTTPException):
                status, answer = None, None
            if status == 202:
                self.promised[text] = [delivery["apns_id"].lower() for delivery in answer["deliveries"]]
                self.repeated_posts += has_failed
                return
            # Without its database, the gateway says so; anything else would be an error.
            if status is not None and status != 503:
                raise Failure(f"POST of {text}: {status} {answer}")
            self.refusals[status] = self.refusals.get(status, 0) + 1
            has_failed = True
            time.sleep(POLL_SECONDS * 5)

    def stop(self):
        self.is_stopping = True
        self.thread.join()
        if self.failure:
            raise self.failure


class Postgres:
    """A server of the run's own, with a standby if there is one; scripts/postgres.sh ends them with this
    process."""

    def __init__(self, has_standby):
        pid = str(os.getpid())
        self.folder, self.port = self.script("start", pid).split()
        # Folder and port of the standby.
        self.standby = self.script("standby", pid, self.folder).split() if has_standby else None
        places = [(self.folder, self.port)] + ([self.standby] if has_standby else [])
        hosts = ",".join(folder.replace("/", "%2F") for folder, _ in places)
        self.address = f"postgres://bellhop@/postgres?host={hosts}&port={','.join(port for _, port in places)}"
        if has_standby:
            self.script("wait", self.folder, "on")

    def script(self, *arguments):
        return subprocess.run(
            ["bash", str(SCRIPTS / "postgres.sh"), *arguments], check=True, stdout=subprocess.PIPE, text=True).stdout

    def stop(self, mode):
        self.script("stop", self.folder, mode)

    def again(self):
        self.script("again", self.folder)

    def fail_over(self):
        """The primary server ends, and the standby takes its place."""
        self.stop("immediate")
        self.script("promote", self.standby[0])
        (self.folder, self.port), self.standby = self.standby, (self.folder, self.port)

    def add_standby(self):
        """The server that was the primary becomes the standby, and commits wait for it again."""
        self.script("follow", self.standby[0], self.folder)
        self.script("wait", self.folder, "on")

    def ask(self, statement):
        """The first column of a statement's rows."""
        command = ["psql", "-h", self.folder, "-p", self.port, "-U", "bellhop", "-d", "postgres", "-Atc", statement]
        return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.split()

    def owners(self):
        """The nodes that have parts of campaigns which are not finished."""
        return set(self.ask("SELECT DISTINCT owner FROM unit WHERE is_open = 1 AND owner IS NOT NULL"))

    def remove(self):
        for folder in [self.folder] + ([self.standby[0]] if self.standby else []):
            self.script("stop", folder, "immediate")


class CommitCutter:
    """Stands between the gateway and PostgreSQL, and cuts some connections at a COMMIT: before it reaches
    the server, or before its response reaches the gateway."""

    COMMIT = b"Q\x00\x00\x00\x0bCOMMIT\x00"

    def __init__(self, folder, postgres, seed):
        self.target = f"{postgres.folder}/.s.PGSQL.{postgres.port}"
        self.random = random.Random(seed)
        self.lock = threading.Lock()
        # Cuts that are still to be made, and those that were made before and after the server got it.
        self.left = 0
        self.cuts = {"before": 0, "after": 0}
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(f"{folder}/.s.PGSQL.{postgres.port}")
        self.listener.listen(64)
        self.address = f"postgres://bellhop@/postgres?host={str(folder).replace('/', '%2F')}&port={postgres.port}"
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            client, _ = self.listener.accept()
            server = socket.socket(socket.AF_UNIX)
            try:
                server.connect(self.target)
            except OSError:
                client.close()
                continue
            threading.Thread(target=self.forward, args=(client, server), daemon=True).start()

    def decide(self):
        with self.lock:
            if self.left == 0 or self.random.random() >= CUT_SHARE:
                return None
            self.left -= 1
            when = self.random.choice(("before", "after"))
            self.cuts[when] += 1
            return when

    def forward(self, client, server):
        try:
            while True:
                ready, _, _ = select.select([client, server], [], [])
                if server in ready:
                    data = server.recv(1 << 16)
                    if not data:
                        return
                    client.sendall(data)
                if client in ready:
                    data = client.recv(1 << 16)
                    if not data:
                        return
                    when = self.decide() if data.endswith(self.COMMIT) else None
                    if when == "before":
                        return
                    server.sendall(data)
                    if when == "after":
                        server.recv(1 << 16)
                        return
        except OSError:
            pass
        finally:
            client.close()
            server.close()


class Run:
    def __init__(self, options, folder):
        self.options, self.folder = options, folder
        self.bellhop = options.bellhop
        self.random = random.Random(options.seed)
        self.simulator_folder = folder / "apns"
        self.simulator_folder.mkdir(mode=0o700)
        self.truth = Truth(folder / "record.jsonl")
        self.postgres = None
        self.address = None
        self.gateways = []
        self.posters = []
        self.campaigns = []
        self.gateway_crashes = 0
        self.database_crashes = 0
        self.refusals = 0
        self.cuts = {}
        self.resumptions = []

    # MARK: Preparations

    def prepare(self):
        self.simulator = Process(
            [self.bellhop, "apns", "--state-dir", self.simulator_folder, "--sandbox-port", "0", "--production-port",
             "0", "--control-port", "0", "--record", self.truth.path, "--record-tokens"],
            self.folder / "apns-errors.txt")
        self.simulator.wait_until_ready()
        if self.options.database == "postgres":
            self.postgres = Postgres(has_standby=self.options.scene == "failover")
            self.address = self.postgres.address
        self.fleet = self.folder / "fleet.jsonl"
        with open(self.fleet, "w") as file:
            subprocess.run(
                [self.bellhop, "fleet", "create", str(self.options.devices), "--state-dir", self.simulator_folder],
                check=True, stdout=file)
        lines = [json.loads(line) for line in open(self.fleet)]
        self.tokens = {line["token"] for line in lines}
        self.users = sorted({line["user"] for line in lines})

    def add(self):
        gateway = Gateway(self, f"gateway-{len(self.gateways) + 1}")
        gateway.start()
        if not self.gateways:
            self.register(gateway)
        self.gateways.append(gateway)
        self.posters.append(Poster(self, gateway, f"message-{len(self.gateways)}"))
        return gateway

    def register(self, gateway):
        simulator = json.loads((self.simulator_folder / "apns.json").read_text())["simulator"]
        gateway.require("PUT", f"/v1/apps/{APP}", {"name": "Demo"})
        gateway.require(
            "PUT", f"/v1/apps/{APP}/credential",
            {"p8": (self.simulator_folder / "simulator-key.p8").read_text().strip(), "key_id": simulator["key_id"],
             "team_id": simulator["team_id"]})
        subprocess.run(
            [self.bellhop, "installations", "import", self.fleet, "--state-dir", gateway.folder], check=True,
            stdout=subprocess.DEVNULL)

    def start_campaign(self, gateway):
        if len(self.campaigns) >= CAMPAIGNS_MAX:
            raise Failure(f"{CAMPAIGNS_MAX} campaigns ended before all crashes happened; use more devices")
        text = f"campaign-{len(self.campaigns) + 1}"
        # Each campaign is requested until there were two responses, with one key: it must start once.
        ids = []
        deadline = time.monotonic() + REQUEST_SECONDS
        while len(ids) < 2:
            try:
                status, answer = gateway.ask(
                    "POST", f"/v1/campaigns?audience=all&app={APP}&collapse_id={text}", {"aps": {"alert": text}},
                    {"idempotency-key": text})
            except (OSError, http.client.HTTPException):
                status, answer = None, None
            if status == 202:
                ids.append(answer["id"])
            elif status not in (None, 503) or time.monotonic() > deadline:
                raise Failure(f"POST of {text}: {status} {answer}")
            else:
                time.sleep(POLL_SECONDS * 5)
        if ids[0] != ids[1]:
            raise Failure(f"POST of {text}: one idempotency key started two campaigns: {ids}")
        self.campaigns.append((text, ids[0]))

    # MARK: Waiting

    def campaign(self, gateway, number=-1):
        """The campaign as a gateway shows it; `None` while it cannot."""
        status, answer = gateway.ask("GET", f"/v1/campaigns/{self.campaigns[number][1]}")
        if status == 503:
            return None
        if status != 200:
            raise Failure(f"GET campaign: {status} {answer}")
        return answer

    def is_done(self, gateway):
        campaign = self.campaign(gateway)
        if campaign and campaign["state"] in ("stopped", "paused", "cancelled"):
            raise Failure(f"the campaign is {campaign['state']}: {campaign}")
        return campaign is not None and campaign["state"] == "done"

    def wait_for_requests(self, gateway, count):
        """Waits until so many further notifications of the campaign arrived, or it is done.

        Returns whether they arrived.
        """
        text = self.campaigns[-1][0]
        goal = self.truth.count(text) + count
        asked = time.monotonic()
        while self.truth.count(text) < goal:
            for other in self.gateways:
                if other.is_up.is_set() and other.process.has_ended.is_set():
                    raise Failure(f"{other.name} ended by itself: {other.log()[-2000:]}")
            if time.monotonic() - asked > 0.5:
                asked = time.monotonic()
                if self.is_done(gateway):
                    return False
            time.sleep(POLL_SECONDS)
        return True

    def wait_for_connection(self, gateway, connection):
        """Waits for a notification by a newer connection: APNs may still read what a gateway sent before
        it was killed. Returns whether one arrived before the campaign was done."""
        text = self.campaigns[-1][0]
        while not self.is_done(gateway):
            self.truth.read()
            if self.truth.connections[text] > connection:
                return True
            time.sleep(POLL_SECONDS)
        return False

    def wait_until_done(self, gateway):
        while not self.is_done(gateway):
            self.truth.read()
            time.sleep(POLL_SECONDS * 10)

    def steps(self, count):
        """The numbers of notifications before each of the crashes: four fifths of the devices in all."""
        size = max(1, int(2 * 0.8 * self.options.devices / max(1, count)))
        return [self.random.randint(1, size) for _ in range(count)]

    # MARK: Scenes

    def kill(self):
        gateway = self.add()
        self.start_campaign(gateway)
        for number, step in enumerate(self.steps(self.options.kills), 1):
            while not self.wait_for_requests(gateway, step):
                self.start_campaign(gateway)
            time.sleep(self.random.uniform(0, 0.02))
            gateway.kill()
            began = time.monotonic()
            self.crashed(gateways=1)
            connection = self.truth.connections[self.campaigns[-1][0]]
            # One in five new starts is killed too, at any point of it.
            while self.random.random() < 0.2:
                gateway.spawn()
                time.sleep(self.random.uniform(0, 1))
                gateway.kill()
                self.crashed(gateways=1)
            gateway.start()
            if self.wait_for_connection(gateway, connection):
                self.resumptions.append(time.monotonic() - began)
            if number % 10 == 0:
                note(f"{number} of {self.options.kills} kills")
        self.finish(gateway)

    def nodes(self):
        """The node that sends is killed, and another takes over; that one stops for longer than its
        lease, and the third takes over; then the one that stopped goes on, is refused and is killed.
        """
        sending, spare, other = self.add(), self.add(), self.add()
        other.kill()
        spare.kill()
        self.start_campaign(sending)
        for step in self.steps(self.options.kills):
            if not self.wait_for_requests(sending, step):
                self.start_campaign(sending)
                self.wait_for_requests(sending, 1)
            # A node that starts now gets nothing: the other one has the whole campaign, as long as
            # it has fewer than NodeSettings.unitsMax units.
            before = self.postgres.owners()
            spare.start()
            sending.kill()
            self.taken_over(sending, spare, before)
            before = self.postgres.owners()
            other.start()
            spare.process.send(signal.SIGSTOP)
            refusals = spare.log().count(REFUSED)
            has_lost = self.taken_over(spare, other, before)
            self.wait_for_requests(other, 1)
            spare.process.send(signal.SIGCONT)
            if has_lost:
                self.wait_for_refusal(spare, refusals)
            spare.kill()
            self.crashed(gateways=1)
            sending, spare, other = other, sending, spare
        self.finish(sending)

    def taken_over(self, old, new, before):
        """Waits until another node has all units of one that was killed or stopped, and of earlier ones.

        Returns whether it had units: a second later, it cannot have finished them any more.
        """
        began = time.monotonic()
        self.crashed(gateways=1)
        had_units = False
        while True:
            owners = self.postgres.owners()
            if owners and not owners & before:
                break
            had_units = had_units or time.monotonic() - began > 1 and bool(owners & before)
            if self.is_done(new):
                self.start_campaign(new)
            time.sleep(POLL_SECONDS * 5)
        self.resumed(new, began)
        return had_units

    def wait_for_refusal(self, gateway, before):
        """Waits until a node that was stopped has learnt that its units are another's."""
        while gateway.log().count(REFUSED) == before:
            if gateway.process.has_ended.is_set():
                raise Failure(f"{gateway.name} ended by itself: {gateway.log()[-2000:]}")
            time.sleep(POLL_SECONDS)
        self.refusals += 1

    def database(self):
        """PostgreSQL crashes while the gateway sends."""
        gateway = self.add()
        self.start_campaign(gateway)
        for step in self.steps(self.options.kills):
            while not self.wait_for_requests(gateway, step):
                self.start_campaign(gateway)
            time.sleep(self.random.uniform(0, 0.05))
            self.postgres.stop("immediate")
            time.sleep(self.random.uniform(0, 1))
            began = time.monotonic()
            self.crashed(databases=1)
            self.postgres.again()
            self.resumed(gateway, began)
        self.finish(gateway)

    def failover(self):
        """PostgreSQL's primary server ends while the gateway sends, and its standby takes over."""
        gateway = self.add()
        self.start_campaign(gateway)
        for step in self.steps(self.options.kills):
            while not self.wait_for_requests(gateway, step):
                self.start_campaign(gateway)
            time.sleep(self.random.uniform(0, 0.05))
            began = time.monotonic()
            self.crashed(databases=1)
            self.postgres.fail_over()
            self.resumed(gateway, began)
            self.postgres.add_standby()
        self.finish(gateway)

    def commit(self):
        """Connections are lost during commits; the gateway finds out what became of each."""
        folder = pathlib.Path(tempfile.mkdtemp(prefix="bellhop-cut-", dir="/tmp"))
        cutter = CommitCutter(folder, self.postgres, self.options.seed)
        try:
            self.address = cutter.address
            gateway = self.add()
            self.start_campaign(gateway)
            cutter.left = self.options.kills
            while cutter.left > 0:
                if self.is_done(gateway):
                    # Two cuts in a row could take the response of a campaign that was started.
                    left, cutter.left = cutter.left, 0
                    self.start_campaign(gateway)
                    cutter.left = left
                time.sleep(POLL_SECONDS * 5)
            self.finish(gateway)
            self.cuts = cutter.cuts
        finally:
            shutil.rmtree(folder)

    def crashed(self, gateways=0, databases=0):
        self.truth.read()
        self.gateway_crashes += gateways
        self.database_crashes += databases
        self.truth.crashes += 1

    def resumed(self, gateway, began):
        """Measures how long it took until the campaign went on."""
        if self.wait_for_requests(gateway, 1):
            self.resumptions.append(time.monotonic() - began)

    # MARK: The end

    def finish(self, gateway):
        self.wait_until_done(gateway)
        for poster in self.posters:
            poster.stop()
        missing = self.missing()
        # Deliveries of a gateway that was killed are due when their lease has ended.
        while missing:
            time.sleep(POLL_SECONDS * 10)
            self.truth.read()
            missing = [text for text in missing if not self.has_arrived(text)]
            self.check_states(gateway, missing)
        self.results = [self.campaign(gateway, index) for index in range(len(self.campaigns))]

    def promised(self):
        return {text: ids for poster in self.posters for text, ids in poster.promised.items()}

    def missing(self):
        self.truth.read()
        return [text for text in self.promised() if not self.has_arrived(text)]

    def has_arrived(self, text):
        arrived = {row[0] for rows in self.truth.requests.get(text, {}).values() for row in rows}
        return set(self.promised()[text]) <= arrived

    def check_states(self, gateway, missing):
        """A message that the gateway says was sent must be in the record."""
        promised = self.promised()
        for text in missing[:LIST_MAX]:
            for identifier in promised[text]:
                status, delivery = gateway.ask("GET", f"/v1/deliveries/{identifier}")
                if status == 503:
                    continue
                if status != 200:
                    raise Failure(f"the delivery {identifier} of {text} is gone: {status} {delivery}")
                if delivery["state"] not in ("queued", "sending"):
                    if not self.truth.read() or not self.has_arrived(text):
                        raise Failure(f"{text} is lost: {delivery}")

    def check(self):
        """Compares everything with the record. Returns the figures; raises with all that is wrong."""
        self.truth.read()
        wrong = []
        figures = {
            "devices": self.options.devices, "campaigns": len(self.campaigns), "gateway crashes": self.gateway_crashes,
            "database crashes": self.database_crashes, "messages": 0, "requests": self.truth.total, "lost": 0,
            "repeated of campaigns": 0, "repeated of messages": 0}
        if self.truth.was_cut_off:
            wrong.append("the record reached its limit; use fewer devices")
        if self.truth.refused:
            wrong.append(f"APNs refused {len(self.truth.refused)} requests, one with {self.truth.refused[0]}")
        for (text, _), result in zip(self.campaigns, self.results):
            self.check_campaign(text, result, figures, wrong)
        self.check_messages(figures, wrong)
        if wrong:
            raise Failure("\n  ".join([f"{len(wrong)} errors:"] + wrong[:50]))
        return figures

    def check_campaign(self, text, result, figures, wrong):
        requests = self.truth.requests.get(text, {})
        lost = self.tokens - requests.keys()
        figures["lost"] += len(lost)
        if lost:
            wrong.append(f"{text}: {len(lost)} devices did not get it")
        if requests.keys() - self.tokens:
            wrong.append(f"{text}: devices outside of the audience got it")
        identifiers = {}
        repeats = {}
        for token, rows in requests.items():
            if len({row[0] for row in rows}) != 1:
                wrong.append(f"{text}: the repeats to {token[:6]} have several apns-ids: {rows}")
            if any(row[1] != text for row in rows):
                wrong.append(f"{text}: a collapse identifier is wrong: {rows}")
            if identifiers.setdefault(rows[0][0], token) != token:
                wrong.append(f"{text}: two devices have the apns-id {rows[0][0]}")
            for row in rows[1:]:
                repeats[row[2]] = repeats.get(row[2], 0) + 1
        figures["repeated of campaigns"] += sum(repeats.values())
        figures["most repeated after one crash"] = max(
            figures.get("most repeated after one crash", 0), max(repeats.values(), default=0))
        for crashes in sorted(repeats):
            before = sum(count for at, count in repeats.items() if at <= crashes)
            if before > CAMPAIGN_WINDOW * crashes:
                wrong.append(f"{text}: {before} repeats after {crashes} crashes")
        totals = {name: count for name, count in result["totals"].items() if count}
        if totals != {"accepted": self.options.devices}:
            wrong.append(f"{text}: the totals are {totals}")

    def check_messages(self, figures, wrong):
        promised = self.promised()
        figures["messages"] = len(promised)
        owners = {}
        for text, ids in promised.items():
            rows = [row for rows in self.truth.requests.get(text, {}).values() for row in rows]
            arrived = {row[0] for row in rows}
            for identifier in ids:
                if identifier not in arrived:
                    figures["lost"] += 1
                    wrong.append(f"{text}: {identifier} was answered with 202 and did not arrive")
                if owners.setdefault(identifier, text) != text:
                    wrong.append(f"{text} and {owners[identifier]} have one apns-id")
            if arrived - set(ids):
                wrong.append(f"{text}: one idempotency key made several messages: {sorted(arrived)}")
            if any(row[1] != text for row in rows):
                wrong.append(f"{text}: a collapse identifier is wrong")
            figures["repeated of messages"] += len(rows) - len(arrived)
        crashes = self.gateway_crashes + self.database_crashes
        if figures["repeated of messages"] > MESSAGE_WINDOW * crashes * max(1, len(self.gateways)):
            wrong.append(f"{figures['repeated of messages']} repeats of messages after {crashes} crashes")
        figures["posts repeated"] = sum(poster.repeated_posts for poster in self.posters)

    def close(self):
        for poster in self.posters:
            poster.is_stopping = True
        for gateway in self.gateways:
            if gateway.process and gateway.process.process.poll() is None:
                gateway.process.send(signal.SIGCONT)
                gateway.kill()
        if hasattr(self, "simulator"):
            self.simulator.kill()
        if self.postgres:
            try:
                self.postgres.remove()
            except subprocess.CalledProcessError:
                pass  # It did not run.


SCENES = {"kill": Run.kill, "nodes": Run.nodes, "database": Run.database, "failover": Run.failover,
          "commit": Run.commit}


def main():
    parser = argparse.ArgumentParser(description="Ends gateways during a campaign and checks what APNs got.")
    parser.add_argument("--bellhop", required=True)
    parser.add_argument("--scene", choices=SCENES, default="kill")
    parser.add_argument("--database", choices=("sqlite", "postgres"), default="sqlite")
    parser.add_argument("--devices", type=int, default=3000)
    parser.add_argument("--kills", type=int, default=5)
    parser.add_argument("--lease", type=int, help="the gateway's leases, in seconds")
    parser.add_argument("--seed", type=int, default=16)
    parser.add_argument("--keep", action="store_true", help="keep the folder of the run")
    options = parser.parse_args()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="bellhop-crash-"))
    run = Run(options, folder)
    began = time.monotonic()
    has_failed = True
    try:
        run.prepare()
        SCENES[options.scene](run)
        figures = run.check()
        figures["seconds"] = round(time.monotonic() - began)
        if run.resumptions:
            figures["longest pause in seconds"] = round(max(run.resumptions), 1)
        for when, count in run.cuts.items():
            figures[f"cut {when} the commit"] = count
        if run.refusals:
            figures["refused nodes"] = run.refusals
        print(json.dumps({"scene": options.scene, "database": options.database, "seed": options.seed, **figures}))
        has_failed = False
    except Failure as error:
        note(f"{options.scene} on {options.database}, seed {options.seed}: {error}")
        note(f"what the gateways logged is in {folder}/gateway-*/errors.txt")
    finally:
        run.close()
        if not options.keep and not has_failed:
            shutil.rmtree(folder)
    sys.exit(1 if has_failed else 0)


if __name__ == "__main__":
    main()
