# Bellhop: push notifications for Apple platforms, whole and testable anywhere.
# SPDX-License-Identifier: Apache-2.0
"""The client against a running gateway: `BELLHOP=PROGRAM PYTHONPATH=src python3 -m unittest discover -s tests`."""
import http.server
import json
import os
import pathlib
import subprocess
import tempfile
import threading
import time
import unittest

from bellhop_gateway import Gateway, Problem, Unreachable

APP = "dev.bellhop.demo"
SECONDS_MAX = 1800
PORTS = ["--port", "--sandbox-port", "--production-port", "--sandbox-channel-port", "--production-channel-port", "--control-port"]


class RunningGateway(unittest.TestCase):
    """`bellhop up` with the demo app, for all tests of the class."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory(prefix="bellhop-client-")
        ports = [text for port in PORTS for text in (port, "0")]
        cls.process = subprocess.Popen(
            [os.environ["BELLHOP"], "up", "--audience", "0", "--state-dir", cls.folder.name, *ports],
            stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        state = pathlib.Path(cls.folder.name)
        began = time.monotonic()
        while not (state / "gateway.json").exists() or not (state / "gateway.json").stat().st_size:
            if cls.process.poll() is not None:
                raise AssertionError(cls.process.stderr.read().decode())
            if time.monotonic() - began > SECONDS_MAX:
                raise AssertionError("bellhop up did not start")
            time.sleep(0.02)
        cls.url = json.loads((state / "gateway.json").read_text())["url"]
        cls.key = (state / "development-key").read_text().strip()
        cls.gateway = Gateway(cls.url, cls.key)

    @classmethod
    def tearDownClass(cls):
        cls.gateway.close()
        cls.process.stdin.close()
        cls.process.terminate()
        cls.process.wait()
        cls.process.stderr.close()
        cls.folder.cleanup()

    def test_a_message_reaches_the_phone(self):
        sent = self.gateway.send_to_user("alex", {"title": "Alex", "body": "Dinner is ready"}, app=APP)
        began = time.monotonic()
        while True:
            message = self.gateway.get_message(sent["id"])
            states = [delivery["state"] for delivery in message["deliveries"]]
            if states == ["accepted"] or time.monotonic() - began > SECONDS_MAX:
                break
            time.sleep(0.02)
        self.assertEqual(states, ["accepted"])

    def test_one_idempotency_key_makes_one_message(self):
        first = self.gateway.send_to_user("alex", "Once", app=APP, idempotency_key="python-1")
        second = self.gateway.send_to_user("alex", "Once", app=APP, idempotency_key="python-1")
        self.assertEqual(first["id"], second["id"])
        with self.assertRaises(Problem) as caught:
            self.gateway.send_to_user("alex", "Twice", app=APP, idempotency_key="python-1")
        self.assertEqual(caught.exception.code, "idempotency_key_reused")

    def test_a_filter_that_cannot_be_read_names_its_column(self):
        with self.assertRaises(Problem) as caught:
            self.gateway.count_audience(APP, {"filter": "tag beta and plam is"})
        self.assertEqual((caught.exception.status, caught.exception.code), (422, "bad_filter"))
        self.assertGreater(caught.exception.column, 1)
        self.assertEqual(self.gateway.count_audience(APP, {"filter": "all"})["installations"], 1)

    def test_every_page_of_a_list_is_read(self):
        names = {f"python-{number}" for number in range(5)}
        for number, name in enumerate(sorted(names)):
            self.gateway.put_installation(name, {
                "app": APP, "environment": "sandbox", "user": "pages", "token": f"{number:02x}" * 32})
        found = [entry["id"] for entry in self.gateway.each_installations(user="pages", limit=2)]
        self.assertEqual(len(found), 5)
        self.assertEqual(set(found), names)
        for name in names:
            self.assertIsNone(self.gateway.delete_installation(name))

    def test_names_with_special_characters_are_one_segment_of_the_path(self):
        name = "a/b? ü%"
        self.gateway.put_installation(name, {"app": APP, "environment": "sandbox", "token": "ab" * 32})
        self.assertEqual(self.gateway.get_installation(name)["id"], name)
        self.gateway.delete_installation(name)
        with self.assertRaises(Problem) as caught:
            self.gateway.get_installation(name)
        self.assertEqual(caught.exception.code, "installation_not_found")

    def test_a_wrong_key_is_refused(self):
        with self.assertRaises(Problem) as caught:
            Gateway(self.url, "bh_wrong").list_apps()
        self.assertEqual((caught.exception.status, caught.exception.code), (401, "key_unknown"))

    def test_a_campaign_is_started_once_and_ends(self):
        begun = self.gateway.start_campaign({"aps": {"alert": "Offer"}}, audience="all", app=APP, idempotency_key="c1")
        again = self.gateway.start_campaign({"aps": {"alert": "Offer"}}, audience="all", app=APP, idempotency_key="c1")
        self.assertEqual(begun["id"], again["id"])
        began = time.monotonic()
        while self.gateway.get_campaign(begun["id"])["state"] != "done":
            self.assertLess(time.monotonic() - began, SECONDS_MAX)
            time.sleep(0.05)
        self.assertIn(begun["id"], [entry["id"] for entry in self.gateway.each_campaigns(limit=1)])

    def test_the_metrics_are_text(self):
        self.assertIn("# HELP", self.gateway.metrics())


class Scripted(http.server.BaseHTTPRequestHandler):
    """Returns the responses of the test in order; 0 closes the connection without a response."""

    def respond(self):
        self.rfile.read(int(self.headers.get("content-length", 0)))
        self.server.seen.append((self.command, self.path, self.headers.get("idempotency-key")))
        status = self.server.script.pop(0)
        if status == 0:
            self.close_connection = True
            return
        body = b'{"apps":[],"id":"m","code":"storage_unavailable","detail":"later"}'
        self.send_response(status)
        kind = "application/json" if status < 300 else "application/problem+json"
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(body)))
        if status == 429:
            self.send_header("retry-after", "7")
        self.end_headers()
        self.wfile.write(body)

    do_GET = do_POST = respond

    def log_message(self, *arguments):
        pass


class Repeats(unittest.TestCase):
    def scripted(self, *script):
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Scripted)
        server.script, server.seen = list(script), []
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        pauses = []
        gateway = Gateway(f"http://127.0.0.1:{server.server_port}", "bh_x", timeout=3600, sleep=pauses.append)
        self.addCleanup(thread.join)
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        self.addCleanup(gateway.close)
        return gateway, server, pauses

    def test_a_message_is_repeated_with_the_same_key(self):
        gateway, server, pauses = self.scripted(503, 0, 429, 202)
        self.assertEqual(gateway.send_to_user("a/b", "x")["id"], "m")
        self.assertEqual(len(server.seen), 4)
        self.assertEqual(len({key for *_, key in server.seen}), 1)
        self.assertTrue(server.seen[0][2])
        self.assertEqual(server.seen[0][1], "/v1/users/a%2Fb/messages")
        self.assertEqual(pauses, [0.5, 1.0, 7.0])

    def test_a_call_that_could_take_effect_twice_is_not_repeated(self):
        gateway, server, pauses = self.scripted(0)
        with self.assertRaises(Unreachable):
            gateway.create_key({"name": "x", "scopes": ["all"]})
        self.assertEqual((len(server.seen), pauses), (1, []))

    def test_the_last_response_is_reported(self):
        gateway, server, pauses = self.scripted(*[503] * 5)
        with self.assertRaises(Problem) as caught:
            gateway.list_apps()
        self.assertEqual((caught.exception.status, caught.exception.code), (503, "storage_unavailable"))
        self.assertEqual(pauses, [0.5, 1.0, 2.0, 4.0])

    def test_an_address_without_a_host_is_refused(self):
        with self.assertRaises(ValueError):
            Gateway("localhost:8080", "bh_x")
