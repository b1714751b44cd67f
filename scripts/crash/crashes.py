# Bellhop: push notifications for Apple platforms, whole and testable anywhere.
# SPDX-License-Identifier: Apache-2.0
"""The scenes in which gateways are killed, and databases and connections end."""
import pathlib
import shutil
import signal
import tempfile
import time

from crash.common import POLL_SECONDS, Failure, note
from crash.postgres import CommitCutter

# The message that a gateway logs when the database refuses its write about a unit.
REFUSED = "another node has taken a unit"


def kill(run):
    gateway = run.add()
    run.start_campaign(gateway)
    for number, step in enumerate(run.steps(run.options.kills), 1):
        while not run.wait_for_requests(gateway, step):
            run.start_campaign(gateway)
        time.sleep(run.random.uniform(0, 0.02))
        gateway.kill()
        began = time.monotonic()
        run.crashed(gateways=1)
        connection = run.truth.connections[run.campaigns[-1][0]]
        # One in five restarts is also killed, at a random point.
        while run.random.random() < 0.2:
            gateway.spawn()
            time.sleep(run.random.uniform(0, 1))
            gateway.kill()
            run.crashed(gateways=1)
        gateway.start()
        if run.wait_for_connection(gateway, connection):
            run.resumptions.append(time.monotonic() - began)
        if number % 10 == 0:
            note(f"{number} of {run.options.kills} kills")
    run.finish(gateway)


def nodes(run):
    """The sending node is killed, and a second one takes over. The second one is suspended for longer
    than its lease, and the third one takes over. Then the second one resumes, its writes are refused,
    and it is killed.
    """
    sending, spare, other = run.add(), run.add(), run.add()
    other.kill()
    spare.kill()
    run.start_campaign(sending)
    for step in run.steps(run.options.kills):
        if not run.wait_for_requests(sending, step):
            run.start_campaign(sending)
            run.wait_for_requests(sending, 1)
        # A node that starts now gets no units: the other node owns the whole campaign, if the
        # campaign has at most NodeSettings.unitsMax units.
        before = run.postgres.owners()
        spare.start()
        sending.kill()
        taken_over(run, sending, spare, before)
        before = run.postgres.owners()
        other.start()
        spare.process.send(signal.SIGSTOP)
        refusals = spare.log().count(REFUSED)
        has_lost = taken_over(run, spare, other, before)
        run.wait_for_requests(other, 1)
        spare.process.send(signal.SIGCONT)
        if has_lost:
            wait_for_refusal(run, spare, refusals)
        spare.kill()
        run.crashed(gateways=1)
        sending, spare, other = other, sending, spare
    run.finish(sending)


def taken_over(run, old, new, before):
    """Waits until another node owns all units of a node that was killed or suspended, and of earlier ones.

    Returns whether the old node still owned units after a second: it did not finish these itself.
    """
    began = time.monotonic()
    run.crashed(gateways=1)
    had_units = False
    while True:
        owners = run.postgres.owners()
        if owners and not owners & before:
            break
        had_units = had_units or time.monotonic() - began > 1 and bool(owners & before)
        if run.is_done(new):
            run.start_campaign(new)
        time.sleep(POLL_SECONDS * 5)
    run.resumed(new, began)
    return had_units


def wait_for_refusal(run, gateway, before):
    """Waits until a node that was suspended has noticed that its units belong to another node."""
    while gateway.log().count(REFUSED) == before:
        if gateway.process.has_ended.is_set():
            raise Failure(f"{gateway.name} ended by itself: {gateway.log()[-2000:]}")
        time.sleep(POLL_SECONDS)
    run.add_to("refused nodes")


def database(run):
    """PostgreSQL crashes while the gateway sends."""
    gateway = run.add()
    run.start_campaign(gateway)
    for step in run.steps(run.options.kills):
        while not run.wait_for_requests(gateway, step):
            run.start_campaign(gateway)
        time.sleep(run.random.uniform(0, 0.05))
        run.postgres.stop("immediate")
        time.sleep(run.random.uniform(0, 1))
        began = time.monotonic()
        run.crashed(databases=1)
        run.postgres.again()
        run.resumed(gateway, began)
    run.finish(gateway)


def failover(run):
    """PostgreSQL's primary server ends while the gateway sends, and its standby takes over."""
    gateway = run.add()
    run.start_campaign(gateway)
    for step in run.steps(run.options.kills):
        while not run.wait_for_requests(gateway, step):
            run.start_campaign(gateway)
        time.sleep(run.random.uniform(0, 0.05))
        began = time.monotonic()
        run.crashed(databases=1)
        run.postgres.fail_over()
        run.resumed(gateway, began)
        run.postgres.add_standby()
    run.finish(gateway)


def commit(run):
    """Connections are lost during commits; the gateway finds out whether each commit took effect."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix="bellhop-cut-", dir="/tmp"))
    cutter = CommitCutter(folder, run.postgres, run.options.seed)
    try:
        run.address = cutter.address
        gateway = run.add()
        run.start_campaign(gateway)
        cutter.left = run.options.kills
        while cutter.left > 0:
            if run.is_done(gateway):
                # Two cuts in a row could lose the response to the start of a campaign.
                left, cutter.left = cutter.left, 0
                run.start_campaign(gateway)
                cutter.left = left
            time.sleep(POLL_SECONDS * 5)
        run.finish(gateway)
        run.unanswered = gateway.unanswered()
        run.figures["requests without a response"] = run.unanswered
        for when, count in cutter.cuts.items():
            run.figures[f"cut {when} the commit"] = count
    finally:
        shutil.rmtree(folder)
