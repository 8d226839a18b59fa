"""Every language is complete, has no unused texts, and uses the same placeholders."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from printkit.core.i18n import load_catalogue
from printkit.core.languages import languages
from printkit.core.source import shipped_folder
from tests.languages.texts import TextUse, texts_to_translate
from tests.languages.words import begin, problems

if TYPE_CHECKING:
    from pathlib import Path

HEADER = (
    'msgid ""\nmsgstr ""\n"Language: xx\\n"\n"X-Language-Name: Xx\\n"\n'
    '"Plural-Forms: nplurals=3; plural=n;\\nX-Decimal-Point: ,\\n"\n'
)
TEXTS = {
    "Round": TextUse({"a/b"}),
    "Draw {n} of {deck.size}": TextUse({"a/b"}),
    "**Take** :wool:": TextUse({"a/b"}, marked=True),
    "at least {least}": TextUse({"a/b"}, script=True),
}
GOOD = {
    "Round": "R.",
    "Draw {n} of {deck.size}": "{deck.size}: {n} {plural(n, 'a', 'b', 'c')}",
    "**Take** :wool:": ":wool: **T.**",
    "at least {least}": "ab {least}",
}


def problems_in(folder: Path, entries: dict[str, str], head: str = HEADER) -> list[str]:
    """The problems of a file with these entries."""
    path = folder / "xx.po"
    body = "".join(f'\nmsgid "{text}"\nmsgstr "{words}"\n' for text, words in entries.items())
    path.write_text(head + body, encoding="utf-8")
    return list(problems(path, TEXTS))


def test_every_shipped_language_is_complete_and_has_no_unused_texts() -> None:
    texts, home = texts_to_translate(), shipped_folder("layouts") / "locale"

    assert [] == [line for path in sorted(home.glob("*.po")) for line in problems(path, texts)]
    assert {path.stem for path in home.glob("*.po")} == {*languages()} - {"en"}


def test_french_never_breaks_a_line_before_its_punctuation() -> None:
    french = (shipped_folder("layouts") / "locale" / "fr.po").read_text(encoding="utf-8")

    assert [] == re.findall(
        r'^msgstr ".*(?:[\w})] (?:[:;?]|!(?!=))|« | »).*$', french, re.MULTILINE
    )


def test_no_language_breaks_a_line_between_a_number_and_its_unit() -> None:
    home = shipped_folder("layouts") / "locale"
    broken = re.compile(r'^msgstr ".*[\d}] (?:%|(?:mm|pt|[KkM][Bo])\b).*$', re.MULTILINE)

    assert [] == [
        line for path in home.glob("*.po") for line in broken.findall(path.read_text("utf-8"))
    ]


def test_a_complete_file_has_no_problems(tmp_path: Path) -> None:
    assert [] == problems_in(tmp_path, GOOD)


@pytest.mark.parametrize(
    ("text", "words", "problem"),
    [
        ("Round", "", "xx.po:8: no translation: 'Round' (a/b)"),
        ("Rounds", "R.", "xx.po:20: not used any more: 'Rounds'"),
        ("{n}", "{n}!", "xx.po:20: nothing to translate: '{n}'"),
        ("Round", "R. {n}", "xx.po:8: has another fact {n}: 'R. {n}'"),
        ("Round", " R.", "xx.po:8: begins or ends with a blank, or does not any more: ' R.'"),
        ("Round", "R\\\\n.", r"xx.po:8: has another number of lines: 'R\n.'"),
        ("Draw {n} of {deck.size}", "{n}", "xx.po:11: lacks {deck.size}: '{n}'"),
        ("Draw {n} of {deck.size}", "{n", "xx.po:11: this { is never closed"),
        (
            "Draw {n} of {deck.size}",
            "{deck.size} {plural(n, 'a', 'b')}",
            "xx.po:11: wrong arguments for 'plural' (write plural(number, one, few, many))",
        ),
        ("**Take** :wool:", "**T.**", "xx.po:14: other marks: {'**': 1, ':wool:': 1} became"),
        ("**Take** :wool:", "**T. :wool:", "xx.po:14: this ** is never closed"),
        ("at least {least}", "{least + 1}", "xx.po:17: only plain {names} can be filled in here"),
    ],
)
def test_mistakes_are_reported_with_their_line(
    tmp_path: Path, text: str, words: str, problem: str
) -> None:
    found = problems_in(tmp_path, {**GOOD, text: words.replace("\\\\", "\\")})

    assert any(line.startswith(problem) for line in found), found


def test_a_text_without_an_entry_is_missing(tmp_path: Path) -> None:
    rest = {text: words for text, words in GOOD.items() if text != "Round"}

    assert ["xx.po: no translation: 'Round' (a/b)"] == problems_in(tmp_path, rest)


@pytest.mark.parametrize("name", ["Language", "X-Language-Name", "Plural-Forms", "X-Decimal-Point"])
def test_a_header_must_have_the_right_language(tmp_path: Path, name: str) -> None:
    lacking = HEADER.replace(name, "Project")

    assert f"xx.po: the header has no {name}" in problems_in(tmp_path, GOOD, lacking)
    assert ["xx.po: the header names another language: 'yy'"] == problems_in(
        tmp_path, GOOD, HEADER.replace(": xx", ": yy")
    )


def test_starting_a_file_again_keeps_its_translations(tmp_path: Path) -> None:
    problems_in(tmp_path, {**GOOD, "Round": "", "Old": "O."})
    path = tmp_path / "xx.po"
    path.write_text(begin("xx", TEXTS, path), encoding="utf-8")

    assert ["no translation"] == [line.split(": ")[1] for line in problems(path, TEXTS)]
    assert "ab {least}" == load_catalogue([path], "xx").translate("at least {least}")
