// Where squares and dominoes lie in a kingdom of Kingdomino: the castle is at 0, 0, y grows upwards.

export const STEPS = { n: [0, 1], e: [1, 0], s: [0, -1], w: [-1, 0] };
export const SIDES = ["e", "s", "w", "n"];
const SMALL = 600; // pixels: a phone that has room for five squares of a finger's size
const fewest = () => (window.innerHeight < SMALL ? 2 : 3);

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

/** The part of the field that is shown: what is covered, one square more on each side, and some around the castle. */
export function windowOf(squares, move) {
  const own = [...squares.values()];
  const laid = move?.to ? halvesOf(move) : [];
  const least = (axis, place) => Math.min(-fewest(), ...own.map((one) => one[axis] - 1), ...laid.map((one) => one[place]));
  const most = (axis, place) => Math.max(fewest(), ...own.map((one) => one[axis] + 1), ...laid.map((one) => one[place]));
  return { west: least("x", 0), east: most("x", 0), south: least("y", 1), north: most("y", 1) };
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

/** The square of a picture that is under a finger. */
export function cellUnder(picture, event) {
  const found = document.elementsFromPoint(event.clientX, event.clientY).find((one) => one.closest?.(".cell"))?.closest(".cell");
  return found && picture.contains(found) ? found : null;
}

/** The board takes fingers for itself: no scrolling, no click after a stroke, no tap that is lost after a quick one. */
export const takeFingers = (picture) => picture.addEventListener("touchstart", (event) => event.cancelable && event.preventDefault(), { passive: false });

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
