"""A parser for lists of names as people write them, such as `Ann, Ben and Cleo`.

The command line, the wizard, the studio and data files all use it:

- Names are separated by line breaks, semicolons or commas. A list has one separator, the first of
  these that it contains, so `O'Brien; Müller, Hans` is two names.
- `&`, `and` and the same word in the language of the sheets separate the last two names.
- Quotes around a name keep it together; these and quotes around the whole list are removed.

Callers check whether each name is valid.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, NamedTuple

from printkit.core.errors import PrintkitError

MAX_NAME: Final = 40
"""The number of characters that a player's name may have."""
MAX_LIST: Final = 10_000
AND: Final = "and"
_SEPARATORS: Final = ("\n", ";；؛", ",，、،")
_QUOTES: Final = {
    '"': '"',
    "“": "”",
    "«": "»",
    "‹": "›",
    "「": "」",
    "『": "』",
    "„": "“”",
    "‚": "‘’",
    "‘": "’",
    "'": "'",
    "”": "”",
    "’": "’",
    "»": "«",
    "›": "‹",
}
"""The closing quotes for each opening one; `join_names` uses the first pair that it can."""
_EDGES: Final = frozenset("".join((*_QUOTES, *_QUOTES.values())))
_ANY: Final = "".join(_SEPARATORS)


class NameList(NamedTuple):
    """The names in a list, some of which may be empty."""

    names: tuple[str, ...]
    is_clear: bool  # whether the list can be read in only one way


def split_names(text: str, words: Iterable[str] = (), others: Iterable[str] = ()) -> NameList:
    """Split a list into names.

    `words` are more words for "and"; `others` mean "and" in other languages, so a list that
    contains one isn't clear.
    """
    if len(text) > MAX_LIST:
        message = f"the list of names is too long: {len(text):,} characters"
        raise PrintkitError(message, hint=f"at most {MAX_LIST:,}")
    text = _without_blank_lines(text)
    scanner = _Scanner({AND, *words}, {*others})
    if scanner.quoted_spans(text) == [(0, len(text))]:
        names, is_clear = scanner.names(text[1:-1].strip())
        return NameList(names, is_clear and len(names) == 1)
    return scanner.names(text)


def join_names(names: Iterable[str]) -> str:
    """Join names into a list that is read back as these names in any language."""
    *others, last = names
    parts = [_quote_if_needed(name) for name in others]
    parts.append(_quote(last) if _may_be_two(last) else _quote_if_needed(last))
    if len(parts) == 1 and parts[0] != last:
        return _quote(parts[0])  # a single pair of quotes would be taken for the list's
    return ",".join(parts)


def _without_blank_lines(text: str) -> str:
    """Remove blank lines, and separators at the end of all lines but the last."""
    lines = [line.strip() for line in re.split(r"\r\n?|\n", text)]
    *above, last = [line for line in lines if line] or [""]
    return "\n".join([*(line.rstrip(_ANY).rstrip() for line in above), last])


class _Scanner:
    """A parser for lists in which these words mean "and", and others might."""

    def __init__(self, words: Iterable[str], others: Iterable[str]) -> None:
        either, any_ = _either(words), _either({*words, *others})
        self._perhaps_and = re.compile(rf"(?<!\S)(?:{any_})(?!\S)|&")
        self._and = re.compile(rf"(?<!\S)(?:{either})(?!\S)|&")
        between = rf"[{_ANY}&]|(?<!\S)(?:{either})(?=\s)"
        self._opening = re.compile(rf"(?:\A|{between})\s*([{re.escape(''.join(_QUOTES))}])")
        end = rf"(?=\s*(?:\Z|[{_ANY}&])|\s+(?:{either})\s)"
        self._closing = {
            opening: re.compile(rf"[{closing}]{end}") for opening, closing in _QUOTES.items()
        }

    def quoted_spans(self, text: str) -> list[tuple[int, int]]:
        """Return the spans of quoted names, including the quotes."""
        found, at = [], 0
        while opening := self._opening.search(text, at):
            at = opening.end()
            if closing := self._closing[opening[1]].search(text, at):
                at = closing.end()
                found.append((opening.start(1), at))
        return found

    def names(self, text: str) -> NameList:
        """Return the names in a list without quotes around all of it."""
        spans = self.quoted_spans(text)
        seen = text  # with quoted names masked
        for start, end in spans:
            seen = f"{seen[:start]}{'x' * (end - start)}{seen[end:]}"
        separators = next((each for each in _SEPARATORS if set(each) & set(seen)), "")
        cuts = [at for at, letter in enumerate(seen) if letter in separators]
        pieces = [*zip([0, *(at + 1 for at in cuts)], [*cuts, len(text)], strict=True)]
        parts = self._parts(seen, pieces)
        names, is_clear = [], len(parts) == len(pieces)
        for start, end in parts:
            name = text[start:end].strip()
            at = text.index(name, start)
            if (at, at + len(name)) in spans:
                names.append(name[1:-1].strip())
            else:
                names.append(name)
                is_clear = is_clear and not self._is_odd(seen[start:end].strip())
        return NameList(tuple(names), is_clear)

    def _parts(self, seen: str, pieces: list[tuple[int, int]]) -> list[tuple[int, int]]:
        """Return the pieces of a list, the last one divided at its last "and"."""
        *others, (start, end) = pieces
        found = [*self._and.finditer(seen, start, end)]
        if not found or not seen[found[-1].end() : end].strip():
            return pieces
        before, after = (start, found[-1].start()), (found[-1].end(), end)
        if seen[slice(*before)].strip():
            return [*others, before, after]
        return [*others, after] if others else pieces  # "Ann, Ben, and Cleo"

    def _is_odd(self, name: str) -> bool:
        """Return whether a name contains something that separates or quotes names elsewhere."""
        between = self._perhaps_and.search(name) or set(_ANY) & set(name)
        return bool(between or set(name[:1] + name[-1:]) & _EDGES)


def _either(words: Iterable[str]) -> str:
    """Return a pattern for one of these words; case is ignored, except in a single letter."""
    plain = map(re.escape, sorted(words))
    return "|".join(word if len(word) == 1 else f"(?i:{word})" for word in plain)


def _may_be_two(last: str) -> bool:
    """Return whether the last name may contain "and" in some language, and so be split."""
    first, *more = last.split() or [""]
    return len(more) > 1 or (bool(more) and (first.islower() or len(first) <= 3))


def _quote_if_needed(name: str) -> str:
    """Put a name in quotes if it could be misread."""
    starts = name[:1], *(word[0] for word in name.split())  # a quote might follow an "and"
    odd = set(name) & set(f"{_ANY}&\r") or {*starts, name[-1:]} & _EDGES
    return _quote(name) if odd else name


def _quote(name: str) -> str:
    free = (opening for opening, closing in _QUOTES.items() if not {opening, *closing} & set(name))
    opening = next(free, '"')
    return f"{opening}{name}{_QUOTES[opening][0]}"
