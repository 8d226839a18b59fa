// Everything that can be chosen, requested once.

import { get } from "./api.js";
import { useTexts, t } from "./words.js";

export const DEFAULT_PLAYERS = 4;

let pending = null;

export function catalogue() {
  pending ??= get("/api/catalogue").then((answer) => {
    if (answer.problems) pending = null;
    else useTexts(answer);
    return answer;
  });
  return pending;
}

export const themeName = (id) => ({ colour: t("Colour"), "ink-saver": t("Save ink"), mono: t("Black and white") })[id] ?? id;

// The available language for a code: de-AT is de if there is no file for Austria.
export function matchLanguage(code, languages) {
  const plain = (text) => text.toLowerCase().replaceAll("_", "-");
  const known = Object.fromEntries(Object.keys(languages).map((one) => [plain(one), one]));
  let wanted = plain(code);
  while (wanted.includes("-") && !(wanted in known)) wanted = wanted.slice(0, wanted.lastIndexOf("-"));
  return known[wanted] ?? code;
}

export const PAPERS = {
  a3: "A3", a4: "A4", a5: "A5", a6: "A6", letter: "US Letter", legal: "US Legal",
  "index-3x5": "Index card 3 × 5 in", "index-5x8": "Index card 5 × 8 in",
};

export function players({ min, max }) {
  if (!max) return "";
  return min === max ? t("{count} players", { count: min }) : t("{least} to {most} players", { least: min, most: max });
}

export const counted = (count) => (count === 1 ? t("1 page") : t("{count} pages", { count }));
