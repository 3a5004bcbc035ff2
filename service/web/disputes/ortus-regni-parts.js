// What the disputes of Ortus Regni share: a table of which nothing is told yet, boards to lay cards on, and how an answer is told.

import { say } from "../controls.js";
import { h } from "../dom.js";
import { firstNames, name } from "../parts.js";

export const YOU = { en: "you", es: "tú", pl: "ty" };
export const OTHER = { en: "the other Earl", es: "el otro Conde", pl: "drugi Hrabia" };
export const LAY = { en: "Lay the cards: tap one below, and it goes into the marked Fief.", es: "Pon las cartas: toca una de abajo y va al Feudo marcado.", pl: "Wyłóż karty: dotknij karty poniżej, a trafi do zaznaczonego Lenna." };
export const ALL_FIEFS = { en: "Lay out all your Fiefs: tap a card below, and it goes into the marked Fief.", es: "Pon todos tus Feudos: toca una carta de abajo y va al Feudo marcado.", pl: "Wyłóż wszystkie swoje Lenna: dotknij karty poniżej, a trafi do zaznaczonego Lenna." };
export const HOW_MANY = { en: "How many Earls play?", es: "¿Cuántos Condes juegan?", pl: "Ilu Hrabiów gra?" };
const TURN = { en: "The turn", es: "El turno", pl: "Tura" };
const IF = { en: "If", es: "Si", pl: "Jeśli" };
const IF_ALL = { en: "If everything below is true at your table", es: "Si todo lo de abajo se cumple en tu mesa", pl: "Jeśli wszystko poniżej zgadza się przy waszym stole" };
const AND = { en: "and", es: "y", pl: "i" };
const ANSWER = { en: "The answer", es: "La respuesta", pl: "Odpowiedź" };
const RULES = "ortus-regni/";

/** A table with so many Earls, of whom nothing is known but their names. */
export const bare = (count = 2) => ({ players: firstNames().slice(0, count).map((one) => ({ name: one })) });

export const nameAt = (draft, index) => draft.state.players[index].name;
export const seats = [2, 3, 4, 5, 6].map((count) => [count, String(count)]);

/** The board with these zones, to lay cards on; `pick` is called with what is tapped. */
export const layOn = (draft, form, show, more = {}) =>
  form.boardOf({ state: draft.state, show, labels: [say(YOU), say(OTHER)], edit: (work) => form.change((now) => void work(now.state)), ...more });

/** Whose turn it is and what was done in it, folded: most people ask in their turn. */
export const turn = (draft, form) => h("details", { class: "card" }, h("summary", {}, say(TURN)), layOn(draft, form, {}, { table: ["turn"], marks: undefined }));

export const rule = (id) => `${RULES}${id}`;
export const own = (form, id) => name(form.module, id);
export const eventOf = (answer, ...rules) => (answer.events ?? []).filter((event) => rules.some((one) => event.rule === rule(one))).at(-1);

/** What follows from the question itself is no assumption: that a card is in the hand, or that it was the one revealed. */
const GIVEN = ["turn/in-hand", "card/drawn"].map(rule);
export const assumed = (answer) => (answer.assumed ?? []).filter((fact) => !GIVEN.includes(fact.rule));

/** An answer to a move: what happens, and what it rests on. */
export function told({ answer }) {
  const facts = { assumed: assumed(answer) };
  if (answer.verdict !== "legal" || !answer.events?.length) return { facts };
  const happens = answer.events.map((event) => event.text).join(" ");
  const [first, second, third] = facts.assumed.map((fact) => fact.text);
  if (!first) return { text: happens, facts };
  return { text: third ? `${say(IF_ALL)}: ${happens}` : `${say(IF)} ${first}${second ? ` ${say(AND)} ${second}` : ""}: ${happens}`, facts };
}

/** An answer that one event tells: who wins, what comes of it. */
export const toldBy = (...rules) => (asked) => {
  const event = eventOf(asked.answer, ...rules);
  return event ? { text: event.text, word: say(ANSWER), rule: event.rule, facts: { assumed: assumed(asked.answer), missing: [] }, verdict: "possible" } : told(asked);
};
