// The frame of the page: addresses, tabs, language, light and dark. Each view is a module with one function.

import { games, pack, rules } from "./api.js";
import { fill, h, icon, pausing } from "./dom.js";
import { GAME, problem } from "./parts.js";
import { LANGUAGES, choose, lang, speak, t } from "./words.js";

const VIEWS = {
  home: () => import("./home.js"),
  dispute: () => import("./dispute.js"),
  score: () => import("./score.js"),
  judge: () => import("./judge.js"),
  rules: () => import("./rules.js"),
  case: () => import("./case.js"),
};
const TABS = ["home", "score", "dispute", "rules"];
const THEME = "brehon.theme";
const THEMES = { auto: "◐", light: "☀", dark: "☾" };
const main = document.getElementById("main");
let visit = 0;

/** A step of the way as it was meant; one that was cut in the middle of a sign stays as it is. */
function step(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** `#/rules/{game}/place/match` is the view `rules` with the rest as its way. */
function address() {
  const [view, ...way] = location.hash.replace(/^#\/?/, "").split("/").map(step);
  return { view: view in VIEWS ? view : "home", way };
}

async function show() {
  const { view, way } = address();
  const mine = ++visit;
  tabs(view);
  fill(document.getElementById("book"));
  document.title = `${t(view)} · Brehon`;
  main.setAttribute("aria-busy", "true");
  try {
    const module = await VIEWS[view]();
    if (mine !== visit) return;
    const place = h("div", { class: `view ${view}` });
    fill(main, place);
    await module.default(place, way);
    if (mine === visit && history.state?.y) window.scrollTo(0, history.state.y);
  } catch (error) {
    if (mine !== visit) return;
    console.error(error);
    main.append(problem(error));
  }
  if (mine === visit) main.setAttribute("aria-busy", "false");
}

function tabs(view) {
  const shown = ["case", "judge"].includes(view) ? "dispute" : view;
  fill(
    document.getElementById("tabs"),
    TABS.map((name) =>
      h(
        "a",
        { href: `#/${name}`, "aria-current": name === shown ? "page" : null },
        icon(`i-${name}`),
        h("span", {}, t(name)),
      ),
    ),
  );
  document.getElementById("tabs").setAttribute("aria-label", t("parts of the page"));
}

function tools() {
  const theme = localStorage.getItem(THEME) ?? "auto";
  document.documentElement.dataset.theme = theme;
  const order = matchMedia("(prefers-color-scheme: dark)").matches ? ["auto", "light", "dark"] : ["auto", "dark", "light"]; // the first tap changes what is seen
  const next = order[(order.indexOf(theme) + 1) % order.length];
  fill(
    document.getElementById("tools"),
    h(
      "button",
      {
        class: "icon",
        id: "theme",
        title: t(`theme ${theme}`),
        "aria-label": t(`theme ${theme}`),
        onclick: () => {
          localStorage.setItem(THEME, next);
          tools();
          show(); // pictures have their own colours
          document.getElementById("theme").focus();
        },
      },
      THEMES[theme],
    ),
    h(
      "select",
      { id: "language", "aria-label": t("language"), onchange: (event) => change(event.target.value) },
      Object.entries(LANGUAGES).map(([code, name]) =>
        h("option", { value: code, selected: code === lang(), lang: code }, name),
      ),
    ),
  );
  const skip = document.getElementById("skip");
  skip.textContent = t("skip");
  skip.onclick = (event) => {
    event.preventDefault();
    main.focus();
  };
}

async function change(language) {
  await choose(language);
  tools();
  await show();
  keepRules();
  document.getElementById("language").focus();
}

/** The name and the first tab lead to the beginning: also from the first screen, where they clear what was looked for. */
document.addEventListener("click", (event) => {
  const { view, way } = address();
  if (!event.target.closest('a[href="#/home"]') || view !== "home" || way[0]) return;
  event.preventDefault();
  history.replaceState(null, "");
  window.scrollTo(0, 0);
  show();
});

/** A number or a name that is tapped is replaced by what is typed. */
document.addEventListener("focusin", ({ target }) => {
  if (target.matches?.("input[type=number], input[maxlength]")) requestAnimationFrame(() => target === document.activeElement && target.select()); // to select what was left would bring it back
});

/** Where the reader was on this screen: the way back and a reload lead there again. */
window.addEventListener("scroll", pausing(250, () => history.replaceState({ ...history.state, y: Math.round(window.scrollY) }, "")), { passive: true });
history.scrollRestoration = "manual";

window.addEventListener("hashchange", () => {
  window.scrollTo(0, 0);
  show();
});

/** What the first view needs is asked for at once: on a slow network each wait counts. A wrong guess does no harm. */
function warm({ view, way }) {
  const id = way[0] ?? localStorage.getItem(GAME) ?? document.documentElement.dataset.first;
  const needed = TABS.includes(view) ? [games(), rules(id), pack(id)] : [games()];
  for (const asked of needed) asked.catch(() => {}); // the view asks again, and tells
}

warm(address());
await speak();
tools();
await show();

/** The rules of all games in the reader's language stay on the phone. */
async function keepRules() {
  if (!("serviceWorker" in navigator)) return;
  const worker = await navigator.serviceWorker.ready;
  worker.active.postMessage({ keep: lang() });
}

if ("serviceWorker" in navigator) {
  await navigator.serviceWorker.register("/sw.js");
  await keepRules();
}
