// The page's own words, in the reader's language: English is the key, and the studio
// hands over what the catalogue of the sheets says. A word may follow a number: {plural(count, 'a', 'b')}.

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

// The words for a sentence, with what stands in braces put in.
export function t(text, values = {}) {
  return (texts[text] ?? text)
    .replace(PLURAL, (_, name, all) => all.split("', '")[form(values[name])])
    .replace(NAME, (whole, name) => values[name] ?? whole);
}

// Which form a number takes: rules look at the last two digits of what is large.
const form = (number) => forms[number < forms.length ? number : 100 + (number % 100)];
