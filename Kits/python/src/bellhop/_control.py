# Bellhop: push notifications for Apple platforms, whole and testable anywhere.
# SPDX-License-Identifier: Apache-2.0

"""JSON over HTTP to the simulator's control API."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import urlencode

# The API is on this machine, so a proxy from the environment must not be used.
_OPENER = urllib.request.build_opener(urllib.request.ProxyHandler({}))
# The API itself waits 30 seconds at most.
_TIMEOUT_SECONDS = 60


class ControlError(RuntimeError):
    """The control API refused a call, for instance because of an unknown field."""

    def __init__(self, method: str, path: str, status: int, body: str) -> None:
        try:
            problem = json.loads(body)
        except ValueError:
            problem = {}
        if not isinstance(problem, dict):
            problem = {}
        #: The HTTP status.
        self.status = status
        #: The problem's code, such as ``no_token``; empty if the response has none.
        self.code = str(problem.get("code", ""))
        detail = problem.get("detail") or problem.get("title") or body
        super().__init__(f"{method} {path}: {status} {self.code}: {detail}")


class Control:
    """One control API."""

    def __init__(self, url: str) -> None:
        self.url = url

    def call(
        self,
        method: str,
        path: str,
        body: Mapping[str, Any] | None = None,
        query: Mapping[str, Any] | None = None,
    ) -> Any:
        """Returns the response's JSON, or ``None`` if it has no body."""
        with self._open(method, path, body, query) as response:
            text = response.read()
        return json.loads(text) if text else None

    def lines(self, method: str, path: str, body: Mapping[str, Any]) -> Iterator[Any]:
        """Yields the values of a response with one JSON value per line."""
        with self._open(method, path, body, None) as response:
            for line in response:
                if line.strip():
                    yield json.loads(line)

    def _open(
        self,
        method: str,
        path: str,
        body: Mapping[str, Any] | None,
        query: Mapping[str, Any] | None,
    ) -> Any:
        fields = {name: value for name, value in (query or {}).items() if value is not None}
        request = urllib.request.Request(
            self.url + path + ("?" + urlencode(fields) if fields else ""),
            method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={} if body is None else {"Content-Type": "application/json"},
        )
        try:
            return _OPENER.open(request, timeout=_TIMEOUT_SECONDS)
        except urllib.error.HTTPError as error:
            with error:
                text = error.read().decode(errors="replace")
            raise ControlError(method, path, error.code, text) from None
