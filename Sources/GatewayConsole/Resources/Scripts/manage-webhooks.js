// Webhooks: create, test, look at attempts, replay, rotate the secret, delete.

import { del, get, path, post, put } from "./api.js";
import { count } from "./format.js";
import { t } from "./strings.js";
import {
  badge, button, card, checkbox, code, codeBlock, confirm, dialog, doing, el, field, form, input,
  notice, outside, table, toast, view, when,
} from "./ui.js";

export function webhooks() {
  const box = el("div", {});
  const create = button(t("manage.webhooks.new"), { kind: "primary", on: () => edit(null, again) });
  const again = view(box, () => get("/v1/webhooks"), ({ webhooks: list }) => card(
    { title: t("manage.webhooks"), actions: create }, table({
      caption: t("manage.webhooks"), rows: list,
      empty: { title: t("manage.webhooks.none"), text: t("manage.webhooks.none.text") },
      columns: [
        { title: t("manage.webhooks.url"), cell: (hook) => [outside(hook.description ?? hook.url ?? hook.id), el("br", {}), el("small", {}, outside(hook.url ?? ""))] },
        { title: t("manage.webhooks.events"), cell: (hook) => hook.events.join(", ") },
        { title: t("manage.webhooks.behind"), align: "end", cell: (hook) => count(hook.behind) },
        { title: t("manage.webhooks.state"), cell: state },
        {
          title: "", label: t("manage.actions"), align: "end", cell: (hook) => el("div", { class: "row" },
            button(t("manage.webhooks.test"), { small: true, on: () => test(hook, again) }),
            button(t("manage.webhooks.attempts"), { small: true, kind: "quiet", on: () => attempts(hook) }),
            button(t("manage.edit"), { small: true, kind: "quiet", on: () => edit(hook, again) }),
            button(t("manage.webhooks.rotate"), { small: true, kind: "quiet", on: () => rotate(hook) }),
            button(t("action.delete"), { small: true, kind: "danger", on: () => remove(hook, again) })),
        },
      ],
    })));
  return box;
}

function state(hook) {
  if (!hook.enabled) return badge(t(`manage.webhooks.off.${hook.disabled_reason ?? "person"}`), hook.disabled_reason === "person" ? "" : "bad");
  if (hook.failing_since) return [badge(t("manage.webhooks.failing"), "bad"), " ", when(hook.failing_since)];
  return hook.last_success_at ? [badge(t("manage.webhooks.works"), "ok"), " ", when(hook.last_success_at)] : badge(t("manage.webhooks.unused"));
}

const showSecret = (hook) => dialog({
  title: t("manage.webhooks.secret"),
  content: [notice(t("manage.once.now"), "warn"), codeBlock(hook.secret, t("manage.webhooks.secret"))],
});

async function edit(hook, again) {
  const made = await dialog({
    title: hook ? t("manage.edit") : t("manage.webhooks.new"),
    content: (close) => {
      const url = field(t("manage.webhooks.url"), input({ type: "url", class: "mono", value: hook?.url ?? "", placeholder: "https://example.com/push-events" }));
      const description = field(t("manage.webhooks.description"), input({ value: hook?.description ?? "" }));
      const events = field(t("manage.webhooks.events"), input({ class: "mono", value: hook?.events.join(", ") ?? "" }), { hint: t("manage.webhooks.events.hint") });
      const on = checkbox(t("manage.webhooks.enabled"), { checked: hook?.enabled ?? true });
      return form({
        fields: { url, description, events, enabled: on },
        submit: async () => {
          const body = {
            url: url.control.value.trim(), events: events.control.value.split(/[\s,]+/).filter(Boolean),
            apps: hook?.apps ?? [], enabled: on.querySelector("input").checked,
            ...(description.control.value.trim() ? { description: description.control.value.trim() } : {}),
          };
          close(hook ? await put(path`/v1/webhooks/${hook.id}`, body) : await post("/v1/webhooks", body));
        },
      });
    },
  });
  if (!made) return;
  await again();
  if (made.secret) await showSecret(made);
}

async function test(hook, again) {
  await doing(async () => {
    const attempt = await post(path`/v1/webhooks/${hook.id}/test`);
    toast(attempt.delivered ? t("manage.webhooks.test.ok", { status: attempt.status ?? "" })
      : t("manage.webhooks.test.failed", { reason: attempt.error ?? attempt.status ?? "" }), attempt.delivered ? "ok" : "bad");
  });
  await again();
}

const attempts = (hook) => dialog({
  title: t("manage.webhooks.attempts"), isWide: true,
  content: () => {
    const box = el("div", {});
    const again = view(box, () => get(path`/v1/webhooks/${hook.id}/attempts`), ({ attempts: list }) => [
      table({
        caption: t("manage.webhooks.attempts"), rows: list, empty: { title: t("manage.webhooks.attempts.none") },
        columns: [
          { title: t("manage.webhooks.at"), cell: (a) => when(a.at) },
          { title: t("manage.webhooks.events"), align: "end", cell: (a) => count(a.events) },
          { title: t("manage.webhooks.result"), cell: (a) => [badge(a.delivered ? t("manage.webhooks.works") : t("manage.webhooks.failing"), a.delivered ? "ok" : "bad"), " ", outside(a.error ?? a.status ?? "")] },
          { title: t("manage.webhooks.message"), cell: (a) => code(a.message_id) },
        ],
      }),
      el("div", { class: "form-actions" }, button(t("manage.webhooks.replay"), {
        on: async () => {
          const since = new Date(Date.now() - 86400000).toISOString();
          if (await doing(() => post(path`/v1/webhooks/${hook.id}/replay`, { since }), t("manage.webhooks.replay.done"))) await again();
        },
      })),
    ]);
    return box;
  },
});

async function rotate(hook) {
  const agreed = await confirm({ title: t("manage.webhooks.rotate"), text: t("manage.webhooks.rotate.text"), action: t("manage.webhooks.rotate") });
  let made;
  if (agreed && await doing(async () => { made = await post(path`/v1/webhooks/${hook.id}/secret`, {}); })) await showSecret(made);
}

async function remove(hook, again) {
  const agreed = await confirm({ title: t("manage.webhooks.delete"), text: t("manage.webhooks.delete.text"), action: t("action.delete"), danger: true });
  if (agreed && await doing(() => del(path`/v1/webhooks/${hook.id}`))) await again();
}
