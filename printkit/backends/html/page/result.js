// The result: who wins, a file of values to keep or share, and the filled-in sheet on paper.

import { fill, make } from "./elements.js";
import { isEmpty, shown, writeFile } from "./values.js";
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
    const { ranking } = sheet;
    const winners = ranking.filter((one) => one.place === 1).map((one) => one.name);
    const missing = sheet.order.filter((field) => field.kind === "number" && isEmpty(sheet.store.values[field.name])).length;
    fill(this.content,
      make("h2", { id: "outcome", tabIndex: -1 }, !winners.length ? t("Filled-in sheet") : sheet.isOver ? won(winners) : t("The scores so far")),
      ranking.length > 0 && missing > 0 && make("p", { className: "soft" }, t("{count} {plural(count, 'number is', 'numbers are')} still missing.", { count: missing })),
      ranking.length > 0 && make("ol", { className: "ranking" }, ranking.map((one) => make("li", { value: one.place, className: one.place === 1 ? "first" : "" },
        make("span", { className: "place-number", "aria-hidden": "true" }, `${one.place}.`), make("span", {}, one.name), make("strong", {}, shown(one.score ?? "–"))))),
      make("div", { className: "choices" },
        canShare() && make("button", { type: "button", className: "button", onclick: () => share(sheet) }, t("Share the result")),
        make("button", { type: "button", className: "button", onclick: () => save(sheet) }, t("Save as a file")),
        make("button", { type: "button", className: "button", onclick: () => this.print() }, t("Print")),
        make("button", { type: "button", className: "button primary", onclick: () => { this.element.close(); this.onAgain(); } }, t("Play again"))));
    this.element.showModal();
    this.content.querySelector("h2").focus();
  }

  print() {
    this.element.close();
    print();
  }
}

export const closing = () => make("form", { method: "dialog", className: "closing" }, make("button", { className: "quiet tool", "aria-label": t("Close"), title: t("Close") }, "×"));

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
