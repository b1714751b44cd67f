// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0
// Sends requests to the gateway: retries, problems, pages. Needs only `fetch`.

/** The maximum number of attempts for one call. */
export const attemptsMax = 5;
/** The longest pause between two attempts, in milliseconds. */
export const pauseMax = 30_000;

/** The gateway refused a call, or could not process it (RFC 9457). */
export class Problem extends Error {
  constructor(status, members) {
    super(members.code ? `${status} ${members.code}: ${members.detail}` : `status ${status}`);
    this.name = 'Problem';
    /** The status of the response. */
    this.status = status;
    /** The stable code, such as `bad_filter`; empty if the response was not the gateway's. */
    this.code = members.code ?? '';
    /** What is wrong, and what to do. */
    this.detail = members.detail ?? '';
    /** The member of the request that is wrong. */
    this.keyPath = members.key_path;
    /** The position in the request or in a filter, from 1. */
    this.line = members.line;
    this.column = members.column;
  }
}

/**
 * There was no response. Calls that change something may have been processed: repeat them with the
 * same `idempotencyKey` where the operation has one.
 */
export class Unreachable extends Error {
  constructor(detail, idempotencyKey, cause) {
    super(detail, { cause });
    this.name = 'Unreachable';
    /** The key of the call; undefined if the operation has none. */
    this.idempotencyKey = idempotencyKey;
  }
}

/** Yields the entries of all pages of a list. */
export async function* pages(key, page) {
  let after;
  do {
    const found = await page(after);
    yield* found[key] ?? [];
    after = found.next;
  } while (after !== undefined && after !== null);
}

export class Connection {
  #base;
  #key;
  #timeout;
  #fetch;
  #sleep;

  constructor(url, key, options = {}) {
    const parsed = new URL(url);
    if (!['http:', 'https:'].includes(parsed.protocol)) {
      throw new TypeError(`${url} is not an address; use http://HOST:PORT or https://HOST`);
    }
    this.#base = parsed.href.replace(/\/+$/, '');
    this.#key = key;
    this.#timeout = options.timeout ?? 30_000;
    this.#fetch = options.fetch ?? globalThis.fetch;
    this.#sleep = options.sleep ?? ((ms) => new Promise((done) => setTimeout(done, ms)));
  }

  /** Calls the gateway, and returns the response's value. The operations use it. */
  async call(method, path, { query = {}, body, contentType, idempotencyKey, isIdempotent } = {}) {
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined && value !== null) search.set(name, String(value));
    }
    const url = this.#base + path + (search.size ? `?${search}` : '');
    const headers = { authorization: `Bearer ${this.#key}`, accept: 'application/json' };
    let data;
    if (body !== undefined && body !== null) {
      const isText = typeof body === 'string';
      headers['content-type'] =
        isText && contentType === 'application/json' ? 'text/plain; charset=utf-8' : contentType;
      data = isText || body instanceof Uint8Array ? body : JSON.stringify(body);
    }
    if (isIdempotent) {
      idempotencyKey ??= crypto.randomUUID();
      headers['idempotency-key'] = idempotencyKey;
    }
    // A repeated POST without a key could take effect twice.
    const mayRepeat = isIdempotent || ['GET', 'PUT', 'DELETE'].includes(method);
    for (let attempt = 1; ; attempt += 1) {
      const pause = Math.min(pauseMax, 500 * 2 ** (attempt - 1));
      const isLast = attempt === attemptsMax || !mayRepeat;
      let response;
      let text;
      try {
        const signal = AbortSignal.timeout(this.#timeout);
        response = await this.#fetch(url, { method, headers, body: data, signal, redirect: 'manual' });
        text = await response.text();
      } catch (error) {
        if (isLast) {
          const detail = `${this.#base} did not respond: ${error.cause?.message ?? error.message}`;
          throw new Unreachable(detail, idempotencyKey, error);
        }
        await this.#sleep(pause);
        continue;
      }
      if ((response.status === 429 || response.status === 503) && !isLast) {
        const after = Number(response.headers.get('retry-after') ?? Number.NaN);
        await this.#sleep(Number.isFinite(after) ? Math.min(pauseMax, after * 1000) : pause);
        continue;
      }
      return result(response, text);
    }
  }
}

function result(response, text) {
  const kind = (response.headers.get('content-type') ?? '').split(';')[0].trim();
  if (response.status >= 300) {
    let members = {};
    if (kind.endsWith('json')) {
      try {
        members = JSON.parse(text) ?? {};
      } catch {
        // The response is not the gateway's.
      }
    }
    throw new Problem(response.status, members);
  }
  if (!text) return undefined;
  return kind === 'application/json' ? JSON.parse(text) : text;
}
