"""Recording in a browser: what is wrong is refused, and nothing that was entered is lost."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from printkit.core.colours import contrast
from printkit.core.scene import Colour
from tests.studio.opening import seat

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Locator, Page, ViewportSize

    from tests.studio.opening import RunningStudio

TABLET: ViewportSize = {"width": 820, "height": 1180}
PHONE: ViewportSize = {"width": 390, "height": 780}


def test_new_sheets_of_wolle_are_drawn_and_codes_stay_until_they_are_right(
    browser: Browser, studio: RunningStudio
) -> None:
    context = browser.new_context(viewport=TABLET)
    studio.enter(context)
    page = context.new_page()
    page.goto(f"{studio.home}?tab=play&game=wolle")
    seat(page, ("", ""))
    page.get_by_role("button", name="Record the whole game").click()
    page.get_by_label("Player 1", exact=True).fill("A-5XBYM")
    page.get_by_label("Player 2", exact=True).fill("A-29TUX")
    page.get_by_role("button", name="Record the whole game").click()
    expect(page.locator(".problem")).to_contain_text("its check character is wrong")
    expect(page.get_by_label("Player 1", exact=True)).to_have_value("A-5XBYM")
    page.get_by_role("button", name="New sheets, blue carpet (side B)").click()
    expect(page.locator(".asked h1")).to_have_text("Roll of turn 1")
    context.close()


@pytest.fixture
def phone(browser: Browser, studio: RunningStudio) -> Iterator[Page]:
    """A page on a phone."""
    context = browser.new_context(viewport=PHONE, is_mobile=True, has_touch=True)
    studio.enter(context)
    yield context.new_page()
    context.close()


def begin(studio: RunningStudio, page: Page, game: str, names: str, **more: str) -> dict[str, Any]:
    """Begin a game, and open it on a page."""
    given = {"game": game, "names": names, "variant": "", "answers": [], **more}
    begun = studio.post("/api/play/begin", **given).data
    page.goto(f"{studio.home}?tab=play&file={begun['file']}")
    page.locator(".asked h1").wait_for()
    return begun


def expect_seen(locator: Locator) -> None:
    """Wait until the whole element can be seen: on the screen, and below the bar."""
    script = """(element) => {
        const box = element.getBoundingClientRect();
        const spots = [[box.left + 3, box.top + 3], [box.right - 3, box.bottom - 3]];
        return spots.every(([x, y]) => {
            const found = document.elementFromPoint(x, y);
            return found && (element.contains(found) || found.contains(element));
        }) && box.top >= 0 && box.bottom <= innerHeight;
    }"""
    element = locator.element_handle()
    locator.page.wait_for_function(script, arg=element)


def test_on_a_phone_questions_refusals_and_done_stay_in_sight(
    phone: Page, studio: RunningStudio
) -> None:
    begin(studio, phone, "attribute", "Ann,Ben,Cleo,Dan,Eve,Flo,Gus,Hal")
    phone.locator(".free input").fill("cats")
    phone.locator(".free button").tap()
    done, title = phone.get_by_role("button", name="Done"), phone.locator(".asked h1")
    expect(title).to_have_text("Sheep, green or red")
    expect_seen(title)
    expect_seen(done)
    rows = phone.locator(".pair")
    for row in rows.all():
        row.get_by_role("button", name="Green").tap()
    for number in range(2):
        rows.nth(number).get_by_role("textbox").fill("smelly\x07")
    phone.evaluate("() => scrollTo(0, document.body.scrollHeight)")
    done.tap()
    refused = phone.locator(".refused")
    expect(refused).to_be_visible()
    expect_seen(refused)
    expect(rows.first.get_by_role("textbox")).to_have_value("smelly\x07")
    for number in range(2):
        rows.nth(number).get_by_role("textbox").fill("smelly")
    phone.evaluate("() => scrollTo(0, document.body.scrollHeight)")
    phone.route("**/api/play/answer", lambda route: route.abort())
    done.tap()
    problem = phone.locator(".problem")
    expect(problem).to_contain_text("The studio isn’t responding.")
    expect_seen(problem)
    phone.unroute("**/api/play/answer")
    done.tap()
    expect(title).to_have_text("Who grabbed whose set")
    expect_seen(title)


def test_a_grab_is_tapped_as_it_happens(phone: Page, studio: RunningStudio) -> None:
    game = begin(studio, phone, "attribute", "Ann,Ben,Cleo")
    for answer in (["cats"], [[0, "green", ""], [1, "red", ""], [2, "green", ""]]):
        sent = {"file": game["file"], "version": game["version"], "answer": answer}
        game = studio.post("/api/play/answer", **sent).data
    expect(phone.locator(".asked h1")).to_have_text("Who grabbed whose set")
    row = {
        name: phone.get_by_role("group", name=name, exact=True) for name in ("Ann", "Ben", "Cleo")
    }
    nobody = phone.get_by_role("button", name="Nobody grabs")
    ann, small = row["Ann"].bounding_box(), nobody.bounding_box()
    assert ann is not None
    assert small is not None
    assert small["width"] < ann["width"]
    row["Ann"].get_by_role("button").tap()
    row["Ben"].get_by_role("button").tap()
    expect(row["Ann"]).to_contain_text("1. → Ben")
    row["Cleo"].get_by_role("button").tap()
    expect(row["Ben"]).not_to_contain_text("Cleo takes these")  # Ann has them
    row["Ann"].get_by_role("button").tap()
    expect(row["Cleo"]).to_contain_text("2. → Ann")
    phone.get_by_role("button", name="Done", exact=True).tap()
    expect(phone.locator(".asked h1")).to_contain_text("Topic of round 2")
    record = (studio.folder / game["file"]).read_text()
    assert '"by": "Ann", "from": "Ben"' in record
    assert '"by": "Cleo", "from": "Ann"' in record


def test_the_row_above_the_question_fits_in_german(browser: Browser, studio: RunningStudio) -> None:
    context = browser.new_context(viewport=PHONE, is_mobile=True, has_touch=True, locale="de-DE")
    studio.enter(context)
    page = context.new_page()
    game = begin(studio, page, "attribute", "Ann,Ben,Cleo")
    for answer in (["Thema"], [[one, "green", ""] for one in range(3)], []):
        sent = {"file": game["file"], "version": game["version"], "answer": answer}
        game = studio.post("/api/play/answer", **sent).data
    expect(page.get_by_role("button", name="„wer wessen Set ge…“ zurücknehmen")).to_be_visible()
    expect(page.locator(".sheet")).to_have_count(1)  # after the first round
    expect_seen(page.get_by_role("button", name="Am Spieltisch"))
    assert PHONE["width"] >= page.evaluate("() => document.documentElement.scrollWidth")
    context.close()


def rgb(text: str) -> Colour:
    """Return a colour as browsers write it."""
    red, green, blue = (int(part) / 255 for part in re.findall(r"\d+", text)[:3])
    return Colour(red, green, blue)


def test_the_carpet_of_wolle_has_its_own_colours(phone: Page, studio: RunningStudio) -> None:
    given = {"game": "wolle", "names": "Ann,Ben", "variant": "", "answers": []}
    sides = studio.post("/api/play/begin", **given).data["opening"]["options"]
    colours = set()
    for side in sides:
        begun = studio.post("/api/play/begin", **{**given, "answers": [side["key"]]}).data
        sent = {"file": begun["file"], "version": begun["version"], "answer": 3}
        studio.post("/api/play/answer", **sent)
        phone.goto(f"{studio.home}?tab=play&file={begun['file']}")
        cloth = phone.locator(".cloth").evaluate("(one) => getComputedStyle(one).fill")
        colours.add(cloth)
        dot = phone.locator(".carpet .target.end").first
        name = str(dot.get_attribute("aria-label"))
        heads = phone.locator(".carpet .head").all_text_contents()
        assert {name[0], name[1:]} <= {*heads}, f"{name} is on the board"
        dot.press("Enter")
        route = phone.locator(".carpet .drawing:not(.casing)")
        thread = route.evaluate("(one) => getComputedStyle(one).stroke")
        assert contrast(rgb(thread), rgb(cloth)) >= 3
    assert len(colours) == len(sides) == 2


def test_cards_that_cannot_be_in_a_bid_are_not_offered(phone: Page, studio: RunningStudio) -> None:
    begin(studio, phone, "cattitude", "Ann,Ben")
    cards = phone.locator(".source .card")
    needs = phone.locator(".hand-row strong")
    expect(needs).to_have_text("still 5 blue")
    for name in ("Royal cat", "Royal cat", "Turkey", "Turkey", "Chicken"):
        cards.filter(has_text=name).first.tap()
    expect(needs).to_have_text("complete")
    expect(cards.locator(":scope:not(:disabled)")).to_have_count(0)
    phone.get_by_role("button", name="Done").tap()
    expect(phone.locator(".asked .who")).to_have_text("Ben")
    expect(cards.filter(has_text="Royal cat")).to_have_count(0)  # Ann has both
    expect(phone.locator(".looks")).to_contain_text("Ann: nothing")


def test_cards_of_attacke_are_in_rows_by_colour(phone: Page, studio: RunningStudio) -> None:
    begin(studio, phone, "attacke", "Ann,Ben,Cleo")
    cards = phone.locator(".source .card")
    expect(cards.nth(9)).to_be_visible()
    tops = [box["y"] for card in cards.all()[:10] if (box := card.bounding_box())]
    assert [tops[0]] * 5 + [tops[5]] * 5 == tops
    assert tops[0] < tops[5]
    expect(phone.locator(".asked .hint")).to_contain_text("nobody checks")
    expect(phone.locator(".scores th").first).to_have_text("Contest")  # not a round
    expect(phone.locator(".scores caption")).to_have_text(re.compile("^Contest 1, "))


def test_one_two_and_three_sheep_look_different(phone: Page, studio: RunningStudio) -> None:
    begin(studio, phone, "swipsheep", "Ann,Ben,Cleo")
    hand = phone.get_by_role("group", name="Ann", exact=True)
    for number, name in enumerate(("1 sheep", "2 sheep", "3 sheep"), 1):
        card = hand.get_by_role("button", name=name)
        expect(card.locator(".pic")).to_have_count(number)
