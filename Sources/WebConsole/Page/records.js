// Deliveries, calls of app methods, and pending requests.

import { $, clockTime, dayAndTime, inTime, make, replace, store, textElement } from "./base.js";
import { ruleChip } from "./rules.js";

// The maximum number of rules in a line. The decisive rules come first.
const ruleCountMax = 4;

// The label and colour of each outcome of a delivery. The outcome "delivered" needs no label.
const fates = {
  rejected: { label: "rejected by APNs", kind: "bad" },
  discarded: { label: "not delivered", kind: "bad" },
  "under-way": { label: "on its way", kind: "" },
  stored: { label: "stored at APNs", kind: "warn" },
  held: { label: "held back on the phone", kind: "warn" },
  silenced: { label: "silenced by a Focus", kind: "quiet" },
  quiet: { label: "delivered quietly", kind: "quiet" },
  delivered: { label: "", kind: "" },
};

export const fateOf = (line) => fates[line.fate] || fates.delivered;

export function drawLog() {
  const rows = store.state.log.map((e) => {
    const fate = fateOf(e);
    const li = make("li", fate.kind);
    li.append(make("time", "", clockTime(e.time)), textElement("span", "what", e.what));
    li.append(make("span", "status-code", e.status));
    if (e.subject) li.append(textElement("span", "subject-line", e.subject));
    const more = make("span", "more-details");
    if (fate.label) more.append(make("span", "fate", fate.label));
    for (const id of e.reasons.slice(0, ruleCountMax)) more.append(ruleChip(id, "log" + e.id + id));
    more.append(make("small", "", e.detail));
    li.append(more);
    return li;
  });
  replace($("log"), rows);
  $("log-empty").hidden = rows.length > 0;
}

// Draws the messages to Android phones and browsers. The panel is hidden as long as there are none.
export function drawOthers() {
  const rows = store.state.others.map((m) => {
    const isBad = m.status >= 300 || m.reason === "DecryptionFailed";
    const li = make("li", isBad ? "bad" : "");
    const text = [m.title, m.body].filter(Boolean).join(" · ");
    li.append(make("time", "", clockTime(m.time)));
    li.append(textElement("span", "what", isBad ? m.note : text || m.note));
    li.append(make("span", "status-code", [m.status, m.reason].filter(Boolean).join(" ")));
    const kind = { android: "Android", ios: "iPhone through FCM", web: "browser" }[m.platform];
    li.append(textElement("small", "", [m.device, kind].filter(Boolean).join(" · ")));
    return li;
  });
  replace($("others"), rows);
  $("others-panel").hidden = rows.length === 0;
}

// Returns an element with a method's name. A line may break only between the words of the name.
function methodName(name) {
  const code = make("code");
  for (const part of name.split(/(?<=:)(?!\))|(?=[A-Z])/)) code.append(part, make("wbr"));
  return code;
}

// Combines consecutive calls of the same method into one line, for instance those of an app that
// registers for several tokens.
function callRuns() {
  const runs = [];
  for (const c of store.state.trace) {
    const last = runs[runs.length - 1];
    const isSame = last && last.name === c.name && last.rule === c.rule
      && last.bundle_id === c.bundle_id && Date.parse(last.time) - Date.parse(c.time) < 1000;
    if (isSame) last.details.push(c.detail);
    else runs.push({ ...c, details: [c.detail] });
  }
  return runs;
}

export function drawTrace() {
  const isOne = store.phone.apps.length < 2;
  const rows = callRuns().map((c) => {
    const li = make("li");
    const name = methodName(c.name);
    if (c.details.length > 1) name.append(make("span", "times", "×\u2009" + c.details.length));
    li.append(make("time", "", clockTime(c.time)), name);
    if (c.rule) li.append(ruleChip(c.rule, "call" + c.time + c.name + c.rule));
    const details = c.details.filter(Boolean);
    if (!isOne) details.unshift(c.bundle_id);
    if (details.length) li.append(make("small", "", details.join(" · ")));
    return li;
  });
  replace($("trace"), rows);
  $("trace-empty").hidden = rows.length > 0;
}

function waitingRow(when, title, detail, rule, key) {
  const li = make("li");
  li.append(make("time", "", when), textElement("span", "what", title));
  if (rule) li.append(ruleChip(rule, "waits" + key));
  li.append(make("small", "", detail));
  return li;
}

function pendingRow(app, p) {
  const title = [p.title, p.body].filter(Boolean).join(" · ") || p.id;
  const next = p.next_date ? dayAndTime(p.next_date) + ", " + inTime(p.next_date) : "at a location";
  const detail = [next, p.trigger, p.id].join(" · ");
  return waitingRow(p.repeats ? "repeats" : "once", title, detail, null, p.id);
}

function otherRows(app) {
  const rows = [];
  const held = app.held_for_summary;
  if (held.length) {
    const times = (store.phone.summary_times || []).join(", ");
    const titles = held.map((n) => n.title || n.body || n.id).slice(0, 5).join(" · ");
    rows.push(waitingRow(
      "summary", held.length + " for the summary of " + times, titles, "INT-10", app.bundle_id));
  }
  if (app.held_push) {
    const { held_at: time, rule } = app.held_push;
    rows.push(waitingRow(
      clockTime(time), "a background push", "until " + app.name + " may run", rule, "push"));
  }
  for (const request of app.refresh_requests) {
    const { earliest } = request;
    const when = earliest ? "not before " + dayAndTime(earliest) : "as soon as possible";
    rows.push(waitingRow("refresh", request.id, when, null, request.id));
  }
  return rows;
}

// Returns the remaining budget for background pushes, in one line.
function budget(app) {
  const left = app && app.wakes_left;
  if (!left) return "";
  const parts = [];
  if (left.in_hour !== undefined) parts.push(left.in_hour + " this hour");
  if (left.in_day !== undefined) parts.push(left.in_day + " today");
  if (!parts.length) return "";
  return "Background pushes may still wake " + app.name + ": " + parts.join(", ");
}

export function drawWaiting() {
  const { apps } = store.phone;
  const pending = apps.flatMap((app) => app.pending.map((p) => [app, p]));
  const time = ([, p]) => (p.next_date ? Date.parse(p.next_date) : Infinity);
  pending.sort((a, b) => (time(a) === time(b) ? 0 : time(a) - time(b)));
  const rows = [...pending.map(([app, p]) => pendingRow(app, p)), ...apps.flatMap(otherRows)];
  replace($("waiting"), rows);
  $("waiting-empty").hidden = rows.length > 0;
  $("budget").textContent = budget(store.app);
}
