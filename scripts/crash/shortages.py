# Bellhop: push notifications for Apple platforms, whole and testable anywhere.
# SPDX-License-Identifier: Apache-2.0
"""The scenes in which a gateway has too little disk space or memory."""
import http.client
import signal
import sys
import time

from crash.common import (
    CAMPAIGN_WINDOW, MESSAGE_WINDOW, POLL_SECONDS, UNAVAILABLE_STATUS, Failure, Unavailable, note)
from crash.endings import terminate
from crash.memory_limit import MemoryLimit
from crash.small_disk import SmallDisk
from crash import small_disk

# The message that a gateway logs at the level error while it cannot store, and the cause that it names.
STORE_FAILED = "the storage failed"
FULL = "is full"
# A disk stays full until this many consecutive reads of the record have found nothing new.
QUIET_READS = 100
MEMORY = 256 << 20
# How often a gateway may run out of memory before its memory is doubled, and the maximum memory.
OUT_OF_MEMORY_MAX = 3
MEMORY_MAX = 2 << 30


def enter_own_mounts():
    try:
        small_disk.enter_own_mounts()
    except Unavailable as error:
        note(f"the scene full did not run: {error}")
        sys.exit(UNAVAILABLE_STATUS)


# MARK: A full disk


def full(run):
    """The disk with the database is full for a while; every second time, the gateway is killed meanwhile."""
    disk = SmallDisk(run.folder / "disk", run.options.devices)
    try:
        run.state_folder = disk.folder
        # The default log must show that the disk is full.
        run.log_options = []
        gateway = run.add(posters=2)
        run.start_campaign(gateway)
        for number, step in enumerate(run.steps(run.options.kills), 1):
            fill_once(run, gateway, disk, step, is_killed=number % 2 == 0)
        run.finish(gateway)
    finally:
        run.close()
        disk.remove()


def fill_once(run, gateway, disk, step, is_killed):
    # A gateway that has just started has an empty write-ahead log, so that it needs space at once.
    terminate(run, gateway, has_failed=True)
    gateway.start()
    while not run.wait_for_requests(gateway, step):
        run.start_campaign(gateway)
    lines = gateway.log().count(STORE_FAILED)
    refusals = run.refused_posts()
    disk.fill()
    began = time.monotonic()
    sent = run.truth.read()
    detail = wait_until_not_ready(run, gateway, disk)
    run.largest("longest time until health said so in seconds", round(time.monotonic() - began, 1))
    wait_until_quiet(run, sent)
    run.largest("most sent while the disk was full", run.truth.total - sent)
    while run.refused_posts() == refusals:
        run.check_alive()
        time.sleep(POLL_SECONDS)
    if gateway.log().count(STORE_FAILED) == lines:
        raise Failure(f"the disk is full, and the log does not say so: {gateway.log()[-2000:]}")
    if FULL not in detail:
        raise Failure(f"/health/ready does not name the full disk: {detail}")
    # Deliveries of single messages whose outcome could not be stored are sent again.
    run.crashed(databases=1)
    if is_killed:
        gateway.kill()
        run.crashed(gateways=1)
        start_on_full_disk(run, gateway)
    disk.empty()
    began = time.monotonic()
    if is_killed:
        gateway.start()
    wait_until_ready(run, gateway)
    run.resumed(gateway, began)


def wait_until_not_ready(run, gateway, disk):
    """Waits until the gateway says that it is not ready, and returns what it says about the database."""
    while True:
        run.check_alive()
        disk.fill()
        status, parts = gateway.ready()
        if status == 503 and "database" in parts:
            return parts["database"]["detail"]
        time.sleep(POLL_SECONDS)


def wait_until_quiet(run, sent):
    """Waits until nothing more is sent. The number of notifications sent meanwhile is limited on every machine."""
    unchanged, last = 0, run.truth.read()
    while unchanged < QUIET_READS:
        run.check_alive()
        total = run.truth.read()
        if total - sent > CAMPAIGN_WINDOW + MESSAGE_WINDOW:
            raise Failure(f"{total - sent} notifications were sent while nothing could be stored")
        unchanged, last = (unchanged + 1, last) if total == last else (0, total)
        time.sleep(POLL_SECONDS)


def wait_until_ready(run, gateway):
    while gateway.ready()[0] != 200:
        run.check_alive()
        time.sleep(POLL_SECONDS)


def start_on_full_disk(run, gateway):
    """A start on a full disk succeeds, or ends with an error that names the full disk."""
    before = len(gateway.log())
    gateway.spawn()
    gateway.process.is_ready.wait()
    if not gateway.process.has_ended.is_set():
        run.add_to("starts on the full disk")
        gateway.kill()
        return run.crashed(gateways=1)
    status = gateway.process.process.wait()
    said = gateway.log()[before:]
    if status <= 0 or FULL not in said and "No space left" not in said:
        raise Failure(f"a start on a full disk ended with status {status}: {said[-2000:]}")
    run.add_to("refused starts on the full disk")


# MARK: Little memory


def memory(run):
    """The gateway has little memory for an import, a plan and a campaign, and is killed during the last two."""
    limit = MemoryLimit(MEMORY)
    try:
        run.wrapper = limit.wrapper
        watch = MemoryWatch(run, limit)
        gateway = run.add()
        watch.look(gateway)
        run.start_campaign(gateway)
        # The first time, the campaign has hardly been planned.
        goals = [0] + sorted(run.random.randint(1, run.options.devices) for _ in range(run.options.kills - 1))
        for goal in goals[:run.options.kills]:
            watch.wait(gateway, goal)
            watch.look(gateway)
            gateway.kill()
            run.crashed(gateways=1)
            watch.start(gateway)
        watch.wait(gateway, None)
        run.finish(gateway)
        watch.look(gateway)
        terminate(run, gateway)
        check_database(run, gateway)
        gateway.start()
        watch.report()
    finally:
        run.close()
        limit.remove()


class MemoryWatch:
    """Waits for a gateway that may run out of memory, and measures what it uses."""

    def __init__(self, run, limit):
        self.run, self.limit = run, limit
        self.size = MEMORY
        self.peaks = {"VmHWM": 0, "RssAnon": 0}
        self.kills = limit.kills()

    def wait(self, gateway, goal):
        """Waits until `goal` notifications of the campaign have arrived, or the campaign is done."""
        text = self.run.campaigns[-1][0]
        while goal is None or self.run.truth.count(text) < goal:
            if gateway.process.has_ended.is_set():
                self.ended(gateway)
                continue
            self.look(gateway)
            try:
                if self.run.is_done(gateway):
                    return
            except (OSError, http.client.HTTPException):
                pass  # The gateway is ending.
            if self.run.truth.is_long():
                gateway.kill()
                self.run.crashed(gateways=1)
                self.run.renew_record()
                self.start(gateway)
            time.sleep(POLL_SECONDS * 10)

    def ended(self, gateway):
        """A process may be killed only by the system, and only because of the memory limit."""
        gateway.is_up.clear()
        status = gateway.process.process.wait()
        kills = self.limit.kills()
        if status < 0 and (status != -signal.SIGKILL or kills == self.kills):
            raise Failure(f"{gateway.name} ended with signal {-status}: {gateway.log()[-2000:]}")
        self.kills = kills
        self.run.add_to("out of memory")
        self.run.crashed(gateways=1)
        if self.run.figures["out of memory"] % OUT_OF_MEMORY_MAX == 0:
            if self.size >= MEMORY_MAX:
                raise Failure(f"{gateway.name} needs more memory than {self.size >> 20} MiB")
            self.size *= 2
            self.limit.set(self.size)
            self.run.figures["MiB needed"] = self.size >> 20
        self.start(gateway)

    def start(self, gateway):
        gateway.spawn()
        gateway.process.is_ready.wait()
        if not gateway.process.has_ended.is_set():
            gateway.wait_until_up()

    def look(self, gateway):
        try:
            with open(f"/proc/{gateway.process.process.pid}/status") as file:
                for name, value in (line.split(":", 1) for line in file):
                    if name in self.peaks:
                        self.peaks[name] = max(self.peaks[name], int(value.split()[0]))
        except OSError:
            pass  # It has ended.

    def report(self):
        self.run.figures["peak memory in MiB"] = self.peaks["VmHWM"] >> 10
        self.run.figures["peak memory without files in MiB"] = self.peaks["RssAnon"] >> 10


def check_database(run, gateway):
    """No unit is left open, and no unit has a mark outside of its range."""
    statements = {
        "open units": "SELECT count(*) FROM unit WHERE is_open = 1",
        "units with a mark outside of them": "SELECT count(*) FROM unit WHERE mark < first - 1 OR mark > last"}
    for what, statement in statements.items():
        if count := int(gateway.query(statement)):
            raise Failure(f"the database has {count} {what}")
    if not run.postgres and (result := gateway.query("PRAGMA integrity_check")) != "ok":
        raise Failure(f"SQLite finds errors in its file: {result}")
