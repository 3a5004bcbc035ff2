// Settle a dispute: a question as people say it, the board with what the question needs, and the answer on the board.

import { Unreachable, ask, pack } from "./api.js";
import { byMyBook } from "./book.js";
import { say } from "./controls.js";
import { fill, h, icon, untouched } from "./dom.js";
import { Past, chosen, gamePicker, keepHere, keptHere, own, problem, topRow, waiting } from "./parts.js";
import { draftKey, noteRuling, repliesKey, rulingsCard } from "./rulings.js";
import { answerParts, factKey, inOneLine, marked, shortVerdict } from "./verdict.js";
import { t } from "./words.js";

const READABLE = 150; // pixels of a part of the answer
const BELOW = 120; // pixels: the tabs, and the answers of a question
const PAUSE = 200; // milliseconds between the last tap and the question

/** `#/dispute/{game}` lists the questions, `#/dispute/{game}/{question}` is one of them. */
export default async function dispute(place, way) {
  const entry = await chosen(way);
  const module = await own(entry.id);
  const forms = (await module.disputes?.())?.default ?? [];
  const form = forms.find((one) => one.id === way[1]);
  const again = () => dispute(place, way);
  fill(
    place,
    h("h1", { class: "unseen" }, `${t("dispute")}: ${entry.title}`),
    !form && (await gamePicker("dispute", entry.id)),
    topRow(entry, again, form && h("a", { class: "button back", href: `#/dispute/${entry.id}` }, `‹ ${t("other question")}`)),
  );
  if (!form) return place.append(questions(entry, forms, module.packCard?.(entry, () => {})));
  const shown = new Form(entry, module, form, (await module.board?.()) ?? null);
  place.append(h("h2", { class: "asked" }, say(form.ask)), shown.place);
  await shown.show();
}

/** All questions of a game, and the way to the whole table. */
function questions(entry, forms, more = null) {
  return h(
    "div",
    { class: "questions" },
    forms.map((form) => h("a", { class: "card question", href: `#/dispute/${entry.id}/${form.id}` }, say(form.ask))),
    h("a", { class: "card question whole", href: `#/judge/${entry.id}` }, t("whole table")),
    more,
    rulingsCard(entry.id, forms),
  );
}

/**
 * A question that is being entered. What the reader has entered is the draft, kept on this phone until it is cleared;
 * as soon as nothing is missing the answer stands below it, and its marks on the board.
 */
export class Form {
  constructor(entry, module, form, board) {
    Object.assign(this, { entry, module, form, board });
    this.key = draftKey(entry.id, form.id);
    const blank = form.draft();
    this.draft = keptHere(this.key, null) ?? blank;
    this.replies = keptHere(repliesKey(entry.id, form.id), {}); // to what answers assumed: whether it is true here
    this.past = new Past(this.key);
    this.asked = null;
    this.parts = h("div", { class: "dispute-parts" });
    this.result = h("div", { class: "dispute-answer", "aria-live": "polite" });
    this.bar = h("div", { class: "asking" });
    this.old = JSON.stringify(this.draft) !== JSON.stringify(blank) && h("div", { class: "notice old row spread" }, h("span", {}, t("lay here")), h("button", { type: "button", onclick: () => this.clear() }, t("begin anew")));
    this.place = h("div", { class: "dispute" }, this.bar, h("div", { class: "dispute-board" }, this.old || null, this.parts), this.result);
    this.watch();
  }

  /** The short verdict goes away while the answer itself can be read; the whole bar too, if it lies over something. */
  watch() {
    const read = new Set();
    const isRead = ({ intersectionRatio, intersectionRect }) => intersectionRatio >= 0.4 || intersectionRect.height > READABLE;
    this.reader = new IntersectionObserver((seen) => {
      for (const one of seen) isRead(one) ? read.add(one.target) : read.delete(one.target);
      this.bar.classList.toggle("seen", [...read].some((one) => one.isConnected));
    }, { rootMargin: "0px 0px -64px", threshold: [0, 0.1, 0.2, 0.4] }); // without the tabs
    new IntersectionObserver(([one]) => this.bar.classList.toggle("stuck", one.intersectionRatio < 1), { rootMargin: "-1px 0px 0px", threshold: 1 }).observe(this.bar);
  }

  /** Shows the answer, or that there is none, below its board. */
  present(...content) {
    this.reader.disconnect();
    this.bar.classList.remove("seen");
    fill(this.result, ...content);
    for (const one of this.result.children) this.reader.observe(one);
  }

  clear() {
    this.noted = null;
    this.setReplies({});
    this.change(() => this.form.draft());
    window.scrollTo(0, 0);
  }

  async show() {
    this.pack = this.module.ownPack?.() ?? (await pack(this.entry.id, this.form.pack ?? this.entry.packs[0]));
    this.draw();
    this.rule();
  }

  /** Changes the draft; the change can be undone. `work` changes it in place, or returns another one. */
  change(work) {
    this.past.push(this.draft);
    this.draft = work(this.draft) ?? this.draft;
    this.changed();
  }

  undo() {
    this.draft = this.past.pop();
    this.changed();
  }

  changed() {
    if (this.old?.isConnected) {
      const height = this.old.offsetHeight;
      this.old.remove();
      window.scrollBy(0, -height);
    }
    keepHere(this.key, this.draft);
    this.asked = null;
    this.draw();
    this.rule();
  }

  /** What is still missing, in words; null if the question can be asked. */
  lacks() {
    return this.form.lacks?.(this.draft, this) ?? null;
  }

  /** The question for the service, by the rules of my book. */
  question() {
    const { operation = "validate", question } = this.form.question(this.draft, this);
    return { operation, question: byMyBook(this.entry, operation === "validate" ? { ...question, suggest: true } : question) };
  }

  /** The answer as far as it holds at this table. */
  get ruled() {
    return marked(this, this.asked);
  }

  /** The board of the game with the marks of the answer, if there is one. */
  boardOf(scene) {
    const { ruled } = this;
    const marks = ruled ? this.board.marksOf(ruled) : undefined;
    return this.board.draw({ form: this, pack: this.pack, marks, ghosts: this.asked?.answer.suggestions ?? [], tryMove: (move) => this.tryMove(move), ...scene });
  }

  draw() {
    this.bar.classList.toggle("answered", !this.lacks());
    const focused = document.activeElement?.dataset?.key ?? document.activeElement?.getAttribute?.("aria-label");
    fill(this.parts, this.form.parts(this.draft, this));
    const height = this.bar.offsetHeight;
    const lacks = this.lacks();
    fill(
      this.bar,
      h(
        "div",
        { class: "row" },
        lacks ? h("button", { type: "button", class: "lack", "aria-live": "polite", onclick: () => this.find(say(lacks)) }, say(lacks)) : shortVerdict(this.asked?.answer, () => this.result.scrollIntoView({ block: "start", behavior: "smooth" }), this),
        h("button", { class: "icon undo", disabled: this.past.isEmpty, "aria-label": t("undo"), onclick: () => this.undo() }, "↶"),
        h("button", { class: "icon clear", "aria-label": t("clear"), onclick: () => this.clear() }, icon("i-clear", 22)),
      ),
    );
    const wanted = lacks && this.asking(say(lacks));
    this.bar.classList.toggle("below", Boolean(wanted) && wanted.getBoundingClientRect().top > window.innerHeight - BELOW);
    if (height) window.scrollBy(0, this.bar.offsetHeight - height); // a long sentence must not move the board under a finger
    if (focused) this.place.querySelector(`[data-key="${CSS.escape(focused)}"], [aria-label="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  }

  /** Asks once the reader pauses; an answer that has been overtaken is dropped. */
  rule() {
    clearTimeout(this.timer);
    this.running?.abort();
    if (this.lacks()) return this.present();
    this.timer = setTimeout(() => this.ask(), PAUSE);
  }

  async ask() {
    const mine = (this.running = new AbortController());
    const { operation, question } = this.question();
    try {
      const answer = await ask(this.entry.id, operation, question, mine.signal);
      await untouched();
      if (mine !== this.running) return;
      this.asked = { operation, question, answer };
      this.note();
      this.draw();
      this.present(answerParts(this, this.asked));
    } catch (error) {
      if (error.name === "AbortError" || mine !== this.running) return;
      if (error instanceof Unreachable) waiting(this.result, () => this.ask());
      else this.present(problem(error));
    }
  }

  /** The answer is kept among the rulings on this phone. */
  note() {
    const { entry, form, draft, replies, asked } = this;
    this.noted = noteRuling(entry.id, { form: form.id, draft, replies, ...inOneLine(asked.answer, this) }, this.noted);
  }

  setReplies(replies) {
    this.replies = replies;
    keepHere(repliesKey(this.entry.id, this.form.id), replies);
  }

  /** Whether something that was assumed is true at this table; the same reply again takes it back. */
  reply(fact, isSo) {
    const key = factKey(fact);
    this.setReplies({ ...this.replies, [key]: this.replies[key] === isSo ? undefined : isSo });
    this.note();
    this.draw();
    this.present(answerParts(this, this.asked));
    this.result.querySelector(`[data-key="${CSS.escape(`${isSo} ${key}`)}"]`)?.focus({ preventScroll: true });
    if (this.replies[key] === false && !this.open(fact.zones)) this.result.scrollIntoView({ block: "start", behavior: "smooth" });
  }

  /** The place of the form where one of these zones can be entered: pointers into the question, the first that has a place counts. */
  placeOf(zones) {
    const places = [...this.parts.querySelectorAll("[data-zone]")];
    const at = (zone) => places.find((one) => zone.startsWith(one.dataset.zone)) ?? places.find((one) => one.dataset.zone.startsWith(zone));
    return [zones ?? []].flat().map(at).find(Boolean);
  }

  /** Shows that place; false if there is none. */
  open(zones) {
    const found = this.placeOf(zones);
    found?.closest("details")?.setAttribute("open", "");
    found?.classList.add("wanted");
    found?.scrollIntoView({ block: "center", behavior: "smooth" });
    return Boolean(found);
  }

  asking(text) {
    return [...this.parts.querySelectorAll(".control > .label, .hint, .bb-steps, h3")].find((one) => one.textContent.includes(text));
  }

  /** Shows the place that asks for what is missing: the control with this text, else the one below the last. */
  find(text) {
    const named = this.asking(text);
    (named?.closest(".control") ?? named ?? this.parts).scrollIntoView({ block: named ? "center" : "start", behavior: "smooth" });
  }

  /** Takes another move over into the draft. */
  tryMove(move) {
    if (this.form.take) this.change((draft) => void this.form.take(draft, move));
  }
}
