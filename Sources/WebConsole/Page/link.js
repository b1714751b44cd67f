// The live connection to the server: server-sent events, and a check of the age of the latest
// event. A server that is stopped closes the connection; a frozen server keeps the connection open
// without sending events.

import { $, clockTime, setText } from "./base.js";

// The time without an event, in milliseconds, after which the page considers the server frozen. The
// server sends the state after every change, and every five seconds if there is no change.
const silenceMax = 12000;
// The time without an event after which the page opens the connection again, in milliseconds.
const reconnectAfter = 30000;
// The time after which the page retries a connection that the server refused, in milliseconds.
const retryAfter = 3000;

let page = null;
let events = null;
// The time of the latest event, and the time at which the connection was last opened.
let heardAt = null;
let openedAt = 0;
let status = "connecting";
let retryTimer = 0;

export const isLive = () => status === "live";

// Shows the state of the connection. While there is no connection, the page disables the controls
// that need a connection, and shows the age of the latest state.
function showLink(next, text) {
  if (status === next && $("link-text").textContent === text) return;
  status = next;
  const isCut = next === "lost";
  $("link").dataset.live = next === "live" ? "yes" : isCut ? "no" : "";
  setText("link-text", text);
  document.body.classList.toggle("cut-off", isCut);
  document.title = isCut ? "Not connected – Bellhop" : page.title;
  for (const part of document.querySelectorAll("[data-needs-server]")) part.inert = isCut;
  $("cut").hidden = !isCut;
  setText("cut-time", heardAt ? "This is " + page.what + " at " + clockTime(heardAt) + "." : "");
}

function lose(text) {
  showLink("lost", heardAt ? text + " since " + clockTime(heardAt) : text);
}

// Tries to connect again. The server either refuses the connection or is not running.
async function retry() {
  const signal = AbortSignal.timeout(retryAfter);
  const response = await fetch(page.state(), { signal }).catch(() => null);
  const isThere = Boolean(response && response.ok);
  lose(isThere ? "the server accepts no more pages; close an open one" : "not connected");
  clearTimeout(retryTimer);
  retryTimer = setTimeout(listen, retryAfter);
}

// Opens the connection. If a connection is already open, replaces it with one to the current
// address.
export function listen() {
  if (events) events.close();
  clearTimeout(retryTimer);
  openedAt = Date.now();
  events = new EventSource(page.events());
  events.addEventListener("state", (e) => {
    heardAt = Date.now();
    showLink("live", "live");
    page.take(JSON.parse(e.data));
  });
  events.addEventListener("error", () => {
    // The browser reconnects by itself unless the connection is closed permanently.
    if (events.readyState === EventSource.CLOSED) retry();
    else lose("not connected");
  });
}

// Checks the age of the latest event. A timer calls this function every second.
function watch() {
  // While the browser or retry() is reconnecting, other functions show the state of the connection.
  if (events.readyState !== EventSource.OPEN && status !== "connecting") return;
  const silence = Date.now() - Math.max(heardAt || 0, openedAt);
  if (silence >= silenceMax) lose("no response");
  if (silence >= reconnectAfter) listen();
}

// Keeps a page connected. The object "properties" contains: "title", the title of the page; "what",
// the name of the page's state in messages; "events" and "state", functions that return the
// addresses; "take", a function that receives each state; "beat", a function that is called every
// second while the connection is live.
export function connect(properties) {
  page = properties;
  addEventListener("beforeunload", () => events.close());
  listen();
  setInterval(() => {
    watch();
    if (isLive()) page.beat();
  }, 1000);
}
