// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import { test } from "node:test";

import { differences, listing, report, shorten } from "../src/compare.js";

const request = (fields) => ({
  sequence: 1,
  environment: "sandbox",
  status: 200,
  headers: { "apns-push-type": "alert" },
  pushType: "alert",
  token: "c730bb…0beb72e2",
  payload: { aps: { alert: "Hello" }, order: 7 },
  ...fields,
});

test("members may be omitted", () => {
  const expected = { payload: { aps: { alert: "Hello" } }, status: 200 };
  assert.deepEqual(differences(request(), expected), []);
});

test("a difference has its path and both values", () => {
  const aps = { alert: "Bye", badge: 1 };
  assert.deepEqual(
    differences(request(), { payload: { aps }, pushType: "voip" }),
    [
      'payload.aps.alert: expected "Bye", received "Hello"',
      "payload.aps.badge: expected 1, which the request does not have",
      'pushType: expected "voip", received "alert"',
    ],
  );
});

test("headers are compared by their lower-case names", () => {
  const given = (headers) => differences(request(), { headers });
  assert.deepEqual(given({ "APNs-Push-Type": "alert" }), []);
  assert.deepEqual(given({ "apns-priority": 5 }), [
    'headers.apns-priority: expected "5", which the request does not have',
  ]);
});

test("a token is compared with its shortened form", () => {
  const given = (token) => differences(request(), { token });
  const token =
    "C730BBB42F0B224E34D0AEA534FA08B696C99C43E2B5D19D0F9AC288D26DDE26";
  assert.deepEqual(given(token), []);
  const other = `c730bb${"00".repeat(29)}`;
  assert.deepEqual(given(other), [
    `token: expected "${shorten(other)}", received "c730bb…0beb72e2"`,
  ]);
  assert.equal(shorten("not a token"), "not a token");
});

test("the report shows the closest request", () => {
  const requests = [1, 2, 3].map((sequence) => request({ sequence }));
  requests[0].payload = undefined;
  const text = report({ payload: { aps: { alert: "Bye" } } }, requests, 5000);
  assert.match(text, /The closest of 3 received is #3 200/);
  assert.match(text, / {2}payload.aps.alert: expected "Bye", received "Hello"$/);
  assert.match(report({}, [], 0), /The simulator received no request.$/);
});

test("a long list has its end", () => {
  const requests = Array.from({ length: 12 }, (_, index) =>
    request({ sequence: index + 1 }),
  );
  const lines = listing(requests).split("\n");
  assert.equal(lines[0], "  … 2 earlier ones");
  assert.match(lines.at(-1), /#12 200 sandbox alert to c730bb…0beb72e2/);
});
