// Print: pick a game, say who plays, see the sheets, print them.

import * as address from "./address.js";
import { get, Newest, query } from "./api.js";
import { catalogue, counted, PAPERS, spoken, themed } from "./catalogue.js";
import { choice, copy, field, make, onOff, select, stepper } from "./dom.js";
import { pictures } from "./games.js";
import { showProblems } from "./problems.js";
import { Stage } from "./sheets.js";
import { t } from "./words.js";

const USUAL_PLAYERS = 4;

export async function openPrint(main, words) {
  const known = await catalogue();
  if (known.problems) {
    main.replaceChildren(make("div", { className: "problems" }));
    showProblems(main.firstElementChild, known.problems);
    return;
  }
  const game = known.games.find((one) => one.id === (words.target?.[0] ?? "").split("/")[0]);
  if (!game) {
    gallery(main, known);
    return;
  }
  const order = new Order(main, known, game, words);
  order.open();
  return () => order.newest.cancel();
}

// --- the games as pictures

function gallery(main, known) {
  document.title = "printkit studio";
  main.replaceChildren(make("section", { className: "gallery" },
    make("h1", {}, t("What are you playing tonight?")),
    make("p", { className: "lead" }, t("Pick a game and print its score pads, trackers and cards.")),
    pictures(known.games, (game) => ["a", { href: `/?tab=print&target=${game.id}` }])));
}

// --- one game: the choices beside the pages

class Order {
  constructor(main, known, game, words) {
    Object.assign(this, { main, known, game, words: { ...words } });
    this.newest = new Newest();
    this.kit = [];
    this.stage = new Stage(t("Pages"), (page, at) => this.caption(page, at));
    this.problems = make("div", { className: "problems", role: "alert", hidden: true });
    this.notes = make("p", { className: "notes" });
    this.command = make("code");
    this.sheetList = make("div", { className: "kit" });
    this.options = make("div", { className: "options" });
    this.names = make("div", { className: "names" });
    this.summary = make("p", { className: "summary" });
  }

  get count() {
    const { min, max } = this.game.players;
    const said = Number(this.words.players?.[0]) || this.given.length || USUAL_PLAYERS;
    return Math.min(max, Math.max(min, said));
  }

  get given() {
    const names = this.words.names?.[0];
    return names ? names.split(",") : [];
  }

  get settings() {
    return Object.fromEntries((this.words.set ?? []).map((pair) => {
      const at = pair.indexOf("=");
      return [pair.slice(0, at), pair.slice(at + 1)];
    }));
  }

  open() {
    const { game } = this;
    document.title = `${game.title} · printkit studio`;
    const root = document.documentElement.style;
    root.setProperty("--accent", game.colours["accent-dark"]);
    this.words.players ??= [String(this.count)];
    this.actions = this.makeActions();
    this.main.replaceChildren(make("div", { className: "split" },
      make("form", { className: "panel", onsubmit: (event) => event.preventDefault() },
        make("a", { className: "back", href: "/?tab=print" }, t("All games")),
        make("h1", {}, game.title),
        this.people(),
        this.looks(),
        make("section", {}, make("h2", {}, t("Sheets")), this.sheetList, this.options),
        this.more(),
        this.actions),
      make("section", { className: "desk", "aria-label": t("Pages") }, this.problems, this.notes, this.stage.element)));
    this.refresh({ replace: true });
  }

  people() {
    const { min, max } = this.game.players;
    this.seats();
    return make("section", {},
      make("div", { className: "row" },
        make("h2", {}, t("Players")),
        stepper(t("Players"), this.count, min, max, (count) => this.seat(count))),
      this.names);
  }

  get language() {
    return spoken(this.words.lang?.[0] ?? this.known.language, this.known.languages);
  }

  // What the sheets call a player without a name: they may be in another language than the page.
  unnamed(at) {
    const said = this.known.unnamed[this.language] ?? t("Player {number}");
    return said.replace("{number}", at + 1);
  }

  // An input for each player; whoever has no name is 'Player 3' as soon as somebody has one.
  seats() {
    const given = this.given;
    const inputs = [...this.names.querySelectorAll("input")];
    const typed = (at) => inputs[at]?.value ?? (given[at] === this.unnamed(at) ? "" : given[at] ?? "");
    this.names.replaceChildren(...Array.from({ length: this.count }, (_, at) =>
      make("input", {
        type: "text", value: typed(at), placeholder: this.unnamed(at), maxLength: 40,
        autocomplete: "off", spellcheck: false, "aria-label": t("Name of player {number}", { number: at + 1 }),
        oninput: () => this.name(),
      })));
  }

  seat(count) {
    this.words.players = [String(count)];
    delete this.words.names;
    this.seats();
    this.name();
  }

  name() {
    const typed = [...this.names.querySelectorAll("input")].map((input) => input.value.replaceAll(",", "").trim());
    if (typed.some(Boolean)) this.words.names = [typed.map((name, at) => name || this.unnamed(at)).join(",")];
    else delete this.words.names;
    this.refresh();
  }

  speak(language) {
    if (language === this.known.language) delete this.words.lang;
    else this.words.lang = [language];
    this.seats();
    this.name();
  }

  set(name, value, usual) {
    if (value === usual) delete this.words[name];
    else this.words[name] = [value];
    this.refresh();
  }

  looks() {
    const { known, words, game } = this;
    const variants = Object.entries(game.variants);
    return make("section", {},
      variants.length > 1 && field(t("Variant"), select(variants, words.variant?.[0] ?? variants[0][0],
        (id) => this.set("variant", id, variants[0][0]))),
      choice(t("Printing"), known.themes.map((id) => [id, themed(id)]), words.theme?.[0] ?? "colour",
        (id) => this.set("theme", id, "colour")),
      field(t("Language"), select(Object.entries(known.languages), this.language,
        (id) => this.speak(id))),
      field(t("Paper"), select(known.papers.map(({ id, size }) => [id, `${PAPERS[id] ?? id} (${size})`]),
        words.paper?.[0] ?? known.paper, (id) => this.set("paper", id, known.paper))));
  }

  more() {
    const { words } = this;
    return make("details", { className: "more" },
      make("summary", {}, t("More options")),
      onOff(t("Fill in on screen"), words.fillable?.[0] === "true",
        (on) => this.set("fillable", on ? "true" : "", ""), t("Make the PDF fillable.")),
      make("h2", {}, t("As a command")),
      make("div", { className: "command" }, this.command,
        make("button", { type: "button", onclick: () => copy(this.command.textContent, t("Command")) }, t("Copy"))));
  }

  makeActions() {
    this.download = make("a", { className: "button", download: "" }, t("Download PDF"));
    this.again = make("button", { type: "button", className: "quiet", hidden: true, onclick: () => this.drawAgain() },
      this.game.id === "wolle" ? t("New cups") : t("Draw again"));
    this.printing = make("button", { type: "button", className: "button primary", onclick: () => print() }, t("Print"));
    return make("div", { className: "actions" }, this.summary, this.again, this.download, this.printing);
  }

  async drawAgain() {
    const { seed } = await get("/api/seed");
    if (seed) this.words.seed = [seed];
    this.refresh({ step: true });
  }

  async refresh(how = {}) {
    address.write("print", this.words, {}, how);
    this.stage.element.setAttribute("aria-busy", "true");
    const answer = await this.newest.get("/api/pages", this.words);
    if (answer === null) return;
    this.stage.element.removeAttribute("aria-busy");
    showProblems(this.problems, answer.problems ?? []);
    this.stage.element.classList.toggle("old", Boolean(answer.problems));
    if (!answer.problems) this.show(answer);
    else this.download.removeAttribute("href");
    this.printing.disabled = answer.problems || this.total > answer.pages.length;
  }

  show(answer) {
    if (answer.seed && this.words.seed?.[0] !== answer.seed) {
      this.words.seed = [answer.seed];
      address.write("print", this.words, {}, { replace: true });
    }
    this.total = answer.total;
    this.stage.show(answer.pages);
    this.notes.textContent = answer.notes.join(" · ");
    this.command.textContent = answer.command;
    this.again.hidden = !answer.seed;
    this.download.href = `/api/pdf?${query(this.words)}`;
    const hidden = answer.total - answer.pages.length;
    this.summary.textContent = counted(answer.total)
      + (hidden ? `, ${t("{count} more not shown", { count: hidden })}. ${t("The PDF has all the pages.")}` : "");
    if (answer.kit.length) this.kit = answer.kit;
    this.showKit();
    this.showOptions();
  }

  caption(page, at) {
    const titles = [...new Set(page.sheets.map((sheet) => sheet.title))].join(", ");
    const codes = [...new Set(page.sheets.map((sheet) => sheet.code).filter(Boolean))];
    const cut = page.sheets.some((sheet) => sheet.cut);
    return [
      make("span", {}, titles, cut ? ` · ${t("to cut")}` : ""),
      ...codes.map((code) => make("code", { title: t("This sheet’s code") }, code)),
      make("span", { className: "number" }, `${at + 1} / ${this.total}`),
    ];
  }

  // How many of each sheet: those of the kit, or as somebody chose.
  amounts() {
    const targets = this.words.target ?? [this.game.id];
    const amounts = new Map(this.game.sheets.map((sheet) => [sheet.id, 0]));
    const add = (id, many) => amounts.set(id, (amounts.get(id) ?? 0) + many);
    if (targets[0] === this.game.id) this.kit.forEach(([id, many]) => add(id, many));
    else targets.forEach((id) => add(id, 1));
    return amounts;
  }

  showKit() {
    const amounts = this.amounts();
    const order = [...this.kit.map(([id]) => id), ...this.game.sheets.map((sheet) => sheet.id)];
    const all = [...new Set(order)].map((id) => this.game.sheets.find((sheet) => sheet.id === id));
    const rows = all.filter((sheet) => sheet && (!sheet.recorded || this.words.record));
    const held = this.sheetList.contains(document.activeElement) && document.activeElement.ariaLabel;
    this.sheetList.replaceChildren(...rows.map((sheet) =>
      make("div", { className: "row", title: document.documentElement.lang === "en" ? sheet.summary : "" },
        make("span", {}, sheet.title),
        stepper(sheet.title, amounts.get(sheet.id) ?? 0, 0, 20, (many) => this.take(sheet.id, many)))));
    if (held) this.sheetList.querySelector(`[aria-label="${CSS.escape(held)}"]`)?.focus();
  }

  take(id, many) {
    const amounts = this.amounts();
    amounts.set(id, many);
    const order = [...new Set([...this.kit.map(([one]) => one), ...amounts.keys()])];
    const targets = order.flatMap((one) => Array(amounts.get(one) ?? 0).fill(one));
    const usual = this.kit.flatMap(([one, copies]) => Array(copies).fill(one));
    this.words.target = targets.join() === usual.join() ? [this.game.id] : targets;
    if (targets.length) this.refresh();
    else {
      this.words.target = [this.game.id];
      this.refresh();
    }
  }

  showOptions() {
    const amounts = this.amounts();
    const chosen = this.game.sheets.filter((sheet) => amounts.get(sheet.id));
    const options = new Map(chosen.flatMap((sheet) => sheet.options.map((option) => [option.name, option])));
    const key = [...options.keys()].join();
    if (this.options.dataset.shown === key) return;
    this.options.dataset.shown = key;
    this.options.replaceChildren(...[...options.values()].map((option) => this.option(option)));
  }

  option(option) {
    const value = this.settings[option.name] ?? String(option.default);
    const chosen = (next) => this.setOption(option, String(next));
    if (option.type === "bool") return onOff(option.label, value === "true", chosen, option.help);
    if (option.type === "choice") return field(option.label, select(option.choices, value, chosen), option.help);
    const input = make("input", {
      type: option.type === "int" ? "number" : "text", value, min: option.min, max: option.max, maxLength: 200,
      oninput: () => input.checkValidity() && chosen(input.value),
    });
    return field(option.label, input, option.help);
  }

  setOption(option, value) {
    const settings = { ...this.settings, [option.name]: value };
    if (value === String(option.default)) delete settings[option.name];
    this.words.set = Object.entries(settings).map(([name, one]) => `${name}=${one}`);
    if (!this.words.set.length) delete this.words.set;
    this.refresh();
  }
}
