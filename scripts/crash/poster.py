# Bellhop: push notifications for Apple platforms, whole and testable anywhere.
# SPDX-License-Identifier: Apache-2.0
"""Clients that post single messages."""
import http.client
import random
import threading
import time

from crash.common import POLL_SECONDS, Failure

# Seconds between two single messages of one poster.
POST_PAUSE = 0.02


class Poster:
    """Posts single messages to a gateway until the poster is stopped. Each message has an idempotency
    key, and is posted until it gets a 202."""

    def __init__(self, run, gateway, name, pause=POST_PAUSE):
        self.run, self.gateway, self.name, self.pause = run, gateway, name, pause
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
                time.sleep(self.pause)
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
                status, response = self.gateway.ask(
                    "POST", f"/v1/users/{user}/messages?collapse_id={text}", text.encode(), {"idempotency-key": text})
            except (OSError, http.client.HTTPException):
                status, response = None, None
            if status == 202:
                if self.run.foreign:
                    self.run.foreign.expect(response["deliveries"])
                self.promised[text] = [delivery["apns_id"].lower() for delivery in response["deliveries"]]
                self.repeated_posts += has_failed
                return
            # Without its database, the gateway responds with 503; any other status is an error.
            if status is not None and status != 503:
                raise Failure(f"POST of {text}: {status} {response}")
            self.refusals[status] = self.refusals.get(status, 0) + 1
            has_failed = True
            time.sleep(POLL_SECONDS * 5)

    def stop(self):
        self.is_stopping = True
        self.thread.join()
        if self.failure:
            raise self.failure
