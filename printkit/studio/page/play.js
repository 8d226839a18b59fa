// Play: the record of a whole game, kept by a tablet in the middle of the table.

import * as address from "./address.js";
import { get, Newest, post, query } from "./api.js";
import { field, fill, make } from "./dom.js";
import { listen } from "./events.js";
import { logged } from "./log.js";
import { showProblems } from "./problems.js";
import { Stage } from "./sheets.js";
import { t } from "./words.js";

// A game that is recorded already.
export function openRecord(main, known, file) {
  return new Table(main, known, file).open();
}

// Begins a record; what else has to be known first is asked in `extra`, one question after the other.
export function beginRecord(main, known, given, extra, problems) {
  let answers = [];
  let begun = false;
  const begin = async () => {
    if (begun) return;
    begun = true;
    const answer = await post("/api/play/begin", { ...given, answers });
    begun = false;
    showProblems(problems, answer.problems ?? []);
    if (answer.problems) answers = answers.slice(0, -1);
    else if (answer.opening) ask(answer.opening);
    else {
      address.write("play", { file: answer.file });
      openRecord(main, known, answer.file);
    }
  };
  const ask = (opening) => {
    const input = make("input", { type: "text", placeholder: opening.forms[0]?.[0] ?? "" });
    const say = (text) => {
      answers = [...answers, text];
      begin();
    };
    extra.replaceChildren(
      field(sentence(opening.asks), input, opening.forms.map(([typed, means]) => `${typed}: ${means}`).join("; ")),
      make("button", { type: "button", className: "button", onclick: () => say(input.value) }, opening.usual ? t("OK (default: {usual})", { usual: opening.usual }) : "OK"));
    input.focus();
  };
  return begin();
}

// The colour of the game.
const wear = (game) => game && document.documentElement.style.setProperty("--accent", game.colours["accent-dark"]);

// --- the table

class Table {
  constructor(main, known, file) {
    Object.assign(this, { main, known, file });
    this.newest = new Newest();
    this.asked = make("section", { className: "asked", "aria-live": "polite" });
    this.looks = 0;
    this.seen = 0;
    this.told = make("ul", { className: "told" });
    this.scores = make("div", { className: "scores" });
    this.stage = new Stage(t("The game so far"));
    this.undoButton = make("button", { type: "button", className: "quiet", onclick: () => this.send("/api/play/undo", {}) }, t("Undo"));
    this.result = make("section", { className: "result" });
  }

  async open() {
    this.main.replaceChildren(make("div", { className: "table" },
      make("div", { className: "hand play" },
        make("div", { className: "row" }, make("a", { className: "back", href: "/?tab=play" }, t("All games")), this.undoButton),
        this.asked, this.told, this.scores),
      make("section", { className: "desk" }, this.stage.element)));
    const deaf = listen("game", (file = this.file) => file === this.file && this.look());
    await this.look();
    return deaf;
  }

  // Of several looks at once, an older one that comes late has nothing new to show.
  async look() {
    const number = (this.looks += 1);
    const game = await get("/api/play/look", {}, { file: this.file });
    if (number > this.seen) this.show(game);
    this.seen = Math.max(number, this.seen);
  }

  async send(path, body) {
    if (this.waiting) return;
    this.waiting = true;
    try {
      const game = await post(path, { file: this.file, version: this.game.version, ...body });
      this.seen = this.looks;
      this.show(game);
    } finally {
      this.waiting = false;
    }
  }

  answer(text) {
    return this.send("/api/play/answer", { text });
  }

  show(game) {
    this.asked.querySelector(".problems")?.remove();
    if (game.problems) {
      const box = make("div", { className: "problems", role: "alert" });
      showProblems(box, game.problems);
      this.asked.prepend(box);
      return;
    }
    const isNew = this.game?.version !== game.version;
    this.game = game;
    document.title = `${game.title} · printkit studio`;
    wear(this.known.games.find((one) => one.id === game.game));
    this.undoButton.disabled = game.last === null;
    this.undoButton.textContent = /\p{L}{4}/u.test(game.last ?? "") ? t("Undo “{what}”", { what: short(game.last) }) : t("Undo");
    if (isNew || game.refused || game.late) this.ask(game);
    this.told.replaceChildren(...[...game.told, ...game.notes].map((text) => make("li", {}, text)));
    this.table(game);
    const charted = JSON.stringify([game.rounds, Boolean(game.question)]);
    if (charted !== this.charted) this.chart(game);
    this.charted = charted;
  }

  ask(game) {
    const { question } = game;
    const refused = game.refused && make("div", { className: "refused", role: "alert" },
      make("strong", {}, sentence(game.refused.message)),
      game.refused.text && make("p", {}, game.refused.text));
    const late = game.late && make("p", { className: "late", role: "alert" }, t("Someone else was faster. Here’s what happened."));
    if (!question) {
      this.asked.replaceChildren(...[late, this.over(game)].filter(Boolean));
      return;
    }
    this.asked.replaceChildren(...[
      make("p", { className: "who" }, question.who.length === game.players.length && question.who.length > 1 ? t("Everyone") : question.who.join(", ") || game.summary),
      make("h1", {}, sentence(question.asks)),
      late, refused,
      ...this.inputs(question),
    ].filter(Boolean));
    this.asked.querySelector("button.piece, input, .pair input, button")?.focus({ preventScroll: true });
  }

  inputs(question) {
    if (question.pieces.length) return this.hands(question);
    if (question.shape === "each" && question.choices.length) return this.each(question);
    if (question.shape === "many" && question.choices.length) return this.many(question);
    if (question.choices.length) return this.one(question);
    return this.free(question);
  }

  // One button for each thing that is legal.
  one(question) {
    return [
      make("div", { className: "buttons" },
        question.choices.map(([typed, means]) => this.button(means || typed, () => this.answer(typed))),
        question.usual && this.button(sentence(question.usual), () => this.answer(""), "else")),
      question.choices.length > 1 && this.words(question),
    ];
  }

  // Several of the choices, in the order in which they are pressed; some come more than once.
  many(question) {
    const chosen = [];
    const line = make("p", { className: "line", "aria-live": "polite" });
    const done = make("button", { type: "button", className: "button primary big", onclick: () => this.answer(chosen.map(([typed]) => typed).join(" ")) });
    const back = make("button", { type: "button", className: "quiet", "aria-label": t("Remove the last one"), onclick: () => { chosen.pop(); update(); } }, "⌫");
    const pieces = question.choices.map(([typed, means]) =>
      this.button(means || typed, () => { chosen.push([typed, means || typed]); update(); }));
    const update = () => {
      fill(line, chosen.map(([typed, means]) => typed === "/" ? make("span", { className: "part" }, "/") : make("span", {}, sentence(means))), back);
      line.hidden = !chosen.length;
      done.textContent = chosen.length || !question.usual ? t("Done") : sentence(question.usual);
      done.disabled = !chosen.length && !question.usual;
    };
    update();
    return [line, make("div", { className: "buttons" }, pieces), done, this.words(question)];
  }

  // One of the choices for everybody.
  each(question) {
    const chosen = question.who.map(() => null);
    const done = make("button", { type: "button", className: "button primary big", disabled: true, onclick: () => this.answer(chosen.join(" ")) }, t("Done"));
    const rows = question.who.map((name, at) => make("div", { className: "row pair", role: "group", "aria-label": name },
      make("span", {}, name),
      make("div", {}, question.choices.map(([typed, means]) => {
        const button = this.button(means || typed, () => {
          chosen[at] = typed;
          for (const other of button.parentElement.children) other.ariaPressed = String(other === button);
          done.disabled = chosen.includes(null);
        }, typed === "+" ? "good" : typed === "-" ? "bad" : "");
        button.ariaPressed = "false";
        return button;
      }))));
    return [make("div", { className: "pairs" }, rows), done, this.words(question)];
  }

  // A word for everybody, made of a few things each: cards in a hand, or given away.
  hands(question) {
    const chosen = question.who.map(() => []);
    const done = make("button", { type: "button", className: "button primary big", onclick: () => this.answer(chosen.map((each) => each.map(([typed]) => typed).join("") || "-").join(" ")) }, t("Done"));
    const rows = question.who.map((name, at) => {
      const line = make("span", { className: "line", "aria-live": "polite" });
      const back = make("button", { type: "button", className: "quiet", "aria-label": t("Remove the last one"), onclick: () => { chosen[at].pop(); update(); } }, "⌫");
      const update = () => {
        fill(line, chosen[at].map(([, means]) => make("span", {}, sentence(means))));
        back.hidden = !chosen[at].length;
        done.disabled = chosen.every((each) => !each.length);
      };
      const pieces = question.pieces[at].map((form) => this.button(form[1], () => { chosen[at].push(form); update(); }, "card"));
      const row = make("div", { className: "hand-row", role: "group", "aria-label": name },
        make("div", { className: "row" }, make("strong", {}, name), line, back),
        make("div", { className: "buttons" }, pieces));
      update();
      return row;
    });
    return [make("div", { className: "hands" }, rows), done, this.words(question)];
  }

  free(question) {
    const input = make("input", { type: "text", autocomplete: "off", autocapitalize: "none", placeholder: question.forms[0]?.[0] ?? "", "aria-label": question.asks, maxLength: 500 });
    return [make("form", { className: "free", onsubmit: (event) => { event.preventDefault(); this.answer(input.value); } },
      input,
      make("button", { type: "submit", className: "button primary big" }, question.usual && !question.forms.length ? sentence(question.usual) : t("Done"))),
    make("details", { className: "hint" }, make("summary", {}, t("Help")),
      make("dl", {}, question.forms.flatMap(([typed, means]) => [make("dt", {}, typed), make("dd", {}, means)])))];
  }

  words(question) {
    return question.forms.length > 0 && make("details", { className: "hint" }, make("summary", {}, t("Type it instead")), ...this.free(question));
  }

  button(text, pressed, kind = "") {
    return make("button", { type: "button", className: `piece ${kind}`, onclick: pressed }, sentence(text));
  }

  over(game) {
    const words = { target: game.game, record: game.file };
    return make("div", { className: "over" },
      make("h1", {}, winners(game.ranking.filter((one) => one.wins).map((one) => one.name))),
      make("ol", {}, game.ranking.map((one) => make("li", { value: one.place }, make("span", {}, one.name), make("strong", {}, String(one.score))))),
      make("div", { className: "actions" },
        make("a", { className: "button", download: "", href: `/api/pdf?${query(words)}` }, t("Download PDF")),
        make("button", { type: "button", className: "button primary", onclick: () => print() }, t("Print"))),
      logged(game.log));
  }

  table(game) {
    const rows = game.rounds.map((scores, at) => [String(at + 1), ...scores]);
    if (!rows.length || rows.at(-1).slice(1).join() !== game.scores.join()) rows.push([t("now"), ...game.scores]);
    this.scores.replaceChildren(make("table", {},
      make("caption", {}, game.summary),
      make("thead", {}, make("tr", {}, make("th", { scope: "col" }, t("Round")), game.players.map((name) => make("th", { scope: "col" }, name)))),
      make("tbody", {}, rows.map(([head, ...cells]) => make("tr", {}, make("th", { scope: "row" }, head), cells.map((cell) => make("td", {}, String(cell))))))));
  }

  // The game's own sheet of results, as far as the game has come; when it is over, all filled sheets.
  async chart(game) {
    if (!game.rounds.length) return this.stage.show([]);
    const target = game.question ? `${game.game}/result` : game.game;
    const answer = await this.newest.get("/api/pages", { target, record: game.file });
    return answer?.pages && this.stage.show(answer.pages);
  }
}

const winners = (names) => (names.length > 1 ? t("{names} win", { names: names.join(` ${t("and")} `) }) : t("{name} wins", { name: names[0] }));
const sentence = (text) => (text ? text[0].toUpperCase() + text.slice(1) : text);
const short = (text) => (text.length > 18 ? `${text.slice(0, 17)}…` : text);
