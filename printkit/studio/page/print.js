// Print: pick games, say who plays, see the sheets, print them.

import * as address from "./address.js";
import { get, Newest, post, query } from "./api.js";
import { catalogue, counted, PAPERS, spoken, themed } from "./catalogue.js";
import { choice, copy, field, fill, make, onOff, select, stepper } from "./dom.js";
import { isOwn, ownGame, pictures } from "./games.js";
import { Settings } from "./options.js";
import { showProblems } from "./problems.js";
import { Stage } from "./sheets.js";
import { t } from "./words.js";

const USUAL_PLAYERS = 4;
const PAUSE_MS = 300;

export async function openPrint(main, words, own) {
  const known = await catalogue();
  if (known.problems) return broken(main, known.problems);
  const targets = words.target ?? [];
  const empty = (own.game ?? "").split(",");
  const ids = [...targets.map(gameOf), ...empty];
  const games = await Promise.all([...new Set(ids)].map((id) => findGame(known, id)));
  const found = games.filter(Boolean);
  const wrong = found.find((game) => game.problems);
  if (wrong) return broken(main, wrong.problems, wrong.id);
  if (!found.length) {
    gallery(main, known);
    return undefined;
  }
  const parts = found.map((game) => part(game, targets, empty.includes(game.id)));
  const order = new Order(main, known, parts, words);
  order.open();
  return () => order.leave();
}

const gameOf = (target) => (isOwn(target) ? target : target.split("/")[0]);
const findGame = (known, id) => (isOwn(id) ? ownGame(id) : known.games.find((game) => game.id === id));

function broken(main, problems, layout = "") {
  const box = make("div", { className: "problems", role: "alert" });
  showProblems(box, problems);
  main.replaceChildren(make("section", { className: "gallery" }, box,
    ...(layout ? [make("p", {}, make("a", { href: `/?tab=write&target=${encodeURIComponent(layout)}` }, t("Edit {file}", { file: layout })))] : [])));
}

// --- the games as pictures

async function gallery(main, known) {
  document.title = "printkit studio";
  const link = (game) => ["a", { href: `/?tab=print&target=${encodeURIComponent(game.id)}` }];
  const mine = make("section", { hidden: true });
  main.replaceChildren(make("section", { className: "gallery" },
    make("h1", {}, t("What are you playing tonight?")),
    make("p", { className: "lead" }, t("Pick a game and print its score pads, trackers and cards.")),
    pictures(known.games, link),
    mine));
  const { layouts = [], folder } = await get("/api/files");
  const games = await Promise.all(layouts.map(ownGame));
  if (!games.length) return;
  const wrong = games.filter((game) => game.problems);
  mine.hidden = false;
  fill(mine,
    make("h2", { className: "later" }, t("Your layouts")),
    make("p", { className: "hint folder" }, folder),
    pictures(games.filter((game) => !game.problems), link),
    wrong.length > 0 && make("p", { className: "hint" }, t("With errors:"), wrong.map(({ id }) =>
      [" ", make("a", { href: `/?tab=write&target=${encodeURIComponent(id)}` }, id)])));
}

// --- one or several games: the choices beside the pages

class Order {
  constructor(main, known, parts, words) {
    Object.assign(this, { main, known, parts, words: { ...words } });
    this.settings = new Settings(words.set);
    this.guests = words.names ? readNames(words.names) : [...known.remembered.names];
    this.newest = new Newest();
    this.stage = new Stage(t("Pages"), (page, at) => this.caption(page, at));
    this.problems = make("div", { className: "problems", role: "alert", hidden: true });
    this.notes = make("p", { className: "notes" });
    this.nothing = make("p", { className: "nothing", role: "status", hidden: true }, t("No sheets selected. Choose at least one."));
    this.command = make("code");
    this.sheetList = make("div", { className: "kit" });
    this.options = make("div", { className: "options" });
    this.names = make("div", { className: "names" });
    this.summary = make("p", { className: "summary" });
  }

  leave() {
    this.newest.cancel();
    if (this.pause) this.remember();
  }

  get games() {
    return this.parts.map(({ game }) => game);
  }

  // For how many players all games are; of games that nobody can play together, the widest range.
  get range() {
    const ranges = this.games.map((game) => game.players).filter(({ max }) => max);
    if (!ranges.length) return { min: 0, max: 0 };
    const [least, most] = [ranges.map(({ min }) => min), ranges.map(({ max }) => max)];
    const common = { min: Math.max(...least), max: Math.min(...most) };
    return common.min <= common.max ? common : { min: Math.min(...least), max: Math.max(...most) };
  }

  get count() {
    const { min, max } = this.range;
    const said = Number(this.words.players?.[0]) || this.guests.length || USUAL_PLAYERS;
    return Math.min(max, Math.max(min, said));
  }

  get languages() {
    return Object.assign({}, this.known.languages, ...this.games.map((game) => game.languages ?? {}));
  }

  open() {
    const { known, words } = this;
    const { remembered } = known;
    document.title = `${this.games.map((game) => game.title).join(", ")} · printkit studio`;
    document.documentElement.style.setProperty("--accent", this.games[0].colours["accent-dark"]);
    words.lang ??= [spoken(remembered.lang, this.languages) in this.languages ? remembered.lang : known.language];
    words.paper ??= [known.papers.some(({ id }) => id === remembered.paper) ? remembered.paper : known.paper];
    this.actions = this.makeActions();
    this.draw();
  }

  draw() {
    delete this.options.dataset.shown;
    this.again.textContent = this.games.every((game) => game.id === "wolle") ? t("New cups") : t("Draw again");
    this.main.replaceChildren(make("div", { className: "split" },
      make("form", { className: "panel", onsubmit: (event) => event.preventDefault() },
        make("a", { className: "back", href: "/?tab=print" }, t("All games")),
        make("h1", {}, this.games.map((game) => game.title).join(", ")),
        this.range.max > 0 && this.people(),
        this.looks(),
        make("section", {}, make("h2", {}, t("Sheets")), this.sheetList, this.options, this.adding()),
        this.more(),
        this.actions),
      make("section", { className: "desk", "aria-label": t("Pages") }, this.problems, this.notes, this.nothing, this.stage.element)));
    this.showKit();
    this.refresh({ replace: true });
  }

  // --- which games

  adding() {
    const others = [...this.known.games.map(({ id, title }) => [id, title])].filter(([id]) => !this.games.some((game) => game.id === id));
    const list = select([["", t("Add another game…")], ...others], "", (id) => this.add(id));
    list.setAttribute("aria-label", t("Add another game…"));
    list.className = "adding";
    get("/api/files").then(({ layouts = [] }) => {
      const mine = layouts.filter((file) => !this.games.some((game) => game.id === file));
      list.append(...mine.map((file) => make("option", { value: file }, file)));
    });
    return list;
  }

  async add(id) {
    const game = await findGame(this.known, id);
    if (!game) return;
    if (game.problems) {
      showProblems(this.problems, game.problems);
      return;
    }
    this.parts.push(part(game));
    this.draw();
  }

  remove(one) {
    this.parts = this.parts.filter((other) => other !== one);
    this.draw();
  }

  // --- who plays

  people() {
    const { min, max } = this.range;
    this.seats();
    return make("section", {},
      make("div", { className: "row" },
        make("h2", {}, t("Players")),
        stepper(t("Players"), this.count, min, max, (count) => this.seat(count))),
      this.names);
  }

  get language() {
    return spoken(this.words.lang[0], this.languages);
  }

  // What the sheets call a player without a name: they may be in another language than the page.
  unnamed(at) {
    const said = this.known.unnamed[this.language] ?? t("Player {number}");
    return said.replace("{number}", at + 1);
  }

  // An input for each player; players without a name are 'Player 3' as soon as anyone has one.
  seats() {
    this.guests = this.guests.map((name, at) => (name === this.unnamed(at) ? "" : name));
    this.names.replaceChildren(...Array.from({ length: this.count }, (_, at) => {
      const input = make("input", {
        type: "text", value: this.guests[at] ?? "", placeholder: this.unnamed(at), maxLength: 40,
        autocomplete: "off", spellcheck: false, "aria-label": t("Name of player {number}", { number: at + 1 }),
        oninput: () => this.name(at, input.value.trim()),
      });
      return input;
    }));
  }

  seat(count) {
    this.words.players = [String(count)];
    this.seats();
    this.refresh();
  }

  name(at, name) {
    this.guests[at] = name;
    this.refresh();
  }

  // The words for who plays: guests whom this game has no room for are kept for the next one.
  fillNames() {
    const { words, count } = this;
    const named = Array.from({ length: count }, (_, at) => this.guests[at] ?? "");
    if (count) words.players = [String(count)];
    else delete words.players;
    if (named.some(Boolean)) words.names = writeNames(named.map((name, at) => name || this.unnamed(at)));
    else delete words.names;
  }

  speak(language) {
    this.seats();
    this.words.lang = [language];
    this.seats();
    this.refresh();
  }

  // What the next game, and the next start of the studio, begins with: choices that can be printed.
  remember() {
    clearTimeout(this.pause);
    this.pause = 0;
    const named = Array.from(this.guests, (name) => name ?? "");
    while (named.length && !named.at(-1)) named.pop();
    const now = { names: named, lang: this.words.lang[0], paper: this.words.paper[0] };
    const { remembered } = this.known;
    if (JSON.stringify(now) === JSON.stringify({ names: remembered.names, lang: remembered.lang, paper: remembered.paper })) return;
    this.known.remembered = now;
    post("/api/remember", now);
  }

  set(name, value, usual) {
    if (value === usual) delete this.words[name];
    else this.words[name] = [value];
    this.refresh();
  }

  // Variants that all the games have.
  get variants() {
    const [first, ...others] = this.games.map((game) => Object.entries(game.variants));
    return first.filter(([id]) => others.every((each) => each.some(([one]) => one === id)));
  }

  looks() {
    const { known, words, variants } = this;
    if (words.variant && !variants.some(([id]) => id === words.variant[0])) delete words.variant;
    return make("section", {},
      variants.length > 1 && field(t("Variant"), select(variants, words.variant?.[0] ?? variants[0][0],
        (id) => this.set("variant", id, variants[0][0]))),
      choice(t("Printing"), known.themes.map((id) => [id, themed(id)]), words.theme?.[0] ?? "colour",
        (id) => this.set("theme", id, "colour")),
      field(t("Language"), select(Object.entries(this.languages), this.language,
        (id) => this.speak(id))),
      field(t("Paper"), select(known.papers.map(({ id, size }) => [id, `${PAPERS[id] ?? id} (${size})`]),
        words.paper[0], (id) => this.set("paper", id, ""))));
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
    this.again = make("button", { type: "button", className: "quiet", hidden: true, onclick: () => this.drawAgain() });
    this.printing = make("button", { type: "button", className: "button primary", disabled: true, onclick: () => print() }, t("Print"));
    return make("div", { className: "actions" }, this.summary, this.again, this.download, this.printing);
  }

  async drawAgain() {
    const { seed } = await get("/api/seed");
    if (seed) this.words.seed = [seed];
    this.refresh({ step: true });
  }

  // What is asked for, and the games of which nothing is.
  choose() {
    this.words.target = this.parts.flatMap(targetsOf);
    const set = this.settings.pairs(this.chosen());
    if (set.length) this.words.set = set;
    else delete this.words.set;
    this.fillNames();
    return { game: this.parts.filter((one) => !targetsOf(one).length).map(({ game }) => game.id).join(",") };
  }

  async refresh(how = {}) {
    const { game } = this.choose();
    this.own = game ? { game } : {};
    address.write("print", this.words, this.own, how);
    const isEmpty = !this.words.target.length;
    this.nothing.hidden = !isEmpty;
    if (isEmpty) {
      this.showNothing();
      return;
    }
    this.stage.element.setAttribute("aria-busy", "true");
    const answer = await this.newest.get("/api/pages", this.words);
    if (answer === null) return;
    this.stage.element.removeAttribute("aria-busy");
    showProblems(this.problems, answer.problems ?? []);
    this.stage.element.classList.toggle("old", Boolean(answer.problems));
    if (!answer.problems) this.show(answer);
    else this.refuse();
    this.printing.disabled = answer.problems || this.total > answer.pages.length;
  }

  refuse() {
    clearTimeout(this.pause);
    this.pause = 0;
    this.download.removeAttribute("href");
  }

  showNothing() {
    this.newest.cancel();
    this.stage.element.removeAttribute("aria-busy");
    this.stage.show([]);
    showProblems(this.problems, []);
    this.notes.textContent = "";
    this.summary.textContent = "";
    this.command.textContent = "";
    this.again.hidden = true;
    this.download.removeAttribute("href");
    this.printing.disabled = true;
    this.showKit();
    this.showOptions();
  }

  show(answer) {
    if (answer.seed && this.words.seed?.[0] !== answer.seed) {
      this.words.seed = [answer.seed];
      address.write("print", this.words, this.own, { replace: true });
    }
    clearTimeout(this.pause);
    this.pause = setTimeout(() => this.remember(), PAUSE_MS);
    this.total = answer.total;
    this.stage.show(answer.pages);
    this.notes.textContent = answer.notes.join(" · ");
    this.command.textContent = answer.command;
    this.again.hidden = !answer.seed;
    this.download.href = `/api/pdf?${query(this.words)}`;
    const hidden = answer.total - answer.pages.length;
    this.summary.textContent = counted(answer.total)
      + (hidden ? `, ${t("{count} more not shown", { count: hidden })}. ${t("The PDF has all the pages.")}` : "");
    for (const one of this.parts) one.kit = answer.kits[one.game.id] ?? one.kit;
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

  // The sheets that are printed; of a kit that is not known yet, all that it may have.
  chosen() {
    return this.parts.flatMap((one) => {
      const amounts = amountsOf(one);
      const isUnknown = !one.amounts && !one.kit.length;
      return one.game.sheets.filter((sheet) => isUnknown || amounts.get(sheet.id));
    });
  }

  showKit() {
    const held = this.sheetList.contains(document.activeElement) && document.activeElement.ariaLabel;
    const several = this.parts.length > 1;
    fill(this.sheetList, this.parts.map((one) => [
      several && make("div", { className: "row part" },
        make("h3", {}, one.game.title),
        make("button", { type: "button", className: "quiet", onclick: () => this.remove(one), "aria-label": t("Remove {what}", { what: one.game.title }) }, "×")),
      this.rows(one),
      one.game.own && make("a", { className: "hint edit", href: `/?tab=write&target=${encodeURIComponent(one.game.id)}` }, t("Edit {file}", { file: one.game.id })),
    ]));
    if (held) this.sheetList.querySelector(`[aria-label="${CSS.escape(held)}"]`)?.focus();
  }

  rows(one) {
    const amounts = amountsOf(one);
    const order = [...new Set([...one.kit.map(([id]) => id), ...one.game.sheets.map((sheet) => sheet.id)])];
    const all = order.map((id) => one.game.sheets.find((sheet) => sheet.id === id));
    const rows = all.filter((sheet) => sheet && (!sheet.recorded || this.words.record));
    return rows.map((sheet) =>
      make("div", { className: "row", title: document.documentElement.lang === "en" ? sheet.summary : "" },
        make("span", {}, sheet.title),
        stepper(sheet.title, amounts.get(sheet.id) ?? 0, 0, 20, (many) => this.take(one, sheet.id, many))));
  }

  take(one, id, many) {
    const amounts = amountsOf(one);
    amounts.set(id, many);
    const usual = amountsOf({ ...one, amounts: null });
    const isUsual = one.kit.length && [...amounts].every(([sheet, copies]) => copies === (usual.get(sheet) ?? 0));
    one.amounts = isUsual ? null : amounts;
    this.refresh();
  }

  showOptions() {
    const sheets = this.chosen();
    const key = this.settings.groups(sheets).map((group) => group.same + group.clashes).join();
    if (this.options.dataset.shown === key) return;
    this.options.dataset.shown = key;
    this.options.replaceChildren(...this.settings.fields(sheets, () => this.refresh()));
  }
}

// A game of an order: its kit, as soon as it is known, and how many of each sheet if that is not the kit.
function part(game, targets = [], isEmpty = false) {
  const own = targets.filter((target) => gameOf(target) === game.id);
  const isKit = own.length ? (own.includes(game.id) && (!game.own || own.length === 1)) : !isEmpty;
  const amounts = new Map();
  if (!isKit) for (const id of own) amounts.set(id, (amounts.get(id) ?? 0) + 1);
  return { game, kit: game.kit ?? [], amounts: isKit ? null : amounts };
}

// How many of each sheet: those of the kit, or as somebody chose.
function amountsOf({ game, kit, amounts }) {
  const found = new Map(game.sheets.map((sheet) => [sheet.id, 0]));
  for (const [id, many] of amounts ?? kit) found.set(id, (amounts ? 0 : found.get(id) ?? 0) + many);
  return found;
}

function targetsOf({ game, kit, amounts }) {
  if (!amounts) return [game.id];
  const order = [...new Set([...kit.map(([id]) => id), ...amounts.keys()])];
  return order.flatMap((id) => Array(amounts.get(id) ?? 0).fill(id));
}

// Names in an address are words of their own; a single word is a list, as the command line reads it.
function readNames(words) {
  if (words.length > 1) return words;
  const [text] = words;
  if (/^“".*"”$/s.test(text)) return [text.slice(2, -2)];
  return text.split(["\n", ";"].find((separator) => text.includes(separator)) ?? ",").map((name) => name.trim());
}

const writeNames = (names) => (names.length > 1 || /^[\p{L}\p{N}]*$/u.test(names[0]) ? names : [`“"${names[0]}"”`]);
