// The builder's card for the message: text, template or JSON, in one or more variants.

import { get, path, post } from "./api.js";
import {
  button, card, el, empty, failure, field, input, link, loading, notice, select, textarea,
} from "./ui.js";
import { choices, fill } from "./parts.js";
import { meter } from "./charts.js";
import { bytes } from "./format.js";
import { bubble, payloadMax } from "./bubble.js";
import { t } from "./strings.js";

// The maximum number of languages whose sizes are measured, and the time without typing after which
// the measurement begins, in milliseconds.
const measuredMax = 30, measureAfter = 500;

// The maximum number of variants of a campaign.
const variantsMax = 8;

export function messageCard(draft, changed) {
  const place = el("div", { class: "stack" });
  const message = draft.message;

  const text = (variant, name, make = input) => field(t(`builder.field.${name}`), make({
    value: variant[name], dataset: { field: name }, dir: "auto",
    on: { input: (e) => { variant[name] = e.target.value; changed(); } },
  }));

  function content(variant) {
    if (message.kind === "json") {
      const json = field(t("builder.json"), textarea({
        rows: "7", class: "mono", placeholder: '{"aps":{"alert":{"title":"Sale"}}}',
        dataset: { field: "json" }, on: { input: (e) => { variant.json = e.target.value; changed(); } },
      }));
      json.control.value = variant.json;
      return json;
    }
    const body = text(variant, "body", textarea);
    body.control.value = variant.body;
    return [el("div", { class: "fields" }, text(variant, "title"), text(variant, "subtitle")), body];
  }

  function variantOf(variant, n) {
    if (message.variants.length === 1) return el("div", { class: "stack tight" }, content(variant));
    return el("fieldset", { class: "variant" }, el("legend", { class: "unseen" }, t("builder.variant", { name: variant.name })),
      el("div", { class: "variant-head" },
        field(t("builder.variant.name"), input({
          value: variant.name, on: { input: (e) => { variant.name = e.target.value; changed(); } },
        })),
        field(t("campaign.variant.share"), input({
          type: "number", min: "1", max: "1000", value: String(variant.share),
          on: { input: (e) => { variant.share = e.target.value; changed(); } },
        })),
        button(t("builder.variant.remove"), {
          kind: "quiet", on: () => { message.variants.splice(n, 1); show(); },
        })), content(variant));
  }

  function add() {
    const names = message.variants.map((v) => v.name);
    const name = "abcdefgh".split("").find((letter) => !names.includes(letter)) ?? String(names.length + 1);
    message.variants.push({ ...message.variants.at(-1), name, share: 1 });
    show();
  }

  // MARK: Templates

  async function templates() {
    fill(place, loading());
    let list;
    try { list = (await get(path`/v1/apps/${draft.app}/templates`)).templates; } catch (error) {
      fill(place, failure(error, templates));
      return;
    }
    if (list.length === 0) {
      fill(place, empty({ title: t("builder.no_templates"), text: t("builder.no_templates.text") }));
      return;
    }
    if (!list.some((one) => one.name === message.template)) message.template = list[0].name;
    const choice = field(t("builder.template"), select(list.map((one) =>
      [one.name, t("builder.template.entry", { name: one.name, version: one.version, locales: one.locales.join(", ") })]), {
      value: message.template, on: { change: (e) => { message.template = e.target.value; template(rest); changed(); } },
    }));
    const rest = el("div", { class: "stack" });
    fill(place, choice, rest);
    await template(rest);
    changed();
  }

  async function template(rest) {
    fill(rest, loading());
    try {
      const one = await get(path`/v1/apps/${draft.app}/templates/${message.template}`);
      const declared = one.template.variables ?? {};
      // The values of another template are forgotten.
      const names = Object.keys(message.variables);
      if (!names.every((name) => Object.hasOwn(declared, name))) message.variables = {};
      const shown = el("div", { class: "stack tight" });
      const sizes = el("div", { class: "stack tight", dataset: { part: "sizes" } });
      let timer = 0, round = 0;
      // The size in each language, because a text that fits in one may not fit in another.
      const measure = async () => {
        const mine = ++round;
        const found = await Promise.all(one.locales.slice(0, measuredMax).map(async ({ locale: name }) => {
          try {
            const { longest_bytes: size } = await post(path`/v1/apps/${draft.app}/templates/${one.name}/preview`, {
              locale: name, variables: message.variables,
            });
            return { name, size };
          } catch (error) { return { name, problem: error.message }; }
        }));
        if (mine !== round) return;
        fill(sizes, found.map(({ name, size, problem }) => problem ? notice(`${name}: ${problem}`, "warn")
          : meter(name, size, payloadMax, {
            text: `${bytes(size)} / ${bytes(payloadMax)}`, kind: size > payloadMax ? "bad" : size > 0.9 * payloadMax ? "warn" : "ok",
          })));
      };
      let locale = one.locales[0].locale;
      const look = async () => {
        try {
          const found = await post(path`/v1/apps/${draft.app}/templates/${one.name}/preview`, {
            locale, variables: message.variables,
          });
          fill(shown, bubble(found.payload, { longest: found.longest_bytes }),
            found.findings.map((f) => notice(f.detail, f.severity === "error" ? "bad" : "warn")));
        } catch (error) { fill(shown, notice(error.message, "warn")); }
      };
      const fields = Object.entries(declared).map(([name, rule]) => {
        const type = typeof rule === "string" ? rule : rule.type;
        return field(`${name} (${type})`, input({
          placeholder: t("builder.variable"), value: String(message.variables[name] ?? ""), on: {
            input: (e) => {
              const value = e.target.value;
              if (value === "") delete message.variables[name];
              else {
                message.variables[name] = type === "number" ? Number(value)
                  : type === "flag" ? value === "true" : value;
              }
              look();
              clearTimeout(timer);
              timer = setTimeout(measure, measureAfter);
              changed();
            },
          },
        }), { hint: rule.default === undefined ? t("builder.variable.hint") : t("builder.variable.default", { value: rule.default }) });
      });
      fill(rest, fields.length ? el("div", { class: "fields" }, fields) : null,
        el("h3", {}, t("builder.locales")),
        choices(t("builder.locales"), one.locales.map((l) => [l.locale, l.locale]), locale, (value) => { locale = value; look(); }),
        shown,
        one.locales.length > 1 ? [el("h3", {}, t("builder.sizes")), el("p", { class: "small soft" }, t("builder.sizes.hint")), sizes] : null);
      await look();
      if (one.locales.length > 1) await measure();
    } catch (error) { fill(rest, failure(error, () => template(rest))); }
  }

  function show() {
    if (message.kind === "template") templates();
    else {
      place.drawnText = undefined;
      place.replaceChildren(...message.variants.map((v, n) => variantOf(v, n)),
        ...message.kind === "text" ? [el("p", { class: "hint" }, t("builder.variables"))] : [],
        ...message.variants.length < variantsMax ? [el("div", {}, button(t("builder.variant.add"), { on: add, small: true }))] : []);
    }
    changed();
  }

  const element = card({
    title: t("builder.message"),
    actions: link(t("builder.compose"), "/console/compose", { class: "button quiet small" }),
  }, choices(t("builder.message"), [
    ["text", t("builder.text")], ["template", t("builder.template")], ["json", t("builder.json")],
  ], message.kind, (kind) => { message.kind = kind; show(); }), place);
  show();
  return { element, appChanged: show };
}
