#!/usr/bin/env python3
# Bellhop: push notifications for Apple platforms, whole and testable anywhere.
# SPDX-License-Identifier: Apache-2.0
"""Ends gateways and their database while a campaign is sent, and checks what reached APNs.

    crash.py --bellhop PROGRAM [--scene SCENE] [--database sqlite|postgres] [--devices N] [--kills N]

Scenes:
  kill      kill -9 of the gateway at random points, and a new start with the same data
  nodes     three gateways on one PostgreSQL: one is killed, one is suspended for longer than its
            lease and resumes later, the third finishes
  all       three gateways on one PostgreSQL, each with a campaign of its own, are killed together
  drain     repeated SIGTERM: nothing is sent twice, and the next start continues at once
  singles   kill -9 at random points while clients post as many single messages as there are devices
  full      the disk with the SQLite file is full for a while; the gateway resumes by itself or, every
            second time, is killed meanwhile. Needs Linux's unshare, for a small disk of its own
  memory    the gateway has 256 MiB of memory for everything: import, plan, campaign, and kill -9.
            Needs Linux's control groups, and root
  database  PostgreSQL stops with the mode "immediate" and starts again
  failover  PostgreSQL's primary is killed, and its synchronous standby is promoted
  patroni   the same with Patroni, which decides when the standby is promoted; needs Patroni in PATH
  mixed     five clients post as many single messages as there are devices to three gateways on one
            PostgreSQL; these are killed, are suspended for longer than a lease, and lose the
            database or commits
  transports  each user has an iPhone, an Android phone and a browser; the gateways are killed in turn
            during campaigns and single messages; FCM and the push service are also the simulator's
  commit    connections to PostgreSQL are lost during a COMMIT, before or after it takes effect

The gateway sends to `bellhop apns`. What arrived is read from its record of requests; for FCM and the push
service, from the log of the control API. Single messages are posted during the campaign. The script fails
unless each device got the campaign, each message that got a 202 arrived, all repeats of one notification
have one apns-id and one collapse identifier, no crash repeats more than the gateway's limits allow, and the
campaign's totals are exact. No result depends on how long something takes. The random points depend on a seed.

Exit status: 0 success; 1 an error was found; 69 this machine cannot run the scene.
"""
import argparse
import json
import pathlib
import shutil
import signal
import sys
import tempfile
import time

from crash import crashes, endings, mixed, shortages, transports
from crash.checks import check
from crash.common import UNAVAILABLE_STATUS, Failure, Unavailable, note
from crash.run import Run

BOTH = ("sqlite", "postgres")
# The scenes, and the databases with which they can run.
SCENES = {
    "kill": (crashes.kill, BOTH), "nodes": (crashes.nodes, ("postgres",)), "all": (endings.all_nodes, ("postgres",)),
    "drain": (endings.drain, BOTH), "singles": (endings.singles, BOTH), "full": (shortages.full, ("sqlite",)),
    "memory": (shortages.memory, BOTH), "database": (crashes.database, ("postgres",)),
    "failover": (crashes.failover, ("postgres",)), "patroni": (crashes.failover, ("postgres",)),
    "commit": (crashes.commit, ("postgres",)), "mixed": (mixed.mixed, ("postgres",)),
    "transports": (transports.transports, BOTH)}


def parse():
    parser = argparse.ArgumentParser(description="Ends gateways during a campaign and checks what APNs got.")
    parser.add_argument("--bellhop", required=True)
    parser.add_argument("--scene", choices=SCENES, default="kill")
    parser.add_argument("--database", choices=BOTH, default="sqlite")
    parser.add_argument("--devices", type=int, default=3000)
    parser.add_argument("--kills", type=int, default=5)
    parser.add_argument("--lease", type=int, help="the gateway's leases, in seconds")
    parser.add_argument("--seed", type=int, default=16)
    parser.add_argument("--keep", action="store_true", help="keep the folder of the run")
    options = parser.parse_args()
    databases = SCENES[options.scene][1]
    if options.database not in databases:
        parser.error(f"the scene {options.scene} needs --database {databases[0]}")
    return options


def main():
    options = parse()
    if options.scene == "full":
        shortages.enter_own_mounts()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="bellhop-crash-"))
    # On SIGTERM, the processes that were started are ended too.
    signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number))
    run = Run(options, folder)
    began = time.monotonic()
    status = 1
    try:
        run.prepare()
        SCENES[options.scene][0](run)
        figures = check(run)
        figures["seconds"] = round(time.monotonic() - began)
        if run.resumptions:
            figures["longest pause in seconds"] = round(max(run.resumptions), 1)
        print(json.dumps(
            {"scene": options.scene, "database": options.database, "seed": options.seed, **figures, **run.figures}))
        status = 0
    except Failure as error:
        note(f"{options.scene} on {options.database}, seed {options.seed}: {error}")
        note(f"the gateways' logs are in {folder}/gateway-*-errors.txt")
    except Unavailable as error:
        note(f"the scene {options.scene} did not run: {error}")
        status = UNAVAILABLE_STATUS
    finally:
        run.close()
        if not options.keep and status != 1:
            shutil.rmtree(folder)
    sys.exit(status)


if __name__ == "__main__":
    main()
