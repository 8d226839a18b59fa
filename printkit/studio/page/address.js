// The URL contains all choices, as options of the command line.

const PAGE_PARAMS = new Set(["tab", "token", "view", "game", "page", "edit"]);

export function read() {
  const params = new URLSearchParams(location.search);
  const pageParams = {};
  const choices = {};
  for (const name of new Set(params.keys())) {
    if (PAGE_PARAMS.has(name)) pageParams[name] = params.get(name);
    else choices[name] = params.getAll(name);
  }
  return { tab: pageParams.tab ?? "print", pageParams, choices };
}

let pushed = 0;

// Small changes in quick succession are one history entry; with `step` a change is always one.
export function write(tab, choices, pageParams = {}, { replace = false, step = false } = {}) {
  const params = new URLSearchParams({ tab, ...pageParams });
  for (const [name, values] of Object.entries(choices)) {
    for (const value of [values].flat()) if (value !== "") params.append(name, value);
  }
  const next = `/?${params}`;
  if (next === location.pathname + location.search) return;
  const isSoon = !step && Date.now() - pushed < 700;
  history[replace || isSoon ? "replaceState" : "pushState"](null, "", next);
  if (!replace) pushed = Date.now();
}

// Opens another place of the studio.
export function go(href) {
  history.pushState(null, "", href);
  scrollTo(0, 0);
  dispatchEvent(new PopStateEvent("popstate"));
}
