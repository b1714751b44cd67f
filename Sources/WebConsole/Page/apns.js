// The page of the simulated APNs: the requests from senders, and the registered apps and phones.
// The page shows the state that the server sends. The only action that the page offers is to end a
// fault.

import { $, button, clockTime, make, post, replace, sentence, setStatus, setText, textElement }
  from "./base.js";
import { connect, listen } from "./link.js";

let state = null;
// The numbers of the requests whose details are open, and the loaded details by number.
const open = new Set();
const details = new Map();
// The maximum number of requests whose details the page keeps.
const detailCountMax = 50;

// Filters. They are part of the URL, so that the person's choice survives a reload.

const names = ["app", "status", "reason", "push_type"];
const selectOf = (name) => $("filter-" + name.replace("_", "-"));
const chosen = new URLSearchParams(location.search);

function query() {
  const values = new URLSearchParams();
  for (const name of names) if (chosen.get(name)) values.set(name, chosen.get(name));
  return values.size ? "?" + values : "";
}

function choose(name, value) {
  if (value) chosen.set(name, value);
  else chosen.delete(name);
  history.replaceState(null, "", "/apns" + query());
  listen();
}

function clearFilters() {
  for (const name of names) chosen.delete(name);
  choose("app", "");
}

function drawFilter(name, values, text) {
  const select = selectOf(name);
  const value = chosen.get(name) || "";
  const all = value && !values.includes(value) ? [...values, value] : values;
  const options = [make("option", "", "all"), ...all.map((v) => make("option", "", text(v)))];
  ["", ...all].forEach((v, index) => options[index].setAttribute("value", v));
  // The options of a menu must not change while the person has it open.
  if (document.activeElement !== select || !select.options.length) replace(select, options);
  if (select.value !== value) select.value = value;
}

// Requests

const kindOf = (request) => {
  if (request.status === 200) return "ok";
  return request.status === 0 || request.status >= 500 ? "warn" : "bad";
};

function detailLine(title, text) {
  const line = make("div", "part");
  line.append(make("h3", "", title));
  const pre = make("pre", "", text);
  pre.tabIndex = 0;
  pre.dir = "auto";
  line.append(pre);
  return line;
}

function drawDetails(sequence) {
  const found = details.get(sequence);
  if (!found) return make("p", "loading", "loading");
  if (found.problem) return make("p", "loading", found.problem);
  const box = make("div", "parts");
  const headers = Object.entries(found.headers).map(([name, value]) => name + ": " + value);
  box.append(detailLine("Headers", headers.join("\n") || "none"));
  const body = found.payload === undefined ? found.text || "none"
    : JSON.stringify(found.payload, null, 2);
  box.append(detailLine("Body", body));
  return box;
}

async function load(sequence) {
  const response = await fetch("/console/apns/requests/" + sequence).catch(() => null);
  const found = response ? await response.json().catch(() => null) : null;
  const isGood = response && response.ok && found;
  if (details.size >= detailCountMax) details.delete(details.keys().next().value);
  details.set(sequence, isGood ? found : {
    problem: (found && found.detail) || "the request is no longer in the log",
  });
  draw();
}

function toggle(sequence) {
  if (open.delete(sequence)) return draw();
  open.add(sequence);
  if (!details.has(sequence)) load(sequence);
  draw();
}

function requestRow(request) {
  const li = make("li", kindOf(request));
  const isOpen = open.has(request.sequence);
  const head = button("head", "", "request" + request.sequence, () => toggle(request.sequence));
  head.setAttribute("aria-expanded", String(isOpen));
  const code = request.status === 0 ? "no response" : String(request.status);
  head.append(
    make("time", "", clockTime(request.time)),
    make("span", "code", code),
    make("span", "reason", request.reason || (request.status === 200 ? "accepted" : "")),
    make("span", "unseen", ", request " + request.sequence));
  li.append(head);
  if (request.meaning) {
    const words = make("p", "words");
    words.append(sentence(request.meaning) + " ");
    words.append(make("span", "remedy", sentence(request.remedy)));
    li.append(words);
  }
  const facts = [request.app || request.topic, request.push_type, request.token,
    request.environment].filter(Boolean);
  li.append(textElement("p", "facts", facts.join(" · ")));
  if (request.fault) li.append(make("span", "fate", "fault: " + request.fault));
  for (const oddity of request.oddities) li.append(textElement("p", "facts odd", oddity));
  if (isOpen) {
    li.append(textElement("p", "facts", request.note));
    li.append(drawDetails(request.sequence));
  }
  return li;
}

function drawRequests() {
  const { requests, count_max: max } = state;
  replace($("requests"), requests.map(requestRow));
  $("requests-empty").hidden = requests.length > 0;
  const isFiltered = query() !== "";
  setText("requests-empty", isFiltered
    ? "No request matches." : "Nothing yet. Senders connect to the addresses that bellhop up printed.");
  const which = requests.length >= max ? "The newest " + max : String(requests.length);
  const word = requests.length === 1 ? " request" : " requests";
  setText("count", requests.length
    ? which + word + (isFiltered ? " that match." : ", newest first.") : "");
  $("clear").hidden = !isFiltered;
}

// The state of APNs: apps, phones and faults

async function endFault(fault) {
  const r = await post("/console/apns/faults/end", JSON.stringify({ id: fault.id }));
  setStatus("fault-result", r.ok ? "ok" : "bad", r.body.detail || "the request failed");
}

function drawFaults() {
  const rows = state.faults.map((fault) => {
    const li = make("li");
    const text = make("div", "what");
    text.append(make("strong", "", fault.name || "fault " + fault.id));
    text.append(make("p", "facts", fault.text));
    const left = fault.remaining === undefined ? "" : ", " + fault.remaining + " more";
    const start = fault.is_active ? "" : "not active yet, ";
    text.append(make("p", "facts", start + fault.affected + " affected" + left));
    const end = button("plain", "End", "fault" + fault.id, () => endFault(fault));
    end.setAttribute("aria-label", "End " + (fault.name || "fault " + fault.id));
    li.append(text, end);
    return li;
  });
  replace($("faults"), rows);
  $("faults-empty").hidden = rows.length > 0;
}

function drawApps() {
  const rows = state.apps.map((app) => {
    const li = make("li");
    const text = make("div", "what");
    text.append(make("strong", "", app.bundle_id));
    const lacks = [app.push ? "" : "without Push Notifications", app.broadcast ? "" : "without Broadcast"];
    text.append(make("p", "facts", ["team " + app.team_id, ...lacks].filter(Boolean).join(" · ")));
    li.append(text);
    return li;
  });
  const more = state.app_count - rows.length;
  if (more > 0) rows.push(make("li", "facts", "and " + more + " more"));
  replace($("apps"), rows);
  $("apps-empty").hidden = rows.length > 0;
}

function drawDevices() {
  const rows = state.phones.map((phone) => {
    const li = make("li");
    const text = make("div", "what");
    text.append(textElement("strong", "", phone.name));
    const network = phone.is_online ? "online" : "offline";
    text.append(make("p", "facts", [phone.model, network, ...phone.apps].join(" · ")));
    li.append(text);
    return li;
  });
  const more = state.phone_count - rows.length;
  if (more > 0) rows.push(make("li", "facts", "and " + more + " more"));
  replace($("devices"), rows);
  const light = state.light_device_count;
  const phones = state.phones.length ? "" : "No phone. ";
  setText("light", phones + (light ? light.toLocaleString("en") + " light devices" : "No light device."));
}

function draw() {
  if (!state) return;
  drawFilter("app", state.choices.apps, (v) => v);
  drawFilter("status", state.choices.statuses.map(String), (v) => (v === "0" ? "no response" : v));
  drawFilter("reason", state.choices.reasons, (v) => v);
  drawFilter("push_type", state.choices.push_types, (v) => v);
  drawRequests();
  drawFaults();
  drawApps();
  drawDevices();
}

for (const name of names) {
  selectOf(name).addEventListener("change", (e) => choose(name, e.target.value));
}
$("clear").addEventListener("click", clearFilters);
$("filters").addEventListener("submit", (e) => e.preventDefault());

connect({
  title: "APNs – Bellhop",
  what: "the state",
  events: () => "/console/apns/events" + query(),
  state: () => "/console/apns/state" + query(),
  take(next) {
    state = next;
    draw();
  },
  beat() {},
});
