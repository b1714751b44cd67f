// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/** The settings of a start. */
export interface StartOptions {
  /** The program `bellhop`; by default `$BELLHOP`, or the one on PATH. */
  bellhop?: string;
  /** More arguments for `bellhop apns`, such as `["--config", "apns.yaml"]`. */
  args?: string[];
  /** Whether time passes only by `advance`; false by default. */
  virtualClock?: boolean;
  /** The milliseconds within which the simulator must be ready; 30,000 by default. */
  timeout?: number;
}

/** Where one environment of the simulated APNs listens, with TLS and HTTP/2. */
export interface Address {
  host: string;
  port: number;
  /** Such as `https://127.0.0.1:40001`, without a path. */
  url: string;
}

/** The signing key of provider tokens that the simulator knows. */
export interface Key {
  /** A file in the format of Apple's `.p8` files. */
  path: string;
  /** The contents of the file. */
  pem: string;
  keyId: string;
  teamId: string;
}

/** A device with one app, registered with APNs. */
export interface Device {
  id: string;
  app: string;
  environment: Environment;
  token: string;
  user?: string;
  locale?: string;
  timeZone?: string;
}

export type Environment = "sandbox" | "production";

/** The properties of requests to look for. */
export interface Filters {
  app?: string;
  token?: string;
  pushType?: string;
  environment?: Environment;
  status?: number;
  reason?: string;
  apnsId?: string;
  collapseId?: string;
  /** Only requests with a greater `sequence`. */
  after?: number;
}

/** A request that the simulator received, with its response. */
export interface Request {
  sequence: number;
  time: string;
  environment: Environment;
  status: number;
  /** The reason of a rejection, such as `BadDeviceToken`. */
  reason?: string;
  apnsId: string;
  /** The request's headers; their names are in lower case. */
  headers: Record<string, string>;
  pushType?: string;
  collapseId?: string;
  /** The device token, shortened. */
  token?: string;
  app?: string;
  /** The `id` of the device with this token. */
  deviceId?: string;
  /** The payload, if it is JSON. */
  payload?: unknown;
  /** The payload, if it is not JSON. */
  text?: string;
  /** The cause of the response. */
  note: string;
  oddities?: string[];
}

/** What a request must have. */
export interface Expectation extends Omit<Filters, "after"> {
  /** Objects may omit members; everything else must be equal. */
  payload?: unknown;
  /** Headers that the request must have; others are allowed. */
  headers?: Record<string, string | number>;
}

/** A fault; other kinds than these, and their settings, are in docs/control-api.md. */
export interface FaultSettings {
  /** `status` by default. */
  fault?: "status" | "silence" | "goaway" | "latency" | (string & {});
  status?: number;
  reason?: string;
  name?: string;
  environment?: Environment;
  app?: string;
  token?: string;
  pushType?: string;
  /** The number of requests after which the fault ends. */
  count?: number;
  /** Above 0 and at most 1. */
  probability?: number;
  /** Seconds. */
  retryAfter?: number;
  [setting: string]: unknown;
}

/** A fault in force. */
export class Fault {
  readonly id: number | string;
  /** Ends the fault. A fault that has ended already, for instance by its count, is fine. */
  end(): Promise<void>;
}

/** The control API refused a call, for instance because of an unknown field. */
export class ControlError extends Error {
  readonly status: number;
  readonly code: string;
}

/** A simulated APNs: both environments, a phone, any number of devices. */
export class APNsServer {
  /** Starts `bellhop apns` and returns when all its ports are open. */
  static start(options?: StartOptions): Promise<APNsServer>;
  /** Ends the simulator. A second call does nothing. */
  stop(): Promise<void>;

  /** The line that the simulator wrote when it was ready. */
  readonly ready: Record<string, unknown>;
  /** The URL of the control API. */
  readonly controlURL: string;
  /** The bundle identifier of the app on the simulator's phone. */
  readonly app: string;
  /** The certificate authority that clients must trust, as PEM, and its file. */
  readonly authority: string;
  readonly authorityPath: string;
  readonly key: Key;
  readonly sandbox: Address;
  readonly production: Address;

  /** The sandbox device token of an app on the simulator's phone. */
  deviceToken(options?: { app?: string }): Promise<string>;
  /** Registers devices, 1,000,000 at most. */
  fleet(
    count: number,
    options?: { app?: string; environment?: Environment },
  ): Promise<Device[]>;
  /** Registers one device. */
  device(options?: {
    app?: string;
    environment?: Environment;
  }): Promise<Device>;
  /** Adds an app, by default of the team of `key`. */
  addApp(bundleId: string, options?: { teamId?: string }): Promise<void>;
  /** Adds a signing key: a PEM public key or the contents of a `.p8` file. */
  addKey(key: {
    pem: string;
    keyId: string;
    teamId: string;
    topics?: string[];
    environment?: Environment;
  }): Promise<void>;

  /** Injects a fault, until `Fault.end`, its `count`, or `reset`. */
  fault(settings: FaultSettings): Promise<Fault>;
  /** Injects a fault for the time of a function. */
  withFault<T>(
    settings: FaultSettings,
    work: () => T | Promise<T>,
  ): Promise<T>;
  /** Moves the simulator's clock; it must have been started with `virtualClock`. */
  advance(seconds: number): Promise<void>;
  /** Deletes received requests, stored notifications and faults, and restores the options; `"all"` resets everything. */
  reset(what?: string | string[]): Promise<void>;

  /** The requests that were received since the last reset, oldest first. */
  requests(filters?: Filters): Promise<Request[]>;
  /** Waits until at least this many matching requests were received since the last reset. */
  waitFor(
    count: number,
    options?: Filters & { timeout?: number },
  ): Promise<Request[]>;
  /** Returns the first request that has all of this; waits `timeout` ms, 5,000 by default. */
  assertSent(
    expected: Expectation,
    options?: { timeout?: number },
  ): Promise<Request>;
  /** Fails if a matching request was received; it does not wait. */
  assertNothingSent(filters?: Filters): Promise<void>;
}

/** Returns the path of `bellhop`: `path`, `$BELLHOP`, or the one on PATH. */
export function findBellhop(
  path?: string,
  environment?: Record<string, string | undefined>,
): string;
