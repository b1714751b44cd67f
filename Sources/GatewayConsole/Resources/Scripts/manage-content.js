// Topics, templates and segments, each of which belongs to an app.

import { del, get, path, put, query } from "./api.js";
import { count } from "./format.js";
import { t } from "./strings.js";
import {
  badge, button, card, code, codeBlock, confirm, dialog, doing, el, empty, field, form, input, link,
  outside, replace, select, table, textarea, view, when,
} from "./ui.js";

// A tab whose content belongs to the app that is chosen above it.
function perApp(draw) {
  const box = el("div", { class: "stack" });
  view(box, () => get("/v1/apps"), ({ apps }) => {
    if (apps.length === 0) {
      return empty({ title: t("manage.apps.none"), text: t("manage.apps.none.text"), action: link(t("manage.apps"), "#apps", { class: "button primary" }) });
    }
    const content = el("div", {});
    const choice = select(apps.map((app) => [app.bundle_id, app.name]), {
      "aria-label": t("manage.app"), on: { change: () => replace(content, draw(choice.value)) },
    });
    replace(content, draw(apps[0].bundle_id));
    return [apps.length > 1 ? el("div", { class: "app-choice" }, choice) : null, content];
  });
  return box;
}

export const topics = () => perApp((app) => {
  const box = el("div", {});
  const base = path`/v1/apps/${app}/topics`;
  const edit = (topic) => dialog({
    title: t("manage.topics.new"),
    content: (close) => {
      const name = field(t("manage.topics.name"), input({ class: "mono", value: topic?.name ?? "", readonly: Boolean(topic), placeholder: "offers" }));
      const title = field(t("manage.topics.title"), input({ value: topic?.title ?? "" }), { hint: t("manage.topics.title.hint") });
      return form({
        fields: { name, title },
        submit: async () => {
          await put(base + path`/${name.control.value.trim()}`, { title: title.control.value.trim() });
          close(true);
          await again();
        },
      });
    },
  });
  const remove = async (topic) => {
    const agreed = await confirm({ title: t("manage.topics.delete", { name: topic.title }), text: t("manage.topics.delete.text"), action: t("action.delete"), danger: true });
    if (agreed && await doing(() => del(base + path`/${topic.name}`))) await again();
  };
  const again = view(box, () => get(base), ({ topics: list }) => card(
    { title: t("manage.topics"), actions: button(t("manage.topics.new"), { kind: "primary", on: () => edit(null) }) },
    table({
      caption: t("manage.topics"), rows: list, empty: { title: t("manage.topics.none"), text: t("manage.topics.none.text") },
      columns: [
        { title: t("manage.topics.title"), cell: (topic) => outside(topic.title) },
        { title: t("manage.topics.name"), cell: (topic) => code(topic.name) },
        { title: t("manage.topics.subscribed"), align: "end", cell: (topic) => count(topic.subscribed) },
        {
          title: "", label: t("manage.actions"), align: "end", cell: (topic) => el("div", { class: "row" },
            button(t("manage.edit"), { small: true, kind: "quiet", on: () => edit(topic) }),
            button(t("action.delete"), { small: true, kind: "danger", on: () => remove(topic) })),
        },
      ],
    })));
  return box;
});

const templateExample = {
  locales: { en: { title: "Order {{order}}", body: "{{name}}, your order is on its way." } },
  variables: { order: { type: "text" }, name: { type: "text", default: "Hello" } },
};

export const templates = () => perApp((app) => {
  const box = el("div", {});
  const base = path`/v1/apps/${app}/templates`;
  const edit = async (name) => {
    let value = templateExample;
    if (name && !await doing(async () => { value = (await get(base + path`/${name}`)).template; })) return;
    await dialog({
      title: name ? t("manage.templates.edit", { name }) : t("manage.templates.new"), isWide: true,
      content: (close) => {
        const title = field(t("manage.templates.name"), input({ class: "mono", value: name ?? "", readonly: Boolean(name), placeholder: "order-shipped" }));
        const source = field(t("manage.templates.json"), textarea({ class: "mono", rows: "16", value: JSON.stringify(value, null, 2) }), { hint: t("manage.templates.json.hint") });
        return form({
          fields: { name: title, locales: source },
          submit: async () => {
            let body;
            try { body = JSON.parse(source.control.value); } catch (error) { return source.setError(error.message); }
            const stored = await put(base + path`/${title.control.value.trim()}`, body);
            close(true);
            await again();
            if (stored.findings.length) {
              await dialog({ title: t("manage.templates.findings"), content: el("ul", { class: "list" }, stored.findings.map((f) => el("li", {}, outside(f.message ?? JSON.stringify(f))))) });
            }
          },
        });
      },
    });
  };
  const archive = async (item) => {
    const agreed = await confirm({ title: t("manage.templates.archive", { name: item.name }), text: t("manage.templates.archive.text"), action: t("manage.templates.archive.do"), danger: true });
    if (agreed && await doing(() => del(base + path`/${item.name}`))) await again();
  };
  const again = view(box, () => get(query(base, { limit: 100 })), ({ templates: list }) => card(
    { title: t("manage.templates"), actions: button(t("manage.templates.new"), { kind: "primary", on: () => edit(null) }) },
    table({
      caption: t("manage.templates"), rows: list, empty: { title: t("manage.templates.none"), text: t("manage.templates.none.text") },
      columns: [
        { title: t("manage.templates.name"), cell: (item) => code(item.name) },
        { title: t("manage.templates.version"), align: "end", cell: (item) => String(item.version) },
        { title: t("manage.templates.urgency"), cell: (item) => badge(item.urgency) },
        { title: t("manage.templates.locales"), cell: (item) => item.locales.join(", ") },
        { title: t("manage.templates.changed"), cell: (item) => when(item.created_at) },
        {
          title: "", label: t("manage.actions"), align: "end", cell: (item) => el("div", { class: "row" },
            button(t("manage.edit"), { small: true, on: () => edit(item.name) }),
            button(t("manage.templates.archive.do"), { small: true, kind: "danger", on: () => archive(item) })),
        },
      ],
    })));
  return box;
});

export const segments = () => perApp((app) => {
  const box = el("div", {});
  const base = path`/v1/apps/${app}/segments`;
  const edit = (segment) => dialog({
    title: t("manage.segments.new"),
    content: (close) => {
      const name = field(t("manage.segments.name"), input({ class: "mono", value: segment?.name ?? "", readonly: Boolean(segment), placeholder: "premium" }));
      const filter = field(t("manage.segments.filter"), textarea({ class: "mono", value: segment?.filter ?? "" }), { hint: t("manage.segments.filter.hint") });
      return form({
        fields: { name, filter },
        submit: async () => {
          await put(base + path`/${name.control.value.trim()}`, { filter: filter.control.value });
          close(true);
          await again();
        },
      });
    },
  });
  const remove = async (segment) => {
    const agreed = await confirm({ title: t("manage.segments.delete", { name: segment.name }), text: t("manage.segments.delete.text"), action: t("action.delete"), danger: true });
    if (agreed && await doing(() => del(base + path`/${segment.name}`))) await again();
  };
  const again = view(box, () => get(base), ({ segments: list }) => card(
    { title: t("manage.segments"), actions: button(t("manage.segments.new"), { kind: "primary", on: () => edit(null) }) },
    table({
      caption: t("manage.segments"), rows: list, empty: { title: t("manage.segments.none"), text: t("manage.segments.none.text") },
      columns: [
        { title: t("manage.segments.name"), cell: (segment) => code(segment.name) },
        { title: t("manage.segments.filter"), cell: (segment) => code(segment.filter) },
        {
          title: "", label: t("manage.actions"), align: "end", cell: (segment) => el("div", { class: "row" },
            button(t("manage.edit"), { small: true, kind: "quiet", on: () => edit(segment) }),
            button(t("action.delete"), { small: true, kind: "danger", on: () => remove(segment) })),
        },
      ],
    })));
  return box;
});
