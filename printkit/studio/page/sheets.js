// The pages as they will be printed, as SVG from the same scene, each in a shadow tree, so that the ids in
// one drawing don't clash with those in another.

import { fill, make } from "./dom.js";
import { t } from "./words.js";

const inside = new CSSStyleSheet();
inside.replaceSync(":host{display:block}svg{display:block;width:100%;height:100%}");
const paper = new CSSStyleSheet();
document.adoptedStyleSheets = [...document.adoptedStyleSheets, paper];

export function draw(host, text) {
  if (host.drawing === text) return;
  host.drawing = text;
  const drawing = new DOMParser().parseFromString(text, "text/html").querySelector("svg"); // parsing it as XML takes twice as long
  const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
  root.adoptedStyleSheets = [inside];
  if (root.firstChild) renew(root.firstChild, drawing);
  else root.append(drawing);
}

// Turns one drawing into another. Common parts stay, so the browser repaints only the rest.
function renew(old, now) {
  if (old.nodeName !== now.nodeName) old.replaceWith(now);
  else if (old.nodeType === Node.TEXT_NODE) old.data = now.data;
  else {
    renewAttributes(old, now);
    renewChildren(old, [...old.childNodes], [...now.childNodes]);
  }
}

function renewAttributes(old, now) {
  for (const { namespaceURI, localName, name, value } of now.attributes) {
    if (old.getAttributeNS(namespaceURI, localName) !== value) old.setAttributeNS(namespaceURI, name, value);
  }
  for (const { namespaceURI, localName } of [...old.attributes]) {
    if (!now.hasAttributeNS(namespaceURI, localName)) old.removeAttributeNS(namespaceURI, localName);
  }
}

// Equal children at the end stay; those before them are updated one by one.
function renewChildren(parent, old, now) {
  let rest = null;
  while (old.length && now.length && old.at(-1).isEqualNode(now.at(-1))) {
    rest = old.pop();
    now.pop();
  }
  now.forEach((child, at) => {
    if (at >= old.length) parent.insertBefore(child, rest);
    else if (!old[at].isEqualNode(child)) renew(old[at], child);
  });
  for (const child of old.slice(now.length)) child.remove();
}

// Shows pages; those that haven't changed are left alone.
export class Stage {
  constructor(label, caption = () => [], enlarges = true) {
    Object.assign(this, { caption, enlarges });
    this.element = make("div", { className: "stage", role: "group", "aria-label": label });
    this.pages = [];
  }

  show(pages) {
    this.pages = pages;
    while (this.element.children.length > pages.length) this.element.lastElementChild.remove();
    pages.forEach((page, at) => this.#page(page, at));
    setPaper(pages);
  }

  // Shows a page as large as it can be read, until it's tapped again.
  enlarge(sheet) {
    const [host] = sheet.children;
    const paper = make("div", { className: "paper", role: "img", "aria-label": host.ariaLabel });
    const close = () => dialog.close();
    const dialog = make("dialog", { className: "enlarged", "aria-label": host.ariaLabel, onclick: close, onclose: () => dialog.remove() },
      make("button", { type: "button", className: "button", autofocus: true, onclick: close }, t("Close")), paper);
    for (const name of ["--wide", "--high"]) paper.style.setProperty(name, sheet.style.getPropertyValue(name));
    draw(paper, host.drawing);
    document.body.append(dialog);
    dialog.showModal();
  }

  #page(page, at) {
    let sheet = this.element.children[at];
    if (!sheet) {
      sheet = make("figure", { className: "sheet" }, make("div", { className: "paper" }), make("figcaption"), make("div", { className: "marks" }));
      this.element.append(sheet);
      if (this.enlarges) sheet.addEventListener("click", (event) => event.target.closest(".paper") && this.enlarge(sheet));
    }
    const [host, caption] = sheet.children;
    sheet.style.setProperty("--wide", page.width);
    sheet.style.setProperty("--high", page.height);
    sheet.style.setProperty("page", named(page));
    host.role = "img";
    host.ariaLabel = page.sheets.map((one) => one.title).join(", ") || t("page {page}", { page: at + 1 });
    draw(host, page.svg);
    const larger = this.enlarges && make("button", { type: "button", className: "quiet larger", "aria-label": t("Enlarge: {what}", { what: host.ariaLabel }), title: t("Enlarge"), onclick: () => this.enlarge(sheet) }, "⤢");
    fill(caption, this.caption(page, at), larger);
  }
}

const named = (page) => `p${Math.round(page.width)}x${Math.round(page.height)}`;

// Sets the page size for printing to that of each page, without margins, so that it prints at 100 %.
function setPaper(pages) {
  const sizes = new Map(pages.map((page) => [named(page), page]));
  const rules = [...sizes].map(([name, page]) =>
    `@page ${name} { size: ${page.width}mm ${page.height}mm; margin: 0 }`).join("\n");
  if (rules === setPaper.rules) return;
  setPaper.rules = rules;
  paper.replaceSync(rules);
}
