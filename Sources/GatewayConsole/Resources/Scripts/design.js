// The page that shows every component.

import * as charts from "./charts.js";
import {
  $, append, badge, button, card, checkbox, codeBlock, confirm, dialog, el, empty, facts, failure,
  field, figure, hiddenNote, input, loading, notice, outside, segmented, select, table, tabs,
  textarea, toast, when,
} from "./ui.js";
import { Problem } from "./api.js";

const row = (...items) => el("div", { class: "row" }, items);
const colours = ["paper", "card", "sunken", "ink", "soft", "line", "line-strong", "accent",
  "accent-wash", "ok", "ok-wash", "warn", "warn-wash", "bad", "bad-wash", "info", "info-wash"];
const hours = Array.from({ length: 24 }, (_, n) => `${String(n).padStart(2, "0")}:00`);
const wave = (top, shift) => hours.map((_, n) => Math.round(top * (1.1 + Math.sin(n / 3 + shift))));

const specimen = [
  card("Type", ["t-xxl", "t-xl", "t-l", "t-m", "t-s", "t-xs"].map((size) =>
    el("p", { class: "specimen", vars: { size: `var(--${size})` } }, `${size} · Dinner is ready`))),
  card("Colours", el("ul", { class: "swatches" }, colours.map((name) =>
    el("li", {}, el("i", { vars: { swatch: `var(--${name})` }, "aria-hidden": "true" }), name)))),
  card("Buttons",
    row(button("Send", { kind: "primary" }), button("Save draft"), button("Details", { kind: "quiet" }),
      button("Delete", { kind: "danger" }), button("Not now", { disabled: true })),
    row(button("Small", { small: true }), button("Quiet", { small: true, kind: "quiet" }),
      segmented([["hour", "Hour"], ["day", "Day"], ["week", "Week"]], "day", () => {}, "Period"))),
  card("Signs",
    row(badge("delivered", "ok"), badge("waiting", "warn"), badge("rejected", "bad"),
      badge("draft", "info"), badge("none")),
    notice("The credential expires in 12 days. Upload a new one under Manage.", "warn"),
    notice("APNs rejects the key: InvalidProviderToken. Check the team identifier.", "bad"),
    notice("The campaign is complete.", "ok"), notice("Nothing is sent before 09:00.")),
  card("Text of unknown origin", el("p", {}, outside("Pay\u202Elap\u202C now\u200B!")),
    hiddenNote("Pay\u202Elap\u202C now\u200B!")),
  card("Form", el("div", { class: "form" },
    field("Title", input({ value: "Kitchen" }), { hint: "The first line of the notification." }),
    field("Body", textarea({ value: "Dinner is ready" })),
    field("Priority", select([["10", "Immediately"], ["5", "When it suits the device"]])),
    withError(field("Topic", input({ value: "com.example" }))),
    checkbox("Interrupt a Focus"))),
  card("Figures", el("div", { class: "figures" },
    figure("Accepted", "128,430", { hint: "99.4 %" }), figure("Rejected", "702", { kind: "bad" }),
    figure("Rate", "4,210/s"), figure("Remaining", "2 min"))),
  card("Table", table({
    caption: "Devices", rows: [["Alex’s iPhone", "delivered", 12, 60], ["Sam’s iPad", "waiting", 3, 3600]],
    columns: [
      { title: "Device", cell: (r) => r[0] },
      { title: "State", cell: (r) => badge(r[1], r[1] === "delivered" ? "ok" : "warn") },
      { title: "Seen", cell: (r) => when(new Date(Date.now() - r[3] * 1000).toISOString()) },
      { title: "Messages", align: "end", cell: (r) => String(r[2]) },
    ],
    href: () => "#",
  })),
  card("Facts", facts([["Installation", el("code", {}, "alex-iphone")], ["System", "iOS 26.1"], ["Registered", "yesterday"]])),
  card("Line", charts.line({ title: "Requests", labels: hours, series: [{ name: "Accepted", values: wave(900, 0), colour: 3 }, { name: "Rejected", values: wave(90, 2), colour: 6 }] })),
  card("Bars", charts.bars({ title: "Reasons", rows: [{ name: "Unregistered", value: 420, colour: 6 }, { name: "BadDeviceToken", value: 131, colour: 6 }, { name: "TooManyRequests", value: 12, colour: 5 }], total: 563 })),
  card("Funnel", charts.funnel({ title: "Funnel", steps: [{ name: "Sent", value: 10000 }, { name: "Accepted", value: 9940 }, { name: "Displayed", value: 8210 }, { name: "Opened", value: 1203 }] })),
  card("Meters", charts.meter("Payload, en", 1820, 4096), charts.meter("Payload, de", 3900, 4096, { kind: "warn" }), charts.meter("Payload, ar", 4400, 4096, { kind: "bad" })),
  card("States", loading(), empty({ title: "No campaigns yet", text: "A campaign sends one notification to many people.", action: button("New campaign", { kind: "primary" }) }),
    failure(new Problem({ status: 503, title: "The gateway’s storage is not available", detail: "try again; the gateway’s log has the cause" }), () => {})),
  card("Code", codeBlock("curl -d 'Dinner is ready' http://127.0.0.1:8080/v1/users/alex/messages", "Command")),
  card("Dialogs and toasts", row(
    button("Dialog", { on: () => dialog({ title: "Preview", content: el("p", {}, "Dinner is ready") }) }),
    button("Confirm", { on: () => confirm({ title: "Erase alex?", text: "This cannot be undone.", danger: true, action: "Erase", type: "alex" }) }),
    button("Toast", { on: () => toast("Saved") }), button("Failure", { on: () => toast("The key is not a .p8 file", "bad") }))),
  card("Tabs", tabs([
    { id: "one", title: "Overview", draw: () => el("p", {}, "The first panel.") },
    { id: "two", title: "Timeline", draw: () => el("p", {}, "The second panel.") },
  ], "Example")),
];

function withError(item) {
  item.setError("There is no app with this bundle identifier; create it under Manage.");
  return item;
}

append($("view"), el("div", { class: "grid design" }, specimen));
