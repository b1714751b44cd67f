// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/** The gateway refused a call, or could not process it (RFC 9457). */
export declare class Problem extends Error {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly keyPath?: string;
  readonly line?: number;
  readonly column?: number;
}

/** There was no response; calls that change something may have been processed. */
export declare class Unreachable extends Error {
  readonly idempotencyKey?: string;
}

export interface ConnectionOptions {
  /** Milliseconds to wait for a response. Default 30,000. */
  timeout?: number;
  fetch?: typeof globalThis.fetch;
  /** Waits between two attempts; for tests. */
  sleep?: (milliseconds: number) => Promise<void>;
}

export declare class Connection {
  constructor(url: string, key: string, options?: ConnectionOptions);
}
