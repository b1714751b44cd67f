// Numbers, bytes and times as text, and text of unknown origin with its invisible characters
// visible.

import { t } from "./strings.js";

const locale = "en";
const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
const short = new Intl.NumberFormat(locale, { notation: "compact", maximumFractionDigits: 1 });
const fraction = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
const moment = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "medium" });
const clock = new Intl.DateTimeFormat(locale, { timeStyle: "medium" });
const day = new Intl.DateTimeFormat(locale, { dateStyle: "medium" });

export const count = (n) => whole.format(n ?? 0);
export const compact = (n) => (Math.abs(n ?? 0) < 10000 ? whole : short).format(n ?? 0);
export const decimal = (n) => fraction.format(n ?? 0);

// A part of a whole as a percentage; "–" if the whole is 0.
export function percent(part, all) {
  if (!all) return "–";
  const value = (100 * part) / all;
  const digits = value > 0 && value < 1 ? 2 : value === 100 || value >= 10 ? 0 : 1;
  return `${value.toFixed(digits)} %`;
}

export function bytes(n) {
  if (n < 1024) return t(n === 1 ? "unit.byte" : "unit.bytes", { n: count(n) });
  const units = ["KiB", "MiB", "GiB", "TiB"];
  let value = n / 1024, unit = 0;
  while (value >= 1024 && unit < units.length - 1) { value /= 1024; unit += 1; }
  return `${fraction.format(value)} ${units[unit]}`;
}

// The number of bytes of a text in UTF-8.
export const byteCount = (text) => new TextEncoder().encode(text).length;

// A time span in seconds, with at most two units: "2 h 5 min".
export function duration(seconds) {
  if (seconds === null || seconds === undefined || !Number.isFinite(seconds)) return "–";
  if (seconds < 1) return `${Math.round(seconds * 1000)} ms`;
  if (seconds < 10) return `${fraction.format(seconds)} s`;
  const parts = [[86400, "d"], [3600, "h"], [60, "min"], [1, "s"]];
  const result = [];
  let rest = Math.round(seconds);
  for (const [size, unit] of parts) {
    if (rest >= size || (result.length === 0 && size === 1)) {
      const n = Math.floor(rest / size);
      if (n > 0) result.push(`${n} ${unit}`);
      rest -= n * size;
    } else if (result.length > 0) break;
    if (result.length === 2) break;
  }
  return result.join(" ");
}

export const dateTime = (iso) => (iso ? moment.format(new Date(iso)) : "–");
export const timeOfDay = (iso) => (iso ? clock.format(new Date(iso)) : "–");
export const date = (iso) => (iso ? day.format(new Date(iso)) : "–");

// The distance of a time from now, such as "5 min ago".
export function relative(iso, now = Date.now()) {
  if (!iso) return "–";
  const seconds = (now - new Date(iso).getTime()) / 1000;
  if (Math.abs(seconds) < 5) return t("time.now");
  return t(seconds > 0 ? "time.ago" : "time.in", { time: duration(Math.abs(seconds)) });
}

// Characters that are invisible or change the direction of the text around them: controls, soft
// hyphen, Arabic letter mark, Hangul and Mongolian fillers, zero-width characters, bidirectional
// controls, invisible operators, variation selectors after letters, byte order mark, tags.
const hidden =
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B\u200C\u200E\u200F\u202A-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\uFFF9-\uFFFB]|[\u{1BCA0}-\u{1BCA3}\u{1D173}-\u{1D17A}\u{E0000}-\u{E007F}]|(?<!\p{Extended_Pictographic}\uFE0F?|\p{Emoji_Modifier})\u200D/gu;

export const codeOf = (character) =>
  `U+${character.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}`;

// Splits a text into visible parts and invisible characters: [{ text } or { code }].
export function visibleParts(text) {
  const parts = [];
  let from = 0;
  for (const match of String(text).matchAll(hidden)) {
    if (match.index > from) parts.push({ text: text.slice(from, match.index) });
    parts.push({ code: codeOf(match[0]) });
    from = match.index + match[0].length;
  }
  if (from < text.length) parts.push({ text: text.slice(from) });
  return parts;
}

// The codes of a text's invisible characters, each once.
export const hiddenCodes = (text) =>
  [...new Set([...String(text ?? "").matchAll(hidden)].map((match) => codeOf(match[0])))];

// Whether a word mixes Latin letters with Cyrillic or Greek ones, which look alike.
export const mixesScripts = (text) =>
  String(text ?? "").split(/\P{L}+/u).some((word) =>
    /\p{Script=Latin}/u.test(word) && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(word));

// Returns a cell of a CSV file. A text that spreadsheets would interpret as a formula gets an
// apostrophe before it.
export function csvCell(value) {
  let text = String(value ?? "");
  if (/^[=+\-@\t\r]/.test(text) && !/^[+-]?\d+(\.\d+)?$/.test(text)) text = `'${text}`;
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
