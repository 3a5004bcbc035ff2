// The points of Roll & Raid from finished sheets, as POST /v1/games/roll-and-raid/score counts a `sheet`.

import { choicesOf, compareClaims, leaders, named, object, rank, sum, whole } from "./ranking.js";

const EDITIONS = ["es"];
const TRISKELS = ["sacrifices", "developments", "gods", "battle"];
const OTHER_CHOICES = {
  two_dice: ["at-most", "strict"],
  raised_dice: ["no-cap", "six"],
  developments_again: ["once", "again"],
  altar_in_raid: ["allowed", "prepaid"],
  unused_help: ["lost", "kept"],
  altar_points: ["none", "counted"],
  too_many_fingers: ["refused", "no-raid"],
  bid_limit: ["ten", "five", "none"],
  bid_again: ["tied", "all"],
  tied_vikings: ["lost", "kept"],
  failed_roll: ["card-stays", "passes-on"],
  unable_to_pay: ["free", "retreat"],
  equal_heirs: ["bid-again", "nobody"],
  payment: ["compulsory", "optional"],
  leftovers: ["as-printed", "nothing"],
  late_mistakes: ["stands", "take-back", "rewind"],
};
const rule = (name) => `roll-and-raid/${name}`;

/**
 * @param {{sheet: object, house_rules?: object, claimed?: Object<string, number>}} question the body of the request
 * @returns {import("./ranking.js").Score}
 */
export function scoreRollAndRaid(question) {
  const { options = {}, players: sent } = object(object(question, "", ["sheet", "house_rules", "claimed"]).sheet, "/sheet", ["options", "players"]);
  object(options, "/sheet/options", ["edition", "house_rules"]);
  choicesOf(options, question.house_rules, {}, OTHER_CHOICES, EDITIONS, "/sheet/options"); // no score pad rests on any of them
  const players = named(sent, "/sheet/players", 6, ["name", ...TRISKELS, "raids"]).map((clan, seat) => {
    const lines = TRISKELS.map((triskel) => {
      const points = whole(clan[triskel], `/sheet/players/${seat}/${triskel}`, -9999, 9999);
      return { rule: rule(`score/${triskel}`), points, detail: { points } };
    });
    const cards = whole(clan.raids, `/sheet/players/${seat}/raids`, 0, 99);
    return { name: clan.name, total: sum(lines.map(({ points }) => points)), figures: { cards }, lines };
  });
  const figures = players.map(({ name, total, figures: { cards } }) => ({ name, own: [total, cards] }));
  const { ranking, decisions } = rank(figures, [[rule("score/tie-cards"), "cards"]], rule("score/tie-shared"));
  return { players, ranking, decided_by: [...leaders(figures, rule("score/winner")), ...decisions.map(shared)], claims: compareClaims(question.claimed, players) };
}

/** Where three or more stay equal, no book says that all of them share. */
const shared = (decision) => (decision.rule === rule("score/tie-shared") && decision.players.length > 2 ? { ...decision, rule: rule("score/tie-many") } : decision);
