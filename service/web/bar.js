// The bar of a bench, always in sight: what is still missing, or the verdict; play the move, undo the last step.

import { h } from "./dom.js";
import { name } from "./parts.js";
import { shortVerdict } from "./verdict.js";
import { t } from "./words.js";

export function barOf(bench) {
  const { now } = bench;
  const lacks = bench.lacks();
  const answer = bench.answered?.answer ?? (bench.isRefused ? bench.ahead : undefined);
  const isMove = bench.answered?.operation === "validate";
  const wanted = () => (lacks.length ? bench.top.tapHint() || t("choose first", { fields: lacks.join(", ") }) : t("who does", { who: t("move"), what: name(bench.module, now.move.type) }));
  return h(
    "div",
    { class: "row" },
    (lacks.length || !now.isTold) && !answer
      ? h("p", { class: "quiet lack", "aria-live": "polite" }, bench.isEditing ? "" : wanted())
      : shortVerdict(answer, () => (bench.answered ? bench.result : bench.table).scrollIntoView({ block: "start", behavior: "smooth" })),
    !lacks.length && !answer && !now.isTold && !bench.isEditing && h("button", { class: "primary play", onclick: () => bench.askAndPlay() }, t("play it")),
    isMove && answer.verdict === "legal" && answer.state && h("button", { class: "primary play", onclick: () => bench.play(answer) }, t("play it")),
    h("button", { class: "icon undo", disabled: bench.past.isEmpty, "aria-label": t("undo"), onclick: () => bench.undo() }, "↶"),
  );
}
