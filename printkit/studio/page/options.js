// The options of sheets: a field for each, and their values as for --set.

import { field, make, onOff, select, uniqueId } from "./dom.js";
import { t } from "./words.js";

// Values by the names of options; 'wolle/sheet:size' is for one sheet only.
export class Settings {
  constructor(pairs = []) {
    this.values = new Map(pairs.map((pair) => {
      const at = pair.indexOf("=");
      return [pair.slice(0, at), pair.slice(at + 1)];
    }));
  }

  // The options of these sheets; options that several sheets share are one group.
  groups(sheets) {
    const groups = new Map();
    for (const sheet of sheets) {
      for (const option of sheet.options) {
        const same = JSON.stringify([option.name, option.type, option.choices, option.min, option.max]);
        const group = groups.get(same) ?? { same, option, sheets: [] };
        group.sheets.push(sheet);
        groups.set(same, group);
      }
    }
    const all = [...groups.values()];
    for (const group of all) group.clashes = all.filter((one) => one.option.name === group.option.name).length > 1;
    return all;
  }

  #keys({ option, sheets, clashes }) {
    return clashes ? sheets.map((sheet) => `${sheet.sheet ?? sheet.id}:${option.name}`) : [option.name];
  }

  value(group) {
    const { option, sheets } = group;
    const keys = [...sheets.map((sheet) => `${sheet.sheet ?? sheet.id}:${option.name}`), option.name];
    const value = this.values.get(keys.find((key) => this.values.has(key))) ?? String(option.default);
    const isKnown = option.type !== "choice" || option.choices.some(([id]) => id === value);
    return isKnown ? value : String(option.default);
  }

  set(group, value) {
    for (const sheet of group.sheets) this.values.delete(`${sheet.sheet ?? sheet.id}:${group.option.name}`);
    for (const key of this.#keys(group)) this.values.set(key, value);
  }

  // The values for these sheets that aren't defaults.
  pairs(sheets) {
    return this.groups(sheets).flatMap((group) => {
      const value = this.value(group);
      return value === String(group.option.default) ? [] : this.#keys(group).map((key) => `${key}=${value}`);
    });
  }

  // A field for each option, or for some of them; `onChange` is called after a change.
  fields(sheets, onChange, isWanted = () => true) {
    return this.groups(sheets).filter(isWanted).map((group) => optionField(group, this.value(group), (value) => {
      this.set(group, String(value));
      onChange();
    }));
  }
}

function optionField({ option, sheets, clashes }, value, onChange) {
  const { title } = sheets[0];
  const label = clashes && option.label !== title ? t("{who}: {what}", { who: title, what: option.label }) : option.label;
  if (option.type === "bool") return onOff(label, value === "true", onChange, option.help);
  if (option.type === "choice") return field(label, select(option.choices, value, onChange), option.help);
  const input = make("input", {
    type: option.type === "int" ? "number" : "text", value, min: option.min, max: option.max, maxLength: 1000,
    oninput: () => input.checkValidity() && onChange(input.value),
  });
  const labelled = field(label, input, option.help);
  if (option.suggestions) labelled.append(suggestions(option.suggestions, input));
  return labelled;
}

// Words to choose from while typing others.
function suggestions(words, input) {
  const id = uniqueId("suggestions");
  input.setAttribute("list", id);
  return make("datalist", { id }, ...words.map((word) => make("option", { value: word })));
}
