// The table of a bench: the board of the game or the picture of the API, and what a tap on it changes or fills in.

import { diagram } from "./api.js";
import { announce, fill, h, picture } from "./dom.js";
import { zoneEditor } from "./edit.js";
import { fieldName, name, problem } from "./parts.js";
import { leaveOut, refusalCard, refusedPart, zonePart, zonesAtFault } from "./refusal.js";
import { moveText } from "./ruling.js";
import { mark, tapped } from "./taps.js";
import { t } from "./words.js";

/** Draws the table of a bench in a place. */
export class Tabletop {
  constructor(bench, place) {
    Object.assign(this, { bench, place });
  }

  /** Everything anew: what is due, the table, and its zones as fields where the game has no board. */
  draw() {
    const { bench } = this;
    this.picture = h("div", { class: "tapping" });
    this.drawn = null;
    this.hint = h("p", { class: "hint" });
    const due = bench.next.moves.map((type) => name(bench.module, type)).join(", ");
    const who = bench.next.players.join(", ");
    const editor = bench.isEditing && (bench.canDraw ? null : zoneEditor(bench));
    fill(
      this.place,
      bench.isRefused && refusalCard(bench, bench.ahead),
      h(
        "section",
        { class: "card" },
        h(
          "div",
          { class: "row spread" },
          h("h2", {}, t("table")),
          h("button", { class: "edit", "aria-pressed": String(bench.isEditing), onclick: () => bench.toggleEditing() }, t(bench.isEditing ? "done" : "change it")),
        ),
        (bench.isEditing || bench.ahead?.verdict !== "impossible") && h("p", { class: "quiet due" }, bench.isEditing ? t("editing") : bench.isDueKnown ? (due ? t("now", { what: who ? t("who does", { who, what: due }) : due }) : t("nothing due")) : t("due unknown")),
        this.hint,
        this.picture,
        editor,
        bench.entry.operations.includes("score") && h("button", { class: "count", onclick: () => bench.count() }, t("count")),
      ),
    );
    this.drawPicture();
  }

  /** The table, once: with the move and what is wrong with it as soon as that is known. */
  async drawPicture() {
    const { bench } = this;
    const place = this.picture;
    const { state, extra, move } = bench.now;
    if (bench.canDraw) return this.drawBoard();
    const part = bench.module.picture?.(move) ?? {};
    const ruled = bench.answered ? { move: bench.answered.question.move } : {};
    const key = JSON.stringify([state, extra, part, ruled]);
    if (this.drawn === key && place.firstChild) return this.pick();
    try {
      const drawing = picture(await diagram(bench.entry.id, { state, ...part, ...ruled, ...extra }));
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
    const { bench } = this;
    const { state, move } = bench.now;
    const marks = bench.answered ? bench.board.marksOf(bench.answered) : undefined;
    const scene = { state, move, marks, pack: bench.pack, form: bench, ghosts: bench.answered?.answer.suggestions ?? [], tryMove: (other) => bench.setMove(other) };
    const drawn = bench.board.draw({ ...scene, whole: true, ...(bench.isEditing && { edit: (work) => bench.edit(work) }) });
    if (!bench.isEditing) drawn.addEventListener("click", (event) => this.tapped(event.target));
    fill(this.picture, drawn);
    this.pick();
  }

  /** A tap on the picture fills in what it names: a town, a card, a domino, a square. */
  tapped(target) {
    const { bench } = this;
    if (bench.isEditing) return;
    const told = bench.module.tap?.(target, bench.now.move, bench.field) ?? (bench.type && tapped(target, bench.now.move, bench.type, bench.schema.resolve, bench.field));
    if (!told) return;
    for (const [field, value] of Object.entries(told)) if (value === undefined) delete told[field];
    bench.setMove(told);
    announce(moveText(bench.module, told));
  }

  /** Shows on the picture what can be tapped, and what the move names already. */
  pick() {
    const { bench } = this;
    this.picture.classList.toggle("answered", Boolean(bench.answered));
    if (bench.isEditing) return;
    const { move } = bench.now;
    const fields = mark(this.picture, move, bench.type ?? { properties: {} }, bench.schema.resolve);
    const own = bench.module.picked?.(move);
    if (own) for (const one of this.picture.querySelectorAll(own)) one.classList.add("picked");
    const names = fields.map((field) => fieldName(bench.module, field)).join(", ");
    fill(this.hint, (bench.type && bench.module.tapHint?.(move)) ?? (names && t("tap", { fields: names })));
  }

  /** What to tap next, where the board takes all of a move. */
  tapHint() {
    const { bench } = this;
    return bench.canDraw && bench.type ? bench.module.tapHint?.(bench.now.move) : null;
  }

  /** Shows the part of the table that was refused: the one that is named, else where the zones at fault are told. What has no field can be left out. */
  async find(refused) {
    const { bench, place } = this;
    place.scrollIntoView({ block: "start" });
    place.querySelector(".edit").focus({ preventScroll: true });
    const { state } = bench.now;
    const named = refusedPart(place, state.players, refused);
    const zones = named ? [] : await zonesAtFault(bench, refused);
    if (!bench.isEditing || bench.now.state !== state) return; // changed by now
    const part = named ?? zones.map((zone) => zonePart(place, zone)).find(Boolean);
    if (!part) return zones.length > 0 && place.prepend(leaveOut(bench, zones[0]));
    part.closest("details")?.setAttribute("open", "");
    part.classList.add("wanted");
    part.scrollIntoView({ block: "center" });
  }
}
