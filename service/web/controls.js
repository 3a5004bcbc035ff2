// The parts of a form at the table: choices, numbers and cards, each with a label in three languages.

import { h } from "./dom.js";
import { chips, stepper } from "./parts.js";
import { lang, t } from "./words.js";

/** A text with a part for each language. */
export const say = (text) => (typeof text === "string" ? text : (text[lang()] ?? text.en));

const labelled = (label, control, zone) => h("div", { class: "control", data: zone ? { zone } : {} }, h("span", { class: "label" }, say(label)), control);

/** One of several: `options` are pairs of value and text. */
export const pick = (label, options, value, set, zone) => labelled(label, chips(say(label), options.map(([own, text]) => [own, say(text)]), value, set), zone);

/** One of the players. */
export const player = (label, names, value, set, zone) => pick(label, names.map((name) => [name, name]), value, set, zone);

/** A number that may stay unknown: it is unknown until it is touched. */
export const number = (label, value, set, limits = {}, zone) => labelled(label, stepper(say(label), value, set, limits), zone);

/** Yes, no, or not known. */
export const yesNo = (label, value, set, zone) =>
  pick(label, [[true, t("yes")], [false, t("no")], [undefined, t("not known")]], value, set, zone);

/** Several of several: a tap adds one, a tap on a chosen one takes it away. */
export const several = (label, options, values, set, zone) =>
  labelled(
    label,
    h(
      "div",
      { class: "chips", role: "group", "aria-label": say(label) },
      options.map(([own, text]) =>
        h(
          "button",
          {
            type: "button",
            class: "chip",
            "aria-pressed": String(values.includes(own)),
            data: { value: own },
            onclick: () => set(values.includes(own) ? values.filter((one) => one !== own) : [...values, own]),
          },
          say(text),
        ),
      ),
    ),
    zone,
  );

/** A sentence that says what to do next. */
export const hint = (text) => h("p", { class: "hint" }, say(text));
