// The identifiers of rules, which show an explanation when the person points at them.

import { $, make, sentence } from "./base.js";

const grades = {
  documented: "documented by Apple", measured: "measured", reported: "widely reported",
  chosen: "chosen, because Apple does not document it",
};

let rules = null;
// The chip whose explanation is shown, and whether the explanation stays open when the pointer
// leaves the chip.
let shown = null;
let isPinned = false;

async function table() {
  if (!rules) {
    rules = fetch("/console/rules").then((r) => (r.ok ? r.json() : {})).catch(() => ({}));
  }
  return rules;
}

function place(chip) {
  const tip = $("tip");
  const box = chip.getBoundingClientRect();
  const own = tip.getBoundingClientRect();
  const left = Math.min(box.left, document.documentElement.clientWidth - own.width - 8);
  const isBelow = box.bottom + own.height + 8 < innerHeight;
  tip.style.left = Math.max(8, left) + "px";
  tip.style.top = Math.max(8, isBelow ? box.bottom + 6 : box.top - own.height - 6) + "px";
}

async function show(chip) {
  shown = chip;
  const rule = (await table())[chip.dataset.rule];
  if (shown !== chip) return;
  const parts = rule
    ? [make("p", "", sentence(rule.text)), make("p", "source", grades[rule.grade] + ": " + rule.source)]
    : [make("p", "", "This rule is not in the list of this version.")];
  const title = make("b", "", chip.dataset.rule + (rule ? " · " + rule.area : ""));
  $("tip").replaceChildren(title, ...parts);
  $("tip").hidden = false;
  place(chip);
}

export function hideRule() {
  shown = null;
  isPinned = false;
  $("tip").hidden = true;
}

// Hides the explanation if its chip was removed from the page, unless the explanation is pinned.
export function checkRule() {
  if (shown && !shown.isConnected && !isPinned) hideRule();
}

// Returns a chip with the identifier of a rule.
export function ruleChip(id, key) {
  const chip = make("button", "rule", id);
  chip.type = "button";
  chip.dataset.rule = id;
  chip.dataset.key = key;
  chip.setAttribute("aria-describedby", "tip");
  chip.addEventListener("pointerenter", () => { if (!isPinned) show(chip); });
  chip.addEventListener("pointerleave", () => { if (!isPinned) hideRule(); });
  chip.addEventListener("focus", () => show(chip));
  chip.addEventListener("blur", hideRule);
  chip.addEventListener("click", () => {
    const wasPinned = isPinned && shown === chip;
    if (wasPinned) return hideRule();
    show(chip);
    isPinned = true;
  });
  return chip;
}
