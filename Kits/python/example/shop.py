# Bellhop: push notifications for Apple platforms, whole and testable anywhere.
# SPDX-License-Identifier: Apache-2.0

"""A sender with httpx and PyJWT."""

from __future__ import annotations

import ssl
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import jwt


class TryLater(Exception):
    """APNs cannot process the notification now."""


class Unregistered(Exception):
    """The app was removed from the device: its token must be deleted."""


@dataclass
class Shop:
    """Sends the notifications of a shop."""

    url: str
    topic: str
    key: str
    key_id: str
    team_id: str
    authority: Path
    attempts: int = 3
    client: httpx.Client = field(init=False)
    bearer: str = field(init=False)

    def __post_init__(self) -> None:
        context = ssl.create_default_context(cafile=str(self.authority))
        self.client = httpx.Client(http2=True, verify=context, base_url=self.url, trust_env=False)
        claims = {"iss": self.team_id, "iat": int(time.time())}
        self.bearer = jwt.encode(claims, self.key, algorithm="ES256", headers={"kid": self.key_id})

    def send_shipped(self, token: str, order: int) -> str:
        """Returns the notification's ``apns-id``."""
        payload = {"aps": {"alert": f"Order {order} was shipped", "sound": "default"}}
        for _ in range(self.attempts):
            response = self._post(token, payload)
            if response.status_code == 200:
                return str(response.headers["apns-id"])
            if response.status_code == 410:
                raise Unregistered(token)
            if response.status_code not in (429, 500, 503):
                response.raise_for_status()
        raise TryLater(response.text)

    def _post(self, token: str, payload: dict[str, Any]) -> httpx.Response:
        headers = {
            "authorization": f"bearer {self.bearer}",
            "apns-topic": self.topic,
            "apns-push-type": "alert",
        }
        return self.client.post(f"/3/device/{token}", json=payload, headers=headers)
