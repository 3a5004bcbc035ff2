// A shared case: the link holds the question; the answer is asked for anew, and held against what was answered then.

import { ask, game } from "./api.js";
import { announce, fill, h } from "./dom.js";
import { lay } from "./judge.js";
import { changes, unpackCase } from "./packed.js";
import { own, problem } from "./parts.js";
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
    const goOn = (ruled) => {
      lay(entry.id, { operation: "validate", question: { state: ruled.state } });
      location.hash = `#/judge/${entry.id}`;
    };
    place.append(
      h("p", {}, h("b", {}, entry.title), seen?.title ? ` · ${seen.title}` : ""),
      standing(seen, operation, answer) ?? "",
      answerCard(entry, module, { operation, question: asked, answer }, {
        goOn,
        tryMove: (move) => {
          lay(entry.id, { operation, question: { ...question, move } });
          location.hash = `#/judge/${entry.id}`;
        },
      }),
    );
    if (question.state) {
      place.append(h("button", { class: "wide further", onclick: () => { lay(entry.id, content); location.hash = `#/judge/${entry.id}`; } }, t("judge further")));
    }
    announce(t(`verdict ${answer.verdict}`));
  } catch (error) {
    place.append(problem(error));
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
