// Reads a push certificate (X.509, DER or PEM) in the browser.

import { date } from "./format.js";
import { t } from "./strings.js";
import { card, code, el, facts, field, input, notice, outside, replace, textarea } from "./ui.js";

// Apple's extensions: https://images.apple.com/certificateauthority/pdf/Apple_WWDR_CPS
const extensions = {
  "1.2.840.113635.100.6.3.1": "sandbox", "1.2.840.113635.100.6.3.2": "production",
  "1.2.840.113635.100.6.3.3": "production", "1.2.840.113635.100.6.3.4": "voip",
  "1.2.840.113635.100.6.3.5": "complication", "1.2.840.113635.100.6.3.6": "topics",
};
const names = {
  "2.5.4.3": "CN", "2.5.4.6": "C", "2.5.4.10": "O", "2.5.4.11": "OU",
  "0.9.2342.19200300.100.1.1": "UID",
};
const dayMilliseconds = 86400000;
// A certificate has a few kilobytes.
const byteCountMax = 65536;

// Reads one element of DER: its tag, its content, and where it ends.
function read(bytes, at, end = bytes.length) {
  const tag = bytes[at];
  let length = bytes[at + 1], from = at + 2;
  if (length === undefined) throw new Error("DER");
  if (length & 0x80) {
    const count = length & 0x7f;
    if (count < 1 || count > 3) throw new Error("DER");
    length = 0;
    for (let n = 0; n < count; n += 1) length = length * 256 + bytes[from + n];
    from += count;
  }
  if (!(from + length <= end)) throw new Error("DER");
  return { tag, from, end: from + length };
}

function children(bytes, parent) {
  const result = [];
  for (let at = parent.from; at < parent.end;) {
    const item = read(bytes, at, parent.end);
    result.push(item);
    at = item.end;
  }
  return result;
}

function objectIdentifier(bytes, item) {
  const numbers = [];
  let value = 0;
  for (let at = item.from; at < item.end; at += 1) {
    value = value * 128 + (bytes[at] & 0x7f);
    if (!(bytes[at] & 0x80)) { numbers.push(value); value = 0; }
  }
  const first = Math.min(2, Math.floor(numbers[0] / 40));
  return [first, numbers[0] - first * 40, ...numbers.slice(1)].join(".");
}

const textOf = (bytes, item) => new TextDecoder().decode(bytes.slice(item.from, item.end));
const hexOf = (bytes) => [...bytes].map((b) => b.toString(16).padStart(2, "0")).join("");

function nameOf(bytes, item) {
  return children(bytes, item).flatMap((set) => children(bytes, set)).map((pair) => {
    const [key, value] = children(bytes, pair);
    const id = objectIdentifier(bytes, key);
    return [names[id] ?? id, textOf(bytes, value)];
  });
}

function timeOf(bytes, item) {
  const digits = textOf(bytes, item).replace("Z", "");
  const short = item.tag === 0x17;
  const year = short ? Number(digits.slice(0, 2)) + (Number(digits.slice(0, 2)) < 50 ? 2000 : 1900) : Number(digits.slice(0, 4));
  const rest = digits.slice(short ? 2 : 4).match(/../g).map(Number);
  return new Date(Date.UTC(year, rest[0] - 1, rest[1], rest[2], rest[3], rest[4] ?? 0));
}

// The texts in the extension that lists the topics of a certificate.
function textsIn(bytes, item, found = []) {
  if (item.tag === 0x0c) found.push(textOf(bytes, item));
  else if (item.tag & 0x20) for (const child of children(bytes, item)) textsIn(bytes, child, found);
  return found;
}

export function readCertificate(bytes) {
  const [body] = children(bytes, read(bytes, 0));
  const parts = children(bytes, body);
  const first = parts[0].tag === 0xa0 ? 1 : 0;
  const [serial, , issuer, validity, subject] = parts.slice(first);
  const [from, until] = children(bytes, validity).map((item) => timeOf(bytes, item));
  const environments = new Set();
  let topics = [];
  for (const part of parts.filter((item) => item.tag === 0xa3)) {
    for (const extension of children(bytes, children(bytes, part)[0])) {
      const fields = children(bytes, extension);
      const meaning = extensions[objectIdentifier(bytes, fields[0])];
      if (meaning === "topics") topics = textsIn(bytes, read(bytes, fields.at(-1).from));
      else if (meaning) environments.add(meaning);
    }
  }
  return { serial: hexOf(bytes.slice(serial.from, serial.end)), issuer: nameOf(bytes, issuer), subject: nameOf(bytes, subject), from, until, environments: [...environments], topics };
}

function bytesOf(text) {
  const body = /-----BEGIN CERTIFICATE-----([\s\S]+?)-----END CERTIFICATE-----/.exec(text)?.[1];
  if (!body) throw new Error("-----BEGIN CERTIFICATE-----");
  return Uint8Array.from(atob(body.replace(/\s/g, "")), (c) => c.charCodeAt(0));
}

export function certificate() {
  const result = el("div", { class: "stack tight", "aria-live": "polite" });
  const file = field(t("tools.certificate.file"), input({ type: "file", accept: ".cer,.crt,.pem,.der" }));
  const pem = field(t("tools.certificate.pem"), textarea({ class: "mono", rows: "5", placeholder: "-----BEGIN CERTIFICATE-----" }));
  const show = async (make, hasKey = false) => {
    try {
      const bytes = make();
      if (bytes.length > byteCountMax) throw new Error("64 KiB");
      const found = readCertificate(bytes);
      replace(result, hasKey ? notice(t("tools.certificate.private"), "warn") : null, verdict(found), details(found, hexOf(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)))));
    } catch (error) { replace(result, notice(t("tools.certificate.unreadable", { reason: error.message }), "bad")); }
  };
  const showText = (text) => show(() => bytesOf(text), text.includes("PRIVATE KEY"));
  file.control.addEventListener("change", async () => {
    const chosen = file.control.files[0];
    if (!chosen) return;
    const bytes = new Uint8Array(await chosen.arrayBuffer());
    if (bytes[0] === 0x30) show(() => bytes);
    else showText(new TextDecoder().decode(bytes));
  });
  pem.control.addEventListener("input", () => (pem.control.value.trim() ? showText(pem.control.value) : replace(result)));
  return card(t("tools.certificate"), el("p", { class: "small soft" }, t("tools.certificate.lead")), file, pem, result);
}

function verdict(found) {
  const days = Math.floor((found.until - Date.now()) / dayMilliseconds);
  if (found.environments.length === 0 && found.topics.length === 0) return notice(t("tools.certificate.not_push"), "bad");
  if (days < 0) return notice(t("tools.certificate.expired"), "bad");
  return days < 30 ? notice(t("tools.certificate.soon", { days }), "warn") : notice(t("tools.certificate.good"), "ok");
}

const part = (name, key) => name.find(([k]) => k === key)?.[1];

const details = (found, fingerprint) => facts([
  [t("tools.certificate.topic"), part(found.subject, "UID") ? code(part(found.subject, "UID")) : null],
  [t("tools.certificate.environments"), found.environments.join(", ") || null],
  [t("tools.certificate.topics"), found.topics.length ? found.topics.map((topic) => el("div", {}, code(topic))) : null],
  [t("tools.certificate.from"), date(found.from.toISOString())], [t("tools.certificate.until"), date(found.until.toISOString())],
  [t("tools.certificate.subject"), outside(found.subject.map((pair) => pair.join("=")).join(", "))],
  [t("tools.certificate.issuer"), outside(found.issuer.map((pair) => pair.join("=")).join(", "))],
  [t("tools.certificate.serial"), code(found.serial)], [t("tools.certificate.fingerprint"), code(fingerprint)],
]);
