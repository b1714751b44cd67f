// The form, which is made from the table of fields for each push type.

import { findingElement } from "./compose-findings.js";
import { fieldsOf, groups, keyPath, ownKeys, readField, writeField } from "./compose-fields.js";
import { parse, removeAt, setAt } from "./compose-json.js";
import { button, checkbox, el, field, input, outside, replace, select, textarea } from "./ui.js";
import { has, t } from "./strings.js";

const isNumber = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

// For each kind of field: the control, the text that it shows for a value, and the value of the
// text in it. `undefined` means no value; `null` from `value` means an incomplete text.
const kinds = {
  text: { make: () => input(), show: (v) => v ?? "", value: (c) => c.value === "" ? undefined : c.value, fits: (v) => typeof v === "string" },
  lines: { make: () => textarea({ rows: "3", spellcheck: "true" }), show: (v) => v ?? "", value: (c) => c.value === "" ? undefined : c.value, fits: (v) => typeof v === "string" },
  number: numeric({ step: "any" }),
  count: numeric({ step: "1", min: "0" }),
  share: numeric({ step: "0.1", min: "0", max: "1" }),
  time: numeric({ step: "1", min: "0" }),
  flag: { isCheck: true, on: 1, fits: (v) => v === 1 || v === 0 || typeof v === "boolean" },
  truth: { isCheck: true, on: true, fits: (v) => typeof v === "boolean" },
  word: { make: (row) => select([["", t("form.unset")], ...row.words.map((word) => [word, t(`word.${word}`)])]), show: (v) => v ?? "", value: (c) => c.value === "" ? undefined : c.value, fits: (v, row) => row.words.includes(v) },
  texts: {
    make: () => textarea({ rows: "2", placeholder: t("form.one_a_line") }), show: (v) => (v ?? []).join("\n"),
    value: (c) => c.value === "" ? undefined : c.value.split("\n"), fits: (v) => Array.isArray(v) && v.every((x) => typeof x === "string" && !x.includes("\n")),
  },
  json: {
    make: () => textarea({ rows: "4", class: "mono", dir: "ltr" }), show: (v) => v === undefined ? "" : JSON.stringify(v, null, 2),
    value: (c) => c.value.trim() === "" ? undefined : parse(c.value).root ? { json: c.value.trim() } : null, fits: () => true,
  },
};

function numeric(props) {
  return {
    make: () => input({ inputmode: "decimal", class: "num", ...props, type: "text" }),
    show: (v) => v === undefined ? "" : String(v),
    value: (c) => c.value.trim() === "" ? undefined : isNumber.test(c.value.trim()) ? { json: c.value.trim() } : null,
    fits: (v) => typeof v === "number",
  };
}

const hintOf = (id) => (has(`hint.${id}`) ? t(`hint.${id}`) : undefined);

// The values that may be a text instead of an object; then the text is that of this field.
const whole = { "aps.alert.body": "aps.alert", "aps.sound.name": "aps.sound" };

export class Form {
  // host: { text(), change(text), headers, setHeader(name, value), onFix(finding), types, apps }.
  #host; #rows = []; #headers = new Map(); #type = null; #own; #broken; #groups;

  constructor(host) {
    this.#host = host;
    this.#broken = el("div", { class: "notice bad form-broken", role: "status", hidden: true });
    this.#groups = el("div", { class: "form-groups" });
    this.#own = el("div", { class: "own-keys" });
    this.element = el("div", { class: "compose-form" }, this.#headerFields(), this.#broken, this.#groups);
  }

  // MARK: Headers

  #headerFields() {
    const set = (name) => (event) => this.#host.setHeader(name, event.target.value.trim());
    const typed = (name, props = {}) => input({ ...props, dir: "ltr", on: { input: set(name) } });
    const make = (name, control) => {
      const slot = el("div", { class: "findings" });
      control.id ||= name;
      const item = field(t(`header.${name}`), control, { hint: hintOf(name) });
      item.append(slot);
      this.#headers.set(name, { item, control, slot });
      return item;
    };
    const type = select(this.#host.types.map((row) => [row.push_type, row.push_type]), { id: "push-type", on: { change: (e) => this.#host.setHeader("apns-push-type", e.target.value) } });
    const app = select(this.#host.apps.map((a) => [a.bundle, a.name === a.bundle ? a.name : `${a.name} – ${a.bundle}`]), { id: "app", on: { change: (e) => this.#host.setApp(e.target.value) } });
    this.app = app;
    this.purpose = el("p", { class: "hint purpose" });
    this.priority = select([], { id: "priority", on: { change: set("apns-priority") } });
    this.expiry = select([["", t("expiry.default")], ["0", t("expiry.once")], ["3600", t("expiry.hour")], ["86400", t("expiry.day")], ["2592000", t("expiry.month")], ["custom", t("expiry.custom")]], {
      on: { change: (e) => this.#chooseExpiry(e.target.value) } });
    const expiration = typed("apns-expiration", { class: "num", inputmode: "numeric", placeholder: t("expiry.seconds") });
    const id = typed("apns-id", { class: "mono", placeholder: t("form.made_by_server") });
    const more = el("details", { class: "form-group", id: "group-headers" }, el("summary", {}, t("group.headers"), el("span", { class: "group-set" })), el("div", { class: "fields" },
      make("apns-topic", typed("apns-topic", { class: "mono" })), make("apns-priority", this.priority),
      el("div", { class: "field-pair" }, field(t("header.expires"), this.expiry), make("apns-expiration", expiration)),
      make("apns-collapse-id", typed("apns-collapse-id")),
      make("apns-id", id), button(t("form.new_id"), { small: true, on: () => { id.value = crypto.randomUUID(); this.#host.setHeader("apns-id", id.value); } })));
    return el("div", { class: "form-top" }, el("div", { class: "fields" }, make("apns-push-type", type), field(t("header.app"), app)), this.purpose, more);
  }

  #chooseExpiry(choice) {
    const { control } = this.#headers.get("apns-expiration");
    if (choice === "custom") { control.focus(); return; }
    const value = choice === "" || choice === "0" ? choice : String(Math.floor(Date.now() / 1000) + Number(choice));
    control.value = value;
    this.#host.setHeader("apns-expiration", value);
  }

  // MARK: The payload

  #build(type) {
    this.#type = type;
    this.#rows = fieldsOf(type).map((row) => this.#row(row));
    const own = this.#ownGroup();
    replace(this.#groups, groups.map((group) => {
      const items = this.#rows.filter((r) => r.row.group === group);
      if (items.length === 0) return null;
      const box = el("details", { class: "form-group", dataset: { group }, open: group === "text" || group === "activity" || (group === "behaviour" && type !== "alert") },
        el("summary", {}, t(`group.${group}`), el("span", { class: "group-set" })), el("div", { class: "fields" }, items.map((r) => r.element)));
      return box;
    }), own);
  }

  #row(row) {
    const kind = kinds[row.kind], slot = el("div", { class: "findings" });
    let element, control;
    const change = () => {
      const value = kind.isCheck ? (control.checked ? kind.on : undefined) : kind.value(control);
      if (value === null) {
        control.setAttribute("aria-invalid", "true");
        replace(slot, el("p", { class: "field-error" }, t(row.kind === "json" ? "form.not_json" : "form.not_number")));
        return;
      }
      this.#host.change(writeField(this.#host.text(), row, value));
    };
    if (kind.isCheck) {
      element = el("div", { class: "field" }, checkbox(t(`field.${row.id}`), { on: { change } }), hintOf(row.id) ? el("p", { class: "hint" }, hintOf(row.id)) : null);
      control = element.querySelector("input");
    } else {
      control = kind.make(row);
      control.addEventListener(row.kind === "word" ? "change" : "input", change);
      element = field(t(`field.${row.id}`), control, { hint: hintOf(row.id) });
      if (row.kind === "time") element.append(this.#clock(control, change));
    }
    control.dataset.field = row.id;
    element.append(slot);
    if (["lines", "json", "texts"].includes(row.kind)) element.classList.add("wide-field");
    return { row, kind, control, element, slot, shown: undefined };
  }

  #clock(control, change) {
    const set = (seconds) => () => { control.value = String(Math.floor(Date.now() / 1000) + seconds); change(); };
    const shown = el("span", { class: "hint time-shown" });
    control.addEventListener("sync", () => {
      const seconds = Number(control.value);
      shown.textContent = control.value && Number.isFinite(seconds) && Math.abs(seconds) < 8e12 ? new Date(seconds * 1000).toLocaleString("en", { dateStyle: "medium", timeStyle: "short" }) : "";
    });
    return el("div", { class: "row" }, button(t("form.now"), { small: true, on: set(0) }), button(t("form.in_an_hour"), { small: true, on: set(3600) }), shown);
  }

  // MARK: The app's own keys

  #ownGroup() {
    const name = input({ placeholder: t("own.name"), "aria-label": t("own.name"), dir: "ltr" });
    const value = input({ placeholder: t("own.value"), "aria-label": t("own.value"), class: "mono", dir: "ltr" });
    const add = (event) => {
      event.preventDefault();
      if (!name.value) { name.focus(); return; }
      const json = parse(value.value).root ? { json: value.value } : value.value;
      this.#host.change(setAt(this.#host.text(), [name.value], json));
      name.value = value.value = "";
      name.focus();
    };
    return el("details", { class: "form-group", dataset: { group: "own" } }, el("summary", {}, t("group.own"), el("span", { class: "group-set" })),
      el("p", { class: "hint" }, t("own.hint")), this.#own,
      el("form", { class: "own-add", on: { submit: add } }, name, value, el("button", { type: "submit", class: "button small" }, t("own.add"))));
  }

  #syncOwn(root, text) {
    if (this.#own.contains(document.activeElement)) return;
    replace(this.#own, ownKeys(root, this.#type).map((m) => {
      const value = input({ class: "mono", dir: "ltr", value: text.slice(m.node.from, m.node.to).replace(/\s*\n\s*/g, " "), "aria-label": m.key });
      value.addEventListener("input", () => {
        const isValid = Boolean(parse(value.value).root);
        value.setAttribute("aria-invalid", String(!isValid));
        if (isValid) this.#host.change(setAt(this.#host.text(), [m.key], { json: value.value }));
      });
      return el("div", { class: "own-key" }, el("code", {}, outside(m.key)), value,
        button("×", { small: true, kind: "quiet", "aria-label": t("own.remove", { key: m.key }), on: () => { document.activeElement?.blur(); this.#host.change(removeAt(this.#host.text(), [m.key])); } }));
    }));
  }

  // MARK: In step

  // Shows the payload, the headers and the findings. Controls that have the focus keep their text.
  sync({ text, headers, type, findings, app }) {
    if (type.push_type !== this.#type) this.#build(type.push_type);
    this.#syncHeaders(headers, type, app);
    const { root, error } = parse(text);
    this.#broken.hidden = !error;
    this.#groups.inert = Boolean(error);
    if (error) {
      const first = findings.find((f) => f.range && f.severity === "error");
      replace(this.#broken, el("p", {}, t("form.broken")), first ? findingElement(first, { onFix: this.#host.onFix, isShort: true }) : null);
    } else {
      for (const r of this.#rows) this.#syncRow(r, root);
      this.#syncOwn(root, text);
      this.#counts(root);
    }
    this.#syncFindings(findings);
  }

  #syncRow(r, root) {
    const value = readField(root, r.row);
    if (r.kind.isCheck) { r.control.checked = Boolean(value); return; }
    if (document.activeElement === r.control) return;
    const fits = value === undefined || r.kind.fits(value, r.row);
    if (r.row.kind !== "word") r.control.readOnly = !fits;
    r.control.value = fits ? r.kind.show(value) : r.row.kind === "word" ? "" : JSON.stringify(value);
    r.control.title = fits ? "" : t("form.other_form");
    r.control.dispatchEvent(new Event("sync"));
  }

  #syncHeaders(headers, type, app) {
    for (const [name, { control }] of this.#headers) {
      if (document.activeElement === control || name === "apns-priority") continue;
      control.value = headers[name] ?? "";
    }
    this.app.value = app;
    this.#headers.get("apns-topic").control.placeholder = app + type.topic_suffix;
    const options = [["", t("form.usual_priority", { priority: type.usual_priority })], ...type.priorities.map((p) => [String(p), t(`priority.${p}`)])];
    const value = headers["apns-priority"] ?? "";
    if (value && !type.priorities.map(String).includes(value)) options.push([value, value]);
    replace(this.priority, options.map(([key, title]) => el("option", { value: key, selected: key === value }, title)));
    if (document.activeElement !== this.expiry) {
      const e = headers["apns-expiration"] ?? "";
      this.expiry.value = e === "" || e === "0" ? e : "custom";
    }
    this.purpose.textContent = t("form.purpose", {
      purpose: type.purpose.charAt(0).toUpperCase() + type.purpose.slice(1), bytes: type.byte_count_max.toLocaleString("en"),
    }) + (type.since ? ` ${t("form.since", { since: type.since })}` : "") + (type.takes_key ? "" : ` ${t("form.certificate_only")}`);
  }

  #counts(root) {
    for (const box of this.element.querySelectorAll("details.form-group")) {
      const { group } = box.dataset;
      const count = group === "own" ? this.#own.childElementCount
        : group ? this.#rows.filter((r) => r.row.group === group && readField(root, r.row) !== undefined).length
          : [...this.#headers].filter(([name]) => name !== "apns-push-type" && this.#host.headers[name]).length;
      box.querySelector(".group-set").textContent = count ? t("form.set", { count }) : "";
    }
  }

  #syncFindings(findings) {
    const show = (slot, control, path, also) => {
      const mine = findings.filter((f) => f.key_path && (f.key_path === path || f.key_path === also || f.key_path.startsWith(`${path}[`)));
      replace(slot, mine.map((f) => findingElement(f, { onFix: this.#host.onFix, isShort: true })));
      if (mine.some((f) => f.severity === "error")) control.setAttribute("aria-invalid", "true");
      else control.removeAttribute("aria-invalid");
      const box = mine.length ? slot.closest("details.form-group") : null;
      if (box) box.open = true;
    };
    for (const r of this.#rows) {
      if (r.control.getAttribute("aria-invalid") === "true" && document.activeElement === r.control && r.kind.value?.(r.control) === null) continue;
      show(r.slot, r.control, keyPath(r.row), whole[keyPath(r.row)]);
    }
    for (const [name, { control, slot }] of this.#headers) show(slot, control, `headers.${name}`);
  }
}
