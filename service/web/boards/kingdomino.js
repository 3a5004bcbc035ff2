// Kingdomino's board: a kingdom of squares that can be painted with a finger, a domino that can be laid, and marks.

import { say } from "../controls.js";
import { h } from "../dom.js";
import { name } from "../parts.js";
import { count } from "../words.js";
import { laying } from "./kingdomino-lay.js";
import { face, mark } from "./kingdomino-symbols.js";
import { at, cellUnder, halvesOf, halvesPrinted, squaresOf, takeFingers, windowOf, worthOf } from "./kingdomino-squares.js";
import { roomy } from "./kingdomino-room.js";
import { table } from "./kingdomino-table.js";
import { drawing, s, touchable } from "./svg.js";

/** The whole table can be drawn, and changed by taps. */
export const whole = true;

const FIELDS = { en: "Fill in without the board", es: "Completar sin el tablero", pl: "Wypełnij bez planszy" };
/** The fields of a move are folded under this title: taps on the board fill in all of them. */
export const fieldsTitle = () => say(FIELDS);

const SIDE = 44;
const NONE = { bad: new Set(), good: new Set() };
const AROUND = { ArrowUp: [0, 1], ArrowRight: [1, 0], ArrowDown: [0, -1], ArrowLeft: [-1, 0] };

/** What an answer is about: squares that break a rule, those of the move, where a domino would fit, and the domino that is named. */
export function marksOf({ answer, question }) {
  const { move, state } = question;
  const isGood = answer.verdict === "legal";
  const own = move?.to ? halvesOf(move).map(([x, y]) => at(x, y)) : [];
  const fits = (answer.violations ?? []).filter(({ detail }) => detail.to).flatMap(({ detail }) => halvesOf(detail).map(([x, y]) => at(x, y)));
  const of = (player) => {
    const isMover = !move || move.player === player?.name;
    const bad = isGood ? [] : [...badSquares(answer, player), ...(isMover && answer.verdict !== "undetermined" ? own : [])];
    return { bad: new Set(bad), good: new Set(isMover ? (isGood ? own : fits) : []) };
  };
  const mover = state?.players?.find((player) => player.name === move?.player) ?? state?.players?.[0];
  const worth = (player) => worthOf(answer.players?.find?.((one) => one.name === player.name));
  return { ...of(mover), of, worth, domino: move?.type === "place" ? null : move?.domino, tone: isGood ? "good" : answer.verdict === "undetermined" ? null : "bad", why: isGood ? null : answer.violations?.[0]?.message };
}

/** The squares of a player's kingdom that cannot be: those that a ruling names, and the edges of one that is too large. */
export function badSquares(answer, player) {
  const bad = [];
  for (const { detail } of answer.violations ?? []) {
    if (detail.player && detail.player !== player?.name) continue;
    bad.push(...(detail.squares ?? []).map(([x, y]) => at(x, y)));
    if (detail.width && player?.squares) bad.push(...outermost(player.squares, detail));
    if (detail.terrain && "available" in detail) bad.push(...(player?.squares ?? []).filter((one) => one.terrain === detail.terrain && (one.crowns ?? 0) === detail.crowns).map(({ x, y }) => at(x, y)));
  }
  return bad;
}

function outermost(squares, { width, height, size }) {
  const edges = (axis) => [Math.min(0, ...squares.map((one) => one[axis])), Math.max(0, ...squares.map((one) => one[axis]))];
  const [xs, ys] = [edges("x"), edges("y")];
  return squares.filter(({ x, y }) => (width > size && xs.includes(x)) || (height > size && ys.includes(y))).map(({ x, y }) => at(x, y));
}

/**
 * `scene`: `state`, `pack`, `form`; `who` is the index of the player; `shown` the part of the field that is drawn, `isSmall` a picture without targets. With `whole` it is the whole table.
 * `paint(places)` is called with the squares that a finger went over, `tap(x, y)` with a single one, `drag(x, y)` with
 * the place that the castle was drawn to. `lay` lets a finger lay a domino (see kingdomino-lay.js). `move` is a domino to be
 * shown, `ghosts` are legal ones instead, `worth` are points by place.
 */
export const draw = (scene) => (scene.whole ? table(scene, kingdomOf) : kingdomOf(scene));

function kingdomOf({ state, pack, form, who = 0, shown = null, paint, tap, drag, lay, move, marks = NONE, ghosts = [], tryMove, worth = new Map(), isSmall = false }) {
  const module = form.module;
  const player = state.players[who];
  const squares = squaresOf(player, pack);
  const laid = move?.to ? new Map(halvesOf(move).map(([x, y], index) => [at(x, y), halvesPrinted(move.domino, pack)[index]])) : new Map();
    const { west, east, south, north } = shown ?? windowOf(squares, move, isSmall);
  const left = (x) => (x - west) * SIDE;
  const top = (y) => (north - y) * SIDE;
  const [across, down] = [east - west + 1, north - south + 1];
  const works = tap || paint || lay;
  const places = [];
  for (let y = north; y >= south; y--) for (let x = west; x <= east; x++) places.push([x, y]);
  const kindOf = (x, y) => (x === 0 && y === 0 ? "castle" : (squares.get(at(x, y))?.terrain ?? null));
  const picture = drawing(
    across * SIDE,
    down * SIDE,
    name(module, "kingdom"),
    places.map(([x, y]) => cell(x, y)),
    s("path", { class: "borders", d: places.map(([x, y]) => borders(x, y)).join("") }),
    s("g", { class: "glows" }, glows()),
    s("g", { class: "laid" }, move?.to && domino(move)),
    !lay?.legal && ghosts.map(ghost), // with them known, all places glow
    places.map(([x, y]) => sign(x, y)),
  );
  picture.classList.add("kingdom");
  const frame = h("div", { class: "kd-board", data: { zone: `/state/players/${who}` } }, picture);
  frame.style.setProperty("--across", across);
  if (works) walking(picture);
  if (paint || drag) painting(picture, paint, drag);
  if (lay) laying({ frame, picture, move, lay, domino, spot: ([x, y]) => [((left(x) + SIDE / 2) / (across * SIDE)) * 100, (top(y) / (down * SIDE)) * 100] });
  return works ? roomy(frame, across, form) : frame;

  function cell(x, y) {
    const square = squares.get(at(x, y));
    const kind = kindOf(x, y) ?? "empty";
    const group = s(
      "g",
      { class: `cell face ${kind}`, transform: `translate(${left(x)} ${top(y)})`, data: { x, y, key: at(x, y) } },
      kind === "empty" ? s("rect", { width: SIDE, height: SIDE, class: "ground" }) : face({ terrain: kind, crowns: square?.crowns }, SIDE),
    );
    if (!works) return group;
    const where = name(module, "column").replace("{x}", x).replace("{y}", y);
    const label = `${where}: ${name(module, kind)}${square?.crowns ? `, ${count("crowns", square.crowns)}` : ""}`;
    const isFinger = (event) => event.type === "click" && event.detail > 0; // its strokes are taken below
    touchable(group, label, (event) => (lay ? isFinger(event) || lay.tap([x, y]) : tap ? tap(x, y) : isFinger(event) || paint([[x, y]])));
    group.setAttribute("tabindex", x === 0 && y === 0 ? "0" : "-1"); // the arrow keys lead to the others
    return group;
  }

  /** A line on every side where the terrain ends. */
  function borders(x, y) {
    const kind = kindOf(x, y);
    if (!kind) return "";
    const [x1, y1] = [left(x), top(y)];
    return [
      kindOf(x, y + 1) !== kind && `M${x1} ${y1}h${SIDE}`,
      kindOf(x, y - 1) !== kind && `M${x1} ${y1 + SIDE}h${SIDE}`,
      kindOf(x - 1, y) !== kind && `M${x1} ${y1}v${SIDE}`,
      kindOf(x + 1, y) !== kind && `M${x1 + SIDE} ${y1}v${SIDE}`,
    ].filter(Boolean).join("");
  }

  /** Every square that a legal placement covers: the same before the domino is laid and after. */
  function glows() {
    if (!lay?.legal) return null;
    const covered = new Set(lay.legal.flatMap((one) => halvesOf(one).map(([x, y]) => at(x, y))));
    return places.filter(([x, y]) => covered.has(at(x, y))).map(([x, y]) => s("rect", { class: "glow", x: left(x) + 4, y: top(y) + 4, width: SIDE - 8, height: SIDE - 8, rx: 8 }));
  }

  function domino(one) {
    const printed = halvesPrinted(one.domino, pack);
    const both = halvesOf(one);
    const [x, y] = [Math.min(both[0][0], both[1][0]), Math.max(both[0][1], both[1][1])];
    return [
      both.map(([a, b], index) => s("g", { class: `face ${printed[index].terrain}`, transform: `translate(${left(a)} ${top(b)})` }, face(printed[index], SIDE))),
      s("rect", { class: "outline", x: left(x) + 1, y: top(y) + 1, width: (Math.abs(both[0][0] - both[1][0]) + 1) * SIDE - 2, height: (Math.abs(both[0][1] - both[1][1]) + 1) * SIDE - 2, rx: 5 }),
    ];
  }

  function ghost(one) {
    if (one.type !== "place" || (move && one.player !== move.player)) return null;
    const [[x1, y1], [x2, y2]] = halvesOf(one);
    const shape = s("rect", { class: "ghost", x: left(Math.min(x1, x2)) + 4, y: top(Math.max(y1, y2)) + 4, width: (Math.abs(x1 - x2) + 1) * SIDE - 8, height: (Math.abs(y1 - y2) + 1) * SIDE - 8, rx: 8 });
    return tryMove ? touchable(shape, `${name(module, "nearby")}: ${x1}, ${y1}; ${x2}, ${y2}`, () => tryMove(one)) : shape;
  }

  /** What is said of a square: that it breaks a rule or is right, and its points. */
  function sign(x, y) {
    const place = at(x, y);
    const isBad = marks.bad.has(place);
    if (!isBad && !marks.good.has(place) && !worth.has(place)) return null;
    const [x1, y1] = [left(x), top(y)];
    return s(
      "g",
      { class: isBad ? "sign bad" : marks.good.has(place) ? "sign good" : "sign", transform: `translate(${x1} ${y1})`, "pointer-events": "none" },
      (isBad || marks.good.has(place)) && s("rect", { x: 2, y: 2, width: SIDE - 4, height: SIDE - 4, rx: 4, class: "around" }),
      (isBad || marks.good.has(place)) && [s("circle", { cx: SIDE - 10, cy: 10, r: 8 }), s("path", { d: isBad ? "M-3.500 -3.500l7 7M3.500 -3.500l-7 7" : "M-4 0l3 3.500l5-7", transform: `translate(${SIDE - 10} 10)` })],
      worth.has(place) && [s("rect", { x: 2, y: 2, width: 8 + 7 * String(worth.get(place)).length, height: 15, rx: 7.5, class: "worth" }), s("text", { x: 6 + 3.5 * String(worth.get(place)).length, y: 13.5, "text-anchor": "middle" }, worth.get(place))],
    );
  }
}

/** The arrow keys go from square to square: one stop for the whole board. */
function walking(picture) {
  picture.addEventListener("keydown", (event) => {
    const step = AROUND[event.key];
    const from = event.target.closest?.(".cell");
    if (!step || !from) return;
    event.preventDefault();
    picture.querySelector(`.cell[data-key="${at(Number(from.dataset.x) + step[0], Number(from.dataset.y) + step[1])}"]`)?.focus();
  });
  for (const cell of picture.querySelectorAll(".cell")) {
    // Chromium makes a stop of a picture that listens for it as a whole.
    cell.addEventListener("focus", () => {
      picture.querySelector('.cell[tabindex="0"]')?.setAttribute("tabindex", "-1");
      cell.setAttribute("tabindex", "0");
    });
  }
}

/** A finger that goes over squares paints them all: one change for the whole stroke. One that begins on the castle draws it along. */
function painting(picture, paint, drag) {
  let stroke = null;
  takeFingers(picture);
  const placeOf = (one) => [Number(one.dataset.x), Number(one.dataset.y)];
  picture.addEventListener("pointerdown", (event) => {
    const first = event.isPrimary && cellUnder(picture, event);
    if (!first) return;
    stroke = new Map([[first.dataset.key, first]]);
    picture.setPointerCapture(event.pointerId);
  });
  picture.addEventListener("pointermove", (event) => {
    const over = stroke && cellUnder(picture, event);
    if (!over) return;
    stroke.set(over.dataset.key, over);
    if (stroke.size > 1) for (const one of stroke.values()) one.classList.add("stroked");
  });
  picture.addEventListener("pointerup", () => {
    const places = stroke ? [...stroke.values()].map(placeOf) : [];
    const isCastle = places.length && places[0].every((n) => n === 0);
    stroke = null;
    if (isCastle && drag && places.length > 1) drag(...places.at(-1));
    else if (places.length && paint) paint(places);
  });
  picture.addEventListener("pointercancel", () => (stroke = null));
}
