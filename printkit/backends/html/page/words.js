// The texts of the page in the user's language. The English text is the key, and the studio sends the
// translations. A text may depend on a number: {plural(count, 'a', 'b')}.

const NAME = /\{(\w+)\}/g;
const PLURAL = /\{plural\((\w+), '([^}]*)'\)\}/g;

let texts = {};
let forms = [];

export function useTexts(known) {
  texts = known.words;
  forms = known.plurals;
  document.documentElement.lang = known.language;
  for (const element of document.querySelectorAll("[data-words]")) element.textContent = t(element.dataset.words);
}

// Translates a text and fills in its placeholders.
export function t(text, values = {}) {
  return (texts[text] ?? text)
    .replace(PLURAL, (_, name, all) => all.split("', '")[form(values[name])])
    .replace(NAME, (whole, name) => values[name] ?? whole);
}

// Several names in a sentence: "Ann, Ben and Cleo", or with "or".
export function listed(names, type = "conjunction") {
  const { lang } = document.documentElement;
  return new Intl.ListFormat(lang === "en" ? "en-GB" : lang, { type }).format(names);
}

// A text that begins with a capital letter.
export const sentence = (text) => (text ? text[0].toUpperCase() + text.slice(1) : text);

// A sentence that names the winners.
export const won = (names) => (names.length > 1 ? t("{names} win", { names: listed(names) }) : t("{name} wins", { name: names[0] }));

// A number with a minus sign instead of a hyphen.
export const minus = (number) => String(number).replace("-", "−");

// The plural form of a number; for large ones, the rules depend only on the last two digits.
const form = (number) => forms[number < forms.length ? number : 100 + (number % 100)];
