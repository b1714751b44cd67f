// A payload as a notification shows it, in short; the page Compose draws it as iOS does.

import { byteCount, bytes } from "./format.js";
import { meter } from "./charts.js";
import { codeBlock, el, outside } from "./ui.js";
import { t } from "./strings.js";

// The maximum size of a payload that APNs accepts, in bytes.
export const payloadMax = 4096;

const textOf = (value, key) => typeof value === "string" ? value
  : value?.[key] ?? (value?.[`${key === "title" ? "title-" : ""}loc-key`] ?? "");

// payload: JSON as a text or as a value.
export function bubble(payload, { longest } = {}) {
  const text = typeof payload === "string" ? payload : JSON.stringify(payload);
  let value = {};
  try { value = JSON.parse(text); } catch { /* Shown as it is. */ }
  const alert = value.aps?.alert;
  const title = typeof alert === "string" ? "" : textOf(alert, "title");
  const body = typeof alert === "string" ? alert : textOf(alert, "body");
  const size = longest ?? byteCount(text);
  return el("div", { class: "stack tight" },
    title || body ? el("div", { class: "bubble" }, title ? el("strong", {}, outside(title)) : null,
      alert?.subtitle ? outside(alert.subtitle) : null, body ? outside(body) : null)
      : el("p", { class: "soft" }, t("builder.silent")),
    meter(t(longest === undefined ? "builder.bytes" : "builder.longest"), size, payloadMax, {
      text: `${bytes(size)} / ${bytes(payloadMax)}`,
      kind: size > payloadMax ? "bad" : size > 0.9 * payloadMax ? "warn" : "ok",
    }),
    el("details", {}, el("summary", {}, t("builder.payload")), codeBlock(JSON.stringify(value, null, 2), t("builder.payload"))));
}
