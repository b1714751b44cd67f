// One device: what is known about it, everything that happened to it, a test send, and erasing it.

import { del, get, path, post, query } from "./api.js";
import { dateTime } from "./format.js";
import {
  button, card, code, confirm, el, empty, facts, failure, field, form, input, link, loading, notice,
  outside, table, textarea, toast, when,
} from "./ui.js";
import {
  fill, pathPart, places, setActions, setHeading, setLead, stateBadge, transportName,
} from "./parts.js";
import { historyEntry, timeline } from "./timeline.js";
import { t } from "./strings.js";

// The number of events that are read for each page of the timeline.
const pageSize = 50;

const id = pathPart(2);
const view = document.getElementById("view");
const events = el("div", {});
let entries = [];
let after;

async function moreEvents() {
  const page = await get(query(path`/v1/installations/${id}/history`, { limit: pageSize, after }));
  entries = entries.concat(page.events.map(historyEntry));
  after = page.next;
  fill(events, entries.length ? timeline(entries)
    : empty({ title: t("device.history.empty"), text: t("device.history.empty.text") }),
  after ? el("div", { class: "list-foot" }, button(t("device.older"), {
    on: () => moreEvents().catch((error) => toast(error.message, "bad")), dataset: { key: "older" },
  })) : null);
}

async function reload() {
  entries = [];
  after = undefined;
  try { await moreEvents(); } catch (error) { fill(events, failure(error, reload)); }
}

const tokens = (device) => card(t("device.tokens"), table({
  caption: t("device.tokens"), rows: device.tokens,
  empty: empty({ title: t("device.tokens.none"), text: t("device.tokens.none.text") }),
  columns: [
    { title: t("devices.token"), cell: (k) => code(k.token), class: "nowrap" },
    {
      title: t("device.state"), cell: (k) => [stateBadge(k.state), k.reason ? [" ", code(k.reason)] : null],
    },
    { title: t("device.family"), cell: (k) => [k.family, k.activity].filter(Boolean).join(" · ") },
    // Only tokens of APNs have an environment.
    { title: t("device.transport"), cell: (k) => (k.transport ? transportName(k.transport) : `APNs ${k.environment}`), class: "nowrap" },
    { title: t("devices.registered"), cell: (k) => when(k.registered_at) },
  ],
}), device.tokens.filter((k) => k.diagnosis).map((k) => notice(k.diagnosis, "warn")));

function permission(device) {
  const p = device.permission;
  if (!p) return t("device.permission.unknown");
  const shown = ["alert", "sound", "badge", "critical_alert", "time_sensitive"].filter((k) => p[k]);
  return `${p.authorization}${shown.length ? ` (${shown.join(", ").replaceAll("_", " ")})` : ""}`;
}

const about = (device) => card(t("device.about"), facts([
  [t("devices.user"), device.user ? link(outside(device.user), places.user(device.user, device.app))
    : t("device.anonymous")],
  [t("device.permission"), permission(device)],
  [t("devices.platform"), [device.platform, device.system_version].filter(Boolean).join(" ") || null],
  [t("device.app_version"), device.app_version ? outside(device.app_version) : null],
  [t("devices.locale"), device.locale ? outside(device.locale) : null],
  [t("device.time_zone"), device.time_zone ? outside(device.time_zone) : null],
  [t("device.badge"), device.badge === undefined ? null : String(device.badge)],
  [t("device.tags"), device.tags ? outside(device.tags.join(", ")) : null],
  [t("device.topics"), device.topics ? outside(device.topics.join(", ")) : null],
  ...Object.entries(device.attributes ?? {}).map(([name, value]) => [outside(name), outside(value)]),
  [t("device.created"), dateTime(device.created_at)],
  [t("devices.registered"), dateTime(device.registered_at)],
  [t("device.id"), code(device.id)],
]));

function testSend(device) {
  const title = field(t("device.test.title_field"), input({ value: t("device.test.default_title") }));
  const body = field(t("device.test.body_field"), textarea({ rows: "2" }));
  body.control.value = t("device.test.default_body");
  const result = el("p", { role: "status" });
  return card(t("device.test"), form({
    fields: { title, body }, text: t("device.test.action"),
    submit: async () => {
      fill(result, t("state.loading"));
      try {
        const message = await post(path`/v1/installations/${device.id}/messages`, {
          title: title.control.value, body: body.control.value,
        });
        fill(result, t("device.test.sent"), " ", link(t("device.test.follow"), places.message(message.id)));
        await reload();
      } catch (error) {
        fill(result);
        throw error;
      }
    },
  }), result);
}

function erase(device) {
  return card({ title: t("device.erase"), class: "danger" }, el("p", {}, t("device.erase.text")),
    device.user ? el("p", {}, link(t("device.erase.user"), places.user(device.user, device.app))) : null,
    el("div", { class: "row" }, button(t("device.erase.action"), {
      kind: "danger", dataset: { decision: "erase" },
      on: async () => {
        const isAgreed = await confirm({
          title: t("device.erase.title"), text: t("device.erase.confirm"),
          action: t("device.erase.action"), danger: true, type: device.id,
        });
        if (!isAgreed) return;
        try {
          await del(path`/v1/installations/${device.id}`);
          location.assign("/console/devices");
        } catch (error) { toast(error.message, "bad"); }
      },
    })));
}

async function start() {
  fill(view, loading());
  let device;
  try { device = await get(path`/v1/installations/${id}`); } catch (error) {
    fill(view, error.status === 404 ? empty({
      title: t("device.none.title"), text: t("device.none.text"),
      action: link(t("device.none.action"), "/console/devices", { class: "button" }),
    }) : failure(error, start));
    return;
  }
  setHeading(outside(device.id));
  setLead(outside(device.app), device.user ? [" · ", outside(device.user)] : "");
  setActions(link(t("device.deliveries"), query("/console/deliveries", { installation: device.id }), {
    class: "button",
  }));
  fill(view, el("div", { class: "split main-side" },
    el("div", { class: "stack" }, card({
      title: t("device.timeline"), actions: button(t("report.refresh"), { small: true, on: reload }),
    }, events), tokens(device)),
    el("div", { class: "stack" }, testSend(device), about(device), erase(device))));
  fill(events, loading());
  await reload();
}

start();
