"""Sheets filled in from recorded games: where the ink is, and what is refused."""

from __future__ import annotations

import json
from dataclasses import replace
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import pytest

from printkit.backends.shapes import move_shape
from printkit.core.errors import PrintkitError
from printkit.core.paper import PAPERS
from printkit.core.scene import FieldArea, Path, Placed, Text
from printkit.core.theme import load_theme
from printkit.filling.recordedgame import load_recorded_game
from printkit.games import load
from printkit.pipeline.document import DocumentLayout
from printkit.pipeline.main import build
from printkit.pipeline.targets import expand
from printkit.preflight.checks import check_pdf
from printkit.request.options import Request
from printkit.request.values import Destination
from printkit.rules.results import Filling
from printkit.samples import FOLDER, sample_files
from tests.depth import many
from tests.layout.desk import flat
from tests.rendering import render_request

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path as FilePath

    from printkit.core.scene import Colour, Item, Shape

SHEETS = {
    "attribute": ("score-pad", "round-tracker"),
    "wolle": ("sheet",),
    "swipsheep": ("score-pad",),
    "attacke": ("chip-tracker", "contest-log"),
    "cattitude": ("score-pad", "round-tracker"),
}


CIRCLE = 5
"""The number of path commands of a handwritten circle: a start and four curves."""


def request(record: FilePath, *targets: str, **more: Any) -> Request:
    return Request(targets, paper=PAPERS["a4"], record=record, **more)


WHOLE = [path for path in sample_files() if path.name.startswith("whole")]


def called(record: FilePath) -> str:
    return f"{record.parent.name}-{record.stem}"


@pytest.mark.parametrize(
    "record", WHOLE[:: many(6, deep=1)], ids=lambda path: f"{path.parent.name}-{path.stem}"
)
def test_handwriting_stays_inside_its_field(record: FilePath) -> None:
    game = record.parent.name
    for sheet in SHEETS[game]:
        asked = request(record, f"{game}/{sheet}")
        for page in DocumentLayout(asked, expand(asked)).pages():
            ink = [box(shape) for shape in ink_on(page.items)]
            areas = [field for one in page.sheets for field in one.fields]
            for left, top, right, bottom in ink:
                assert any(
                    field.x - 0.1 <= left
                    and field.y - 0.1 <= top
                    and right <= field.x + field.width + 0.1
                    and bottom <= field.y + field.height + 0.1
                    for field in areas
                ), (sheet, left, top, right, bottom)


def ink_on(items: Iterable[Item], x: float = 0.0, y: float = 0.0) -> Iterator[Shape]:
    """The strokes in the fields of a page, with their positions."""
    for item in items:
        if isinstance(item, FieldArea):
            yield from (move_shape(shape, x, y) for shape in item.ink)
        elif isinstance(item, Placed):
            yield from ink_on(item.fragment.items, x + item.x, y + item.y)


def box(shape: Shape) -> tuple[float, float, float, float]:
    """The box that a stroke covers; for words, the line from their start to their end."""
    if isinstance(shape, Text):
        return shape.x, shape.y - 0.5 * shape.size, shape.x + shape.width, shape.y
    assert isinstance(shape, Path)
    ends = [command[-2:] for command in shape.commands if len(command) > 1]
    xs, ys = [float(end[0]) for end in ends], [float(end[1]) for end in ends]
    return min(xs), min(ys), max(xs), max(ys)


@pytest.mark.parametrize("game", SHEETS)
def test_a_filled_sheet_passes_preflight(game: str) -> None:
    record = next(path for path in WHOLE if path.parent.name == game)
    for sheet in SHEETS[game]:
        (data,) = render_request(request(record, f"{game}/{sheet}"))
        report = check_pdf(data, "filled.pdf")
        assert [] == [one for one in report.findings if one.severity in ("error", "warning")]


def test_the_same_record_gives_the_same_handwriting(tmp_path: FilePath) -> None:
    record = FOLDER / "attribute" / "whole-4.jsonl"
    copy = tmp_path / "another.jsonl"
    copy.write_bytes(record.read_bytes())

    assert render_request(request(record, "attribute/score-pad")) == render_request(
        request(copy, "attribute/score-pad")
    )


def test_an_unfinished_game_fills_in_what_is_known(tmp_path: FilePath) -> None:
    lines = (FOLDER / "attribute" / "whole-4.jsonl").read_text(encoding="utf-8").splitlines()
    record = tmp_path / "half.jsonl"
    record.write_text("\n".join(lines[: len(lines) // 2]), encoding="utf-8")

    values = load_recorded_game(record).written["score-pad"].pages[0]

    assert "total.1.1" in values
    assert "final.1" not in values


def test_a_game_of_wolle_without_events_has_its_cups_and_names(tmp_path: FilePath) -> None:
    record = tmp_path / "new.jsonl"
    record.write_text(FOLDER.joinpath("wolle", "bend-counts.jsonl").read_text().splitlines()[0])
    asked = request(record, "wolle/sheet")
    (page,) = DocumentLayout(asked, expand(asked)).pages()
    hand = [
        one.text for one in flat(page.items) if isinstance(one, Text) and one.font == "PatrickHand"
    ]

    assert [
        ["F4", "I4", "K5", "I8", "H10", "I11"],
        ["D2", "D4", "F10", "D11", "D13", "F14"],
    ] == [sheet.details["cups"] for sheet in page.sheets]
    assert ["Ann", "Ben"] == hand


def shapes_of(record: FilePath, sheet: str, **more: Any) -> list[Shape]:
    (page,) = DocumentLayout(asked := request(record, sheet, **more), expand(asked)).pages()
    return [*flat(page.items)]


@pytest.mark.parametrize(
    ("record", "sheet", "circles"),
    [
        ("attacke/every-rule", "attacke/contest-log", 6),
        ("cattitude/whole-5-toss", "cattitude/round-tracker", 7),
        ("cattitude/whole-4", "cattitude/round-tracker", 8),
    ],
)
def test_circled_fields_are_circled(record: str, sheet: str, circles: int) -> None:
    pen = load_theme("colour").colours["pen"]
    shapes = shapes_of(FOLDER / f"{record}.jsonl", sheet)
    strokes = [(each.stroke, len(each.commands)) for each in shapes if isinstance(each, Path)]
    by_layout = [many for stroke, many in strokes if stroke and stroke[::3] == (pen, "butt")]

    assert circles == by_layout.count(CIRCLE)


def test_a_long_game_continues_on_a_second_page(tmp_path: FilePath) -> None:
    lone = [{"do": "play", "by": "Ann", "cards": ["red 2"]}]
    contest = [*lone, {"do": "pass", "by": "Ben"}, {"do": "pass", "by": "Cleo"}]
    record = tmp_path / "long.jsonl"
    rows = [{**HEADER, "game": "attacke"}, *contest * 40]
    record.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")

    asked = request(record, "attacke/contest-log")
    first, second = DocumentLayout(asked, expand(asked)).pages()

    assert "1.strength.1.1" in {field.name for field in first.sheets[0].fields}
    assert "2.strength.40.1" in {field.name for field in second.sheets[0].fields}


def test_chips_given_back_are_named_in_the_language_of_the_sheet() -> None:
    record = FOLDER / "attacke" / "every-rule.jsonl"
    shapes = shapes_of(record, "attacke/contest-log", language="de")

    assert "Ben: rot" in {shape.text for shape in shapes if isinstance(shape, Text)}


@pytest.mark.parametrize("name", ["whole-4", "whole-5-toss"])
def test_the_round_tracker_ticks_what_thieves_took(name: str) -> None:
    recorded = load_recorded_game(FOLDER / "cattitude" / f"{name}.jsonl")
    values = recorded.written["round-tracker"].pages[0]
    taken = {
        f"captured.{species}.{step.after.round}.{loss.seat + 1}"
        for step in recorded.steps
        if step.event["do"] in ("choose", "lose")
        for loss in step.after.losses
        for species in loss.species
    }

    assert taken
    assert taken == {name for name, value in values.items() if name.startswith("captured.")}


def test_the_round_tracker_has_the_first_direction_in_the_language_of_the_sheet() -> None:
    record = FOLDER / "cattitude" / "whole-4.jsonl"
    shapes = shapes_of(record, "cattitude/round-tracker", language="de")

    assert "nach links" in {shape.text for shape in shapes if isinstance(shape, Text)}


def test_the_contest_log_has_the_colour_of_each_contest() -> None:
    record = FOLDER / "attacke" / "whole-3.jsonl"
    shapes = shapes_of(record, "attacke/contest-log", language="de")

    assert "grün" in {shape.text for shape in shapes if isinstance(shape, Text)}


HEADER = {"printkit": 1, "game": "attribute", "players": ["Ann", "Ben", "Cleo"]}

EIGHT = {**HEADER, "players": list("ABCDEFGH")}
"""More than Wolle is for."""


@pytest.mark.parametrize(
    ("target", "rows", "message"),
    [
        ("wolle/sheet", [HEADER], "is a game of Attribute, and wolle/sheet is a sheet of wolle"),
        ("wolle/sheet", [EIGHT], "is a game of Attribute, and wolle/sheet is a sheet of wolle"),
        ("attribute/player-aid", [HEADER], "attribute/player-aid has no fields"),
        (
            "attribute/score-pad",
            [{**HEADER, "players": ["Ann"]}],
            "3 to 8 players",
        ),
        ("attribute/score-pad", [HEADER, {"do": "dance"}], "dance"),
        ("attribute/score-pad", ["no JSON"], "core.header"),
    ],
)
def test_an_unsuitable_record_is_refused(
    tmp_path: FilePath, target: str, rows: list[Any], message: str
) -> None:
    record = tmp_path / "game.jsonl"
    sheep = {"do": "sheep", "colours": {"Ann": "red", "Ben": "red", "Cleo": "red"}}
    lines = [*rows[:1], *([sheep] if rows == [HEADER] else []), *rows[1:]]
    record.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    out = Destination(tmp_path / "out")

    with pytest.raises(PrintkitError) as caught:
        build(request(record, target, out=out))

    assert message in caught.value.render()
    assert not out.folder.exists()


def test_text_without_a_font_is_reported_with_its_field(tmp_path: FilePath) -> None:
    record = tmp_path / "game.jsonl"
    sheep = {"do": "sheep", "colours": dict.fromkeys(["Ann", "Ben", "Cleo"], "red")}
    topic = {"do": "topic", "by": "Ann", "topic": "\N{SHEEP} cheese"}
    record.write_text("\n".join(map(json.dumps, [HEADER, sheep, topic])), encoding="utf-8")

    with pytest.raises(PrintkitError, match="Round 1, topic: can't write '\N{SHEEP} cheese'"):
        render_request(request(record, "attribute/score-pad", no_system_fonts=True))


def test_options_that_contradict_the_record_are_refused() -> None:
    record = FOLDER / "attribute" / "whole-4.jsonl"
    with pytest.raises(PrintkitError, match="is a game of 4 players"):
        build(request(record, "attribute/score-pad", counts=(5,)))


@pytest.mark.parametrize(
    "record", WHOLE[1 :: many(9, deep=1)], ids=lambda path: f"{path.parent.name}-{path.stem}"
)
def test_a_result_fits_on_its_page_and_passes_preflight(record: FilePath) -> None:
    (data,) = render_request(request(record, f"{record.parent.name}/result", language="de"))
    report = check_pdf(data, "result.pdf")

    assert [] == [one for one in report.findings if one.severity == "error"]
    assert 1 == len(report.pages)


@pytest.mark.parametrize(
    ("record", "shown"),
    [
        ("cattitude/beginner", ["Notes"]),  # one round, and nobody has points
        ("swipsheep/may-attack", ["Sheep won"]),  # one round: bars
        ("swipsheep/shared-victory", ["Sheep won", "Sharing the win is our rule."]),
    ],
)
def test_a_result_has_a_chart_only_if_it_shows_something(record: str, shown: list[str]) -> None:
    asked = request(FOLDER / f"{record}.jsonl", f"{record.partition('/')[0]}/result")
    (page,) = DocumentLayout(asked, expand(asked)).pages()
    texts = [shape.text for shape in flat(page.items) if isinstance(shape, Text)]
    unit = "Sheep won" if "swipsheep" in record else "Points"
    found = [unit] * (texts.count(unit) > (2 if unit == "Points" else 1))  # also on podium and pad
    found += [text for text in ("Notes", "Sharing the win is our rule.") if text in texts]

    assert shown == found


def test_a_result_shows_the_fingerprint_of_its_record() -> None:
    record = FOLDER / "attribute" / "whole-4.jsonl"
    (page,) = DocumentLayout(asked := request(record, "attribute/result"), expand(asked)).pages()
    shapes = [*flat(page.items)]
    said = " ".join(shape.text for shape in shapes if isinstance(shape, Text))

    fingerprint = sha256(record.read_bytes()).hexdigest()[:12]
    assert f"128 events, all checked against the rules · record {fingerprint}" in said


def test_a_kit_has_the_filled_in_sheets_and_the_result() -> None:
    record = FOLDER / "wolle" / "whole-2.jsonl"
    asked = request(record, "wolle")
    made = [one.id for page in DocumentLayout(asked, expand(asked)).pages() for one in page.sheets]

    assert ["wolle/sheet", "wolle/sheet", "wolle/result"] == made


def test_a_result_needs_a_record() -> None:
    with pytest.raises(PrintkitError, match="attribute/result needs a recorded game"):
        expand(Request(("attribute/result",), paper=PAPERS["a4"]))


KEPT = {
    "attribute/whole-4": ["birthday cake", "thunder"],  # the topics
    "swipsheep/whole-4": ["6", "4", "15"],  # sheep won in a round, and in all
    "cattitude/whole-4": ["10", "−2", "22"],  # points for bonus cards and royals, and the total
    "attacke/whole-4": ["4", "3"],  # how many different chips
    "wolle/whole-4": ["10", "−4", "18"],  # items, cups, and the total
}


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("record", KEPT)
def test_a_result_has_the_pad_and_all_names_in_handwriting(record: str, paper: str) -> None:
    game, _, _ = record.partition("/")
    path = FOLDER / f"{record}.jsonl"
    asked = Request((f"{game}/result",), paper=PAPERS[paper], record=path)
    (page,) = DocumentLayout(asked, expand(asked)).pages()
    texts = [shape for shape in flat(page.items) if isinstance(shape, Text)]
    hand = [text.text for text in texts if text.font == "PatrickHand"]

    assert {*load_recorded_game(path).header.players, *KEPT[record]} <= {*hand}


def test_a_result_of_wolle_has_a_carpet_with_its_thread_for_everyone() -> None:
    asked = request(FOLDER / "wolle/whole-4.jsonl", "wolle/result")
    (page,) = DocumentLayout(asked, expand(asked)).pages()
    wool = load_theme("colour", "wolle").colours["wool"]
    carpets = [one for one in placed(page.items) if one.fragment.alt.startswith("Carpet A")]
    threads = [
        max(len(path.commands) for path in drawn(one.fragment.items, wool)) for one in carpets
    ]

    assert 4 == len({one.fragment.alt for one in carpets}) == len(threads)
    assert all(bends > 10 for bends in threads)


def placed(items: Iterable[Item]) -> Iterator[Placed]:
    """All fragments on a page, with those inside them."""
    for item in items:
        if isinstance(item, Placed):
            yield item
            yield from placed(item.fragment.items)


def drawn(items: Iterable[Item], colour: Colour | None) -> Iterator[Path]:
    """The paths that are drawn with a pen of this colour."""
    paths = (shape for shape in flat(items) if isinstance(shape, Path) and shape.stroke)
    return (path for path in paths if path.stroke and path.stroke.colour == colour)


def test_a_podium_has_its_highest_step_for_the_first_and_one_height_for_a_shared_place() -> None:
    asked = request(FOLDER / "swipsheep/shared-victory.jsonl", "swipsheep/result")
    (page,) = DocumentLayout(asked, expand(asked)).pages()
    names = {
        text.text: text.y
        for text in flat(page.items)
        if isinstance(text, Text) and text.font == "PatrickHand" and text.size == 17
    }

    assert names["Ivo"] == names["Lena"] < names["Jana"]


def test_values_without_a_field_are_named_in_a_note(
    monkeypatch: pytest.MonkeyPatch, tmp_path: FilePath
) -> None:
    game = load("attribute")

    def written(steps: Any) -> Any:
        assert game.written is not None
        (page,) = game.written(steps)["score-pad"].pages
        return {"score-pad": Filling(({**page, "change.25.1": 3, "tick.1": False},))}

    monkeypatch.setattr("printkit.games.attribute.GAME", replace(game, written=written))
    record = sample_files("attribute")[0]
    place = Destination(tmp_path, "pad.pdf")
    built = build(request(record, "attribute/score-pad", out=place))

    assert [note for note in built.notes if "left out" in note] == [
        "Score pad: no room for 1 value of the recorded game, which is left out: change.25.1"
    ]


@pytest.mark.parametrize("game", SHEETS)
def test_shipped_games_write_nothing_that_is_left_out(game: str) -> None:
    for record in sample_files(game)[: many(3, deep=30)]:
        asked = request(record, game)
        layout = DocumentLayout(asked, expand(asked))
        assert list(layout.pages())
        assert [] == [*layout.left_out()], record
