// The page of the member who is signed in, with the form for a new password.

import { request } from "./api.js";
import { card, el, facts, field, form, input, notice, outside, replace, $ } from "./ui.js";
import { t } from "./strings.js";

const { member, role } = document.body.dataset;
const name = document.querySelector(".account-name bdi")?.textContent ?? "";
// The member that `bellhop up` signs in.
const isLocal = member === "local";

function passwordCard() {
  const current = field(t("account.current"), input({ type: "password", autocomplete: "current-password", required: true }));
  const password = field(t("account.new"), input({ type: "password", autocomplete: "new-password", minlength: "12", required: true }), { hint: t("account.new.hint") });
  const again = field(t("account.again"), input({ type: "password", autocomplete: "new-password", required: true }));
  return card(t("account.password"), el("p", { class: "small soft" }, t("account.ends")), form({
    fields: { current, password, again }, text: t("account.change"),
    submit: async () => {
      if (password.control.value !== again.control.value) {
        again.setError(t("account.differs"));
        return again.control.focus();
      }
      await request("POST", "/console/password", {
        body: { current: current.control.value.normalize("NFC"), password: password.control.value.normalize("NFC") },
      });
      // The new session has another token, which only a newly loaded page contains.
      location.assign("/console/account?changed=yes");
    },
  }));
}

const isChanged = new URLSearchParams(location.search).get("changed") === "yes";
replace($("view"), el("div", { class: "stack narrow" },
  isChanged ? notice(t("account.done"), "ok") : null,
  card(null, facts([[t("account.name"), outside(name)], [t("account.role"), t(`account.${role}`)]])),
  isLocal ? notice(t("account.local"), "info") : passwordCard()));
