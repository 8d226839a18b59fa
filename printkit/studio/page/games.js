// Games and the user's layouts as cards with pictures: two of their sheets, as they will be printed.

import { client, get, getKept } from "./api.js";
import { players } from "./catalogue.js";
import { make } from "./dom.js";
import { draw } from "./sheets.js";

// A card for each game; `link` returns the tag and attributes of its element.
export function pictures(games, link) {
  const cards = games.map((game) => {
    const fan = make("div", { className: "fan", ariaHidden: "true" });
    const [tag, given] = link(game);
    const card = make(tag, { ...given, className: "game" },
      fan,
      make("strong", {}, game.title),
      make("span", {}, players(game.players)));
    card.style.setProperty("--accent", game.colours.accent);
    card.style.setProperty("--accent-dark", game.colours["accent-dark"]);
    card.style.setProperty("--tint", game.colours.tint);
    return [game, card, fan];
  });
  picture(cards);
  return make("div", { className: "games" }, cards.map(([, card]) => card));
}

async function picture(cards) {
  if (!cards.length) return;
  const { pages = {} } = await getKept("/api/thumbnails", { target: cards.map(([game]) => game.id) });
  for (const [game, , fan] of cards) {
    for (const page of (pages[game.id] ?? []).reverse()) {
      const host = make("div", { className: page.width > page.height ? "paper lying" : "paper" });
      host.style.setProperty("--wide", page.width);
      host.style.setProperty("--high", page.height);
      fan.append(host);
      draw(host, page.svg);
    }
  }
}

// A layout of the user as a game with one sheet; if it is broken, its problems.
export async function ownGame(file) {
  const game = await get("/api/layout", {}, { file, client: `${file} ${client}` });
  return game.problems ? { id: file, problems: game.problems } : { ...game, own: true, kit: [[file, 1]] };
}

// The score pad for any game, which is a game with one sheet.
export const PAD = "any/pad";
export const allGames = (known) => [...known.games, known.pad];

export const isOwn = (target) => /\.ya?ml$/.test(target);
