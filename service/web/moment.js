// A table from a setup that is changed to another moment of the game: what only the setup said is not known any more.

/** By these zones a table says at which moment of the game it is. */
export const MOMENT = ["phase", "round", "turn"];
/** These stay as they were from the beginning of a game to its end. */
const LASTING = new Set(["options", "players", "name", "colour", "clans"]);

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
const parts = (state) => [state, ...state.players];

/** The zones that a setup filled in, first of the table, then of each player. */
export const givenBy = (state) => parts(state).map((part) => Object.fromEntries(Object.entries(part).filter(([zone]) => !LASTING.has(zone))));

/**
 * The table `before` with a change by hand, and what of the setup still counts as said by nobody. `given` is what `givenBy`
 * said; `work` changes a table, or returns another. At another moment of the game everything that is as the setup said
 * becomes unknown.
 */
export function changedByHand(before, given, work) {
  const changed = (state) => work(state) ?? state;
  const now = changed(structuredClone(before));
  if (!given) return { state: now };
  if (isOtherMoment(before, now, given[0])) return { state: changed(without(structuredClone(before), given)) };
  const [were, are] = [parts(before), parts(now)];
  return { state: now, given: given.map((zones, index) => Object.fromEntries(Object.entries(zones).filter(([zone]) => same(were[index]?.[zone], are[index]?.[zone])))) };
}

/** Whether a moment was chosen that is not the one of the setup; that it is not known is none. */
function isOtherMoment(before, now, given) {
  return MOMENT.some((zone) => now[zone] !== undefined && !same(now[zone], before[zone]) && !same(now[zone], given[zone]));
}

function without(state, given) {
  parts(state).forEach((part, index) => {
    for (const [zone, value] of Object.entries(given[index] ?? {})) if (same(part[zone], value)) delete part[zone];
  });
  return state;
}
