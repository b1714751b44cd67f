// Notifications: cards, stacks, Notification Center, banner.

import { $, act, ago, appIcon, appOf, button, make, replace, senderIcon, store, textElement }
  from "./base.js";

// The time that a press must last to open the long look, in milliseconds.
const longPress = 450;
// The time for which a banner is shown, in milliseconds.
const bannerTime = 6000;

const firstDrawn = new Map();
let lastBanner = null;
let bannerTimer = 0;

function marks(n, text) {
  const m = make("span", "marks");
  if (n.silenced_by) m.append(make("span", "mark quiet", "Silenced by " + n.silenced_by));
  if (n.level === "critical") m.append(make("span", "mark hot", "Critical"));
  else if (n.level === "time-sensitive") m.append(make("span", "mark warm", "Time Sensitive"));
  else if (n.level === "passive") m.append(make("span", "mark", "Passive"));
  if (n.sound) m.append(make("span", "mark", "♪ " + n.sound));
  if (n.badge !== undefined) m.append(make("span", "mark", "badge " + n.badge));
  for (const a of n.attachments) {
    if (text.shows_pictures && !a.is_thumbnail_hidden) {
      m.append(make("span", "mark", "▣ " + fileName(a)));
    }
  }
  return m.childNodes.length ? m : null;
}

// Returns the visible text of a notification. Usually, it is the text that the phone shows. If Face
// ID recognizes the person on the locked phone, it is the text that the setting "when unlocked"
// otherwise hides.
export function visibleText(app, n) {
  const { phone, ui } = store;
  const setting = (app.switches && app.switches.previews) || phone.previews;
  const isRevealed = n.shown.is_hidden && phone.is_locked && ui.isLooking
    && setting === "when-authenticated";
  if (!isRevealed) return n.shown;
  const { title, subtitle, body } = n;
  return { title, subtitle, body, shows_pictures: true, is_hidden: false };
}

export const fileName = (attachment) => attachment.path.split("/").pop() || attachment.id;

// Returns the picture on the left: the app's icon, or the picture of the sender.
export function noteIcon(app, n) {
  const isShown = n.communication && visibleText(app, n).shows_pictures;
  return isShown ? senderIcon(app, n.communication) : appIcon(app);
}

export function noteTitle(app, n) {
  const text = visibleText(app, n);
  if (text.title) return text.title;
  return n.communication && !text.is_hidden ? n.communication.sender_name : app.name;
}

// Calls a function after a long press or a click of the second mouse button, instead of the normal
// click.
export function onLongPress(element, work) {
  let timer = 0;
  let isLong = false;
  element.addEventListener("pointerdown", () => {
    isLong = false;
    timer = setTimeout(() => { isLong = true; work(); }, longPress);
  });
  for (const name of ["pointerup", "pointerleave", "pointercancel"]) {
    element.addEventListener(name, () => clearTimeout(timer));
  }
  element.addEventListener("contextmenu", (e) => {
    e.preventDefault();
    clearTimeout(timer);
    if (!isLong) work();
  });
  element.addEventListener("click", (e) => {
    if (!isLong) return;
    isLong = false;
    e.stopImmediatePropagation();
  }, { capture: true });
}

function expand(app, n) {
  act("expand", { app: app.bundle_id, notification: n.id });
}

export function noteButton(app, n) {
  const key = n.id + n.delivered_at;
  if (!firstDrawn.has(key)) firstDrawn.set(key, store.isFirstState ? 0 : performance.now());
  const isNew = performance.now() - firstDrawn.get(key) < 800 && !store.isFirstState;
  const b = button(isNew ? "note new" : "note", null, "note" + app.bundle_id + n.id, () => {
    store.ui.isCenterOpen = false;
    act("tap", { app: app.bundle_id, notification: n.id });
  });
  onLongPress(b, () => expand(app, n));
  const head = make("span", "head");
  head.append(textElement("span", "title", noteTitle(app, n)));
  head.append(make("span", "when", ago(n.delivered_at)));
  b.append(noteIcon(app, n), head);
  const rest = make("span", "rest");
  const text = visibleText(app, n);
  if (text.subtitle) rest.append(textElement("span", "sub", text.subtitle));
  const bodyClass = text.is_hidden ? "body hidden-text" : "body";
  if (text.body) rest.append(textElement("span", bodyClass, text.body));
  const m = marks(n, text);
  if (m) rest.append(m);
  b.append(rest);
  return b;
}

// Returns the buttons Keep and Turn Off under a provisional notification.
function keepRow(app, n) {
  const row = make("div", "keep");
  const its = { app: app.bundle_id, notification: n.id };
  const key = app.bundle_id + n.id;
  const keep = (value) => { store.ui.keeping = null; act("keep", { ...its, value }); };
  if (store.ui.keeping === key) {
    row.append(
      button("", "Deliver Immediately", "now" + key, () => keep("immediately")),
      button("", "Scheduled Summary", "later" + key, () => keep("scheduled-summary")));
  } else {
    const hasSummary = (store.phone.summary_times || []).length > 0;
    row.append(
      button("", hasSummary ? "Keep…" : "Keep", "keep" + key, () => {
        if (!hasSummary) return keep("immediately");
        store.ui.keeping = key;
        store.redraw();
      }),
      button("", "Turn Off", "off" + key, () => act("turn-off", its)));
  }
  return row;
}

export function noteItem(app, n, { close = "dismiss" } = {}) {
  const w = make("div", "wrap");
  const key = app.bundle_id + n.id;
  const name = noteTitle(app, n);
  const x = button("close", "×", close + key, () => {
    act(close, close === "dismiss" ? { app: app.bundle_id, notification: n.id } : {});
  });
  x.setAttribute("aria-label", "Dismiss " + name);
  const open = button("open", "⋯", "open" + key, () => expand(app, n));
  open.setAttribute("aria-label", "Expand " + name);
  w.append(noteButton(app, n), open, x);
  if (n.offers_keep && close === "dismiss") w.append(keepRow(app, n));
  return w;
}

// Returns the stacks of all apps, sorted by their newest notification, newest first.
function groupsOf(isWanted) {
  const groups = [];
  for (const app of store.phone.apps) {
    const byID = new Map(app.delivered.map((n) => [n.id, n]));
    app.groups.forEach((group, index) => {
      const notes = group.ids.map((id) => byID.get(id)).filter((n) => n && isWanted(n));
      const place = group.thread_id || (group.ids.length > 1 ? "" : "one" + index);
      const key = app.bundle_id + "\u0000" + place;
      if (notes.length) groups.push({ key, app, thread: group.thread_id, notes });
    });
  }
  const time = (group) => Date.parse(group.notes[0].delivered_at);
  return groups.sort((a, b) => time(b) - time(a));
}

function groupItem({ key, app, thread, notes }) {
  const li = make("li", "group");
  li.append(noteItem(app, notes[0]));
  const more = notes.length - 1;
  if (more === 0) return li;
  const { openThreads } = store.ui;
  const isOpen = openThreads.has(key);
  if (!isOpen) li.dataset.more = more;
  if (isOpen) {
    const ol = make("ol");
    for (const n of notes.slice(1)) {
      const i = make("li");
      i.append(noteItem(app, n));
      ol.append(i);
    }
    li.append(ol);
  }
  const t = button("more", isOpen ? "Show less" : more + " more", "more" + key, () => {
    isOpen ? openThreads.delete(key) : openThreads.add(key);
    store.redraw();
  });
  t.setAttribute("aria-expanded", isOpen);
  const clear = button("more", "Clear", "clear" + key, () => {
    act("clear", { app: app.bundle_id, thread });
  });
  clear.setAttribute("aria-label", "Clear this stack of " + app.name);
  li.append(t);
  if (isOpen) li.append(clear);
  return li;
}

// Returns a list item about the notifications that wait for the scheduled summary; null if there
// are none.
function summaryItem() {
  const held = store.phone.apps.flatMap((app) => app.held_for_summary.map((n) => [app, n]));
  if (!held.length) return null;
  const li = make("li", "summary-card");
  const times = (store.phone.summary_times || []).join(", ");
  const text = held.length === 1 ? "1 notification waits" : held.length + " notifications wait";
  li.append(make("strong", "", "Scheduled Summary"));
  li.append(make("span", "", text + (times ? " for " + times : "")));
  const icons = make("span", "icons");
  for (const [app, n] of held.slice(0, 4)) icons.append(noteIcon(app, n));
  li.append(icons);
  return li;
}

// Draws the list. The Lock Screen shows Live Activities, then the notifications of the Lock Screen,
// then those that are only in Notification Center. The open Notification Center shows all of its
// notifications. The scheduled summary is last.
export function drawList(activityItems) {
  const isCenter = store.ui.isCenterOpen;
  const isTop = (n) => (isCenter ? n.is_in_notification_center : n.is_on_lock_screen);
  const items = isCenter ? [] : [...activityItems];
  items.push(...groupsOf(isTop).map(groupItem));
  const quiet = isCenter ? [] : groupsOf((n) => !isTop(n)).map(groupItem);
  if (quiet.length) items.push(make("li", "heading", "Notification Center"), ...quiet);
  const summary = summaryItem();
  if (summary) items.push(summary);
  if (isCenter && !items.length) items.push(make("li", "heading", "No notifications"));
  replace($("list"), items);
  const count = store.phone.apps.reduce((sum, app) => sum + app.delivered.length, 0);
  $("center-count").textContent = count;
  $("center-text").textContent = count === 1 ? "notification" : "notifications";
}

// Draws the banner, which disappears after some seconds, as on a real phone.
export function drawBanner(view) {
  const slot = $("banner");
  const banner = view === "lock" ? null : store.phone.banner;
  const key = banner ? banner.notification.id + banner.notification.delivered_at : "";
  if (key === lastBanner) return;
  const isFirst = lastBanner === null;
  lastBanner = key;
  slot.replaceChildren();
  const app = banner && appOf(banner.bundle_id);
  if (!app) return;
  const age = Date.now() - Date.parse(banner.notification.delivered_at);
  if (isFirst && age > bannerTime) return;
  slot.append(noteItem(app, banner.notification, { close: "flick" }));
  clearTimeout(bannerTimer);
  // The banner stays while the pointer or the keyboard focus is on it.
  const leave = () => {
    if (slot.matches(":hover, :focus-within")) bannerTimer = setTimeout(leave, 1000);
    else slot.replaceChildren();
  };
  // A banner of the style "alert" stays until the person acts.
  if (app.settings.alert_style !== "alert") bannerTimer = setTimeout(leave, bannerTime);
}
