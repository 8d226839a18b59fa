// What is wrong, with its line and a caret below the place.

import { make } from "./dom.js";

export function showProblems(element, problems, pointed = () => {}) {
  element.replaceChildren(...problems.map((problem) => card(problem, pointed)));
  element.hidden = problems.length === 0;
}

function card(problem, pointed) {
  const place = [problem.file, problem.line, problem.column].filter(Boolean).join(":");
  const light = (on) => () => pointed(on ? problem : null);
  return make("article", {
    className: "problem", tabIndex: problem.line ? 0 : -1,
    onmouseenter: light(true), onmouseleave: light(false), onfocus: light(true), onblur: light(false),
  },
    place && make("code", { className: "place" }, place),
    make("p", {}, sentence(problem.message)),
    problem.source && make("pre", {}, `${problem.source}\n${" ".repeat(Math.max(0, problem.column - 1))}^`),
    problem.hint && make("p", { className: "hint" }, problem.hint));
}

const sentence = (text) => (text ? text[0].toUpperCase() + text.slice(1) : text);
