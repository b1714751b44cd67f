# Bellhop: push notifications for Apple platforms, whole and testable anywhere.
# SPDX-License-Identifier: Apache-2.0
"""A run: its servers, campaigns and waits, and what is checked at its end."""
import http.client
import json
import random
import signal
import subprocess
import time

from crash.common import POLL_SECONDS, REQUEST_SECONDS, Failure
from crash.patroni import PatroniCluster
from crash.postgres import Postgres
from crash.poster import POST_PAUSE, Poster
from crash.servers import Gateway, Process
from crash.transports import Foreign
from crash.truth import Truth

APP = "dev.bellhop.demo"
# The maximum number of campaigns of a run, in addition to those for each crash.
CAMPAIGNS_MAX = 50
# The maximum number of campaigns for each crash.
CAMPAIGNS_PER_CRASH = 4
LIST_MAX = 5


class Run:
    def __init__(self, options, folder):
        self.options, self.folder = options, folder
        self.bellhop = options.bellhop
        self.campaigns_max = CAMPAIGNS_MAX + CAMPAIGNS_PER_CRASH * options.kills
        self.random = random.Random(options.seed)
        self.simulator_folder = folder / "apns"
        self.simulator_folder.mkdir(mode=0o700)
        self.truth = Truth(folder / "record.jsonl")
        self.records = 1
        self.postgres = None
        self.address = None
        self.gateways = []
        # The folder of the gateways' state directories, the command that starts them, and their log options.
        self.state_folder = folder
        self.wrapper = []
        self.log_options = ["--log-level", "notice"]
        self.posters = []
        # The texts and identifiers of the campaigns, and the number of those that are known to be done.
        self.campaigns = []
        self.done = 0
        self.results = []
        self.gateway_crashes = 0
        self.database_crashes = 0
        self.resumptions = []
        # Whether the gateway has repeated what APNs did not respond to in time, as clients of APNs must.
        self.has_retries = False
        # The number of requests to which APNs did not respond in time, as on a slow machine. Their
        # notifications are sent again without a crash.
        self.unanswered = 0
        # The Android phones and browsers, in the scene that has them.
        self.foreign = Foreign(self) if options.scene == "transports" else None
        # What a scene measured or counted, by name.
        self.figures = {}

    # MARK: Preparations

    def prepare(self):
        self.start_simulator()
        if self.options.database == "postgres":
            self.postgres = self.make_postgres()
            self.address = self.postgres.address
        self.fleet = self.folder / "fleet.jsonl"
        with open(self.fleet, "w") as file:
            subprocess.run(
                [self.bellhop, "fleet", "create", str(self.options.devices), "--state-dir", self.simulator_folder],
                check=True, stdout=file)
        self.tokens, users = set(), set()
        with open(self.fleet) as file:
            for line in map(json.loads, file):
                self.tokens.add(line["token"])
                users.add(line["user"])
        self.users = sorted(users)

    def start_simulator(self):
        self.simulator = Process(
            [self.bellhop, "apns", "--state-dir", self.simulator_folder, "--sandbox-port", "0", "--production-port",
             "0", "--control-port", "0", "--record", self.truth.path, "--record-tokens",
             *(["--fcm-port", "0", "--web-push-port", "0"] if self.foreign else [])],
            self.folder / "apns-errors.txt")
        self.simulator.wait_until_ready()

    def renew_record(self):
        """Starts the simulator again, with the same devices and a new record. No gateway may be running."""
        self.simulator.terminate()
        self.records += 1
        self.truth.go_on(self.folder / f"record-{self.records}.jsonl")
        self.start_simulator()

    def make_postgres(self):
        if self.options.scene == "patroni":
            return PatroniCluster()
        return Postgres(has_standby=self.options.scene == "failover")

    def add(self, posters=1, pause=POST_PAUSE):
        """A gateway, and clients that post single messages to it."""
        gateway = Gateway(self, f"gateway-{len(self.gateways) + 1}")
        self.gateways.append(gateway)
        gateway.start()
        if len(self.gateways) == 1:
            self.register(gateway)
        for _ in range(posters):
            self.posters.append(Poster(self, gateway, f"message-{len(self.posters) + 1}", pause))
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
        if self.foreign:
            self.foreign.register(gateway, APP)

    def start_campaign(self, gateway):
        if len(self.campaigns) >= self.campaigns_max:
            raise Failure(f"{self.campaigns_max} campaigns ended before all crashes happened; use more devices")
        text = f"campaign-{len(self.campaigns) + 1}"
        # Each campaign is requested with one key until two responses have arrived: it must start only once.
        ids = []
        deadline = time.monotonic() + REQUEST_SECONDS
        while len(ids) < 2:
            try:
                status, response = gateway.ask(
                    "POST", f"/v1/campaigns?audience=all&app={APP}&collapse_id={text}", {"aps": {"alert": text}},
                    {"idempotency-key": text})
            except (OSError, http.client.HTTPException):
                status, response = None, None
            if status == 202:
                ids.append(response["id"])
            elif status not in (None, 503) or time.monotonic() > deadline:
                raise Failure(f"POST of {text}: {status} {response}")
            else:
                time.sleep(POLL_SECONDS * 5)
        if ids[0] != ids[1]:
            raise Failure(f"POST of {text}: one idempotency key started two campaigns: {ids}")
        self.campaigns.append((text, ids[0]))

    # MARK: Waiting

    def campaign(self, gateway, number=-1):
        """The campaign as a gateway shows it; `None` while the gateway cannot show it."""
        status, response = gateway.ask("GET", f"/v1/campaigns/{self.campaigns[number][1]}")
        if status == 503:
            return None
        if status != 200:
            raise Failure(f"GET campaign: {status} {response}")
        return response

    def is_done(self, gateway, number=-1):
        campaign = self.campaign(gateway, number)
        if campaign and campaign["state"] in ("stopped", "paused", "cancelled"):
            raise Failure(f"the campaign is {campaign['state']}: {campaign}")
        return campaign is not None and campaign["state"] == "done"

    def wait_for_requests(self, gateway, count):
        """Waits until `count` more notifications of the campaign have arrived, or the campaign is done.

        Returns whether they arrived.
        """
        text = self.campaigns[-1][0]
        goal = self.truth.count(text) + count
        asked = time.monotonic()
        while self.truth.count(text) < goal:
            self.check_alive()
            if time.monotonic() - asked > 0.5:
                asked = time.monotonic()
                if self.is_done(gateway):
                    return False
            time.sleep(POLL_SECONDS)
        return True

    def wait_for_total(self, gateway, count):
        """Like wait_for_requests, for the notifications of all campaigns that are not known to be done."""
        texts = [text for text, _ in self.campaigns[self.done:]]
        goal = sum(map(self.truth.count, texts)) + count
        asked = time.monotonic()
        while sum(map(self.truth.count, texts)) < goal:
            self.check_alive()
            if time.monotonic() - asked > 0.5:
                asked = time.monotonic()
                if all(self.is_done(gateway, -1 - index) for index in range(len(texts))):
                    return False
            time.sleep(POLL_SECONDS)
        return True

    def wait_for_connection(self, gateway, connection):
        """Waits for a notification over a newer connection: APNs may still read what a gateway sent before
        it was killed. Returns whether one arrived before the campaign was done."""
        text = self.campaigns[-1][0]
        while not self.is_done(gateway):
            self.truth.read()
            if self.truth.connections[text] > connection:
                return True
            time.sleep(POLL_SECONDS)
        return False

    def wait_until_done(self, gateway):
        """Waits until all campaigns are done."""
        while self.done < len(self.campaigns):
            if self.is_done(gateway, self.done):
                self.done += 1
                continue
            self.check_alive()
            self.truth.read()
            time.sleep(POLL_SECONDS * 10)

    def check_alive(self):
        for gateway in self.gateways:
            if gateway.is_up.is_set() and gateway.process.has_ended.is_set():
                raise Failure(f"{gateway.name} ended by itself: {gateway.log()[-2000:]}")

    def add_to(self, name, count=1):
        """Counts something that a scene reports."""
        self.figures[name] = self.figures.get(name, 0) + count

    def largest(self, name, value):
        """Keeps the largest of the values that a scene reports under a name."""
        self.figures[name] = max(self.figures.get(name, value), value)

    def steps(self, count):
        """Random numbers of notifications before each crash: on average four fifths of the devices in all."""
        size = max(1, int(2 * 0.8 * self.options.devices / max(1, count)))
        return [self.random.randint(1, size) for _ in range(count)]

    def crashed(self, gateways=0, databases=0):
        self.truth.read()
        self.gateway_crashes += gateways
        self.database_crashes += databases
        # Each crash may repeat one window.
        self.truth.crashes += gateways + databases

    def resumed(self, gateway, began):
        """Measures how long it took until the campaign continued."""
        if self.wait_for_requests(gateway, 1):
            self.resumptions.append(time.monotonic() - began)

    # MARK: The end

    def finish(self, gateway):
        self.wait_until_done(gateway)
        for poster in self.posters:
            poster.stop()
        # Deliveries of a gateway that was killed are due when their lease has ended.
        missing = self.missing(self.promised())
        while missing:
            self.check_alive()
            self.check_states(gateway, missing)
            time.sleep(POLL_SECONDS * 10)
            missing = self.missing(missing)
        if self.foreign:
            self.foreign.stop()
        self.results = [self.campaign(gateway, index) for index in range(len(self.campaigns))]

    def promised(self):
        """The apns-ids of each message that got a 202."""
        return {text: ids for poster in self.posters for text, ids in poster.promised.items()}

    def posted(self):
        """The number of messages that got a 202."""
        return sum(len(poster.promised) for poster in self.posters)

    def refused_posts(self):
        """The number of times that a gateway responded to a message with 503."""
        return sum(poster.refusals.get(503, 0) for poster in self.posters)

    def missing(self, promised):
        """The messages of which at least one delivery has not arrived."""
        self.truth.read()
        return {text: ids for text, ids in promised.items() if not self.has_arrived(text, ids)}

    def has_arrived(self, text, ids):
        arrived = {row[0] for rows in self.truth.requests.get(text, {}).values() for row in rows}
        return all(self.has_foreign(text, identifier, identifier in arrived) for identifier in ids)

    def has_foreign(self, text, identifier, has_arrived):
        """Whether a delivery arrived; for a delivery with APNs, this is `has_arrived`."""
        found = self.foreign.has(text, identifier) if self.foreign else None
        return has_arrived if found is None else found

    def device_count(self):
        """The devices that get a campaign, with all transports."""
        return self.options.devices + (self.foreign.device_count() if self.foreign else 0)

    def check_states(self, gateway, missing):
        """A message that was sent according to the gateway must be in the record."""
        for text, ids in list(missing.items())[:LIST_MAX]:
            for identifier in ids:
                status, delivery = gateway.ask("GET", f"/v1/deliveries/{identifier}")
                if status == 503:
                    continue
                if status != 200:
                    raise Failure(f"the delivery {identifier} of {text} is gone: {status} {delivery}")
                if delivery["state"] not in ("queued", "sending"):
                    self.truth.read()
                    if self.foreign:
                        self.foreign.catch_up()
                    # The message's other deliveries may still be queued.
                    if not self.has_arrived(text, [identifier]):
                        raise Failure(f"{text} is lost: {delivery}")

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
