// Ask anything: forms, rules, terms and cases for words or a whole question. Without a network, in what the phone has kept.

import { Unreachable, get, rules as tree } from "./api.js";
import { myBook } from "./book.js";
import { say } from "./controls.js";
import { h } from "./dom.js";
import { packCase } from "./packed.js";
import { own } from "./parts.js";
import { lang, t } from "./words.js";

const plain = (text) => text.toLowerCase().replaceAll("ł", "l").normalize("NFD").replace(/\p{M}/gu, "");
const wordsOf = (text) => plain(text).split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 2);
const STEM = 5; // letters that two forms of a word share
const LIKE = 0.4; // what another form counts of the word itself

/** Hits in these games, each by its own book, in the order of a search in all of them; without a network, in what is kept. */
export async function search(words, entries, limit = 20) {
  try {
    return await searchAsked(words, entries, limit);
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    return searchKept(words, entries);
  }
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

/** The questions of "settle a dispute" that these words ask, the likeliest first. */
export async function formsFor(words, entries) {
  const asked = wordsOf(words);
  const all = await Promise.all(
    entries.map(async (entry) => {
      const forms = (await (await own(entry.id)).disputes?.())?.default ?? [];
      return forms.map((form) => {
        const known = wordsOf(`${say(form.ask)} ${form.words ? say(form.words) : ""} ${entry.title}`);
        const weight = asked.filter((word) => known.some((one) => one.startsWith(word.slice(0, STEM)))).length / (asked.length || 1);
        return { entry, form, weight };
      });
    }),
  );
  return all.flat().filter((one) => one.weight > 0.5).sort((a, b) => b.weight - a.weight);
}

/** A hit as a card: a rule leads to its place in the book, a case to its ruling, a term is only read. */
export function hitElement(hit, title) {
  const parts = [
    title && h("span", { class: "tag" }, title),
    hit.kind === "term" && h("span", { class: "tag" }, t("glossary")),
    hit.verdict && h("span", { class: `tag ${hit.verdict}` }, t(`verdict ${hit.verdict}`)),
    hit.source?.status === "differs" && h("span", { class: "tag warn" }, t("differs")),
    h("h3", {}, marked(hit.title)),
    hit.source?.section && h("p", { class: "place" }, hit.source.section),
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
