// Requests to the gateway's API, and on `bellhop up` to the simulator's control API.
//
// The browser authenticates a request with the session's cookie, which scripts cannot read, and
// with a token that only this page knows.

import { t } from "./strings.js";

const csrf = document.querySelector('meta[name="csrf-token"]')?.content ?? "";

// The responses that the server wrote into the page, by path. Each is used once.
const element = document.getElementById("console-data");
const ready = new Map(Object.entries(element ? JSON.parse(element.textContent || "{}") : {}));

// A failed request: the API's problem (RFC 9457), or that no response was received.
export class Problem extends Error {
  constructor({ status = 0, code = "offline", title = "", detail = "", key_path, line, column }) {
    super(detail || title);
    Object.assign(this, { status, code, title, detail, keyPath: key_path, line, column });
  }

  // Whether the same request may succeed later.
  get isTemporary() { return this.status === 0 || this.status === 429 || this.status >= 500; }
}

async function problemOf(response) {
  let json = {};
  try { json = await response.json(); } catch { /* Not every response is JSON. */ }
  return new Problem({
    title: response.statusText, ...json, status: response.status,
    code: json.code ?? `http_${response.status}`,
    detail: json.detail ?? `${response.status} ${response.statusText}`,
  });
}

// Sends a request, and returns the Response. Throws Problem for every status but 2xx.
//
// body: a value that is sent as JSON, or with `type` a text or Blob that is sent unchanged.
// allowed: other statuses whose response is returned, such as 503 of /health/ready.
export async function request(
  method, path, { body, type, headers = {}, signal, allowed = [] } = {}) {
  const fields = { "X-Bellhop-CSRF": csrf, Accept: "application/json", ...headers };
  let content;
  if (body !== undefined) {
    content = type ? body : JSON.stringify(body);
    fields["Content-Type"] = type ?? "application/json";
  }
  let response;
  try {
    response = await fetch(path, {
      method, headers: fields, body: content, signal, credentials: "same-origin",
      cache: "no-store", redirect: "error",
    });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Problem({ detail: t("state.offline") });
  }
  if (response.ok || allowed.includes(response.status)) return response;
  const problem = await problemOf(response);
  if (response.status === 401) document.dispatchEvent(new CustomEvent("signed-out"));
  throw problem;
}

async function json(method, path, options) {
  const response = await request(method, path, options);
  if (response.status === 204) return null;
  const text = await response.text();
  return text === "" ? null : JSON.parse(text);
}

// Returns the JSON of a path. The first call may use what the server wrote into the page.
export async function get(path, options = {}) {
  if (ready.has(path)) {
    const value = ready.get(path);
    ready.delete(path);
    return value;
  }
  return json("GET", path, options);
}

export const post = (path, body, options = {}) => json("POST", path, { body, ...options });
export const put = (path, body, options = {}) => json("PUT", path, { body, ...options });
export const patch = (path, body, options = {}) => json("PATCH", path, { body, ...options });
export const del = (path, options = {}) => json("DELETE", path, options);

// Returns the text of a path that is not JSON, such as /metrics or an export.
export const text = async (path, options = {}) =>
  (await request("GET", path, { headers: { Accept: "*/*" }, ...options })).text();

// Returns a path from text and values, which are percent-encoded: path`/v1/apps/${id}`.
export const path = (parts, ...values) =>
  parts.reduce((whole, part, n) => whole + encodeURIComponent(String(values[n - 1])) + part);

// Returns a path with a query; values that are null, undefined or "" are left out.
export function query(base, values) {
  const pairs = Object.entries(values).filter(([, v]) => v !== null && v !== undefined && v !== "");
  const search = new URLSearchParams(pairs).toString();
  return search ? `${base}?${search}` : base;
}

// The pages of a list: `next` of each is `after` of the following one.
export class Pages {
  #base; #values; #after; #ended = false;

  constructor(base, values = {}) {
    this.#base = base;
    this.#values = values;
  }

  // Whether there may be another page.
  get hasMore() { return !this.#ended; }

  async next(options) {
    const page = await get(query(this.#base, { ...this.#values, after: this.#after }), options);
    this.#after = page.next;
    this.#ended = !page.next;
    return page;
  }
}

// A value for the header Idempotency-Key, so that a request that is repeated has one effect.
export const idempotencyKey = () => crypto.randomUUID();

// The simulator's control API, which only `bellhop up` has.
export const control = {
  isPresent: document.body?.dataset.control === "yes",
  get: (p, options) => json("GET", `/control${p}`, options),
  post: (p, body, options = {}) => json("POST", `/control${p}`, { body, ...options }),
  put: (p, body, options = {}) => json("PUT", `/control${p}`, { body, ...options }),
  patch: (p, body, options = {}) => json("PATCH", `/control${p}`, { body, ...options }),
  del: (p, options) => json("DELETE", `/control${p}`, options),
};

// The shortest and longest pause before a stream of events is opened again, in milliseconds.
const retryMin = 1000, retryMax = 15000;
// The time without data from the server after which a stream is opened again.
const silenceMax = 30000;

// Reads a stream of server-sent events until `signal` aborts, and opens it again after failures.
//
// onEvent gets { event, data, id }, with data parsed if it is JSON; onState gets true when the
// stream is open and false when it is not.
export async function listen(path, { onEvent, onState = () => {}, signal }) {
  let pause = retryMin, last = null;
  while (!signal?.aborted) {
    const attempt = new AbortController();
    const abort = () => attempt.abort();
    signal?.addEventListener("abort", abort, { once: true });
    let watch;
    const heard = () => {
      clearTimeout(watch);
      watch = setTimeout(abort, silenceMax);
    };
    try {
      heard();
      const headers = { Accept: "text/event-stream", ...(last ? { "Last-Event-ID": last } : {}) };
      const response = await request("GET", path, { headers, signal: attempt.signal });
      onState(true);
      pause = retryMin;
      for await (const event of events(response.body, heard)) {
        last = event.id ?? last;
        onEvent(event);
      }
    } catch (error) {
      if (signal?.aborted) break;
      if (error instanceof Problem && error.status === 401) break;
    } finally {
      clearTimeout(watch);
      signal?.removeEventListener("abort", abort);
    }
    onState(false);
    await new Promise((resolve) => setTimeout(resolve, pause));
    pause = Math.min(pause * 2, retryMax);
  }
}

async function* events(body, heard) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    heard();
    const blocks = (rest + value.replaceAll("\r\n", "\n")).split("\n\n");
    rest = blocks.pop();
    for (const block of blocks) {
      const event = { event: "message", data: "", id: undefined };
      const lines = [];
      for (const line of block.split("\n")) {
        const colon = line.indexOf(":");
        if (colon <= 0) continue;
        const value = line.slice(colon + 1).replace(/^ /, "");
        if (line.startsWith("data")) lines.push(value);
        else if (line.startsWith("event")) event.event = value;
        else if (line.startsWith("id")) event.id = value;
      }
      if (lines.length === 0) continue;
      event.data = lines.join("\n");
      try { event.data = JSON.parse(event.data); } catch { /* Not JSON. */ }
      yield event;
    }
  }
}

// Calls a function now, and again after each pause while the page is visible. A call begins only
// after the previous one has ended. Returns a function that stops the calls.
export function poll(work, seconds) {
  let isEnded = false, timer;
  const round = async () => {
    if (document.visibilityState === "visible") await work();
    if (!isEnded) timer = setTimeout(round, seconds * 1000);
  };
  const wake = () => {
    if (document.visibilityState !== "visible" || isEnded) return;
    clearTimeout(timer);
    round();
  };
  document.addEventListener("visibilitychange", wake);
  round();
  return () => {
    isEnded = true;
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", wake);
  };
}
