// What can be chosen, asked for once.

import { get } from "./api.js";

let asked = null;

export function catalogue() {
  asked ??= get("/api/catalogue").then((answer) => {
    if (answer.problems) asked = null;
    return answer;
  });
  return asked;
}

export const THEMES = { colour: "Colour", "ink-saver": "Save ink", mono: "Black and white" };

export const PAPERS = {
  a3: "A3", a4: "A4", a5: "A5", a6: "A6", letter: "US Letter", legal: "US Legal",
  "index-3x5": "Index card 3 × 5 in", "index-5x8": "Index card 5 × 8 in",
};

export function players({ min, max }) {
  if (!max) return "";
  return min === max ? `${min} players` : `${min} to ${max} players`;
}

// Names of options are short words with hyphens; people read words.
export function worded(name) {
  const words = name.replaceAll("-", " ").replaceAll("_", " ");
  return words[0].toUpperCase() + words.slice(1);
}
