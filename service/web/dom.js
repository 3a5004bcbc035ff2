// Elements without a framework: `h("button", {class: "primary", onclick: go}, "Go")`.

const PROPERTIES = new Set(["value", "checked", "disabled", "selected", "open", "hidden", "indeterminate"]);

/** An element with properties, listeners, attributes and children; children may be texts, elements, lists or nothing. */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (PROPERTIES.has(name)) element[name] = value;
    else if (name === "data") Object.assign(element.dataset, value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false) element.setAttribute(name, value);
  }
  element.append(...flat(children));
  return element;
}

function flat(children) {
  return children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false);
}

/** Replaces what an element holds. */
export function fill(element, ...children) {
  element.replaceChildren(...flat(children));
  return element;
}

/** One of the drawings in index.html. */
export function icon(name, size = 24) {
  const picture = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  picture.setAttribute("width", size);
  picture.setAttribute("height", size);
  picture.setAttribute("aria-hidden", "true");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `#${name}`);
  picture.append(use);
  return picture;
}

/** An SVG document as an element of this page. Scripts in it would not run: the page's policy allows none inline. */
export function picture(text) {
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  if (parsed.nodeName !== "svg") throw new Error("This is not a picture.");
  const drawn = document.importNode(parsed, true);
  drawn.removeAttribute("width");
  drawn.removeAttribute("height");
  drawn.classList.add("drawn");
  const told = drawn.querySelector("[data-verdict]"); // the page tells the verdict itself
  if (told) {
    const view = drawn.viewBox.baseVal;
    drawn.setAttribute("viewBox", `0 ${told.dataset.verdict} ${view.width} ${view.height - Number(told.dataset.verdict)}`);
    told.remove();
  }
  return drawn;
}

/** Says something to those who listen to the page. */
export function announce(text) {
  const place = document.getElementById("announce");
  place.textContent = "";
  // Emptied first, so that the same sentence twice is also heard twice.
  setTimeout(() => (place.textContent = text), 30);
}

let last = 0;
/** An id that nothing else on the page has. */
export const unique = (name) => `${name}-${++last}`;

const sheets = []; // those that are open; each is a step of the way that Back takes back first

/** How many sheets were open at this step of the way. */
const sheetsHere = () => history.state?.sheets ?? 0;
const noteSheets = () => history.replaceState({ ...history.state, sheets: sheets.length }, "");
if (sheetsHere()) noteSheets(); // the page was loaded anew while one was open

addEventListener("popstate", () => {
  while (sheets.length > sheetsHere()) sheets.pop().close();
  if (sheetsHere() > sheets.length) noteSheets(); // Forward does not open one again
});

/** A sheet that comes up from below. It closes by its button, by Back, by Escape and by a tap beside it. */
export function sheet(title, close, ...content) {
  const id = unique("sheet");
  const dialog = h(
    "dialog",
    { class: "sheet", "aria-labelledby": id, onclose: closed },
    h(
      "div",
      { class: "sheet-inner" },
      h(
        "div",
        { class: "sheet-head" },
        h("h2", { id, tabindex: "-1" }, title),
        h("button", { class: "icon", "aria-label": close, onclick: () => dialog.close() }, "✕"),
      ),
      ...content,
    ),
  );
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  dialog.addEventListener("click", leave, true);
  document.body.append(dialog);
  dialog.showModal();
  sheets.push(dialog);
  history.pushState({ ...history.state, sheets: sheets.length }, "");
  return dialog;

  function closed() {
    dialog.remove();
    if (!sheets.includes(dialog)) return; // by Back, or left by a link
    sheets.splice(sheets.indexOf(dialog), 1);
    history.back();
  }

  /** A link out of a sheet takes the place of the sheet on the way. */
  function leave(event) {
    const link = event.target.closest('a[href^="#"]');
    if (!link) return;
    event.preventDefault();
    event.stopPropagation();
    sheets.splice(0).forEach((one) => one.close());
    location.replace(link.href);
  }
}

/** Runs the last of several calls, once they pause. */
export function pausing(milliseconds, work) {
  let timer;
  return (...args) => {
    clearTimeout(timer);
    timer = setTimeout(() => work(...args), milliseconds);
  };
}

const fingers = new Set();
let touched = null; // the last thing under a finger
addEventListener("pointerdown", ({ target }) => (touched = target), true);
const AFTER_CLICK = 40; // milliseconds: the click comes after the finger was lifted
addEventListener("pointerdown", (event) => fingers.add(event.pointerId), true);
for (const end of ["pointerup", "pointercancel"]) addEventListener(end, (event) => fingers.delete(event.pointerId), true);

/** Waits until no finger is on the page: what is drawn anew under a finger loses its tap or stroke. */
export async function untouched() {
  while (fingers.size) {
    await new Promise((lifted) => {
      for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => setTimeout(lifted, AFTER_CLICK), { once: true });
    });
  }
}

/** Changes the page: what was touched last stays where it is on the glass, so that the next tap meets it again. */
export function steady(work) {
  const kept = [touched, document.activeElement].find((one) => one?.isConnected && document.getElementById("main").contains(one));
  const before = kept?.getBoundingClientRect().top;
  work();
  if (kept?.isConnected) window.scrollBy(0, kept.getBoundingClientRect().top - before);
}

/** Offers a file to be kept. */
export function download(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
