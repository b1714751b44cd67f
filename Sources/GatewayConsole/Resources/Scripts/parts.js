// What the pages about campaigns, devices and deliveries share.

import { Problem } from "./api.js";
import { count } from "./format.js";
import { badge, el, segmented } from "./ui.js";
import { has, t } from "./strings.js";

const { member, role } = document.body.dataset;

// The member who is signed in. `key` is how campaigns and the audit log name the member.
export const me = {
  key: `member:${member}`, canChange: role !== "viewer", canApprove: role === "approver" || role === "owner",
};

// Replaces the children of an element, but only if they have changed. Keeps the keyboard focus on
// the link or the element with the same data-key, and details that were opened.
export function fill(parent, ...items) {
  const next = items.flat(Infinity).filter(Boolean);
  const drawn = next.map((item) => item.outerHTML ?? String(item)).join("");
  if (parent.drawnText === drawn) return;
  const focused = parent.contains(document.activeElement)
    ? keyOf(document.activeElement) : null;
  const open = new Set([...parent.querySelectorAll("details[open][data-key]")]
    .map((e) => e.dataset.key));
  parent.drawnText = drawn;
  parent.replaceChildren(...next);
  for (const e of parent.querySelectorAll("details[data-key]")) e.open = open.has(e.dataset.key);
  if (!focused) return;
  const again = [...parent.querySelectorAll("[data-key], a[href]")].find((e) => keyOf(e) === focused);
  // The focused element is gone: the next control gets the focus, so that the focus is never lost.
  (again ?? parent.querySelector(".button.primary:enabled") ?? parent.querySelector("button:enabled, a[href], input, select"))
    ?.focus({ preventScroll: true });
}

// The key by which an element is found after it was drawn again.
const keyOf = (element) => element.dataset.key ?? element.getAttribute("href");

// Reads something repeatedly: soon while something happens, seldom while nothing does, and less and
// less often after failures. Pauses while the page is not visible.
//
// "read" returns "busy", "quiet" or "end"; an error counts as a failure and goes to "failed".
// Returns a function that reads at once.
export function follow(read, { soon = 1000, seldom = 10000, worst = 30000, failed = () => {} } = {}) {
  let timer, failures = 0, isRunning = false, isWanted = false;
  async function turn() {
    clearTimeout(timer);
    if (isRunning) {
      isWanted = true;
      return;
    }
    if (document.visibilityState !== "visible") return;
    isRunning = true;
    isWanted = false;
    let pause = seldom;
    try {
      const state = await read();
      failures = 0;
      if (state === "end") return;
      if (state === "busy") pause = soon;
    } catch (error) {
      failures += 1;
      pause = Math.min(worst, soon * 2 ** failures);
      failed(error);
      if (!(error instanceof Problem)) console.error(error);
      if (error instanceof Problem && !error.isTemporary) return;
    } finally {
      isRunning = false;
    }
    timer = setTimeout(turn, isWanted ? 0 : pause);
  }
  document.addEventListener("visibilitychange", turn);
  turn();
  return turn;
}

const kinds = {
  accepted: "ok", done: "ok", active: "ok", delivered: "ok", opened: "ok", action: "ok",
  created: "ok", registered: "ok",
  sending: "info", planning: "info", queued: "info", scheduled: "info", retrying: "info",
  "under-way": "info", stored: "info",
  paused: "warn", awaiting_approval: "warn", suspect: "warn", expired: "warn", dismissed: "",
  rejected: "bad", stopped: "bad", dead: "bad", discarded: "bad",
};

export const kindOf = (state) => kinds[state] ?? "";

// A state of a campaign, a delivery or a token as a badge. A state that this console does not know
// is shown as the API spells it.
export const stateBadge = (state) => badge(stateName(state), kindOf(state));

export const stateName = (state) =>
  has(`state.of.${state}`) ? t(`state.of.${state}`) : String(state).replaceAll("_", " ");

// What a reason of the gateway means, and what to do; null for a reason that this console does not
// know, and for those of APNs that the tools explain.
export const meaningOf = (reason) => (has(`reason.${reason}`) ? t(`reason.${reason}`) : null);

export const places = {
  campaign: (id) => `/console/campaigns/${encodeURIComponent(id)}`,
  device: (id) => `/console/devices/${encodeURIComponent(id)}`,
  message: (id) => `/console/messages/${encodeURIComponent(id)}`,
  user: (name, app) =>
    `/console/users/${encodeURIComponent(name)}${app ? `?app=${encodeURIComponent(app)}` : ""}`,
};

// A part of the path of this page, counted from 0: /console/devices/NAME has the parts console,
// devices and NAME.
export function pathPart(index) {
  const part = location.pathname.split("/").filter(Boolean)[index] ?? "";
  try { return decodeURIComponent(part); } catch { return part; }
}

// The names of transports; the API names none for APNs.
export const transportName = (transport) => ({ fcm: "FCM", web_push: "Web Push" })[transport] ?? "APNs";

export const parameter = (name) => new URLSearchParams(location.search).get(name) ?? "";

// Puts values into the address of this page, so that it can be reloaded and shared.
export function setParameters(values) {
  const search = new URLSearchParams(location.search);
  for (const [name, value] of Object.entries(values)) {
    if (value) search.set(name, value);
    else search.delete(name);
  }
  const text = search.toString();
  history.replaceState(null, "", location.pathname + (text ? `?${text}` : "") + location.hash);
}

// Gives the page a heading that differs from its title.
export function setHeading(...nodes) {
  const heading = document.querySelector("main h1");
  const text = nodes.map((n) => n.textContent ?? n).join("");
  if (!heading || heading.textContent === text) return;
  heading.replaceChildren(...nodes);
  document.title = `${text} · Bellhop`;
}

export function setLead(...nodes) {
  let lead = document.querySelector("main .lead");
  if (!lead) {
    lead = el("p", { class: "lead" });
    document.querySelector("main h1").after(lead);
  }
  fill(lead, nodes);
}

export const setActions = (...nodes) => fill(document.querySelector("main .page-actions"), nodes);

// Parts of a whole as one bar, with the numbers as text for people who do not see it.
// parts: [{ kind: "ok", "warn", "bad", "info" or "off", value, name }]
export function split(parts, whole, label) {
  const shown = parts.filter((part) => part.value > 0);
  const text = shown.map((part) => `${count(part.value)} ${part.name}`).join(", ");
  return el("span", { class: "outcome-bar", role: "img", "aria-label": `${label}: ${text || t("state.none")}` },
    shown.map((part) => el("i", {
      class: `part ${part.kind}`, title: `${count(part.value)} ${part.name}`,
      vars: { part: `${(100 * part.value) / Math.max(1, whole)}%` },
    })));
}

// The apps of this gateway, for a choice; the choice is left out when there is only one.
export const appNames = (list) => list.apps.map((app) => app.bundle_id);

// A row of choices with a name, one of which is pressed.
export const choices = (label, options, value, onChange) =>
  segmented(options, value, onChange, label);
