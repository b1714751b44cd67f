// The audit log: who changed what, newest first.

import { Pages } from "./api.js";
import { csvCell } from "./format.js";
import { t } from "./strings.js";
import { append, button, card, code, download, el, failure, field, input, loading, outside, replace, table, when } from "./ui.js";

const columns = () => [
  { title: t("manage.audit.at"), cell: (e) => when(e.at) },
  { title: t("manage.audit.who"), cell: (e) => code(e.key) },
  { title: t("manage.audit.action"), class: "nowrap", cell: (e) => code(e.action) },
  { title: t("manage.audit.object"), cell: (e) => outside(e.object ?? e.app ?? "–") },
  { title: t("manage.audit.address"), cell: (e) => outside(e.address ?? "–") },
];

export function audit() {
  const list = el("div", {}), rows = [];
  const who = field(t("manage.audit.who"), input({ class: "mono" }));
  const action = field(t("manage.audit.action"), input({ class: "mono", placeholder: "DELETE /v1/keys/{id}" }));
  const app = field(t("manage.app"), input({ class: "mono" }));
  let pages;
  const more = async () => {
    try {
      rows.push(...(await pages.next()).entries);
      replace(list, table({ caption: t("manage.audit"), rows, columns: columns(), empty: { title: t("manage.audit.none"), text: t("manage.audit.none.text") } }));
      if (pages.hasMore) append(list, el("div", { class: "form-actions" }, button(t("action.more"), { on: more })));
    } catch (error) { replace(list, failure(error, more)); }
  };
  const begin = () => {
    rows.length = 0;
    pages = new Pages("/v1/audit", { key: who.control.value.trim(), action: action.control.value.trim(), app: app.control.value.trim(), limit: 50 });
    replace(list, loading());
    more();
  };
  const save = () => download("audit.csv", [["number", "at", "key", "action", "app", "object", "address", "hash"],
    ...rows.map((e) => [e.number, e.at, e.key, e.action, e.app, e.object, e.address, e.hash])]
    .map((row) => row.map(csvCell).join(",")).join("\r\n"));
  const filter = el("form", { class: "fields", on: { submit: (event) => { event.preventDefault(); begin(); } } }, who, action, app,
    el("div", { class: "form-actions filter-actions" }, el("button", { type: "submit", class: "button" }, t("manage.audit.filter"))));
  begin();
  return card({ title: t("manage.audit"), actions: button(t("manage.audit.export"), { small: true, on: save }) },
    el("p", { class: "small soft" }, t("manage.audit.lead")), filter, list);
}
