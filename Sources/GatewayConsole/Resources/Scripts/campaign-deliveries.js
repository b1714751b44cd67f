// The outcome of a campaign on each device.

import { get, path, query } from "./api.js";
import { button, code, el, empty, failure, field, input, link, loading, select, table } from "./ui.js";
import { meaningOf, places, stateBadge } from "./parts.js";
import { outcomes } from "./campaign-parts.js";
import { t } from "./strings.js";

// The number of devices that are read for each page of the list.
const pageSize = 100;

export function drawDeliveries(id) {
  const filter = { outcome: "", reason: "" };
  const list = el("div", {});
  let rows = [];
  let after;
  let round = 0;

  async function next() {
    const mine = round;
    const page = await get(query(path`/v1/campaigns/${id}/deliveries`, {
      ...filter, limit: pageSize, after,
    }));
    if (mine !== round) return;
    rows = rows.concat(page.deliveries);
    after = page.next;
    list.replaceChildren(draw());
  }

  async function load() {
    round += 1;
    rows = [];
    after = undefined;
    list.replaceChildren(loading());
    try { await next(); } catch (error) { list.replaceChildren(failure(error, load)); }
  }

  function draw() {
    const shown = el("div", {}, table({
      caption: t("campaign.tab.devices"), rows,
      columns: [
        {
          title: t("devices.installation"), class: "wide-cell",
          cell: (d) => d.installation ? link(code(d.installation), places.device(d.installation))
            : el("span", { class: "soft" }, t("campaign.devices.deleted")),
        },
        { title: t("campaign.outcome"), cell: (d) => stateBadge(d.outcome) },
        { title: t("campaign.reason"), cell: (d) => (d.reason ? code(d.reason) : "–") },
        { title: t("campaign.meaning"), cell: (d) => meaningOf(d.reason) ?? "" },
        { title: t("campaign.variant"), cell: (d) => String(d.variant), align: "end" },
      ],
      empty: empty({ title: t("campaign.devices.empty"), text: t("campaign.devices.empty.text") }),
    }));
    if (after) {
      shown.append(el("div", { class: "list-foot" }, button(t("action.more"), {
        on: (e) => {
          e.target.disabled = true;
          next().catch((error) => list.append(failure(error, next)));
        },
      })));
    }
    return shown;
  }

  const outcome = select([["", t("campaign.devices.all")], ...outcomes.map((o) => [o, t(`outcome.${o}`)])], {
    on: { change: (e) => { filter.outcome = e.target.value; load(); } },
  });
  const reason = input({
    placeholder: "Unregistered", on: { change: (e) => { filter.reason = e.target.value.trim(); load(); } },
  });
  load();
  return el("div", {}, el("div", { class: "toolbar" }, field(t("campaign.outcome"), outcome),
    field(t("campaign.reason"), reason)), list);
}
