// The page of a virtual iPhone. It shows the state the server sends over server-sent events and
// posts what the person does; it keeps nothing else.

import { $, act, actOnApp, post, say, setText, store } from "./base.js";
import { drawIsland, lockActivities, setIslandOpen, toggleIsland } from "./activities.js";
import { drawControls, wireControls } from "./controls.js";
import { drawLongLook, wireLongLook } from "./longlook.js";
import { drawBanner, drawList } from "./notes.js";
import { drawPrompt } from "./prompts.js";
import { drawLog, drawTrace, drawWaiting } from "./records.js";
import { checkRule, hideRule } from "./rules.js";
import { drawApp, drawClock, drawHome, drawSettings, drawStatus, goHome, settingsApp }
  from "./screens.js";

// The longest file that the page sends, in bytes; the server takes no more.
const fileByteCountMax = 262144;

// Drawing

const barWords = { lock: "Unlock", app: "Leave the app", home: "Lock", settings: "Leave Settings" };

function draw() {
  const { state, ui } = store;
  if (!state) return;
  const phone = state.phone;
  $("no-phone").hidden = Boolean(phone);
  document.querySelector("main").classList.toggle("empty-handed", !phone);
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
  const words = ui.isCenterOpen ? "Close Notification Center" : barWords[view];
  $("homebar").setAttribute("aria-label", words);
  setText("phone-name", phone.name);
  const kind = phone.kind === "phone" ? "simulated" : "as in Xcode’s Simulator";
  setText("phone-system", "· " + phone.model + " · iOS " + phone.system_version + " · " + kind);
  $("lock").classList.toggle("looked-at", ui.isLooking && phone.is_locked);
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

// What the person does

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

$("send").addEventListener("submit", async (e) => {
  e.preventDefault();
  const f = new FormData(e.target);
  say("send-result", "", "sending");
  const message = { user: f.get("user"), title: f.get("title") || undefined, body: f.get("body") };
  const r = await post("/console/messages", JSON.stringify(message));
  const words = r.body.detail || (r.ok ? "accepted by the gateway" : "that did not work");
  say("send-result", r.ok ? "ok" : "bad", words);
});

$("copy").addEventListener("click", async () => {
  let done = "Copied";
  try {
    await navigator.clipboard.writeText($("curl").textContent);
  } catch {
    done = "Select and copy";
    getSelection().selectAllChildren($("curl"));
  }
  setText("copy", done);
  setTimeout(() => setText("copy", "Copy"), 2000);
});

async function dropFile(file) {
  if (!file) return;
  if (file.size > fileByteCountMax) {
    const words = file.name + " has " + file.size + " bytes; a payload has 4096 at most";
    return say("send-result", "bad", words);
  }
  say("send-result", "", "sending " + file.name);
  const r = await post("/console/push", await file.arrayBuffer(), "application/octet-stream");
  const words = file.name + ": " + (r.body.detail || "that did not work");
  say("send-result", r.ok ? "ok" : "bad", words);
}

$("file").addEventListener("change", async (e) => {
  await dropFile(e.target.files[0]);
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
  dropFile(e.dataTransfer.files[0]);
});

// The live link

function live(on, text) {
  $("link").dataset.live = on ? "yes" : "no";
  $("link-text").textContent = text;
}

let events = null;

function listen() {
  if (events) events.close();
  const { phoneID } = store.ui;
  const query = phoneID ? "?phone=" + encodeURIComponent(phoneID) : "";
  events = new EventSource("/console/events" + query);
  events.addEventListener("state", (e) => {
    store.state = JSON.parse(e.data);
    // A phone that is gone gave way to another one.
    if (store.state.phone) store.ui.phoneID = store.state.phone.id;
    live(true, "live");
    draw();
    store.isFirstState = false;
  });
  events.addEventListener("error", () => live(false, "not connected; trying again"));
}

// The choice stands in the address, so that a reload keeps it.
function choosePhone(id) {
  const { ui } = store;
  Object.assign(ui, { phoneID: id, appID: null, isCenterOpen: false, isSettingsOpen: false });
  ui.openThreads.clear();
  store.isFirstState = true;
  history.replaceState(null, "", "/?phone=" + encodeURIComponent(id));
  listen();
}

listen();
addEventListener("beforeunload", () => events.close());
setInterval(draw, 1000);
