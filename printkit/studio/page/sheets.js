// The pages as they will be printed: the SVG of the same scene, each in a tree of its own, so that
// the names inside one drawing do not meet those of another.

import { make } from "./dom.js";
import { t } from "./words.js";

const inside = new CSSStyleSheet();
inside.replaceSync(":host{display:block}svg{display:block;width:100%;height:100%}");
const paper = new CSSStyleSheet();
document.adoptedStyleSheets = [...document.adoptedStyleSheets, paper];

export function draw(host, text) {
  if (host.drawing === text) return;
  host.drawing = text;
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
  root.adoptedStyleSheets = [inside];
  root.replaceChildren(document.importNode(parsed, true));
}

// Shows pages in a row of their own; those that stay the same are left alone.
export class Stage {
  constructor(label, caption = () => []) {
    this.caption = caption;
    this.element = make("div", { className: "stage", role: "group", "aria-label": label });
    this.pages = [];
  }

  show(pages) {
    this.pages = pages;
    while (this.element.children.length > pages.length) this.element.lastElementChild.remove();
    pages.forEach((page, at) => this.#page(page, at));
    setPaper(pages);
  }

  #page(page, at) {
    let sheet = this.element.children[at];
    if (!sheet) {
      sheet = make("figure", { className: "sheet" }, make("div", { className: "paper" }), make("figcaption"), make("div", { className: "marks" }));
      this.element.append(sheet);
    }
    const [host, caption] = sheet.children;
    sheet.style.setProperty("--wide", page.width);
    sheet.style.setProperty("--high", page.height);
    sheet.style.setProperty("page", named(page));
    host.role = "img";
    host.ariaLabel = page.sheets.map((one) => one.title).join(", ") || t("page {page}", { page: at + 1 });
    draw(host, page.svg);
    caption.replaceChildren(...this.caption(page, at));
  }
}

const named = (page) => `p${Math.round(page.width)}x${Math.round(page.height)}`;

// The printer's dialogue gets pages of their own size, without margins: that is 100 %.
function setPaper(pages) {
  const sizes = new Map(pages.map((page) => [named(page), page]));
  paper.replaceSync([...sizes].map(([name, page]) =>
    `@page ${name} { size: ${page.width}mm ${page.height}mm; margin: 0 }`).join("\n"));
}
