// Keeps the page and the rules on the phone, so that they can be read where there is no network.
// The page's own files never change under their address; what the API tells is asked for anew when there is a network.

const VERSION = "{{version}}";
const FILES = {{files}};
const PAGE = `page-${VERSION}`;
const RULES = "rules";
const LOOKED_UP = /^\/v1\/(games(\/[^/]+(\/rules(\/.*)?|\/packs\/[^/]+|\/cases(\/.*)?)?)?|rules)$|^\/openapi\.json$/;

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("message", (event) => event.data.keep && event.waitUntil(keepRules(event.data.keep)));
self.addEventListener("fetch", (event) => {
  const address = new URL(event.request.url);
  if (event.request.method !== "GET" || address.origin !== location.origin) return;
  if (address.pathname === "/") event.respondWith(first(event.request, PAGE, "/"));
  else if (address.pathname.startsWith(`/web/${VERSION}/`)) event.respondWith(file(event.request));
  else if (LOOKED_UP.test(address.pathname) && !address.searchParams.has("q")) event.respondWith(first(event.request, RULES));
});

async function install() {
  const cache = await caches.open(PAGE);
  await cache.addAll(["/", ...FILES.filter((name) => !/\.(txt|png)$/.test(name)).map((name) => `/web/${VERSION}/${name}`)]);
  await self.skipWaiting();
}

async function activate() {
  for (const name of await caches.keys()) if (name.startsWith("page-") && name !== PAGE) await caches.delete(name);
  await self.clients.claim();
}

/** From the network, and from what was kept when there is none. */
async function first(request, name, under = request) {
  const cache = await caches.open(name);
  try {
    const answer = await fetch(request);
    if (answer.ok) await cache.put(under, answer.clone());
    return answer;
  } catch (error) {
    const known = await cache.match(under);
    if (known) return known;
    throw error;
  }
}

async function file(request) {
  return (await caches.match(request)) ?? fetch(request);
}

/** The rules of every game in this language, for later. */
async function keepRules(language) {
  const cache = await caches.open(RULES);
  const games = `/v1/games?lang=${language}`;
  await cache.add(games);
  const told = await (await cache.match(games)).json();
  await Promise.all(told.games.flatMap(({ id, packs }) => [cache.add(`/v1/games/${id}/rules?lang=${language}`), cache.add(`/v1/games/${id}/packs/${packs[0]}?lang=${language}`)]));
}
