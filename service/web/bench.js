// The bench: a table with its picture, a move that is being filled in, the ruling on it, and the log.

import { Unreachable, ask, diagram, pack, questionSchema } from "./api.js";
import { byMyBook, myBook } from "./book.js";
import { announce, fill, h, picture } from "./dom.js";
import { zoneEditor } from "./edit.js";
import { json, lacking, moveTypes } from "./form.js";
import { logCard, remedies } from "./log.js";
import { changedByHand } from "./moment.js";
import { moveCard } from "./move.js";
import { optionsCard } from "./options.js";
import { Past, chips, fieldName, keepHere, name, problem, waiting } from "./parts.js";
import { changeButton, refusalCard, refusedPart } from "./refusal.js";
import { answerCard, moveText } from "./ruling.js";
import { canDraw } from "./table.js";
import { mark, tapped } from "./taps.js";
import { shortVerdict } from "./verdict.js";
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
    this.bar.classList.add("asking");
    fill(place, h("div", { class: "bench" }, h("div", { class: "bench-left" }, this.table, this.log), h("div", { class: "bench-right" }, this.move, this.result, this.more), this.bar));
  }

  /** What boards expect of a form. */
  change(work) {
    this.edit(work);
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
    this.drawTable();
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
    this.drawTable();
    this.drawBar();
    const part = refusedPart(this.table, this.now.state.players, refused);
    part?.closest("details")?.setAttribute("open", "");
    part?.classList.add("wanted");
    (part ?? this.table).scrollIntoView({ block: part ? "center" : "start" });
    this.table.querySelector(".edit").focus({ preventScroll: true });
  }

  drawTable() {
    this.picture = h("div", { class: "tapping" });
    this.drawn = null;
    this.hint = h("p", { class: "hint" });
    const due = this.next.moves.map((type) => name(this.module, type)).join(", ");
    const who = this.next.players.join(", ");
    const editor = this.isEditing && (this.canDraw ? null : zoneEditor(this));
    fill(
      this.table,
      this.isRefused && refusalCard(this, this.ahead),
      h(
        "section",
        { class: "card" },
        h(
          "div",
          { class: "row spread" },
          h("h2", {}, t("table")),
          h("button", { class: "edit", "aria-pressed": String(this.isEditing), onclick: () => { this.isEditing = !this.isEditing; this.isEditing ? this.drawTable() : this.show(); this.drawBar(); } }, t(this.isEditing ? "done" : "change it")),
        ),
        (this.isEditing || this.ahead?.verdict !== "impossible") && h("p", { class: "quiet due" }, this.isEditing ? t("editing") : this.isDueKnown ? (due ? t("now", { what: who ? t("who does", { who, what: due }) : due }) : t("nothing due")) : t("due unknown")),
        this.hint,
        this.picture,
        editor,
        this.entry.operations.includes("score") && h("button", { class: "count", onclick: () => this.count() }, t("count")),
      ),
    );
    this.drawPicture();
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
    if (isGiven && !given && !this.canDraw) this.drawTable(); // its fields show what is not known any more
    else this.drawPicture();
    this.drawBar();
  }

  drawMore() {
    const options = structuredClone(this.now.state.options ?? {});
    const changed = () => {
      this.put({ state: { ...this.now.state, options }, asked: null });
      this.show();
    };
    fill(this.more, optionsCard(this.entry, this.module, options, changed), this.developers());
  }

  /** Everything that only those who build apps want to see. */
  developers() {
    const { state, move, extra } = this.now;
    const { packs } = this.entry;
    const pick = (own) => { this.put({ extra: { ...extra, pack: own }, asked: null }); this.show(); };
    const taken = (told) => told && this.lay(this.entry.id, { question: { state: told, ...extra } });
    return h(
      "details",
      { class: "card developers" },
      h("summary", {}, t("developers")),
      packs.length > 1 && (!extra.pack || typeof extra.pack === "string") && [h("h3", {}, t("pack")), chips(t("pack"), packs.map((id) => [id, id]), extra.pack ?? packs[0], pick)],
      h("h3", {}, `${t("table")} (JSON)`),
      json(state, taken, `${t("table")} (JSON)`),
      h("h3", {}, `${t("move")} (JSON)`),
      json(move, (told) => told && this.setMove(told), `${t("move")} (JSON)`),
    );
  }

  /** The table, once: with the move and what is wrong with it as soon as that is known. */
  async drawPicture() {
    const place = this.picture;
    const { state, extra, move } = this.now;
    if (this.canDraw) return this.drawBoard();
    const part = this.module.picture?.(move) ?? {};
    const ruled = this.answered ? { move: this.answered.question.move } : {};
    const key = JSON.stringify([state, extra, part, ruled]);
    if (this.drawn === key && place.firstChild) return this.pick();
    try {
      const drawing = picture(await diagram(this.entry.id, { state, ...part, ...ruled, ...extra }));
      if (place !== this.picture) return;
      this.drawn = key;
      drawing.addEventListener("click", (event) => this.tapped(event.target));
      fill(place, drawing);
      this.pick();
    } catch (error) {
      fill(place, problem(error));
    }
  }

  /** The game's own board: what is tapped is changed, or named by the move. */
  drawBoard() {
    const { state, move } = this.now;
    const marks = this.answered ? this.board.marksOf(this.answered) : undefined;
    const scene = { state, move, marks, pack: this.pack, form: this, ghosts: this.answered?.answer.suggestions ?? [], tryMove: (other) => this.setMove(other) };
    const drawn = this.board.draw({ ...scene, whole: true, ...(this.isEditing && { edit: (work) => this.edit(work) }) });
    if (!this.isEditing) drawn.addEventListener("click", (event) => this.tapped(event.target));
    fill(this.picture, drawn);
    this.pick();
  }

  /** A tap on the picture fills in what it names: a town, a card, a domino, a square. */
  tapped(target) {
    if (this.isEditing) return;
    const told = this.module.tap?.(target, this.now.move, this.field) ?? (this.type && tapped(target, this.now.move, this.type, this.schema.resolve, this.field));
    if (!told) return;
    for (const [field, value] of Object.entries(told)) if (value === undefined) delete told[field];
    this.setMove(told);
    announce(moveText(this.module, told));
  }

  /** The schema of the kind of move that is chosen. */
  get type() {
    return moveTypes(this.schema).get(this.now.move.type);
  }

  /** Shows on the picture what can be tapped, and what the move names already. */
  pick() {
    this.picture.classList.toggle("answered", Boolean(this.answered));
    if (this.isEditing) return;
    const { move } = this.now;
    const fields = mark(this.picture, move, this.type ?? { properties: {} }, this.schema.resolve);
    const own = this.module.picked?.(move);
    if (own) for (const one of this.picture.querySelectorAll(own)) one.classList.add("picked");
    const names = fields.map((field) => fieldName(this.module, field)).join(", ");
    fill(this.hint, (this.type && this.module.tapHint?.(move)) ?? (names && t("tap", { fields: names })));
  }

  /** What to tap next, where the board takes all of a move. */
  tapHint() {
    return this.canDraw && this.type ? this.module.tapHint?.(this.now.move) : null;
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
    this.pick();
    this.drawBar();
  }

  lacks() {
    return this.type ? lacking(this.type, this.now.move).map((field) => fieldName(this.module, field)) : [t("kind")];
  }

  /** Always in sight: what is still missing, or the verdict; play the move, undo the last step. */
  drawBar() {
    const lacks = this.lacks();
    const answer = this.answered?.answer ?? (this.isRefused ? this.ahead : undefined);
    const isMove = this.answered?.operation === "validate";
    fill(
      this.bar,
      h(
        "div",
        { class: "row" },
        (lacks.length || !this.now.isTold) && !answer
          ? h("p", { class: "quiet lack", "aria-live": "polite" }, this.isEditing ? "" : lacks.length ? (this.tapHint() || t("choose first", { fields: lacks.join(", ") })) : t("who does", { who: t("move"), what: name(this.module, this.now.move.type) }))
          : shortVerdict(answer, () => (this.answered ? this.result : this.table).scrollIntoView({ block: "start", behavior: "smooth" })),
        !lacks.length && !answer && !this.now.isTold && !this.isEditing && h("button", { class: "primary play", onclick: () => this.askAndPlay() }, t("play it")),
        isMove && answer.verdict === "legal" && answer.state && h("button", { class: "primary play", onclick: () => this.play(answer) }, t("play it")),
        h("button", { class: "icon undo", disabled: this.past.isEmpty, "aria-label": t("undo"), onclick: () => this.undo() }, "↶"),
      ),
    );
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
