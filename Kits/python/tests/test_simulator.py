# Bellhop: push notifications for Apple platforms, whole and testable anywhere.
# SPDX-License-Identifier: Apache-2.0

"""The kit with a simulator."""

from __future__ import annotations

import ssl
import subprocess
import sys
import time
from pathlib import Path

import httpx
import jwt
import pytest
from bellhop import APNsServer, ControlError


def push(apns: APNsServer, alert: str, token: str = "") -> httpx.Response:
    claims = {"iss": apns.key.team_id, "iat": int(time.time())}
    bearer = jwt.encode(claims, apns.key.pem, algorithm="ES256", headers={"kid": apns.key.key_id})
    context = ssl.create_default_context(cafile=str(apns.authority))
    with httpx.Client(http2=True, verify=context, trust_env=False) as client:
        return client.post(
            f"{apns.sandbox.url}/3/device/{token or apns.device_token()}",
            json={"aps": {"alert": alert}},
            headers={
                "authorization": f"bearer {bearer}",
                "apns-topic": apns.app,
                "apns-push-type": "alert",
            },
        )


def test_a_request_is_found_and_returned(apns: APNsServer) -> None:
    assert push(apns, "Hello").status_code == 200
    token = apns.device_token()
    request = apns.assert_sent({"aps": {"alert": "Hello"}}, token=token, status=200)
    assert request.push_type == "alert"
    assert apns.requests(status=200, after=request.sequence) == []


def test_a_wrong_expectation_shows_the_closest_request(apns: APNsServer) -> None:
    push(apns, "Hello")
    with pytest.raises(AssertionError, match='expected "Bye", received "Hello"'):
        apns.assert_sent({"aps": {"alert": "Bye"}}, timeout=0)
    with pytest.raises(AssertionError, match="expected no request, received 1"):
        apns.assert_nothing_sent()
    with pytest.raises(AssertionError, match="expected 2 requests within 0 s, received 1"):
        apns.wait_for(2, timeout=0)
    with pytest.raises(TypeError, match="no parameter 'state'"):
        apns.assert_sent(state=200)


def test_the_log_is_empty_after_a_reset(apns: APNsServer) -> None:
    push(apns, "Hello")
    apns.reset()
    apns.assert_nothing_sent()


def test_devices_have_their_own_tokens(apns: APNsServer) -> None:
    devices = apns.fleet(3)
    assert len({device.token for device in devices}) == 3
    assert push(apns, "Hello", apns.device().token).status_code == 200


def test_a_fault_ends_with_its_block(apns: APNsServer) -> None:
    with apns.fault(status=503, reason="ServiceUnavailable"):
        response = push(apns, "Hello")
        assert (response.status_code, response.json()["reason"]) == (503, "ServiceUnavailable")
    assert push(apns, "Hello").status_code == 200
    assert apns.wait_for(1, status=503)[0].reason == "ServiceUnavailable"


def test_an_error_of_the_control_api_says_what_is_valid(apns: APNsServer) -> None:
    with pytest.raises(ControlError, match="no parameter"):
        apns.requests(colour="red")


def test_the_virtual_clock_advances() -> None:
    with APNsServer(virtual_clock=True) as apns:
        apns.advance(30 * 86400)


def test_the_simulator_ends_with_a_killed_test_run(tmp_path: Path) -> None:
    code = (
        "import os, signal; from bellhop import APNsServer; server = APNsServer();"
        "print(server.ready['pid'], flush=True); os.kill(os.getpid(), signal.SIGKILL)"
    )
    runner = subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE, check=False)
    pid = int(runner.stdout)
    deadline = time.monotonic() + 60
    while is_running(pid):
        assert time.monotonic() < deadline, f"process {pid} is still running"
        time.sleep(0.05)


def is_running(pid: int) -> bool:
    """Whether the process exists and is more than an entry that its parent has not read yet."""
    result = subprocess.run(
        ["ps", "-o", "stat=", "-p", str(pid)], stdout=subprocess.PIPE, text=True, check=False
    )
    return result.stdout.strip() not in ("", "Z")
