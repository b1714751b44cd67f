// One message: where each of its notifications is, from the gateway to the phone.

import { control, get, path, query } from "./api.js";
import { count, dateTime } from "./format.js";
import {
  badge, button, card, code, copyButton, el, empty, facts, failure, link, loading, outside, toast,
} from "./ui.js";
import {
  fill, follow, kindOf, meaningOf, pathPart, places, setHeading, setLead, stateBadge, transportName,
} from "./parts.js";
import { timeline } from "./timeline.js";
import { plural, t } from "./strings.js";

// The numbers of deliveries whose path through the simulator is shown, and of receipts.
const deliveriesMax = 20, receiptsMax = 200;

const id = pathPart(2);
const view = document.getElementById("view");
let isDrawn = false;
let again = () => {};

// What the simulated APNs and the phone know about a delivery; null without a simulator, and for
// other transports.
async function arrivalOf(delivery) {
  if (!control.isPresent || delivery.transport) return null;
  try { return await control.get(path`/v1/deliveries/${delivery.apns_id}`); } catch { return null; }
}

async function load() {
  const message = await get(query(path`/v1/messages/${id}`, { limit: deliveriesMax }));
  const [receipts, arrivals] = await Promise.all([
    get(query(path`/v1/messages/${id}/receipts`, { limit: receiptsMax })),
    Promise.all(message.deliveries.map(arrivalOf)),
  ]);
  return { message, receipts: receipts.receipts, arrivals };
}

const toDevice = (delivery) => delivery.installation
  ? link(code(delivery.installation), places.device(delivery.installation)) : code(delivery.token);

function entriesOf({ message, receipts, arrivals }) {
  const entries = [{
    at: message.created_at, kind: "info", title: t("message.stored"), badge: badge(t("place.gateway")),
    lines: [t("message.stored.text", {
      type: message.push_type, priority: message.priority, topic: message.topic,
    })],
  }];
  message.deliveries.forEach((delivery, n) => {
    entries.push({
      at: delivery.updated_at, kind: kindOf(delivery.state), badge: badge(t("place.gateway")),
      title: [stateBadge(delivery.state), " ", t(`message.is.${delivery.state}`, { service: transportName(delivery.transport) })],
      lines: [[t("message.to"), " ", toDevice(delivery), " · ", plural("message.attempts", delivery.attempts)],
        delivery.reason || delivery.status ? [delivery.status ? `${delivery.status} ` : "",
          delivery.reason ? code(delivery.reason) : "", meaningOf(delivery.reason) ? ` ${meaningOf(delivery.reason)}` : ""] : null,
        // FCM and push services have no apns-id; the gateway's identifier is in the same form.
        [delivery.transport ? `${transportName(delivery.transport)} · ${t("message.delivery_id")} ` : "apns-id ",
          code(delivery.apns_id)],
        delivery.apns_unique_id ? ["apns-unique-id ", code(delivery.apns_unique_id), " ", t("message.unique")] : null],
    });
    const arrival = arrivals[n];
    if (!arrival) return;
    entries.push({
      at: arrival.time, kind: kindOf(arrival.stage), badge: badge(t("place.apns")),
      title: [stateBadge(arrival.stage), " ", t("message.apns", { status: arrival.status })],
      lines: [outside(arrival.note), ...(arrival.oddities ?? []).map((o) => outside(o))],
    });
    if (arrival.arrival) {
      entries.push({
        at: arrival.arrival.time ?? arrival.time, kind: "ok", badge: badge(t("place.phone")),
        title: outside(arrival.arrival.summary ?? t("message.arrived")),
        lines: arrival.arrival.reasons?.length
          ? [[t("message.rules"), " ", code(arrival.arrival.reasons.join(", "))]] : [],
      });
    }
  });
  for (const receipt of receipts) {
    entries.push({
      at: receipt.received_at, kind: "ok", badge: badge(t("place.app")),
      title: t("timeline.receipt", { event: t(`event.${receipt.event}`) }),
      lines: [[t("message.from"), " ", link(code(receipt.installation), places.device(receipt.installation))],
        receipt.action ? [t("timeline.action"), " ", outside(receipt.action)] : null],
    });
  }
  return entries.sort((a, b) => b.at.localeCompare(a.at));
}

const about = (message) => card(t("message.about"), facts([
  [t("devices.app"), outside(message.app)],
  [t("message.topic"), outside(message.topic)],
  [t("message.type"), message.push_type],
  [t("message.priority"), String(message.priority)],
  [t("message.created"), dateTime(message.created_at)],
  [t("message.expires"), message.expires_at ? dateTime(message.expires_at) : t("message.expires.never")],
  [t("message.deliveries"), count(message.delivery_count)],
  ...Object.entries(message.states).map(([state, n]) => [stateBadge(state), count(n)]),
  ...Object.entries(message.receipts).map(([event, n]) => [t(`event.${event}`), count(n)]),
  [t("message.id"), [code(message.id), " ", copyButton(message.id)]],
]), el("p", { class: "soft small" }, t("message.explain")),
el("p", {}, code(`bellhop explain --id ${message.id}`)));

function draw(loaded) {
  const { message } = loaded;
  setHeading(t("message.title"));
  setLead(outside(message.app), " · ", code(message.id));
  const isMore = message.delivery_count > message.deliveries.length;
  const nodes = el("div", { class: "split main-side" },
    el("div", { class: "stack" }, card({
      title: t("message.way"), actions: button(t("report.refresh"), {
        small: true, on: () => again(), dataset: { key: "refresh" },
      }),
    }, isMore ? el("p", { class: "soft" }, t("message.some", {
      n: count(message.deliveries.length), all: count(message.delivery_count),
    })) : null, timeline(entriesOf(loaded)))),
    el("div", { class: "stack" }, about(message)));
  fill(view, nodes);
}

async function read() {
  const loaded = await load();
  draw(loaded);
  isDrawn = true;
  const states = loaded.message.states;
  return (states.queued ?? 0) + (states.sending ?? 0) > 0 ? "busy" : "quiet";
}

fill(view, loading());
again = follow(read, {
  soon: 1000, seldom: 5000,
  failed: (error) => {
    if (isDrawn) toast(error.message, "bad");
    else if (error.status === 404) {
      fill(view, empty({
        title: t("message.none.title"), text: t("message.none.text"),
        action: link(t("message.none.action"), "/console/deliveries", { class: "button" }),
      }));
    } else fill(view, failure(error, () => again()));
  },
});
