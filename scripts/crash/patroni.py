# Bellhop: push notifications for Apple platforms, whole and testable anywhere.
# SPDX-License-Identifier: Apache-2.0
"""Two PostgreSQL servers whose failover is decided by Patroni, with Raft and a third voter."""
import json
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import urllib.request

from crash.common import POLL_SECONDS, Failure, Unavailable, is_root
from crash.postgres import Postgres

PROGRAMS = ("patroni", "patroni_raft_controller")
# In seconds: a primary that does not renew its lock loses it after TTL, and steps down when it cannot reach
# the voters for RETRY_TIMEOUT.
TTL, LOOP_WAIT, RETRY_TIMEOUT = 30, 1, 10
# The time limit for one request to Patroni; only one that hangs reaches it.
ASK_SECONDS = 60
# Ends the processes of a run after the run has ended in any way: $0 is the run's process ID, $1 the command that
# stops a PostgreSQL server, and the other arguments are the folders of the members.
END = """
while kill -0 "$0" 2>/dev/null; do sleep 1; done
end=$1; shift
for folder; do
    kill -9 "$(cat "$folder/patroni.pid")"
    $end -D "$folder/data"
    rm -rf "$folder"
done
"""


def free_port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


class Member:
    """Patroni with its server, or only a voter."""

    def __init__(self, name, program, as_owner):
        self.name, self.program, self.as_owner = name, program, as_owner
        # A socket's path has 107 bytes at most, so it is not below TMPDIR.
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="bellhop-patroni-", dir="/tmp"))
        self.raft, self.rest, self.port = (f"127.0.0.1:{free_port()}" for _ in range(3))
        self.port = self.port.rpartition(":")[2]

    def start(self):
        with open(self.folder / "log", "ab") as log:
            self.process = subprocess.Popen(
                [*self.as_owner, self.program, self.folder / "patroni.json"], stdin=subprocess.DEVNULL, stdout=log,
                stderr=log, cwd="/")
        (self.folder / "patroni.pid").write_text(str(self.process.pid))

    def configure(self, members, bin_folder):
        others = [member.raft for member in members if member is not self]
        access = {"username": "bellhop", "password": "bellhop"}
        server = {
            "listen": f"127.0.0.1:{self.port}", "connect_address": f"127.0.0.1:{self.port}",
            "data_dir": str(self.folder / "data"), "bin_dir": bin_folder, "pgpass": str(self.folder / "pgpass"),
            "authentication": {
                "superuser": access, "replication": {**access, "username": "replicator"}, "rewind": access},
            "parameters": {"unix_socket_directories": str(self.folder)}}
        parameters = {"max_connections": 200, "shared_buffers": "64MB", "wal_writer_delay": "10s"}
        everywhere = {
            "ttl": TTL, "loop_wait": LOOP_WAIT, "retry_timeout": RETRY_TIMEOUT, "synchronous_mode": True,
            "postgresql": {"use_pg_rewind": True, "parameters": parameters}}
        configuration = {
            "scope": "bellhop", "name": self.name,
            "restapi": {"listen": self.rest, "connect_address": self.rest},
            "raft": {"data_dir": str(self.folder / "raft"), "self_addr": self.raft, "partner_addrs": others},
            "bootstrap": {
                "dcs": everywhere, "initdb": ["data-checksums", {"encoding": "UTF8"}, {"locale": "C.UTF-8"}],
                "pg_hba": ["local all all trust", "host all all 127.0.0.1/32 trust",
                           "local replication all trust", "host replication all 127.0.0.1/32 trust"]},
            "postgresql": server}
        # JSON is YAML.
        (self.folder / "patroni.json").write_text(json.dumps(configuration))
        if self.as_owner:
            shutil.chown(self.folder, "postgres", "postgres")
        self.folder.chmod(0o755)

    def is_now(self, role):
        """Whether Patroni says that its server has a role: primary, or synchronous."""
        try:
            with urllib.request.urlopen(f"http://{self.rest}/{role}", timeout=ASK_SECONDS) as response:
                return response.status == 200
        except OSError:
            return False

    def log(self):
        return (self.folder / "log").read_text(errors="replace")[-2000:]


class PatroniCluster(Postgres):
    """A PostgreSQL server with its standby; Patroni decides which one is the primary."""

    def __init__(self):
        paths = [shutil.which(program) for program in PROGRAMS]
        if None in paths:
            raise Unavailable("Patroni is not in PATH; in a virtual environment: "
                              "pip install 'patroni[raft]' psycopg2-binary")
        self.bin_folder = self.server_programs()
        self.as_owner = ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups"] if is_root() else []
        self.end = [*self.as_owner, f"{self.bin_folder}/pg_ctl", "-m", "immediate", "stop"]
        self.members = [
            Member(name, paths[name == "voter"], self.as_owner) for name in ("first", "second", "voter")]
        for member in self.members:
            member.configure(self.members, self.bin_folder)
        for member in self.members:
            member.start()
        self.servers = self.members[:2]
        subprocess.Popen(
            ["sh", "-c", END, str(os.getpid()), " ".join(self.end), *(str(member.folder) for member in self.members)],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
            cwd="/")
        self.find_primary(self.servers)
        self.add_standby()
        hosts = ",".join(str(server.folder).replace("/", "%2F") for server in self.servers)
        ports = ",".join(server.port for server in self.servers)
        self.address = f"postgres://bellhop@/postgres?host={hosts}&port={ports}"

    @staticmethod
    def server_programs():
        folders = sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name))
        if folders:
            return str(folders[-1])
        if program := shutil.which("initdb"):
            return str(pathlib.Path(program).parent)
        raise Unavailable("PostgreSQL's server was not found; run: scripts/setup.sh test")

    def find_primary(self, candidates):
        """Waits until Patroni says that one of the servers is the primary."""
        while True:
            for server in candidates:
                if server.process.poll() is not None:
                    raise Failure(f"Patroni ended: {server.log()}")
                if server.is_now("primary"):
                    self.primary = server
                    self.folder, self.port = str(server.folder), server.port
                    return
            time.sleep(POLL_SECONDS * 10)

    def other(self):
        return next(server for server in self.servers if server is not self.primary)

    def fail_over(self):
        """The machine of the primary ends: Patroni and PostgreSQL are killed. The other one takes over when
        the primary's lock has ended."""
        old = self.primary
        old.process.send_signal(signal.SIGKILL)
        old.process.wait()
        subprocess.run([*self.end, "-D", old.folder / "data"], check=True, stdout=subprocess.DEVNULL, cwd="/")
        other = self.other()
        # On a busy machine, Patroni may just have stopped treating the standby as synchronous. Then it promotes no
        # server, because commits could be missing, and the old primary continues.
        while not other.is_now("primary"):
            if not other.is_now("synchronous") and old.process.poll() is not None and not other.is_now("primary"):
                old.start()
            if old.process.poll() is None and old.is_now("primary"):
                break
            time.sleep(POLL_SECONDS * 10)
        self.find_primary(self.servers if old.process.poll() is None else [other])

    def add_standby(self):
        """Starts the former primary again, and waits until Patroni reports it as the synchronous standby."""
        other = self.other()
        if other.process.poll() is not None:
            other.start()
        while not other.is_now("synchronous"):
            if other.process.poll() is not None:
                raise Failure(f"Patroni ended: {other.log()}")
            time.sleep(POLL_SECONDS * 10)

    def remove(self):
        for member in self.members:
            if member.process.poll() is None:
                member.process.send_signal(signal.SIGKILL)
                member.process.wait()
        # The rest is done by END, when this process has ended.
