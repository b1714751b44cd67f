// The builder of a campaign. The gateway checks the campaign while it is written: the preview
// counts the recipients, says why other devices get nothing, and when the recipients are due.

import { get, idempotencyKey, path, post, put, query } from "./api.js";
import { count, dateTime, percent } from "./format.js";
import {
  button, card, code, el, empty, failure, field, figure, input, link, loading, notice, select,
} from "./ui.js";
import { appNames, fill, meaningOf, parameter, pathPart, places } from "./parts.js";
import { confirmStart, confirming } from "./campaign-parts.js";
import { audienceCard } from "./campaign-audience.js";
import { fillDraft } from "./campaign-definition.js";
import { messageCard } from "./campaign-message.js";
import { limitsCard } from "./campaign-limits.js";
import { scheduleCard } from "./campaign-schedule.js";
import { bubble } from "./bubble.js";
import { parseExact } from "./exact.js";
import { t } from "./strings.js";

// The time without typing after which the preview is made, in milliseconds.
const pause = 400;

const view = document.getElementById("view");
const side = el("div", { class: "side" });

// The campaign that is being built; the cards change it.
const draft = {
  app: "", name: "", audience: { kind: "all", filter: "", segment: "" },
  message: { kind: "text", variants: [{ name: "a", share: 1, title: "", subtitle: "", body: "", json: "" }],
    template: "", variables: {}, rest: {} },
  time: { kind: "now", at: "", local: "", zone: "", late: "" },
  limits: { quiet: "", rule: "", class: "", perDay: "", perMinute: "", control: "", test: "", after: "" },
  query: {}, rest: {},
};

// The campaign that is edited, with the version that was read; null for a new one.
let edited = null;

let cards = [];
let preview = null;
let problem = null;
let round = 0;
let timer = 0;
// One key for one campaign, so that a repeated request starts no second campaign.
let key = idempotencyKey();

// MARK: The request

function audienceOf() {
  const { kind, filter, segment } = draft.audience;
  return kind === "all" ? "all" : kind === "segment" ? `segment:${segment}` : filter.trim();
}

function messageOf(variant) {
  if (draft.message.kind === "json") {
    try { return parseExact(variant.json); } catch (error) {
      throw new SyntaxError(t("builder.bad_json", { name: variant.name, reason: error.message }));
    }
  }
  return Object.fromEntries(["title", "subtitle", "body"].filter((k) => variant[k].trim())
    .map((k) => [k, variant[k]]));
}

const numberOf = (text) => (text === "" ? undefined : Number(text));

function timeOf() {
  const { kind, at, local, zone, late } = draft.time;
  if (kind === "at" && at) return { at: new Date(at).toISOString() };
  if (kind === "local" && local) {
    return { local_time: local, default_time_zone: zone || undefined, late_zones: late || undefined };
  }
  return {};
}

// Returns the path and the body of the request that makes this campaign.
function requestOf(extra = {}) {
  const { message, limits } = draft;
  const body = {
    ...draft.rest, app: draft.app, name: draft.name.trim() || undefined, audience: audienceOf(), ...timeOf(),
    quiet_hours: limits.quiet || undefined, quiet_rule: limits.rule || undefined,
    class: limits.class.trim() || undefined, per_day: numberOf(limits.perDay),
    per_minute: numberOf(limits.perMinute), control_percent: numberOf(limits.control), ...extra,
  };
  if (message.kind === "template") body.message = { ...message.rest, variables: message.variables };
  else if (message.variants.length === 1) body.message = messageOf(message.variants[0]);
  else {
    body.variants = message.variants.map((v) => ({
      name: v.name, share: Number(v.share) || 1, message: messageOf(v),
    }));
    if (limits.test) {
      body.winner = { test_percent: Number(limits.test), after_minutes: Number(limits.after || 240) };
    }
  }
  return { search: { ...draft.query, template: message.kind === "template" ? message.template : "" }, body };
}

const isWritten = () => draft.message.kind === "template" ? Boolean(draft.message.template)
  : draft.message.variants.every((v) =>
    (draft.message.kind === "json" ? v.json.trim() : v.title.trim() || v.body.trim()));

const isTimed = () => draft.time.kind === "now" || Boolean(draft.time.kind === "at" ? draft.time.at : draft.time.local);

// MARK: The preview

function changed() {
  clearTimeout(timer);
  timer = setTimeout(look, pause);
}

async function look() {
  const mine = ++round;
  problem = null;
  if (!isWritten() || !isTimed() || audienceOf() === "" || audienceOf() === "segment:") {
    preview = null;
    drawSide();
    return;
  }
  side.setAttribute("aria-busy", "true");
  try {
    const { search, body } = requestOf();
    const found = await post(query("/v1/campaigns/preview", search), body);
    if (mine !== round) return;
    preview = found;
  } catch (error) {
    if (mine !== round) return;
    preview = null;
    problem = error;
  }
  side.removeAttribute("aria-busy");
  for (const one of cards) one.take?.({ preview, problem });
  drawSide();
}

function moments() {
  const list = preview.moments;
  if (list.length === 0) return null;
  const first = list[0].at, last = list.at(-1).at;
  if (draft.time.kind === "now") return el("p", {}, t("builder.when.now"));
  return el("p", {}, first === last ? t("builder.when.at", { at: dateTime(first) })
    : t("builder.when.between", { first: dateTime(first), last: dateTime(last), n: count(list.length) }));
}

function reasons() {
  if (preview.reasons.length === 0) return null;
  return el("ul", { class: "sample" }, preview.reasons.map((r) => el("li", {},
    el("span", {}, code(r.reason), " ", meaningOf(r.reason) ?? ""),
    el("span", { dataset: { reason: r.reason } }, count(r.count)))));
}

function counts() {
  if (problem) {
    if (problem.code === "campaign_changed") return conflict();
    return [notice(problem.message, "bad"), problem.keyPath ? el("p", {}, t("builder.at"), " ", code(problem.keyPath)) : null];
  }
  if (!preview) return el("p", { class: "soft" }, t("builder.waiting"));
  return [
    el("div", { class: "figures" },
      figure(t("builder.reachable"), count(preview.reachable), {
        hint: percent(preview.reachable, preview.installations), kind: preview.reachable ? "ok" : "warn",
      }),
      figure(t("builder.installations"), count(preview.installations), { hint: t("builder.in_audience") })),
    preview.reasons.length ? el("h3", {}, t("builder.reasons")) : null, reasons(),
    el("h3", {}, t("builder.when")), moments(),
    el("p", { class: "soft small" }, t("builder.caps")),
  ];
}

// Somebody else has changed or started the draft. What is written here is not lost: it can become
// another draft.
const conflict = () => [
  notice(t("builder.changed"), "bad"),
  el("div", { class: "form-foot" },
    link(t("builder.changed.open"), location.pathname, { class: "button", dataset: { key: "reload" } }),
    button(t("builder.changed.copy"), {
      on: () => { edited = null; create({ draft: true }); }, dataset: { key: "copy", decision: "copy" },
    })),
];

function drawSide() {
  const canSend = Boolean(preview) && preview.reachable > 0;
  const isLater = draft.time.kind !== "now";
  fill(side, card({ title: t("builder.happens"), class: "inner-figures" }, counts(),
    el("div", { class: "form-foot" },
      button(t(isLater ? "builder.schedule" : "builder.start"), {
        kind: "primary", disabled: !canSend, on: start, dataset: { key: "start", decision: "start" },
      }),
      button(t("builder.save"), {
        disabled: !preview, on: save, dataset: { key: "save", decision: "save" },
      }))),
  preview ? card(t("builder.preview"), preview.messages.map((m) => el("div", { class: "stack tight" },
    preview.messages.length > 1 ? el("h3", {}, t("builder.variant", { name: m.variant })) : null,
    m.payload === undefined ? notice(t("builder.no_payload"), "warn") : bubble(m.payload)))) : null);
}

// MARK: What a person does

// Stores the draft that is edited, and starts or schedules it.
async function replaceDraft(isStarted) {
  const { search, body } = requestOf();
  const place = path`/v1/campaigns/${edited.id}`;
  await put(query(place, search), body, { headers: { "If-Match": `"${edited.version}"` } });
  // The next attempt replaces the version that is stored now, if this one cannot be started.
  edited.version = (await get(`${place}/definition`)).version;
  if (isStarted) {
    const step = draft.time.kind === "now" ? "start" : "schedule";
    await confirming(preview?.installations, (more) =>
      post(`${place}/${step}`, more.confirm_devices === undefined ? undefined : more));
  }
  return edited;
}

function insert(extra) {
  const { search, body } = requestOf(extra);
  return confirming(preview?.installations, (more) =>
    post(query("/v1/campaigns", search), { ...body, ...more }, {
      headers: { "Idempotency-Key": more.confirm_devices ? idempotencyKey() : key },
    }));
}

async function create(extra) {
  try {
    const campaign = await (edited ? replaceDraft(!extra.draft) : insert(extra));
    location.assign(places.campaign(campaign.id));
  } catch (error) {
    // A request after a refused one is for another campaign, so it needs another key.
    if (!error.isTemporary) key = idempotencyKey();
    problem = error;
    preview = null;
    drawSide();
  }
}

async function start() {
  await look();
  if (!preview) return;
  const moment = preview.moments[0]?.at;
  const at = draft.time.kind === "now" || !moment ? undefined
    : t("campaigns.start.at", { at: dateTime(moment) });
  if (await confirmStart(preview.reachable, at ? { at } : {})) await create({});
}

const save = () => create({ draft: true });

function nameCard(apps) {
  const name = field(t("builder.name"), input({
    placeholder: t("builder.name.example"), maxlength: "200", value: draft.name,
    on: { input: (e) => { draft.name = e.target.value; } },
  }), { hint: t("builder.name.hint") });
  const app = apps.length > 1 ? field(t("devices.app"), select(apps, {
    value: draft.app,
    on: { change: (e) => { draft.app = e.target.value; for (const c of cards) c.appChanged?.(); changed(); } },
  })) : null;
  const kept = [...Object.keys(draft.query), ...Object.keys(draft.rest)];
  return card(t("builder.about"), edited?.waits ? notice(t("builder.void"), "warn") : null,
    el("div", { class: "fields" }, name, app),
    kept.length ? el("p", { class: "small soft" }, t("builder.kept", { names: kept.join(", ") })) : null);
}

// Reads the campaign that is edited, or the one that is copied. Returns whether there is one to read.
async function readCampaign() {
  const isEdit = pathPart(3) === "edit";
  const id = isEdit ? pathPart(2) : parameter("from");
  if (!id) return true;
  const [campaign, definition] = await Promise.all([
    get(path`/v1/campaigns/${id}`), get(path`/v1/campaigns/${id}/definition`),
  ]);
  if (definition.body === undefined) return false;
  fillDraft(draft, definition, campaign);
  if (isEdit) edited = { id, version: definition.version, waits: campaign.state === "awaiting_approval" };
  else draft.name = draft.name && t("builder.copy_name", { name: draft.name }).slice(0, 100);
  return true;
}

async function begin() {
  fill(view, loading());
  let apps;
  try { apps = appNames(await get("/v1/apps")); } catch (error) {
    fill(view, failure(error, begin));
    return;
  }
  if (apps.length === 0) {
    fill(view, empty({
      title: t("builder.no_app.title"), text: t("builder.no_app.text"),
      action: link(t("builder.no_app.action"), "/console/manage", { class: "button primary" }),
    }));
    return;
  }
  try {
    if (!await readCampaign()) {
      fill(view, empty({ title: t("builder.no_definition.title"), text: t("builder.no_definition.text") }));
      return;
    }
  } catch (error) {
    fill(view, failure(error, begin));
    return;
  }
  draft.app ||= apps[0];
  cards = [audienceCard, messageCard, scheduleCard, limitsCard].map((make) => make(draft, changed));
  fill(view, el("div", { class: "builder" },
    el("form", { class: "stack", on: { submit: (e) => e.preventDefault() } },
      nameCard(apps), cards.map((c) => c.element)), side));
  drawSide();
}

begin();
