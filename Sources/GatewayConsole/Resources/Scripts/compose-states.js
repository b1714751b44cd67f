// What will happen: the push in the relevant states of the phone, each drawn as a small phone that
// shows the result of the gateway's explanation.

import { badge, button, code, el, outside, replace } from "./ui.js";
import { appIcon } from "./compose-preview.js";
import { t } from "./strings.js";

// The states in the order of the row: the scenario for POST /v1/explain, and whether the small
// phone is drawn locked.
export const scenarios = [
  { name: "locked", state: "suspended", locked: true },
  { name: "home", state: "background", locked: false },
  { name: "foreground", state: "foreground", locked: false },
  { name: "quit", state: "force-quit", locked: true },
  { name: "focus", state: "suspended", locked: true, focus: "Work" },
  { name: "silent", state: "suspended", locked: true, muted: true },
  { name: "previews", state: "suspended", locked: true, previews: "never" },
  { name: "summary", state: "suspended", locked: true, summary: true },
  { name: "provisional", state: "suspended", locked: true, permission: "provisional" },
  { name: "denied", state: "suspended", locked: true, permission: "denied" },
  { name: "low_power", state: "suspended", locked: true, low_power: true },
  { name: "offline", state: "suspended", locked: true, online: false },
];

const shows = (explanation) => new Set((explanation?.sees ?? []).map((s) => s.place));

// The effect in one word, for the badge below the phone.
function effect(explanation) {
  if (!explanation) return ["wait", ""];
  const places = shows(explanation);
  if (explanation.apns.result === "rejected") return ["rejected", "bad"];
  if (explanation.apns.result === "stored") return ["stored", "warn"];
  if (places.has("live-activity") || places.has("dynamic-island")) return ["activity", "ok"];
  if (places.has("summary")) return ["summary", "warn"];
  if (places.has("banner")) return ["banner", "ok"];
  if (places.has("lock-screen")) {
    return places.has("sound") ? ["lock", "ok"] : places.has("vibration") ? ["vibrates", "ok"] : ["quiet", "warn"];
  }
  if (places.has("notification-center")) return ["quiet", "warn"];
  if (places.has("badge") || places.has("sound")) return ["small", "ok"];
  if (explanation.runs.length > 0) return ["runs", "info"];
  return ["nothing", "bad"];
}

function small(scenario, explanation, model) {
  // A push that waits at APNs is not on the phone yet.
  const places = explanation?.apns.result === "stored" ? new Set() : shows(explanation);
  const isLocked = scenario.locked;
  const bar = () => el("span", { class: "st-note" }, appIcon(model.app), el("i"), el("i"));
  const inside = [];
  if (isLocked) inside.push(el("span", { class: "st-clock" }, "9:41"));
  else if (scenario.name === "foreground") inside.push(el("span", { class: "st-app" }, appIcon(model.app)));
  else inside.push(el("span", { class: "st-grid" }, [0, 1, 2, 3, 4, 5, 6, 7].map((n) => el("i", { class: `g${n}` }))));
  if (scenario.focus) inside.push(el("span", { class: "st-sign" }, "☾"));
  if (scenario.muted) inside.push(el("span", { class: "st-sign" }, "⍉"));
  if (scenario.low_power) inside.push(el("span", { class: "st-sign low" }));
  if (scenario.online === false) inside.push(el("span", { class: "st-sign" }, "⌁"));
  const isUp = places.has("banner") && !isLocked;
  const isListed = (places.has("lock-screen") || places.has("banner")) && isLocked;
  if (isUp) inside.push(el("span", { class: "st-top" }, bar()));
  if (isListed || places.has("live-activity")) inside.push(el("span", { class: "st-low" }, bar()));
  else if (places.has("notification-center") && !isUp) inside.push(el("span", { class: "st-low faint" }, bar()));
  if (places.has("sound")) inside.push(el("span", { class: "st-sound" }, "♪"));
  return el("span", { class: `st-phone ${isLocked ? "locked" : "open"}`, "aria-hidden": "true" }, inside);
}

const list = (title, rows) => rows.length === 0 ? null
  : el("div", { class: "st-list" }, el("h3", {}, title), el("ul", {}, rows.map((row) => el("li", {}, row))));

const rule = (id) => id ? [" ", el("code", { class: "st-rule" }, id)] : null;

function details(scenario, e) {
  const apns = e.apns.result === "delivered" ? null
    : el("p", {}, badge(String(e.apns.status), e.apns.status === 200 ? "" : "bad"), " ", outside(e.apns.because), e.apns.try ? [" ", outside(e.apns.try)] : null);
  return el("div", { class: "st-details" },
    el("p", { class: "st-result" }, el("strong", {}, t(`scenario.${scenario.name}`)), ": ", outside(e.result)), apns,
    el("div", { class: "st-columns" },
      list(t("states.sees"), e.sees.map((s) => [badge(s.place), " ", outside(s.text), rule(s.rule)])),
      list(t("states.runs"), e.runs.map((r) => [code(r.name), " ", outside(r.who), rule(r.rule)])),
      list(t("states.despite"), e.despite.map((d) => [outside(d.obstacle), rule(d.rule)])),
      list(t("states.why_not"), e.why_not.map((w) => [el("strong", {}, outside(w.what)), ": ", outside(w.why), w.try ? el("p", { class: "st-try" }, "→ ", outside(w.try)) : null, rule(w.rule)]))));
}

// Draws the row into an element and keeps the chosen state open.
export function drawStates(parent, explanations, model, ui) {
  const chosen = scenarios.find((s) => s.name === ui.openState);
  const row = el("div", { class: "st-row", role: "group", "aria-label": t("states.title") }, scenarios.map((scenario) => {
    const e = explanations?.find((x) => x.name === scenario.name);
    const [word, kind] = effect(e);
    return el("button", {
      type: "button", class: "st-item", dataset: { state: scenario.name }, aria: { expanded: String(chosen === scenario) }, disabled: !e,
      on: { click: () => { ui.openState = chosen === scenario ? null : scenario.name; drawStates(parent, explanations, model, ui); parent.querySelector(`[data-state="${scenario.name}"]`)?.focus(); } },
    }, small(scenario, e, model), el("span", { class: "st-name" }, t(`scenario.${scenario.name}`)), badge(t(`effect.${word}`), kind));
  }));
  const open = chosen && explanations?.find((x) => x.name === chosen.name);
  replace(parent, row, open ? details(chosen, open) : el("p", { class: "hint" }, t(explanations ? "states.hint" : "states.wait")),
    explanations ? null : button(t("states.again"), { small: true, on: ui.again, hidden: !ui.again }));
}
