// The log of a table: its moves to step through, and what may be done about one that was not legal.

import { h } from "./dom.js";
import { ruleLine } from "./parts.js";
import { moveText } from "./ruling.js";
import { tableShown } from "./table.js";
import { count, t } from "./words.js";

/** The moves of a log with the step that is shown; `checked` is the answer to its replay, as soon as there is one. */
export function logCard(bench, checked) {
  const { log, at } = bench.now;
  const failed = checked?.failed_at ?? null;
  const last = failed ?? log.length;
  const step = (text, label, number) => h("button", { class: "icon", "aria-label": label, disabled: number === at || number < 0 || number > last, onclick: () => bench.go(number) }, text);
  return h(
    "section",
    { class: "card log" },
    h("div", { class: "row spread" }, h("h2", {}, t("log")), h("span", { class: "quiet" }, t("step", { number: at, all: log.length }))),
    h("div", { class: "row steps" }, step("«", t("first step"), 0), step("‹", t("step back"), at - 1), step("›", t("step on"), at + 1), step("»", t("last step"), last)),
    checked && h("p", { class: `notice ${failed === null ? "good" : "bad"}` }, failed === null ? t("whole log") : [t("failed at", { number: failed + 1 }), " ", checked.ruling?.violations?.[0]?.message ?? checked.ruling?.missing?.[0]?.text ?? ""]),
    h(
      "details",
      {},
      h("summary", {}, count("moves", log.length)),
      h("ol", { class: "moves-list" }, log.map((move, index) => h("li", {}, h("button", { class: `line ${index === failed ? "failed" : ""}`, "aria-current": index === at ? "step" : null, disabled: index > last, onclick: () => bench.go(index) }, h("span", { class: "line-text" }, `${index + 1}. ${moveText(bench.module, move)}`), index === failed && h("b", {}, "✕"))))),
    ),
  );
}

/** What may be done about the first illegal move, side by side: the table, the points, how far the log stays legal. */
export function remedies(bench, checked) {
  const { repair } = checked;
  if (!repair) return null;
  return h(
    "section",
    { class: "card remedies-card" },
    h("h2", {}, t("remedies")),
    h("div", { class: "remedies" }, [...repair.remedies].sort((one, other) => Boolean(other.recommended) - Boolean(one.recommended)).map((one) => remedy(bench, one))),
    repair.rule && ruleLine(repair.rule, h("span", { class: "line-text" }, t("remedy rule"))),
  );
}

function remedy(bench, one) {
  return h(
    "section",
    { class: `remedy ${one.recommended ? "recommended" : ""}`, "aria-label": t(`remedy ${one.remedy}`) },
    h("h3", {}, t(`remedy ${one.remedy}`), one.recommended && h("span", { class: "tag legal" }, t("recommended"))),
    h("p", {}, one.text),
    one.move && h("p", {}, h("b", {}, moveText(bench.module, one.move))),
    one.scores && h("ul", { class: "remedy-scores" }, one.scores.map(({ name, total, difference }) => h("li", {}, h("span", {}, name), h("b", {}, total ?? "?"), difference ? h("small", {}, ` (${difference > 0 ? "+" : "−"}${Math.abs(difference)})`) : null))),
    one.possible === false && one.violations.map((violation) => ruleLine(violation.rule, h("span", { class: "line-text" }, violation.message))),
    (one.missing ?? []).map((fact) => h("p", { class: "quiet" }, fact.text)),
    one.state && h("figure", {}, tableShown(bench, one.state, { extra: bench.now.extra })),
    one.state && one.possible !== false && h("button", { class: one.recommended ? "primary wide" : "wide", data: { remedy: one.remedy }, onclick: () => bench.takeRemedy(one) }, t("take remedy")),
  );
}
