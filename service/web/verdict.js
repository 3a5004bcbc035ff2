// An answer below its board: the summary as headline, the rule in my book, and what was assumed as a checklist.

import { MARKS, TONES, caption, headline, sentence } from "./card.js";
import { h } from "./dom.js";
import { moveText, wholeRuling } from "./ruling.js";
import { shareButton } from "./share.js";
import { t } from "./words.js";

/**
 * What a form says itself of its answer, if the question is not about one move: `text`, and perhaps another `verdict`,
 * the `word` above the text, the `rule` that decides, and `facts` that were assumed or are missing.
 */
function toldBy(form, { answer }) {
  const told = form.form?.told?.({ ...form.asked, answer }, form) ?? {};
  return { ...told, shown: { ...answer, verdict: told.verdict ?? answer.verdict } };
}

/** Everything about an answer below its board, the most important first. */
export function answerParts(form, asked) {
  const { answer, question, operation } = asked;
  const { entry, module } = form;
  const { shown, text, word, rule, facts } = toldBy(form, asked);
  return [
    headline(shown, { entry, operation, text, word }),
    module.answerParts?.(asked, form),
    caption(answer, entry, rule),
    checklist(facts ? { ...answer, ...facts } : answer, form),
    suggestions(answer, form),
    h("div", { class: "row wrap" }, shareButton(entry, () => ({ operation, question }))),
    wholeRuling({ entry, module, operation, question, answer }),
  ];
}

/** The answer in one line, always in sight; a tap leads to the rest. */
export function shortVerdict(answer, more, form = {}) {
  if (!answer) return h("p", { class: "lack" }, "…");
  const { shown, text, word } = toldBy(form, { answer });
  const verdict = shown.verdict ?? "possible";
  return h("button", { class: `short-verdict ${TONES[verdict]}`, onclick: more }, h("b", { "aria-hidden": "true" }, MARKS[verdict]), h("span", {}, text || (text === "" && word) || sentence(answer) || t(`verdict ${verdict}`)));
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
        h("button", { class: "chip no", onclick: () => form.open(fact.zones) }, t("no")),
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
