# Bellhop: push notifications for Apple platforms, whole and testable anywhere.
# SPDX-License-Identifier: Apache-2.0

"""A complete simulated APNs for the tests of your push notification sender.

>>> from bellhop import APNsServer
>>> with APNsServer() as apns:
...     send(apns.sandbox.url, apns.key, apns.authority, apns.device_token())
...     apns.assert_sent(payload={"aps": {"alert": "Dinner is ready"}})

With pytest, use the fixtures ``apns``, ``fcm`` and ``web_push``.
"""

from bellhop._binary import BinaryNotFound, find_bellhop
from bellhop._control import ControlError
from bellhop._messaging import FCM, Message, WebPush
from bellhop._process import StartError
from bellhop._server import APNsServer, Fault
from bellhop._types import Address, Device, Key, Request

__all__ = [
    "FCM",
    "APNsServer",
    "Address",
    "BinaryNotFound",
    "ControlError",
    "Device",
    "Fault",
    "Key",
    "Message",
    "Request",
    "StartError",
    "WebPush",
    "find_bellhop",
]
