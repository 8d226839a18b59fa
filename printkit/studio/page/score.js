// Play: the score sheet on the screen, which is the page code of the HTML backend. Here is what keeps it the same
// on all devices: the studio checks every change, saves it, and tells the others.

import * as address from "./address.js";
import { get, LatestRequest, post, query } from "./api.js";
import { fill, make } from "./dom.js";
import { listen } from "./events.js";
import { openedTable } from "./extras.js";
import { computeAll } from "./formulas.js";
import { logged } from "./log.js";
import { showProblems } from "./problems.js";
import { outcome } from "./result.js";
import { readData, ScoreSheet } from "./sheet.js";
import { Stage } from "./sheets.js";
import { progress, rank, shown } from "./values.js";
import { t } from "./words.js";

const AGAIN_MS = 2000; // delay before an unsent change is sent again

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
  return pageParams.view === "result" ? new Result(main, answer).open() : keepScore(main, answer);
}

// The pages as elements, and what the page code knows about them.
function readPages(answer) {
  const { body } = new DOMParser().parseFromString(answer.markup, "text/html");
  const pads = make("div", { className: "pads" }, [...body.childNodes]);
  return { pads, data: readData(answer, pads) };
}

// The values of all fields by name: the studio has them for each sheet of the file.
function flat(values, { sheets, objects }) {
  return Object.fromEntries(sheets.flatMap(({ prefix }, at) =>
    Object.entries(values[objects[at]]).map(([name, value]) => [prefix + name, value])));
}

// A value as it is sent: as it would be typed.
const spelled = (value) => (value === undefined ? "" : value === true ? "1" : String(value));

// Keeps values on the studio. Changes are shown at once, and sent one after the other; they are sent again if the
// studio can't be reached.
class SharedStore {
  constructor(file, data, state) {
    Object.assign(this, { file, data, waiting: [], reloads: 0, status: "", onChange: () => {}, onRefusal: () => {} });
    this.take(state);
  }

  take(state) {
    this.version = state.version;
    this.canUndo = state.undo;
    this.canRedo = state.redo;
    this.saved = flat(state.values, this.data);
    this.values = { ...this.saved };
    for (const { name, value } of this.waiting) this.put(name, value);
  }

  put(name, value) {
    if (value === undefined) delete this.values[name];
    else this.values[name] = value;
  }

  // A change says what it replaces, so that the studio notices what another device has written meanwhile.
  write(name, value) {
    const isFirst = !this.waiting.some((change) => change.name === name);
    this.put(name, value);
    this.status = t("Saving …");
    const at = this.data.sheets.findIndex(({ fields }) => fields.some((field) => field.name === name));
    const body = { sheet: String(this.data.objects[at]), field: name.slice(this.data.sheets[at].prefix.length), text: spelled(value) };
    if (isFirst) body.before = spelled(this.saved[name]);
    return this.add({ path: "/api/score/write", name, value, body: () => body });
  }

  undo() {
    return this.step("undo");
  }

  redo() {
    return this.step("redo");
  }

  // Undoes or redoes the last change of any device; returns the names of the fields that changed.
  async step(what) {
    const before = { ...this.values };
    await this.add({ path: `/api/score/${what}`, body: () => ({ version: this.version }) });
    return [...new Set([...Object.keys(before), ...Object.keys(this.values)])].filter((name) => before[name] !== this.values[name]);
  }

  add(change) {
    const done = new Promise((resolve) => { change.done = resolve; });
    this.waiting.push(change);
    this.send();
    return done;
  }

  async send() {
    if (this.sending) return;
    this.sending = true;
    clearTimeout(this.timer);
    while (this.waiting.length) {
      const [change] = this.waiting;
      const answer = await post(change.path, { file: this.file, ...change.body() });
      if (answer.unreachable) {
        this.status = t("Not saved yet");
        this.onChange(answer.problems[0].message);
        this.timer = setTimeout(() => this.send(), AGAIN_MS);
        break;
      }
      this.waiting.shift();
      this.reloads += 1; // a reload that was asked for before this change would show older values
      this.status = answer.refused || answer.problems ? "" : t("Saved");
      if (!answer.problems) this.take(answer);
      this.onChange(answer.problems?.[0].message ?? "");
      if (answer.refused) this.onRefusal(change, answer.refused);
      if (answer.replaced) this.onChange(answer.replaced);
      change.done();
      if (answer.problems || (this.missed && !this.waiting.length)) this.reload();
    }
    this.sending = false;
  }

  // Reloads the values. Only the last of several reloads counts; while a change is being sent, it waits.
  async reload() {
    const number = (this.reloads += 1);
    this.missed = true;
    if (this.waiting.length) return;
    const answer = await get("/api/score/values", {}, { file: this.file });
    if (number !== this.reloads || this.waiting.length) return;
    this.missed = false;
    if (!answer.problems) this.take(answer);
    this.onChange(answer.problems?.[0].message);
  }
}

function keepScore(main, answer) {
  const { pads, data } = readPages(answer);
  const store = new SharedStore(answer.file, data, answer);
  const table = openedTable(() => sheet.names());
  const finish = make("a", { className: "button primary", href: `/?${query({ tab: "play", file: answer.file, view: "result" })}` }, t("Finish"));
  const sheet = new ScoreSheet(data, store, pads, [table.button], finish);
  sheet.bar.prepend(make("a", { className: "back", href: "/?tab=play" }, t("All games")));
  const showState = () => {
    sheet.show();
    pads.dataset.version = store.version;
  };
  store.onChange = (problem = "") => {
    if (problem) sheet.say(problem);
    showState();
  };
  store.onRefusal = ({ name, value }, why) => sheet.refuse(data.fields.get(name), shown(value), why);
  main.replaceChildren(sheet.element, table.dialog);
  const close = sheet.open();
  showState();
  const stopListening = listen("game", (file = answer.file) => file === answer.file && store.reload());
  return () => {
    stopListening();
    clearTimeout(store.timer);
    close();
  };
}

// The result: the ranking, the sheets as they will be printed, and their PDF.
class Result {
  constructor(main, sheet) {
    Object.assign(this, { main, sheet, file: sheet.file, data: readPages(sheet).data });
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
          make("button", { type: "button", className: "button again", onclick: () => this.again() }, t("Play again")),
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

  // Begins another game with the same sheet, players and options.
  async again() {
    const [{ target, names = [], variant = "", set = {} }] = this.data.files.map(({ head }) => head);
    const settings = Object.entries(set).map((pair) => pair.join("="));
    const answer = await post("/api/score/begin", { target, names: names.join(), variant, settings });
    showProblems(this.problems, answer.problems ?? []);
    if (!answer.problems) address.go(`/?${query({ tab: "play", file: answer.file })}`);
  }

  async reload() {
    const answer = await get("/api/score/values", {}, { file: this.file });
    if (answer.problems) return;
    this.show(answer);
    await this.draw({ target: this.sheet.target, fill: this.file });
  }

  show(state) {
    const { data } = this;
    const { scoring, formulas, players } = data;
    const names = [...data.fields.keys()];
    const values = computeAll(formulas, names, flat(state.values, data));
    const ranking = scoring ? rank(scoring, players, values) : [];
    const { title, warning } = outcome(ranking, progress(data, values), this.isLast);
    const end = () => { this.isLast = true; this.show(state); };
    fill(this.outcome,
      make("p", { className: "who" }, this.sheet.title),
      make("h1", {}, title),
      warning && make("p", { className: "unfinished" }, warning, " ", make("button", { type: "button", className: "button", onclick: end }, t("Finish anyway"))),
      ranking.length > 0 && make("ol", {}, ranking.map((one) => make("li", { value: one.place }, make("span", {}, one.name), make("strong", {}, shown(one.score ?? "–"))))));
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
