// The log of deliveries, and how many there were over time.

import { control, get, path, query } from "./api.js";
import { count } from "./format.js";
import {
  button, card, code, el, empty, failure, field, input, link, loading, notice, outside,
  select, table, when,
} from "./ui.js";
import {
  appNames, choices, fill, follow, meaningOf, parameter, places, setParameters, stateBadge, stateName, transportName,
} from "./parts.js";
import { stackedChart } from "./stacked.js";
import { simulatorCounts } from "./simulator-counts.js";
import { t } from "./strings.js";

// The number of deliveries that are read for each page of the log.
const pageSize = 50;
const states = ["queued", "sending", "accepted", "rejected", "expired", "cancelled", "suppressed"];
const names = ["state", "status", "reason", "app", "user", "installation", "since", "apns_unique_id", "id"];
// The choices of the time, in hours.
const spans = { hour: 1, day: 24, week: 168, month: 720 };

const view = document.getElementById("view");
const filter = Object.fromEntries(names.map((name) => [name, parameter(name)]));
let division = parameter("by") || "state";
let span = spans[parameter("span")] ? parameter("span") : "day";
let source = parameter("source") === "simulator" && control.isPresent ? "simulator" : "gateway";

const list = el("div", { class: "framed" });
const chart = el("div", { class: "chart-place" });

const sinceOf = (hours) => new Date(Date.now() - hours * 3600000).toISOString();

// MARK: The log

let rows = [];
let after;
let round = 0;
let isLoading = false;

const columns = [
  { title: t("deliveries.time"), cell: (d) => when(d.updated_at), class: "nowrap" },
  { title: t("deliveries.state"), cell: (d) => stateBadge(d.state) },
  { title: t("deliveries.status"), cell: (d) => (d.status ? String(d.status) : "–"), align: "end" },
  { title: t("deliveries.reason"), cell: (d) => (d.reason
    ? el("span", { title: meaningOf(d.reason) }, code(d.reason)) : "–") },
  {
    title: t("devices.installation"), class: "wide-cell",
    // A broadcast goes to a channel, and to no device that the gateway knows.
    cell: (d) => (d.channel ? [t("deliveries.broadcast"), " ", code(d.channel)]
      : d.installation ? link(outside(d.installation), places.device(d.installation)) : code(d.token)),
  },
  { title: t("deliveries.transport"), cell: (d) => transportName(d.transport), class: "nowrap" },
  { title: t("deliveries.attempts"), cell: (d) => count(d.attempts), align: "end" },
  {
    title: "apns-id", class: "wide-cell", cell: (d) => [code(d.apns_id),
      d.apns_unique_id ? el("small", { title: t("deliveries.unique") }, el("br"), "unique ", code(d.apns_unique_id)) : null],
  },
];

function drawLog() {
  const isFiltered = names.some((name) => filter[name]);
  fill(list, table({
    caption: t("deliveries.log"), rows, columns,
    href: (d) => (d.campaign ? places.campaign(d.campaign) : places.message(d.message)),
    empty: isFiltered ? empty({
      title: t("deliveries.none.title"), text: t(after ? "deliveries.none.examined" : "deliveries.none.text"),
      action: button(t("deliveries.clear"), { on: clear }),
    }) : empty({
      title: t("deliveries.empty.title"), text: t("deliveries.empty.text"),
      action: link(t("deliveries.empty.action"), "/console/compose", { class: "button primary" }),
    }),
  }), after ? el("div", { class: "list-foot" },
    button(t("action.more"), { on: () => next().catch((e) => fill(list, failure(e, load))), dataset: { key: "more" } })) : null);
}

function readPage(position) {
  const { id: _, ...values } = filter;
  return get(query("/v1/deliveries", {
    ...values, since: spans[values.since] ? sinceOf(spans[values.since]) : "", limit: pageSize,
    after: position,
  }));
}

// Reads the first page again, unless the person looks further back.
async function renew() {
  const mine = round;
  if (filter.id || rows.length > pageSize || isLoading) return "quiet";
  const page = await readPage();
  if (mine !== round || rows.length > pageSize) return "quiet";
  rows = page.deliveries;
  after = page.next;
  drawLog();
  return rows.some((d) => d.state === "queued" || d.state === "sending") ? "busy" : "quiet";
}

async function next() {
  const mine = round;
  if (filter.id) {
    const one = await get(path`/v1/deliveries/${filter.id.trim().toLowerCase()}`)
      .catch((error) => { if (error.status === 404) return null; throw error; });
    if (mine !== round) return;
    rows = one ? [one] : [];
    after = undefined;
  } else {
    const page = await readPage(after);
    if (mine !== round) return;
    rows = rows.concat(page.deliveries);
    after = page.next;
  }
  drawLog();
}

async function load() {
  round += 1;
  rows = [];
  after = undefined;
  setParameters({ ...filter, by: division === "state" ? "" : division, span: span === "day" ? "" : span,
    source: source === "gateway" ? "" : source });
  fill(list, loading());
  isLoading = true;
  try { await next(); } catch (error) { fill(list, failure(error, load)); } finally { isLoading = false; }
}

function clear() {
  for (const name of names) filter[name] = "";
  for (const control of view.querySelectorAll("[data-filter]")) control.value = "";
  load();
}

// MARK: The chart

async function drawChart() {
  fill(chart, loading());
  try {
    const counts = source === "simulator"
      ? await simulatorCounts(division)
      : await get(query("/v1/deliveries/counts", {
        by: division, app: filter.app, since: sinceOf(spans[span]),
      }));
    const total = counts.counts.reduce((sum, c) => sum + c.count, 0);
    fill(chart, el("p", { class: "soft" }, t(source === "simulator" ? "deliveries.total.simulator" : "deliveries.total", {
      n: count(total),
    })), counts.is_incomplete ? notice(t("deliveries.incomplete"), "warn") : null,
    stackedChart({
      title: t(`deliveries.by.${division}`), counts,
      name: (value) => (value === "" ? t("deliveries.no_reason")
        : division === "state" ? stateName(value) : value),
    }));
  } catch (error) { fill(chart, failure(error, drawChart)); }
}

function chartCard() {
  const by = ["state", "reason", "push_type", "priority"].map((name) => [name, t(`deliveries.by.${name}.short`)]);
  let spanChoice;
  const change = (set) => (value) => {
    set(value);
    spanChoice.hidden = source === "simulator";
    setParameters({ by: division === "state" ? "" : division, span: span === "day" ? "" : span,
      source: source === "gateway" ? "" : source });
    drawChart();
  };
  const element = card({
    title: t("deliveries.chart"),
    actions: [
      control.isPresent ? choices(t("deliveries.source"), [["gateway", t("place.gateway")], ["simulator", t("deliveries.simulator")]],
        source, change((value) => { source = value; })) : null,
      choices(t("deliveries.division"), by, division, change((value) => { division = value; })),
      spanChoice = choices(t("deliveries.span"), Object.keys(spans).map((name) => [name, t(`deliveries.span.${name}`)]),
        span, change((value) => { span = value; })),
    ],
  }, chart);
  spanChoice.hidden = source === "simulator";
  return element;
}

// MARK: The page

function bar(apps) {
  const text = (name, props) => field(t(`deliveries.filter.${name}`), input({
    value: filter[name], dataset: { filter: name }, spellcheck: "false",
    on: { change: (e) => { filter[name] = e.target.value.trim(); load(); } }, ...props,
  }));
  const choice = (name, options) => field(t(`deliveries.filter.${name}`), select(options, {
    value: filter[name], "data-filter": name,
    on: { change: (e) => { filter[name] = e.target.value; load(); if (name === "app") drawChart(); } },
  }));
  const since = Object.keys(spans).map((name) => [name, t(`deliveries.span.${name}`)]);
  return el("form", { class: "toolbar", role: "search", "aria-label": t("deliveries.filters"), on: { submit: (e) => e.preventDefault() } },
    choice("state", [["", t("deliveries.any")], ...states.map((s) => [s, stateName(s)])]),
    text("status", { inputmode: "numeric", size: "5", placeholder: "400" }),
    text("reason", { placeholder: "BadDeviceToken", size: "16" }),
    apps.length > 1 ? choice("app", [["", t("campaigns.all_apps")], ...apps]) : null,
    text("user", { size: "10" }),
    choice("since", [["", t("deliveries.any_time")], ...since]),
    text("id", { placeholder: "4c4c4326-6f51-…", size: "14" }),
    text("apns_unique_id", { placeholder: "4C4C4326-6F51-…", size: "14" }),
    button(t("deliveries.clear"), { kind: "quiet", on: clear }),
    button(t("report.refresh"), { on: () => { load(); drawChart(); } }));
}

async function start() {
  fill(view, loading());
  let apps = [];
  try { apps = appNames(await get("/v1/apps")); } catch { /* The log shows the error. */ }
  view.drawnText = undefined;
  view.replaceChildren(el("div", { class: "stack" }, chartCard(),
    el("section", { "aria-label": t("deliveries.log") }, bar(apps), list)));
  drawChart();
  await load();
  follow(renew, { soon: 1500, seldom: 5000 });
}

start();
