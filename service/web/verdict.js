// An answer below its board: the summary as headline, the rule in my book, and what was assumed as a checklist.

import { myBook } from "./book.js";
import { fill, h } from "./dom.js";
import { editionName, openRule } from "./parts.js";
import { answerCard, moveText } from "./ruling.js";
import { shareButton } from "./share.js";
import { t } from "./words.js";

const MARKS = { legal: "✓", possible: "✓", illegal: "✕", impossible: "✕", undetermined: "?" };
const TONES = { legal: "good", possible: "good", illegal: "bad", impossible: "bad", undetermined: "warn" };

/** Everything about an answer below its board, the most important first. */
export function answerParts(form, asked) {
  const { answer, question, operation } = asked;
  const { entry, module } = form;
  const details = h("div", {});
  return [
    headline(answer),
    module.answerParts?.(asked, form),
    caption(answer, entry),
    checklist(answer, form),
    suggestions(answer, form),
    h("div", { class: "row wrap" }, shareButton(entry, () => ({ operation, question }))),
    h(
      "details",
      { class: "card whole-ruling", ontoggle: (event) => event.target.open && !details.firstChild && fill(details, answerCard(entry, module, asked, {})) },
      h("summary", {}, t("whole ruling")),
      details,
    ),
  ];
}

/** The answer in one line, always in sight; a tap leads to the rest. */
export function shortVerdict(answer, more) {
  if (!answer) return h("p", { class: "lack" }, "…");
  const verdict = answer.verdict ?? "possible";
  return h("button", { class: `short-verdict ${TONES[verdict]}`, onclick: more }, h("b", { "aria-hidden": "true" }, MARKS[verdict]), h("span", {}, sentence(answer)));
}

function headline(answer) {
  const verdict = answer.verdict ?? "possible";
  return h(
    "div",
    { class: `card verdict ${TONES[verdict]}` },
    h("h2", { tabindex: "-1" }, h("span", { class: "mark", "aria-hidden": "true" }, MARKS[verdict]), t(`verdict ${verdict}`)),
    h("p", { class: "reason" }, sentence(answer)),
  );
}

/** The summary without the verdict that stands above it. */
function sentence(answer) {
  const text = answer.summary ?? answer.violations?.[0]?.message ?? answer.events?.[0]?.text ?? "";
  return text.replace(/^[^:.]{3,24}: /, (label) => (/[.,]/.test(label) ? label : ""));
}

/** The rule that decides, led by the heading in my book; other books follow folded. */
function caption(answer, entry) {
  const cited = (answer.citations ?? []).find((one) => one.role === "broken") ?? (answer.citations ?? []).find((one) => one.role === "decides") ?? answer.citations?.[0];
  if (!cited) return null;
  const mine = cited.sources.find((source) => source.edition === myBook(entry));
  return h(
    "section",
    { class: "card caption" },
    h("p", { class: "place" }, mine?.section ? `${editionName(entry, mine.edition)} · ${mine.section}` : cited.house_ruling ? t("house ruling", { number: cited.house_ruling.number }) : t("book silent")),
    h("h3", {}, cited.title),
    h("p", {}, cited.text),
    h("button", { class: "chip", "aria-haspopup": "dialog", onclick: () => openRule(cited.rule) }, t("other editions")),
  );
}

/** What was assumed, as a checklist: "no" opens the place to enter what is true. */
function checklist(answer, form) {
  const facts = [...(answer.assumed ?? []), ...(answer.missing ?? [])];
  if (!facts.length) return null;
  return h(
    "section",
    { class: "card checklist" },
    h("h3", {}, t(answer.assumed?.length ? "true at your table" : "missing")),
    facts.map((fact) =>
      h(
        "div",
        { class: "fact" },
        h("span", { class: "line-text" }, fact.text),
        h("button", { class: "chip", "aria-pressed": "false", onclick: (event) => event.currentTarget.setAttribute("aria-pressed", "true") }, t("yes")),
        h("button", { class: "chip no", onclick: () => form.open(fact.zones[0] ?? "") }, t("no")),
      ),
    ),
  );
}

/** Legal moves instead; on a board they are ghosts too. */
function suggestions(answer, form) {
  const list = answer.suggestions ?? [];
  if (!list.length || !form.form.take) return null;
  return h(
    "section",
    { class: "card" },
    h("h3", {}, t("nearest")),
    list.map((move) => h("button", { class: "line", onclick: () => form.tryMove(move) }, h("span", { class: "line-text" }, moveText(form.module, move)), h("span", { class: "more" }, t("try it")))),
  );
}
