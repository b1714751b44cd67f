// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, test } from "node:test";

import { APNsServer, ControlError } from "bellhop-apns";

import { Shop } from "../example/shop.js";

let apns, shop;
before(async () => (apns = await APNsServer.start({ virtualClock: true })));
after(() => apns.stop());
beforeEach(async () => {
  await apns.reset();
  const { authority, key, app } = apns;
  shop = new Shop({ url: apns.sandbox.url, authority, key, topic: app });
});
afterEach(() => shop.close());

test("a request is found and returned", async () => {
  const token = await apns.deviceToken();
  await shop.sendShipped(token, 1);
  const request = await apns.assertSent({ token, status: 200 });
  assert.equal(request.payload.aps.alert, "Order 1 was shipped");
  assert.deepEqual(await apns.requests({ after: request.sequence }), []);
});

test("a wrong expectation shows the closest request", async () => {
  await shop.sendShipped(await apns.deviceToken(), 1);
  const payload = { aps: { alert: "Bye" } };
  const now = { timeout: 0 };
  await assert.rejects(
    apns.assertSent({ payload }, now),
    /expected "Bye", received "Order 1 was shipped"/,
  );
  await assert.rejects(apns.assertSent({ state: 1 }), /knows no "state"/);
  await assert.rejects(apns.assertNothingSent(), /no request, received 1/);
  await assert.rejects(apns.waitFor(2, now), /2 requests within 0 s, received 1/);
});

test("the log is empty after a reset", async () => {
  await shop.sendShipped(await apns.deviceToken(), 1);
  await apns.reset();
  await apns.assertNothingSent();
});

test("devices have their own tokens", async () => {
  const devices = await apns.fleet(3);
  assert.equal(new Set(devices.map((device) => device.token)).size, 3);
  await shop.sendShipped((await apns.device()).token, 1);
});

test("a fault ends with its function", async () => {
  const token = await apns.deviceToken();
  await apns.withFault({ status: 400, reason: "BadTopic" }, () =>
    assert.rejects(shop.sendShipped(token, 1), /400 BadTopic/),
  );
  await shop.sendShipped(token, 1);
});

test("an error of the control API says what is valid", async () => {
  await assert.rejects(apns.requests({ colour: "red" }), (error) => {
    assert.ok(error instanceof ControlError);
    assert.equal(error.status, 400);
    return true;
  });
});

test("the virtual clock advances", async () => {
  await apns.advance(30 * 86400);
});
