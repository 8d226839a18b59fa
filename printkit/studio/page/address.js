// The address in the browser holds all choices, in the words of the command line.

const OWN = new Set(["tab", "token", "view", "game", "page", "edit"]);

export function read() {
  const params = new URLSearchParams(location.search);
  const own = {};
  const words = {};
  for (const name of new Set(params.keys())) {
    if (OWN.has(name)) own[name] = params.get(name);
    else words[name] = params.getAll(name);
  }
  return { tab: own.tab ?? "print", own, words };
}

let pushed = 0;

// Small changes that follow each other are one step back; what is a step by itself is always one.
export function write(tab, words, own = {}, { replace = false, step = false } = {}) {
  const params = new URLSearchParams({ tab, ...own });
  for (const [name, values] of Object.entries(words)) {
    for (const value of [values].flat()) if (value !== "") params.append(name, value);
  }
  const next = `/?${params}`;
  if (next === location.pathname + location.search) return;
  const soon = !step && Date.now() - pushed < 700;
  history[replace || soon ? "replaceState" : "pushState"](null, "", next);
  if (!replace) pushed = Date.now();
}
