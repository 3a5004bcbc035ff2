// Points without a network, counted as the service counts them: the module of the service's own page, with types.

import { CannotScore, canScore as canCount, score as count, uncounted as why } from "./page/scoring/index.js";
import type { Question, components } from "./types.js";

export { CannotScore };

/** What the lines of each rule have in `detail`. `points` of the line count; `points` of a bonus in `detail` is its worth. */
export interface LineDetails {
  "kingdomino/score/territory": Territory;
  "kingdomino/score/no-crowns": Territory;
  "kingdomino/variants/harmony": { size: number; points: number; empty: number };
  "kingdomino/variants/middle-kingdom": { points: number };
  "kingdomino/variants/middle-kingdom-centre": { width: number; height: number; reading: "box" | "full" | "fits" };
  "kingdomino/variants/dynasty": { game: number; points: number };
  "brian-boru/score/track": { points: number };
  "brian-boru/score/beyond-track": { points: number; space: number };
  "brian-boru/score/coins": { coins: number };
  "brian-boru/score/marker": Nothing;
  "brian-boru/score/renown": { renown: number };
  "brian-boru/score/claims": { region: string; points: number };
  "brian-boru/score/board-claims": HalfToken;
  "brian-boru/score/military": HalfToken;
  "brian-boru/score/vikings-tied": HalfToken;
  "brian-boru/score/monasteries": { region: string; reading: "twice" | "once" };
  "brian-boru/score/spread": { regions: number; points: number };
  "brian-boru/score/trade": { regions: number; own: number; points: number };
  "roll-and-raid/score/sacrifices": { points: number };
  "roll-and-raid/score/developments": { points: number };
  "roll-and-raid/score/gods": { points: number };
  "roll-and-raid/score/battle": { points: number };
}
/** What decisions have in `detail`: the total of the winners, the figure by which a tie was broken. */
export interface DecisionDetails {
  "kingdomino/score/winner": { total: number };
  "kingdomino/score/tie-territory": { largest: number };
  "kingdomino/score/tie-crowns": { crowns: number };
  "kingdomino/score/tie-shared": Nothing;
  "kingdomino/variants/dynasty-ties": Nothing;
  "brian-boru/score/winner": { total: number };
  "brian-boru/score/tie-claims": { claims: number };
  "brian-boru/score/tie-marriages": { marriages: number };
  "brian-boru/score/tie-shared": Nothing;
  "roll-and-raid/score/winner": { total: number };
  "roll-and-raid/score/tie-cards": { cards: number };
  "roll-and-raid/score/tie-shared": Nothing;
  "roll-and-raid/score/tie-many": Nothing;
}
type Nothing = Record<string, never>;
interface Territory {
  terrain: "wheat" | "forest" | "lake" | "grassland" | "swamp" | "mine";
  size: number;
  crowns: number;
  points: number;
  /** x and y of each square. */
  squares: [number, number][];
}
interface HalfToken {
  region: string;
  points: number;
  /** The points of the whole token. */
  full: number;
  towns: number;
}
type Rule<G extends string, Details> = Extract<keyof Details, `${G}/${string}`>;

/** A line of a score: `rule` says which fields `detail` has. */
export type Line<G extends ScoringGame = ScoringGame> = {
  [R in Rule<G, LineDetails>]: { rule: R; points: number; detail: LineDetails[R] };
}[Rule<G, LineDetails>];
export interface PlayerScore<G extends ScoringGame = ScoringGame> {
  name: string;
  /** null: this kingdom cannot be counted (`uncounted` says why). Then nobody is ranked. */
  total: number | null;
  /** What breaks ties. */
  figures: Record<string, number>;
  lines: Line<G>[];
}
export type Decision<G extends ScoringGame = ScoringGame> = {
  [R in Rule<G, DecisionDetails>]: { rule: R; players: string[]; detail: DecisionDetails[R] };
}[Rule<G, DecisionDetails>];
export interface Claim {
  name: string;
  claimed: number;
  total: number | null;
  difference: number | null;
  correct: boolean;
}
export interface Score<G extends ScoringGame = ScoringGame> {
  players: PlayerScore<G>[];
  /** Places from the first; players who share a place stand together. */
  ranking: string[][];
  decided_by: Decision<G>[];
  claims: Claim[];
}
/** Why a kingdom has the total null. */
export interface Uncounted {
  name: string;
  /** The square or domino of the question (RFC 6901). */
  pointer: string;
  /** It lies more than seven squares away, on the castle, or on another one. */
  reason: "far" | "castle" | "twice";
}

/** The games whose points can be counted here. */
export type ScoringGame = "kingdomino" | "brian-boru" | "roll-and-raid";

interface Questions {
  kingdomino: Question<"kingdomino", "score">;
  "brian-boru": Question<"brian-boru", "score">;
  "roll-and-raid": Question<"roll-and-raid", "score">;
}
type Components = components["schemas"];
interface Packs {
  kingdomino: Pick<Components["KingdominoPack"], "dominoes">;
  "brian-boru": Pick<Components["BrianBoruPack"], "regions" | "tokens" | "spread">;
  "roll-and-raid": object;
}

/** Whether such a question can be counted here. */
export function canScore(game: string, question: object): boolean {
  return canCount(game, question);
}

/**
 * The body of a `score` question, counted. Brian Boru needs the pack, Kingdomino only for kingdoms of dominoes
 * (`GET /v1/games/{game}/packs/{pack}`, its field `pack`).
 * @throws {CannotScore} something is missing or wrong; `pointer` says where
 */
export function score<G extends ScoringGame>(game: G, question: Questions[G], pack?: Packs[G]): Score<G> {
  return count(game, question, pack) as unknown as Score<G>;
}

/** Why players of a question that `score` has counted have the total null. */
export function uncounted<G extends ScoringGame>(game: G, question: Questions[G], pack?: Packs[G]): Uncounted[] {
  return why(game, question, pack) as Uncounted[];
}
