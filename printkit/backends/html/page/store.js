// Keeps what was written in this browser (localStorage), by the file's digest and a game number: the values,
// and the steps to undo and redo. If the browser refuses, everything stays in the open page.

const MOST_STEPS = 500;

export class LocalStore {
  constructor(digest, given) {
    Object.assign(this, { digest, given, isKept: true, onChange: () => {} });
    this.games = this.list();
    this.open(this.games.at(-1) ?? 1);
    // Another tab with the same page has written something.
    addEventListener("storage", ({ key }) => {
      if (key !== this.key(this.game)) return;
      this.open(this.game);
      this.onChange();
    });
  }

  key(game) {
    return `printkit ${this.digest} ${game}`;
  }

  // The numbers of the games that are kept, the latest last.
  list() {
    try {
      const start = this.key("");
      return Object.keys(localStorage).filter((key) => key.startsWith(start))
        .map((key) => Number(key.slice(start.length))).filter(Number.isInteger).sort((one, other) => one - other);
    } catch {
      this.isKept = false;
      return [];
    }
  }

  load(game) {
    try {
      const found = JSON.parse(localStorage.getItem(this.key(game)));
      return found && typeof found.values === "object" ? found : null;
    } catch {
      return null;
    }
  }

  open(game) {
    this.game = game;
    const { values = { ...this.given }, past = [], future = [], date = "" } = this.load(game) ?? {};
    Object.assign(this, { values, past, future, date });
  }

  save() {
    try {
      const { values, past, future, date } = this;
      localStorage.setItem(this.key(this.game), JSON.stringify({ values, past, future, date }));
      this.isKept = true;
    } catch {
      this.isKept = false;
    }
    this.onChange();
  }

  get canUndo() {
    return this.past.length > 0;
  }

  get canRedo() {
    return this.future.length > 0;
  }

  write(name, value) {
    this.change({ [name]: value });
  }

  // Writes several values in one step; undefined empties a field.
  change(values) {
    const step = Object.entries(values).map(([name, value]) => [name, this.values[name] ?? null, value ?? null]);
    this.past = [...this.past, step].slice(-MOST_STEPS);
    this.future = [];
    this.date ||= now();
    this.put(step, 2);
    this.save();
  }

  // Undoes the last step; returns the names of its fields.
  undo() {
    return this.step(this.past, this.future, 1);
  }

  redo() {
    return this.step(this.future, this.past, 2);
  }

  step(from, to, side) {
    const step = from.pop();
    if (!step) return [];
    to.push(step);
    this.put(step, side);
    this.save();
    return step.map(([name]) => name);
  }

  put(step, side) {
    for (const change of step) {
      if (change[side] === null) delete this.values[change[0]];
      else this.values[change[0]] = change[side];
    }
  }

  // Replaces everything by what a file has.
  replace(values, date) {
    const emptied = Object.fromEntries(Object.keys(this.values).map((name) => [name, undefined]));
    this.date = date || this.date;
    this.change({ ...emptied, ...values });
  }

  // Begins another game; this one is kept. `names` are the values that stay.
  begin(names) {
    this.games = [...new Set([...this.list(), this.game])];
    this.open(Math.max(0, ...this.games) + 1);
    this.values = { ...this.given, ...names };
    this.games.push(this.game);
    this.save();
  }
}

// This moment as files have it: 2026-11-18T20:15:00+01:00.
function now() {
  const date = new Date();
  const offset = -date.getTimezoneOffset();
  const two = (number) => String(Math.floor(Math.abs(number))).padStart(2, "0");
  const local = new Date(date.getTime() + offset * 60_000).toISOString().slice(0, 19);
  return `${local}${offset < 0 ? "-" : "+"}${two(offset / 60)}:${two(offset % 60)}`;
}
