// The tools: one tab each.

import { meter } from "./charts.js";
import { byteCount } from "./format.js";
import { t } from "./strings.js";
import { badge, card, code, el, input, later, link, notice, replace, table, tabs, textarea, $ } from "./ui.js";
import { certificate } from "./tools-certificate.js";
import { deviceToken } from "./tools-device-token.js";
import { providerToken } from "./tools-provider-token.js";

// Written into the page by the server, from the table that the simulator and the linter use.
const reasonsElement = document.getElementById("reasons-data");
const rows = reasonsElement ? JSON.parse(reasonsElement.textContent) : [];

function reasons() {
  const list = el("div", {});
  const search = input({ type: "search", placeholder: t("tools.reasons.search"), "aria-label": t("tools.reasons.search"), on: { input: () => draw() } });
  const draw = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = rows.filter((row) => {
      const text = `${row.status} ${row.reason} ${row.meaning} ${row.remedy}`.toLowerCase();
      return words.every((word) => text.includes(word));
    });
    replace(list, table({
      caption: t("tools.reasons"), rows: found, empty: { title: t("tools.reasons.none") },
      columns: [
        { title: t("tools.reasons.status"), cell: (row) => badge(String(row.status), row.status >= 500 ? "warn" : "bad") },
        { title: t("tools.reasons.reason"), class: "nowrap", cell: (row) => code(row.reason) },
        { title: t("tools.reasons.meaning"), cell: (row) => row.meaning },
        { title: t("tools.reasons.remedy"), cell: (row) => row.remedy },
        { title: t("tools.reasons.retry"), class: "nowrap", cell: (row) => t(`tools.retry.${row.retry}`) },
      ],
    }));
  };
  draw();
  return card(t("tools.reasons"), el("p", { class: "small soft" }, t("tools.reasons.lead")), search, list);
}

function payload() {
  const result = el("div", { class: "stack tight" });
  const source = textarea({ class: "mono", rows: "10", "aria-label": t("tools.payload.json"), value: '{"aps":{"alert":{"title":"Kitchen","body":"Dinner is ready"}}}' });
  const draw = () => {
    try {
      const sent = byteCount(JSON.stringify(JSON.parse(source.value)));
      replace(result, meter(t("tools.payload.bytes"), sent, 4096, { kind: sent > 4096 ? "bad" : sent > 3700 ? "warn" : "ok" }),
        el("p", { class: "small soft" }, t("tools.payload.limit")));
    } catch (error) { replace(result, notice(t("tools.payload.bad", { reason: error.message }), "bad")); }
  };
  source.addEventListener("input", draw);
  draw();
  return card({ title: t("tools.payload"), actions: link(t("tools.payload.open"), "/console/compose", { class: "button small" }) },
    el("p", { class: "small soft" }, t("tools.payload.lead")), source, result);
}

$("view").append(tabs([
  { id: "provider", title: t("tools.provider"), draw: providerToken },
  { id: "device", title: t("tools.device"), draw: deviceToken },
  { id: "certificate", title: t("tools.certificate"), draw: certificate },
  { id: "reasons", title: t("tools.reasons"), draw: reasons },
  { id: "lint", title: t("tools.lint"), draw: () => later(() => import("./tools-lint.js"), (m) => m.lintTool()) },
  { id: "payload", title: t("tools.payload"), draw: payload },
  { id: "seal", title: t("tools.seal"), draw: () => later(() => import("./tools-seal.js"), (m) => m.sealTool()) },
], t("tools.title")));
