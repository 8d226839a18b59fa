// Dice, a sand timer and who begins, beside a score sheet and a game that is recorded.

import { make } from "./dom.js";
import { closing } from "./dialogs.js";
import { Table } from "./table.js";
import { t } from "./words.js";

// A button that opens all of this in a dialog of its own.
export function openedTable(names) {
  const table = new Table(names);
  const dialog = make("dialog", { className: "sheet-dialog", "aria-label": t("At the table") }, closing(), make("h2", {}, t("At the table")), table.content);
  const open = () => { table.open(); dialog.showModal(); };
  const button = make("button", { type: "button", className: "quiet tool dice", "aria-label": t("At the table"), title: t("At the table"), onclick: open }, Array.from({ length: 4 }, () => make("i")));
  return { button, dialog };
}
