// What all boards share: SVG elements, marks, and a frame that can be moved and enlarged with the fingers.

const NAMESPACE = "http://www.w3.org/2000/svg";

/** An SVG element: `s("circle", {r: 4, onclick: tap}, …)`. */
export function s(tag, props = {}, ...children) {
  const element = document.createElementNS(NAMESPACE, tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "data") Object.assign(element.dataset, value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** Makes an element a button for fingers, keys and screen readers. */
export function touchable(element, label, work) {
  element.setAttribute("role", "button");
  element.setAttribute("tabindex", "0");
  element.setAttribute("aria-label", label);
  element.classList.add("touch");
  element.addEventListener("click", work);
  element.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    work(event);
  });
  return element;
}

/** A picture with a title for those who cannot see it. */
export function drawing(width, height, title, ...children) {
  return s("svg", { viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": title, class: "board-picture" }, ...children);
}

/** The colours of a board as CSS variables `--{game}-{name}`, in both themes; what the dark one leaves out stays. `more` are its own rules. */
export function dress(game, { light, dark }, more = "") {
  const rules = (theme) => Object.entries(theme).map(([name, colour]) => `--${game}-${name}: ${colour}`).join("; ");
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`:root { ${rules(light)} } :root[data-theme="dark"] { ${rules(dark)} } @media (prefers-color-scheme: dark) { :root[data-theme="auto"] { ${rules(dark)} } } ${more}`);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

const WAYS = { ArrowUp: [0, -1], ArrowRight: [1, 0], ArrowDown: [0, 1], ArrowLeft: [-1, 0] };
const ASIDE = 2; // what a pixel beside the way counts of one along it

/** One stop of the Tab key for the whole picture: the arrow keys lead to the nearest thing in their direction. `memory` keeps which one was the last. */
export function walkable(picture, memory = {}) {
  const things = [...picture.querySelectorAll(".touch")];
  const stopAt = (thing) => {
    for (const one of things) one.setAttribute("tabindex", one === thing ? "0" : "-1");
    memory.stop = thing?.dataset.key;
  };
  stopAt(things.find((one) => one.dataset.key === memory.stop) ?? things[0]);
  for (const one of things) one.addEventListener("focus", () => stopAt(one)); // Chromium makes a stop of a picture that listens for it
  picture.addEventListener("keydown", (event) => {
    const way = WAYS[event.key];
    if (!way) return;
    event.preventDefault();
    const middle = (one) => {
      const { x, y, width, height } = one.getBoundingClientRect();
      return [x + width / 2, y + height / 2];
    };
    const from = middle(event.target.closest(".touch"));
    const far = (one) => {
      const [across, down] = middle(one).map((place, axis) => place - from[axis]);
      const along = across * way[0] + down * way[1];
      return along > 1 ? along + ASIDE * Math.abs(across * way[1] + down * way[0]) : Infinity;
    };
    const [next] = things.map((one) => [far(one), one]).filter(([distance]) => distance < Infinity).sort(([one], [other]) => one - other);
    next?.[1].focus();
  });
}

const MOST_ZOOM = 4;

/**
 * A frame around a picture that is larger than the screen: two fingers enlarge it, one finger moves it once it is
 * enlarged, a double tap shows it whole again. Buttons do the same for mouse and keys. `memory` is an object that
 * keeps the part that is shown when the picture is drawn anew.
 */
export function pannable(picture, { more, less, whole }, memory = {}) {
  const frame = document.createElement("div");
  frame.className = "pan";
  const view = picture.viewBox.baseVal;
  const all = { x: view.x, y: view.y, width: view.width, height: view.height };
  const fingers = new Map();
  let before = null;

  const set = (box) => {
    box.width = Math.min(all.width, Math.max(all.width / MOST_ZOOM, box.width));
    box.height = (box.width * all.height) / all.width;
    box.x = Math.min(all.x + all.width - box.width, Math.max(all.x, box.x));
    box.y = Math.min(all.y + all.height - box.height, Math.max(all.y, box.y));
    picture.setAttribute("viewBox", `${box.x} ${box.y} ${box.width} ${box.height}`);
    frame.classList.toggle("enlarged", box.width < all.width - 1);
    memory.box = box;
  };
  const now = () => ({ x: view.x, y: view.y, width: view.width, height: view.height });
  const zoom = (by, [cx, cy] = [0.5, 0.5]) => {
    const box = now();
    const width = Math.min(all.width, Math.max(all.width / MOST_ZOOM, box.width / by));
    const height = (width * all.height) / all.width;
    set({ x: box.x + (box.width - width) * cx, y: box.y + (box.height - height) * cy, width, height });
  };
  const spread = () => {
    const [a, b] = [...fingers.values()];
    return { distance: Math.hypot(a.x - b.x, a.y - b.y), x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  };

  frame.addEventListener("pointerdown", (event) => {
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    before = fingers.size === 2 ? spread() : null;
  });
  frame.addEventListener("pointermove", (event) => {
    if (!fingers.has(event.pointerId)) return;
    const last = fingers.get(event.pointerId);
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    const size = picture.getBoundingClientRect();
    if (fingers.size === 2 && before) {
      const after = spread();
      zoom(after.distance / before.distance, [(after.x - size.left) / size.width, (after.y - size.top) / size.height]);
      before = after;
    } else if (fingers.size === 1 && frame.classList.contains("enlarged")) {
      const box = now();
      const scale = box.width / size.width;
      set({ ...box, x: box.x - (event.clientX - last.x) * scale, y: box.y - (event.clientY - last.y) * scale });
    }
  });
  for (const end of ["pointerup", "pointercancel", "pointerleave"]) frame.addEventListener(end, (event) => fingers.delete(event.pointerId));
  frame.addEventListener("dblclick", () => set({ ...all }));

  const tools = document.createElement("div");
  tools.className = "pan-tools";
  for (const [text, label, work] of [["+", more, () => zoom(1.5)], ["−", less, () => zoom(1 / 1.5)], ["⤢", whole, () => set({ ...all })]]) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "icon";
    button.textContent = text;
    button.setAttribute("aria-label", label);
    button.addEventListener("click", work);
    tools.append(button);
  }
  frame.append(picture, tools);
  if (memory.box) set({ ...memory.box });
  return frame;
}
