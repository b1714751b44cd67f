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

/** A fault; further kinds, and their settings, are in docs/control-api.md. */
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
  /** Ends the fault. Does nothing if it has ended already, for instance by its count. */
  end(): Promise<void>;
}

/** The control API refused a call, for instance because of an unknown field. */
export class ControlError extends Error {
  readonly status: number;
  readonly code: string;
}

/** A message that the simulated FCM or push service received, with its response. */
export interface Message {
  sequence: number;
  time: string;
  status: number;
  /** The error code of a rejection, such as `UNREGISTERED`. */
  reason?: string;
  /** What happened, in a sentence. */
  note: string;
  /** The token or endpoint, shortened. */
  address?: string;
  app?: string;
  /** The name of the phone or browser. */
  device?: string;
  platform?: string;
  /** What the device shows. */
  title?: string;
  body?: string;
  /** FCM's message without its token, or the decrypted content, if it is JSON. */
  payload?: unknown;
  /** The decrypted content of a Web Push message that is not JSON. */
  text?: string;
  /** Web Push: `ttl`, `urgency`, `topic` and `content-encoding`. */
  headers?: Record<string, string>;
}

/** The properties of messages to look for. */
export interface MessageFilters {
  app?: string;
  status?: number;
  reason?: string;
  /** Only messages with a greater `sequence`. */
  after?: number;
}

/** What a message must have. Objects may omit members; everything else must be equal. */
export interface MessageExpectation extends Omit<MessageFilters, "after"> {
  device?: string;
  platform?: string;
  title?: string;
  body?: string;
  text?: string;
  payload?: unknown;
  headers?: Record<string, string | number>;
}

/** A fault of FCM or the push service. */
export interface MessagingFaultSettings {
  /** `token` and `error` are for FCM. */
  fault: "status" | "delay" | "error" | "token";
  error?: string;
  status?: number;
  reason?: string;
  retryAfter?: number | string;
  seconds?: number;
  /** A token or an endpoint. */
  address?: string;
  /** The number of requests after which the fault ends. */
  count?: number;
}

/** What the simulated FCM and the simulated push service have in common. */
interface MessagingService {
  /** The address without a path, with `http`; the port also accepts `https`. */
  readonly url: string;
  /** Injects a fault, until `Fault.end`, its `count`, or `reset`. */
  fault(settings: MessagingFaultSettings): Promise<Fault>;
  /** Injects a fault for the time of a function. */
  withFault<T>(
    settings: MessagingFaultSettings,
    work: () => T | Promise<T>,
  ): Promise<T>;
  /** The messages that were received since the last reset, oldest first. */
  messages(filters?: MessageFilters): Promise<Message[]>;
  /** Returns the first message with all of these properties; waits `timeout` ms, 5,000 by default. */
  assertSent(
    expected: MessageExpectation,
    options?: { timeout?: number },
  ): Promise<Message>;
  /** Fails if a matching message was received; it does not wait. */
  assertNothingSent(filters?: MessageFilters): Promise<void>;
}

/** The simulated FCM: a token endpoint, a project, an Android phone, any number of devices. */
export interface FCM extends MessagingService {
  /** The identifier of the Firebase project. */
  readonly project: string;
  /** The key file of a service account; its `token_uri` is the simulator's. */
  readonly serviceAccountPath: string;
  serviceAccount(): Promise<Record<string, string>>;
  /** The registration token of the Android phone. */
  token(): Promise<string>;
  /** Registers another device and returns its registration token. */
  device(fields?: {
    name?: string;
    platform?: "android" | "ios" | "web";
    app?: string;
    token?: string;
    project?: string;
    topics?: string[];
  }): Promise<string>;
  /** Uninstalls the app: from now on, FCM returns `UNREGISTERED`. */
  uninstall(token: string): Promise<void>;
}

/** A subscription, as `PushSubscription.toJSON()` returns it. */
export interface Subscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

/** The simulated push service of browsers, which decrypts what it gets. */
export interface WebPush extends MessagingService {
  /** A VAPID private key in PEM, for the sender. */
  readonly vapidKeyPath: string;
  /** The subscription of the browser. */
  subscription(): Promise<Subscription>;
  /** Subscribes another browser, optionally limited to one VAPID public key. */
  subscribe(fields?: {
    name?: string;
    applicationServerKey?: string;
  }): Promise<Subscription>;
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
  /** The simulated FCM, and the simulated push service of browsers. */
  readonly fcm: FCM;
  readonly webPush: WebPush;

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
