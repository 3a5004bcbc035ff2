// My book: the printed edition that is in this reader's box, asked once for each game and kept on this phone.

import { fill, h, icon, sheet } from "./dom.js";
import { keep, kept } from "./parts.js";
import { capital, lang, t } from "./words.js";

const KEY = "books";

const printed = (entry) => entry.editions.filter((edition) => (edition.tier ?? "book") === "book");

/** The edition to begin with: one in the reader's language, else the first. */
const likely = (entry) => (printed(entry).find((edition) => edition.language === lang()) ?? printed(entry)[0]).id;

/** The edition that this reader plays by. */
export const myBook = (entry) => {
  const chosen = kept(KEY, {})[entry.id];
  return printed(entry).some((edition) => edition.id === chosen) ? chosen : likely(entry);
};

export const hasBooks = (entry) => printed(entry).length > 1;

/** The question by the rules of my book (or of this edition), unless it names another one. */
export function byMyBook(entry, question, edition = myBook(entry)) {
  const by = (part) => ({ ...part, options: { edition, ...part.options } });
  if (question.games) return { ...question, games: question.games.map(by) };
  const part = ["state", "sheet", "engagement", "setup"].find((name) => question[name]);
  return part ? { ...question, [part]: by(question[part]) } : question;
}

export const hasChosen = (entry) => printed(entry).length < 2 || entry.id in kept(KEY, {});

const setBook = (entry, id) => keep(KEY, { ...kept(KEY, {}), [entry.id]: id });

/** Words as a book has them, its title above all; in another language than the reader's they are told apart, by eye and by ear. */
export const printedIn = ({ language, title }, text = title) => h("cite", { lang: language, class: language === lang() ? null : "foreign-book" }, text);

/** What tells a book from the others of its game: its title without the game's, which there is no room for. */
function withoutGame(entry, title) {
  const start = [entry.title, entry.title.split(":")[0]].find((own) => title.startsWith(`${own}, `));
  return start ? capital(title.slice(start.length + 2)) : title;
}

/** My book stands at the top of the page, where a tap changes it; `changed` is called when another one was chosen. */
export function showBook(entry, changed) {
  const mine = printed(entry).find((edition) => edition.id === myBook(entry));
  const label = [icon("i-rules", 20), h("span", { title: mine.title }, printedIn(mine, withoutGame(entry, mine.title)))];
  fill(document.getElementById("book"), hasBooks(entry) ? h("button", { class: "book", "aria-haspopup": "dialog", onclick: () => askForBook(entry, changed) }, label) : h("span", { class: "book only" }, label));
}

/** "Which book is in your box?", above everything else. */
function askForBook(entry, changed) {
  const dialog = sheet(t("which book"), t("close"), h("p", { class: "quiet" }, t("why book")), bookChoices(entry, () => { dialog.close(); showBook(entry, changed); changed(); }));
}

/** The printed books of a game, mine marked. */
export function bookChoices(entry, changed) {
  return h(
    "div",
    { class: "books" },
    printed(entry).map((edition) =>
      h(
        "button",
        { class: "wide book-choice", "aria-pressed": String(edition.id === myBook(entry)), data: { edition: edition.id }, onclick: () => { setBook(entry, edition.id); changed(); } },
        printedIn(edition),
        edition.note && h("small", {}, edition.note),
      ),
    ),
  );
}
