// Bars over time that are divided by a value.

import { compact, count, dateTime, date, timeOfDay } from "./format.js";
import { el } from "./ui.js";
import { t } from "./strings.js";

const height = 220, left = 44, right = 6, high = 8, low = 192;
// The widths of the drawing on wide and on narrow windows, so that its texts have the same size.
const wideWidth = 960, narrowWidth = 420;
// The number of values with a colour of their own; the others are shown together.
const coloursMax = 6;

// The colours of states, so that the same state always has the same one.
const colours = {
  accepted: 3, rejected: 6, expired: 5, queued: 2, sending: 2, suppressed: 4, cancelled: 4,
  "no response": 5,
};

// counts: the API's { since, interval_seconds, counts: [{ at, value, count }] }.
export function stackedChart({ title, counts, name, now = Date.now() }) {
  const width = innerWidth < 640 ? narrowWidth : wideWidth;
  const interval = counts.interval_seconds * 1000;
  const sums = new Map();
  for (const c of counts.counts) sums.set(c.value, (sums.get(c.value) ?? 0) + c.count);
  if (sums.size === 0) return el("p", { class: "chart-empty" }, t("chart.empty"));
  const ranked = [...sums.keys()].sort((a, b) => sums.get(b) - sums.get(a));
  const own = ranked.slice(0, ranked.length > coloursMax ? coloursMax - 1 : coloursMax);
  const rest = ranked.length > own.length ? t("deliveries.others", { n: ranked.length - own.length }) : null;
  const series = [...own.map(name), ...rest ? [rest] : []];
  const colourOf = (at) => (counts.by === "state" && colours[own[at]]) || at + 1;
  const start = Date.parse(counts.since);
  const slots = Math.max(1, Math.floor((now - start) / interval) + 1);
  const table = Array.from({ length: slots }, () => series.map(() => 0));
  for (const c of counts.counts) {
    const slot = Math.floor((Date.parse(c.at) - start) / interval);
    const at = own.indexOf(c.value);
    if (table[slot]) table[slot][at < 0 ? series.length - 1 : at] += c.count;
  }
  const max = Math.max(1, ...table.map((row) => row.reduce((sum, v) => sum + v, 0)));
  const step = [1, 2, 5].flatMap((m) => Array.from({ length: 10 }, (_, p) => m * 10 ** p))
    .sort((a, b) => a - b).find((s) => s * 4 >= max) ?? max;
  const top = step * Math.ceil(max / step);
  const x = (slot) => left + (slot / slots) * (width - left - right);
  const y = (value) => low - (value / top) * (low - high);
  const wide = Math.max(1, (width - left - right) / slots - Math.min(3, 0.25 * (width / slots)));
  const text = (slot) => {
    const iso = new Date(start + slot * interval).toISOString();
    return interval >= 86400000 ? date(iso) : timeOfDay(iso).replace(/:\d\d(?=\s|$)/, "");
  };
  const every = Math.max(1, Math.ceil(slots / (width === wideWidth ? 8 : 4)));
  const ticks = Array.from({ length: Math.round(top / step) + 1 }, (_, n) => n * step);
  const svg = el("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": title, class: "plot" },
    ticks.map((v) => [
      el("line", { class: "grid", x1: left, x2: width - right, y1: y(v), y2: y(v) }),
      el("text", { class: "tick", x: left - 8, y: y(v) + 4, "text-anchor": "end" }, compact(v)),
    ]),
    table.map((row, slot) => {
      let sum = 0;
      return row.map((value, at) => {
        if (value === 0) return null;
        sum += value;
        return el("rect", {
          class: `bar s${colourOf(at)}`, x: x(slot), y: y(sum), width: wide,
          height: Math.max(0.5, (value / top) * (low - high)),
        }, el("title", {}, `${series[at]}: ${count(value)}, ${dateTime(new Date(start + slot * interval).toISOString())}`));
      });
    }),
    table.map((_, slot) => (slot % every === 0
      ? el("text", { class: "tick", x: x(slot), y: height - 6, "text-anchor": "start" }, text(slot)) : null)));
  const totals = [...own, ...rest ? [null] : []].map((value) => (value === null
    ? ranked.slice(own.length).reduce((sum, v) => sum + sums.get(v), 0) : sums.get(value)));
  return el("figure", { class: "chart", "aria-label": title },
    el("figcaption", { class: "legend" }, series.map((s, at) => el("span", {},
      el("i", { class: `key block s${colourOf(at)}`, "aria-hidden": "true" }), `${s} `,
      el("strong", { dataset: { count: own[at] ?? "rest" } }, count(totals[at]))))),
    svg,
    el("table", { class: "unseen" }, el("caption", {}, `${t("chart.data")}: ${title}`),
      el("thead", {}, el("tr", {}, ["", ...series].map((s) => el("th", { scope: "col" }, s)))),
      el("tbody", {}, table.map((row, slot) => (row.some((v) => v > 0) ? el("tr", {},
        el("th", { scope: "row" }, dateTime(new Date(start + slot * interval).toISOString())),
        row.map((v) => el("td", {}, count(v)))) : null)))));
}
