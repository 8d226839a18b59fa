"""What a browser gets over the network when the studio is opened."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from printkit.studio.page import script
from tests.studio.opening import running_studio

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page, ViewportSize

    from tests.running import Printkit
    from tests.studio.opening import RunningStudio

TABLET: ViewportSize = {"width": 820, "height": 1180}
FIRST = 400_000
SECOND = 20_000
MOST_REQUESTS = 15


class Traffic:
    """The requests of a page, with the bytes that came over the network."""

    def __init__(self, page: Page) -> None:
        self.sizes: dict[str, float] = {}
        self.requests = 0
        self._urls: dict[str, str] = {}
        session = page.context.new_cdp_session(page)
        session.send("Network.enable")
        session.on("Network.requestWillBeSent", self._asked)
        session.on("Network.loadingFinished", self._came)

    def _asked(self, event: dict[str, dict[str, str]]) -> None:
        self._urls[str(event["requestId"])] = event["request"]["url"]
        self.requests += 1

    def _came(self, event: dict[str, float]) -> None:
        url = self._urls.get(str(event["requestId"]), "")  # asked before this began to listen
        self.sizes[url] = self.sizes.get(url, 0) + event["encodedDataLength"]

    @property
    def total(self) -> float:
        """All bytes together."""
        return sum(self.sizes.values())


@pytest.fixture
def page(browser: Browser, studio: RunningStudio) -> Iterator[Page]:
    """A page of a browser that was never here."""
    context = browser.new_context(viewport=TABLET)
    studio.enter(context)
    yield context.new_page()
    context.close()


def open_start(page: Page, studio: RunningStudio) -> None:
    """Open the start page, and wait for its pictures and their fonts."""
    page.goto(studio.home)
    fans = page.locator(".fan")
    expect(fans).to_have_count(6)  # the games, and the pad for any other
    for fan in fans.all():
        fan.locator(".paper").first.wait_for()
    page.evaluate("() => document.fonts.ready")
    page.wait_for_load_state("networkidle")


def test_the_start_page_is_light_and_lighter_the_second_time(
    browser: Browser, printkit: Printkit, tmp_path: Path
) -> None:
    context = browser.new_context(viewport=TABLET)
    with running_studio(printkit, tmp_path) as studio:
        studio.enter(context)
        check_weight(context.new_page(), studio)
    context.close()


def check_weight(page: Page, studio: RunningStudio) -> None:
    """Open the start page twice, and check what came over the network."""
    first = Traffic(page)
    open_start(page, studio)
    assert first.total < FIRST, first.sizes
    assert first.requests <= MOST_REQUESTS, first.sizes
    assert any(url.endswith("Roboto.woff") for url in first.sizes)
    page.goto("about:blank")
    second = Traffic(page)
    open_start(page, studio)
    assert second.total < SECOND, second.sizes


def test_letters_that_are_not_in_the_first_file_of_a_font_are_shown(
    page: Page, studio: RunningStudio
) -> None:
    page.goto(f"{studio.home}?tab=play&game=wolle")
    page.get_by_label("Name of player 1").fill("Τάσος")
    check = "() => document.fonts.check('16px Roboto', 'Τάσος')"
    page.wait_for_function(check)
    expect(page.get_by_label("Name of player 1")).to_have_value("Τάσος")


def test_all_modules_are_in_the_script() -> None:
    made = script()
    for path in Path("printkit/studio/page").glob("*.js"):
        assert f"const module_{path.stem} = " in made
    assert "\nimport " not in made
    assert "\nexport " not in made


def test_what_was_changed_has_another_address(studio: RunningStudio) -> None:
    html = studio.get("/")
    again = studio.send("/", {"Cookie": studio.cookie, "If-None-Match": html.headers["etag"]})
    assert (304, b"") == (again.status, again.body)
    address = html.body.decode().partition('src="')[2].partition('"')[0]
    kept = studio.get(address)
    assert "immutable" in kept.headers["cache-control"]
    other = address.replace(address.split("/")[2], "0" * 20)
    assert 404 == studio.get(other).status
