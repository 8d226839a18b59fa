// Print: choose games, enter players, see the sheets, print them.

import * as address from "./address.js";
import { get, LatestRequest, query } from "./api.js";
import { catalogue, counted, DEFAULT_PLAYERS, matchLanguage, paperName, rememberChoices } from "./catalogue.js";
import { choice, copy, field, fill, link, make, onOff, select, stepper } from "./dom.js";
import { allGames, isOwn, ownGame, PAD, pictures } from "./games.js";
import { Settings } from "./options.js";
import { showProblems } from "./problems.js";
import { Stage } from "./sheets.js";
import { t } from "./words.js";

const PAUSE_MS = 300;

export async function openPrint(main, choices, pageParams) {
  const known = await catalogue();
  if (known.problems) return broken(main, known.problems);
  const targets = choices.target ?? [];
  const empty = (pageParams.game ?? "").split(",");
  const ids = [...targets.map(gameOf), ...empty];
  const games = await Promise.all([...new Set(ids)].map((id) => findGame(known, id)));
  const found = games.filter(Boolean);
  const wrong = found.find((game) => game.problems);
  if (wrong) return broken(main, wrong.problems, wrong.id);
  if (!found.length) {
    gallery(main, known);
    return undefined;
  }
  const selections = found.map((game) => selectGame(game, targets, empty.includes(game.id)));
  const tab = new PrintTab(main, known, selections, choices);
  tab.open();
  return () => tab.leave();
}

const variantKey = (game) => (game.own ? game.sheets[0].sheet : game.id);
const gameOf = (target) => (isOwn(target) || target === PAD ? target : target.split("/")[0]);
const findGame = (known, id) => (isOwn(id) ? ownGame(id) : allGames(known).find((game) => game.id === id));

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
    pictures(allGames(known), link),
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

// --- the choices for one or several games, beside the pages

class PrintTab {
  constructor(main, known, selections, choices) {
    Object.assign(this, { main, known, selections, choices: { ...choices } });
    this.settings = new Settings(choices.set);
    this.variantsByGame = new Map((choices.variant?.[0] ?? "").split(",").map((part) => part.split(":")).map((words) => [words.length > 1 ? words[0] : "", words.at(-1)]));
    this.guests = choices.names ? readNames(choices.names) : [...known.remembered.names];
    this.latest = new LatestRequest();
    this.stage = new Stage(t("Pages"), (page, at) => this.caption(page, at));
    this.problems = make("div", { className: "problems", role: "alert", hidden: true });
    this.notes = make("p", { className: "notes" });
    this.nothing = make("p", { className: "nothing", role: "status", hidden: true }, t("No sheets selected. Choose at least one."));
    this.command = make("code");
    this.sheetList = make("div", { className: "kit" });
    this.options = make("div", { className: "options" });
    this.rareOptions = make("div", { className: "options" });
    this.names = make("div", { className: "names" });
    this.summary = make("p", { className: "summary" });
  }

  leave() {
    this.latest.cancel();
    if (this.pause) this.remember();
  }

  get games() {
    return this.selections.map(({ game }) => game);
  }

  // The player counts that suit all games; if there are none, the widest range.
  get range() {
    const ranges = this.games.map((game) => game.players).filter(({ max }) => max);
    if (!ranges.length) return { min: 0, max: 0 };
    const [least, most] = [ranges.map(({ min }) => min), ranges.map(({ max }) => max)];
    const common = { min: Math.max(...least), max: Math.min(...most) };
    return common.min <= common.max ? common : { min: Math.min(...least), max: Math.max(...most) };
  }

  get count() {
    const { min, max } = this.range;
    const wanted = Number(this.choices.players?.[0]) || this.guests.length || DEFAULT_PLAYERS;
    return Math.min(max, Math.max(min, wanted));
  }

  get languages() {
    return Object.assign({}, this.known.languages, ...this.games.map((game) => game.languages ?? {}));
  }

  open() {
    const { known, choices } = this;
    const { remembered } = known;
    document.title = `${this.games.map((game) => game.title).join(", ")} · printkit studio`;
    document.documentElement.style.setProperty("--accent", this.games[0].colours["accent-dark"]);
    choices.lang ??= [matchLanguage(remembered.lang, this.languages) in this.languages ? remembered.lang : known.language];
    choices.paper ??= [known.papers.some(({ id }) => id === remembered.paper) ? remembered.paper : known.paper];
    this.actions = this.makeActions();
    this.draw();
  }

  draw() {
    delete this.options.dataset.shown;
    this.again.textContent = this.games.every((game) => game.id === "wolle") ? t("New cups") : t("Draw again");
    const sheets = make("section", {}, make("h2", {}, t("Sheets")), this.sheetList, this.options, this.addGameMenu());
    const isPad = this.games.every(({ id }) => id === PAD); // then it's the first question what is scored
    this.main.replaceChildren(make("div", { className: "split" },
      make("form", { className: "panel", onsubmit: (event) => event.preventDefault() },
        make("a", { className: "back", href: "/?tab=print" }, t("All games")),
        make("h1", {}, this.games.map((game) => game.title).join(", ")),
        isPad && sheets,
        this.range.max > 0 && this.people(),
        this.appearance(),
        !isPad && sheets,
        this.more(),
        this.actions),
      make("section", { className: "desk", "aria-label": t("Pages") }, this.problems, this.notes, this.nothing, this.stage.element)));
    this.showKit();
    this.refresh({ replace: true });
  }

  // --- which games

  addGameMenu() {
    const others = [...allGames(this.known).map(({ id, title }) => [id, title])].filter(([id]) => !this.games.some((game) => game.id === id));
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
    this.selections.push(selectGame(game));
    this.draw();
  }

  remove(one) {
    this.selections = this.selections.filter((other) => other !== one);
    this.draw();
  }

  // --- who plays

  people() {
    const { min, max } = this.range;
    this.showNames();
    return make("section", {},
      make("div", { className: "row" },
        make("h2", {}, t("Players")),
        stepper(t("Players"), this.count, min, max, (count) => this.setPlayers(count))),
      this.names);
  }

  get language() {
    return matchLanguage(this.choices.lang[0], this.languages);
  }

  // The label of a player without a name, in the language of the sheets.
  unnamed(at) {
    const template = this.known.unnamed[this.language] ?? t("Player {number}");
    return template.replace("{number}", at + 1);
  }

  // An input for each player. If any player has a name, those without one are 'Player 3' and so on.
  showNames() {
    this.guests = this.guests.map((name, at) => (name === this.unnamed(at) ? "" : name));
    this.names.replaceChildren(...Array.from({ length: this.count }, (_, at) => {
      const input = make("input", {
        type: "text", value: this.guests[at] ?? "", placeholder: this.unnamed(at), maxLength: this.known.maxName,
        autocomplete: "off", spellcheck: false, "aria-label": t("Name of player {number}", { number: at + 1 }),
        oninput: () => this.name(at, input.value.trim()),
      });
      return input;
    }));
  }

  // Whoever is removed doesn't play in the next game either.
  setPlayers(count) {
    this.choices.players = [String(count)];
    this.guests.length = Math.min(this.guests.length, count);
    this.showNames();
    this.refresh();
  }

  name(at, name) {
    this.guests[at] = name;
    this.refresh();
  }

  // Sets players and names; guests for whom this game has no room are kept for the next one.
  fillNames() {
    const { choices, count } = this;
    const named = Array.from({ length: count }, (_, at) => this.guests[at] ?? "");
    if (count) choices.players = [String(count)];
    else delete choices.players;
    if (named.some(Boolean)) choices.names = writeNames(named.map((name, at) => name || this.unnamed(at)));
    else delete choices.names;
  }

  setLanguage(language) {
    this.showNames();
    this.choices.lang = [language];
    this.showNames();
    this.refresh();
  }

  // Saves the choices with which the next game, and the next start of the studio, begin.
  remember() {
    clearTimeout(this.pause);
    this.pause = 0;
    const named = Array.from(this.guests, (name) => name ?? "");
    while (named.length && !named.at(-1)) named.pop();
    const lang = this.choices.lang[0] === this.known.language ? "" : this.choices.lang[0];
    const now = { names: named, lang, paper: this.choices.paper[0] };
    rememberChoices(this.known, now);
  }

  set(name, value, defaultValue) {
    if (value === defaultValue) delete this.choices[name];
    else this.choices[name] = [value];
    this.refresh();
  }

  // A choice for each game that has variants.
  variants() {
    const withVariants = this.games.filter((game) => Object.keys(game.variants).length > 1);
    return withVariants.map((game) => {
      const all = Object.entries(game.variants);
      const label = this.games.length > 1 ? t("{who}: {what}", { who: t("Variant"), what: game.title }) : t("Variant");
      return field(label, select(all, this.variantOf(game) ?? all[0][0], (id) => {
        this.variantsByGame.set(variantKey(game), id);
        this.refresh();
      }));
    });
  }

  // The chosen variant of a game; one without a game is for every game that has it.
  variantOf(game) {
    const id = this.variantsByGame.get(variantKey(game)) ?? this.variantsByGame.get("");
    return id in game.variants ? id : undefined;
  }

  fillVariants() {
    const chosen = this.games.map((game) => [variantKey(game), this.variantOf(game), Object.keys(game.variants)[0]])
      .filter(([, id, usual]) => id && id !== usual);
    if (!chosen.length) delete this.choices.variant;
    else if (this.games.length === 1) this.choices.variant = [chosen[0][1]];
    else this.choices.variant = [chosen.map(([key, id]) => `${key}:${id}`).join(",")];
  }

  appearance() {
    const { known, choices } = this;
    return make("section", {},
      this.variants(),
      choice(t("Printing"), known.themes.map(({ id, title }) => [id, title]), choices.theme?.[0] ?? "colour",
        (id) => this.set("theme", id, "colour")),
      field(t("Language"), select(Object.entries(this.languages), this.language,
        (id) => this.setLanguage(id))),
      field(t("Paper"), select(known.papers.map(({ id, size }) => [id, `${paperName(id)} (${size})`]),
        choices.paper[0], (id) => this.set("paper", id, ""))),
      onOff(t("Large print"), choices["large-print"]?.[0] === "true",
        (on) => this.set("large-print", on ? "true" : "", ""), t("Type of 14 pt or more, 12 on larger cards; strong contrast, more pages.")));
  }

  more() {
    const { choices } = this;
    return make("details", { className: "more" },
      make("summary", {}, t("More options")),
      this.rareOptions,
      onOff(t("Fill in on screen"), choices.fillable?.[0] === "true",
        (on) => this.set("fillable", on ? "true" : "", ""), t("Make the PDF fillable.")),
      make("h2", {}, t("As a command")),
      make("div", { className: "command" }, this.command,
        make("button", { type: "button", onclick: () => copy(this.command.textContent, t("Command")) }, t("Copy"))));
  }

  makeActions() {
    this.download = make("a", { className: "button", download: "", role: "link", "aria-disabled": "true" }, t("Download PDF"));
    this.again = make("button", { type: "button", className: "quiet", hidden: true, onclick: () => this.drawAgain() });
    this.printing = make("button", { type: "button", className: "button primary", disabled: true, onclick: () => print() }, t("Print"));
    return make("div", { className: "actions" }, this.summary, this.again, this.download, this.printing);
  }

  async drawAgain() {
    const { seed } = await get("/api/seed");
    if (seed) this.choices.seed = [seed];
    this.refresh({ step: true });
  }

  // Sets the requested sheets and options; returns the games without any selected sheet.
  choose() {
    this.choices.target = this.selections.flatMap(targetsOf);
    const set = this.settings.pairs(this.chosen());
    if (set.length) this.choices.set = set;
    else delete this.choices.set;
    this.fillNames();
    this.fillVariants();
    return { game: this.selections.filter((one) => !targetsOf(one).length).map(({ game }) => game.id).join(",") };
  }

  async refresh(how = {}) {
    const { game } = this.choose();
    this.pageParams = game ? { game } : {};
    address.write("print", this.choices, this.pageParams, how);
    const isEmpty = !this.choices.target.length;
    this.nothing.hidden = !isEmpty;
    if (isEmpty) {
      this.showNothing();
      return;
    }
    this.stage.element.setAttribute("aria-busy", "true");
    const answer = await this.latest.get("/api/pages", this.choices);
    if (answer === null) return;
    this.stage.element.removeAttribute("aria-busy");
    showProblems(this.problems, answer.problems ?? []);
    this.stage.element.classList.toggle("old", Boolean(answer.problems));
    if (answer.problems) this.disable();
    else this.show(answer);
    this.showOptions(); // also those that may be to blame for problems
    this.printing.disabled = answer.problems || this.total > answer.pages.length;
  }

  disable() {
    clearTimeout(this.pause);
    this.pause = 0;
    link(this.download, null);
  }

  showNothing() {
    this.latest.cancel();
    this.stage.element.removeAttribute("aria-busy");
    this.stage.show([]);
    showProblems(this.problems, []);
    this.notes.textContent = "";
    this.summary.textContent = "";
    this.command.textContent = "";
    this.again.hidden = true;
    link(this.download, null);
    this.printing.disabled = true;
    this.showKit();
    this.showOptions();
  }

  show(answer) {
    if (answer.seed && this.choices.seed?.[0] !== answer.seed) {
      this.choices.seed = [answer.seed];
      address.write("print", this.choices, this.pageParams, { replace: true });
    }
    clearTimeout(this.pause);
    this.pause = setTimeout(() => this.remember(), PAUSE_MS);
    this.total = answer.total;
    this.stage.show(answer.pages);
    const large = answer.leftOut.length && t("Left out, because too large for this paper: {sheets}", { sheets: answer.leftOut.join(", ") });
    this.notes.textContent = [large, ...answer.notes].filter(Boolean).join(" · ");
    this.command.textContent = answer.command;
    this.again.hidden = !answer.seed;
    link(this.download, `/api/pdf?${query(this.choices)}`);
    const hidden = answer.total - answer.pages.length;
    this.summary.textContent = counted(answer.total)
      + (hidden ? `, ${t("{count} more not shown", { count: hidden })}. ${t("The PDF has all the pages.")}` : "");
    for (const one of this.selections) one.kit = answer.kits[one.game.id] ?? one.kit;
    this.showKit();
  }

  caption(page, at) {
    const titles = [...new Set(page.sheets.map((sheet) => sheet.title))].join(", ");
    const codes = [...new Set(page.sheets.map((sheet) => sheet.code).filter(Boolean))];
    const cut = page.sheets.some((sheet) => sheet.cut);
    return [
      make("span", {}, titles, cut ? ` · ${t("cut out")}` : ""),
      ...codes.map((code) => make("code", { title: t("This sheet’s code") }, code)),
      make("span", { className: "number" }, `${at + 1} / ${this.total}`),
    ];
  }

  // The sheets that are printed; all sheets of a game whose kit isn't known yet.
  chosen() {
    return this.selections.flatMap((one) => {
      const amounts = amountsOf(one);
      const isUnknown = !one.amounts && !one.kit.length;
      return one.game.sheets.filter((sheet) => isUnknown || amounts.get(sheet.id));
    });
  }

  showKit() {
    const focused = this.sheetList.contains(document.activeElement) && document.activeElement.ariaLabel;
    const several = this.selections.length > 1;
    fill(this.sheetList, this.selections.map((one) => [
      several && make("div", { className: "row part" },
        make("h3", {}, one.game.title),
        make("button", { type: "button", className: "quiet", onclick: () => this.remove(one), "aria-label": t("Remove {what}", { what: one.game.title }) }, "×")),
      this.rows(one),
      isOwn(one.game.id) && make("a", { className: "hint edit", href: `/?tab=write&target=${encodeURIComponent(one.game.id)}` }, t("Edit {file}", { file: one.game.id })),
    ]));
    if (focused) this.sheetList.querySelector(`[aria-label="${CSS.escape(focused)}"]`)?.focus();
  }

  rows(one) {
    const amounts = amountsOf(one);
    const copies = new Map(one.kit.map(([id, , each]) => [id, each])); // one for each player, perhaps
    const order = [...new Set([...one.kit.map(([id]) => id), ...one.game.sheets.map((sheet) => sheet.id)])];
    const all = order.map((id) => one.game.sheets.find((sheet) => sheet.id === id));
    const rows = all.filter((sheet) => sheet && (!sheet.recorded || this.choices.record));
    return rows.map((sheet) =>
      make("div", { className: "row", title: document.documentElement.lang === "en" ? sheet.summary : "" },
        make("span", {}, sheet.title, copies.get(sheet.id) > 1 && make("small", {}, ` × ${copies.get(sheet.id)}`)),
        stepper(sheet.title, amounts.get(sheet.id) ?? 0, 0, 20, (many) => this.setCopies(one, sheet.id, many))));
  }

  setCopies(one, id, many) {
    const amounts = amountsOf(one);
    amounts.set(id, many);
    const inKit = amountsOf({ ...one, amounts: null });
    const isKit = one.kit.length && [...amounts].every(([sheet, copies]) => copies === (inKit.get(sheet) ?? 0));
    one.amounts = isKit ? null : amounts;
    this.refresh();
  }

  showOptions() {
    const sheets = this.chosen();
    const key = this.settings.groups(sheets).map((group) => group.same + group.clashes).join();
    if (this.options.dataset.shown === key) return;
    this.options.dataset.shown = key;
    const change = () => this.refresh();
    this.options.replaceChildren(...this.settings.fields(sheets, change, (group) => !isRare(group)));
    this.rareOptions.replaceChildren(...this.settings.fields(sheets, change, isRare));
  }
}

// Whether an option of a game is only for a few: what has to be typed, such as the name of a file.
const isRare = ({ option, sheets }) => !["bool", "choice"].includes(option.type) && sheets.every(({ id }) => id !== PAD && !isOwn(id));

// A game in the order: its kit, once it is known, and the number of each sheet if it differs from the kit.
function selectGame(game, targets = [], isEmpty = false) {
  const targetsOfGame = targets.filter((target) => gameOf(target) === game.id);
  const isKit = targetsOfGame.length ? (targetsOfGame.includes(game.id) && (!game.own || targetsOfGame.length === 1)) : !isEmpty;
  const amounts = new Map();
  if (!isKit) for (const id of targetsOfGame) amounts.set(id, (amounts.get(id) ?? 0) + 1);
  return { game, kit: game.kit ?? [], amounts: isKit ? null : amounts };
}

// The number of each sheet: those of the kit, or as chosen.
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

// Each name is a parameter of its own in the URL; a single one is a list, as on the command line.
function readNames(values) {
  if (values.length > 1) return values;
  const [text] = values;
  if (/^“".*"”$/s.test(text)) return [text.slice(2, -2)];
  return text.split(["\n", ";"].find((separator) => text.includes(separator)) ?? ",").map((name) => name.trim());
}

const writeNames = (names) => (names.length > 1 || /^[\p{L}\p{N}]*$/u.test(names[0]) ? names : [`“"${names[0]}"”`]);
