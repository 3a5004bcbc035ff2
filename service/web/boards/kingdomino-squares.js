// Where squares and dominoes lie in a kingdom of Kingdomino: the castle is at 0, 0, y grows upwards.

export const STEPS = { n: [0, 1], e: [1, 0], s: [0, -1], w: [-1, 0] };
export const SIDES = ["e", "s", "w", "n"];
const SMALL = 600; // pixels: a phone that has room for five squares of a finger's size
const around = () => (window.innerHeight < SMALL ? 2 : 3);
const MOST = 7; // squares a side, as long as the kingdom itself needs no more

export const at = (x, y) => `${x},${y}`;

/** The side on which one square lies of another; undefined if they do not touch. */
export const sideFrom = ([x, y], [a, b]) => SIDES.find((to) => a - x === STEPS[to][0] && b - y === STEPS[to][1]);

/** What a domino shows on its two halves. */
export function halvesPrinted(number, pack) {
  const domino = pack.dominoes.find((one) => one.number === number);
  return domino ? [domino.a, domino.b] : [];
}

/** The two squares of a domino that is laid. */
export const halvesOf = ({ x, y, to }) => [[x, y], [x + STEPS[to][0], y + STEPS[to][1]]];

/** The squares of a kingdom by place, from bare squares or from laid dominoes. */
export function squaresOf(player, pack) {
  const squares = new Map((player?.squares ?? []).map((one) => [at(one.x, one.y), one]));
  for (const lying of player?.kingdom ?? []) {
    const printed = halvesPrinted(lying.domino, pack);
    halvesOf(lying).forEach(([x, y], index) => squares.set(at(x, y), { ...printed[index], x, y }));
  }
  return squares;
}

/** The part of the field that is shown: what is covered, one square more on each side, and some around the castle; `isTight`: no more than what is covered. */
export function windowOf(squares, move, isTight = false) {
  const own = [[0, 0], ...[...squares.values()].map(({ x, y }) => [x, y])];
  const laid = move?.to ? halvesOf(move) : [];
  const span = (axis) => {
    const all = own.map((one) => one[axis]);
    let [from, to] = [Math.min(...all) - !isTight, Math.max(...all) + !isTight];
    while (!isTight && to - from + 1 < MOST && Math.min(-from, to) < around()) -from <= to ? from-- : to++;
    return [Math.min(from, ...laid.map((one) => one[axis])), Math.max(to, ...laid.map((one) => one[axis]))];
  };
  const [[west, east], [south, north]] = [span(0), span(1)];
  return { west, east, south, north };
}

/** Paints these squares; a tap on one that is painted counts its crowns, whatever terrain is chosen: it never becomes another. */
export function paint(squares, brush, places, pack) {
  for (const [x, y] of places) {
    if (x === 0 && y === 0) continue;
    const index = squares.findIndex((one) => one.x === x && one.y === y);
    const square = squares[index];
    if (brush === "erase") index >= 0 && squares.splice(index, 1);
    else if (square && places.length === 1) square.crowns = nextCrowns(square, pack);
    else if (square && square.terrain !== brush) Object.assign(square, { terrain: brush, crowns: 0 });
    else if (square) continue;
    else squares.push({ x, y, terrain: brush, crowns: 0 });
  }
}

/** A placement by what lies where: a domino of two equal halves lies the same way round twice. */
export const sameAs = (move, pack) => halvesOf(move).map(([x, y], index) => `${at(x, y)}${halvesPrinted(move.domino, pack)[index]?.terrain}${halvesPrinted(move.domino, pack)[index]?.crowns}`).sort().join(" ");

/** Why a domino may not lie there, in one word, at once; the ruling comes from the service. */
export function against(move, squares, pack, size) {
  const both = halvesOf(move);
  const isCovered = ([x, y]) => (x === 0 && y === 0) || squares.has(at(x, y));
  if (both.some(isCovered)) return "covered";
  const all = [[0, 0], ...both, ...[...squares.values()].map(({ x, y }) => [x, y])];
  const span = (place) => Math.max(...all.map((one) => one[place])) - Math.min(...all.map((one) => one[place])) + 1;
  if (span(0) > size || span(1) > size) return "large";
  const printed = halvesPrinted(move.domino, pack);
  const fits = ([x, y], { terrain }) => SIDES.some((to) => {
    const [a, b] = [x + STEPS[to][0], y + STEPS[to][1]];
    return (a === 0 && b === 0) || squares.get(at(a, b))?.terrain === terrain;
  });
  return both.some((place, index) => fits(place, printed[index])) ? null : "apart";
}

/** The numbers that lie somewhere in sight. */
export const lying = (state) => [...["current_line", "next_line"].flatMap((field) => (state[field] ?? []).map((slot) => slot.domino)), ...(state.leftovers ?? []), ...state.players.flatMap((player) => [...(player.kingdom ?? []).map((one) => one.domino), ...(player.discarded ?? [])])];

/** A domino that lies on the table now is no longer in a pile that is known; what it takes the place of goes back. */
export function takeOut(state, domino, before) {
  const place = state.pile?.indexOf(domino) ?? -1;
  if (place >= 0) state.pile.splice(place, 1, ...(before ? [before] : []));
}

/** The square of a picture that is under a finger. */
export function cellUnder(picture, event) {
  const found = document.elementsFromPoint(event.clientX, event.clientY).find((one) => one.closest?.(".cell"))?.closest(".cell");
  return found && picture.contains(found) ? found : null;
}

/** The board takes fingers for itself: no scrolling, no click after a stroke, no tap that is lost after a quick one. */
export const takeFingers = (picture) => picture.addEventListener("touchstart", (event) => event.cancelable && event.preventDefault(), { passive: false });

/** One crown more, or none again after the most that the box has. */
export const nextCrowns = ({ terrain, crowns = 0 }, pack) => (crowns + 1) % (mostCrowns(pack, terrain) + 1);

/** The most crowns that a square of this terrain has in the box. */
export const mostCrowns = (pack, terrain) => Math.max(0, ...pack.dominoes.flatMap(({ a, b }) => [a, b]).filter((half) => half.terrain === terrain).map((half) => half.crowns));

/** The points of each territory, on its first square. */
export function worthOf(player) {
  const worth = new Map();
  for (const { points, detail } of player?.lines ?? []) {
    if (!points || !detail.squares?.length) continue;
    const [x, y] = [...detail.squares].sort((a, b) => b[1] - a[1] || a[0] - b[0])[0];
    worth.set(at(x, y), points);
  }
  return worth;
}
