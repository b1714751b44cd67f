# Bellhop: push notifications for Apple platforms, whole and testable anywhere.
# SPDX-License-Identifier: Apache-2.0
"""What all parts of the crash tests share."""
import os
import pathlib
import sys

SCRIPTS = pathlib.Path(__file__).resolve().parent.parent
POLL_SECONDS = 0.01
# The time limit for one request or the end of one process; only what hangs reaches it.
REQUEST_SECONDS = 1200
# How many notifications one crash of one gateway may repeat: NodeSettings.unsettledMax of campaigns,
# DeliveryWorker.Configuration.inFlightMax of single messages.
CAMPAIGN_WINDOW = 10_000
MESSAGE_WINDOW = 256
# The exit status when this machine cannot run a scene.
UNAVAILABLE_STATUS = 69


class Failure(Exception):
    """Something is wrong with what was tested."""


class Unavailable(Exception):
    """This machine cannot run the scene."""


def note(text):
    print(f"crash: {text}", file=sys.stderr, flush=True)


def is_root():
    return os.geteuid() == 0
