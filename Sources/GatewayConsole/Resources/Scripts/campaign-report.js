// The report of a campaign: how many devices reached each step, and what the numbers mean.

import { get, path } from "./api.js";
import { funnel, line } from "./charts.js";
import { count, csvCell, dateTime } from "./format.js";
import {
  button, card, code, download, el, empty, facts, link, outside, table, view,
} from "./ui.js";
import { meaningOf, stateBadge } from "./parts.js";
import { share } from "./campaign-parts.js";
import { plural, t } from "./strings.js";

// The number of locales and versions that are shown; the export has all of them.
const groupsMax = 12;

const csv = (rows) => rows.map((row) => row.map(csvCell).join(",")).join("\r\n") + "\r\n";

function reportCSV(report) {
  return csv([
    ["part", "name", "count", "of_accepted", "meaning"],
    ...report.funnel.map((s) => ["step", s.step, s.count, s.of_accepted ?? "", s.meaning]),
    ...report.reasons.map((r) => [r.outcome, r.reason, r.count, "", meaningOf(r.reason) ?? ""]),
    ...report.variants.flatMap((v) => ["considered", "accepted"].map((name) =>
      [`variant ${v.variant}`, name, v[name], "", ""])),
    ...report.variants.flatMap((v) => Object.entries(v.reported).map(([name, n]) =>
      [`variant ${v.variant}`, name, n, "", ""])),
    ...report.locales.flatMap((g) => Object.entries(g.reported).map(([name, n]) =>
      ["locale", `${g.value} ${name}`, n, "", ""])),
    ...report.app_versions.flatMap((g) => Object.entries(g.reported).map(([name, n]) =>
      ["app version", `${g.value} ${name}`, n, "", ""])),
    ...report.hours.flatMap((h) => Object.entries(h.reported).map(([name, n]) =>
      ["hour", `${h.hour} ${name}`, n, "", ""])),
    ...report.actions.map((a) => ["action", a.action, a.count, "", ""]),
  ]);
}

function funnelCard(report) {
  return card(t("report.funnel"),
    funnel({
      title: t("report.funnel"),
      steps: report.funnel.map((s) => ({ name: t(`step.${s.step}`), value: s.count })),
    }),
    el("dl", { class: "meanings" }, report.funnel.map((s) => [
      el("dt", {}, t(`step.${s.step}`), " ", el("strong", { dataset: { step: s.step } }, count(s.count)),
        s.of_accepted === undefined ? null
          : el("small", {}, ` ${t("report.of_accepted", { part: share(s.of_accepted, 1) })}`)),
      el("dd", {}, s.meaning),
    ])));
}

function overTime(report) {
  if (report.hours.length === 0) {
    return card(t("report.hours"), el("p", { class: "chart-empty" }, t("report.hours.none")));
  }
  const steps = ["delivered", "opened", "action", "dismissed"]
    .filter((step) => report.hours.some((h) => h.reported[step] > 0));
  return card(t("report.hours"), line({
    title: t("report.hours"), labels: report.hours.map((h) => dateTime(h.hour)),
    series: steps.map((step) => ({
      name: t(`step.${step}`), values: report.hours.map((h) => h.reported[step]),
    })),
  }));
}

function variants(report, campaign) {
  if (report.variants.length < 2) return null;
  const names = campaign.settings?.variants?.map((v) => v.name) ?? [];
  return card(t("campaign.variants"), table({
    caption: t("campaign.variants"), rows: report.variants,
    columns: [
      { title: t("campaign.variant"), cell: (v) => outside(names[v.variant] ?? String(v.variant)) },
      { title: t("step.considered"), cell: (v) => count(v.considered), align: "end" },
      { title: t("step.accepted"), cell: (v) => count(v.accepted), align: "end" },
      ...["delivered", "opened", "action", "dismissed"].map((step) => ({
        title: t(`step.${step}`), align: "end",
        cell: (v) => `${count(v.reported[step])} (${share(v.reported[step], v.accepted)})`,
      })),
    ],
  }));
}

function groups(title, list) {
  if (list.length === 0) return null;
  const rows = [...list].sort((a, b) => b.reported.delivered - a.reported.delivered
    || b.reported.opened - a.reported.opened).slice(0, groupsMax);
  return card(title, table({
    caption: title, rows,
    columns: [
      { title: t("report.value"), cell: (g) => outside(g.value || t("state.none")) },
      ...["delivered", "opened", "action"].map((step) => ({
        title: t(`step.${step}`), cell: (g) => count(g.reported[step]), align: "end",
      })),
    ],
  }), list.length > rows.length ? el("p", { class: "soft" }, t("report.more", {
    n: count(list.length - rows.length),
  })) : null);
}

function reasons(report) {
  if (report.reasons.length === 0) return null;
  return card(t("campaign.reasons"), table({
    caption: t("campaign.reasons"), rows: [...report.reasons].sort((a, b) => b.count - a.count),
    columns: [
      { title: t("campaign.reason"), cell: (r) => code(r.reason || "–"), class: "nowrap" },
      { title: t("campaign.outcome"), cell: (r) => stateBadge(r.outcome) },
      { title: t("campaign.number"), cell: (r) => count(r.count), align: "end" },
      { title: t("campaign.meaning"), cell: (r) => meaningOf(r.reason) ?? "", class: "wide-cell" },
    ],
  }));
}

function exports(report, id) {
  const name = `campaign-${id.slice(0, 8)}`;
  const rows = path`/v1/campaigns/${id}/deliveries`;
  return card(t("report.export"), el("p", {}, t("report.export.text")),
    el("div", { class: "row" },
      button(t("report.export.csv"), {
        on: () => download(`${name}.csv`, reportCSV(report)), dataset: { export: "csv" },
      }),
      button(t("report.export.json"), {
        on: () => download(`${name}.json`, JSON.stringify(report, null, 2), "application/json"),
        dataset: { export: "json" },
      }),
      link(t("report.export.devices"), `${rows}?format=csv`, {
        class: "button", download: `${name}-devices.csv`,
      }),
      link(t("report.export.lines"), `${rows}?format=jsonl`, {
        class: "button", download: `${name}-devices.jsonl`,
      })));
}

// Returns the report, which is read when it is shown.
export function drawReport(campaignNow) {
  const place = el("div", {});
  const again = view(place, async () => {
    const campaign = campaignNow();
    return { campaign, report: await get(path`/v1/campaigns/${campaign.id}/report`) };
  }, ({ campaign, report }) => {
    const head = el("div", { class: "list-head" },
      el("span", { class: "soft" }, plural("report.receipts", report.stored_receipts)),
      button(t("report.refresh"), { small: true, on: () => again() }));
    if (report.funnel.every((s) => s.count === 0)) {
      return [head, empty({ title: t("report.empty.title"), text: t("report.empty.text") })];
    }
    return [head, el("div", { class: "split main-side" },
      el("div", { class: "stack" }, funnelCard(report), variants(report, campaign),
        overTime(report), reasons(report)),
      el("div", { class: "stack" }, exports(report, campaign.id),
        groups(t("report.locales"), report.locales),
        groups(t("report.versions"), report.app_versions),
        report.actions.length ? card(t("report.actions"), facts(report.actions.map((a) =>
          [outside(a.action), count(a.count)]))) : null))];
  });
  return place;
}
