"""`printkit validate`: what it prints, and how it ends."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from printkit.cli.validate import FEW
from printkit.core.languages import catalogue_for
from printkit.core.messages import translated
from printkit.core.source import shipped_folder
from printkit.recording.recordfile import load_report
from printkit.samples import FOLDER, sample_files, violation_files
from tests.cli.game_commands import invoke, invoke_json

if TYPE_CHECKING:
    from pathlib import Path

SAMPLE = FOLDER / "attribute" / "whole-3.jsonl"
BROKEN = FOLDER / "attribute" / "violations" / "grab-own.jsonl"


def test_validate_without_a_record_checks_every_sample() -> None:
    result, document = invoke("validate"), invoke_json("validate")

    assert result.exit_code == 0
    assert document["legal"] is True
    assert len(document["reports"]) == len(sample_files())
    assert all(not report["legal"] for report in document["refused"])


@pytest.mark.parametrize("more", [(), ("--json",)], ids=["text", "json"])
def test_reports_are_in_order_with_any_number_of_workers(more: tuple[str, ...]) -> None:
    many = ("validate", FOLDER, FOLDER, *more)
    alone, together = (invoke(*many, "--jobs", jobs) for jobs in (1, 2))

    assert alone.stdout.count(".jsonl") >= FEW
    assert together.stdout == alone.stdout


def test_validate_shows_the_scores_of_every_round_of_a_named_record() -> None:
    lines = invoke("validate", SAMPLE).stdout.splitlines()

    assert lines[0].startswith(f"{SAMPLE}: legal, finished by attribute.length; won by")
    assert lines[1].split() == ["Round", "Mira", "Tom", "Zoë"]
    assert [line.split()[0] for line in lines[2:]] == [str(number) for number in range(1, 19)]


def test_validate_shows_place_player_and_rule_and_exits_with_1() -> None:
    result = invoke("validate", BROKEN)
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
    document = invoke_json("validate", BROKEN, tmp_path / "gone.jsonl", tmp_path / "deep")

    assert [report["legal"] for report in document["reports"]] == [False, False, True]
    assert document["legal"] is False
    assert document["reports"][1]["violation"]["rule"] == "core.header"


def test_validate_says_what_to_check_when_a_file_is_missing(tmp_path: Path) -> None:
    expected = (
        f"{tmp_path / 'gone.jsonl'}: error: no such file\nhint: check the name and the folder\n"
    )

    assert invoke("validate", tmp_path / "gone.jsonl").output == expected


def test_validate_refuses_an_empty_folder_and_special_files(tmp_path: Path) -> None:
    assert invoke("validate", tmp_path).exit_code == 1
    assert invoke("validate", "/dev/null").exit_code == 1


def test_validate_reports_invalid_utf_8_at_its_line(tmp_path: Path) -> None:
    (tmp_path / "x.jsonl").write_bytes(SAMPLE.read_bytes().replace(b'{"do": "sheep"', b"\xff", 1))
    violation = invoke_json("validate", tmp_path / "x.jsonl")["reports"][0]["violation"]

    assert (violation["line"], violation["rule"]) == (4, "core.args")


def test_validate_prints_markup_and_control_characters_as_plain_text(tmp_path: Path) -> None:
    header = {"printkit": 1, "game": "attribute", "players": ["[/]", "a\x1b[31mb", "{x}\n"]}
    (tmp_path / "x.jsonl").write_text(json.dumps(header))
    result = invoke("validate", tmp_path / "x.jsonl")

    assert result.exit_code == 0
    assert "[/]" in result.stdout
    assert "a\\x1b[31mb" in result.stdout


@pytest.mark.parametrize("more", [(), ("--explain",)], ids=["", "explain"])
def test_validate_speaks_your_language_and_its_json_does_not(
    more: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    english = invoke_json("validate", BROKEN, *more)
    monkeypatch.setenv("PRINTKIT_LANG", "de")
    said = invoke("validate", BROKEN, SAMPLE, *more).stdout

    assert "grab-own.jsonl:8: Fehler: Cleo: niemand kann das eigene Set schnappen" in said
    for line in (
        "  Regel: Niemand schnappt das eigene Set.",
        "  Stand: Runde 1 von ",
        "whole-3.jsonl: regelgerecht, beendet durch attribute.length; gewonnen von ",
        "\n2 Aufzeichnungen, 1 nicht wie erwartet\n",
    ):
        assert line in said
    assert english == invoke_json("validate", BROKEN, *more)


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
