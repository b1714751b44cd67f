# Bellhop: push notifications for Apple platforms, whole and testable anywhere.
# SPDX-License-Identifier: Apache-2.0
"""PostgreSQL's servers, and the proxies between them and a gateway."""
import os
import random
import select
import socket
import subprocess
import threading

from crash.common import SCRIPTS

# The share of commits that is cut off in the scene "commit".
CUT_SHARE = 0.1


class Postgres:
    """The run's own server, with a standby if requested; scripts/postgres.sh ends both when this process
    ends."""

    def __init__(self, has_standby):
        pid = str(os.getpid())
        self.folder, self.port = self.script("start", pid).split()
        # Folder and port of the standby.
        self.standby = self.script("standby", pid, self.folder).split() if has_standby else None
        addresses = [(self.folder, self.port)] + ([self.standby] if has_standby else [])
        hosts = ",".join(folder.replace("/", "%2F") for folder, _ in addresses)
        self.address = f"postgres://bellhop@/postgres?host={hosts}&port={','.join(port for _, port in addresses)}"
        if has_standby:
            self.script("wait", self.folder, "on")

    def script(self, *arguments):
        return subprocess.run(
            ["bash", str(SCRIPTS / "postgres.sh"), *arguments], check=True, stdout=subprocess.PIPE, text=True).stdout

    def stop(self, mode):
        self.script("stop", self.folder, mode)

    def again(self):
        self.script("again", self.folder)

    def fail_over(self):
        """The primary server ends, and the standby takes its place."""
        self.stop("immediate")
        self.script("promote", self.standby[0])
        (self.folder, self.port), self.standby = self.standby, (self.folder, self.port)

    def add_standby(self):
        """The server that was the primary becomes the standby, and commits wait for it again."""
        self.script("follow", self.standby[0], self.folder)
        self.script("wait", self.folder, "on")

    def ask(self, statement):
        """The first column of a statement's rows."""
        command = ["psql", "-h", self.folder, "-p", self.port, "-U", "bellhop", "-d", "postgres", "-Atc", statement]
        return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.split()

    def owners(self):
        """The nodes that own unfinished units of campaigns."""
        return set(self.ask("SELECT DISTINCT owner FROM unit WHERE is_open = 1 AND owner IS NOT NULL"))

    def remove(self):
        for folder in [self.folder] + ([self.standby[0]] if self.standby else []):
            self.script("stop", folder, "immediate")


class CommitCutter:
    """A proxy between the gateway and PostgreSQL that cuts some connections at a COMMIT: before it reaches
    the server, or before its response reaches the gateway. It can also disconnect them for a while."""

    COMMIT = b"Q\x00\x00\x00\x0bCOMMIT\x00"

    def __init__(self, folder, postgres, seed):
        self.target = f"{postgres.folder}/.s.PGSQL.{postgres.port}"
        self.random = random.Random(seed)
        self.lock = threading.Lock()
        # The number of cuts still to make, and of those made before and after the server got the COMMIT.
        self.left = 0
        self.cuts = {"before": 0, "after": 0}
        self.is_parted = False
        self.clients = set()
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(f"{folder}/.s.PGSQL.{postgres.port}")
        self.listener.listen(64)
        self.address = f"postgres://bellhop@/postgres?host={str(folder).replace('/', '%2F')}&port={postgres.port}"
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            client, _ = self.listener.accept()
            if self.is_parted:
                client.close()
                continue
            server = socket.socket(socket.AF_UNIX)
            try:
                server.connect(self.target)
            except OSError:
                client.close()
                continue
            threading.Thread(target=self.forward, args=(client, server), daemon=True).start()

    def part(self):
        """Ends all connections, and accepts no others until `join`."""
        self.is_parted = True
        with self.lock:
            clients = list(self.clients)
        for client in clients:
            try:
                client.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass  # It has ended by itself.

    def join(self):
        self.is_parted = False

    def decide(self):
        with self.lock:
            if self.left == 0 or self.random.random() >= CUT_SHARE:
                return None
            self.left -= 1
            when = self.random.choice(("before", "after"))
            self.cuts[when] += 1
            return when

    def forward(self, client, server):
        with self.lock:
            self.clients.add(client)
        try:
            while True:
                ready, _, _ = select.select([client, server], [], [])
                if server in ready:
                    data = server.recv(1 << 16)
                    if not data:
                        return
                    client.sendall(data)
                if client in ready:
                    data = client.recv(1 << 16)
                    if not data:
                        return
                    when = self.decide() if data.endswith(self.COMMIT) else None
                    if when == "before":
                        return
                    server.sendall(data)
                    if when == "after":
                        server.recv(1 << 16)
                        return
        except OSError:
            pass
        finally:
            with self.lock:
                self.clients.discard(client)
            client.close()
            server.close()
