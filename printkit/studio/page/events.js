// What happens in the studio: files that change, answers that others give.

import { client } from "./api.js";

let source = null;
const hearing = new Map();

export function listen(what, heard) {
  source ??= open();
  const all = hearing.get(what) ?? new Set();
  hearing.set(what, all.add(heard));
  return () => all.delete(heard);
}

// After a break events may have been missed: listeners load everything again.
function open() {
  const events = new EventSource(`/api/events?client=${client}`);
  let broken = false;
  events.onerror = () => { broken = true; };
  events.onopen = () => {
    if (broken) for (const all of hearing.values()) for (const heard of all) heard();
    broken = false;
  };
  events.onmessage = ({ data }) => {
    const [what, ...rest] = data.split(" ");
    for (const heard of hearing.get(what) ?? []) heard(rest.join(" "));
  };
  return events;
}
