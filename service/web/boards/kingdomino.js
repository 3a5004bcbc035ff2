// Kingdomino's board: a kingdom of squares that can be painted with a finger, a domino that can be laid, and marks.

import { figurePath } from "../games/kingdomino-kingdoms.js";
import { h } from "../dom.js";
import { name } from "../parts.js";
import { drawing, s, touchable } from "./svg.js";

const SIDE = 44;
const STEPS = { n: [0, 1], e: [1, 0], s: [0, -1], w: [-1, 0] };
const at = (x, y) => `${x},${y}`;

/** What a domino shows on its two halves. */
export function halvesPrinted(number, pack) {
  const domino = pack.dominoes.find((one) => one.number === number);
  return domino ? [domino.a, domino.b] : [];
}

/** The squares of a kingdom by place, from bare squares or from laid dominoes. */
export function squaresOf(player, pack) {
  const squares = new Map((player?.squares ?? []).map((one) => [at(one.x, one.y), one]));
  for (const { domino, x, y, to } of player?.kingdom ?? []) {
    const halves = halvesPrinted(domino, pack);
    const [dx, dy] = STEPS[to];
    halves.forEach((half, index) => squares.set(at(x + index * dx, y + index * dy), { ...half, x: x + index * dx, y: y + index * dy }));
  }
  return squares;
}

/** The two squares of a domino that is laid. */
export const halvesOf = ({ x, y, to }) => [[x, y], [x + STEPS[to][0], y + STEPS[to][1]]];

/** What an answer is about: squares of the evidence, and those of the move. */
export function marksOf({ answer, question }) {
  const bad = (answer.violations ?? []).flatMap((one) => one.detail.squares ?? []).map(([x, y]) => at(x, y));
  const move = question.move?.to ? halvesOf(question.move).map(([x, y]) => at(x, y)) : [];
  return { bad: new Set(answer.verdict === "legal" ? [] : [...bad, ...move]), good: new Set(answer.verdict === "legal" ? move : []) };
}

/**
 * `scene`: `state`, `pack`, `module`; `who` is the index of the player; `reach` how many squares are shown on each side of
 * the castle; `paint(places)` is called with the squares that a finger went over; `tap(x, y)` with a single one;
 * `glow` are places that may be tapped; `move` a domino to be shown, `ghosts` legal ones instead.
 */
export function draw({ state, pack, form, who = 0, reach = 4, paint, tap, glow, move, marks = { bad: new Set(), good: new Set() }, ghosts = [], tryMove }) {
  const module = form.module;
  const squares = squaresOf(state.players[who], pack);
  const laid = move?.to ? dominoSquares(move, pack) : new Map();
  const size = SIDE * (2 * reach + 1);
  const cells = [];
  for (let y = reach; y >= -reach; y--) for (let x = -reach; x <= reach; x++) cells.push(cell(x, y));
  const picture = drawing(size, size, name(module, "kingdom"), cells, ghosts.map(ghost));
  picture.classList.add("kingdom");
  if (paint) painting(picture, paint);
  return h("div", { class: "kd-board", data: { zone: `/state/players/${who}` } }, picture);

  function cell(x, y) {
    const place = at(x, y);
    const square = laid.get(place) ?? squares.get(place);
    const kind = x === 0 && y === 0 ? "castle" : (square?.terrain ?? "empty");
    const classes = ["cell", kind, laid.has(place) && "laid", marks.bad.has(place) && "bad", marks.good.has(place) && "good", glow?.has(place) && "glow"].filter(Boolean);
    const group = s(
      "g",
      { class: classes.join(" "), transform: `translate(${(x + reach) * SIDE} ${(reach - y) * SIDE})`, data: { x, y, key: place } },
      s("rect", { width: SIDE, height: SIDE, class: "ground" }),
      kind !== "empty" && s("path", { d: figurePath(kind), class: "figure", transform: `translate(10 10)` }),
      square?.crowns > 0 && s("text", { x: SIDE - 4, y: SIDE - 5, "text-anchor": "end", class: "crown" }, "♛".repeat(square.crowns)),
      (marks.bad.has(place) || marks.good.has(place)) && s("text", { x: 4, y: 15, class: "sign" }, marks.bad.has(place) ? "✕" : "✓"),
    );
    const label = `${x}, ${y}: ${name(module, kind)}`;
    return tap || paint ? touchable(group, label, () => (tap ? tap(x, y) : paint([[x, y]]))) : group;
  }

  function ghost(one) {
    if (one.type !== "place" || one.player !== move?.player) return null;
    const [[x1, y1], [x2, y2]] = halvesOf(one);
    const [left, top] = [Math.min(x1, x2), Math.max(y1, y2)];
    const shape = s("rect", { class: "ghost", x: (left + reach) * SIDE + 4, y: (reach - top) * SIDE + 4, width: (Math.abs(x1 - x2) + 1) * SIDE - 8, height: (Math.abs(y1 - y2) + 1) * SIDE - 8, rx: 8 });
    return tryMove ? touchable(shape, `${x1}, ${y1}; ${x2}, ${y2}`, () => tryMove(one)) : shape;
  }
}

function dominoSquares(move, pack) {
  const halves = halvesPrinted(move.domino, pack);
  return new Map(halvesOf(move).map(([x, y], index) => [at(x, y), halves[index]]));
}

/** A finger that goes over squares paints them all: one change for the whole stroke. */
function painting(picture, paint) {
  let stroke = null;
  const placeAt = (event) => {
    const found = document.elementFromPoint(event.clientX, event.clientY)?.closest?.(".cell");
    return found && picture.contains(found) ? found : null;
  };
  picture.addEventListener("pointerdown", (event) => {
    const first = placeAt(event);
    if (!first) return;
    stroke = new Map([[first.dataset.key, first]]);
    picture.setPointerCapture(event.pointerId);
  });
  picture.addEventListener("pointermove", (event) => {
    const over = stroke && placeAt(event);
    if (!over) return;
    stroke.set(over.dataset.key, over);
    if (stroke.size > 1) for (const one of stroke.values()) one.classList.add("stroked");
  });
  picture.addEventListener("pointerup", () => {
    const places = stroke ? [...stroke.values()].map((one) => [Number(one.dataset.x), Number(one.dataset.y)]) : [];
    stroke = null;
    if (places.length) paint(places); // the click that follows goes to the picture: its pointer is captured
  });
  picture.addEventListener("pointercancel", () => (stroke = null));
}
