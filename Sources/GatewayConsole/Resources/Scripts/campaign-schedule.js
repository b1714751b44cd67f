// The builder's card for the time: now, at a time, or at each device's local time.

import { card, el, field, input, notice, select } from "./ui.js";
import { choices, fill } from "./parts.js";
import { zoneStrip } from "./zones.js";
import { t } from "./strings.js";

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

export function scheduleCard(draft, changed) {
  const time = draft.time;
  const place = el("div", { class: "stack" });
  const strip = el("div", {});

  const at = field(t("schedule.at"), input({
    type: "datetime-local", dataset: { field: "at" }, value: time.at,
    on: { input: (e) => { time.at = e.target.value; changed(); } },
  }), { hint: t("schedule.at.hint", { zone }) });
  const local = field(t("schedule.local"), input({
    type: "datetime-local", dataset: { field: "local" }, value: time.local,
    on: { input: (e) => { time.local = e.target.value.slice(0, 16); changed(); } },
  }), { hint: t("schedule.local.hint") });
  const standard = field(t("schedule.zone"), input({
    placeholder: "UTC", value: time.zone, spellcheck: "false", on: { change: (e) => { time.zone = e.target.value.trim(); changed(); } },
  }), { hint: t("schedule.zone.hint") });
  const late = field(t("schedule.late"), select([
    ["", t("schedule.late.ask")], ["skip", t("schedule.late.skip")], ["send_now", t("schedule.late.send_now")],
  ], { value: time.late, dataset: { field: "late" }, on: { change: (e) => { time.late = e.target.value; changed(); } } }),
  { hint: t("schedule.late.hint") });

  function show() {
    fill(place, time.kind === "at" ? at : time.kind === "local"
      ? [el("div", { class: "fields" }, local, late, standard), strip]
      : el("p", { class: "soft" }, t("schedule.now.text")));
    changed();
  }

  const element = card(t("schedule.title"), choices(t("schedule.title"), [
    ["now", t("schedule.now")], ["at", t("schedule.once")], ["local", t("schedule.by_zone")],
  ], time.kind, (kind) => { time.kind = kind; show(); }), place);
  show();
  return {
    element,
    // Shows the preview's times, or that a decision is missing.
    take({ preview, problem }) {
      const name = (problem?.keyPath ?? "").split(".")[0];
      for (const [key, one] of [["at", at], ["local_time", local], ["late_zones", late], ["default_time_zone", standard]]) {
        one.setError(name === key ? problem.message : null);
      }
      if (time.kind !== "local") return;
      fill(strip, preview ? zoneStrip(preview.moments, time.local)
        : name === "late_zones" ? notice(t("schedule.late.needed"), "warn") : null);
    },
  };
}
