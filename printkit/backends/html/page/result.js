// The result: who wins, a file of values to keep or share, and the filled-in sheet on paper.

import { closing } from "./dialogs.js";
import { fill, make } from "./elements.js";
import { shown, writeFile } from "./values.js";
import { t, won } from "./words.js";

export class ResultDialog {
  constructor(sheet, onAgain) {
    Object.assign(this, { sheet, onAgain });
    this.content = make("div", { className: "outcome" });
    this.element = make("dialog", { className: "sheet-dialog", "aria-labelledby": "outcome" }, closing(), this.content);
  }

  open() {
    const { sheet } = this;
    sheet.leave();
    this.show();
    this.element.showModal();
    this.content.querySelector("h2").focus();
  }

  show(isLast = false) {
    const { sheet } = this;
    const { ranking } = sheet;
    const { title, warning } = outcome(ranking, sheet.progress, isLast);
    const end = () => { this.show(true); this.content.querySelector("h2").focus(); };
    fill(this.content,
      make("h2", { id: "outcome", tabIndex: -1 }, title),
      warning && make("p", { className: "unfinished" }, warning, " ", make("button", { type: "button", className: "button", onclick: end }, t("Finish anyway"))),
      ranking.length > 0 && make("ol", { className: "ranking" }, ranking.map((one) => make("li", { value: one.place, className: one.place === 1 ? "first" : "" },
        make("span", { className: "place-number", "aria-hidden": "true" }, `${one.place}.`), make("span", {}, one.name), make("strong", {}, shown(one.score ?? "–"))))),
      make("div", { className: "choices" },
        canShare() && make("button", { type: "button", className: "button", onclick: () => share(sheet) }, t("Share the result")),
        make("button", { type: "button", className: "button", onclick: () => save(sheet) }, t("Save as a file")),
        make("button", { type: "button", className: "button", onclick: () => this.print() }, t("Print")),
        make("button", { type: "button", className: "button primary", onclick: () => { this.element.close(); this.onAgain(); } }, t("Play again"))));
  }

  print() {
    this.element.close();
    print();
  }
}

// What is said about a game: who wins, or how far it is. `isLast` says that the players have stopped.
export function outcome(ranking, { missing, isOver, isOpen }, isLast) {
  const winners = ranking.filter((one) => one.place === 1).map((one) => one.name);
  if (!winners.length) return { title: t("Filled-in sheet"), warning: "" };
  if (isOver || isOpen || isLast) return { title: won(winners), warning: "" };
  return { title: t("The scores so far"), warning: missing ? t("{count} {plural(count, 'number is', 'numbers are')} still missing.", { count: missing }) : t("The game isn’t over yet.") };
}

// The files of values of the sheets on this page: of the page that is open, if there are several.
function valuesFile({ data, store, current = 0 }) {
  const number = data.pages[current].sheet;
  const file = data.files.find((one) => one.sheets.includes(number));
  const name = file.head.target.replace(/\.ya?ml$/, "").replaceAll("/", "-");
  const day = (store.date || new Date().toISOString()).slice(0, 10);
  return new File([writeFile(file, data.sheets, store.values, store.date)], `${name}-${day}.json`, { type: "application/json" });
}

export function save(sheet) {
  const file = valuesFile(sheet);
  const link = make("a", { href: URL.createObjectURL(file), download: file.name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

const canShare = () => Boolean(navigator.share);

// The phone's share sheet gets the file, and the ranking as text; some share only text.
async function share(sheet) {
  const file = valuesFile(sheet);
  const text = [sheet.data.title, ...sheet.ranking.map((one) => `${one.place}. ${one.name}: ${shown(one.score)}`)].join("\n");
  const all = { title: sheet.data.title, text, files: [file] };
  try {
    await navigator.share(navigator.canShare?.(all) ? all : { title: all.title, text });
  } catch (error) {
    if (error.name !== "AbortError") save(sheet);
  }
}
