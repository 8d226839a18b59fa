// Play, before a game begins: which game, who plays, and whether to keep score or record it.

import { get } from "./api.js";
import { catalogue, DEFAULT_PLAYERS } from "./catalogue.js";
import { field, fill, make, select, stepper } from "./dom.js";
import { pictures } from "./games.js";
import { Settings } from "./options.js";
import { beginRecord, openRecord } from "./play.js";
import { beginScore, openScore } from "./score.js";
import { t } from "./words.js";

export async function openPlay(main, choices, pageParams) {
  const known = await catalogue();
  const file = choices.file?.[0];
  if (file?.endsWith(".json")) return openScore(main, known, file, pageParams);
  if (file) return openRecord(main, known, file);
  const game = known.games.find((one) => one.id === pageParams.game);
  if (game) return new StartForm(main, known, game).open();
  const { layouts = [], files = [] } = await get("/api/score/files");
  const layout = layouts.find((one) => one.file === choices.sheet?.[0]);
  if (layout) return new StartForm(main, known, null, layout).open();
  return lobby(main, known, layouts, files);
}

// --- which game

async function lobby(main, known, layouts, files) {
  document.title = `${t("Play")} · printkit studio`;
  const { records = [] } = await get("/api/play/records");
  const titles = new Map(known.games.map((game) => [game.id, game.title]));
  const link = (file, title, players) => make("li", {}, make("a", { href: `/?tab=play&file=${encodeURIComponent(file)}` },
    make("strong", {}, title),
    make("span", {}, players.join(", ")),
    make("small", {}, file)));
  main.replaceChildren(make("section", { className: "gallery play" },
    make("h1", {}, t("Keep score")),
    make("p", { className: "lead" }, t("Fill in the score sheet here and let it add up, or record the whole game move by move.")),
    pictures(known.games, (game) => ["a", { href: `/?tab=play&game=${game.id}` }]),
    layouts.length > 0 && make("h2", { className: "later" }, t("Sheets of your own")),
    make("ul", { className: "records" }, layouts.map((layout) =>
      make("li", {}, make("a", { href: `/?tab=play&sheet=${encodeURIComponent(layout.file)}` },
        make("strong", {}, layout.title), make("small", {}, layout.file))))),
    files.length > 0 && make("h2", { className: "later" }, t("Continue a score sheet")),
    make("ul", { className: "records" }, files.map((one) => link(one.file, one.title, one.players))),
    records.length > 0 && make("h2", { className: "later" }, t("Continue a recorded game")),
    make("ul", { className: "records" }, records.map((record) => link(record.file, titles.get(record.game) ?? record.game, record.players)))));
}

// --- who plays, and whether to keep score or record the game

class StartForm {
  constructor(main, known, game, layout = null) {
    Object.assign(this, { main, known, game, layout });
    this.subject = game ?? layout;
    this.names = make("div", { className: "names" });
    this.problems = make("div", { className: "problems", role: "alert", hidden: true });
    this.extra = make("div", { className: "extra" });
    this.sheets = make("div", { className: "which" });
    this.options = make("div", { className: "options" });
    this.settings = new Settings();
    this.target = layout?.file ?? null;
    this.variants = game ? Object.entries(game.variants) : layout.variants.map((name) => [name, name]);
    [[this.variant]] = this.variants;
  }

  open() {
    const { subject, game } = this;
    document.title = `${subject.title} · printkit studio`;
    if (game) document.documentElement.style.setProperty("--accent", game.colours["accent-dark"]);
    const { min, max } = subject.players;
    const defaultCount = Math.min(max, Math.max(min, DEFAULT_PLAYERS));
    this.seats(defaultCount);
    const scoring = make("button", { type: "submit", className: "button primary big" }, t("Keep score on the sheet"));
    this.main.replaceChildren(make("form", { className: "seating play", onsubmit: (event) => { event.preventDefault(); this.score(); } },
      make("a", { className: "back", href: "/?tab=play" }, t("All games")),
      make("h1", {}, subject.title),
      max > 0 && make("div", { className: "row" }, make("h2", {}, t("Players, in clockwise order")),
        max > min && stepper(t("Players"), defaultCount, min, max, (count) => this.seats(count))),
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
    const typed = [...this.names.querySelectorAll("input")].map((input) => input.value);
    this.names.replaceChildren(...Array.from({ length: count }, (_, at) => make("input", {
      type: "text", value: typed[at] ?? "", placeholder: t("Player {number}", { number: at + 1 }), maxLength: 40, autocomplete: "off",
      "aria-label": t("Name of player {number}", { number: at + 1 }),
    })));
  }

  get nameList() {
    return [...this.names.querySelectorAll("input")]
      .map((input, at) => input.value.replaceAll(",", " ").trim() || t("Player {number}", { number: at + 1 })).join(",");
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
    const { sheets = [] } = await get("/api/layout", { file: this.target });
    this.take(sheets[0]);
  }

  // Shows the options of a sheet, except files.
  take(sheet) {
    this.taken = sheet ? [{ ...sheet, options: sheet.options.filter((option) => option.type !== "file") }] : [];
    const fields = this.settings.fields(this.taken, () => {});
    fill(this.options, fields.length > 0 && make("details", { className: "more" }, make("summary", {}, t("More options")), fields));
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
    await work();
    this.busy = false;
  }
}
