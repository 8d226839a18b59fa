// A score sheet in one file: everything typed stays in this browser.

import { closing } from "./dialogs.js";
import { fill, make } from "./elements.js";
import { install } from "./install.js";
import { ResultDialog, save } from "./result.js";
import { readData, ScoreSheet } from "./sheet.js";
import { LocalStore } from "./store.js";
import { choices, Table } from "./table.js";
import { isEmpty, readFile } from "./values.js";
import { t, useTexts } from "./words.js";

const LOOK = "printkit look"; // where the choice of light or dark is kept

const fonts = Promise.allSettled([...document.fonts].map((font) => font.load()));
const pads = document.querySelector(".pads");
const data = readData(JSON.parse(document.getElementById("data").textContent), pads);
useTexts(data);
const store = new LocalStore(data.digest, data.given);
const status = () => (store.isKept ? "" : t("Not kept: this browser doesn’t allow it. Save it as a file before you close the page."));
const more = make("button", { type: "button", className: "quiet tool", "aria-label": t("More"), title: t("More"), onclick: () => openMenu() }, "⋯");
const finish = make("button", { type: "button", className: "button primary", onclick: () => result.open() }, t("Finish"));
const sheet = new ScoreSheet(data, store, pads, [more], finish);
const result = new ResultDialog(sheet, () => begin());
const warning = make("p", { className: "warning", role: "status" });
const said = make("p", { className: "said", role: "status" });
const menu = make("dialog", { className: "sheet-dialog", "aria-label": t("More") });
const table = new Table(() => sheet.names());

store.onChange = () => {
  sheet.show();
  warn();
};

function warn() {
  warning.textContent = status();
  warning.hidden = store.isKept;
}

function announce(text) {
  said.textContent = text;
  clearTimeout(announce.timer);
  announce.timer = setTimeout(() => { said.textContent = ""; }, 4000);
}

// --- the menu

function openMenu() {
  const games = store.list();
  const earlier = games.filter((number) => number !== store.game).slice(-8).reverse();
  const close = (act) => () => { menu.close(); act(); };
  fill(menu, closing(),
    make("section", {}, make("h2", {}, t("This game")),
      make("div", { className: "choices" },
        make("button", { type: "button", className: "button", onclick: close(begin) }, t("Start again")),
        make("button", { type: "button", className: "button", onclick: close(() => save(sheet)) }, t("Save as a file")),
        make("button", { type: "button", className: "button", onclick: close(openFile) }, t("Open a saved file")),
        make("button", { type: "button", className: "button", onclick: close(() => print()) }, t("Print")))),
    earlier.length > 0 && make("section", {}, make("h2", {}, t("Earlier games")),
      make("ul", { className: "earlier" }, earlier.map((number) => make("li", {}, make("button", { type: "button", className: "button", onclick: close(() => back(number)) }, title(number)))))),
    make("section", {}, make("h2", {}, t("At the table")), table.content),
    make("section", {}, make("h2", {}, t("Appearance")), choices(t("Colours"), [["auto", t("Automatic")], ["light", t("Light")], ["dark", t("Dark")]], look(), useLook)));
  table.open();
  menu.showModal();
}

function title(number) {
  const { date, values } = store.load(number) ?? {};
  const written = Object.values(values ?? {}).filter((value) => !isEmpty(value)).length;
  return `${date ? new Date(date).toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" }) : t("Game {number}", { number })} · ${t("{count} {plural(count, 'entry', 'entries')}", { count: written })}`;
}

// Begins another game with the same players; the last one stays under the earlier games.
function begin() {
  sheet.leave();
  const names = Object.fromEntries(data.nameFields.filter((name) => store.values[name]).map((name) => [name, store.values[name]]));
  store.begin(names);
  announce(t("A new game. The last one is under Earlier games."));
}

function back(number) {
  store.open(number);
  store.onChange();
}

function openFile() {
  const input = make("input", { type: "file", accept: ".json,application/json" });
  input.addEventListener("change", async () => {
    const [file] = input.files;
    if (file) load(await file.text());
  });
  input.click();
}

function load(text) {
  const found = readFile(text, data.files, data.sheets);
  if (!found) {
    sheet.say(t("This file isn’t for this sheet and these players."));
    return;
  }
  sheet.say("");
  store.replace(found.values, found.date);
  announce(t("Opened. Undo brings back what was there."));
}

// --- light or dark

function look() {
  try {
    return localStorage.getItem(LOOK) ?? "auto";
  } catch {
    return document.documentElement.dataset.look ?? "auto";
  }
}

function useLook(choice) {
  document.documentElement.dataset.look = choice;
  try {
    localStorage.setItem(LOOK, choice);
  } catch {
    warn();
  }
}

// --- begin

addEventListener("beforeunload", (event) => {
  if (!store.isKept && store.canUndo) event.preventDefault();
});
useLook(look());
document.getElementById("main").replaceChildren(sheet.element, warning, said, menu, result.element);
sheet.open();
warn();
fonts.then(() => document.documentElement.classList.add("ready")); // with them, nothing moves
if (data.isApp) install();
