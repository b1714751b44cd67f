// Live Activities: the card on the Lock Screen, and the Dynamic Island, both small and expanded.
// The page does not run the app's views; it shows the content of an activity as names and values.

import { $, act, ago, appIcon, appOf, button, inTime, make, replace, store, textElement }
  from "./base.js";
import { onLongPress } from "./notes.js";
import { activityQuestion } from "./prompts.js";

// The maximum number of values on a card.
const valueCountMax = 8;

function parse(text) {
  try {
    const value = JSON.parse(text);
    return value && typeof value === "object" ? value : {};
  } catch {
    return {};
  }
}

// Converts a key to words: "homeTeam" and "home_team" become "home team".
const spaced = (name) =>
  name.replace(/([a-z\d])([A-Z])/g, "$1 $2").replace(/[_-]+/g, " ").toLowerCase();

function valueText(value) {
  if (value === true) return "yes";
  if (value === false) return "no";
  if (value === null) return "–";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

// Returns the names and values of a JSON object; nested objects are expanded one level.
function valuesOf(text) {
  const rows = [];
  for (const [name, value] of Object.entries(parse(text))) {
    if (value && typeof value === "object" && !Array.isArray(value)) {
      for (const [inner, deep] of Object.entries(value)) {
        rows.push([spaced(name) + " " + spaced(inner), valueText(deep)]);
      }
    } else {
      rows.push([spaced(name), valueText(value)]);
    }
  }
  return rows;
}

function valueGrid(text) {
  const rows = valuesOf(text);
  const grid = make("div", "values");
  for (const [name, value] of rows.slice(0, valueCountMax)) {
    const length = [...value].length;
    const width = length > 14 ? " wide" : length > 6 ? " half" : length > 4 ? " long" : "";
    const cell = make("span", "cell" + width);
    cell.append(textElement("b", "", value), textElement("small", "", name));
    grid.append(cell);
  }
  const more = rows.length - valueCountMax;
  if (more > 0) grid.append(make("span", "cell more-values", more + " more"));
  if (!rows.length) grid.append(make("span", "cell wide", "no values"));
  return grid;
}

// Returns the text in the small Dynamic Island. If the first two values are numbers, the text
// contains both; otherwise it is the first short value.
function shortValue(text) {
  const values = valuesOf(text).map(([, value]) => value);
  const isNumber = (value) => value !== undefined && /^-?\d+(\.\d+)?$/.test(value);
  if (isNumber(values[0]) && isNumber(values[1])) return values[0] + "–" + values[1];
  return values.find((value) => [...value].length <= 7) || "";
}

// Returns the attributes of the activity, which never change, in one line.
const subjectOf = (activity) =>
  valuesOf(activity.attributes).map(([, value]) => value)
    .filter((value) => [...value].length <= 24).slice(0, 3).join(" · ");

function stateText(activity) {
  if (activity.state === "stale") return "stale";
  if (activity.state !== "ended") return "live";
  const dismissal = activity.dismissal_date;
  const isShown = dismissal && Date.parse(dismissal) > Date.now();
  return isShown ? "ended · removed " + inTime(dismissal) : "ended";
}

function head(activity) {
  const app = appOf(activity.bundle_id);
  const h = make("span", "activity-head");
  h.append(appIcon(app), make("b", "", app ? app.name : activity.bundle_id));
  h.append(make("span", "pill " + activity.state, stateText(activity)));
  return h;
}

function alertOf(activity) {
  const alert = store.phone.activity_alert;
  if (!alert || alert.activity_id !== activity.id) return null;
  const line = make("span", "activity-alert");
  if (alert.title) line.append(textElement("b", "", alert.title));
  if (alert.body) line.append(textElement("span", "", alert.body));
  return line;
}

function lockCard(activity) {
  const li = make("li", "activity");
  li.dataset.activity = activity.id;
  const key = "activity" + activity.id;
  const b = button("activity-card", null, key, () => {
    act("tap-activity", { activity: activity.id });
  });
  b.append(head(activity));
  const alert = alertOf(activity);
  if (alert) b.append(alert);
  b.append(valueGrid(activity.content_state));
  const subject = subjectOf(activity);
  if (subject) b.append(textElement("span", "subject", subject));
  const x = button("close", "×", "remove" + activity.id, () => {
    act("remove-activity", { activity: activity.id });
  });
  x.setAttribute("aria-label", "Remove the Live Activity of " + activity.attributes_type);
  li.append(b, x);
  return li;
}

// Returns the items at the top of the Lock Screen's list: the Live Activities, and the prompt under
// them if there is one.
export function lockActivities() {
  const onLock = store.phone.activities.filter((a) => a.place.startsWith("lock-screen"));
  const items = onLock.map(lockCard);
  const question = activityQuestion();
  if (question) items.push(question);
  return items;
}

// Returns the activity in the Dynamic Island. There is none while the activity's own app is in use.
function islandActivity(front) {
  return store.phone.activities.find((a) =>
    a.place.endsWith("island") && (!front || front.bundle_id !== a.bundle_id));
}

function compact(activity) {
  const b = button("island-button", null, "island" + activity.id, () => {
    act("tap-activity", { activity: activity.id });
  });
  const app = appOf(activity.bundle_id);
  b.setAttribute("aria-label", "Live Activity of " + (app ? app.name : activity.bundle_id));
  b.append(appIcon(app), textElement("span", "short", shortValue(activity.content_state)));
  onLongPress(b, () => setIslandOpen(true));
  return b;
}

function expanded(activity) {
  const card = make("div", "island-card");
  const alert = alertOf(activity);
  card.append(head(activity));
  if (alert) card.append(alert);
  card.append(valueGrid(activity.content_state));
  const subject = subjectOf(activity);
  if (subject) card.append(textElement("span", "subject", subject));
  const row = make("div", "island-actions");
  row.append(
    button("", "Open the app", "island-open" + activity.id, () => {
      store.ui.isIslandOpen = false;
      act("tap-activity", { activity: activity.id });
    }),
    button("", "Collapse", "island-close" + activity.id, () => setIslandOpen(false)));
  card.append(row);
  return card;
}

// Returns whether the alert of a Live Activity is shown now. An alert that is shown only on the
// Lock Screen does not count.
const isAlertShown = () =>
  Boolean(store.phone.activity_alert) && store.phone.activity_alert.style !== "lock-screen";

export function setIslandOpen(isOpen) {
  const activity = store.phone && store.phone.activities.find((a) => a.place.endsWith("island"));
  const wasOpen = store.ui.isIslandOpen || (store.phone && isAlertShown());
  store.ui.isIslandOpen = isOpen && Boolean(activity);
  // This call tells the phone that the person closed the island. The phone then ends the alert of
  // an activity, and also ends a transient activity.
  if (!isOpen && wasOpen && activity) act("collapse-activity", { activity: activity.id });
  store.redraw();
}

export function toggleIsland() {
  setIslandOpen(!(store.ui.isIslandOpen || isAlertShown()));
}

export function drawIsland(view, front) {
  const activity = view === "lock" ? undefined : islandActivity(front);
  if (!activity) store.ui.isIslandOpen = false;
  const isOpen = Boolean(activity) && (store.ui.isIslandOpen || isAlertShown());
  $("island").dataset.view = !activity ? "empty" : isOpen ? "expanded" : "compact";
  replace($("island"), activity && !isOpen ? [compact(activity)] : []);
  $("island-expanded").hidden = !isOpen;
  replace($("island-expanded"), isOpen ? [expanded(activity)] : []);
  drawActivityBanner(view);
}

// Shows the alert of an activity as a banner on a phone without a Dynamic Island.
function drawActivityBanner(view) {
  const alert = store.phone.activity_alert;
  const isUp = alert && alert.style === "banner" && view !== "lock";
  const activity = isUp && store.phone.activities.find((a) => a.id === alert.activity_id);
  $("activity-banner").hidden = !activity;
  replace($("activity-banner"), activity ? [expanded(activity)] : []);
}

// Returns the activities that the page lists for the app in use: only the app's own.
export function ownActivities(app) {
  return store.phone.activities
    .filter((a) => a.bundle_id === app.bundle_id && a.place !== "none")
    .map((a) => {
      const li = make("li", "own-activity");
      const since = ago(a.started_at);
      li.append(head(a), valueGrid(a.content_state));
      li.append(make("small", "", since === "now" ? "started now" : "started " + since + " ago"));
      return li;
    });
}
