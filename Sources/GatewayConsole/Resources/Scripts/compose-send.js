// Where a push goes: a virtual phone, a device of the gateway, a device token at Apple, or an
// audience.

import * as api from "./api.js";
import { compact } from "./compose-json.js";
import { t } from "./strings.js";

// The time for which the page waits for the virtual phone's decision, in seconds.
const phoneWait = 10;
// How often, and how long in all, the page asks for the state of a message, in milliseconds.
const pollEvery = 700, pollMax = 20000;

const pause = (time) => new Promise((resolve) => setTimeout(resolve, time));

// The outcome: { kind: "ok", "warn" or "bad", text, remedy, id }.
const outcomeOf = (result) => {
  if (result.outcome === "accepted") {
    return { kind: "ok", text: t("sent.accepted"), id: result.apns_unique_id ?? result.apns_id };
  }
  const reason = [result.status, result.reason].filter(Boolean).join(" ");
  return { kind: "bad", text: result.detail ? `${reason}: ${result.detail}` : reason, remedy: result.remedy, id: result.apns_id };
};

const testPush = (push, token, environment) => api.post("/v1/test-pushes", {
  app: push.app, environment, token, payload: compact(push.text), headers: push.headers,
});

// The family of tokens for a push; starting an activity needs the push-to-start token.
function familyOf(push) {
  if (push.type.push_type !== "liveactivity") return push.type.token_family;
  return push.event === "start" ? "liveActivityStart" : "liveActivity";
}

// Sends to a virtual phone through the simulated APNs, and waits for the phone's reaction.
async function toPhone(push, { phone }) {
  const query = { family: familyOf(push), app: push.app };
  const { token } = await api.control.get(api.query(api.path`/v1/devices/${phone}/token`, query));
  const result = await testPush(push, token, "sandbox");
  if (result.outcome !== "accepted") return outcomeOf(result);
  try {
    const report = await api.control.get(
      api.query(api.path`/v1/deliveries/${result.apns_id}`, { wait: phoneWait }));
    const isLost = report.stage === "discarded" || report.stage === "rejected";
    return { kind: isLost ? "bad" : report.stage === "delivered" ? "ok" : "warn", text: report.arrival?.summary ?? report.note, id: result.apns_id };
  } catch { return outcomeOf(result); }
}

const toToken = async (push, { token, environment }) =>
  outcomeOf(await testPush(push, token.replace(/\s/g, ""), environment));

// The query of a message, from the headers.
function optionsOf(headers) {
  const options = {
    push_type: headers["apns-push-type"], priority: headers["apns-priority"],
    collapse_id: headers["apns-collapse-id"], topic: headers["apns-topic"],
  };
  const expiration = headers["apns-expiration"];
  if (expiration === "0") options.expires_in = "0";
  else if (expiration) options.expires_in = String(Math.max(1, Number(expiration) - Math.floor(Date.now() / 1000)));
  return options;
}

async function toInstallation(push, { installation }) {
  const address = api.query(api.path`/v1/installations/${installation}/messages`, optionsOf(push.headers));
  const message = await api.post(address, compact(push.text), { type: "application/json" });
  for (let waited = 0; waited < pollMax; waited += pollEvery) {
    const now = await api.get(api.path`/v1/messages/${message.id}`);
    const ended = now.deliveries.filter((d) => !["pending", "sending", "queued"].includes(d.state));
    if (ended.length > 0 && ended.length === now.deliveries.length) {
      const bad = ended.find((d) => d.state !== "accepted");
      return bad ? { kind: "bad", text: [bad.state, bad.reason].filter(Boolean).join(": "), remedy: bad.remedy, id: message.id }
        : { kind: "ok", text: t("sent.accepted"), id: message.id };
    }
    await pause(pollEvery);
  }
  return { kind: "warn", text: t("sent.waiting"), id: message.id };
}

// Creates a draft campaign and returns the address of its page. The payload is part of the body as
// it was written, because numbers with many digits would lose some of them.
async function toAudience(push, { audience }) {
  const { topic, ...options } = optionsOf(push.headers);
  const name = String(push.title || t("send.draft_name")).slice(0, 60);
  const form = JSON.stringify({ name, app: push.app, audience, draft: true });
  const body = `${form.slice(0, -1)},"message":${compact(push.text)}}`;
  const campaign = await api.post(api.query("/v1/campaigns", options), body, { type: "application/json" });
  return { kind: "ok", text: t("sent.draft"), id: campaign.id, open: api.path`/console/campaigns/${campaign.id}` };
}

const kinds = { phone: toPhone, installation: toInstallation, token: toToken, audience: toAudience };

// Sends a push: { text, headers, app, type, event, title }.
export const send = (push, to) => kinds[to.kind](push, to);
