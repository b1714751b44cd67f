// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import {
  createCipheriv,
  createECDH,
  createPrivateKey,
  createPublicKey,
  hkdfSync,
  randomBytes,
  sign,
} from "node:crypto";
import { readFile } from "node:fs/promises";
import { after, before, beforeEach, test } from "node:test";

import { APNsServer } from "bellhop-apns";

let apns, fcm, webPush;
before(async () => {
  apns = await APNsServer.start();
  ({ fcm, webPush } = apns);
});
after(() => apns.stop());
beforeEach(() => apns.reset());

const encoded = (value) => Buffer.from(value).toString("base64url");

function jwt(header, claims, key, options = {}) {
  const text = [header, claims].map((part) => encoded(JSON.stringify(part))).join(".");
  return `${text}.${sign("sha256", text, { key, ...options }).toString("base64url")}`;
}

/** Sends a message with FCM's HTTP v1 API, as RFC 7523 and Google describe it. */
async function send(token, content) {
  const account = await fcm.serviceAccount();
  const now = Math.floor(Date.now() / 1000);
  const claims = {
    iss: account.client_email,
    aud: account.token_uri,
    scope: "https://www.googleapis.com/auth/firebase.messaging",
    iat: now,
    exp: now + 3600,
  };
  const header = { alg: "RS256", typ: "JWT", kid: account.private_key_id };
  const access = await fetch(account.token_uri, {
    method: "POST",
    body: new URLSearchParams({
      grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer",
      assertion: jwt(header, claims, createPrivateKey(account.private_key)),
    }),
  });
  const { access_token: bearer } = await access.json();
  const response = await fetch(`${fcm.url}/v1/projects/${fcm.project}/messages:send`, {
    method: "POST",
    headers: { authorization: `Bearer ${bearer}`, "content-type": "application/json" },
    body: JSON.stringify({ message: { token, ...content } }),
  });
  await response.arrayBuffer();
  return response.status;
}

/** Sends a Web Push message, encrypted as RFC 8291 describes it. */
async function push(subscription, text) {
  const { endpoint, keys } = subscription;
  const browserKey = Buffer.from(keys.p256dh, "base64url");
  const own = createECDH("prime256v1");
  own.generateKeys();
  const information = Buffer.concat([
    Buffer.from("WebPush: info\0"),
    browserKey,
    own.getPublicKey(),
  ]);
  const secret = own.computeSecret(browserKey);
  const key = hkdfSync("sha256", secret, Buffer.from(keys.auth, "base64url"), information, 32);
  const salt = randomBytes(16);
  const part = (name, count) =>
    Buffer.from(hkdfSync("sha256", key, salt, `Content-Encoding: ${name}\0`, count));
  const cipher = createCipheriv("aes-128-gcm", part("aes128gcm", 16), part("nonce", 12));
  const size = Buffer.alloc(4);
  size.writeUInt32BE(4096);
  const body = Buffer.concat([
    salt,
    size,
    Buffer.from([65]),
    own.getPublicKey(),
    cipher.update(Buffer.concat([Buffer.from(text), Buffer.from([2])])),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
  const vapid = createPrivateKey(await readFile(webPush.vapidKeyPath, "utf8"));
  const { x, y } = createPublicKey(vapid).export({ format: "jwk" });
  const point = [Buffer.from([4]), Buffer.from(x, "base64url"), Buffer.from(y, "base64url")];
  const claims = {
    aud: new URL(endpoint).origin,
    exp: Math.floor(Date.now() / 1000) + 3600,
    sub: "mailto:ops@example.com",
  };
  const header = { alg: "ES256", typ: "JWT" };
  const token = jwt(header, claims, vapid, { dsaEncoding: "ieee-p1363" });
  const response = await fetch(endpoint, {
    method: "POST",
    headers: {
      authorization: `vapid t=${token}, k=${encoded(Buffer.concat(point))}`,
      "content-encoding": "aes128gcm",
      ttl: "60",
    },
    body,
  });
  await response.arrayBuffer();
  return response.status;
}

test("a message arrives on the Android phone", async () => {
  const token = await fcm.token();
  const content = { notification: { title: "Dinner" }, data: { table: "7" } };
  assert.equal(await send(token, content), 200);
  const message = await fcm.assertSent({
    title: "Dinner",
    platform: "android",
    payload: { data: { table: "7" } },
  });
  assert.equal(message.status, 200);
  assert.ok(!JSON.stringify(message).includes(token));
});

test("an app that was uninstalled is unregistered", async () => {
  const token = await fcm.device({ name: "Pixel" });
  assert.equal(await send(token, { notification: { title: "a" } }), 200);
  await fcm.uninstall(token);
  assert.equal(await send(token, { notification: { title: "b" } }), 404);
  await fcm.assertSent({ device: "Pixel", title: "a" });
  await fcm.assertSent({ reason: "UNREGISTERED", status: 404 });
});

test("a field that FCM does not have is refused", async () => {
  const notification = { title: "a", clickAction: "b" };
  assert.equal(await send(await fcm.token(), { notification }), 400);
  const message = await fcm.assertSent({ status: 400 });
  assert.match(message.note, /Unknown name "clickAction" at 'message.notification'/);
});

test("a fault of FCM ends with its function", async () => {
  const token = await fcm.token();
  const fault = { fault: "error", error: "QUOTA_EXCEEDED", retryAfter: 30 };
  await fcm.withFault(fault, async () =>
    assert.equal(await send(token, { notification: { title: "a" } }), 429),
  );
  assert.equal(await send(token, { notification: { title: "a" } }), 200);
});

test("a message arrives in the browser, decrypted", async () => {
  assert.equal(await push(await webPush.subscription(), "Dinner is ready"), 201);
  const message = await webPush.assertSent({ text: "Dinner is ready", headers: { ttl: 60 } });
  assert.equal(message.headers["content-encoding"], "aes128gcm");
  const payload = { web_push: 8030, notification: { title: "a", navigate: "https://a.b/" } };
  assert.equal(await push(await webPush.subscribe({ name: "Safari" }), JSON.stringify(payload)), 201);
  await webPush.assertSent({ payload, title: "a", device: "Safari" });
});

test("a subscription that ended is 410", async () => {
  const fault = await webPush.fault({ fault: "status", status: 410 });
  assert.equal(await push(await webPush.subscription(), "a"), 410);
  await fault.end();
  assert.equal(await push(await webPush.subscription(), "a"), 201);
});

test("a wrong expectation shows what arrived", async () => {
  assert.equal(await send(await fcm.token(), { notification: { title: "Dinner" } }), 200);
  const now = { timeout: 0 };
  await assert.rejects(
    fcm.assertSent({ title: "Supper" }, now),
    /expected "Supper", received "Dinner"/,
  );
  await assert.rejects(fcm.assertNothingSent(), /no message, received 1:(.|\n)*Dinner/);
  await assert.rejects(fcm.assertSent({ state: 1 }), /knows no "state"/);
  await webPush.assertNothingSent();
  await apns.reset();
  await fcm.assertNothingSent();
});
