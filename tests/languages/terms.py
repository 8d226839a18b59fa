"""The terms of a language, from docs/words, and the entries of a catalogue that don't use them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from printkit.core.i18n import load_entries
from tests.languages.texts import GAMES

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tests.languages.texts import TextUse

FOLDER = Path(__file__).parents[2] / "docs" / "words"
ANY = "any text"
"""The first cell of a row about all texts, whatever they are about."""
_SMALL_WORDS = ("and", "one", "left", "turn", "open")
"""Words of a first cell that don't tell what a text is about."""


class Term(NamedTuple):
    """A row of the table: an English word, and what it is called and never called."""

    english: str
    games: tuple[str, ...]  # their ids
    preferred: str
    never: tuple[re.Pattern[str], ...]
    place: str  # de.md:17


def load_terms(path: Path) -> Iterator[Term]:
    """Return the rows of a language's table that have words in the column `Never`."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        row = line.strip().removeprefix("|").removesuffix("|")
        cells = [cell.strip() for cell in row.split("|")]
        if len(cells) != 4 or cells[2] in ("", "Never", "---"):
            continue
        about = cells[0].partition("(")[2].casefold().replace("’", "")
        games = tuple(game for game in GAMES if game in about) or GAMES
        english = re.sub(r"\(.*\)", "", cells[0]).strip()
        never = tuple(_pattern(word.strip()) for word in cells[2].split(","))
        yield Term(english, games, cells[1], never, f"{path.name}:{number}")


def _pattern(word: str) -> re.Pattern[str]:
    """Return what finds a word with any ending, or exactly the words in backticks."""
    exact = word.startswith("`")
    ending = "" if exact else r"\w{0,3}"
    return re.compile(rf"(?<!\w){re.escape(word.strip('`'))}{ending}(?!\w)", re.IGNORECASE)


def misused_terms(path: Path, terms: list[Term], texts: Mapping[str, TextUse]) -> Iterator[str]:
    """Yield each entry of a catalogue with a word that docs/words replaces by a better one."""
    for entry in load_entries(path):
        use = texts.get(entry.text)
        if use is None:
            continue
        english, said = _words(entry.text), _words(entry.translation)
        for term in terms:
            if term.english != ANY and not (
                {*term.games} & {*use.games} and _is_about(english, term.english)
            ):
                continue
            for found in filter(None, (never.search(said) for never in term.never)):
                yield (
                    f"{path.name}:{entry.line}: '{found[0]}' should be '{term.preferred}' "
                    f"({term.place}): {entry.translation!r}"
                )


def _words(text: str) -> str:
    """Return a text without what is filled in; the forms of plurals are part of it."""
    text = re.sub(r"\{plural\(\w[^{}]*?, ('.*?')\)\}", r" \1 ", text)
    return re.sub(r"\{[^{}]*\}", " … ", text)


def _is_about(text: str, english: str) -> bool:
    """Whether an English text has one of these words, in the singular, plural or as a verb."""
    words = [word for word in re.findall(r"[\w’]+", english) if word not in _SMALL_WORDS]
    return any(re.search(rf"(?<!\w){word}\w{{0,3}}(?!\w)", text, re.IGNORECASE) for word in words)
