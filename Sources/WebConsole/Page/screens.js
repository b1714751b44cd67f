// The screens behind the notifications: home screen, app in use, Settings, status bar.

import { $, act, actOnApp, appIcon, appOf, button, clockTime, make, phoneTime, replace, setText,
  store, textElement } from "./base.js";
import { ownActivities } from "./activities.js";

export function drawHome() {
  const tiles = store.phone.apps.map((app) => {
    const t = button("tile", null, "tile" + app.bundle_id, () => {
      act("launch", { app: app.bundle_id });
    });
    t.append(appIcon(app));
    if (app.badge > 0) {
      const badge = make("span", "badge", app.badge > 99999 ? "99999+" : String(app.badge));
      badge.setAttribute("aria-label", app.badge + " unread");
      t.append(badge);
    }
    t.append(make("span", "", app.name));
    return t;
  });
  const settings = button("tile", null, "tile-settings", () => {
    store.ui.isSettingsOpen = true;
    store.redraw();
  });
  settings.append(make("span", "icon gear"), make("span", "", "Settings"));
  replace($("home-grid"), [...tiles, settings]);
}

export function drawApp(app) {
  setText("appview-name", app ? app.name : "");
  const lines = store.state.log.filter((l) => app && l.bundle_id === app.bundle_id).slice(0, 12);
  const rows = lines.map((l) => {
    const li = textElement("li", "", l.what);
    li.append(make("small", "", clockTime(l.time)));
    return li;
  });
  replace($("appview-list"), [...(app ? ownActivities(app) : []), ...rows]);
  $("appview-empty").hidden = rows.length > 0;
}

// Settings: the page of one app.

const onOff = (name, label, read) => ({ name, label, read, isFlag: true });
const oneOf = (name, label, read, options) => ({ name, label, read, options });

const settings = [
  ["Alerts",
    onOff("lock-screen", "Lock Screen", (a) => a.switches.lock_screen),
    onOff("notification-center", "Notification Center", (a) => a.switches.notification_center),
    onOff("alert", "Banners", (a) => a.switches.alert),
    oneOf("alert-style", "Banner Style", (a) => a.switches.alert_style,
      { none: "None", banner: "Temporary", alert: "Persistent" }),
    onOff("sound", "Sounds", (a) => a.switches.sound),
    onOff("badge", "Badges", (a) => a.switches.badge)],
  ["Delivery",
    onOff("scheduled-delivery", "Scheduled Summary", (a) => a.switches.scheduled_delivery),
    onOff("time-sensitive", "Time-Sensitive", (a) => a.switches.time_sensitive),
    onOff("critical-alert", "Critical Alerts", (a) => a.switches.critical_alert)],
  ["Look",
    oneOf("app-previews", "Show Previews", (a) => a.switches.previews || "default",
      { default: "Same as Phone", always: "Always", "when-authenticated": "When Unlocked",
        never: "Never" }),
    oneOf("grouping", "Grouping", (a) => a.switches.grouping,
      { automatic: "Automatic", "by-app": "By App", off: "Off" })],
  ["Privacy",
    oneOf("location-access", "Location", (a) => a.capabilities.location_access,
      { none: "Never", once: "Once", "when-in-use": "While Using", always: "Always" }),
    onOff("background-refresh", "Background Refresh", (a) => a.background_refresh_enabled)],
  ["Live Activities",
    onOff("live-activities", "Live Activities", (a) => a.switches.live_activities),
    onOff("frequent-updates", "More Frequent Updates", (a) => a.switches.frequent_updates)],
];

function settingRow(app, row) {
  const label = make("label", "setting");
  label.append(make("span", "", row.label));
  const control = make(row.isFlag ? "input" : "select");
  control.dataset.key = "setting-" + row.name;
  const value = row.read(app);
  if (row.isFlag) {
    control.type = "checkbox";
    control.className = "toggle";
    control.setAttribute("role", "switch");
    control.toggleAttribute("checked", Boolean(value));
  } else {
    for (const [word, title] of Object.entries(row.options)) {
      const option = make("option", "", title);
      option.value = word;
      option.toggleAttribute("selected", word === value);
      control.append(option);
    }
  }
  control.addEventListener("change", () => {
    const word = row.isFlag ? (control.checked ? "on" : "off") : control.value;
    // Removing this value forces a redraw, because the phone may not have accepted the change.
    delete $("settings-list").dataset.drawn;
    act("set", { app: app.bundle_id, key: row.name, value: word });
  });
  label.append(control);
  return label;
}

export function drawSettings(app) {
  if (!app) return replace($("settings-list"), []);
  setText("settings-name", app.name);
  const items = [];
  for (const [title, ...rows] of settings) {
    items.push(make("h4", "", title));
    const group = make("div", "setting-group");
    group.append(...rows.map((row) => settingRow(app, row)));
    items.push(group);
  }
  replace($("settings-list"), items);
}

// Returns the app whose page Settings shows; null if Settings is not in front.
export function settingsApp(front) {
  const page = store.phone.settings_page;
  if (page && !front) return appOf(page.bundle_id) || null;
  return store.ui.isSettingsOpen && !front ? store.app : null;
}

// The status bar and the Lock Screen's clock.

export function drawStatus() {
  const phone = store.phone;
  const isReachable = phone.is_online && !phone.is_apns_blocked;
  $("status-online").className = isReachable ? "wifi" : "wifi off";
  $("battery").className = phone.is_low_power ? "battery low" : "battery";
  $("status-focus").hidden = !phone.focus;
  $("status-mute").hidden = !phone.is_muted;
  $("lock-focus").hidden = !phone.focus;
  setText("lock-focus-name", phone.focus ? phone.focus.name : "");
  const parts = [];
  if (!phone.is_online) parts.push("no network");
  else if (phone.is_apns_blocked) parts.push("the network blocks APNs");
  if (phone.focus) parts.push(phone.focus.name + " is on");
  if (phone.is_muted) parts.push("silent");
  if (phone.is_low_power) parts.push("Low Power Mode");
  setText("status-text", parts.join(", "));
}

export function drawClock() {
  const now = new Date();
  const hm = phoneTime(now, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  setText("lock-time", hm);
  setText("status-time", hm);
  setText("lock-date", phoneTime(now, { weekday: "long", day: "numeric", month: "long" }));
  setText("home-weekday", phoneTime(now, { weekday: "long" }));
  setText("home-day", phoneTime(now, { day: "numeric" }));
}

// Leaves the screen that is in front, as the bar at the bottom of an iPhone does.
export function goHome(view) {
  const { ui } = store;
  if (ui.isCenterOpen) {
    ui.isCenterOpen = false;
    return store.redraw();
  }
  if (view === "settings") {
    ui.isSettingsOpen = false;
    // If an app opened Settings, the phone keeps Settings in front until an app or the lock screen
    // replaces it.
    return store.phone.settings_page ? act("lock") : store.redraw();
  }
  if (view === "lock") return act("unlock");
  const front = store.phone.apps.find((a) => a.state === "foreground");
  return front ? actOnApp("background", { app: front.bundle_id }) : act("lock");
}
