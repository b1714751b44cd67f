// Small charts as SVG: line, bars, funnel, meter. Each has a table of its data for screen readers.

import { compact, count, percent } from "./format.js";
import { el } from "./ui.js";
import { t } from "./strings.js";

const width = 640;

// Returns round values for the lines of a scale from 0 to at least `max`.
function scale(max, steps = 4) {
  if (!(max > 0)) return [0, 1];
  const rough = max / steps;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((m) => m * power).find((s) => s >= rough - 1e-9);
  const values = [];
  for (let n = 0; n * step < max + step; n += 1) {
    values.push(n * step);
    if (n * step >= max) break;
  }
  return values;
}

function dataTable(title, heads, rows) {
  return el("table", { class: "unseen" }, el("caption", {}, `${t("chart.data")}: ${title}`),
    el("thead", {}, el("tr", {}, heads.map((head) => el("th", { scope: "col" }, head)))),
    el("tbody", {}, rows.map((row) => el("tr", {}, row.map((cell, n) =>
      n === 0 ? el("th", { scope: "row" }, cell) : el("td", {}, cell))))));
}

const frame = (title, svg, legend, data) =>
  el("figure", { class: "chart", "aria-label": title }, legend, svg, data);

const legendOf = (series) => series.length < 2 ? null
  : el("figcaption", { class: "legend" }, series.map((s, n) =>
    el("span", {}, el("i", { class: `key s${s.colour ?? n + 1}`, "aria-hidden": "true" }), s.name)));

// A line chart.
//
// title: what it shows. labels: the texts of the horizontal positions. series: [{ name, values,
// colour: 1 to 6 }]; a null value leaves a gap. format: makes a text of a value.
//
// The chart is drawn again when its width changes, so that its texts keep their size.
export function line(options) {
  const { title, labels, series, format = compact } = options;
  const values = series.flatMap((s) => s.values).filter((v) => v !== null && v !== undefined);
  if (values.length === 0) return el("p", { class: "chart-empty" }, t("chart.empty"));
  let drawn = width, svg = plot(options, drawn);
  const element = frame(title, svg, legendOf(series),
    dataTable(title, ["", ...series.map((s) => s.name)],
      labels.map((label, n) => [label, ...series.map((s) => format(s.values[n] ?? 0))])));
  new ResizeObserver(([entry]) => {
    const now = Math.round(entry.contentRect.width);
    if (now < 100 || Math.abs(now - drawn) < 4) return;
    const next = plot(options, now);
    svg.replaceWith(next);
    [drawn, svg] = [now, next];
  }).observe(element);
  return element;
}

function plot({ title, labels, series, height = 200, format = compact, area = true }, width) {
  const all = series.flatMap((s) => s.values).filter((v) => v !== null && v !== undefined);
  const ticks = scale(Math.max(...all));
  const top = ticks[ticks.length - 1];
  const left = 46, right = 8, low = height - 22, high = 8;
  const x = (n) => left + (labels.length < 2 ? 0 : (n / (labels.length - 1)) * (width - left - right));
  const y = (v) => low - (v / top) * (low - high);
  const every = Math.max(1, Math.ceil(labels.length / Math.max(2, width / 110)));
  return el("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": title, class: "plot" },
    ticks.map((v) => [
      el("line", { class: "grid", x1: left, x2: width - right, y1: y(v), y2: y(v) }),
      el("text", { class: "tick", x: left - 8, y: y(v) + 4, "text-anchor": "end" }, format(v)),
    ]),
    labels.map((label, n) => n % every === 0
      ? el("text", { class: "tick", x: x(n), y: height - 5, "text-anchor": n === 0 ? "start" : n === labels.length - 1 ? "end" : "middle" }, label) : null),
    series.map((s, at) => {
      const colour = `s${s.colour ?? at + 1}`;
      const runs = [];
      let run = [];
      s.values.forEach((v, n) => {
        if (v === null || v === undefined) { if (run.length) runs.push(run); run = []; } else run.push([x(n), y(v)]);
      });
      if (run.length) runs.push(run);
      return runs.map((points) => {
        const path = points.map(([px, py], n) => `${n ? "L" : "M"}${px.toFixed(1)} ${py.toFixed(1)}`).join("");
        return [
          area && series.length === 1 && points.length > 1
            ? el("path", { class: `area ${colour}`, d: `${path}L${points.at(-1)[0].toFixed(1)} ${low}L${points[0][0].toFixed(1)} ${low}Z` }) : null,
          points.length > 1 ? el("path", { class: `stroke ${colour}`, d: path })
            : el("circle", { class: `dot ${colour}`, cx: points[0][0], cy: points[0][1], r: 3 }),
        ];
      });
    }));
}

// Horizontal bars: rows [{ name, value, hint, colour, href }], the longest has the whole width.
export function bars({ title, rows, format = count, total }) {
  if (rows.length === 0) return el("p", { class: "chart-empty" }, t("chart.empty"));
  const max = Math.max(...rows.map((row) => row.value), 1);
  return el("figure", { class: "chart bars", "aria-label": title }, el("ul", {}, rows.map((row) =>
    el("li", {},
      el("span", { class: "bar-name" }, row.href ? el("a", { href: row.href }, row.name) : row.name),
      el("span", { class: "bar-track", "aria-hidden": "true" },
        el("span", { class: `bar-fill s${row.colour ?? 1}`, vars: { part: `${(100 * row.value) / max}%` } })),
      el("span", { class: "bar-value" }, format(row.value),
        total ? el("small", {}, ` ${percent(row.value, total)}`) : null,
        row.hint ? el("small", {}, ` ${row.hint}`) : null)))));
}

// A funnel: steps [{ name, value, hint }], each as a part of the first.
export function funnel({ title, steps, format = count }) {
  const first = steps[0]?.value ?? 0;
  if (!first) return el("p", { class: "chart-empty" }, t("chart.empty"));
  return el("figure", { class: "chart funnel", "aria-label": title }, el("ol", {},
    steps.map((step, n) => el("li", {},
      el("span", { class: "funnel-name" }, step.name),
      el("strong", {}, format(step.value)),
      el("span", { class: "funnel-track", "aria-hidden": "true" },
        el("span", { class: "funnel-fill", vars: { part: `${Math.max(0.5, (100 * step.value) / first)}%` } })),
      el("span", { class: "funnel-part" }, n === 0 ? "" : percent(step.value, first),
        step.hint ? el("small", {}, step.hint) : null)))));
}

// A meter, such as the bytes of a payload. kind: "ok", "warn" or "bad".
export const meter = (label, value, max, { text, kind = "ok" } = {}) =>
  el("div", { class: `meter ${kind}` },
    el("div", { class: "meter-head" }, el("span", {}, label), el("span", {}, text ?? `${count(value)} / ${count(max)}`)),
    el("div", { class: "meter-track", role: "meter", "aria-label": label, "aria-valuemin": "0", "aria-valuemax": String(max), "aria-valuenow": String(Math.min(value, max)) },
      el("span", { class: "meter-fill", vars: { part: `${Math.min(100, (100 * value) / max)}%` } })));

// A small line without axes, for a row of a table.
export function sparkline(values, label) {
  const max = Math.max(...values, 1);
  const points = values.map((v, n) =>
    `${((n / Math.max(1, values.length - 1)) * 96 + 2).toFixed(1)},${(22 - (v / max) * 20).toFixed(1)}`);
  return el("svg", { viewBox: "0 0 100 24", class: "sparkline", role: "img", "aria-label": label },
    el("polyline", { class: "stroke s1", points: points.join(" ") }));
}
