// What lies on Kingdomino's score pad: kingdoms of squares, what is asked of them, and the way back.

import { firstNames } from "../parts.js";

export const TERRAINS = ["wheat", "forest", "lake", "grassland", "swamp", "mine"];
export const MOST_KINGDOMS = 4;
const FIGURES = {
  wheat: "M12 21V8M12 8c-3-1-3-4 0-6 3 2 3 5 0 6zM12 13c-4 0-5-3-5-5 3 0 5 2 5 5zM12 13c4 0 5-3 5-5-3 0-5 2-5 5zM12 18c-4 0-5-3-5-5 3 0 5 2 5 5zM12 18c4 0 5-3 5-5-3 0-5 2-5 5z",
  forest: "M8 3l5 8h-3l4 7H2l4-7H3zM8 18v3M17 8l4 6h-2l3 5h-7",
  lake: "M2 8c3-3 5-3 7 0s5 3 7 0 4-3 6 0M2 13c3-3 5-3 7 0s5 3 7 0 4-3 6 0M2 18c3-3 5-3 7 0s5 3 7 0 4-3 6 0",
  grassland: "M4 20c0-5-1-8-3-10 4 2 5 5 5 10M12 20c0-8 0-11-2-16 4 4 5 9 5 16M20 20c0-5 1-8 3-10-4 2-5 5-5 10",
  swamp: "M7 21V8M7 8c-2 0-2-5 0-6 2 1 2 6 0 6zM16 21V11M16 11c-2 0-2-5 0-6 2 1 2 6 0 6zM2 17h3M9 18h5M18 17h4",
  mine: "M3 21L14 10M8 4c6-1 11 3 13 10-3-4-7-8-13-10zM4 15l5 5",
  castle: "M3 21V7h4v3h3V7h4v3h3V7h4v14h-7v-5a2 2 0 0 0-4 0v5z",
};

/** The outline of a terrain or the castle, for pictures that are one drawing. */
export const figurePath = (kind) => FIGURES[kind];

/** A drawing for a terrain or the castle: colours alone do not tell them apart. */
export function figure(kind) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("class", "figure");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", FIGURES[kind]);
  svg.append(path);
  return svg;
}

// ---------------------------------------------------------------- kingdoms

export const fresh = (index) => ({ name: firstNames()[index], squares: {}, castle: null, claimed: null });
export const key = (column, row) => `${column},${row}`;

export class Pad {
  constructor(saved) {
    Object.assign(this, saved ?? { players: [fresh(0), fresh(1)], current: 0, options: { variants: [] }, games: [] });
    this.past = [];
  }

  get size() {
    return this.options.variants.includes("great-duel") ? 7 : 5;
  }

  get player() {
    return this.players[this.current];
  }

  castleOf(player) {
    return player.castle ?? [(this.size - 1) / 2, (this.size - 1) / 2];
  }

  plain() {
    const { players, current, options, games } = this;
    return { players, current, options, games };
  }

  remember() {
    this.past.push(structuredClone(this.plain()));
    if (this.past.length > 200) this.past.shift();
  }

  undo() {
    Object.assign(this, this.past.pop());
  }

  /** The frame is drawn from its upper left corner; the API counts from the castle, upwards. */
  state() {
    return {
      options: this.options,
      players: this.players.map((player) => {
        const [left, top] = this.castleOf(player);
        const squares = Object.entries(player.squares).map(([place, { terrain, crowns }]) => {
          const [column, row] = place.split(",").map(Number);
          return { x: column - left, y: top - row, terrain, crowns };
        });
        return { name: player.name, squares, ...(player.discarded ? {} : { discarded: [] }) };
      }),
    };
  }

  question() {
    const claimed = Object.fromEntries(
      this.players.filter((player) => player.claimed !== null).map((player) => [player.name, player.claimed]),
    );
    const dynasty = this.options.variants.includes("dynasty");
    const told = dynasty && this.games.length ? { games: [...this.games, this.state()] } : { state: this.state() };
    return { ...told, ...(Object.keys(claimed).length ? { claimed } : {}) };
  }

  /** Another size of the frame keeps what lies around the middle. */
  resize(before) {
    const by = (this.size - before) / 2;
    if (!by) return;
    const fits = (n) => n >= 0 && n < this.size;
    for (const player of this.players) {
      const moved = Object.entries(player.squares).map(([place, square]) => [place.split(",").map((n) => Number(n) + by), square]);
      player.squares = Object.fromEntries(moved.filter(([place]) => place.every(fits)).map(([place, square]) => [key(...place), square]));
      if (player.castle) player.castle = player.castle.map((n) => Math.max(0, Math.min(this.size - 1, n + by)));
    }
  }
}
