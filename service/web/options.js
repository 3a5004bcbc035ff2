// The book on the table, variants and house rules: all of them as the API tells them.

import { h } from "./dom.js";
import { chips, name } from "./parts.js";
import { capital, t } from "./words.js";

/** A folded card, if there is something to choose. `options` is changed in place, and `changed` is told. */
export function optionsCard(entry, module, options, changed) {
  const shown = entry.editions.filter((edition) => (edition.tier ?? "book") === "book");
  options.edition ??= shown[0].id;
  if (shown.length < 2 && !entry.variants.length && !entry.house_rules.length) return null;
  return h(
    "details",
    { class: "card options" },
    h("summary", {}, h("div", {}, t("options"), h("div", { class: "quiet" }, shortEdition(entry, module, options)))),
    shown.length > 1 && [
      h("h3", {}, t("edition")),
      chips(t("edition"), shown.map((edition) => [edition.id, edition.title]), options.edition, (id) => {
        options.edition = id;
        changed();
      }),
    ],
    entry.variants.length > 0 && [h("h3", {}, t("variants")), variants(entry, module, options, changed)],
    entry.house_rules.length > 0 && h("h3", {}, t("house rules")),
    entry.house_rules.map((rule) => houseRule(rule, options, changed)),
  );
}

function shortEdition(entry, module, options) {
  const title = entry.editions.find((edition) => edition.id === options.edition)?.title ?? options.edition;
  return [title, ...(options.variants ?? []).map((one) => name(module, one))].join(", ");
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
