// The panel next to the phone: its switches, its Focus, and the choice of phone and app.

import { $, act, actOnApp, make, phoneTime, replace, setText, store } from "./base.js";
import { drawPlaces, wirePlaces } from "./places.js";

const stateNames = {
  foreground: "in use", background: "running, not in use", suspended: "in memory, not running",
  terminated: "not running", "force-quit": "force-quit by the person",
};

// For each switch of the panel, a function that reads its value from the phone and the app.
const reads = {
  network: (p) => (!p.is_online ? "off" : p.is_apns_blocked ? "blocked" : "on"),
  mute: (p) => p.is_muted,
  "low-power": (p) => p.is_low_power,
  "background-refresh-all": (p) => p.background_refresh_enabled,
  "background-refresh": (p, a) => Boolean(a) && a.background_refresh_enabled,
  previews: (p) => p.previews,
  permission: (p, a) => (a ? a.authorization : ""),
};

// Returns a line that explains why the Lock Screen may stay empty.
function hint(phone, app) {
  if (!phone.is_online) return "Offline: APNs stores notifications until the phone is online.";
  if (phone.is_apns_blocked) return "Blocked: there is a network, but no connection to APNs.";
  if (!app) return "No app is installed.";
  const text = {
    denied: "Notifications are denied: they arrive and are not shown.",
    "not-determined": app.name + " has not requested permission: notifications are not shown.",
    provisional: "Provisional permission: notifications arrive quietly in Notification Center.",
  }[app.authorization];
  if (text) return text;
  if (phone.focus) {
    const isAllowed = phone.focus.allowed_apps.includes(app.bundle_id);
    return isAllowed ? "" : phone.focus.name + ": notifications arrive without banner and sound.";
  }
  return phone.is_muted ? "Silent: only critical alerts make a sound." : "";
}

// Draws a menu of phones or apps, which is shown only if there are several.
function drawChoice(id, rows, chosen) {
  const select = $(id);
  $(id + "-field").hidden = rows.length < 2;
  replace(select, rows.map(([value, title]) => {
    const option = make("option", "", title);
    option.value = value;
    return option;
  }));
  if (chosen && document.activeElement !== select) select.value = chosen;
}

function drawSwitches(phone, app) {
  for (const e of document.querySelectorAll("[data-set]")) {
    const value = reads[e.dataset.set](phone, app);
    if (e.type === "checkbox") e.checked = value;
    else if (e.tagName === "SELECT") e.value = value;
    else for (const b of e.children) b.setAttribute("aria-pressed", b.dataset.value === value);
  }
}

const focusName = (phone) => (phone.focus ? phone.focus.name : "off");

function drawFocus(phone) {
  const name = focusName(phone);
  for (const b of $("focus").children) {
    b.setAttribute("aria-pressed", b.dataset.value === name);
  }
  $("focus-rules").hidden = !phone.focus;
  if (!phone.focus) return;
  const { allowed_apps: allowed, allowed_people: people } = phone.focus;
  replace($("focus-apps"), phone.apps.map((app) => {
    const label = make("label", "switch");
    const box = make("input", "toggle");
    box.type = "checkbox";
    box.dataset.key = "allow" + app.bundle_id;
    box.toggleAttribute("checked", allowed.includes(app.bundle_id));
    box.addEventListener("change", () => {
      const rest = allowed.filter((id) => id !== app.bundle_id);
      delete $("focus-apps").dataset.drawn;
      setFocus({ allowed_apps: box.checked ? [...rest, app.bundle_id] : rest });
    });
    label.append(box, make("span", "", "Allow " + app.name));
    return label;
  }));
  const field = $("focus-people");
  if (document.activeElement !== field) field.value = people.join(", ");
  $("focus-time-sensitive").checked = phone.focus.allows_time_sensitive;
}

// Changes some values of the active Focus and keeps its other values.
const setFocus = (change) => act("focus", { focus: { ...store.phone.focus, ...change } });

function drawTexts(phone) {
  const times = phone.summary_times || [];
  $("summary-on").checked = times.length > 0;
  const summary = $("summary");
  if (document.activeElement !== summary) summary.value = times.join(", ");
  summary.disabled = !times.length;
  const zone = $("time-zone");
  if (document.activeElement !== zone) zone.value = phone.time_zone;
  const options = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
  setText("zone-time", phoneTime(new Date(), options) + " now");
}

export function drawControls() {
  const { phone, app, state, ui } = store;
  for (const b of document.querySelectorAll("[data-action=lock], [data-action=unlock]")) {
    b.setAttribute("aria-pressed", phone.is_locked === (b.dataset.action === "lock"));
  }
  for (const b of $("app-states").children) {
    b.setAttribute("aria-pressed", Boolean(app) && app.state === b.dataset.state);
  }
  setText("app-state", app ? stateNames[app.state] || app.state : "none");
  drawChoice("phones", state.phones.map((p) => [p.id, p.name + " · " + p.model]), phone.id);
  drawChoice("apps", phone.apps.map((a) => [a.bundle_id, a.name]), app && app.bundle_id);
  drawSwitches(phone, app);
  drawFocus(phone);
  drawTexts(phone);
  drawPlaces();
  setText("hint", hint(phone, app));
  const user = $("user");
  if (!user.value && document.activeElement !== user) user.value = state.user || "";
  setText("curl", (state.curl || "").replace(/https?:\/\/[^\/\s]+/, location.origin));
  ui.phoneID = ui.phoneID || phone.id;
}

const phoneSwitches =
  new Set(["network", "mute", "low-power", "background-refresh-all", "previews"]);

function set(key, value) {
  return phoneSwitches.has(key) ? act("set", { key, value }) : actOnApp("set", { key, value });
}

// Connects the controls to their actions. The function choosePhone switches to the phone with the
// given identifier.
export function wireControls(choosePhone) {
  for (const b of document.querySelectorAll("[data-action]")) {
    const isOfApp = Boolean(b.dataset.state);
    b.addEventListener("click", () => (isOfApp ? actOnApp : act)(b.dataset.action));
  }
  for (const e of document.querySelectorAll("[data-set]")) {
    const key = e.dataset.set;
    if (e.type === "checkbox") {
      e.addEventListener("change", () => set(key, e.checked ? "on" : "off"));
    } else if (e.tagName === "SELECT") {
      e.addEventListener("change", () => set(key, e.value));
    } else {
      for (const b of e.children) b.addEventListener("click", () => set(key, b.dataset.value));
    }
  }
  for (const b of $("focus").children) {
    b.addEventListener("click", () => act("focus", { value: b.dataset.value }));
  }
  $("focus-people").addEventListener("change", (e) => {
    const people = e.target.value.split(",").map((name) => name.trim()).filter(Boolean);
    setFocus({ allowed_people: people });
  });
  $("focus-time-sensitive").addEventListener("change", (e) => {
    setFocus({ allows_time_sensitive: e.target.checked });
  });
  $("summary-on").addEventListener("change", (e) => {
    act("summary", { value: e.target.checked ? "on" : "off" });
  });
  $("summary").addEventListener("change", (e) => {
    act("summary", { value: e.target.value.replace(/\s/g, "") || "off" });
  });
  $("time-zone").addEventListener("change", (e) => {
    act("time-zone", { value: e.target.value.trim() });
  });
  $("looking").addEventListener("change", (e) => {
    store.ui.isLooking = e.target.checked;
    store.redraw();
  });
  $("phones").addEventListener("change", (e) => choosePhone(e.target.value));
  $("apps").addEventListener("change", (e) => {
    store.ui.appID = e.target.value;
    store.redraw();
  });
  wirePlaces();
}
