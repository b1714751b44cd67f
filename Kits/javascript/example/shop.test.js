// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, test } from "node:test";

import { APNsServer } from "bellhop-apns";

import { Shop } from "./shop.js";

// guide: test
let apns, shop;
before(async () => (apns = await APNsServer.start()));
after(() => apns.stop());
beforeEach(async () => {
  await apns.reset();
  const { authority, key, app } = apns;
  shop = new Shop({ url: apns.sandbox.url, authority, key, topic: app });
});
afterEach(() => shop.close());

test("the customer learns that the order was shipped", async () => {
  const id = await shop.sendShipped(await apns.deviceToken(), 7);
  const request = await apns.assertSent({
    payload: { aps: { alert: "Order 7 was shipped" } },
    pushType: "alert",
    status: 200,
  });
  assert.equal(request.apnsId.toLowerCase(), id.toLowerCase());
});
// guide: end

test("every device gets its own notification", async () => {
  const devices = await apns.fleet(5);
  await Promise.all(
    devices.map((device, order) => shop.sendShipped(device.token, order)),
  );
  const requests = await apns.waitFor(5);
  assert.deepEqual(
    new Set(requests.map((request) => request.deviceId)),
    new Set(devices.map((device) => device.id)),
  );
});

test("a busy server is tried again", async () => {
  const busy = { status: 503, reason: "ServiceUnavailable", count: 2 };
  await apns.withFault(busy, async () =>
    shop.sendShipped(await apns.deviceToken(), 7),
  );
  const requests = await apns.requests();
  assert.deepEqual(
    requests.map((request) => request.status),
    [503, 503, 200],
  );
});

test("a server that stays busy is reported", async () => {
  await apns.fault({ status: 503, reason: "ServiceUnavailable" });
  const token = await apns.deviceToken();
  await assert.rejects(shop.sendShipped(token, 7), /503 ServiceUnavailable/);
  await apns.waitFor(3, { status: 503 });
  await apns.assertNothingSent({ status: 200 });
});
