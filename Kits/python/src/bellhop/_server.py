# Bellhop: push notifications for Apple platforms, whole and testable anywhere.
# SPDX-License-Identifier: Apache-2.0

"""A running simulator and what a test does with it."""

from __future__ import annotations

import math
import os
import time
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

from bellhop import _compare
from bellhop._binary import find_bellhop
from bellhop._control import Control, ControlError
from bellhop._messaging import FCM, WebPush
from bellhop._process import SimulatorProcess
from bellhop._types import Address, Device, Key, Request

# The longest time for which the control API waits in one call, and its longest page.
_WAIT_MAX = 30
_PAGE = 1000


class Fault:
    """A fault in force. As a context manager, it ends with the block."""

    def __init__(self, server: APNsServer, raw: dict[str, Any]) -> None:
        self._server = server
        #: What the control API returned.
        self.raw = raw
        self.id = str(raw["id"])

    def end(self) -> None:
        """Ends the fault. Does nothing if it has ended already, for instance by its count."""
        try:
            self._server._control.call("DELETE", f"/v1/faults/{self.id}")
        except ControlError as error:
            if error.status != 404:
                raise

    def __enter__(self) -> Fault:
        return self

    def __exit__(self, *_: object) -> None:
        self.end()


class APNsServer:
    """A simulated APNs: both environments, a phone, any number of devices; with FCM and Web Push.

    The constructor returns when all ports are open.

    :param bellhop: The program; by default it is searched, see :func:`find_bellhop`.
    :param arguments: More arguments for ``bellhop apns``, such as ``["--config", "apns.yaml"]``.
    :param virtual_clock: Whether time passes only by :meth:`advance`.
    :param timeout: The seconds within which the simulator must be ready.
    :raises BinaryNotFound: There is no program ``bellhop``.
    :raises StartError: The simulator did not become ready.
    """

    def __init__(
        self,
        *,
        bellhop: str | os.PathLike[str] | None = None,
        arguments: Sequence[str] = (),
        virtual_clock: bool = False,
        timeout: float = 30,
    ) -> None:
        clock = ["--virtual-clock"] if virtual_clock else []
        self._process = SimulatorProcess(find_bellhop(bellhop), [*clock, *arguments], timeout)
        ready = self._process.ready
        self._control = Control(ready["control"])
        #: The URL of the control API.
        self.control_url: str = ready["control"]
        #: The bundle identifier of the app on the simulator's phone.
        self.app: str = ready["app"]
        #: A PEM file with the certificate authority that clients must trust.
        self.authority = Path(ready["authority"])
        key = ready["key"]
        #: The key with which a sender signs its provider tokens.
        self.key = Key(Path(key["path"]), key["key_id"], key["team_id"])
        self.sandbox = Address(ready["sandbox"]["host"], ready["sandbox"]["port"])
        self.production = Address(ready["production"]["host"], ready["production"]["port"])
        #: The simulated FCM.
        self.fcm = FCM(self._control, ready["fcm"], self.fault)
        #: The simulated push service of browsers.
        self.web_push = WebPush(self._control, ready["web_push"], self.fault)
        #: The whole ready line.
        self.ready = ready

    def stop(self) -> None:
        """Ends the simulator. A second call does nothing."""
        self._process.stop()

    def __enter__(self) -> APNsServer:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()

    # Apps, keys and devices

    def device_token(self, app: str | None = None) -> str:
        """The sandbox device token of an app on the simulator's phone, by default :attr:`app`."""
        path = "/v1/devices/booted/token"
        return str(self._control.call("GET", path, query={"app": app})["token"])

    def fleet(
        self, count: int, *, app: str | None = None, environment: str = "sandbox"
    ) -> list[Device]:
        """Registers devices, 1,000,000 at most, of an app, by default :attr:`app`."""
        body = {"count": count, "app": app or self.app, "environment": environment}
        return [Device._of(line) for line in self._control.lines("POST", "/v1/fleet", body)]

    def device(self, *, app: str | None = None, environment: str = "sandbox") -> Device:
        """Registers one device."""
        return self.fleet(1, app=app, environment=environment)[0]

    def add_app(self, bundle_id: str, *, team_id: str | None = None) -> None:
        """Adds an app, by default of the team of :attr:`key`."""
        body = {"bundle_id": bundle_id, "team_id": team_id or self.key.team_id}
        self._control.call("POST", "/v1/apns/apps", body)

    def add_key(self, pem: str, *, key_id: str, team_id: str, **fields: Any) -> None:
        """Adds a signing key: a PEM public key or the contents of a ``.p8`` file.

        :param fields: ``topics`` and ``environment``, if the key is limited to them.
        """
        body = {"pem": pem, "key_id": key_id, "team_id": team_id, **fields}
        self._control.call("POST", "/v1/apns/keys", body)

    # Faults, clock, reset

    def fault(self, fault: str = "status", **fields: Any) -> Fault:
        """Injects a fault, until :meth:`Fault.end`, its ``count``, or :meth:`reset`.

        >>> with apns.fault(status=503, reason="ServiceUnavailable", count=1):
        ...     send()

        :param fault: Its kind: ``status``, ``silence``, ``goaway``, ``latency``, and others of
            docs/control-api.md.
        :param fields: The settings of the kind, and ``name``, ``environment``, ``app``, ``token``,
            ``push_type``, ``count``, ``probability``, ``retry_after``.
        """
        return Fault(self, self._control.call("POST", "/v1/faults", {"fault": fault, **fields}))

    def advance(self, seconds: float) -> None:
        """Moves the simulator's clock; it must have been started with ``virtual_clock=True``."""
        self._control.call("POST", "/v1/clock/advance", {"seconds": seconds})

    def reset(self, what: str | Sequence[str] = ("log", "store", "faults", "options")) -> None:
        """Deletes received requests, stored notifications and faults, and restores the options.

        :param what: What to reset instead; ``all`` also removes devices and added keys; see
            docs/control-api.md.
        """
        value = what if isinstance(what, str) else list(what)
        self._control.call("POST", "/v1/reset", {"what": value})

    # What arrived

    def requests(self, **filters: Any) -> list[Request]:
        """The requests that were received since the last reset, oldest first.

        :param filters: ``app``, ``token``, ``push_type``, ``environment``, ``status``, ``reason``,
            ``apns_id``, ``collapse_id``, and ``after``, a sequence number.
        """
        found: list[Request] = []
        while True:
            page = self._page(filters)
            found += page
            if len(page) < _PAGE:
                return found
            filters = {**filters, "after": page[-1].sequence}

    def wait_for(self, count: int = 1, *, timeout: float = 10, **filters: Any) -> list[Request]:
        """Waits until at least this many matching requests were received since the last reset.

        :param filters: Those of :meth:`requests`.
        :raises AssertionError: They did not arrive in time; the message lists what did.
        """
        found: list[Request] = []
        deadline = time.monotonic() + timeout
        while True:
            left = max(0.0, deadline - time.monotonic())
            after = found[-1].sequence if found else filters.get("after")
            missing = min(count - len(found), _PAGE)
            found += self._page({**filters, "after": after}, count=missing, wait=left)
            if len(found) >= count:
                return found
            if left == 0:
                raise AssertionError(
                    f"expected {count} requests{_of_filters(filters)} within {timeout:g} s, "
                    f"received {len(found)}; all requests:\n{_compare.listing(self.requests())}"
                )

    def assert_sent(
        self,
        payload: Any = None,
        *,
        headers: dict[str, str] | None = None,
        timeout: float = 5,
        **expected: Any,
    ) -> Request:
        """Returns the first request that has all of this, and waits for it if necessary.

        :param payload: Objects may omit members; everything else must be equal.
        :param headers: Headers that the request must have; others are allowed.
        :param expected: The filters of :meth:`requests`, except ``after``.
        :raises AssertionError: There is none; the message has the closest one, with differences.
        """
        unknown = expected.keys() - _compare.FIELDS
        if unknown:
            raise TypeError(f"assert_sent has no parameter {sorted(unknown)[0]!r}")
        wanted = {**expected, "payload": payload, "headers": headers}
        deadline = time.monotonic() + timeout
        received: list[Request] = []
        while True:
            left = max(0.0, deadline - time.monotonic())
            after = received[-1].sequence if received else 0
            page = self._page({"after": after}, count=1, wait=left)
            for request in page:
                if not _compare.differences(request, wanted):
                    return request
            received += page
            if left == 0 and len(page) < _PAGE:
                raise AssertionError(_compare.report(wanted, received, timeout))

    def assert_nothing_sent(self, **filters: Any) -> None:
        """Fails if a matching request was received; it does not wait.

        :param filters: Those of :meth:`requests`.
        """
        found = self.requests(**filters)
        if found:
            raise AssertionError(
                f"expected no request{_of_filters(filters)}, received {len(found)}:\n"
                + _compare.listing(found)
            )

    def _page(
        self, filters: dict[str, Any], *, count: int | None = None, wait: float = 0
    ) -> list[Request]:
        """Matching requests, 1,000 at most, after waiting until there are ``count`` of them."""
        # The API takes whole seconds.
        seconds = min(math.ceil(wait), _WAIT_MAX)
        query = {**filters, "limit": _PAGE, "count": count, "wait": seconds or None}
        page = self._control.call("GET", "/v1/requests", query=query)
        return [Request._of(entry) for entry in page["requests"]]


def _of_filters(filters: dict[str, Any]) -> str:
    given = ", ".join(f"{name}={value!r}" for name, value in filters.items())
    return f" with {given}" if given else ""
