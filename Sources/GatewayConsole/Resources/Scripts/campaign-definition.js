// The request from which a campaign was made, read into the builder's form.

import { parseExact } from "./exact.js";

// The keys of a request that the builder has fields for, or that it sets by itself.
const known = ["name", "app", "audience", "message", "variants", "at", "local_time", "default_time_zone",
  "late_zones", "draft", "confirm_devices", "quiet_hours", "quiet_rule", "class", "per_day", "per_minute",
  "control_percent", "winner"];
// The keys of a message that the builder shows as a text.
const texts = ["title", "subtitle", "body"];

const isText = (message) => typeof message === "object" && message !== null &&
  Object.entries(message).every(([key, value]) => texts.includes(key) && typeof value === "string");

// A time in the form that a field for dates and times needs, in this browser's time zone.
function localText(iso) {
  const at = new Date(iso);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60000).toISOString().slice(0, 16);
}

function readBody(definition) {
  const { body } = definition;
  let value;
  try { value = parseExact(body); } catch { return { form: {}, message: { body } }; }
  const isForm = value && typeof value === "object" && value.aps === undefined &&
    (value.message !== undefined || value.variants !== undefined);
  return isForm ? { form: value, message: value.message } : { form: {}, message: value };
}

function readAudience(draft, search, form) {
  const filter = search.get("audience_filter");
  const named = search.get("audience") ?? form.audience ?? "all";
  if (filter !== null) Object.assign(draft.audience, { kind: "filter", filter });
  else if (named === "all") draft.audience.kind = "all";
  else if (named.startsWith("segment:")) Object.assign(draft.audience, { kind: "segment", segment: named.slice(8) });
  else Object.assign(draft.audience, { kind: "filter", filter: named });
}

function readMessage(draft, search, form, message) {
  const template = search.get("template");
  if (template !== null) {
    const { variables = {}, ...rest } = message ?? {};
    Object.assign(draft.message, { kind: "template", template, variables, rest });
    return;
  }
  const list = form.variants ?? [{ name: "a", share: 1, message }];
  const kind = list.every((v) => isText(v.message)) ? "text" : "json";
  Object.assign(draft.message, {
    kind, variants: list.map((v, n) => ({
      name: v.name ?? "abcdefgh"[n] ?? String(n + 1), share: v.share ?? 1, title: "", subtitle: "", body: "", json: "",
      ...(kind === "text" ? v.message : { json: JSON.stringify(v.message, null, 2) }),
    })),
  });
}

const numberText = (value) => (value === undefined || value === null ? "" : String(value));

// Fills a draft of the builder. Values for which the builder has no field are kept in `draft.query`
// and `draft.rest`.
export function fillDraft(draft, definition, campaign) {
  const search = new URLSearchParams(definition.query ?? "");
  const { form, message } = readBody(definition);
  draft.app = form.app ?? search.get("app") ?? campaign.app;
  draft.name = form.name ?? "";
  readAudience(draft, search, form);
  readMessage(draft, search, form, message);
  if (form.at && Date.parse(form.at) > Date.now()) Object.assign(draft.time, { kind: "at", at: localText(form.at) });
  if (form.local_time) {
    Object.assign(draft.time, {
      kind: "local", local: form.local_time.slice(0, 16), zone: form.default_time_zone ?? "", late: form.late_zones ?? "",
    });
  }
  Object.assign(draft.limits, {
    quiet: form.quiet_hours ?? "", rule: form.quiet_rule ?? "", class: form.class ?? "",
    perDay: numberText(form.per_day), perMinute: numberText(form.per_minute), control: numberText(form.control_percent),
    test: numberText(form.winner?.test_percent), after: numberText(form.winner?.after_minutes),
  });
  draft.rest = Object.fromEntries(Object.entries(form).filter(([key]) => !known.includes(key)));
  draft.query = Object.fromEntries([...search].filter(([key]) =>
    !["audience", "audience_filter", "template", "app"].includes(key)));
}
