// The page that composes a push. The text of the payload and the headers are the state; everything
// else on the page is made from them.

import * as api from "./api.js";
import { kinds as codes } from "./compose-code.js";
import { Editor } from "./compose-editor.js";
import { starter } from "./compose-fields.js";
import { findingElement } from "./compose-findings.js";
import { Form } from "./compose-form.js";
import { draft, history } from "./compose-history.js";
import { compact, fixed, parse, pretty, valueAt } from "./compose-json.js";
import { modelOf } from "./compose-preview.js";
import { drawStates, scenarios } from "./compose-states.js";
import { Target } from "./compose-target.js";
import { Preview } from "./compose-view.js";
import { byteCount, count, hiddenCodes } from "./format.js";
import { $, badge, button, card, codeBlock, dialog, el, empty, failure, icon, link, loading, notice, outside, replace, segmented, when } from "./ui.js";
import { t } from "./strings.js";

// How long the page waits after a change before it asks the gateway, in milliseconds.
const lintAfter = 150, explainAfter = 400;

const state = {
  text: "", headers: { "apns-push-type": "alert" }, app: "", report: null, explanations: null,
  // A text that the page wrote and the person has not changed.
  starter: "",
};
const ui = { openState: null, again: null, code: "curl" };
let types = [], apps = [], categories = [], form, editor, preview, target;

const typeRow = () => types.find((row) => row.push_type === state.headers["apns-push-type"]) ?? types[0];
const appRow = () => apps.find((a) => a.bundle === state.app) ?? { bundle: state.app, name: state.app };
const findings = () => state.report?.findings ?? [];

// The headers that are sent. The gateway fills in those that are empty, except type and topic.
function headers() {
  const type = typeRow(), all = Object.fromEntries(Object.entries(state.headers).filter(([, v]) => v !== ""));
  return { ...all, "apns-push-type": type.push_type, "apns-topic": all["apns-topic"] ?? state.app + type.topic_suffix };
}

function push() {
  const { root } = parse(state.text), all = headers();
  return {
    text: state.text, headers: { ...all, "apns-priority": all["apns-priority"] ?? String(typeRow().usual_priority) }, app: state.app, type: typeRow(),
    event: valueAt(root, ["aps", "event"]), title: model.current.title || model.current.body,
    environment: target.environment.value, origin: location.origin,
  };
}

const model = { current: null };

// MARK: Changes

function change(text, { from } = {}) {
  if (text !== state.text) preview.edited();
  state.text = text;
  if (from !== "editor") editor.setText(text);
  draw();
  ask();
}

function setHeader(name, value) {
  if (name === "apns-push-type") { setType(value); return; }
  if (value === "") delete state.headers[name];
  else state.headers[name] = value;
  draw();
  ask();
}

// Another type changes the form. A text that the person has not changed is replaced by a text of
// the new type.
function setType(type) {
  state.headers["apns-push-type"] = type;
  const priority = state.headers["apns-priority"];
  if (priority && !typeRow().priorities.map(String).includes(priority)) delete state.headers["apns-priority"];
  if (state.text === state.starter) state.text = state.starter = starter(type);
  change(state.text);
}

function load({ text, headers: loaded, app }, { isStarter = false } = {}) {
  preview.edited();
  state.text = text;
  state.starter = isStarter ? text : "";
  state.headers = { "apns-push-type": "alert", ...loaded };
  if (app && apps.some((a) => a.bundle === app)) state.app = app;
  change(text);
}

const fix = (finding) => {
  change(fixed(state.text, finding.fix));
  $("json").focus();
};

// MARK: The gateway

let lintTimer, explainTimer, lintRound = 0, explainRound = 0, lintDone = 0, explainDone = 0;

// Whether the findings and the explanations are those of the current text, for tests.
const settle = () => {
  $("view").dataset.settled = lintRound === lintDone && explainRound === explainDone ? "yes" : "no";
};

function ask() {
  draft.save(state);
  $("view").dataset.settled = "no";
  $("states").dataset.stale = "yes";
  $("states").setAttribute("aria-busy", "true");
  lintRound += 1;
  explainRound += 1;
  clearTimeout(lintTimer);
  lintTimer = setTimeout(lint, lintAfter);
  clearTimeout(explainTimer);
  explainTimer = setTimeout(explain, explainAfter);
}

async function lint() {
  const mine = lintRound, text = state.text;
  let report;
  try { report = await api.post("/v1/lint", { payload: text, headers: headers() }); } catch (error) {
    if (mine === lintRound) replace($("problems"), failure(error, lint));
    return;
  }
  if (mine !== lintRound || text !== state.text) return;
  state.report = report;
  editor.setFindings(report.findings);
  lintDone = mine;
  draw({ isLint: true });
  settle();
}

async function explain() {
  const mine = explainRound;
  ui.again = null;
  try {
    const list = scenarios.map((scenario) => ({ ...scenario }));
    const answer = await api.post("/v1/explain", { payload: state.text, headers: headers(), scenarios: list });
    if (mine !== explainRound) return;
    state.explanations = answer.explanations;
  } catch {
    if (mine !== explainRound) return;
    // A header is wrong, which lint reports at its field, or the gateway does not respond.
    state.explanations = null;
    ui.again = explain;
  }
  $("states").dataset.stale = "no";
  $("states").removeAttribute("aria-busy");
  drawStates($("states"), state.explanations, model.current, ui);
  explainDone = mine;
  settle();
}

// MARK: Drawing

function draw({ isLint = false } = {}) {
  const { root } = parse(state.text);
  if (root || !model.current) {
    model.current = modelOf(root, { type: typeRow().push_type, app: appRow(), categories });
  }
  model.current.type = typeRow().push_type;
  form.sync({ text: state.text, headers: state.headers, type: typeRow(), findings: findings(), app: state.app });
  preview.draw();
  drawMeter();
  drawProblems();
  drawCode();
  if (!isLint) drawStates($("states"), state.explanations, model.current, ui);
}

function drawMeter() {
  const limit = typeRow().byte_count_max;
  const bytes = byteCount(state.text), small = byteCount(compact(state.text));
  const kind = small > limit ? "bad" : small > limit * 0.9 ? "warn" : "ok";
  replace($("meter"), el("div", { class: `meter ${kind}` },
    el("div", { class: "meter-head" }, el("span", {}, t("meter.sent", { bytes: count(small) })), el("span", {}, kind === "bad" ? t("meter.over", { bytes: count(small - limit) }) : t("meter.of", { limit: count(limit) }))),
    el("div", { class: "meter-track", role: "meter", "aria-label": t("meter.label"), "aria-valuemin": "0", "aria-valuemax": String(limit), "aria-valuenow": String(Math.min(small, limit)), "aria-valuetext": t("meter.of_text", { bytes: count(small), limit: count(limit) }) },
      el("span", { class: "meter-fill", vars: { part: `${Math.min(100, (100 * small) / limit)}%` } }))),
  bytes !== small ? el("p", { class: "hint" }, t("meter.written", { bytes: count(bytes) })) : null);
}

// A finding about the size of the text as it is written here; it is sent without whitespace.
const isOnlyWritten = (f) => f.rule.startsWith("payload-") && byteCount(compact(state.text)) <= typeRow().byte_count_max;

function drawProblems() {
  if (!state.report) return;
  const list = findings().filter((f) => !isOnlyWritten(f));
  const codes = hiddenCodes(state.text);
  const counts = ["error", "warning", "note"].map((s) => [s, list.filter((f) => f.severity === s).length]).filter(([, n]) => n > 0);
  const fixable = list.filter((f) => f.fix);
  replace($("problem-count"), counts.length === 0 ? badge(t("lint.none"), "ok")
    : counts.map(([s, n]) => badge(`${n} ${t(`lint.${s}${n === 1 ? "" : "s"}`)}`, { error: "bad", warning: "warn", note: "info" }[s])));
  replace($("problems"),
    codes.length ? el("div", { class: "finding warning" }, el("p", {}, badge(t("lint.warning"), "warn"), " ", t("text.hidden_note", { codes: codes.join(", ") })),
      el("div", { class: "finding-actions" }, button(t("json.escape"), { small: true, on: () => change(escaped(state.text)) }))) : null,
    list.map((f) => findingElement(f, { onFix: fix, onShow: f.range ? (finding) => editor.reveal(finding) : null })),
    fixable.length > 1 ? button(t("lint.fix_first", { count: fixable.length }), { small: true, on: () => fix(fixable[0]) }) : null);
  const errors = list.filter((f) => f.severity === "error").length;
  $("json-status").textContent = errors ? t("lint.status", { errors }) : t("lint.none");
}

// Writes invisible characters as escapes of JSON.
const escaped = (text) => text.replace(/[\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]/g,
  (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);

function drawCode() {
  const parent = $("code");
  if (!parent.closest("details").open) return;
  replace(parent, codeBlock(codes[ui.code](push()), t(`code.${ui.code}`)), el("p", { class: "hint" }, t(`code.hint_${ui.code}`)));
}

// MARK: Examples and history

async function openLibrary() {
  const { examples } = await import("./compose-examples.js");
  let wanted = "";
  const chosen = await dialog({
    title: t("library.title"), isWide: true, content: (close) => {
      const list = el("ul", { class: "library" });
      const fill = () => {
        const shown = examples.filter((e) => `${e.id} ${e.about} ${e.headers["apns-push-type"]}`.toLowerCase().includes(wanted));
        replace(list, shown.map((example) => el("li", {}, el("button", { type: "button", dataset: { example: example.id }, on: { click: () => close(example) } },
          el("strong", {}, example.id.replaceAll("-", " ")), badge(example.headers["apns-push-type"]), el("span", {}, example.about)))),
        shown.length === 0 ? empty({ title: t("library.none"), text: t("library.none_text") }) : null);
      };
      fill();
      return [el("input", { type: "search", placeholder: t("library.search"), "aria-label": t("library.search"), on: { input: (e) => { wanted = e.target.value.toLowerCase().trim(); fill(); } } }), list];
    },
  });
  if (chosen) load(chosen, { isStarter: true });
}

async function openHistory() {
  const chosen = await dialog({
    title: t("history.title"), isWide: true, content: (close) => {
      const list = history.all();
      if (list.length === 0) return empty({ title: t("history.none"), text: t("history.none_text") });
      return [el("ul", { class: "library" }, list.map((entry) => {
        const m = modelOf(parse(entry.text).root, { type: entry.headers["apns-push-type"], app: { bundle: "", name: "" } });
        return el("li", {}, el("button", { type: "button", on: { click: () => close(entry) } },
          el("strong", {}, outside(m.title || m.body || entry.headers["apns-push-type"])), badge(t(`send.to_${entry.to?.kind ?? "phone"}`)),
          badge(t(entry.outcome?.kind === "ok" ? "history.ok" : "history.not"), entry.outcome?.kind ?? ""),
          el("span", {}, when(entry.at), " · ", outside(entry.to?.name ?? ""), " · ", outside(entry.outcome?.text ?? ""))));
      })), el("div", { class: "form-actions" }, button(t("history.clear"), { kind: "danger", small: true, on: () => { history.clear(); close(); } }))];
    },
  });
  if (chosen) load(chosen);
}

// MARK: The page

function page() {
  form = new Form({
    text: () => state.text, change, get headers() { return state.headers; }, setHeader, onFix: fix, types, apps,
    setApp: (app) => { state.app = app; draw(); ask(); target.loadSegments(); },
  });
  editor = new Editor({ onInput: (text) => change(text, { from: "editor" }), onFix: fix });
  target = new Target({
    push, app: () => state.app, isExampleApp: () => apps.some((a) => a.isExample),
    errors: () => parse(state.text).error ? t("send.not_json") : state.app ? null : t("send.no_app"),
    onSent: (sent, { kind, name }, outcome) => {
      history.add({ text: sent.text, headers: state.headers, app: state.app, to: { kind, name }, outcome: { kind: outcome.kind, text: outcome.text } });
      if (kind === "phone") preview.showLive();
    },
  });
  preview = new Preview({ model: () => model.current, phone: () => target.phone });
  const tool = (text, path, on, id) => button([icon(path), text], { small: true, on, id });
  const jsonCard = el("section", { class: "card json-card", "aria-labelledby": "json-title" },
    el("div", { class: "card-head" }, el("h2", { id: "json-title" }, t("json.title")), el("div", { class: "card-actions" }, el("span", { id: "problem-count", class: "row" }))),
    editor.element, el("div", { id: "meter" }),
    el("div", { class: "row" }, button(t("json.pretty"), { small: true, kind: "quiet", on: () => change(pretty(state.text)) }), button(t("json.compact"), { small: true, kind: "quiet", on: () => change(compact(state.text)) }),
      button(t("json.copy"), { small: true, kind: "quiet", on: async (e) => { await navigator.clipboard.writeText(state.text); e.target.textContent = t("action.copied"); } })),
    el("p", { id: "json-status", class: "unseen", role: "status" }), el("div", { id: "problems", class: "problems" }));
  const codeCard = el("details", { class: "card code-card", on: { toggle: drawCode } }, el("summary", { class: "opens" }, el("h2", {}, t("code.title"))),
    segmented(Object.keys(codes).map((kind) => [kind, t(`code.${kind}`)]), ui.code, (kind) => { ui.code = kind; drawCode(); }, t("code.title")), el("div", { id: "code", class: "stack tight" }));
  replace($("compose-actions"), tool(t("library.open"), "M4 4.5h12v11H4zM8 4.5v11M10.500 8h3M10.500 11h3", openLibrary, "open-library"), tool(t("history.open"), "M10 5.500V10l3 2M3.500 10a6.500 6.500 0 1 0 2-4.700M3.500 3.500v3h3", openHistory, "open-history"));
  replace($("view"), el("div", { class: "compose" },
    target.element,
    el("section", { class: "card form-card", "aria-labelledby": "form-title" }, el("div", { class: "card-head" }, el("h2", { id: "form-title" }, t("form.title"))), form.element),
    el("div", { class: "json-column" }, jsonCard, codeCard), preview.element,
    el("div", { class: "compose-wide" }, card(t("states.title"), el("div", { id: "states" })))));
}

async function begin() {
  replace($("view"), loading());
  const [list, known] = await Promise.all([api.get("/v1/push-types"), api.get("/v1/apps")]);
  types = list.push_types;
  apps = (known.apps ?? []).map((a) => ({ bundle: a.bundle_id, name: a.name || a.bundle_id }));
  const hasApps = apps.length > 0;
  if (!hasApps) apps = [{ bundle: "com.example.app", name: "com.example.app", isExample: true }];
  if (api.control.isPresent) {
    try {
      const devices = await api.control.get("/v1/devices");
      const installed = (Array.isArray(devices) ? devices : devices.devices ?? []).flatMap((d) => d.apps ?? []);
      categories = installed.flatMap((a) => a.categories ?? []);
      apps = apps.map((a) => ({ ...a, name: installed.find((i) => i.bundle_id === a.bundle)?.name ?? a.name }));
    } catch { /* Then only the preview lacks the phones. */ }
  }
  state.app = apps[0].bundle;
  page();
  if (!hasApps) $("view").prepend(notice(t("send.no_apps"), "info", link(t("send.add_app"), "/console/manage")));
  const kept = draft.load();
  if (kept) load(kept);
  else load({ text: starter("alert"), headers: {} }, { isStarter: true });
}

document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || document.querySelector("dialog[open]")) return;
  event.preventDefault();
  target?.button.click();
});

begin().catch((error) => {
  replace($("view"), failure(error, () => location.reload()));
  if (!(error instanceof api.Problem)) console.error(error);
});
