// Problems, each with its source line and a caret below the place.

import { make } from "./dom.js";
import { sentence } from "./words.js";

// `onPoint` gets the problem under the pointer, or null; `follow` returns what a click on a place does.
export function showProblems(element, problems, onPoint = () => {}, follow = () => null) {
  element.replaceChildren(...problems.map((problem) => card(problem, onPoint, follow)));
  element.hidden = problems.length === 0;
}

function card(problem, onPoint, follow) {
  const light = (on) => () => onPoint(on ? problem : null);
  return make("article", {
    className: "problem", tabIndex: problem.line ? 0 : -1,
    onmouseenter: light(true), onmouseleave: light(false), onfocus: light(true), onblur: light(false),
  },
    place(problem, follow),
    problem.also && [" ", place(problem.also, follow)],
    make("p", {}, sentence(problem.message)),
    problem.source && make("pre", {}, `${problem.source}\n${" ".repeat(Math.max(0, problem.column - 1))}^`),
    problem.hint && make("p", { className: "hint" }, problem.hint));
}

function place(where, follow) {
  const text = [where.file, where.line, where.column].filter(Boolean).join(":");
  if (!text) return null;
  const go = follow(where);
  return go ? make("button", { type: "button", className: "at", onclick: go }, text) : make("code", { className: "at" }, text);
}
