// Settle a dispute: a question as people say it, the board with what the question needs, and the answer on the board.

import { Unreachable, ask, pack } from "./api.js";
import { byMyBook } from "./book.js";
import { say } from "./controls.js";
import { fill, h, untouched } from "./dom.js";
import { chosen, gamePicker, keepHere, keptHere, own, problem, topRow, waiting } from "./parts.js";
import { answerParts, shortVerdict } from "./verdict.js";
import { t } from "./words.js";

const PAST = 100;
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
  if (!form) return place.append(questions(entry, forms));
  const shown = new Form(entry, module, form, (await module.board?.()) ?? null);
  place.append(h("h2", { class: "asked" }, say(form.ask)), shown.place);
  await shown.show();
}

/** All questions of a game, and the way to the whole table. */
function questions(entry, forms) {
  return h(
    "div",
    { class: "questions" },
    forms.map((form) => h("a", { class: "card question", href: `#/dispute/${entry.id}/${form.id}` }, say(form.ask))),
    h("a", { class: "card question whole", href: `#/judge/${entry.id}` }, t("whole table")),
  );
}

/**
 * A question that is being entered. What the reader has entered is the draft, kept on this phone until it is cleared;
 * as soon as nothing is missing the answer stands below it, and its marks on the board.
 */
export class Form {
  constructor(entry, module, form, board) {
    Object.assign(this, { entry, module, form, board });
    this.key = `dispute.${entry.id}.${form.id}`;
    this.draft = keptHere(this.key, null) ?? form.draft();
    this.past = [];
    this.asked = null;
    this.parts = h("div", { class: "dispute-parts" });
    this.result = h("div", { class: "dispute-answer", "aria-live": "polite" });
    this.bar = h("div", { class: "asking" });
    this.place = h("div", { class: "dispute" }, this.parts, this.result, this.bar);
  }

  async show() {
    this.pack = await pack(this.entry.id, this.form.pack ?? this.entry.packs[0]);
    this.draw();
    this.rule();
  }

  /** Changes the draft; the change can be undone. `work` changes it in place, or returns another one. */
  change(work) {
    this.past.push(structuredClone(this.draft));
    if (this.past.length > PAST) this.past.shift();
    this.draft = work(this.draft) ?? this.draft;
    this.changed();
  }

  undo() {
    this.draft = this.past.pop();
    this.changed();
  }

  changed() {
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

  /** The board of the game with the marks of the answer, if there is one. */
  boardOf(scene) {
    const marks = this.asked ? this.board.marksOf(this.asked) : undefined;
    return this.board.draw({ form: this, pack: this.pack, marks, ghosts: this.asked?.answer.suggestions ?? [], tryMove: (move) => this.tryMove(move), ...scene });
  }

  draw() {
    const focused = document.activeElement?.dataset?.key ?? document.activeElement?.getAttribute?.("aria-label");
    fill(this.parts, this.form.parts(this.draft, this));
    const lacks = this.lacks();
    fill(
      this.bar,
      h(
        "div",
        { class: "row" },
        lacks ? h("p", { class: "quiet lack", "aria-live": "polite" }, say(lacks)) : shortVerdict(this.asked?.answer, () => this.result.scrollIntoView({ block: "start", behavior: "smooth" }), this),
        h("button", { class: "icon undo", disabled: !this.past.length, "aria-label": t("undo"), onclick: () => this.undo() }, "↶"),
        h("button", { class: "icon clear", "aria-label": t("clear"), onclick: () => this.change(() => this.form.draft()) }, "⌫"),
      ),
    );
    if (focused) this.place.querySelector(`[data-key="${CSS.escape(focused)}"], [aria-label="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  }

  /** Asks once the reader pauses; an answer that has been overtaken is dropped. */
  rule() {
    clearTimeout(this.timer);
    this.running?.abort();
    if (this.lacks()) return fill(this.result);
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
      this.draw();
      fill(this.result, answerParts(this, this.asked));
    } catch (error) {
      if (error.name === "AbortError" || mine !== this.running) return;
      if (error instanceof Unreachable) waiting(this.result, () => this.ask());
      else fill(this.result, problem(error));
    }
  }

  /** Shows the place where something of the table can be entered; `zones` are pointers into the question, the first that has a place counts. */
  open(zones) {
    const places = [...this.parts.querySelectorAll("[data-zone]")];
    const placeOf = (zone) => places.find((one) => zone.startsWith(one.dataset.zone)) ?? places.find((one) => one.dataset.zone.startsWith(zone));
    const found = [zones].flat().map(placeOf).find(Boolean);
    found?.closest("details")?.setAttribute("open", "");
    found?.classList.add("wanted");
    (found ?? this.parts).scrollIntoView({ block: "center", behavior: "smooth" });
    return Boolean(found);
  }

  /** Takes another move over into the draft. */
  tryMove(move) {
    if (this.form.take) this.change((draft) => void this.form.take(draft, move));
  }
}
