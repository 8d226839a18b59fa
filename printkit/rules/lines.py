"""Reads the lines of a record strictly: bytes in, JSON objects with their line numbers out.

Takes any stream of bytes and opens none. A line that is no JSON object, repeats a key, holds a
number that is none (NaN, infinity) or endless, half a character, or is longer or deeper than any
event needs, becomes a `BadLine` that says why; the reader itself never fails.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import chain
from math import isinf
from typing import Any, Final, NoReturn, Protocol, TypeAlias

from printkit.patterns import pattern
from printkit.tuples import NamedTuple

MAX_BYTES = 1_000_000
MAX_DEPTH = 32
MAX_DIGITS = 15
MEMORABLE = 120
BLOCK = 65_536
_BOM = b"\xef\xbb\xbf"
_SPACE = " \t\r\n"
_HALF = (MAX_DIGITS + 1) // 2
_TWO_DIGITS = pattern("[0-9][0-9]")
_DIGITS = pattern(f"[0-9]{{{MAX_DIGITS + 1}}}")


class Stream(Protocol):
    """What `read_lines` asks of an opened file."""

    def read(self, size: int, /) -> bytes:
        """The next bytes, `size` of them at most; none at the end."""


class BadLine(NamedTuple):
    """Why a line cannot be read."""

    reason: str


Row: TypeAlias = dict[str, Any] | BadLine
_ENDLESS: Final = BadLine(f"the line is longer than {MAX_BYTES:,} bytes")


def read_lines(stream: Stream) -> Iterator[tuple[int, Row]]:
    """Every line that counts, with its number; blank lines and remarks (#) are passed over."""
    lines = chain.from_iterable(_blocks(stream))
    for first in lines:
        line = first.removeprefix(_BOM)
        yield 1, _read(line) or parse_line(line)
        break
    for number, line in enumerate(lines, 2):
        row = _read_again(line) if len(line) <= MEMORABLE else _read(line)
        if row is not None:
            yield number, row


def _blocks(stream: Stream) -> Iterator[list[bytes]]:
    """All lines, as many at a time as a block has; an endless one is the last."""
    rest = b""
    while len(rest) <= MAX_BYTES and (block := stream.read(BLOCK)):
        *lines, rest = (rest + block).split(b"\n")
        yield lines
    if rest:
        yield [rest]


def _read(line: bytes) -> Row | None:
    """What a line says; None for one that is passed over."""
    if len(line) > MAX_BYTES:
        return _ENDLESS
    if line[:1] != b"{" and (line[:1] == b"#" or not line.strip()):
        return None
    return parse_line(line)


_read_again = lru_cache(maxsize=4096)(_read)
"""Reads a short line once: the same rolls and attacks come again and again in every game.

What is read is shared by all of them, so nobody may change it.
"""


def parse_line(line: bytes) -> Row:
    """One line as a JSON object, or why it is none."""
    try:
        text = line.decode().strip(_SPACE)
        maps = text.count("{")
        if maps + text.count("[") > MAX_DEPTH:
            _test_depth(text)
        # A number that is too long has two digits in a row here, wherever it begins.
        many = _TWO_DIGITS.search(text[::_HALF]) and _DIGITS.search(text)
        value, end = (_CAREFUL if many else _QUICK)(text, 0)
        if not many:
            keys = len(value) if maps == 1 and type(value) is dict else _count_keys(value, maps)
            if text.count(":") != keys:
                value, end = _CAREFUL(text, 0)
        if "\\" in text:
            text.encode(), json.dumps(value, ensure_ascii=False).encode()
    except UnicodeDecodeError:
        return BadLine("the line is not UTF-8 text")
    except UnicodeEncodeError:
        return BadLine("the line holds half of a character (a lone surrogate)")
    except json.JSONDecodeError as error:
        reason = error.msg.removesuffix(" at")
        return BadLine(f"the line is not JSON: {reason} at column {error.colno}")
    except _BadValueError as error:
        return BadLine(str(error))
    if end != len(text):
        return BadLine("the line is not JSON: something follows after its end")
    return value if type(value) is dict else BadLine("the line is not a JSON object {…}")


def _count_keys(value: Any, maps: int) -> int:
    """How many keys there are, in a map and in those it holds: `maps` of them at most.

    A line has a colon for each key it writes, so if it has no more of them than keys were read, no
    key came twice.
    """
    found = [value] if type(value) is dict else []
    keys = 0
    for each in found:
        keys += len(each)
        if len(found) < maps:
            for inner in each.values():
                if type(inner) is dict:
                    found.append(inner)  # noqa: PERF401 - a generator would take longer
    return keys


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    whole = dict(pairs)
    if len(whole) != len(pairs):
        count = Counter(key for key, _ in pairs)
        twice = next(key for key in count if count[key] > 1)
        raise _BadValueError(f"the key {json.dumps(twice, ensure_ascii=False)} appears twice")
    return whole


class _BadValueError(ValueError):
    """A value that JSON allows or Python accepts, and a record does not."""


def _refuse_constant(word: str) -> NoReturn:
    raise _BadValueError(f"{word} is not a number")


def _finite(text: str) -> float:
    number = float(text)
    if isinf(number):
        raise _BadValueError("a number is too large")
    return number


def _short(text: str) -> int:
    """A whole number of no more digits than any score has, so that all can reckon with it."""
    if len(text.removeprefix("-")) > MAX_DIGITS:
        raise _BadValueError(f"a number has too many digits, more than {MAX_DIGITS}")
    return int(text)


def _test_depth(text: str) -> None:
    """Follows all brackets; those inside strings do not count."""
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
                raise _BadValueError(f"brackets are nested more than {MAX_DEPTH} deep")
        elif char in "]}":
            depth -= 1


_QUICK = json.JSONDecoder(parse_constant=_refuse_constant, parse_float=_finite).raw_decode
_CAREFUL = json.JSONDecoder(
    object_pairs_hook=_unique,
    parse_constant=_refuse_constant,
    parse_float=_finite,
    parse_int=_short,
).raw_decode
"""Looks at each key and number: for a line with many digits, or fewer keys than colons."""
