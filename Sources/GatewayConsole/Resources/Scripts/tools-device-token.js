// Says what kind of token a text is, and what is wrong with it.

import { hiddenCodes } from "./format.js";
import { t } from "./strings.js";
import { card, codeBlock, el, facts, field, notice, replace, textarea } from "./ui.js";

const simulatorTokenBytes = 80;

// Returns { kind, bytes, clean, notes: [[text, "ok" | "warn" | "bad"]] }.
export function readToken(source) {
  const notes = [];
  const codes = hiddenCodes(source.trim());
  if (codes.length) notes.push([t("tools.device.hidden", { codes: codes.join(", ") }), "bad"]);
  let text = source.replace(/[^\x20-\x7e]/g, "").trim();
  if (text === "") return { kind: null, notes };
  if (/^https:\/\/(fcm\.googleapis|updates\.push\.services\.mozilla|web\.push\.apple|[\w.]*notify\.windows)\./.test(text)) {
    return { kind: "web", notes: [...notes, [t("tools.device.web.text"), "warn"]] };
  }
  if (/^[\w-]{11,}:[\w-]{100,}$/.test(text) || /:APA91[\w-]+$/.test(text)) {
    return { kind: "fcm", notes: [...notes, [t("tools.device.fcm.text"), "bad"]] };
  }
  if (/length\s*=\s*\d+\s*,\s*bytes\s*=/.test(text)) {
    return { kind: "unknown", notes: [...notes, [t("tools.device.description"), "bad"]] };
  }
  if (/[<>\s]/.test(text) && /^[<>\s0-9a-fA-F]+$/.test(text)) {
    text = text.replace(/[<>\s]/g, "");
    notes.push([t("tools.device.brackets"), "warn"]);
  }
  if (/^[0-9a-fA-F]+$/.test(text)) return hexadecimal(text, notes);
  if (/^[A-Za-z0-9+/]{22}==$/.test(text)) return { kind: "channel", bytes: 16, clean: text, notes: [...notes, [t("tools.device.ok"), "ok"]] };
  if (/^[A-Za-z0-9+/_-]{40,}={0,2}$/.test(text)) {
    try {
      const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
      const digits = [...binary].map((c) => c.charCodeAt(0).toString(16).padStart(2, "0")).join("");
      return hexadecimal(digits, [...notes, [t("tools.device.base64"), "bad"]]);
    } catch { /* Not Base64 either. */ }
  }
  return { kind: "unknown", notes: [...notes, [t("tools.device.unknown"), "bad"]] };
}

function hexadecimal(text, notes) {
  const clean = text.toLowerCase(), bytes = Math.floor(clean.length / 2);
  let kind = "apns";
  if (clean.length % 2) notes.push([t("tools.device.odd"), "bad"]);
  else if (bytes < 32) notes.push([t("tools.device.short", { n: bytes }), "bad"]);
  else if (new Set(clean).size < 4) notes.push([t("tools.device.zero"), "warn"]);
  if (bytes === simulatorTokenBytes) kind = "simulator";
  else if (bytes > 32) kind = "live";
  if (bytes > 160) notes.push([t("tools.device.long", { n: bytes }), "warn"]);
  if (!notes.some(([, sign]) => sign === "bad")) notes.push([t("tools.device.ok"), "ok"]);
  return { kind, bytes, clean, notes };
}

export function deviceToken() {
  const result = el("div", { class: "stack tight", "aria-live": "polite" });
  const source = field(t("tools.device.token"), textarea({ class: "mono", rows: "4", placeholder: "<740f4707 bebcf74f 9b7c25d4 8e335894 5f6aa01d a5ddb387 462c7eaf 61bb78ad>" }));
  const draw = () => {
    const found = readToken(source.control.value);
    if (found.kind === null) return replace(result, el("p", { class: "soft" }, t("tools.device.empty")));
    replace(result, found.notes.map(([text, kind]) => notice(text, kind)), facts([
      [t("tools.device.kind"), t(`tools.device.${found.kind}`)],
      found.bytes ? [t("tools.device.length"), t("unit.bytes", { n: found.bytes })] : null,
    ]), found.clean ? codeBlock(found.clean, t("tools.device.clean")) : null);
  };
  source.control.addEventListener("input", draw);
  draw();
  return card(t("tools.device"), el("p", { class: "small soft" }, t("tools.device.lead")), source, result);
}
