// Choosing a password with a link. The link's secret is after #, so that no log contains it.

import { post, request } from "./api.js";
import { failure, field, form, input, notice, $, replace } from "./ui.js";
import { t } from "./strings.js";

const secret = location.hash.slice(1);
const password = field(t("join.password"), input({ type: "password", autocomplete: "new-password", minlength: "12", required: true }), { hint: t("join.hint") });
const again = field(t("join.again"), input({ type: "password", autocomplete: "new-password", required: true }));

async function begin() {
  if (!secret) return replace($("view"), notice(t("join.no_secret"), "warn"));
  try {
    const member = await post("/console/join", { secret });
    $("for").textContent = t("join.for", member);
    const login = input({ type: "text", autocomplete: "username", value: member.login, readonly: true, hidden: true });
    const choose = form({
      fields: { password, again },
      text: t("join.button"),
      submit: async () => {
        if (password.control.value !== again.control.value) {
          again.setError(t("join.differs"));
          return again.control.focus();
        }
        await request("POST", "/console/join", { body: { secret, password: password.control.value.normalize("NFC") } });
        history.replaceState(null, "", "/console/join");
        location.assign("/console/health");
      },
    });
    // Password managers store the login that is in the form.
    choose.prepend(login);
    replace($("view"), choose);
    password.control.focus();
  } catch (error) { replace($("view"), failure(error)); }
}

begin();
