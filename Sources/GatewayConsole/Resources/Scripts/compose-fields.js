// The form: one table of fields, and how a field reads and changes the payload's text.

import { member, nodeAt, parse, plain, removeAt, setAt, setFirst } from "./compose-json.js";

const level = ["passive", "active", "time-sensitive", "critical"];
const alerting = ["alert"];
const activity = ["liveactivity"];
const speaking = ["alert", "voip", "pushtotalk"];

// The rows, in the order of the form. `path` is the path in the payload; `part` names a part of a
// value that may have two forms, `alert` and `sound`, which are a text or an object; `types` are
// the push types whose form has the row, and no list means every type.
//
// kinds: text, lines (a text of several lines), count, share (0 to 1), number, flag (1 or absent),
// truth (true or absent), word, texts (a list, one a line), json, time (seconds since 1970).
export const fields = [
  { id: "title", group: "text", kind: "text", part: "alert", path: ["aps", "alert", "title"], types: ["alert", "liveactivity"] },
  { id: "subtitle", group: "text", kind: "text", part: "alert", path: ["aps", "alert", "subtitle"], types: alerting },
  { id: "body", group: "text", kind: "lines", part: "alert", path: ["aps", "alert", "body"], types: ["alert", "liveactivity"] },

  { id: "event", group: "activity", kind: "word", words: ["start", "update", "end"], path: ["aps", "event"], types: activity },
  { id: "timestamp", group: "activity", kind: "time", path: ["aps", "timestamp"], types: activity },
  { id: "content-state", group: "activity", kind: "json", path: ["aps", "content-state"], types: activity },
  { id: "attributes-type", group: "activity", kind: "text", path: ["aps", "attributes-type"], types: activity },
  { id: "attributes", group: "activity", kind: "json", path: ["aps", "attributes"], types: activity },
  { id: "alert-sound", group: "activity", kind: "text", path: ["aps", "alert", "sound"], types: activity },
  { id: "stale-date", group: "activity", kind: "time", path: ["aps", "stale-date"], types: activity },
  { id: "dismissal-date", group: "activity", kind: "time", path: ["aps", "dismissal-date"], types: activity },
  { id: "activity-score", group: "activity", kind: "number", path: ["aps", "relevance-score"], types: activity },
  { id: "input-push-token", group: "activity", kind: "flag", path: ["aps", "input-push-token"], types: activity },
  { id: "input-push-channel", group: "activity", kind: "text", path: ["aps", "input-push-channel"], types: activity },

  { id: "interruption-level", group: "look", kind: "word", words: level, path: ["aps", "interruption-level"], types: alerting },
  { id: "sound", group: "look", kind: "text", part: "sound", path: ["aps", "sound", "name"], types: speaking },
  { id: "badge", group: "look", kind: "count", path: ["aps", "badge"], types: alerting },
  { id: "thread-id", group: "look", kind: "text", path: ["aps", "thread-id"], types: alerting },
  { id: "category", group: "look", kind: "text", path: ["aps", "category"], types: alerting },
  { id: "relevance-score", group: "look", kind: "share", path: ["aps", "relevance-score"], types: alerting },
  { id: "critical", group: "look", kind: "flag", part: "sound", path: ["aps", "sound", "critical"], types: alerting },
  { id: "volume", group: "look", kind: "share", part: "sound", path: ["aps", "sound", "volume"], types: alerting },

  { id: "content-available", group: "behaviour", kind: "flag", path: ["aps", "content-available"], types: ["alert", "background"] },
  { id: "mutable-content", group: "behaviour", kind: "flag", path: ["aps", "mutable-content"], types: alerting },
  { id: "content-changed", group: "behaviour", kind: "truth", path: ["aps", "content-changed"], types: ["widgets", "controls"] },
  { id: "target-content-id", group: "behaviour", kind: "text", path: ["aps", "target-content-id"], types: alerting },
  { id: "filter-criteria", group: "behaviour", kind: "text", path: ["aps", "filter-criteria"], types: alerting },
  { id: "launch-image", group: "behaviour", kind: "text", part: "alert", path: ["aps", "alert", "launch-image"], types: alerting },
  { id: "container-identifier", group: "behaviour", kind: "text", path: ["container-identifier"], types: ["fileprovider"] },
  { id: "domain", group: "behaviour", kind: "text", path: ["domain"], types: ["fileprovider"] },
  { id: "mdm", group: "behaviour", kind: "text", path: ["mdm"], types: ["mdm"] },

  { id: "title-loc-key", group: "language", kind: "text", part: "alert", path: ["aps", "alert", "title-loc-key"], types: alerting },
  { id: "title-loc-args", group: "language", kind: "texts", part: "alert", path: ["aps", "alert", "title-loc-args"], types: alerting },
  { id: "subtitle-loc-key", group: "language", kind: "text", part: "alert", path: ["aps", "alert", "subtitle-loc-key"], types: alerting },
  { id: "subtitle-loc-args", group: "language", kind: "texts", part: "alert", path: ["aps", "alert", "subtitle-loc-args"], types: alerting },
  { id: "loc-key", group: "language", kind: "text", part: "alert", path: ["aps", "alert", "loc-key"], types: alerting },
  { id: "loc-args", group: "language", kind: "texts", part: "alert", path: ["aps", "alert", "loc-args"], types: alerting },
  { id: "url-args", group: "language", kind: "texts", path: ["aps", "url-args"], types: alerting },
];

export const groups = ["text", "activity", "look", "behaviour", "language"];

export const fieldsOf = (type) => fields.filter((row) => row.types.includes(type));

// The path as lint writes it.
export const keyPath = (row) => row.path.join(".");

const alertPath = ["aps", "alert"], soundPath = ["aps", "sound"];

// The value of a field; undefined if the payload has none.
export function readField(root, row) {
  const key = row.path.at(-1);
  if (row.part === "alert") {
    const alert = nodeAt(root, alertPath);
    if (alert?.type === "string") return key === "body" ? alert.value : undefined;
  }
  if (row.part === "sound") {
    const sound = nodeAt(root, soundPath);
    if (sound?.type === "string") return key === "name" ? sound.value : undefined;
  }
  return plain(nodeAt(root, row.path));
}

// Returns the text with another value of a field; undefined removes it.
export function writeField(text, row, value) {
  const { root } = parse(text);
  if (!root) return text;
  if (row.part === "alert") return writeAlert(text, root, row, value);
  if (row.part === "sound") return writeSound(text, root, row, value);
  return value === undefined ? removeAt(text, row.path) : setAt(text, row.path, value);
}

function writeAlert(text, root, row, value) {
  const key = row.path.at(-1), alert = nodeAt(root, alertPath);
  if (alert?.type === "string") {
    if (key === "body") {
      return value === undefined ? removeAt(text, alertPath) : setAt(text, alertPath, value);
    }
    return value === undefined ? text : setAt(text, alertPath, { [key]: value, body: alert.value });
  }
  if (value !== undefined) {
    const isNew = !alert || !member(alert, key);
    if (key === "title" && isNew && alert?.type === "object") {
      return setFirst(text, alertPath, "title", value);
    }
    return setAt(text, row.path, value);
  }
  const rest = removeAt(text, row.path);
  const left = nodeAt(parse(rest).root, alertPath);
  return left?.type === "object" && left.members.length === 0 ? removeAt(rest, alertPath) : rest;
}

function writeSound(text, root, row, value) {
  const key = row.path.at(-1), sound = nodeAt(root, soundPath);
  const isObject = sound?.type === "object";
  if (key === "name" && !isObject) {
    return value === undefined ? removeAt(text, soundPath) : setAt(text, soundPath, value);
  }
  if (value !== undefined) {
    if (isObject) return setAt(text, row.path, value);
    const name = sound?.type === "string" ? sound.value : "default";
    return setAt(text, soundPath, key === "volume"
      ? { critical: 1, name, volume: value } : { critical: 1, name });
  }
  if (!isObject) return text;
  if (key === "critical") return setAt(text, soundPath, plain(sound).name ?? "default");
  return removeAt(text, row.path);
}

// The keys at the top of a payload that no field of the form has: the app's own.
export function ownKeys(root, type) {
  if (root?.type !== "object") return [];
  const known = new Set(["aps", ...fieldsOf(type).map((row) => row.path[0])]);
  return root.members.filter((m) => !known.has(m.key));
}

// A payload to begin with, for each push type.
export const starters = {
  alert: { aps: { alert: { title: "Dinner is ready", body: "Come to the table." }, sound: "default" } },
  background: { aps: { "content-available": 1 }, refresh: "inbox" },
  voip: { aps: {}, call: { id: "c-551", from: "Alex" } },
  complication: { steps: 5120, goal: 8000 },
  fileprovider: { "container-identifier": "NSFileProviderWorkingSetContainerItemIdentifier", domain: "home" },
  mdm: { mdm: "00000000-0000-0000-0000-000000000000" },
  location: { aps: {} },
  liveactivity: { aps: {
    timestamp: 0, event: "start", "content-state": { home: 0, away: 0, period: "1st" },
    "attributes-type": "GameAttributes", attributes: { homeTeam: "Lions", awayTeam: "Bears" },
    alert: { title: "Lions – Bears", body: "The game has started.", sound: "default" } } },
  pushtotalk: { aps: {}, activeSpeaker: "Alex", channel: "Kitchen" },
  widgets: { aps: { "content-changed": true } },
  controls: { aps: { "content-changed": true } },
};

export function starter(type, now = Date.now()) {
  const value = structuredClone(starters[type] ?? starters.alert);
  if (value.aps?.timestamp === 0) value.aps.timestamp = Math.floor(now / 1000);
  return JSON.stringify(value, null, 2);
}
