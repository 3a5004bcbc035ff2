// Share links: made and read by the package, as the page makes and reads them.

import assert from "node:assert/strict";
import { test } from "node:test";
import { deflateRawSync } from "node:zlib";

import { openLink, shareLink } from "brehon-client";

const QUESTION = { state: { players: [{ name: "Zoë 漢字", squares: [{ x: 1, y: 0, terrain: "lake", crowns: 1 }] }] } };

test("a link has the question in it, in letters that an address may hold", async () => {
  const link = await shareLink("https://brehon.example/", "kingdomino", "score", QUESTION);
  assert.match(link, /^https:\/\/brehon\.example\/#\/case\/[\w.~-]+$/);
  assert.deepEqual(await openLink(link), { game: "kingdomino", operation: "score", question: QUESTION });
});

test("a link of format 2 that somebody else made is read", async () => {
  const content = { game: "kingdomino", operation: "score", question: QUESTION };
  const packed = deflateRawSync(JSON.stringify({ v: 2, ...content })).toString("base64url");
  assert.deepEqual(await openLink(`https://brehon.example/#/case/${packed}`), content);
});

test("what is no link is refused", async () => {
  for (const link of ["", "https://brehon.example/", "https://brehon.example/#/case/AAAA", "#/case/%%%"]) await assert.rejects(openLink(link));
});
