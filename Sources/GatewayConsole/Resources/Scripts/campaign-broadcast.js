// What the page of a campaign shows about a broadcast: one request to APNs for a channel. Nobody
// knows how many devices follow a channel, so there are no numbers of devices.

import { query } from "./api.js";
import { code, el, facts, link } from "./ui.js";
import { meaningOf, stateBadge } from "./parts.js";
import { t } from "./strings.js";

// The state of the broadcast, in place of the progress of an audience.
export function broadcastState(broadcast) {
  const { state, status, reason, request_id: id } = broadcast;
  return el("div", { class: "stack", dataset: { broadcast: state } },
    el("p", {}, stateBadge(state), " ", t("broadcast.one")),
    facts([
      [t("broadcast.channel"), code(broadcast.channel)],
      [t("broadcast.environment"), broadcast.environment],
      status && [t("broadcast.status"), String(status)],
      reason && [t("campaign.reason"), [code(reason), " ", meaningOf(reason) ?? ""]],
      id && [t("broadcast.request"), link(code(id), query("/console/deliveries", { id }))],
    ]));
}

// The state of the broadcast in the list of campaigns, which has the totals alone.
export function broadcastCell(campaign) {
  const state = Object.entries(campaign.totals ?? {}).find(([, n]) => n > 0)?.[0];
  return el("span", {}, t("broadcast.short"), " ", state ? stateBadge(state) : null);
}
