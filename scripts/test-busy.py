#!/usr/bin/env python3
"""Runs the tests several times on a busy machine, under the unusual conditions of other machines.

    scripts/test-busy.py [--runs N] [--loops N] [--folder DIR] [--keep]

The commit that is checked out is cloned into a folder whose path has a space and an umlaut, and built
there once. Then the tests run N times (5 by default) while busy loops (4 by default) use a part of
the processor. If the script runs as root, every second run is that of an ordinary user. A test whose
result depends on the load, the path or the user fails in one of the runs.

After the first failed run, the script ends with its status. Each run takes several times as long as
`make test`.
"""
import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDER_NAME = "Bell höp"
# The user of every second run: `nobody` of Debian.
ORDINARY_USER = 65534
BUSY_LOOP = [sys.executable, "-c", "while True: pass"]


def run(command, folder, **options):
    return subprocess.run(command, cwd=folder, **options).returncode


def prepare(folder):
    """Clones the commit and builds the tests."""
    subprocess.run(["git", "clone", "--quiet", ROOT, folder], check=True)
    # An ordinary user cannot run a Python in root's home, which may be the first Python in PATH.
    path = f"/usr/bin:{os.environ['PATH']}"
    subprocess.run(["scripts/setup.sh", "test"], cwd=folder, check=True, env={**os.environ, "PATH": path})
    subprocess.run(["scripts/build.sh", "--build-tests", "--disable-xctest"], cwd=folder, check=True)


def tests(folder, home, as_ordinary_user):
    """Returns the status of one run."""
    place = subprocess.run(
        ["scripts/build-options.sh", "--place"], cwd=folder, check=True, capture_output=True, text=True).stdout.split()
    command = [
        "scripts/test.py", "--apart", "EndToEndTests", "--", "swift", "test", "--skip-build", *place, "--disable-xctest"]
    if not as_ordinary_user:
        return run(command, folder)
    user = str(ORDINARY_USER)
    subprocess.run(["chown", "-R", f"{user}:{user}", folder, home], check=True)
    try:
        return run(
            ["setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups", *command], folder,
            # SwiftPM's lock in the folder for temporary files belongs to the user who built.
            env={**os.environ, "HOME": str(home), "USER": "nobody", "TMPDIR": str(home)})
    finally:
        subprocess.run(["chown", "-R", f"{os.getuid()}:{os.getgid()}", folder, home], check=True)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__.splitlines()[0], epilog=__doc__.split("\n", 1)[1],
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5, help="the number of runs (default: 5)")
    parser.add_argument("--loops", type=int, default=4, help="the number of busy loops (default: 4)")
    parser.add_argument(
        "--folder", type=pathlib.Path, help="the folder of the clone (default: a temporary one)")
    parser.add_argument("--keep", action="store_true", help="keep the clone, and use it again")
    options = parser.parse_args()
    base = options.folder or pathlib.Path(tempfile.mkdtemp(prefix="bellhop-busy-"))
    # An ordinary user must be able to enter the folder.
    base.mkdir(parents=True, exist_ok=True)
    base.chmod(0o755)
    folder, home = base / FOLDER_NAME, base / "home"
    home.mkdir(exist_ok=True)
    loops = []
    try:
        if not folder.exists():
            prepare(folder)
        loops = [subprocess.Popen(BUSY_LOOP) for _ in range(options.loops)]
        for number in range(1, options.runs + 1):
            ordinary = os.getuid() == 0 and number % 2 == 0
            name = "an ordinary user" if ordinary else "this user"
            print(f"run {number} of {options.runs}, as {name}, beside {len(loops)} busy loops",
                  flush=True)
            began = time.monotonic()
            status = tests(folder, home, ordinary)
            print(f"run {number}: status {status}, {time.monotonic() - began:.0f} s", flush=True)
            if status != 0:
                return status
        return 0
    finally:
        for loop in loops:
            loop.kill()
        if not options.keep:
            shutil.rmtree(base, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
