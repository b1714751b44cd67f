# Bellhop: push notifications for Apple platforms, whole and testable anywhere.
# SPDX-License-Identifier: Apache-2.0

"""The kit without a simulator: which program starts, and what happens when it does not."""

from __future__ import annotations

import os
import shlex
import stat
import sys
from pathlib import Path

import pytest
from bellhop import APNsServer, BinaryNotFound, StartError, find_bellhop


def program(folder: Path, text: str) -> Path:
    """Makes a program out of Python code.

    A shell starts the interpreter, because a first line with `#!` cannot contain a path with a space.
    """
    code = folder / "program.py"
    code.write_text(f"{text}\n")
    path = folder / "bellhop"
    path.write_text(f"#!/bin/sh\nexec {shlex.quote(sys.executable)} {shlex.quote(str(code))} \"$@\"\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


def test_a_given_program_is_used_before_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = program(tmp_path, "")
    monkeypatch.setenv("BELLHOP", "/does/not/exist")
    assert find_bellhop(given) == given


def test_the_environment_is_used_before_the_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = program(tmp_path, "")
    monkeypatch.setenv("BELLHOP", str(given))
    monkeypatch.setenv("PATH", os.defpath)
    assert find_bellhop() == given


def test_a_program_that_does_not_exist_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BELLHOP", "/does/not/exist")
    with pytest.raises(BinaryNotFound, match=r"\$BELLHOP is /does/not/exist"):
        find_bellhop()


def test_a_missing_program_is_an_error_that_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("BELLHOP", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr("sysconfig.get_path", lambda *_: str(tmp_path))
    with pytest.raises(BinaryNotFound, match="set BELLHOP to its path"):
        find_bellhop()


def test_a_start_that_fails_shows_the_standard_error(tmp_path: Path) -> None:
    path = program(tmp_path, "import sys; sys.exit('the port is in use')")
    with pytest.raises(StartError, match=r"status 1 before it was ready[^$]*the port is in use"):
        APNsServer(bellhop=path)


def test_a_start_that_takes_too_long_is_ended(tmp_path: Path) -> None:
    path = program(tmp_path, "import sys, time; time.sleep(3600)")
    with pytest.raises(StartError, match=r"not ready within 0.1 seconds"):
        APNsServer(bellhop=path, timeout=0.1)


def test_another_line_than_the_expected_one_is_shown(tmp_path: Path) -> None:
    with pytest.raises(StartError, match="wrote this instead of its ready line: APNs simulator"):
        APNsServer(bellhop=program(tmp_path, "print('APNs simulator')"))
