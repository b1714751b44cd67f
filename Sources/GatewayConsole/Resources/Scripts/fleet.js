// The light phones of `bellhop up` as a grid, which lights up as a campaign arrives.

import { control, listen, query } from "./api.js";
import { count } from "./format.js";
import { card, el } from "./ui.js";
import { fill } from "./parts.js";
import { t } from "./strings.js";

// The number of requests of the simulator's log that are read when the page is opened.
const logMax = 1000;
// The time for which a phone that has just got a notification is lighter, in milliseconds.
const flashTime = 700;

// Returns a card with the grid; nothing if there is no simulator.
export function fleetCard(campaign) {
  if (!control.isPresent) return null;
  const text = el("p", { class: "soft", "aria-live": "polite" }, t("state.loading"));
  const grid = el("div", { class: "fleet", role: "img", "aria-label": t("fleet.title") });
  draw(campaign, grid, text).catch((error) => fill(text, error.message));
  return card(t("fleet.title"), text, grid, el("p", { class: "legend" },
    ["idle", "arrived", "refused"].map((state) =>
      el("span", {}, el("i", { class: `cell ${state}`, "aria-hidden": "true" }), t(`fleet.${state}`)))));
}

async function draw(campaign, grid, text) {
  const fleet = await control.get("/v1/fleet");
  if (fleet.count === 0) {
    fill(text, t("fleet.none"));
    return;
  }
  const cells = new Map(fleet.ids.map((id) => [id, el("i", { class: "cell" })]));
  if (cells.size > 0) grid.replaceChildren(...cells.values());
  // The simulator does not list the light phones of a large fleet: all except the listed phones.
  const others = new Set(cells.size > 0 ? [] : (await control.get("/v1/devices")).map((phone) => phone.id));
  const arrived = new Set();
  const refused = new Set();
  let waiting = [];

  function show() {
    const flash = waiting;
    waiting = [];
    for (const { id, isRefused } of flash) {
      const cell = cells.get(id);
      if (cell) cell.className = isRefused ? "cell refused" : "cell arrived now";
    }
    setTimeout(() => {
      for (const { id } of flash) cells.get(id)?.classList.remove("now");
    }, flashTime);
    const said = t(refused.size ? "fleet.some_refused" : "fleet.some", {
      n: count(arrived.size), all: count(fleet.count), refused: count(refused.size),
    });
    grid.setAttribute("aria-label", said);
    grid.dataset.arrived = String(arrived.size);
    fill(text, said);
  }

  function take(request) {
    const id = request.device_id;
    const message = request.payload?.message_id;
    // A payload without room for the identifier may belong to this or to another campaign.
    if (!id || (message !== undefined && message !== campaign)) return;
    if (cells.size > 0 ? !cells.has(id) : others.has(id)) return;
    const isRefused = request.status !== 200;
    (isRefused ? refused : arrived).add(id);
    if (waiting.length === 0) requestAnimationFrame(show);
    waiting.push({ id, isRefused });
  }

  const log = await control.get(query("/v1/requests", { newest: "true", limit: logMax }));
  log.requests.forEach(take);
  show();
  const ending = new AbortController();
  addEventListener("pagehide", () => ending.abort());
  await listen(query("/control/v1/requests/stream", { after: log.next }), {
    onEvent: (event) => { if (event.event === "request") take(event.data); },
    signal: ending.signal,
  });
}
