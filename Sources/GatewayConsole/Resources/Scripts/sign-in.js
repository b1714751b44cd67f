// Signing in with login and password.

import { request } from "./api.js";
import { el, field, form, input, $, replace } from "./ui.js";
import { t } from "./strings.js";

const login = field(t("sign_in.login"), input({ autocomplete: "username", autocapitalize: "none", spellcheck: "false", required: true }));
const password = field(t("sign_in.password"), input({ type: "password", autocomplete: "current-password", required: true }));

// Only pages of the console can follow.
function target() {
  const to = new URLSearchParams(location.search).get("to") ?? "";
  return /^\/console(\/[\w\-./]*)?$/.test(to) && !to.includes("//") ? to : "/console/compose";
}

replace($("view"), form({
  fields: { login, password },
  text: t("action.sign_in"),
  submit: async () => {
    await request("POST", "/console/session", { body: { login: login.control.value.trim(), password: password.control.value.normalize("NFC") } });
    location.assign(target());
  },
}), el("p", { class: "hint" }, t("sign_in.forgot")));
login.control.focus();
