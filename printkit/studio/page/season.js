// Play: the standings of all games in the folder, as they are printed. They change with every game that is finished.

import { LatestRequest } from "./api.js";
import { fill, make } from "./dom.js";
import { listen } from "./events.js";
import { showProblems } from "./problems.js";
import { Stage } from "./sheets.js";
import { t } from "./words.js";

export async function openSeason(main) {
  document.title = `${t("Season")} · printkit studio`;
  const latest = new LatestRequest();
  const stage = new Stage(t("Pages"));
  const outcome = make("section", { className: "asked over" });
  const problems = make("div", { className: "problems", role: "alert", hidden: true });
  const notes = make("p", { className: "lead" });
  const actions = make("div", { className: "actions", hidden: true },
    make("button", { type: "button", className: "button primary", onclick: () => print() }, t("Print")));
  main.replaceChildren(make("div", { className: "table season" },
    make("div", { className: "hand play" },
      make("a", { className: "back", href: "/?tab=play" }, t("All games")), outcome, problems, actions, notes),
    make("section", { className: "desk" }, stage.element)));

  fill(outcome, make("h1", {}, t("Season")));

  async function reload() {
    const answer = await latest.get("/api/season");
    if (!answer) return;
    const { title = t("Season"), ranking = [], pages = [], not_counted: count = 0 } = answer;
    showProblems(problems, answer.problems ?? []);
    fill(outcome, make("p", { className: "who" }, t("Season")), make("h1", {}, title),
      ranking.length > 0 && make("ol", {}, ranking.map((one) => make("li", { value: one.place }, make("span", {}, one.name), make("strong", {}, one.points)))));
    const lines = [
      !answer.problems && pages.length === 0 && t("No game has been finished yet."),
      count > 0 && t("Not counted: {count}. The command printkit season says why.", { count }),
    ];
    notes.textContent = lines.filter(Boolean).join(" ");
    actions.hidden = pages.length === 0;
    stage.show(pages);
  }

  const stopListening = listen("game", reload);
  await reload();
  return () => {
    stopListening();
    latest.cancel();
  };
}
