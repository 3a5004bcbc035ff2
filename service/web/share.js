// Share: a case as a link, as a QR code and as a file.

import { ask } from "./api.js";
import { byMyBook } from "./book.js";
import { totals, verdictWord } from "./card.js";
import { announce, download, fill, h, sheet } from "./dom.js";
import { OPERATIONS, caseFile, expectedOf, packCase } from "./packed.js";
import { problem } from "./parts.js";
import { t } from "./words.js";

const LARGEST = 4200; // letters that the largest QR code holds, at its lowest correction, nearly all of them capitals

/** A button that shares what `content` returns when it is pressed; its `title` is the question in words, if there is one. */
export function shareButton(entry, content) {
  return h("button", { class: "share", onclick: () => share(entry, content()) }, `⇪ ${t("share")}`);
}

export async function share(entry, { operation, question: asked, title }) {
  const question = byMyBook(entry, asked);
  const place = h("div", { class: "share-body" });
  sheet(t("share"), t("close"), place);
  try {
    const answer = await ask(entry.id, operation, question);
    const seen = { case_id: answer.case_id, rules_version: answer.rules_version, expected: expectedOf(operation, answer) };
    const content = { game: entry.id, operation, question };
    const [link, short] = await Promise.all([false, true].map(async (isForCode) => `${location.origin}/#/case/${await packCase({ ...content, question: needed(question), seen }, isForCode)}`));
    fill(place, await sharing(link, short, entry, content, answer, title));
  } catch (error) {
    fill(place, problem(error));
  }
}

/** The question without what the page adds when it asks. */
const needed = ({ suggest, compare, ...question }) => question;

async function sharing(link, short, entry, content, answer, asked) {
  const field = h("input", { class: "link", readonly: true, value: link, "aria-label": t("link"), onfocus: () => field.select() });
  const title = h("input", { id: "case-title", maxlength: 200, value: `${entry.title}: ${[asked, titleOf(content.operation, answer)].filter(Boolean).join(" ")}` });
  return [
    h("p", {}, t("share text")),
    field,
    h(
      "div",
      { class: "row wrap" },
      h("button", { class: "primary", onclick: (event) => copy(link, event.target) }, t("copy link")),
      navigator.share && h("button", { onclick: () => navigator.share({ title: title.value, url: link }).catch(ignored) }, t("send")),
    ),
    await code(short),
    h("p", { class: "quiet" }, t("case id"), " ", h("code", { class: "case-id" }, answer.case_id)),
    OPERATIONS.includes(content.operation) && h("label", { class: "field" }, h("span", {}, t("title of the case")), title),
    OPERATIONS.includes(content.operation) && h(
      "button",
      {
        class: "export",
        onclick: () => {
          const file = caseFile(content, answer, title.value.trim() || entry.title);
          download(`${file.id}.json`, `${JSON.stringify(file, null, 2)}\n`);
        },
      },
      t("export"),
    ),
  ];
}

/** What a case is called until somebody calls it otherwise: its verdict; of a score, who has how many points. */
const titleOf = (operation, answer) => (operation === "score" && answer.players.length ? totals(answer) : verdictWord(answer.verdict, operation));

function ignored() {} // somebody closed the phone's own sheet: nothing to tell

async function copy(link, button) {
  await navigator.clipboard.writeText(link);
  button.textContent = t("copied");
  announce(t("copied"));
}

/** The link as squares to be photographed. */
async function code(link) {
  if (link.length > LARGEST) return h("p", { class: "notice warn" }, t("too large for a code"));
  const { encode } = await import("./vendor/uqr.js");
  const { data, size } = encode(link, { ecc: "L", border: 4 });
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", `0 0 ${size} ${size}`);
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", t("code"));
  svg.setAttribute("class", "code");
  svg.setAttribute("shape-rendering", "crispEdges");
  const dark = data.flatMap((row, y) => row.map((on, x) => (on ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  for (const [name, attributes] of [["rect", { width: size, height: size, fill: "#fff" }], ["path", { d: dark, fill: "#000" }]]) {
    const element = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    svg.append(element);
  }
  return svg;
}
