"""A fillable pad in a real browser: someone types, and the totals appear.

Needs `chromium` on the path; without it, the test is skipped.
"""

from __future__ import annotations

import base64
import io
from contextlib import suppress
from typing import TYPE_CHECKING

import pikepdf
import pytest
from playwright.sync_api import Error

from printkit.core.paper import PAPERS
from printkit.request.options import Request
from tests.backends.test_pdf_forms import fields, pdf
from tests.rendering import lay_out

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Dialog, Page, ViewportSize

SHEET = "attribute/score-pad"
SCREEN: ViewportSize = {"width": 1400, "height": 1200}
PIXELS = 96 / 72
TOP = 3
"""Where the viewer puts a page at 100 %: centred, at this distance from the top, in pixels."""

SAVE = """async () => {
  const viewer = document.querySelector("pdf-viewer");
  const saved = await viewer.currentController.save("EDITED");
  let text = "";
  for (const byte of new Uint8Array(saved.dataToSave)) text += String.fromCharCode(byte);
  return btoa(text);
}"""


@pytest.fixture
def page(browser: Browser, tmp_path: Path) -> Iterator[Page]:
    """The pad in Chromium's PDF viewer."""
    file = tmp_path / "pad.pdf"
    file.write_bytes(pdf(SHEET))
    page = browser.new_page(viewport=SCREEN)
    page.goto(f"{file.as_uri()}#toolbar=0&navpanes=0&zoom=100")
    until(lambda: "change.1.1" in field_values(page), page)
    yield page
    page.close()


def until(is_so: Callable[[], bool], page: Page) -> None:
    """Wait until the viewer has done something; it has no event for that."""
    for _ in range(200):
        with suppress(Error, ValueError):
            if is_so():
                return
        page.wait_for_timeout(150)
    pytest.fail("the reader took longer than 30 seconds")


def click(page: Page, name: str) -> None:
    request = Request((SHEET,), paper=PAPERS["a4"], counts=(4,), seed="fields", wants_fields=True)
    (side,) = lay_out(request).pages()
    field = next(field for sheet in side.sheets for field in sheet.fields if field.name == name)
    left = (SCREEN["width"] - side.width * PIXELS) / 2
    x, y = field.x + field.width / 2, field.y + field.height / 2
    page.mouse.click(left + x * PIXELS, TOP + y * PIXELS)


def field_values(page: Page) -> dict[str, str]:
    """The field values of the file that the viewer would save."""
    (viewer,) = [frame for frame in page.frames if frame.url.startswith("chrome-extension:")]
    data = base64.b64decode(viewer.evaluate(SAVE))
    with pikepdf.open(io.BytesIO(data)) as file:
        return {name: str(field.get("/V", "")) for name, field in fields(file).items()}


def test_totals_appear_while_typing(page: Page) -> None:
    refused: list[str] = []

    def refuse(dialog: Dialog) -> None:
        refused.append(dialog.message)
        dialog.accept()

    page.on("dialog", refuse)
    for seat, points in enumerate(("1", "-1", "2", "9"), 1):
        name = f"change.1.{seat}"
        click(page, name)  # saving has ended the input
        page.keyboard.type(points)
        page.keyboard.press("Tab")
        until(lambda: bool(refused) or field_values(page)[name] == points, page)  # noqa: B023
    click(page, "change.2.1")
    page.keyboard.type("2")
    page.keyboard.press("Tab")
    until(lambda: field_values(page)["total.2.1"] != "", page)

    found = field_values(page)

    totals = ("total.1.1", "total.1.2", "total.1.3", "total.1.4", "total.2.1", "total.3.1")
    assert ["1", "0", "2", "", "3", ""] == [found[name] for name in totals]
    assert ["Player 4, round 1, points: please enter a whole number from -2 to 2."] == refused
