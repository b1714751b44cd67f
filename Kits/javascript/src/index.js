// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";

import { findBellhop } from "./binary.js";
import { FIELDS, differences, listing, report } from "./compare.js";
import { Control, ControlError, camelCase } from "./control.js";
import { FCM, WebPush } from "./messaging.js";
import { SimulatorProcess } from "./process.js";

export { ControlError, findBellhop };

// The longest time for which the control API waits in one call, and its longest page.
const WAIT_SECONDS_MAX = 30;
const PAGE = 1000;

/** A fault in force. */
export class Fault {
  #control;

  constructor(control, raw) {
    this.#control = control;
    this.id = raw.id;
  }

  /** Ends the fault. Does nothing if it has ended already, for instance by its count. */
  async end() {
    try {
      await this.#control.call("DELETE", `/v1/faults/${this.id}`);
    } catch (error) {
      if (error.status !== 404) throw error;
    }
  }
}

/** A simulated APNs: both environments, a phone, any number of devices. */
export class APNsServer {
  #process;
  #control;

  /**
   * Starts `bellhop apns` and returns when all its ports are open.
   *
   * @param {import("./index.d.ts").StartOptions} [options]
   */
  static async start({
    bellhop,
    args = [],
    virtualClock = false,
    timeout = 30_000,
  } = {}) {
    const clock = virtualClock ? ["--virtual-clock"] : [];
    const [child, ready] = await SimulatorProcess.start(
      findBellhop(bellhop),
      [...clock, ...args],
      timeout,
    );
    try {
      const authority = await readFile(ready.authority, "utf8");
      const pem = await readFile(ready.key.path, "utf8");
      return new APNsServer(child, ready, authority, pem);
    } catch (error) {
      await child.stop();
      throw error;
    }
  }

  constructor(child, ready, authority, pem) {
    this.#process = child;
    this.#control = new Control(ready.control);
    this.ready = ready;
    this.controlURL = ready.control;
    this.app = ready.app;
    this.authorityPath = ready.authority;
    this.authority = authority;
    this.key = { ...camelCase(ready.key), pem };
    this.sandbox = address(ready.sandbox);
    this.production = address(ready.production);
    this.fcm = new FCM(this, this.#control, ready.fcm);
    this.webPush = new WebPush(this, this.#control, ready.web_push);
  }

  async stop() {
    await this.#process.stop();
  }

  async deviceToken({ app } = {}) {
    const path = "/v1/devices/booted/token";
    return (await this.#control.call("GET", path, { query: { app } })).token;
  }

  async fleet(count, { app = this.app, environment = "sandbox" } = {}) {
    const body = { count, app, environment };
    const text = await this.#control.text("POST", "/v1/fleet", { body });
    return text
      .split("\n")
      .filter((line) => line.trim())
      .map((line) => camelCase(JSON.parse(line)));
  }

  async device(options) {
    return (await this.fleet(1, options))[0];
  }

  async addApp(bundleId, { teamId = this.key.teamId } = {}) {
    const body = { bundleId, teamId };
    await this.#control.call("POST", "/v1/apns/apps", { body });
  }

  async addKey({ pem, keyId, teamId, ...fields }) {
    const body = { pem, keyId, teamId, ...fields };
    await this.#control.call("POST", "/v1/apns/keys", { body });
  }

  async fault({ fault = "status", ...fields }) {
    const body = { fault, ...fields };
    const raw = await this.#control.call("POST", "/v1/faults", { body });
    return new Fault(this.#control, raw);
  }

  async withFault(settings, work) {
    const fault = await this.fault(settings);
    try {
      return await work();
    } finally {
      await fault.end();
    }
  }

  async advance(seconds) {
    const body = { seconds };
    await this.#control.call("POST", "/v1/clock/advance", { body });
  }

  async reset(what = ["log", "store", "faults", "options"]) {
    await this.#control.call("POST", "/v1/reset", { body: { what } });
  }

  async requests(filters = {}) {
    const found = [];
    for (;;) {
      const after = found.at(-1)?.sequence ?? filters.after;
      const page = await this.#page({ ...filters, after });
      found.push(...page);
      if (page.length < PAGE) return found;
    }
  }

  async waitFor(count, { timeout = 10_000, ...filters } = {}) {
    const deadline = performance.now() + timeout;
    const found = [];
    for (;;) {
      const left = Math.max(0, deadline - performance.now());
      const after = found.at(-1)?.sequence ?? filters.after;
      const missing = Math.min(count - found.length, PAGE);
      found.push(...(await this.#page({ ...filters, after }, missing, left)));
      if (found.length >= count) return found;
      if (left === 0) break;
    }
    assert.fail(
      `expected ${count} requests${ofFilters(filters)} within ${timeout / 1000} s, received ` +
        `${found.length}; all requests:\n${listing(await this.requests())}`,
    );
  }

  async assertSent(expected, { timeout = 5_000 } = {}) {
    for (const name of Object.keys(expected)) {
      if (!FIELDS.includes(name) && name !== "payload" && name !== "headers") {
        throw new TypeError(`assertSent knows no "${name}"`);
      }
    }
    const deadline = performance.now() + timeout;
    const received = [];
    for (;;) {
      const left = Math.max(0, deadline - performance.now());
      const after = received.at(-1)?.sequence ?? 0;
      const page = await this.#page({ after }, 1, left);
      const match = page.find((one) => differences(one, expected).length === 0);
      if (match) return match;
      received.push(...page);
      if (left === 0 && page.length < PAGE) break;
    }
    assert.fail(report(expected, received, timeout));
  }

  async assertNothingSent(filters = {}) {
    const found = await this.requests(filters);
    if (found.length === 0) return;
    assert.fail(
      `expected no request${ofFilters(filters)}, received ${found.length}:\n${listing(found)}`,
    );
  }

  /** Matching requests, 1,000 at most, after waiting until there are `count` of them. */
  async #page(filters, count, milliseconds = 0) {
    // The API takes whole seconds.
    const wait = Math.min(Math.ceil(milliseconds / 1000), WAIT_SECONDS_MAX);
    const query = { ...filters, limit: PAGE, count, wait: wait || undefined };
    const page = await this.#control.call("GET", "/v1/requests", { query });
    return page.requests.map((entry) => {
      const headers = entry.headers ?? {};
      return {
        ...camelCase(entry),
        headers,
        pushType: headers["apns-push-type"],
        collapseId: headers["apns-collapse-id"],
      };
    });
  }
}

function address({ host, port }) {
  return { host, port, url: `https://${host}:${port}` };
}

function ofFilters(filters) {
  const given = Object.entries(filters).map(
    ([name, value]) => `${name} ${JSON.stringify(value)}`,
  );
  return given.length ? ` with ${given.join(", ")}` : "";
}
