// Apps and their credentials.

import { get, path, post, put } from "./api.js";
import { date } from "./format.js";
import { t } from "./strings.js";
import {
  badge, button, card, code, confirm, copyButton, dialog, doing, el, empty, facts, field, form,
  input, notice, outside, replace, select, table, textarea, view, when,
} from "./ui.js";

export function apps() {
  const box = el("div", {});
  const create = button(t("manage.apps.new"), { kind: "primary", on: () => edit(null, again) });
  const again = view(box, () => get("/v1/apps"), ({ apps: list }) => card(
    { title: t("manage.apps"), actions: create }, table({
      caption: t("manage.apps"), rows: list,
      empty: { title: t("manage.apps.none"), text: t("manage.apps.none.text") },
      columns: [
        { title: t("manage.app"), class: "nowrap", cell: (app) => [el("strong", {}, outside(app.name)), el("br", {}), code(app.bundle_id)] },
        { title: t("manage.credential"), cell: credential },
        { title: t("manage.user_proof"), cell: (app) => t(`manage.user_proof.${app.user_proof ?? "required"}`) },
        {
          title: "", label: t("manage.actions"), align: "end", cell: (app) => el("div", { class: "row" },
            button(t("manage.credential.upload"), { small: true, on: () => upload(app, again) }),
            button(t("manage.transports"), { small: true, kind: "quiet", on: () => transports(app, again) }),
            button(t("manage.secrets"), { small: true, kind: "quiet", on: () => secrets(app, again) }),
            button(t("manage.edit"), { small: true, kind: "quiet", on: () => edit(app, again) })),
        },
      ],
    })));
  return box;
}

// The credentials of an app, one for each transport. An app for Android or the web alone needs none
// for APNs.
function credential(app) {
  const lines = [
    app.credential && apns(app.credential),
    app.fcm && [badge("FCM"), " ", code(app.fcm.project), el("br", {}),
      el("small", {}, app.fcm.account ? [outside(app.fcm.account), " · "] : null, when(app.fcm.updated_at))],
    app.web_push && [badge("Web Push"), " ", outside(app.web_push.subject), el("br", {}),
      el("small", {}, outside(app.web_push.navigate), " · ", when(app.web_push.updated_at))],
  ].filter(Boolean);
  if (lines.length === 0) return badge(t("manage.credential.none"), "bad");
  return el("div", { class: "stack tight" }, lines.map((line) => el("div", {}, line)));
}

function apns(held) {
  const expires = held.expires_at ? [" ", t("manage.expires", { date: date(held.expires_at) })] : null;
  return [badge("APNs"), " ", held.kind === "key" ? code(held.key_id ?? "") : t("manage.certificate"),
    el("br", {}), el("small", {}, t("manage.team", { team: held.team_id ?? "–" }), " · ", when(held.updated_at), expires)];
}

const edit = (app, again) => dialog({
  title: app ? t("manage.apps.edit") : t("manage.apps.new"),
  content: (close) => {
    const bundle = field(t("manage.bundle_id"), input({ class: "mono", value: app?.bundle_id ?? "", readonly: Boolean(app), placeholder: "com.example.app" }));
    const name = field(t("manage.name"), input({ value: app?.name ?? "" }));
    const proof = field(t("manage.user_proof"), select([["required", t("manage.user_proof.required")], ["off", t("manage.user_proof.off")]], { value: app?.user_proof ?? "required" }), { hint: t("manage.user_proof.hint") });
    return form({
      fields: { bundle_id: bundle, name, user_proof: proof },
      submit: async () => {
        await put(path`/v1/apps/${bundle.control.value.trim()}`, { name: name.control.value.trim(), user_proof: proof.control.value });
        close(true);
        await again();
      },
    });
  },
});

// Uploads a key or a certificate. The file is read in the browser and sent to the gateway, which
// seals it and never shows it again.
const upload = (app, again) => dialog({
  title: t("manage.credential.upload"),
  content: (close) => {
    const p8 = field(t("manage.p8"), textarea({ class: "mono", rows: "5", placeholder: "-----BEGIN PRIVATE KEY-----" }), { hint: t("manage.p8.hint") });
    const file = field(t("manage.p8.file"), input({ type: "file", accept: ".p8,.pem" }));
    const keyID = field(t("manage.key_id"), input({ class: "mono", maxlength: "10", placeholder: "ABC123DEFG" }));
    const team = field(t("manage.team_id"), input({ class: "mono", maxlength: "10", placeholder: "DEF123GHIJ", value: app.credential?.team_id ?? "" }));
    file.control.addEventListener("change", async () => {
      const chosen = file.control.files[0];
      if (!chosen) return;
      p8.control.value = await chosen.text();
      const found = /AuthKey_([A-Z0-9]{10})/.exec(chosen.name);
      if (found) keyID.control.value = found[1];
    });
    return [el("p", {}, t("manage.credential.for"), " ", code(app.bundle_id)), form({
      fields: { file, p8, key_id: keyID, team_id: team }, text: t("manage.credential.upload"),
      submit: async () => {
        await put(path`/v1/apps/${app.bundle_id}/credential`, { p8: p8.control.value, key_id: keyID.control.value.trim(), team_id: team.control.value.trim() });
        p8.control.value = "";
        close(true);
        await again();
      },
    })];
  },
});

// The service account of FCM and the VAPID key of Web Push.
const transports = (app, again) => dialog({
  title: t("manage.transports"),
  content: (close) => {
    const account = field(t("manage.fcm"), textarea({ class: "mono", rows: "4", placeholder: "{\"type\": \"service_account\", …}" }), { hint: t("manage.fcm.hint") });
    const file = field(t("manage.fcm.file"), input({ type: "file", accept: ".json" }));
    file.control.addEventListener("change", async () => {
      const chosen = file.control.files[0];
      if (chosen) account.control.value = await chosen.text();
    });
    const subject = field(t("manage.web_push.subject"), input({ value: app.web_push?.subject ?? "", placeholder: "mailto:ops@example.com" }), { hint: t("manage.web_push.subject.hint") });
    const navigate = field(t("manage.web_push.navigate"), input({ value: app.web_push?.navigate ?? "", placeholder: "https://example.com/" }), { hint: t("manage.web_push.navigate.hint") });
    const save = async (what, body) => {
      const saved = await put(`${path`/v1/apps/${app.bundle_id}/`}${what}`, body);
      await again();
      return saved;
    };
    const key = el("div", {}, app.web_push ? publicKey(app.web_push) : null);
    // If there is no key, the gateway creates one; otherwise it keeps the key and stores the rest.
    const web = form({
      fields: { subject, navigate }, text: t(app.web_push ? "manage.web_push.save" : "manage.web_push.make"),
      submit: async () => {
        const saved = await save("web-push", {
          subject: subject.control.value.trim(), navigate: navigate.control.value.trim(),
        });
        replace(key, publicKey(saved));
        web.querySelector("[type=submit]").textContent = t("manage.web_push.save");
      },
    });
    return [el("p", {}, t("manage.credential.for"), " ", code(app.bundle_id)),
      el("h3", {}, "FCM"), form({
        fields: { file, account }, text: t("manage.fcm.save"),
        submit: async () => {
          const file = parsed(account.control.value);
          if (!file) return account.setError(t("manage.fcm.not_json"));
          await save("fcm", file);
          account.control.value = "";
          return close(true);
        },
      }),
      el("h3", {}, "Web Push"), key, web];
  },
});

// The key file as JSON, whose members the gateway checks; null if it is not JSON.
function parsed(text) {
  try { return JSON.parse(text); } catch { return null; }
}

// The key with which the site subscribes browsers. Another key would end all subscriptions, so the
// page has no button for that.
const publicKey = (held) => facts([
  [t("manage.web_push.key"), [el("span", { class: "row" }, code(held.public_key), copyButton(held.public_key)),
    el("small", {}, t("manage.web_push.key.hint"))]],
]);

const secrets = (app, again) => dialog({
  title: t("manage.secrets"),
  content: () => {
    const box = el("div", { class: "stack" });
    const draw = (value) => replace(box, facts([
      [t("manage.client_key"), shown(value.client_key)],
      [t("manage.identity_secret"), value.identity_secret ? shown(value.identity_secret) : t("manage.once")],
    ]), el("div", { class: "row" },
      button(t("manage.client_key.rotate"), { on: () => rotate("client-key", t("manage.client_key.rotate")) }),
      button(t("manage.identity_secret.rotate"), { on: () => rotate("identity-secret", t("manage.identity_secret.rotate")) })));
    const rotate = async (what, title) => {
      if (!await confirm({ title, text: t("manage.rotate.text"), action: title })) return;
      await doing(async () => draw(await post(`${path`/v1/apps/${app.bundle_id}/`}${what}`)));
      await again();
    };
    draw(app);
    return box;
  },
});

// A secret as a row of dots until the person wants to see it.
function shown(secret) {
  if (!secret) return "–";
  const text = el("code", {}, "••••••••••••");
  const reveal = button(t("manage.show"), {
    small: true, kind: "quiet", on: () => {
      text.textContent = secret;
      reveal.remove();
    },
  });
  return el("span", { class: "row" }, text, reveal, copyButton(secret));
}

export { shown };
