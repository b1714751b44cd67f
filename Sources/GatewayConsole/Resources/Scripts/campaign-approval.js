// What a second person approves: the messages as they are stored, the audience, and the hash that
// binds the approval to them.

import { get, path, query } from "./api.js";
import { byteCount, bytes, count } from "./format.js";
import { card, code, el, failure, figure, hiddenNote, link, loading, notice, outside } from "./ui.js";
import { bubble } from "./bubble.js";
import { fill, me, places } from "./parts.js";
import { t } from "./strings.js";

// The number of devices that are shown.
const sampleMax = 5;

export const isAuthor = (campaign) => campaign.settings?.approval?.authors?.includes(me.key) ?? false;

// Whether the member who is signed in may approve a campaign, as far as the page knows; the gateway
// decides.
export const mayApprove = (campaign) => me.canApprove && !isAuthor(campaign);

function whoApproves(campaign) {
  if (isAuthor(campaign)) return notice(t("approval.own"), "info");
  return me.canApprove ? notice(t("approval.yours"), "info") : notice(t("approval.role"), "info");
}

// The rendered texts of a payload, for the note about invisible characters.
const textsOf = (payload) => {
  try { return JSON.stringify(JSON.parse(payload).aps?.alert ?? ""); } catch { return payload; }
};

const messages = (definition) => definition.messages.map((message) => el("section", { class: "stack tight" },
  el("h3", {}, outside(message.variant), message.locale ? [" · ", outside(message.locale)]
    : definition.messages.some((m) => m.locale) ? ` · ${t("approval.others")}` : "",
  " ", el("small", { class: "soft" }, t("approval.share", { n: count(message.share) }))),
  message.payload === undefined ? notice(t("builder.no_payload"), "warn")
    : [hiddenNote(textsOf(message.payload)), bubble(message.payload)]));

function sample(devices) {
  if (devices.length === 0) return null;
  return [el("h3", {}, t("audience.sample")), el("ul", { class: "sample", "aria-label": t("audience.sample") },
    devices.map((d) => el("li", {}, link(outside(d.user ?? d.id), places.device(d.id)),
      outside([d.locale, d.time_zone, d.app_version].filter(Boolean).join(" · ")))))];
}

// Shows the content to approve. Returns the card, and a function that returns the shown content.
export function approvalCard(campaign) {
  const place = el("div", { class: "stack", dataset: { part: "approval" } }, loading());
  let shown = null;

  async function draw() {
    try {
      const filter = campaign.audience ?? "all";
      const { broadcast } = campaign;
      const [definition, found] = await Promise.all([
        get(path`/v1/campaigns/${campaign.id}/definition`),
        broadcast ? { installations: [] } : get(query("/v1/installations", { app: campaign.app, filter: filter === "all" ? "" : filter, limit: sampleMax }))
          .catch(() => ({ installations: [] })),
      ]);
      const sizes = definition.messages.map((m) => byteCount(m.payload ?? ""));
      const largest = Math.max(...sizes);
      fill(place, whoApproves(campaign),
        el("div", { class: "figures" },
          broadcast ? null
            : figure(t("approval.devices"), count(campaign.settings?.devices ?? 0), { hint: t("approval.devices.hint") }),
          figure(t("approval.messages"), count(definition.messages.length), { hint: t("approval.messages.hint") }),
          figure(t("approval.size"), largest === 0 ? "–" : bytes(largest), { hint: t("approval.size.hint") })),
        el("div", { class: "split" },
          broadcast
            ? el("div", { class: "stack tight" }, el("h3", {}, t("broadcast.channel")), el("p", {}, code(broadcast.channel)),
              el("p", {}, t("broadcast.one")))
            : el("div", { class: "stack tight" }, el("h3", {}, t("campaign.audience")), el("p", {}, code(filter)),
              sample(found.installations)),
          el("div", { class: "stack tight" }, messages(definition))),
        el("h3", {}, t("approval.hash")),
        el("p", { class: "small soft" }, t("approval.hash.hint")),
        el("p", {}, el("code", { class: "hash", dataset: { hash: definition.hash } }, definition.hash)));
      shown = definition;
    } catch (error) {
      shown = null;
      fill(place, failure(error, draw));
    }
  }

  draw();
  return { element: card({ title: t("approval.title"), class: "inner-figures" }, place), definition: () => shown, again: draw };
}
