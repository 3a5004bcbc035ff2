// What the scores of all games share: reading a question, places, ties and claimed totals. No dependencies.

/**
 * @typedef {{rule: string, points: number, detail: object}} Line
 * @typedef {{name: string, total: number|null, figures: Object<string, number>, lines: Line[]}} PlayerScore
 * @typedef {{rule: string, players: string[], detail: object}} Decision
 * @typedef {{name: string, claimed: number, total: number|null, difference: number|null, correct: boolean}} Claim
 * @typedef {{players: PlayerScore[], ranking: string[][], decided_by: Decision[], claims: Claim[]}} Score
 * @typedef {{name: string, own: number[]}} Figures A player's total, then what breaks ties: more is better.
 */

/** A question that cannot be counted: something is missing, or is not what it should be. */
export class CannotScore extends Error {
  /** @param {string} pointer where (RFC 6901) @param {string} detail what */
  constructor(pointer, detail) {
    super(`${pointer}: ${detail}`);
    this.name = "CannotScore";
    this.pointer = pointer;
    this.detail = detail;
  }
}

// ---------------------------------------------------------------- reading

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** An object with no other fields than these. */
export function object(value, pointer, fields = null) {
  if (!isObject(value)) throw new CannotScore(pointer, "An object is needed.");
  for (const name of fields ? Object.keys(value) : []) if (!fields.includes(name)) throw new CannotScore(`${pointer}/${name}`, "There is no such field.");
  return value;
}

export function list(value, pointer, most, least = 0) {
  if (!Array.isArray(value) || value.length > most || value.length < least) throw new CannotScore(pointer, `A list of ${least} to ${most} entries is needed.`);
  return value;
}

export function whole(value, pointer, least, most) {
  if (!Number.isInteger(value) || value < least || value > most) throw new CannotScore(pointer, `A whole number from ${least} to ${most} is needed.`);
  return value;
}

export function oneOf(value, pointer, values) {
  if (!values.includes(value)) throw new CannotScore(pointer, `One of ${values.join(", ")} is needed.`);
  return value;
}

/** The players with their names, none twice. */
export function named(players, pointer, most, fields) {
  const names = new Set();
  list(players, pointer, most, 1).forEach((player, seat) => {
    const { name } = object(player, `${pointer}/${seat}`, fields);
    if (typeof name !== "string" || !name || [...name].length > 40) throw new CannotScore(`${pointer}/${seat}/name`, "A name of 1 to 40 characters is needed.");
    if (names.has(name)) throw new CannotScore(`${pointer}/${seat}/name`, "Two players have the same name.");
    names.add(name);
  });
  return players;
}

/**
 * The choices in force: those of the question, else those of the table, else those of the edition.
 * @param {Object<string, {values: string[], by: Object<string, string>}>} rules what the score rests on, and what each edition takes
 * @param {Object<string, string[]>} others the choices that no score rests on, with their values
 */
export function choicesOf({ edition, house_rules: own = {} }, asked = {}, rules, others, editions, pointer) {
  const fields = [...Object.keys(rules), ...Object.keys(others)];
  const agreed = { ...object(own, `${pointer}/house_rules`, fields), ...object(asked, "/house_rules", fields) };
  for (const [name, value] of [...Object.entries(own), ...Object.entries(asked)]) oneOf(value, `/house_rules/${name}`, rules[name]?.values ?? others[name]);
  if (edition !== undefined) oneOf(edition, `${pointer}/edition`, editions);
  return Object.fromEntries(
    Object.entries(rules).map(([name, { by }]) => [name, agreed[name] ?? by[edition ?? editions[0]]]),
  );
}

// ---------------------------------------------------------------- places

/** The players in groups of the same value, the highest first; in a group in the order given. */
function grouped(figures, compare) {
  const groups = [];
  for (const one of figures) {
    const same = groups.find((group) => compare(group[0], one) === 0);
    if (same) same.push(one);
    else groups.push([one]);
  }
  return groups.sort((a, b) => -compare(a[0], b[0]));
}

const byAll = (a, b) => {
  const depth = a.own.findIndex((value, place) => value !== b.own[place]);
  return depth < 0 ? 0 : a.own[depth] - b.own[depth];
};
const by = (depth) => (a, b) => a.own[depth] - b.own[depth];
const namesOf = (group) => group.map(({ name }) => name);

/**
 * The ranking, and what separated players who had been equal until then.
 * @param {Figures[]} figures @param {[string, string][]} tieBreaks a rule, and the name of the figure it compares
 * @param {string} shared the rule by which equal players share a place
 */
export function rank(figures, tieBreaks, shared) {
  const places = grouped(figures, byAll);
  const decisions = [];
  let tied = grouped(figures, by(0)).filter((group) => group.length > 1);
  tieBreaks.forEach(([rule, figure], index) => {
    const depth = index + 1;
    const still = [];
    for (const group of tied) {
      const groups = grouped(group, by(depth));
      const [ahead] = groups;
      if (ahead.length < group.length) decisions.push({ rule, players: namesOf(ahead), detail: { [figure]: ahead[0].own[depth] } });
      still.push(...groups.filter((one) => one.length > 1));
    }
    tied = still;
  });
  for (const place of places) if (place.length > 1) decisions.push({ rule: shared, players: namesOf(place), detail: {} });
  return { ranking: places.map(namesOf), decisions };
}

/** The players with the most points. @returns {Decision[]} */
export function leaders(figures, rule) {
  if (figures.length < 2) return [];
  const total = Math.max(...figures.map(({ own }) => own[0]));
  return [{ rule, players: namesOf(figures.filter(({ own }) => own[0] === total)), detail: { total } }];
}

// ---------------------------------------------------------------- claims

/** Claimed totals against the counted ones. @returns {Claim[]} */
export function compareClaims(claimed = {}, players) {
  const claims = new Map(Object.entries(object(claimed, "/claimed")));
  for (const [name, total] of claims) {
    if (!players.some((player) => player.name === name)) throw new CannotScore(`/claimed/${name}`, "Nobody at the table has this name.");
    whole(total, `/claimed/${name}`, -(2 ** 31), 2 ** 31);
  }
  return players
    .filter(({ name }) => claims.has(name))
    .map(({ name, total }) => ({ name, claimed: claims.get(name), total, difference: total === null ? null : claims.get(name) - total, correct: claims.get(name) === total }));
}

export const sum = (numbers) => numbers.reduce((whole, one) => whole + one, 0);
