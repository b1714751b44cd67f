// The builder's card for quiet hours, caps, speed, the control group and the test.

import { get, path } from "./api.js";
import { card, el, field, input, select } from "./ui.js";
import { fill } from "./parts.js";
import { t } from "./strings.js";

export function limitsCard(draft, changed) {
  const limits = draft.limits;
  const policy = el("p", { class: "hint" });
  const fields = {};

  const number = (name, key, props) => (fields[key] = field(t(`limits.${name}`), input({
    type: "number", min: "0", inputmode: "numeric", dataset: { field: name }, value: limits[name],
    on: { input: (e) => { limits[name] = e.target.value; changed(); } }, ...props,
  }), { hint: t(`limits.${name}.hint`) }));

  // The campaign's own quiet hours, such as 22:00-08:00.
  const own = /^(\d\d:\d\d)-(\d\d:\d\d)$/.exec(limits.quiet);
  const hours = el("span", { class: "row", hidden: !own });
  const from = input({ type: "time", value: own?.[1] ?? "22:00", "aria-label": t("limits.quiet.from") });
  const to = input({ type: "time", value: own?.[2] ?? "08:00", "aria-label": t("limits.quiet.to") });
  const rule = select([["", t("limits.rule.app")], ["hold", t("quiet.hold")], ["skip", t("quiet.skip")]], {
    value: limits.rule, "aria-label": t("limits.rule"), on: { change: (e) => { limits.rule = e.target.value; changed(); } },
  });
  const setHours = () => {
    limits.quiet = `${from.value}-${to.value}`;
    changed();
  };
  from.addEventListener("change", setHours);
  to.addEventListener("change", setHours);
  hours.append(from, "–", to, rule);
  const quiet = field(t("limits.quiet"), select([
    ["", t("limits.quiet.app")], ["off", t("limits.quiet.off")], ["own", t("limits.quiet.own")],
  ], {
    value: own ? "own" : limits.quiet, dataset: { field: "quiet" }, on: {
      change: (e) => {
        hours.hidden = e.target.value !== "own";
        if (e.target.value === "own") setHours();
        else {
          limits.quiet = e.target.value;
          changed();
        }
      },
    },
  }), { hint: t("limits.quiet.hint") });
  fields.quiet_hours = quiet;
  fields.class = field(t("limits.class"), input({
    placeholder: "marketing", dataset: { field: "class" }, value: limits.class,
    on: { input: (e) => { limits.class = e.target.value; changed(); } },
  }), { hint: t("limits.class.hint") });

  async function readPolicy() {
    try {
      const p = await get(path`/v1/apps/${draft.app}/policy`);
      const caps = Object.entries(p.caps ?? {}).map(([name, n]) => `${name} ${n}`).join(", ");
      fill(policy, t("limits.policy", {
        quiet: p.quiet_hours ?? t("state.none"), caps: caps || t("state.none"),
        rate: p.per_minute ?? t("state.none"),
      }));
    } catch { fill(policy); }
  }

  const element = card(t("limits.title"), policy,
    el("div", { class: "stack tight" }, quiet, hours),
    el("div", { class: "fields" }, fields.class, number("perDay", "per_day"), number("perMinute", "per_minute")),
    el("div", { class: "fields" }, number("control", "control_percent", { max: "50" }),
      number("test", "winner", { min: "1", max: "90" }), number("after", "winner_after", { min: "1" })));
  readPolicy();
  return {
    element, appChanged: readPolicy,
    take({ problem }) {
      const name = (problem?.keyPath ?? "").split(/[.[]/)[0];
      for (const [key, one] of Object.entries(fields)) one.setError(key === name ? problem.message : null);
    },
  };
}
