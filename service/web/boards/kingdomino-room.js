// Squares that stay large enough for a finger: a board that is too wide takes the whole screen, then it is moved sideways.

import { h } from "../dom.js";
import { t } from "../words.js";

const SIDE = 44; // pixels: the least for a finger
const BESIDE = 54; // pixels beside a board within a card
const STEP = 3; // squares

const places = new WeakMap();

/** The board of so many squares with as much room as it needs; `form` is what it is drawn for, again and again. */
export function roomy(board, across, form) {
  const needed = across * SIDE;
  if (needed <= window.innerWidth - BESIDE) return board;
  board.classList.add("bleed");
  if (needed <= window.innerWidth) return board;
  const frame = h("div", { class: "kd-pan" }, board);
  const move = (by) => {
    frame.scrollLeft += by;
    places.set(form, frame.scrollLeft);
  };
  const button = (text, label, by) => h("button", { type: "button", class: "icon", "aria-label": label, onclick: () => move(by * STEP * SIDE) }, text);
  withTwoFingers(frame, move);
  requestAnimationFrame(() => (frame.scrollLeft = places.get(form) ?? (frame.scrollWidth - frame.clientWidth) / 2));
  return h("div", {}, frame, h("div", { class: "row kd-sideways" }, button("‹", t("to the left"), -1), button("›", t("to the right"), 1)));
}

/** One finger paints or lays, two move the board. */
function withTwoFingers(frame, move) {
  let before = null;
  const middle = ({ touches }) => (touches[0].clientX + touches[1].clientX) / 2;
  frame.addEventListener("touchstart", (event) => (before = event.touches.length === 2 ? middle(event) : null), { passive: true });
  frame.addEventListener("touchmove", (event) => {
    if (before === null || event.touches.length !== 2) return;
    const now = middle(event);
    move(before - now);
    before = now;
  }, { passive: true });
}
