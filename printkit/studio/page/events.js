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

// Events before the connection was open, or during a break, were missed: listeners load everything again.
function open() {
  const events = new EventSource(`/api/events?client=${client}`);
  events.onopen = () => { for (const all of hearing.values()) for (const heard of all) heard(); };
  events.onmessage = ({ data }) => {
    const [what, ...rest] = data.split(" ");
    for (const heard of hearing.get(what) ?? []) heard(rest.join(" "));
  };
  return events;
}
