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
        { title: t("manage.app"), cell: (app) => [el("strong", {}, outside(app.name)), el("br", {}), code(app.bundle_id)] },
        { title: t("manage.credential"), cell: credential },
        { title: t("manage.user_proof"), cell: (app) => t(`manage.user_proof.${app.user_proof ?? "required"}`) },
        {
          title: "", label: t("manage.actions"), align: "end", cell: (app) => el("div", { class: "row" },
            button(t("manage.credential.upload"), { small: true, on: () => upload(app, again) }),
            button(t("manage.secrets"), { small: true, kind: "quiet", on: () => secrets(app, again) }),
            button(t("manage.edit"), { small: true, kind: "quiet", on: () => edit(app, again) })),
        },
      ],
    })));
  return box;
}

function credential(app) {
  const held = app.credential;
  if (!held) return badge(t("manage.credential.none"), "bad");
  const expires = held.expires_at ? [" ", t("manage.expires", { date: date(held.expires_at) })] : null;
  return [held.kind === "key" ? code(held.key_id ?? "") : badge(t("manage.certificate")),
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
