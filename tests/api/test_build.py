"""`printkit.build` and `printkit.render`: the options of the command line as keywords."""

from __future__ import annotations

import pickle
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import printkit
from printkit.samples import sample_files
from tests.running import run_printkit

if TYPE_CHECKING:
    from collections.abc import Callable

PAD = "attribute/score-pad"
LAYOUT = "sheet: own/x\ntitle: X\nplayers: none\nbody: [{text: Hello}]\n"


@pytest.mark.parametrize("function", [printkit.build, printkit.render])
def test_an_unknown_keyword_is_refused_with_a_suggestion(function: Any) -> None:
    with pytest.raises(printkit.UsageError, match="unknown option 'colour'") as refused:
        function(PAD, colour="mono")
    with pytest.raises(printkit.UsageError, match="unknown option 'crop_mark'") as near:
        function(PAD, crop_mark=True)

    assert refused.value.hint.startswith("choose from ")
    assert near.value.hint == "did you mean 'crop_marks'?"


def test_a_null_character_in_the_output_path_is_refused() -> None:
    with pytest.raises(printkit.UsageError, match="'out' has a null character"):
        printkit.build(PAD, out="a\0b.pdf")


def test_a_result_names_files_seed_and_notes() -> None:
    result = printkit.build("wolle", names=["Ann", "Ben"], paper="letter", seed="x", out="prints/")
    (file,) = result.files

    assert (file.path, file.format) == (Path("prints/wolle-2p-AB-x-letter.pdf"), "pdf")
    assert file.pages == len({sheet.page for sheet in file.sheets})
    assert result.seed == "x"
    assert isinstance(result.notes, tuple)


def test_a_random_sheet_gets_a_seed_that_repeats_it() -> None:
    first = printkit.render("wolle/sheet", players=2)
    assert first.seed

    assert first == printkit.render("wolle/sheet", players=2, seed=first.seed)


@pytest.mark.parametrize("format_", ["pdf", "svg", "png"])
def test_render_returns_what_build_writes_and_touches_no_file(format_: str) -> None:
    asked: dict[str, Any] = {"players": 3, "format": format_, "dpi": 30, "theme": "mono"}
    data = printkit.render(PAD, **asked)

    assert [*Path().iterdir()] == []
    assert isinstance(data, bytes)
    assert (data.format, data.pages) == (format_, 1)
    (file,) = printkit.build(PAD, **asked).files
    assert file.path.read_bytes() == data


def test_the_command_line_writes_the_same_file() -> None:
    (file,) = printkit.build(PAD, players=[3, 4], names=None, copies=2, out="api.pdf").files
    words = ("build", PAD, "-p", "3,4", "--copies", 2, "--out", "cli.pdf")

    assert run_printkit(words).code == 0
    assert file.path.read_bytes() == Path("cli.pdf").read_bytes()


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ({"players": 4}, {"players": "4"}),
        ({"players": range(3, 5)}, {"players": "3-4"}),
        ({"players": [3, 5]}, {"players": "3,5"}),
        ({"names": ["Ann", "Ben", "Cleo"]}, {"names": "Ann,Ben,Cleo"}),
        ({"set": {"size": "half"}}, {"set": ["size=half"]}),
        ({"copies": 2}, {"copies": "2"}),
        ({"pages": [1]}, {"pages": "1"}),
        ({"table": 7}, {"table": "7"}),
        ({"split": False, "names": [], "seed": ""}, {}),
    ],
)
def test_a_value_is_the_text_of_the_command_line_or_its_python_value(
    value: dict[str, Any], text: dict[str, Any]
) -> None:
    asked: dict[str, Any] = {"format": "svg", "pages": 1}

    assert printkit.render(PAD, **asked | value) == printkit.render(PAD, **asked | text)


def test_targets_records_and_outputs_can_be_paths() -> None:
    Path("x.yaml").write_text(LAYOUT)
    shutil.copy(sample_files("attribute")[0], "game.jsonl")

    assert printkit.build(Path("x.yaml"), out=Path("deep/x.svg")).files[0].path.is_file()
    assert printkit.build("attribute/result", record=Path("game.jsonl")).files[0].path.is_file()


def test_several_targets_are_one_file() -> None:
    result = printkit.build([PAD, "attribute/setup-card"], players=3)

    assert {PAD, "attribute/setup-card"} == {sheet.id for sheet in result.files[0].sheets}


def test_a_changed_layout_is_read_again() -> None:
    Path("x.yaml").write_text(LAYOUT)
    before = printkit.render("x.yaml", format="svg")
    Path("x.yaml").write_text(LAYOUT.replace("Hello", "Goodbye"))

    assert before != printkit.render("x.yaml", format="svg")


def test_layouts_of_the_same_name_in_two_folders_are_different(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = []
    for folder in ("one", "two"):
        Path(folder).mkdir()
        Path(folder, "x.yaml").write_text(LAYOUT.replace("Hello", folder))
    for folder in ("one", "../two"):
        monkeypatch.chdir(folder)
        made.append(printkit.render("x.yaml", format="svg"))

    assert made[0] != made[1]


def test_fields_are_part_of_the_result() -> None:
    (file,) = printkit.build(PAD, players=3).files

    assert "change.1.1" in {field.name for sheet in file.sheets for field in sheet.fields}


def test_progress_is_reported() -> None:
    told: list[tuple[int, int]] = []
    printkit.build(PAD, players=3, format="svg", progress=lambda *step: told.append(step))

    assert told == [(1, 2), (2, 2)]


def test_what_a_function_of_the_caller_raises_comes_back_unchanged(tmp_path: Path) -> None:
    error = StopIteration()  # inside a generator, Python itself would change it

    def fail(*_: object) -> None:
        raise error

    record = sample_files("wolle")[0]
    (tmp_path / "night.yaml").write_text("jobs: [{target: wolle/setup-card, players: 2}]\n")
    (tmp_path / "games").mkdir()
    shutil.copy(record, tmp_path / "games")
    calls: dict[str, Callable[[], object]] = {
        "build": lambda: printkit.build(PAD, players=3, out=tmp_path / "made/", progress=fail),
        "simulate": lambda: printkit.simulate("wolle", games=1, jobs=1, progress=fail),
        "validate": lambda: printkit.validate(record, log=fail),
        "season": lambda: printkit.load_season(tmp_path / "games", jobs=1, progress=fail),
        "batch": lambda: printkit.build_batch(
            tmp_path / "night.yaml", out=tmp_path / "made", jobs=1, progress=fail
        ),
    }
    for name, call in calls.items():
        with pytest.raises(StopIteration) as raised:
            call()
        assert raised.value is error, name
        assert raised.value.__cause__ is None
        assert not [*tmp_path.glob("made/*.p*")]


@pytest.mark.parametrize(
    ("words", "target", "keywords"),
    [
        (("atribute",), "atribute", {}),
        ((PAD, "-p", "99"), PAD, {"players": 99}),
        ((PAD, "--copies", "0"), PAD, {"copies": 0}),
        ((PAD, "--names", "Ann,Ann"), PAD, {"names": ["Ann", "Ann"]}),
        ((PAD, "--paper", "b17"), PAD, {"paper": "b17"}),
        ((PAD, "--set", "colour=red"), PAD, {"set": {"colour": "red"}}),
        (("broken.yaml",), Path("broken.yaml"), {}),
        ((PAD, "--out", "taken/x.pdf"), PAD, {"out": "taken/x.pdf"}),
    ],
)
def test_an_error_reads_as_on_the_command_line(
    words: tuple[str, ...], target: Any, keywords: dict[str, Any]
) -> None:
    Path("broken.yaml").write_text(LAYOUT.replace("text", "txet"))
    Path("taken").write_text("a file where a folder should be")
    with pytest.raises(printkit.PrintkitError) as caught:
        printkit.build(target, **keywords)

    assert run_printkit(("build", *words)).stderr == f"{caught.value.render()}\n"
    assert not Path("output").exists()


def test_nothing_to_build_is_refused() -> None:
    with pytest.raises(printkit.UsageError, match="nothing to build"):
        printkit.build([])


@pytest.mark.parametrize(
    "several",
    [
        {"format": ["pdf", "svg"], "pages": 1},
        {"format": "svg", "players": [3, 4]},
        {"split": True},
    ],
)
def test_render_refuses_to_make_several_files(several: dict[str, Any]) -> None:
    with pytest.raises(printkit.UsageError, match=r"this would make \d+ files, not one"):
        printkit.render("attribute", **{"players": 3, **several})


def test_nothing_is_printed(capfd: pytest.CaptureFixture[str]) -> None:
    printkit.build(PAD, names="Ann,Ben,Cleo")
    with pytest.raises(printkit.PrintkitError):
        printkit.render("nonsense")

    assert capfd.readouterr() == ("", "")


def test_a_result_shows_its_files_in_a_notebook() -> None:
    result = printkit.build(PAD, players=3, format=["pdf", "svg"])
    shown = result._repr_html_()

    assert shown.count('<img src="data:image/png;base64,') == 1
    assert shown.count('<img src="data:image/svg+xml;base64,') == 1
    assert all(str(file.path) in shown for file in result.files)
    result.files[0].path.unlink()
    assert result._repr_html_().count("<img") == 1


def test_a_rendering_shows_its_first_page_in_a_notebook() -> None:
    pdf, svg, png = (printkit.render(PAD, format=name, dpi=30) for name in ("pdf", "svg", "png"))

    assert (pdf._repr_png_() or b"").startswith(b"\x89PNG")
    assert pdf._repr_svg_() is None
    assert svg._repr_png_() is None
    assert (svg._repr_svg_() or "").startswith("<?xml")
    assert png._repr_png_() == png


def test_a_rendering_can_be_pickled() -> None:
    data = printkit.render(PAD, format="svg", seed="x")
    copy = pickle.loads(pickle.dumps(data))

    assert (copy, copy.format, copy.pages) == (data, "svg", 1)


def test_a_result_and_a_rendering_are_shown_on_one_line() -> None:
    kit = printkit.build("attribute", players=4, split=True, format=["pdf", "svg"])
    pad = printkit.render(PAD, players=4)

    for shown in (repr(kit), repr(kit.files[0]), repr(pad), str(pad)):
        assert "\n" not in shown
        assert len(shown) < 400
    assert str(kit.files[0].path) in repr(kit)
    assert f"bytes={len(pad)}" in repr(pad)
