// The printed sheets that people have typed in: opened, checked by the service, kept on this phone, chosen by name, removed.

import { Problem, ask } from "../api.js";
import { say } from "../controls.js";
import { fill, h } from "../dom.js";
import { keep, kept, problem } from "../parts.js";
import { lang, t } from "../words.js";

const GAME = "roll-and-raid";
const KEY = "roll-and-raid.sheets";
const MOST = 8; // sheets on one phone
const LONGEST = 500_000; // characters of a file
const L = (en, es, pl) => ({ en, es, pl });
const WORDS = {
  title: L("Your printed sheet", "Tu hoja impresa", "Twój wydrukowany arkusz"),
  none: L("No sheet", "Sin hoja", "Bez arkusza"),
  why: L(
    "Without your sheet only what the rules say for every sheet is judged; what the print decides is asked, or stays open.",
    "Sin tu hoja solo se juzga lo que las reglas dicen para todas; lo que decide la impresión se pregunta o queda abierto.",
    "Bez arkusza rozstrzygane jest tylko to, co zasady mówią o każdym; o resztę padnie pytanie albo pozostanie otwarta.",
  ),
  open: L("Open a sheet", "Abrir una hoja", "Otwórz arkusz"),
  file: L("The file with your sheet", "El archivo con tu hoja", "Plik z arkuszem"),
  paste: L("Or paste its text", "O pega su texto", "Albo wklej jego tekst"),
  check: L("Check and keep it", "Comprobarla y guardarla", "Sprawdź i zachowaj"),
  template: L("An empty sheet to type in", "Una hoja vacía para rellenar", "Pusty arkusz do wypełnienia"),
  remove: L("Remove this sheet from the phone", "Quitar esta hoja del teléfono", "Usuń ten arkusz z telefonu"),
  unreadable: L("This text is not a sheet. Open the file as it was saved, whole.", "Este texto no es una hoja. Abre el archivo entero, tal como se guardó.", "Ten tekst nie jest arkuszem. Otwórz cały plik tak, jak był zapisany."),
  long: L("This text is too long for a sheet.", "Este texto es demasiado largo para una hoja.", "Ten tekst jest za długi na arkusz."),
  full: L(`There is room for ${MOST} sheets. Remove one first.`, `Hay sitio para ${MOST} hojas. Quita una antes.`, `Jest miejsce na ${MOST} arkuszy. Najpierw usuń któryś.`),
  wrong: L("The sheet cannot be used yet. To be corrected:", "La hoja aún no se puede usar. Hay que corregir:", "Arkusza nie można jeszcze użyć. Do poprawienia:"),
  good: L("The sheet is kept on this phone and used from now on.", "La hoja queda guardada en este teléfono y se usa desde ahora.", "Arkusz jest zapisany w tym telefonie i od teraz używany."),
  missing: L("What is still missing or unlikely", "Lo que aún falta o es improbable", "Czego jeszcze brakuje lub co jest mało prawdopodobne"),
};

/** What is kept: the sheets in the order in which they were opened, and the id of the one in use. */
const all = () => kept(KEY, { packs: [], chosen: null });
const put = (packs, chosen) => keep(KEY, { packs, chosen });

/** The sheet in use, as the service wants it; null without one. */
export function ownPack() {
  const { packs, chosen } = all();
  return packs.find((pack) => pack.id === chosen) ?? null;
}

/** What was open and said on this screen, for a card that is drawn anew. */
let memory = {};
const onThisScreen = () => {
  if (memory.screen !== location.hash) memory = { screen: location.hash, isOpen: false, isOpening: false, said: h("div", { class: "rr-said", "aria-live": "polite" }) };
  return memory;
};

/** The choice of a sheet, with what is needed to open another; `changed()` is called when another one is in use. */
export function sheetCard(entry, changed) {
  const place = h("div", { class: "rr-sheets" });
  const { said } = onThisScreen();
  const summary = h("summary", {});
  const choose = (id) => {
    put(all().packs, id);
    draw();
    changed();
  };
  const remove = (id) => {
    put(all().packs.filter((pack) => pack.id !== id), null);
    fill(said);
    draw();
    changed();
  };
  const opened = async (text) => {
    if (await open(text, said)) {
      memory.isOpening = false;
      draw();
      changed();
    }
  };
  const draw = () => {
    const { packs, chosen } = all();
    const option = (id, text) => h("button", { type: "button", class: "chip", "aria-pressed": String(id === chosen), data: { sheet: id ?? "" }, onclick: () => choose(id) }, text);
    fill(summary, `${say(WORDS.title)}: ${ownPack()?.title ?? "–"}`);
    fill(
      place,
      h("div", { class: "chips", role: "group", "aria-label": say(WORDS.title) }, option(null, say(WORDS.none)), packs.map((pack) => option(pack.id, pack.title))),
      chosen !== null && h("button", { type: "button", class: "rr-remove", onclick: () => remove(chosen) }, `✕ ${say(WORDS.remove)}`),
    );
  };
  draw();
  return h(
    "details",
    { class: "card rr-own-sheet", open: memory.isOpen, data: { zone: "/pack" }, ontoggle: (event) => event.target.matches(".rr-own-sheet") && (memory.isOpen = event.target.open) },
    summary,
    h("p", { class: "quiet" }, say(WORDS.why)),
    place,
    h("details", { class: "rr-open-sheet", open: memory.isOpening, ontoggle: (event) => (memory.isOpening = event.target.open) }, h("summary", {}, say(WORDS.open)), opener(opened), h("p", {}, h("a", { href: `/v1/games/${GAME}/packs/template?lang=${lang()}`, download: "sheet.json" }, say(WORDS.template)))),
    said,
  );
}

/** A file, or text that is pasted. */
function opener(opened) {
  const text = h("textarea", { "aria-label": say(WORDS.paste), placeholder: say(WORDS.paste), spellcheck: "false" });
  const file = h("input", { type: "file", accept: ".json,application/json,text/plain", "aria-label": say(WORDS.file), onchange: async () => file.files[0] && opened(await file.files[0].text()) });
  return [h("label", { class: "field" }, h("span", {}, say(WORDS.file)), file), text, h("button", { type: "button", class: "primary wide rr-check", onclick: () => opened(text.value) }, say(WORDS.check))];
}

/** Has a sheet checked and keeps it if it can be used; says in `said` what came of it. */
async function open(text, said) {
  if (text.length > LONGEST) return refuse(said, say(WORDS.long));
  const pack = packIn(text);
  if (!pack) return refuse(said, say(WORDS.unreadable));
  const others = all().packs.filter((one) => one.id !== pack.id);
  if (others.length >= MOST) return refuse(said, say(WORDS.full));
  try {
    const { usable, findings } = await ask(GAME, "packs/check", { pack });
    fill(said, report(usable, findings));
    if (usable) put([...others, { ...pack, title: pack.title || pack.id }], pack.id);
    return usable;
  } catch (error) {
    if (!(error instanceof Problem) || !error.errors.length) return refuse(said, problem(error));
    return refuse(said, h("p", {}, say(WORDS.wrong)), h("ul", {}, error.errors.map(({ pointer, detail }) => h("li", {}, `${placeIn(pointer)}: ${plain(detail)}`))));
  }
}

function refuse(said, ...content) {
  fill(said, h("div", { class: "card notice bad", role: "alert" }, ...content));
  return false;
}

/** A sheet by itself, or in the frame in which the service hands out the empty one. */
function packIn(text) {
  try {
    const told = JSON.parse(text);
    const pack = told?.pack ?? told;
    return typeof pack === "object" && !Array.isArray(pack) && typeof pack?.id === "string" ? pack : null;
  } catch {
    return null; // said as a sentence by the caller
  }
}

const plain = (text) => text.replaceAll("`", "");
const placeIn = (pointer) => (pointer ?? "").split("/").filter((part) => part && part !== "pack").map((part) => (/^\d+$/.test(part) ? Number(part) + 1 : part.replaceAll("_", " "))).join(" › ") || t("table");

function report(usable, findings) {
  const line = ({ message }) => h("li", {}, plain(message));
  const errors = findings.filter(({ level }) => level === "error");
  const others = findings.filter(({ level }) => level !== "error");
  return [
    usable ? h("p", { class: "card notice good" }, say(WORDS.good)) : h("div", { class: "card notice bad", role: "alert" }, h("p", {}, say(WORDS.wrong)), h("ul", {}, errors.map(line))),
    others.length > 0 && h("details", {}, h("summary", {}, `${say(WORDS.missing)} (${others.length})`), h("ul", {}, others.map(line))),
  ];
}
