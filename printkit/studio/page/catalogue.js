// Everything that can be chosen, requested once.

import { getKept, post } from "./api.js";
import { useTexts, t } from "./words.js";

export const DEFAULT_PLAYERS = 4;

let pending = null;

export function catalogue() {
  pending ??= getKept("/api/catalogue").then((answer) => {
    if (answer.problems) pending = null;
    else useTexts(answer);
    return answer;
  });
  return pending;
}

// Saves the choices with which the next game, and the next start of the studio, begin.
export function rememberChoices(known, changed) {
  const { names, lang, paper } = known.remembered;
  const now = { names, lang, paper, ...changed };
  if (JSON.stringify(now) === JSON.stringify({ names, lang, paper })) return;
  known.remembered = now;
  post("/api/remember", now);
}

// The available language for a code: de-AT is de if there is no file for Austria.
export function matchLanguage(code, languages) {
  const plain = (text) => text.toLowerCase().replaceAll("_", "-");
  const known = Object.fromEntries(Object.keys(languages).map((one) => [plain(one), one]));
  let wanted = plain(code);
  while (wanted.includes("-") && !(wanted in known)) wanted = wanted.slice(0, wanted.lastIndexOf("-"));
  return known[wanted] ?? code;
}

const PAPERS = {
  a3: "A3", a4: "A4", a5: "A5", a6: "A6", letter: "US Letter", legal: "US Legal",
};

export function paperName(id) {
  const card = /^index-(\d)x(\d)$/.exec(id);
  return card ? t("Index card {width} × {height} in", { width: card[1], height: card[2] }) : PAPERS[id] ?? id;
}

export function players({ min, max }) {
  if (!max) return "";
  return min === max ? playersInWords(min) : t("{least} to {most} players", { least: min, most: max });
}

export const playersInWords = (count) => t("{count} {plural(count, 'player', 'players')}", { count });

export const counted = (count) => (count === 1 ? t("1 page") : t("{count} pages", { count }));
