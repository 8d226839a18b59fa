// A score sheet: the page as it is printed with inputs over its fields, a number pad, and everyone's score.
// A store keeps the values: this browser, or a studio that several devices share.

import { fill, make } from "./elements.js";
import { computeAll } from "./formulas.js";
import { isEmpty, progress, rank, readTyped, scoresOf, shown } from "./values.js";
import { minus, t, won } from "./words.js";

const FEW = 12; // a range with fewer numbers has a button for each
const EASY_PX = { number: 34, text: 34, tick: 26 }; // the least width of a field, if possible
const CRAMPED = 0.55; // smaller than this part of it, fields are enlarged even if the page has to be scrolled
const LARGEST = 2; // the most that a page may be wider than the screen
const NEAR_PX = 24; // a tap this close to a field is for the field
const SMALL_PX = 34; // a text in a lower field is typed into a larger box
const LARGE_PX = 260; // its width
const LONG = 0.5; // the width of a letter, as a share of its size

// What is said about the inputs of the pages, and where they are; their names are in the markup.
export function readData(data, pads) {
  const fields = new Map();
  const shapes = new Map(); // of the inputs: a field may have several, of different sizes
  const sheets = data.sheets.map((prefix) => ({ prefix, fields: [] }));
  [...pads.querySelectorAll(".pad")].forEach((pad, page) => {
    pad.querySelectorAll("[data-field]").forEach((element, number) => {
      const [kind, label, seat, x, y] = data.pages[page].places[number];
      const name = element.dataset.field;
      const own = sheets[data.pages[page].sheet].fields;
      if (!fields.has(name)) fields.set(name, { name, seat, page, template: data.labels[label], ...data.kinds[kind], elements: [] });
      const field = fields.get(name);
      if (!own.includes(field)) own.push(field);
      field.elements.push(element);
      const shape = data.kinds[kind];
      shapes.set(element, shape);
      const { width, height } = data.pages[page];
      const room = Math.min((shape.height * height) / width * 0.78, shape.width * 0.42);
      element.style.cssText = `left:${x}%;top:${y}%;width:${shape.width}%;height:${shape.height}%;--size:${shape.size};--room:${room}`;
    });
  });
  return { ...data, sheets, fields, shapes };
}

export class ScoreSheet {
  // `pads` has the markup of all pages; `tools` are more buttons for the bar, and `finish` shows the result.
  constructor(data, store, pads, tools = [], finish = null) {
    Object.assign(this, { data, store, pads, finish, active: null, drafts: {} });
    this.fields = data.fields;
    this.fieldNames = [...data.fields.keys()];
    this.order = [...data.fields.values()].filter((field) => !field.formula);
    this.undoButton = make("button", { type: "button", className: "quiet tool", "aria-label": t("Undo"), title: t("Undo"), onclick: () => this.step("undo") }, "↶");
    this.redoButton = make("button", { type: "button", className: "quiet tool", "aria-label": t("Redo"), title: t("Redo"), onclick: () => this.step("redo") }, "↷");
    this.status = make("span", { className: "kept", role: "status" });
    this.standing = make("ul", { className: "standing", "aria-label": t("Scores") });
    this.refused = make("p", { className: "refused", role: "alert", hidden: true });
    this.dock = make("div", { className: "dock", role: "group", "aria-label": t("Number pad"), hidden: true });
    this.turn = make("button", { type: "button", className: "turn", hidden: true, onclick: () => this.go(this.due) });
    this.ending = make("div", { role: "status" });
    const buttons = this.order.length > 0 && [this.undoButton, this.redoButton, tools, finish];
    this.bar = make("header", { className: "score-bar" }, make("h1", {}, data.title), this.status, buttons);
    this.tabs = data.pages.length > 1 ? make("div", { className: "pages", role: "tablist", "aria-label": t("Pages"), onkeydown: (event) => this.turnPage(event) }) : null;
    const top = make("div", { className: "score-top" }, this.bar, this.standing, this.tabs);
    this.element = make("div", { className: "score" }, top, pads, make("div", { className: "score-foot" }, this.refused, this.ending, this.turn, this.dock));
    this.adopt();
  }

  // Begins to listen; returns a function that ends that.
  open() {
    const fit = () => this.fit();
    const keys = (event) => this.shortcut(event);
    addEventListener("resize", fit);
    addEventListener("keydown", keys);
    this.fit();
    this.show();
    return () => {
      removeEventListener("resize", fit);
      removeEventListener("keydown", keys);
    };
  }

  // --- the pages and their fields

  // Takes over the pages and their inputs.
  adopt() {
    this.papers = [...this.pads.querySelectorAll(".pad")];
    this.papers.forEach((paper, at) => {
      const page = this.data.pages[at];
      paper.style.setProperty("--wide", page.width);
      paper.style.setProperty("--high", page.height);
      const places = paper.querySelector(".places");
      // A tap on a field may move the page, and end beside the field: it isn't for another one.
      let beside = false;
      places.addEventListener("pointerdown", (event) => { beside = event.target === places; });
      places.addEventListener("click", (event) => beside && event.target === places && nearest(places, event));
    });
    for (const field of this.fields.values()) {
      for (const element of field.elements) this.prepare(element, field);
    }
    if (this.tabs) this.makeTabs();
  }

  prepare(element, field) {
    element.className = ["place", field.formula ? "sum" : field.kind, field.circled && "circled", field.turned && "turned"].filter(Boolean).join(" ");
    if (field.formula) {
      element.ariaLive = "off";
      return;
    }
    element.autocomplete = "off";
    if (field.kind === "tick") {
      element.addEventListener("change", () => {
        this.leave();
        this.write(field, element.checked || undefined);
      });
      return;
    }
    const isNumber = field.kind === "number";
    Object.assign(element, { type: "text", inputMode: isNumber ? "none" : "text", maxLength: isNumber ? 16 : 200, enterKeyHint: "next", spellcheck: false });
    element.addEventListener("focus", () => this.enter(field, element));
    element.addEventListener("blur", () => this.leave());
    element.addEventListener("input", () => this.draft(field, element.value));
    element.addEventListener("keydown", (event) => this.typed(event, field));
  }

  makeTabs() {
    this.buttons = this.papers.map((paper, at) => {
      const tab = make("button", { type: "button", role: "tab", id: `tab-${at + 1}`, "aria-controls": paper.id, onclick: () => this.turnTo(at) });
      paper.setAttribute("role", "tabpanel");
      paper.setAttribute("aria-labelledby", tab.id);
      return tab;
    });
    fill(this.tabs, this.buttons);
    this.turnTo(0);
  }

  turnTo(number) {
    if (!this.tabs || this.current === number) return;
    this.current = number;
    this.papers.forEach((paper, at) => paper.classList.toggle("behind", at !== number));
    this.buttons.forEach((tab, at) => {
      tab.ariaSelected = String(at === number);
      tab.tabIndex = at === number ? 0 : -1;
    });
    this.fit();
  }

  turnPage({ key }) {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[key];
    if (!by) return;
    const next = (this.current + by + this.papers.length) % this.papers.length;
    this.turnTo(next);
    this.buttons[next].focus();
  }

  // On a small screen, the page is wider than the screen, so that fields are large enough, and scrolls.
  fit() {
    const page = this.data.pages[this.current ?? 0];
    const room = this.pads.clientWidth;
    const needed = Math.max(0, ...this.order.filter((field) => field.page === (this.current ?? 0)).map((field) => (EASY_PX[field.kind] * 100) / field.width));
    const whole = Math.min(room - 32, Math.max((innerHeight * 1.15 * page.width) / page.height, 620));
    const easy = Math.min(needed, room * LARGEST, 1000);
    const enlarged = easy <= room - 32 || needed * CRAMPED > whole;
    const wide = Math.max(Math.min(whole, 1100), enlarged ? easy : 0);
    this.pads.style.setProperty("--pad", `${Math.round(wide)}px`);
  }

  // --- writing

  enter(field, element) {
    this.turnTo(field.page);
    this.active = field;
    this.input = element;
    for (const one of this.pads.querySelectorAll(".active")) one.classList.remove("active");
    element.classList.add("active");
    if (field.kind === "text") enlarge(element);
    element.select();
    this.pad(field);
    this.showScores();
    element.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  // Leaving a field keeps what was typed.
  leave() {
    const field = this.active;
    if (!field) return;
    this.active = null;
    this.input.classList.remove("active", "large");
    this.keep(field);
    this.dock.hidden = true;
    this.showScores();
  }

  // Totals follow while a number is being typed.
  draft(field, text) {
    this.drafts[field.name] = text;
    this.say("");
    this.show(field);
  }

  // Keeps what was typed into a field; returns whether it was allowed.
  keep(field) {
    const text = this.drafts[field.name];
    if (text === undefined) return true;
    const { value, refused } = readTyped(field, text);
    delete this.drafts[field.name];
    if (refused) {
      this.refuse(field, text, refused);
      return false;
    }
    this.write(field, value);
    return true;
  }

  refuse(field, text, why) {
    this.show();
    const [element] = field.elements;
    this.say(why);
    if (this.active !== field) element.focus();
    element.value = text;
    element.select();
    element.classList.add("wrong");
  }

  write(field, value) {
    this.say("");
    if ((this.store.values[field.name] ?? undefined) !== value) this.store.write(field.name, value);
    this.show();
  }

  typed(event, field) {
    if (event.key === "Enter") {
      event.preventDefault();
      this.next(field);
    } else if (event.key === "Escape") {
      delete this.drafts[field.name];
      this.show();
      this.input.blur();
    }
  }

  // After a number comes a number: texts between the rounds are left out.
  next(field) {
    if (!this.keep(field)) return;
    const rest = this.order.slice(this.order.indexOf(field) + 1);
    const after = rest.find((one) => one.kind === "number" || one.kind === field.kind);
    if (after) this.go(after);
    else this.input?.blur();
  }

  go(field) {
    this.turnTo(field.page);
    field.elements[0].focus({ preventScroll: true });
    this.reveal(field);
  }

  // Shows a field, without the keyboard that a tablet opens for a text.
  reveal(field) {
    this.turnTo(field.page);
    field.elements[0].scrollIntoView({ block: "center", inline: "center" });
  }

  shortcut(event) {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || (this.active && this.active.name in this.drafts)) return;
    const key = event.key.toLowerCase();
    if (key === "z" || key === "y") {
      event.preventDefault();
      this.step(key === "y" || event.shiftKey ? "redo" : "undo");
    }
  }

  async step(what) {
    this.leave();
    const [name] = (await this.store[what]()) ?? [];
    this.show();
    const field = this.fields.get(name);
    if (field?.kind === "number" && !field.formula) this.go(field);
    else if (field) this.reveal(field);
  }

  // --- the number pad

  pad(field) {
    this.dock.hidden = field.kind !== "number";
    if (this.dock.hidden) return;
    const { least, most } = field;
    const stay = (event) => event.preventDefault(); // keeps the focus in the field
    const key = (label, onPress, more = {}) => make("button", { type: "button", tabIndex: -1, onpointerdown: stay, onmousedown: stay, onclick: onPress, ...more }, label);
    const put = (text) => {
      this.input.value = text;
      this.draft(field, text);
    };
    const done = () => this.next(field);
    const clear = key("⌫", () => put(""), { className: "soft", "aria-label": t("Clear") });
    const next = key(t("Next"), done, { className: "primary" });
    const [who, what] = this.label(field);
    const head = make("div", { className: "dock-head" }, make("strong", {}, who), " ", make("span", {}, what),
      least !== null && most !== null && make("small", {}, t("{least} to {most}", { least: minus(least), most: minus(most) })));
    if (least !== null && most !== null && most - least < FEW) {
      const numbers = Array.from({ length: most - least + 1 }, (_, at) => least + at);
      const choose = (number) => { put(String(number)); done(); };
      fill(this.dock, head, make("div", { className: "keys few" }, numbers.map((number) => key(minus(number), () => choose(number))), clear, next));
      return;
    }
    let isFresh = true;
    const digit = (text) => {
      put((isFresh ? "" : this.input.value) + text);
      isFresh = false;
      if (most !== null && least !== null && least >= 0 && Number(this.input.value) * 10 > most && Number(this.input.value) > 0) done();
    };
    const sign = (least === null || least < 0) && key("±", () => put(this.input.value.startsWith("-") ? this.input.value.slice(1) : `-${this.input.value}`), { className: "soft", "aria-label": t("Change the sign") });
    fill(this.dock, head, make("div", { className: "keys" }, [..."1234567890"].map((text) => key(text, () => digit(text))), sign, clear, next));
  }

  // Who a field is for, and what is written there.
  label(field) {
    const { label } = field;
    const name = field.seat ? this.names()[field.seat - 1] : "";
    return name && label.startsWith(name) ? [name, label.slice(name.length).replace(/^[\s,:]+/u, "")] : ["", label];
  }

  // --- what is shown

  // The players: as printed, as typed, or by their number.
  names() {
    const typed = this.data.nameFields.map((name) => this.store.values[name]);
    return this.data.players.map((name, seat) => typed[seat] || name);
  }

  // All values: computed, and with what is being typed.
  values() {
    const values = { ...this.store.values };
    for (const [name, text] of Object.entries(this.drafts)) values[name] = readTyped(this.fields.get(name), text).value;
    return computeAll(this.data.formulas, this.fieldNames, values);
  }

  // Shows all values, but not in the field that is being typed in.
  show(typing = null) {
    const values = this.values();
    for (const field of this.fields.values()) {
      if (field !== typing) this.put(field, values[field.name]);
    }
    this.computed = values;
    this.undoButton.disabled = !this.store.canUndo;
    this.redoButton.disabled = !this.store.canRedo;
    this.status.textContent = this.store.status ?? "";
    if (!typing) this.showNames();
    this.showScores();
  }

  put(field, value) {
    const text = shown(value);
    const isNew = this.computed && this.computed[field.name] !== value;
    for (const element of field.elements) {
      if (field.kind === "tick") element.checked = value === true;
      else if (this.active !== field || !(field.name in this.drafts)) {
        if (element.value !== text) element.value = text;
        element.classList.toggle("wrong", false);
      }
      const { width, size } = this.data.shapes.get(element);
      element.classList.toggle("long", text.length * LONG * size > width);
      if (isNew && this.active !== field) flash(element);
    }
  }

  // Labels and tabs have the names that were typed.
  showNames() {
    const names = this.names();
    const known = names.join("\n"); // they have no line breaks
    if (known === this.shownNames) return;
    this.shownNames = known;
    for (const field of this.fields.values()) {
      const owner = field.seat ? 0 : this.data.pages[field.page].seat; // of a sheet for each player
      field.label = (owner ? `${names[owner - 1]}: ` : "") + say(field, names);
      for (const element of field.elements) element.ariaLabel = field.label;
    }
  }

  showScores() {
    const { scoring, pages } = this.data;
    const names = this.names();
    const ranking = scoring ? rank(scoring, names, this.computed) : [];
    const leads = new Set(ranking.filter((one) => one.place === 1).map((one) => one.seat));
    const scores = scoring ? scoresOf(scoring, this.computed) : [];
    this.ranking = ranking;
    this.progress = progress(this.data, this.computed);
    this.showEnd();
    this.due = this.findDue();
    const turn = this.active?.seat || (this.active ? 0 : this.due?.seat);
    const each = scoring?.each;
    const score = (seat) => make("strong", {}, scores[seat]?.score === null ? "–" : shown(scores[seat]?.score));
    this.standing.hidden = !scoring || Boolean(each && this.tabs);
    const chips = this.standing.hidden ? [] : names.map((name, seat) => make("li", { className: `chip${leads.has(seat) ? " leads" : ""}${turn === seat + 1 ? " turn-now" : ""}` },
      make("span", {}, name), score(seat), leads.has(seat) && make("span", { className: "aloud" }, t("leads"))));
    renew(this.standing, chips);
    this.buttons?.forEach((tab, at) => {
      const { seat, title } = pages[at];
      const isOwn = each && seat;
      renew(tab, [make("span", {}, isOwn ? names[seat - 1] : title), ...(isOwn ? [score(seat - 1)] : [])]);
    });
    this.showTurn();
  }

  // Says who wins as soon as the game is over.
  showEnd() {
    const winners = this.progress.isOver ? this.ranking.filter((one) => one.place === 1).map((one) => one.name) : [];
    const text = winners.length ? won(winners) : "";
    if (text === this.ending.textContent) return;
    fill(this.ending, text && make("button", { type: "button", className: "turn", onclick: () => this.finish.click() }, make("strong", {}, text)));
  }

  // The next number that is missing, after the last one that was written.
  findDue() {
    const numbers = this.order.filter((field) => field.kind === "number");
    const last = numbers.findLastIndex((field) => !isEmpty(this.store.values[field.name]));
    return numbers.slice(last + 1).find((field) => isEmpty(this.store.values[field.name])) ?? null;
  }

  showTurn() {
    this.turn.hidden = Boolean(this.active) || !this.due;
    if (this.turn.hidden) return;
    const [who, what] = this.label(this.due);
    fill(this.turn, make("strong", {}, who || what), who && make("span", {}, what), make("span", { className: "arrow", "aria-hidden": "true" }, "→"));
  }

  say(text) {
    this.refused.textContent = text;
    this.refused.hidden = !text;
  }
}

// The label of a field, with the name of its player and parts of its own name.
function say({ template, name, seat }, players) {
  const parts = name.split(".");
  return template.replace(/\{(P|\d|\{)\}/g, (_, what) => ({ P: players[seat - 1], "{": "{" })[what] ?? parts[what]);
}

// Makes room for typing in a field that is small on this screen, within its page.
function enlarge(element) {
  const { left, height } = element.getBoundingClientRect();
  if (height >= SMALL_PX) return;
  const page = element.closest(".pad-page").getBoundingClientRect();
  const width = Math.min(LARGE_PX, page.width);
  element.classList.add("large");
  element.style.setProperty("--box", `${width}px`);
  element.style.setProperty("--shift", `${Math.min(0, page.right - left - width)}px`);
}

// Replaces those children of an element that differ.
function renew(element, items) {
  items.forEach((item, at) => {
    const old = element.children[at];
    if (!old) element.append(item);
    else if (!old.isEqualNode(item)) old.replaceWith(item);
  });
  while (element.children.length > items.length) element.lastChild.remove();
}

function flash(element) {
  element.classList.remove("changed");
  requestAnimationFrame(() => element.classList.add("changed"));
}

// A tap beside a field is for the nearest one; ticks are often small parts of what is drawn around them.
function nearest(places, { clientX: x, clientY: y }) {
  const [found] = [...places.querySelectorAll("input")].map((element) => {
    const { left, right, top, bottom, width } = element.getBoundingClientRect();
    const away = Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));
    return { element, away, reach: element.matches(".tick") ? Math.max(NEAR_PX, width) : NEAR_PX };
  }).filter(({ away, reach }) => away <= reach).sort((one, other) => one.away - other.away);
  if (found?.element.matches(".tick")) found.element.click();
  else found?.element.focus();
}
