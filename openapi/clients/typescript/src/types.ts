// The types of questions and answers by game and operation, from the paths of the OpenAPI document.

import type { components, paths } from "./openapi.js";

export type { components, paths };

type Posts = {
  [Path in keyof paths as paths[Path] extends { post: { requestBody: unknown } } ? Path : never]: paths[Path] extends { post: infer P } ? P : never;
};
type GameIn<Path> = Path extends `/v1/games/${infer G}/${string}` ? G : never;

/** A game that can be asked about. */
export type Game = GameIn<keyof Posts>;

/** What is sent and received, by game and operation. */
type Asked = { [G in Game]: { [Path in keyof Posts as Path extends `/v1/games/${G}/${infer O}` ? O : never]: Posts[Path] } };

/** What can be asked about a game, such as `validate` or `score`. */
export type Operation<G extends Game> = keyof Asked[G] & string;

/** The body of a question. */
export type Question<G extends Game, O extends Operation<G>> = Asked[G][O] extends { requestBody: { content: { "application/json": infer Q } } }
  ? Q
  : never;

/** The answer; of `diagram` the SVG document. */
export type Answer<G extends Game, O extends Operation<G>> = Asked[G][O] extends { responses: { 200: { content: infer C } } }
  ? C extends { "application/json": infer A }
    ? A
    : string
  : never;

/** The rules of a game, in the order of its book; `terms` has its words by the ids that states and moves use. */
export type RuleBook = Required<Pick<components["schemas"]["RulesAnswer"], "game" | "sections" | "glossary" | "terms" | "rules_version">>;

/** What is printed on the components of a game. */
export type Pack<G extends Game> = paths[keyof paths & `/v1/games/${G}/packs/{pack}`] extends {
  get: { responses: { 200: { content: { "application/json": { pack: infer P } } } } };
}
  ? P
  : never;

/** A problem document (RFC 9457). */
export type ProblemDocument = components["schemas"]["Problem"];
