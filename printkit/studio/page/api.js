// Requests to the studio. Each browser tab has an id, so that tabs don't supersede each other's requests,
// and numbers its requests, which may arrive out of order.

import { t } from "./words.js";

export const client = crypto.getRandomValues(new Uint32Array(2)).join("-");
let turn = 0;

export function query(choices, more = {}) {
  const params = new URLSearchParams();
  for (const [name, values] of Object.entries({ ...choices, ...more })) {
    for (const value of [values].flat()) params.append(name, value);
  }
  return params.toString();
}

export async function get(path, choices = {}, more = {}, signal = undefined) {
  turn += 1;
  return send(`${path}?${query(choices, { client, turn, ...more })}`, { signal });
}

// Gets something that the browser keeps until it changes.
export const getKept = (path, choices = {}) => send(`${path}?${query(choices)}`);

export async function post(path, body) {
  return send(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ client, ...body }),
  });
}

// Returns an answer or a problem to show, even if the studio isn't running any more.
async function send(address, options) {
  try {
    const response = await fetch(address, options);
    const type = response.headers.get("content-type") ?? "";
    return await (type.startsWith("application/json") ? response.json() : response.text().then((text) => problem(text.trim())));
  } catch (error) {
    if (error.name === "AbortError") throw error;
    return { unreachable: true, ...problem(t("The studio isn’t responding."), t("Is it still running? Start printkit studio again.")) };
  }
}

const problem = (message, hint = "") => ({ problems: [{ message, hint, line: 0, file: "", source: "" }] });

// Repeated requests of which only the newest answer counts.
export class LatestRequest {
  #number = 0;
  #abort = null;

  // Ignore the answer to the last request.
  cancel() {
    this.#number += 1;
    this.#abort?.abort();
  }

  async get(path, choices, more = {}) {
    const number = (this.#number += 1);
    this.#abort?.abort();
    this.#abort = new AbortController();
    try {
      const answer = await get(path, choices, more, this.#abort.signal);
      return number === this.#number && !answer.superseded ? answer : null;
    } catch {
      return null;
    }
  }
}
