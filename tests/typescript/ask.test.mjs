// ask(): what is sent, what comes back, problems, timeouts, retries. `fetch` is replaced; nothing is sent.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Problem, Unreachable, ask, pack, png, rules } from "brehon-client";

const QUESTION = { state: { players: [{ name: "ana", squares: [] }] } };
const PROBLEM = {
  type: "urn:brehon:problem:malformed",
  title: "The question is not well formed",
  status: 422,
  detail: "/state/x: no",
  request_id: "r1",
  errors: [{ pointer: "/state/x", detail: "no" }],
};

function refused(status, headers = {}, document = PROBLEM) {
  return new Response(JSON.stringify({ ...document, status }), { status, headers: { "Content-Type": "application/problem+json", ...headers } });
}

/** A `fetch` that gives these responses in turn, and the requests that it was sent. */
function answering(...responses) {
  const sent = [];
  const fetch = async (address, request) => {
    sent.push({ address, ...request });
    const next = responses[Math.min(sent.length, responses.length) - 1];
    return typeof next === "function" ? next(request) : next.clone();
  };
  return { fetch, sent };
}

const OK = new Response('{"verdict": "possible"}', { headers: { "Content-Type": "application/json" } });

test("a question is sent as JSON to the address of its operation", async () => {
  const { fetch, sent } = answering(OK);
  const answer = await ask("kingdomino", "score", QUESTION, { server: "https://brehon.example/", language: "pl", key: "secret", fetch });
  assert.deepEqual(answer, { verdict: "possible" });
  const [{ address, method, headers, body }] = sent;
  assert.equal(address, "https://brehon.example/v1/games/kingdomino/score");
  assert.equal(method, "POST");
  assert.equal(headers["Content-Type"], "application/json");
  assert.equal(headers["Accept-Language"], "pl");
  assert.equal(headers.Authorization, "Bearer secret");
  assert.deepEqual(JSON.parse(body), QUESTION);
});

test("without options nothing is sent that was not given", async () => {
  const { fetch, sent } = answering(OK);
  await ask("kingdomino", "packs/check", {}, { fetch });
  assert.equal(sent[0].address, "http://127.0.0.1:8000/v1/games/kingdomino/packs/check");
  assert.deepEqual(Object.keys(sent[0].headers), ["Content-Type", "Accept"]);
});

test("rules and packs are fetched, in the language and from the book that were chosen", async () => {
  const book = { game: "kingdomino", sections: [], terms: { lake: "lago" } };
  const first = answering(new Response(JSON.stringify(book)));
  assert.deepEqual(await rules("kingdomino", { server: "https://brehon.example/", language: "es", edition: "first", key: "secret", fetch: first.fetch }), book);
  const [{ address, method, headers, body }] = first.sent;
  assert.deepEqual([address, method, body], ["https://brehon.example/v1/games/kingdomino/rules?edition=first", "GET", undefined]);
  assert.deepEqual(headers, { Accept: "application/json", "Accept-Language": "es", Authorization: "Bearer secret" });
  const second = answering(refused(503, { "Retry-After": "0" }), new Response(JSON.stringify({ pack: { id: "base" } })));
  assert.deepEqual(await pack("brian-boru", undefined, { fetch: second.fetch }), { id: "base" });
  assert.deepEqual(second.sent.map(({ address }) => address), Array(2).fill("http://127.0.0.1:8000/v1/games/brian-boru/packs/base"));
  const none = answering(refused(404));
  await assert.rejects(pack("kingdomino", "a/b", { fetch: none.fetch }), (error) => error instanceof Problem && error.status === 404);
  assert.equal(none.sent[0].address, "http://127.0.0.1:8000/v1/games/kingdomino/packs/a%2Fb");
});

test("a picture is a text or bytes", async () => {
  const svg = answering(new Response("<svg/>", { headers: { "Content-Type": "image/svg+xml" } }));
  assert.equal(await ask("kingdomino", "diagram", QUESTION, { fetch: svg.fetch }), "<svg/>");
  const bytes = answering(new Response(new Uint8Array([137, 80])));
  assert.deepEqual(await png("kingdomino", QUESTION, { fetch: bytes.fetch }), new Uint8Array([137, 80]));
  assert.equal(bytes.sent[0].headers.Accept, "image/png");
});

test("a refusal is a Problem with its pointer, and is not sent again", async () => {
  const { fetch, sent } = answering(refused(422));
  await assert.rejects(ask("kingdomino", "score", QUESTION, { fetch }), (error) => {
    assert.ok(error instanceof Problem);
    assert.equal(error.message, "/state/x: no");
    assert.deepEqual([error.status, error.pointer, error.requestId, error.type], [422, "/state/x", "r1", PROBLEM.type]);
    return true;
  });
  assert.equal(sent.length, 1);
});

test("Retry-After is respected", async () => {
  const { fetch, sent } = answering(refused(429, { "Retry-After": "1" }), OK);
  const started = performance.now();
  assert.equal((await ask("kingdomino", "score", QUESTION, { fetch })).verdict, "possible");
  assert.equal(sent.length, 2);
  assert.ok(performance.now() - started > 990);
});

test("Retry-After may be a date, or nonsense", async () => {
  const waits = async (header) => {
    const { fetch } = answering(refused(503, { "Retry-After": header }));
    return ask("kingdomino", "score", QUESTION, { fetch, retries: 0 }).catch((error) => error.retryAfter);
  };
  const wait = await waits(new Date(Date.now() + 60_000).toUTCString());
  assert.ok(wait > 30_000 && wait <= 60_000, `${wait}`);
  assert.equal(await waits("Wed, 21 Oct 2015 07:28:00 GMT"), 0);
  assert.equal(await waits("soon"), undefined);
});

test("a Retry-After beyond one's patience is thrown at once", async () => {
  const { fetch, sent } = answering(refused(429, { "Retry-After": "31" }));
  await assert.rejects(ask("kingdomino", "score", QUESTION, { fetch }), (error) => error.status === 429 && error.retryAfter === 31_000);
  assert.equal(sent.length, 1);
});

test("a proxy's page is a Problem too, and what may pass is sent again", async () => {
  const page = new Response("<h1>Bad Gateway</h1>", { status: 502, statusText: "Bad Gateway", headers: { "Retry-After": "0" } });
  const { fetch, sent } = answering(page);
  await assert.rejects(ask("kingdomino", "score", QUESTION, { fetch, retries: 3 }), (error) => error.status === 502 && error.message === "Bad Gateway");
  assert.equal(sent.length, 4);
});

test("without a connection it is Unreachable, after the attempts that were asked for", async () => {
  const { fetch, sent } = answering(() => Promise.reject(new TypeError("fetch failed")));
  await assert.rejects(ask("kingdomino", "score", QUESTION, { fetch, retries: 1 }), (error) => error instanceof Unreachable && /fetch failed/.test(error.message));
  assert.equal(sent.length, 2);
});

test("a server that does not answer in time is Unreachable, also in the middle of a body", async () => {
  const hangs = (request) => new Promise((_, reject) => request.signal.addEventListener("abort", () => reject(request.signal.reason)));
  await assert.rejects(ask("kingdomino", "score", QUESTION, { ...answering(hangs), timeout: 20, retries: 0 }), /no answer within 20 ms/);
  const stalls = (request) =>
    new Response(new ReadableStream({ start: (body) => request.signal.addEventListener("abort", () => body.error(request.signal.reason)) }));
  await assert.rejects(ask("kingdomino", "score", QUESTION, { ...answering(stalls), timeout: 20, retries: 0 }), Unreachable);
});

test("a signal ends the question and the waits", async () => {
  const ending = new AbortController();
  const { fetch, sent } = answering(refused(429, { "Retry-After": "20" }));
  setTimeout(() => ending.abort(new Error("enough")), 30);
  await assert.rejects(ask("kingdomino", "score", QUESTION, { fetch, signal: ending.signal }), /enough/);
  assert.equal(sent.length, 1);
  await assert.rejects(ask("kingdomino", "score", QUESTION, { fetch, signal: ending.signal }), /enough/);
  assert.equal(sent.length, 1);
});
