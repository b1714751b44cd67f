# Bellhop: push notifications for Apple platforms, whole and testable anywhere.
# SPDX-License-Identifier: Apache-2.0

"""The values that the simulator returns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Address:
    """Where one environment of the simulated APNs listens, with TLS and HTTP/2."""

    host: str
    port: int

    @property
    def url(self) -> str:
        """Such as ``https://127.0.0.1:40001``, without a path."""
        return f"https://{self.host}:{self.port}"


@dataclass(frozen=True)
class Key:
    """The signing key of provider tokens that the simulator knows."""

    #: A file in the format of Apple's ``.p8`` files.
    path: Path
    key_id: str
    team_id: str

    @property
    def pem(self) -> str:
        """The contents of the file."""
        return self.path.read_text()


@dataclass(frozen=True)
class Device:
    """A device with one app, registered with APNs."""

    id: str
    app: str
    environment: str
    token: str
    user: str | None = None
    locale: str | None = None
    time_zone: str | None = None

    @classmethod
    def _of(cls, value: Mapping[str, Any]) -> Device:
        known: dict[str, Any] = {name: value.get(name) for name in cls.__dataclass_fields__}
        return cls(**known)


@dataclass(frozen=True)
class Request:
    """A request that the simulator received, with its response."""

    sequence: int
    environment: str
    status: int
    #: The reason of a rejection, such as ``BadDeviceToken``; ``None`` when accepted.
    reason: str | None
    apns_id: str | None
    #: The request's headers; their names are in lower case.
    headers: Mapping[str, str]
    #: The device token, shortened.
    token: str | None
    app: str | None
    #: The ``id`` of the device with this token.
    device_id: str | None
    #: The payload; ``None`` when it is not JSON.
    payload: Any
    #: Everything that the control API returned.
    raw: Mapping[str, Any] = field(repr=False)

    @property
    def push_type(self) -> str | None:
        """The header ``apns-push-type``."""
        return self.headers.get("apns-push-type")

    @property
    def collapse_id(self) -> str | None:
        """The header ``apns-collapse-id``."""
        return self.headers.get("apns-collapse-id")

    @classmethod
    def _of(cls, value: Mapping[str, Any]) -> Request:
        known: dict[str, Any] = {name: value.get(name) for name in cls.__dataclass_fields__}
        known["headers"] = {str(k).lower(): str(v) for k, v in (known["headers"] or {}).items()}
        known["raw"] = value
        return cls(**known)

    def __str__(self) -> str:
        result = f"{self.status} {self.reason}" if self.reason else str(self.status)
        return (
            f"#{self.sequence} {result} {self.environment} {self.push_type or '(no push type)'} "
            f"to {self.token or '(no token)'}: {self.payload!r}"
        )
