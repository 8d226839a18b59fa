// Play: recording a whole game, for example on a tablet in the middle of the table.

import * as address from "./address.js";
import { get, LatestRequest, post, query } from "./api.js";
import { rememberChoices } from "./catalogue.js";
import { make } from "./dom.js";
import { listen } from "./events.js";
import { openedTable } from "./extras.js";
import { logged } from "./log.js";
import { showProblems } from "./problems.js";
import { Stage } from "./sheets.js";
import { widget } from "./widgets.js";
import { minus, sentence, t, won } from "./words.js";

// Opens an existing record.
export function openRecord(main, known, file) {
  return new Table(main, known, file).open();
}

// Begins a record; questions that have to be answered first are shown in `extra`, one after the other.
// A question there stays until it's answered: starting again submits it.
export async function beginRecord(main, known, given, extra, problems) {
  const key = JSON.stringify(given);
  const open = extra.querySelector("form");
  if (open && extra.dataset.given === key) return open.requestSubmit();
  const typed = [...extra.querySelectorAll("input")].map((input) => input.value);
  extra.dataset.given = key;
  const begin = async (answers) => {
    const answer = await post("/api/play/begin", { ...given, answers });
    showProblems(problems, answer.problems ?? []);
    if (answer.problems) return;
    if (!answer.opening) {
      address.write("play", { file: answer.file });
      openRecord(main, known, answer.file);
      return;
    }
    extra.replaceChildren(make("h2", {}, sentence(answer.opening.asks)),
      ...widget(answer.opening, given.names.split(","), (value) => begin([...answers, value])).filter(Boolean));
    const inputs = [...extra.querySelectorAll("input")];
    inputs.forEach((input, at) => { input.value = typed[at] ?? ""; });
    inputs[0]?.focus();
  };
  return begin([]);
}

// Uses the colour of the game.
const useAccent = (game) => game && document.documentElement.style.setProperty("--accent", game.colours["accent-dark"]);

// --- the table

class Table {
  constructor(main, known, file) {
    Object.assign(this, { main, known, file });
    this.latest = new LatestRequest();
    this.question = make("section", { className: "asked", "aria-live": "polite" });
    this.reloads = 0;
    this.messages = make("ul", { className: "told" });
    this.looks = make("div", { className: "looks" });
    this.scores = make("div", { className: "scores" });
    this.stage = new Stage(t("The game so far"));
    this.undoButton = make("button", { type: "button", className: "quiet", onclick: () => this.send("/api/play/undo", {}) }, t("Undo"));
    this.result = make("section", { className: "result" });
  }

  async open() {
    const extras = openedTable(() => this.game.players);
    this.main.replaceChildren(make("div", { className: "table record" },
      make("div", { className: "hand play" },
        make("div", { className: "row" }, make("a", { className: "back", href: "/?tab=play" }, t("All games")), this.undoButton, extras.button),
        extras.dialog,
        this.question, this.messages, this.looks, this.scores),
      make("section", { className: "desk" }, this.stage.element)));
    const stopListening = listen("game", (file = this.file) => file === this.file && this.reload());
    await this.reload();
    return stopListening;
  }

  // Reloads the game. Only the last of several reloads counts; while an answer is being sent, it waits.
  async reload() {
    const number = (this.reloads += 1);
    if (this.waiting) return;
    const game = await get("/api/play/look", {}, { file: this.file });
    if (number === this.reloads && !this.waiting) this.show(game);
  }

  async send(path, body) {
    if (this.waiting) return;
    this.waiting = true;
    const number = (this.reloads += 1);
    try {
      this.show(await post(path, { file: this.file, version: this.game.version, ...body }));
    } finally {
      this.waiting = false;
    }
    if (number !== this.reloads) this.reload();
  }

  answer(answer) {
    return this.send("/api/play/answer", { answer });
  }

  show(game) {
    this.question.querySelector(".problems")?.remove();
    if (game.problems) {
      const box = make("div", { className: "problems", role: "alert" });
      showProblems(box, game.problems);
      this.question.prepend(box);
      box.scrollIntoView({ block: "nearest" });
      return;
    }
    const isNew = this.game?.version !== game.version;
    this.game = game;
    document.title = `${game.title} · printkit studio`;
    useAccent(this.known.games.find((one) => one.id === game.game));
    this.undoButton.disabled = game.last === null;
    this.undoButton.textContent = game.last ? t("Undo “{what}”", { what: short(game.last) }) : t("Undo");
    if (isNew) this.ask(game);
    this.showRefusal(game);
    this.messages.replaceChildren(...[...game.told, ...game.notes].map((text) => make("li", {}, text)));
    this.looks.replaceChildren(...game.looks.map(({ means, lines }) => make("details", { open: true }, make("summary", {}, sentence(means)), make("ul", {}, lines.map((line) => make("li", {}, sentence(line)))))));
    this.table(game);
    const charted = JSON.stringify([game.rounds, Boolean(game.question)]);
    if (charted !== this.charted) this.chart(game);
    this.charted = charted;
    this.question.dataset.version = game.version;
  }

  ask(game) {
    const { question } = game;
    this.refusal = make("div", { role: "alert" });
    if (!question) {
      this.question.replaceChildren(this.refusal, this.over(game));
      return;
    }
    const everyone = question.who.length === game.players.length && question.who.length > 1;
    const title = make("h1", { tabIndex: -1 }, sentence(question.asks));
    this.question.replaceChildren(...[
      question.who.length > 0 && make("p", { className: "who" }, everyone ? t("Everyone") : question.who.join(", ")),
      title,
      this.refusal,
      ...widget(question, game.players, (value) => this.answer(value)),
    ].filter(Boolean));
    (this.question.querySelector(".free input") ?? title).focus({ preventScroll: true });
    scrollTo(0, 0); // to the question: its beginning is what comes next
  }

  // Shows why an answer was refused; the widget keeps its state.
  showRefusal(game) {
    const { refused, late } = game;
    this.refusal.replaceChildren(...[
      late && make("p", { className: "late" }, t("Someone else was faster. Here’s what happened.")),
      refused && make("div", { className: "refused" }, make("strong", {}, sentence(refused.message)), refused.text && make("p", {}, refused.text)),
    ].filter(Boolean));
    if (refused) this.refusal.scrollIntoView({ block: "nearest" });
  }

  over(game) {
    const choices = { target: game.game, record: game.file };
    return make("div", { className: "over" },
      make("h1", {}, won(game.ranking.filter((one) => one.wins).map((one) => one.name))),
      make("ol", {}, game.ranking.map((one) => make("li", { value: one.place }, make("span", {}, one.name), make("strong", {}, minus(one.score))))),
      make("div", { className: "actions" },
        make("a", { className: "button again", href: `/?${query({ tab: "play", game: game.game, variant: game.variant })}`, onclick: () => rememberChoices(this.known, { names: game.players }) }, t("Play again")),
        make("a", { className: "button", download: "", href: `/api/pdf?${query(choices)}` }, t("Download PDF")),
        make("button", { type: "button", className: "button primary", onclick: () => print() }, t("Print"))),
      logged(game.log));
  }

  table(game) {
    const rows = game.rounds.map((scores, at) => [String(at + 1), ...scores]);
    if (!rows.length || rows.at(-1).slice(1).join() !== game.scores.join()) rows.push([t("now"), ...game.scores]);
    this.scores.replaceChildren(make("table", {},
      make("caption", {}, sentence(game.summary)),
      make("thead", {}, make("tr", {}, make("th", { scope: "col" }, game.round), game.players.map((name) => make("th", { scope: "col" }, name)))),
      make("tbody", {}, rows.map(([head, ...cells]) => make("tr", {}, make("th", { scope: "row" }, head), cells.map((cell) => make("td", {}, minus(cell))))))));
  }

  // Shows the game's result sheet so far; when the game is over, all filled-in sheets.
  async chart(game) {
    if (!game.rounds.length) return this.stage.show([]);
    const target = game.question ? game.sheet : game.game;
    const answer = await this.latest.get("/api/pages", { target, record: game.file });
    return answer?.pages && this.stage.show(answer.pages);
  }
}

const short = (text) => (text.length > 18 ? `${text.slice(0, 17)}…` : text);
