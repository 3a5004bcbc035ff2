// A form for a move, made from the move's JSON schema in the OpenAPI document.

import { fill, h, unique } from "./dom.js";
import { chips, fieldName, name, stepper } from "./parts.js";
import { capital, t } from "./words.js";

const FEW = 14; // so many choices are buttons; more are a list

/** The schemas of all types of move, by type. */
export function moveTypes({ schema, resolve }) {
  const move = resolve(schema.properties.move);
  const variants = move.anyOf ?? move.oneOf ?? [move];
  return new Map(variants.map(resolve).map((one) => [resolve(one.properties.type).enum[0], one]));
}

/** The names of what still has to be told. */
export function lacking(schema, move) {
  return (schema.required ?? []).filter((field) => move[field] === undefined || move[field] === "");
}

/**
 * The fields of a move, or of anything that has fields. `context` knows the players of the table, the choices for a field and names of things;
 * `changed(move)` is told of each change, `focus(field)` which field is being filled in.
 */
export function moveFields(schema, move, context, changed, focus = () => {}) {
  const { type, ...fields } = schema.properties;
  const value = { ...move };
  return Object.entries(fields).map(([field, own]) => {
    const set = (told) => {
      if (told === undefined) delete value[field];
      else value[field] = told;
      changed({ ...value });
    };
    const needed = (schema.required ?? []).includes(field);
    const part = labelled(context.name?.(field) ?? fieldName(context.module, field), needed, (label) => control(own, value[field], set, { ...context, move: value }, field, label, needed));
    part.dataset.field = field;
    part.addEventListener("focusin", () => focus(field));
    return part;
  });
}

function labelled(text, needed, make) {
  const id = unique("label");
  return h("div", { class: "field", role: "group", "aria-labelledby": id }, h("span", { id }, capital(text), !needed && h("small", {}, ` (${t("not needed")})`)), make(text));
}

function control(schema, value, set, context, field, label, needed) {
  schema = context.resolve(schema);
  const choices = context.choices(field, context.move);
  if (isPlayer(schema, field)) return choice(label, context.players.map((own) => [own, own]), value, set, needed);
  const kinds = (schema.anyOf ?? [schema]).map(context.resolve);
  const solid = kinds.filter((kind) => kind.type !== "null");
  if (solid.length === 1 && kinds.length > 1) return control(solid[0], value ?? undefined, (told) => set(told === undefined ? null : told), context, field, label, false);
  if (solid.every((kind) => kind.enum)) return choice(label, solid.flatMap((kind) => kind.enum).map((own) => [own, name(context.module, own)]), value, set, needed);
  if (solid.some((kind) => kind.type === "object" && kind.properties)) return several(solid, value, set, context, field, label, needed);
  const kind = solid[0];
  if (kind.type === "array") return list(kind, value, set, context, field, label, choices, needed);
  if (kind.type === "boolean") return choice(label, [[true, t("yes")], [false, t("no")]], value, set, needed);
  if (kind.type === "object") return map(kind, value, set, context, field, label);
  if (choices?.length) return choice(label, choices.map((own) => (Array.isArray(own) ? own : [own, name(context.module, own)])), value, set, needed);
  if (solid.length === 1 && kind.type === "integer") return number(kind, value, set, label, needed);
  return text(solid, value, set, label, context.known?.(field) ?? []);
}

/** Whether a field holds the name of a player. */
export function isPlayer(schema, field) {
  return schema.type === "string" && (field === "player" || schema.description === "A player's name.");
}

function choice(label, options, value, set, needed) {
  const told = options.some(([own]) => own === value) || value === undefined || value === null ? options : [[value, String(value)], ...options];
  if (told.length <= FEW) {
    const shown = needed ? told : [[undefined, t("none")], ...told];
    return chips(label, shown, value ?? undefined, set);
  }
  const select = h(
    "select",
    { "aria-label": label, onchange: () => set(select.value === "" ? undefined : told[Number(select.value)][0]) },
    h("option", { value: "" }, t("none")),
    told.map(([own, text], index) => h("option", { value: index, selected: own === value }, text)),
  );
  return select;
}

/** All numbers that there can be, if these are few. */
function whole({ type, minimum, maximum }) {
  const few = type === "integer" && minimum >= 0 && minimum <= 1 && maximum < FEW;
  return few ? Array.from({ length: maximum - minimum + 1 }, (_, index) => minimum + index) : null;
}

function number(schema, value, set, label, needed) {
  const all = needed && whole(schema);
  if (all) {
    return chips(label, all.map((own) => [own, String(own)]), value, set);
  }
  return stepper(label, value ?? schema.default, set, { min: schema.minimum, max: schema.maximum });
}

/** A word or a number; "?" is a card that nobody knows. `known` are offered while typing. */
function text(kinds, value, set, label, known) {
  const id = unique("known");
  const offered = h("datalist", { id }, known.map((own) => h("option", { value: own })));
  return [known.length > 0 && offered, h("input", { "aria-label": label, list: known.length ? id : null, value: value ?? "", autocomplete: "off", autocapitalize: "off", onchange: (event) => set(event.target.value.trim() === "" ? undefined : typed(kinds, event.target.value.trim())) })];
}

/** What was typed, as its schema has it: a number where only digits were typed and a number may be. */
export function typed(kinds, told) {
  const whole = kinds.some((kind) => kind.type === "integer") && /^-?\d+$/.test(told);
  return whole ? Number(told) : told;
}

/** Things one after another, typed or added by buttons. Where a list is needed, an empty one has a button of its own. */
function list(schema, value, set, context, field, label, choices, needed) {
  const item = context.resolve(schema.items);
  const kinds = (item.anyOf ?? [item]).map(context.resolve);
  if (kinds.some((kind) => kind.type === "object")) return rows(item, value ?? [], set, context, field, label);
  const players = isPlayer(item, "") ? context.players : null;
  const options = choices ?? players ?? kinds.find((kind) => kind.enum && kind.enum.length > 1)?.enum ?? kinds.map(whole).find(Boolean);
  const box = h("input", {
    "aria-label": label,
    value: (value ?? []).join(", "),
    placeholder: "…, …",
    autocomplete: "off",
    autocapitalize: "off",
    onchange: () => {
      const told = box.value.split(",").map((part) => part.trim()).filter(Boolean);
      tell(told.length ? told.map((part) => typed(kinds, part)) : undefined);
    },
  });
  const nothing = h("button", { type: "button", class: "chip nothing", "aria-pressed": String(value?.length === 0), onclick: () => { box.value = ""; tell([]); } }, capital(t("nothing")));
  const tell = (told) => {
    nothing.setAttribute("aria-pressed", String(told?.length === 0));
    set(told);
  };
  const none = needed && !schema.minItems && nothing;
  if (!options) return none ? h("div", {}, h("div", { class: "chips" }, none), box) : box;
  const named = options.map((own) => (Array.isArray(own) ? own : [own, name(context.module, own)]));
  const add = (own) => {
    box.value = [box.value, own].filter(Boolean).join(", ");
    box.dispatchEvent(new Event("change"));
  };
  if (named.length <= FEW + 2) {
    const buttons = named.map(([own, shown]) => h("button", { type: "button", class: "chip", onclick: () => add(own) }, `+ ${shown}`));
    return h("div", {}, h("div", { class: "chips" }, none, buttons), box);
  }
  const pick = (event) => {
    if (event.target.value) add(event.target.value);
    event.target.value = "";
  };
  const shown = named.map(([own, text]) => h("option", { value: own }, text));
  return h("div", {}, h("select", { "aria-label": `${t("add")}: ${label}`, onchange: pick }, h("option", { value: "" }, `+ ${t("add")}`), shown), none, box);
}

/** A list of things with parts of their own. */
function rows(item, value, set, context, field, label) {
  const place = h("div", { class: "rows" });
  const draw = () =>
    fill(
      place,
      value.map((one, index) =>
        h(
          "div",
          { class: "subform" },
          control(item, one, (told) => { value[index] = told; set([...value]); }, context, field, `${label} ${index + 1}`, true),
          h("button", { type: "button", onclick: () => { value.splice(index, 1); set([...value]); draw(); } }, t("remove")),
        ),
      ),
      h("button", { type: "button", onclick: () => { value = [...value, {}]; draw(); } }, `+ ${t("add")}`),
    );
  draw();
  return place;
}

/** Things with parts: the parts of the kind that is chosen. */
function several(kinds, value, set, context, field, label, needed) {
  const place = h("div", { class: "subform" });
  const titles = kinds.map((kind, index) => [index, kind.title ? name(context.module, kind.title) : name(context.module, kind.enum?.[0] ?? kind.type)]);
  const fits = (kind) => value && typeof value === "object" && Object.keys(value).every((part) => part in (kind.properties ?? {}));
  let chosen = value === undefined || value === null ? (needed || kinds.length === 1 ? 0 : undefined) : Math.max(0, kinds.findIndex(fits));
  const parts = h("div", {});
  const draw = () => {
    const kind = kinds[chosen];
    if (!kind?.properties) {
      fill(parts, kind && control(kind, value, set, context, field, label, true));
      return;
    }
    let own = { ...(typeof value === "object" ? value : {}) };
    fill(
      parts,
      Object.entries(kind.properties).map(([part, schema]) => {
        const needs = (kind.required ?? []).includes(part);
        return labelled(fieldName(context.module, part), needs, (text) =>
          control(schema, own[part], (told) => {
            if (told === undefined) delete own[part];
            else own[part] = told;
            own = { ...own };
            set(Object.keys(own).length || needed ? own : undefined);
          }, context, part, text, needs),
        );
      }),
    );
  };
  fill(place, kinds.length > 1 && chips(label, needed ? titles : [[undefined, t("none")], ...titles], chosen, (index) => {
    chosen = index;
    value = undefined;
    set(index === undefined ? undefined : kinds[index].properties ? {} : undefined);
    draw();
  }), parts);
  draw();
  return place;
}

/** Something told for each player, or for each of whatever the keys are. */
function map(schema, value, set, context, field, label) {
  const keys = schema.propertyNames?.description === "A player's name." ? context.players : context.choices(`${field} keys`, context.move);
  if (!keys || !schema.additionalProperties) return json(value, set, label);
  let own = { ...value };
  return h(
    "div",
    { class: "subform" },
    keys.map((key) =>
      labelled(name(context.module, key), false, (text) =>
        control(schema.additionalProperties, own[key], (told) => {
          if (told === undefined) delete own[key];
          else own[key] = told;
          own = { ...own };
          set(Object.keys(own).length ? own : undefined);
        }, context, field, `${label}: ${text}`, false),
      ),
    ),
  );
}

/** What no control fits. */
export function json(value, set, label) {
  const box = h("textarea", {
    "aria-label": label,
    spellcheck: "false",
    value: value === undefined ? "" : JSON.stringify(value, null, 1),
    onchange: () => {
      try {
        box.setCustomValidity("");
        set(box.value.trim() === "" ? undefined : JSON.parse(box.value));
      } catch (error) {
        box.setCustomValidity(t("not json", { why: error.message }));
        box.reportValidity();
      }
    },
  });
  return box;
}
