// The list of campaigns.

import { get, path, post, query } from "./api.js";
import { count } from "./format.js";
import { button, el, empty, failure, link, loading, outside, select, table, when } from "./ui.js";
import {
  appNames, fill, follow, parameter, places, setActions, setParameters, stateBadge,
} from "./parts.js";
import { considered, isAtRest, outcomeBar, titleOf } from "./campaign-parts.js";
import { broadcastCell } from "./campaign-broadcast.js";
import { plural, t } from "./strings.js";

// The number of campaigns that are read for each page of the list.
const pageSize = 25;

const view = document.getElementById("view");
const newLink = () =>
  link(t("campaigns.new"), "/console/campaigns/new", { class: "button primary" });

// The pages that are shown: the newest is read again while campaigns are under way.
let older = [];
let newest = null;
let hasOlder = false;
let app = parameter("app");

const list = (after) => get(query("/v1/campaigns", { limit: pageSize, app, after }));

function rowsOf() {
  const known = new Set();
  return [...(newest?.campaigns ?? []), ...older].filter((c) => !known.has(c.id) && known.add(c.id));
}

function progress(campaign) {
  if (campaign.channel) return broadcastCell(campaign);
  if (!campaign.totals) return "–";
  const sum = considered(campaign.totals);
  if (sum === 0) return el("span", { class: "soft" }, t("campaigns.nothing_yet"));
  const refused = campaign.totals.rejected;
  const whole = sizes.get(campaign.id);
  return el("div", { class: "progress-cell" }, outcomeBar(campaign.totals, whole),
    el("small", {}, plural("campaigns.accepted", campaign.totals.accepted),
      refused ? ` · ${plural("campaigns.rejected", refused)}` : "",
      ` · ${whole > sum ? t("campaigns.of_all", { n: count(sum), all: count(whole) })
        : t("campaigns.of", { n: count(sum) })}`));
}

// The sizes of the audiences of campaigns that are under way, which are counted once.
const sizes = new Map();
const sizesMax = 5;

async function measure(campaigns) {
  const open = campaigns.filter((c) => !c.channel && !isAtRest(c.state) && !sizes.has(c.id)).slice(0, sizesMax);
  for (const one of open) {
    sizes.set(one.id, 0);
    try {
      const { audience = "all" } = await get(path`/v1/campaigns/${one.id}`);
      const size = await post(path`/v1/apps/${one.app}/audience/count`, { filter: audience });
      sizes.set(one.id, size.installations);
    } catch { /* Then the bar shows only the outcomes. */ }
  }
  if (open.length > 0) draw();
}

function draw() {
  const rows = rowsOf();
  const columns = [
    { title: t("campaigns.column.name"), cell: titleOf, class: "wide-cell" },
    { title: t("campaigns.column.state"), cell: (c) => stateBadge(c.state) },
    { title: t("campaigns.column.progress"), cell: progress },
    { title: t("campaigns.column.app"), cell: (c) => outside(c.app) },
    { title: t("campaigns.column.lane"), cell: (c) => c.lane },
    { title: t("campaigns.column.created"), cell: (c) => when(c.created_at) },
  ];
  fill(view.querySelector(`[data-part="list"]`), table({
    rows, columns, caption: t("campaigns.title"), href: (c) => places.campaign(c.id),
    empty: empty({
      title: t("campaigns.empty.title"), text: t("campaigns.empty.text"), action: newLink(),
    }),
  }), hasOlder ? el("div", { class: "list-foot" },
    button(t("campaigns.older"), { on: more, dataset: { key: "older" } })) : null);
}

async function read() {
  const page = await list();
  newest = page;
  if (older.length === 0) hasOlder = Boolean(page.next);
  draw();
  measure(page.campaigns);
  return page.campaigns.some((c) => !isAtRest(c.state)) ? "busy" : "quiet";
}

async function more() {
  const rows = rowsOf();
  const page = await list(lastNext ?? newest.next);
  older = [...rows.slice(newest.campaigns.length), ...page.campaigns];
  lastNext = page.next;
  hasOlder = Boolean(page.next);
  draw();
}

let lastNext = null;
let again = () => {};

async function start() {
  fill(view, el("div", { class: "framed", dataset: { part: "list" } }, loading()));
  setActions(newLink());
  try {
    const apps = appNames(await get("/v1/apps"));
    if (apps.length > 1) {
      const choice = select([["", t("campaigns.all_apps")], ...apps], {
        value: app, "aria-label": t("campaigns.column.app"),
        on: {
          change: (e) => {
            app = e.target.value;
            setParameters({ app });
            older = [];
            lastNext = null;
            again();
          },
        },
      });
      view.prepend(el("div", { class: "toolbar" }, choice));
    }
  } catch { /* The list shows the error. */ }
  again = follow(read, {
    soon: 2000,
    failed: (error) => {
      if (!newest) fill(view.querySelector(`[data-part="list"]`), failure(error, () => again()));
    },
  });
}

start();
