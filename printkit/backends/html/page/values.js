// The values of fields: reading what was typed, the file of values, and the ranking.

import { compute } from "./formulas.js";
import { minus, t } from "./words.js";

const LONGEST = 200;
const WHOLE = /^[+-]?\d{1,15}$/;

export const shown = (value) => (typeof value === "number" ? minus(value) : String(value ?? ""));

export const isEmpty = (value) => value === undefined || value === "" || value === false;

// Reads what was typed into a field: its value (undefined if it is empty), or why it is refused.
export function readTyped(field, text) {
  const plain = text.trim().replace(/\s+/g, " ");
  if (!plain) return {};
  if (field.kind === "text") return { value: plain.slice(0, LONGEST) };
  const number = plain.replace("−", "-").replaceAll(" ", "");
  if (!WHOLE.test(number) || !fits(field, Number(number))) return { refused: range(field) };
  return { value: Number(number) };
}

function fits({ least, most }, number) {
  return Number.isInteger(number) && (least === null || number >= least) && (most === null || number <= most);
}

function range({ label, least, most }) {
  const bounds = { least: minus(least), most: minus(most) };
  if (least === null && most === null) return `${label}: ${t("please enter a whole number.")}`;
  if (most === null) return `${label}: ${t("please enter a whole number of at least {least}.", bounds)}`;
  if (least === null) return `${label}: ${t("please enter a whole number of at most {most}.", bounds)}`;
  return `${label}: ${t("please enter a whole number from {least} to {most}.", bounds)}`;
}

// --- files of values, as `printkit build --fill` reads them

// The content of a file of values: an object for a sheet, or a list of them.
export function writeFile(file, sheets, values, date) {
  const objects = file.sheets.map((number) => {
    const { prefix, fields } = sheets[number];
    const own = fields.filter((field) => !field.formula && !isEmpty(values[field.name]))
      .map((field) => [field.name.slice(prefix.length), values[field.name]]);
    return { ...file.head, ...(date && { date }), values: Object.fromEntries(own) };
  });
  return `${JSON.stringify(objects.length > 1 ? objects : objects[0], null, 2)}\n`;
}

// Reads a file of values; returns the values by field, or null if it is no such file or for another sheet.
export function readFile(text, files, sheets) {
  let objects;
  try {
    objects = [JSON.parse(text)].flat();
  } catch {
    return null;
  }
  if (!objects.length || !objects.every((one) => isObject(one) && isObject(one.values))) return null;
  const file = files.find(({ head, sheets: own }) => own.length >= objects.length && objects.every((one) => isSame(one, head)));
  if (!file) return null;
  const values = {};
  for (const [at, object] of objects.entries()) {
    const { prefix, fields } = sheets[file.sheets[at]];
    const known = new Map(fields.map((field) => [field.name.slice(prefix.length), field]));
    for (const [name, value] of Object.entries(object.values)) {
      const field = known.get(name);
      if (field?.formula || isName(name, file.head)) continue; // printkit computes it, or knows it
      if (!field || !isAllowed(field, value)) return null;
      if (!isEmpty(value)) values[field.name] = value;
    }
  }
  return { values, date: typeof objects[0].date === "string" ? objects[0].date : "" };
}

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

// Whether a file is for this sheet, these players and this board.
function isSame(object, head) {
  return ["target", "names", "variant", "set", "seed"].every((key) => JSON.stringify(object[key] ?? null) === JSON.stringify(head[key] ?? null));
}

const isName = (name, { names = [] }) => names.some((_, at) => name === `name.${at + 1}`);

function isAllowed(field, value) {
  if (field.kind === "tick") return typeof value === "boolean";
  if (field.kind === "text") return typeof value === "string" && value.length <= LONGEST;
  return typeof value === "number" && fits(field, value);
}

// --- who is ahead

// Everyone's score so far, by seat; null without a value. Where everything is ticked, nothing is as good as 0.
export function scoresOf({ fields, tiebreaks, ticked }, values) {
  const last = (names) => names.map((name) => values[name]).filter((value) => typeof value === "number").at(-1) ?? null;
  const found = fields.map(last);
  const none = ticked && found.some((score) => score !== null) ? 0 : null;
  return found.map((score, seat) => ({ score: score ?? none, tiebreak: last(tiebreaks[seat]) ?? 0 }));
}

// How far a game is: how many numbers are missing, and whether it's over, because its goal is reached or no number is
// missing. Nobody knows when a game is over whose sheet has only boxes to tick and no goal.
export function progress({ scoring, fields }, values) {
  const numbers = [...fields.values()].filter((field) => field.kind === "number" && !field.formula);
  const missing = numbers.filter((field) => isEmpty(values[field.name])).length;
  const isReached = Boolean(scoring?.over && compute(scoring.over, [...fields.keys()], values));
  const isComplete = numbers.length > 0 && missing === 0;
  return { missing, isOver: isReached || isComplete, isOpen: !numbers.length && !scoring?.over };
}

// The players from first to last; tied players share a place, and whoever has no score is last. Empty as long as
// nobody has one.
export function rank(scoring, names, values) {
  const scores = scoresOf(scoring, values);
  if (scores.every(({ score }) => score === null)) return [];
  const worth = ({ score }) => (score === null ? -Infinity : scoring.lowest ? -score : score);
  const isAhead = (one, other) => worth(one) > worth(other) || (worth(one) === worth(other) && one.tiebreak > other.tiebreak);
  const all = scores.map((one, seat) => ({ ...one, name: names[seat], seat }));
  return all.map((one) => ({ ...one, place: 1 + all.filter((other) => isAhead(other, one)).length }))
    .sort((one, other) => one.place - other.place || one.seat - other.seat);
}
