// The bar: the language of this page, and an invitation for another device.

import { post } from "./api.js";
import { catalogue } from "./catalogue.js";
import { copy, fill, make, select } from "./dom.js";
import { connected, listen } from "./events.js";
import { showProblems } from "./problems.js";
import { draw } from "./sheets.js";
import { t } from "./words.js";

const YEAR_S = 365 * 24 * 3600;

export async function openBar() {
  const known = await catalogue();
  if (known.problems) return;
  document.querySelector(".tabs").ariaLabel = t("Sections");
  document.querySelector(".skip").textContent = t("Skip to the content");
  const languages = select(Object.entries(known.languages), known.language, (language) => {
    document.cookie = `printkit-language=${language}; path=/; max-age=${YEAR_S}; samesite=strict`;
    location.reload();
  });
  languages.ariaLabel = t("Language of the studio");
  languages.title = t("Language of the studio");
  fill(document.querySelector(".bar-tools"),
    make("label", { className: "language" }, make("span", { ariaHidden: "true" }, known.language.slice(0, 2).toUpperCase()), languages),
    make("button", { type: "button", className: "quiet invite", onclick: invite, title: t("Invite another device") }, make("span", {}, t("Invite"))));
}

async function invite() {
  await connected(); // to hear of the device that joins
  const invitation = await post("/api/invite", { file: new URLSearchParams(location.search).get("file") ?? "" });
  const dialog = make("dialog", { className: "invitation", "aria-labelledby": "invitation" });
  const title = make("h1", { id: "invitation" }, t("Invite another device"));
  const close = make("button", { type: "button", className: "button", autofocus: true, onclick: () => dialog.close() }, t("Close"));
  const stopListening = listen("joined", (what) => what !== undefined && fill(dialog, title, make("p", { role: "status" }, t("A device has joined.")), make("div", { className: "row" }, close)));
  dialog.addEventListener("close", () => { stopListening(); dialog.remove(); });
  const withdraw = async () => {
    await post("/api/withdraw", {});
    dialog.close();
  };
  if (invitation.problems) {
    const problems = make("div", { className: "problems", role: "alert" });
    showProblems(problems, invitation.problems);
    fill(dialog, title, problems, close);
  } else fill(dialog, title, code(invitation), make("div", { className: "row" },
    make("button", { type: "button", className: "button", onclick: withdraw }, t("Withdraw")), close));
  document.body.append(dialog);
  dialog.showModal();
}

function code({ link, svg }) {
  const picture = make("div", { className: "qr", role: "img", "aria-label": t("A code to scan with the camera of the other device.") });
  draw(picture, svg);
  const isHere = new URL(link).hostname === "127.0.0.1";
  return [
    isHere
      ? make("p", {}, t("Open this address in another browser on this computer. For a tablet or a phone, start the studio with printkit studio --lan."))
      : [make("p", {}, t("Scan this code with the tablet or phone. It has to be on the same network.")), picture],
    make("p", { className: "address" }, make("code", {}, link), make("button", { type: "button", onclick: () => copy(link, t("Address")) }, t("Copy"))),
    make("p", { className: "hint" }, t("It lets in one device, and expires after ten minutes.")),
  ];
}
