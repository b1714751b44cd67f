// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";

import { differences, listing, report } from "./compare.js";
import { camelCase } from "./control.js";

// The longest time for which the control API waits in one call, and its longest page.
const WAIT_SECONDS_MAX = 30;
const PAGE = 1000;
// What an expectation may contain.
const FIELDS = [
  "app",
  "status",
  "reason",
  "device",
  "platform",
  "title",
  "body",
  "text",
  "payload",
  "headers",
];

/** What FCM and Web Push have in common: faults, and what arrived. */
class MessagingService {
  #service;
  #server;
  #control;

  constructor(service, server, control, url) {
    this.#service = service;
    this.#server = server;
    this.#control = control;
    this.url = url;
  }

  /** Calls the control API for the classes that extend this one. */
  call(method, path, body) {
    return this.#control.call(method, path, { body });
  }

  async fault(settings) {
    return this.#server.fault({ ...settings, service: this.#service });
  }

  async withFault(settings, work) {
    return this.#server.withFault({ ...settings, service: this.#service }, work);
  }

  async messages(filters = {}) {
    const found = [];
    let after = filters.after;
    for (;;) {
      const page = await this.#page({ ...filters, after });
      found.push(...page);
      if (page.length < PAGE) return found.filter(isMessage);
      after = page.at(-1).sequence;
    }
  }

  async assertSent(expected, { timeout = 5_000 } = {}) {
    for (const name of Object.keys(expected)) {
      if (!FIELDS.includes(name)) {
        throw new TypeError(`assertSent knows no "${name}"`);
      }
    }
    const deadline = performance.now() + timeout;
    const received = [];
    let after = 0;
    for (;;) {
      const left = Math.max(0, deadline - performance.now());
      const page = await this.#page({ after }, left);
      after = page.at(-1)?.sequence ?? after;
      const sent = page.filter(isMessage);
      const match = sent.find((one) => differences(one, expected).length === 0);
      if (match) return match;
      received.push(...sent);
      if (left === 0 && page.length < PAGE) break;
    }
    assert.fail(report(expected, received, timeout));
  }

  async assertNothingSent(filters = {}) {
    const found = await this.messages(filters);
    if (found.length === 0) return;
    assert.fail(`expected no message, received ${found.length}:\n${listing(found)}`);
  }

  /** Requests, 1,000 at most, after waiting for one. */
  async #page(filters, milliseconds = 0) {
    const wait = Math.min(Math.ceil(milliseconds / 1000), WAIT_SECONDS_MAX);
    const query = {
      ...filters,
      service: this.#service,
      limit: PAGE,
      count: wait ? 1 : undefined,
      wait: wait || undefined,
    };
    const page = await this.#control.call("GET", "/v1/requests", { query });
    return page.requests.map(camelCase);
  }
}

/** The simulated FCM: a token endpoint, a project, an Android phone, any number of devices. */
export class FCM extends MessagingService {
  constructor(server, control, ready) {
    super("fcm", server, control, ready.url);
    this.project = ready.project;
    this.serviceAccountPath = ready.service_account;
    this.tokenPath = ready.token;
  }

  async serviceAccount() {
    return JSON.parse(await readFile(this.serviceAccountPath, "utf8"));
  }

  async token() {
    return (await readFile(this.tokenPath, "utf8")).trim();
  }

  async device(fields = {}) {
    return (await this.call("POST", "/v1/fcm/tokens", fields)).token;
  }

  async uninstall(token) {
    await this.call("DELETE", `/v1/fcm/tokens/${encodeURIComponent(token)}`);
  }
}

/** The simulated push service of browsers, which decrypts what it gets. */
export class WebPush extends MessagingService {
  constructor(server, control, ready) {
    super("web_push", server, control, ready.url);
    this.vapidKeyPath = ready.vapid_key;
    this.subscriptionPath = ready.subscription;
  }

  async subscription() {
    return JSON.parse(await readFile(this.subscriptionPath, "utf8"));
  }

  async subscribe(fields = {}) {
    return (await this.call("POST", "/v1/web-push/subscriptions", fields)).subscription;
  }
}

/** Requests for access tokens are in the log too. */
function isMessage(entry) {
  return entry.kind === "send";
}
