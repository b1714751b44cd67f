# Bellhop: push notifications for Apple platforms, whole and testable anywhere.
# SPDX-License-Identifier: Apache-2.0

"""A test with aioapns, a client library that is used unmodified."""

from __future__ import annotations

import asyncio
import ssl
from typing import Any

import pytest
from bellhop import APNsServer

aioapns = pytest.importorskip("aioapns")
connection = pytest.importorskip("aioapns.connection")


async def send(apns: APNsServer, alert: str) -> Any:
    key = apns.key
    client = aioapns.APNs(
        key=key.pem,
        key_id=key.key_id,
        team_id=key.team_id,
        topic=apns.app,
        use_sandbox=True,
        ssl_context=ssl.create_default_context(cafile=str(apns.authority)),
    )
    return await client.send_notification(
        aioapns.NotificationRequest(
            device_token=apns.device_token(),
            message={"aps": {"alert": alert}},
            push_type=aioapns.PushType.ALERT,
        )
    )


@pytest.fixture(autouse=True)
def local_server(apns: APNsServer, monkeypatch: pytest.MonkeyPatch) -> None:
    protocol = connection.APNsDevelopmentClientProtocol
    monkeypatch.setattr(protocol, "APNS_SERVER", apns.sandbox.host)
    monkeypatch.setattr(protocol, "APNS_PORT", apns.sandbox.port)


def test_aioapns_sends(apns: APNsServer) -> None:
    assert asyncio.run(send(apns, "From aioapns")).is_successful
    apns.assert_sent({"aps": {"alert": "From aioapns"}}, push_type="alert", status=200)


def test_aioapns_reports_a_rejection(apns: APNsServer) -> None:
    with apns.fault(status=400, reason="BadTopic", count=1):
        result = asyncio.run(send(apns, "From aioapns"))
    assert result.status == "400"
    assert result.description == "BadTopic"
