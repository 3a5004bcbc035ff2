// Asks the service. Every question is complete in itself and changes nothing, so it may be sent again at any time.

import { Problem, Unreachable } from "./errors.js";
import { packCase, unpackCase } from "./page/packed.js";
import type { Answer, Game, Operation, Pack, ProblemDocument, Question, RuleBook } from "./types.js";

export { Problem, Unreachable } from "./errors.js";
export type { Answer, Game, Operation, Pack, ProblemDocument, Question, RuleBook, components, paths } from "./types.js";

export interface Options {
  /** Where the service is; `http://127.0.0.1:8000` unless given. */
  server?: string;
  /** Language of the texts; else the service goes by the Accept-Language of the browser. */
  language?: "en" | "es" | "pl";
  /** Milliseconds for one attempt; 10,000 unless given. */
  timeout?: number;
  /** How often a question is sent again after 429, 502, 503, 504, a timeout or a failed connection; 2 unless given. */
  retries?: number;
  /** The longest wait in milliseconds for which a Retry-After is respected; 30,000 unless given. Longer ones are thrown. */
  patience?: number;
  /** An API key, if the operator gave you one. */
  key?: string;
  /** Ends the question, and the waits between attempts. */
  signal?: AbortSignal;
  /** Another `fetch`, for tests. */
  fetch?: typeof globalThis.fetch;
}

// The page's files have no types of their own.
const packLink = packCase as unknown as (content: object) => Promise<string>;
const unpackLink = unpackCase as unknown as (text: string) => Promise<SharedQuestion>;

const SERVER = "http://127.0.0.1:8000";
const JSON_TYPE = "application/json";
const SENT_AGAIN = [429, 502, 503, 504];
const FIRST_WAIT = 500;

/**
 * The answer to a question. A verdict such as `illegal` is an answer.
 * @throws {Problem} the service refuses the question: `pointer` says which part is wrong
 * @throws {Unreachable} no answer after all attempts
 */
export async function ask<G extends Game, O extends Operation<G>>(
  game: G,
  operation: O,
  question: Question<G, O>,
  options: Options = {},
): Promise<Answer<G, O>> {
  const isPicture = (operation as string) === "diagram";
  const response = await post(game, operation, question, isPicture ? "image/svg+xml" : JSON_TYPE, options);
  return (isPicture ? await response.text() : await response.json()) as Answer<G, O>;
}

/** The picture of a table as PNG, for chat programs. The service needs its extra `png`; else this throws a Problem with status 406. */
export async function png<G extends Game>(
  game: G,
  question: Question<G, Extract<"diagram", Operation<G>>>,
  options: Options = {},
): Promise<Uint8Array> {
  const response = await post(game, "diagram", question, "image/png", options);
  return new Uint8Array(await response.arrayBuffer());
}

/**
 * The rules of a game with their titles and texts, and its words, in the language of the options. Keep them to explain points without
 * a network.
 * @param options `edition` chooses the book
 */
export async function rules(game: Game, { edition, ...options }: Options & { edition?: string } = {}): Promise<RuleBook> {
  const query = edition === undefined ? "" : `?edition=${encodeURIComponent(edition)}`;
  return (await get(`/v1/games/${game}/rules${query}`, options)) as RuleBook;
}

/** What is printed on the components of a game: for `score` of `brehon-client/scoring`, and for names of regions, towns and cards. */
export async function pack<G extends Game>(game: G, name = "base", options: Options = {}): Promise<Pack<G>> {
  const content = (await get(`/v1/games/${game}/packs/${encodeURIComponent(name)}`, options)) as { pack: Pack<G> };
  return content.pack;
}

/**
 * A link that opens the question on the service's page, with today's answer. The question is in the link: nothing is stored.
 * @param page where the page is, such as `https://brehon.example`
 */
export async function shareLink<G extends Game, O extends Operation<G>>(
  page: string,
  game: G,
  operation: O,
  question: Question<G, O>,
): Promise<string> {
  return `${page.replace(/\/+$/, "")}/#/case/${await packLink({ game, operation, question })}`;
}

/** What a share link asks. */
export interface SharedQuestion {
  game: string;
  operation: string;
  question: Record<string, unknown>;
  /** What was answered when the link was made, if the link says so. */
  seen?: Record<string, unknown>;
}

/** The question in a share link of any format. @throws {Error} it is no share link */
export async function openLink(link: string): Promise<SharedQuestion> {
  return unpackLink(link.split("#/case/")[1] ?? "");
}

// ---------------------------------------------------------------- sending

function post(game: string, operation: string, question: unknown, accept: string, options: Options): Promise<Response> {
  const headers = { "Content-Type": JSON_TYPE, Accept: accept };
  return send(`/v1/games/${game}/${operation}`, { method: "POST", headers, body: JSON.stringify(question) }, options);
}

async function get(path: string, options: Options): Promise<unknown> {
  return (await send(path, { method: "GET", headers: { Accept: JSON_TYPE } }, options)).json();
}

type Sent = { method: string; headers: Record<string, string>; body?: string };

async function send(path: string, sent: Sent, options: Options): Promise<Response> {
  const { retries = 2, patience = 30_000, signal } = options;
  for (let attempt = 0; ; attempt += 1) {
    const outcome = await once(path, sent, options);
    if (outcome instanceof Response && outcome.ok) return outcome;
    const failure = outcome instanceof Response ? await problemOf(outcome) : outcome;
    const wait = failure.retryAfter ?? FIRST_WAIT * 2 ** attempt * (0.5 + Math.random());
    const isFinal = failure instanceof Problem && !SENT_AGAIN.includes(failure.status);
    if (isFinal || attempt >= retries || wait > patience) throw failure;
    await pause(wait, signal);
  }
}

/** One attempt: a response, or why there is none. */
async function once(path: string, sent: Sent, options: Options): Promise<Response | Unreachable> {
  const { server = SERVER, language, timeout = 10_000, key, signal, fetch = globalThis.fetch } = options;
  signal?.throwIfAborted();
  const headers = { ...sent.headers };
  if (language) headers["Accept-Language"] = language;
  if (key) headers.Authorization = `Bearer ${key}`;
  const ending = new AbortController();
  const end = () => ending.abort(signal?.reason);
  signal?.addEventListener("abort", end);
  const timer = setTimeout(() => ending.abort(new Error(`no answer within ${timeout} ms`)), timeout);
  try {
    const response = await fetch(`${server.replace(/\/+$/, "")}${path}`, { ...sent, headers, signal: ending.signal });
    return new Response(await response.arrayBuffer(), response); // the timeout holds for the body, too
  } catch (error) {
    signal?.throwIfAborted();
    return new Unreachable(server, ending.signal.aborted ? ending.signal.reason : error);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", end);
  }
}

/** What is sent is a problem document, unless something between here and the service has answered. */
async function problemOf(response: Response): Promise<Problem> {
  const isProblem = response.headers.get("Content-Type")?.startsWith("application/problem+json");
  const title = response.statusText || `Status ${response.status}`;
  const document = isProblem ? await response.json() : { type: "about:blank", title, detail: title };
  return new Problem({ ...document, status: response.status } as ProblemDocument, retryAfterOf(response));
}

/** Milliseconds; the header has seconds or a date. */
function retryAfterOf(response: Response): number | undefined {
  const header = response.headers.get("Retry-After");
  if (!header) return undefined;
  const wait = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
}

function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", end);
      resolve();
    }, milliseconds);
    signal?.addEventListener("abort", end, { once: true });
  });
}
