// The page of a virtual iPhone. It shows the state that the server sends as server-sent events, and
// posts the person's actions. It stores no other data.

import { $, act, actOnApp, post, setStatus, setText, store } from "./base.js";
import { drawIsland, lockActivities, setIslandOpen, toggleIsland } from "./activities.js";
import { drawControls, wireControls } from "./controls.js";
import { connect, listen } from "./link.js";
import { drawLongLook, wireLongLook } from "./longlook.js";
import { drawBanner, drawList } from "./notes.js";
import { drawPrompt } from "./prompts.js";
import { drawLog, drawOthers, drawTrace, drawWaiting, fateOf } from "./records.js";
import { checkRule, hideRule } from "./rules.js";
import { drawApp, drawClock, drawHome, drawSettings, drawStatus, goHome, settingsApp }
  from "./screens.js";

// The maximum size of a file that the page sends, in bytes. The server accepts no larger file.
const fileByteCountMax = 262144;

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
  drawOthers();
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

// The message or file that was sent last: the deliveries that existed before it, and the text below
// the form. The variable is null once the phone has reacted.
let sent = null;

const seenIDs = () => new Set(store.state ? store.state.log.map((line) => line.id) : []);

// Shows the outcome on the phone below the form, because the phone may silence a message that APNs
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
  // The outcome also appears under the phone, because a narrow screen scrolls to the phone after
  // sending.
  setStatus("phone-result", kind, text);
}

// Scrolls to the phone on screens where the phone is not next to the form, so that the person sees
// the arrival.
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
  // The person has sent another message or file in the meantime.
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

function takeState(state) {
  store.state = state;
  // If the chosen phone no longer exists, the server sends the state of another phone.
  if (state.phone) store.ui.phoneID = state.phone.id;
  draw();
  followUp();
  store.isFirstState = false;
}

// Switches to a phone. The chosen phone is part of the URL, so that the choice survives a reload.
function choosePhone(id) {
  const { ui } = store;
  Object.assign(ui, { phoneID: id, appID: null, isCenterOpen: false, isSettingsOpen: false });
  ui.openThreads.clear();
  store.isFirstState = true;
  history.replaceState(null, "", "/?phone=" + encodeURIComponent(id));
  listen();
}

// Returns the query of the addresses, which names the chosen phone.
function phoneQuery() {
  const { phoneID } = store.ui;
  return phoneID ? "?phone=" + encodeURIComponent(phoneID) : "";
}

connect({
  title: "Bellhop",
  what: "the phone's state",
  events: () => "/console/events" + phoneQuery(),
  state: () => "/console/state" + phoneQuery(),
  take: takeState,
  // The phone's clock stops while there is no connection.
  beat: draw,
});
