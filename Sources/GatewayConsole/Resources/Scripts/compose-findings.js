// A finding of lint, with its fix.

import { badge, button, el, outside } from "./ui.js";
import { t } from "./strings.js";

const kindOf = { error: "bad", warning: "warn", note: "info" };

export const severities = ["error", "warning", "note"];

// A finding as an element. `onFix` is called with the finding; `onShow`, if given, shows its text.
export function findingElement(finding, { onFix, onShow, isShort = false } = {}) {
  const place = finding.line ? t("lint.line", { line: finding.line, column: finding.column }) : finding.key_path;
  return el("div", { class: `finding ${finding.severity}`, dataset: { rule: finding.rule } },
    el("p", {},
      isShort ? null : badge(t(`lint.${finding.severity}`), kindOf[finding.severity]), isShort ? null : " ",
      outside(finding.detail), finding.remedy ? [" – ", outside(finding.remedy)] : null),
    el("div", { class: "finding-actions" },
      finding.fix ? button(t("lint.fix", { title: finding.fix.title }), { small: true, kind: "primary", class: "button small primary fix", on: () => onFix(finding) }) : null,
      onShow && place ? button(place, { small: true, kind: "quiet", on: () => onShow(finding) }) : null,
      finding.why && !isShort ? el("details", {}, el("summary", {}, t("lint.why")), el("p", {}, outside(finding.why), " ", el("code", {}, finding.rule))) : null));
}
