# Bellhop: push notifications for Apple platforms, whole and testable anywhere.
# SPDX-License-Identifier: Apache-2.0
"""Sends requests to the gateway: connections, retries, problems, pages. Needs no other package."""
from __future__ import annotations

import http.client
import json
import threading
import time
import urllib.parse
import uuid
from typing import Any, Callable, Dict, Iterator, Mapping, Optional

#: The maximum number of attempts for one call.
ATTEMPTS_MAX = 5
#: The longest pause between two attempts, in seconds.
PAUSE_MAX = 30.0
#: The maximum size of a response, in bytes.
RESPONSE_BYTES_MAX = 64 << 20


class Problem(Exception):
    """The gateway refused a call, or could not process it (RFC 9457)."""

    def __init__(self, status: int, members: Mapping[str, Any]) -> None:
        #: The status of the response.
        self.status = status
        #: The stable code, such as ``bad_filter``; empty if the response was not the gateway's.
        self.code = str(members.get("code", ""))
        #: What is wrong, and what to do.
        self.detail = str(members.get("detail", ""))
        #: The member of the request that is wrong.
        self.key_path: Optional[str] = members.get("key_path")
        #: The position in the request or in a filter, from 1.
        self.line: Optional[int] = members.get("line")
        self.column: Optional[int] = members.get("column")
        super().__init__(f"{status} {self.code}: {self.detail}" if self.code else f"status {status}")


class Unreachable(Exception):
    """There was no response.

    Calls that change something may have been processed. Repeat them with the same
    ``idempotency_key`` where the operation has one.
    """

    def __init__(self, detail: str, idempotency_key: Optional[str]) -> None:
        #: The key of the call; ``None`` if the operation has none.
        self.idempotency_key = idempotency_key
        super().__init__(detail)


def encoded(text: str) -> str:
    """Returns a text as one segment of a path."""
    return urllib.parse.quote(text, safe="")


def pages(key: str, page: Callable[[Optional[str]], Any]) -> Iterator[Any]:
    """Returns the entries of all pages of a list."""
    after: Optional[str] = None
    while True:
        found = page(after)
        yield from found.get(key, [])
        after = found.get("next")
        if after is None:
            return


class Connection:
    """Calls a gateway. Threads may share it; each has its own connection."""

    def __init__(
        self,
        url: str,
        key: str,
        *,
        timeout: float = 30.0,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        """
        :param url: the address of the gateway, such as ``http://127.0.0.1:8080``.
        :param key: an API key with the scopes of the operations that are called.
        :param timeout: seconds to wait for a connection or for a part of the response.
        :param sleep: waits between two attempts; for tests.
        """
        parts = urllib.parse.urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError(f"{url!r} is not an address; use http://HOST:PORT or https://HOST")
        self._parts = parts
        self._key = key
        self._timeout = timeout
        self._sleep = sleep
        self._threads = threading.local()

    def _call(
        self,
        method: str,
        path: str,
        *,
        query: Optional[Dict[str, Any]] = None,
        body: Any = None,
        content_type: str = "application/json",
        idempotency_key: Optional[str] = None,
        is_idempotent: bool = False,
    ) -> Any:
        given = {name: value for name, value in (query or {}).items() if value is not None}
        target = self._parts.path.rstrip("/") + path
        if given:
            target += "?" + urllib.parse.urlencode(
                {name: "true" if value is True else "false" if value is False else value for name, value in given.items()}
            )
        headers = {"authorization": f"Bearer {self._key}", "accept": "application/json"}
        data: Optional[bytes] = None
        if body is not None:
            headers["content-type"] = content_type
            if isinstance(body, bytes):
                data = body
            elif isinstance(body, str):
                data = body.encode()
                if content_type == "application/json":
                    headers["content-type"] = "text/plain; charset=utf-8"
            else:
                data = json.dumps(body).encode()
        if is_idempotent:
            idempotency_key = idempotency_key or str(uuid.uuid4())
            headers["idempotency-key"] = idempotency_key
        # A repeated POST without a key could take effect twice.
        may_repeat = method in ("GET", "PUT", "DELETE") or is_idempotent
        for attempt in range(1, ATTEMPTS_MAX + 1):
            pause = min(PAUSE_MAX, 0.5 * 2 ** (attempt - 1))
            try:
                status, response_headers, text = self._exchange(method, target, data, headers)
            except (OSError, http.client.HTTPException) as error:
                self.close()
                if attempt == ATTEMPTS_MAX or not may_repeat:
                    reason = f"{self._parts.netloc} did not respond: {error or type(error).__name__}"
                    raise Unreachable(reason, idempotency_key) from error
                self._sleep(pause)
                continue
            if status in (429, 503) and attempt < ATTEMPTS_MAX and may_repeat:
                after = response_headers.get("retry-after", "")
                self._sleep(min(PAUSE_MAX, float(after)) if after.isdigit() else pause)
                continue
            return self._result(status, response_headers, text)
        raise AssertionError("the last attempt returns or raises")

    def _exchange(
        self, method: str, target: str, data: Optional[bytes], headers: Dict[str, str]
    ) -> "tuple[int, http.client.HTTPMessage, bytes]":
        connection: Optional[http.client.HTTPConnection] = getattr(self._threads, "connection", None)
        if connection is None:
            kind = http.client.HTTPSConnection if self._parts.scheme == "https" else http.client.HTTPConnection
            connection = kind(self._parts.hostname or "", self._parts.port, timeout=self._timeout)
            self._threads.connection = connection
        connection.request(method, target, body=data, headers=headers)
        response = connection.getresponse()
        text = response.read(RESPONSE_BYTES_MAX + 1)
        if len(text) > RESPONSE_BYTES_MAX:
            raise http.client.HTTPException(f"the response is larger than {RESPONSE_BYTES_MAX} bytes")
        return response.status, response.headers, text

    @staticmethod
    def _result(status: int, headers: http.client.HTTPMessage, text: bytes) -> Any:
        kind = headers.get_content_type()
        if status >= 300:
            members: Any = {}
            if kind.endswith("json"):
                try:
                    members = json.loads(text)
                except ValueError:
                    pass
            raise Problem(status, members if isinstance(members, dict) else {})
        if not text:
            return None
        return json.loads(text) if kind == "application/json" else text.decode()

    def close(self) -> None:
        """Closes the connection of this thread. The next call opens another one."""
        connection = getattr(self._threads, "connection", None)
        if connection is not None:
            connection.close()
            self._threads.connection = None
