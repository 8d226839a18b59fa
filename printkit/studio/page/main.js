// The three tabs; the URL says which one is open, and the choices there.

import * as address from "./address.js";
import { openBar } from "./bar.js";
import { openPrint } from "./print.js";
import { openPlay } from "./start.js";
import { openWrite } from "./write.js";

const TABS = { print: openPrint, write: openWrite, play: openPlay };
const main = document.getElementById("main");
let leave = () => {};
let isOpening = false;
let isStale = false;

// Opens the tab in the address. If the address changes meanwhile, the new one is opened next.
async function open() {
  isStale = isOpening;
  if (isOpening) return;
  isOpening = true;
  main.setAttribute("aria-busy", "true");
  try {
    do {
      isStale = false;
      await openTab();
    } while (isStale);
  } finally {
    isOpening = false;
    main.removeAttribute("aria-busy");
  }
}

async function openTab() {
  leave();
  leave = () => {};
  const { tab, pageParams, choices } = address.read();
  const name = Object.hasOwn(TABS, tab) ? tab : "print";
  for (const link of document.querySelectorAll("[data-tab]")) {
    if (link.dataset.tab === name) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  document.body.dataset.tab = name;
  document.documentElement.style.removeProperty("--accent");
  leave = (await TABS[name](main, choices, pageParams)) ?? (() => {});
}

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[href^='/?'], a.brand");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || link.hasAttribute("download")) return;
  event.preventDefault();
  address.go(link.getAttribute("href"));
});
addEventListener("popstate", open);
open();
openBar();
