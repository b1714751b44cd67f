// Finds devices and users.

import { get, path, query } from "./api.js";
import {
  button, card, code, el, empty, failure, field, input, link, loading, outside, select, table, when,
} from "./ui.js";
import { appNames, fill, parameter, places, setParameters, stateBadge, transportName } from "./parts.js";
import { plural, t } from "./strings.js";

// The number of devices that are read for each page of the list.
const pageSize = 50;

const view = document.getElementById("view");
const results = el("div", { class: "stack", "aria-live": "polite" });

const text = input({
  type: "search", value: parameter("q"), placeholder: t("devices.search.example"), spellcheck: "false",
});
let apps = [];
let app = parameter("app");
let round = 0;

// The most important token: the one of the app itself.
const tokenOf = (device) => device.tokens.find((token) => token.family === "app") ?? device.tokens[0];

export const deviceTable = (rows, nothing) => table({
  caption: t("devices.title"), rows, href: (d) => places.device(d.id), empty: nothing,
  columns: [
    { title: t("devices.installation"), cell: (d) => outside(d.id), class: "wide-cell" },
    {
      title: t("devices.user"),
      cell: (d) => (d.user ? link(outside(d.user), places.user(d.user, d.app)) : "–"),
    },
    { title: t("devices.app"), cell: (d) => outside(d.app) },
    {
      title: t("devices.token"), class: "nowrap",
      cell: (d) => (tokenOf(d) ? [stateBadge(tokenOf(d).state), " ", code(tokenOf(d).token),
        tokenOf(d).transport ? ` ${transportName(tokenOf(d).transport)}` : ""] : "–"),
    },
    { title: t("devices.platform"), cell: (d) => [d.platform, d.system_version].filter(Boolean).join(" ") || "–" },
    { title: t("devices.locale"), cell: (d) => outside(d.locale ?? "–") },
    { title: t("devices.registered"), cell: (d) => when(d.registered_at) },
  ],
});

// Returns the value of a request, or null if the API says that there is no such thing.
async function found(request) {
  try { return await request; } catch (error) {
    if (error.status === 404 || error.code === "app_needed") return null;
    throw error;
  }
}

async function users(name) {
  const names = app ? [app] : apps;
  const all = await Promise.all(names.map((bundle) =>
    found(get(query(path`/v1/users/${name}`, { app: bundle })))));
  return all.filter(Boolean);
}

const userCard = (user) => card({
  title: t("devices.user"),
  actions: link(t("devices.user.open"), places.user(user.user, user.app), { class: "button small" }),
}, el("p", {}, link(outside(user.user), places.user(user.user, user.app), { class: "row-link" }),
  " · ", outside(user.app), " · ", plural("devices.count", user.installation_count)),
deviceTable(user.installations, empty({ title: t("devices.user.none") })));

async function search() {
  const mine = ++round;
  const wanted = text.value.trim();
  setParameters({ q: wanted, app });
  fill(results, loading());
  try {
    const nodes = wanted ? await lookUp(wanted) : await newest();
    if (mine === round) fill(results, nodes);
  } catch (error) {
    if (mine === round) fill(results, failure(error, search));
  }
}

// A text as a string of a filter.
const quoted = (value) => `"${value.replaceAll("\\", "\\\\").replaceAll("\"", "\\\"")}"`;

async function lookUp(wanted) {
  let devices = [];
  let people = [];
  if (!wanted.startsWith("alias:")) {
    const line = `user in (${quoted(wanted)}) or installation in (${quoted(wanted)})`;
    const lists = await Promise.all((app ? [app] : apps).map((bundle) =>
      get(query("/v1/installations", { app: bundle, filter: line, limit: pageSize }))));
    devices = lists.flatMap((list) => list.installations);
  }
  // A user may also be known by an alias alone.
  const isUser = devices.some((d) => d.user === wanted);
  if (isUser || devices.length === 0) people = await users(wanted);
  const others = devices.filter((d) => d.user !== wanted);
  if (others.length === 0 && people.length === 0) {
    return empty({
      title: t("devices.none.title", { q: wanted }), text: t("devices.none.text"),
      action: button(t("devices.none.action"), { on: () => { text.value = ""; search(); } }),
    });
  }
  return [
    others.length ? el("div", { class: "framed" }, deviceTable(others)) : null, people.map(userCard),
  ];
}

async function newest() {
  const list = el("div", { class: "framed" });
  let rows = [];
  let after;
  const more = async () => {
    const page = await get(query("/v1/installations", { app, limit: pageSize, after }));
    rows = rows.concat(page.installations);
    after = page.next;
    list.replaceChildren(deviceTable(rows, empty({
      title: t("devices.empty.title"), text: t("devices.empty.text"),
    })), ...after ? [el("div", { class: "list-foot" }, button(t("action.more"), {
      on: (e) => { e.target.disabled = true; more().catch((error) => list.append(failure(error, more))); },
    }))] : []);
  };
  await more();
  return list;
}

async function start() {
  fill(view, loading());
  try { apps = appNames(await get("/v1/apps")); } catch (error) {
    fill(view, failure(error, start));
    return;
  }
  const choice = apps.length > 1 ? field(t("devices.app"), select(
    [["", t("campaigns.all_apps")], ...apps], {
      value: app, on: { change: (e) => { app = e.target.value; search(); } },
    })) : null;
  const searchField = field(t("devices.search"), text);
  searchField.classList.add("grow");
  view.drawnText = undefined;
  view.replaceChildren(el("form", {
    class: "toolbar", role: "search", on: { submit: (e) => { e.preventDefault(); search(); } },
  }, searchField, choice, el("button", { class: "button primary", type: "submit" },
    t("devices.search.action"))), results);
  search();
}

// This module also draws the tables of other pages.
if (location.pathname === "/console/devices") start();
