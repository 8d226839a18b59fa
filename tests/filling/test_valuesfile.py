"""Sheets filled in from a file: handwriting, and refused values."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from printkit.core.errors import Problems
from printkit.core.scene import Text
from printkit.pipeline.main import build
from printkit.preflight.checks import check_pdf
from printkit.text.faces import resolve
from tests.layout.desk import HEAD, flat
from tests.rendering import lay_out, render_request
from tests.running import run_printkit

if TYPE_CHECKING:
    from pathlib import Path

    from tests.running import Ran

from printkit.core.paper import PAPERS
from printkit.request.options import Request
from printkit.request.values import Destination

PAD = "attribute/score-pad"
NAMES = ["Ann", "Ben", "Cleo"]
SOCKS = {"topic.1": "socks", "change.1.1": 1, "change.1.2": -1, "change.2.1": 2}

OWN = f"""{HEAD}players: 2-4
fields:
  points.P: {{kind: number, min: 0, max: 9}}
  bonus.P: {{kind: tick}}
  share.P: {{kind: number, formula: "points.P / 4"}}
body:
  - for: player in players
    row:
      - {{box: [], width: 20mm, height: 12mm, field: "points.{{player.number}}"}}
      - {{box: [], width: 20mm, height: 12mm, field: "bonus.{{player.number}}"}}
      - {{box: [], width: 20mm, height: 12mm, field: "share.{{player.number}}"}}
"""


def request(file: Path, target: str = PAD, **more: Any) -> Request:
    return Request((target,), paper=PAPERS["a4"], fill=file, **more)


def write_file(folder: Path, data: object, name: str = "friday.json") -> Path:
    path = folder / name
    path.write_text(data if isinstance(data, str) else json.dumps(data), encoding="utf-8")
    return path


def handwriting(asked: Request) -> list[list[str]]:
    """The handwritten texts of each page."""
    hand = resolve("hand")
    return [
        [shape.text for shape in flat(one.items) if isinstance(shape, Text) and shape.font == hand]
        for one in lay_out(asked).pages()
    ]


def run_build(folder: Path, file: Path, *options: str, target: str = PAD) -> Ran:
    return run_printkit(["build", target, "--fill", file.name, *options], cwd=folder)


def test_values_are_filled_in_and_totals_computed(tmp_path: Path) -> None:
    file = write_file(tmp_path, {"target": PAD, "names": NAMES, "values": SOCKS})
    (page,) = handwriting(request(file))
    assert ["socks", "1", "1", "−1", "0", "2", "3"] == page


def test_a_filled_sheet_is_the_same_every_time_and_passes_preflight(tmp_path: Path) -> None:
    file = write_file(tmp_path, {"names": NAMES, "values": SOCKS})
    (data,) = render_request(request(file))
    assert [data] == render_request(request(file))
    assert [] == [one for one in check_pdf(data, "x").findings if one.severity == "error"]


def test_a_list_fills_in_a_sheet_for_each_object_with_its_own_players(tmp_path: Path) -> None:
    sheets = [
        {"names": NAMES, "values": SOCKS},
        {"names": [*NAMES, "Dan"], "values": {"change.1.4": 2}},
        {"values": {"topic.1": "cheese"}},
    ]
    pages = lay_out(request(write_file(tmp_path, sheets), counts=None)).pages()
    made = {
        field.name: sheet.players
        for page in pages
        for sheet in page.sheets
        for field in sheet.fields
        if field.name.endswith(".topic.1")
    }
    assert {"1.topic.1": 3, "2.topic.1": 4, "3.topic.1": 4} == made


def test_a_sheet_for_each_player_is_filled_in_page_by_page(tmp_path: Path) -> None:
    sheets = [
        {"names": NAMES, "values": {"item.mouse.1": True, "paw": True}},
        {"names": NAMES, "values": {"item.sock.1": True, "item.sock.2": False}},
    ]
    asked = request(
        write_file(tmp_path, sheets), "wolle/sheet", seed="1", settings={"size": "large"}
    )
    assert [["1", "0", "5", "6"], ["1", "0", "1"]] == handwriting(asked)


def test_the_player_count_comes_from_names_or_from_options(tmp_path: Path) -> None:
    file = write_file(tmp_path, {"values": {"change.1.5": 1}})
    assert 0 == run_build(tmp_path, file, "-p", "5").code
    assert "unknown field 'change.1.5'" in run_build(tmp_path, file).stderr
    named = write_file(tmp_path, {"names": NAMES, "values": {}}, "named.json")
    assert "but --players says 5" in run_build(tmp_path, named, "-p", "5").stderr


def test_names_fill_the_fields_for_names(tmp_path: Path) -> None:
    layout = OWN.replace("points.P: {kind: number, min: 0, max: 9}", "name.P: {kind: text}")
    layout = layout.replace("points.{", "name.{").replace("points.P / 4", "1")
    own = write_file(tmp_path, layout, "own.yaml")
    file = write_file(tmp_path, {"names": NAMES, "values": {"name.1": "Ann"}})
    assert [NAMES] == handwriting(request(file, str(own)))
    other = write_file(tmp_path, {"names": NAMES, "values": {"name.1": "Bob"}})
    assert (
        """name.1' is "Ann" in the names, but "Bob" here"""
        in run_build(tmp_path, other, target="own.yaml").stderr
    )


def test_your_own_layout_can_be_filled_in(tmp_path: Path) -> None:
    own = write_file(tmp_path, OWN, "own.yaml")
    values = {"points.1": 5, "bonus.2": True, "share.1": 1.25}
    for target in ("own.yaml", "mine/sheet"):
        file = write_file(tmp_path, {"target": target, "names": ["Ann", "Ben"], "values": values})
        assert [["5", "1.25"]] == handwriting(request(file, str(own)))


def test_a_table_has_a_row_for_each_sheet(tmp_path: Path) -> None:
    own = write_file(tmp_path, OWN, "own.yaml")
    text = 'names;points.1;bonus.1;points.2\n"Ann,Ben";5;1;\n"Cleo,Dan,Eve";0;0;−0\n'
    assert [["5", "1.25"], ["0", "0", "0", "0"]] == handwriting(
        request(write_file(tmp_path, text, "t.csv"), str(own))
    )


def test_a_cell_is_used_as_written(tmp_path: Path) -> None:
    file = write_file(tmp_path, 'names,topic.1,topic.2\n"Ann,Ben,Cleo",007,1.10\n', "t.csv")
    assert [["007", "1.10"]] == handwriting(request(file))


def test_the_file_can_set_variant_options_and_seed(tmp_path: Path) -> None:
    low = {"names": NAMES, "variant": "bsw", "values": {"change.1.1": -2}}
    assert [["−2", "−2"]] == handwriting(request(write_file(tmp_path, low)))
    drawn = {"seed": "x", "set": {"side": "b"}, "values": {"paw": True}}
    (one,) = lay_out(request(write_file(tmp_path, drawn), "wolle/sheet")).pages()
    assert str(one.sheets[0].details["code"]).startswith("B-")
    assert (
        "leave --seed out"
        in run_build(
            tmp_path, write_file(tmp_path, drawn), "--seed", "y", target="wolle/sheet"
        ).stderr
    )


@pytest.mark.parametrize(
    ("values", "place", "message"),
    [
        ('{"topik.1": "x"}', "1:13", "unknown field 'topik.1'"),
        ('{"topic.1": "x",\n "change.1.1": 3}', "2:2", "3 is out of range for 'change.1.1'"),
        ('{"change.1.1": -3}', "1:13", "-3 is out of range for 'change.1.1'"),
        ('{"change.1.1": "1"}', "1:13", "'change.1.1' must be a number, not \"1\""),
        ('{"change.1.1": true}', "1:13", "'change.1.1' must be a number, not true"),
        ('{"change.1.1": 1.5}', "1:13", "'change.1.1' must be a number, not 1.5"),
        ('{"change.1.1": null}', "1:13", "'change.1.1' must be a number, not null"),
        ('{"topic.1": 5}', "1:13", "'topic.1' must be text, not 5"),
        ('{"change.1.1": 2, "total.1.1": 1}', "1:30", "'total.1.1' is 2 by its formula"),
        ('{"total.1.1": 1}', "1:13", "'total.1.1' is empty by its formula, not 1"),
        (f'{{"topic.1": "{"x" * 201}"}}', "1:13", "'topic.1' has 201 characters"),
        ("[1]", "1:2", "this sheet has no values"),
        ('{"change.1.1": 1', "1:29", "this isn't valid JSON: expecting ',' delimiter"),
        ('{"change.1.1": 1, "change.1.1": 2}', "", "the key 'change.1.1' appears twice"),
    ],
)
def test_a_wrong_value_is_refused_at_its_place(
    tmp_path: Path, values: str, place: str, message: str
) -> None:
    file = write_file(tmp_path, f'{{"values": {values}}}')
    ran = run_build(tmp_path, file, "-p", "3")
    assert 1 == ran.code
    assert f"friday.json:{place}" in ran.stderr
    assert message in ran.stderr
    assert not (tmp_path / "output").exists()


def test_all_mistakes_are_reported_together(tmp_path: Path) -> None:
    sheets = '[{"values": {"topic.1": 1}},\n {"values": {"topic.1": 2,\n "change.1.1": 7}}]'
    ran = run_build(tmp_path, write_file(tmp_path, sheets), "-p", "3")
    places = [f"friday.json:{place}:" for place in ("1:14", "2:14", "3:2")]
    assert [] == [place for place in places if place not in ran.stderr]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"values": {}, "target": "attribute/round-tracker"}, "not for attribute/score-pad"),
        ({"values": {}, "names": "Ann"}, "'names' must be a list"),
        ({"values": {}, "names": ["Ann", "Ann", "Ben"]}, "'Ann' appears twice"),
        ({"values": {}, "names": ["Ann"]}, "3 to 8 players, not 1"),
        ({"values": {}, "value": {}}, "unknown key 'value'"),
        ({"values": {}, "variant": "nope"}, "no variant 'nope'"),
        ({"values": {}, "variant": 5}, "'variant' must be text, not 5"),
        ({"values": {}, "set": {"size": [1]}}, "'set' must be an object with texts, whole numbers"),
        ({"values": {}, "set": {"sighs": "half"}}, "unknown option 'sighs'"),
        ({"values": {}, "date": "yesterday"}, '"yesterday" isn\'t a date'),
        ({"names": NAMES}, "this sheet has no values"),
        ([], "the file has no sheets"),
        ([1], "expected a sheet, not 1"),
        ("{", "this isn't valid JSON: expecting property name"),
    ],
)
def test_an_invalid_file_is_refused(tmp_path: Path, data: object, message: str) -> None:
    ran = run_build(tmp_path, write_file(tmp_path, data))
    assert ran.code in (1, 2)
    assert message in ran.stderr
    assert not (tmp_path / "output").exists()


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("5,2", "'bonus.1' is a tick box and can't be \"2\""),
        ("x,1", "'points.1' must be a number, not \"x\""),
        ("10,1", "10 is out of range for 'points.1'"),
    ],
)
def test_a_wrong_cell_is_reported_with_its_line(tmp_path: Path, row: str, message: str) -> None:
    write_file(tmp_path, OWN, "own.yaml")
    file = write_file(tmp_path, f"points.1,bonus.1\n1,1\n{row}\n", "t.csv")
    ran = run_build(tmp_path, file, target="own.yaml")
    assert 1 == ran.code
    assert "t.csv:3: " in ran.stderr
    assert message in ran.stderr


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--from-game", "game.jsonl"), "--from-game and --fill can't be used together"),
        (("--fillable",), "--fillable and --fill can't be used together"),
        (("-p", "3-4"), "a filled-in sheet needs a single number of players"),
        (("attribute/round-tracker",), "--fill fills in a single sheet"),
    ],
)
def test_options_that_contradict_the_file_are_refused(
    tmp_path: Path, options: tuple[str, ...], message: str
) -> None:
    ran = run_build(tmp_path, write_file(tmp_path, {"values": {}}), *options)
    assert 2 == ran.code
    assert message in ran.stderr


@pytest.mark.parametrize(
    ("target", "message"),
    [
        ("attribute", "--fill fills in a single sheet, but 'attribute' is a kit"),
        ("attribute/player-aid", "attribute/player-aid has no fields"),
        ("attribute/result", "attribute/result needs a recorded game"),
    ],
)
def test_a_sheet_without_fields_cannot_be_filled_in(
    tmp_path: Path, target: str, message: str
) -> None:
    ran = run_build(tmp_path, write_file(tmp_path, {"values": {}}), target=target)
    assert ran.code in (1, 2)
    assert message in ran.stderr


def test_more_sheets_than_players_are_refused(tmp_path: Path) -> None:
    file = write_file(tmp_path, [{"names": ["Ann", "Ben"], "values": {}}] * 3)
    ran = run_build(tmp_path, file, target="wolle/sheet")
    assert "wolle/sheet has 2 sheets for these players" in ran.stderr


def test_again_and_batch_fill_in_sheets_too(tmp_path: Path) -> None:
    file = write_file(tmp_path, {"names": NAMES, "values": SOCKS})
    assert 0 == run_build(tmp_path, file, "--out", "first.pdf", "--save-job", "job.yaml").code
    again = run_printkit(["again", "first.pdf", "--out", "again.pdf"], cwd=tmp_path)
    assert 0 == again.code, again.stderr
    assert 0 == run_printkit(["batch", "job.yaml", "--out", "made"], cwd=tmp_path).code
    first = (tmp_path / "first.pdf").read_bytes()
    assert first == (tmp_path / "again.pdf").read_bytes()
    assert [first] == [path.read_bytes() for path in (tmp_path / "made").glob("*.pdf")]


def test_a_file_may_have_more_nodes_with_each_filled_sheet(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Names make nearly all nodes of a sheet differ from those of the one before."""
    monkeypatch.setattr("printkit.layout.context.MAX_FILE_NODES", 100)
    sheets = [{"names": [f"{name} {number}" for name in NAMES], "values": {}} for number in "1234"]
    file = write_file(tmp_path, sheets)

    assert len(handwriting(request(file))) == 2  # with two sheets on each
    with pytest.raises(Problems, match="more than 100 nodes in a file"):
        list(lay_out(Request((PAD,), paper=PAPERS["a4"], names=tuple(NAMES))).pages())


@pytest.mark.parametrize("is_wanted", [True, False])
def test_fields_are_kept_only_if_they_are_wanted(tmp_path: Path, is_wanted: bool) -> None:
    """Those of a thousand filled sheets would take 100 MB."""
    file = write_file(tmp_path, {"names": NAMES, "values": SOCKS})
    asked = request(file, wants_fields=is_wanted, out=Destination(tmp_path, "x.pdf"))
    (built,) = build(asked).files

    assert [is_wanted] == [bool(sheet.fields) for sheet in built.sheets]
