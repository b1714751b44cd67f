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
  const b = make("button", "note");
  b.type = "button";
  b.dataset.notification = n.id;
  b.append(make("span", "icon"));
  const head = make("span", "head");
  head.append(make("span", "title", n.title || app.name), make("span", "when", ago(n.delivered_at)));
  b.append(head);
  const rest = make("span");
  if (n.subtitle) rest.append(make("div", "sub", n.subtitle));
  if (n.body) rest.append(make("div", "body", n.body));
  const m = marks(n);
  if (m) rest.append(m);
  b.append(rest);
  b.addEventListener("click", () => act("tap", { app: app.bundle_id, notification: n.id }));
  return b;
}

function noteItem(app, n) {
  const w = make("div", "wrap");
  const x = make("button", "close", "×");
  x.type = "button";
  x.setAttribute("aria-label", "Dismiss " + (n.title || n.body || "notification"));
  x.addEventListener("click", () => act("dismiss", { app: app.bundle_id, notification: n.id }));
  w.append(noteButton(app, n), x);
  return w;
}

function drawList() {
  const threads = new Map();
  for (const app of state.phone.apps) {
    for (const n of app.delivered) {
      const key = app.bundle_id + "\u0000" + (n.thread_id || "");
      if (!threads.has(key)) threads.set(key, { app, notes: [] });
      threads.get(key).notes.push(n);
    }
  }
  const groups = [...threads.entries()].sort((a, b) => Date.parse(b[1].notes[0].delivered_at) - Date.parse(a[1].notes[0].delivered_at));
  const items = groups.map(([key, g]) => {
    const li = make("li", "group");
    li.append(noteItem(g.app, g.notes[0]));
    const more = g.notes.length - 1;
    if (more > 0) {
      const isOpen = openThreads.has(key);
      if (!isOpen) li.dataset.more = more;
      const t = make("button", "more", isOpen ? "Show less" : more + " more");
      t.type = "button";
      t.setAttribute("aria-expanded", isOpen);
      t.addEventListener("click", () => { isOpen ? openThreads.delete(key) : openThreads.add(key); draw(); });
      if (isOpen) {
        const ol = make("ol");
        for (const n of g.notes.slice(1)) { const i = make("li"); i.append(noteItem(g.app, n)); ol.append(i); }
        li.append(ol);
      }
      li.append(t);
    }
    return li;
  });
  replace($("list"), items);
}

// Redraws only what changed, so that entrance animations and keyboard focus are not restarted.
function replace(parent, items) {
  const text = items.map((i) => i.outerHTML).join("");
  if (parent.dataset.drawn === text) return;
  const focused = parent.contains(document.activeElement) ? document.activeElement.dataset.notification : null;
  parent.dataset.drawn = text;
  parent.replaceChildren(...items);
  if (focused) { const b = [...parent.querySelectorAll("[data-notification]")].find((e) => e.dataset.notification === focused); if (b) b.focus(); }
}

function drawHome() {
  replace($("home-grid"), state.phone.apps.map((app) => {
    const t = make("button", "tile");
    t.type = "button";
    t.append(make("span", "icon"));
    if (app.badge > 0) {
      const badge = make("span", "badge", String(app.badge));
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
    const li = make("li", "", l.what);
    li.append(make("small", "", clockTime(l.time)));
    return li;
  });
  replace($("appview-list"), rows);
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

function drawTrace() {
  const rows = state.trace.map((c) => {
    const li = make("li");
    li.append(make("time", "", clockTime(c.time)), make("code", "", c.name), make("span", c.rule ? "rule" : "", c.rule));
    if (c.detail) li.append(make("small", "", c.detail));
    return li;
  });
  replace($("trace"), rows);
  $("trace-empty").hidden = rows.length > 0;
}

function drawLog() {
  const rows = state.log.map((e) => {
    const li = make("li", e.is_good ? "" : "no");
    li.append(make("time", "", clockTime(e.time)), make("span", "what", e.what), make("span", "rule", e.status));
    li.append(make("small", "", e.detail));
    return li;
  });
  replace($("log"), rows);
  $("log-empty").hidden = rows.length > 0;
}

function draw() {
  if (!state) return;
  const phone = state.phone;
  const front = phone.apps.find((a) => a.state === "foreground");
  const view = phone.is_locked ? "lock" : front ? "app" : "home";
  $("screen").dataset.view = view;
  $("homebar").setAttribute("aria-label", view === "lock" ? "Unlock" : view === "app" ? "Leave the app" : "Lock");
  $("phone-name").textContent = phone.name;
  $("phone-system").textContent = "· iOS " + phone.system_version + " · simulated";
  const app = phone.apps[0];
  document.querySelector("[data-action=lock]").setAttribute("aria-pressed", phone.is_locked);
  document.querySelector("[data-action=unlock]").setAttribute("aria-pressed", !phone.is_locked);
  for (const b of $("app-states").children) b.setAttribute("aria-pressed", !!app && app.state === b.dataset.state);
  if (app) $("authorization").value = app.authorization;
  $("online").checked = phone.is_online;
  $("status-online").className = phone.is_online ? "wifi" : "wifi off";
  if (!$("user").value && document.activeElement !== $("user")) $("user").value = state.user || "";
  $("curl").textContent = state.curl || "";
  drawList();
  drawHome();
  drawApp(front);
  drawBanner(view);
  drawTrace();
  drawLog();
}

function tick() {
  const now = new Date();
  const hm = now.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  $("lock-time").textContent = hm;
  $("status-time").textContent = hm;
  $("lock-date").textContent = now.toLocaleDateString([], { weekday: "long", day: "numeric", month: "long" });
  draw();
}

// What the person does

for (const b of document.querySelectorAll("[data-action]")) {
  b.addEventListener("click", () => act(b.dataset.action));
}
$("homebar").addEventListener("click", () => {
  const view = $("screen").dataset.view;
  act(view === "lock" ? "unlock" : view === "app" ? "background" : "lock");
});
$("authorization").addEventListener("change", (e) => act("authorization", { value: e.target.value }));
$("online").addEventListener("change", (e) => act(e.target.checked ? "online" : "offline"));

$("send").addEventListener("submit", async (e) => {
  e.preventDefault();
  const f = new FormData(e.target);
  say("send-result", "", "sending");
  const r = await post("/console/messages", JSON.stringify({ user: f.get("user"), title: f.get("title") || undefined, body: f.get("body") }));
  say("send-result", r.ok ? "ok" : "bad", r.body.detail || (r.ok ? "accepted by the gateway" : "that did not work"));
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
});

// The live link

function live(on, text) { $("link").dataset.live = on ? "yes" : "no"; $("link-text").textContent = text; }
const events = new EventSource("/console/events");
events.addEventListener("state", (e) => { state = JSON.parse(e.data); live(true, "live"); draw(); });
events.addEventListener("error", () => live(false, "not connected; trying again"));
addEventListener("beforeunload", () => events.close());
tick();
setInterval(tick, 1000);
