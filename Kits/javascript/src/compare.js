// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import { isDeepStrictEqual } from "node:util";

const LISTED_MAX = 10;
const VALUE_MAX = 300;
/** What an expectation may contain besides payload and headers. */
export const FIELDS = [
  "app",
  "token",
  "pushType",
  "environment",
  "status",
  "reason",
  "apnsId",
  "collapseId",
];

/**
 * How a request differs from an expectation, one line per difference; empty if it matches.
 *
 * Objects of the expectation may omit members; everything else must be equal.
 */
export function differences(request, expected) {
  return Object.entries(expected).flatMap(([name, value]) => {
    if (value === undefined) return [];
    if (name === "headers") {
      const lower = Object.entries(value).map(([key, text]) => [
        key.toLowerCase(),
        String(text),
      ]);
      return below(name, Object.fromEntries(lower), request.headers);
    }
    if (name === "token") return below(name, shorten(value), request.token);
    return below(name, value, request[name]);
  });
}

/** The message for an expectation that no request fulfilled. */
export function report(expected, requests, milliseconds) {
  const lines = [
    `no request matched within ${milliseconds / 1000} s; expected:`,
  ];
  for (const [name, value] of Object.entries(expected)) {
    if (value === undefined) continue;
    lines.push(`  ${name}: ${show(name === "token" ? shorten(value) : value)}`);
  }
  if (requests.length === 0) {
    return [...lines, "The simulator received no request."].join("\n");
  }
  const counts = requests.map(
    (request) => differences(request, expected).length,
  );
  // Of several that are equally close, the newest is the most likely one.
  const closest = requests[counts.lastIndexOf(Math.min(...counts))];
  lines.push(
    `The closest of ${requests.length} received is ${describe(closest)}`,
  );
  return [
    ...lines,
    ...differences(closest, expected).map((line) => `  ${line}`),
  ].join("\n");
}

/** The requests, one per line, the newest ones last. */
export function listing(requests) {
  if (requests.length === 0) return "  (none)";
  const lines = requests
    .slice(-LISTED_MAX)
    .map((request) => `  ${describe(request)}`.slice(0, VALUE_MAX));
  const earlier = requests.length - LISTED_MAX;
  return [...(earlier > 0 ? [`  … ${earlier} earlier ones`] : []), ...lines].join(
    "\n",
  );
}

function describe(request) {
  const result = [request.status, request.reason].filter(Boolean).join(" ");
  // A message of FCM or Web Push.
  if (request.kind === "send") {
    const content = request.payload === undefined ? request.text : show(request.payload);
    return `#${request.sequence} ${result} to ${request.device ?? request.address}: ${content}`;
  }
  return (
    `#${request.sequence} ${result} ${request.environment} ` +
    `${request.pushType ?? "(no push type)"} to ${request.token ?? "(no token)"}: ` +
    show(request.payload)
  );
}

function below(path, expected, received) {
  if (isObject(expected) && isObject(received)) {
    return Object.entries(expected).flatMap(([name, value]) =>
      below(`${path}.${name}`, value, received[name]),
    );
  }
  if (isDeepStrictEqual(expected, received)) return [];
  return received === undefined
    ? [`${path}: expected ${show(expected)}, which the request does not have`]
    : [`${path}: expected ${show(expected)}, received ${show(received)}`];
}

function isObject(value) {
  return (
    typeof value === "object" && value !== null && !Array.isArray(value)
  );
}

function show(value) {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length <= VALUE_MAX ? text : `${text.slice(0, VALUE_MAX)}…`;
}

/** A device token as the simulator shows it: its first digits and an FNV-1a hash of it. */
export function shorten(token) {
  if (!/^([0-9a-f]{2})+$/i.test(token)) return token;
  let hash = 0xcbf29ce484222325n;
  for (const byte of Buffer.from(token, "hex")) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  }
  const folded = BigInt.asUintN(32, hash ^ (hash >> 32n));
  const digits = folded.toString(16).padStart(8, "0");
  return `${token.slice(0, 6).toLowerCase()}…${digits}`;
}
