// Ask anything: forms, rules, terms and cases for words or a whole question. Without a network, in what the phone has kept.

import { Unreachable, get, rules as tree } from "./api.js";
import { myBook, printedIn } from "./book.js";
import { say } from "./controls.js";
import { h } from "./dom.js";
import { packCase } from "./packed.js";
import { bookOf, own } from "./parts.js";
import { lang, t } from "./words.js";

const plain = (text) => text.toLowerCase().replaceAll("ł", "l").normalize("NFD").replace(/\p{M}/gu, "");
const wordsOf = (text) => plain(text).split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 2);
const STEM = 5; // letters that two forms of a word share
const LIKE = 0.4; // what another form counts of the word itself
const ENOUGH = 0.6; // of the words that were asked about

/** Beginnings of questions that say nothing about their subject: their words would find other rules. */
const FILLERS = {
  en: /\b(what happens|what if|in (the )?case of|what is|how does)\b/gi,
  es: /(qué|que) (pasa|ocurre|sucede)|en caso de|(qué|cuál) es/gi,
  pl: /co się dzieje|co (przy|w razie|gdy|jeśli)|w (razie|przypadku)|czym jest/gi,
};

/** Words of any question: they say less than its subject, however few questions have them. */
const COMMON = new Set("can could may must does have who what which when where how the there this that puedo puede podemos tengo quien que cual cuando donde como hay esta este esto czy moge moze mozna musze musi kto kiedy gdzie jest ten".split(" "));
const COMMON_WORTH = 0.5;

/** The words without what only makes a question of them; all of them if nothing is left. */
const subject = (words) => words.replace(FILLERS[lang()], " ").replace(/[¿?¡!]/g, " ").trim() || words;

/** Hits in these games, each by its own book, in the order of a search in all of them; without a network, in what is kept. */
export async function search(words, entries, limit = 20) {
  const book = ({ game, source }) => source && bookOf(entries.find(({ id }) => id === game), source.edition);
  let hits;
  try {
    hits = await searchAsked(words, entries, limit);
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    hits = await searchKept(subject(words), entries);
  }
  return hits.map((hit) => ({ ...hit, book: book(hit) }));
}

async function searchAsked(words, entries, limit) {
  const found = await Promise.all(entries.map((entry) => get("/search", { q: words, game: entry.id, edition: myBook(entry), limit })));
  if (entries.length === 1) return found[0].hits;
  const key = (hit) => `${hit.kind} ${hit.game} ${hit.id}`;
  const { hits } = await get("/search", { q: words, limit: 50 });
  const order = new Map(hits.map((hit, place) => [key(hit), place]));
  const turn = (hit, place) => order.get(key(hit)) ?? order.size + place;
  return found
    .flatMap((one) => one.hits.map((hit, place) => ({ hit, turn: turn(hit, place) })))
    .sort((one, other) => one.turn - other.turn)
    .map(({ hit }) => hit);
}

/** The rules that this phone has kept, those with most of the words first; a word that few rules have counts more. */
async function searchKept(words, entries) {
  const parts = [...new Set(wordsOf(words))];
  const books = await Promise.all(entries.map((entry) => tree(entry.id).catch(() => ({ sections: [] })))); // never visited: nothing is kept of it
  const rules = books.flatMap((book, index) => book.sections.flatMap((section) => section.rules.map((rule) => ({ ...rule, kind: "rule", game: entries[index].id, words: wordsOf(`${rule.title} ${rule.text}`) }))));
  const found = (rule, part) => (rule.words.some((word) => word.startsWith(part)) ? 1 : rule.words.some((word) => word.startsWith(part.slice(0, STEM))) ? LIKE : 0);
  const worth = new Map(parts.map((part) => [part, Math.log((rules.length + 1) / (rules.filter((rule) => found(rule, part) === 1).length + 1))]));
  return rules
    .map((rule) => ({ ...rule, weight: parts.reduce((sum, part) => sum + found(rule, part) * worth.get(part), 0) }))
    .filter((rule) => rule.weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .slice(0, 20);
}

/** The questions of "settle a dispute" that these words ask, the likeliest first; a word that few questions have counts more. */
export async function formsFor(words, entries) {
  const all = (await Promise.all(entries.map(formsOf))).flat();
  const has = (one, word) => one.known.some((known) => known.startsWith(word.slice(0, STEM)));
  const worth = (word) => (COMMON.has(word) ? COMMON_WORTH : Math.log((all.length + 1) / (all.filter((one) => has(one, word)).length + 0.5)));
  const asked = new Map(wordsOf(subject(words)).map((word) => [word, worth(word)]));
  return all
    .map((one) => ({ ...one, weight: share([...asked].filter(([word]) => !one.title.includes(word)), ([word]) => has(one, word)), place: placeOf(one, [...asked.keys()]) })) // the name of the game alone asks nothing
    .filter((one) => one.weight > 0.5)
    .sort((one, other) => other.weight - one.weight || one.place - other.place);
}

async function formsOf(entry) {
  const forms = (await (await own(entry.id)).disputes?.())?.default ?? [];
  const title = wordsOf(entry.title);
  return forms.map((form) => ({ entry, form, title, known: wordsOf(`${say(form.ask)} ${form.words ? say(form.words) : ""}`) }));
}

/** Where the first of the words that were asked about stands among those of a form: the nearer to the beginning, the more it is about them. */
const placeOf = ({ known }, words) => known.findIndex((one) => words.some((word) => one.startsWith(word.slice(0, STEM))));

/** Which part of the worth of these words is found. */
function share(words, isFound) {
  const sum = (some) => some.reduce((total, [, worth]) => total + worth, 0);
  return sum(words.filter(isFound)) / (sum(words) || 1);
}

/** Whether one of the hits has most of the words that were asked about, in some form; a search that found little should say so. */
export function fitsWell(words, hits) {
  const asked = [...new Set(wordsOf(subject(words)))].filter((word) => word.length > 3); // shorter ones are mostly "who", "can", "the"
  const found = ({ title, text = "" }) => new Set([...`${title} ${text}`.matchAll(/<mark>(.*?)<\/mark>/g)].map(([, word]) => plain(word).slice(0, STEM - 1))).size;
  return !hits.length || hits.slice(0, 3).some((hit) => found(hit) >= asked.length * ENOUGH);
}

/** A label before a title, with a space for those who hear the page. */
const tag = (kind, text) => [h("span", { class: `tag ${kind}` }, text), " "];

/** A hit as a card: a rule leads to its place in the book, a case to its ruling, a term is only read. */
export function hitElement(hit, title) {
  const parts = [
    title && tag("", title),
    hit.kind === "term" && tag("", t("glossary")),
    ["legal", "illegal", "impossible"].includes(hit.verdict) && tag(hit.verdict, t(`verdict ${hit.verdict}`)),
    hit.source?.status === "differs" && tag("warn", t("differs")),
    h("h3", {}, marked(hit.title)),
    hit.source?.section && h("p", { class: "place" }, printedIn(hit.book ?? {}, hit.source.section)),
    hit.source?.difference ? h("p", {}, hit.source.difference) : hit.text && h("p", {}, marked(hit.text)),
  ];
  if (hit.kind === "term") return h("div", { class: "card hit" }, parts);
  if (hit.kind === "case") return h("button", { class: "card hit", type: "button", onclick: () => openCase(hit) }, parts);
  return h("a", { class: "card hit", href: `#/rules/${hit.id}` }, parts);
}

/** The words found stand between <mark> and </mark>: only that is taken over, as elements. */
const marked = (text) => text.split(/<mark>|<\/mark>/).map((piece, index) => (index % 2 ? h("mark", {}, piece) : piece));

async function openCase({ game, id }) {
  const { case: told } = await get(`/games/${game}/cases/${id}`);
  const seen = { expected: told.expected, title: told.title[lang()] };
  location.hash = `#/case/${await packCase({ game, operation: told.operation, question: told.question, seen })}`;
}

/** What was typed on this screen: it stands there again after a look at a hit, by the way back or a reload. */
export const typed = () => history.state?.words ?? {};
export const noteTyped = (words) => history.replaceState({ ...history.state, words }, "");
