// Kingdomino: a score pad of squares to tap on, and placing a domino by two taps on the picture.

import { pack } from "../api.js";
import { claim, counting, failing, lines, ranking, remarks, tell } from "../count.js";
import { fill, h } from "../dom.js";
import { optionsCard } from "../options.js";
import { firstNames, keep, kept, name } from "../parts.js";
import { shareButton } from "../share.js";
import { count, t } from "../words.js";

export const words = {
  en: {
    castle: "castle", erase: "erase", empty: "empty", "great-duel": "The Mighty Duel: 7 × 7", dynasty: "Dynasty: three games",
    choose: "choose a domino", place: "place a domino", discard: "discard a domino", reveal: "turn up the next line", draw: "draw the kings",
    domino: "domino", x: "column", y: "row", to: "its other half lies", n: "above", e: "to the right", s: "below", w: "to the left",
    dominoes: "dominoes", kings: "order of the kings",
    hint: "Tap a square: terrain. Tap it again: crowns.", column: "column {x}, row {y}",
    "tap choose": "Tap a domino of the line.",
    "tap place": "Tap the square of the first half, then the one beside it for the other half.",
    "next game": "Count this game and start the next", "games so far": "Games counted so far: {count}", discards: "discarded a domino",
  },
  es: {
    wheat: "trigo", castle: "castillo", erase: "borrar", empty: "vacía", "great-duel": "El Gran Duelo: 7 × 7", dynasty: "Dinastía: tres partidas",
    choose: "elegir una ficha", place: "colocar una ficha", discard: "descartar una ficha", reveal: "descubrir la línea siguiente", draw: "sacar los reyes",
    domino: "ficha", x: "columna", y: "fila", to: "la otra mitad va", n: "arriba", e: "a la derecha", s: "abajo", w: "a la izquierda",
    dominoes: "fichas", kings: "orden de los reyes",
    hint: "Toca una casilla: terreno. Otra vez: coronas.", column: "columna {x}, fila {y}",
    "tap choose": "Toca una ficha de la línea.",
    "tap place": "Toca la casilla de la primera mitad y luego la de al lado para la otra.",
    "next game": "Contar esta partida y empezar la siguiente", "games so far": "Partidas contadas: {count}", discards: "descartó alguna ficha",
  },
  pl: {
    castle: "zamek", erase: "usuń", empty: "puste", "great-duel": "Wielki Pojedynek: 7 × 7", dynasty: "Dynastia: trzy partie",
    choose: "wybór kafelka", place: "dołożenie kafelka", discard: "odrzucenie kafelka", reveal: "odkrycie nowego rzędu", draw: "losowanie królów",
    domino: "kafelek", x: "kolumna", y: "rząd", to: "druga połówka leży", n: "wyżej", e: "z prawej", s: "niżej", w: "z lewej",
    dominoes: "kafelki", kings: "kolejność królów",
    hint: "Dotknij pola: teren. Jeszcze raz: korony.", column: "kolumna {x}, rząd {y}",
    "tap choose": "Dotknij kafelka w rzędzie.",
    "tap place": "Dotknij pola pierwszej połówki, a potem sąsiedniego dla drugiej.",
    "next game": "Policz tę partię i zacznij następną", "games so far": "Policzone partie: {count}", discards: "odrzucono kafelek",
  },
};
let terms = {};
const own = (id) => name({ words, terms }, id);

const TERRAINS = ["wheat", "forest", "lake", "grassland", "swamp", "mine"];
const MOST_KINGDOMS = 4;
const FIGURES = {
  wheat: "M12 21V8M12 8c-3-1-3-4 0-6 3 2 3 5 0 6zM12 13c-4 0-5-3-5-5 3 0 5 2 5 5zM12 13c4 0 5-3 5-5-3 0-5 2-5 5zM12 18c-4 0-5-3-5-5 3 0 5 2 5 5zM12 18c4 0 5-3 5-5-3 0-5 2-5 5z",
  forest: "M8 3l5 8h-3l4 7H2l4-7H3zM8 18v3M17 8l4 6h-2l3 5h-7",
  lake: "M2 8c3-3 5-3 7 0s5 3 7 0 4-3 6 0M2 13c3-3 5-3 7 0s5 3 7 0 4-3 6 0M2 18c3-3 5-3 7 0s5 3 7 0 4-3 6 0",
  grassland: "M4 20c0-5-1-8-3-10 4 2 5 5 5 10M12 20c0-8 0-11-2-16 4 4 5 9 5 16M20 20c0-5 1-8 3-10-4 2-5 5-5 10",
  swamp: "M7 21V8M7 8c-2 0-2-5 0-6 2 1 2 6 0 6zM16 21V11M16 11c-2 0-2-5 0-6 2 1 2 6 0 6zM2 17h3M9 18h5M18 17h4",
  mine: "M3 21L14 10M8 4c6-1 11 3 13 10-3-4-7-8-13-10zM4 15l5 5",
  castle: "M3 21V7h4v3h3V7h4v3h3V7h4v14h-7v-5a2 2 0 0 0-4 0v5z",
};

function figure(kind) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("class", "figure");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", FIGURES[kind]);
  svg.append(path);
  return svg;
}

// ---------------------------------------------------------------- the pad

const fresh = (index) => ({ name: firstNames()[index], squares: {}, castle: null, claimed: null });
const key = (column, row) => `${column},${row}`;

class Pad {
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

export async function scorePad(place, entry, module) {
  terms = module.terms;
  const pad = new Pad(kept("kingdomino", null));
  const dominoes = (await pack("kingdomino")).dominoes;
  const most = Object.fromEntries(
    TERRAINS.map((terrain) => [
      terrain,
      Math.max(...dominoes.flatMap(({ a, b }) => [a, b]).filter((half) => half.terrain === terrain).map((half) => half.crowns)),
    ]),
  );
  let brush = "wheat";
  let answer = null;

  const parts = Object.fromEntries(
    ["people", "board", "tools", "options", "mine", "table"].map((part) => [part, h("div", { class: `kd-${part}` })]),
  );
  fill(place, parts.people, parts.board, parts.tools, parts.mine, parts.table, parts.options);

  const ask = counting("kingdomino", (counted) => {
    answer = counted;
    people();
    marks();
    results();
    tell(counted);
  }, failing(parts.mine));

  function changed() {
    keep("kingdomino", pad.plain());
    board();
    tools();
    people();
    ask(pad.question());
  }

  /** Every change goes through here, so that it can be taken back. */
  function change(work) {
    pad.remember();
    work();
    changed();
  }

  const total = (index) => answer?.players.find((player) => player.name === pad.players[index]?.name)?.total ?? 0;

  function people() {
    const focused = document.activeElement?.dataset?.person;
    fill(
      parts.people,
      h(
        "div",
        { class: "people", role: "group", "aria-label": t("kingdoms") },
        pad.players.map((player, index) =>
          h(
            "button",
            {
              class: "person",
              "aria-pressed": String(index === pad.current),
              data: { person: index },
              onclick: () => {
                pad.current = index;
                changed();
                results();
              },
            },
            h("span", {}, player.name),
            h("b", {}, total(index)),
          ),
        ),
        pad.players.length < MOST_KINGDOMS &&
          h(
            "button",
            {
              class: "person add",
              "aria-label": t("add kingdom"),
              onclick: () =>
                change(() => {
                  const used = new Set(pad.players.map((player) => player.name));
                  const next = fresh(pad.players.length);
                  next.name = firstNames().find((own) => !used.has(own)) ?? next.name;
                  pad.players.push(next);
                  pad.current = pad.players.length - 1;
                }),
            },
            "+",
          ),
      ),
    );
    if (focused !== undefined) parts.people.querySelector(`[data-person="${focused}"]`)?.focus();
  }

  const cells = new Map();

  function board() {
    if (cells.size !== pad.size ** 2) buildBoard();
    const [left, top] = pad.castleOf(pad.player);
    for (const [place, cell] of cells) {
      const [column, row] = place.split(",").map(Number);
      const castle = column === left && row === top;
      const square = castle ? null : pad.player.squares[place];
      const kind = castle ? "castle" : (square?.terrain ?? "empty");
      cell.className = `square ${kind}`;
      const where = own("column").replace("{x}", column - left).replace("{y}", top - row);
      cell.setAttribute("aria-label", `${where}: ${own(kind)}${square?.crowns ? `, ${count("crowns", square.crowns)}` : ""}`);
      fill(
        cell,
        kind !== "empty" && figure(kind),
        square?.crowns > 0 && h("span", { class: "crowns", "aria-hidden": "true" }, "♛".repeat(square.crowns)),
      );
      const around = { top: [0, -1], right: [1, 0], bottom: [0, 1], left: [-1, 0] };
      for (const [side, [dx, dy]] of Object.entries(around)) {
        const beside = pad.player.squares[key(column + dx, row + dy)]?.terrain;
        if (square && beside === square.terrain && !(column + dx === left && row + dy === top)) cell.classList.add(`open-${side}`);
      }
    }
    marks();
  }

  /** The points of each territory on its first square. */
  function marks() {
    for (const badge of parts.board.querySelectorAll(".worth")) badge.remove();
    const mine = answer?.players.find((player) => player.name === pad.player.name);
    const [left, top] = pad.castleOf(pad.player);
    for (const line of mine?.lines ?? []) {
      const squares = line.detail.squares;
      if (!squares?.length || !line.points) continue;
      const [x, y] = [...squares].sort((a, b) => b[1] - a[1] || a[0] - b[0])[0];
      const cell = cells.get(key(left + x, top - y));
      if (cell && !cell.classList.contains("empty")) cell.append(h("span", { class: "worth", "aria-hidden": "true" }, line.points));
    }
  }

  function buildBoard() {
    cells.clear();
    const grid = h("div", { class: `board size-${pad.size}`, role: "group", "aria-label": t("kingdom"), onkeydown: walk });
    for (let row = 0; row < pad.size; row++) {
      for (let column = 0; column < pad.size; column++) {
        const cell = h("button", { type: "button", data: { column, row }, onclick: () => tap(column, row) });
        cells.set(key(column, row), cell);
        grid.append(cell);
      }
    }
    fill(parts.board, grid);
  }

  function walk(event) {
    const step = { ArrowUp: [0, -1], ArrowRight: [1, 0], ArrowDown: [0, 1], ArrowLeft: [-1, 0] }[event.key];
    const { column, row } = event.target.dataset;
    if (!step || column === undefined) return;
    event.preventDefault();
    cells.get(key(Number(column) + step[0], Number(row) + step[1]))?.focus();
  }

  function tap(column, row) {
    const place = key(column, row);
    const [left, top] = pad.castleOf(pad.player);
    if (column === left && row === top) return;
    const square = pad.player.squares[place];
    if (brush === "erase" && !square) return;
    change(() => {
      const { squares } = pad.player;
      if (brush === "erase" || brush === "castle") delete squares[place];
      else if (square?.terrain === brush) square.crowns = (square.crowns + 1) % (most[brush] + 1);
      else squares[place] = { terrain: brush, crowns: 0 };
      if (brush === "castle") pad.player.castle = [column, row];
    });
  }

  function tools() {
    const kinds = [...TERRAINS, "castle", "erase"];
    const focused = document.activeElement?.dataset?.tool;
    fill(
      parts.tools,
      h(
        "div",
        { class: "palette", role: "group", "aria-label": t("tools") },
        kinds.map((kind) =>
          h(
            "button",
            {
              class: `tool ${kind}`,
              "aria-pressed": String(kind === brush),
              data: { tool: kind },
              onclick: () => {
                brush = kind;
                tools();
              },
            },
            kind === "erase" ? h("span", { class: "figure", "aria-hidden": "true" }, "⌫") : figure(kind),
            h("span", {}, own(kind)),
          ),
        ),
      ),
      h(
        "div",
        { class: "row spread" },
        h("p", { class: "quiet hint" }, own("hint")),
        h(
          "button",
          {
            class: "undo",
            data: { tool: "undo" },
            disabled: pad.past.length === 0,
            onclick: () => {
              pad.undo();
              options();
              changed();
            },
          },
          `↶ ${t("undo")}`,
        ),
      ),
    );
    if (focused) parts.tools.querySelector(`[data-tool="${focused}"]`)?.focus();
  }

  function results() {
    const mine = answer?.players.find((player) => player.name === pad.player.name);
    const check = answer?.claims.find((one) => one.name === pad.player.name);
    const claimBox = h("div", { "aria-live": "polite" }, claim(check));
    const active = document.activeElement?.id;
    fill(
      parts.mine,
      h(
        "section",
        { class: "card" },
        h(
          "div",
          { class: "row" },
          field(t("name"), h("input", { id: "kd-name", value: pad.player.name, maxlength: 40, onchange: rename })),
          field(
            t("claimed total"),
            h("input", { id: "kd-claim", type: "number", inputmode: "numeric", value: pad.player.claimed ?? "", onchange: claims }),
          ),
        ),
        claimBox,
        mine && lines(mine),
        pad.options.variants.includes("harmony") &&
          h(
            "label",
            { class: "toggle" },
            h("input", { type: "checkbox", checked: !!pad.player.discarded, onchange: (event) => change(() => (pad.player.discarded = event.target.checked)) }),
            h("span", {}, own("discards")),
          ),
        h(
          "div",
          { class: "row wrap" },
          h("button", { onclick: () => change(() => Object.assign(pad.player, { squares: {}, castle: null, claimed: null })) }, t("clear")),
          pad.players.length > 1 && h("button", { onclick: remove }, t("remove kingdom")),
          shareButton(entry, () => ({ operation: "score", question: pad.question() })),
        ),
      ),
    );
    fill(parts.table, answer && ranking(answer), answer && remarks(answer, entry), dynasty());
    if (active) document.getElementById(active)?.focus();
  }

  function dynasty() {
    if (!pad.options.variants.includes("dynasty")) return null;
    return h(
      "section",
      { class: "card" },
      h("p", {}, own("games so far").replace("{count}", pad.games.length)),
      pad.games.length < 2 &&
        h(
          "button",
          {
            onclick: () =>
              change(() => {
                pad.games.push(pad.state());
                for (const player of pad.players) Object.assign(player, { squares: {}, castle: null, claimed: null });
              }),
          },
          own("next game"),
        ),
    );
  }

  function rename(event) {
    const wanted = event.target.value.trim();
    const taken = pad.players.some((player, index) => index !== pad.current && player.name === wanted);
    if (!wanted || taken) {
      event.target.value = pad.player.name;
      return;
    }
    change(() => {
      for (const game of pad.games) game.players[pad.current].name = wanted;
      pad.player.name = wanted;
    });
  }

  function claims(event) {
    const told = event.target.value === "" ? null : Math.trunc(Number(event.target.value));
    change(() => (pad.player.claimed = Number.isFinite(told) ? told : null));
  }

  function remove() {
    change(() => {
      pad.players.splice(pad.current, 1);
      for (const game of pad.games) game.players.splice(pad.current, 1);
      pad.current = Math.min(pad.current, pad.players.length - 1);
    });
  }

  function options() {
    const edited = structuredClone(pad.options);
    const open = parts.options.querySelector("details")?.open;
    const card = optionsCard(entry, module, edited, () => {
      const before = pad.size;
      change(() => {
        pad.options = structuredClone(edited);
        if (!edited.variants.includes("dynasty")) pad.games = [];
        pad.resize(before);
      });
    });
    card.open = Boolean(open);
    fill(parts.options, card);
  }

  options();
  changed();
}

function field(label, input) {
  return h("label", { class: "field" }, h("span", {}, label), input);
}

// ---------------------------------------------------------------- moves on the picture

const STEPS = { n: [0, 1], e: [1, 0], s: [0, -1], w: [-1, 0] };

/** A tap on the picture of the table fills in the move: two squares of a kingdom, or a domino of a line. */
export function tap(target, move) {
  const slot = target.closest("[data-domino]");
  if (slot && move.type !== "place") return { ...move, domino: Number(slot.dataset.domino) };
  if (slot) return { ...move, domino: Number(slot.dataset.domino), x: undefined, y: undefined, to: undefined };
  const square = target.closest("[data-x]");
  if (!square || move.type !== "place") return null;
  const [x, y] = [Number(square.dataset.x), Number(square.dataset.y)];
  const side = Object.keys(STEPS).find((to) => x - move.x === STEPS[to][0] && y - move.y === STEPS[to][1]);
  if (move.x !== undefined && side && !move.to) return { ...move, to: side };
  return { ...move, x, y, to: undefined };
}

export const tapHint = (move) => ({ place: own("tap place"), choose: own("tap choose"), discard: own("tap choose") })[move.type];

/** A move in one line. */
export function describe(move) {
  if (move.type === "place" && move.to) {
    const [dx, dy] = STEPS[move.to];
    return `${own("domino")} ${move.domino}: (${move.x}, ${move.y}) – (${move.x + dx}, ${move.y + dy})`;
  }
  return null;
}

/** Only this part of the table is drawn for such a move: larger, and with the squares that may still be covered. */
export const picture = (move) => (move?.type === "place" && move.player ? { only: move.player } : {});

/** What of the picture the move names already. */
export function picked(move) {
  if (move.type !== "place" || move.x === undefined) return move.domino ? `[data-domino="${move.domino}"]` : null;
  const squares = [[move.x, move.y]];
  if (move.to) {
    const [dx, dy] = STEPS[move.to];
    squares.push([move.x + dx, move.y + dy]);
  }
  return squares.map(([x, y]) => `[data-x="${x}"][data-y="${y}"]`).join(",");
}

/** What a field of a move can hold at this table. */
export function choices(field, state, move) {
  if (field !== "domino") return null;
  const line = move.type === "choose" ? state.next_line : state.current_line;
  const mine = (line ?? []).filter((slot) => move.type === "choose" || !slot.king || slot.king === move.player);
  return mine.map((slot) => slot.domino);
}
