#!/usr/bin/env python3
"""Runs the checks of `make check`, `make share` and `make kits`, as many at a time as there are cores.

    scripts/checks.py check                     the checks of one make target
    scripts/checks.py check share kits          the checks of several targets, as in CI
    scripts/checks.py check --except tidy       the checks of a target except one
    scripts/checks.py --only views kit-iOS      some checks
    scripts/checks.py --list

The package, its tools and its tests must have been built by scripts/build.sh. The output of a check is printed when it
has ended, and is also written to .build/checks/NAME.log. All checks run, even after a failure; at the end the script
prints a table, and its exit status is 1 if a check failed.
"""
import argparse
import os
import pathlib
import shlex
import signal
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
LOGS = ROOT / ".build/checks"
POLL_SECONDS = 0.05
SWIFT = os.environ.get("SWIFT", "swift")
# The systems that scripts/check-kit.sh knows.
SYSTEMS = ("iOS", "macOS", "watchOS", "visionOS")
FUZZ_SECONDS = 5
SEEDS = 60
# By default, the tests of the package run only lower seeds.
FIRST_SEED = 1000
ORACLE_BLOCKS = 2000


class Check:
    """Commands that run one after the other until one fails."""

    def __init__(self, name, group, commands, builds=False):
        self.name = name
        self.group = group  # The make target that it is a part of.
        self.commands = commands
        self.builds = builds  # Whether it uses SwiftPM in the folder of the build, which only one process at a time can do.


def checks(folder, place):
    """Returns all checks; those that take long are first, so that they are not the last ones running."""
    tool = f"{folder}/bellhop"
    # For so few seeds, compiling the engines with optimization would take longer than it saves.
    simulations = ["--package-path", "Simulations", "-c", "release", "-Xswiftc", "-Onone", "-Xswiftc", "-gnone",
                   "--scratch-path", "Simulations/.build/brief"]
    return [
        Check("fuzzing", "share", [
            ["env", "BELLHOP_FUZZ_BRIEFLY=1", "make", "fuzz", f"SWIFT={SWIFT}", f"FUZZ_SECONDS={FUZZ_SECONDS}"]]),
        Check("simulations", "share", [
            [SWIFT, "build", *simulations],
            ["Simulations/.build/brief/release/engine-seeds", str(SEEDS), str(FIRST_SEED)],
            ["Simulations/.build/brief/release/gateway-seeds", str(SEEDS), str(FIRST_SEED)]]),
        Check("kits", "kits", [["scripts/kits.py", "--bellhop", tool]]),
        Check("promise", "check", [["scripts/promise.sh", "--check"]]),
        Check("consumers", "check", [["scripts/check-consumer.sh"]]),
        # Without --product, the three programs are planned and built at once.
        Check("extras", "share", [
            ["env", "BELLHOP_EXTRAS=1", "scripts/build.sh"],
            [f"{folder}/header-oracle", str(ORACLE_BLOCKS)]], builds=True),
        Check("format", "check", [["scripts/format.sh", "lint"]]),
        Check("tidy", "check", [
            [SWIFT, "test", "--skip-build", *place, "--disable-xctest",
             "--filter", "TidyTests"]], builds=True),
        Check("views", "check", [["scripts/check-views.sh"]]),
        *[Check(f"kit-{system}", "check", [["scripts/check-kit.sh", system]]) for system in SYSTEMS],
        Check("interface", "check", [["scripts/api.py", "--check"]], builds=True),
        Check("pages", "check", [
            [tool, "reference", "docs/reference", "--check"],
            ["scripts/limits.py", "--check"],
            ["scripts/page-files.py", "--check"],
            ["scripts/docs-site.py", "--check-pages"],
            ["scripts/gateway-clients.py", "--check", "--bellhop", tool],
            ["scripts/compose-examples.py", "--check"]]),
    ]


class Running:
    """A check that has been started: a shell that runs its commands."""

    def __init__(self, check, environment):
        self.check = check
        self.start = time.monotonic()
        self.log = LOGS / f"{check.name}.log"
        lines = [line for command in check.commands for line in (f"echo '+' {shlex.quote(shlex.join(command))}",
                                                                 shlex.join(command))]
        with self.log.open("wb") as output:
            # A separate process group, so that all its processes can be ended.
            self.process = subprocess.Popen(
                ["bash", "-euc", "\n".join(lines)], cwd=ROOT, env=environment, stdin=subprocess.DEVNULL,
                stdout=output, stderr=subprocess.STDOUT, start_new_session=True)

    def end(self):
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGTERM)
            self.process.wait()


class Pool:
    """The checks that are waiting, running or finished."""

    def __init__(self, waiting, width, environment):
        self.waiting = list(waiting)
        self.width = width
        self.environment = environment
        self.running = []
        self.rows = []
        self.failed = []

    def start(self):
        """Starts as many checks as may run."""
        for check in list(self.waiting):
            if len(self.running) >= self.width:
                return
            if check.builds and any(other.check.builds for other in self.running):
                continue
            self.waiting.remove(check)
            self.running.append(Running(check, self.environment))

    def collect(self):
        """Prints the output of the checks that have ended."""
        for run in list(self.running):
            status = run.process.poll()
            if status is None:
                continue
            self.running.remove(run)
            seconds = time.monotonic() - run.start
            result = "passed" if status == 0 else f"FAILED with status {status}"
            print(f"checks: {run.check.name} {result} after {seconds:.0f} s", flush=True)
            sys.stdout.buffer.write(run.log.read_bytes())
            sys.stdout.flush()
            self.rows.append(f"checks: {run.check.name:12} {seconds:5.0f} s  {result}")
            if status != 0:
                self.failed.append(run.check.name)

    def run(self):
        try:
            while self.waiting or self.running:
                self.start()
                self.collect()
                time.sleep(POLL_SECONDS)
        finally:
            for run in self.running:
                run.end()


def output(*command):
    return subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()


def chosen(options, known):
    """Returns the checks that the arguments name."""
    groups = {check.group for check in known}
    for group in options.groups:
        if group not in groups:
            sys.exit(f"checks: there is no target {group}; the targets are {', '.join(sorted(groups))}")
    names = {check.name for check in known}
    for name in [*options.only, *options.without]:
        if name not in names:
            sys.exit(f"checks: there is no check {name}; the checks are {', '.join(sorted(names))}")
    if options.only:
        return [check for check in known if check.name in options.only]
    return [check for check in known if check.group in options.groups and check.name not in options.without]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("groups", nargs="*", metavar="TARGET", help="check, share or kits")
    parser.add_argument("--except", dest="without", action="append", default=[], metavar="NAME")
    parser.add_argument("--only", nargs="+", default=[], metavar="NAME")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="the number of checks at a time")
    parser.add_argument("--list", action="store_true", help="print the checks and their commands")
    options = parser.parse_args()

    folder = output("scripts/build.sh", "--show-bin-path")
    tool = f"{folder}/bellhop"
    known = checks(folder, output("scripts/build-options.sh", "--place").split())
    if options.list:
        for check in known:
            print(f"{check.name} ({check.group})")
            for command in check.commands:
                print(f"    {shlex.join(command)}")
        return
    waiting = chosen(options, known)
    if not waiting:
        sys.exit("checks: nothing to run; name a target, for instance check, or see --help")
    if not os.access(tool, os.X_OK):
        sys.exit(f"checks: {tool} is not a program; run scripts/build.sh --build-tests --disable-xctest first")

    LOGS.mkdir(parents=True, exist_ok=True)
    modules = f"{folder}/Modules"
    # The scripts use the built modules instead of calling SwiftPM, which only one process at a time can use.
    environment = {
        **os.environ, "KIT_MODULES": modules, "VIEWS_MODULES": modules, "PROMISE_MODULES": modules,
        "BELLHOP_PACKAGE_NAME": output("scripts/package-name.sh", modules)}
    if min(options.jobs, len(waiting)) > 1:
        environment.setdefault("PROMISE_JOBS", "1")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    pool = Pool(waiting, options.jobs, environment)
    pool.run()
    print("\n".join(pool.rows))
    print(f"checks: {len(waiting) - len(pool.failed)} passed, {len(pool.failed)} failed", flush=True)
    sys.exit(1 if pool.failed else 0)


if __name__ == "__main__":
    main()
