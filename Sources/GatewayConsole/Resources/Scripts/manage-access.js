// API keys and the members of the console.

import { del, get, path, post, put } from "./api.js";
import { t } from "./strings.js";
import {
  badge, button, card, checkbox, code, codeBlock, confirm, dialog, doing, el, field, form, input,
  notice, outside, select, table, view, when,
} from "./ui.js";

const scopes = ["all", "apps:read", "apps:write", "installations:read", "installations:write",
  "installations:export", "messages:read", "messages:write", "campaigns:read", "campaigns:write",
  "templates:read", "templates:write", "users:read", "users:write", "keys:read", "keys:write",
  "metrics:read", "webhooks:read", "webhooks:write", "audit:read", "campaigns:approve",
  "events:write", "payloads:read", "test-pushes:write"];
// The member who is signed in, who changes the password on the page of the account.
const self = document.body.dataset.member;
const roles = ["viewer", "editor", "approver", "owner"];

export function keys() {
  const box = el("div", {});
  const create = button(t("manage.keys.new"), { kind: "primary", on: () => newKey(again) });
  const again = view(box, () => get("/v1/keys"), ({ keys: list }) => card(
    { title: t("manage.keys"), actions: create }, table({
      caption: t("manage.keys"), rows: list,
      empty: { title: t("manage.keys.none"), text: t("manage.keys.none.text") },
      columns: [
        { title: t("manage.name"), cell: (key) => outside(key.name) },
        { title: t("manage.keys.id"), cell: (key) => code(key.id) },
        { title: t("manage.keys.scopes"), cell: (key) => key.scopes.join(", ") },
        { title: t("manage.keys.apps"), cell: (key) => (key.apps.length ? key.apps.join(", ") : t("manage.all_apps")) },
        { title: t("manage.keys.used"), cell: (key) => when(key.last_used_at) },
        {
          title: "", label: t("manage.actions"), align: "end", cell: (key) => key.revoked_at
            ? badge(t("manage.keys.revoked"), "bad")
            : button(t("manage.keys.revoke"), { small: true, kind: "danger", on: () => revoke(key, again) }),
        },
      ],
    })));
  return box;
}

async function revoke(key, again) {
  const agreed = await confirm({ title: t("manage.keys.revoke"), text: t("manage.keys.revoke.text", { name: key.name }), action: t("manage.keys.revoke"), danger: true });
  if (agreed && await doing(() => del(path`/v1/keys/${key.id}`), t("manage.keys.revoked.done"))) await again();
}

async function newKey(again) {
  const made = await dialog({
    title: t("manage.keys.new"),
    content: (close) => {
      const name = field(t("manage.name"), input({ placeholder: t("manage.keys.name.example") }));
      const apps = field(t("manage.keys.apps"), input({ class: "mono" }), { hint: t("manage.keys.apps.hint") });
      const boxes = scopes.map((scope) => checkbox(el("code", {}, scope), { value: scope, checked: scope === "messages:write" }));
      const chosen = el("fieldset", { class: "field" }, el("legend", {}, t("manage.keys.scopes")), el("div", { class: "grid checks" }, boxes));
      chosen.control = boxes[0].querySelector("input");
      return form({
        fields: { name, apps, scopes: chosen }, text: t("manage.keys.new"),
        submit: async () => {
          const wanted = boxes.map((b) => b.querySelector("input")).filter((b) => b.checked).map((b) => b.value);
          const bundles = apps.control.value.split(/[\s,]+/).filter(Boolean);
          close(await post("/v1/keys", { name: name.control.value.trim(), scopes: wanted, apps: bundles }));
        },
      });
    },
  });
  if (!made) return;
  await again();
  await dialog({ title: t("manage.keys.made"), content: [notice(t("manage.once.now"), "warn"), codeBlock(made.key, t("manage.keys.made"))] });
}

export function members() {
  const box = el("div", {});
  const create = button(t("manage.members.new"), { kind: "primary", on: () => newMember(again) });
  const again = view(box, () => get("/v1/members"), ({ members: list }) => card(
    { title: t("manage.members"), actions: create }, table({
      caption: t("manage.members"), rows: list,
      empty: { title: t("manage.members.none"), text: t("manage.members.none.text") },
      columns: [
        { title: t("manage.name"), cell: (member) => [el("strong", {}, outside(member.name)), el("br", {}), el("small", {}, outside(member.login))] },
        { title: t("manage.role"), cell: (member) => t(`manage.role.${member.role}`) },
        { title: t("manage.members.signed_in"), cell: (member) => (member.has_password || member.has_identity ? when(member.signed_in_at) : badge(t("manage.members.invited"), "info")) },
        {
          title: "", label: t("manage.actions"), align: "end", cell: (member) => el("div", { class: "row" },
            button(t("manage.members.link"), { small: true, on: () => link(member) }),
            member.id === self ? null
              : button(t("manage.members.reset"), { small: true, on: () => reset(member, again) }),
            button(t("manage.edit"), { small: true, kind: "quiet", on: () => edit(member, again) }),
            button(t("action.delete"), { small: true, kind: "danger", on: () => remove(member, again) })),
        },
      ],
    })));
  return box;
}

const roleField = (value) => field(t("manage.role"), select(
  roles.map((role) => [role, `${t(`manage.role.${role}`)} – ${t(`manage.role.${role}.can`)}`]), { value }));

// Shows the link with which a member chooses a password. Its secret is after #, which browsers
// do not send.
const showLink = (member) => dialog({
  title: t("manage.members.link"),
  content: [notice(t("manage.members.link.text", { name: member.name }), "warn"),
    codeBlock(`${location.origin}/console/join#${member.link_secret}`, t("manage.members.link")),
    el("p", { class: "small soft" }, t("manage.members.link.until"), " ", when(member.link_expires_at))],
});

async function link(member) {
  const agreed = await confirm({ title: t("manage.members.link"), text: t("manage.members.link.ask", { name: member.name }), action: t("manage.members.link") });
  if (!agreed) return;
  let made;
  if (await doing(async () => { made = await post(path`/v1/members/${member.id}/link`); })) await showLink(made);
}

// For a member whose password somebody else may know: ends all sessions and the password.
async function reset(member, again) {
  const agreed = await confirm({ title: t("manage.members.reset.title", { name: member.name }), text: t("manage.members.reset.ask", { name: member.name }), action: t("manage.members.reset"), danger: true });
  if (!agreed) return;
  let made;
  if (!await doing(async () => { made = await post(path`/v1/members/${member.id}/reset`); })) return;
  await again();
  await showLink(made);
}

async function newMember(again) {
  const made = await dialog({
    title: t("manage.members.new"),
    content: (close) => {
      const login = field(t("manage.login"), input({ autocapitalize: "none", placeholder: "alex@example.com" }), { hint: t("manage.login.hint") });
      const name = field(t("manage.name"), input());
      const role = roleField("editor");
      return form({
        fields: { login, name, role }, text: t("manage.members.new"),
        submit: async () => close(await post("/v1/members", { login: login.control.value.trim(), name: name.control.value.trim() || login.control.value.trim(), role: role.control.value })),
      });
    },
  });
  if (!made) return;
  await again();
  await showLink(made);
}

const edit = (member, again) => dialog({
  title: t("manage.edit"),
  content: (close) => {
    const name = field(t("manage.name"), input({ value: member.name }));
    const role = roleField(member.role);
    return form({
      fields: { name, role },
      submit: async () => {
        await put(path`/v1/members/${member.id}`, { name: name.control.value.trim(), role: role.control.value });
        close(true);
        await again();
      },
    });
  },
});

async function remove(member, again) {
  const agreed = await confirm({ title: t("manage.members.delete", { name: member.name }), text: t("manage.members.delete.text"), action: t("action.delete"), danger: true });
  if (agreed && await doing(() => del(path`/v1/members/${member.id}`))) await again();
}
