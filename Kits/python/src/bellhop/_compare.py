# Bellhop: push notifications for Apple platforms, whole and testable anywhere.
# SPDX-License-Identifier: Apache-2.0

"""Compares what a test expects with what the simulator received."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from bellhop._types import Request

#: What an expectation may contain besides payload and headers.
FIELDS = frozenset(
    ("app", "token", "push_type", "environment", "status", "reason", "apns_id", "collapse_id")
)
_LISTED_MAX = 10
_VALUE_MAX = 300
_MISSING = object()


def differences(request: Any, expected: Mapping[str, Any]) -> list[str]:
    """How a request or a message differs from an expectation, line by line; empty if it matches.

    Objects of the expectation may omit members; everything else must be equal.
    """
    lines: list[str] = []
    for name, value in expected.items():
        if value is None:
            continue
        if name == "payload":
            lines += _below("payload", value, request.payload)
        elif name == "headers":
            lower = {key.lower(): str(text) for key, text in value.items()}
            lines += _below("headers", lower, dict(request.headers))
        elif name == "token":
            lines += _below(name, shorten(value), request.token)
        else:
            lines += _below(name, value, getattr(request, name))
    return lines


def report(expected: Mapping[str, Any], requests: Sequence[Request], waited: float) -> str:
    """The message for an expectation that no request fulfilled."""
    given = [
        f"  {name}: {_show(shorten(value) if name == 'token' else value)}"
        for name, value in expected.items()
        if value is not None
    ]
    head = f"no request matched within {waited:g} s; expected:"
    if not requests:
        return "\n".join([head, *given, "The simulator received no request."])
    # Of several that are equally close, the newest is the most likely one.
    closest = min(reversed(requests), key=lambda request: len(differences(request, expected)))
    lines = [head, *given, f"The closest of {len(requests)} received is {closest}"]
    return "\n".join(lines + [f"  {line}" for line in differences(closest, expected)])


def listing(requests: Sequence[object]) -> str:
    """The requests, one per line, the newest ones last."""
    if not requests:
        return "  (none)"
    lines = [f"  {request}"[:_VALUE_MAX] for request in requests[-_LISTED_MAX:]]
    if len(requests) > _LISTED_MAX:
        lines.insert(0, f"  … {len(requests) - _LISTED_MAX} earlier ones")
    return "\n".join(lines)


def _below(path: str, expected: Any, received: Any) -> Iterator[str]:
    if isinstance(expected, Mapping) and isinstance(received, Mapping):
        for name, value in expected.items():
            yield from _below(f"{path}.{name}", value, received.get(name, _MISSING))
    elif received is _MISSING:
        yield f"{path}: expected {_show(expected)}, which the request does not have"
    elif expected != received:
        yield f"{path}: expected {_show(expected)}, received {_show(received)}"


def _show(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, default=repr)
    return text if len(text) <= _VALUE_MAX else text[:_VALUE_MAX] + "…"


def shorten(token: str) -> str:
    """A device token as the simulator shows it: its first digits and an FNV-1a hash of it."""
    try:
        data = bytes.fromhex(token)
    except ValueError:
        return token
    value = 0xCBF29CE484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001B3 % 2**64
    return f"{data[:3].hex()}…{(value ^ value >> 32) % 2**32:08x}"
