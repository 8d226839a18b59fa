"""Whole games in Play, as at a table: by taps alone, with mistakes, a reload and a second device.

What is tapped comes from a simulated game, so that its end is known: points on the score sheet have
to add up to the same scores, and a record has to be as legal as the game it was made from.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from random import Random
from time import monotonic
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import pytest
from playwright.sync_api import expect

from printkit.core.filecache import digest
from printkit.filling.recordedgame import load_recorded_game
from printkit.games import find, load
from printkit.games.wolle.board import shipped_board
from printkit.games.wolle.cups import spell_codes
from printkit.recording.resuming import resume
from printkit.rules.simulate import NAMES, Seating, play
from tests.depth import in_turn, many
from tests.running import PATIENCE_S
from tests.studio.opening import seat
from tests.studio.tapping import Tapper

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Locator, Page, ViewportSize

    from tests.running import Printkit
    from tests.studio.opening import RunningStudio

TABLET: ViewportSize = {"width": 820, "height": 1180}
PHONE: ViewportSize = {"width": 390, "height": 780}
SIZES = {"tablet": TABLET, "phone": PHONE}
GAMES = {  # variant, players and seed: a short game, and a larger one
    "attribute": (("base", 3, 0), ("bsw", 8, 5)),
    "wolle": (("base", 2, 0), ("novice", 4, 1)),
    "cattitude": (("base", 2, 4), ("toss", 5, 0)),
    "swipsheep": (("base", 3, 10), ("base", 5, 5)),
    "attacke": (("base", 3, 7), ("five-blind", 5, 7)),
}
SHEETS = {
    "attribute": "score-pad",
    "wolle": "sheet",
    "cattitude": "score-pad",
    "swipsheep": "score-pad",
    "attacke": "chip-tracker",
}


ACTIVE = re.compile(r"\bactive\b")
FIRST = LAST = 4
"""The first entries of a sheet are tapped, and the last ones, so that the end is seen."""
FEW = 12
"""Numbers of a smaller range are buttons of their own."""


Table = tuple[str, int, int]


def walks(way: str) -> list[tuple[str, Table, str]]:
    """Each short game at one size, scored at the other one than recorded; with `--deep` all."""
    return [
        (game, table, size)
        for turn, game in enumerate(GAMES, start=way == "score")
        for table in in_turn(GAMES[game], 0)
        for size in in_turn(tuple(SIZES), turn)
    ]


def most_of_a_kind() -> int:
    """How many answers of the same kind are tapped; with `--deep` all."""
    return many(1, deep=1000)


def most_entries() -> int:
    """How many entries of a sheet are tapped; with `--deep` all."""
    return many(FIRST + LAST, deep=1000)


class Simulated(NamedTuple):
    """A short game; whoever plays first is named first."""

    header: dict[str, Any]
    events: tuple[Any, ...]
    scores: dict[str, str]


def simulated(game_id: str, table: Table) -> Simulated:
    game, (variant, count, seed) = load(game_id), table
    known = {"hands": "no"} if any(each.key == "hands" for each in game.settings) else {}
    played = play(Seating(game, NAMES[:count], variant, {}, known), Random(seed))
    names = NAMES[:count]
    header = dict(played.header)
    first = names.index(header.pop("first", names[0]))
    header["players"] = [*names[first:], *names[:first]]
    scores = {name: str(score) for name, score in zip(names, played.scores, strict=True)}
    return Simulated(header, played.events, scores)


class Devices(NamedTuple):
    """Two at a table: one who taps, and one who watches in the other size and the dark."""

    page: Page
    other: Page
    problems: list[str]

    def check(self) -> None:
        """Asks that nothing sticks out sideways on either, and that no script failed."""
        for page in (self.page, self.other):
            wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
            assert wide <= 0, "the page itself never scrolls sideways"
        assert not self.problems


@pytest.fixture
def devices(browser: Browser, studio: RunningStudio) -> Iterator[Callable[[str], Devices]]:
    """Opens two devices; the first is of this size."""
    contexts = []

    problems: list[str] = []

    def open_page(size: str, scheme: Literal["light", "dark"]) -> Page:
        context = browser.new_context(
            viewport=SIZES[size], has_touch=True, color_scheme=scheme, reduced_motion="reduce"
        )
        contexts.append(context)
        studio.enter(context)
        page = context.new_page()
        page.on("pageerror", lambda error: problems.append(str(error)))
        return page

    def open_devices(size: str) -> Devices:
        (other,) = SIZES.keys() - {size}
        return Devices(open_page(size, "light"), open_page(other, "dark"), problems)

    yield open_devices
    for context in contexts:
        context.close()


def choose(page: Page, header: dict[str, Any]) -> None:
    """Says who plays what."""
    seat(page, header["players"])
    if header["variant"] != "base":
        page.get_by_label("Variant", exact=True).select_option(header["variant"])


@pytest.mark.parametrize(("game_id", "table", "size"), walks("record"))
def test_a_whole_game_is_recorded(
    game_id: str,
    table: Table,
    size: str,
    devices: Callable[[str], Devices],
    studio: RunningStudio,
    printkit: Printkit,
) -> None:
    played = simulated(game_id, table)
    page, other, _ = both = devices(size)
    page.goto(f"{studio.home}?tab=play&game={game_id}")
    choose(page, played.header)
    page.get_by_role("button", name="Record the whole game").tap()
    if game_id == "wolle":
        board = shipped_board(played.header["board"])
        for name, cups in played.header["cups"].items():
            choice = tuple(sorted(list(board.shadows).index(cup) for cup in cups))
            page.get_by_label(name, exact=True).fill(*spell_codes(board, [choice]))
        page.get_by_role("button", name="Done").tap()
    page.locator(".asked h1").wait_for()
    file = studio.folder / page.url.partition("file=")[2]
    other.goto(page.url)

    tapper = Tapper(page, resume(file.read_bytes(), find, full=False), played.events)
    answers = skipped = 0
    tapped: Counter[object] = Counter()
    while not tapper.is_over:
        kind = tapper.kind()
        if tapped[kind] >= most_of_a_kind() and tapper.left() > LAST:
            tapper.skip()
            skipped += 1
            continue
        if skipped:
            file.write_bytes(tapper.record())
            page.reload()
            tapper.shown(page)
            skipped = 0
        tapper.step()
        tapped[kind] += 1
        answers += 1
        if answers in (2, 8) and not tapper.is_over:
            tapper.mistake()
        if answers == 4:
            tapper.shown(other)
            page.reload()
            tapper.shown(page)
    tapper.shown(other)
    for each in (page, other):
        assert played.scores == ranked(each)
    both.check()
    assert 0 == printkit.run("validate", file, cwd=studio.folder).code


class Scorer:
    """Taps values on a score sheet; `values` is what should be in its file by then."""

    def __init__(self, page: Page, file: Path, sheets: int) -> None:
        self.page, self.file = page, file
        self.values: list[dict[str, Any]] = [{} for _ in range(sheets)]

    def write(self, entry: Entry) -> None:
        """Fills in one field; numbers are tapped on the pad, and the next field follows."""
        tab = self.page.get_by_role("tab").nth(entry.pad)
        if self.page.get_by_role("tab").count() and tab.get_attribute("aria-selected") != "true":
            tab.tap()
        place = self.place(entry)
        match entry.value:
            case bool():
                place.tap()
            case str():
                place.fill(entry.value)
                place.press("Enter")
            case number:
                if not self._is_active(place):
                    place.tap()
                expect(place).to_have_class(ACTIVE)
                dock = self.page.locator(".dock")
                few = entry.most is not None and entry.most - entry.least < FEW
                for key in [f"{number}".replace("-", "−")] if few else str(number):
                    dock.get_by_role("button", name=key, exact=True).tap()
                if self._is_active(place):
                    dock.get_by_role("button", name="Next", exact=True).tap()
        self.values[entry.sheet][entry.name] = entry.value

    def _is_active(self, place: Locator) -> bool:
        return ACTIVE.search(str(place.get_attribute("class"))) is not None

    def save(self) -> None:
        """Writes the values into the file, without the page."""
        data = json.loads(self.file.read_bytes())
        objects = data if isinstance(data, list) else [data]
        for one, values in zip(objects, self.values, strict=True):
            one["values"] = values
        self.file.write_text(json.dumps(data, ensure_ascii=False, indent=2) + "\n")

    def take_back(self, entry: Entry) -> None:
        """Undoes the last value, which was a mistake."""
        self.page.get_by_role("button", name="Undo").tap()
        del self.values[entry.sheet][entry.name]

    def place(self, entry: Entry) -> Locator:
        return self.page.locator(".pad").nth(entry.pad).locator(".place").nth(entry.place)

    def shown(self, page: Page) -> None:
        """Waits until the file has these values, and the page shows it."""
        deadline = monotonic() + PATIENCE_S
        while self._kept() != self.values:
            assert monotonic() < deadline, json.dumps([self._kept(), self.values])
            page.wait_for_timeout(20)
        version = digest(self.file.read_bytes())
        page.locator(f'.pads[data-version="{version}"]').wait_for()
        rest(page)

    def _kept(self) -> list[dict[str, Any]]:
        data = json.loads(self.file.read_bytes())
        return [each["values"] for each in (data if isinstance(data, list) else [data])]


def rest(page: Page) -> None:
    """Waits until nothing on a page moves under a finger any more."""
    page.evaluate("() => document.fonts.ready")


class Entry(NamedTuple):
    """A value to be written, and where."""

    pad: int
    place: int
    sheet: int
    name: str
    value: bool | int | str
    least: int
    most: int | None

    @property
    def wrong(self) -> Entry:
        """The same field with a value that belongs elsewhere."""
        match self.value:
            case bool():
                return self
            case int() as number:
                return self._replace(value=number - 1 if number > self.least else number + 1)
            case text:
                return self._replace(value=f"not {text}")


def entries(game_id: str, played: Simulated, folder: Path, shown: dict[str, Any]) -> list[Entry]:
    """What the game writes on its score sheet, field by field as they follow on the page."""
    record = folder / "simulated.jsonl"
    record.write_text("".join(f"{json.dumps(row)}\n" for row in (played.header, *played.events)))
    written = load_recorded_game(record).written[SHEETS[game_id]].pages
    pads = shown["markup"].split('<section class="pad"')[1:]
    found = []
    for at, (page, markup) in enumerate(zip(shown["pages"], pads, strict=True)):
        names = re.findall(r'data-field="([^"]+)"', markup)
        for place, (full_name, given) in enumerate(zip(names, page["places"], strict=True)):
            kind, sheet = shown["kinds"][given[0]], shown["objects"][page["sheet"]]
            name = full_name.removeprefix(shown["sheets"][page["sheet"]])
            value = written[sheet % len(written)].get(name, False)
            if not kind["formula"] and value is not False:
                found.append(Entry(at, place, sheet, name, value, kind["least"], kind["most"]))
    return found


@pytest.mark.parametrize(("game_id", "table", "size"), walks("score"))
def test_a_whole_game_is_scored(
    game_id: str,
    table: Table,
    size: str,
    devices: Callable[[str], Devices],
    studio: RunningStudio,
    tmp_path: Path,
) -> None:
    played = simulated(game_id, table)
    page, other, _ = both = devices(size)
    page.goto(f"{studio.home}?tab=play&game={game_id}")
    choose(page, played.header)
    page.get_by_role("button", name="Keep score on the sheet").tap()
    page.locator(".pads").wait_for()
    file = studio.folder / page.url.partition("file=")[2]
    other.goto(page.url)

    shown = studio.get("/api/score/sheet", {"file": file.name}).data
    todo = entries(game_id, played, tmp_path, shown)
    assert len(todo) >= 4
    scorer = Scorer(page, file, 1 + max(shown["objects"]))
    rest(page)
    middle = range(FIRST, len(todo) - LAST) if len(todo) > most_entries() else range(0)
    for number, entry in enumerate(todo):
        if middle and number == middle.start:
            scorer.shown(page)
        if number in middle:
            scorer.values[entry.sheet][entry.name] = entry.value
            continue
        if number - 1 in middle:
            scorer.save()
            page.reload()
            scorer.shown(page)
        if number == 1:
            scorer.write(entry.wrong)
            scorer.shown(other)
            page.reload()
            scorer.shown(page)
            scorer.take_back(entry)
            scorer.shown(other)
            scorer.shown(page)
        scorer.write(entry)
    scorer.shown(page)
    scorer.shown(other)
    both.check()
    for each in (page, other):
        each.get_by_role("link", name="Finish").tap()
        each.locator(".over li").first.wait_for()
        assert played.scores == ranked(each)
        expect(each.locator(".sheet").first).to_be_visible()
        expect(each.get_by_role("link", name="Add to BG Stats")).to_be_visible()
    both.check()


def ranked(page: Page) -> dict[str, str]:
    """The points of the players, as the end of a game shows them."""
    rows = page.locator(".over li").all()
    return {
        row.locator("span").inner_text(): row.locator("strong").inner_text().replace("−", "-")
        for row in rows
    }
