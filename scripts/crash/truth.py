# Bellhop: push notifications for Apple platforms, whole and testable anywhere.
# SPDX-License-Identifier: Apache-2.0
"""The requests that APNs received."""
import json
import os

# The record has a limit; a line of this kind says that the limit was reached.
RECORD_END = "end"
# Half of the limit, RecordedRequest.fileByteCountMax, in bytes.
LENGTH_MAX = 128 << 20


class Truth:
    """The requests that APNs received, read from the record while it is written."""

    def __init__(self, path):
        self.path = path
        self.offset = 0
        self.rest = b""
        # The requests by the notification's text and by token: (apns-id, collapse id, crashes before it).
        self.requests = {}
        self.counts = {}
        # The number of the newest connection with requests for each text.
        self.connections = {}
        # Requests that got a response with a status other than 200.
        self.refused = []
        self.total = 0
        self.crashes = 0
        self.was_cut_off = False

    def read(self):
        """Reads the lines that were added; returns the total number of notifications."""
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

    def is_long(self):
        """Whether the record will soon reach its limit. Reads the lines that were added."""
        self.read()
        return self.offset > LENGTH_MAX

    def go_on(self, path):
        """Reads another record from now on, and removes the one that has been read."""
        self.read()
        self.path.unlink(missing_ok=True)
        self.path, self.offset, self.rest = path, 0, b""

    def count(self, text):
        self.read()
        return self.counts.get(text, 0)
