// Laying a domino with a finger: it follows the finger, and says at once whether it may lie there.

import { h } from "../dom.js";
import { say } from "../controls.js";
import { SIDES, cellUnder, sideFrom, takeFingers } from "./kingdomino-squares.js";

const WHY = {
  covered: { en: "This square is covered.", es: "Esta casilla está ocupada.", pl: "To pole jest zajęte." },
  large: { en: "The kingdom would be too large.", es: "El reino sería demasiado grande.", pl: "Królestwo byłoby za duże." },
  apart: { en: "No half touches the castle or its own terrain.", es: "Ninguna mitad toca el castillo ni su propio terreno.", pl: "Żadna połówka nie styka się z zamkiem ani ze swoim terenem." },
  fits: { en: "It fits.", es: "Encaja.", pl: "Pasuje." },
};

/** Where a tap puts the domino: beside its first half it turns, on it too; elsewhere it lies as it may. */
export function tapped(place, move, domino, player, isLegal) {
  const lying = move?.to && { ...move, domino, player };
  const side = lying && sideFrom([lying.x, lying.y], place);
  if (lying && side && side !== lying.to) return { ...lying, to: side };
  if (lying && lying.x === place[0] && lying.y === place[1]) return turned(lying);
  const there = (to) => ({ type: "place", player, domino, x: place[0], y: place[1], to });
  const order = [lying?.to, ...SIDES].filter(Boolean);
  return there(order.find((to) => isLegal(there(to))) ?? order[0]);
}

/** A quarter turn around its first half. */
export const turned = (move) => ({ ...move, to: SIDES[(SIDES.indexOf(move.to) + 1) % SIDES.length] });

/** `lay`: `at(first, second)` is the move of a stroke, `why(move)` what is against it, `drop(move)` lays it, `tap(place)` is a single tap. */
export function laying({ frame, picture, lay, domino, spot }) {
  let way = null;
  const bubble = h("div", { class: "kd-bubble", hidden: true, role: "status" });
  const held = picture.querySelector(".laid");
  frame.append(bubble);
  takeFingers(picture);
  const placeOf = (one) => [Number(one.dataset.x), Number(one.dataset.y)];

  const show = (move) => {
    const why = lay.why(move);
    const [x, y] = spot([move.x, move.y]);
    held.replaceChildren(...domino(move).flat());
    held.setAttribute("class", why ? "laid bad" : "laid good");
    bubble.hidden = false;
    bubble.className = `kd-bubble ${why ? "bad" : "good"} ${y < 30 ? "below" : ""}`;
    bubble.style.insetInlineStart = `${Math.max(22, Math.min(78, x))}%`;
    bubble.style.top = `${y}%`;
    bubble.textContent = `${why ? "✕" : "✓"} ${say(WHY[why ?? "fits"])}`;
  };

  picture.addEventListener("pointerdown", (event) => {
    const first = event.isPrimary && cellUnder(picture, event);
    if (!first) return;
    way = [placeOf(first)];
    picture.setPointerCapture(event.pointerId);
    show(lay.single(way[0]));
  });
  picture.addEventListener("pointermove", (event) => {
    const over = way && cellUnder(picture, event);
    if (!over) return;
    const place = placeOf(over);
    const last = way.at(-1);
    if (place[0] === last[0] && place[1] === last[1]) return;
    way = sideFrom(last, place) ? [last, place] : [place];
    show(way.length > 1 ? lay.at(...way) : lay.single(place));
  });
  picture.addEventListener("pointerup", () => {
    const done = way;
    way = null;
    bubble.hidden = true;
    if (done) lay.drop(done.length > 1 ? lay.at(...done) : lay.single(done[0]));
  });
  picture.addEventListener("pointercancel", () => {
    way = null;
    bubble.hidden = true;
  });
}
