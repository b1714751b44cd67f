# Bellhop: push notifications for Apple platforms, whole and testable anywhere.
# SPDX-License-Identifier: Apache-2.0

"""The pytest fixtures ``apns_server``, ``apns``, ``fcm`` and ``web_push``."""

from __future__ import annotations

import shlex
from collections.abc import Generator, Iterator
from typing import Any

import pytest
from bellhop import _compare
from bellhop._messaging import FCM, WebPush
from bellhop._server import APNsServer


def pytest_addoption(parser: pytest.Parser) -> None:
    """Declares ``--bellhop`` and ``bellhop_arguments``."""
    parser.getgroup("bellhop").addoption(
        "--bellhop", metavar="PATH", help="the program bellhop, which contains the simulated APNs"
    )
    parser.addini("bellhop_arguments", "more arguments for `bellhop apns`", default="")


@pytest.fixture(scope="session")
def apns_server(pytestconfig: pytest.Config) -> Iterator[APNsServer]:
    """The simulated APNs of the whole run."""
    arguments = shlex.split(str(pytestconfig.getini("bellhop_arguments")))
    with APNsServer(bellhop=pytestconfig.getoption("bellhop"), arguments=arguments) as server:
        yield server


@pytest.fixture
def apns(apns_server: APNsServer) -> APNsServer:
    """The simulated APNs without requests, stored notifications and faults of other tests."""
    apns_server.reset()
    return apns_server


@pytest.fixture
def fcm(apns: APNsServer) -> FCM:
    """The simulated FCM without requests and faults of other tests."""
    return apns.fcm


@pytest.fixture
def web_push(apns: APNsServer) -> WebPush:
    """The simulated push service of browsers without requests and faults of other tests."""
    return apns.web_push


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, Any, None]:
    """Adds the requests that the simulator received to the report of a failed test."""
    outcome = yield
    report = outcome.get_result()
    server = getattr(item, "funcargs", {}).get("apns")
    if report.when == "call" and report.failed and isinstance(server, APNsServer):
        try:
            text = _compare.listing(server.requests())
        except Exception as error:  # The simulator may be what failed.
            text = f"  the simulator does not respond: {error}"
        report.sections.append(("Requests that the simulated APNs received", text))
