// Write: edit a layout here or in another editor; the pages beside it change when it is saved.

import * as address from "./address.js";
import { get, LatestRequest, post, query } from "./api.js";
import { catalogue, counted, matchLanguage, playersInWords } from "./catalogue.js";
import { choice, copy, field, fill, link, make, onOff, announce, select } from "./dom.js";
import { changedLines, Editor, LINE_PX } from "./editor.js";
import { listen } from "./events.js";
import { Settings } from "./options.js";
import { showProblems } from "./problems.js";
import { Stage } from "./sheets.js";
import { t } from "./words.js";

const PAUSE_MS = 250;
const drafts = new Map(); // unsaved texts, by file

export async function openWrite(main, choices, pageParams) {
  const [known, files] = await Promise.all([catalogue(), get("/api/files")]);
  const problems = known.problems ?? files.problems;
  const file = choices.target?.[0] ?? (files.layout || files.layouts?.[0]);
  if (problems) {
    main.replaceChildren(make("section", { className: "empty" }));
    showProblems(main.firstElementChild, problems);
    return undefined;
  }
  if (!file) {
    main.replaceChildren(empty(files.folder));
    return undefined;
  }
  return new WriteTab(main, known, files, { ...choices, target: [file] }, pageParams).open();
}

function empty(folder) {
  return make("section", { className: "empty" },
    make("h1", {}, t("No layouts here yet")),
    make("p", { className: "hint folder" }, folder),
    make("p", {}, t("Start one here and change it, or in a terminal with printkit new.")),
    newLayoutForm());
}

// A form for the name of a new layout, made from the starter.
function newLayoutForm() {
  const name = make("input", { type: "text", placeholder: t("My game"), maxLength: 40, autocomplete: "off", spellcheck: false, "aria-label": t("Name of the layout") });
  const problems = make("div", { className: "problems", role: "alert", hidden: true });
  let kind = "pad";
  const kinds = select([["pad", t("Score pad")], ["cards", t("Cards")], ["rounds", t("Round tracker")]], kind, (id) => { kind = id; });
  kinds.setAttribute("aria-label", t("What to begin with"));
  const begin = async (event) => {
    event.preventDefault();
    const answer = await post("/api/new", { name: name.value, kind });
    showProblems(problems, answer.problems ?? []);
    if (answer.file) address.go(`/?tab=write&target=${encodeURIComponent(answer.file)}`);
  };
  const onKey = (event) => event.key === "Enter" && begin(event);
  name.addEventListener("keydown", onKey);
  return make("div", { className: "beginning" },
    make("div", { className: "row" }, kinds, name, make("button", { type: "button", className: "button", onclick: begin }, t("Create"))),
    problems);
}

class WriteTab {
  constructor(main, known, files, choices, pageParams) {
    Object.assign(this, { main, known, files, choices, pageParams: { ...pageParams } });
    this.layouts = [...new Set([choices.target[0], ...files.layouts])].sort();
    this.latest = new LatestRequest();
    this.answer = null;
    this.wrong = [];
    this.stage = new Stage(t("Pages"), (page, at) => this.caption(page, at), false);
    this.problems = make("div", { className: "problems", role: "alert", hidden: true });
    this.tools = make("form", { className: "panel write-tools", onsubmit: (event) => event.preventDefault() });
    this.place = make("button", { type: "button", className: "pointed", hidden: true, onclick: () => this.copyPlace() });
    this.state = make("p", { className: "summary", role: "status" });
    this.editor = new Editor(() => this.typed(), () => this.save());
    this.saving = make("button", { type: "button", className: "button primary", disabled: true, onclick: () => this.save() }, t("Save"));
    this.saved = make("span", { role: "status" });
    this.conflict = make("div", { className: "both", hidden: true });
    this.pane = make("section", { className: "editor", "aria-label": t("Text of the layout") },
      make("div", { className: "row" }, make("strong", {}), this.saved, this.saving),
      this.conflict,
      this.editor.element,
      make("p", { className: "hint" }, t("Tab indents; to leave the editor, press Esc, then Tab. Ctrl+S saves.")));
  }

  get file() {
    return this.choices.target[0];
  }

  // By default, the text is hidden if PRINTKIT_EDITOR names an editor.
  get isEditing() {
    return (this.pageParams.edit ?? (this.files.editor ? "off" : "on")) === "on";
  }

  open() {
    this.desk = make("section", { className: "desk", "aria-label": t("Pages") }, this.stage.element, this.problems, this.place);
    this.split = make("div", { className: "split" }, this.tools, this.pane, this.desk);
    this.main.replaceChildren(this.split);
    this.followPointer();
    this.showName();
    const stopListening = listen("changed", () => this.changed());
    const stay = (event) => this.isDirty && event.preventDefault();
    addEventListener("beforeunload", stay);
    this.begin();
    return () => {
      this.isLeft = true;
      this.latest.cancel();
      removeEventListener("beforeunload", stay);
      clearTimeout(this.pause);
      this.keepDraft();
      stopListening();
    };
  }

  async begin() {
    await Promise.all([this.loadLayout(), this.load()]);
    await this.refresh({ replace: true });
    this.load(); // the file may have changed just before the watching began
    if (await this.loadLayout()) await this.refresh({ replace: true });
  }

  showName() {
    document.title = `${this.file} · printkit studio`;
    this.pane.querySelector("strong").textContent = this.file;
    this.pane.hidden = !this.isEditing;
    this.split.classList.toggle("writing", this.isEditing);
  }

  // --- the text

  get isDirty() {
    return this.version !== undefined && this.editor.text !== this.onDisk;
  }

  keepDraft() {
    if (this.isDirty) drafts.set(this.file, { text: this.editor.text, onDisk: this.onDisk, version: this.version });
    else drafts.delete(this.file);
  }

  // Loads the text from disk, or the unsaved one.
  async load() {
    const { file } = this;
    const found = await get("/api/source", {}, { file });
    if (file !== this.file) return;
    const isNew = this.loaded !== file;
    const draft = drafts.get(file);
    this.editor.area.disabled = Boolean(found.problems);
    if (found.problems) {
      if (isNew) this.editor.text = "";
      return;
    }
    if (isNew && draft) {
      this.loaded = file;
      this.version = draft.version;
      this.onDisk = draft.onDisk;
      this.editor.text = draft.text;
    } else if (isNew || !this.isDirty) {
      this.loaded = file;
      this.take(found);
      return;
    }
    if (found.version !== this.version) this.showConflict(found);
    this.typed();
  }

  take({ text, version }) {
    this.version = version;
    this.onDisk = text;
    if (this.editor.text !== text) this.editor.text = text;
    this.conflict.hidden = true;
    this.typed();
  }

  typed() {
    const isDirty = this.isDirty;
    this.saving.disabled = !isDirty;
    this.saved.textContent = isDirty ? t("Not saved") : "";
    if (!this.conflict.hidden) return this.compare();
    this.editor.mark(isDirty ? [] : this.wrong.filter(({ file, line }) => file === this.file && line));
  }

  async save() {
    if (!this.isDirty || this.isSaving) return;
    this.isSaving = true;
    const { file } = this;
    const { text } = this.editor;
    const answer = await post("/api/save", { file, version: this.version, text });
    this.isSaving = false;
    if (answer.problems) this.fail(answer.problems);
    else if (answer.changed) this.showConflict(answer);
    else {
      this.version = answer.version;
      this.onDisk = text;
      this.conflict.hidden = true;
      this.typed();
      announce(t("Saved"));
      this.changed();
    }
  }

  // Marks the lines in which the text and the file differ.
  compare() {
    const editors = [this.editor, this.other];
    const changed = changedLines(...editors.map(({ text }) => text));
    editors.forEach((editor, side) => editor.mark(changed[side].map((line) => ({ line, className: "changed" }))));
  }

  // The file was saved elsewhere: shows both texts, so that nothing is lost.
  showConflict(theirs) {
    this.other = new Editor(() => {}, () => {}, t("The file as it is now"), true);
    this.other.text = theirs.text;
    fill(this.conflict,
      make("p", {}, t("The file was changed elsewhere. Your text is below, the file as it is now is here.")),
      this.other.element,
      make("div", { className: "row" },
        make("button", { type: "button", onclick: () => this.take(theirs) }, t("Use the file")),
        make("button", { type: "button", onclick: () => { this.version = theirs.version; this.onDisk = theirs.text; this.conflict.hidden = true; this.typed(); this.save(); } }, t("Save my text"))));
    this.conflict.hidden = false;
    this.typed();
    const [, lines] = changedLines(this.editor.text, theirs.text);
    this.other.area.scrollTop = Math.max(0, (lines[0] ?? 0) - 3) * LINE_PX;
  }

  // --- the pages

  // The pages are refreshed first; the choices are reloaded after a pause without changes.
  changed() {
    clearTimeout(this.pause);
    this.load();
    this.pause = setTimeout(async () => {
      if (await this.loadLayout()) await this.refresh();
    }, PAUSE_MS);
    return this.refresh();
  }

  // Reloads the choices that the layout offers, unless it is broken; returns whether they have changed.
  async loadLayout() {
    const layout = await get("/api/layout", {}, { file: this.choices.target[0] });
    const isKnown = !layout.problems && !layout.superseded;
    const isOld = this.layout && (!isKnown || JSON.stringify(layout) === JSON.stringify(this.layout));
    if (isOld) return false;
    this.layout = isKnown ? layout : null;
    if (isKnown) this.forget(layout);
    this.showTools();
    return true;
  }

  // Drops choices that the layout no longer offers.
  forget({ players, variants, sheets }) {
    const { choices } = this;
    const names = sheets[0].options.map((option) => option.name);
    const set = (choices.set ?? []).filter((pair) => names.includes(pair.split("=")[0]));
    const count = Number(choices.players?.[0]);
    if (set.length) choices.set = set;
    else delete choices.set;
    if (count && (count < players.min || count > players.max)) delete choices.players;
    if (choices.variant && !(choices.variant[0] in variants)) delete choices.variant;
  }

  showTools() {
    const { choices, known } = this;
    const { min, max } = this.layout?.players ?? { min: 0, max: 0 };
    const variants = Object.entries(this.layout?.variants ?? {});
    const languages = this.layout?.languages ?? known.languages;
    this.download = make("a", { className: "button", download: "", role: "link", "aria-disabled": "true" }, t("Download PDF"));
    this.printing = make("button", { type: "button", className: "button primary", disabled: true, onclick: () => print() }, t("Print"));
    this.printLink = make("a", { className: "hint ordering" }, t("Names, copies and more: open in Print"));
    fill(this.tools,
      make("section", {},
        this.layouts.length > 1
          ? field(t("Layout"), select(this.layouts.map((name) => [name, name]), this.file, (name) => this.change(name)))
          : make("h1", { className: "file" }, this.file),
        make("small", { className: "folder" }, this.files.folder),
        onOff(t("Edit the text here"), this.isEditing, (on) => this.edit(on)),
        make("details", {}, make("summary", {}, t("New layout")), newLayoutForm())),
      max > min && this.slider(min, max),
      make("section", {},
        variants.length > 1 && field(t("Variant"), select(variants, choices.variant?.[0] ?? variants[0][0],
          (id) => this.set("variant", id, variants[0][0]))),
        choice(t("Theme"), known.themes.map(({ id, title }) => [id, title]), choices.theme?.[0] ?? "colour",
          (id) => this.set("theme", id, "colour")),
        field(t("Language"), select(Object.entries(languages), matchLanguage(choices.lang?.[0] ?? known.language, languages),
          (id) => this.set("lang", id, known.language))),
        choice(t("Paper"), [["a4", "A4"], ["letter", "US Letter"]], choices.paper?.[0] ?? known.paper,
          (id) => this.set("paper", id, known.paper))),
      this.options(),
      make("section", {},
        choice(t("Show"), [["all", t("All pages")], ["one", t("One page")], ["grid", t("Every player count")]], this.pageParams.view ?? "all",
          (view) => this.view(view)),
        this.pager = make("div", { className: "row", hidden: true })),
      make("div", { className: "actions" }, this.state,
        make("p", { className: "hint" }, this.isEditing ? t("Hover to see the layout line; click to go to it.") : t("Hover to see the layout line; click to copy it.")),
        this.printLink, this.download, this.printing));
  }

  edit(on) {
    this.pageParams.edit = on ? "on" : "off";
    address.write("write", this.choices, this.pageParams, { replace: true });
    this.showName();
    this.showTools();
    this.showPages();
  }

  options() {
    const sheets = this.layout?.sheets ?? [];
    if (!sheets[0]?.options.length) return null;
    const settings = new Settings(this.choices.set);
    return make("section", {}, settings.fields(sheets, () => {
      this.choices.set = settings.pairs(sheets);
      if (!this.choices.set.length) delete this.choices.set;
      this.refresh();
    }));
  }

  slider(min, max) {
    const now = Number(this.choices.players?.[0]) || Math.min(max, Math.max(min, 4));
    const count = make("output", {}, String(now));
    const input = make("input", { type: "range", min, max, step: 1, value: now,
      oninput: () => {
        count.textContent = input.value;
        this.choices.players = [input.value];
        this.refresh();
      } });
    return make("section", {}, make("div", { className: "row" }, make("label", { htmlFor: (input.id = "count") }, t("Players")), count), input);
  }

  change(name) {
    this.keepDraft();
    this.choices = { target: [name] };
    this.pageParams = this.pageParams.edit ? { edit: this.pageParams.edit } : {};
    this.answer = null;
    this.layout = null;
    this.version = undefined;
    this.wrong = [];
    this.showName();
    this.loadLayout().then(() => this.refresh());
    this.load();
  }

  set(name, value, defaultValue) {
    if (value === defaultValue) delete this.choices[name];
    else this.choices[name] = [value];
    this.refresh();
  }

  view(view) {
    if (view === "all") delete this.pageParams.view;
    else this.pageParams.view = view;
    this.refresh();
  }

  async refresh({ replace = false } = {}) {
    if (this.isLeft) return;
    address.write("write", this.choices, this.pageParams, { replace });
    const choices = { ...this.choices };
    if (this.pageParams.view === "grid" && this.layout?.players.max) choices.players = ["all"];
    const answer = await this.latest.get("/api/pages", choices, { traced: "1" });
    if (answer === null) return;
    if (answer.problems) this.fail(answer.problems);
    else await this.show(answer);
  }

  async show(answer) {
    if (answer.seed && this.choices.seed?.[0] !== answer.seed) {
      this.choices.seed = [answer.seed];
      address.write("write", this.choices, this.pageParams, { replace: true });
    }
    this.answer = answer;
    this.wrong = [];
    this.typed();
    showProblems(this.problems, []);
    this.highlight(null);
    this.stage.element.classList.remove("old");
    this.stage.element.classList.toggle("grid", this.pageParams.view === "grid");
    this.showPages();
    this.state.textContent = `${counted(answer.total)}${answer.notes.length ? ` · ${answer.notes.join(" · ")}` : ""}`;
  }

  // Enables printing and downloading if the pages are good.
  offerPrint(isGood) {
    this.printing.disabled = !isGood || this.answer.total > this.answer.pages.length;
    if (isGood) link(this.download, `/api/pdf?${query(this.choices)}`);
    else link(this.download, null);
    this.printLink.href = `/?${query({ ...this.choices, tab: "print" })}`;
  }

  showPages() {
    if (!this.answer) return;
    this.offerPrint(!this.wrong.length);
    const one = this.pageParams.view === "one";
    const number = Math.min(Number(this.pageParams.page ?? 1), this.answer.pages.length);
    this.shownPages = one ? this.answer.pages.slice(number - 1, number) : this.answer.pages;
    this.stage.show(this.shownPages);
    this.stage.element.classList.toggle("single", one);
    this.pager.hidden = !one;
    const turn = (by) => make("button", { type: "button", disabled: number + by < 1 || number + by > this.answer.pages.length,
      onclick: () => {
        this.pageParams.page = String(number + by);
        address.write("write", this.choices, this.pageParams);
        this.showPages();
      } }, by < 0 ? t("‹ Previous") : t("Next ›"));
    this.pager.replaceChildren(turn(-1), make("span", {}, t("{number} of {count}", { number, count: this.answer.pages.length })), turn(1));
  }

  // Shows problems, while the last good pages stay; pointing at a problem highlights its place.
  fail(problems) {
    this.clearPointer();
    this.wrong = problems;
    this.typed();
    this.offerPrint(false);
    showProblems(this.problems, problems, (problem) => this.highlight(problem ? [problem.file, problem.line] : null), (where) => this.follow(where));
    this.stage.element.classList.toggle("old", Boolean(this.answer));
    this.state.textContent = this.answer ? t("Showing the last version without errors.") : "";
    this.highlight([problems[0].file, problems[0].line]);
  }

  // A click on the place of a problem goes there, if the file is open here.
  follow({ file, line }) {
    return this.isEditing && file === this.file && line ? () => this.editor.show(line) : null;
  }

  caption(page, at) {
    const sheet = page.sheets[0];
    const count = this.pageParams.view === "grid" && sheet?.players ? playersInWords(sheet.players) : sheet?.title ?? "";
    return [make("span", {}, count), make("span", { className: "number" }, String(at + 1))];
  }

  // --- from the page to the layout and back

  followPointer() {
    const find = (event) => {
      const host = event.target.closest?.(".sheet .paper");
      if (!host) return null;
      const at = [...this.stage.element.children].indexOf(host.parentElement);
      const page = this.shownPages?.[at];
      if (!page?.boxes) return null;
      const box = host.getBoundingClientRect();
      const x = ((event.clientX - box.left) / box.width) * page.width;
      const y = ((event.clientY - box.top) / box.height) * page.height;
      return { page, ...smallest(page, x, y) };
    };
    this.stage.element.addEventListener("pointermove", (event) => {
      const found = find(event);
      if (!found?.place) return this.clearPointer();
      this.pointed = found.place;
      this.place.hidden = false;
      this.place.textContent = `${found.place[0]}:${found.place[1]}`;
      this.place.title = found.place[3];
      this.place.style.left = `${Math.min(event.clientX + 14, innerWidth - 220)}px`;
      this.place.style.top = `${event.clientY + 18}px`;
      return this.highlight(found.place);
    });
    this.stage.element.addEventListener("pointerleave", () => this.clearPointer());
    this.stage.element.addEventListener("click", (event) => {
      const found = find(event);
      if (found?.place) {
        this.pointed = found.place;
        this.copyPlace();
      }
    });
  }

  clearPointer() {
    this.place.hidden = true;
    this.highlight(null);
  }

  // Goes to the line in the text beside the page, or in the configured editor; otherwise copies it.
  copyPlace() {
    const [file, line, column] = this.pointed ?? [""];
    if (this.isEditing && file === this.file) this.editor.show(line);
    else if (this.files.editor && file && !file.includes("/")) {
      location.href = this.files.editor.replace("{file}", encodeURIComponent(file)).replace("{line}", line).replace("{column}", column);
    } else if (this.pointed) copy(`${this.pointed[0]}:${this.pointed[1]}`, `${this.pointed[0]}:${this.pointed[1]}`);
  }

  highlight(place) {
    this.stage.element.querySelectorAll(".mark").forEach((mark) => mark.remove());
    if (!place) return;
    [...this.stage.element.children].forEach((sheet, at) => {
      const page = this.shownPages?.[at];
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

// The smallest box at a point.
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
