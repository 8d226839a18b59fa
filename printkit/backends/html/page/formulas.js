// Formulas: the number of a field, [a constant], or [an operation, ...terms]. They are computed as in Python.

import { operations } from "./operations.js";

// Computes all formulas, which come in the order of their dependencies, each with the number of its field;
// returns the values of all fields by name.
export function computeAll(formulas, names, values) {
  const all = { ...values };
  for (const [number, term] of formulas) {
    const value = compute(term, names, all);
    if (value === null) delete all[names[number]];
    else all[names[number]] = value;
  }
  return all;
}

// A formula is empty as long as all fields that it names are.
export function compute(term, names, values) {
  let written = 0;
  const read = (number) => {
    const value = values[names[number]] === true ? 1 : values[names[number]];
    if (typeof value !== "number") return null;
    written += 1;
    return value;
  };
  const value = evaluate(term, read);
  return written && value !== null ? Math.floor(value * 100 + 0.5) / 100 + 0 : null;
}

function evaluate(term, read) {
  if (typeof term === "number") return read(term);
  const [first, ...terms] = term;
  return typeof first === "number" ? first : operations[first](...terms.map((one) => evaluate(one, read)));
}
