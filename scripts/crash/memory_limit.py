# Bellhop: push notifications for Apple platforms, whole and testable anywhere.
# SPDX-License-Identifier: Apache-2.0
"""A limit for the memory of a process."""
import os
import pathlib
import re
import time

from crash.common import POLL_SECONDS, Unavailable, is_root

ROOT = pathlib.Path("/sys/fs/cgroup")


class MemoryLimit:
    """A control group, of version 1 or 2, that limits the total memory of its processes.

    The memory includes the kernel's page cache of their files, which the kernel frees before it ends a
    process because of the limit.
    """

    def __init__(self, size):
        if not is_root():
            raise Unavailable("a limit for memory needs root")
        name = f"bellhop-crash-{os.getpid()}"
        if (ROOT / "memory" / "memory.limit_in_bytes").exists():
            self.folder = ROOT / "memory" / name
            # The second limit includes swap; it does not exist on every machine.
            limits, self.events = ("memory.limit_in_bytes", "memory.memsw.limit_in_bytes"), "memory.oom_control"
        elif "memory" in self.text(ROOT / "cgroup.subtree_control"):
            self.folder = ROOT / name
            limits, self.events = ("memory.max", "memory.swap.max"), "memory.events"
        else:
            raise Unavailable(f"a limit for memory needs Linux's control groups in {ROOT}")
        try:
            self.folder.mkdir()
            self.limits = limits
            self.set(size)
        except OSError as error:
            raise Unavailable(f"a limit for memory needs a control group: {error}") from None
        # Starts a program with the limit.
        self.wrapper = ["sh", "-c", 'echo $$ >"$0" && exec "$@"', self.folder / "cgroup.procs"]

    def set(self, size):
        """Sets the limit, without swap."""
        memory, swap = self.limits
        # Version 1 counts memory and swap together; the sum must never be the smaller one.
        values = [(memory, size), (swap, size if "memsw" in swap else 0)]
        values = [(name, value) for name, value in values if (self.folder / name).exists()]
        try:
            self.write(values)
        except OSError:
            self.write(reversed(values))

    def write(self, values):
        for name, value in values:
            (self.folder / name).write_text(str(value))

    def kills(self):
        """How often the kernel has ended a process because of the limit."""
        found = re.search(r"^oom_kill (\d+)$", self.text(self.folder / self.events), re.MULTILINE)
        return int(found[1]) if found else 0

    @staticmethod
    def text(path):
        return path.read_text() if path.exists() else ""

    def remove(self):
        """Removes the group, as soon as its processes have ended."""
        while self.text(self.folder / "cgroup.procs"):
            time.sleep(POLL_SECONDS)
        self.folder.rmdir()
