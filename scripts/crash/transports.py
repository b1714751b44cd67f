# Bellhop: push notifications for Apple platforms, whole and testable anywhere.
# SPDX-License-Identifier: Apache-2.0
"""The scene in which users have an iPhone, an Android phone and a browser, and gateways are killed while
they send a campaign and single messages."""
import http.client
import json
import threading
import time

from crash.common import CAMPAIGN_WINDOW, MESSAGE_WINDOW, POLL_SECONDS, REQUEST_SECONDS, Failure, note

TRANSPORTS = ("fcm", "web_push")
# The maximum number of requests in a response: MessagingLog.Query.limit.
PAGE_MAX = 1000
# After this many reads without the next request, the log has a gap.
READINGS_MAX = 50
POSTERS = 2


def transports(run):
    """kill -9 at random points, and a new start with the same data; on PostgreSQL, two gateways in turn."""
    gateways = [run.add(posters=POSTERS) for _ in range(2 if run.postgres else 1)]
    run.start_campaign(gateways[0])
    # The crashes are spread over four fifths of the notifications, of which there are three per user.
    for number, step in enumerate(run.steps(run.options.kills), 1):
        gateway = gateways[number % len(gateways)]
        while not wait_for_arrivals(run, gateway, 3 * step):
            run.start_campaign(gateway)
        time.sleep(run.random.uniform(0, 0.02))
        gateway.kill()
        run.crashed(gateways=1)
        gateway.start()
        if number % 10 == 0:
            note(f"{number} of {run.options.kills} kills")
    run.finish(gateways[0])


def wait_for_arrivals(run, gateway, count):
    """Waits until `count` more notifications of the campaign have arrived, with any transport, or the
    campaign is done. Returns whether they arrived."""
    text = run.campaigns[-1][0]

    def arrived():
        return run.truth.count(text) + run.foreign.count(text)

    goal = arrived() + count
    asked = time.monotonic()
    while arrived() < goal:
        run.check_alive()
        if time.monotonic() - asked > 0.5:
            asked = time.monotonic()
            if run.is_done(gateway):
                return False
        time.sleep(POLL_SECONDS)
    return True


class Foreign:
    """The Android phones and browsers of a run, and what FCM and the push service got for them.

    The simulator's log is limited (MessagingLog.entryCountMax), so a thread reads it during the run.
    """

    def __init__(self, run):
        self.run = run
        # The installations by transport. The devices of the simulator have the same names.
        self.devices = {transport: set() for transport in TRANSPORTS}
        # For each delivery with another transport, by its identifier: the installation to which it goes.
        self.owners = {}
        # The requests by transport, by the notification's text and by device: (collapse key, crashes before it).
        self.requests = {transport: {} for transport in TRANSPORTS}
        self.total = 0
        self.refused = []
        self.after = 0
        # The number of consecutive readings without the next request.
        self.readings = 0
        self.failure = None
        self.lock = threading.Lock()
        self.is_stopping = False
        self.thread = None

    def control(self, method, path, body=None):
        connection = http.client.HTTPConnection(self.address, timeout=REQUEST_SECONDS)
        try:
            connection.request(
                method, path, json.dumps(body) if body is not None else None, {"content-type": "application/json"})
            response = connection.getresponse()
            text = response.read()
            if response.status >= 300:
                raise Failure(f"{method} {path}: {response.status} {text[:500]}")
            return json.loads(text)
        finally:
            connection.close()

    # MARK: Registering

    def register(self, gateway, app):
        folder = self.run.simulator_folder
        self.address = json.loads((folder / "apns.json").read_text())["control"].removeprefix("http://")
        gateway.require(
            "PUT", f"/v1/apps/{app}/fcm", json.loads((folder / "fcm-service-account.json").read_text()))
        key = gateway.require(
            "PUT", f"/v1/apps/{app}/web-push",
            {"subject": "mailto:crash@example.com", "navigate": "https://example.com/"})["public_key"]
        for number, user in enumerate(self.run.users):
            phone, browser = f"phone-{number}", f"browser-{number}"
            token = self.control("POST", "/v1/fcm/tokens", {"app": app, "name": phone})["token"]
            subscription = self.control(
                "POST", "/v1/web-push/subscriptions", {"name": browser, "application_server_key": key})["subscription"]
            for name, address in ((phone, {"fcm_token": token}), (browser, {"web_push": subscription})):
                gateway.require("PUT", f"/v1/installations/{name}", {"app": app, "user": user, **address})
            self.devices["fcm"].add(phone)
            self.devices["web_push"].add(browser)
        self.thread = threading.Thread(target=self.follow, daemon=True)
        self.thread.start()

    def device_count(self):
        return sum(map(len, self.devices.values()))

    # MARK: Reading

    def follow(self):
        try:
            while not self.is_stopping:
                if not self.read():
                    time.sleep(POLL_SECONDS)
        except Exception as error:  # The main thread reports it.
            self.failure = error

    def read(self):
        """Reads the entries that were added to the log; returns whether there may be more."""
        with self.lock:
            pages = [
                self.control("GET", f"/v1/requests?service={service}&after={self.after}&limit={PAGE_MAX}")
                for service in TRANSPORTS]
            # Entries of the second response that are newer than the first response are read again the next time,
            # because the first service may have earlier ones.
            entries = sorted((entry for page in pages for entry in page["requests"]), key=lambda e: e["sequence"])
            before = self.after
            for entry in entries:
                if entry["sequence"] != self.after + 1:
                    break
                self.after += 1
                self.take(entry)
            # A request that arrives between the two reads may be missing in the first page.
            self.readings = self.readings + 1 if entries and self.after == before else 0
            if self.readings > READINGS_MAX:
                raise Failure(
                    f"the simulator removed requests after number {before} before they were read; use fewer devices")
            return bool(entries)

    def catch_up(self):
        """Reads all requests to which the services have responded."""
        while self.failure is None and self.read():
            pass
        if self.failure:
            raise self.failure

    def take(self, entry):
        if entry["kind"] != "send":
            return
        service = entry["service"]
        if not 200 <= entry["status"] < 300:
            self.refused.append(entry)
            return
        if service == "fcm":
            key = entry["payload"].get("android", {}).get("collapse_key")
        else:
            key = entry["headers"].get("topic")
        text = self.text(entry)
        rows = self.requests[service].setdefault(text, {}).setdefault(entry["device"], [])
        rows.append((key, self.run.truth.crashes))
        self.total += 1

    @staticmethod
    def text(entry):
        """The alert, which is the title or the body, depending on the platform."""
        for text in (entry.get("body"), entry.get("title")):
            if text and text.startswith(("campaign-", "message-")):
                return text
        raise Failure(f"a request has none of the texts: {entry}")

    def count(self, text):
        if self.failure:
            raise self.failure
        return sum(len(rows) for found in self.requests.values() for rows in list(found.get(text, {}).values()))

    # MARK: Messages

    def expect(self, deliveries):
        for delivery in deliveries:
            if delivery.get("transport") in TRANSPORTS:
                self.owners[delivery["apns_id"].lower()] = (delivery["transport"], delivery["installation"])

    def has(self, text, identifier):
        """Whether a delivery arrived; `None` for a delivery with APNs."""
        if identifier not in self.owners:
            return None
        if self.failure:
            raise self.failure
        transport, device = self.owners[identifier]
        return device in self.requests[transport].get(text, {})

    # MARK: The end

    def stop(self):
        self.is_stopping = True
        if self.thread:
            self.thread.join()
        self.catch_up()

    def check(self, figures, wrong):
        """Compares what was promised with what arrived at FCM and the push service."""
        run = self.run
        if self.refused:
            wrong.append(f"{len(self.refused)} requests were refused, one with {self.refused[0]}")
        for transport in TRANSPORTS:
            repeats = {}
            for text, _ in run.campaigns:
                found = self.requests[transport].get(text, {})
                lost = self.devices[transport] - found.keys()
                figures["lost"] += len(lost)
                if lost:
                    wrong.append(f"{text}: {len(lost)} devices did not get it with {transport}")
                for device, rows in found.items():
                    self.check_keys(text, device, rows, transport, wrong)
                    for row in rows[1:]:
                        repeats[row[1]] = repeats.get(row[1], 0) + 1
            for crashes in sorted(repeats):
                before = sum(count for at, count in repeats.items() if at <= crashes)
                if before > CAMPAIGN_WINDOW * crashes and not run.has_retries:
                    wrong.append(f"{transport}: {before} repeats of campaigns after {crashes} crashes")
            figures[f"repeated of campaigns with {transport}"] = sum(repeats.values())
            self.check_messages(transport, figures, wrong)
        figures["requests of other transports"] = self.total

    def check_messages(self, transport, figures, wrong):
        repeated = 0
        for text, found in self.requests[transport].items():
            if not text.startswith("message-"):
                continue
            for device, rows in found.items():
                self.check_keys(text, device, rows, transport, wrong)
                repeated += len(rows) - 1
        figures[f"repeated of messages with {transport}"] = repeated
        if repeated > MESSAGE_WINDOW * self.run.gateway_crashes * max(1, len(self.run.gateways)):
            wrong.append(f"{repeated} repeats of messages with {transport}")

    @staticmethod
    def check_keys(text, device, rows, transport, wrong):
        """All repeats must have one key, because FCM and browsers then replace the earlier notification."""
        keys = {row[0] for row in rows}
        if len(keys) != 1 or None in keys or (transport == "fcm" and keys != {text}):
            wrong.append(f"{text}: the requests to {device} have the keys {keys}")
