// A text area for a layout, with line numbers, marked lines, and Tab to indent.

import { fill, make } from "./dom.js";
import { t } from "./words.js";

export const LINE_PX = 20;
const TAB = "  ";

export class Editor {
  // `onInput` is called when the text has changed, `save` for Ctrl+S.
  constructor(onInput, save) {
    this.leaving = false;
    this.numbers = make("pre", { ariaHidden: "true" });
    this.marks = make("div", { className: "lines", ariaHidden: "true" });
    this.area = make("textarea", {
      spellcheck: false, autocomplete: "off", autocapitalize: "off", wrap: "off", "aria-label": t("Text of the layout"),
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
    fill(this.marks, problems.map(({ line, message }) => {
      const mark = make("i", { title: message });
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
