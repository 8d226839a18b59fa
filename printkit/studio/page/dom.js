// Helpers to make elements, besides those of the page code that keeps score.

import { make } from "./elements.js";
import { t } from "./words.js";

export { fill, make } from "./elements.js";

export function announce(text) {
  document.getElementById("said").textContent = text;
  if (text) {
    clearTimeout(announce.timer);
    announce.timer = setTimeout(() => announce(""), 2500);
  }
}

export async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const field = make("textarea", { value: text, className: "hidden" });
    document.body.append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
  }
  announce(t("Copied: {what}", { what }));
}

// Where a link leads; null if there is nothing yet.
export function link(element, href) {
  if (href === null) element.removeAttribute("href");
  else element.href = href;
  element.ariaDisabled = href === null ? "true" : null;
}

let numbers = 0;
export const uniqueId = (prefix) => `${prefix}-${(numbers += 1)}`;

// A labelled input.
export function field(label, input, hint = "") {
  input.id ||= uniqueId("field");
  return make("div", { className: "field" },
    make("label", { htmlFor: input.id }, label),
    input,
    hint && make("small", {}, hint));
}

// Radio buttons, shown as a row of buttons.
export function choice(label, options, value, onChange) {
  const group = uniqueId("choice");
  const inputs = options.map(([id, text]) =>
    make("label", {},
      make("input", { type: "radio", name: group, value: id, checked: id === value, onchange: () => onChange(id) }),
      make("span", {}, text)));
  return make("fieldset", { className: "choice" }, make("legend", {}, label), make("div", {}, inputs));
}

export function select(options, value, onChange) {
  const element = make("select", { onchange: () => onChange(element.value) },
    options.map(([id, text]) => make("option", { value: id }, text)));
  element.value = value;
  return element;
}

export function onOff(label, value, onChange, hint = "") {
  const input = make("input", { type: "checkbox", role: "switch", checked: value, onchange: () => onChange(input.checked) });
  return make("div", { className: "field" },
    make("label", { className: "switch" }, input, make("span", {}, label)),
    hint && make("small", {}, hint));
}

// A number with buttons to decrease and increase it.
export function stepper(label, value, least, most, onChange) {
  const shown = make("output", {}, String(value));
  const step = (by) => {
    const next = Math.min(most, Math.max(least, Number(shown.textContent) + by));
    if (String(next) !== shown.textContent) {
      shown.textContent = String(next);
      onChange(next);
    }
    less.disabled = next <= least;
    more.disabled = next >= most;
  };
  const less = make("button", { type: "button", onclick: () => step(-1), disabled: value <= least, "aria-label": t("fewer: {what}", { what: label }) }, "−");
  const more = make("button", { type: "button", onclick: () => step(1), disabled: value >= most, "aria-label": t("more: {what}", { what: label }) }, "+");
  return make("div", { className: "stepper", role: "group", "aria-label": label }, less, shown, more);
}
