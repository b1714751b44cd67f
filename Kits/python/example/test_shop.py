# Bellhop: push notifications for Apple platforms, whole and testable anywhere.
# SPDX-License-Identifier: Apache-2.0

"""The tests of the sender."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from bellhop import APNsServer
from shop import Shop, TryLater


# guide: test
@pytest.fixture
def shop(apns: APNsServer) -> Iterator[Shop]:
    shop = Shop(
        url=apns.sandbox.url,
        topic=apns.app,
        key=apns.key.pem,
        key_id=apns.key.key_id,
        team_id=apns.key.team_id,
        authority=apns.authority,
    )
    yield shop
    shop.client.close()


def test_the_customer_learns_that_the_order_was_shipped(apns: APNsServer, shop: Shop) -> None:
    apns_id = shop.send_shipped(apns.device_token(), order=7)
    request = apns.assert_sent(
        {"aps": {"alert": "Order 7 was shipped"}}, push_type="alert", status=200
    )
    assert request.apns_id is not None
    assert request.apns_id.lower() == apns_id.lower()


# guide: end


def test_every_device_gets_its_own_notification(apns: APNsServer, shop: Shop) -> None:
    devices = apns.fleet(5)
    for order, device in enumerate(devices):
        shop.send_shipped(device.token, order)
    assert {request.device_id for request in apns.wait_for(5)} == {device.id for device in devices}


def test_a_busy_server_is_tried_again(apns: APNsServer, shop: Shop) -> None:
    with apns.fault(status=503, reason="ServiceUnavailable", count=2):
        shop.send_shipped(apns.device_token(), order=7)
    assert [request.status for request in apns.requests()] == [503, 503, 200]


def test_a_server_that_stays_busy_is_reported(apns: APNsServer, shop: Shop) -> None:
    with apns.fault(status=503, reason="ServiceUnavailable"), pytest.raises(TryLater):
        shop.send_shipped(apns.device_token(), order=7)
    apns.wait_for(3, status=503)
    apns.assert_nothing_sent(status=200)
