// The public API, and nothing else: whatever the page knows of a game comes from here.

import { lang } from "./words.js";

/** An answer that is none: what a problem document (RFC 9457) says. */
export class Problem extends Error {
  constructor(document, status) {
    super(document.errors?.map((error) => `${error.pointer ?? ""} ${error.detail}`.trim()).join("\n") || document.detail);
    this.status = status;
    this.errors = document.errors ?? [];
  }
}

/** There is no network, or the service cannot be reached. */
export class Unreachable extends TypeError {}

const reach = (address, options) =>
  fetch(address, options).catch((error) => {
    throw error.name === "AbortError" ? error : new Unreachable(error.message);
  });

async function read(response) {
  if (response.ok) return response;
  const told = await response.json().catch(() => ({ detail: `HTTP ${response.status}` }));
  throw new Problem(told, response.status);
}

const looked = new Map();

/** Something to look up, such as `/games`. It is fetched once for each language. */
export function get(path, query = {}) {
  const address = `/v1${path}?${new URLSearchParams({ ...query, lang: lang() })}`;
  if (!looked.has(address)) {
    const answer = reach(address).then(read).then((response) => response.json());
    answer.catch(() => looked.delete(address));
    looked.set(address, answer);
  }
  return looked.get(address);
}

/** A question about a game: `ask(entry.id, "score", {state})`. */
export async function ask(game, operation, body, signal) {
  const response = await post(game, operation, body, signal);
  return response.json();
}

/** Whether the page is dark now: by its own switch, else as the phone. */
function isDark() {
  const { theme } = document.documentElement.dataset;
  return theme === "dark" || (theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
}

/** A table as a picture, and as the words that tell it. */
export async function diagram(game, body, signal) {
  const response = await post(game, "diagram", { theme: isDark() ? "dark" : "light", ...body }, signal);
  return response.text();
}

async function post(game, operation, body, signal) {
  return read(
    await reach(`/v1/games/${game}/${operation}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "Accept-Language": lang() },
      body: JSON.stringify(body),
      signal,
    }),
  );
}

export const games = async () => (await get("/games")).games;
export const game = async (id) => (await games()).find((entry) => entry.id === id);
export const rules = (id) => get(`/games/${id}/rules`);
export const pack = async (id, name = "base") => (await get(`/games/${id}/packs/${name}`)).pack;

const documents = new Map();
/** The part of the OpenAPI document about a game, from which forms are made. */
function openapi(id) {
  if (!documents.has(id)) {
    const told = reach(`/openapi.json?game=${id}`).then(read).then((response) => response.json());
    told.catch(() => documents.delete(id));
    documents.set(id, told);
  }
  return documents.get(id);
}

/** The schema of a question's body, with `resolve` for the references in it. */
export async function questionSchema(id, operation) {
  const whole = await openapi(id);
  const body = whole.paths[`/v1/games/${id}/${operation}`].post.requestBody.content["application/json"].schema;
  const resolve = (schema) => {
    while (schema?.$ref) {
      const { $ref, ...own } = schema;
      schema = { ...whole.components.schemas[$ref.split("/").pop()], ...own };
    }
    return schema?.const === undefined ? schema : { enum: [schema.const], ...schema }; // one value is a choice of one
  };
  return { schema: resolve(body), resolve };
}
