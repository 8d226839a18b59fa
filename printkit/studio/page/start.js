// Play, before it begins: which game, who plays, and how the game is kept.

import { get } from "./api.js";
import { catalogue } from "./catalogue.js";
import { field, make, select, stepper } from "./dom.js";
import { pictures } from "./games.js";
import { beginRecord, openRecord } from "./play.js";
import { t } from "./words.js";

const USUAL_PLAYERS = 4;

export async function openPlay(main, words, own) {
  const known = await catalogue();
  const file = words.file?.[0];
  if (file) return openRecord(main, known, file);
  const game = known.games.find((one) => one.id === own.game);
  return game ? seatUp(main, known, game) : lobby(main, known);
}

// --- which game

async function lobby(main, known) {
  document.title = `${t("Play")} · printkit studio`;
  const { records = [] } = await get("/api/play/records");
  const titles = new Map(known.games.map((game) => [game.id, game.title]));
  main.replaceChildren(make("section", { className: "gallery play" },
    make("h1", {}, t("Keep score")),
    make("p", { className: "lead" }, t("Tap what happens; the studio checks the rules and counts the points.")),
    pictures(known.games, (game) => ["a", { href: `/?tab=play&game=${game.id}` }]),
    records.length > 0 && make("h2", { className: "later" }, t("Continue a game")),
    make("ul", { className: "records" }, records.map((record) =>
      make("li", {}, make("a", { href: `/?tab=play&file=${encodeURIComponent(record.file)}` },
        make("strong", {}, titles.get(record.game) ?? record.game),
        make("span", {}, record.players.join(", ")),
        make("small", {}, record.file)))))));
}

// --- who plays

function seatUp(main, known, game) {
  document.title = `${game.title} · printkit studio`;
  document.documentElement.style.setProperty("--accent", game.colours["accent-dark"]);
  const { min, max } = game.players;
  const usual = Math.min(max, Math.max(min, USUAL_PLAYERS));
  const names = make("div", { className: "names" });
  const problems = make("div", { className: "problems", role: "alert", hidden: true });
  const extra = make("div", { className: "extra" });
  const variants = Object.entries(game.variants);
  let variant = variants[0][0];
  const seats = (count) => {
    const typed = [...names.querySelectorAll("input")].map((input) => input.value);
    names.replaceChildren(...Array.from({ length: count }, (_, at) => make("input", {
      type: "text", value: typed[at] ?? "", placeholder: t("Player {number}", { number: at + 1 }), maxLength: 40, autocomplete: "off",
      "aria-label": t("Name of player {number}", { number: at + 1 }),
    })));
  };
  const given = () => [...names.querySelectorAll("input")]
    .map((input, at) => input.value.replaceAll(",", " ").trim() || t("Player {number}", { number: at + 1 })).join(",");
  let busy = false;
  const record = async () => {
    if (busy) return;
    busy = true;
    await beginRecord(main, known, { game: game.id, names: given(), variant }, extra, problems);
    busy = false;
  };
  seats(usual);
  main.replaceChildren(make("form", { className: "seating play", onsubmit: (event) => { event.preventDefault(); record(); } },
    make("a", { className: "back", href: "/?tab=play" }, t("All games")),
    make("h1", {}, game.title),
    make("div", { className: "row" }, make("h2", {}, t("Players, in clockwise order")),
      max > min && stepper(t("Players"), usual, min, max, seats)),
    names,
    variants.length > 1 && field(t("Variant"), select(variants, variant, (id) => { variant = id; })),
    extra,
    problems,
    make("button", { type: "submit", className: "button primary big" }, t("Start"))));
}
