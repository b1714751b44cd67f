// Signing in with login and password, or with the identity provider.

import { post, request } from "./api.js";
import { keep, target } from "./sign-in-target.js";
import { button, el, failure, field, form, input, $, replace } from "./ui.js";
import { t } from "./strings.js";

const login = field(t("sign_in.login"), input({ autocomplete: "username", autocapitalize: "none", spellcheck: "false", required: true }));
const password = field(t("sign_in.password"), input({ type: "password", autocomplete: "current-password", required: true }));
const { provider } = $("view").dataset;
const failed = el("div", { role: "alert" });

async function openProvider() {
  try {
    const { url } = await post("/console/identity", {});
    keep();
    location.assign(url);
  } catch (error) { replace(failed, failure(error)); }
}

const withProvider = provider
  ? [button(t("sign_in.with", { name: provider }), { kind: "primary", id: "with-provider", on: openProvider }), failed,
    el("p", { class: "hint" }, t("sign_in.or"))]
  : [];

replace($("view"), ...withProvider, form({
  fields: { login, password },
  text: t("action.sign_in"),
  submit: async () => {
    await request("POST", "/console/session", { body: { login: login.control.value.trim(), password: password.control.value.normalize("NFC") } });
    location.assign(target());
  },
}), el("p", { class: "hint" }, t("sign_in.forgot")));
if (!provider) login.control.focus();
