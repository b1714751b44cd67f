# Bellhop: push notifications for Apple platforms, whole and testable anywhere.
# SPDX-License-Identifier: Apache-2.0

"""What an assertion says about a request that is not the expected one."""

from __future__ import annotations

from typing import Any

from bellhop import Request
from bellhop._compare import differences, listing, report, shorten


def request(**fields: Any) -> Request:
    entry = {
        "sequence": 1,
        "environment": "sandbox",
        "status": 200,
        "headers": {"apns-push-type": "alert"},
        "token": "c730bb…0beb72e2",
        "payload": {"aps": {"alert": "Hello"}, "order": 7},
        **fields,
    }
    return Request._of(entry)


def test_members_may_be_omitted() -> None:
    assert differences(request(), {"payload": {"aps": {"alert": "Hello"}}}) == []
    assert differences(request(), {"payload": {"order": 7}, "status": 200}) == []


def test_a_difference_has_its_path_and_both_values() -> None:
    expected = {"payload": {"aps": {"alert": "Bye", "badge": 1}}, "push_type": "voip"}
    assert differences(request(), expected) == [
        'payload.aps.alert: expected "Bye", received "Hello"',
        "payload.aps.badge: expected 1, which the request does not have",
        'push_type: expected "voip", received "alert"',
    ]


def test_headers_are_compared_by_their_lower_case_names() -> None:
    assert differences(request(), {"headers": {"APNs-Push-Type": "alert"}}) == []
    assert differences(request(), {"headers": {"apns-priority": "5"}}) == [
        'headers.apns-priority: expected "5", which the request does not have'
    ]


def test_a_token_is_compared_with_its_shortened_form() -> None:
    token = "C730BBB42F0B224E34D0AEA534FA08B696C99C43E2B5D19D0F9AC288D26DDE26"
    assert differences(request(), {"token": token}) == []
    other = "c730bb" + "00" * 29
    assert differences(request(), {"token": other}) == [
        f'token: expected "{shorten(other)}", received "c730bb…0beb72e2"'
    ]
    assert shorten("not a token") == "not a token"


def test_the_report_shows_the_closest_request() -> None:
    requests = [request(sequence=1, payload=None), request(sequence=2), request(sequence=3)]
    text = report({"payload": {"aps": {"alert": "Bye"}}}, requests, 5)
    assert "The closest of 3 received is #3 200" in text
    assert text.endswith('  payload.aps.alert: expected "Bye", received "Hello"')
    assert report({"status": 200}, [], 5).endswith("The simulator received no request.")


def test_a_long_list_has_its_end() -> None:
    lines = listing([request(sequence=number) for number in range(1, 13)]).splitlines()
    assert lines[0] == "  … 2 earlier ones"
    assert lines[-1].startswith("  #12 200 sandbox alert to c730bb…0beb72e2")
