// A shared case: the link holds the question; the answer is asked for anew, and held against what was answered then.

import { Unreachable, ask, game } from "./api.js";
import { announce, fill, h } from "./dom.js";
import { lay } from "./judge.js";
import { changes, unpackCase } from "./packed.js";
import { own, problem, topRow, waiting } from "./parts.js";
import { answerCard } from "./ruling.js";
import { t } from "./words.js";

export default async function shared(place, way) {
  fill(place, h("h1", {}, t("case")));
  let content;
  try {
    content = await unpackCase(way[0] ?? "");
  } catch {
    place.append(h("p", { class: "card notice bad", role: "alert" }, t("bad link"))); // whatever is wrong with it, it is the link
    return;
  }
  const { operation, question, seen } = content;
  try {
    const entry = await game(content.game);
    if (!entry) throw new Error(t("bad link"));
    const module = await own(entry.id);
    const asked = operation === "validate" ? { ...question, suggest: true, compare: true } : question;
    const answer = await ask(entry.id, operation, asked);
    const { house_rules, pack } = question;
    const goOn = (ruled) => lay(entry.id, { question: { state: ruled.state, house_rules, pack } });
    place.append(
      topRow(entry, () => shared(place, way)) ?? "",
      h("p", { class: "case-title" }, h("b", {}, entry.title), seen?.title ? ` · ${seen.title}` : ""),
      standing(seen, operation, answer) ?? "",
      answerCard(entry, module, { operation, question: asked, answer }, {
        goOn,
        tryMove: (move) => lay(entry.id, { operation, question: { ...question, move } }),
      }),
    );
    if (question.state || question.setup) place.append(h("button", { class: "wide further", onclick: () => lay(entry.id, content) }, t("judge further")));
    announce(t(`verdict ${answer.verdict}`));
  } catch (error) {
    const line = h("div", {});
    place.append(line);
    if (error instanceof Unreachable) waiting(line, () => shared(place, way));
    else fill(line, problem(error));
  }
}

/** Whether today's rules still rule as they did when the link was made. */
function standing(seen, operation, answer) {
  if (!seen?.expected) return null;
  const different = changes(seen.expected, operation, answer);
  const version = ({ rulebook, engine }) => `${rulebook}+${engine}`;
  return h(
    "section",
    { class: `card notice standing ${different.length ? "warn" : "good"}` },
    h("h2", {}, `${different.length ? "≠" : "="} ${t(different.length ? "no longer so" : "still so")}`),
    seen.case_id && h("p", {}, t("case id"), " ", h("code", {}, seen.case_id)),
    different.length > 0 && [
      seen.rules_version && h("p", {}, t("was then", { verdict: t(`verdict ${seen.expected.verdict}`), version: version(seen.rules_version) })),
      h("p", {}, t("is now", { verdict: t(`verdict ${answer.verdict}`), version: version(answer.rules_version) })),
      h("p", {}, t("changed parts", { parts: different.map((part) => t(`part ${part}`)).join(", ") })),
    ],
  );
}
