// Timelines: what happened to a device or to a message, newest first.

import { timeOfDay, date, dateTime } from "./format.js";
import { code, el, link, outside } from "./ui.js";
import { kindOf, meaningOf, places, stateBadge, transportName } from "./parts.js";
import { t } from "./strings.js";

// entries: [{ at, kind, title (nodes), badge, lines: [node or text] }]
export function timeline(entries) {
  const parts = [];
  let day = null;
  let list = null;
  for (const entry of entries) {
    const of = date(entry.at);
    if (of !== day) {
      day = of;
      list = el("ol", { class: "timeline" });
      parts.push(el("h3", { class: "day" }, of), list);
    }
    list.append(el("li", { class: entry.kind ?? "" },
      el("time", { datetime: entry.at, title: dateTime(entry.at) }, timeOfDay(entry.at)),
      el("div", { class: "event" },
        el("div", { class: "event-head" }, entry.title, entry.badge),
        (entry.lines ?? []).filter(Boolean).map((line) => el("p", {}, line)))));
  }
  return el("div", {}, parts);
}

const reasonLine = (reason, status) => reason || status ? [
  status ? `${status} ` : "", reason ? code(reason) : "",
  meaningOf(reason) ? ` ${meaningOf(reason)}` : "",
] : null;

// An entry of a device's history as the timeline shows it.
export function historyEntry(event) {
  const family = event.family ? t("timeline.family", { family: event.family }) : null;
  const token = event.token ? [t("timeline.token"), " ", code(event.token),
    event.transport ? ` · ${transportName(event.transport)}` : event.environment ? ` · ${event.environment}` : "", family ? ` · ${family}` : ""] : null;
  const entry = { at: event.at, title: t(`timeline.${event.kind}`), lines: [] };
  switch (event.kind) {
    case "message":
      entry.title = link(t("timeline.message"), places.message(event.message));
      entry.badge = stateBadge(event.state);
      entry.kind = kindOf(event.state);
      entry.lines = [reasonLine(event.reason, event.status), token,
        event.delivery ? [event.transport ? `${t("message.delivery_id")} ` : "apns-id ", code(event.delivery)] : null];
      break;
    case "campaign":
      entry.title = link(t("timeline.campaign"), places.campaign(event.campaign));
      entry.badge = stateBadge(event.state);
      entry.kind = kindOf(event.state);
      entry.lines = [reasonLine(event.reason), t("timeline.campaign.time")];
      break;
    case "receipt":
      entry.title = t("timeline.receipt", { event: t(`event.${event.event}`) });
      entry.kind = "ok";
      entry.lines = [event.action ? [t("timeline.action"), " ", outside(event.action)] : null,
        event.message ? link(t("timeline.of_message"), places.message(event.message)) : null,
        event.campaign ? link(t("timeline.of_campaign"), places.campaign(event.campaign)) : null];
      break;
    case "token_ended":
      entry.kind = "bad";
      entry.lines = [reasonLine(event.reason), token,
        event.invalid_since ? t("timeline.invalid_since", { at: dateTime(event.invalid_since) }) : null];
      break;
    default:
      entry.kind = event.kind === "token" ? kindOf(event.state) : "info";
      entry.badge = event.state ? stateBadge(event.state) : null;
      entry.lines = [token, event.kind === "token" ? reasonLine(event.reason) : null];
  }
  return entry;
}
