// Play, before a game begins: which game, who plays, and whether to keep score or record it.

import { get, post, query } from "./api.js";
import { catalogue, DEFAULT_PLAYERS, rememberChoices } from "./catalogue.js";
import { field, fill, make, select, stepper } from "./dom.js";
import { allGames, PAD, pictures } from "./games.js";
import { Settings } from "./options.js";
import { beginRecord, openRecord } from "./play.js";
import { showProblems } from "./problems.js";
import { beginScore, openScore } from "./score.js";
import { openSeason } from "./season.js";
import { t, won } from "./words.js";

export async function openPlay(main, choices, pageParams) {
  const known = await catalogue();
  const file = choices.file?.[0];
  if (file?.endsWith(".json")) return openScore(main, known, file, pageParams);
  if (file) return openRecord(main, known, file);
  if (pageParams.view === "season") return openSeason(main);
  const game = known.games.find((one) => one.id === pageParams.game);
  if (game) return new StartForm(main, known, game, null, choices).open();
  if (pageParams.game === PAD) return new StartForm(main, known, null, { ...known.pad, file: PAD }, choices).open();
  const { layouts = [], files = [] } = await get("/api/score/files");
  const layout = layouts.find((one) => one.file === choices.sheet?.[0]);
  if (layout) return new StartForm(main, known, null, layout, choices).open();
  return lobby(main, known, layouts, files);
}

// --- which game

async function lobby(main, known, layouts, files) {
  document.title = `${t("Play")} · printkit studio`;
  const { records = [] } = await get("/api/play/records");
  const titles = new Map(known.games.map((game) => [game.id, game.title]));
  const day = (date) => (date ? new Date(`${date}T12:00`).toLocaleDateString(document.documentElement.lang, { dateStyle: "medium" }) : "");
  const link = ({ file, players, date, winners = [] }, title) => {
    const item = make("li", {},
      make("a", { href: `/?tab=play&file=${encodeURIComponent(file)}` },
        make("strong", {}, title),
        make("span", {}, players.join(", ")),
        make("small", {}, [winners.length && won(winners), day(date) || file].filter(Boolean).join(" · "))),
      make("details", { className: "file-menu" },
        make("summary", { "aria-label": t("More about {file}", { file }), title: file }, "⋯"),
        make("div", {},
          make("code", {}, file),
          make("a", { className: "button", download: file, href: `/api/play/download?${query({ file })}` }, t("Download")),
          make("button", { type: "button", className: "danger", onclick: () => remove(file, item) }, t("Delete")))));
    return item;
  };
  const list = (title, entries) => entries.length > 0 && [make("h2", { className: "later" }, title), make("ul", { className: "records" }, entries)];
  const sheet = (one) => link(one, one.title);
  const game = (record) => link(record, titles.get(record.game) ?? record.game);
  main.replaceChildren(make("section", { className: "gallery play" },
    make("h1", {}, t("Keep score")),
    make("p", { className: "lead" }, t("Fill in the score sheet here and let it add up, or record the whole game move by move.")),
    pictures(allGames(known), (game) => ["a", { href: `/?tab=play&game=${encodeURIComponent(game.id)}` }]),
    layouts.length > 0 && make("h2", { className: "later" }, t("Sheets of your own")),
    make("ul", { className: "records" }, layouts.map((layout) =>
      make("li", {}, make("a", { href: `/?tab=play&sheet=${encodeURIComponent(layout.file)}` },
        make("strong", {}, layout.title), make("small", {}, layout.file))))),
    list(t("Continue a recorded game"), records.filter((record) => !record.finished).map(game)),
    list(t("Continue a score sheet"), files.filter((one) => !one.winners.length).map(sheet)),
    list(t("Finished games"), [...records.filter((record) => record.finished).map(game), ...files.filter((one) => one.winners.length).map(sheet)]),
    make("h2", { className: "later" }, t("Season")),
    make("ul", { className: "records" }, make("li", {}, make("a", { href: "/?tab=play&view=season" },
      make("strong", {}, t("Standings of all games in this folder")))))));
}

// Deleting asks once more, where the finger is.
async function remove(file, item) {
  const menu = item.querySelector(".file-menu div");
  const problems = make("div", { className: "problems", role: "alert", hidden: true });
  const really = make("button", { type: "button", className: "danger", onclick: async () => {
    const answer = await post("/api/play/delete", { file });
    showProblems(problems, answer.problems ?? []);
    if (!answer.problems) item.remove();
  } }, t("Delete for good"));
  fill(menu, make("p", {}, t("Delete {file}? It can’t be brought back.", { file })), really, problems);
  really.focus();
}

// --- who plays, and whether to keep score or record the game

class StartForm {
  constructor(main, known, game, layout, choices) {
    Object.assign(this, { main, known, game, layout });
    this.subject = game ?? layout;
    this.names = make("div", { className: "names" });
    this.problems = make("div", { className: "problems", role: "alert", hidden: true });
    this.extra = make("div", { className: "extra" });
    this.sheets = make("div", { className: "which" });
    this.options = make("div", { className: "options" });
    this.settings = new Settings();
    this.target = layout?.file ?? null;
    const { variants } = this.subject;
    this.variants = Array.isArray(variants) ? variants.map((name) => [name, name]) : Object.entries(variants);
    [[this.variant]] = this.variants;
    if (this.variants.some(([id]) => id === choices.variant?.[0])) [this.variant] = choices.variant;
    this.guests = [...known.remembered.names];
  }

  open() {
    const { subject, game } = this;
    document.title = `${subject.title} · printkit studio`;
    if (game) document.documentElement.style.setProperty("--accent", game.colours["accent-dark"]);
    const { min, max } = subject.players;
    const defaultCount = Math.min(max, Math.max(min, this.guests.length || DEFAULT_PLAYERS));
    this.seats(defaultCount);
    const scoring = make("button", { type: "submit", className: "button primary big" }, t("Keep score on the sheet"));
    this.main.replaceChildren(make("form", { className: "seating play", onsubmit: (event) => { event.preventDefault(); this.score(); } },
      make("a", { className: "back", href: "/?tab=play" }, t("All games")),
      make("h1", {}, subject.title),
      max > 0 && make("div", { className: "row" }, make("h2", {}, t("Players, in clockwise order")),
        max > min && stepper(t("Players"), defaultCount, min, max, (count) => { this.guests.length = Math.min(this.guests.length, count); this.seats(count); })),
      this.names,
      this.variants.length > 1 && field(t("Variant"), select(this.variants, this.variant, (id) => { this.variant = id; })),
      this.problems,
      make("section", { className: "offer" }, scoring,
        make("p", {}, t("The sheet as it’s printed, to fill in on screen. Totals are added up for you.")), this.sheets, this.options),
      game && make("section", { className: "offer" },
        make("button", { type: "button", className: "button big", onclick: () => this.record() }, t("Record the whole game")),
        make("p", {}, t("Every move is checked against the rules. For referees.")), this.extra)));
    this.sheetsLoaded = game ? this.choose() : this.chooseOwn();
    return () => this.leave?.();
  }

  seats(count) {
    const unnamed = (at) => t("Player {number}", { number: at + 1 });
    this.guests = this.guests.map((name, at) => (name === unnamed(at) ? "" : name));
    this.names.replaceChildren(...Array.from({ length: count }, (_, at) => {
      const input = make("input", {
        type: "text", value: this.guests[at] ?? "", placeholder: unnamed(at), maxLength: this.known.maxName, autocomplete: "off",
        "aria-label": t("Name of player {number}", { number: at + 1 }), oninput: () => { this.guests[at] = input.value.trim(); },
      });
      return input;
    }));
  }

  get nameList() {
    return [...this.names.querySelectorAll("input")]
      .map((input, at) => input.value.replaceAll(",", " ").trim() || t("Player {number}", { number: at + 1 })).join(",");
  }

  // Whoever plays now is offered for the next game, and for printing.
  remember() {
    const names = Array.from(this.guests, (name) => name ?? "");
    while (names.length && !names.at(-1)) names.pop();
    rememberChoices(this.known, { names });
  }

  // Offers the game's sheets; the first is the one with scores.
  async choose() {
    const { sheets = [] } = await get("/api/score/sheets", {}, { game: this.game.id });
    const take = (id) => {
      this.target = id;
      this.take(this.game.sheets.find((sheet) => sheet.id === id));
    };
    take(sheets[0]?.id);
    if (sheets.length > 1) fill(this.sheets, field(t("Sheet"), select(sheets.map(({ id, title }) => [id, title]), this.target, take)));
  }

  async chooseOwn() {
    const { sheets = [] } = this.layout.sheets ? this.layout : await get("/api/layout", { file: this.target });
    this.take(sheets[0]);
  }

  // Shows the options of a sheet, except files.
  take(sheet) {
    this.taken = sheet ? [{ ...sheet, options: sheet.options.filter((option) => option.type !== "file") }] : [];
    const fields = this.settings.fields(this.taken, () => {});
    const isPad = sheet?.id === PAD; // without its options, there is nothing to score
    fill(this.options, fields.length > 0 && make("details", { className: "more", open: isPad }, make("summary", {}, t("More options")), fields));
  }

  async score() {
    await this.once(async () => {
      await this.sheetsLoaded;
      this.leave = await beginScore(this.main, this.known, { target: this.target, names: this.nameList, variant: this.variant, settings: this.settings.pairs(this.taken ?? []) }, this.problems);
    });
  }

  record() {
    return this.once(() => beginRecord(this.main, this.known, { game: this.game.id, names: this.nameList, variant: this.variant }, this.extra, this.problems));
  }

  // Pressing twice begins only one game.
  async once(work) {
    if (this.busy) return;
    this.busy = true;
    this.remember();
    await work();
    this.busy = false;
  }
}
