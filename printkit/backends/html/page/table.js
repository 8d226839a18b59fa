// At the table: dice, a sand timer, and who begins.

import { fill, make } from "./elements.js";
import { t } from "./words.js";

const MOST_DICE = 6;
const SIDES = [4, 6, 8, 10, 12, 20];
const MINUTES = [0.5, 1, 2, 3, 5];
const SHAKE = 22; // m/s², more than walking with a phone
const SHAKE_MS = 900;
const PIPS = { 1: [5], 2: [3, 7], 3: [3, 5, 7], 4: [1, 3, 7, 9], 5: [1, 3, 5, 7, 9], 6: [1, 3, 4, 6, 7, 9] };

// A whole number from 0, every one with the same probability: numbers from the incomplete last part are drawn again.
export function draw(many) {
  const most = Math.floor(2 ** 32 / many) * many;
  const [number] = crypto.getRandomValues(new Uint32Array(1));
  return number < most ? number % many : draw(many);
}

export class Table {
  constructor(names) {
    this.names = names;
    this.dice = { many: 1, sides: 6 };
    this.rolled = [];
    this.shaken = 0;
    this.shake = (event) => this.feel(event);
    this.content = make("div", { className: "extras" });
  }

  open() {
    fill(this.content, this.diceBox(), this.timerBox(), this.names().length > 1 && this.starterBox());
    this.showDice();
  }

  // --- dice

  diceBox() {
    this.tray = make("button", { type: "button", className: "tray", onclick: () => this.roll() });
    this.total = make("p", { className: "thrown", role: "status" });
    const many = choices(t("Dice"), Array.from({ length: MOST_DICE }, (_, at) => [at + 1, String(at + 1)]), this.dice.many, (value) => this.choose({ many: value }));
    const sides = choices(t("Sides"), SIDES.map((number) => [number, String(number)]), this.dice.sides, (value) => this.choose({ sides: value }));
    return make("section", {}, make("h3", {}, t("Dice")), this.tray, this.total, make("div", { className: "pickers" }, many, sides));
  }

  choose(dice) {
    Object.assign(this.dice, dice);
    this.rolled = [];
    this.showDice();
  }

  roll() {
    this.listen();
    this.rolled = Array.from({ length: this.dice.many }, () => 1 + draw(this.dice.sides));
    this.showDice();
    navigator.vibrate?.(30);
  }

  showDice() {
    const { many, sides } = this.dice;
    const faces = this.rolled.length ? this.rolled : Array(many).fill(0);
    fill(this.tray, faces.map((number) => make("span", { className: `die${number ? " rolled" : ""}`, "aria-hidden": "true" }, face(number, sides))),
      make("span", { className: "how" }, this.rolled.length ? t("Roll again") : t("Tap or shake to roll")));
    const sum = this.rolled.reduce((all, one) => all + one, 0);
    this.total.textContent = this.rolled.length > 1 ? `${this.rolled.join(" + ")} = ${sum}` : this.rolled.join("");
  }

  // Phones tell a page about shaking only after a tap; some ask their owner first.
  async listen() {
    if (this.listens) return;
    this.listens = true;
    try {
      if ((await globalThis.DeviceMotionEvent?.requestPermission?.()) !== "denied") addEventListener("devicemotion", this.shake);
    } catch {
      this.listens = false;
    }
  }

  feel({ acceleration, timeStamp }) {
    if (!acceleration || !this.tray.isConnected || !this.tray.checkVisibility()) return;
    const force = Math.hypot(acceleration.x ?? 0, acceleration.y ?? 0, acceleration.z ?? 0);
    if (force < SHAKE || timeStamp - this.shaken < SHAKE_MS) return;
    this.shaken = timeStamp;
    this.roll();
  }

  // --- the sand timer

  timerBox() {
    this.left = make("output", { className: "clock", "aria-label": t("Time left") });
    this.sand = make("div", { className: "sand", "aria-hidden": "true" }, make("div"));
    this.over = make("p", { className: "thrown", role: "alert" });
    this.minutes ??= 1;
    const picker = choices(t("Minutes"), MINUTES.map((number) => [number, String(number).replace("0.5", "½")]), this.minutes, (value) => { this.minutes = value; this.stop(); });
    this.timerButton = make("button", { type: "button", className: "button", onclick: () => (this.ends ? this.stop() : this.start()) });
    this.tick();
    return make("section", {}, make("h3", {}, t("Sand timer")), make("div", { className: "sand-timer" }, this.sand, this.left, this.timerButton), this.over, make("div", { className: "pickers" }, picker));
  }

  start() {
    this.ends = performance.now() + this.minutes * 60_000;
    this.over.textContent = "";
    this.tick();
  }

  stop() {
    this.ends = null;
    this.over.textContent = "";
    this.tick();
  }

  tick() {
    clearTimeout(this.ticking);
    const all = this.minutes * 60_000;
    const left = this.ends ? Math.max(0, this.ends - performance.now()) : all;
    const seconds = Math.ceil(left / 1000);
    this.left.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    this.sand.firstChild.style.height = `${(100 * left) / all}%`;
    if (this.ends && left === 0) {
      this.ends = null;
      this.over.textContent = t("Time’s up!");
      navigator.vibrate?.([200, 100, 200]);
    } else if (this.ends) this.ticking = setTimeout(() => this.tick(), 200);
    this.timerButton.textContent = this.ends ? t("Stop") : t("Start");
  }

  // --- who begins

  starterBox() {
    const shownName = make("p", { className: "thrown", role: "status" });
    const choose = () => {
      const names = this.names();
      shownName.textContent = t("{name} begins.", { name: names[draw(names.length)] });
    };
    return make("section", {}, make("h3", {}, t("Who begins?")), make("button", { type: "button", className: "button", onclick: choose }, t("Draw a player")), shownName);
  }
}

function face(number, sides) {
  if (!number) return "?";
  if (sides !== 6) return String(number);
  return Array.from({ length: 9 }, (_, at) => make("i", { className: PIPS[number].includes(at + 1) ? "pip" : "" }));
}

// A few values to choose from, as radio buttons.
export function choices(label, options, value, onChange) {
  const group = `choice-${(choices.number = (choices.number ?? 0) + 1)}`;
  return make("fieldset", { className: "choice" }, make("legend", {}, label), make("div", {}, options.map(([id, text]) =>
    make("label", {}, make("input", { type: "radio", name: group, checked: id === value, onchange: () => onChange(id) }), make("span", {}, text)))));
}
