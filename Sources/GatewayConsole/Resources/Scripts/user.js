// One user of an app: aliases, topics, devices, messages, and erasing everything.

import { del, get, path, query } from "./api.js";
import { count, dateTime } from "./format.js";
import {
  button, card, checkbox, code, confirm, el, empty, facts, failure, link, loading, outside, table,
  toast, when,
} from "./ui.js";
import { fill, parameter, pathPart, places, setHeading, setLead, stateBadge } from "./parts.js";
import { deviceTable } from "./devices.js";
import { t } from "./strings.js";

// The number of messages that are shown.
const messagesMax = 25;

const name = pathPart(2);
const app = parameter("app");
const view = document.getElementById("view");

const messageTable = (list) => table({
  caption: t("user.messages"), rows: list, href: (m) => places.message(m.id),
  empty: empty({ title: t("user.messages.none"), text: t("user.messages.none.text") }),
  columns: [
    { title: t("message.created"), cell: (m) => when(m.created_at) },
    { title: t("message.type"), cell: (m) => m.push_type },
    {
      title: t("message.deliveries"),
      cell: (m) => el("span", { class: "row" }, Object.entries(m.states).map(([state, n]) =>
        el("span", {}, stateBadge(state), ` ${count(n)}`))),
    },
  ],
});

function erase(user) {
  const isFinal = checkbox(t("user.erase.final"));
  return card(t("user.erase"), el("p", {}, t("user.erase.text")), isFinal,
    el("div", { class: "row" }, button(t("user.erase.action"), {
      kind: "danger", dataset: { decision: "erase" },
      on: async () => {
        const isAgreed = await confirm({
          title: t("user.erase.title"), text: t("user.erase.confirm", { app: user.app }),
          action: t("user.erase.action"), danger: true, type: user.user,
        });
        if (!isAgreed) return;
        try {
          const order = await del(query(path`/v1/users/${user.user}`, {
            app: user.app, final: isFinal.querySelector("input").checked ? "true" : "",
          }));
          fill(view, empty({
            title: t(order.state === "done" ? "user.erased" : "user.erasing"),
            text: t("user.erased.text", { rows: count(order.rows), id: order.id }),
            action: link(t("device.none.action"), "/console/devices", { class: "button" }),
          }));
        } catch (error) { toast(error.message, "bad"); }
      },
    })));
}

const about = (user) => card(t("device.about"), facts([
  [t("devices.app"), outside(user.app)],
  [t("user.first"), user.first_seen ? dateTime(user.first_seen) : null],
  [t("user.last"), user.last_seen ? dateTime(user.last_seen) : null],
  [t("user.devices"), count(user.installation_count)],
  ...Object.entries(user.aliases).map(([label, value]) => [code(`alias:${label}`), outside(value)]),
]));

const topics = (user) => user.topics.length === 0 ? null : card(t("device.topics"), table({
  caption: t("device.topics"), rows: user.topics,
  columns: [
    { title: t("user.topic"), cell: (topic) => outside(topic.topic ?? topic.name) },
    { title: t("user.subscribed"), cell: (topic) => t(topic.subscribed ? "user.yes" : "user.no") },
  ],
}));

async function start() {
  fill(view, loading());
  let user, messages;
  try {
    user = await get(query(path`/v1/users/${name}`, { app }));
    messages = await get(query("/v1/messages", { user: user.user, app: user.app, limit: messagesMax }));
  } catch (error) {
    fill(view, error.status === 404 ? empty({
      title: t("user.none.title"), text: t("user.none.text"),
      action: link(t("device.none.action"), "/console/devices", { class: "button" }),
    }) : failure(error, start));
    return;
  }
  setHeading(outside(user.user));
  setLead(outside(user.app));
  fill(view, el("div", { class: "split main-side" },
    el("div", { class: "stack" },
      card(t("user.devices"), deviceTable(user.installations, empty({ title: t("devices.user.none") }))),
      card(t("user.messages"), messageTable(messages.messages))),
    el("div", { class: "stack" }, about(user), topics(user), erase(user))));
}

start();
