// The editor of the JSON: a text area over the same text in colours, with the findings of lint at
// their positions and a button that fixes each.

import { findingElement, severities } from "./compose-findings.js";
import { positions, tokens } from "./compose-json.js";
import { visibleParts } from "./format.js";
import { el, replace } from "./ui.js";
import { t } from "./strings.js";

// The longest text that is coloured, in characters; a longer one is shown plain.
const colouredMax = 40000;

// The invisible characters of a text, with their positions.
function hiddenPlaces(text) {
  const places = [];
  let at = 0;
  for (const part of visibleParts(text)) {
    if (part.code === undefined) { at += part.text.length; continue; }
    const length = String.fromCodePoint(parseInt(part.code.slice(2), 16)).length;
    places.push({ from: at, to: at + length, code: part.code });
    at += length;
  }
  return places;
}

export class Editor {
  #text = ""; #marks = []; #shown = null; #onFix;

  constructor({ onInput, onFix }) {
    this.#onFix = onFix;
    this.area = el("textarea", {
      id: "json", class: "ed-area", spellcheck: "false", autocomplete: "off", autocapitalize: "off", wrap: "soft", dir: "ltr",
      "aria-label": t("json.label"), "aria-describedby": "json-status",
    });
    this.back = el("pre", { class: "ed-back", "aria-hidden": "true", dir: "ltr" });
    this.tip = el("div", { class: "ed-tip", role: "status", hidden: true });
    this.element = el("div", { class: "ed" }, el("div", { class: "ed-layers" }, this.back, this.area), this.tip);
    this.area.addEventListener("input", () => {
      this.#take(this.area.value);
      onInput(this.area.value);
    });
    for (const name of ["keyup", "click", "focus"]) this.area.addEventListener(name, () => this.#atCaret());
    this.area.addEventListener("pointermove", (event) => this.#atPointer(event));
    this.area.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.#show(null);
    });
  }

  // Shows a text that did not come from this editor.
  setText(text) {
    if (this.area.value !== text) this.area.value = text;
    this.#take(text);
  }

  setFindings(findings) {
    const at = positions(this.#text);
    this.#marks = findings.filter((f) => f.range).map((finding) => {
      const from = at(finding.range.from);
      return { finding, from, to: Math.max(at(finding.range.to), from + 1) };
    });
    this.#draw();
    if (this.#shown && !findings.includes(this.#shown)) this.#show(null);
  }

  // Selects the text of a finding.
  reveal(finding) {
    const mark = this.#marks.find((m) => m.finding === finding);
    if (!mark) return;
    this.area.focus();
    this.area.setSelectionRange(mark.from, mark.to);
    this.#show(mark);
  }

  #take(text) {
    this.#text = text;
    // Marks keep their positions until the next result; marks beyond the end are cut off.
    this.#marks = this.#marks.filter((m) => m.to <= text.length);
    this.#draw();
  }

  #draw() {
    const text = this.#text;
    if (text.length > colouredMax) { replace(this.back, `${text}\n`); return; }
    const list = [...tokens(text)], hidden = hiddenPlaces(text);
    const cuts = new Set([0, text.length]);
    for (const part of [...list, ...hidden, ...this.#marks]) {
      cuts.add(part.from);
      cuts.add(Math.min(part.to, text.length));
    }
    const places = [...cuts].sort((a, b) => a - b);
    const nodes = [];
    let token = 0, secret = 0;
    for (let n = 0; n + 1 < places.length; n += 1) {
      const from = places[n], part = text.slice(from, places[n + 1]);
      while (list[token] && list[token].to <= from) token += 1;
      while (hidden[secret] && hidden[secret].to <= from) secret += 1;
      const kind = list[token]?.from <= from ? list[token].kind : null;
      const marks = this.#marks.filter((m) => m.from <= from && m.to > from);
      const worst = severities.find((s) => marks.some((m) => m.finding.severity === s));
      const isHidden = hidden[secret]?.from <= from;
      const names = [kind ? `tk-${kind}` : "", worst ? `ed-mark ${worst}` : "", isHidden ? "ed-hidden" : ""].filter(Boolean);
      if (names.length === 0) { nodes.push(part); continue; }
      nodes.push(el("span", { class: names.join(" "), dataset: { from: String(from), ...(isHidden ? { code: hidden[secret].code } : {}) } }, part));
    }
    replace(this.back, nodes, "\n");
  }

  #atCaret() {
    const at = this.area.selectionStart;
    this.#show(this.#marks.find((m) => m.from <= at && at <= m.to) ?? null);
  }

  #atPointer(event) {
    if (this.#marks.length === 0) return;
    for (const span of this.back.querySelectorAll(".ed-mark")) {
      for (const box of span.getClientRects()) {
        if (event.clientX < box.left || event.clientX > box.right || event.clientY < box.top || event.clientY > box.bottom) continue;
        const at = Number(span.dataset.from);
        this.#show(this.#marks.find((m) => m.from <= at && at < m.to) ?? null);
        return;
      }
    }
  }

  #show(mark) {
    if (this.#shown === (mark?.finding ?? null)) return;
    this.#shown = mark?.finding ?? null;
    this.tip.hidden = !mark;
    if (!mark) return;
    replace(this.tip, findingElement(mark.finding, { onFix: this.#onFix }));
    const span = this.back.querySelector(`[data-from="${mark.from}"]`);
    const box = span?.getBoundingClientRect(), frame = this.element.getBoundingClientRect();
    if (!box) return;
    this.tip.style.setProperty("--top", `${box.bottom - frame.top + 6}px`);
    this.tip.style.setProperty("--left", `${Math.max(8, Math.min(box.left - frame.left, frame.width - 300))}px`);
  }
}
