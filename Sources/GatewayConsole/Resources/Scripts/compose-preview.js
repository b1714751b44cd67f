// The notification as iOS draws it, from the payload alone. All texts are set as text.

import { el, outside } from "./ui.js";
import { nodeAt, plain } from "./compose-json.js";
import { t } from "./strings.js";

// A text of the payload. It has its own direction, and invisible characters are shown as labels.
const words = (tag, text, props = {}) => el(tag, props, outside(text));

const stringOf = (value) => {
  if (typeof value === "string") return value;
  // In Live Activities, a text may be an object with a key of the app's own strings.
  if (value && typeof value === "object" && typeof value["loc-key"] === "string") {
    return `‹${value["loc-key"]}›`;
  }
  return "";
};

// The texts of an alert; a key of the app's strings is shown in angle quotation marks.
function texts(alert) {
  if (typeof alert === "string") return { title: "", subtitle: "", body: alert };
  const of = (key, locKey) => {
    const args = alert?.[locKey.replace("loc-key", "loc-args")];
    const list = Array.isArray(args) && args.length ? `: ${args.join(", ")}` : "";
    return stringOf(alert?.[key]) ||
      (typeof alert?.[locKey] === "string" ? `‹${alert[locKey]}${list}›` : "");
  };
  return { title: of("title", "title-loc-key"), subtitle: of("subtitle", "subtitle-loc-key"), body: of("body", "loc-key") };
}

const media = /\.(jpe?g|png|gif|heic|webp|mp4|mov|mp3|m4a)(\?|$)/i;

// The links to media in the app's own keys, which a service extension may attach.
function attachments(value, depth = 0) {
  if (depth > 3) return [];
  if (typeof value === "string") return /^https:/.test(value) && media.test(value) ? [value] : [];
  return value && typeof value === "object"
    ? Object.values(value).flatMap((inner) => attachments(inner, depth + 1)) : [];
}

// A place in the app's own keys, such as { "lat": 52.5, "lon": 13.4 }, which a content extension may
// show on a map; null if there is none.
function placeIn(value, depth = 0) {
  if (!value || typeof value !== "object" || depth > 3) return null;
  const latitude = value.latitude ?? value.lat, longitude = value.longitude ?? value.lon ?? value.lng;
  if (Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && typeof latitude === "number" && typeof longitude === "number") {
    return { latitude, longitude };
  }
  for (const inner of Object.values(value)) {
    const found = placeIn(inner, depth + 1);
    if (found) return found;
  }
  return null;
}

// The content that all drawings of the payload show.
export function modelOf(root, { type, app, categories = [] }) {
  const payload = plain(root);
  const whole = payload && typeof payload === "object" ? payload : {};
  const aps = whole.aps && typeof whole.aps === "object" ? whole.aps : {};
  const { aps: _, ...own } = whole;
  const sound = aps.sound && typeof aps.sound === "object" ? aps.sound.name ?? "default" : aps.sound;
  const category = typeof aps.category === "string" ? aps.category : "";
  return {
    type, app, ...texts(aps.alert), sound: typeof sound === "string" ? sound : "",
    badge: typeof aps.badge === "number" ? aps.badge : null, level: String(aps["interruption-level"] ?? "active"),
    thread: typeof aps["thread-id"] === "string" ? aps["thread-id"] : "", category,
    actions: categories.find((c) => c.id === category)?.actions ?? null,
    media: aps["mutable-content"] ? attachments(own) : [],
    place: category ? placeIn(own) : null,
    event: aps.event, state: aps["content-state"], attributes: aps.attributes,
    attributesType: aps["attributes-type"], stale: aps["stale-date"],
    hasAlert: nodeAt(root, ["aps", "alert"]) !== undefined,
    isShown: ["alert", "liveactivity"].includes(type),
  };
}

const iconClass = (bundle) => {
  let sum = 0;
  for (const c of bundle) sum = (sum * 31 + c.codePointAt(0)) % 997;
  return `pv-icon c${sum % 5}`;
};

export const appIcon = (app) => app.bundle === "dev.bellhop.demo"
  ? el("span", { class: "pv-icon bell", "aria-hidden": "true" })
  : el("span", { class: iconClass(app.bundle), "aria-hidden": "true" }, [...(app.name || "·")][0]);

function signs(m) {
  const items = [
    m.level === "critical" ? el("span", { class: "pv-mark hot" }, t("preview.critical")) : null,
    m.level === "time-sensitive" ? el("span", { class: "pv-mark warm" }, t("preview.time_sensitive")) : null,
  ].filter(Boolean);
  return items.length ? el("span", { class: "pv-marks" }, items) : null;
}

// A notification as a card.
export function note(m, { isHidden = false, when = t("preview.now"), lines = 4, picture = true } = {}) {
  const title = isHidden ? m.app.name : m.title || m.app.name;
  const hasPicture = picture && m.media.length > 0 && !isHidden;
  return el("div", { class: `pv-note${hasPicture ? " has-picture" : ""}` },
    appIcon(m.app),
    el("div", { class: "pv-head" }, words("b", title, { class: "pv-title" }), el("span", { class: "pv-when" }, when)),
    el("div", { class: "pv-rest" },
      !isHidden && m.subtitle ? words("span", m.subtitle, { class: "pv-sub" }) : null,
      isHidden ? el("span", { class: "pv-body" }, t("preview.hidden_text"))
        : m.body ? words("span", m.body, { class: "pv-body", vars: { lines: String(lines) } }) : null,
      signs(m)),
    hasPicture ? el("span", { class: "pv-thumb", "aria-hidden": "true" }) : null);
}

const nothing = (text) => el("p", { class: "pv-nothing" }, text);

function clock() {
  const now = new Date();
  const day = now.toLocaleDateString("en", { weekday: "long", month: "long", day: "numeric" });
  return { day, time: now.toLocaleTimeString("en", { hour: "numeric", minute: "2-digit", hour12: false }) };
}

const radios = () => el("span", { class: "pv-radios", "aria-hidden": "true" }, el("i", { class: "pv-signal" }), el("i", { class: "pv-wifi" }), el("i", { class: "pv-battery" }));

// A whole phone with a screen. `island` is what the Dynamic Island shows.
export function phone(kind, content, { island = null, label } = {}) {
  const { day, time } = clock();
  const isLock = kind === "lock" || kind === "center";
  return el("div", { class: "pv-phone", role: "group", "aria-label": label },
    el("div", { class: `pv-screen ${kind}` },
      el("div", { class: "pv-wallpaper", "aria-hidden": "true" }, el("b"), el("b"), el("b")),
      el("div", { class: "pv-status", "aria-hidden": "true" },
        el("span", { class: "pv-time" }, isLock ? "" : time), island ?? el("span", { class: "pv-island" }), radios()),
      kind === "lock" ? el("div", { class: "pv-lock", "aria-hidden": "true" }, el("p", { class: "pv-date" }, day), el("p", { class: "pv-clock" }, time)) : null,
      kind === "center" ? el("div", { class: "pv-lock small", "aria-hidden": "true" }, el("p", { class: "pv-clock" }, time)) : null,
      content,
      isLock ? el("div", { class: "pv-foot", "aria-hidden": "true" }, el("i", { class: "pv-torch" }), el("i", { class: "pv-camera" })) : null,
      el("i", { class: "pv-homebar", "aria-hidden": "true" })));
}

const home = (m) => el("div", { class: "pv-home", "aria-hidden": "true" },
  el("div", { class: "pv-grid" },
    el("span", { class: "pv-tile" }, appIcon(m.app), m.badge ? el("span", { class: "pv-badge" }, String(m.badge)) : null, el("small", {}, m.app.name)),
    ...[0, 1, 2, 3, 4, 5, 6].map((n) => el("span", { class: "pv-tile" }, el("span", { class: `pv-icon g${n}` })))),
  el("div", { class: "pv-dock" }, [0, 1, 2, 3].map((n) => el("span", { class: `pv-icon g${n}` }))));

const hasText = (m) => Boolean(m.title || m.subtitle || m.body);

const silent = (m) => m.isShown && hasText(m) ? null
  : nothing(t(m.isShown ? "preview.no_text" : "preview.not_shown", { type: m.type }));

// MARK: Live Activities

const spaced = (name) => name.replace(/([a-z\d])([A-Z])/g, "$1 $2").replace(/[_-]+/g, " ").toLowerCase();

function values(object) {
  if (!object || typeof object !== "object") return [];
  return Object.entries(object).flatMap(([name, value]) =>
    value && typeof value === "object" && !Array.isArray(value)
      ? Object.entries(value).map(([inner, deep]) => [`${spaced(name)} ${spaced(inner)}`, textOf(deep)])
      : [[spaced(name), textOf(value)]]);
}

const textOf = (value) => value === true ? t("preview.yes") : value === false ? t("preview.no")
  : value === null ? "–" : typeof value === "object" ? JSON.stringify(value) : String(value);

function valueGrid(m) {
  const rows = values(m.state).slice(0, 8);
  return el("div", { class: "pv-values" }, rows.length === 0 ? el("span", { class: "pv-cell wide" }, t("preview.no_values")) : rows.map(([name, value]) => {
    const length = [...value].length;
    return el("span", { class: `pv-cell${length > 12 ? " wide" : length > 5 ? " half" : ""}` }, words("b", value), words("small", name));
  }));
}

export function activityCard(m, { isIsland = false } = {}) {
  const subject = values(m.attributes).map(([, value]) => value).filter((v) => [...v].length <= 24).slice(0, 3).join(" · ");
  return el("div", { class: isIsland ? "pv-activity island" : "pv-activity" },
    el("div", { class: "pv-activity-head" }, appIcon(m.app), el("b", {}, m.app.name), el("span", { class: `pv-pill ${m.event === "end" ? "ended" : ""}` }, t(m.event === "end" ? "preview.ended" : "preview.live"))),
    hasText(m) ? el("div", { class: "pv-activity-alert" }, m.title ? words("b", m.title) : null, m.body ? words("span", m.body) : null) : null,
    valueGrid(m), subject ? words("small", subject, { class: "pv-subject" }) : null);
}

function shortValue(m) {
  const list = values(m.state).map(([, value]) => value);
  const isNumber = (v) => v !== undefined && /^-?\d+(\.\d+)?$/.test(v);
  if (isNumber(list[0]) && isNumber(list[1])) return `${list[0]}–${list[1]}`;
  return list.find((v) => [...v].length <= 7) ?? "";
}

const compactIsland = (m) => el("span", { class: "pv-island compact" }, appIcon(m.app), words("span", shortValue(m), { class: "pv-short" }));

// MARK: The surfaces

const lock = (m, look) => phone("lock",
  el("div", { class: "pv-list", tabindex: "0", role: "group", "aria-label": t("preview.list") }, m.type === "liveactivity" ? activityCard(m) : silent(m) ?? note(m, { isHidden: look.isHidden })),
  { label: t("surface.lock") });

const banner = (m) => phone("home", [
  home(m),
  m.type === "liveactivity" ? null : el("div", { class: "pv-banner" }, silent(m) ?? note(m, { lines: 2 })),
], { label: t("surface.banner"), island: m.type === "liveactivity" ? compactIsland(m) : null });

const figureOf = (link) => el("figure", { class: "pv-media" }, el("span", { "aria-hidden": "true" }),
  words("figcaption", link.split("/").at(-1).split("?")[0]));

// One picture, or several next to each other, as a content extension shows them.
const pictures = (links) => links.length < 2 ? links.map(figureOf)
  : el("div", { class: "pv-carousel", tabindex: "0", role: "group", "aria-label": t("preview.carousel", { n: links.length }) },
    links.map(figureOf), el("span", { class: "pv-dots", "aria-hidden": "true" }, links.map(() => el("i", {}))));

// A map without tiles: streets that are the same everywhere, and the place in words.
const map = ({ latitude, longitude }) => el("figure", { class: "pv-media pv-map" },
  el("svg", { viewBox: "0 0 300 128", preserveAspectRatio: "xMidYMid slice", "aria-hidden": "true" },
    el("path", { class: "pv-water", d: "M0 96C70 84 96 128 170 112S300 92 300 92V128H0Z" }),
    el("path", { class: "pv-park", d: "M196 10h70v42h-70z" }),
    el("path", { class: "pv-street", d: "M0 34H300M0 74 300 62M44 0 62 128M128 0 118 128M178 0V128M272 0 260 128" }),
    el("path", { class: "pv-pin", d: "M150 74c-9-13-15-19-15-28a15 15 0 0 1 30 0c0 9-6 15-15 28Z" }),
    el("circle", { class: "pv-dot", cx: 150, cy: 46, r: 5 })),
  el("figcaption", {}, t("preview.map", {
    latitude: `${Math.abs(latitude).toFixed(3)}° ${latitude < 0 ? "S" : "N"}`,
    longitude: `${Math.abs(longitude).toFixed(3)}° ${longitude < 0 ? "W" : "E"}`,
  })));

function expanded(m) {
  const actions = m.actions?.length ? m.actions.map((action) =>
    el("span", { class: action.is_destructive ? "destructive" : "" }, outside(action.title)))
    : m.category ? [el("span", { class: "unknown" }, t("preview.category", { category: m.category }))] : [];
  return phone("look", el("div", { class: "pv-look", tabindex: "0", role: "group", "aria-label": t("surface.expanded") }, silent(m) ?? [
    el("div", { class: "pv-long" },
      el("div", { class: "pv-long-head" }, appIcon(m.app), el("span", {}, el("b", {}, m.app.name), el("small", {}, t("preview.now")))),
      pictures(m.media), m.place ? map(m.place) : null,
      el("div", { class: "pv-long-text" }, words("b", m.title || m.app.name), m.subtitle ? words("span", m.subtitle, { class: "pv-sub" }) : null, m.body ? words("p", m.body) : null, signs(m))),
    actions.length ? el("div", { class: "pv-actions" }, actions) : null,
  ]), { label: t("surface.expanded") });
}

function center(m, look) {
  const older = { ...m, media: [] };
  return phone("center", el("div", { class: "pv-list", tabindex: "0", role: "group", "aria-label": t("preview.list") }, silent(m) ?? [
    el("p", { class: "pv-center-title" }, t("preview.center")),
    el("div", { class: "pv-stack" }, note(m, { isHidden: look.isHidden, lines: 2 })),
    el("p", { class: "pv-group" }, m.thread ? outside(t("preview.thread", { thread: m.thread })) : t("preview.by_app", { app: m.app.name })),
    el("div", { class: "pv-faded" }, note(older, { isHidden: look.isHidden, when: "12m", lines: 1, picture: false })),
  ]), { label: t("preview.center") });
}

const island = (m) => phone("home", [
  home(m), el("div", { class: "pv-banner" }, activityCard(m, { isIsland: true })),
], { label: t("preview.island"), island: el("span", { class: "pv-island none" }) });

const watch = (m, look) => el("div", { class: "pv-watch" },
  el("div", { class: "pv-watch-screen", tabindex: "0", role: "group", "aria-label": t("surface.watch") }, m.type === "liveactivity" ? activityCard(m) : silent(m) ?? [
    el("div", { class: "pv-watch-head" }, appIcon(m.app), el("span", { class: "pv-when" }, t("preview.now"))),
    el("div", { class: "pv-watch-card" }, words("b", look.isHidden ? m.app.name : m.title || m.app.name), !look.isHidden && m.subtitle ? words("span", m.subtitle, { class: "pv-sub" }) : null, words("p", look.isHidden ? t("preview.hidden_text") : m.body)),
    (m.actions ?? []).slice(0, 2).map((action) => el("span", { class: "pv-watch-button" }, outside(action.title))),
    el("span", { class: "pv-watch-button" }, t("preview.dismiss")),
  ]));

// The surfaces by identifier; `types` limits a surface to some push types.
export const surfaces = [
  { id: "lock", draw: lock }, { id: "banner", draw: banner },
  { id: "expanded", draw: expanded, types: ["alert"] }, { id: "center", draw: center, types: ["alert"] },
  { id: "island", draw: island, types: ["liveactivity"] }, { id: "watch", draw: watch },
];

export const surfacesOf = (type) => surfaces.filter((s) => !s.types || s.types.includes(type));

// The frame with the settings of the phone: light or dark, the size of texts, the direction.
export const framed = (content, look) => el("div", {
  class: `pv ${look.isDark ? "dark" : "light"}`, dir: look.isRTL ? "rtl" : "ltr",
  vars: { scale: String(look.scale) },
}, content);
