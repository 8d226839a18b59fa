"""HTML pages in a real browser, as guests use them on a phone, a tablet or a computer."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

import printkit
from tests.depth import crossed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize

    from tests.running import Printkit

PHONE: ViewportSize = {"width": 390, "height": 844}
TABLET: ViewportSize = {"width": 820, "height": 1180}
DESKTOP: ViewportSize = {"width": 1440, "height": 900}
ZOOMED: ViewportSize = {"width": 640, "height": 450}  # a small laptop at 200 %
PAD = "attribute/score-pad"
SHEETS = (
    PAD, "wolle/sheet", "swipsheep/score-pad", "attacke/chip-tracker", "attacke/contest-log",
    "cattitude/score-pad", "cattitude/round-tracker",
)  # fmt: skip
AXE = Path("tests/axe/axe.min.js")
SHARE = """navigator.canShare = () => true;
  navigator.share = async (all) => { window.shared = [all.title, all.text, all.files[0].name]; };"""
NO_STORAGE = "Storage.prototype.setItem = () => { throw new DOMException('full'); };"
FORBIDDEN = """Object.defineProperty(window, 'localStorage',
  { get() { throw new DOMException('forbidden', 'SecurityError'); } });"""


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Path]:
    """Build a sheet once, and return its file."""
    folder, files = tmp_path_factory.mktemp("html"), dict[str, Path]()

    def make(sheet: str, **options: Any) -> Path:
        key = f"{sheet} {options}"
        if key not in files:
            out = folder / f"{len(files)}.html"
            printkit.build(sheet, format="html", out=out, seed="html", **options)
            files[key] = out
        return files[key]

    return make


@pytest.fixture
def open_page(browser: Browser, made: Callable[..., Path]) -> Iterator[Callable[..., Page]]:
    """Open a sheet in a browser of its own; nothing may be logged or asked for."""
    contexts: list[BrowserContext] = []
    logged: list[str] = []
    asked: list[str] = []

    def start(
        sheet: str = PAD,
        size: ViewportSize = PHONE,
        dark: bool = False,
        script: str = "",
        **options: Any,
    ) -> Page:
        scheme: Any = "dark" if dark else "light"
        context = browser.new_context(
            viewport=size, has_touch=True, color_scheme=scheme, reduced_motion="reduce"
        )
        contexts.append(context)
        if script:
            context.add_init_script(script)
        page = context.new_page()
        page.on("console", lambda message: logged.append(message.text))
        page.on("pageerror", lambda error: logged.append(str(error)))
        page.on("request", lambda request: asked.append(request.url))
        page.goto(made(sheet, **options).as_uri())
        expect(page.locator("html")).to_have_class("ready")
        return page

    yield start
    for context in contexts:
        context.close()
    assert [] == logged
    assert all(url.startswith(("file:", "data:", "blob:")) for url in asked)


def field(page: Page, name: str) -> Any:
    return page.locator(f"[data-field='{name}']").first


def write(page: Page, name: str, text: str) -> None:
    field(page, name).fill(text)
    page.keyboard.press("Enter")


def chip(page: Page, number: int) -> Any:
    return page.locator(".standing li").nth(number - 1).locator("strong")


def in_menu(page: Page, name: str) -> None:
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name=name, exact=True).click()


def test_a_game_is_scored_with_the_number_pad_and_shared(open_page: Callable[..., Page]) -> None:
    page = open_page(names=["Ann", "Ben", "Cleo"], script=SHARE)
    page.get_by_role("button", name="Ann round 1").click()
    for key, total in (("2", "2"), ("−1", "0"), ("1", "1")):
        page.locator(".dock").get_by_role("button", name=key, exact=True).click()
        expect(page.locator(".standing")).to_contain_text(total)
    expect(chip(page, 1)).to_have_text("2")
    expect(field(page, "change.2.1")).to_be_focused()  # not the topic in between
    expect(page.locator(".dock-head")).to_contain_text("Ann round 2, points")
    page.get_by_role("button", name="Finish").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("heading")).to_have_text("The scores so far")
    expect(dialog).to_contain_text("51 numbers are still missing.")
    expect(dialog.locator("li span:nth-child(2)")).to_have_text(["Ann", "Cleo", "Ben"])
    dialog.get_by_role("button", name="Finish anyway").click()
    expect(dialog.get_by_role("heading")).to_have_text("Ann wins")
    dialog.get_by_role("button", name="Share the result").click()
    title, text, file = page.wait_for_function("() => window.shared").json_value()
    assert ("Attribute: Score pad", f"{title}\n1. Ann: 2\n2. Cleo: 1\n3. Ben: 0") == (title, text)
    assert re.fullmatch(r"attribute-score-pad-\d{4}-\d\d-\d\d\.json", file)


def test_the_end_of_a_game_is_announced(open_page: Callable[..., Page]) -> None:
    page = open_page("attacke/chip-tracker", names=["Ann", "Ben", "Cleo"])
    ending = page.get_by_role("button", name="Ben wins")
    colours = ("red", "blue", "green", "yellow")
    for colour in colours:
        expect(ending).to_have_count(0)
        field(page, f"chip.{colour}.1.2").check()
    ending.click()
    expect(page.get_by_role("dialog").get_by_role("heading")).to_have_text("Ben wins")


def test_a_small_text_is_typed_into_a_larger_box(open_page: Callable[..., Page]) -> None:
    page = open_page(players=3)
    name = field(page, "name.3")
    name.tap()
    expect(name).to_have_class(re.compile(r"\blarge\b"))
    box = name.bounding_box()
    assert box is not None
    assert box["height"] >= 44
    assert box["x"] + box["width"] <= PHONE["width"]
    page.keyboard.type("Zoë")
    page.keyboard.press("Enter")
    expect(name).not_to_have_class(re.compile(r"\blarge\b"))
    expect(chip(page, 3).locator("..")).to_contain_text("Zoë")


def test_the_lowest_wins_if_the_sheet_says_so(open_page: Callable[..., Page]) -> None:
    page = open_page("any/pad", players=3, set={"rounds": 2, "wins": "lowest"})
    write(page, "round.1.1", "5")
    write(page, "round.1.2", "3")
    page.get_by_role("button", name="Finish").click()
    heading = page.get_by_role("dialog").get_by_role("heading")
    expect(heading).to_have_text("The scores so far")
    page.keyboard.press("Escape")
    for number, points in enumerate("9124", 3):
        write(page, f"round.{1 + number // 4}.{1 + (number - 1) % 3}", points)
    page.get_by_role("status").get_by_role("button", name="Player 2 wins").click()
    expect(heading).to_have_text("Player 2 wins")


def test_totals_follow_while_a_number_is_typed(open_page: Callable[..., Page]) -> None:
    page = open_page("swipsheep/score-pad", players=3)
    field(page, "sheep.1.1").focus()
    page.keyboard.type("2")
    expect(field(page, "total.1")).to_have_text("2")
    page.keyboard.press("Escape")
    expect(field(page, "total.1")).to_have_text("")


def test_an_impossible_number_is_refused_with_its_range(open_page: Callable[..., Page]) -> None:
    page = open_page(names=["Ann", "Ben", "Cleo"], lang="de")
    write(page, "change.1.1", "9")
    expect(page.get_by_role("alert")).to_have_text(
        "Ann, Runde 1, Punkte: bitte eine ganze Zahl von −2 bis 2 eintragen."
    )
    expect(field(page, "change.1.1")).to_be_focused()
    expect(field(page, "total.1.1")).to_have_text("")


def test_what_is_written_and_its_undoing_survive_a_reload(open_page: Callable[..., Page]) -> None:
    page = open_page(players=3)
    write(page, "change.1.1", "2")
    write(page, "change.1.2", "1")
    write(page, "topic.1", "  two   socks ")
    page.reload()
    expect(field(page, "topic.1")).to_have_value("two socks")
    expect(chip(page, 2)).to_have_text("1")
    undo = page.get_by_role("button", name="Undo")
    undo.click()
    undo.click()
    expect(field(page, "change.1.2")).to_have_value("")
    expect(field(page, "change.1.2")).to_be_focused()  # to write something else
    page.reload()
    page.get_by_role("button", name="Redo").click()
    expect(field(page, "change.1.2")).to_have_value("1")
    page.keyboard.press("Control+z")
    expect(field(page, "change.1.2")).to_have_value("")


def test_start_again_keeps_names_and_the_last_game(open_page: Callable[..., Page]) -> None:
    page = open_page(players=3)
    write(page, "name.1", "Zoë")
    write(page, "change.1.1", "2")
    in_menu(page, "Start again")
    expect(field(page, "change.1.1")).to_have_value("")
    expect(field(page, "name.1")).to_have_value("Zoë")
    page.reload()
    page.get_by_role("button", name="More", exact=True).click()
    page.locator(".earlier button").click()
    expect(field(page, "change.1.1")).to_have_value("2")


def test_typed_names_are_shown_everywhere(open_page: Callable[..., Page]) -> None:
    page = open_page(players=4)
    for number, name in enumerate(("</script><b>x", "{title}", "太郎", "دانا"), 1):
        write(page, f"name.{number}", name)
        expect(page.locator(".standing li").nth(number - 1)).to_contain_text(name)
        expect(field(page, f"change.1.{number}")).to_have_attribute(
            "aria-label", f"{name}, round 1, points"
        )
    assert 0 == page.locator("b").count()
    page.reload()
    expect(page.locator(".standing li").nth(2)).to_contain_text("太郎")


def test_a_sheet_for_each_player_is_a_tab(open_page: Callable[..., Page]) -> None:
    page = open_page("wolle/sheet", names=["Ann", "Ben"])
    page.get_by_role("tab", name="Ben").click()
    page.get_by_role("checkbox", name="Ben: Mouse, box 1", exact=True).check()
    expect(page.get_by_role("tab", name="Ben")).to_contain_text("1")
    page.keyboard.press("Escape")
    page.get_by_role("tab", name="Ben").press("ArrowLeft")
    expect(page.get_by_role("tab", name="Ann")).to_be_focused()
    expect(page.get_by_role("tabpanel", name="Ann")).to_be_visible()
    page.get_by_role("button", name="Finish").click()
    expect(page.get_by_role("dialog").get_by_role("heading")).to_have_text("Ben wins")


@pytest.mark.parametrize("script", [NO_STORAGE, FORBIDDEN], ids=["full", "forbidden"])
def test_without_storage_everything_stays_in_the_open_page(
    open_page: Callable[..., Page], script: str
) -> None:
    page = open_page(script=script, players=3)
    write(page, "change.1.1", "2")
    write(page, "change.1.2", "1")
    expect(page.locator(".warning")).to_contain_text("Not kept")
    expect(chip(page, 1)).to_have_text("2")
    page.get_by_role("button", name="Undo").click()
    expect(field(page, "change.1.2")).to_have_value("")
    with page.expect_download() as waiting:
        in_menu(page, "Save as a file")
    saved = json.loads(waiting.value.path().read_text())
    assert {"change.1.1": 2} == saved["values"]


def test_the_file_of_values_is_one_for_fill(
    open_page: Callable[..., Page], tmp_path: Path, printkit: Printkit
) -> None:
    page = open_page("wolle/sheet", names=["Ann", "Ben"])
    page.get_by_role("checkbox", name="Mouse, box 1").locator("visible=true").check()
    page.get_by_role("button", name="Finish").click()
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Save as a file").click()
    file = tmp_path / waiting.value.suggested_filename
    waiting.value.save_as(file)
    saved = json.loads(file.read_text())
    assert [{"item.mouse.1": True}, {}] == [one["values"] for one in saved]
    assert ("wolle/sheet", ["Ann", "Ben"], "html") == tuple(
        saved[0][key] for key in ("target", "names", "seed")
    )
    done = printkit.run("build", "wolle/sheet", "--fill", file, "--out", "a.pdf", cwd=tmp_path)
    assert 0 == done.code, done
    page.close()

    again = open_page("wolle/sheet", names=["Ann", "Ben"])
    choose(again, file)
    expect(again.get_by_role("tab", name="Ann")).to_contain_text("1")
    other = open_page(names=["Ann", "Ben", "Cleo"])
    write(other, "change.1.1", "2")
    choose(other, file)
    expect(other.get_by_role("alert")).to_contain_text("isn’t for this sheet")
    expect(field(other, "change.1.1")).to_have_value("2")
    values = {"target": PAD, "names": ["Ann", "Ben", "Cleo"], "values": {"change.1.1": 9}}
    file.write_text(json.dumps(values))
    choose(other, file)
    expect(other.get_by_role("alert")).to_contain_text("isn’t for this sheet")


def choose(page: Page, file: Path) -> None:
    with page.expect_file_chooser() as chooser:
        in_menu(page, "Open a saved file")
    chooser.value.set_files(file)


def test_a_filled_in_sheet_becomes_a_page_that_goes_on(
    open_page: Callable[..., Page], tmp_path: Path
) -> None:
    file = tmp_path / "values.json"
    values = {"target": PAD, "names": ["Ann", "Ben", "Cleo"], "values": {"change.1.1": 2}}
    file.write_text(json.dumps(values))
    page = open_page(fill=file)
    expect(field(page, "change.1.1")).to_have_value("2")
    write(page, "change.2.1", "1")
    expect(chip(page, 1)).to_have_text("3")


def test_a_whole_game_is_played_by_keyboard(open_page: Callable[..., Page]) -> None:
    page = open_page("any/pad", size=DESKTOP, players=2, set={"rounds": 2})
    tab_to(page, "document.activeElement.dataset.field === 'name.1'")
    for text in ("Ann", "Ben", "3", "5", "4", "1"):
        page.keyboard.type(text)
        page.keyboard.press("Enter")
    expect(page.get_by_role("status").get_by_role("button")).to_have_text("Ann wins")
    tab_to(page, "document.activeElement.textContent === 'Ann wins'")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog").get_by_role("heading")).to_have_text("Ann wins")
    tab_to(page, "document.activeElement.textContent === 'Save as a file'")
    with page.expect_download() as waiting:
        page.keyboard.press("Enter")
    saved = json.loads(waiting.value.path().read_text())
    assert ("Ann", 4) == (saved["values"]["name.1"], saved["values"]["round.2.1"])
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()


def tab_to(page: Page, where: str) -> None:
    """Press Tab until something has the focus."""
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate(where):
            return
    raise AssertionError(where)


def test_everything_works_by_keyboard(open_page: Callable[..., Page]) -> None:
    page = open_page("attacke/chip-tracker", size=DESKTOP, names=["Ann", "Ben", "Cleo"])
    tab_to(page, "document.activeElement.dataset.field?.startsWith('chip.') ?? false")
    page.keyboard.press("Space")
    expect(chip(page, 1)).to_have_text("1")
    page.get_by_role("button", name="More", exact=True).focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()
    expect(page.get_by_role("button", name="More", exact=True)).to_be_focused()


@pytest.mark.parametrize("size", [PHONE, TABLET, DESKTOP, ZOOMED], ids=str)
def test_the_page_never_scrolls_sideways_and_nothing_moves(
    open_page: Callable[..., Page], size: ViewportSize
) -> None:
    for sheet in ("attribute/score-pad", "wolle/sheet", "attacke/contest-log"):
        page = open_page(sheet, size=size)
        wide = page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, sheet
        shift = page.evaluate(
            """() => new Promise((done) => {
              const all = [];
              new PerformanceObserver((list) => all.push(...list.getEntries()))
                .observe({ type: "layout-shift", buffered: true });
              requestAnimationFrame(() => setTimeout(() => done(all.map((one) => one.value))));
            })"""
        )
        assert [] == shift, sheet


def test_dice_timer_and_who_begins(open_page: Callable[..., Page]) -> None:
    page = open_page(names=["Ann", "Ben", "Cleo"])
    page.get_by_role("button", name="More", exact=True).click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("group", name="Dice").get_by_label("2", exact=True).check()
    dialog.get_by_role("button", name="Tap or shake to roll").click()
    expect(dialog.locator(".thrown").first).to_contain_text("=")
    words = dialog.locator(".thrown").first.inner_text()
    first, second = (int(word) for word in words.partition("=")[0].split("+"))
    assert {first, second} <= set(range(1, 7))
    assert first + second == int(words.partition("=")[2])
    dialog.get_by_role("button", name="Draw a player").click()
    expect(dialog.get_by_text("begins.")).to_be_visible()
    dialog.get_by_role("button", name="Start", exact=True).click()
    dialog.get_by_role("button", name="Stop", exact=True).click()
    expect(dialog.locator(".clock")).to_have_text("1:00")


def test_light_or_dark_can_be_chosen(open_page: Callable[..., Page]) -> None:
    page = open_page(dark=True)
    desk = "getComputedStyle(document.body).backgroundColor"
    dark = page.evaluate(desk)
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_label("Light", exact=True).check()
    assert dark != page.evaluate(desk)
    page.reload()
    assert dark != page.evaluate(desk)


def test_on_paper_are_the_pages_and_nothing_else(open_page: Callable[..., Page]) -> None:
    page = open_page("wolle/sheet", names=["Ann", "Ben"])
    page.emulate_media(media="print")
    for pad in page.locator(".pad").all():
        expect(pad).to_be_visible()
    for other in (".score-top", ".score-foot", ".pages"):
        expect(page.locator(other)).to_be_hidden()
    box = page.locator(".pad").first.bounding_box()
    assert box is not None
    assert box["width"] == pytest.approx(148.5 * 96 / 25.4, abs=1), "half of an A4 page"


@pytest.mark.parametrize(
    ("size", "dark"), crossed([PHONE, TABLET, DESKTOP], [True, False]), ids=str
)
def test_axe_finds_nothing(open_page: Callable[..., Page], size: ViewportSize, dark: bool) -> None:
    number = [PHONE, TABLET, DESKTOP].index(size) * 2
    for sheet in (SHEETS[number], SHEETS[number + 1 + dark]):
        page = open_page(sheet, size=size, dark=dark)
        assert [] == violations(page), sheet
    number_field = page.locator("input.number").first
    if number_field.count():
        number_field.focus()
        assert [] == violations(page), "with the number pad"
        page.keyboard.press("Escape")
    page.get_by_role("button", name="More", exact=True).click()
    assert [] == violations(page), "the menu"
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Finish").click()
    assert [] == violations(page), "the result"


def violations(page: Page) -> list[str]:
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE.read_text())
    found = page.evaluate("() => axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{one['id']}: {node['html'][:200]} {node['failureSummary']}"
        for one in found["violations"]
        for node in one["nodes"][:3]
    ]


def test_screen_readers_get_tables_with_labelled_inputs(open_page: Callable[..., Page]) -> None:
    page = open_page(names=["Ann", "Ben", "Cleo"])
    table = page.get_by_role("table")
    expect(table.get_by_role("columnheader", name="Ben")).to_have_count(1)
    row = table.get_by_role("row", name="1 Ann").first
    expect(row.get_by_role("textbox", name="Ben, round 1, points")).to_have_count(1)
    tree = page.locator("#main").aria_snapshot()
    assert 'heading "Score pad"' in tree
    assert 'textbox "Round 1, topic"' in tree
