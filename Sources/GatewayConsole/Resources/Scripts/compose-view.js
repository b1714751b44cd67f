// The preview: the surfaces of a phone, its settings, and on `bellhop up` the virtual phone itself.

import * as api from "./api.js";
import { activityCard, framed, note, phone, surfacesOf } from "./compose-preview.js";
import { checkbox, el, replace, segmented, select } from "./ui.js";
import { t } from "./strings.js";

// The sizes of texts: names, and the factors of the system's sizes.
const sizes = [["0.82", "xs"], ["0.91", "s"], ["1", "m"], ["1.12", "l"], ["1.24", "xl"], ["1.41", "xxl"]];
// How often the virtual phone is drawn again while it is shown, in milliseconds.
const liveEvery = 1000;

const relativeTime = (iso) => {
  const seconds = Math.max(0, (Date.now() - Date.parse(iso)) / 1000);
  return seconds < 60 ? t("preview.now") : seconds < 3600 ? `${Math.floor(seconds / 60)}m` : `${Math.floor(seconds / 3600)}h`;
};

// The notifications on a virtual phone, newest first, as models for drawing them.
function delivered(device) {
  return device.apps.flatMap((app) => app.delivered.map((n) => ({ n, app })))
    .sort((a, b) => Date.parse(b.n.delivered_at) - Date.parse(a.n.delivered_at)).slice(0, 6)
    .map(({ n, app }) => {
      // The person looks at the phone, so that Face ID reveals what is hidden until then.
      const setting = app.switches?.previews ?? device.previews;
      const shown = n.shown.is_hidden && device.is_locked && setting === "when-authenticated" ? n : n.shown;
      return {
        id: n.id, at: n.delivered_at,
        model: {
          app: { bundle: app.bundle_id, name: app.name }, type: "alert", isShown: true, media: [], level: n.level ?? "active",
          title: shown.title ?? "", subtitle: shown.subtitle ?? "", body: shown.body ?? "",
        },
      };
    });
}

function activities(device) {
  const parse = (text) => { try { return JSON.parse(text); } catch { return {}; } };
  return (device.activities ?? []).filter((a) => a.place !== "none").map((a) => ({
    app: { bundle: a.bundle_id, name: device.apps.find((app) => app.bundle_id === a.bundle_id)?.name ?? a.bundle_id },
    title: "", body: "", event: a.state === "ended" ? "end" : "update", state: parse(a.content_state), attributes: parse(a.attributes),
  }));
}

export class Preview {
  // host: { model(), phone() }.
  #host; #surface = "lock"; #look = { isDark: matchMedia("(prefers-color-scheme: dark)").matches, scale: 1, isHidden: false, isRTL: false };
  #live = null; #timer; #type = null; #seen = new Set();

  constructor(host) {
    this.#host = host;
    this.stage = el("div", { class: "preview-stage", id: "preview" });
    this.tabs = el("div", { class: "preview-tabs" });
    const look = this.#look;
    const set = (change) => { Object.assign(look, change); this.draw(); };
    this.element = el("section", { class: "card preview-card", "aria-labelledby": "preview-title" },
      el("div", { class: "card-head" }, el("h2", { id: "preview-title" }, t("preview.title")),
        segmented([["light", t("preview.light")], ["dark", t("preview.dark")]], look.isDark ? "dark" : "light", (v) => set({ isDark: v === "dark" }), t("preview.appearance"))),
      this.tabs, this.stage,
      el("div", { class: "preview-settings" },
        el("label", { class: "preview-size" }, t("preview.size"), select(sizes.map(([value, name]) => [value, t(`size.${name}`)]), { value: "1", id: "preview-size", on: { change: (e) => set({ scale: Number(e.target.value) }) } })),
        checkbox(t("preview.hide"), { id: "preview-hidden", on: { change: (e) => set({ isHidden: e.target.checked }) } }),
        checkbox(t("preview.rtl"), { id: "preview-rtl", on: { change: (e) => set({ isRTL: e.target.checked }) } })));
  }

  // Shows the virtual phone, for instance after sending to it.
  showLive() { this.#choose("live"); }

  #choose(surface) {
    this.#surface = surface;
    clearInterval(this.#timer);
    if (surface === "live") {
      this.#refresh();
      this.#timer = setInterval(() => { if (document.visibilityState === "visible") this.#refresh(); }, liveEvery);
    }
    this.#drawTabs();
    this.draw();
  }

  async #refresh() {
    const id = this.#host.phone();
    if (!id) return;
    try {
      const device = await api.control.get(api.path`/v1/devices/${id}`);
      const text = JSON.stringify([device.apps, device.is_locked, device.activities]);
      if (text === this.#live?.text && this.stage.dataset.surface === "live") return;
      this.#live = { device, text };
    } catch (error) { this.#live = { error }; }
    if (this.#surface === "live") this.draw();
  }

  #drawTabs() {
    const type = this.#host.model().type;
    const entries = [...surfacesOf(type).map((s) => [s.id, t(`surface.${s.id}`)]), ...(api.control.isPresent ? [["live", t("surface.live")]] : [])];
    if (!entries.some(([id]) => id === this.#surface)) this.#surface = entries[0][0];
    const hadFocus = this.tabs.contains(document.activeElement);
    replace(this.tabs, segmented(entries, this.#surface, (id) => this.#choose(id), t("preview.surface")));
    // The buttons have been replaced; the focus stays where it was.
    if (hadFocus) this.tabs.querySelector("[aria-pressed=true]")?.focus({ preventScroll: true });
  }

  #drawLive() {
    if (!this.#live) return el("p", { class: "hint" }, t("state.loading"));
    if (this.#live.error) return el("p", { class: "field-error" }, this.#live.error.message);
    const { device } = this.#live;
    const list = delivered(device), cards = activities(device);
    const isFirst = this.#seen.size === 0;
    const items = list.map(({ id, at, model }) => {
      const isNew = !isFirst && !this.#seen.has(id + at);
      this.#seen.add(id + at);
      return el("div", { class: isNew ? "pv-new" : "", dataset: { note: id } }, note(model, { when: relativeTime(at), lines: 2 }));
    });
    this.#seen.add("");
    const empty = items.length + cards.length === 0 ? el("p", { class: "pv-nothing" }, t("preview.live_empty")) : null;
    return [
      phone("lock", el("div", { class: "pv-list live", tabindex: "0", role: "group", "aria-label": t("preview.list") }, cards.map((m) => activityCard(m)), items, empty), { label: t("surface.live") }),
      el("p", { class: "hint preview-caption" }, t("preview.live_caption", { name: device.name })),
    ];
  }

  // The payload has changed: the preview replaces the virtual phone.
  edited() {
    if (this.#surface === "live") this.#choose("lock");
  }

  // Draws the chosen surface again.
  draw() {
    const model = this.#host.model();
    if (model.type !== this.#type) {
      this.#type = model.type;
      this.#drawTabs();
    }
    const surface = surfacesOf(model.type).find((s) => s.id === this.#surface);
    this.stage.dataset.surface = this.#surface;
    replace(this.stage, framed(surface ? surface.draw(model, this.#look) : this.#drawLive(), this.#look));
  }
}
