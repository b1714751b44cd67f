#!/usr/bin/env python3
"""Runs `swift test`, ends it if the tests hang, and summarizes the failures.

    scripts/test.py [--quiet-minutes N] [--apart MODULE] -- swift test ...

With --apart, the tests of one module run in a process of their own at the same time as the others. Suites whose
tests run one after the other then do not wait for all tests of other modules; most such suites are in EndToEndTests.

At the end it prints, for each failed test, its name, its location, the first line of each issue, and
the command that runs it again.

A test that hangs and ignores its cancellation continues after its time limit, and so does the whole
run, without naming the test. The run is therefore ended, and the running tests are named, if no test
has started or ended for N minutes (5 by default) while the tests used no processor time, or for five
times as long while they used some. The build before the tests does not count. A slow or busy machine
does not end a run, because tests that wait for the processor still get some time.
"""
import argparse
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import tempfile
import threading
import time

CHECK_SECONDS = 1
# Tests that use a smaller share of one processor than this are only waiting.
IDLE_SHARE = 0.02
# The factor by which a run may be quiet longer while its tests use the processor.
BUSY_FACTOR = 5
# The maximum time to read the last output of a process that has ended.
COPY_SECONDS_MAX = 10
# The number of tests that run at the same time: far more than cores, because many tests wait for a
# server or a phone, but far fewer than all, because each needs memory, ports and processes.
WIDTH = ("SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH", "16")
# All servers are on this machine: a proxy from the environment would not reach them.
LOCAL = "127.0.0.1,localhost"
# The maximum length of a line, number of issues per test, and number of tests in the summary.
LINE_MAX = 300
ISSUE_MAX = 5
TEST_MAX = 100
# The exit status of a run that succeeded without running a test, which shows nothing about the code.
NOTHING_RAN_STATUS = 2


class Test:
    """A test function, as described by the stream of events."""

    def __init__(self, payload):
        self.id = payload["id"]
        self.name = payload.get("displayName") or payload["name"]
        location = payload.get("sourceLocation", {})
        self.location = f"{location.get('fileID', '?')}:{location.get('line', '?')}"
        self.cases = []  # The arguments of the running test cases.
        self.overlaps = False  # Whether several cases have run at once since no case was running.
        self.issues = []
        self.state = None  # None, "running" or "ended"

    @property
    def command(self):
        """The command for this test. The id is `Module.Suite/name(labels)/File.swift:line:column`."""
        path = self.id.rsplit("/", 1)[0].rsplit("(", 1)[0]
        # A filter is a regular expression; backticks and parentheses would need double quoting.
        pattern = "".join(c if c.isalnum() or c in " _/,:-" else "." for c in path)
        return f"make test FILTER={shlex.quote(pattern)}"

    def add(self, payload):
        issue = payload.get("issue", {})
        if issue.get("isKnown") or not issue.get("isFailure", True):
            return
        messages = payload.get("messages") or [{"text": "an issue without a message"}]
        location = issue.get("sourceLocation") or {}
        where = f"{location['fileID']}:{location['line']}: " if "fileID" in location else ""
        # If several test cases run at once, the stream does not show to which case the issue belongs.
        case = f"  [{self.cases[0]}]" if self.cases and not self.overlaps else ""
        lines = [short(message.get("text", "")) for message in messages[:2]]
        self.issues.append(short(where + "; ".join(lines)) + short(case, 100))

    def start_case(self, arguments):
        self.cases.append(arguments)
        self.overlaps = self.overlaps or len(self.cases) > 1

    def end_case(self):
        self.cases = self.cases[1:]
        self.overlaps = self.overlaps and bool(self.cases)


def short(text, length=LINE_MAX):
    """Returns the first line of a text, truncated to a length."""
    line = text.split("\n", 1)[0]
    return line if len(line) <= length else line[: length - 1] + "…"


def arguments(payload):
    """Returns the arguments in `Test case passing 1 argument row → two to "name" started.`"""
    text = (payload.get("messages") or [{}])[0].get("text", "")
    text = text.split(" argument ", 1)[-1].split(" arguments ", 1)[-1]
    return text.rsplit(' to "', 1)[0] if "→" in text else ""


def read(path):
    """Returns all tests in the stream of events, in the order of their first appearance."""
    tests = {}
    if not os.path.exists(path):
        return []
    with open(path, encoding="utf-8", errors="replace") as file:
        for line in file:
            try:
                record = json.loads(line)
                kind, payload = record["kind"], record["payload"]
                if kind == "test":
                    if payload.get("kind") == "function":
                        tests.setdefault(payload["id"], Test(payload))
                    continue
                test = tests.get(payload.get("testID"))
                if test is None:
                    if payload["kind"] == "issueRecorded":
                        # Not in a test function: in a suite, or in a task that outlived a test.
                        test = tests.setdefault("", Test({"id": "", "name": "outside of a test"}))
                        test.add(payload)
                    continue
                if payload["kind"] == "testStarted":
                    test.state = "running"
                elif payload["kind"] in ("testEnded", "testSkipped"):
                    test.state = "ended"
                elif payload["kind"] == "testCaseStarted":
                    test.start_case(arguments(payload))
                elif payload["kind"] == "testCaseEnded":
                    test.end_case()
                elif payload["kind"] == "issueRecorded":
                    test.add(payload)
            except (ValueError, KeyError, TypeError, IndexError):
                continue  # The last line may be incomplete.
    return list(tests.values())


def processes():
    """Returns all processes of this machine: ID, parent's ID, processor time in seconds."""
    rows = []
    if os.path.isdir("/proc/self"):
        tick = os.sysconf("SC_CLK_TCK")
        for number in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open(f"/proc/{number}/stat", encoding="utf-8", errors="replace") as file:
                    # The name may contain anything; the state and the parent follow it.
                    fields = file.read().rsplit(")", 1)[1].split()
                rows.append((int(number), int(fields[1]), sum(map(int, fields[11:15])) / tick))
            except (OSError, IndexError, ValueError):
                continue  # It has ended.
    else:
        command = ["ps", "-A", "-o", "pid=,ppid=,time="]
        text = subprocess.run(command, stdout=subprocess.PIPE, text=True).stdout
        for line in text.splitlines():
            number, parent, time = line.split()[:3]
            seconds = 0.0
            for part in time.replace("-", ":").split(":"):
                seconds = seconds * 60 + float(part)
            rows.append((int(number), int(parent), seconds))
    return rows


def descendants(root):
    """Returns the process and its descendants, with their total processor time; swift test runs
    the tests in a separate process group."""
    rows = processes()
    found = [root]
    for parent in found:
        found += [child for child, of, _ in rows if of == parent]
    known = set(found)
    return found, sum(seconds for number, _, seconds in rows if number in known)


def end(process):
    """Ends the run and all processes that it started."""
    if process.poll() is not None:
        return
    running, _ = descendants(process.pid)
    for sign in (signal.SIGTERM, signal.SIGKILL):
        for number in running:
            try:
                os.kill(number, sign)
            except ProcessLookupError:
                pass
        try:
            process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            continue


class Run:
    """One process with tests, and its stream of events."""

    def __init__(self, command, events, **options):
        self.events = events
        self.tests = []  # Read at the end.
        self.process = subprocess.Popen(
            command + ["--event-stream-output-path", events], start_new_session=True, **options)
        self.copier = None
        if self.process.stdout is not None:
            self.copier = threading.Thread(target=self.copy, daemon=True)
            self.copier.start()

    def copy(self):
        """Copies whole lines at a time, so that they do not mix with those of another run."""
        for line in self.process.stdout:
            sys.stdout.buffer.write(line)
            sys.stdout.buffer.flush()

    def end(self):
        end(self.process)
        if self.copier is not None:
            # A process that outlived its test may keep the pipe open.
            self.copier.join(COPY_SECONDS_MAX)
        self.tests = read(self.events)

    @property
    def byte_count(self):
        return os.path.getsize(self.events) if os.path.exists(self.events) else 0


def start(options, folder, runs):
    """Starts the tests in one process or in two, and appends the runs to a list."""
    first = os.path.join(folder, "events.jsonl")
    if options.apart is None:
        runs.append(Run(options.command, first))
        return
    pattern = f"^{re.escape(options.apart)}\\."
    # Otherwise one process would wait until the other has ended. Nothing is built.
    command = options.command + ["--ignore-lock"]
    runs.append(Run(command + ["--skip", pattern], first))
    # SwiftPM locks the build's database until it has planned the build, and fails if another process holds the lock.
    while runs[0].byte_count == 0:
        if runs[0].process.poll() is not None:
            return
        time.sleep(CHECK_SECONDS)
    runs.append(Run(
        command + ["--filter", pattern], os.path.join(folder, "apart.jsonl"),
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT))


def wait(runs, quiet_max):
    """Returns the exit status, that of the first run that failed; None if all were quiet for too long."""
    size, idle, busy = 0, 0.0, 0.0
    spent = 0.0
    while idle < quiet_max and idle + busy < quiet_max * BUSY_FACTOR:
        running = [run for run in runs if run.process.poll() is None]
        if not running:
            return next((run.process.returncode for run in runs if run.process.returncode != 0), 0)
        try:
            running[0].process.wait(timeout=CHECK_SECONDS)
            continue
        except subprocess.TimeoutExpired:
            pass
        # Before the first event, the build is running.
        grown = sum(run.byte_count for run in runs)
        now = sum(descendants(run.process.pid)[1] for run in running)
        if grown != size or grown == 0:
            size, idle, busy = grown, 0.0, 0.0
        elif now - spent < IDLE_SHARE * CHECK_SECONDS:
            idle += CHECK_SECONDS
        else:
            busy += CHECK_SECONDS
        spent = now
    return None


def say(text=""):
    print(text, file=sys.stderr)


def summary(tests, status, minutes):
    """Prints the failures; nothing if there are none."""
    failed = [test for test in tests if test.issues]
    running = [test for test in tests if test.state == "running"]
    if status is None:
        say(f"\ntests: no test has started or ended for {minutes:g} minutes or more, so the run was "
            f"ended; {len(running)} started and did not end:")
        for test in running[:TEST_MAX]:
            say(f"  {test.name}  ({test.location})\n      {test.command}")
        if not running:
            say("  the process did not exit after its last test")
    elif running and status != 0:
        say(f"\ntests: the process ended with status {status} while {len(running)} ran; "
            "one of them may have crashed it:")
        for test in running[:TEST_MAX]:
            say(f"  {test.name}  ({test.location})\n      {test.command}")
    if not failed:
        return
    ended = sum(test.state == "ended" for test in tests)
    say(f"\ntests: {len(failed)} of {ended} failed:")
    for test in failed[:TEST_MAX]:
        say(f"\n  {test.name}  ({test.location})")
        for issue in test.issues[:ISSUE_MAX]:
            say(f"    - {issue}")
        if len(test.issues) > ISSUE_MAX:
            say(f"    - and {len(test.issues) - ISSUE_MAX} more")
        if test.id:
            say(f"      {test.command}")
    if len(failed) > TEST_MAX:
        say(f"\n  and {len(failed) - TEST_MAX} more")


def main():
    parser = argparse.ArgumentParser(
        description="Runs the tests, ends them if they hang, and summarizes the failures.")
    parser.add_argument(
        "--quiet-minutes", type=float, default=5, metavar="N",
        help="end the run after N minutes without progress (default: 5)")
    parser.add_argument("--apart", metavar="MODULE", help="run this module's tests in a process of their own")
    parser.add_argument("command", nargs="+", help="swift test and its arguments")
    options = parser.parse_args()

    # If a signal ends this script, the tests are ended too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    with tempfile.TemporaryDirectory(prefix="bellhop-test-") as folder:
        os.environ.setdefault(*WIDTH)
        for name in ("NO_PROXY", "no_proxy"):
            os.environ[name] = ",".join(filter(None, [os.environ.get(name), LOCAL]))
        runs = []
        try:
            start(options, folder, runs)
            status = wait(runs, options.quiet_minutes * 60)
        except KeyboardInterrupt:
            status = 130
        finally:
            for run in runs:
                run.end()
        if status == 0 and not all(any(test.state == "ended" for test in run.tests) for run in runs):
            say("tests: the run ended with status 0, but no test ran; check the arguments after --, "
                "and whether a filter matches any test")
            sys.exit(NOTHING_RAN_STATUS)
        if status != 0:
            summary([test for run in runs for test in run.tests], status, options.quiet_minutes)
        sys.exit(1 if status is None else status)


if __name__ == "__main__":
    main()
