// The reader's language: by the browser, or as chosen before. Texts of rules come from the API in that language.

export const LANGUAGES = { en: "English", es: "Español", pl: "Polski" };
const CHOICE = "brehon.language";

let current = localStorage.getItem(CHOICE) ?? fromBrowser();
let words = {};

function fromBrowser() {
  const wanted = (navigator.languages ?? []).map((tag) => tag.slice(0, 2).toLowerCase());
  return wanted.find((tag) => tag in LANGUAGES) ?? "en";
}

export const lang = () => current;

export async function speak(language = current) {
  current = language in LANGUAGES ? language : "en";
  words = (await import(`./words/${current}.js`)).default;
  document.documentElement.lang = current;
}

export async function choose(language) {
  localStorage.setItem(CHOICE, language);
  await speak(language);
}

/** A text of the page; `{name}` stands for a value. */
export function t(key, values = {}) {
  const text = words[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}

/** A number with its noun, as each language counts: `points` has the forms of `Intl.PluralRules`. */
export function count(key, number) {
  const forms = words[key];
  const form = forms[new Intl.PluralRules(current).select(Math.abs(number))] ?? forms.other;
  return `${number} ${form}`;
}

/** A word of a dictionary with a part for each language, if it has it. */
export const named = (dictionary, id) => dictionary?.[current]?.[id];

/** With a capital, where a word stands by itself. */
export const capital = (text) => text.slice(0, 1).toLocaleUpperCase(current) + text.slice(1);
