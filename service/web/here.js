// Points counted on this phone, until the service has confirmed them: in the shape of its answer, with the names of rules for sentences.

import { pack, rules } from "./api.js";
import { name, own } from "./parts.js";
import { CannotScore, canScore, score } from "./scoring/index.js";
import { lang } from "./words.js";

/** The answer, or null where only the service can count. */
export async function countedHere(game, question) {
  if (!canScore(game, question)) return null;
  const [box, book, module] = await Promise.all([pack(game), rules(game), own(game)]);
  let counted;
  try {
    counted = score(game, question, box);
  } catch (error) {
    if (error instanceof CannotScore) return null; // the service says what is wrong
    throw error;
  }
  const titles = new Map(book.sections.flatMap((section) => section.rules.map((rule) => [rule.id, rule.title])));
  const told = (entry) => ({ ...entry, text: [titles.get(entry.rule) ?? entry.rule, figures(entry.detail, module, box)].filter(Boolean).join(": ") });
  return {
    players: counted.players.map((player) => ({ ...player, lines: player.lines.map(told), here: true })),
    ranking: counted.ranking,
    decided_by: counted.decided_by.map((decision) => ({ ...told(decision), text: `${told(decision).text}: ${decision.players.join(", ")}` })),
    claims: counted.claims.map((claim) => ({ ...claim, explanations: [] })),
    ...Object.fromEntries(["violations", "citations", "assumed", "missing", "rests_on", "differs_under"].map((part) => [part, []])),
    here: true,
  };
}

/** What a line is about, as far as it needs no sentence. */
function figures({ terrain, size, crowns, region, game }, module, box) {
  if (terrain) return `${name(module, terrain)}, ${size} × ${crowns}`;
  if (region) return regionName(box.regions.find((one) => one.id === region)?.name, region);
  return game ? String(game) : "";
}

const regionName = (named, id) => (typeof named === "string" ? named : (named?.[lang()] ?? named?.en ?? id));
