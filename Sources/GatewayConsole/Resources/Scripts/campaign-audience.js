// The builder's card for the audience: the choice, the number of devices, and a sample of them.

import { get, path, post, query } from "./api.js";
import { count } from "./format.js";
import { button, card, el, field, link, outside, select, textarea } from "./ui.js";
import { choices, fill, places } from "./parts.js";
import { t } from "./strings.js";

// The time without typing after which an audience is counted, in milliseconds.
const pause = 300;
// The number of devices that are shown.
const sampleMax = 5;

const examples = ["tag beta", "last_seen > 7d ago", "locale is \"de-DE\"", "app_version >= 2.0", "not permission is \"denied\""];

export function audienceCard(draft, changed) {
  const place = el("div", { class: "stack tight" });
  const mark = el("div", { dataset: { part: "mark" } });
  const result = el("div", { class: "stack tight", role: "status" });
  let segments = [];
  let timer = 0;
  let round = 0;

  const filterOf = () => {
    const { kind, filter, segment } = draft.audience;
    if (kind === "all") return "all";
    return kind === "filter" ? filter.trim() : segments.find((s) => s.name === segment)?.filter ?? "";
  };

  // The filter with a mark at the column at which the gateway could not continue to read it.
  function error(line, problem) {
    const at = Math.max(0, (problem.column ?? 1) - 1);
    const word = /^\S*/.exec(line.slice(at))[0] || " ";
    filter.setError(problem.message);
    return problem.column ? el("pre", { class: "filter-error", "aria-hidden": "true" }, line.slice(0, at),
      el("mark", {}, word), line.slice(at + word.length), `\n${" ".repeat(at)}^`) : null;
  }

  async function look() {
    const mine = ++round;
    const line = filterOf();
    filter.setError(null);
    fill(mark);
    if (line === "") {
      fill(result, el("p", { class: "soft" }, t("audience.write")));
      return;
    }
    try {
      const [size, sample] = await Promise.all([
        post(path`/v1/apps/${draft.app}/audience/count`, { filter: line }),
        get(query("/v1/installations", { app: draft.app, filter: line, limit: sampleMax })),
      ]);
      if (mine !== round) return;
      fill(result, el("p", { class: "count-line" },
        el("strong", { dataset: { count: "audience" } }, count(size.installations)),
        t(size.installations === 1 ? "audience.device" : "audience.devices")),
      sample.installations.length ? el("ul", { class: "sample", "aria-label": t("audience.sample") },
        sample.installations.map((d) => el("li", {},
          link(outside(d.user ?? d.id), places.device(d.id)),
          outside([d.locale, d.time_zone, d.app_version].filter(Boolean).join(" · "))))) : null);
    } catch (problem) {
      if (mine !== round) return;
      fill(result);
      fill(mark, error(line, problem));
    }
  }

  function edited() {
    clearTimeout(timer);
    timer = setTimeout(look, pause);
    changed();
  }

  const filter = field(t("audience.filter"), textarea({
    rows: "2", class: "mono", placeholder: "tag beta and last_seen > 7d ago", dataset: { field: "filter" },
    on: { input: (e) => { draft.audience.filter = e.target.value.replaceAll("\n", " "); edited(); } },
  }), { hint: t("audience.filter.hint") });

  filter.control.value = draft.audience.filter;

  const chips = el("div", { class: "row", "aria-label": t("audience.examples") }, examples.map((text) =>
    button(text, {
      small: true, kind: "quiet", on: () => {
        const old = draft.audience.filter.trim();
        filter.control.value = old ? `${old} and ${text}` : text;
        draft.audience.filter = filter.control.value;
        edited();
      },
    })));

  async function segmentChoice() {
    try { segments = (await get(path`/v1/apps/${draft.app}/segments`)).segments; } catch { segments = []; }
    if (segments.length === 0) {
      fill(place, el("p", { class: "soft" }, t("audience.no_segments")));
      return;
    }
    draft.audience.segment ||= segments[0].name;
    fill(place, field(t("audience.segment"), select(segments.map((s) => [s.name, `${s.name}: ${s.filter}`]), {
      value: draft.audience.segment,
      on: { change: (e) => { draft.audience.segment = e.target.value; edited(); } },
    })));
    edited();
  }

  function show() {
    if (draft.audience.kind === "segment") segmentChoice();
    else fill(place, draft.audience.kind === "filter" ? [filter, mark, chips] : null);
    edited();
  }

  const element = card(t("audience.title"), choices(t("audience.title"), [
    ["all", t("audience.all")], ["filter", t("audience.by_filter")], ["segment", t("audience.by_segment")],
  ], draft.audience.kind, (kind) => { draft.audience.kind = kind; show(); }), place, result);
  queueMicrotask(() => (draft.audience.kind === "all" ? look() : show()));
  return { element, appChanged: show };
}
