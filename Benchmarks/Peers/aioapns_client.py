# Bellhop: push notifications for Apple platforms, whole and testable anywhere.
# SPDX-License-Identifier: Apache-2.0
"""Sends with Python's aioapns and prints the measurement as one line of JSON."""
import asyncio
import json
import logging
import resource
import ssl
import sys
import time

from aioapns import APNs, NotificationRequest, PushType
from aioapns.connection import APNsDevelopmentClientProtocol

PORT, AUTHORITY, KEY, REQUESTS, WARM_UP, CONNECTIONS, IN_FLIGHT = sys.argv[1:]
DEVICES = [f"{index * 2654435761:064x}" for index in range(1, 1025)]


def cpu():
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


async def send(client, count):
    accepted = 0

    async def worker(first):
        nonlocal accepted
        for number in range(first, count, int(IN_FLIGHT)):
            message = {
                "aps": {
                    "alert": {
                        "title": "Alex Rivera",
                        "body": "Can you ship the build before standup? I moved the review to "
                                "10:30 in room Ada, see you there :)",
                    },
                    "badge": number % 9 + 1, "sound": "default", "thread-id": "chat-4711",
                    "category": "MESSAGE",
                },
                "conversation": "4711", "message": "7f1c9a30-5d2e",
            }
            result = await client.send_notification(NotificationRequest(
                device_token=DEVICES[number % len(DEVICES)], message=message, priority=10,
                time_to_live=0, push_type=PushType.ALERT))
            accepted += result.is_successful

    await asyncio.gather(*(worker(first) for first in range(min(count, int(IN_FLIGHT)))))
    return accepted


async def main():
    logging.disable(logging.CRITICAL)
    APNsDevelopmentClientProtocol.APNS_SERVER = "localhost"
    APNsDevelopmentClientProtocol.APNS_PORT = int(PORT)
    with open(KEY, encoding="ascii") as file:
        key = file.read()
    client = APNs(key=key, key_id="BENCHMARK1", team_id="BELLHOPDEV", topic="com.example.app",
                  use_sandbox=True, max_connections=int(CONNECTIONS),
                  ssl_context=ssl.create_default_context(cafile=AUTHORITY))
    await send(client, int(WARM_UP))
    cpu_before, start = cpu(), time.monotonic()
    accepted = await send(client, int(REQUESTS))
    seconds, used = time.monotonic() - start, cpu() - cpu_before
    if accepted != int(REQUESTS):
        sys.exit(f"{accepted} of {REQUESTS} requests were accepted")
    print(json.dumps({
        "rate": accepted / seconds, "cpu_us": used / accepted * 1e6,
        "peak_kib": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss,
    }))


asyncio.run(main())
