"""The parser of records: strict JSON line by line, and the header in line 1.

It takes bytes and opens no file. `read_lines` never fails: a line becomes a `BadLine` with a
reason if it is not a JSON object, repeats a key, has NaN, infinity, a number with too many digits
or half a character, or is longer or more deeply nested than any event needs.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime, time
from functools import partial
from math import isinf
from typing import Any, Final, NamedTuple, NoReturn, Protocol, TypeAlias

from printkit.core.errors import nearest, show
from printkit.core.messages import either, say
from printkit.core.names import MAX_NAME
from printkit.rules.game import Game, Header, Refusal
from printkit.rules.reading import not_a_player, suggest, unknown_key

MAX_BYTES = 1_000_000
MAX_DEPTH = 32
MAX_DIGITS = 15
BOM = b"\xef\xbb\xbf"
_SPACE = " \t\r\n"


class Stream(Protocol):
    """The part of a file's interface that `read_lines` needs."""

    def readline(self, size: int, /) -> bytes:
        """Return the next line with its line feed, or `size` bytes of it; empty at the end."""


class BadLine(NamedTuple):
    """The reason why a line can't be parsed."""

    reason: str


RecordRow: TypeAlias = dict[str, Any] | BadLine


def read_lines(stream: Stream) -> Iterator[tuple[int, RecordRow]]:
    """Yield all lines with their numbers, except blank lines and comments (#).

    Line 1 is always included. Reading stops after a line that is too long.
    """
    lines = iter(partial(stream.readline, MAX_BYTES + 2), b"")
    for number, raw in enumerate(lines, 1):
        line = raw.removesuffix(b"\n")
        if number == 1:
            line = line.removeprefix(BOM)
        elif len(line) <= MAX_BYTES and (raw.startswith(b"#") or raw.isspace()):
            continue
        yield number, parse_line(line)
        if len(line) > MAX_BYTES:
            return


def parse_line(line: bytes) -> RecordRow:
    """Parse one line as a JSON object, or return the reason why that fails."""
    if len(line) > MAX_BYTES:
        return BadLine(say("the line is longer than {most} bytes", most=f"{MAX_BYTES:,}"))
    try:
        text = line.decode().strip(_SPACE)
        if text.count("{") + text.count("[") > MAX_DEPTH:
            _check_depth(text)
        value, end = _DECODER.raw_decode(text)
        if "\\" in text:  # only an escape can make half a character
            json.dumps(value, ensure_ascii=False).encode()
    except UnicodeDecodeError:
        return BadLine(say("the line is not UTF-8 text"))
    except UnicodeEncodeError:
        return BadLine(say("the line has half of a character (a lone surrogate)"))
    except json.JSONDecodeError as error:
        reason = next((said for begins, said in _FAULTS if error.msg.startswith(begins)), _ODD)
        message = "the line is not JSON: {reason} at column {column}"
        return BadLine(say(message, reason=reason, column=error.colno))
    except _BadJsonError as error:
        return BadLine(error.message)
    if end != len(text):
        return BadLine(say("the line is not JSON: there is more text after its end"))
    return value if isinstance(value, dict) else BadLine(say("the line is not a JSON object"))


_FAULTS: Final = (
    ("Expecting value", say("a value is missing")),
    ("Expecting property name", say("a key in double quotes is missing")),
    ("Expecting ':'", say("a ':' is missing")),
    ("Expecting ','", say("a ',' is missing")),
    ("Unterminated string", say("a text that never ends")),
    ("Invalid control character", say("a control character")),
    ("Invalid \\", say("an invalid escape")),
    ("Illegal trailing comma", say("a ',' too many")),
)
"""What Python's parser of JSON says, by the beginning of its message."""
_ODD: Final = say("something unexpected")


class _BadJsonError(ValueError):
    """A value that JSON or Python accepts, but a record doesn't."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    whole = dict(pairs)
    if len(whole) != len(pairs):
        count = Counter(key for key, _ in pairs)
        twice = next(key for key in count if count[key] > 1)
        raise _BadJsonError(
            say("the key {key} appears twice", key=json.dumps(twice, ensure_ascii=False))
        )
    return whole


def _refuse_constant(word: str) -> NoReturn:
    raise _BadJsonError(say("{word} is not a number", word=word))


def _finite(text: str) -> float:
    number = float(text)
    if isinf(number):
        raise _BadJsonError(say("a number is too large"))
    return number


def _whole(text: str) -> int:
    if len(text.removeprefix("-")) > MAX_DIGITS:
        raise _BadJsonError(say("a number has too many digits, more than {most}", most=MAX_DIGITS))
    return int(text)


def _check_depth(text: str) -> None:
    """Raise `_BadJsonError` for brackets nested too deeply, ignoring those inside strings."""
    depth = 0
    quoted = escaped = False
    for char in text:
        if quoted:
            quoted = escaped or char != '"'
            escaped = char == "\\" and not escaped
        elif char == '"':
            quoted = True
        elif char in "[{":
            depth += 1
            if depth > MAX_DEPTH:
                message = "brackets are nested more than {most} levels deep"
                raise _BadJsonError(say(message, most=MAX_DEPTH))
        elif char in "]}":
            depth -= 1


_DECODER = json.JSONDecoder(
    parse_constant=_refuse_constant,
    parse_float=_finite,
    parse_int=_whole,
    object_pairs_hook=_unique,
)

_DATE = re.compile(
    r"\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?(?:Z|[+-]\d\d:?\d\d))?\Z",
    re.ASCII,
)
NOON: Final = time(12, tzinfo=UTC)


def parse_date(text: object) -> datetime | None:
    """Parse the date of a game: an ISO date, which means noon in UTC, or a date and time with an
    offset, which is kept; return None for anything else."""
    if not isinstance(text, str) or not _DATE.match(text):
        return None
    try:
        found = datetime.fromisoformat(text)
        found = found if found.tzinfo else datetime.combine(found, NOON)
        found.astimezone(UTC)  # a time that UTC doesn't have is refused
    except (ValueError, OverflowError):
        return None
    return found


HEADER: Final = "core.header"
VERSION: Final = 1
_KEYS: Final = ("printkit", "game", "players", "variant", "rulings", "date")

FindGame = Callable[[str], Game[Any] | None]
"""Finds a game by its id; returns None if there is none, or raises `unknown_game` itself."""


def parse_header(row: Mapping[str, Any], find_game: FindGame) -> tuple[Game[Any], Header]:
    """Return the game and the header in line 1."""
    game = _game(row, find_game)
    players = _players(row.get("players"))
    low, high = game.players
    if not low <= len(players) <= high:
        raise Refusal(f"{game.id}.players", game.wrong_count(len(players)))
    extras = _extras(game, row)
    seats = {name: seat for seat, name in enumerate(players)}
    variant, rulings, date = _variant(game, row), _rulings(game, row), _date(row)
    return game, Header(game.id, players, variant, rulings, extras, seats, date)


def first_seat(header: Header) -> int:
    """Return the seat of the header's `first` player; by default the first in the list."""
    name = header.extras.get("first", header.players[0])
    seat = header.seats.get(name) if isinstance(name, str) else None
    if seat is None:
        raise Refusal(HEADER, not_a_player(header.players, "first", name))
    return seat


def _extras(game: Game[Any], row: Mapping[str, Any]) -> dict[str, Any]:
    extras = {}
    for key, value in row.items():
        if key in game.header_keys:
            extras[key] = value
        elif key not in _KEYS:
            known = (*_KEYS, *sorted(game.header_keys))
            raise Refusal(HEADER, unknown_key(key, say("line 1"), known, row))
    return extras


def _game(row: Mapping[str, Any], find_game: FindGame) -> Game[Any]:
    version = row.get("printkit")
    if type(version) is not int or version != VERSION:
        found = show(version) if "printkit" in row else say("nothing")
        message = 'line 1 must say "printkit": {version}, the format; found {found}'
        raise Refusal(HEADER, say(message, version=VERSION, found=found))
    if "game" not in row:
        raise Refusal(HEADER, say('line 1 must name the game, as in "game": "attribute"'))
    name = row["game"]
    game = find_game(name) if isinstance(name, str) else None
    if game is None:
        raise unknown_game(name)
    return game


def unknown_game(name: object, near: str = "", known: str = "") -> Refusal:
    """Return the refusal of an unknown game, with the nearest one and the text about known ones."""
    return Refusal(HEADER, suggest(say("unknown game {name}", name=show(name)), near, known))


def _players(names: Any) -> tuple[str, ...]:
    if not isinstance(names, list):
        problem = say("'players' must list the players' names, not {value}", value=show(names))
        raise Refusal("core.players", problem)
    seen = set()
    for name in names:
        if not isinstance(name, str) or not 1 <= len(name) <= MAX_NAME:
            message = "a player's name has 1 to {most} characters; {name} does not"
            raise Refusal("core.players", say(message, most=MAX_NAME, name=show(name)))
        if name in seen:
            message = "two players are called {name}"
            raise Refusal("core.players", say(message, name=show(name)))
        seen.add(name)
    return tuple(names)


def _variant(game: Game[Any], row: Mapping[str, Any]) -> str:
    known = game.variants
    name = row.get("variant", known[0].id)
    for variant in known:
        if name == variant.id:
            return variant.id
    ids = tuple(variant.id for variant in known)
    message = "{game} has no variant {name}; choose from {known}"
    raise Refusal(HEADER, say(message, game=say(game.title), name=show(name), known=ids))


def _date(row: Mapping[str, Any]) -> datetime | None:
    date = parse_date(row.get("date"))
    if "date" in row and date is None:
        forms = either(('"2026-11-18"', '"2026-11-18T20:15:00+01:00"'))
        message = "'date' must be a date such as {forms}, not {value}"
        raise Refusal(HEADER, say(message, forms=forms, value=show(row["date"])))
    return date


def _rulings(game: Game[Any], row: Mapping[str, Any]) -> dict[str, str]:
    given = row.get("rulings", {})
    if not isinstance(given, dict):
        problem = say("'rulings' must map rulings to choices, not {value}", value=show(given))
        raise Refusal(HEADER, problem)
    known = game.open_rulings
    for name, choice in given.items():
        if name not in known:
            raise Refusal(HEADER, unknown_ruling(game, name))
        if not isinstance(choice, str) or choice not in known[name].choices:
            message = "the ruling {ruling} must be {choices}, not {choice}"
            choices = either(known[name].choices)
            raise Refusal(HEADER, say(message, ruling=name, choices=choices, choice=show(choice)))
    return {name: given.get(name, ruling.default) for name, ruling in known.items()}


def unknown_ruling(game: Game[Any], name: str) -> str:
    """Return the message about a ruling that the game doesn't have, or that nobody can choose."""
    problem = say("unknown ruling {name}", name=show(name))
    if any(ruling.id == name for ruling in game.rulings):
        problem = say("the ruling {name} is fixed", name=show(name))
    if not game.open_rulings:
        return say(
            "{problem}; {game} has no rulings to choose", problem=problem, game=say(game.title)
        )
    known = say("choose from {known}", known=tuple(game.open_rulings))
    return suggest(problem, nearest(name, game.open_rulings), known)
