// A case in a link: JSON with short forms, deflated, in letters that an address may hold. Nothing is stored on the server.

import { fromLetters, inCapitals, inLetters, inflate, deflate, longer, shorter } from "./letters.js";

const FILE_FORMAT = 1;
/** Links of format 1 are from the time when decisions with one option were not moves: these are played for them. */
const WITHOUT_FORCED_DECISIONS = 1;
const WITHOUT_SHORT_FORMS = 2;

/** `{game, operation, question, seen}` as text for an address; `isForCode` is for a QR code, which holds more of capitals and digits. */
export async function packCase({ game, operation, question, seen }, isForCode = false) {
  const bytes = await deflate(shorter(JSON.stringify([game, operation, question, ...(seen ? [brief(seen, game)] : [])])));
  return isForCode ? inCapitals(bytes) : inLetters(bytes);
}

/** What was answered then, without what is in the question or follows from it: [case id, rules, verdict, broken rules, the rest, title]. */
function brief({ case_id, rules_version: rules, expected: { verdict, broken = null, cites, ...rest } = {}, title }, game) {
  const list = [case_id ?? null, rules ? [rules.rulebook, rules.engine] : null, verdict ?? null, broken && broken.map((rule) => rule.replace(`${game}/`, "")), Object.keys(rest).length ? rest : null, title ?? null];
  while (list.length && list.at(-1) === null) list.pop();
  return list;
}

function whole([case_id, rules, verdict, broken, rest, title], game) {
  const expected = verdict && { verdict, ...(broken && { broken: broken.map((rule) => `${game}/${rule}`) }), ...rest };
  return { case_id, ...(rules && { rules_version: { game, rulebook: rules[0], engine: rules[1] } }), ...(expected && { expected }), title };
}

/** The same back; throws if it is not a case. */
export async function unpackCase(text) {
  const { bytes, isShort } = fromLetters(text);
  const plain = await inflate(bytes);
  const parts = isShort ? unfolded(JSON.parse(longer(plain))) : unversioned(JSON.parse(plain));
  if (!parts.game || !parts.operation || !parts.question) throw new Error("not a case");
  return parts;
}

function unfolded([game, operation, question, seen]) {
  return { game, operation, question, ...(seen && { seen: whole(seen, game) }) };
}

/** Links of the first two formats. */
function unversioned({ v, ...parts }) {
  if (v !== WITHOUT_SHORT_FORMS && v !== WITHOUT_FORCED_DECISIONS) throw new Error("not a case");
  const plays = v === WITHOUT_FORCED_DECISIONS && ["validate", "replay"].includes(parts.operation);
  return plays ? { ...parts, question: { ...parts.question, play_forced: true } } : parts;
}

// ---------------------------------------------------------------- a case as a file, as the case library has it

/** What the library has cases of. */
export const OPERATIONS = ["validate", "score", "audit", "replay", "legal-moves", "resolve"];

/** What was answered, as far as the library holds an answer to it. */
export function expectedOf(operation, answer) {
  const broken = unique(answer.violations ?? answer.ruling?.violations);
  const expected = { verdict: answer.verdict, broken };
  const cites = unique((answer.ruling ?? answer).citations);
  if (cites.length) expected.cites = cites;
  if (operation === "score") {
    const totals = answer.players.filter((player) => player.total !== null);
    expected.totals = Object.fromEntries(totals.map((player) => [player.name, player.total]));
    expected.ranking = answer.ranking;
  }
  if (operation === "replay") expected.failed_at = answer.failed_at;
  return expected;
}

const unique = (list) => [...new Set((list ?? []).map((one) => one.rule))];

/** The file of a case; its title is the same in all languages until somebody translates it. */
export function caseFile({ game, operation, question }, answer, title) {
  return {
    format: FILE_FORMAT,
    id: `case-${answer.case_id}`,
    game,
    title: { en: title, es: title, pl: title },
    source: { kind: "dispute" },
    operation,
    question,
    expected: expectedOf(operation, answer),
  };
}

/** The cases in a file: one, or a whole kit. Throws if there is none. */
export function casesIn(text) {
  const content = JSON.parse(text);
  const list = Array.isArray(content.cases) ? content.cases : [content.case ?? content];
  for (const one of list) {
    const fit = one?.format === FILE_FORMAT && typeof one.game === "string" && OPERATIONS.includes(one.operation);
    if (!fit || typeof one.question !== "object") throw new Error("not a case");
  }
  return list;
}

/** What of a case's answer differs from what it expects, by name. */
export function changes(expected, operation, answer) {
  const now = expectedOf(operation, answer);
  const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
  const sorted = (list) => [...list].sort();
  return Object.entries(expected)
    .filter(([part, before]) => {
      if (part === "cites") return before.some((rule) => !(now.cites ?? []).includes(rule));
      if (part === "broken") return !same(sorted(before), sorted(now.broken));
      if (part === "totals") return Object.entries(before).some(([name, total]) => now.totals?.[name] !== total);
      if (part === "moves") return before !== answer.moves?.length;
      return !same(before, now[part]);
    })
    .map(([part]) => part);
}
