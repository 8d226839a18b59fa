// Logging a finished game in the BG Stats app: a link for this device, and a QR code for another.

import { make } from "./dom.js";
import { draw } from "./sheets.js";
import { t } from "./words.js";

export function logged(log) {
  if (!log) return null;
  const code = log.svg && make("div", { className: "qr", role: "img", "aria-label": t("Scan this code to log the game in BG Stats.") });
  if (code) draw(code, log.svg);
  return make("section", { className: "log" },
    code,
    make("div", {},
      make("a", { className: "button", href: log.link, target: "_blank", rel: "noopener noreferrer" }, t("Add to BG Stats")),
      make("p", {}, t("Scan the code with the phone that has the app. Nothing is sent until you do."))));
}
