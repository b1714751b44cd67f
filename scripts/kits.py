#!/usr/bin/env python3
"""Runs the tests of the kits in Kits/, of the clients in Clients/ and of docs/guide/ci.md, with the built bellhop.

    scripts/kits.py [--all] [--bellhop PATH] [KIT ...]

Prints one line for each kit: passed, FAILED with its output, or not run, because a program that it needs is not
installed. With --all, a kit that was not run is an error.
"""
import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
KITS = ROOT / "Kits"
GUIDE = ROOT / "docs/guide/ci.md"
VENV = ROOT / ".build/kits-venv"
PYTHON_PACKAGES = ("pytest", "httpx[http2]", "pyjwt", "cryptography", "aioapns", "google-auth", "pywebpush")
# The time limit for the tests of a kit; only tests that hang reach it.
SECONDS_MAX = 1800


def python():
    if not list(VENV.glob("lib/*/site-packages/pywebpush")):
        run([sys.executable, "-m", "venv", VENV], ROOT)
        install = ["install", "--quiet", "--disable-pip-version-check", "--no-compile"]
        run([VENV / "bin/pip", *install, *PYTHON_PACKAGES], ROOT)
    # The kit's folder instead of an installation, so that the kit of this checkout is tested.
    environment = {"PYTHONPATH": str(KITS / "python/src")}
    command = [VENV / "bin/pytest", "-q", "-p", "bellhop.pytest_plugin", "-p", "no:cacheprovider", "tests", "example"]
    run(command, KITS / "python", environment)


def javascript():
    folder = KITS / "javascript"
    tests = sorted([*folder.glob("test/*.test.js"), *folder.glob("example/*.test.js")])
    run(["node", "--test", *tests], folder)


def go():
    run(["go", "vet", "./..."], KITS / "go")
    run(["go", "test", "-count=1", "./..."], KITS / "go")


def java():
    run(["./test.sh"], KITS / "java")


def shell():
    run(["sh", "tests/test.sh"], KITS / "shell")
    run(["sh", "example/test.sh"], KITS / "shell")


def python_client():
    run([sys.executable, "-m", "unittest", "discover", "-s", "tests"], ROOT / "Clients/python", {"PYTHONPATH": "src"})


def javascript_client():
    folder = ROOT / "Clients/javascript"
    run(["node", "--test", *sorted(folder.glob("test/*.test.js"))], folder)


def guide():
    """Verifies that the tests in the guide are parts of the examples, and runs the guide's commands."""
    text = GUIDE.read_text()
    for path, name, code in re.findall(r"<!-- (\S+): (\w+) -->\n```\w+\n(.*?)```", text, re.DOTALL):
        source = (ROOT / path).read_text()
        part = re.search(rf"^.*guide: {name}$\n(.*?)^.*guide: end$", source, re.DOTALL | re.MULTILINE)
        if not part or without_indent(part[1]) != without_indent(code):
            raise Failed(f"{GUIDE.name}: copy the part \"{name}\" of {path} into the guide")
    version = re.search(r'version = "(.*)"', (KITS / "python/pyproject.toml").read_text())[1]
    for named in re.findall(r"bellhop[-_](\d+\.\d+\.\d+)", text):
        if named != version:
            raise Failed(f"{GUIDE.name} names files of version {named}; the current version is {version}")
    scripts = re.findall(r"<!-- run -->\n```sh\n(.*?)```", text, re.DOTALL)
    if not scripts:
        raise Failed(f"{GUIDE.name} has no script that is marked with <!-- run -->")
    for script in scripts:
        folder = pathlib.Path(os.environ["BELLHOP"]).parent
        path = f"{folder}{os.pathsep}{os.environ['PATH']}"
        run(["sh", "-euc", script], ROOT, {"PATH": path})


def without_indent(code):
    lines = code.strip("\n").splitlines()
    indent = min((len(line) - len(line.lstrip()) for line in lines if line.strip()), default=0)
    return [line[indent:] for line in lines]


class Failed(Exception):
    """A kit's test failed; the message is its output."""


def run(command, folder, environment=None):
    result = subprocess.run(
        list(map(str, command)), cwd=folder, env={**os.environ, **(environment or {})}, timeout=SECONDS_MAX,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if result.returncode:
        raise Failed(f"{' '.join(map(str, command))} ended with {result.returncode}:\n{result.stdout}")


# The programs and files that each kit needs.
NEEDS = {
    python: ["python3"],
    shell: ["curl", "ps", "mkfifo", "openssl"],
    javascript: ["node"],
    go: ["go"],
    java: ["javac", "/usr/share/java/junit-platform-console.jar"],
    python_client: ["python3"],
    javascript_client: ["node"],
    guide: ["curl"],
}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--all", action="store_true", help="fail if a kit is not run")
    parser.add_argument("--bellhop", default=os.environ.get("BELLHOP") or ROOT / ".build/quick/release/bellhop")
    parser.add_argument("kits", nargs="*", metavar="KIT", help=", ".join(kit.__name__ for kit in NEEDS))
    options = parser.parse_args()
    os.environ["BELLHOP"] = str(pathlib.Path(options.bellhop).absolute())
    if not os.access(os.environ["BELLHOP"], os.X_OK):
        sys.exit(f"kits: {os.environ['BELLHOP']} is not a program; run `make build` first")
    unknown = set(options.kits) - {kit.__name__ for kit in NEEDS}
    if unknown:
        sys.exit(f"kits: there is no kit {', '.join(sorted(unknown))}")
    is_good = True
    for kit, needs in NEEDS.items():
        if options.kits and kit.__name__ not in options.kits:
            continue
        missing = [need for need in needs if not shutil.which(need) and not pathlib.Path(need).is_file()]
        if missing:
            print(f"kits: {kit.__name__:17} NOT RUN, missing: {', '.join(missing)}", flush=True)
            is_good = is_good and not options.all
            continue
        start = time.monotonic()
        try:
            kit()
            result = "passed"
        except (Failed, OSError, subprocess.TimeoutExpired) as error:
            is_good = False
            result = f"FAILED\n{error}"
        print(f"kits: {kit.__name__:17} {time.monotonic() - start:4.0f} s  {result}", flush=True)
    sys.exit(0 if is_good else 1)


main()
