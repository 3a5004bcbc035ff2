// What several views share: the choice of a game, a rule in a sheet, problems, names, things kept on this phone.

import { Unreachable, game, games, rules } from "./api.js";
import { myBook, printedIn, showBook } from "./book.js";
import { fill, h, sheet } from "./dom.js";
import { LANGUAGES, capital, lang, named, t } from "./words.js";

/** The games that have a file in `games/`, as index.html lists them. */
const MODULES = new Set(document.documentElement.dataset.modules.split(" "));
export const GAME = "brehon.game";

/** What the page knows of a game beyond the API, if it has a file in `games/`, and the game's words. */
export async function own(id) {
  const [module, book] = await Promise.all([MODULES.has(id) ? import(`./games/${id}.js`) : {}, rules(id)]);
  return { ...module, terms: book.terms, zones: book.zones };
}

/** The name of a type of move, a field or a value of a game; its id in plain words if it has none. */
export function name(module, id) {
  return named(module.words, id) ?? module.terms?.[id] ?? named(COMMON, id) ?? String(id).replace(/[-_]/g, " ");
}

/** The name of a field, where it means something else there than as a word of the game. */
export function fieldName(module, field) {
  return named(module.words, `field ${field}`) ?? name(module, field);
}

/** The name of a zone of the table, or of a player's part of it. */
export function zoneName(module, zone, ofPlayer) {
  return module.zones?.[ofPlayer ? `players/${zone}` : zone] ?? fieldName(module, zone);
}

const COMMON = {
  en: { player: "player", target: "against", card: "card", cards: "cards", town: "town", count: "how many", type: "kind" },
  es: { player: "jugador", target: "contra", card: "carta", cards: "cartas", town: "ciudad", count: "cuántos", type: "tipo" },
  pl: { player: "gracz", target: "przeciw", card: "karta", cards: "karty", town: "miasto", count: "ile", type: "rodzaj" },
};

/** The game in the address, else the one looked at last. */
export async function chosen(way) {
  const all = await games();
  const wanted = way[0] ?? localStorage.getItem(GAME);
  const found = all.find((entry) => entry.id === wanted) ?? all[0];
  localStorage.setItem(GAME, found.id);
  return found;
}

/** The language of a game's texts, where it is not the reader's. */
export const foreign = (entry) => (entry.languages.includes(lang()) ? null : entry.languages[0]);

/** A row of games to choose from; if the chosen one has no texts in the reader's language, a line says so. */
export async function gamePicker(view, id) {
  const all = await games();
  const row = h(
    "nav",
    { class: "chips games", "aria-label": t("game") },
    all.map((entry) =>
      h(
        "a",
        { class: "chip", href: `#/${view}/${entry.id}`, "aria-current": entry.id === id ? "true" : null },
        entry.title.split(":")[0],
      ),
    ),
  );
  const current = row.querySelector("[aria-current]");
  requestAnimationFrame(() => (row.scrollLeft = current.offsetLeft - row.clientWidth / 2)); // in sight, if there are many
  const language = foreign(all.find((entry) => entry.id === id));
  const told = language && new Intl.DisplayNames([lang()], { type: "language" }).of(language);
  return [row, language && h("p", { class: "quiet foreign" }, t("texts in", { language: told }))];
}

/** The top of every screen of a game: my book, and the way back if there is one. */
export function topRow(entry, changed, back = null) {
  showBook(entry, changed);
  return back && h("div", { class: "top-row" }, back);
}

/** A problem in plain words. */
export function problem(error) {
  return h("div", { class: "card notice bad", role: "alert" }, error instanceof Unreachable ? t("offline") : error.message);
}

const AGAIN = 15_000; // milliseconds: a phone that is connected may still not reach the service

/** Says that a question waits for the network, and asks it when the network is back. */
export function waiting(place, again) {
  fill(place, h("p", { class: "card notice warn waiting", role: "status" }, t("waits")));
  const line = place.firstChild;
  const go = () => {
    window.removeEventListener("online", go);
    clearTimeout(timer);
    if (line.isConnected) again(); // else another question stands there by now
  };
  const timer = setTimeout(go, AGAIN);
  window.addEventListener("online", go);
}

/** Shows a rule above everything else. `full` is its whole id, as answers have it. */
export async function openRule(full) {
  const [id] = full.split("/");
  const place = h("div", { class: "rule-body" }, h("p", { class: "quiet" }, "…"));
  const dialog = sheet(t("rule"), t("close"), place);
  try {
    const [entry, book] = await Promise.all([game(id), rules(id)]);
    const rule = book.sections.flatMap((section) => section.rules).find((one) => one.id === full);
    if (!rule) throw new Error(t("no rule", { rule: full }));
    dialog.querySelector("h2").textContent = rule.title;
    fill(place, ruleBody(rule, entry));
    place.append(
      h("p", {}, h("a", { href: `#/rules/${rule.id}` }, t("in the rules"))),
    );
  } catch (error) {
    fill(place, problem(error));
  }
}

/** A rule as my book has it: its heading and page first, then the text, and folded what other books say. */
export function ruleBody(rule, entry, edition = myBook(entry)) {
  const mine = rule.sources?.find((one) => one.edition === edition);
  return [
    h("p", { class: "place" }, placeOf(rule, entry, edition), mine?.status === "differs" && [" ", h("span", { class: "tag warn" }, t("differs"))]),
    mine?.difference && mine.difference !== rule.text && h("p", { class: "notice warn", lang: foreign(entry) }, mine.difference),
    h("p", { class: "rule-text", lang: foreign(entry) }, rule.text),
    rule.house_ruling &&
      h(
        "div",
        { class: "house" },
        h("strong", {}, t("house ruling")),
        h("p", {}, rule.house_ruling.reason, " ", h("small", { class: "quiet" }, rule.house_ruling.number)),
      ),
    others(rule.sources ?? [], entry, edition),
  ];
}

/** Where my book has a rule: heading and page as they are printed, with the book's language if it is another; else where a supplement has it, or that no book does. */
export function placeOf(rule, entry, edition = myBook(entry)) {
  const said = rule.sources?.find((one) => one.edition === edition && one.section) ?? rule.sources?.find((one) => one.section && entry.supplements.some(({ id }) => id === one.edition));
  if (!said) return rule.house_ruling ? "" : t("book silent");
  const book = bookOf(entry, said.edition);
  const isOther = book.language in LANGUAGES && book.language !== lang();
  return [isOther && `${t(`book in ${book.language}`)}: `, printedIn(book, `${said.section} · ${book.title}`)];
}

/** What the other books say, folded. */
function others(list, entry, edition) {
  const rest = list.filter((source) => source.edition !== edition);
  if (!rest.length) return null;
  const differs = rest.some((source) => source.status === "differs");
  return h(
    "details",
    { class: "other-books" },
    h("summary", {}, h("span", {}, t("other editions")), differs && h("span", { class: "tag warn" }, t("books differ"))),
    h("ul", { class: "sources" }, rest.map((source) => sourceLine(source, entry))),
  );
}

function sourceLine(source, entry) {
  return h(
    "li",
    { class: source.status },
    h("span", { class: "book-title" }, editionName(entry, source.edition)),
    " ",
    source.status === "states" && sectionOf(source, entry),
    source.status === "silent" && h("span", { class: "tag" }, t("silent")),
    source.status === "differs" && [h("span", { class: "tag warn" }, t("differs")), " ", h("span", {}, sectionOf(source, entry), source.section && source.difference && ": ", source.difference)],
  );
}

export const bookOf = (entry, id) => [...entry.editions, ...entry.supplements].find((edition) => edition.id === id);

/** Where in its book it stands, as it is printed there. */
const sectionOf = ({ edition, section }, entry) => section && printedIn(bookOf(entry, edition) ?? {}, section);

/** The title of a book, as an element. */
export const editionName = (entry, id) => printedIn(bookOf(entry, id) ?? { title: id });

/** A line that opens the rule behind it. */
export function ruleLine(rule, ...content) {
  return h(
    "button",
    { class: "line", "aria-haspopup": "dialog", onclick: () => openRule(rule) },
    ...content,
    h("span", { class: "more", "aria-hidden": "true" }, "§"),
  );
}

/** Something kept on this phone between visits; a copy that cannot be read counts as none. */
export function kept(key, fallback, store = localStorage) {
  try {
    return JSON.parse(store.getItem(`brehon.${key}`)) ?? fallback;
  } catch {
    return fallback; // written by another version: start anew
  }
}

export function keep(key, value, store = localStorage) {
  store.setItem(`brehon.${key}`, JSON.stringify(value));
}

/** Something that lies on the table: each tab has its own, and a new tab begins with what was there last. */
export const keptHere = (key, fallback) => kept(key, null, sessionStorage) ?? kept(key, fallback);

export function keepHere(key, value) {
  keep(key, value, sessionStorage);
  keep(key, value);
}

const PAST = 50;
const PAST_KEPT = 10; // steps that can still be undone after a reload

/** Steps that can be undone: snapshots of what was there before each. They belong to a tab. */
export class Past {
  constructor(key) {
    this.key = `${key}.past`;
    this.snapshots = kept(this.key, [], sessionStorage);
  }

  get isEmpty() {
    return !this.snapshots.length;
  }

  push(value) {
    this.snapshots = [...this.snapshots, structuredClone(value)].slice(-PAST);
    this.save();
  }

  pop() {
    const last = this.snapshots.pop();
    this.save();
    return last;
  }

  save() {
    keep(this.key, this.snapshots.slice(-PAST_KEPT), sessionStorage);
  }

  /** What is there now is another thing: nothing of it can be undone. */
  static forget(key) {
    keep(`${key}.past`, [], sessionStorage);
  }
}

/** Names to begin with, as people of this language have them. */
export function firstNames() {
  return { en: ["Ann", "Ben", "Cleo", "Dan", "Eve", "Finn"], es: ["Ana", "Bruno", "Carla", "Diego", "Elena", "Fito"], pl: ["Ania", "Bartek", "Celina", "Darek", "Ewa", "Filip"] }[lang()];
}

/** Buttons of which one is on. `options` are pairs of value and text. */
export function chips(label, options, current, pick, attributes = {}) {
  const group = h("div", { class: "chips", role: "group", "aria-label": label, ...attributes });
  const draw = (value) =>
    fill(
      group,
      options.map(([own, text]) =>
        h(
          "button",
          {
            class: "chip",
            type: "button",
            "aria-pressed": String(own === value),
            data: { value: own },
            onclick: () => {
              draw(own);
              group.querySelector('[aria-pressed="true"]')?.focus({ preventScroll: true });
              pick(own);
            },
          },
          capital(text),
        ),
      ),
    );
  draw(current);
  return group;
}

/** A number with a button on either side. */
export function stepper(label, value, change, { min = 0, max = 999 } = {}) {
  const input = h("input", {
    type: "number",
    inputmode: "numeric",
    value: value ?? "",
    min,
    max,
    "aria-label": label,
    oninput: () => input.value !== "" && change(bounded()),
    onchange: () => (input.value = input.value === "" ? "" : bounded()),
  });
  const bounded = () => Math.max(min, Math.min(max, Math.trunc(Number(input.value)) || 0));
  const step = (by) => () => {
    input.value = Math.max(min, Math.min(max, (Number(input.value) || 0) + by));
    change(bounded());
  };
  return h(
    "span",
    { class: "stepper" },
    h("button", { type: "button", "aria-label": t("less of", { what: label }), onclick: step(-1) }, "−"),
    input,
    h("button", { type: "button", "aria-label": t("more of", { what: label }), onclick: step(1) }, "+"),
  );
}
