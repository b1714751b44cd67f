// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0
// The client against a running gateway: `BELLHOP=PROGRAM node --test`.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Gateway, Problem, Unreachable } from '../src/index.js';

const app = 'dev.bellhop.demo';
const waitMax = 1_800_000;

async function until(check) {
  const began = performance.now();
  for (;;) {
    const found = await check();
    if (found) return found;
    if (performance.now() - began > waitMax) throw new Error('waited in vain');
    await sleep(20);
  }
}

describe('a running gateway', () => {
  let gateway;
  let url;
  let state;
  let up;

  before(async () => {
    state = mkdtempSync(join(tmpdir(), 'bellhop-client-'));
    const ports = ['', 'sandbox-', 'production-', 'sandbox-channel-', 'production-channel-', 'control-'];
    const zeros = ports.flatMap((name) => [`--${name}port`, '0']);
    up = spawn(process.env.BELLHOP, ['up', '--state-dir', state, ...zeros], { stdio: ['pipe', 'ignore', 'inherit'] });
    const file = join(state, 'gateway.json');
    await until(() => {
      if (up.exitCode !== null) throw new Error('bellhop up did not start');
      return statSync(file, { throwIfNoEntry: false })?.size;
    });
    url = JSON.parse(readFileSync(file, 'utf8')).url;
    gateway = new Gateway(url, readFileSync(join(state, 'development-key'), 'utf8').trim());
  });

  after(async () => {
    const ended = new Promise((done) => up.once('exit', done));
    up.kill('SIGTERM');
    await ended;
    rmSync(state, { recursive: true, force: true });
  });

  test('a message reaches the phone', async () => {
    const sent = await gateway.sendToUser('alex', { title: 'Alex', body: 'Dinner is ready' }, { app });
    await until(async () => (await gateway.getMessage(sent.id)).deliveries[0].state === 'accepted');
  });

  test('one idempotency key makes one message', async () => {
    const options = { app, idempotencyKey: 'javascript-1' };
    const first = await gateway.sendToUser('alex', 'Once', options);
    const second = await gateway.sendToUser('alex', 'Once', options);
    assert.equal(first.id, second.id);
    await assert.rejects(gateway.sendToUser('alex', 'Twice', options), { code: 'idempotency_key_reused' });
  });

  test('a filter that cannot be read names its column', async () => {
    const error = await gateway.countAudience(app, { filter: 'tag beta and plam is' }).catch((thrown) => thrown);
    assert.ok(error instanceof Problem);
    assert.equal(error.code, 'bad_filter');
    assert.ok(error.column > 1);
  });

  test('every page of a list is read', async () => {
    const names = ['j-0', 'j-1', 'j/2', 'j ü', 'j%4'];
    for (const [number, name] of names.entries()) {
      const token = `a${number}`.repeat(32);
      await gateway.putInstallation(name, { app, environment: 'sandbox', user: 'pages', token });
    }
    const found = [];
    for await (const entry of gateway.eachInstallations({ user: 'pages', limit: 2 })) found.push(entry.id);
    assert.deepEqual([...found].sort(), [...names].sort());
    for (const name of names) assert.equal(await gateway.deleteInstallation(name), undefined);
  });

  test('a wrong key is refused', async () => {
    await assert.rejects(new Gateway(url, 'bh_wrong').listApps(), { status: 401, code: 'key_unknown' });
  });
});

describe('repeats', () => {
  async function scripted(...script) {
    const seen = [];
    const server = createServer((request, response) => {
      request.resume().on('end', () => {
        seen.push(request.headers['idempotency-key']);
        const status = script.shift();
        if (status === 0) return response.destroy();
        const type = status < 300 ? 'application/json' : 'application/problem+json';
        response.writeHead(status, { 'content-type': type, ...(status === 429 && { 'retry-after': '7' }) });
        return response.end('{"id":"m","code":"storage_unavailable","detail":"later"}');
      });
    });
    await new Promise((done) => server.listen(0, '127.0.0.1', done));
    const pauses = [];
    const gateway = new Gateway(`http://127.0.0.1:${server.address().port}`, 'bh_x', {
      timeout: waitMax, sleep: async (ms) => void pauses.push(ms),
    });
    const close = () => new Promise((done) => (server.closeAllConnections(), server.close(done)));
    return { gateway, seen, pauses, close };
  }

  test('a message is repeated with the same key', async () => {
    const { gateway, seen, pauses, close } = await scripted(503, 0, 429, 202);
    assert.equal((await gateway.sendToUser('a', 'x')).id, 'm');
    assert.equal(new Set(seen).size, 1);
    assert.ok(seen[0]);
    assert.deepEqual(pauses, [500, 1000, 7000]);
    await close();
  });

  test('a call that could take effect twice is not repeated', async () => {
    const { gateway, seen, close } = await scripted(0);
    await assert.rejects(gateway.createKey({ name: 'x', scopes: ['all'] }), Unreachable);
    assert.equal(seen.length, 1);
    await close();
  });

  test('the last response is reported', async () => {
    const { gateway, pauses, close } = await scripted(503, 503, 503, 503, 503);
    await assert.rejects(gateway.listApps(), { status: 503, code: 'storage_unavailable' });
    assert.deepEqual(pauses, [500, 1000, 2000, 4000]);
    await close();
  });
});
