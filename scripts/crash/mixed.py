# Bellhop: push notifications for Apple platforms, whole and testable anywhere.
# SPDX-License-Identifier: Apache-2.0
"""The scene in which everything happens to three gateways while clients post single messages."""
import pathlib
import shutil
import signal
import tempfile
import time

from crash.common import POLL_SECONDS, note
from crash.endings import wait_for_promises
from crash.postgres import CommitCutter

# The numbers of clients of the gateways: five in all.
POSTERS = (2, 2, 1)
# The lease of a single message is never shorter than 20 seconds.
LONGER_THAN_A_LEASE = 21
# With fewer devices, each client waits this long between two messages, in seconds, because it posts until
# all failures have happened.
FULL_SPEED_DEVICES = 1000
SHORT_RUN_PAUSE = 0.05
# The number of commits that are cut off each time.
CUTS = 5


def mixed(run):
    """Gateways are killed, are suspended for longer than a lease, and lose their database or some commits."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix="bellhop-cut-", dir="/tmp"))
    cutter = CommitCutter(folder, run.postgres, run.options.seed)
    try:
        run.address = cutter.address
        pause = 0 if run.options.devices >= FULL_SPEED_DEVICES else SHORT_RUN_PAUSE
        gateways = [run.add(posters=count, pause=pause) for count in POSTERS]
        kills = run.options.kills
        goals = sorted(run.random.randint(1, run.options.devices) for _ in range(kills))
        for number, goal in enumerate(goals):
            wait_for_promises(run, goal)
            # The kinds of failure alternate, and each affects a random gateway.
            (kill, stop, part, cut)[number % 4](run, run.random.choice(gateways), cutter)
            if (number + 1) % 10 == 0:
                note(f"{number + 1} of {kills} failures")
        wait_for_promises(run, run.options.devices)
        run.finish(gateways[0])
        run.figures["cut commits"] = sum(cutter.cuts.values())
    finally:
        shutil.rmtree(folder)


def kill(run, gateway, _):
    gateway.kill()
    run.crashed(gateways=1)
    gateway.start()
    run.add_to("killed gateways")


def stop(run, gateway, _):
    """Another gateway sends the messages of the suspended one, which must not record them when it resumes."""
    gateway.process.send(signal.SIGSTOP)
    time.sleep(LONGER_THAN_A_LEASE)
    gateway.process.send(signal.SIGCONT)
    run.crashed(gateways=1)
    run.add_to("stopped gateways")


def part(run, _, cutter):
    """No gateway reaches the database for a while."""
    cutter.part()
    time.sleep(run.random.uniform(0.1, 3))
    cutter.join()
    run.crashed(databases=1)
    run.add_to("partitions")


def cut(run, _, cutter):
    cutter.left = CUTS
    while cutter.left > 0:
        run.check_alive()
        time.sleep(POLL_SECONDS)
    run.crashed(databases=1)
