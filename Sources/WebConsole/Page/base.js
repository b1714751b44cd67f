// Functions that all parts of the page share: the latest state, elements, and requests to the
// server. The page sets all text from payloads through textContent, so that it is never parsed as
// HTML.

// The latest state from the server, and the page's own state.
export const store = {
  state: null,
  phone: null,
  // The app that the controls refer to.
  app: null,
  isFirstState: true,
  ui: {
    phoneID: new URLSearchParams(location.search).get("phone"),
    appID: null,
    isCenterOpen: false,
    isSettingsOpen: false,
    isIslandOpen: false,
    // Whether the person looks at the phone. If so, Face ID reveals the texts that a locked phone
    // hides.
    isLooking: true,
    openThreads: new Set(),
    // The button in the long look whose text field is open.
    replyTo: null,
    // The provisional notification for which the page shows the two choices of the button Keep.
    keeping: null,
  },
  // Draws everything again. The file main.js sets this function.
  redraw() {},
};

export const $ = (id) => document.getElementById(id);

export function make(tag, cls, text) {
  const e = document.createElement(tag);
  if (cls) e.className = cls;
  if (text !== undefined && text !== null) e.textContent = text;
  return e;
}

// Returns an element with text from a payload. The text may be written from right to left.
export function textElement(tag, cls, text) {
  const e = make(tag, cls, text);
  e.dir = "auto";
  return e;
}

// Returns a button. The key identifies the same button after the page is redrawn.
export function button(cls, text, key, onClick) {
  const b = make("button", cls, text);
  b.type = "button";
  b.dataset.key = key;
  b.addEventListener("click", onClick);
  return b;
}

// Returns a sentence from a text that has no capital letter and no full stop.
export const sentence = (text) => text[0].toUpperCase() + text.slice(1) + ".";

export function setText(id, text) {
  if ($(id).textContent !== text) $(id).textContent = text;
}

// Replaces the children of an element, but only if they have changed, so that animations continue.
// Preserves the keyboard focus and entered text.
export function replace(parent, items) {
  const text = items.map((i) => i.outerHTML).join("");
  if (parent.dataset.drawn === text) return;
  const focused = parent.contains(document.activeElement)
    ? document.activeElement.dataset.key : null;
  const typed = new Map();
  for (const e of parent.querySelectorAll("input[data-key], textarea[data-key]")) {
    if (e.type !== "checkbox") typed.set(e.dataset.key, e.value);
  }
  parent.dataset.drawn = text;
  parent.replaceChildren(...items);
  for (const e of parent.querySelectorAll("[data-key]")) {
    if (typed.has(e.dataset.key)) e.value = typed.get(e.dataset.key);
    if (focused && e.dataset.key === focused) e.focus({ preventScroll: true });
  }
}

// Times

export function ago(iso) {
  const s = Math.max(0, (Date.now() - Date.parse(iso)) / 1000);
  if (s < 60) return "now";
  if (s < 3600) return Math.floor(s / 60) + "m";
  if (s < 86400) return Math.floor(s / 3600) + "h";
  return Math.floor(s / 86400) + "d";
}

export function inTime(iso) {
  const s = Math.max(0, (Date.parse(iso) - Date.now()) / 1000);
  if (s < 60) return "in under a minute";
  if (s < 3600) return "in " + Math.round(s / 60) + " min";
  if (s < 172800) return "in " + Math.round(s / 3600) + " h";
  return "in " + Math.round(s / 86400) + " days";
}

// Returns a format for times in the phone's time zone. If the browser does not support that time
// zone, the format uses the browser's own time zone.
function inZone(options) {
  const timeZone = store.phone ? store.phone.time_zone : undefined;
  try {
    return new Intl.DateTimeFormat([], { ...options, timeZone });
  } catch {
    return new Intl.DateTimeFormat([], options);
  }
}

export const phoneTime = (date, options) => inZone(options).format(date);

export function clockTime(iso) {
  const options = { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" };
  return new Date(iso).toLocaleTimeString([], options);
}

export function dayAndTime(iso) {
  const options = {
    weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit",
    hourCycle: "h23",
  };
  return phoneTime(new Date(iso), options);
}

// The server

// The time limit for a response, in milliseconds.
const responseTimeMax = 15000;

export function post(path, body, type) {
  const phone = store.ui.phoneID ? "?phone=" + encodeURIComponent(store.ui.phoneID) : "";
  const headers = { "content-type": type || "application/json" };
  const signal = AbortSignal.timeout(responseTimeMax);
  return fetch(path + phone, { method: "POST", headers, body, signal })
    .then(async (r) => ({ ok: r.ok, body: await r.json().catch(() => ({})) }))
    .catch(() => {
      const detail = "the server does not respond; is bellhop still running?";
      return { ok: false, body: { detail } };
    });
}

export function setStatus(id, kind, text) {
  const o = $(id);
  o.dataset.kind = kind;
  o.textContent = text;
}

// Performs an action on the phone. If the phone refuses the action, the controls show the actual
// values again.
export async function act(action, extra) {
  const r = await post("/console/action", JSON.stringify({ action, ...extra }));
  const text = r.ok ? "" : r.body.detail || "the request failed";
  setStatus("action-result", r.ok ? "ok" : "bad", text);
  if (!r.ok) store.redraw();
  return r.ok;
}

// Performs an action on the app that the controls refer to.
export const actOnApp = (action, extra) =>
  act(action, { app: store.app ? store.app.bundle_id : undefined, ...extra });

// Icons

// Returns the app's icon: a bell for the demo app, or a letter on the app's own colour for other
// apps.
export function appIcon(app) {
  if (!app || app.bundle_id === "dev.bellhop.demo") return make("span", "icon bellicon");
  let sum = 0;
  for (const c of app.bundle_id) sum = (sum * 31 + c.codePointAt(0)) % 997;
  const icon = make("span", "icon letter c" + (sum % 5), [...app.name][0] || "·");
  icon.setAttribute("aria-hidden", "true");
  return icon;
}

// Returns the sender's picture or initials, with the app's icon in the corner.
export function senderIcon(app, communication) {
  const avatar = make("span", "avatar");
  const words = (communication.group_name || communication.sender_name).split(/\s+/);
  const initials = words.slice(0, 2).map((w) => [...w][0] || "").join("");
  avatar.append(make("span", "face", initials.toUpperCase()), appIcon(app));
  avatar.setAttribute("aria-hidden", "true");
  return avatar;
}

export const appOf = (bundleID) => store.phone.apps.find((a) => a.bundle_id === bundleID);
