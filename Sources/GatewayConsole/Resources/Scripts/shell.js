// What every page has: the menu on narrow windows, signing out, and the end of the session.

import { request } from "./api.js";
import { button, el, $ } from "./ui.js";
import { t } from "./strings.js";

const sidebar = document.querySelector(".sidebar");
const menu = $("menu-button");

function setMenu(isOpen) {
  sidebar.dataset.open = isOpen ? "yes" : "no";
  menu.setAttribute("aria-expanded", String(isOpen));
}

menu?.addEventListener("click", () => setMenu(sidebar.dataset.open !== "yes"));
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || sidebar?.dataset.open !== "yes") return;
  setMenu(false);
  menu.focus();
});

$("sign-out")?.addEventListener("click", async () => {
  try { await request("DELETE", "/console/session"); } finally { location.assign("/console/sign-in"); }
});

document.addEventListener("signed-out", () => {
  if ($("signed-out")) return;
  document.body.append(el("div", { id: "signed-out", class: "banner bad", role: "alert" },
    t("state.signed_out"),
    button(t("action.sign_in"), { kind: "primary", on: () => location.reload() })));
});
