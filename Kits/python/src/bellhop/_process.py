# Bellhop: push notifications for Apple platforms, whole and testable anywhere.
# SPDX-License-Identifier: Apache-2.0

"""Starts and stops the process ``bellhop apns``."""

from __future__ import annotations

import contextlib
import json
import subprocess
import tempfile
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

_STOP_SECONDS = 10
_ERROR_TEXT_MAX = 4000
#: What listens on free ports.
_PORTS = (
    "sandbox",
    "production",
    "sandbox-channel",
    "production-channel",
    "control",
    "fcm",
    "web-push",
)


class StartError(RuntimeError):
    """``bellhop apns`` did not become ready; the message has its standard error."""


class SimulatorProcess:
    """A running ``bellhop apns``; it removes its state when it ends."""

    def __init__(self, program: Path, arguments: Sequence[str], timeout: float) -> None:
        # Not a pipe, which the process could fill; a file without a name, which nobody must delete.
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115
        command = [str(program), "apns", "--ready-json"]
        for port in _PORTS:
            command += [f"--{port}-port", "0"]
        try:
            # The process ends when its standard input is closed, so it ends with this one, even if
            # this one is killed.
            self._process = subprocess.Popen(
                [*command, *arguments],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
            )
        except OSError as error:
            self._errors.close()
            raise StartError(f"{program} cannot be started: {error}") from None
        #: The line that the process wrote when all its ports were open.
        self.ready = self._wait_until_ready(timeout)

    def _wait_until_ready(self, timeout: float) -> dict[str, Any]:
        lines: list[bytes] = []
        assert self._process.stdout is not None
        reader = threading.Thread(
            target=lambda read: lines.append(read()),
            args=(self._process.stdout.readline,),
            daemon=True,
        )
        reader.start()
        reader.join(timeout)
        is_late = not lines
        line = "" if is_late else lines[0].decode(errors="replace")
        try:
            ready = json.loads(line)
        except ValueError:
            ready = None
        if isinstance(ready, dict) and ready.get("ready") is True:
            return ready
        self._process.kill()
        status = self._process.wait()
        if is_late:
            problem = f"was not ready within {timeout:g} seconds"
        elif line:
            problem = f"wrote this instead of its ready line: {line.strip()[:200]}"
        else:
            problem = f"ended with status {status} before it was ready"
        errors = self.errors().strip() or "(nothing)"
        self.stop()
        raise StartError(f"bellhop apns {problem}. Its standard error:\n{errors}")

    def errors(self) -> str:
        """The end of what the process wrote to standard error."""
        self._errors.seek(0)
        return self._errors.read().decode(errors="replace")[-_ERROR_TEXT_MAX:]

    def stop(self) -> None:
        """Ends the process. A second call does nothing."""
        assert self._process.stdin is not None and self._process.stdout is not None
        with contextlib.suppress(BrokenPipeError):
            self._process.stdin.close()
        self._process.terminate()
        try:
            self._process.wait(_STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process.stdout.close()
        self._errors.close()
