"""What hosts, authors and players do in the studio, in a real browser.

Without Chromium, these tests are skipped.
"""

from __future__ import annotations

import io
import json
import re
import shlex
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urlsplit

import pikepdf
import pytest
from playwright.sync_api import expect

from printkit.studio.page import PAGE
from tests.backends.test_html_in_browser import violations
from tests.depth import in_turn, many
from tests.running import until
from tests.studio.opening import running_studio, seat

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page, Request, Route, ViewportSize

    from tests.running import Printkit
    from tests.studio.opening import RunningStudio

WIDE: ViewportSize = {"width": 1000, "height": 600}
PHONE: ViewportSize = {"width": 390, "height": 844}
OWN = """sheet: own/night
title: Night
players: 2-4
body:
  - text: "For {count} players"
  - {text: Second, size: 30pt}
"""


@pytest.fixture(scope="module")
def page(browser: Browser) -> Page:
    """One page for all tests, which is where the last one left it."""
    context = browser.new_context(viewport=WIDE, reduced_motion="reduce")
    return context.new_page()


def at(page: Page, studio: RunningStudio, rest: str) -> None:
    """Open the studio at an address; an open page follows a link there."""
    if urlsplit(page.url).port != studio.port:
        studio.enter(page.context)
        page.goto(f"{studio.home}?{rest}")
        _until_open(page)
        return
    script = """(address) => {
        const link = document.querySelector("a.brand").cloneNode();
        link.href = address;
        document.body.append(link);
        link.click();
        link.remove();
    }"""
    page.evaluate(script, f"/?{rest}")
    _until_open(page)


def serve_modules(page: Page) -> None:
    """Serve single modules of the page, as well as the script that has them all."""

    def module(route: Route) -> None:
        name = urlsplit(route.request.url).path.rpartition("/")[2]
        route.fulfill(path=PAGE[name], content_type="text/javascript")

    page.route("**/module/*.js", module)


def _until_open(page: Page) -> None:
    """Before that, what is shown may be where the page was before."""
    page.locator("main:not([aria-busy])").wait_for()


def drawn(page: Page) -> str:
    """All text on the shown pages."""
    script = """() => [...document.querySelectorAll(".sheet .paper")]
        .map((host) => host.shadowRoot.textContent).join(" ")"""
    return str(page.evaluate(script))


def wait_for_words(page: Page, words: str) -> None:
    script = """(words) => [...document.querySelectorAll(".sheet .paper")]
        .some((host) => host.shadowRoot?.textContent.includes(words))"""
    page.wait_for_function(script, arg=words, polling=50)


def wait_until(is_so: Callable[[], object], page: Page) -> None:
    """Wait until something is true, while the page goes on."""
    for _ in range(3000):
        if is_so():
            return
        page.wait_for_timeout(10)
    pytest.fail("this never came true")


def downloaded(page: Page) -> bytes:
    link = page.get_by_role("link", name="Download PDF")
    expect(link).to_have_attribute("href", re.compile("."))  # the pages have come
    with page.expect_download() as waiting:
        link.click()
    return waiting.value.path().read_bytes()


def test_a_host_downloads_the_same_pdf_as_on_the_command_line(
    page: Page, studio: RunningStudio, printkit: Printkit, tmp_path: Path
) -> None:
    loaded = []
    page.on("request", lambda request: loaded.append(request.url))
    studio.enter(page.context)
    page.goto(studio.home)
    page.get_by_role("link", name="Wolle").click()
    seat(page, ("Ann", "<b>Ben</b>", "Zoë"))
    page.get_by_text("Black and white").click()
    expect(page.locator(".kit").get_by_text("Result")).to_have_count(0)  # which needs a record
    wait_for_words(page, "<b>Ben</b>")
    expect(page.locator("figcaption code")).to_have_count(3)
    page.get_by_text("More options", exact=True).click()
    shown = page.locator(".command code")
    expect(shown).to_contain_text("--theme mono")  # the answer to the last choice has come
    command = shlex.split(shown.inner_text())
    data = downloaded(page)
    ran = printkit.run(*command[1:], "--out", "made.pdf", cwd=tmp_path)
    assert 0 == ran.code, ran.stderr
    assert (tmp_path / "made.pdf").read_bytes() == data
    assert all(url.startswith((f"http://127.0.0.1:{studio.port}/", "blob:")) for url in loaded)


def test_sheets_too_large_for_the_paper_are_left_out(
    page: Page, studio: RunningStudio, printkit: Printkit, tmp_path: Path
) -> None:
    options = "players=3&variant=attribute:bsw&set=attribute/score-pad:size=half"
    at(page, studio, f"tab=print&target=attribute&paper=index-3x5&names=&{options}")
    notes, command = page.locator(".notes"), page.locator(".command code")
    expect(notes).to_contain_text(
        "Left out, because too large for this paper: Round tracker, Score pad"
    )
    expect(command).to_contain_text("build attribute/setup-card attribute/player-aid --players 3")
    expect(page.locator(".sheet")).to_have_count(4)  # a setup card, and an aid for each player
    ran = printkit.run(
        *shlex.split(str(command.text_content()))[1:], "--out", "made.pdf", cwd=tmp_path
    )
    assert 0 == ran.code, ran.stderr
    assert (tmp_path / "made.pdf").read_bytes() == downloaded(page)
    page.get_by_label("Paper").select_option("a4")
    expect(page.locator(".kit .row").filter(has_text="Player aid")).to_contain_text("× 3")
    page.get_by_role("button", name="fewer: Setup card").click()
    expect(command).to_contain_text("attribute/player-aid attribute/round-tracker")
    expect(page.locator(".sheet")).to_have_count(2)
    at(page, studio, "tab=print&target=wolle/sheet&paper=a6")
    expect(page.locator(".problem")).to_contain_text("None of these sheets fits on this paper")
    (studio.folder / "poster.yaml").write_text(
        "sheet: own/poster\ntitle: Poster\nbody: [{box: [], width: 250mm, height: 250mm}]\n"
    )
    at(page, studio, "tab=print&target=wolle/setup-card&target=poster.yaml&paper=a4")
    expect(notes).to_contain_text("Left out, because too large for this paper: Poster")
    expect(page.locator(".sheet")).to_have_count(1)


def test_a_tap_on_a_page_enlarges_it(page: Page, studio: RunningStudio) -> None:
    at(page, studio, "tab=print&target=wolle/setup-card")
    wait_for_words(page, "Setup card")
    dialog = page.get_by_role("dialog", name="Setup card")
    for tapped in (page.locator(".sheet .paper"), page.get_by_role("button", name="Enlarge")):
        tapped.click()
        expect(dialog.locator(".paper")).to_be_visible()
        dialog.get_by_role("button", name="Close").click()
        expect(dialog).to_have_count(0)


@pytest.mark.parametrize("size", [PHONE, WIDE], ids=["phone", "wide"])
def test_axe_finds_nothing_and_inputs_have_16_px(
    browser: Browser, studio: RunningStudio, size: ViewportSize
) -> None:
    context = browser.new_context(viewport=size, has_touch=True, reduced_motion="reduce")
    studio.enter(context)
    page = context.new_page()
    game = begin_game(studio, "attribute", "Ann", "Ben", "Cleo")
    given = {"target": "attribute/score-pad", "names": "Ann,Ben,Cleo", "variant": ""}
    score = studio.post("/api/score/begin", **given, settings=[]).data
    places = (
        "tab=print",
        "tab=print&target=wolle/setup-card",
        "tab=play&game=cattitude",
        "tab=print&target=any/pad",
        f"tab=play&file={game['file']}",
        f"tab=play&file={score['file']}",
        "tab=play",
    )
    for rest in in_turn(places, int(size == WIDE)):
        at(page, studio, rest)
        page.locator("main h1").first.wait_for()
        assert [] == violations(page), rest
        for field in page.locator(".names input").all():
            expect(field).to_have_css("font-size", re.compile("1[67]px"))
    page.get_by_role("button", name="Invite").click()
    expect(page.get_by_role("dialog").locator("code")).to_be_visible()
    assert [] == violations(page), "the invitation"
    context.close()


def test_a_layout_for_one_is_for_1_player(page: Page, studio: RunningStudio) -> None:
    file = studio.folder / "alone.yaml"
    file.write_text(OWN.replace("2-4", "1").replace("title: Night", "title: Alone"))
    at(page, studio, "tab=print")
    expect(page.get_by_role("link", name="Alone").locator("span")).to_have_text("1 player")
    at(page, studio, "tab=write&target=alone.yaml&view=grid")
    expect(page.locator("figcaption")).to_contain_text("1 player")
    expect(page.locator("figcaption")).not_to_contain_text("1 players")
    file.unlink()


def test_new_cups_have_new_codes_and_the_back_button_restores_choices(
    page: Page, studio: RunningStudio
) -> None:
    at(page, studio, "tab=print&target=wolle/sheet")
    expect(page.get_by_label("Carpet")).to_be_visible()
    more = page.locator("details.more")
    expect(more.get_by_label("Board file")).to_be_hidden()  # few need it
    expect(more.get_by_label("Different sheets")).to_be_hidden()
    codes = page.locator("figcaption code")
    expect(codes.first).to_be_visible()
    before, address = codes.all_inner_texts(), page.url
    page.get_by_role("button", name="New cups").click()
    expect(codes.first).not_to_have_text(before[0])
    page.go_back()
    expect(codes.first).to_have_text(before[0])
    assert address == page.url


def test_names_language_and_paper_survive_a_change_of_game_and_a_restart(
    browser: Browser, printkit: Printkit, tmp_path: Path
) -> None:
    (tmp_path / "games").mkdir()
    env = {"XDG_CONFIG_HOME": str(tmp_path)}
    context = browser.new_context(viewport=WIDE)
    page = context.new_page()
    names = ("Ann", "Müller, Hans", "Cleo and Dan", "Zoë", "Eve")
    with running_studio(printkit, tmp_path / "games", env=env) as studio:
        at(page, studio, "tab=print&target=attribute")
        seat(page, names)
        page.get_by_label("Language", exact=True).select_option("de")
        page.get_by_label("Paper").select_option("letter")
        expect(page.locator(".command code")).to_contain_text("--paper letter")
        page.get_by_role("link", name="All games").click()
        page.get_by_role("link", name="Wolle").click()
        expect(page.get_by_label("Language", exact=True)).to_have_value("de")
        expect(page.get_by_label("Paper")).to_have_value("letter")
        expect(page.get_by_label("Name of player 5")).to_have_value("Eve")
        page.locator("figcaption code").first.wait_for()
        bookmark, port = page.url, studio.port
        kept = tmp_path / "printkit" / "studio.json"
        until(lambda: kept.exists() and json.loads(kept.read_text())["paper"] == "letter")
    assert 0o600 == (tmp_path / "printkit" / "studio-key").stat().st_mode & 0o777
    page.goto("about:blank")
    with running_studio(printkit, tmp_path / "games", "--port", str(port), env=env, enters=False):
        page.goto(bookmark)
        wait_for_words(page, "Müller, Hans")
        page.goto(f"http://127.0.0.1:{port}/?tab=print&target=cattitude")
        fields = page.locator(".names input")
        expect(fields).to_have_count(len(names))
        for field, name in zip(fields.all(), names, strict=True):
            expect(field).to_have_value(name)
        expect(page.get_by_label("Paper")).to_have_value("letter")
    context.close()


def test_whoever_moves_on_before_a_page_has_come_gets_there(
    page: Page, studio: RunningStudio
) -> None:
    (studio.folder / "night.yaml").write_text(OWN)
    at(page, studio, "tab=print&target=attribute")
    page.locator(".sheet").first.wait_for()
    held: list[Route] = []
    page.route("**/api/files*", lambda route: held.append(route), times=1)
    page.get_by_role("link", name="Design").click()
    wait_until(lambda: held, page)
    expect(page.locator("main[aria-busy]")).to_be_visible()
    page.get_by_role("link", name="Print", exact=True).click()
    held[0].continue_()
    _until_open(page)
    page.get_by_role("link", name="Wolle").wait_for()
    assert "tab=print" in page.url
    expect(page.locator("[aria-current]")).to_have_text("Print")


def test_several_games_are_printed_at_once_with_options_of_their_own(
    page: Page, studio: RunningStudio, printkit: Printkit, tmp_path: Path
) -> None:
    (studio.folder / "night.yaml").write_text(OWN)
    at(page, studio, "tab=print&target=attribute/score-pad&paper=a4&lang=en&players=4")
    page.get_by_label("Size").select_option("half")
    page.get_by_label("Add another game").select_option("cattitude")
    page.get_by_role("combobox", name="Pile checklist").wait_for()
    page.get_by_label("Add another game").select_option("night.yaml")
    wait_for_words(page, "For 4 players")
    expect(page.locator(".kit h3")).to_have_text(["Attribute", "Cattitude", "Night"])
    page.get_by_text("More options", exact=True).click()
    shown = page.locator(".command code")
    expect(shown).to_contain_text("cattitude night.yaml")
    expect(shown).to_contain_text("attribute/score-pad:size=half")
    command = shlex.split(shown.inner_text())
    ran = printkit.run(*command[1:], "--out", tmp_path / "made.pdf", cwd=studio.folder)
    assert 0 == ran.code, ran.stderr
    assert (tmp_path / "made.pdf").read_bytes() == downloaded(page)
    page.get_by_role("button", name="Remove Cattitude").click()
    expect(shown).not_to_contain_text("cattitude")


def test_another_game_is_scored_on_a_pad_of_its_own(page: Page, studio: RunningStudio) -> None:
    at(page, studio, "tab=print")
    page.get_by_role("link", name="Another game").click()
    wait_for_words(page, "Score pad")
    expect(page.locator(".panel input").first).to_have_accessible_name("Game")
    suggested = page.locator("datalist option[value='Hearts']")
    expect(suggested).to_have_count(1)
    page.get_by_label("Game", exact=True).fill("Catan")
    expect(page.get_by_role("alert")).to_contain_text("o rows and no rounds for 'Catan'")
    page.get_by_label("Rows").fill("Settlements, Cities=2; Bonus: army, road")
    expect(page.get_by_role("alert")).to_be_hidden()
    page.get_by_label("Who wins").select_option("lowest")
    command = page.locator(".command code")
    expect(command).to_contain_text("--set wins=lowest")
    expect(command).to_contain_text("printkit build any/pad")
    expect(command).to_contain_text("'rows=Settlements, Cities=2; Bonus: army, road'")
    wait_for_words(page, "Settlements")
    page.get_by_role("switch", name="Large print").check()
    expect(command).to_contain_text("--large-print")
    at(page, studio, "tab=print&target=any/pad&set=game=Catan")
    expect(page.get_by_role("alert")).to_contain_text("o rows and no rounds for 'Catan'")
    page.get_by_label("Rows").fill("Roads")  # options are there to mend what is wrong
    wait_for_words(page, "Roads")


def test_deselecting_every_sheet_gives_an_empty_selection(
    page: Page, studio: RunningStudio
) -> None:
    (studio.folder / "night.yaml").write_text(OWN)
    at(page, studio, "tab=print&target=night.yaml")
    expect(page.locator("h1")).to_have_text("Night")
    wait_for_words(page, "Second")
    page.get_by_role("button", name="fewer: Night").click()
    expect(page.locator(".nothing")).to_be_visible()
    expect(page.locator(".sheet")).to_have_count(0)
    expect(page.get_by_role("button", name="Print", exact=True)).to_be_disabled()
    page.reload()
    expect(page.locator(".nothing")).to_be_visible()
    page.get_by_role("button", name="more: Night").click()
    wait_for_words(page, "Second")


def test_default_names_are_in_the_language_of_the_sheets(page: Page, studio: RunningStudio) -> None:
    at(page, studio, "tab=print&target=attribute/score-pad&names=Ann,Player 2,Player 3")
    wait_for_words(page, "Player 3")
    page.get_by_label("Language", exact=True).select_option("fr")
    wait_for_words(page, "Joueur 3")
    expect(page.get_by_label("Name of player 1")).to_have_value("Ann")
    # The next print begins with this language.
    page.get_by_label("Language", exact=True).select_option("en")
    wait_for_words(page, "Player 3")


def test_only_pages_without_errors_can_be_printed(page: Page, studio: RunningStudio) -> None:
    at(page, studio, "tab=print&target=attribute/setup-card&names=Ann,Ben,Cleo")
    button, link = page.get_by_role("button", name="Print"), page.get_by_text("Download PDF")
    expect(button).to_be_enabled()
    page.get_by_label("Name of player 2").fill("Ann")
    expect(page.locator(".problem")).to_contain_text("'Ann' appears twice")
    expect(button).to_be_disabled()
    expect(link).not_to_have_attribute("href", re.compile("."))
    at(page, studio, "tab=print&target=attribute/setup-card&paper=index-3x5&copies=61")
    expect(page.locator(".summary")).to_contain_text("The PDF has all the pages.")
    expect(button).to_be_disabled()
    expect(link).to_have_attribute("href", re.compile("."))
    at(page, studio, "tab=print&target=attribute/setup-card&paper=a4")  # for the next print
    expect(button).to_be_enabled()


def test_printed_pages_have_their_actual_size(page: Page, studio: RunningStudio) -> None:
    at(page, studio, "tab=print&target=wolle")
    page.locator(".sheet").first.wait_for()
    with pikepdf.open(io.BytesIO(page.pdf(prefer_css_page_size=True))) as printed:
        sizes = [tuple(round(float(x)) for x in sheet.mediabox[2:]) for sheet in printed.pages]
    assert (842, 595) == sizes[0]
    expect(page.locator(".sheet")).to_have_count(len(sizes))
    at(page, studio, "tab=print&target=swipsheep/score-pad")
    page.emulate_media(media="print")
    box = page.locator(".sheet .paper").bounding_box()
    page.emulate_media(media="screen")
    assert box is not None
    assert (210, 297) == tuple(round(box[side] / 96 * 25.4) for side in ("width", "height"))


def test_everything_can_be_done_with_the_keyboard(page: Page, studio: RunningStudio) -> None:
    studio.enter(page.context)
    page.goto(studio.home)
    page.get_by_role("link", name="Attribute").wait_for()

    def tab_to(words: str) -> None:
        for _ in range(60):
            page.keyboard.press("Tab")
            here = page.evaluate(
                "() => { const e = document.activeElement; "
                "return (e.ariaLabel ?? '') + ' ' + e.textContent; }"
            )
            if words in here:
                return
        raise AssertionError(f"the keyboard does not reach '{words}'")

    tab_to("Skip to the content")
    expect(page.locator(".skip")).to_be_in_viewport()
    page.keyboard.press("Enter")
    tab_to("Attribute")
    page.keyboard.press("Enter")
    page.locator(".sheet").first.wait_for()
    tab_to("Name of player 1")
    page.keyboard.type("Wilhelmina")
    wait_for_words(page, "Wilhelmina")
    tab_to("more: Score pad")
    page.keyboard.press("Enter")
    tab_to("Download PDF")
    with page.expect_download() as waiting:
        page.keyboard.press("Enter")
    assert waiting.value.path().read_bytes().startswith(b"%PDF")


def test_the_page_is_in_the_language_of_the_browser_or_in_the_chosen_one(
    page: Page, printkit: Printkit, tmp_path: Path
) -> None:
    with running_studio(printkit, tmp_path, env={"PRINTKIT_LANG": "nl"}) as studio:
        at(page, studio, "tab=print&target=attribute/setup-card")
        expect(page.get_by_role("link", name="Print", exact=True)).to_be_visible()
        page.get_by_label("Language of the studio").select_option("pl")
        expect(page.locator(".summary")).to_have_text("1 strona")
        expect(page.get_by_role("link", name="Drukuj")).to_be_visible()
        serve_modules(page)
        say = """async (count) => {
            const words = await import("/module/words.js");
            words.useTexts(await (await fetch("/api/catalogue")).json());
            return words.t("{count} pages", { count });
        }"""
        texts = [page.evaluate(say, count) for count in (2, 5, 22, 112, 1022)]
    page.context.clear_cookies(name="printkit-language")
    assert ["2 strony", "5 stron", "22 strony", "112 stron", "1022 strony"] == texts


def test_the_page_fits_a_phone(browser: Browser, studio: RunningStudio) -> None:
    context = browser.new_context(viewport=PHONE, is_mobile=True, has_touch=True)
    page = context.new_page()
    game = begin_game(studio, "cattitude", "Ann", "Ben")
    for bid in ("marquess turkey chicken turkey turkey", "chicken chicken turkey turkey turkey"):
        answer = [[bid.split()[:3], bid.split()[3:]]]
        game["version"] = studio.post("/api/play/answer", **game, answer=answer).data["version"]
    rests = ("tab=play", "tab=print&target=wolle", "tab=write", f"tab=play&file={game['file']}")
    for rest in rests:
        at(page, studio, rest)
        page.locator("main h1, main .paper").first.wait_for()
        assert PHONE["width"] >= page.evaluate("() => document.documentElement.scrollWidth"), rest
    context.close()


def test_after_many_changes_the_newest_page_is_shown(page: Page, studio: RunningStudio) -> None:
    at(page, studio, "tab=print&target=attribute/score-pad")
    page.locator(".sheet").first.wait_for()
    asked: set[Request] = set()
    page.on("request", lambda request: asked.add(request))
    page.on("requestfinished", lambda request: asked.discard(request))
    page.on("requestfailed", lambda request: asked.discard(request))
    last = many(40, deep=100)
    script = """async (last) => {
        const input = document.querySelector(".names input");
        for (let number = 1; number <= last; number += 1) {
            input.value = `Guest ${number}.`;
            input.dispatchEvent(new Event("input", { bubbles: true }));
            await new Promise((done) => setTimeout(done, 5));
        }
    }"""
    page.evaluate(script, last)
    wait_for_words(page, f"Guest {last}.")
    wait_until(lambda: not asked, page)  # nothing on its way may take its place
    shown = drawn(page)
    assert f"Guest {last}." in shown
    assert f"Guest {last - 1}." not in shown


def test_a_changed_drawing_keeps_unchanged_elements(page: Page, studio: RunningStudio) -> None:
    studio.enter(page.context)
    page.goto(studio.home)
    circle = "<circle r='1'></circle>"
    drawings = (
        f"<text x='1'>One</text>{circle}",
        f"<text x='2' y='1'>Two</text>{circle}",
        f"<text y='1'>Two</text><g><line x1='1'></line><rect></rect></g>{circle}",
        f"<g><line x1='2'></line></g><path></path>{circle}",
        circle,
        "",
    )
    serve_modules(page)
    script = """async (drawings) => {
        const { draw } = await import("/module/sheets.js");
        const host = document.createElement("div");
        return drawings.map((inside) => {
            const kept = host.shadowRoot?.querySelector("circle");
            draw(host, `<svg xmlns="http://www.w3.org/2000/svg">${inside}</svg>`);
            const shown = host.shadowRoot.firstChild;
            return [shown.innerHTML.replaceAll('"', "'"), kept?.parentNode === shown];
        });
    }"""
    shown, kept = zip(*page.evaluate(script, drawings), strict=True)
    assert drawings == shown
    assert [False, True, True, True, True, False] == list(kept)


def test_a_mistake_marks_its_line_until_it_is_fixed(page: Page, studio: RunningStudio) -> None:
    file = studio.folder / "night.yaml"
    file.write_text(OWN)
    at(page, studio, "tab=write&target=night.yaml")
    wait_for_words(page, "For 4 players")
    page.get_by_label("Players").fill("2")
    wait_for_words(page, "For 2 players")
    file.write_text(OWN.replace("{text: Second", "{txt: Second"))
    problem = page.locator(".problem")
    expect(problem).to_contain_text("night.yaml:6:6")
    expect(problem).to_contain_text("  - {txt: Second, size: 30pt}\n     ^", use_inner_text=True)
    assert "For 2 players" in drawn(page), "the last good drawing stays"
    expect(page.locator(".mark")).to_have_count(1)
    file.write_text(OWN.replace("Second", "Third"))
    wait_for_words(page, "Third")
    expect(problem).to_have_count(0)
    expect(page.locator(".mark")).to_have_count(0)
    file.unlink()
    expect(problem).to_contain_text("night.yaml")
    file.write_text(OWN.replace("Second", "Third"))
    expect(problem).to_have_count(0)
    panel = page.locator(".write-tools")
    assert panel.evaluate("(one) => one.scrollWidth <= one.clientWidth"), "it overflows"
    page.get_by_text("Every player count").click()
    expect(page.locator(".sheet")).to_have_count(3)


def test_options_appear_and_disappear_with_the_layout(page: Page, studio: RunningStudio) -> None:
    file = studio.folder / "night.yaml"
    file.write_text(OWN)
    at(page, studio, "tab=write&target=night.yaml&players=4")
    wait_for_words(page, "For 4 players")
    option = "options: {moon: {type: bool, default: false, help: a moon}}\n"
    file.write_text(OWN.replace("body:", option + "body:"))
    page.get_by_text("Moon", exact=True).click()
    page.wait_for_url("**set=moon%3Dtrue**")
    file.write_text(OWN.replace("2-4", "2-3").replace("Second", "Third"))
    wait_for_words(page, "For 3 players")
    expect(page.get_by_text("Moon", exact=True)).to_have_count(0)
    expect(page.locator(".problem")).to_have_count(0)


def test_a_layout_can_be_created_edited_saved_and_printed(
    page: Page, studio: RunningStudio
) -> None:
    (studio.folder / "night.yaml").write_text(OWN)
    (studio.folder / "other.yaml").write_text(OWN)
    (studio.folder / "batch.yaml").write_text("jobs:\n  - target: wolle\n")
    (studio.folder / "cards.yaml").write_text("- {name: Moon, sheet: 1}\n")
    at(page, studio, "tab=write&target=night.yaml")
    expect(page.locator(".write-tools .folder")).to_have_text(str(studio.folder))
    choices = page.get_by_label("Layout", exact=True)
    expect(choices).to_have_value("night.yaml")
    offered = choices.locator("option").all_inner_texts()
    assert "night.yaml" in offered
    assert not {"batch.yaml", "cards.yaml"} & {*offered}
    page.get_by_text("New layout", exact=True).click()
    page.get_by_label("Name of the layout").fill("dice-night")
    page.get_by_role("button", name="Create").click()
    wait_for_words(page, "Sixes")
    file = studio.folder / "dice-night.yaml"
    area = page.locator(".code textarea")
    expect(area).to_have_value(file.read_text())
    starter = file.read_text()
    wrong = starter.replace("- table:", "- tabel:")
    line = wrong[: wrong.index("- tabel:")].count("\n") + 1
    area.fill(wrong)
    expect(page.get_by_text("Not saved")).to_be_visible()
    assert starter == file.read_text(), "nothing is written before it is saved"
    area.press("Control+s")
    expect(page.locator(".lines i")).to_have_attribute("data-line", str(line))
    expect(page.get_by_role("button", name="Print", exact=True)).to_be_disabled()
    page.locator(".problem").get_by_role("button", name=f"dice-night.yaml:{line}").click()
    selected = "(area) => area.value.slice(area.selectionStart, area.selectionEnd)"
    assert "  - tabel:" == area.evaluate(selected)
    page.keyboard.type("  - table:")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(area).to_have_value(re.compile("  - table:\n    "))  # Tab is spaces after the indent
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Backspace")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator(".problem")).to_have_count(0)
    until(lambda: starter == file.read_text())
    assert downloaded(page).startswith(b"%PDF")
    page.get_by_role("link", name="open in Print").click()
    expect(page.locator("h1")).to_have_text("Score pad")
    expect(page.locator(".kit").get_by_text("Edit dice-night.yaml")).to_be_visible()


def test_a_file_saved_elsewhere_in_the_meantime_is_not_overwritten(
    page: Page, studio: RunningStudio
) -> None:
    file = studio.folder / "night.yaml"
    file.write_text(OWN)
    at(page, studio, "tab=write&target=night.yaml")
    area = page.get_by_role("textbox", name="Text of the layout")
    expect(area).to_have_value(OWN)
    file.write_text(OWN.replace("Second", "Third"))
    expect(area).to_have_value(OWN.replace("Second", "Third"))
    area.fill(OWN.replace("Second", "Mine"))
    file.write_text(OWN.replace("Second", "Theirs"))
    expect(page.get_by_label("The file as it is now")).to_have_value(
        OWN.replace("Second", "Theirs")
    )
    expect(area).to_have_value(OWN.replace("Second", "Mine"))
    for marks in page.locator(".lines").all():
        expect(marks.locator(".changed")).to_have_attribute("data-line", "6")
    area.fill(OWN.replace("Second", "Mine").replace("body:", "# mine\nbody:"))
    expect(page.locator(".editor > .code .changed")).to_have_count(2)
    expect(page.locator(".both .changed")).to_have_count(1)
    area.fill(OWN.replace("Second", "Mine"))
    wait_for_words(page, "Theirs")
    page.get_by_role("button", name="Save my text").click()
    wait_for_words(page, "Mine")
    until(lambda: OWN.replace("Second", "Mine") == file.read_text())


def test_hovering_shows_the_line_and_a_click_copies_it(page: Page, studio: RunningStudio) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    (studio.folder / "night.yaml").write_text(OWN)
    at(page, studio, "tab=write&target=night.yaml&edit=off")
    wait_for_words(page, "Second")
    paper = page.locator(".sheet .paper")
    box = paper.bounding_box()
    assert box is not None
    scale = box["width"] / 210
    paper.hover(position={"x": 20 * scale, "y": 19 * scale})
    expect(page.locator(".pointed")).to_have_text("night.yaml:6")
    paper.click(position={"x": 20 * scale, "y": 19 * scale})
    expect(page.locator("#said")).to_have_text("Copied: night.yaml:6")
    assert "night.yaml:6" == page.evaluate("() => navigator.clipboard.readText()")


def test_a_whole_game_is_recorded_on_two_devices_and_printed(
    page: Page, browser: Browser, studio: RunningStudio, printkit: Printkit, tmp_path: Path
) -> None:
    at(page, studio, "tab=play&game=attribute")
    players = ("Ann", "Ben", "Cleo")
    seat(page, players)
    before = len([*studio.folder.glob("*.jsonl")])
    page.get_by_role("button", name="Record the whole game").dblclick()
    page.get_by_label("topic of round 1 of").wait_for()
    assert before + 1 == len([*studio.folder.glob("*.jsonl")])
    page.route("**/api/play/answer", lambda route: route.abort())
    _say_topic(page, "cats")
    expect(page.locator(".problem")).to_contain_text("The studio isn’t responding.")
    page.unroute("**/api/play/answer")
    tablet = browser.new_context()
    other = tablet.new_page()
    at(other, studio, page.url.partition("?")[2])
    other.get_by_label("topic of round 1 of").wait_for()
    _say_topic(page, "  ")
    expect(page.locator(".refused")).to_contain_text("A topic cannot be blank")
    expect(page.locator(".refused p")).not_to_be_empty()
    _play_round(page, 1, players)
    page.get_by_role("button", name="Nobody grabs").click()
    expect(other.locator("h1")).to_contain_text("Topic of round 2")
    expect(page.locator("h1")).to_contain_text("Topic of round 2")
    page.get_by_role("button", name="Undo").click()
    expect(other.locator("h1")).to_contain_text("Who grabbed whose set")
    tablet.close()
    for name in ("Ann", "Ben"):
        page.get_by_role("group", name=name, exact=True).get_by_role("button").click()
    page.get_by_role("button", name="Done", exact=True).click()
    url, file = page.url, page.url.partition("file=")[2]
    expect(page.locator("h1")).to_contain_text("Topic of round 2 of 18")
    page.goto("about:blank")
    game = studio.get("/api/play/look", {"file": file}).data
    for number in range(2, 18):
        sheep = [[0, "green", ""], [1, "red", ""], [2, "green", ""]]
        for answer in ([f"topic {number}"], sheep, []):
            given = {"file": file, "version": game["version"], "answer": answer}
            game = studio.post("/api/play/answer", **given).data
    page.goto(url)
    expect(page.locator("h1")).to_contain_text("Topic of round 18 of 18")
    _play_round(page, 18, players)
    page.get_by_role("button", name="Nobody grabs").click()
    expect(page.locator("h1")).to_contain_text("win")
    ran = printkit.run("validate", studio.folder / file, "--json", cwd=tmp_path)
    assert 0 == ran.code, ran.stdout
    data = downloaded(page)
    made = ("build", "attribute", "--record", file, "--out", tmp_path / "made.pdf")
    assert 0 == printkit.run(*made, cwd=studio.folder).code
    assert (tmp_path / "made.pdf").read_bytes() == data


def begin_game(studio: RunningStudio, game: str, *players: str) -> dict[str, str]:
    """Begin a game, and return its file and version."""
    given = {"game": game, "names": ",".join(players), "variant": "", "answers": []}
    response = studio.post("/api/play/begin", **given).data
    return {name: response[name] for name in ("file", "version")}


def _say_topic(page: Page, topic: str) -> None:
    page.locator(".free input").fill(topic)
    page.locator(".free button").click()


def _play_round(page: Page, number: int, players: tuple[str, ...]) -> None:
    """Record a round up to the question who grabbed whose set."""
    _say_topic(page, f"topic {number}")
    for at_table, name in enumerate(players):
        colour = "Green" if (at_table + number) % 3 else "Red"
        page.get_by_role("group", name=name, exact=True).get_by_text(colour).click()
    page.get_by_role("button", name="Done").click()


@contextmanager
def elsewhere(html: str) -> Iterator[str]:
    """A page of another origin on this machine, which is the same site for cookies."""

    class Page(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("content-type", "text/html")
            self.end_headers()
            self.wfile.write(html.encode())

        def log_message(self, *_: Any) -> None:
            """Log nothing."""

    server = HTTPServer(("127.0.0.1", 0), Page)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()


def test_a_page_of_another_origin_has_no_access(page: Page, studio: RunningStudio) -> None:
    at(page, studio, "tab=write")
    here = f"http://127.0.0.1:{studio.port}"
    with elsewhere(f"<a href='{here}/api/catalogue'>go</a>") as foreign:
        stranger = page.context.new_page()
        stranger.goto(foreign)
        seen: dict[str, int] = {}
        stranger.on("response", lambda answer: seen.__setitem__(answer.url, answer.status))
        script = """async ([url, body]) => {
            try {
                const answer = await fetch(url, {
                    credentials: "include", mode: "no-cors",
                    ...(body ? { method: "POST", body } : {}),
                });
                return answer.type;
            } catch (error) { return "failed"; }
        }"""
        begin = {"game": "attribute", "names": "Eve,Mal,Oz", "variant": "", "answers": []}
        asked = (
            ("/api/catalogue", None),
            ("/api/pages?target=wolle", None),
            ("/api/play/begin", json.dumps(begin)),
        )
        before = sorted(studio.folder.glob("*.jsonl"))
        outcomes = [stranger.evaluate(script, [here + path, body]) for path, body in asked]
        assert before == sorted(studio.folder.glob("*.jsonl")), "nothing was begun"
        stranger.get_by_text("go").click()
        stranger.wait_for_url(f"{here}/**")
    assert ["failed"] * 3 == outcomes
    assert {403} == set(seen.values())
    assert 200 == page.goto(f"{here}/?target={quote('wolle')}").status  # type: ignore[union-attr]
