// Write: the layout is typed in an editor; the page beside it changes when it is saved.

import * as address from "./address.js";
import { get, Newest } from "./api.js";
import { catalogue, counted, spoken, themed } from "./catalogue.js";
import { choice, copy, field, fill, make, onOff, select } from "./dom.js";
import { listen } from "./events.js";
import { showProblems } from "./problems.js";
import { Stage } from "./sheets.js";
import { t } from "./words.js";

const PAUSE_MS = 250;

export async function openWrite(main, words, own) {
  const [known, files] = await Promise.all([catalogue(), get("/api/files")]);
  const file = words.target?.[0] ?? (files.layout || files.layouts?.[0]);
  if (!file || known.problems) {
    main.replaceChildren(empty(files.layouts ?? [], known.problems ?? []));
    return undefined;
  }
  return new Desk(main, known, files.layouts, { ...words, target: [file] }, own, files.editor).open();
}

function empty(layouts, problems) {
  const box = make("section", { className: "empty" });
  if (problems.length) showProblems(box, problems);
  else {
    box.append(make("h1", {}, t("No layouts here yet")),
      make("p", {}, t("Start one in a terminal, in this studio’s folder:")),
      make("code", {}, "printkit new my-game"),
      make("p", { className: "hint" }, t("Then open this tab again. The page updates every time you save.")));
  }
  return box;
}

class Desk {
  constructor(main, known, layouts, words, own, editor) {
    Object.assign(this, { main, known, layouts, words, own: { ...own }, editor });
    this.newest = new Newest();
    this.answer = null;
    this.stage = new Stage(t("Pages"), (page, at) => this.caption(page, at));
    this.problems = make("div", { className: "problems", role: "alert", hidden: true });
    this.tools = make("form", { className: "panel write-tools", onsubmit: (event) => event.preventDefault() });
    this.place = make("button", { type: "button", className: "pointed", hidden: true, onclick: () => this.copyPlace() });
    this.state = make("p", { className: "summary", role: "status" });
  }

  async open() {
    document.title = `${this.words.target[0]} · printkit studio`;
    this.desk = make("section", { className: "desk", "aria-label": t("Pages") }, this.stage.element, this.problems, this.place);
    this.main.replaceChildren(make("div", { className: "split" }, this.tools, this.desk));
    this.point();
    const deaf = listen("changed", () => this.changed());
    await this.choices();
    await this.refresh({ replace: true });
    return () => {
      clearTimeout(this.pause);
      deaf();
    };
  }

  // The drawing comes first; what is declared is looked at when nobody has saved for a moment.
  changed() {
    clearTimeout(this.pause);
    this.pause = setTimeout(async () => {
      if (await this.choices()) await this.refresh();
    }, PAUSE_MS);
    return this.refresh();
  }

  // What may be chosen depends on the layout, and changes with it; of a broken one nothing new is known.
  async choices() {
    const layout = await get("/api/layout", {}, { file: this.words.target[0] });
    const isKnown = !layout.problems && !layout.superseded;
    const isOld = this.layout && (!isKnown || JSON.stringify(layout) === JSON.stringify(this.layout));
    if (isOld) return false;
    this.layout = isKnown ? layout : null;
    if (isKnown) this.forget(layout);
    this.offer();
    return true;
  }

  // Choices that the layout does not offer any more.
  forget({ players, variants, sheets }) {
    const { words } = this;
    const names = sheets[0].options.map((option) => option.name);
    const set = (words.set ?? []).filter((pair) => names.includes(pair.split("=")[0]));
    const count = Number(words.players?.[0]);
    if (set.length) words.set = set;
    else delete words.set;
    if (count && (count < players.min || count > players.max)) delete words.players;
    if (words.variant && !(words.variant[0] in variants)) delete words.variant;
  }

  offer() {
    const { words, known } = this;
    const { min, max } = this.layout?.players ?? { min: 0, max: 0 };
    const variants = Object.entries(this.layout?.variants ?? {});
    const languages = this.layout?.languages ?? known.languages;
    fill(this.tools,
      this.layouts.length > 1
        ? field(t("Layout"), select(this.layouts.map((name) => [name, name]), words.target[0], (name) => this.change(name)))
        : make("h1", { className: "file" }, words.target[0]),
      max > min && this.slider(min, max),
      make("section", {},
        variants.length > 1 && field(t("Variant"), select(variants, words.variant?.[0] ?? variants[0][0],
          (id) => this.set("variant", id, variants[0][0]))),
        choice(t("Theme"), known.themes.map((id) => [id, themed(id)]), words.theme?.[0] ?? "colour",
          (id) => this.set("theme", id, "colour")),
        field(t("Language"), select(Object.entries(languages), spoken(words.lang?.[0] ?? known.language, languages),
          (id) => this.set("lang", id, known.language))),
        choice(t("Paper"), [["a4", "A4"], ["letter", "US Letter"]], words.paper?.[0] ?? known.paper,
          (id) => this.set("paper", id, known.paper))),
      this.options(),
      make("section", {},
        choice(t("Show"), [["all", t("All pages")], ["one", t("One page")], ["grid", t("Every player count")]], this.own.view ?? "all",
          (view) => this.view(view)),
        this.pager = make("div", { className: "row", hidden: true })),
      make("div", { className: "actions" }, this.state,
        make("p", { className: "hint" }, t("Hover to see the layout line; click to copy it."))));
  }

  options() {
    const options = this.layout?.sheets[0].options ?? [];
    if (!options.length) return null;
    const values = Object.fromEntries((this.words.set ?? []).map((pair) => pair.split(/=(.*)/s).slice(0, 2)));
    return make("section", {}, options.map((option) => {
      const value = values[option.name] ?? String(option.default);
      const chosen = (next) => {
        values[option.name] = String(next);
        if (values[option.name] === String(option.default)) delete values[option.name];
        const pairs = Object.entries(values).map(([name, one]) => `${name}=${one}`);
        if (pairs.length) this.words.set = pairs;
        else delete this.words.set;
        this.refresh();
      };
      if (option.type === "bool") return onOff(option.label, value === "true", chosen, option.help);
      if (option.type === "choice") return field(option.label, select(option.choices, value, chosen), option.help);
      const input = make("input", { type: option.type === "int" ? "number" : "text", value, min: option.min, max: option.max,
        oninput: () => input.checkValidity() && chosen(input.value) });
      return field(option.label, input, option.help);
    }));
  }

  slider(min, max) {
    const now = Number(this.words.players?.[0]) || Math.min(max, Math.max(min, 4));
    const shown = make("output", {}, String(now));
    const input = make("input", { type: "range", min, max, step: 1, value: now,
      oninput: () => {
        shown.textContent = input.value;
        this.words.players = [input.value];
        this.refresh();
      } });
    return make("section", {}, make("div", { className: "row" }, make("label", { htmlFor: (input.id = "count") }, t("Players")), shown), input);
  }

  change(name) {
    this.words = { target: [name] };
    this.own = {};
    this.answer = null;
    this.layout = null;
    this.choices().then(() => this.refresh());
  }

  set(name, value, usual) {
    if (value === usual) delete this.words[name];
    else this.words[name] = [value];
    this.refresh();
  }

  view(view) {
    if (view === "all") delete this.own.view;
    else this.own.view = view;
    this.refresh();
  }

  async refresh({ replace = false } = {}) {
    address.write("write", this.words, this.own, { replace });
    const words = { ...this.words };
    if (this.own.view === "grid" && this.layout?.players.max) words.players = ["all"];
    const answer = await this.newest.get("/api/pages", words, { traced: "1" });
    if (answer === null) return;
    if (answer.problems) this.fail(answer.problems);
    else await this.show(answer);
  }

  async show(answer) {
    if (answer.seed && this.words.seed?.[0] !== answer.seed) {
      this.words.seed = [answer.seed];
      address.write("write", this.words, this.own, { replace: true });
    }
    this.answer = answer;
    showProblems(this.problems, []);
    this.light(null);
    this.stage.element.classList.remove("old");
    this.stage.element.classList.toggle("grid", this.own.view === "grid");
    this.drawn();
    this.state.textContent = `${counted(answer.total)}${answer.notes.length ? ` · ${answer.notes.join(" · ")}` : ""}`;
  }

  drawn() {
    const one = this.own.view === "one";
    const number = Math.min(Number(this.own.page ?? 1), this.answer.pages.length);
    this.shown = one ? this.answer.pages.slice(number - 1, number) : this.answer.pages;
    this.stage.show(this.shown);
    this.stage.element.classList.toggle("single", one);
    this.pager.hidden = !one;
    const turn = (by) => make("button", { type: "button", disabled: number + by < 1 || number + by > this.answer.pages.length,
      onclick: () => {
        this.own.page = String(number + by);
        address.write("write", this.words, this.own);
        this.drawn();
      } }, by < 0 ? t("‹ Previous") : t("Next ›"));
    this.pager.replaceChildren(turn(-1), make("span", {}, t("{number} of {count}", { number, count: this.answer.pages.length })), turn(1));
  }

  // The last good drawing stays, beside what is wrong now; the line of a problem lights its place.
  fail(problems) {
    this.unpoint();
    showProblems(this.problems, problems, (problem) => this.light(problem ? [problem.file, problem.line] : null));
    this.stage.element.classList.toggle("old", Boolean(this.answer));
    this.state.textContent = this.answer ? t("Showing the last version without errors.") : "";
    this.light([problems[0].file, problems[0].line]);
  }

  caption(page, at) {
    const sheet = page.sheets[0];
    const count = this.own.view === "grid" && sheet?.players ? t("{count} players", { count: sheet.players }) : sheet?.title ?? "";
    return [make("span", {}, count), make("span", { className: "number" }, String(at + 1))];
  }

  // --- from the page to the layout and back

  point() {
    const find = (event) => {
      const host = event.target.closest?.(".sheet .paper");
      if (!host) return null;
      const at = [...this.stage.element.children].indexOf(host.parentElement);
      const page = this.shown?.[at];
      if (!page?.boxes) return null;
      const box = host.getBoundingClientRect();
      const x = ((event.clientX - box.left) / box.width) * page.width;
      const y = ((event.clientY - box.top) / box.height) * page.height;
      return { page, ...smallest(page, x, y) };
    };
    this.stage.element.addEventListener("pointermove", (event) => {
      const found = find(event);
      if (!found?.place) return this.unpoint();
      this.pointed = found.place;
      this.place.hidden = false;
      this.place.textContent = `${found.place[0]}:${found.place[1]}`;
      this.place.title = found.place[3];
      this.place.style.left = `${Math.min(event.clientX + 14, innerWidth - 220)}px`;
      this.place.style.top = `${event.clientY + 18}px`;
      return this.light(found.place);
    });
    this.stage.element.addEventListener("pointerleave", () => this.unpoint());
    this.stage.element.addEventListener("click", (event) => {
      const found = find(event);
      if (found?.place) {
        this.pointed = found.place;
        this.copyPlace();
      }
    });
  }

  unpoint() {
    this.place.hidden = true;
    this.light(null);
  }

  // Opens the line in an editor where one is configured, for layouts of one's own; else copies it.
  copyPlace() {
    const [file, line, column] = this.pointed ?? [""];
    if (this.editor && file && !file.includes("/")) {
      location.href = this.editor.replace("{file}", encodeURIComponent(file)).replace("{line}", line).replace("{column}", column);
    } else if (this.pointed) copy(`${this.pointed[0]}:${this.pointed[1]}`, `${this.pointed[0]}:${this.pointed[1]}`);
  }

  light(place) {
    this.stage.element.querySelectorAll(".mark").forEach((mark) => mark.remove());
    if (!place) return;
    [...this.stage.element.children].forEach((sheet, at) => {
      const page = this.shown?.[at];
      const wanted = (page?.places ?? []).flatMap(([file, line], number) => (file === place[0] && line === place[1] ? [number] : []));
      for (const [left, top, right, bottom, number] of page?.boxes ?? []) {
        if (!wanted.includes(number)) continue;
        const mark = make("i", { className: "mark" });
        Object.assign(mark.style, {
          left: percent(left, page.width), top: percent(top, page.height),
          width: percent(right - left, page.width), height: percent(bottom - top, page.height),
        });
        sheet.lastElementChild.append(mark);
      }
    });
  }
}

const percent = (part, whole) => `${(100 * part) / whole}%`;

// Of all that lies under a point, what takes the least room.
function smallest(page, x, y) {
  let least = Infinity;
  let found = null;
  for (const [left, top, right, bottom, number] of page.boxes) {
    const size = Math.max(0.3, right - left) * Math.max(0.3, bottom - top);
    if (x >= left - 0.2 && x <= right + 0.2 && y >= top - 0.2 && y <= bottom + 0.2 && size < least) {
      least = size;
      found = page.places[number];
    }
  }
  return { place: found };
}
