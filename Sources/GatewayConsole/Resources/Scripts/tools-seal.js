// Seals and opens messages as `bellhop seal` and `bellhop open` do. Keys and contents stay in this
// browser.

import { parseExact } from "./exact.js";
import { byteCount } from "./format.js";
import { meter } from "./charts.js";
import { SealProblem, compactForm, messageIn, open, readKey, seal } from "./seal.js";
import { t } from "./strings.js";
import { card, code, codeBlock, el, facts, field, form, hiddenNote, input, notice, outside, replace, textarea } from "./ui.js";

// The maximum size of a payload that APNs accepts, in bytes.
const payloadMax = 4096;
// The members of the content whose values are texts, as docs/encryption.md describes them.
const texts = ["title", "subtitle", "body", "thread", "category", "image", "sound"];
const secondsMax = 253402300799;

const appField = () => field(t("tools.seal.app"), input({ class: "mono", placeholder: "com.example.chat" }));
const keyField = (name, props = {}) => field(t(`tools.seal.${name}`), textarea({
  class: "mono", rows: "4", autocomplete: "off", ...props,
}), { hint: t(`tools.seal.${name}.hint`) });

// Shows a problem at its field.
const at = (item, error) => {
  const isKnown = error instanceof SealProblem;
  item.setError(isKnown ? t(error.key, error.values) : error.message);
  item.control.focus();
  if (!isKnown) console.error(error);
};

async function keyOf(item) {
  try { return await readKey(item.control.value); } catch (error) {
    at(item, error);
    return null;
  }
}

// The sender's key; undefined if it cannot be read, null if there is none.
const senderOf = async (item) => item.control.value.trim() === "" ? null : (await keyOf(item) ?? undefined);

// Reads the content. Returns the bytes to seal, and the parts that are not hidden.
function contentOf(source) {
  let value;
  try { value = parseExact(source); } catch (error) { throw new Error(t("tools.seal.bad_json", { reason: error.message })); }
  if (value === null || typeof value !== "object" || Array.isArray(value)) throw new Error(t("tools.seal.not_object"));
  const { id = crypto.randomUUID(), exp, sent = Math.floor(Date.now() / 1000), ...rest } = value;
  for (const [name, number] of [["exp", exp], ["sent", sent]]) {
    if (number !== undefined && !(Number.isInteger(number) && number >= 0 && number <= secondsMax)) {
      throw new Error(t("tools.seal.bad_number", { name }));
    }
  }
  const wrong = texts.find((name) => rest[name] !== undefined && typeof rest[name] !== "string");
  if (wrong) throw new Error(t("tools.seal.bad_text", { name: wrong }));
  return { id: String(id), exp, bytes: new TextEncoder().encode(JSON.stringify({ sent, ...rest })) };
}

function sealForm() {
  const result = el("div", { class: "stack tight", "aria-live": "polite" });
  const app = appField(), to = keyField("to"), sender = keyField("sender_private", { rows: "3" });
  const content = field(t("tools.seal.content"), textarea({
    class: "mono", rows: "5", value: '{"title":"Ada","body":"Meet at six"}',
  }), { hint: t("tools.seal.content.hint") });
  const fallback = field(t("tools.seal.fallback"), input({ value: "New message" }), { hint: t("tools.seal.fallback.hint") });
  return card(t("tools.seal.make"), el("p", { class: "small soft" }, t("tools.seal.lead")), form({
    fields: { app, to, sender, content, fallback }, text: t("tools.seal.make"),
    submit: async () => {
      if (!app.control.value.trim()) return at(app, new SealProblem("tools.seal.no_app"));
      const key = await keyOf(to);
      const from = key && await senderOf(sender);
      if (!key || from === undefined) return;
      let parts;
      try { parts = contentOf(content.control.value); } catch (error) { return content.setError(error.message); }
      try {
        const message = await seal(parts.bytes, { app: app.control.value.trim(), key, sender: from, id: parts.id, exp: parts.exp });
        const payload = JSON.stringify({ aps: { alert: { body: fallback.control.value }, "mutable-content": 1 }, enc: message });
        const size = byteCount(payload);
        replace(result, el("h3", {}, t("tools.seal.payload")), codeBlock(payload, t("tools.seal.payload")),
          meter(t("tools.payload.bytes"), size, payloadMax, { kind: size > payloadMax ? "bad" : size > 3700 ? "warn" : "ok" }),
          el("h3", {}, t("tools.seal.compact")), codeBlock(compactForm(message), t("tools.seal.compact")));
      } catch (error) { at(to, error); }
    },
  }), result);
}

const shown = (content) => {
  const rows = texts.filter((name) => content[name] !== undefined)
    .map((name) => [t(`tools.seal.member.${name}`), outside(content[name])]);
  return facts([...rows, Number.isInteger(content.sent)
    ? [t("tools.seal.member.sent"), new Date(content.sent * 1000).toISOString()] : null]);
};

function openForm() {
  const result = el("div", { class: "stack tight", "aria-live": "polite" });
  const source = field(t("tools.seal.message"), textarea({ class: "mono", rows: "5" }), { hint: t("tools.seal.message.hint") });
  const app = appField(), own = keyField("own"), sender = keyField("sender_public", { rows: "3" });
  return card(t("tools.seal.open"), el("p", { class: "small soft" }, t("tools.seal.open.lead")), form({
    fields: { source, app, own, sender }, text: t("tools.seal.open"),
    submit: async () => {
      replace(result);
      let message;
      try { message = messageIn(source.control.value); } catch (error) { return at(source, error); }
      if (!app.control.value.trim()) return at(app, new SealProblem("tools.seal.no_app"));
      const key = await keyOf(own);
      const from = key && await senderOf(sender);
      if (!key || from === undefined) return;
      try {
        const bytes = await open(message, { app: app.control.value.trim(), key, sender: from });
        const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
        const content = parseExact(text);
        replace(result, notice(t(message.skid ? "tools.seal.opened.proven" : "tools.seal.opened", { id: message.skid ?? "" }), "ok"),
          shown(content), hiddenNote(text),
          facts([[t("tools.seal.member.id"), code(message.id)], [t("tools.seal.suite"), code(message.suite)]]),
          codeBlock(JSON.stringify({ id: message.id, ...(message.exp ? { exp: message.exp } : {}), ...content }, null, 2), t("tools.seal.content")));
      } catch (error) { at(own, error); }
    },
  }), result);
}

export const sealTool = () => el("div", { class: "split" }, sealForm(), openForm());
