#!/usr/bin/env python3
"""Runs `swift test` and ends it when the tests stand still, naming those that began and did not end.

    scripts/test.py [--quiet-minutes N] -- swift test ...

A test that hangs and does not heed its cancellation outlives its own time limit, and with it the
whole run, without a word about which one it was. Here the run is ended once nothing has begun or
ended for so long (5 minutes unless told otherwise); the build before it may take its time.
"""
import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile

CHECK_SECONDS = 1
# How many tests run at once. Far more than cores, because many wait for a server or a phone; far
# fewer than all, or each waits for its turn longer than a test has patience.
WIDTH = ("SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH", "16")


def unfinished(path):
    """The names of tests and test cases that began and did not end, in the order they began."""
    names, running = {}, {}
    with open(path, encoding="utf-8", errors="replace") as file:
        for line in file:
            try:
                record = json.loads(line)
                payload = record["payload"]
                if record["kind"] == "test":
                    if payload.get("kind") == "function":
                        names[payload["id"]] = payload.get("displayName") or payload["name"]
                    continue
                if payload.get("testID") in names:
                    if payload["kind"] == "testStarted":
                        running[payload["testID"]] = None
                    elif payload["kind"] in ("testEnded", "testSkipped"):
                        running.pop(payload["testID"], None)
            except (ValueError, KeyError, TypeError):
                continue  # The last line may be half written.
    return [f"{names[test]}  ({test.rsplit('/', 1)[-1]})" for test in running]


def descendants(root):
    """The process, its children and theirs; swift test gives the tests a group of their own."""
    parents = []
    if os.path.isdir("/proc/self"):
        for number in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open(f"/proc/{number}/stat", encoding="utf-8", errors="replace") as file:
                    # Behind the name, which may hold anything: the state, then the parent.
                    parents.append((int(number), int(file.read().rsplit(")", 1)[1].split()[1])))
            except OSError:
                continue  # It has ended.
    else:
        text = subprocess.run(["ps", "-A", "-o", "pid=,ppid="], stdout=subprocess.PIPE, text=True)
        parents = [tuple(map(int, line.split())) for line in text.stdout.splitlines()]
    found = [root]
    for parent in found:
        found += [child for child, of in parents if of == parent]
    return found


def end(process):
    """Ends the run with everything that it started."""
    if process.poll() is not None:
        return
    running = descendants(process.pid)
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


def main():
    parser = argparse.ArgumentParser(description="Runs the tests and ends them when they hang.")
    parser.add_argument("--quiet-minutes", type=float, default=5, metavar="N")
    parser.add_argument("command", nargs="+", help="swift test and its arguments")
    options = parser.parse_args()

    # Whoever ends this script ends the tests with it.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    with tempfile.TemporaryDirectory(prefix="bellhop-test-") as folder:
        events = os.path.join(folder, "events.jsonl")
        command = options.command + ["--event-stream-output-path", events]
        os.environ.setdefault(*WIDTH)
        process = subprocess.Popen(command, start_new_session=True)
        try:
            status = wait(process, events, options.quiet_minutes * 60)
        except KeyboardInterrupt:
            status = 130
        finally:
            end(process)
        if status is None:
            report(unfinished(events), options.quiet_minutes)
            status = 1
        sys.exit(status)


def wait(process, events, quiet_max):
    """The run's status; None when nothing has begun or ended for so many seconds."""
    size, quiet = 0, 0.0
    while quiet < quiet_max:
        try:
            return process.wait(timeout=CHECK_SECONDS)
        except subprocess.TimeoutExpired:
            # Before the first event it builds.
            grown = os.path.getsize(events) if os.path.exists(events) else 0
            quiet = quiet + CHECK_SECONDS if grown == size and grown > 0 else 0.0
            size = grown
    return None


def report(tests, minutes):
    print(f"\ntests: nothing has begun or ended for {minutes:g} minutes, so the run was ended; "
          f"{len(tests)} began and did not end:", file=sys.stderr)
    for test in tests:
        print(f"  {test}", file=sys.stderr)
    if not tests:
        print("  the process did not exit after its last test", file=sys.stderr)


if __name__ == "__main__":
    main()
