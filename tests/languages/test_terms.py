"""Texts about a game use the terms of docs/words, and speak to people as their language does."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from printkit.core.i18n import load_entries
from printkit.core.languages import languages
from printkit.core.source import shipped_folder
from tests.languages.terms import FOLDER, Term, load_terms, misused_terms
from tests.languages.texts import TextUse, texts_to_translate

if TYPE_CHECKING:
    from pathlib import Path

HOME = shipped_folder("layouts") / "locale"
OTHERS = [language for language in languages() if language != "en"]
TABLE = """# Words

| On the English sheet | In Xish | Never | Why this word |
| --- | --- | --- | --- |
| item (Wolle) | Fund | Gegenstand, `das Ding` | Cats find them. |
| token, chip | Marke | Plättchen | |
| player | Spieler | | |
| any text | du | Sie | |
"""
TEXTS = {
    "An item is collected once.": TextUse({"the rules of Wolle"}),
    "Items": TextUse({"attacke/player-aid"}),
    "Put {item} here": TextUse({"wolle/sheet"}),
    "{n} tokens": TextUse({"cattitude/setup-card"}),
    "Hello": TextUse({"printkit/cli/build.py"}),
}


@pytest.mark.parametrize("language", OTHERS)
def test_every_text_about_a_game_uses_the_terms_of_its_language(language: str) -> None:
    terms = [*load_terms(FOLDER / f"{language}.md")]

    assert len(terms) > 10
    assert [] == [*misused_terms(HOME / f"{language}.po", terms, texts_to_translate())]


def _misused(folder: Path, **said: str) -> list[str]:
    """The reports on a catalogue with these translations, by the number of the text."""
    (folder / "xx.md").write_text(TABLE, encoding="utf-8")
    entries = [f'msgid "{[*TEXTS][int(n[1:])]}"\nmsgstr "{words}"\n' for n, words in said.items()]
    (folder / "xx.po").write_text("\n".join(entries), encoding="utf-8")
    terms: list[Term] = [*load_terms(folder / "xx.md")]
    return [*misused_terms(folder / "xx.po", terms, TEXTS)]


def test_a_forbidden_synonym_is_reported_with_the_preferred_term(tmp_path: Path) -> None:
    assert [
        "xx.po:2: 'Gegenstand' should be 'Fund' (xx.md:5): 'Ein Gegenstand zählt.'"
    ] == _misused(tmp_path, t0="Ein Gegenstand zählt.")


@pytest.mark.parametrize("words", ["Alle Gegenstands", "gegenstandes", "Das Ding zählt"])
def test_it_is_found_inflected_and_in_any_case(tmp_path: Path, words: str) -> None:
    assert 1 == len(_misused(tmp_path, t0=words))


def test_it_is_found_in_the_forms_of_a_plural(tmp_path: Path) -> None:
    assert 1 == len(_misused(tmp_path, t3="{n} {plural(n, 'Marke', 'Plättchen')}"))


@pytest.mark.parametrize(
    "said",
    [
        {"t0": "Ein Fund zählt."},
        {"t0": "Gegenstandslos"},  # another word
        {"t0": "Dinge"},  # only exactly these words
        {"t1": "Gegenstände, Gegenstand"},  # another game
        {"t2": "Gegenstand"},  # only a placeholder is called so
    ],
)
def test_other_words_other_games_and_placeholders_are_free(
    tmp_path: Path, said: dict[str, str]
) -> None:
    assert [] == _misused(tmp_path, **said)


def test_a_row_about_any_text_counts_even_if_it_is_about_no_game(tmp_path: Path) -> None:
    assert 1 == len(_misused(tmp_path, t4="Guten Tag, Sie"))


def test_french_says_tu() -> None:
    plural = re.compile(r"\b(?!chez|assez|nez\b)\w+ez\b", re.IGNORECASE)
    said = [entry.translation for entry in load_entries(HOME / "fr.po")]

    assert [] == [text for text in said if plural.search(text)]


def test_polish_declines_no_name() -> None:
    names = r"\{(?:name|other|player|owner|source|taker|target|who|one|faster|leader)\}"
    before = rf"(?:\b(?:dla|od|z|ze|do|przed|za|po|przez|ma|dać|oraz na)[ \u00a0]){names}"
    said = [entry.translation for entry in load_entries(HOME / "pl.po")]

    assert [] == [text for text in said if re.search(before, text)]
