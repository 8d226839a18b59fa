// Events of the studio: files that change, and answers from other devices.

import { client } from "./api.js";

let source = null;
const listeners = new Map();

export function listen(topic, callback) {
  source ??= open();
  const all = listeners.get(topic) ?? new Set();
  listeners.set(topic, all.add(callback));
  return () => all.delete(callback);
}

// Waits until events come, or can't.
export async function connected() {
  source ??= open();
  if (source.readyState !== EventSource.CONNECTING) return;
  await new Promise((resolve) => {
    for (const name of ["open", "error"]) source.addEventListener(name, resolve, { once: true });
  });
}

// Events before the connection was open, or while it was interrupted, were missed, so listeners reload everything.
function open() {
  const events = new EventSource(`/api/events?client=${client}`);
  events.onopen = () => { for (const all of listeners.values()) for (const callback of all) callback(); };
  events.onmessage = ({ data }) => {
    const [topic, ...rest] = data.split(" ");
    for (const callback of listeners.get(topic) ?? []) callback(rest.join(" "));
  };
  return events;
}
