#!/usr/bin/env python3
"""Tests each file of dist/ in a clean environment: the script of `make dist-check`.

    scripts/dist-check.py [--dist FOLDER] [--work FOLDER]

The wheel is tested in a new virtual environment, with the kit's tests and example; the archive and the Debian package
in a minimal Debian system (debootstrap) without anything else; the Containerfile with podman or buildah, with the same
system as base image. Prints a line for each: passed, FAILED, or NOT RUN with the reason. Needs Linux and root;
elsewhere, only the wheel is tested.
"""
import argparse
import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
KIT = ROOT / "Kits/python"
# The commands that are run on each system where bellhop is installed: $1 is the folder of the completions.
SCRIPT = r"""
set -eu
bellhop --version
for file in $1/bash-completion/completions/bellhop $1/zsh/*/_bellhop $1/fish/vendor_completions.d/bellhop.fish; do
    test -s "$file"
done
bash -n $1/bash-completion/completions/bellhop
folder=$(mktemp -d)
cd "$folder"
echo '{"aps":{"alert":"Hello"}}' >hello.apns
bellhop lint hello.apns
# This command is part of bellhop-project, which bellhop finds in its own folder.
bellhop doctor --explain extension-handler-missed
mkfifo input
bellhop apns --ready-json --sandbox-port 0 --production-port 0 --control-port 0 --state-dir state <input >ready &
exec 3>input
tries=600
until test -s ready; do tries=$((tries - 1)); test $tries -gt 0; sleep 0.1; done
grep '"ready":true' ready
bellhop push hello.apns --state-dir state
exec 3>&-
wait $!
"""

START = ["apns", "--ready-json", "--sandbox-port=0", "--production-port=0", "--control-port=0"]


class Skipped(Exception):
    """A check that cannot run here; the message is the reason."""


class Failed(Exception):
    """A check that failed; the message is the output."""


def run(*command, **options):
    result = subprocess.run(
        list(map(str, command)), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        stdin=subprocess.DEVNULL, timeout=1800, **options)
    if result.returncode:
        raise Failed(f"{' '.join(map(str, command))[:300]} ended with {result.returncode}:\n{result.stdout}")
    return result.stdout


def single(dist, pattern):
    found = sorted(dist.glob(pattern))
    if len(found) != 1:
        raise Skipped(f"dist/ has {len(found)} files {pattern}; run `make dist`")
    return found[0]


class Environments:
    """The clean environments, in one working folder."""

    def __init__(self, work):
        self.work = work

    def system(self, name):
        """Returns a new copy of a minimal Debian system."""
        if os.geteuid() != 0 or platform.system() != "Linux":
            raise Skipped("it needs root on Linux")
        if not shutil.which("debootstrap"):
            raise Skipped("debootstrap is not installed")
        base = self.work / "base.tar"
        if not base.exists():
            folder = self.work / "base"
            shutil.rmtree(folder, ignore_errors=True)
            release = re.search(r"VERSION_CODENAME=(\w+)", pathlib.Path("/etc/os-release").read_text())[1]
            run("debootstrap", "--variant=minbase", release, folder)
            run("tar", "-C", folder, "--exclude=./dev/*", "--exclude=./var/cache/apt/archives/*", "-cf", base, ".")
            shutil.rmtree(folder)
        root = self.work / name
        shutil.rmtree(root, ignore_errors=True)
        root.mkdir()
        run("tar", "-C", root, "-xf", base)
        return root

    @staticmethod
    def inside(root, *command):
        """Runs a command with this folder as root directory, and nothing of the host but its devices."""
        mounts = 'mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" && exec chroot "$0" "$@"'
        environment = {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root"}
        return run("unshare", "--mount", "--pid", "--fork", "sh", "-c", mounts, root, *command, env=environment)


def check_wheel(dist, environments):
    wheel = single(dist, "*.whl")
    folder = environments.work / "wheel"
    shutil.rmtree(folder, ignore_errors=True)
    run(sys.executable, "-m", "venv", folder / "venv")
    pip = [folder / "venv/bin/pip", "install", "--quiet", "--disable-pip-version-check"]
    run(*pip, wheel)
    run(*pip, "pytest", "httpx[http2]", "pyjwt", "cryptography", "aioapns")
    for part in ("tests", "example"):
        shutil.copytree(KIT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
    # Neither this checkout's kit nor another bellhop may be found.
    environment = {"PATH": f"{folder}/venv/bin:/usr/bin:/bin", "HOME": str(folder)}
    output = run(folder / "venv/bin/pytest", "-q", "-p", "no:cacheprovider", "tests", "example", cwd=folder, env=environment)
    return output.strip().splitlines()[-1]


def check_archive(dist, environments):
    archive = single(dist, "bellhop-*.tar.gz")
    root = environments.system("archive")
    run("tar", "-xzf", archive, "-C", root / "usr/local", "--strip-components=1")
    return environments.inside(root, "bash", "-c", SCRIPT, "sh", "/usr/local/share").splitlines()[0]


def check_debian_package(dist, environments):
    package = single(dist, "*.deb")
    root = environments.system("deb")
    shutil.copy(package, root / "root/bellhop.deb")
    environments.inside(root, "apt-get", "install", "--yes", "--no-install-recommends", "/root/bellhop.deb")
    version = environments.inside(root, "bash", "-c", SCRIPT, "sh", "/usr/share").splitlines()[0]
    environments.inside(root, "dpkg", "--purge", "bellhop")
    left = [path for path in ("usr/bin/bellhop", "usr/share/doc/bellhop") if (root / path).exists()]
    if left:
        raise Failed(f"the package leaves {', '.join(left)} behind")
    return version


def check_container(dist, environments):
    archive = single(dist, "bellhop-*.tar.gz")
    tool = next((name for name in ("podman", "buildah") if shutil.which(name)), None)
    if not tool:
        raise Skipped("neither podman nor buildah is installed")
    root = environments.system("container")
    context = environments.work / "context"
    shutil.rmtree(context, ignore_errors=True)
    context.mkdir()
    run("tar", "-C", root, "-cf", context / "base.tar", ".")
    for file in (archive, dist / "Containerfile"):
        shutil.copy(file, context)
    (context / "Base").write_text("FROM scratch\nADD base.tar /\n")
    work = environments.work
    storage = ["--root", work / "containers", "--runroot", work / "run", "--storage-driver", "vfs"]
    build = [tool, *storage, "build" if tool == "podman" else "bud", "--isolation", "chroot", "--quiet"]
    try:
        run(*build, "--file", context / "Base", "--tag", "localhost/base", context)
    except Failed as error:
        raise Skipped(f"{tool} cannot build any image here: {str(error).strip().splitlines()[-1]}") from None
    run(*build, "--build-arg", "BASE=localhost/base", "--build-arg", f"ARCHIVE={archive.name}",
        "--tag", "localhost/bellhop", context)
    if tool != "podman":
        return "built; without podman, it was not run"
    # runc runs on more systems than crun; the limits are those of this process, because it may not raise them.
    runtime = ["--runtime", "runc"] if shutil.which("runc") else []
    limits = [f"--ulimit={name}={':'.join(map(str, values))}" for name, values in limits_of_this_process()]
    command = [tool, *runtime, *storage, "run", "--rm", "--interactive", "--network=host", *limits, "localhost/bellhop"]
    version = run(*command, "--version").strip()
    with subprocess.Popen(
        list(map(str, [*command, *START])), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as simulator:
        line = simulator.stdout.readline()
        simulator.stdin.close()
    if '"ready":true' not in line or simulator.returncode:
        raise Failed(f"the simulator in the container ended with {simulator.returncode}; it wrote: {line}")
    return f"image built with {tool}, simulator started and ended in it, {version}"


def limits_of_this_process():
    import resource

    yield "nofile", resource.getrlimit(resource.RLIMIT_NOFILE)
    processes = resource.getrlimit(resource.RLIMIT_NPROC)
    if resource.RLIM_INFINITY not in processes:
        yield "nproc", processes


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--dist", type=pathlib.Path, default=ROOT / "dist")
    parser.add_argument("--work", type=pathlib.Path, help="a folder to keep, with the minimal system")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="dist-check-") as temporary:
        environments = Environments((options.work or pathlib.Path(temporary)).absolute())
        environments.work.mkdir(parents=True, exist_ok=True)
        is_good = True
        for check in (check_wheel, check_archive, check_debian_package, check_container):
            name = check.__name__.removeprefix("check_").replace("_", " ")
            start = time.monotonic()
            try:
                result = f"passed: {check(options.dist.absolute(), environments)}"
            except Skipped as reason:
                result = f"NOT RUN: {reason}"
            except (Failed, OSError, subprocess.TimeoutExpired) as error:
                is_good = False
                result = f"FAILED: {error}"
            print(f"dist-check: {name:15} {time.monotonic() - start:4.0f} s  {result}", flush=True)
    sys.exit(0 if is_good else 1)


main()
