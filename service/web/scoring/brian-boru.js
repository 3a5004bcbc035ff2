// The points of Brian Boru from a score pad, as POST /v1/games/brian-boru/score counts a `sheet`.

import { CannotScore, choicesOf, compareClaims, leaders, list, named, object, oneOf, rank, sum, whole } from "./ranking.js";

const EDITIONS = ["pl", "es", "en"];
const TWICE = "twice";
const CHOICES = { monasteries_at_end: { values: [TWICE, "once"], by: { pl: TWICE, es: TWICE, en: TWICE } } };
const OTHER_CHOICES = {
  opening_regions: ["own", "shared"],
  expand_into_active: ["forbidden", "allowed"],
  symbol_order: ["left-to-right", "either"],
  nobody_courts: ["revealed", "top-of-pile"],
  tricks_of_five: ["four", "five"],
  leader_without_match: ["others-first", "as-white"],
  loser_order: ["any", "clockwise"],
  late_mistakes: ["stands", "take-back", "rewind"],
};
const FIELDS = ["name", "points", "coins", "renown", "marker", "towns", "claims", "princess", "marriages"];
const TRACK_END = 59;
const VIKINGS = null;
const MOST = 999;
const rule = (name) => `brian-boru/${name}`;
const TIE_BREAKS = [[rule("score/tie-claims"), "claims"], [rule("score/tie-marriages"), "marriages"]];
const line = (name, points, detail = {}) => ({ rule: rule(name), points, detail });

/**
 * @param {{sheet: object, house_rules?: object, claimed?: Object<string, number>}} question the body of the request
 * @param {{regions: object[], tokens: object[], spread: object[]}} pack the components of the box
 * @returns {import("./ranking.js").Score}
 */
export function scoreBrianBoru(question, pack) {
  const { options = {}, players: sent, vikings = {}, face_up = [] } = object(object(question, "", ["sheet", "house_rules", "claimed"]).sheet, "/sheet", ["options", "players", "vikings", "face_up"]);
  object(options, "/sheet/options", ["edition", "house_rules"]);
  const choices = choicesOf(options, question.house_rules, CHOICES, OTHER_CHOICES, EDITIONS, "/sheet/options");
  const box = boxOf(pack);
  const columns = named(sent, "/sheet/players", 8, FIELDS).map((player, seat) => column(player, `/sheet/players/${seat}`, box));
  regionList(face_up, "/sheet/face_up", box);
  const sides = [{ name: VIKINGS, towns: townsOf(vikings, "/sheet/vikings", box) }, ...columns];
  const standings = face_up.map((region) => standing(region, sides, columns, choices)).filter((one) => one.leaders.length > 1);
  const richest = mostCoins(columns);
  const players = columns.map((one) => tally(one, sides[0], standings, richest, box));
  const figures = players.map(({ name, total, figures: { claims, marriages } }) => ({ name, own: [total, claims, marriages] }));
  const { ranking, decisions } = rank(figures, TIE_BREAKS, rule("score/tie-shared"));
  return { players, ranking, decided_by: [...leaders(figures, rule("score/winner")), ...decisions], claims: compareClaims(question.claimed, players) };
}

// ---------------------------------------------------------------- reading

function boxOf(pack) {
  object(pack, "/pack");
  const rows = [...pack.spread].sort((a, b) => a.regions - b.regions);
  return {
    regions: new Set(pack.regions.map(({ id }) => id)),
    tokens: new Map(pack.tokens.map(({ region, points }) => [region, points])),
    spread: (count) => rows.filter(({ regions }) => regions <= count).at(-1).points,
  };
}

function inTheBox(region, pointer, box) {
  if (!box.regions.has(region)) throw new CannotScore(pointer, "The pack has no such region.");
}

function regionList(regions, pointer, box) {
  list(regions, pointer, 50).forEach((region, place) => inTheBox(region, `${pointer}/${place}`, box));
  return regions;
}

/** Towns and monasteries by region. */
function townsOf(sent, pointer, box) {
  const regions = Object.entries(object(sent, pointer));
  return new Map(
    regions.map(([region, entry]) => {
      inTheBox(region, `${pointer}/${region}`, box);
      const { towns, monasteries = 0 } = object(entry, `${pointer}/${region}`, ["towns", "monasteries"]);
      whole(towns, `${pointer}/${region}/towns`, 0, MOST);
      whole(monasteries, `${pointer}/${region}/monasteries`, 0, MOST);
      if (monasteries > towns) throw new CannotScore(`${pointer}/${region}`, "There are more monasteries than towns.");
      return [region, { towns, monasteries }];
    }),
  );
}

function column({ name, points, coins, renown, marker = false, towns = {}, claims = [], princess = null, marriages = 0 }, pointer, box) {
  for (const [field, value] of Object.entries({ points, coins, renown, marriages })) whole(value, `${pointer}/${field}`, 0, MOST);
  oneOf(marker, `${pointer}/marker`, [true, false]);
  oneOf(princess, `${pointer}/princess`, ["military", "trade", null]);
  regionList(claims, `${pointer}/claims`, box);
  return { name, points, coins, renown, marker, claims, princess, towns: townsOf(towns, `${pointer}/towns`, box), marriages: Math.max(marriages, princess === null ? 0 : 1) };
}

// ---------------------------------------------------------------- counting

/** Who leads in a region whose token lies face up. Viking towns count for who is allied with their army. */
function standing(region, sides, columns, choices) {
  const there = sides.filter(({ towns }) => towns.has(region)).map(({ name, towns }) => ({ name, ...towns.get(region) }));
  const hasMonastery = there.some(({ monasteries }) => monasteries > 0);
  const reading = hasMonastery ? choices.monasteries_at_end : null;
  const ally = columns.find(({ princess }) => princess === "military")?.name ?? VIKINGS;
  const counts = new Map();
  for (const { name, towns, monasteries } of there) {
    const to = name === VIKINGS ? ally : name;
    counts.set(to, (counts.get(to) ?? 0) + towns + (reading === TWICE ? monasteries : 0));
  }
  const most = Math.max(0, ...counts.values());
  const isAllied = ally !== VIKINGS && there.some(({ name }) => name === VIKINGS);
  return { region, counts, reading, isAllied, leaders: most ? [...counts.keys()].filter((side) => counts.get(side) === most) : [] };
}

/** How many coins somebody has who is alone at the top. */
function mostCoins(columns) {
  const most = Math.max(...columns.map(({ coins }) => coins));
  return most > 0 && columns.filter(({ coins }) => coins === most).length === 1 ? most : null;
}

function tally(one, vikings, standings, richest, box) {
  const { name, points, coins, renown, claims, marriages } = one;
  const lines = [line("score/track", points, { points })];
  if (points > TRACK_END) lines.push(line("score/beyond-track", 0, { points, space: points - TRACK_END - 1 }));
  if (coins === richest) lines.push(line("score/coins", 1, { coins }));
  if (one.marker) lines.push(line("score/marker", 1));
  if (renown) lines.push(line("score/renown", renown, { renown }));
  for (const region of claims) lines.push(line("score/claims", worth(box, region), { region, points: worth(box, region) }));
  for (const each of standings) if (each.leaders.includes(name)) lines.push(...half(each, one, box));
  lines.push(spread(one, vikings, box));
  return { name, total: sum(lines.map((each) => each.points)), figures: { claims: claims.length, marriages }, lines };
}

function worth(box, region) {
  if (!box.tokens.has(region)) throw new CannotScore("/pack/tokens", `The pack has no claim token of ${region}.`);
  return box.tokens.get(region);
}

/** Half of a token on the board, for who shares the lead in its region. */
function half({ region, counts, leaders: tied, isAllied, reading }, { name, princess }, box) {
  const full = worth(box, region);
  const points = Math.floor(full / 2);
  const by = isAllied && princess === "military" ? "score/military" : tied.includes(VIKINGS) ? "score/vikings-tied" : "score/board-claims";
  const lines = [line(by, points, { region, points, full, towns: counts.get(name) })];
  if (reading !== null) lines.push(line("score/monasteries", 0, { region, reading }));
  return lines;
}

function spread({ towns, princess }, vikings, box) {
  const own = held(towns);
  const counted = princess === "trade" ? new Set([...own, ...held(vikings.towns)]) : own;
  const points = box.spread(counted.size);
  if (princess === "trade") return line("score/trade", points, { regions: counted.size, own: own.size, points });
  return line("score/spread", points, { regions: counted.size, points });
}

const held = (towns) => new Set([...towns].filter(([, entry]) => entry.towns > 0).map(([region]) => region));
