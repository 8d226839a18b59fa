"""The values of options: parsing, checking and formatting.

The last part makes seeds, which are text, too, and recognises them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final, NamedTuple
from unicodedata import normalize

from printkit.core.errors import (
    MissingGlyphError,
    PrintkitError,
    UsageError,
    brief,
    known_as,
    name_of,
    nearest,
)
from printkit.core.languages import catalogue_for, match_language, shipped_languages
from printkit.core.messages import say, suggest
from printkit.core.names import AND, MAX_NAME, NameList, split_names
from printkit.core.source import shipped_folder
from printkit.core.units import runs
from printkit.text.characters import difference, find_invisible, refuse_unprintable

_DIFFERENT: Final = say("give each player a different name")
_CALLED: Final = {
    "orientation": say("orientation"),
    "duplex mode": say("duplex mode"),
    "side": say("side"),
    "theme": say("theme"),
    "format": say("format"),
    "table": say("table"),
    "label": say("label"),
    "seed": say("seed"),
}
"""What the values of options are called in messages."""
NAME_FACE = "Roboto"
MAX_PLAYERS = 100
MAX_TEXT = 64
MAX_LABEL, MAX_TABLE = 24, 6
MAX_COPIES = 1000
MAX_PAGE = 99_999
MIN_DPI, MAX_DPI = 30, 1200


def parse_targets(texts: tuple[str, ...]) -> tuple[str, ...]:
    """Parse the targets of one file; whether they exist is checked when they are opened."""
    return tuple(target for text in texts for target in _targets(text))


def _targets(text: str) -> list[str]:
    """Split one target or several, as in 'wolle,attribute'."""
    parts = [part.strip() for part in text.split(",")]
    if "." in text and not any(map(find_target, parts)):
        return [text.strip()]  # a file, perhaps with commas in its name
    found = [find_target(part) or _unknown_target(part) for part in parts if part]
    return found or [text.strip()]


def find_target(text: str) -> str:
    """Return the id of a sheet or game that is known by this name; empty if there is none.

    Case is ignored. In `game/sheet`, too, a game may be called by one of its other names.
    """
    if (name := known_as(text, shipped := _shipped_targets())) in shipped:
        return name
    if "." in text:  # a file of yours
        return ""
    name = known_as(_with_id(text), known := known_targets())
    return name if name in known else ""


def _with_id(text: str) -> str:
    """Return a target with the id of its game instead of another name."""
    from printkit.games import find_id

    game, slash, sheet = text.partition("/")
    return f"{find_id(game)}{slash}{sheet}"


def _unknown_target(text: str) -> str:
    """Return an unknown target; raise an error if another name of a game is nearest to it."""
    from printkit.games import other_names

    if "." in text:
        return text
    if (target := _with_id(text)) == text:
        names = other_names()
        if (near := nearest(text, (*known_targets(), *names))) in names:
            hint = f"did you mean '{near}'?"
            raise UsageError(f"unknown sheet or game '{text}'", hint=hint)
    return target


def known_targets() -> tuple[str, ...]:
    """Return all names of targets: games, their sheets, and sheets without a game."""
    from printkit.layout.language.loading import plugin_kits, plugin_sheets

    return (*_shipped_targets(), *plugin_kits(), *plugin_sheets())


def _shipped_targets() -> tuple[str, ...]:
    from printkit.layout.language.loading import (
        SEASON,
        TOOLS,
        shipped_games,
        shipped_results,
        shipped_sheets,
    )

    return (*shipped_games(), *shipped_sheets(), *shipped_results(), *TOOLS, *SEASON)


def known_themes() -> tuple[str, ...]:
    """Return the themes that ship."""
    from printkit.core.themenames import theme_names

    return theme_names()


def check_word(what: str, find: Callable[[], Iterable[str]], text: str) -> str:
    """Check that a word is one of the known ones, ignoring case."""
    word = known_as(text, known := find())
    if word not in known:
        message = say("unknown {what} '{text}'", what=_called(what), text=text)
        raise UsageError(message, hint=suggest(text, sorted(known)))
    return word


def _called(what: str) -> str:
    return _CALLED.get(what, what)


def parse_flag(what: str, text: str) -> bool:
    """Parse 'true' or 'false'."""
    if text.lower() not in ("true", "false"):
        template = "{option} must be true or false, not '{value}'"
        raise UsageError(say(template, option=what, value=text))
    return text.lower() == "true"


def parse_whole(what: str, text: str, least: int, most: int) -> int:
    """Parse a whole number within bounds; `what` names it in an error."""
    number = int(text) if re.fullmatch(r"[0-9]{1,9}", text) else least - 1
    if not least <= number <= most:
        template = "{option} must be a whole number from {least} to {most}, not '{value}'"
        raise UsageError(say(template, option=what, least=least, most=most, value=text))
    return number


def parse_counts(text: str) -> tuple[int, ...] | str:
    """Parse player counts: '4', '3-5', '2,4' or 'all'."""
    words = text.strip().lower()
    if words == "all":
        return "all"
    counts: list[int] = []
    for part in words.split(","):
        match = re.fullmatch(r"\s*([0-9]{1,4})\s*(?:-\s*([0-9]{1,4})\s*)?", part)
        if match is None:
            hint = say("write 4, 3-5, 2,4 or all")
            raise UsageError(say("'{text}' isn't a number of players", text=text), hint=hint)
        first, last = int(match[1]), int(match[2] or match[1])
        if not 1 <= first <= last <= MAX_PLAYERS:
            template = "use numbers from 1 to {most}, the smaller one first: 3-5"
            hint = say(template, most=MAX_PLAYERS)
            raise UsageError(say("'{text}' isn't a number of players", text=text), hint=hint)
        counts += [count for count in range(first, last + 1) if count not in counts]
    return tuple(counts)


def format_counts(counts: tuple[int, ...] | str | None) -> str:
    """Format player counts as `parse_counts` reads them."""
    return ",".join(map(str, counts)) if isinstance(counts, tuple) else counts or ""


def parse_pages(text: str) -> tuple[int, ...]:
    """Parse '2,5-7' into the numbers of pages, sorted."""
    pages: set[int] = set()
    for part in text.split(","):
        match = re.fullmatch(r"\s*([0-9]{1,5})\s*(?:-\s*([0-9]{1,5})\s*)?", part)
        first, last = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
        if not 1 <= first <= last <= MAX_PAGE:
            message = say("'{text}' isn't a page or a range of pages", text=text)
            raise UsageError(message, hint=say("write 3, 2,5 or 5-7"))
        pages.update(range(first, last + 1))
    return tuple(sorted(pages))


def format_pages(pages: tuple[int, ...]) -> str:
    """Format the numbers of pages as `parse_pages` reads them."""
    pairs = runs(pages)
    return ",".join(f"{first}-{last}" if first < last else str(first) for first, last in pairs)


def parse_per_page(text: str) -> int:
    """Parse how many pages share one: 1, 2 or 4."""
    if text not in ("1", "2", "4"):
        raise UsageError(say("per-page must be 2 or 4, not '{text}'", text=text))
    return int(text)


def read_names(text: str, languages: Iterable[str] = ()) -> NameList:
    """Parse a list like 'Ann, Ben and Cleo', which may have the word for 'and' in a language.

    Each name has 1 to 40 printable characters, and no two look alike; or all are empty.
    """
    words = words_for_and(languages)
    found = split_names(text, words)
    if found.is_clear and any(len(name.split()) > 2 for name in found.names):
        found = split_names(text, words, words_for_and(shipped_languages()))
    return found._replace(names=check_names(found.names))


def words_for_and(languages: Iterable[str]) -> list[str]:
    """Return the words for 'and' in these languages, as far as they are known."""
    meant = (match_language(language, shipped_languages()) for language in languages)
    known = [language for language in meant if language in shipped_languages()]
    return [catalogue_for(code, shipped_folder("layouts")).translate(AND) for code in known]


def check_names(names: tuple[str, ...]) -> tuple[str, ...]:
    """Check that names can be printed and told apart, or are all empty; return them in NFC."""
    names = tuple(normalize("NFC", name) for name in names)
    if len(names) > 1 and not any(names):
        return names
    for number, name in enumerate(names, 1):
        if not name:
            message = say("name {number} is missing", number=number)
            raise PrintkitError(message, hint=say('write --names "Ann,Ben,Cleo"'))
        if len(name) > MAX_NAME:
            template = "the name '{name}' is too long: {count} characters"
            message = say(template, name=f"{name[:20]}…", count=len(name))
            raise PrintkitError(message, hint=say("use at most {most}", most=MAX_NAME))
        if name in names[: number - 1]:
            raise PrintkitError(say("'{name}' appears twice", name=name), hint=_DIFFERENT)
        _check_printable(name)
    _tell_apart(names)
    return names


def _tell_apart(names: tuple[str, ...]) -> None:
    """Refuse an invisible name, and two that look the same in print."""
    from printkit.text.shaping import pictures

    seen: dict[object, str] = {}
    for number, (name, looks) in enumerate(zip(names, pictures(names, NAME_FACE), strict=True), 1):
        if not looks[0]:
            template = "name {number} would be invisible: it is {character}"
            raise PrintkitError(say(template, number=number, character=name_of(name[0])))
        if other := next((seen[look] for look in looks if look in seen), ""):
            odd = difference(name, other)
            message = say(
                "the names '{first}' and '{second}' look the same: one has {character}",
                first=other,
                second=name,
                character=odd,
            )
            raise PrintkitError(message, hint=_DIFFERENT)
        seen.update(dict.fromkeys(looks, name))


def initials(names: tuple[str, ...]) -> str:
    """Return the initials of all names that begin with a letter or digit."""
    return "".join(name[0].upper() for name in names if name[:1].isalnum())


def _check_printable(name: str, what: str = "name") -> None:
    """Refuse a text with an unprintable character, before any layout is read."""
    from printkit.text.shaping import text_width

    try:
        _refuse_marks(name)
        text_width(name, NAME_FACE, 1.0)
    except MissingGlyphError as error:
        values = {"name": brief(name), "reason": error.message}
        message = say("can't print the {what} '{name}': {reason}", what=_called(what), **values)
        if what == "name":
            message = say("can't print the name '{name}': {reason}", **values)
        raise MissingGlyphError(message, hint=error.hint) from None


def _refuse_marks(text: str) -> None:
    """Refuse invisible direction marks in a text whose letters don't need them."""
    if text.isascii():
        return
    from printkit.text.bidi import MARKS, is_mixed

    found = [one for one in text if one in MARKS]
    if found and not is_mixed("".join(one for one in text if one not in MARKS)):
        refuse_unprintable(found[0])


def parse_settings(pairs: tuple[str, ...]) -> dict[str, str]:
    """Parse ['key=value', …] into a mapping."""
    settings: dict[str, str] = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals or not key.strip():
            message = say("'{text}' has no value", text=pair)
            raise UsageError(message, hint="write --set key=value")
        settings[key.strip()] = value.strip()
    return settings


def formats() -> tuple[str, ...]:
    """Return the formats that can be written, the usual one first."""
    from printkit.backends import FORMATS

    return tuple(FORMATS)


def formats_in_words(before: str = "") -> str:
    """List the formats in words, each with a prefix: '.pdf, .svg or .png'."""
    *others, last = (before + name for name in formats())
    return f"{', '.join(others)} or {last}"


def check_formats(names: tuple[str, ...]) -> tuple[str, ...]:
    """Check that formats exist, such as `pdf` or `pdf,png`; return each once."""
    words = (word.strip() for name in names for word in name.split(","))
    return tuple(dict.fromkeys(check_word("format", formats, word) for word in words))


def ending(file: str) -> str:
    """Return the extension of a file name in lower case: 'pdf'; empty if it has none."""
    stem, _, last = file.rpartition("/")[2].rpartition(".")
    return last.lower() if stem else ""


def default_formats(file: str) -> tuple[str, ...]:
    """Return the default format: the one that the file's name ends with, otherwise PDF."""
    return (ending(file) if ending(file) in formats() else formats()[0],)


class Destination(NamedTuple):
    """The destination of files: a folder, and a file name if one was given."""

    folder: Path
    file: str = ""


def parse_destination(text: str) -> Destination:
    """Parse a file name with the extension of a format, or a folder; 'pad.jpg' is neither."""
    if "\0" in text:
        raise UsageError("the output path has a null character")
    out = Path(text)
    if text[-1:] not in "/\\" and ending(out.name) in formats():
        return Destination(out.parent, out.name)
    if text[-1:] not in "/\\" and ending(out.name).isalpha() and not out.is_dir():
        hint = f"end a file name with {formats_in_words('.')}, a folder with /"
        raise UsageError(f"unknown format for the file '{text}'", hint=hint)
    return Destination(out)


def check_label(what: str, text: str) -> str:
    """Check that a label for the corner of a page can be printed; return it in NFC."""
    label = normalize("NFC", text.strip())
    most = MAX_TABLE if what == "table" else MAX_LABEL
    if not 1 <= len(label) <= most:
        template = "the {what} must be 1 to {most} characters"
        raise UsageError(say(template, what=_called(what), most=most))
    _check_printable(label, what)
    return label


def check_text(what: str, text: str) -> str:
    """Check that a text has 1 to 64 printable characters; return it."""
    if not 1 <= len(text) <= MAX_TEXT or not text.isprintable():
        template = "the {what} must be 1 to {most} printable characters"
        raise UsageError(say(template, what=_called(what), most=MAX_TEXT))
    if odd := find_invisible(text):
        template = "the {what} has an invisible character: {character}"
        raise UsageError(say(template, what=_called(what), character=name_of(odd)))
    return text


LETTERS = "abcdefghjkmnpqrstuvwxyz"
DIGITS = "23456789"
"""The characters of seeds: those that can't be confused with each other."""

_DRAWN = re.compile(f"[{LETTERS}]{{4}}[{DIGITS}]{{2}}")


def fresh_seed() -> str:
    """Return a new seed."""
    import secrets

    return seed_of(secrets.randbits(64))


def seed_of(number: int) -> str:
    """Encode a large number as four letters and two digits."""
    characters = []
    for known in (*[LETTERS] * 4, *[DIGITS] * 2):
        number, index = divmod(number, len(known))
        characters.append(known[index])
    return "".join(characters)


def is_drawn(seed: str) -> bool:
    """Return whether printkit generated this seed, so that file names can omit it."""
    return bool(_DRAWN.fullmatch(seed))
