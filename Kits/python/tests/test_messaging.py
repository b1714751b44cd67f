# Bellhop: push notifications for Apple platforms, whole and testable anywhere.
# SPDX-License-Identifier: Apache-2.0

"""The simulated FCM and push service with the libraries that senders use."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from typing import Any

import pytest
from bellhop import FCM, APNsServer, WebPush

google_account = pytest.importorskip("google.oauth2.service_account")
pywebpush = pytest.importorskip("pywebpush")


def post(url: str, body: bytes, headers: dict[str, str]) -> tuple[int, dict[str, Any]]:
    request = urllib.request.Request(url, data=body, headers=headers)
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(request, timeout=60) as response:
            return response.status, json.load(response)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


class Response:
    """What google-auth reads of a response."""

    def __init__(self, status: int, body: dict[str, Any]) -> None:
        self.status = status
        self.data = json.dumps(body).encode()
        self.headers = {"content-type": "application/json"}


def exchange(
    url: str, method: str = "POST", body: Any = None, headers: Any = None, **_: Any
) -> Response:
    return Response(*post(url, body, headers))


def send(fcm: FCM, token: str, **content: Any) -> int:
    credentials = google_account.Credentials.from_service_account_file(
        str(fcm.service_account), scopes=["https://www.googleapis.com/auth/firebase.messaging"]
    )
    credentials.refresh(exchange)
    status, _ = post(
        f"{fcm.url}/v1/projects/{fcm.project}/messages:send",
        json.dumps({"message": {"token": token, **content}}).encode(),
        {"Authorization": f"Bearer {credentials.token}", "Content-Type": "application/json"},
    )
    return status


def push(web_push: WebPush, subscription: dict[str, Any], text: str) -> int:
    response = pywebpush.webpush(
        subscription,
        text,
        vapid_private_key=str(web_push.vapid_key),
        vapid_claims={"sub": "mailto:ops@example.com"},
        ttl=60,
    )
    return int(response.status_code)


def test_google_auth_sends_to_the_android_phone(fcm: FCM) -> None:
    assert send(fcm, fcm.token, notification={"title": "Dinner"}, data={"table": "7"}) == 200
    message = fcm.assert_sent({"data": {"table": "7"}}, title="Dinner", platform="android")
    assert message.status == 200
    assert fcm.token not in str(message.raw)


def test_an_uninstalled_app_is_unregistered(fcm: FCM) -> None:
    token = fcm.device(name="Pixel")
    assert send(fcm, token, notification={"title": "a"}) == 200
    fcm.uninstall(token)
    assert send(fcm, token, notification={"title": "b"}) == 404
    fcm.assert_sent({"notification": {"title": "b"}}, reason="UNREGISTERED", status=404)


def test_a_fault_ends_with_its_block(fcm: FCM) -> None:
    with fcm.fault("error", error="QUOTA_EXCEEDED", retry_after=30):
        assert send(fcm, fcm.token, notification={"title": "a"}) == 429
    assert send(fcm, fcm.token, notification={"title": "a"}) == 200


def test_pywebpush_sends_to_the_browser(web_push: WebPush) -> None:
    assert push(web_push, web_push.subscription, "Dinner is ready") == 201
    message = web_push.assert_sent(text="Dinner is ready")
    assert message.headers is not None and message.headers["ttl"] == "60"
    declarative = {"web_push": 8030, "notification": {"title": "a", "navigate": "https://a.b/"}}
    assert push(web_push, web_push.subscribe(name="Safari"), json.dumps(declarative)) == 201
    assert web_push.assert_sent(declarative, title="a").device == "Safari"


def test_an_ended_subscription_is_410(web_push: WebPush) -> None:
    with web_push.fault("status", status=410):
        with pytest.raises(pywebpush.WebPushException) as error:
            push(web_push, web_push.subscription, "a")
        assert error.value.response.status_code == 410


def test_a_wrong_expectation_lists_what_arrived(fcm: FCM, web_push: WebPush) -> None:
    assert send(fcm, fcm.token, notification={"title": "Dinner"}) == 200
    with pytest.raises(AssertionError, match="no message matched within 0 s(.|\n)*Dinner"):
        fcm.assert_sent(title="Supper", timeout=0)
    with pytest.raises(AssertionError, match="expected no message, received 1"):
        fcm.assert_nothing_sent()
    with pytest.raises(TypeError, match="no parameter 'state'"):
        fcm.assert_sent(state=200)
    web_push.assert_nothing_sent()


def test_a_reset_empties_the_log(fcm: FCM, apns: APNsServer) -> None:
    assert send(fcm, fcm.token, notification={"title": "Dinner"}) == 200
    apns.reset()
    fcm.assert_nothing_sent()
