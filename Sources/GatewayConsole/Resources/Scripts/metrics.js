// The gateway's metrics (Prometheus text), and rates between two readings.

import { text } from "./api.js";

// Parses the text into { name: [{ labels, value }] }.
export function parse(body) {
  const result = {};
  for (const line of body.split("\n")) {
    const match = /^([A-Za-z_:][\w:]*)(?:\{(.*)\})? (\S+)$/.exec(line);
    if (!match) continue;
    const labels = {};
    for (const [, name, value] of (match[2] ?? "").matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)) {
      labels[name] = value.replace(/\\(.)/g, (_, c) => (c === "n" ? "\n" : c));
    }
    (result[match[1]] ??= []).push({ labels, value: Number(match[3]) });
  }
  return result;
}

export const read = async () => ({ at: performance.now() / 1000, values: parse(await text("/metrics")) });

const fits = (labels, filter) => Object.entries(filter).every(([k, v]) => labels[k] === v);

// The sum of a metric over all labels that fit; null if there is none.
export function sum(reading, name, filter = {}) {
  const rows = (reading.values[name] ?? []).filter((row) => fits(row.labels, filter));
  return rows.length === 0 ? null : rows.reduce((all, row) => all + row.value, 0);
}

// The sums of a metric by one label, the largest first: [[label, value]].
export function byLabel(reading, name, label, filter = {}) {
  const sums = new Map();
  for (const row of reading.values[name] ?? []) {
    if (!fits(row.labels, filter)) continue;
    const key = row.labels[label] ?? "";
    sums.set(key, (sums.get(key) ?? 0) + row.value);
  }
  return [...sums].sort((a, b) => b[1] - a[1]);
}

// How much a counter grew per second between two readings; null if that is not known. A counter
// that became smaller started again at 0.
export function rate(before, after, name, filter = {}) {
  const [from, to] = [before && sum(before, name, filter), sum(after, name, filter)];
  if (!before || to === null) return null;
  const seconds = after.at - before.at;
  return seconds > 0 ? Math.max(0, to - (from === null || from > to ? 0 : from)) / seconds : null;
}

// The seconds at a quantile (0 to 1) of a histogram; null without observations.
export function quantile(reading, name, part, filter = {}) {
  const buckets = new Map();
  for (const row of reading.values[`${name}_bucket`] ?? []) {
    if (!fits(row.labels, filter)) continue;
    const bound = row.labels.le === "+Inf" ? Infinity : Number(row.labels.le);
    buckets.set(bound, (buckets.get(bound) ?? 0) + row.value);
  }
  const sorted = [...buckets].sort((a, b) => a[0] - b[0]);
  const all = sorted.at(-1)?.[1] ?? 0;
  if (all === 0) return null;
  let [lower, below] = [0, 0];
  for (const [bound, count] of sorted) {
    if (count >= part * all) {
      if (bound === Infinity) return lower;
      return lower + (bound - lower) * ((part * all - below) / Math.max(1, count - below));
    }
    [lower, below] = [bound, count];
  }
  return lower;
}
