// The bench: a table, a move that is being filled in, the ruling on it, and the log.

import { Unreachable, ask, pack, questionSchema } from "./api.js";
import { barOf } from "./bar.js";
import { byMyBook, myBook } from "./book.js";
import { developersCard } from "./developers.js";
import { announce, fill, h } from "./dom.js";
import { lacking, moveTypes } from "./form.js";
import { logCard, remedies } from "./log.js";
import { changedByHand } from "./moment.js";
import { moveCard } from "./move.js";
import { optionsCard } from "./options.js";
import { Past, fieldName, keepHere, problem, waiting } from "./parts.js";
import { changeButton } from "./refusal.js";
import { answerCard } from "./ruling.js";
import { canDraw } from "./table.js";
import { Tabletop } from "./tabletop.js";
import { t } from "./words.js";

const PAUSE = 250; // milliseconds between the last tap and the question

/** Under this key the table of a game is kept. */
export const keyOf = (game) => `table.${game}`;

/** `lay` begins with another table: `lay(game, {question})`. */
export class Bench {
  constructor(entry, module, now, place, lay) {
    Object.assign(this, { entry, module, now, place, lay });
    this.past = new Past(keyOf(entry.id));
    this.isEditing = false;
    for (const part of ["table", "log", "move", "bar", "result", "more"]) this[part] = h("div", { class: `bench-${part}` });
    this.top = new Tabletop(this, this.table);
    this.bar.classList.add("asking");
    fill(place, h("div", { class: "bench" }, h("div", { class: "bench-left" }, this.table, this.log), h("div", { class: "bench-right" }, this.move, this.result, this.more), this.bar));
  }

  /** What boards expect of a form. */
  change(work) {
    this.edit(work);
  }

  drawPicture() {
    return this.top.drawPicture();
  }

  put(more, isStep = true) {
    if (isStep) this.past.push(this.now);
    this.now = { ...this.now, ...more };
    keepHere(keyOf(this.entry.id), this.now);
  }

  async show() {
    try {
      await this.untouched(async () => {
        if (!this.now.state) this.now.state = await this.stateAt(this.now.at);
        this.now.state = { ...this.now.state, options: { edition: myBook(this.entry), ...this.now.state.options } };
        this.schema ??= await questionSchema(this.entry.id, "validate");
        this.pack = typeof this.now.extra.pack === "object" ? this.now.extra.pack : await pack(this.entry.id, this.now.extra.pack ?? this.entry.packs[0]);
        this.board ??= (await this.module.board?.()) ?? null;
        await this.lookAhead();
      });
    } catch (error) {
      if (error instanceof Unreachable) return waiting(this.result, () => this.show());
      return fill(this.result, problem(error));
    }
    this.answered = null;
    this.top.draw();
    this.drawMove();
    this.drawMore();
    this.drawLog();
    fill(this.result, this.trouble && [problem(this.trouble), changeButton(this, this.trouble)]); // such as a table that cannot be read
    if (this.trouble) return;
    if (this.now.asked) await this.answer(this.now.asked);
    else this.rule();
  }

  /** While the next table is fetched the last one is still to be seen, but a tap on it would be lost: it takes none. */
  async untouched(work) {
    this.place.inert = true;
    try {
      await work();
    } finally {
      this.place.inert = false;
    }
  }

  // -------------------------------------------------------------- the log

  get isLog() {
    return this.now.log.length > 0;
  }

  /** The position after so many moves of the log. */
  async stateAt(number) {
    const { origin, log, extra } = this.now;
    if (number === 0 && origin.state) return origin.state;
    const answer = await ask(this.entry.id, "replay", { ...origin, moves: log.slice(0, number), ...extra });
    if (answer.failed_at !== null) this.now.at = answer.failed_at;
    return answer.state;
  }

  /** Goes to a step of the log; its next move is filled in. */
  async go(number) {
    this.put({ at: number, state: null, move: this.now.log[number] ?? {}, asked: null, isTold: number < this.now.log.length }, false);
    await this.show();
    keepHere(keyOf(this.entry.id), this.now);
  }

  async drawLog() {
    if (!this.isLog) return fill(this.log);
    fill(this.log, logCard(this, this.checked));
    if (this.checked) return;
    const { origin, log, extra } = this.now;
    const { schema } = await questionSchema(this.entry.id, "replay");
    const question = { ...origin, moves: log, ...extra, ...("repair" in schema.properties && { repair: true }) };
    try {
      this.checked = await ask(this.entry.id, "replay", question);
    } catch (error) {
      return this.log.append(problem(error));
    }
    if (log !== this.now.log) return;
    fill(this.log, logCard(this, this.checked), remedies(this, this.checked));
  }

  /** A remedy is taken over: what was taken back is played again without it; a move that stands can only be begun from. */
  takeRemedy({ remedy, move, state, legal_until: until }) {
    const { log } = this.now;
    const failed = this.checked.failed_at;
    this.checked = null;
    if (remedy === "stands") this.put({ origin: { state }, log: [], at: 0, state, move: {}, asked: null, isTold: false });
    else {
      const played = remedy === "rewind" ? log.slice(0, failed) : [...log.slice(0, failed), ...(move ? [move] : []), ...log.slice(failed + 1, until ?? log.length)];
      this.put({ log: played, at: played.length, state, move: {}, asked: null, isTold: false });
    }
    return this.show();
  }

  undo() {
    this.now = this.past.pop();
    this.checked = null;
    keepHere(keyOf(this.entry.id), this.now);
    return this.show();
  }

  // -------------------------------------------------------------- the table

  /** What is due now: the kinds of move come in that order, and the player is filled in. */
  async lookAhead() {
    const { state, extra } = this.now;
    try {
      this.ahead = await ask(this.entry.id, "legal-moves", { state, ...extra });
      this.trouble = null;
    } catch (error) {
      this.ahead = null;
      this.trouble = [400, 422].includes(error.status) ? error : null;
      if (error instanceof Unreachable) throw error;
    }
    // Of a part of a table nobody can say whose turn it is: then whoever could move is taken.
    const able = this.ahead?.moves ?? [];
    const next = this.ahead?.next;
    this.isDueKnown = Boolean(next && !next.unknown);
    this.next = this.isDueKnown ? next : { players: [], moves: [...new Set(able.map((move) => move.type))] };
    if (!this.now.move.type) {
      const type = this.next.moves[0];
      const player = this.next.players[0] ?? able[0]?.player ?? state.players[0]?.name;
      this.now.move = type ? { type, ...(this.hasPlayer(type) && { player }) } : {};
    }
  }

  hasPlayer(type) {
    return "player" in (moveTypes(this.schema).get(type)?.properties ?? {});
  }

  /** The board that a game has can be changed by taps; else the zones of the table are fields. */
  get canDraw() {
    return canDraw(this.board, this.pack);
  }

  /** The position itself cannot be: no move can be ruled on before it is changed. */
  get isRefused() {
    return this.ahead?.verdict === "impossible" && !this.isEditing && !this.now.asked;
  }

  /** Begins to change the table by hand, at the part that was refused. */
  startEditing(refused) {
    this.isEditing = true;
    fill(this.result);
    this.top.draw();
    this.drawBar();
    this.top.find(refused);
  }

  toggleEditing() {
    this.isEditing = !this.isEditing;
    this.isEditing ? this.top.draw() : this.show();
    this.drawBar();
  }

  /** Changes the table by hand: it begins anew from there. */
  edit(work) {
    const isGiven = Boolean(this.now.given);
    const { state, given } = changedByHand(this.now.state, this.now.given, work);
    this.checked = null;
    this.put({ origin: { state }, given, log: [], at: 0, state, asked: null, ...(!this.now.isTold && { move: {} }) }); // another move may be due now
    fill(this.result);
    fill(this.log);
    this.answered = null;
    if (isGiven && !given && !this.canDraw) this.top.draw(); // its fields show what is not known any more
    else this.drawPicture();
    this.drawBar();
  }

  drawMore() {
    const options = structuredClone(this.now.state.options ?? {});
    const changed = () => {
      this.put({ state: { ...this.now.state, options }, asked: null });
      this.show();
    };
    fill(this.more, optionsCard(this.entry, this.module, options, changed), developersCard(this));
  }

  choosePack(own) {
    this.put({ extra: { ...this.now.extra, pack: own }, asked: null });
    this.show();
  }

  /** The schema of the kind of move that is chosen. */
  get type() {
    return moveTypes(this.schema).get(this.now.move.type);
  }

  // -------------------------------------------------------------- the move

  /** Another move; `redraw` is false while a field of it is being filled in. */
  setMove(move, redraw = true) {
    this.put({ move, asked: null, isTold: true }, false);
    this.answered = null;
    if (redraw) this.drawMove();
    this.drawPicture();
    this.rule();
  }

  drawMove() {
    fill(this.move, moveCard(this));
    this.top.pick();
    this.drawBar();
  }

  lacks() {
    return this.type ? lacking(this.type, this.now.move).map((field) => fieldName(this.module, field)) : [t("kind")];
  }

  /** Always in sight: what is still missing, or the verdict. */
  drawBar() {
    fill(this.bar, barOf(this));
  }

  // -------------------------------------------------------------- the ruling

  /** A move that is due and needs nothing more is asked for by a tap, and made if it is legal. */
  async askAndPlay() {
    const { state, move, extra } = this.now;
    this.put({ isTold: true }, false);
    await this.answer({ operation: "validate", question: { state, move, ...extra } });
    const answer = this.answered?.answer;
    if (answer?.verdict === "legal" && answer.state) await this.play(answer);
  }

  /** Asks once the reader pauses and nothing is missing; not about a move that nobody has told yet. */
  rule() {
    clearTimeout(this.timer);
    this.running?.abort();
    this.drawBar();
    fill(this.result);
    if (this.lacks().length || !this.now.isTold || this.isRefused) return;
    const { state, move, extra } = this.now;
    this.timer = setTimeout(() => this.answer({ operation: "validate", question: { state, move, ...extra } }), PAUSE);
  }

  /** The table as it lies there, counted; the lines come from the answer. */
  count() {
    const { state, extra } = this.now;
    this.put({ asked: { operation: "score", question: { state, ...extra } } }, false);
    return this.answer(this.now.asked).then(() => this.result.scrollIntoView({ block: "start" }));
  }

  /** A legal move is made, and goes into the log; what the log had after it is cut off. */
  play(answer) {
    const { log, at, move } = this.now;
    this.checked = null;
    this.put({ log: [...log.slice(0, at), move], at: at + 1, state: answer.state, move: {}, asked: null, isTold: false });
    window.scrollTo({ top: 0, behavior: "smooth" });
    return this.show();
  }

  async answer({ operation, question }) {
    const mine = (this.running = new AbortController());
    const asked = byMyBook(this.entry, operation === "validate" ? { ...question, suggest: true, compare: true } : question);
    try {
      const answer = await ask(this.entry.id, operation, asked, mine.signal);
      if (mine !== this.running) return;
      this.answered = { operation, question: asked, answer };
      fill(this.result, answerCard(this.entry, this.module, this.answered, { tryMove: (move) => this.setMove(move), goOn: (ruled) => this.play(ruled) }, null));
      if (answer.verdict === "impossible") this.result.querySelector(".verdict").after(changeButton(this, answer));
      this.drawBar();
      this.drawPicture();
      announce(answer.summary);
    } catch (error) {
      if (error.name === "AbortError" || mine !== this.running) return;
      if (error instanceof Unreachable) waiting(this.result, () => this.answer({ operation, question }));
      else fill(this.result, problem(error));
    }
  }
}
