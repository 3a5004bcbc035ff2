// The points of Kingdomino, of one game or of a Dynasty, as POST /v1/games/kingdomino/score counts them.

import { CannotScore, choicesOf, compareClaims, leaders, list, named, object, oneOf, rank, sum, whole } from "./ranking.js";

const TERRAINS = ["wheat", "forest", "lake", "grassland", "swamp", "mine"];
const EDITIONS = ["es", "first"];
const VARIANTS = ["great-duel", "harmony", "middle-kingdom", "dynasty"];
const CHOICES = {
  tie_break: { values: ["territory", "territory-then-crowns"], by: { es: "territory", first: "territory-then-crowns" } },
  harmony: { values: ["full-grid", "no-discards"], by: { es: "full-grid", first: "no-discards" } },
  middle_kingdom: { values: ["box", "full", "fits"], by: { es: "box", first: "box" } },
};
const OTHER_CHOICES = {
  three_players: ["all-48", "twelve-out"],
  first_round_of_two: ["one-two-one", "drawn", "alternate"],
  late_mistakes: ["stands", "take-back", "rewind"],
};
const PHASES = ["first-round", "play", "over"];
const ZONES = ["options", "phase", "players", "kings_drawn", "current_line", "next_line", "pile", "leftovers", "unresolved"];
const SIDES = { n: [0, 1], e: [1, 0], s: [0, -1], w: [-1, 0] };
const [HARMONY, MIDDLE_KINGDOM] = [5, 10];
const FAR = 7; // squares beyond belong to no kingdom
const rule = (name) => `kingdomino/${name}`;
const TIE_BREAKS = [[rule("score/tie-territory"), "largest"], [rule("score/tie-crowns"), "crowns"]];

/**
 * @param {{state?: object, games?: object[], house_rules?: object, claimed?: Object<string, number>}} question the body of the request
 * @param {{dominoes: object[]}=} pack the dominoes of the box; needed for kingdoms given by dominoes
 * @returns {import("./ranking.js").Score}
 */
export function scoreKingdomino(question, pack) {
  const { state, games, house_rules: asked } = object(question, "", ["state", "games", "house_rules", "claimed"]);
  if ((state === undefined) === (games === undefined)) throw new CannotScore("", "Either `state` or `games` is needed.");
  const score = state === undefined ? several(list(games, "/games", 10, 1), asked, pack) : oneGame(state, "/state", asked, pack);
  return { ...score, claims: compareClaims(question.claimed, score.players) };
}

function oneGame(state, pointer, asked, pack) {
  const { options = {}, players: sent, phase = PHASES[0] } = object(state, pointer, ZONES);
  oneOf(phase, `${pointer}/phase`, PHASES);
  const { variants = [] } = object(options, `${pointer}/options`, ["edition", "variants", "house_rules"]);
  list(variants, `${pointer}/options/variants`, 10);
  variants.forEach((variant, place) => oneOf(variant, `${pointer}/options/variants/${place}`, VARIANTS));
  if (new Set(variants).size < variants.length) throw new CannotScore(`${pointer}/options`, "A variant is named twice.");
  const choices = choicesOf(options, asked, CHOICES, OTHER_CHOICES, EDITIONS, `${pointer}/options`);
  const size = variants.includes("great-duel") ? 7 : 5;
  const players = named(sent, `${pointer}/players`, 8, ["name", "kingdom", "squares", "discarded"]).map((player, seat) => tally(player, `${pointer}/players/${seat}`, { variants, choices, size, pack }));
  return { players, ...ranked(players, choices) };
}

/** Who cannot be counted cannot be ranked, nor anybody beside. */
function ranked(players, choices) {
  if (players.some(({ total }) => total === null)) return { ranking: [], decided_by: [] };
  const depth = choices.tie_break === "territory-then-crowns" ? 2 : 1;
  const figures = players.map(({ name, total, figures: { largest, crowns } }) => ({ name, own: [total, largest, crowns].slice(0, depth + 1) }));
  const { ranking, decisions } = rank(figures, TIE_BREAKS.slice(0, depth), rule("score/tie-shared"));
  return { ranking, decided_by: [...leaders(figures, rule("score/winner")), ...decisions] };
}

function tally(player, pointer, { variants, choices, size, pack }) {
  const { name, discarded = [] } = player;
  const kingdom = kingdomOf(player, pointer, pack);
  list(discarded, `${pointer}/discarded`, 100).forEach((number, place) => numbered(number, `${pointer}/discarded/${place}`, pack));
  if (kingdom.fault) return { name, total: null, figures: {}, lines: [] };
  const territories = territoriesOf(kingdom);
  const lines = territories.map(territoryLine).sort((a, b) => b.points - a.points);
  if (variants.includes("harmony")) lines.push(harmony(kingdom, size, discarded, choices));
  if (variants.includes("middle-kingdom")) lines.push(...middleKingdom(kingdom, size, choices));
  const figures = { largest: Math.max(0, ...territories.map(({ squares }) => squares.length)), crowns: sum(territories.map(({ crowns }) => crowns)) };
  return { name, total: sum(lines.map(({ points }) => points)), figures, lines };
}

// ---------------------------------------------------------------- the kingdom

const at = (x, y) => (y + FAR) * 16 + x + FAR;

/** The squares by their place, or the `fault` for which they cannot be counted: one lies on the castle, too far out or on another. */
function kingdomOf(player, pointer, pack) {
  const { kingdom, squares } = player;
  if (kingdom !== undefined && squares !== undefined) throw new CannotScore(pointer, "Tell the kingdom either by `kingdom` or by `squares`, not by both.");
  if (kingdom === undefined && squares === undefined) throw new CannotScore(pointer, "To be scored a player needs a `kingdom` or `squares`.");
  const covered = squares === undefined ? ofDominoes(list(kingdom, `${pointer}/kingdom`, 100), `${pointer}/kingdom`, pack) : ofSquares(list(squares, `${pointer}/squares`, 200), `${pointer}/squares`);
  const board = new Map();
  for (const [index, square] of covered.entries()) {
    const place = at(square.x, square.y);
    const isFar = square.far || Math.abs(square.x) > FAR || Math.abs(square.y) > FAR;
    const reason = isFar ? "far" : square.x === 0 && square.y === 0 ? "castle" : board.has(place) ? "twice" : null;
    const there = squares === undefined ? `kingdom/${Math.floor(index / 2)}` : `squares/${index}`;
    if (reason) return { fault: { pointer: `${pointer}/${there}`, reason } };
    board.set(place, square);
  }
  return board;
}

/**
 * Why a kingdom has the total `null`: the first square or domino that cannot be counted, of each player and game.
 * @returns {{name: string, pointer: string, reason: "far"|"castle"|"twice"}[]}
 */
export function uncountedKingdomino({ state, games = [state] }, pack) {
  return games.flatMap(({ players }, game) =>
    players.flatMap((player, seat) => {
      const { fault } = kingdomOf(player, `${state === undefined ? `/games/${game}` : "/state"}/players/${seat}`, pack);
      return fault ? [{ name: player.name, ...fault }] : [];
    }),
  );
}

function ofSquares(squares, pointer) {
  return squares.map((square, place) => {
    const { x, y, terrain, crowns = 0 } = object(square, `${pointer}/${place}`, ["x", "y", "terrain", "crowns"]);
    coordinates(x, y, `${pointer}/${place}`);
    oneOf(terrain, `${pointer}/${place}/terrain`, TERRAINS);
    whole(crowns, `${pointer}/${place}/crowns`, 0, 3);
    return { x, y, terrain, crowns };
  });
}

function ofDominoes(kingdom, pointer, pack) {
  if (kingdom.length && !pack) throw new CannotScore(pointer, "A kingdom of dominoes needs the pack.");
  return kingdom.flatMap((lying, place) => {
    const { domino: number, x, y, to } = object(lying, `${pointer}/${place}`, ["domino", "x", "y", "to"]);
    const domino = numbered(number, `${pointer}/${place}/domino`, pack);
    coordinates(x, y, `${pointer}/${place}`);
    oneOf(to, `${pointer}/${place}/to`, Object.keys(SIDES));
    const [right, up] = SIDES[to];
    const far = Math.abs(x) >= FAR || Math.abs(y) >= FAR; // half a on the rim, wherever half b lies
    return [{ x, y, ...face(domino.a), far }, { x: x + right, y: y + up, ...face(domino.b), far }];
  });
}

/** A domino of the box; without a pack only its number is checked. */
function numbered(number, pointer, pack) {
  whole(number, pointer, 1, 999);
  const domino = pack?.dominoes.find((one) => one.number === number);
  if (pack && !domino) throw new CannotScore(pointer, "The pack has no such domino.");
  return domino;
}

const face = ({ terrain, crowns }) => ({ terrain, crowns });

function coordinates(x, y, pointer) {
  whole(x, `${pointer}/x`, -99, 99);
  whole(y, `${pointer}/y`, -99, 99);
}

/** Connected squares of one terrain: by terrain, then from the south-west, as are the squares of each. */
function territoriesOf(board) {
  const territories = [];
  const places = [...board.keys()].sort((a, b) => a - b);
  for (const terrain of TERRAINS) {
    const open = new Set(places.filter((place) => board.get(place).terrain === terrain));
    for (const start of open) {
      const part = [start];
      open.delete(start);
      for (const place of part) for (const beside of [place + 1, place - 1, place + 16, place - 16]) if (open.delete(beside)) part.push(beside);
      const squares = part.sort((a, b) => a - b).map((place) => board.get(place));
      territories.push({ terrain, squares, crowns: sum(squares.map(({ crowns }) => crowns)) });
    }
  }
  return territories;
}

// ---------------------------------------------------------------- lines

function territoryLine({ terrain, squares, crowns }) {
  const points = squares.length * crowns;
  const detail = { terrain, size: squares.length, crowns, points, squares: squares.map(({ x, y }) => [x, y]) };
  return { rule: rule(crowns ? "score/territory" : "score/no-crowns"), points, detail };
}

/** The full grid; where no discard is asked for, a full grid without one. */
function harmony(board, size, discarded, choices) {
  const empty = size ** 2 - board.size - 1;
  const isEarned = empty === 0 && (discarded.length === 0 || choices.harmony === "full-grid");
  return { rule: rule("variants/harmony"), points: isEarned ? HARMONY : 0, detail: { size, points: HARMONY, empty } };
}

function middleKingdom(board, size, choices) {
  const squares = [{ x: 0, y: 0 }, ...board.values()];
  const [xs, ys] = [squares.map(({ x }) => x), squares.map(({ y }) => y)];
  const [west, east, south, north] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const [width, height] = [east - west + 1, north - south + 1];
  const isCentred = west + east === 0 && south + north === 0;
  const isFull = width === size && height === size;
  const reading = choices.middle_kingdom;
  const fits = Math.max(-west, east, -south, north) <= (size - 1) / 2;
  const isCentral = isFull || reading === "box" ? isCentred : reading === "fits" && fits;
  const lines = [{ rule: rule("variants/middle-kingdom"), points: isCentral ? MIDDLE_KINGDOM : 0, detail: { points: MIDDLE_KINGDOM } }];
  if (!isFull) lines.push({ rule: rule("variants/middle-kingdom-centre"), points: 0, detail: { width, height, reading } });
  return lines;
}

// ---------------------------------------------------------------- Dynasty

/** The sum of the games; only the sum decides. One game alone is counted as such. */
function several(games, asked, pack) {
  const scores = games.map((state, number) => oneGame(state, `/games/${number}`, asked, pack));
  if (scores.length === 1) return scores[0];
  const counted = scores.map(({ players }) => players);
  const names = counted[0].map(({ name }) => name);
  counted.forEach((game, number) => {
    if (game.length !== names.length || !game.every(({ name }) => names.includes(name))) throw new CannotScore(`/games/${number}/players`, "A Dynasty is played by the same players in each game.");
  });
  const players = names.map((name) => {
    const totals = counted.map((game) => game.find((player) => player.name === name).total);
    const lines = totals.map((total, number) => ({ rule: rule("variants/dynasty"), points: total ?? 0, detail: { game: number + 1, points: total ?? 0 } }));
    return { name, total: totals.includes(null) ? null : sum(totals), figures: {}, lines };
  });
  if (players.some(({ total }) => total === null)) return { players, ranking: [], decided_by: [] };
  const figures = players.map(({ name, total }) => ({ name, own: [total] }));
  const { ranking, decisions } = rank(figures, [], rule("variants/dynasty-ties"));
  return { players, ranking, decided_by: [...leaders(figures, rule("score/winner")), ...decisions] };
}
