// What the pages about campaigns share: totals, progress and the decisions of a person.

import { post, path } from "./api.js";
import { count, percent } from "./format.js";
import { confirm, el, outside, toast } from "./ui.js";
import { split } from "./parts.js";
import { t } from "./strings.js";

// The outcomes in the order in which they are shown.
export const outcomes = ["accepted", "rejected", "expired", "suppressed", "cancelled", "retrying"];

const kinds = {
  accepted: "ok", rejected: "bad", expired: "warn", suppressed: "off", cancelled: "off",
  retrying: "info",
};

// The number of installations that have an outcome; a retry is not an outcome.
export const finished = (totals) =>
  outcomes.filter((o) => o !== "retrying").reduce((sum, o) => sum + totals[o], 0);

export const considered = (totals) => finished(totals) + totals.retrying;

export const share = (part, whole) => (part === 0 ? "0 %" : percent(part, whole));

export const outcomeBar = (totals, whole = considered(totals)) =>
  split(outcomes.map((o) => ({ kind: kinds[o], value: totals[o], name: t(`outcome.${o}`) })),
    Math.max(whole, considered(totals)), t("campaigns.outcomes"));

export const isAtRest = (state) =>
  ["done", "cancelled", "stopped", "paused", "draft", "awaiting_approval"].includes(state);

export const isOver = (state) => ["done", "cancelled"].includes(state);

export function titleOf(campaign) {
  const name = campaign.settings?.name ?? campaign.name;
  return name ? outside(name) : el("span", { class: "untitled" }, t("campaigns.untitled", {
    id: campaign.id.slice(0, 8),
  }));
}

// Carries out a decision about a campaign. Returns whether something changed.
export async function decide(decision, campaign, body) {
  const name = campaign.settings?.name ?? campaign.id.slice(0, 8);
  if (decision === "cancel") {
    const isAgreed = await confirm({
      title: t("campaigns.cancel.title"), text: t("campaigns.cancel.text", { name }),
      action: t("campaigns.cancel.action"), danger: true,
    });
    if (!isAgreed) return false;
  }
  try {
    await post(path`/v1/campaigns/${campaign.id}/` + decision, body);
    toast(t(`campaigns.done.${decision}`));
  } catch (error) { toast(error.message, "bad"); }
  return true;
}

// Sends a request that begins sending. An app's policy may require that the number of devices,
// which the person has just confirmed, is in the request; then it is sent again with the number.
export async function confirming(devices, send) {
  try { return await send({}); } catch (error) {
    if (error.keyPath !== "confirm_devices") throw error;
    return send({ confirm_devices: devices });
  }
}

// The minimum number of installations that a person must type before a start.
export const largeAudience = 100;

// Asks before a campaign is sent. For a large audience, the person types the number of devices.
export function confirmStart(installations, { at = t("campaigns.start.now") } = {}) {
  queueMicrotask(() => document.querySelector("dialog input")?.focus());
  return confirm({
    title: t("campaigns.start.title"),
    text: t(installations >= largeAudience ? "campaigns.start.text_large" : "campaigns.start.text", {
      n: count(installations), at,
    }),
    action: t("campaigns.start.action"),
    type: installations >= largeAudience ? String(installations) : undefined,
  });
}
