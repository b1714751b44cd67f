# Bellhop: push notifications for Apple platforms, whole and testable anywhere.
# SPDX-License-Identifier: Apache-2.0

"""The simulated FCM and the simulated push service of browsers."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bellhop import _compare
from bellhop._control import Control

# The longest time for which the control API waits in one call, and its longest page.
_WAIT_MAX = 30
_PAGE = 1000
#: What an expectation may contain besides the payload.
_FIELDS = frozenset(("app", "status", "reason", "device", "platform", "title", "body", "text"))


@dataclass(frozen=True)
class Message:
    """A message that the simulator received, with its response."""

    sequence: int
    status: int
    #: The error code of a rejection, such as ``UNREGISTERED``; ``None`` when accepted.
    reason: str | None
    #: What happened, in a sentence.
    note: str | None
    #: The token or endpoint, shortened.
    address: str | None
    app: str | None
    #: The name of the phone or browser.
    device: str | None
    platform: str | None
    #: What the device shows.
    title: str | None
    body: str | None
    #: FCM's message without its token, or the decrypted content, if it is JSON.
    payload: Any
    #: The decrypted content of a Web Push message that is not JSON.
    text: str | None
    #: Web Push: ``ttl``, ``urgency``, ``topic`` and ``content-encoding``.
    headers: Mapping[str, str] | None
    #: Everything that the control API returned.
    raw: Mapping[str, Any] = field(repr=False)

    @classmethod
    def _of(cls, value: Mapping[str, Any]) -> Message:
        known: dict[str, Any] = {name: value.get(name) for name in cls.__dataclass_fields__}
        known["raw"] = value
        return cls(**known)

    def __str__(self) -> str:
        result = f"{self.status} {self.reason}" if self.reason else str(self.status)
        content = self.text if self.payload is None else repr(self.payload)
        return f"#{self.sequence} {result} to {self.device or self.address}: {content}"


class MessagingService:
    """What FCM and Web Push have in common: faults, and what arrived."""

    #: The service's name in the control API.
    _name = ""

    def __init__(
        self, control: Control, ready: Mapping[str, Any], fault: Callable[..., Any]
    ) -> None:
        self._control = control
        self._fault = fault
        #: The address without a path, with ``http``; the port also accepts ``https``.
        self.url: str = ready["url"]

    def fault(self, fault: str, **fields: Any) -> Any:
        """Injects a fault, which ends with the block of ``with``, or with its ``count``.

        :param fault: ``status``, ``delay``, and for FCM also ``error`` and ``token``.
        :param fields: ``error``, ``status``, ``reason``, ``retry_after``, ``seconds``,
            ``address``, ``count``.
        """
        return self._fault(fault, service=self._name, **fields)

    def messages(self, **filters: Any) -> list[Message]:
        """The messages that were received since the last reset, oldest first.

        :param filters: ``app``, ``status``, ``reason`` and ``after``, a sequence number.
        """
        found: list[Message] = []
        while True:
            page = self._page(filters)
            found += [Message._of(entry) for entry in page if entry.get("kind") == "send"]
            if len(page) < _PAGE:
                return found
            filters = {**filters, "after": page[-1]["sequence"]}

    def assert_sent(self, payload: Any = None, *, timeout: float = 5, **expected: Any) -> Message:
        """Returns the first message with all of these properties, and waits for it if necessary.

        :param payload: Objects may omit members; everything else must be equal.
        :param expected: ``title``, ``body``, ``status``, ``reason``, ``app``, ``device``,
            ``platform``, ``text``.
        :raises AssertionError: There is none; the message lists what arrived.
        """
        unknown = expected.keys() - _FIELDS
        if unknown:
            raise TypeError(f"assert_sent has no parameter {sorted(unknown)[0]!r}")
        wanted = {**expected, "payload": payload}
        deadline = time.monotonic() + timeout
        while True:
            received = self.messages()
            for message in received:
                if not _compare.differences(message, wanted):
                    return message
            left = deadline - time.monotonic()
            if left <= 0:
                given = {name: value for name, value in wanted.items() if value is not None}
                raise AssertionError(
                    f"no message matched within {timeout:g} s; expected {given!r}; received:\n"
                    + _compare.listing(received)
                )
            after = received[-1].sequence if received else 0
            self._page({"after": after}, wait=left)

    def assert_nothing_sent(self, **filters: Any) -> None:
        """Fails if a matching message was received; it does not wait."""
        found = self.messages(**filters)
        if found:
            raise AssertionError(
                f"expected no message, received {len(found)}:\n" + _compare.listing(found)
            )

    def _page(self, filters: Mapping[str, Any], *, wait: float = 0) -> list[dict[str, Any]]:
        seconds = min(math.ceil(wait), _WAIT_MAX)
        query = {**filters, "service": self._name, "limit": _PAGE}
        if seconds:
            query.update(count=1, wait=seconds)
        requests: list[dict[str, Any]] = self._control.call("GET", "/v1/requests", query=query)[
            "requests"
        ]
        return requests


class FCM(MessagingService):
    """The simulated FCM: a token endpoint, a project, an Android phone, any number of devices."""

    _name = "fcm"

    def __init__(
        self, control: Control, ready: Mapping[str, Any], fault: Callable[..., Any]
    ) -> None:
        super().__init__(control, ready, fault)
        #: The identifier of the Firebase project.
        self.project: str = ready["project"]
        #: The key file of a service account; its ``token_uri`` is the simulator's.
        self.service_account = Path(ready["service_account"])
        self._token = Path(ready["token"])

    @property
    def token(self) -> str:
        """The registration token of the Android phone."""
        return self._token.read_text().strip()

    def device(self, **fields: Any) -> str:
        """Registers another device and returns its registration token.

        :param fields: ``name``, ``platform`` (``android``, ``ios``, ``web``), ``app``, ``token``,
            ``project``, ``topics``.
        """
        return str(self._control.call("POST", "/v1/fcm/tokens", fields)["token"])

    def uninstall(self, token: str) -> None:
        """Uninstalls the app: from now on, FCM returns ``UNREGISTERED``."""
        self._control.call("DELETE", f"/v1/fcm/tokens/{token}")


class WebPush(MessagingService):
    """The simulated push service of browsers, which decrypts what it gets."""

    _name = "web_push"

    def __init__(
        self, control: Control, ready: Mapping[str, Any], fault: Callable[..., Any]
    ) -> None:
        super().__init__(control, ready, fault)
        #: A VAPID private key in PEM, for the sender.
        self.vapid_key = Path(ready["vapid_key"])
        self._subscription = Path(ready["subscription"])

    @property
    def subscription(self) -> dict[str, Any]:
        """The subscription of the browser, as ``PushSubscription.toJSON()`` returns it."""
        value: dict[str, Any] = json.loads(self._subscription.read_text())
        return value

    def subscribe(self, **fields: Any) -> dict[str, Any]:
        """Subscribes another browser and returns its subscription.

        :param fields: ``name``, and ``application_server_key``, the VAPID public key that the
            subscription is limited to.
        """
        made = self._control.call("POST", "/v1/web-push/subscriptions", fields)
        value: dict[str, Any] = made["subscription"]
        return value
