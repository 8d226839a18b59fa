// Play: the score sheet on the screen. The page is drawn as it is printed, with inputs over its fields.
// The studio computes totals, refuses invalid values, and saves every change.

import * as address from "./address.js";
import { get, LatestRequest, post, query } from "./api.js";
import { fill, make } from "./dom.js";
import { listen } from "./events.js";
import { logged } from "./log.js";
import { showProblems } from "./problems.js";
import { draw, Stage } from "./sheets.js";
import { minus, t, won } from "./words.js";

const FEW = 12; // a range with fewer numbers has a button for each
const AGAIN_MS = 2000; // delay before an unsent change is sent again
const EASY_PX = { number: 34, text: 34, tick: 26 }; // the least width of a field, if possible
const CRAMPED = 0.55; // smaller than this part of it, fields are enlarged even if the page has to be scrolled
const LARGEST = 2; // the most that a page may be wider than the screen
const NEAR_PX = 24; // a tap this close to a field is for the field

export async function beginScore(main, known, given, problems) {
  const answer = await post("/api/score/begin", given);
  showProblems(problems, answer.problems ?? []);
  if (answer.problems) return () => {};
  address.write("play", { file: answer.file });
  return openScore(main, known, answer.file, {});
}

export async function openScore(main, known, file, pageParams) {
  const answer = await get("/api/score/sheet", {}, { file });
  if (answer.problems) {
    const box = make("div", { className: "problems", role: "alert" });
    showProblems(box, answer.problems);
    main.replaceChildren(make("section", { className: "seating play" }, make("a", { className: "back", href: "/?tab=play" }, t("All games")), box));
    return () => {};
  }
  document.title = `${answer.title} · printkit studio`;
  const game = known.games.find((one) => one.id === answer.game);
  if (game) document.documentElement.style.setProperty("--accent", game.colours["accent-dark"]);
  return pageParams.view === "result" ? new Result(main, answer).open() : new ScoreSheet(main, answer).open();
}

// Sends changes to the studio one after the other; sends them again if it can't be reached.
class Changes {
  constructor(file, onAnswer) {
    Object.assign(this, { file, onAnswer, waiting: [] });
  }

  add(path, body) {
    this.waiting.push([path, body]);
    return this.send();
  }

  async send() {
    if (this.sending) return;
    this.sending = true;
    clearTimeout(this.timer);
    while (this.waiting.length) {
      const [path, body] = this.waiting[0];
      const answer = await post(path, { file: this.file, ...(typeof body === "function" ? body() : body) });
      if (answer.unreachable) {
        this.onAnswer(answer, body);
        this.timer = setTimeout(() => this.send(), AGAIN_MS);
        break;
      }
      this.waiting.shift();
      this.onAnswer(answer, body);
    }
    this.sending = false;
  }
}

class ScoreSheet {
  constructor(main, sheet) {
    Object.assign(this, { main, sheet, file: sheet.file, state: sheet, fields: new Map(), order: [], active: null, reloads: 0 });
    this.changes = new Changes(this.file, (answer, body) => this.handleAnswer(answer, body));
    this.undo = make("button", { type: "button", className: "quiet tool", "aria-label": t("Undo"), title: t("Undo"), onclick: () => this.step("undo") }, "↶");
    this.redo = make("button", { type: "button", className: "quiet tool", "aria-label": t("Redo"), title: t("Redo"), onclick: () => this.step("redo") }, "↷");
    this.saved = make("span", { className: "kept", role: "status" });
    this.ranking = make("ol", { className: "standing", "aria-label": t("Ranking") });
    this.dock = make("div", { className: "dock", role: "group", "aria-label": t("Number pad"), hidden: true });
    this.refused = make("p", { className: "refused", role: "alert", hidden: true });
  }

  open() {
    const papers = this.sheet.pages.map((page) => this.page(page));
    this.papers = make("div", { className: "pads" }, papers);
    this.main.replaceChildren(make("div", { className: "score" },
      make("div", { className: "score-bar" },
        make("a", { className: "back", href: "/?tab=play" }, t("All games")),
        make("h1", {}, this.sheet.title),
        this.saved, this.undo, this.redo,
        make("a", { className: "button primary", href: `/?${query({ tab: "play", file: this.file, view: "result" })}` }, t("Finish"))),
      this.ranking,
      this.papers,
      make("div", { className: "score-foot" }, this.refused, this.dock)));
    this.show(this.sheet);
    const fit = () => this.fit();
    const keys = (event) => this.shortcut(event);
    addEventListener("resize", fit);
    addEventListener("keydown", keys);
    fit();
    const stopListening = listen("game", (file = this.file) => file === this.file && this.reload());
    return () => {
      stopListening();
      clearTimeout(this.changes.timer);
      removeEventListener("resize", fit);
      removeEventListener("keydown", keys);
    };
  }

  // --- the page and its fields

  page(page) {
    const paper = make("div", { className: "paper", role: "img", "aria-label": page.title });
    draw(paper, page.svg);
    const [x, y, wide, high] = page.box;
    paper.shadowRoot.querySelector("svg").setAttribute("viewBox", `${x} ${y} ${wide} ${high}`);
    const places = make("div", { className: "places" }, page.fields.map((field) => this.place(page, field)));
    // A tap on a field may move the page, and end beside the field: it isn't for another one.
    let beside = false;
    places.addEventListener("pointerdown", (event) => { beside = event.target === places; });
    places.addEventListener("click", (event) => beside && event.target === places && nearest(places, event));
    const figure = make("figure", { className: "pad" }, make("div", { className: "pad-page" }, paper, places),
      this.sheet.pages.length > 1 && make("figcaption", {}, page.title));
    figure.style.setProperty("--wide", wide);
    figure.style.setProperty("--high", high);
    return figure;
  }

  // A field; text fields in several places may be one field.
  place(page, field) {
    const key = `${page.sheet} ${field.name}`;
    const known = this.fields.get(key) ?? { ...field, key, sheet: page.sheet, elements: [] };
    const element = field.kind === "tick" ? this.tick(known) : this.input(known);
    const [x, y, wide, high] = field.box;
    Object.assign(element.style, { left: `${x}%`, top: `${y}%`, width: `${wide}%`, height: `${high}%` });
    element.style.setProperty("--size", field.size);
    if (field.turned) element.classList.add("turned");
    known.elements.push(element);
    if (!this.fields.has(key)) {
      this.fields.set(key, known);
      if (!field.fixed) this.order.push(known);
    }
    return element;
  }

  tick(field) {
    const toggle = () => {
      this.leave();
      const isTicked = element.ariaChecked !== "true";
      element.ariaChecked = String(isTicked);
      this.write(field, isTicked ? "1" : "0");
    };
    const element = make("button", { type: "button", className: field.circled ? "place tick circled" : "place tick", role: "checkbox", ariaChecked: "false", "aria-label": field.label, disabled: field.fixed, onclick: toggle });
    return element;
  }

  input(field) {
    if (field.fixed) return make("output", { className: field.computed ? "place sum" : "place hidden-name", "aria-label": field.label });
    const isNumber = field.kind === "number";
    const element = make("input", {
      type: "text", className: `place ${field.kind}`, "aria-label": field.label, autocomplete: "off", maxLength: isNumber ? 16 : 200,
      inputMode: isNumber ? "none" : "text", enterKeyHint: "next", spellcheck: false,
      onfocus: () => this.enter(field, element),
      onblur: () => this.leave(),
      oninput: () => { field.dirty = true; },
      onkeydown: (event) => this.typed(event, field),
    });
    return element;
  }

  // On a small screen, the page is wider than the screen, so that fields are large enough, and scrolls.
  fit() {
    const room = this.papers.clientWidth;
    const needed = Math.max(...this.order.map((field) => (EASY_PX[field.kind] * 100) / field.box[2]));
    const ratio = this.sheet.pages[0].box[3] / this.sheet.pages[0].box[2];
    const beside = this.sheet.pages.length > 1 && room > 900;
    const whole = Math.min(beside ? (room - 60) / 2 : room - 32, Math.max(innerHeight * 1.15 / ratio, 620));
    const easy = Math.min(needed, room * LARGEST, 1000);
    const enlarged = easy <= room - 32 || needed * CRAMPED > whole;
    const wide = Math.max(Math.min(whole, 1100), enlarged ? easy : 0);
    this.papers.style.setProperty("--pad", `${Math.round(wide)}px`);
  }

  value(field) {
    return this.state.values[field.sheet][field.name];
  }

  // --- writing

  enter(field, element) {
    this.active = field;
    this.element = element;
    for (const one of this.papers.querySelectorAll(".active")) one.classList.remove("active");
    element.classList.add("active");
    element.select?.();
    this.pad(field);
    element.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  // Leaving a field saves it.
  leave() {
    const field = this.active;
    if (!field) return;
    this.active = null;
    this.element.classList.remove("active");
    if (field.dirty) this.write(field, this.element.value);
    this.dock.hidden = true;
  }

  write(field, text) {
    field.dirty = false;
    field.sent = true;
    this.saved.textContent = t("Saving …");
    return this.changes.add("/api/score/write", { sheet: String(field.sheet), field: field.name, text: text.trim() });
  }

  typed(event, field) {
    if (event.key === "Enter") {
      event.preventDefault();
      this.next(field);
    } else if (event.key === "Escape") {
      field.dirty = false;
      this.element.value = this.shown(field);
      this.element.blur();
    }
  }

  next(field) {
    if (field.dirty) this.write(field, this.element.value);
    const after = this.order.slice(this.order.indexOf(field) + 1).find((one) => one.kind !== "tick");
    const element = after?.elements[0];
    if (element) {
      element.focus({ preventScroll: true });
      element.scrollIntoView({ block: "center", inline: "center" });
    } else this.element?.blur();
  }

  shortcut(event) {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || this.active?.dirty) return;
    const key = event.key.toLowerCase();
    if (key === "z" || key === "y") {
      event.preventDefault();
      this.step(key === "y" || event.shiftKey ? "redo" : "undo");
    }
  }

  step(what) {
    this.leave();
    return this.changes.add(`/api/score/${what}`, () => ({ version: this.state.version }));
  }

  // --- the number pad

  pad(field) {
    this.dock.hidden = field.kind !== "number";
    if (this.dock.hidden) return;
    const { least, most } = field;
    const stay = (event) => event.preventDefault(); // keeps the focus in the field
    const key = (label, onPress, more = {}) => make("button", { type: "button", onpointerdown: stay, onmousedown: stay, onclick: onPress, ...more }, label);
    const put = (text) => {
      this.element.value = text;
      field.dirty = true;
    };
    const done = () => this.next(field);
    const clear = key("⌫", () => put(""), { className: "soft", "aria-label": t("Clear") });
    const next = key(t("Next"), done, { className: "primary" });
    const head = make("div", { className: "dock-head" }, make("strong", {}, field.label),
      least !== null && most !== null && make("small", {}, t("{least} to {most}", { least: minus(least), most: minus(most) })));
    if (least !== null && most !== null && most - least < FEW) {
      const numbers = Array.from({ length: most - least + 1 }, (_, at) => least + at);
      const choose = (number) => { put(String(number)); done(); };
      fill(this.dock, head, make("div", { className: "keys few" }, numbers.map((number) => key(minus(number), () => choose(number))), clear, next));
      return;
    }
    const digit = (text) => {
      const old = this.fresh === this.element.value ? "" : this.element.value;
      this.fresh = null;
      put(old + text);
      if (most !== null && least !== null && least >= 0 && Number(this.element.value) * 10 > most && Number(this.element.value) > 0) done();
    };
    this.fresh = this.element.value;
    const sign = (least === null || least < 0) && key("±", () => put(this.element.value.startsWith("-") ? this.element.value.slice(1) : `-${this.element.value}`), { className: "soft", "aria-label": t("Change the sign") });
    fill(this.dock, head, make("div", { className: "keys" }, [..."1234567890"].map((text) => key(text, () => digit(text))), sign, clear, next));
  }

  // --- values

  handleAnswer(answer, body) {
    if (answer.problems) {
      this.say(answer.problems[0].message);
      this.saved.textContent = answer.unreachable ? t("Not saved yet") : "";
      if (!answer.unreachable) this.reload();
      return;
    }
    this.saved.textContent = answer.refused ? "" : t("Saved");
    this.say(answer.refused ?? "");
    const field = this.fields.get(`${body.sheet} ${body.field}`);
    if (field) field.sent = this.changes.waiting.some(([, one]) => one.sheet === body.sheet && one.field === body.field);
    this.reloads += 1; // a reload that was asked for before this change would show older values
    this.show(answer);
    if (this.missed && !this.changes.waiting.length) this.reload();
    if (answer.refused && field && this.active !== field) {
      const element = field.elements[0];
      element.focus();
      element.value = body.text;
      field.dirty = false;
      element.select();
      element.classList.add("wrong");
    }
  }

  say(text) {
    this.refused.textContent = text;
    this.refused.hidden = !text;
  }

  // Reloads the values. Only the last of several reloads counts; while a change is being sent, it waits.
  async reload() {
    const number = (this.reloads += 1);
    this.missed = true;
    if (this.changes.waiting.length) return;
    const answer = await get("/api/score/values", {}, { file: this.file });
    if (number !== this.reloads || this.changes.waiting.length) return;
    this.missed = false;
    if (answer.problems) this.say(answer.problems[0].message);
    else this.show(answer);
  }

  show(state) {
    const before = this.state;
    this.state = state;
    this.undo.disabled = !state.undo;
    this.redo.disabled = !state.redo;
    for (const field of this.fields.values()) {
      if (field.dirty || field.sent) continue;
      const isNew = before !== state && before.values[field.sheet][field.name] !== this.value(field);
      for (const element of field.elements) {
        this.put(element, field);
        element.classList.toggle("changed", isNew);
      }
    }
    fill(this.ranking, state.ranking.map((one) => make("li", { value: one.place }, make("span", {}, `${one.place}. ${one.name}`), " ", make("strong", {}, one.score))));
    this.ranking.hidden = !state.ranking.length;
    this.papers.dataset.version = state.version;
  }

  put(element, field) {
    const value = this.value(field);
    element.classList.remove("wrong");
    if (field.kind === "tick") element.ariaChecked = String(value === true);
    else if (field.kind === "text" || field.fixed || element !== this.element || !this.active) element.value = this.shown(field);
    else if (this.active === field) element.value = this.shown(field).replace("−", "-");
    element.classList.toggle("long", String(value ?? "").length * 0.5 * field.size > field.box[2]);
  }

  shown(field) {
    return String(this.value(field) ?? "");
  }
}

// A tap beside a field is for the nearest one; ticks are often small parts of what is drawn around them.
function nearest(places, { clientX: x, clientY: y }) {
  const [found] = [...places.querySelectorAll("button:not(:disabled), input")].map((element) => {
    const { left, right, top, bottom, width } = element.getBoundingClientRect();
    const away = Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));
    return { element, away, reach: element.matches(".tick") ? Math.max(NEAR_PX, width) : NEAR_PX };
  }).filter(({ away, reach }) => away <= reach).sort((one, other) => one.away - other.away);
  if (found?.element.matches(".tick")) found.element.click();
  else found?.element.focus();
}

// The result: the ranking, the sheets as they will be printed, and their PDF.
class Result {
  constructor(main, sheet) {
    Object.assign(this, { main, sheet, file: sheet.file });
    this.latest = new LatestRequest();
    this.stage = new Stage(t("Pages"));
    this.problems = make("div", { className: "problems", role: "alert", hidden: true });
    this.outcome = make("section", { className: "asked over" });
    this.log = make("div");
  }

  async open() {
    const choices = { target: this.sheet.target, fill: this.file };
    this.main.replaceChildren(make("div", { className: "table" },
      make("div", { className: "hand play" },
        make("a", { className: "back", href: `/?${query({ tab: "play", file: this.file })}` }, t("Back to the sheet")),
        this.outcome, this.problems,
        make("div", { className: "actions" },
          make("a", { className: "button", download: "", href: `/api/pdf?${query(choices)}` }, t("Download PDF")),
          make("button", { type: "button", className: "button primary", onclick: () => print() }, t("Print"))),
        this.log),
      make("section", { className: "desk" }, this.stage.element)));
    this.show(this.sheet);
    const stopListening = listen("game", (file = this.file) => file === this.file && this.reload());
    await this.draw(choices);
    return () => {
      stopListening();
      this.latest.cancel();
    };
  }

  async reload() {
    const answer = await get("/api/score/values", {}, { file: this.file });
    if (answer.problems) return;
    this.show(answer);
    await this.draw({ target: this.sheet.target, fill: this.file });
  }

  show(state) {
    const { ranking } = state;
    const winners = ranking.filter((one) => one.wins).map((one) => one.name);
    fill(this.outcome,
      make("p", { className: "who" }, this.sheet.title),
      make("h1", {}, winners.length ? won(winners) : t("Filled-in sheet")),
      ranking.length > 0 && make("ol", {}, ranking.map((one) => make("li", { value: one.place }, make("span", {}, one.name), make("strong", {}, one.score)))));
  }

  async draw(choices) {
    const answer = await this.latest.get("/api/pages", choices);
    if (answer === null) return;
    showProblems(this.problems, answer.problems ?? []);
    const { pages = [], log } = await get("/api/score/result", {}, { file: this.file });
    fill(this.log, logged(log));
    this.stage.show([...pages, ...(answer.pages ?? [])]);
  }
}
