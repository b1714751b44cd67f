// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { APNsServer, findBellhop } from "bellhop-apns";

let folder;
before(async () => (folder = await mkdtemp(join(tmpdir(), "kit-"))));
after(() => rm(folder, { recursive: true }));

/** Makes a program out of a shell script. */
async function program(script) {
  const path = join(folder, "bellhop");
  await writeFile(path, `#!/bin/sh\n${script}\n`);
  await chmod(path, 0o755);
  return path;
}

test("the program is the given one, $BELLHOP, or the one on PATH", async () => {
  const path = await program("");
  assert.equal(findBellhop(path, { BELLHOP: "/does/not/exist" }), path);
  assert.equal(findBellhop(undefined, { BELLHOP: path }), path);
  assert.equal(findBellhop(undefined, { PATH: `/nowhere:${folder}` }), path);
});

test("a program that does not exist is an error that says what to do", () => {
  const environment = { BELLHOP: "/does/not/exist", PATH: "" };
  assert.throws(
    () => findBellhop(undefined, environment),
    /\$BELLHOP is \/does\/not\/exist/,
  );
  assert.throws(() => findBellhop(undefined, {}), /set BELLHOP to its path/);
});

test("a start that fails shows the standard error", async () => {
  const bellhop = await program("echo 'the port is in use' >&2; exit 73");
  await assert.rejects(
    APNsServer.start({ bellhop }),
    /status 73 before it was ready[^]*the port is in use/,
  );
});

test("a start that takes too long is ended", async () => {
  const bellhop = await program("exec sleep 3600");
  await assert.rejects(
    APNsServer.start({ bellhop, timeout: 50 }),
    /not ready within 0.05 seconds/,
  );
});

test("another line than the expected one is shown", async () => {
  const bellhop = await program("echo APNs simulator; exec sleep 3600");
  await assert.rejects(
    APNsServer.start({ bellhop }),
    /wrote this instead of its ready line: APNs simulator/,
  );
});

test("the simulator ends with a killed test run", async () => {
  const code =
    'import { APNsServer } from "bellhop-apns";' +
    "const server = await APNsServer.start();" +
    "console.log(server.ready.pid); process.kill(process.pid, 'SIGKILL');";
  const runner = spawn(
    process.execPath,
    ["--input-type=module", "--eval", code],
    { cwd: import.meta.dirname ?? ".", stdio: ["ignore", "pipe", "inherit"] },
  );
  let output = "";
  for await (const chunk of runner.stdout) output += chunk;
  const pid = Number(output);
  assert.ok(pid > 0, `the pid was expected, not ${JSON.stringify(output)}`);
  const deadline = Date.now() + 60_000;
  while (await isRunning(pid)) {
    assert.ok(Date.now() < deadline, `process ${pid} is still running`);
  }
});

/** Whether the process exists and is more than an entry that its parent has not read yet. */
async function isRunning(pid) {
  const ps = spawn("ps", ["-o", "stat=", "-p", String(pid)]);
  let state = "";
  for await (const chunk of ps.stdout) state += chunk;
  return !["", "Z"].includes(state.trim());
}
