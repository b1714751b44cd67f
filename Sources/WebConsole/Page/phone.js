// The page of one virtual iPhone. It shows the state the server sends over server-sent events and posts
// what the person does; it keeps nothing else. All text from payloads goes through textContent.
"use strict";

const $ = (id) => document.getElementById(id);
const make = (tag, cls, text) => {
  const e = document.createElement(tag);
  if (cls) e.className = cls;
  if (text !== undefined && text !== null) e.textContent = text;
  return e;
};

let state = null;
let openThreads = new Set();
let lastBanner = null;
let bannerTimer = 0;
// Whether Notification Center is pulled down over the unlocked phone.
let isCenterOpen = false;
// When a notification was first drawn: only a new one makes an entrance.
const firstDrawn = new Map();
let isFirstState = true;

const ago = (iso) => {
  const s = Math.max(0, (Date.now() - Date.parse(iso)) / 1000);
  if (s < 60) return "now";
  if (s < 3600) return Math.floor(s / 60) + "m";
  if (s < 86400) return Math.floor(s / 3600) + "h";
  return Math.floor(s / 86400) + "d";
};
const clockTime = (iso) => new Date(iso).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" });

function post(path, body, type) {
  return fetch(path, { method: "POST", headers: { "content-type": type || "application/json" }, body })
    .then(async (r) => ({ ok: r.ok, body: await r.json().catch(() => ({})) }))
    .catch(() => ({ ok: false, body: { detail: "the server does not answer; is bellhop still running?" } }));
}

function say(id, kind, text) { const o = $(id); o.dataset.kind = kind; o.textContent = text; }

async function act(action, extra) {
  const r = await post("/console/action", JSON.stringify({ action, ...extra }));
  say("action-result", r.ok ? "ok" : "bad", r.ok ? "" : r.body.detail || "that did not work");
}

// Drawing

// An element with text of a payload, which may be written from right to left.
function said(tag, cls, text) {
  const e = make(tag, cls, text);
  e.dir = "auto";
  return e;
}

function marks(n) {
  const m = make("span", "marks");
  if (n.level === "critical") m.append(make("span", "mark hot", "Critical"));
  else if (n.level === "time-sensitive") m.append(make("span", "mark warm", "Time Sensitive"));
  else if (n.level === "passive") m.append(make("span", "mark", "Passive"));
  if (n.sound) m.append(make("span", "mark", "♪ " + n.sound));
  if (n.badge !== undefined && n.badge !== null) m.append(make("span", "mark", "badge " + n.badge));
  return m.childNodes.length ? m : null;
}

function noteButton(app, n) {
  const key = n.id + n.delivered_at;
  if (!firstDrawn.has(key)) firstDrawn.set(key, isFirstState ? 0 : performance.now());
  const isNew = performance.now() - firstDrawn.get(key) < 800 && !isFirstState;
  const b = make("button", isNew ? "note new" : "note");
  b.type = "button";
  b.dataset.key = "note" + app.bundle_id + n.id;
  b.append(make("span", "icon"));
  const head = make("span", "head");
  head.append(said("span", "title", n.title || app.name), make("span", "when", ago(n.delivered_at)));
  b.append(head);
  const rest = make("span", "rest");
  if (n.subtitle) rest.append(said("span", "sub", n.subtitle));
  if (n.body) rest.append(said("span", "body", n.body));
  const m = marks(n);
  if (m) rest.append(m);
  b.append(rest);
  b.addEventListener("click", () => { isCenterOpen = false; act("tap", { app: app.bundle_id, notification: n.id }); });
  return b;
}

function noteItem(app, n) {
  const w = make("div", "wrap");
  const x = make("button", "close", "×");
  x.type = "button";
  x.dataset.key = "close" + app.bundle_id + n.id;
  x.setAttribute("aria-label", "Dismiss " + (n.title || n.body || "notification"));
  x.addEventListener("click", () => act("dismiss", { app: app.bundle_id, notification: n.id }));
  w.append(noteButton(app, n), x);
  return w;
}

// Notifications of one app and thread, the group with the newest first.
function groupsOf(isWanted) {
  const threads = new Map();
  for (const app of state.phone.apps) {
    for (const n of app.delivered.filter(isWanted)) {
      const key = app.bundle_id + "\u0000" + (n.thread_id || "");
      if (!threads.has(key)) threads.set(key, { key, app, notes: [] });
      threads.get(key).notes.push(n);
    }
  }
  return [...threads.values()].sort((a, b) => Date.parse(b.notes[0].delivered_at) - Date.parse(a.notes[0].delivered_at));
}

function groupItem({ key, app, notes }) {
  const li = make("li", "group");
  li.append(noteItem(app, notes[0]));
  const more = notes.length - 1;
  if (more === 0) return li;
  const isOpen = openThreads.has(key);
  if (!isOpen) li.dataset.more = more;
  const t = make("button", "more", isOpen ? "Show less" : more + " more");
  t.type = "button";
  t.dataset.key = "more" + key;
  t.setAttribute("aria-expanded", isOpen);
  t.addEventListener("click", () => { isOpen ? openThreads.delete(key) : openThreads.add(key); draw(); });
  if (isOpen) {
    const ol = make("ol");
    for (const n of notes.slice(1)) { const i = make("li"); i.append(noteItem(app, n)); ol.append(i); }
    li.append(ol);
  }
  li.append(t);
  return li;
}

// What may stand on the lock screen, then what went to Notification Center only.
function drawList() {
  const items = groupsOf((n) => n.is_on_lock_screen).map(groupItem);
  const quiet = groupsOf((n) => !n.is_on_lock_screen).map(groupItem);
  if (quiet.length) items.push(make("li", "heading", "Notification Center"), ...quiet);
  if (isCenterOpen && !items.length) items.push(make("li", "heading", "No notifications"));
  replace($("list"), items);
  const count = state.phone.apps.reduce((sum, app) => sum + app.delivered.length, 0);
  $("center-count").textContent = count;
  $("center-text").textContent = count === 1 ? "notification" : "notifications";
}

// Redraws only what changed, so that entrance animations and keyboard focus are not restarted.
function replace(parent, items) {
  const text = items.map((i) => i.outerHTML).join("");
  if (parent.dataset.drawn === text) return;
  const focused = parent.contains(document.activeElement) ? document.activeElement.dataset.key : null;
  parent.dataset.drawn = text;
  parent.replaceChildren(...items);
  if (!focused) return;
  const again = [...parent.querySelectorAll("[data-key]")].find((e) => e.dataset.key === focused);
  if (again) again.focus({ preventScroll: true });
}

function drawHome() {
  replace($("home-grid"), state.phone.apps.map((app) => {
    const t = make("button", "tile");
    t.type = "button";
    t.dataset.key = app.bundle_id;
    t.append(make("span", "icon"));
    if (app.badge > 0) {
      const badge = make("span", "badge", app.badge > 99999 ? "99999+" : String(app.badge));
      badge.setAttribute("aria-label", app.badge + " unread");
      t.append(badge);
    }
    t.append(make("span", "", app.name));
    t.addEventListener("click", () => act("launch", { app: app.bundle_id }));
    return t;
  }));
}

function drawApp(app) {
  $("appview-name").textContent = app ? app.name : "";
  const rows = state.log.filter((l) => app && l.bundle_id === app.bundle_id).slice(0, 12).map((l) => {
    const li = said("li", "", l.what);
    li.append(make("small", "", clockTime(l.time)));
    return li;
  });
  replace($("appview-list"), rows);
  $("appview-empty").hidden = rows.length > 0;
}

// A banner leaves by itself after some seconds, as on a phone.
function drawBanner(view) {
  const slot = $("banner");
  const banner = view === "lock" ? null : state.phone.banner;
  const key = banner ? banner.notification.id + banner.notification.delivered_at : "";
  if (key === lastBanner) return;
  const isFirst = lastBanner === null;
  lastBanner = key;
  slot.replaceChildren();
  const app = banner && state.phone.apps.find((a) => a.bundle_id === banner.bundle_id);
  if (!app || (isFirst && Date.now() - Date.parse(banner.notification.delivered_at) > 6000)) return;
  slot.append(noteButton(app, banner.notification));
  clearTimeout(bannerTimer);
  bannerTimer = setTimeout(() => slot.replaceChildren(), 6000);
}

// A method's name that may break between its words rather than anywhere.
function methodName(name) {
  const code = make("code");
  for (const part of name.split(/(?<=:)(?!\))|(?=[A-Z])/)) code.append(part, make("wbr"));
  return code;
}

// Calls of one method in a row, as an app makes them that registers for several tokens, share a line.
function callRuns() {
  const runs = [];
  for (const c of state.trace) {
    const last = runs[runs.length - 1];
    if (last && last.name === c.name && last.rule === c.rule && Date.parse(last.time) - Date.parse(c.time) < 1000) last.details.push(c.detail);
    else runs.push({ ...c, details: [c.detail] });
  }
  return runs;
}

function drawTrace() {
  const rows = callRuns().map((c) => {
    const li = make("li");
    const name = methodName(c.name);
    if (c.details.length > 1) name.append(make("span", "times", "×\u2009" + c.details.length));
    li.append(make("time", "", clockTime(c.time)), name);
    if (c.rule) li.append(make("span", "rule", c.rule));
    const detail = c.details.filter(Boolean).join(" · ");
    if (detail) li.append(make("small", "", detail));
    return li;
  });
  replace($("trace"), rows);
  $("trace-empty").hidden = rows.length > 0;
}

function drawLog() {
  const rows = state.log.map((e) => {
    const li = make("li", e.is_good ? "" : "no");
    li.append(make("time", "", clockTime(e.time)), said("span", "what", e.what), make("span", "rule", e.status));
    li.append(make("small", "", e.detail));
    return li;
  });
  replace($("log"), rows);
  $("log-empty").hidden = rows.length > 0;
}

// Why the lock screen may stay empty, in a line.
function hint(phone, app) {
  if (!phone.is_online) return "Offline: APNs keeps what is sent until the phone is back.";
  if (!app) return "No app is installed.";
  return {
    denied: "Notifications are denied: what arrives is not shown.",
    "not-determined": app.name + " has not asked for permission: what arrives is not shown.",
    provisional: "Provisional permission: notifications go quietly to Notification Center.",
  }[app.authorization] || "";
}

const stateWords = {
  foreground: "in use", background: "running, not in use", suspended: "in memory, not running",
  terminated: "not running", "force-quit": "swiped away by the person",
};

function setText(id, text) { if ($(id).textContent !== text) $(id).textContent = text; }

function drawControls(phone, app) {
  document.querySelector("[data-action=lock]").setAttribute("aria-pressed", phone.is_locked);
  document.querySelector("[data-action=unlock]").setAttribute("aria-pressed", !phone.is_locked);
  for (const b of $("app-states").children) b.setAttribute("aria-pressed", !!app && app.state === b.dataset.state);
  setText("app-state", app ? stateWords[app.state] || app.state : "none");
  if (app) $("authorization").value = app.authorization;
  $("online").checked = phone.is_online;
  $("status-online").className = phone.is_online ? "wifi" : "wifi off";
  if (!$("user").value && document.activeElement !== $("user")) $("user").value = state.user || "";
  setText("curl", (state.curl || "").replace(/https?:\/\/[^\/\s]+/, location.origin));
}

function draw() {
  if (!state) return;
  const phone = state.phone;
  if (phone.is_locked) isCenterOpen = false;
  const front = phone.apps.find((a) => a.state === "foreground");
  const view = phone.is_locked || isCenterOpen ? "lock" : front ? "app" : "home";
  $("screen").dataset.view = view;
  $("screen").dataset.cover = isCenterOpen ? "center" : "lock";
  $("homebar").setAttribute("aria-label", isCenterOpen ? "Close Notification Center" : { lock: "Unlock", app: "Leave the app", home: "Lock" }[view]);
  setText("phone-name", phone.name);
  setText("phone-system", "· iOS " + phone.system_version + " · simulated");
  setText("hint", hint(phone, phone.apps[0]));
  drawList();
  drawHome();
  drawApp(front);
  drawBanner(view);
  drawTrace();
  drawLog();
}

function openCenter() {
  if (!state || state.phone.is_locked) return;
  isCenterOpen = !isCenterOpen;
  draw();
}

function tick() {
  const now = new Date();
  const hm = now.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  setText("lock-time", hm);
  setText("status-time", hm);
  setText("lock-date", now.toLocaleDateString([], { weekday: "long", day: "numeric", month: "long" }));
  setText("home-weekday", now.toLocaleDateString([], { weekday: "long" }));
  setText("home-day", String(now.getDate()));
  if (state) drawList();
}

// What the person does

for (const b of document.querySelectorAll("[data-action]")) {
  b.addEventListener("click", () => act(b.dataset.action));
}
$("homebar").addEventListener("click", () => {
  const view = $("screen").dataset.view;
  if (isCenterOpen) return openCenter();
  act(view === "lock" ? "unlock" : view === "app" ? "background" : "lock");
});
$("center").addEventListener("click", openCenter);
$("status-time").addEventListener("click", openCenter);
$("authorization").addEventListener("change", (e) => act("authorization", { value: e.target.value }));
$("online").addEventListener("change", (e) => act(e.target.checked ? "online" : "offline"));

$("send").addEventListener("submit", async (e) => {
  e.preventDefault();
  const f = new FormData(e.target);
  say("send-result", "", "sending");
  const r = await post("/console/messages", JSON.stringify({ user: f.get("user"), title: f.get("title") || undefined, body: f.get("body") }));
  say("send-result", r.ok ? "ok" : "bad", r.body.detail || (r.ok ? "accepted by the gateway" : "that did not work"));
});

$("copy").addEventListener("click", async () => {
  let done = "Copied";
  try { await navigator.clipboard.writeText($("curl").textContent); } catch { done = "Select and copy"; getSelection().selectAllChildren($("curl")); }
  setText("copy", done);
  setTimeout(() => setText("copy", "Copy"), 2000);
});

async function dropFile(file) {
  if (!file) return;
  if (file.size > 262144) return say("send-result", "bad", file.name + " has " + file.size + " bytes; a payload has 4096 at most");
  say("send-result", "", "sending " + file.name);
  const r = await post("/console/push", await file.arrayBuffer(), "application/octet-stream");
  say("send-result", r.ok ? "ok" : "bad", file.name + ": " + (r.body.detail || "that did not work"));
}
$("file").addEventListener("change", async (e) => { await dropFile(e.target.files[0]); e.target.value = ""; });
for (const name of ["dragenter", "dragover"]) addEventListener(name, (e) => { e.preventDefault(); $("phone").classList.add("dropping"); });
addEventListener("dragleave", (e) => { if (!e.relatedTarget) $("phone").classList.remove("dropping"); });
addEventListener("drop", (e) => { e.preventDefault(); $("phone").classList.remove("dropping"); dropFile(e.dataTransfer.files[0]); });

addEventListener("keydown", (e) => {
  if (e.ctrlKey || e.metaKey || e.altKey || /^(INPUT|TEXTAREA|SELECT)$/.test(e.target.tagName)) return;
  const action = { l: "lock", u: "unlock", f: "launch", b: "background", q: "quit" }[e.key.toLowerCase()];
  if (action) act(action);
  if (e.key.toLowerCase() === "n") openCenter();
});

// The live link

function live(on, text) { $("link").dataset.live = on ? "yes" : "no"; $("link-text").textContent = text; }
const events = new EventSource("/console/events");
events.addEventListener("state", (e) => {
  state = JSON.parse(e.data);
  live(true, "live");
  const phone = state.phone;
  drawControls(phone, phone.apps[0]);
  draw();
  isFirstState = false;
});
events.addEventListener("error", () => live(false, "not connected; trying again"));
addEventListener("beforeunload", () => events.close());
tick();
setInterval(tick, 1000);
