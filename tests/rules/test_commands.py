"""The commands validate, simulate and rules: what they print, and how they end."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pypdfium2
import pytest
import typer
from typer.testing import CliRunner, Result

from printkit.cli.rules import rules
from printkit.cli.simulate import simulate
from printkit.cli.validate import FEW, validate
from printkit.core.errors import OutputError, UsageError
from printkit.core.languages import catalogue_for
from printkit.core.messages import translated
from printkit.core.source import shipped_folder
from printkit.games import game_ids
from printkit.preflight.checks import check_pdf
from printkit.recording.recordfile import load_report
from printkit.rules.game import CORE_RULES
from printkit.samples import FOLDER, sample_files, violation_files

if TYPE_CHECKING:
    from pathlib import Path

    from printkit.rules.game import Game

SAMPLE = FOLDER / "attribute" / "whole-3.jsonl"
BROKEN = FOLDER / "attribute" / "violations" / "grab-own.jsonl"
app = typer.Typer()
for command in (validate, simulate, rules):
    app.command()(command)


def _run(*args: object) -> Result:
    return CliRunner().invoke(app, [str(arg) for arg in args])


def _json(*args: object) -> Any:
    return json.loads(_run(*args, "--json").stdout)


def test_validate_without_a_record_checks_every_sample() -> None:
    result, document = _run("validate"), _json("validate")

    assert result.exit_code == 0
    assert document["legal"] is True
    assert len(document["reports"]) == len(sample_files())
    assert all(not report["legal"] for report in document["refused"])


@pytest.mark.parametrize("more", [(), ("--json",)], ids=["text", "json"])
def test_reports_are_in_order_with_any_number_of_workers(more: tuple[str, ...]) -> None:
    many = ("validate", FOLDER, FOLDER, *more)
    alone, together = (_run(*many, "--jobs", jobs) for jobs in (1, 2))

    assert alone.stdout.count(".jsonl") >= FEW
    assert together.stdout == alone.stdout


def test_validate_shows_the_scores_of_every_round_of_a_named_record() -> None:
    lines = _run("validate", SAMPLE).stdout.splitlines()

    assert lines[0].startswith(f"{SAMPLE}: legal, finished by attribute.length; won by")
    assert lines[1].split() == ["round", "Mira", "Tom", "Zoë"]
    assert [line.split()[0] for line in lines[2:]] == [str(number) for number in range(1, 19)]


def test_validate_shows_place_player_and_rule_and_exits_with_1() -> None:
    result = _run("validate", BROKEN)
    first, rule, state, *_ = result.stdout.splitlines()

    assert result.exit_code == 1
    assert (
        first == f"{BROKEN}:8: error: Cleo: players can't grab their own set [attribute.grab-own]"
    )
    assert rule == "  rule: Players can't grab their own set."
    assert state.startswith("  state: round 1 of 18, Ann announces")


def test_validate_takes_files_and_folders_and_continues_after_a_bad_one(tmp_path: Path) -> None:
    (tmp_path / "deep" / "er").mkdir(parents=True)
    (tmp_path / "deep" / "er" / "x.jsonl").write_bytes(SAMPLE.read_bytes())
    (tmp_path / "deep" / "ignored.txt").write_text("nonsense")
    document = _json("validate", BROKEN, tmp_path / "gone.jsonl", tmp_path / "deep")

    assert [report["legal"] for report in document["reports"]] == [False, False, True]
    assert document["legal"] is False
    assert document["reports"][1]["violation"]["rule"] == "core.header"


def test_validate_reports_a_missing_file_in_one_line(tmp_path: Path) -> None:
    expected = (
        f"{tmp_path / 'gone.jsonl'}: error: cannot read this file: No such file or directory\n"
    )

    assert _run("validate", tmp_path / "gone.jsonl").output == expected


def test_validate_refuses_an_empty_folder_and_special_files(tmp_path: Path) -> None:
    assert _run("validate", tmp_path).exit_code == 1
    assert _run("validate", "/dev/null").exit_code == 1


def test_validate_reports_invalid_utf_8_at_its_line(tmp_path: Path) -> None:
    (tmp_path / "x.jsonl").write_bytes(SAMPLE.read_bytes().replace(b'{"do": "sheep"', b"\xff", 1))
    violation = _json("validate", tmp_path / "x.jsonl")["reports"][0]["violation"]

    assert (violation["line"], violation["rule"]) == (4, "core.args")


def test_validate_prints_markup_and_control_characters_as_plain_text(tmp_path: Path) -> None:
    header = {"printkit": 1, "game": "attribute", "players": ["[/]", "a\x1b[31mb", "{x}\n"]}
    (tmp_path / "x.jsonl").write_text(json.dumps(header))
    result = _run("validate", tmp_path / "x.jsonl")

    assert result.exit_code == 0
    assert "[/]" in result.stdout
    assert "a\\x1b[31mb" in result.stdout


@pytest.mark.parametrize("more", [(), ("--explain",)], ids=["", "explain"])
def test_validate_speaks_your_language_and_its_json_does_not(
    more: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    english = _json("validate", BROKEN, *more)
    monkeypatch.setenv("PRINTKIT_LANG", "de")
    said = _run("validate", BROKEN, SAMPLE, *more).stdout

    assert "grab-own.jsonl:8: error: Cleo: niemand kann das eigene Set schnappen" in said
    for line in (
        "  Regel: Niemand schnappt das eigene Set.",
        "  Stand: Runde 1 von ",
        "whole-3.jsonl: regelgerecht, beendet durch attribute.length; gewonnen von ",
        "\n2 Aufzeichnungen, 1 nicht wie erwartet\n",
    ):
        assert line in said
    assert english == _json("validate", BROKEN, *more)


@pytest.mark.parametrize("language", ["de", "es", "fr", "it", "nl", "pl"])
def test_every_broken_rule_of_a_game_is_explained_in_every_language(language: str) -> None:
    words = catalogue_for(language, shipped_folder("layouts"))
    for file in violation_files():
        report = load_report(file)
        assert report.violation is not None
        texts = [report.summary]
        if not report.violation.rule.startswith("core."):  # these are about the format
            texts.append(report.violation.message)
        for text in filter(None, texts):
            assert translated(text, words) != text, file.name


def test_simulate_shows_seats_lengths_and_endings() -> None:
    lines = _run("simulate", "attribute", "-p", 4, "--games", 5, "--seed", "s").stdout.splitlines()

    assert lines[0] == "5 games of Attribute, 4 players, base; seed s"
    assert lines[1] == "  length: 16 rounds, 128 events"
    assert lines[2] == "  ended by attribute.length: 5"
    assert [line.split()[0] for line in lines[-5:]] == ["seat", "1", "2", "3", "4"]


def test_any_number_of_workers_plays_the_same_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("printkit.simulation.run.SHARE", 3)
    args = ("simulate", "attribute", "-p", 3, "--games", 8, "--seed", "s", "--json", "--save")
    shown = [_run(*args, tmp_path / jobs, "--jobs", jobs).stdout for jobs in ("1", "2")]
    saved = [
        {file.name: file.read_bytes() for file in (tmp_path / jobs).iterdir()} for jobs in "12"
    ]

    assert shown[0] == shown[1]
    assert saved[0] == saved[1]
    assert 8 == len(saved[0])


def test_the_page_of_charts_is_in_your_language_and_says_how_games_ended(
    tmp_path: Path,
) -> None:
    page = tmp_path / "report.pdf"
    _run(
        "simulate", "cattitude", "-p", 3, "--games", 4, "--seed", "x", "--out", page, "--lang", "de"
    )
    with pypdfium2.PdfDocument(page) as pdf:
        words = " ".join(pdf[0].get_textpage().get_text_range().split())

    assert "Cattitude · 3 Spieler" in words
    assert "So viele Runden hatte jede Partie." in words
    assert "Das Spiel endet nach dem letzten Stapel" in words
    assert re.search(r"\d,\d", words)
    assert "cattitude.end" not in words


def test_simulate_gives_the_same_games_for_the_same_seed() -> None:
    args = ("simulate", "attribute", "-p", 3, "--games", 4)

    assert _json(*args, "--seed", "a") == _json(*args, "--seed", "a")
    assert _json(*args, "--seed", "a") != _json(*args, "--seed", "b")


def test_simulate_draws_a_page_of_charts(game: Game[Any], tmp_path: Path) -> None:
    page = tmp_path / "report.pdf"
    ran = _run("simulate", game.id, "--games", 4, "--seed", "x", "--out", page)

    assert f"charts in {page}" in ran.output
    report = check_pdf(page.read_bytes(), "report.pdf")
    assert 1 == len(report.pages)
    with pypdfium2.PdfDocument(page) as pdf:
        words = pdf[0].get_textpage().get_text_range()
    unit = {"wolle": "turns", "attacke": "contests"}.get(game.id, "rounds")
    assert f"Length in {unit}" in words
    assert [] == [one for one in report.findings if one.severity == "error"]


def test_a_page_of_charts_needs_a_file(tmp_path: Path) -> None:
    result = _run("simulate", "wolle", "--out", tmp_path)

    assert isinstance(result.exception, UsageError)
    assert "unknown format for the file" in result.exception.message


def test_simulate_shows_the_seed_it_drew() -> None:
    assert _json("simulate", "attribute", "--games", 1)["seed"]


def test_simulate_saves_records_that_validate(game: Game[Any], tmp_path: Path) -> None:
    for variant in game.variants:
        _run("simulate", game.id, "--games", 2, "--variant", variant.id, "--save", tmp_path)
    document = _json("validate", tmp_path)

    assert document["legal"] is True
    assert len(document["reports"]) == 2 * len(game.variants)
    assert all(report["finished"] for report in document["reports"])


def test_simulate_can_leave_hands_out_and_change_a_ruling(tmp_path: Path) -> None:
    ruling = "attribute.bsw-red=literal"
    args = ("--variant", "bsw", "--ruling", ruling, "--set", "hands=no", "--save", tmp_path)
    _run("simulate", "attribute", "--games", 1, *args)
    record = next(tmp_path.iterdir()).read_text().splitlines()

    assert json.loads(record[0])["rulings"] == {"attribute.bsw-red": "literal"}
    assert json.loads(record[1])["do"] == "sheep"


@pytest.mark.parametrize(
    "args",
    [
        ("ludo",),
        ("attribute", "-p", 2),
        ("attribute", "--variant", "fast"),
        ("attribute", "--ruling", "attribute.bsw-red=maybe"),
        ("attribute", "--ruling", "attribute.floor=none"),
        ("attribute", "--ruling", "nonsense"),
        ("attribute", "--set", "hands=perhaps"),
        ("attribute", "--set", "feet=no"),
    ],
)
def test_simulate_refuses_unknown_settings(args: tuple[object, ...]) -> None:
    assert isinstance(_run("simulate", *args).exception, UsageError)


def test_simulate_reports_a_record_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    result = _run("simulate", "attribute", "--games", 1, "--save", tmp_path / "file" / "deeper")

    assert isinstance(result.exception, OutputError)


def test_rules_shows_every_rule_ruling_and_value(game: Game[Any]) -> None:
    text = _run("rules", game.id).stdout

    for rule in (*game.rules, *CORE_RULES):
        assert rule.id in text
        assert rule.text in text
    for ruling in game.rulings:
        assert ruling.reason in text
    for value in game.values(game.tables):
        assert f"  {value.key} = " in text


@pytest.mark.parametrize(
    ("name", "ours"),
    [
        ("attacke", {"knights_each", "chips_each", "copies", "shield_copies"}),
        ("cattitude", {"divas", "bonuses", "profiles"}),
        ("attribute", {"reshuffles", "green_sheep", "red_sheep"}),
        ("wolle", {"wolle.item-once", "wolle.cup-once", "wolle.no-crossing", "boards"}),
    ],
)
def test_rules_marks_values_that_are_not_in_the_rulebook(name: str, ours: set[str]) -> None:
    document = _json("rules", name)
    values = {value["key"]: value["status"] for value in document["values"]}
    found = values | {rule["id"]: rule["status"] for rule in document["rules"]}

    assert {found[key] for key in ours} == {"ours"}


def test_rules_has_the_same_content_as_json(game: Game[Any]) -> None:
    document = _json("rules", game.id)

    assert [rule.id for rule in game.rules] == [rule["id"] for rule in document["rules"]]
    assert [ruling.default for ruling in game.rulings] == [
        ruling["default"] for ruling in document["rulings"]
    ]
    assert {value["status"] for value in document["values"]} <= {"printed", "found", "ours"}


def test_an_unknown_game_is_a_usage_error() -> None:
    result = _run("rules", "atribute")

    assert isinstance(result.exception, UsageError)
    assert "did you mean 'attribute'?" in str(result.exception)


def test_games_are_listed_in_alphabetical_order() -> None:
    assert sorted(game_ids()) == [*game_ids()]
