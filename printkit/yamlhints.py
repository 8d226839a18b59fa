"""What a YAML syntax error means for the person who wrote the file.

Takes an error of either PyYAML parser (C or pure Python, which word alike things differently);
gives a `LayoutError` that says, in plain words, what is wrong and what would be right.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from printkit.errors import LayoutError
from printkit.patterns import pattern
from printkit.tuples import NamedTuple

if TYPE_CHECKING:
    from yaml import MarkedYAMLError

    from printkit.source import Source


class _Saying(NamedTuple):
    """The words of a parser that tell a mistake, and ours for it."""

    theirs: str
    message: str
    hint: str
    at_start: bool = False


_BRACES = "text that begins with { must be quoted; entries of {a: 1, b: 2} are parted by commas"
_BRACKETS = "text that begins with [ must be quoted; items of [1, 2] are parted by commas"
_QUOTES = "inside \"…\" write \\\" for a quote, and inside '…' write '' for one"
_INDENT = "entries of one mapping or list start in the same column"

# The first saying whose words occur in the parser's context or problem is the one.
_SAYINGS: Final = (
    _Saying("tab character", "a tab is used for indentation", "indent with spaces"),
    _Saying(
        "mapping values are not allowed",
        "a ':' is out of place",
        "put text that contains ': ' in quotes, and check the indentation of this line",
    ),
    _Saying(
        "sequence entries are not allowed",
        "a list cannot begin here",
        "start the list on the next line, or put text that begins with - in quotes",
    ),
    _Saying(
        "could not find expected ':'",
        "a ':' is missing after this key",
        "write `key: value`, with a space after the colon",
        at_start=True,
    ),
    _Saying("escape c", "unknown escape in quoted text", "write \\\\ for a backslash"),
    _Saying("escape sequence", "incomplete escape in quoted text", "write \\\\ for a backslash"),
    _Saying(
        "quoted scalar",
        "this quoted text is never closed",
        "add the closing quote",
        at_start=True,
    ),
    _Saying("flow mapping", "a ',' or '}' is missing here", _BRACES),
    _Saying("flow sequence", "a ',' or ']' is missing here", _BRACKETS),
    _Saying("flow node", "a { or [ is never closed", "add the closing } or ]"),
    _Saying("alias", "a lone '*'", "text that begins with * must be quoted", at_start=True),
    _Saying("anchor", "a lone '&'", "text that begins with & must be quoted", at_start=True),
    _Saying("a tag", "'!' marks a tag", "text that begins with ! must be quoted", at_start=True),
    _Saying(
        "block scalar",
        "the text after | or > must start on the next line",
        "text that begins with | or > must be quoted",
        at_start=True,
    ),
    _Saying(
        "document",
        "something stands outside of the document",
        "remove lines that begin with --- or ...",
    ),
    _Saying("block mapping", "this does not belong here", _INDENT),
    _Saying("block collection", "this does not belong here", _INDENT),
)

_BROKEN_VALUE = pattern(r"""(?:^|[:\-?]\s)\s*(?:(\{)|["'])""")


def explain(error: MarkedYAMLError, source: Source) -> LayoutError:
    """A parser's error in plain words, at the place a person would look at."""
    theirs = f"{error.context or ''} {error.problem or ''}"
    saying = _special(error, source) or next(
        (saying for saying in _SAYINGS if saying.theirs in theirs),
        _Saying("", f"this is not valid YAML: {error.problem}", "put text in quotes"),
    )
    start, problem = error.context_mark, error.problem_mark
    mark = (saying.at_start and start) or problem or start
    where = source.where(mark.line + 1, mark.column + 1) if mark else source.where(1, 1)
    hint = saying.hint
    if " flow " in theirs and start and " #" in source.line(start.line + 1)[start.column :]:
        hint = 'a # after a blank begins a remark: put colours in quotes, like "#157f86"'
    if " flow " in theirs and start and mark and start.line != mark.line:
        hint += f"\nit was opened in line {start.line + 1}, column {start.column + 1}"
    return LayoutError(saying.message, where, hint)


def _special(error: MarkedYAMLError, source: Source) -> _Saying | None:
    """Mistakes that the source line tells better than the parser does."""
    mark, problem = error.problem_mark, error.problem or ""
    if mark is None:
        return None
    line = source.line(mark.line + 1)
    character = line[mark.column : mark.column + 1]
    if character == "\t" and not line[: mark.column].strip():
        return _SAYINGS[0]
    if "cannot start any token" in problem or "node content" in problem:
        return _unquoted(character)
    if "block" in (error.context or "") and (value := _BROKEN_VALUE.search(line[: mark.column])):
        hint = "text that begins with { must be quoted" if value[1] else _QUOTES
        return _Saying("", "text goes on after its end", hint)
    return None


def _unquoted(character: str) -> _Saying:
    if not character:
        return _Saying("", "a value is missing here", "is a { or [ never closed?")
    shown = "a tab" if character == "\t" else f"'{character}'"
    return _Saying("", f"a value cannot begin with {shown}", "put the text in quotes")
