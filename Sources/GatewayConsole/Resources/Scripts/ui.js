// Elements of the console. All text is set as text, never as HTML.

import { Problem } from "./api.js";
import { hiddenCodes, relative, dateTime, visibleParts } from "./format.js";
import { t } from "./strings.js";

const svgTags = new Set(
  ["svg", "path", "g", "line", "polyline", "rect", "circle", "text", "title", "use", "defs",
    "clipPath", "linearGradient", "stop", "polygon", "ellipse"]);
// What a page must never set, because it would run code or load from elsewhere.
const forbidden = new Set(["innerHTML", "outerHTML", "srcdoc", "style"]);

// Returns an element.
//
// props: `class`, `text`, `dataset`, `on` (an object of listeners), `aria` (without the prefix),
// `vars` (CSS custom properties), and any other attribute; null, undefined and false leave an
// attribute out. Children are nodes, texts, arrays of them; null and false are left out.
export function el(tag, props = {}, ...children) {
  const isSVG = svgTags.has(tag);
  const element = isSVG
    ? document.createElementNS("http://www.w3.org/2000/svg", tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (forbidden.has(name) || name.startsWith("on") && name !== "on") {
      throw new TypeError(`el: ${name} is not allowed`);
    } else if (name === "class") element.setAttribute("class", value);
    else if (name === "text") element.textContent = value;
    else if (name === "dataset") Object.assign(element.dataset, value);
    else if (name === "on") {
      for (const [event, listener] of Object.entries(value)) {
        element.addEventListener(event, listener);
      }
    } else if (name === "aria") {
      for (const [key, text] of Object.entries(value)) {
        if (text !== null && text !== undefined) element.setAttribute(`aria-${key}`, text);
      }
    } else if (name === "vars") {
      for (const [key, text] of Object.entries(value)) {
        element.style.setProperty(`--${key}`, text);
      }
    } else if (name === "value" || name === "checked" || name === "disabled" ||
      name === "selected" || name === "hidden" || name === "open") {
      element[name] = value;
    } else if (name === "href" && !isSafeLink(value)) {
      throw new TypeError(`el: not a link: ${value}`);
    } else element.setAttribute(name, value === true ? "" : value);
  }
  append(element, children);
  return element;
}

export const append = (element, ...children) => {
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child);
  }
};

// Whether a link leads to a page of this console, to https, to a section of this page or to a file
// that the page made.
export const isSafeLink = (href) => /^(https:\/\/|\/(?!\/)|#|\?|blob:)/.test(String(href));

export const $ = (id) => document.getElementById(id);

export function replace(parent, ...children) {
  parent.replaceChildren();
  append(parent, children);
  return parent;
}

// Text of unknown origin: isolated in its direction, with invisible characters as labels.
export function outside(text, props = {}) {
  const shown = String(text ?? "");
  return el("bdi", { dir: "auto", ...props }, visibleParts(shown).map((part) =>
    part.code === undefined ? part.text
      : el("span", { class: "hidden-character", title: t("text.hidden", { code: part.code }) },
        part.code)));
}

// A warning about the invisible characters of a text; null if there are none.
export function hiddenNote(text) {
  const codes = hiddenCodes(text);
  return codes.length === 0 ? null
    : notice(t("text.hidden_note", { codes: codes.join(", ") }), "warn");
}

export const icon = (path) =>
  el("svg", { viewBox: "0 0 20 20", class: "icon", "aria-hidden": "true" }, el("path", { d: path }));

// kind: "primary", "quiet", "danger" or none.
export function button(text, { kind = "", small = false, on, ...props } = {}) {
  return el("button", {
    type: "button", class: `button ${kind}${small ? " small" : ""}`.trim(),
    on: on ? { click: on } : {}, ...props,
  }, text);
}

export const link = (text, href, props = {}) => el("a", { href, ...props }, text);

// kind: "ok", "warn", "bad", "info" or none. A badge always has a text, never colour alone.
export const badge = (text, kind = "") => el("span", { class: `badge ${kind}`.trim() }, text);

export const notice = (text, kind = "info", ...more) =>
  el("div", { class: `notice ${kind}`, role: kind === "bad" ? "alert" : "note" },
    el("p", {}, text), more);

export const code = (text) => el("code", {}, outside(text));

// A time relative to now; the exact time is shown when the pointer is on it.
export const when = (iso) =>
  iso ? el("time", { datetime: iso, title: dateTime(iso) }, relative(iso)) : el("span", {}, "–");

export function copyButton(text, label = t("action.copy")) {
  const b = button(label, {
    small: true, kind: "quiet",
    on: async () => {
      await navigator.clipboard.writeText(typeof text === "function" ? text() : text);
      b.textContent = t("action.copied");
      setTimeout(() => { b.textContent = label; }, 1500);
    },
  });
  return b;
}

// A text in a monospaced font with a button that copies it.
export const codeBlock = (text, label) =>
  el("div", { class: "code-block" },
    el("pre", { tabindex: "0", "aria-label": label }, el("code", {}, text)), copyButton(text));

// MARK: Views

export const card = (title, ...children) => {
  const options = title && typeof title === "object" && !(title instanceof Node) ? title
    : { title };
  const id = `card-${(card.count = (card.count ?? 0) + 1)}`;
  return el("section", {
    class: `card ${options.class ?? ""}`.trim(),
    "aria-labelledby": options.title ? id : null,
  },
  options.title || options.actions
    ? el("div", { class: "card-head" },
      options.title ? el("h2", { id }, options.title) : null,
      options.actions ? el("div", { class: "card-actions" }, options.actions) : null)
    : null,
  children);
};

export const loading = (text = t("state.loading")) =>
  el("div", { class: "loading", role: "status" },
    el("span", { class: "spinner", "aria-hidden": "true" }), text);

// An empty view says what it will contain and what to do next; `action` is a button or link.
export const empty = ({ title = t("state.empty"), text = "", action = null } = {}) =>
  el("div", { class: "empty" }, el("p", { class: "empty-title" }, title),
    text ? el("p", {}, text) : null, action);

// A failed view: the API's error, and a button that tries again.
export function failure(error, retry) {
  const problem = error instanceof Problem ? error : null;
  return el("div", { class: "empty failed", role: "alert" },
    el("p", { class: "empty-title" }, problem?.title || t("state.failed")),
    el("p", {}, outside(problem?.detail || String(error?.message ?? error))),
    problem?.keyPath ? el("p", {}, code(problem.keyPath)) : null,
    retry ? button(t("state.retry"), { on: retry }) : null);
}

// Shows what a function loads: first a loading indicator, then the result or the failure.
//
// `load` returns a value, `draw` makes nodes of it. Returns a function that loads again; the old
// content stays until the new content is there.
export function view(parent, load, draw) {
  let round = 0;
  const again = async ({ quiet = true } = {}) => {
    const mine = ++round;
    if (!quiet || parent.childElementCount === 0) replace(parent, loading());
    parent.setAttribute("aria-busy", "true");
    try {
      const value = await load();
      if (mine === round) replace(parent, await draw(value));
    } catch (error) {
      if (error?.name === "AbortError") return;
      if (mine === round) replace(parent, failure(error, () => again({ quiet: false })));
      if (!(error instanceof Problem)) console.error(error);
    } finally {
      if (mine === round) parent.removeAttribute("aria-busy");
    }
  };
  again();
  return again;
}

// A part of a page whose module is loaded when it is first shown, so that the page is small without
// it. `load` imports the module, `draw` makes nodes with it.
export function later(load, draw) {
  const box = el("div", { class: "stack" });
  const again = async () => {
    replace(box, loading());
    try { replace(box, draw(await load())); } catch (error) { replace(box, failure(error, again)); }
  };
  again();
  return box;
}

// A table.
//
// columns: [{ title, cell(row) → node or text, class, align: "end" }]
// href(row): the page of a row; its first cell becomes a link.
export function table({ columns, rows, caption, href, empty: nothing, foot }) {
  if (rows.length === 0) return nothing instanceof Node ? nothing : empty(nothing);
  const cellClass = (column) => [column.class, column.align === "end" ? "end" : ""]
    .filter(Boolean).join(" ") || null;
  return el("div", { class: "table-frame", tabindex: "0", role: "region", "aria-label": caption },
    el("table", {},
      el("caption", { class: "unseen" }, caption),
      el("thead", {}, el("tr", {}, columns.map((column) =>
        el("th", { scope: "col", class: cellClass(column) }, column.title ||
          el("span", { class: "unseen" }, column.label ?? "–"))))),
      el("tbody", {}, rows.map((row) => el("tr", {}, columns.map((column, n) => {
        const content = column.cell(row);
        const shown = n === 0 && href?.(row) ? link(content, href(row), { class: "row-link" })
          : content;
        return el("td", { class: cellClass(column), dataset: { title: column.title ?? "" } },
          shown);
      })))),
      foot ? el("tfoot", {}, foot) : null));
}

// A list of names and values: [[name, node or text], …]; rows without a value are left out.
export const facts = (rows) =>
  el("dl", { class: "facts" }, rows.filter((row) => row && row[1] !== null && row[1] !== undefined)
    .map(([name, value]) => [el("dt", {}, name), el("dd", {}, value)]));

// A number with its name, and optionally its change or a hint.
export const figure = (name, value, { hint, kind } = {}) =>
  el("div", { class: `figure ${kind ?? ""}`.trim() },
    el("span", { class: "figure-name" }, name), el("strong", {}, value),
    hint ? el("span", { class: "figure-hint" }, hint) : null);

// MARK: Forms

let fieldCount = 0;

// A control with its label, a hint and a place for its error. `control` is an input, select or
// textarea. Returns the element; `setError(text)` shows or clears the error.
export function field(label, control, { hint } = {}) {
  const id = control.id || `field-${++fieldCount}`;
  control.id = id;
  const hintElement = hint ? el("p", { class: "hint", id: `${id}-hint` }, hint) : null;
  const error = el("p", { class: "field-error", id: `${id}-error`, hidden: true });
  const described = [hintElement?.id, error.id].filter(Boolean).join(" ");
  control.setAttribute("aria-describedby", described);
  const element = el("div", { class: "field" }, el("label", { for: id }, label), control,
    hintElement, error);
  element.control = control;
  element.setError = (text) => {
    error.textContent = text ?? "";
    error.hidden = !text;
    if (text) control.setAttribute("aria-invalid", "true");
    else control.removeAttribute("aria-invalid");
  };
  return element;
}

export const input = (props = {}) => el("input", { type: "text", autocomplete: "off", ...props });

export const textarea = (props = {}) => el("textarea", { rows: "4", spellcheck: "false", ...props });

// options: [[value, text], …] or texts.
export const select = (options, props = {}) => {
  const { value, ...rest } = props;
  return el("select", rest, options.map((option) => {
    const [key, text] = Array.isArray(option) ? option : [option, option];
    return el("option", { value: key, selected: value === key }, text);
  }));
};

export const checkbox = (label, props = {}) =>
  el("label", { class: "check" }, el("input", { type: "checkbox", ...props }), label);

// A row of choices, one of which is pressed. onChange gets the chosen value.
export function segmented(options, value, onChange, label) {
  const buttons = options.map(([key, text]) => el("button", {
    type: "button", aria: { pressed: String(key === value) }, dataset: { value: key },
    on: {
      click: () => {
        for (const b of buttons) b.setAttribute("aria-pressed", String(b.dataset.value === key));
        onChange(key);
      },
    },
  }, text));
  return el("div", { class: "segmented", role: "group", "aria-label": label }, buttons);
}

// Tabs, each with an identifier, a title and a function that makes the content when it is first
// shown. The chosen tab is part of the address, after #.
export function tabs(entries, label) {
  const list = el("div", { class: "tabs", role: "tablist", "aria-label": label });
  const panels = el("div", { class: "tab-panels" });
  const items = entries.map(({ id, title, draw }) => {
    const panel = el("div", {
      role: "tabpanel", id: `panel-${id}`, aria: { labelledby: `tab-${id}` }, hidden: true,
    });
    const tab = el("button", {
      type: "button", role: "tab", id: `tab-${id}`, aria: { controls: panel.id, selected: "false" },
      tabindex: "-1", on: { click: () => show(id) },
    }, title);
    return { id, tab, panel, draw, isDrawn: false };
  });
  const show = (id, isFromAddress = false) => {
    const chosen = items.find((item) => item.id === id) ?? items[0];
    for (const item of items) {
      const isChosen = item === chosen;
      item.tab.setAttribute("aria-selected", String(isChosen));
      item.tab.tabIndex = isChosen ? 0 : -1;
      item.panel.hidden = !isChosen;
    }
    if (!chosen.isDrawn) {
      chosen.isDrawn = true;
      append(chosen.panel, [chosen.draw()]);
    }
    if (!isFromAddress) history.replaceState(null, "", `#${chosen.id}`);
    reveal();
  };
  // Scrolls to the chosen tab, because a phone has no room for all of them.
  const reveal = () => {
    const tab = items.find((item) => !item.panel.hidden)?.tab;
    if (tab) list.scrollLeft = tab.offsetLeft - list.offsetLeft - (list.clientWidth - tab.offsetWidth) / 2;
  };
  new ResizeObserver(reveal).observe(list);
  list.addEventListener("keydown", (event) => {
    const at = items.findIndex((item) => item.tab === document.activeElement);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: items.length - 1 }[event.key];
    if (at < 0 || to === undefined) return;
    event.preventDefault();
    const item = items[(to + items.length) % items.length];
    item.tab.focus();
    show(item.id);
  });
  window.addEventListener("hashchange", () => show(location.hash.slice(1), true));
  append(list, items.map((item) => item.tab));
  append(panels, items.map((item) => item.panel));
  show(location.hash.slice(1), true);
  return el("div", { class: "tabbed" }, list, panels);
}

// Runs the submission of a form: disables its buttons meanwhile, shows a failure in `fields` (an
// object of fields by the name of the API's key) or below the form, and returns the result.
export function form({ fields = {}, submit, text = t("action.save"), kind = "primary", extra }) {
  const message = el("p", { class: "field-error", role: "alert", hidden: true });
  const send = el("button", { type: "submit", class: `button ${kind}` }, text);
  const element = el("form", { class: "form", novalidate: true }, Object.values(fields),
    message, el("div", { class: "form-actions" }, send, extra));
  element.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (send.disabled) return;
    const hadFocus = document.activeElement === send;
    send.disabled = true;
    message.hidden = true;
    for (const item of Object.values(fields)) item.setError?.(null);
    try { await submit(); } catch (error) {
      const name = (error.keyPath ?? "").split(/[.[]/)[0];
      if (fields[name]?.setError) {
        fields[name].setError(error.message);
        fields[name].control.focus();
      } else {
        message.textContent = error.message;
        message.hidden = false;
      }
      if (!(error instanceof Problem)) console.error(error);
    } finally {
      send.disabled = false;
      // A disabled button has no focus.
      if (hadFocus && document.activeElement === document.body) send.focus();
    }
  });
  return element;
}

// MARK: Dialogs and toasts

// Opens a dialog over the page. `content` is nodes, or a function that gets `close` and returns
// them. The promise ends with the value that `close` gets; undefined when it is dismissed.
export function dialog({ title, content, isWide = false }) {
  const opener = document.activeElement;
  return new Promise((resolve) => {
    let result;
    const close = (value) => { result = value; box.close(); };
    const box = el("dialog", { class: isWide ? "wide" : null, aria: { labelledby: "dialog-title" } },
      el("div", { class: "dialog-head" }, el("h2", { id: "dialog-title" }, title),
        button("×", { kind: "quiet", small: true, aria: { label: t("action.close") }, on: () => close() })),
      el("div", { class: "dialog-body" }, typeof content === "function" ? content(close) : content));
    box.addEventListener("close", () => {
      box.remove();
      refocus(opener);
      resolve(result);
    });
    box.addEventListener("click", (event) => { if (event.target === box) close(); });
    document.body.append(box);
    box.showModal();
  });
}

// Gives the focus back to what opened a dialog, which may have been drawn again meanwhile.
function refocus(opener) {
  if (document.activeElement && document.activeElement !== document.body) return;
  const key = opener?.dataset?.key;
  const place = opener?.isConnected ? opener
    : key ? [...document.querySelectorAll("[data-key]")].find((e) => e.dataset.key === key) : null;
  (place ?? document.querySelector("main .page-actions .button") ?? $("main"))?.focus();
}

// Asks whether to do something. Returns true if the person agrees. `type` is a text that the
// person must type first, for what cannot be undone.
export async function confirm({ title, text, action = t("action.confirm"), danger = false, type }) {
  return await dialog({
    title,
    content: (close) => {
      const yes = button(action, { kind: danger ? "danger" : "primary", disabled: Boolean(type), on: () => close(true) });
      const typed = type
        ? field(type, input({ on: { input: (e) => { yes.disabled = e.target.value !== type; } } })) : null;
      return [el("p", {}, text), typed, el("div", { class: "form-actions" }, yes,
        button(t("action.cancel"), { on: () => close(false) }))];
    },
  }) === true;
}

// The time for which a toast is shown, in milliseconds; a failure stays until it is dismissed.
const toastTime = 5000;

export function toast(text, kind = "ok") {
  const item = el("div", { class: `toast ${kind}` }, el("span", {}, text),
    button("×", { kind: "quiet", small: true, aria: { label: t("toast.dismiss") }, on: () => item.remove() }));
  $("toasts")?.append(item);
  if (kind !== "bad") setTimeout(() => item.remove(), toastTime);
}

// Performs an action, and reports success or failure in a toast. Returns whether it succeeded.
export async function doing(work, done) {
  try {
    await work();
    if (done) toast(done);
    return true;
  } catch (error) {
    toast(error.message, "bad");
    if (!(error instanceof Problem)) console.error(error);
    return false;
  }
}

// Lets the person save a text as a file.
export function download(name, text, type = "text/csv;charset=utf-8") {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const a = el("a", { href: url, download: name });
  a.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
