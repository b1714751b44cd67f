// The page of a virtual iPhone. It shows the state that the server sends as server-sent events,
// and posts the person's actions; it stores nothing else.

import { $, act, actOnApp, clockTime, post, setStatus, setText, store } from "./base.js";
import { drawIsland, lockActivities, setIslandOpen, toggleIsland } from "./activities.js";
import { drawControls, wireControls } from "./controls.js";
import { drawLongLook, wireLongLook } from "./longlook.js";
import { drawBanner, drawList } from "./notes.js";
import { drawPrompt } from "./prompts.js";
import { drawLog, drawTrace, drawWaiting, fateOf } from "./records.js";
import { checkRule, hideRule } from "./rules.js";
import { drawApp, drawClock, drawHome, drawSettings, drawStatus, goHome, settingsApp }
  from "./screens.js";

// The maximum size of a file that the page sends, in bytes; the server accepts no larger file.
const fileByteCountMax = 262144;
// The server sends the state after every change, and every five seconds if there is no change.
// After this time without an event, in milliseconds, the page considers the server frozen.
const silenceMax = 12000;
// The time without an event after which the page opens the connection again, in milliseconds.
const reconnectAfter = 30000;
// The time after which the page retries a connection that the server refused, in milliseconds.
const retryAfter = 3000;

// Drawing

const barLabels = {
  lock: "Unlock", app: "Leave the app", home: "Lock", settings: "Leave Settings",
};

function draw() {
  const { state, ui } = store;
  if (!state) return;
  const phone = state.phone;
  $("no-phone").hidden = Boolean(phone);
  document.querySelector("main").classList.toggle("no-phone-yet", !phone);
  if (!phone) return;
  store.phone = phone;
  store.app = phone.apps.find((a) => a.bundle_id === ui.appID) || phone.apps[0] || null;
  if (phone.is_locked) ui.isCenterOpen = ui.isSettingsOpen = false;
  const front = phone.apps.find((a) => a.state === "foreground");
  if (front) ui.isSettingsOpen = false;
  const settings = phone.is_locked ? null : settingsApp(front);
  const behind = front ? "app" : settings ? "settings" : "home";
  const view = phone.is_locked || ui.isCenterOpen ? "lock" : behind;
  $("screen").dataset.view = view;
  $("screen").dataset.cover = ui.isCenterOpen ? "center" : "lock";
  const text = ui.isCenterOpen ? "Close Notification Center" : barLabels[view];
  $("homebar").setAttribute("aria-label", text);
  setText("phone-name", phone.name);
  const kind = phone.kind === "phone" ? "simulated" : "as in Xcode’s Simulator";
  setText("phone-system", "· " + phone.model + " · iOS " + phone.system_version + " · " + kind);
  $("lock").classList.toggle("attended", ui.isLooking && phone.is_locked);
  drawClock();
  drawStatus();
  drawList(lockActivities());
  drawHome();
  drawApp(front);
  drawSettings(settings);
  drawIsland(view, front);
  drawBanner(view);
  drawLongLook();
  drawPrompt();
  drawControls();
  drawLog();
  drawTrace();
  drawWaiting();
  checkRule();
}
store.redraw = draw;

function toggleCenter() {
  if (!store.phone || store.phone.is_locked) return;
  store.ui.isCenterOpen = !store.ui.isCenterOpen;
  draw();
}

// Actions of the person

function closeWhatIsOpen() {
  const { ui, phone } = store;
  if (!$("tip").hidden) return hideRule();
  if (phone && phone.expanded) {
    if (!ui.replyTo) return act("collapse");
    ui.replyTo = null;
    return draw();
  }
  if (!$("island-expanded").hidden) return setIslandOpen(false);
  if (ui.isCenterOpen) return toggleCenter();
  ui.isSettingsOpen = false;
  draw();
}

const keys = { l: "lock", u: "unlock" };
const appKeys = { f: "launch", b: "background", q: "quit" };

addEventListener("keydown", (e) => {
  if (e.key === "Escape") return closeWhatIsOpen();
  if (e.ctrlKey || e.metaKey || e.altKey) return;
  if (/^(TEXTAREA|SELECT)$/.test(e.target.tagName)) return;
  if (e.target.tagName === "INPUT" && e.target.type !== "checkbox") return;
  const key = e.key.toLowerCase();
  if (keys[key]) act(keys[key]);
  if (appKeys[key]) actOnApp(appKeys[key]);
  if (key === "n") toggleCenter();
  if (key === "i") toggleIsland();
});

$("homebar").addEventListener("click", () => {
  if (store.phone) goHome($("screen").dataset.view);
});
$("center").addEventListener("click", toggleCenter);
$("status-time").addEventListener("click", toggleCenter);
wireControls(choosePhone);
wireLongLook();

// Sending

// The message or file that was sent last, until the phone has decided: the deliveries that existed
// before, and the text below the form.
let sent = null;

const seenIDs = () => new Set(store.state ? store.state.log.map((line) => line.id) : []);

// Shows the outcome on the phone below the form, because the phone may silence a message that was
// accepted.
function followUp() {
  if (!sent || !sent.text || !store.state) return;
  const line = store.state.log.find((line) => !sent.seen.has(line.id));
  if (!line || line.fate === "under-way") return;
  const text = sent.isReported ? sent.text : sent.text + ". On the phone: " + line.what;
  showResult(fateOf(line).kind || "ok", text);
  sent = null;
}

function showResult(kind, text) {
  setStatus("send-result", kind, text);
  // Also show the outcome under the phone, to which a narrow screen scrolls after sending.
  setStatus("phone-result", kind, text);
}

// Scrolls to the phone to show what arrives, on screens where the phone is not next to the form.
function showPhone() {
  const stage = document.querySelector(".stage");
  const box = $("phone").getBoundingClientRect();
  const isBesideForm = getComputedStyle(stage).position === "sticky";
  if (isBesideForm || (box.top >= 0 && box.bottom <= innerHeight)) return;
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  stage.scrollIntoView({ block: "start", behavior: isStill ? "auto" : "smooth" });
}

// Sends a message or file, and records which deliveries existed before.
async function send(text, path, body, type) {
  showResult("", text);
  const mine = { seen: seenIDs(), text: null, isReported: false };
  sent = mine;
  return { mine, r: await post(path, body, type) };
}

function finish(mine, r, text) {
  // The person has sent something else in the meantime.
  if (sent !== mine) return;
  showResult(r.ok ? "ok" : "bad", text);
  if (!r.ok) {
    sent = null;
    return;
  }
  mine.text = text;
  followUp();
  showPhone();
}

async function sendMessage(e) {
  e.preventDefault();
  const f = new FormData(e.target);
  const message = { user: f.get("user"), title: f.get("title") || undefined, body: f.get("body") };
  const { mine, r } = await send("sending", "/console/messages", JSON.stringify(message));
  finish(mine, r, r.body.detail || (r.ok ? "accepted by the gateway" : "the request failed"));
}

async function sendFile(file) {
  if (!file) return;
  if (file.size > fileByteCountMax) {
    const text = file.name + " has " + file.size + " bytes; a payload has at most 4096";
    return showResult("bad", text);
  }
  const { mine, r } = await send(
    "sending " + file.name, "/console/push", await file.arrayBuffer(), "application/octet-stream");
  // The response already describes the phone's reaction.
  mine.isReported = true;
  finish(mine, r, file.name + ": " + (r.body.detail || "the request failed"));
}

async function copyCommand() {
  let done = "Copied";
  try {
    await navigator.clipboard.writeText($("curl").textContent);
  } catch {
    done = "Select and copy";
    getSelection().selectAllChildren($("curl"));
  }
  setText("copy", done);
  setTimeout(() => setText("copy", "Copy"), 2000);
}

$("send").addEventListener("submit", sendMessage);
$("copy").addEventListener("click", copyCommand);
$("file").addEventListener("change", async (e) => {
  await sendFile(e.target.files[0]);
  e.target.value = "";
});
for (const name of ["dragenter", "dragover"]) {
  addEventListener(name, (e) => {
    e.preventDefault();
    $("phone").classList.add("dropping");
  });
}
addEventListener("dragleave", (e) => {
  if (!e.relatedTarget) $("phone").classList.remove("dropping");
});
addEventListener("drop", (e) => {
  e.preventDefault();
  $("phone").classList.remove("dropping");
  sendFile(e.dataTransfer.files[0]);
});

// The live connection: server-sent events, and a check of how old the latest event is. A server
// that is stopped closes the connection; a frozen server keeps the connection open without sending
// events.

let events = null;
// The time of the latest event, and the time at which the connection was last opened.
let heardAt = null;
let openedAt = 0;
let status = "connecting";
let retryTimer = 0;

// Shows the state of the connection. While there is no connection, controls that need one are
// disabled, and the page shows the age of the phone's state.
function showLink(next, text) {
  if (status === next && $("link-text").textContent === text) return;
  status = next;
  const isCut = next === "lost";
  $("link").dataset.live = next === "live" ? "yes" : isCut ? "no" : "";
  setText("link-text", text);
  document.body.classList.toggle("cut-off", isCut);
  document.title = isCut ? "Not connected – Bellhop" : "Bellhop";
  for (const part of document.querySelectorAll("[data-needs-server]")) part.inert = isCut;
  $("cut").hidden = !isCut;
  setText("cut-time", heardAt ? "This is the phone's state at " + clockTime(heardAt) + "." : "");
}

function lose(text) {
  showLink("lost", heardAt ? text + " since " + clockTime(heardAt) : text);
}

// The server either refuses the connection, or is not running.
async function retry() {
  const signal = AbortSignal.timeout(retryAfter);
  const response = await fetch("/console/state", { signal }).catch(() => null);
  const isThere = Boolean(response && response.ok);
  lose(isThere ? "the server accepts no more pages; close an open one" : "not connected");
  clearTimeout(retryTimer);
  retryTimer = setTimeout(listen, retryAfter);
}

function listen() {
  if (events) events.close();
  clearTimeout(retryTimer);
  openedAt = Date.now();
  const { phoneID } = store.ui;
  const query = phoneID ? "?phone=" + encodeURIComponent(phoneID) : "";
  events = new EventSource("/console/events" + query);
  events.addEventListener("state", (e) => {
    heardAt = Date.now();
    showLink("live", "live");
    takeState(JSON.parse(e.data));
  });
  events.addEventListener("error", () => {
    // The browser reconnects unless the connection is closed permanently.
    if (events.readyState === EventSource.CLOSED) retry();
    else lose("not connected");
  });
}

// Called every second.
function watch() {
  // While the browser or retry() reconnects, their own events report the state of the connection.
  if (events.readyState !== EventSource.OPEN && status !== "connecting") return;
  const silence = Date.now() - Math.max(heardAt || 0, openedAt);
  if (silence >= silenceMax) lose("no response");
  if (silence >= reconnectAfter) listen();
}

function takeState(state) {
  store.state = state;
  // If the chosen phone no longer exists, the server sends another phone.
  if (state.phone) store.ui.phoneID = state.phone.id;
  draw();
  followUp();
  store.isFirstState = false;
}

// The chosen phone is part of the URL, so that the choice survives a reload.
function choosePhone(id) {
  const { ui } = store;
  Object.assign(ui, { phoneID: id, appID: null, isCenterOpen: false, isSettingsOpen: false });
  ui.openThreads.clear();
  store.isFirstState = true;
  history.replaceState(null, "", "/?phone=" + encodeURIComponent(id));
  listen();
}

addEventListener("beforeunload", () => events.close());
listen();
// The phone's clock stops while there is no connection.
setInterval(() => {
  watch();
  if (status === "live") draw();
}, 1000);
