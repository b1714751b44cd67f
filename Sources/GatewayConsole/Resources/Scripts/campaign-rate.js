// How fast a campaign is sent, from the API's responses since this page was opened.

import { line } from "./charts.js";
import { compact, timeOfDay } from "./format.js";
import { el } from "./ui.js";
import { t } from "./strings.js";

// The time over which the current rate is measured, in milliseconds.
const window = 5000;

// The number of outcomes per second in the last seconds.
export function rateOf(samples) {
  const last = samples.at(-1);
  const first = samples.find((s) => last && s.at >= last.at - window) ?? last;
  const seconds = last ? (last.at - first.at) / 1000 : 0;
  return seconds > 0 ? (last.done - first.done) / seconds : 0;
}

export function rateChart(samples, isAtRest) {
  const steps = samples.slice(1).map((sample, n) => {
    const seconds = (sample.at - samples[n].at) / 1000;
    return { at: sample.at, rate: seconds > 0 ? (sample.done - samples[n].done) / seconds : 0 };
  });
  if (steps.length < 2 || steps.every((s) => s.rate === 0)) {
    return el("p", { class: "chart-empty" }, t(isAtRest ? "campaign.rate.rest" : "campaign.rate.wait"));
  }
  return line({
    title: t("campaign.rate.chart"), labels: steps.map((s) => timeOfDay(new Date(s.at).toISOString())),
    series: [{ name: t("campaign.rate"), values: steps.map((s) => s.rate), colour: 1 }],
    format: (n) => compact(Math.round(n)), height: 170,
  });
}
