"""Recording in a browser: what is wrong is refused, and nothing that was entered is lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ViewportSize

    from tests.studio.opening import RunningStudio

TABLET: ViewportSize = {"width": 820, "height": 1180}


def test_new_sheets_of_wolle_are_drawn_and_codes_stay_until_they_are_right(
    browser: Browser, studio: RunningStudio
) -> None:
    context = browser.new_context(viewport=TABLET)
    studio.enter(context)
    page = context.new_page()
    page.goto(f"{studio.home}?tab=play&game=wolle")
    for _ in range(2):
        page.get_by_role("button", name="fewer: players").click()
    page.get_by_role("button", name="Record the whole game").click()
    page.get_by_label("Player 1", exact=True).fill("A-5XBYM")
    page.get_by_label("Player 2", exact=True).fill("A-29TUX")
    page.get_by_role("button", name="Record the whole game").click()
    expect(page.locator(".problem")).to_contain_text("its check character is wrong")
    assert "A-5XBYM" == page.get_by_label("Player 1", exact=True).input_value()
    page.get_by_role("button", name="New sheets, blue carpet (side B)").click()
    expect(page.locator(".asked h1")).to_have_text("Roll of turn 1")
    context.close()


def test_a_refusal_leaves_what_was_tapped(browser: Browser, studio: RunningStudio) -> None:
    context = browser.new_context(viewport=TABLET)
    studio.enter(context)
    page = context.new_page()
    given = {"game": "cattitude", "names": "Ann,Ben", "variant": "", "answers": []}
    game = studio.post("/api/play/begin", **given).data
    page.goto(f"{studio.home}?tab=play&file={game['file']}")
    cards = page.locator(".source .card")
    for name in ("Royal cat", "Royal cat", "Turkey", "Turkey", "Chicken"):
        cards.filter(has_text=name).first.click()
    page.get_by_role("button", name="Done").click()
    expect(page.locator(".asked .who")).to_have_text("Ben")
    for name in ("Royal cat", "Turkey", "Turkey", "Turkey", "Chicken"):
        cards.filter(has_text=name).first.click()
    page.get_by_role("button", name="Done").click()
    expect(page.locator(".refused")).to_contain_text("'royal cat' turns up 3 times; there are 2")
    expect(page.locator(".zone .card")).to_have_count(5)
    context.close()
