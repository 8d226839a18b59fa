// A text area for a layout, with line numbers, marked lines, and Tab to indent.

import { fill, make } from "./dom.js";
import { t } from "./words.js";

export const LINE_PX = 20;
const TAB = "  ";
const MAX_COMPARED = 4_000_000; // pairs of lines; where more differ, all of them are marked

export class Editor {
  // `onInput` is called when the text has changed, `save` for Ctrl+S.
  constructor(onInput, save, label = t("Text of the layout"), readOnly = false) {
    this.leaving = false;
    this.numbers = make("pre", { ariaHidden: "true" });
    this.marks = make("div", { className: "lines", ariaHidden: "true" });
    this.area = make("textarea", {
      spellcheck: false, autocomplete: "off", autocapitalize: "off", wrap: "off", "aria-label": label, readOnly,
      oninput: () => { this.count(); onInput(); },
      onscroll: () => this.scrolled(),
      onkeydown: (event) => this.key(event, save),
    });
    this.element = make("div", { className: "code" }, make("div", { className: "gutter" }, this.numbers), this.marks, this.area);
  }

  get text() {
    return this.area.value;
  }

  // Replaces the text, and keeps the cursor where it was.
  set text(text) {
    const { selectionStart, selectionEnd, scrollTop } = this.area;
    this.area.value = text;
    this.area.setSelectionRange(selectionStart, selectionEnd);
    this.area.scrollTop = scrollTop;
    this.count();
  }

  count() {
    const lines = this.area.value.split("\n").length;
    if (lines === this.lines) return;
    this.lines = lines;
    this.numbers.textContent = Array.from({ length: lines }, (_, at) => at + 1).join("\n");
  }

  scrolled() {
    this.numbers.style.translate = `0 ${-this.area.scrollTop}px`;
    this.marks.style.translate = `0 ${-this.area.scrollTop}px`;
  }

  // Marks the lines that have problems, with their messages.
  mark(problems) {
    fill(this.marks, problems.map(({ line, message = "", className = "" }) => {
      const mark = make("i", { title: message, className });
      mark.style.top = `${(line - 1) * LINE_PX}px`;
      mark.dataset.line = line;
      return mark;
    }));
  }

  // Selects a line and scrolls to it.
  show(line) {
    const lines = this.area.value.split("\n");
    const at = Math.min(line, lines.length) - 1;
    const start = lines.slice(0, at).join("\n").length + (at > 0 ? 1 : 0);
    this.area.focus();
    this.area.setSelectionRange(start, start + lines[at].length);
    this.area.scrollTop = at * LINE_PX - this.area.clientHeight / 2;
    this.area.scrollLeft = 0;
    this.scrolled();
  }

  // Tab indents; after Esc it moves the focus as usual.
  key(event, save) {
    const isSave = (event.ctrlKey || event.metaKey) && event.key === "s";
    if (isSave) {
      event.preventDefault();
      save();
    } else if (this.area.readOnly) {
      return;
    } else if (event.key === "Tab" && !this.leaving) {
      event.preventDefault();
      this.indent(event.shiftKey);
    } else if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      const before = this.area.value.slice(0, this.area.selectionStart).split("\n").at(-1);
      this.insert(`\n${before.match(/^ */)[0]}`);
    }
    this.leaving = event.key === "Escape" || (this.leaving && event.key === "Shift");
  }

  indent(isBack) {
    const { value, selectionStart: start, selectionEnd: end } = this.area;
    if (start === end && !isBack) {
      const column = start - (value.lastIndexOf("\n", start - 1) + 1);
      this.insert(" ".repeat(TAB.length - (column % TAB.length)));
      return;
    }
    const first = value.lastIndexOf("\n", start - 1) + 1;
    const old = value.slice(first, end);
    const now = old.split("\n").map((line) => (isBack ? line.replace(/^ {1,2}/, "") : line && TAB + line)).join("\n");
    this.area.setSelectionRange(first, end);
    this.insert(now);
    this.area.setSelectionRange(first, first + now.length);
  }

  // execCommand is deprecated, but only its changes can be undone.
  insert(text) {
    const isDone = text ? document.execCommand("insertText", false, text) : document.execCommand("delete");
    if (isDone) return;
    this.area.setRangeText(text, this.area.selectionStart, this.area.selectionEnd, "end");
    this.area.dispatchEvent(new Event("input"));
  }
}

// The numbers of the lines of each text that are not in the other one, in the same order.
export function changedLines(mine, theirs) {
  const [one, other] = [mine, theirs].map((text) => text.split("\n"));
  const least = Math.min(one.length, other.length);
  let start = 0;
  while (start < least && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < least - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  const parts = [one, other].map((lines) => lines.slice(start, lines.length - end));
  const same = parts[0].length * parts[1].length > MAX_COMPARED ? [] : commonLines(...parts);
  return parts.map((lines, side) => {
    const kept = new Set(same.map((pair) => pair[side]));
    return [...lines.keys()].filter((at) => !kept.has(at)).map((at) => start + at + 1);
  });
}

// The longest common subsequence, as pairs of indices.
function commonLines(one, other) {
  const lengths = Array.from({ length: one.length + 1 }, () => new Uint32Array(other.length + 1));
  for (let a = one.length - 1; a >= 0; a -= 1) {
    for (let b = other.length - 1; b >= 0; b -= 1) {
      lengths[a][b] = one[a] === other[b] ? lengths[a + 1][b + 1] + 1 : Math.max(lengths[a + 1][b], lengths[a][b + 1]);
    }
  }
  const pairs = [];
  for (let a = 0, b = 0; a < one.length && b < other.length;) {
    if (one[a] === other[b]) pairs.push([a++, b++]);
    else if (lengths[a + 1][b] >= lengths[a][b + 1]) a += 1;
    else b += 1;
  }
  return pairs;
}
