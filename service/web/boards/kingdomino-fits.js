// Where a domino fits in a kingdom: asked once for each kingdom and domino, then known at once while a finger moves.

import { ask } from "../api.js";
import { byMyBook } from "../book.js";
import { untouched } from "../dom.js";
import { tapped } from "./kingdomino-lay.js";
import { against, sameAs, sideFrom, squaresOf } from "./kingdomino-squares.js";

const answers = new WeakMap();

/** All legal placements of a domino in a kingdom, whoever has the turn; null until they are known. `ready` is called then. */
function placements({ form, options, player, domino, ready }) {
  const question = { state: { options, players: [player], current_line: [{ domino, king: player.name }] } };
  const key = JSON.stringify(question);
  const last = answers.get(form);
  if (last?.key === key) return last.legal;
  const mine = { key, legal: null };
  answers.set(form, mine);
  ask(form.entry.id, "legal-moves", byMyBook(form.entry, question)).then(
    async (answer) => {
      await untouched();
      mine.legal = answer.verdict === "impossible" ? null : answer.moves.filter((move) => move.type === "place" && move.domino === domino);
      if (answers.get(form) === mine) ready();
    },
    () => answers.delete(form), // no network: nothing glows, and the ruling waits for it
  );
  return null;
}

/**
 * What the board needs so that a finger can lay a domino. `player` is a player of the state with the kingdom, `move` the
 * placement so far, `drop(move)` takes the new one.
 */
export function layOf({ form, options, player, domino, move, drop, ready }) {
  const legal = placements({ form, options, player, domino, ready });
  const known = legal && new Set(legal.map((one) => sameAs(one, form.pack)));
  const squares = squaresOf(player, form.pack);
  const size = options?.variants?.includes("great-duel") ? 7 : 5;
  const why = (one) => against(one, squares, form.pack, size) ?? (known && !known.has(sameAs(one, form.pack)) ? "apart" : null);
  const single = (place) => tapped(place, move, domino, player.name, (one) => !why(one));
  const at = (first, second) => ({ type: "place", player: player.name, domino, x: first[0], y: first[1], to: sideFrom(first, second) });
  return { legal, why, single, at, drop, tap: (place) => drop(single(place)) };
}
