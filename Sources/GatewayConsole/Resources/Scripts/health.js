// What works and what does not, now and over the minutes for which the page is open.

import { get, poll, Problem, request } from "./api.js";
import { bars, line } from "./charts.js";
import { bytes, compact, count, decimal, duration, timeOfDay } from "./format.js";
import { byLabel, quantile, rate, read, sum } from "./metrics.js";
import { transportName } from "./parts.js";
import { t } from "./strings.js";
import {
  $, badge, button, card, code, el, empty, facts, failure, figure, link, notice, outside, replace,
  table, when,
} from "./ui.js";

// The time between two readings, in seconds, and how many readings the charts show.
const pause = 5, readingsMax = 60;
const dayMilliseconds = 86400000;
const readings = [];
const kinds = { ok: "ok", starting: "info", held: "bad", failing: "bad", stopping: "warn" };

async function health() {
  const response = await request("GET", "/health/ready", { allowed: [503] });
  return response.json();
}

const orProblem = async (work) => {
  try { return await work(); } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
};

async function round() {
  const [state, apps, hooks, metrics] = await Promise.all([
    orProblem(health), orProblem(() => get("/v1/apps")), orProblem(() => get("/v1/webhooks")),
    orProblem(read)]);
  if (!(metrics instanceof Problem)) {
    readings.push(metrics);
    if (readings.length > readingsMax) readings.shift();
  }
  drawHealth(state);
  drawCredentials(apps);
  drawWebhooks(hooks);
  if (metrics instanceof Problem) {
    replace($("figures"));
    replace($("rates"), card(t("health.rates"), failure(metrics)));
  } else drawMetrics();
}

function drawHealth(state) {
  if (state instanceof Problem) return replace($("verdict"), failure(state, round));
  const kind = { ok: "ok", degraded: "warn", down: "bad" }[state.status] ?? "warn";
  replace($("verdict"), notice(t(`health.status.${state.status}`), kind));
  replace($("parts"), card(t("health.parts"), el("ul", { class: "list" },
    state.parts.map((part) => el("li", {},
      el("div", { class: "row between" }, el("span", {}, t(`health.part.${part.name}`)),
        badge(t(`health.condition.${part.condition}`), kinds[part.condition])),
      part.detail ? el("p", { class: "small soft" }, outside(part.detail)) : null,
      part.fix ? el("p", { class: "small" }, el("strong", {}, t("health.fix")), " ", outside(part.fix)) : null)))));
}

function credentialSign(app) {
  if (app.locked?.length) return [badge(t("health.locked"), "bad"), t("health.locked.fix")];
  if (!app.credential) return [badge(t("health.no_credential"), "bad"), t("health.no_credential.fix")];
  if (app.refused?.length) {
    const reasons = app.refused.map((one) => [transportName(one.transport), one.environment, one.reason].filter(Boolean).join(" "));
    const fix = app.refused.some((one) => one.transport === "apns") ? "health.held.fix" : "health.held.other.fix";
    return [badge(t("health.condition.held"), "bad"), [t("health.held.refused", { reasons: reasons.join(", ") }), " ", t(fix)]];
  }
  const days = app.credential.expires_at
    ? (new Date(app.credential.expires_at) - Date.now()) / dayMilliseconds : Infinity;
  if (days < 0) return [badge(t("health.expired"), "bad"), t("health.expires.fix")];
  if (days < 30) return [badge(t("health.expires", { days: Math.floor(days) }), "warn"), t("health.expires.fix")];
  return [badge(t("health.condition.ok"), "ok"), null];
}

function drawCredentials(apps) {
  const manage = link(t("health.manage"), "/console/manage#apps", { class: "button small" });
  if (apps instanceof Problem) return replace($("credentials"), card(t("health.credentials"), failure(apps)));
  replace($("credentials"), card({ title: t("health.credentials"), actions: manage },
    apps.apps.length === 0
      ? empty({ title: t("health.no_apps"), text: t("health.no_apps.text"), action: link(t("health.manage"), "/console/manage#apps", { class: "button primary" }) })
      : el("ul", { class: "list" }, apps.apps.map((app) => {
        const [sign, fix] = credentialSign(app);
        const held = app.credential;
        return el("li", {},
          el("div", { class: "row between" }, el("strong", {}, outside(app.name)), sign),
          el("p", { class: "small soft" }, code(app.bundle_id), held ? [" · ",
            held.kind === "key" ? t("health.key", { id: held.key_id ?? "–" }) : t("health.certificate"), " · ", when(held.updated_at)] : null),
          fix ? el("p", { class: "small" }, fix) : null);
      }))));
}

function drawWebhooks(hooks) {
  if (hooks instanceof Problem) return replace($("webhooks"), card(t("health.webhooks"), failure(hooks)));
  replace($("webhooks"), card(t("health.webhooks"), hooks.webhooks.length === 0
    ? empty({ title: t("health.no_webhooks"), text: t("health.no_webhooks.text") })
    : el("ul", { class: "list" }, hooks.webhooks.map((hook) => {
      const sign = !hook.enabled ? badge(t("health.webhook.off"), hook.disabled_reason === "person" ? "" : "bad")
        : hook.failing_since ? badge(t("health.condition.failing"), "bad") : badge(t("health.condition.ok"), "ok");
      return el("li", {},
        el("div", { class: "row between" }, outside(hook.description || hook.url || hook.id), sign),
        el("p", { class: "small soft" }, t("health.webhook.behind", { n: count(hook.behind) }),
          hook.failing_since ? [" · ", t("health.webhook.since"), " ", when(hook.failing_since)] : null),
        hook.failing_since || !hook.enabled ? el("p", { class: "small" }, t("health.webhook.fix")) : null);
    }))));
}

const perSecond = (value) => (value === null ? "–" : t("health.per_second", { n: value < 10 ? decimal(value) : compact(value) }));

function drawMetrics() {
  const now = readings.at(-1), before = readings.at(-2);
  const due = sum(now, "bellhop_queue_due") ?? 0;
  const age = Math.max(0, ...byLabel(now, "bellhop_queue_oldest_due_seconds", "lane").map(([, v]) => v));
  const refused = rate(before, now, "bellhop_apns_responses_total", { outcome: "rejected" });
  replace($("figures"),
    figure(t("health.figure.rate"), perSecond(rate(before, now, "bellhop_apns_responses_total"))),
    figure(t("health.figure.refused"), perSecond(refused ?? (before ? 0 : null)), { kind: refused > 0 ? "warn" : "" }),
    figure(t("health.figure.latency"), duration(quantile(now, "bellhop_apns_request_seconds", 0.99))),
    figure(t("health.figure.queue"), count(due), { hint: due ? t("health.figure.oldest", { time: duration(age) }) : t("health.figure.nothing_due"), kind: age > 60 ? "bad" : "" }),
    figure(t("health.figure.connections"), count(sum(now, "bellhop_http_connections"))),
    figure(t("health.figure.memory"), bytes(sum(now, "process_resident_memory_bytes") ?? 0)));
  drawRates();
  const reasons = byLabel(now, "bellhop_apns_responses_total", "reason").filter(([name, v]) => name && v > 0);
  const all = sum(now, "bellhop_apns_responses_total") ?? 0;
  replace($("reasons"), card(t("health.reasons"), reasons.length === 0
    ? empty({ title: t("health.no_reasons"), text: t("health.no_reasons.text") })
    : bars({ title: t("health.reasons"), total: all, rows: reasons.slice(0, 12).map(([name, value]) => ({ name, value, colour: 6, href: `/console/tools#reasons` })) })));
  drawLanes(now);
  drawDatabase(now);
}

function drawRates() {
  const steps = readings.slice(1).map((after, n) => [readings[n], after]);
  const series = (name, filter, colour) => ({
    name: t(name), colour, values: steps.map(([a, b]) => rate(a, b, "bellhop_apns_responses_total", filter) ?? 0),
  });
  const origin = performance.timeOrigin;
  replace($("rates"), card(t("health.rates"), steps.length < 2
    ? el("p", { class: "chart-empty" }, t("health.rates.wait"))
    : line({
      title: t("health.rates"), format: (v) => (v < 10 ? decimal(v) : compact(v)),
      labels: steps.map(([, b]) => timeOfDay(origin + b.at * 1000)),
      series: [series("health.accepted", { outcome: "accepted" }, 3), series("health.rejected", { outcome: "rejected" }, 6)],
    })));
}

function drawLanes(now) {
  const lanes = new Map();
  for (const [name, metric] of [["due", "bellhop_queue_due"], ["flight", "bellhop_in_flight"], ["age", "bellhop_queue_oldest_due_seconds"]]) {
    for (const [lane, value] of byLabel(now, metric, "lane")) lanes.set(lane, { ...lanes.get(lane), lane, [name]: value });
  }
  replace($("lanes"), card(t("health.lanes"), table({
    caption: t("health.lanes"), rows: [...lanes.values()], empty: { title: t("health.no_lanes"), text: "" },
    columns: [
      { title: t("health.lane"), cell: (row) => row.lane },
      { title: t("health.lane.due"), align: "end", cell: (row) => count(row.due) },
      { title: t("health.lane.oldest"), align: "end", cell: (row) => (row.due ? duration(row.age ?? 0) : "–") },
      { title: t("health.lane.flight"), align: "end", cell: (row) => count(row.flight) },
    ],
  })));
}

function drawDatabase(now) {
  const errors = sum(now, "bellhop_database_errors_total") ?? 0;
  const time = (kind, part) => duration(quantile(now, "bellhop_database_transaction_seconds", part, { kind }));
  replace($("database"), card(t("health.database"), facts([
    [t("health.database.read"), `${time("read", 0.5)} · ${time("read", 0.99)}`],
    [t("health.database.write"), `${time("write", 0.5)} · ${time("write", 0.99)}`],
    [t("health.database.waiting"), count(sum(now, "bellhop_database_transactions"))],
    [t("health.database.errors"), errors ? badge(count(errors), "bad") : badge("0", "ok")],
    [t("health.started"), when(new Date((sum(now, "process_start_time_seconds") ?? 0) * 1000).toISOString())],
    [t("health.version"), code(now.values.bellhop_build_info?.[0]?.labels.version ?? "–")],
  ])));
}

poll(round, pause);
