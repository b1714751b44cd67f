// The bar that sends: the recipient, the button, and the result.

import * as api from "./api.js";
import { send } from "./compose-send.js";
import { button, el, field, icon, input, link, outside, replace, segmented, select } from "./ui.js";
import { t } from "./strings.js";

const arrow = "M3.5 10 16.5 3.5 12 16.500 9.500 11z";

export class Target {
  // host: { push(), errors(), onSent(to, outcome), app() }.
  #host; #kind; #parts = new Map(); #installations = [];

  constructor(host) {
    this.#host = host;
    const kinds = [...(api.control.isPresent ? ["phone"] : []), "installation", "token", "audience"];
    this.#kind = kinds[0];
    this.phones = select([], { id: "send-phone" });
    this.installation = input({ id: "send-installation", list: "send-installations", placeholder: t("send.installation_hint"), dir: "ltr" });
    this.options = el("datalist", { id: "send-installations" });
    this.token = input({ id: "send-token", class: "mono", placeholder: t("send.token_hint"), dir: "ltr", spellcheck: "false" });
    this.environment = select([["sandbox", t("send.sandbox")], ["production", t("send.production")]], { id: "send-environment" });
    this.audience = select([["all", t("send.everyone")]], { id: "send-audience" });
    this.#parts.set("phone", [field(t("send.phone"), this.phones)]);
    this.#parts.set("installation", [field(t("send.installation"), this.installation), this.options]);
    this.#parts.set("token", [field(t("send.token"), this.token), field(t("send.environment"), this.environment)]);
    this.#parts.set("audience", [field(t("send.audience"), this.audience)]);
    this.fields = el("div", { class: "send-fields" });
    this.result = el("div", { class: "send-result", id: "send-result", role: "status", "aria-live": "polite" });
    this.button = button("", { kind: "primary", id: "send", class: "button primary send-button", on: () => this.#send() });
    this.element = el("section", { class: "send-bar", "aria-label": t("send.title") },
      el("div", { class: "send-line" },
        segmented(kinds.map((kind) => [kind, t(`send.to_${kind}`)]), this.#kind, (kind) => this.#choose(kind), t("send.title")),
        this.fields, this.button),
      this.result);
    this.#choose(this.#kind);
    this.#load();
  }

  get phone() { return this.phones.value; }

  async #load() {
    if (api.control.isPresent) {
      try {
        const list = await api.control.get("/v1/devices");
        const devices = Array.isArray(list) ? list : list.devices ?? [];
        replace(this.phones, devices.map((d) => el("option", { value: d.id }, `${d.name} · ${d.model}`)));
      } catch { /* The bar shows the error when the person sends. */ }
    }
    try {
      const page = await api.get("/v1/installations?limit=100");
      this.#installations = page.installations ?? [];
      replace(this.options, this.#installations.map((i) => el("option", { value: i.id ?? i.installation_id }, [i.user, i.app].filter(Boolean).join(" · "))));
    } catch { /* The identifier can be typed. */ }
    this.loadSegments();
  }

  // Reads the segments of the chosen app.
  async loadSegments() {
    const app = this.#host.app();
    // Without an app, the form has an example, which the gateway does not know.
    if (!app || this.#host.isExampleApp()) return;
    try {
      const list = await api.get(api.path`/v1/apps/${app}/segments`);
      replace(this.audience, [["all", t("send.everyone")], ...(list.segments ?? []).map((s) => [`segment:${s.name}`, s.name])].map(([value, title]) => el("option", { value }, title)));
    } catch { /* Only the choice of everyone remains. */ }
  }

  #choose(kind) {
    this.#kind = kind;
    replace(this.fields, this.#parts.get(kind));
    replace(this.button, icon(arrow), t(kind === "audience" ? "send.make_draft" : "send.send"));
    this.#say(null);
  }

  #missing(control, text) {
    control.setAttribute("aria-invalid", "true");
    control.focus();
    control.addEventListener("input", () => control.removeAttribute("aria-invalid"), { once: true });
    this.#say({ kind: "bad", text });
    return null;
  }

  #to() {
    const kind = this.#kind;
    if (kind === "phone") {
      return this.phones.value ? { kind, phone: this.phones.value, name: this.phones.selectedOptions[0].textContent }
        : this.#missing(this.phones, t("send.no_phone"));
    }
    if (kind === "installation") {
      const installation = this.installation.value.trim();
      return installation ? { kind, installation, name: installation } : this.#missing(this.installation, t("send.no_installation"));
    }
    if (kind === "audience") return { kind, audience: this.audience.value, name: this.audience.selectedOptions[0].textContent };
    const token = this.token.value.replace(/\s/g, "");
    if (!/^([0-9a-f]{2})+$/i.test(token)) return this.#missing(this.token, t("send.bad_token"));
    return { kind, token, environment: this.environment.value, name: t(`send.${this.environment.value}`) };
  }

  async #send() {
    const to = this.#to();
    if (!to || this.button.disabled) return;
    const problem = this.#host.errors();
    if (problem) { this.#say({ kind: "bad", text: problem }); return; }
    const hadFocus = document.activeElement === this.button;
    this.button.disabled = true;
    this.#say({ kind: "", text: t("send.sending") });
    const push = this.#host.push();
    let outcome;
    try { outcome = await send(push, to); } catch (error) {
      outcome = { kind: "bad", text: error.message };
      if (!(error instanceof api.Problem)) console.error(error);
    } finally {
      this.button.disabled = false;
      // A disabled button has no focus.
      if (hadFocus && document.activeElement === document.body) this.button.focus();
    }
    this.#say(outcome);
    this.#host.onSent(push, to, outcome);
    if (outcome.open) location.assign(outcome.open);
  }

  #say(outcome) {
    this.result.dataset.kind = outcome?.kind ?? "";
    replace(this.result, outcome ? [
      el("span", { class: "send-text" }, outside(outcome.text)),
      outcome.remedy ? el("span", { class: "send-remedy" }, "→ ", outside(outcome.remedy)) : null,
      outcome.id ? el("code", { class: "send-id" }, outcome.id) : null,
      outcome.open ? link(t("send.open"), outcome.open) : null,
    ] : null);
  }
}
