"""Whole games, tapped in a browser on tablets and phones: nothing has to be typed but a topic."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from printkit.games import find, load
from printkit.recording.resuming import resume, spell_record
from printkit.recording.sitting import begin, submit
from printkit.rules.simulate import NAMES, Seating, play
from tests.studio.tapping import Tapper, sentence

if TYPE_CHECKING:
    from collections.abc import Sequence

    from playwright.sync_api import Browser, ViewportSize

    from printkit.recording.sitting import Sitting
    from printkit.rules.game import Event
    from tests.running import Printkit
    from tests.studio.opening import Opened

TABLET: ViewportSize = {"width": 820, "height": 1180}
PHONE: ViewportSize = {"width": 390, "height": 780}
TAPPED = 11
"""So many answers are tapped at the beginning of a game, and a few at its end."""
GAMES = {
    "attribute": ("bsw", 8, TABLET),
    "wolle": ("base", 2, PHONE),
    "cattitude": ("base", 3, TABLET),
    "swipsheep": ("base", 3, PHONE),
    "attacke": ("blind", 3, TABLET),
}


@pytest.mark.parametrize("game_id", GAMES)
def test_a_whole_game_is_tapped_with_mistakes_a_reload_and_somebody_watching(
    game_id: str, browser: Browser, studio: Opened, printkit: Printkit
) -> None:
    variant, count, size = GAMES[game_id]
    game = load(game_id)
    known = {"hands": "no"} if any(each.key == "hands" for each in game.settings) else {}
    played = play(Seating(game, NAMES[:count], variant, {}, known), Random(5))
    begun = begin(game, played.header, full=False)
    file = studio.folder / f"tapped-{game_id}.jsonl"
    file.write_bytes(spell_record(begun))
    address = f"{studio.home}?tab=play&file={file.name}"
    tablet = browser.new_context(viewport=size, has_touch=True)
    watching = browser.new_context(viewport=PHONE, color_scheme="dark")
    for context in (tablet, watching):
        studio.enter(context)
    page, other = tablet.new_page(), watching.new_page()
    page.goto(address)
    other.goto(address)

    tapper = Tapper(page, begun, played.events)
    for number in range(TAPPED):
        assert tapper.step()
        if number in (2, 7):
            tapper.back()
        if number == 5:
            page.reload()
    assert tapper.sitting.ask is not None
    expect(other.locator(".asked h1")).to_have_text(sentence(tapper.sitting.ask.prompt.asks))
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing sticks out"
    assert resume(file.read_bytes(), find, full=False).state == tapper.sitting.state

    page.goto("about:blank")
    late = _near_the_end(studio, file.name, tapper.sitting, played.events)
    tapper = Tapper(page, late, played.events)
    page.goto(address)
    while tapper.step():
        pass
    expect(page.locator(".over h1")).to_be_visible()
    assert 0 == printkit.run("validate", file, cwd=studio.folder).code
    assert resume(file.read_bytes(), find, full=False).state == tapper.sitting.state
    tablet.close()
    watching.close()


def _near_the_end(studio: Opened, file: str, sitting: Sitting, events: Sequence[Event]) -> Sitting:
    """The game up to its last few answers, which are sent as the page sends them."""
    answers, now = [], sitting
    begun = now.events
    while now.ask is not None:
        begun = begun if now.said else now.events
        answers.append(now.ask.told(events[begun:]))
        now = submit(now, answers[-1])
    version = studio.get("/api/play/look", {"file": file}).data["version"]
    for answer in answers[:-3]:
        sent = studio.post("/api/play/answer", file=file, version=version, answer=answer).data
        assert "refused" not in sent
        version, sitting = sent["version"], submit(sitting, answer)
    return sitting


def test_new_sheets_of_wolle_are_drawn_and_codes_stay_until_they_are_right(
    browser: Browser, studio: Opened
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


def test_a_refusal_leaves_what_was_tapped(browser: Browser, studio: Opened) -> None:
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
