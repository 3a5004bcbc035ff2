// A table that is only looked at: on the game's own board, with the marks of an answer; else as the picture of the API.

import { diagram, pack as packOf } from "./api.js";
import { fill, h, picture } from "./dom.js";
import { problem } from "./parts.js";

/**
 * An element with the table `state`. `about` has `entry` and `module`; `extra` the house rules and the pack of the question;
 * `asked` is the answer whose marks are shown (`{operation, question, answer}`), `tryMove(move)` takes a legal move instead.
 */
export function tableShown(about, state, { extra = {}, asked = null, tryMove } = {}) {
  const place = h("div", { class: "table-shown" });
  drawn(about, state, { extra, asked, tryMove }).then((shown) => fill(place, shown), (error) => fill(place, problem(error)));
  return place;
}

/** Whether a board can draw the whole table of this pack. */
export const canDraw = (board, pack) => Boolean(board?.whole) && (board.suits?.(pack) ?? true);

async function drawn({ entry, module }, state, { extra, asked, tryMove }) {
  const board = await module.board?.();
  const move = asked?.question.move;
  const pack = board?.whole && (typeof extra.pack === "object" ? extra.pack : await packOf(entry.id, extra.pack ?? entry.packs[0]));
  if (!canDraw(board, pack)) return picture(await diagram(entry.id, { state, ...(move && { move, ...module.picture?.(move) }), ...extra }));
  const form = { entry, module, pack, change() {} };
  const told = asked ? { move, marks: board.marksOf(asked), ghosts: tryMove ? (asked.answer.suggestions ?? []) : [] } : {};
  return board.draw({ state, pack, form, whole: true, tryMove, ...told });
}
