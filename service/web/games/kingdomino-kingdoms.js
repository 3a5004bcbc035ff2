// What lies on Kingdomino's score pad: kingdoms of squares, what is asked of them, and the way back.

import { firstNames } from "../parts.js";

export const MOST_KINGDOMS = 4;

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

  /** The castle in another place of the frame: what was painted stays where it is. */
  moveCastle(player, column, row) {
    delete player.squares[key(column, row)];
    player.castle = [column, row];
  }

  /** Empty kingdoms for the same people. */
  empty() {
    for (const player of this.players) Object.assign(player, { squares: {}, castle: null, claimed: null, discarded: false });
  }

  /** Those of whom something was entered: an untouched kingdom is neither counted nor ranked. */
  get told() {
    return this.players.filter((player) => Object.keys(player.squares).length || player.castle || player.claimed !== null);
  }

  get isEmpty() {
    return this.players.every((player) => !Object.keys(player.squares).length);
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
    const names = new Set((this.told.length ? this.told : this.players).map((player) => player.name));
    const state = this.state();
    const own = { ...state, players: state.players.filter((player) => names.has(player.name)) };
    const claimed = Object.fromEntries(
      this.players.filter((player) => player.claimed !== null).map((player) => [player.name, player.claimed]),
    );
    const dynasty = this.options.variants.includes("dynasty");
    const told = dynasty && this.games.length ? { games: [...this.games, state] } : { state: own };
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
