// Counting points without the service: the same lines, totals, rankings and tie-breaks as POST /v1/games/{game}/score.

import { scoreBrianBoru } from "./brian-boru.js";
import { scoreKingdomino, uncountedKingdomino } from "./kingdomino.js";
import { CannotScore } from "./ranking.js";
import { scoreRollAndRaid } from "./roll-and-raid.js";

export { CannotScore, scoreBrianBoru, scoreKingdomino, scoreRollAndRaid };

const BY_GAME = {
  "brian-boru": { takes: ["sheet"], count: scoreBrianBoru },
  kingdomino: { takes: ["state", "games"], count: scoreKingdomino },
  "roll-and-raid": { takes: ["sheet"], count: scoreRollAndRaid },
};

/** Whether a question of this game can be counted here. */
export const canScore = (game, question) => (BY_GAME[game]?.takes ?? []).some((field) => question[field] !== undefined);

/**
 * The body of a question about points, counted. Throws `CannotScore` where something is missing or wrong.
 * @param {string} game @param {object} question @param {object=} pack the components, as GET /v1/games/{game}/packs/{id} gives them
 * @returns {import("./ranking.js").Score}
 */
export function score(game, question, pack) {
  if (!canScore(game, question)) throw new CannotScore("", `Questions of this kind about ${game} are counted by the service alone.`);
  return BY_GAME[game].count(question, pack);
}

/**
 * Why players of a question that was counted have the total `null`; nobody has in games other than Kingdomino.
 * @param {string} game @param {object} question @param {object=} pack
 */
export const uncounted = (game, question, pack) => (game === "kingdomino" ? uncountedKingdomino(question, pack) : []);
