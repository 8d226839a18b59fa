"""Words: how what people write for an option is read, on the command line and in manifests."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from unicodedata import normalize

from printkit.characters import difference, name_of, refuse_unprintable, unseen
from printkit.errors import (
    MissingGlyphError,
    PrintkitError,
    UsageError,
    brief,
    did_you_mean,
    known_as,
)
from printkit.units import runs

MAX_NAME = 40
NAME_FACE = "Roboto"
MAX_PLAYERS = 100
MAX_TEXT = 64
MAX_LABEL, MAX_TABLE = 24, 6
MAX_COPIES = 1000
MAX_PAGE = 99_999
MIN_DPI, MAX_DPI = 30, 1200


def parse_targets(texts: tuple[str, ...]) -> tuple[str, ...]:
    """Targets for one file; whether they exist is found out when they are opened."""
    return tuple(target for text in texts for target in _targets(text))


def _targets(text: str) -> list[str]:
    """One target, or several as in 'wolle,attribute'; what ships is known by any capitals."""
    known = known_targets()
    parts = [known_as(part.strip(), known) for part in text.split(",")]
    if not any(part in known for part in parts):
        return [text.strip()]
    return [part for part in parts if part]


def known_targets() -> tuple[str, ...]:
    """Everything that ships: games, their sheets, and sheets of no game."""
    from printkit.layout.loading import TOOLS, shipped_games, shipped_results, shipped_sheets

    return (*shipped_games(), *shipped_sheets(), *shipped_results(), *TOOLS)


def known_themes() -> tuple[str, ...]:
    """The themes that ship."""
    from printkit.theme import theme_names

    return theme_names()


def known_languages() -> list[str]:
    """The languages of the sheets that ship."""
    from printkit.data import folder
    from printkit.source import find_inside

    return sorted({"en", *(path.stem for path in find_inside(folder("layouts"), "locale", ".po"))})


def read_language(text: str) -> str:
    """A language; a layout of one's own may have more than those that ship."""
    return known_as(text, known_languages())


def language_meant(text: str, known: Iterable[str]) -> str:
    """The known language that a code means, else the code: without a file of Austria, de_AT is de.

    Systems put an encoding or a currency behind it, as in 'de_AT.UTF-8' and 'de_AT@euro'.
    """
    codes = {code.casefold().replace("_", "-"): code for code in known}
    plain = text.strip().casefold().replace("_", "-")
    tag = re.fullmatch(r"(\w+(?:-\w+)*)(?:[.@][\w.@-]*)?", plain)
    wanted = tag[1] if tag else ""
    while wanted and wanted not in codes:
        wanted = wanted.rpartition("-")[0]
    return codes.get(wanted, text)


def check_word(what: str, find: Callable[[], Iterable[str]], text: str) -> str:
    """One of the known words, whatever its capitals."""
    word = known_as(text, known := find())
    if word not in known:
        raise UsageError(f"unknown {what} '{text}'", hint=did_you_mean(text, known))
    return word


def parse_flag(what: str, text: str) -> bool:
    """'true' or 'false'."""
    if text.lower() not in ("true", "false"):
        raise UsageError(f"{what} is true or false, not '{text}'")
    return text.lower() == "true"


def parse_counts(text: str) -> tuple[int, ...] | str:
    """'4', '3-5', '2,4' or 'all' as player counts."""
    words = text.strip().lower()
    if words == "all":
        return "all"
    counts: list[int] = []
    for part in words.split(","):
        match = re.fullmatch(r"\s*([0-9]{1,4})\s*(?:-\s*([0-9]{1,4})\s*)?", part)
        if match is None:
            hint = "write 4, 3-5, 2,4 or all"
            raise UsageError(f"'{text}' is not a number of players", hint=hint)
        first, last = int(match[1]), int(match[2] or match[1])
        if not 1 <= first <= last <= MAX_PLAYERS:
            hint = f"from 1 to {MAX_PLAYERS}, the smaller number first"
            raise UsageError(f"'{text}' is not a number of players", hint=hint)
        counts += [count for count in range(first, last + 1) if count not in counts]
    return tuple(counts)


def format_counts(counts: tuple[int, ...] | str | None) -> str:
    """Player counts as `parse_counts` reads them."""
    return ",".join(map(str, counts)) if isinstance(counts, tuple) else counts or ""


def parse_pages(text: str) -> tuple[int, ...]:
    """'2,5-7' as the numbers of pages, in their order."""
    pages: set[int] = set()
    for part in text.split(","):
        match = re.fullmatch(r"\s*([0-9]{1,5})\s*(?:-\s*([0-9]{1,5})\s*)?", part)
        first, last = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
        if not 1 <= first <= last <= MAX_PAGE:
            raise UsageError(f"'{text}' are no pages", hint="write 3, 2,5 or 5-7")
        pages.update(range(first, last + 1))
    return tuple(sorted(pages))


def format_pages(pages: tuple[int, ...]) -> str:
    """The numbers of pages as `parse_pages` reads them."""
    pairs = runs(pages)
    return ",".join(f"{first}-{last}" if first < last else str(first) for first, last in pairs)


def parse_per_page(text: str) -> int:
    """How many pages share one: 1, 2 or 4."""
    if text not in ("1", "2", "4"):
        raise UsageError(f"per-page is 2 or 4, not '{text}'")
    return int(text)


def parse_names(text: str) -> tuple[str, ...]:
    """'Ann, Ben' or 'Ann; Ben' as names; each of 1 to 40 printable characters, no two alike."""
    return check_names(tuple(name.strip() for name in text.split("," if "," in text else ";")))


def check_names(names: tuple[str, ...]) -> tuple[str, ...]:
    """The names of the players, each of which can be printed."""
    names = tuple(normalize("NFC", name) for name in names)
    for number, name in enumerate(names, 1):
        if not name:
            raise PrintkitError(f"name {number} is empty", hint='write --names "Ann,Ben,Cleo"')
        if len(name) > MAX_NAME:
            message = f"the name '{name[:20]}…' has {len(name)} characters"
            raise PrintkitError(message, hint=f"at most {MAX_NAME} fit")
        if name in names[: number - 1]:
            raise PrintkitError(f"the name '{name}' is there twice", hint="tell the players apart")
        _check_printable(name)
    _tell_apart(names)
    return names


def _tell_apart(names: tuple[str, ...]) -> None:
    """Refuses a name of which nothing is seen, and two that look the same in print."""
    from printkit.fonts import pictures

    seen: dict[object, str] = {}
    for number, (name, looks) in enumerate(zip(names, pictures(names, NAME_FACE), strict=True), 1):
        if not looks[0]:
            raise PrintkitError(f"nothing is seen of name {number}: it is {name_of(name[0])}")
        if other := next((seen[look] for look in looks if look in seen), ""):
            odd = difference(name, other)
            message = f"the names '{other}' and '{name}' look the same: one has {odd}"
            raise PrintkitError(message, hint="tell the players apart")
        seen.update(dict.fromkeys(looks, name))


def initials(names: tuple[str, ...]) -> str:
    """The first letter of every name."""
    return "".join(name[0].upper() for name in names if name[0].isalnum())


def _check_printable(name: str, what: str = "name") -> None:
    """Refuse a text with a character that would not print, before any layout is looked at."""
    from printkit.fonts import text_width

    try:
        _refuse_marks(name)
        text_width(name, NAME_FACE, 1.0)
    except MissingGlyphError as error:
        message = f"the {what} '{brief(name)}' cannot be printed: {error.message}"
        raise MissingGlyphError(message, hint=error.hint) from None


def _refuse_marks(text: str) -> None:
    """Refuses invisible marks of direction where a text has no letters that need them."""
    if text.isascii():
        return
    from printkit.bidi import MARKS, is_mixed

    found = [one for one in text if one in MARKS]
    if found and not is_mixed("".join(one for one in text if one not in MARKS)):
        refuse_unprintable(found[0])


def parse_settings(pairs: tuple[str, ...]) -> dict[str, str]:
    """['key=value', …] as a map."""
    settings: dict[str, str] = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals or not key.strip():
            raise UsageError(f"'{pair}' sets nothing", hint="write --set key=value")
        settings[key.strip()] = value.strip()
    return settings


def formats() -> tuple[str, ...]:
    """The formats that can be written, the usual one first."""
    from printkit.backends import FORMATS

    return tuple(FORMATS)


def check_formats(names: tuple[str, ...]) -> tuple[str, ...]:
    """The formats, each once."""
    return tuple(dict.fromkeys(check_word("format", formats, name) for name in names))


def ending(file: str) -> str:
    """What a file's name ends with, in small letters: 'pdf'; empty where it has no ending."""
    stem, _, last = file.rpartition("/")[2].rpartition(".")
    return last.lower() if stem else ""


def usual_formats(file: str) -> tuple[str, ...]:
    """The format that nobody named: the one that the file's name ends with, else PDF."""
    return (ending(file) if ending(file) in formats() else formats()[0],)


def check_label(what: str, text: str) -> str:
    """Words for the corner of a page, each character of which can be printed."""
    label = normalize("NFC", text.strip())
    most = MAX_TABLE if what == "table" else MAX_LABEL
    if not 1 <= len(label) <= most:
        raise UsageError(f"the {what} must be 1 to {most} characters")
    _check_printable(label, what)
    return label


def check_text(what: str, text: str) -> str:
    """A text of 1 to 64 printable characters."""
    if not 1 <= len(text) <= MAX_TEXT or not text.isprintable():
        raise UsageError(f"the {what} must be 1 to {MAX_TEXT} printable characters")
    if odd := unseen(text):
        raise UsageError(f"the {what} has a character that nobody sees: {name_of(odd)}")
    return text
