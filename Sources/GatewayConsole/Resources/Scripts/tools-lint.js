// The linter: what is wrong with a payload and its headers, and the text with every fix.

import { post } from "./api.js";
import { fixed } from "./compose-json.js";
import { findingElement, severities } from "./compose-findings.js";
import { hiddenCodes } from "./format.js";
import { t } from "./strings.js";
import { badge, button, card, codeBlock, el, failure, field, link, notice, replace, textarea } from "./ui.js";

// The time without typing after which lint runs, in milliseconds.
const pause = 250;
// The maximum number of fixes that are applied one after another.
const fixesMax = 20;

const sample = '{\n  "aps": {\n    "alert": { "title": "Kitchen", "body": "Dinner is ready" },\n    "badge": "1",\n    "content_available": 1\n  }\n}';

// Reads headers from lines in the form of a log or of curl: [name, value].
export function readHeaders(text) {
  const headers = {};
  for (const [n, source] of text.split("\n").entries()) {
    const line = source.trim().replace(/^-H\s*/, "").replace(/^(['"])(.*)\1\s*\\?$/, "$2").trim();
    if (line === "" || line === "\\") continue;
    const found = /^([A-Za-z0-9-]+)\s*:\s*(.*)$/.exec(line);
    if (!found) throw new Error(t("tools.lint.bad_header", { line: n + 1 }));
    headers[found[1].toLowerCase()] = found[2];
  }
  return headers;
}

// Applies fixes until lint offers no more. Returns the text and its last report.
async function corrected(text, headers, report) {
  for (let n = 0; n < fixesMax; n += 1) {
    const finding = report.findings.find((f) => f.fix);
    if (!finding) break;
    const next = fixed(text, finding.fix);
    if (next === text) break;
    text = next;
    report = await post("/v1/lint", { payload: text, headers });
  }
  return { text, report };
}

export function lintTool() {
  const result = el("div", { class: "stack tight problems", "aria-live": "polite" });
  const source = field(t("tools.lint.payload"), textarea({ class: "mono", rows: "12", value: sample }));
  const headers = field(t("tools.lint.headers"), textarea({
    class: "mono", rows: "3", value: "apns-push-type: alert\napns-priority: 10",
  }), { hint: t("tools.lint.headers.hint") });
  let timer = 0, round = 0;

  async function look() {
    const mine = ++round;
    headers.setError(null);
    const text = source.control.value;
    try {
      let fields;
      try { fields = readHeaders(headers.control.value); } catch (error) { return headers.setError(error.message); }
      const report = await post("/v1/lint", { payload: text, headers: fields });
      const best = await corrected(text, fields, report);
      if (mine === round) draw(report, text, best);
    } catch (error) {
      if (mine === round) replace(result, failure(error, look));
    }
  }

  const take = (text) => {
    source.control.value = text;
    source.control.focus();
    look();
  };

  function draw({ findings }, text, best) {
    const counts = severities.map((s) => [s, findings.filter((f) => f.severity === s).length]).filter(([, n]) => n > 0);
    const kinds = { error: "bad", warning: "warn", note: "info" };
    const codes = hiddenCodes(text);
    replace(result,
      el("p", { class: "row", dataset: { part: "counts" } }, counts.length === 0 ? badge(t("lint.none"), "ok")
        : counts.map(([s, n]) => badge(`${n} ${t(`lint.${s}${n === 1 ? "" : "s"}`)}`, kinds[s]))),
      codes.length ? notice(t("text.hidden_note", { codes: codes.join(", ") }), "warn") : null,
      findings.map((f) => findingElement(f, { onFix: () => take(fixed(text, f.fix)) })),
      best.text !== text ? [
        el("h3", {}, t("tools.lint.corrected")),
        el("p", { class: "small soft" }, t(best.report.findings.length === 0 ? "tools.lint.corrected.all"
          : "tools.lint.corrected.some", { n: best.report.findings.length })),
        codeBlock(best.text, t("tools.lint.corrected")),
        el("div", {}, button(t("tools.lint.take"), { kind: "primary", on: () => take(best.text) })),
      ] : null);
  }

  const changed = () => {
    clearTimeout(timer);
    timer = setTimeout(look, pause);
  };
  source.control.addEventListener("input", changed);
  headers.control.addEventListener("input", changed);
  look();
  return card({
    title: t("tools.lint"), actions: link(t("tools.payload.open"), "/console/compose", { class: "button small" }),
  }, el("p", { class: "small soft" }, t("tools.lint.lead")),
  el("div", { class: "split" }, el("div", { class: "stack" }, source, headers), result));
}
