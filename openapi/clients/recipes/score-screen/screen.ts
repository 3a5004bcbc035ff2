// A score screen for Kingdomino: choose a terrain, tap squares to lay it, tap again for crowns. The app counts at once, with a short
// line for each territory; the sentences, and what cannot be (more squares of a kind than the box has), come from the service when it answers.

import { Unreachable, ask, type Question } from "brehon-client";
import { score } from "brehon-client/scoring";

type ScoreQuestion = Question<"kingdomino", "score">;
type Square = NonNullable<NonNullable<ScoreQuestion["state"]>["players"][number]["squares"]>[number];

const TERRAINS = ["wheat", "forest", "lake", "grassland", "swamp", "mine"] as const;
const REACH = 4; // squares from the castle to each side: a kingdom of 5 by 5 may lie anywhere within
const options = { server: new URLSearchParams(location.search).get("server") ?? "http://127.0.0.1:8000", language: "en", retries: 0, timeout: 3_000 } as const; // the next tap asks again
const squares = new Map<string, Square>();
const [palette, pad, total, lines, note] = ["palette", "pad", "total", "lines", "note"].map((id) => document.getElementById(id)!) as [HTMLElement, HTMLElement, HTMLElement, HTMLElement, HTMLElement];
let terrain: Square["terrain"] = TERRAINS[0];
let asking = new AbortController();

/** Lay the chosen terrain; on a square that has it, add a crown; after three crowns the square is empty again. */
function tap(button: HTMLButtonElement, x: number, y: number): void {
  const before = squares.get(`${x},${y}`);
  const crowns = before?.terrain === terrain ? (before.crowns ?? 0) + 1 : 0;
  if (crowns > 3) squares.delete(`${x},${y}`);
  else squares.set(`${x},${y}`, { x, y, terrain, crowns });
  button.textContent = crowns > 3 ? "" : "♛".repeat(crowns);
  button.className = crowns > 3 ? "" : terrain;
  void count();
}

const show = (texts: string[]) => lines.replaceChildren(...texts.map((text) => Object.assign(document.createElement("li"), { textContent: text })));

async function count(): Promise<void> {
  const question: ScoreQuestion = { state: { players: [{ name: "you", squares: [...squares.values()] }] } };
  const counted = score("kingdomino", question).players[0]; // at once, without a network
  total.textContent = String(counted?.total ?? "?");
  show((counted?.lines ?? []).map(({ rule, detail, points }) => ("terrain" in detail ? `${detail.terrain}: ${detail.size} × ${detail.crowns} = ${points}` : rule)));
  note.textContent = "";
  asking.abort(); // people tap fast: an answer to an older question must not overwrite a newer one
  const { signal } = (asking = new AbortController());
  try {
    const answer = await ask("kingdomino", "score", question, { ...options, signal });
    show((answer.players[0]?.lines ?? []).map((line) => line.text));
    note.textContent = [...answer.violations.map((violation) => violation.message), ...answer.assumed.map((fact) => `Assumed: ${fact.text}.`)].join(" ");
  } catch (error) {
    if (signal.aborted) return;
    note.textContent = error instanceof Unreachable ? "The service does not answer: the total is counted here." : String(error);
  }
}

palette.addEventListener("change", (event) => (terrain = (event.target as HTMLInputElement).value as Square["terrain"]));
palette.innerHTML = TERRAINS.map((name, place) => `<label class="${name}"><input type="radio" name="terrain" value="${name}" ${place ? "" : "checked"}>${name}</label>`).join("");
for (let y = REACH; y >= -REACH; y -= 1) {
  for (let x = -REACH; x <= REACH; x += 1) {
    const button = document.createElement("button");
    Object.assign(button.dataset, { x, y });
    button.ariaLabel = x || y ? `${x}, ${y}` : "castle";
    if (x || y) button.addEventListener("click", () => tap(button, x, y));
    else button.textContent = "⌂";
    pad.append(button);
  }
}
