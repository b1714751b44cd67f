# Bellhop: push notifications for Apple platforms, whole and testable anywhere.
# SPDX-License-Identifier: Apache-2.0
"""The scenes in which all gateways are killed together, shut down in an orderly way, or are killed between
a 202 and the sending."""
import time

from crash.common import POLL_SECONDS, Failure, note

# Gateways on one database in the scene "all".
GATEWAYS = 3
# The message that a gateway logs when a drain has reached its limit, NodeSettings.drainMax.
INCOMPLETE = "the node ended before all outcomes were stored"
# ServerRun.stopTimeMax: what is not finished after this time is sent again after the next start.
STOP_SECONDS_MAX = 30
# The units and deliveries that a gateway still owns; both must be 0 after an orderly shutdown.
OWNED_UNITS = "SELECT count(*) FROM unit WHERE is_open = 1 AND owner IS NOT NULL"
OWNED_DELIVERIES = "SELECT count(*) FROM delivery WHERE state = 'sending'"
# The number of devices for which sending was ever retried: the last number assigned to a row.
AGAIN_ON_SQLITE = "SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'campaign_row'"
AGAIN_ON_POSTGRES = "SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM campaign_row_no_seq"
# Clients that post in the scene "singles".
POSTERS = 8


def all_nodes(run):
    """Three gateways, each with campaigns of its own, are killed together and started again."""
    gateways = [run.add() for _ in range(GATEWAYS)]
    for number in range(1, run.options.kills + 1):
        # The node at which a campaign was posted looks for work first, so that all of them send.
        for gateway in gateways:
            run.start_campaign(gateway)
        run.wait_for_total(gateways[0], run.random.randint(1, int(GATEWAYS * 0.8 * run.options.devices)))
        time.sleep(run.random.uniform(0, 0.02))
        senders = len(run.postgres.owners())
        run.add_to(f"crashes of {senders} nodes with units")
        began = time.monotonic()
        for gateway in gateways:
            gateway.is_up.clear()
            gateway.process.process.kill()
        for gateway in gateways:
            gateway.kill()
        run.crashed(gateways=GATEWAYS)
        if run.truth.is_long():
            run.renew_record()
        for gateway in gateways:
            gateway.spawn()
        for gateway in gateways:
            gateway.wait_until_up()
        # By now, APNs has read everything that the killed gateways sent.
        if run.wait_for_total(gateways[0], 1):
            run.resumptions.append(time.monotonic() - began)
        run.wait_until_done(run.random.choice(gateways))
        if number % 10 == 0:
            note(f"{number} of {run.options.kills} crashes")
    run.finish(gateways[0])


def drain(run):
    """A gateway gets SIGTERM again and again while it sends a campaign and single messages."""
    gateway = run.add(posters=2)
    run.start_campaign(gateway)
    for number, step in enumerate(run.steps(run.options.kills), 1):
        while not run.wait_for_requests(gateway, step):
            run.start_campaign(gateway)
        time.sleep(run.random.uniform(0, 0.02))
        terminate(run, gateway)
        began = time.monotonic()
        gateway.start()
        run.resumed(gateway, began)
        if number % 10 == 0:
            note(f"{number} of {run.options.kills} ends")
    run.finish(gateway)
    terminate(run, gateway)
    # The gateway repeats what APNs has not responded to, so a repeat does not show that the shutdown was wrong.
    if again := int(gateway.query(AGAIN_ON_POSTGRES if run.postgres else AGAIN_ON_SQLITE)):
        run.figures["devices tried again"] = again
        run.has_retries = True


def terminate(run, gateway, has_failed=False):
    """Sends SIGTERM. The gateway must end with status 0 and, unless its database has failed before, leave
    nothing that waits for the end of a lease."""
    before = gateway.log().count(INCOMPLETE)
    status, seconds = gateway.terminate()
    if status != 0:
        raise Failure(f"{gateway.name} ended with status {status} after SIGTERM: {gateway.log()[-2000:]}")
    run.add_to("ends after SIGTERM")
    run.largest("longest end in seconds", round(seconds, 1))
    # On a machine that is too slow, the drain ends at its limit. Then it may repeat as much as after a crash.
    if gateway.log().count(INCOMPLETE) > before or seconds >= STOP_SECONDS_MAX:
        run.add_to("ends at the limit")
        run.crashed(gateways=1)
        return
    if has_failed:
        return
    for what, statement in (("units", OWNED_UNITS), ("deliveries", OWNED_DELIVERIES)):
        if count := int(gateway.query(statement)):
            raise Failure(f"{gateway.name} ended after SIGTERM and kept the leases of {count} {what}")


def singles(run):
    """A gateway is killed at random points while many single messages are posted, one for each device."""
    gateway = run.add(posters=POSTERS, pause=0)
    kills = run.options.kills
    goals = sorted(run.random.randint(1, run.options.devices) for _ in range(kills))
    for number, goal in enumerate(goals, 1):
        wait_for_promises(run, goal)
        time.sleep(run.random.uniform(0, 0.02))
        gateway.kill()
        run.crashed(gateways=1)
        # The messages that were promised, and had not arrived at APNs when the gateway was killed.
        run.add_to("promised and not sent at a crash", len(run.missing(run.promised())))
        gateway.start()
        if number % 10 == 0:
            note(f"{number} of {kills} kills")
    wait_for_promises(run, run.options.devices)
    run.finish(gateway)


def wait_for_promises(run, count):
    while run.posted() < count:
        run.check_alive()
        for poster in run.posters:
            if poster.failure:
                raise poster.failure
        time.sleep(POLL_SECONDS / 10)
