// A client of openapi-fetch: compiled with --strict against the generated types, never run.
import createClient from "openapi-fetch";
import type { components, paths } from "./schema.js";

type Move = components["schemas"]["KingdominoMove"];

const client = createClient<paths>({ baseUrl: "http://127.0.0.1:8000" });
const state: components["schemas"]["KingdominoState"] = { players: [{ name: "ana", kingdom: [] }] };
const move: Move = { type: "place", player: "ana", domino: 7, x: 1, y: 0, to: "e" };

export async function nearest(): Promise<Move[]> {
  const { data, error } = await client.POST("/v1/games/kingdomino/validate", {
    params: { query: { lang: "es" } },
    body: { state, move, suggest: true },
  });
  if (error) throw new Error(error.detail);
  const squares: number[][] = data.violations.flatMap((violation) => violation.detail.squares ?? []);
  console.log(data.question_id, data.verdict, squares);
  return data.suggestions ?? [];
}

export function domino(played: Move): number | undefined {
  return played.type === "place" ? played.domino : undefined;
}
