// The hours of a campaign at a local time, drawn on a strip of the world's zones.

import { landPath } from "./zones-land.js";
import { count, dateTime, timeOfDay } from "./format.js";
import { el } from "./ui.js";
import { t } from "./strings.js";

// The offsets of the world's zones from UTC, in hours.
const first = -12, last = 14;
const width = 560, height = 222, low = 184, high = 10, left = 24, right = 24;
// The latitudes at the upper and at the lower edge of the map.
const north = 84, south = -58;

const x = (offset) =>
  left + ((offset - first) / (last - first)) * (width - left - right);

// An hour is 15 degrees of longitude.
const land = landPath((longitude) => x(longitude / 15),
  (latitude) => high + ((north - latitude) / (north - south)) * (low - high));

export const offsetText = (hours) => {
  const minutes = Math.round(Math.abs(hours) * 60);
  const rest = minutes % 60;
  return `UTC${hours < 0 ? "−" : "+"}${Math.floor(minutes / 60)}`
    + (rest ? `:${String(rest).padStart(2, "0")}` : "");
};

// moments: the preview's [{ at, installations }]; localTime: "2026-12-24T09:00".
export function zoneStrip(moments, localTime, now = Date.now()) {
  const local = Date.parse(`${localTime}Z`);
  const bars = moments.map((m) => ({
    ...m, offset: (local - Date.parse(m.at)) / 3600000,
    // A zone whose time has passed gets the campaign at once.
    isLate: Date.parse(m.at) <= now + 60000,
  })).filter((b) => b.offset >= first - 1 && b.offset <= last + 1);
  const max = Math.max(1, ...bars.map((b) => b.installations));
  const nowOffset = (local - now) / 3600000;
  const ticks = Array.from({ length: 14 }, (_, n) => first + 2 * n);
  const title = t("zones.title", { time: localTime.replace("T", " ") });
  const svg = el("svg", { viewBox: `0 0 ${width} ${height}`, class: "zones", role: "img", "aria-label": title },
    el("path", { class: "land", d: land }),
    nowOffset > first ? el("rect", {
      class: "zone-late", x: x(Math.max(first, nowOffset)), y: high, height: low - high,
      width: Math.max(0, x(last) - x(Math.max(first, Math.min(last, nowOffset)))),
    }) : null,
    ticks.map((offset) => [
      el("line", { class: "grid", x1: x(offset), x2: x(offset), y1: high, y2: low }),
      el("text", { class: "tick", x: x(offset), y: low + 14, "text-anchor": "middle" },
        offset === 0 ? "UTC" : `${offset < 0 ? "−" : "+"}${Math.abs(offset)}`),
      offset % 4 === 0 ? el("text", { class: "tick", x: x(offset), y: low + 29, "text-anchor": "middle" },
        timeOfDay(new Date(local - offset * 3600000).toISOString()).replace(/:\d\d(?=\s|$)/, "")) : null,
    ]),
    bars.map((b) => {
      const size = Math.max(4, (b.installations / max) * (low - high - 60));
      return el("rect", {
        class: b.isLate ? "zone-bar late" : "zone-bar", x: x(b.offset) - 8, width: 16, rx: 3,
        y: low - size, height: size,
      }, el("title", {}, t("zones.bar", {
        zone: offsetText(b.offset), at: dateTime(b.at), n: count(b.installations),
      })));
    }));
  return el("figure", { class: "chart" },
    el("figcaption", { class: "legend" },
      el("span", {}, el("i", { class: "key s1", "aria-hidden": "true" }), t("zones.devices")),
      el("span", {}, el("i", { class: "key late", "aria-hidden": "true" }), t("zones.late"))),
    svg,
    el("details", { dataset: { key: "zones" } }, el("summary", {}, t("zones.table")),
      el("table", {}, el("thead", {}, el("tr", {},
        [t("zones.zone"), t("zones.at"), t("zones.count")].map((h) => el("th", { scope: "col" }, h)))),
      el("tbody", {}, bars.map((b) => el("tr", {}, el("th", { scope: "row" }, offsetText(b.offset)),
        el("td", {}, dateTime(b.at)), el("td", { class: "end" }, count(b.installations))))))));
}
