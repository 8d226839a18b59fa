// A widget for each type of prompt. A widget offers what is legal, and sends the answer as plain data; it
// keeps its state if the answer is refused.

import { fill, make } from "./dom.js";
import { listed, sentence, t } from "./words.js";

const SVG = new DOMParser().parseFromString("<svg></svg>", "text/html").body.firstChild.namespaceURI;
const STEPS = { U: [0, -1], D: [0, 1], L: [-1, 0], R: [1, 0] };
const STOP = "!";
const MOST_BUTTONS = 30;

export function widget(question, players, send) {
  return { choose, each: question.ordered ? inOrder : each, cards, number, text, path }[question.type](question, players, send);
}

function draw(tag, given = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(given)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value);
  }
  element.append(...children.flat().filter(Boolean));
  return element;
}

const layers = (icon = []) => icon.map(([paint, d]) => draw("path", { d, class: `paint-${paint}` }));
const picture = (question, name) => name && question.icons[name] && draw("svg", { viewBox: "0 0 24 24", class: "pic", "aria-hidden": "true" }, layers(question.icons[name]));

const pictures = (question, option) => Array.from({ length: option.times }, () => picture(question, option.icon));

function button(label, pressed, kind = "", icon = null) {
  return make("button", { type: "button", className: `piece ${kind}`, onclick: pressed }, icon, make("span", {}, sentence(label)));
}

const how = (text) => make("p", { className: "how" }, text);

const doneButton = (pressed) => make("button", { type: "button", className: "button primary big", onclick: pressed }, t("Done"));

// --- choose one of these

function choose(question, _players, send) {
  const groups = Map.groupBy(question.options, (option) => option.group);
  const shown = (options) => make("div", { className: "buttons" }, options.map((option) =>
    button(option.text, () => send(option.key), "", pictures(question, option))));
  return [
    ...[...groups].map(([group, options]) => group
      ? make("div", { className: "hand-row", role: "group", "aria-label": group }, make("strong", {}, group), shown(options))
      : shown(options)),
    question.usual && button(question.usual, () => send(""), "else"),
  ];
}

// --- a number

function number(question, _players, send) {
  const { least, most } = question;
  if (most - least < MOST_BUTTONS) {
    const numbers = Array.from({ length: most - least + 1 }, (_, at) => least + at);
    return [make("div", { className: question.icon ? "faces" : "buttons" }, numbers.map((one) => {
      const icon = picture(question, `${question.icon}-${one}`);
      return make("button", { type: "button", className: "piece", "aria-label": String(one), onclick: () => send(one) }, icon ?? String(one));
    }))];
  }
  const input = make("input", { type: "number", inputMode: "numeric", min: least, max: most, "aria-label": question.asks });
  return [make("form", { className: "free", onsubmit: (event) => { event.preventDefault(); event.stopPropagation(); send(Number(input.value)); } },
    input, make("button", { type: "submit", className: "button primary big" }, t("Done")))];
}

// --- a text, or one for each label

function text(question, _players, send) {
  const inputs = question.labels.map((label) => make("input", {
    type: "text", autocomplete: "off", autocapitalize: "none", maxLength: 500, placeholder: label ? "" : question.example, "aria-label": label || question.asks,
  }));
  const form = make("form", { className: "free", onsubmit: (event) => { event.preventDefault(); event.stopPropagation(); send(inputs.map((input) => input.value)); } },
    inputs.length > 1 ? inputs.map((input, at) => make("label", { className: "row" }, make("span", {}, question.labels[at]), input)) : inputs,
    make("button", { type: "submit", className: "button primary big" }, t("Done")));
  const options = question.options.map((option) => button(option.text, () => send(option.key)));
  return [form, options.length > 0 && make("div", { className: "buttons" }, options)];
}

// --- one choice per player

function each(question, players, send) {
  const chosen = question.seats.map(() => null);
  const remarks = question.seats.map(() => question.remark && make("input", {
    type: "text", className: "remark", autocomplete: "off", autocapitalize: "none", maxLength: 100, placeholder: sentence(question.remark),
  }));
  const done = doneButton(() => send(question.seats.map((seat, at) => [seat, chosen[at], ...(question.remark ? [remarks[at].value] : [])])));
  done.disabled = true;
  const rows = question.seats.map((seat, at) => {
    const name = players[seat];
    if (remarks[at]) remarks[at].setAttribute("aria-label", t("{who}: {what}", { who: name, what: question.remark }));
    const buttons = question.options[at].map((option) => {
      const one = button(option.text, () => {
        chosen[at] = option.key;
        for (const other of buttons) other.ariaPressed = String(other === one);
        done.disabled = chosen.includes(null);
      }, option.key, picture(question, option.icon));
      one.ariaPressed = "false";
      return one;
    });
    return make("div", { className: "row pair", role: "group", "aria-label": name }, make("span", {}, name), make("div", {}, buttons), remarks[at]);
  });
  return [make("div", { className: "pairs" }, rows), done];
}

// The order matters: tap a player, then the one whose cards they took, which nobody else can take then.
// Tapping someone who has taken cards takes that back.
function inOrder(question, players, send) {
  let chosen = [];
  let active = null;
  const list = make("div", { className: "pairs" });
  const done = make("button", { type: "button", onclick: () => send(chosen) });
  const update = () => {
    const taken = new Set(chosen.map(([, key]) => key));
    const open = (seat) => (question.options[question.seats.indexOf(seat)] ?? []).filter((option) => !taken.has(option.key)).map(({ key }) => key);
    fill(list, players.map((name, seat) => {
      const place = chosen.findIndex(([one]) => one === seat);
      const isTarget = active !== null && open(active).includes(String(seat));
      const acts = question.seats.includes(seat);
      const pressed = () => {
        if (isTarget) {
          chosen = [...chosen, [active, String(seat)]];
          active = null;
        } else {
          chosen = chosen.filter(([one]) => one !== seat);
          active = active === seat ? null : seat;
        }
        update();
      };
      return make("div", { className: "grab", role: "group", "aria-label": name },
        make("button", { type: "button", className: `piece player ${isTarget ? "target" : ""}`, ariaPressed: String(active === seat), disabled: !isTarget && (!acts || (place < 0 && !open(seat).length)), onclick: pressed },
          make("span", {}, name),
          place >= 0 && make("strong", {}, `${place + 1}. → ${players[chosen[place][1]]}`),
          active === seat && make("small", {}, t("takes whose cards?")),
          isTarget && make("small", {}, t("{name} takes these", { name: players[active] }))));
    }));
    done.textContent = chosen.length ? t("Done") : sentence(question.usual);
    done.className = chosen.length ? "button primary big" : "button none";
    list.querySelector('[aria-pressed="true"]')?.focus({ preventScroll: true });
  };
  update();
  return [how(t("In the order it happened: tap a player, then the player whose set they grabbed.")), list, done];
}

// --- pick cards and split them

function cards(question, players, send) {
  const hands = question.seats.map((seat, at) => new Hand(question, at, () => update()));
  const done = doneButton(() => send(hands.map((hand) => hand.piles.map((pile) => pile.map((card) => card.option.key)))));
  const total = make("p", { className: "total" });
  const update = () => {
    for (const hand of hands) hand.show(hands);
    const picked = hands.flatMap((hand) => hand.piles.flat());
    const sum = question.total + picked.reduce((all, card) => all + card.option.value, 0);
    const beats = question.beat < 0 || sum > question.beat;
    total.hidden = question.beat < 0;
    total.textContent = `${t("Total")} ${sum}`;
    done.disabled = picked.length ? !hands.every((hand) => hand.complete) || !beats : !question.usual && !hands.every((hand) => hand.complete && question.sizes.length);
    done.textContent = picked.length || !question.usual ? t("Done") : sentence(question.usual);
  };
  update();
  const rows = hands.map((hand, at) => make("div", { className: "hand-row", role: "group", "aria-label": players[question.seats[at]] },
    make("strong", {}, hands.length > 1 && `${players[question.seats[at]]} `, hand.count), hand.element));
  return [how(cardsHow(question, hands[0])), make("div", { className: "hands" }, rows), question.unchecked && make("p", { className: "hint" }, sentence(question.unchecked)), total, done];
}

function cardsHow({ piles, held }, hand) {
  if (hand.all) return t("Tap a card to move it.");
  if (held || piles.length < 2) return t("Tap the cards; tap one again to take it back.");
  return t("Tap {places}, then the cards that go there.", { places: listed(piles.map((pile) => sentence(pile.text)), "disjunction") });
}

class Hand {
  constructor(question, at, changed) {
    Object.assign(this, { question, at, changed });
    this.options = question.hands[at];
    this.size = question.sizes[at];
    this.piles = question.piles.map(() => []);
    this.element = make("div", { className: "piles" });
    this.count = make("small");
    this.active = 0;
    const own = question.held ? this.options.flatMap((option) => Array.from({ length: option.copies }, () => ({ option }))) : [];
    // If every card of a hand has to go into a pile, all begin in the first one.
    this.all = question.held && question.piles.length > 1 && own.filter((card) => !card.option.mark).length === this.size && question.piles[0].most >= this.size;
    this.rest = this.all ? own.filter((card) => card.option.mark) : own;
    if (this.all) this.piles[0] = own.filter((card) => !card.option.mark);
  }

  get picked() { return this.piles.flat(); }

  get complete() { return this.size === undefined || this.picked.filter((card) => !card.option.mark).length === this.size; }

  // How many cards of a group are still needed, if that is known.
  lacking(group) {
    const share = this.question.shares.find((one) => one.group === group);
    return share && share.size - this.picked.filter((card) => card.option.group === group).length;
  }

  // What is still needed, in words.
  get needs() {
    const { shares, marked } = this.question;
    if (this.size === undefined || this.all) return "";
    if (!shares.length) return `${this.picked.length} / ${this.size}`;
    const lacking = shares.map((share) => [this.lacking(share.group), share.text]).filter(([count]) => count > 0).map(([count, text]) => `${count} ${text}`).join(" + ");
    const own = this.options.some((option) => option.mark);
    const more = own && t("up to {count} from in front of you", { count: Math.max(0, marked - this.picked.filter((card) => card.option.mark).length) });
    return [lacking ? t("still {cards}", { cards: lacking }) : t("complete"), more].filter(Boolean).join(", ");
  }

  room(pile) { return this.piles[pile].length < this.question.piles[pile].most; }

  // Whether one more card like this can be picked.
  fits(option, hands) {
    if (!option.mark && this.complete && this.size !== undefined) return false;
    if (option.mark && this.picked.filter((card) => card.option.mark).length >= this.question.marked) return false;
    if (this.lacking(option.group) === 0) return false;
    const count = (hand) => hand.picked.filter((card) => card.option.key === option.key).length;
    const used = this.question.held ? 0 : hands.reduce((all, hand) => all + count(hand), 0);
    if (option.copies && used >= option.copies) return false;
    const groups = new Set([...this.picked.map((card) => card.option.group), option.group].filter(Boolean));
    return !this.question.one_group || groups.size < 2;
  }

  // Moves a card to the next pile with room, and from the last one back to where it came from.
  move(card, from) {
    const next = this.piles.findIndex((_, pile) => pile > from && this.room(pile));
    if (from >= 0) this.piles[from] = this.piles[from].filter((one) => one !== card);
    else this.rest = this.rest.filter((one) => one !== card);
    if (next >= 0) this.piles[next] = [...this.piles[next], card];
    else if (this.all && !card.option.mark) this.piles[0] = [...this.piles[0], card];
    else if (this.question.held) this.rest = [...this.rest, card];
    this.changed();
  }

  add(option) {
    this.piles[this.active] = [...this.piles[this.active], { option }];
    this.changed();
  }

  card(option, pressed, more = {}) {
    const table = option.mark && make("small", {}, t("in front"));
    return make("button", { type: "button", className: `card of-${option.group}`, onclick: pressed, ...more }, make("span", { className: "pics" }, pictures(this.question, option)), make("span", {}, sentence(option.text)), table);
  }

  show(hands) {
    this.count.textContent = this.needs;
    const { piles } = this.question;
    const several = piles.length > 1;
    const zones = piles.map((pile, at) => {
      const held = this.piles[at].map((card) => this.card(card.option, () => this.move(card, at), { title: several ? t("Tap to move") : t("Tap to remove") }));
      const head = several && (this.question.held
        ? make("h3", {}, sentence(pile.text))
        : make("button", { type: "button", className: "quiet", ariaPressed: String(this.active === at), onclick: () => { this.active = at; this.changed(); } }, sentence(pile.text)));
      return make("div", { className: `zone ${several && !this.question.held && this.active === at ? "active" : ""}`, role: "group", "aria-label": sentence(pile.text) }, head, make("div", { className: "cards" }, held));
    });
    const source = this.question.held
      ? this.rest.map((card) => this.card(card.option, () => this.move(card, -1), { disabled: !this.fits(card.option, hands) }))
      : this.options.map((option) => this.card(option, () => this.add(option), { disabled: !this.fits(option, hands) || !this.room(this.active) }));
    const empty = !several && !this.picked.length && this.question.held;
    const focused = this.element.contains(document.activeElement) ? document.activeElement.textContent : null;
    fill(this.element,
      !empty && make("div", { className: "zones" }, zones),
      source.length > 0 && make("div", { className: `cards source ${this.question.one_group ? "by-colour" : ""}` }, source));
    if (focused) [...this.element.querySelectorAll("button:not(:disabled)")].find((one) => one.textContent === focused)?.focus({ preventScroll: true });
  }
}

// --- a path on the board

function path(question, _players, send) {
  const { board, routes } = question;
  const where = (letters) => [...letters.replace(STOP, "")].reduce(([column, row], letter) => [column + STEPS[letter][0], row + STEPS[letter][1]], question.start);
  const dot = ([column, row]) => row * board.columns + column;
  const name = (at) => `${String.fromCharCode(65 + (at % board.columns))}${Math.floor(at / board.columns) + 1}`;
  let drawn = "";
  let ways = [];
  const stage = make("div", { className: "board" });
  const actions = make("div", { className: "actions" });

  const extend = (at) => {
    const next = Object.keys(STEPS).find((letter) => dot(where(drawn + letter)) === at && routes.some((route) => route.startsWith(drawn + letter)));
    if (next) [drawn, ways] = [drawn + next, []];
    else {
      ways = routes.filter((route) => !route.endsWith(STOP) && route.startsWith(drawn) && dot(where(route)) === at);
      if (ways.length === 0) ways = routes.filter((route) => route.endsWith(STOP) && route.startsWith(drawn) && dot(where(route)) === at).map((route) => route.replace(STOP, ""));
      if (ways.length > 0) drawn = ways[0];
    }
    update();
  };
  const update = () => {
    const open = routes.filter((route) => route.startsWith(drawn) && route.length > drawn.length && route[drawn.length] !== STOP);
    const next = new Set(open.map((route) => dot(where(route.slice(0, drawn.length + 1)))));
    const ends = new Set(open.map((route) => dot(where(route))));
    stage.replaceChildren(carpet(question, drawn, where, { next, ends, name, extend }), bars(question));
    const whole = routes.includes(drawn);
    const stops = routes.includes(drawn + STOP) && drawn;
    const again = make("button", { type: "button", className: "button", onclick: () => { [drawn, ways] = ["", []]; update(); } }, t("Clear"));
    fill(actions,
      ways.length > 1 && make("div", { className: "ways", role: "group", "aria-label": t("Routes to the same dot") }, ways.map((way) =>
        make("button", { type: "button", className: "piece", ariaPressed: String(way === drawn), "aria-label": String(ways.indexOf(way) + 1), onclick: () => { drawn = way; update(); } }, sketch(question, way, where)))),
      whole && make("button", { type: "button", className: "button primary big", onclick: () => send(drawn) }, t("Done")),
      stops && make("button", { type: "button", className: `button big ${whole ? "" : "primary"}`, onclick: () => send(drawn + STOP) }, t("Stop on the paw")),
      drawn ? again : question.usual && make("button", { type: "button", className: "button big", onclick: () => send("") }, sentence(question.usual)));
  };
  update();
  return [how(t("Tap dot by dot, or the dot where the thread ends.")), stage, actions];
}

const points = (letters, where) => Array.from({ length: letters.length + 1 }, (_, end) => where(letters.slice(0, end)).join(",")).join(" ");

// The carpet: dots with their items, the thread so far, the path being drawn, and where it can go.
function carpet(question, drawn, where, { next, ends, name, extend }) {
  const { board } = question;
  const seen = new Set(board.seen);
  const cups = new Set(board.cups);
  const place = (at) => [at % board.columns, Math.floor(at / board.columns)];
  const icon = (at, id, kind, size = 0.86) => {
    const [column, row] = place(at);
    return draw("svg", { x: column - size / 2, y: row - size / 2, width: size, height: size, viewBox: "0 0 24 24", class: kind }, layers(question.icons[id]));
  };
  const dots = board.marks.map((mark, at) => {
    const [column, row] = place(at);
    if (mark === "block") return draw("rect", { x: column - 0.36, y: row - 0.36, width: 0.72, height: 0.72, rx: 0.12, class: "block" });
    return draw("circle", { cx: column, cy: row, r: mark === "shadow" ? 0.27 : 0.09, class: mark === "shadow" ? "shadow" : "dot" });
  });
  const lying = board.marks.map((mark, at) => {
    const gone = seen.has(at) ? "gone" : "";
    if (cups.has(at)) return icon(at, "cup", `thing cup ${gone}`);
    if (["mouse", "sock", "airplane"].includes(mark)) return icon(at, mark, `thing ${gone}`);
    return (mark === "paw" && icon(at, "paw", "thing paw", 1)) || (mark === "start" && icon(at, "wool", "thing start", 1));
  });
  const struck = board.marks.map((mark, at) => {
    const [column, row] = place(at);
    const thing = cups.has(at) || ["mouse", "sock", "airplane"].includes(mark);
    return thing && seen.has(at) && draw("path", { d: `M${column - 0.34} ${row + 0.34}L${column + 0.34} ${row - 0.34}`, class: "struck" });
  });
  const thread = board.thread.map(([one, other]) => draw("line", { x1: place(one)[0], y1: place(one)[1], x2: place(other)[0], y2: place(other)[1], class: "thread" }));
  const [column, row] = where(drawn);
  const targets = [...new Set([...next, ...ends])].map((at) => {
    const [x, y] = place(at);
    const pressed = () => extend(at);
    return draw("g", { role: "button", tabindex: "0", "aria-label": name(at), class: next.has(at) ? "target next" : "target end", onclick: pressed, onkeydown: (event) => (event.key === "Enter" || event.key === " ") && (event.preventDefault(), pressed()) },
      draw("circle", { cx: x, cy: y, r: 0.48, class: "touch" }), draw("circle", { cx: x, cy: y, r: next.has(at) ? 0.3 : 0.24, class: "ring" }));
  });
  const heads = [
    ...Array.from({ length: board.columns }, (_, x) => draw("text", { x, y: -0.96, class: "head" }, name(x)[0])),
    ...Array.from({ length: board.rows }, (_, y) => draw("text", { x: -1, y, class: "head" }, String(y + 1))),
  ];
  return draw("svg", { viewBox: `-1.4 -1.3 ${board.columns + 1} ${board.rows + 0.9}`, class: `carpet carpet-${board.board.toLowerCase()}`, role: "group", "aria-label": question.asks },
    draw("rect", { x: -0.6, y: -0.6, width: board.columns + 0.2, height: board.rows + 0.2, rx: 0.3, class: "cloth" }),
    heads, dots, lying, thread, struck,
    drawn && draw("polyline", { points: points(drawn, where), class: "drawing casing" }),
    drawn && draw("polyline", { points: points(drawn, where), class: "drawing" }),
    draw("circle", { cx: column, cy: row, r: 0.2, class: "needle" }), targets);
}

// The die, the timer and the collection bar beside the carpet.
function bars(question) {
  const { board } = question;
  return make("div", { className: "bars" },
    make("div", { className: "rolled", role: "img", "aria-label": String(board.die) }, picture(question, `die-${board.die}`)),
    make("div", { className: `timer ${board.timing ? "on" : ""}`, role: "img", "aria-label": t("{who}: {what}", { who: t("Timer"), what: board.timer.filter((one) => !one.crossed).map((one) => one.number).join(", ") || "–" }) },
      picture(question, "hourglass"), board.timer.map((one) => make("span", { className: one.crossed ? "crossed" : "" }, String(one.number)))),
    make("div", { className: "bar-items" }, board.items.map((item) => make("div", {}, picture(question, item.icon),
      board.sets.map((_, at) => make("span", { className: at < item.held ? "box full" : "box" }))))));
}

function sketch(question, way, where) {
  const spots = Array.from({ length: way.length + 1 }, (_, end) => where(way.slice(0, end)));
  const [columns, rows] = [spots.map(([column]) => column), spots.map(([, row]) => row)];
  const [left, top] = [Math.min(...columns) - 1, Math.min(...rows) - 1];
  return draw("svg", { viewBox: `${left} ${top} ${Math.max(...columns) - left + 1} ${Math.max(...rows) - top + 1}`, class: "sketch", "aria-hidden": "true" },
    draw("polyline", { points: points(way, where), class: "drawing" }), draw("circle", { cx: spots[0][0], cy: spots[0][1], r: 0.3, class: "needle" }));
}
