// What dialogs have in common.

import { make } from "./elements.js";
import { t } from "./words.js";

export const closing = () => make("form", { method: "dialog", className: "closing" }, make("button", { className: "quiet tool", "aria-label": t("Close"), title: t("Close") }, "×"));
