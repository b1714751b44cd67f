// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/** The control API refused a call, for instance because of an unknown field. */
export class ControlError extends Error {
  constructor(method, path, status, body) {
    let problem;
    try {
      problem = JSON.parse(body);
    } catch {
      problem = {};
    }
    super(
      `${method} ${path}: ${status} ${problem.code ?? ""}: ${problem.detail ?? problem.title ?? body}`,
    );
    this.name = "ControlError";
    this.status = status;
    this.code = problem.code ?? "";
  }
}

/** Calls the control API; JavaScript's names become those of the API, and the other way round. */
export class Control {
  constructor(url) {
    this.url = url;
  }

  /** Returns the response's JSON; `undefined` if it has no body. */
  async call(method, path, { body, query } = {}) {
    const text = await this.text(method, path, { body, query });
    return text ? JSON.parse(text) : undefined;
  }

  async text(method, path, { body, query = {} } = {}) {
    const given = Object.entries(snakeCase(query)).filter(
      ([, value]) => value !== undefined && value !== null,
    );
    const parameters = given.length ? `?${new URLSearchParams(given)}` : "";
    const response = await fetch(this.url + path + parameters, {
      method,
      body: body === undefined ? undefined : JSON.stringify(snakeCase(body)),
      headers: body === undefined ? {} : { "content-type": "application/json" },
    });
    const text = await response.text();
    if (!response.ok) {
      throw new ControlError(method, path, response.status, text);
    }
    return text;
  }
}

/** `{pushType: 1}` to `{push_type: 1}`, only at the top level. */
function snakeCase(object) {
  return renamed(object, (name) =>
    name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  );
}

/** `{push_type: 1}` to `{pushType: 1}`, only at the top level. */
export function camelCase(object) {
  return renamed(object, (name) =>
    name.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase()),
  );
}

function renamed(object, rename) {
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) => [rename(name), value]),
  );
}
