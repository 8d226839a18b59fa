"""The default language: every source, in order of precedence."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from printkit.core.languages import (
    check_language,
    language_names,
    languages,
    match_language,
    system_language,
)
from printkit.pipeline.naming import command_of
from printkit.request.preferences import default_language, load_preferences
from tests.cli.terminal import Terminal

VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG", "LANGUAGE", "PRINTKIT_LANG")
CARD = ("build", "attribute/setup-card", "-o", "cards.pdf")
ENGLISH = "Print at 100%; cut page 1 along the lines."
GERMAN = "Mit 100 % drucken; Seite 1 an den Linien schneiden."


@pytest.fixture
def printkit(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Terminal:
    """A system without language settings and without preferences."""
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    for name in ("XDG_CONFIG_HOME", "APPDATA"):
        monkeypatch.setenv(name, str(tmp_path / "configuration"))
    return Terminal(monkeypatch, tmp_path)


def test_each_setting_overrides_those_after_it(
    monkeypatch: pytest.MonkeyPatch, printkit: Terminal
) -> None:
    def built_language(*options: str) -> str:
        return printkit(*CARD, *options).out.splitlines()[-1]

    assert ENGLISH == built_language()
    monkeypatch.setenv("LANG", "de_AT.UTF-8")
    assert GERMAN == built_language()
    monkeypatch.setenv("PRINTKIT_LANG", "en")
    assert ENGLISH == built_language()
    printkit(*CARD, "--lang", "de", "--save")
    assert "de" == load_preferences().language
    assert GERMAN == built_language()
    assert ENGLISH == built_language("--lang", "en")


@pytest.mark.parametrize(
    ("variables", "language"),
    [
        ({}, ""),
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "de"}, "de"),
        ({"LANG": "PL_pl"}, "pl"),
        ({"LANG": "de_DE@euro"}, "de"),
        ({"LANG": "tlh_QO.UTF-8"}, ""),
        ({"LANG": "de_DE", "LC_MESSAGES": "en_GB"}, "en"),
        ({"LANG": "en_GB", "LC_MESSAGES": "de_DE"}, "de"),
        ({"LC_MESSAGES": "en_GB", "LC_ALL": "de_DE"}, "de"),
        ({"LANG": "tlh_QO", "LANGUAGE": "tlh:de:en"}, "de"),
        ({"LANG": "de_DE", "LANGUAGE": "tlh"}, "de"),
        ({"LANG": "C", "LANGUAGE": "de"}, ""),
        ({"LANGUAGE": "de"}, "de"),
    ],
)
@pytest.mark.usefixtures("printkit")
def test_the_system_language_comes_from_the_usual_variables(
    monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], language: str
) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)

    assert language == system_language()


def test_an_unknown_language_is_refused_with_the_available_ones(
    monkeypatch: pytest.MonkeyPatch, printkit: Terminal
) -> None:
    there_are = f"hint: available: {', '.join(language_names())}\n"

    assert (2, "", f"error: unknown language 'tlh'\n{there_are}") == printkit(
        *CARD, "--lang", "tlh"
    )
    monkeypatch.setenv("PRINTKIT_LANG", "tlh")
    assert (2, "", f"error: PRINTKIT_LANG: unknown language 'tlh'\n{there_are}") == printkit(*CARD)
    path = printkit.write("configuration/printkit/config.yaml", "language: tlh\n")
    assert (1, f"{path}:1:11: error: unknown language 'tlh'") == (
        (shown := printkit(*CARD)).code,
        shown.err.splitlines()[0],
    )


@pytest.mark.parametrize(
    ("built_language", "meant"),
    [
        ("de-AT", "de"),
        ("DE_de.UTF-8", "de"),
        ("de_DE.ISO8859-15@euro", "de"),
        ("de.: x", "de.: x"),  # remembered, it would not be read again
        ("zh-Hant-TW", "zh-Hant"),
        ("PT-br", "pt_BR"),
        ("pt", "pt"),
        ("tlh-QO", "tlh-QO"),
        ("de-", "de-"),
        ("../de", "../de"),
    ],
)
def test_a_region_falls_back_to_its_language(built_language: str, meant: str) -> None:
    assert meant == match_language(built_language, ["de", "en", "pt_BR", "zh-Hant"])


@pytest.mark.parametrize(
    ("built_language", "meant"),
    [
        ("English", "en"),
        ("GERMAN", "de"),
        ("Deutsch", "de"),
        ("Spanish", "es"),
        ("español", "es"),
        ("espanol", "es"),
        ("ESPAÑOL", "es"),
        ("es-MX", "es"),
        ("es_419", "es"),
        ("Spanish (Mexico)", "es"),
        ("français", "fr"),
        ("francais", "fr"),
        ("french", "fr"),
        ("Italian", "it"),
        ("italiano", "it"),
        ("Dutch", "nl"),
        ("Nederlands", "nl"),
        ("Polish", "pl"),
        ("polski", "pl"),
        ("Klingon", "Klingon"),
        ("Swedish", "Swedish"),
        ("", ""),
    ],
)
def test_a_language_can_be_given_by_name(built_language: str, meant: str) -> None:
    assert meant == match_language(built_language, languages())
    assert check_language(built_language) == meant if meant in languages() else True
    assert "sv" == match_language("svenska", ["en", "sv"])


def test_every_language_is_known_by_its_own_name() -> None:
    assert {name: match_language(name, languages()) for name in language_names().values()} == {
        name: code for code, name in language_names().items()
    }


def test_a_language_name_works_everywhere(
    monkeypatch: pytest.MonkeyPatch, printkit: Terminal
) -> None:
    assert GERMAN == printkit(*CARD, "--lang", "Deutsch").out.splitlines()[-1]
    assert "--lang de" in command_of(printkit.folder / "cards.pdf")
    printkit(*CARD, "--lang", "german", "--save", "--force")
    assert "de" == load_preferences().language
    printkit.write("configuration/printkit/config.yaml", "language: Spanish\n")
    assert "es" == default_language()
    printkit.write("configuration/printkit/config.yaml", "{}\n")
    monkeypatch.setenv("PRINTKIT_LANG", "Italiano")
    assert "it" == default_language()
    manifest = "jobs:\n  - {target: attribute/setup-card, players: 3, lang: [français, es-MX]}\n"
    printkit.write("night.yaml", manifest)
    batch = printkit("batch", "night.yaml", "--out", "out", "--jobs", "1")
    assert batch.code == 0
    assert {"es", "fr"} == {
        re.findall(r"--lang (\w+)", command_of(path))[0]
        for path in (printkit.folder / "out").glob("*.pdf")
    }


def test_a_region_works_everywhere(monkeypatch: pytest.MonkeyPatch, printkit: Terminal) -> None:
    assert GERMAN == printkit(*CARD, "--lang", "de-AT").out.splitlines()[-1]
    assert command_of(Path("cards.pdf")).endswith("--lang de")
    monkeypatch.setenv("PRINTKIT_LANG", "de-AT")
    assert "de" == default_language()
    printkit.write("configuration/printkit/config.yaml", "language: PL_pl\n")
    assert "pl" == default_language()
    printkit.write("night.yaml", "jobs: [{target: attribute/setup-card, lang: de-AT}]\n")
    assert "setup-card-3-8p-de.pdf" in printkit("batch", "night.yaml", "--dry-run").out


def test_missing_texts_of_a_region_come_from_its_language(printkit: Terminal) -> None:
    printkit.write("own.yaml", "sheet: own/a\ntitle: A\nbody: ['{language}: Hi', Total]\n")
    printkit.write("locale/de_AT.po", 'msgid "{language}: Hi"\nmsgstr "{language}: Servas"\n')

    assert 0 == printkit("build", "own.yaml", "--lang", "de-at", "-o", "own.svg").code
    assert ["de_AT: Servas", "Summe"] == words_in("own.svg")
    assert 'xml:lang="de-AT"' in Path("own.svg").read_text()
    assert 0 == printkit("build", "own.yaml", "--lang", "de-CH", "-o", "own.svg").code
    assert ["de: Hi", "Summe"] == words_in("own.svg")


def words_in(file: str) -> list[str]:
    return re.findall("<text[^>]*>([^<]+)</text>", Path(file).read_text())


def test_only_a_complete_language_can_be_saved(printkit: Terminal) -> None:
    printkit.write("own.yaml", "sheet: own/a\ntitle: A\nbody: [Hello]\n")
    printkit.write("locale/tlh.po", 'msgid "Hello"\nmsgstr "nuqneH"\n')

    assert 0 == printkit("build", "own.yaml", "--lang", "tlh").code
    shown = printkit("build", "own.yaml", "--lang", "tlh", "--save")
    assert (2, "error: can't save the language 'tlh': not every sheet is translated into it") == (
        shown.code,
        shown.err.splitlines()[0],
    )


def test_help_lists_the_languages_and_the_defaults(printkit: Terminal) -> None:
    help_ = " ".join(printkit("build", "--help").out.replace("│", " ").split())
    *others, last = language_names()

    assert f"Language of the sheets: {', '.join(others)} or {last} (default: " in help_
    assert "your saved language, PRINTKIT_LANG, your system's or en, in that order)" in help_


def test_a_batch_ignores_the_system_language(
    monkeypatch: pytest.MonkeyPatch, printkit: Terminal
) -> None:
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    printkit.write("night.yaml", "jobs: [{target: attribute/setup-card, players: 4}]\n")

    assert 0 == printkit("batch", "night.yaml", "--out", "o").code
    assert [Path("o/attribute-setup-card-4p.pdf")] == sorted(Path("o").glob("*.pdf"))
    assert "setup-card-4p-de.pdf" in printkit("build", "attribute/setup-card", "-p", "4").out
