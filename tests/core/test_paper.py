"""Paper: known by name or by size, and chosen by where a person lives."""

from __future__ import annotations

from pathlib import Path

import pytest

from printkit.core.errors import UsageError
from printkit.core.paper import PAPERS, asked_paper, parse_paper
from printkit.core.units import to_mm
from printkit.request.preferences import default_paper


def size(name: str) -> tuple[float, float]:
    paper = parse_paper(name)
    return round(to_mm(paper.width), 1), round(to_mm(paper.height), 1)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("a3", (297.0, 420.0)),
        ("a4", (210.0, 297.0)),
        ("A4 ", (210.0, 297.0)),
        ("a5", (148.0, 210.0)),
        ("a6", (105.0, 148.0)),
        ("Letter", (215.9, 279.4)),
        ("legal", (215.9, 355.6)),
        ("index-3x5", (76.2, 127.0)),
        ("index-5x8", (127.0, 203.2)),
        ("210x297mm", (210.0, 297.0)),
        ("21 x 29.7 cm", (210.0, 297.0)),
        ("8.5x11in", (215.9, 279.4)),
        ("612x792pt", (215.9, 279.4)),
    ],
)
def test_paper_has_a_name_or_a_size(name: str, expected: tuple[float, float]) -> None:
    assert expected == size(name)


@pytest.mark.parametrize(
    ("name", "message", "hint"),
    [
        ("a44", "unknown paper 'a44'", "did you mean 'a4'?\nor give a size, like 210x297mm"),
        (
            "leter",
            "unknown paper 'leter'",
            "did you mean 'letter'?\nor give a size, like 210x297mm",
        ),
        ("1x1mm", "paper '1x1mm' is out of range", "each side must be 40 to 2000 mm"),
        (
            "100x1000000mm",
            "paper '100x1000000mm' is out of range",
            "each side must be 40 to 2000 mm",
        ),
    ],
)
def test_unknown_paper_is_refused_with_a_hint(name: str, message: str, hint: str) -> None:
    with pytest.raises(UsageError) as caught:
        parse_paper(name)

    assert (message, hint) == (caught.value.message, caught.value.hint)


@pytest.mark.parametrize("name", ["", "10x10km", "nanxnanmm", "-5x5mm", "1e9x5mm", "x" * 1000])
def test_random_text_is_refused_as_paper(name: str) -> None:
    with pytest.raises(UsageError, match="unknown paper"):
        parse_paper(name)


def test_all_named_papers_are_portrait() -> None:
    assert [] == [paper.name for paper in PAPERS.values() if paper.width > paper.height]


VARIABLES = ("PRINTKIT_PAPER", "PAPERSIZE", "LC_ALL", "LC_PAPER", "LANG")


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({}, "a4"),
        ({"LANG": "C.UTF-8"}, "a4"),
        ({"LANG": "de_DE.UTF-8"}, "a4"),
        ({"LANG": "en_US.UTF-8"}, "letter"),
        ({"LANG": "en_US.UTF-8", "LC_PAPER": "en_GB.UTF-8"}, "a4"),
        ({"LANG": "en_GB.UTF-8", "LC_ALL": "fr_CA.UTF-8"}, "letter"),
        ({"LANG": "en_US.UTF-8", "PAPERSIZE": "a4"}, "a4"),
        ({"PAPERSIZE": "a4", "PRINTKIT_PAPER": "letter"}, "letter"),
        ({"PAPERSIZE": "jis-b5", "LANG": "en_US.UTF-8"}, "letter"),
    ],
)
def test_the_default_paper_follows_the_system(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, settings: dict[str, str], expected: str
) -> None:
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    for name, value in settings.items():
        monkeypatch.setenv(name, value)

    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))

    assert expected == default_paper().name


def test_a_misspelt_printkit_paper_names_the_variable(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PRINTKIT_PAPER", "leter")
    with pytest.raises(UsageError) as caught:
        asked_paper()

    assert caught.value.message == "PRINTKIT_PAPER: unknown paper 'leter'"
