"""Reads the lines of a record strictly: bytes in, JSON objects with their line numbers out.

Takes any stream of bytes and opens none. A line that is no JSON object, repeats a key, holds a
number that is none (NaN, infinity) or endless, half a character, or is longer or deeper than any
event needs, becomes a `BadLine` that says why; the reader itself never fails.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache, partial
from itertools import chain
from math import isinf
from typing import Any, NoReturn, Protocol, TypeAlias

from printkit.tuples import NamedTuple

MAX_BYTES = 1_000_000
MAX_DEPTH = 32
MAX_DIGITS = 15
MEMORABLE = 120
BLOCK = 65_536
_BOM = b"\xef\xbb\xbf"
_SPACE = " \t\r\n"


class Stream(Protocol):
    """What `read_lines` asks of an opened file."""

    def read(self, size: int, /) -> bytes:
        """The next bytes, `size` of them at most; none at the end."""


class BadLine(NamedTuple):
    """Why a line cannot be read."""

    reason: str


Row: TypeAlias = dict[str, Any] | BadLine


def read_lines(stream: Stream) -> Iterator[tuple[int, Row]]:
    """Every line that counts, with its number; blank lines and remarks (#) are passed over."""
    lines = chain.from_iterable(_blocks(stream))
    for first in lines:
        line = first.removeprefix(_BOM)
        yield 1, _read_again(line) if len(line) <= MEMORABLE else parse_line(line)
        break
    for number, line in enumerate(lines, 2):
        if line.startswith(b"{") or not _is_passed_over(line):
            yield number, _read_again(line) if len(line) <= MEMORABLE else parse_line(line)


def _blocks(stream: Stream) -> Iterator[list[bytes]]:
    """All lines, as many at a time as a block has; an endless one is the last."""
    rest = b""
    while len(rest) <= MAX_BYTES and (block := stream.read(BLOCK)):
        *lines, rest = (rest + block).split(b"\n")
        yield lines
    if rest:
        yield [rest]


def _is_passed_over(line: bytes) -> bool:
    return len(line) <= MAX_BYTES and (line.startswith(b"#") or not line.strip())


def parse_line(line: bytes) -> Row:
    """One line as a JSON object, or why it is none."""
    if len(line) > MAX_BYTES:
        return BadLine(f"the line is longer than {MAX_BYTES:,} bytes")
    try:
        text = line.decode().strip(_SPACE)
        maps = text.count("{")
        if maps + text.count("[") > MAX_DEPTH:
            _test_depth(text)
        value, end = _QUICK(text, 0)
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


_read_again = lru_cache(maxsize=4096)(parse_line)
"""Reads a short line once: the same rolls and attacks come again and again in every game.

What is read is shared by all of them, so nobody may change it.
"""


def _count_keys(value: Any, maps: int) -> int:
    """How many keys there are, in a map and in those it holds: `maps` of them at most.

    A line has a colon for each key it writes, so if it has no more of them than keys were read, no
    key came twice.
    """
    found = [value] if type(value) is dict else []
    for each in found:
        if len(found) == maps:
            break
        for inner in each.values():
            if type(inner) is dict:
                found.append(inner)  # noqa: PERF401 - a generator would take longer
    return sum(map(len, found))


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


class _Whole(dict[str, int]):
    """Whole numbers by their digits: small ones are looked up, and endless ones refused."""

    def __missing__(self, text: str) -> int:
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


_decoder = partial(
    json.JSONDecoder,
    parse_constant=_refuse_constant,
    parse_float=_finite,
    parse_int=_Whole((str(number), number) for number in range(100)).__getitem__,
)
_QUICK = _decoder().raw_decode
_CAREFUL = _decoder(object_pairs_hook=_unique).raw_decode
"""Looks at each key: for a line with fewer keys than colons."""
