# Bellhop: push notifications for Apple platforms, whole and testable anywhere.
# SPDX-License-Identifier: Apache-2.0
"""A disk that can be filled."""
import os
import shutil
import subprocess
import sys

from crash.common import Failure, Unavailable, is_root, note

# Set in the process that has its own mounts.
OWN_MOUNTS = "BELLHOP_CRASH_OWN_MOUNTS"
# The space in bytes for a gateway, and for each device with its campaigns.
SIZE = 64 << 20
SIZE_PER_DEVICE = 4096
STEPS = (1 << 20, 1 << 12, 1)


def enter_own_mounts():
    """Runs this script again in its own mount namespace: its mounts disappear when it ends, in whatever
    way. Without root, a user namespace makes the script root inside."""
    if os.environ.get(OWN_MOUNTS):
        return
    program = shutil.which("unshare")
    if program is None:
        raise Unavailable("a small disk needs Linux's program unshare")
    command = [program, "--mount"] + ([] if is_root() else ["--user", "--map-root-user"])
    probe = 'mount -t tmpfs -o size=1m tmpfs "$1"'
    folder = "/tmp" if os.path.isdir("/tmp") else "/"
    result = subprocess.run(
        [*command, "sh", "-c", probe, "sh", folder], stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if result.returncode != 0:
        raise Unavailable(f"this machine permits no small disk: {' '.join(command)}: {result.stderr.strip()}")
    os.execve(program, [*command, sys.executable, *sys.argv], {**os.environ, OWN_MOUNTS: "1"})


class SmallDisk:
    """A tmpfs. It exists in this process' mount namespace only."""

    def __init__(self, folder, devices):
        self.folder = folder
        self.filler = folder / "filler"
        folder.mkdir(mode=0o700)
        size = SIZE + SIZE_PER_DEVICE * devices
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size},mode=0700", "tmpfs", str(folder)], check=True)

    def fill(self):
        """Uses all remaining space."""
        descriptor = os.open(self.filler, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        try:
            for step in STEPS:
                try:
                    while True:
                        os.write(descriptor, bytes(step))
                except OSError as error:
                    last = error
        finally:
            os.close(descriptor)
        if self.free() > 0:
            raise Failure(f"{self.folder} could not be filled: {last}")

    def free(self):
        figures = os.statvfs(self.folder)
        return figures.f_bavail * figures.f_frsize

    def empty(self):
        """Frees the space again."""
        self.filler.unlink()

    def remove(self):
        subprocess.run(["umount", str(self.folder)], check=False)
