// Games and the user's layouts as cards with pictures: two of their sheets, as they will be printed.

import { client, get } from "./api.js";
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
    picture(game, fan);
    return card;
  });
  return make("div", { className: "games" }, cards);
}

async function picture(game, fan) {
  const answer = await get("/api/pages", { target: game.id, seed: "studio" }, { client: `${game.id} ${client}` });
  const whole = (answer.pages ?? []).filter((page) => !page.sheets.some((sheet) => sheet.cut));
  const shown = (whole.length ? whole : answer.pages ?? []).slice(0, 2).reverse();
  for (const page of shown) {
    const host = make("div", { className: page.width > page.height ? "paper lying" : "paper" });
    host.style.setProperty("--wide", page.width);
    host.style.setProperty("--high", page.height);
    fan.append(host);
    draw(host, page.svg);
  }
}

// A layout of the user as a game with one sheet; if it is broken, its problems.
export async function ownGame(file) {
  const game = await get("/api/layout", {}, { file, client: `${file} ${client}` });
  return game.problems ? { id: file, problems: game.problems } : { ...game, own: true, kit: [[file, 1]] };
}

export const isOwn = (target) => /\.ya?ml$/.test(target);
