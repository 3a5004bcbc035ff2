// Variants and house rules, as the API tells them. The book is chosen above every screen.

import { h } from "./dom.js";
import { name } from "./parts.js";
import { capital, t } from "./words.js";

/** A folded card, if there is something to choose. `options` is changed in place, and `changed` is told. */
export function optionsCard(entry, module, options, changed) {
  if (!entry.variants.length && !entry.house_rules.length) return null;
  return h(
    "details",
    { class: "card options" },
    h("summary", {}, h("div", {}, t("options"), chosenOnes(entry, module, options))),
    entry.variants.length > 0 && [h("h3", {}, t("variants")), variants(entry, module, options, changed)],
    entry.house_rules.length > 0 && h("h3", {}, t("house rules")),
    entry.house_rules.map((rule) => houseRule(rule, options, changed)),
  );
}

function chosenOnes(entry, module, options) {
  const rules = Object.entries(options.house_rules ?? {}).map(([own, value]) => entry.house_rules.find((rule) => rule.name === own)?.values.find((one) => one.value === value)?.text);
  const all = [...(options.variants ?? []).map((one) => name(module, one)), ...rules.filter(Boolean)];
  return all.length > 0 && h("div", { class: "quiet" }, all.join(", "));
}

function variants(entry, module, options, changed) {
  return h(
    "div",
    { class: "toggles" },
    entry.variants.map((id) =>
      h(
        "label",
        { class: "toggle" },
        h("input", {
          type: "checkbox",
          checked: (options.variants ?? []).includes(id),
          onchange: (event) => {
            const others = (options.variants ?? []).filter((own) => own !== id);
            options.variants = event.target.checked ? [...others, id] : others;
            changed();
          },
        }),
        h("span", {}, capital(name(module, id))),
      ),
    ),
  );
}

function houseRule(rule, options, changed) {
  return h(
    "label",
    { class: "field" },
    h("span", {}, rule.title),
    h(
      "select",
      {
        onchange: (event) => {
          const { [rule.name]: _, ...others } = options.house_rules ?? {};
          options.house_rules = event.target.value ? { ...others, [rule.name]: event.target.value } : others;
          if (!Object.keys(options.house_rules).length) delete options.house_rules;
          changed();
        },
      },
      h("option", { value: "" }, t("as the edition")),
      rule.values.map((one) =>
        h("option", { value: one.value, selected: options.house_rules?.[rule.name] === one.value }, one.text),
      ),
    ),
  );
}
