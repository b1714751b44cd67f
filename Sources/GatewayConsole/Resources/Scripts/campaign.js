// One campaign: what happens now, and the report.

import { del, get, path, post } from "./api.js";
import { count, dateTime, duration, relative } from "./format.js";
import {
  button, card, code, confirm, dialog, doing, el, facts, failure, field, figure, form, later, link, loading, notice,
  outside, table, tabs, textarea, toast,
} from "./ui.js";
import {
  fill, follow, me, meaningOf, pathPart, setActions, setHeading, setLead, stateBadge,
} from "./parts.js";
import {
  confirmStart, confirming, considered, decide, finished, isAtRest, isOver, outcomeBar, outcomes, share,
  titleOf,
} from "./campaign-parts.js";
import { rateOf, rateChart } from "./campaign-rate.js";
import { approvalCard, mayApprove } from "./campaign-approval.js";
import { broadcastState } from "./campaign-broadcast.js";
import { fleetCard } from "./fleet.js";
import { plural, t } from "./strings.js";

const id = pathPart(2);
const view = document.getElementById("view");

// The campaign as the API returned it last, and how many installations its audience has.
let campaign = null;
let audience = null;
let samples = [];
let isStale = false;
let again = () => {};

const part = (name) => view.querySelector(`[data-part="${name}"]`);

async function readAudience() {
  try {
    const size = await post(path`/v1/apps/${campaign.app}/audience/count`, {
      filter: campaign.audience ?? "all",
    });
    audience = size.installations;
  } catch { audience = null; }
}

async function read() {
  const next = await get(path`/v1/campaigns/${id}`);
  const isFirst = campaign === null;
  campaign = next;
  isStale = false;
  samples.push({ at: Date.now(), done: finished(next.totals), accepted: next.totals.accepted });
  samples = samples.slice(-180);
  if (isFirst) frame();
  draw();
  if (isFirst && !isOver(next.state) && !next.broadcast) readAudience().then(draw);
  return isAtRest(next.state) ? "quiet" : "busy";
}

function failed(error) {
  if (!campaign) {
    fill(view, failure(error, () => again()));
    return;
  }
  isStale = true;
  draw();
}

// MARK: What a person decides

async function act(decision) {
  if (await decide(decision, campaign)) again();
}

async function start() {
  if (campaign.broadcast) {
    const isAgreed = await confirm({
      title: t("campaigns.start.title"), text: t("broadcast.start"), action: t("campaigns.start.action"),
    });
    if (!isAgreed) return;
    await doing(() => post(path`/v1/campaigns/${id}/start`), t("campaigns.done.start"));
    return again();
  }
  await readAudience();
  if (!await confirmStart(audience ?? 0)) return;
  await doing(() => confirming(audience, (body) =>
    post(path`/v1/campaigns/${id}/start`, body.confirm_devices ? body : undefined)), t("campaigns.done.start"));
  again();
}

// Approves what this page shows: the hash changes with the content, the audience and the shares.
async function approve() {
  const definition = approval?.definition();
  if (!definition) return toast(t("approval.unseen"), "bad");
  const isAgreed = await confirm({
    title: t("campaign.approve.title"),
    text: campaign.broadcast ? t("broadcast.approve")
      : t("campaign.approve.text", { n: count(campaign.settings?.devices ?? 0) }),
    action: t("campaign.approve"),
  });
  if (!isAgreed) return;
  await decide("approve", campaign, { hash: definition.hash });
  approval.again();
  again();
}

// Refuses what this page shows; the campaign becomes a draft, whose author sees the note.
async function refuse() {
  const definition = approval?.definition();
  if (!definition) return toast(t("approval.unseen"), "bad");
  const isDone = await dialog({
    title: t("campaign.refuse.title"),
    content: (close) => {
      const note = field(t("campaign.refuse.note"), textarea({ maxlength: "1000", dataset: { field: "note" } }), { hint: t("campaign.refuse.note.hint") });
      return [el("p", {}, t("campaign.refuse.text")), form({
        fields: { note }, text: t("campaign.refuse"), kind: "danger",
        extra: button(t("action.cancel"), { on: () => close(false) }),
        submit: async () => {
          const text = note.control.value.trim();
          await post(path`/v1/campaigns/${id}/refuse`, { hash: definition.hash, ...(text ? { note: text } : {}) });
          close(true);
        },
      })];
    },
  });
  if (isDone) toast(t("campaigns.done.refuse"));
  approval?.again();
  again();
}

// Why another member has refused a draft.
function refusalNote(refusal) {
  const who = refusal.by ?? "–";
  return notice(t("campaign.refused", { who, when: dateTime(refusal.at) }), "warn",
    refusal.note ? el("p", { class: "refusal-note" }, outside(refusal.note)) : null);
}

async function removeDraft() {
  const isAgreed = await confirm({
    title: t("campaign.delete.title"), text: t("campaign.delete.text"),
    action: t("action.delete"), danger: true,
  });
  if (!isAgreed) return;
  await del(path`/v1/campaigns/${id}`);
  location.assign("/console/campaigns");
}

const decisions = {
  draft: ["start", "delete"], scheduled: ["start", "cancel"], planning: ["pause", "cancel"],
  awaiting_approval: ["approve", "refuse"], sending: ["pause", "cancel"], paused: ["resume", "cancel"], stopped: ["resume", "cancel"],
};

const works = { start, approve, refuse, delete: removeDraft };
const kinds = { resume: "primary", start: "primary", approve: "primary", refuse: "danger", cancel: "danger", delete: "danger" };

// An author withdraws a campaign that waits for an approval; an approver refuses it.
function actions() {
  if (!me.canChange) return [];
  const isApprover = mayApprove(campaign);
  const names = (decisions[campaign.state] ?? []).filter((name) => name !== "approve" || isApprover)
    .map((name) => (name === "refuse" && !isApprover ? "cancel" : name));
  // The builder only makes campaigns to audiences.
  const links = campaign.broadcast ? []
    : [["draft", "awaiting_approval"].includes(campaign.state) ? "edit" : null, "duplicate"].filter(Boolean);
  return [...links.map((name) => link(t(`campaign.${name}`), name === "edit" ? `${location.pathname}/edit`
    : `/console/campaigns/new?from=${encodeURIComponent(id)}`, { class: "button", dataset: { key: name } })),
  ...names.map((name) => button(t(`campaign.${name}`), {
    kind: kinds[name] ?? "", on: works[name] ?? (() => act(name)), dataset: { key: name, decision: name },
  }))];
}

// What waits for an approval, drawn once for each state of the campaign.
let approval = null;
let approvalOf = "";

function approvalPart() {
  const { state, settings } = campaign;
  const now = state === "awaiting_approval" ? settings?.approval?.hash ?? "" : "";
  if (now === approvalOf) return;
  approvalOf = now;
  approval = now ? approvalCard(campaign) : null;
  part("approval-card").replaceChildren(...(approval ? [approval.element] : []));
}

// MARK: Numbers

// The number of installations that have no outcome yet; null if it is not known.
function remaining() {
  if (audience === null) return null;
  return Math.max(0, audience - finished(campaign.totals));
}

function timeLeft(rate) {
  const { state, settings } = campaign;
  if (isOver(state)) return { value: t("campaign.left.none"), hint: t("campaign.left.over") };
  if (state === "scheduled") {
    return { value: relative(settings?.starts_at), hint: t("campaign.left.starts") };
  }
  if (isAtRest(state)) return { value: "–", hint: t(`campaign.left.${state}`) };
  if (campaign.held_reason) return { value: "–", hint: t("campaign.left.held") };
  const rest = remaining();
  if (rest === null) return { value: "–", hint: t("campaign.left.unknown") };
  if (rest === 0) {
    return settings?.local_time?.ends_at
      ? { value: relative(settings.local_time.ends_at), hint: t("campaign.left.zones") }
      : { value: t("campaign.left.none"), hint: t("campaign.left.ending") };
  }
  const limit = settings?.per_minute ? settings.per_minute / 60 : Infinity;
  if (!(rate > 0)) return { value: "–", hint: plural("campaign.left.rest", rest) };
  return {
    value: `≈ ${duration(rest / Math.min(rate, limit))}`, hint: plural("campaign.left.rest", rest),
  };
}

function figures() {
  const { totals, state } = campaign;
  const rate = isAtRest(state) ? 0 : rateOf(samples);
  const left = timeLeft(rate);
  const sum = considered(totals);
  return el("div", { class: "figures" },
    figure(t("outcome.accepted"), count(totals.accepted), {
      hint: t("campaign.share", { part: share(totals.accepted, sum) }), kind: "ok",
    }),
    figure(t("outcome.rejected"), count(totals.rejected), {
      hint: t("campaign.share", { part: share(totals.rejected, sum) }),
      kind: totals.rejected ? "bad" : "",
    }),
    figure(t("campaign.not_sent"), count(totals.suppressed + totals.expired + totals.cancelled), {
      hint: t("campaign.not_sent.hint"),
    }),
    figure(t("campaign.rate"), isAtRest(state) ? "–" : t("campaign.per_second", {
      n: count(Math.round(rate)),
    }), {
      hint: campaign.settings?.per_minute
        ? t("campaign.limit", { n: count(campaign.settings.per_minute) }) : t("campaign.no_limit"),
    }),
    figure(t("campaign.left"), left.value, { hint: left.hint }));
}

function progress() {
  const sum = considered(campaign.totals);
  const whole = Math.max(audience ?? 0, sum);
  const text = audience === null || isOver(campaign.state)
    ? plural("campaign.have_outcome", sum)
    : t("campaign.progress", { n: count(sum), all: count(whole) });
  return el("div", { class: "progress" },
    el("div", { class: "progress-text" }, el("span", {}, text),
      el("span", { class: "soft" }, outcomes.filter((o) => campaign.totals[o] > 0)
        .map((o) => `${count(campaign.totals[o])} ${t(`outcome.${o}`)}`).join(" · "))),
    outcomeBar(campaign.totals, whole));
}

function notices() {
  const { state, stop_reason: stopped, held_reason: held } = campaign;
  return [
    isStale ? notice(t("campaign.stale"), "warn") : null,
    state === "stopped" && stopped ? notice(stopped, "bad") : null,
    held ? notice(held, "warn") : null,
    state === "paused" ? notice(t("campaign.paused"), "warn") : null,
    state === "draft" && campaign.settings?.refusal ? refusalNote(campaign.settings.refusal) : null,
    state === "draft" ? notice(t("campaign.draft"), "info") : null,
    state === "awaiting_approval" ? notice(t("campaign.awaiting_approval"), "info") : null,
  ];
}

function reasons() {
  const rows = [...campaign.reasons].sort((a, b) => b.count - a.count);
  if (rows.length === 0) {
    return el("p", { class: "soft" }, t(considered(campaign.totals) === 0 ? "campaign.reasons.nothing" : "campaign.reasons.none"));
  }
  return table({
    caption: t("campaign.reasons"), rows,
    columns: [
      { title: t("campaign.reason"), cell: (r) => code(r.reason || "–"), class: "nowrap" },
      { title: t("campaign.outcome"), cell: (r) => stateBadge(r.outcome) },
      { title: t("campaign.number"), cell: (r) => count(r.count), align: "end" },
      { title: t("campaign.meaning"), cell: (r) => meaningOf(r.reason) ?? "", class: "wide-cell" },
    ],
  });
}

function variants() {
  const list = campaign.settings?.variants;
  if (!list) return null;
  const winner = campaign.settings.winner;
  return card(t("campaign.variants"), table({
    caption: t("campaign.variants"), rows: list,
    columns: [
      { title: t("campaign.variant"), cell: (v) => outside(v.name) },
      { title: t("campaign.variant.share"), cell: (v) => count(v.share), align: "end" },
      { title: t("outcome.accepted"), cell: (v) => count(v.totals.accepted), align: "end" },
      { title: t("outcome.rejected"), cell: (v) => count(v.totals.rejected), align: "end" },
      { title: t("campaign.progress.title"), cell: (v) => outcomeBar(v.totals), class: "wide-cell" },
    ],
  }),
  winner ? el("p", {}, winner.problem ?? (winner.variant
    ? t("campaign.winner.is", { name: winner.variant })
    : t("campaign.winner.open", { n: winner.test_percent, minutes: count(winner.after_minutes) }))) : null);
}

function settings() {
  const s = campaign.settings ?? {};
  const local = s.local_time;
  const approved = s.approval?.at
    && [t("campaign.approved"), [code(s.approval.by ?? "–"), ", ", dateTime(s.approval.at)]];
  if (campaign.broadcast) {
    return card(t("campaign.settings"), facts([
      [t("campaign.starts"), s.starts_at ? dateTime(s.starts_at) : null],
      [t("campaign.expires"), s.expires_at ? dateTime(s.expires_at) : null],
      approved, [t("campaign.id"), code(campaign.id)],
    ]));
  }
  return card(t("campaign.settings"), facts([
    [t("campaign.audience"), code(campaign.audience ?? "all")],
    [t("campaign.starts"), s.starts_at ? dateTime(s.starts_at) : null],
    local && [t("campaign.local"), t("campaign.local.text", {
      time: local.time.replace("T", " "), zones: count(local.zones),
      first: dateTime(local.first_at), last: dateTime(local.last_at),
    })],
    local && [t("campaign.local.ends"), dateTime(local.ends_at)],
    [t("campaign.expires"), s.expires_at ? dateTime(s.expires_at) : null],
    [t("campaign.quiet"), s.quiet_hours ? t("campaign.quiet.text", {
      hours: s.quiet_hours, rule: t(`quiet.${s.quiet_rule ?? "hold"}`),
    }) : t("campaign.quiet.none")],
    [t("campaign.cap"), s.per_day ? t("campaign.cap.text", { n: s.per_day, class: s.class ?? "" })
      : t("campaign.cap.none")],
    [t("campaign.rate_limit"), s.per_minute ? t("campaign.limit", { n: count(s.per_minute) })
      : t("campaign.no_limit")],
    [t("campaign.control"), s.control_percent ? `${s.control_percent} %` : t("campaign.control.none")],
    approved,
    s.test_campaign && [t("campaign.test"), link(s.test_campaign.slice(0, 8),
      `/console/campaigns/${encodeURIComponent(s.test_campaign)}`)],
    [t("campaign.id"), code(campaign.id)],
  ]));
}

// MARK: The page

function draw() {
  if (!campaign) return;
  setHeading(titleOf(campaign));
  setLead(stateBadge(campaign.state), " ", outside(campaign.app), " · ",
    campaign.broadcast ? code(campaign.broadcast.channel) : code(campaign.audience ?? "all"));
  setActions(...actions());
  fill(part("notices"), notices());
  approvalPart();
  if (campaign.broadcast) {
    fill(part("progress"), broadcastState(campaign.broadcast));
    fill(part("settings"), settings());
    return;
  }
  fill(part("progress"), progress());
  fill(part("figures"), figures());
  if (!part("reasons")) return;
  fill(part("rate"), rateChart(samples, isAtRest(campaign.state)));
  fill(part("reasons"), reasons());
  fill(part("variants"), variants());
  fill(part("settings"), settings());
}

const place = (name) => el("div", { dataset: { part: name } });

function frame() {
  const live = () => {
    queueMicrotask(draw);
    return liveTab();
  };
  fill(view, place("notices"), place("approval-card"),
    el("section", { class: "card", "aria-label": t("campaign.progress.title") },
      place("progress"), place("figures")),
    campaign.broadcast ? place("settings") : el("div", { dataset: { part: "tabs" } }));
  if (campaign.broadcast) return;
  part("tabs").append(tabs([
    { id: "live", title: t("campaign.tab.live"), draw: live },
    { id: "report", title: t("campaign.tab.report"), draw: () => later(() => import("./campaign-report.js"), (m) => m.drawReport(() => campaign)) },
    { id: "devices", title: t("campaign.tab.devices"), draw: () => later(() => import("./campaign-deliveries.js"), (m) => m.drawDeliveries(id)) },
  ], t("campaign.tabs")));
}

const liveTab = () => el("div", { class: "split main-side" },
  el("div", { class: "stack" },
    fleetCard(id), card(t("campaign.rate.title"), place("rate")),
    card(t("campaign.reasons"), place("reasons")), place("variants")),
  el("div", { class: "stack" }, place("settings")));

fill(view, loading());
again = follow(read, { soon: 1000, failed });
