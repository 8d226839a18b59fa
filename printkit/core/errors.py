"""The errors that input can cause, and the one form in which they are shown.

    my-game.yaml:14:5: error: unknown node 'tabel'
        - tabel: [a, b]
          ^
    hint: did you mean 'table'?

Every error names the value that is wrong, says where it is, and hints at what to do. Nothing here
prints; the command line and the studio catch errors and show them.
"""

from __future__ import annotations

import errno
import os
import re
import sys
import unicodedata
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextvars import ContextVar
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

_compared: ContextVar[int] = ContextVar("compared", default=0)

MAX_SHOWN = 50  # problems shown at once
MAX_COMPARED = 50_000  # names compared for "did you mean", per sheet
MAX_SAID = 200  # characters shown of an unexpected error
MAX_VALUE = 60  # characters shown of a value

_SURROGATE = re.compile("[\ud800-\udfff]")
_PACKAGE = str(Path(__file__).parent.parent)
_plugin_folders: dict[str, str] = {}
"""The folders with the code of plugins, and the names of their packages."""


class Where(NamedTuple):
    """A place in a file: 1-based line and column, 0 where unknown; `source` is that line's text."""

    file: str
    line: int = 0
    column: int = 0
    source: str = ""

    def __str__(self) -> str:
        if not self.line:
            return self.file
        return (
            f"{self.file}:{self.line}:{self.column}" if self.column else f"{self.file}:{self.line}"
        )


Style: TypeAlias = Callable[[str, str], str]
"""A function that formats a part of a diagnostic for printing, perhaps in colour. It gets the kind
of part ('place', 'error', 'hint', 'caret', 'text', …) and its text."""


def _plain(_part: str, text: str) -> str:
    return text


NO_LABELS: Final[Mapping[str, str]] = {}


def diagnostic(
    severity: str,
    message: str,
    where: Where | None = None,
    hint: str = "",
    style: Style = _plain,
    labels: Mapping[str, str] = NO_LABELS,
) -> str:
    """Format an error, warning or note: place, message, source line with a caret, and hints.

    `labels` has other words for `error:` and `hint:`, by these.
    """
    label, advice = (labels.get(f"{word}:", f"{word}:") for word in (severity, "hint"))
    first, *more = escaped(message).split("\n")
    place = f"{style('place', escaped(f'{where}:'))} " if where else ""
    lines = [f"{place}{style(severity, label)} {style('message', first)}"]
    lines.extend(style("message", line) for line in more)
    if where and where.source:
        lines.append(f"    {style('text', escaped(where.source))}")
        lines.append(f"    {' ' * (where.column - 1)}{style('caret', '^')}")
    lines.extend(
        f"{style('hint', advice)} {style('text', line)}" for line in escaped(hint).splitlines()
    )
    return "\n".join(lines)


class Problem(NamedTuple):
    """One thing that is wrong with the input.

    Attributes:
        file: The file it is in; empty if it isn't in a file.
        line: The line, counted from 1; 0 if unknown.
        column: The column, counted from 1; 0 if unknown.
        message: What is wrong.
        hint: What to do about it; may be empty.
        text: All of this, as the command line shows it. `str(problem)` is the same.
    """

    file: str
    line: int
    column: int
    message: str
    hint: str
    text: str

    def __str__(self) -> str:
        return self.text

    def as_json(self) -> dict[str, object]:
        """Return the problem as `--json` prints it."""
        return {name: value for name, value in self._asdict().items() if name != "text"}


class PrintkitError(Exception):
    """A problem in the input: message, place, and a hint about what to do."""

    severity = "error"

    def __init__(self, message: str, where: Where | None = None, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.where = where
        self.hint = hint
        self.used_at: Where | None = None  # the place in the layout that uses a row of data

    def __str__(self) -> str:
        first = f"{self.where}: {self.message}" if self.where else self.message
        return escaped("\n".join([first, *(f"hint: {line}" for line in self.hints().splitlines())]))

    def hints(self, *, is_known: bool = False) -> str:
        """Return the place of use if there is one, and the hint unless it is already known."""
        place = f"used at {self.used_at}" if self.used_at else ""
        return "\n".join(filter(None, (place, "" if is_known else self.hint)))

    def __reduce__(self) -> tuple[object, ...]:
        """Make any subclass picklable, whatever its `__init__` takes: workers return errors."""
        return _restore, (type(self), self.args, vars(self))

    def render(self, style: Style = _plain) -> str:
        """Format the error as it is shown, in one or several lines."""
        return diagnostic(self.severity, self.message, self.where, self.hints(), style)

    def as_problem(self) -> Problem:
        """Return the error as plain data."""
        where = self.where or Where("")
        texts = escaped(self.message), escaped(self.hints()), self.render()
        return Problem(escaped(where.file), where.line, where.column, *texts)

    def as_json(self) -> dict[str, object]:
        """Return the error as `--json` prints it."""
        return self.as_problem().as_json()

    @property
    def problems(self) -> tuple[PrintkitError, ...]:
        """Everything that is wrong: this error, unless it contains several."""
        return (self,)

    def shown(self) -> tuple[PrintkitError, ...]:
        """Return the problems to show: all, or the first ones and how many more there are."""
        more = len(self.problems) - MAX_SHOWN
        if more <= 0:
            return self.problems
        return *self.problems[:MAX_SHOWN], OmittedProblems(f"{more:,} more problems not shown")


def _restore(
    kind: type[PrintkitError], args: tuple[object, ...], attributes: dict[str, object]
) -> PrintkitError:
    error = kind.__new__(kind, *args)
    vars(error).update(attributes)
    return error


class RefusalError(Exception):
    """An error without a place, which the caller adds."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message, self.hint = message, hint

    def at(self, where: Where | None) -> LayoutError:
        """Return the error at a place, ready to show."""
        return BadValueError(self.message, where, self.hint)


class UsageError(PrintkitError):
    """An error in the command line: an unknown target, option or value."""


class LayoutError(PrintkitError):
    """An error in a layout definition, board, theme or icon file."""


class TranslationWarning(LayoutError):  # noqa: N818 - it doesn't end anything
    """A warning about a translation that is missing, or that translates nothing."""

    severity = "warning"


class BadValueError(LayoutError):
    """An error about a value; if the value comes from a row of data, it is reported there."""

    def at_row(self, row: Where) -> BadValueError:
        """Return the error at the row of the value; the place in the layout is where it's used."""
        error = BadValueError(self.message, row, self.hint)
        error.used_at = self.where
        return error


class ManifestError(PrintkitError):
    """An error in the manifest of a batch."""


class PluginError(PrintkitError):
    """An error in an installed package that adds a game or layouts."""


class FitError(LayoutError):
    """An error about something that doesn't fit; `missing` is by how much, in points.

    `is_wide` says that more width is needed: more height wouldn't help.
    """

    def __init__(
        self,
        message: str,
        where: Where,
        hint: str = "",
        missing: float = 0.0,
        *,
        is_wide: bool = False,
    ) -> None:
        super().__init__(message, where, hint)
        self.missing, self.is_wide = missing, is_wide


class MissingGlyphError(PrintkitError):
    """An error about a character that no available font can print, or that must not be printed."""


class OutputError(PrintkitError):
    """An error when reading or writing a file."""


class InternalError(PrintkitError):
    """An unexpected error: a bug in printkit or a plugin."""


class Problems(PrintkitError):  # noqa: N818 - it holds errors
    """Several problems found at once, in the order of their places."""

    problems: tuple[PrintkitError, ...] = ()

    def __init__(self, problems: Iterable[PrintkitError]) -> None:
        self.problems = tuple(sorted(problems, key=_place))
        super().__init__(f"{len(self.problems)} problems")

    def __str__(self) -> str:
        return "\n".join(map(str, self.shown()))

    def render(self, style: Style = _plain) -> str:
        """Format the problems one after the other; a hint repeated in a row is given once."""
        lines, given = [], ""
        for each in self.shown():
            hints = each.hints(is_known=each.hint == given)
            lines.append(diagnostic(each.severity, each.message, each.where, hints, style))
            given = each.hint
        return "\n".join(lines)


class OmittedProblems(PrintkitError):  # noqa: N818 - it counts errors
    """A note about how many problems of a long list aren't shown."""

    severity = "note"


class Findings:
    """A collection of problems: each is kept once, and only the worst of those about fit."""

    def __init__(self, problems: Iterable[PrintkitError] = ()) -> None:
        self._found: dict[object, PrintkitError] = {}
        self.add_all(problems)

    def add_all(self, problems: Iterable[PrintkitError]) -> None:
        """Add several problems."""
        for problem in problems:
            self.add(problem)

    def add(self, error: PrintkitError) -> None:
        """Add a problem, unless it is known, or something fits even worse at its place."""
        if not isinstance(error, FitError):
            self._found.setdefault((error.where, error.message), error)
            return
        known = self._found.get(error.where)
        if not isinstance(known, FitError) or known.missing < error.missing:
            self._found[error.where] = error

    def __iter__(self) -> Iterator[PrintkitError]:
        return iter(sorted(self._found.values(), key=_place))

    def __len__(self) -> int:
        return len(self._found)


def refused_by_system(error: OSError) -> OutputError:
    """Return an error for something that the system refused, with the system's reason."""
    try:
        Path.cwd()
    except OSError:
        return OutputError(
            "the current folder no longer exists", hint="change to another folder with cd"
        )
    reason = error.strerror or str(error)
    if error.filename is not None:
        reason = f"{reason}: {os.fsdecode(error.filename)}"
    return OutputError(f"the operating system refused this: {reason}")


def cannot_read(name: str, error: OSError, hint: str = "") -> OutputError:
    """Return an error for a file that the system can't read, with the system's reason."""
    if isinstance(error, FileNotFoundError):
        return OutputError("no such file", Where(name), hint or "check the name and the folder")
    if isinstance(error, PermissionError) and not hint:
        hint = "check whose file it is, or close the program that has it open"
    return OutputError(f"cannot read this file: {error.strerror or error}", Where(name), hint)


def internal_error(error: BaseException) -> InternalError:
    """Describe an unexpected error in one line: what and where it was; and what to report.

    The command line adds the command.
    """
    from printkit._version import __version__

    text = " ".join(str(error).split())
    what = f"{type(error).__name__}: {text[:MAX_SAID]}" if text else type(error).__name__
    message = f"bug in {_owner(error)}: {what} ({_location(error)})"
    python = ".".join(map(str, sys.version_info[:3]))
    versions = f"printkit {__version__}, Python {python}, {sys.platform}"
    return InternalError(message, hint=f"please report this bug, with this line: {versions}")


def is_out_of_memory(error: BaseException | None) -> bool:
    """Return whether an error is a lack of memory, or was raised while one was handled."""
    while error is not None:
        if isinstance(error, MemoryError) or getattr(error, "errno", 0) == errno.ENOMEM:
            return True
        error = error.__cause__ or error.__context__
    return False


def register_plugin_folder(folder: Path, package: str) -> None:
    """Register the package whose code is in a folder, so that bugs there aren't printkit's."""
    _plugin_folders[str(folder)] = package


def _owner(error: BaseException) -> str:
    """Return the owner of the code that raised an error: a plugin or printkit."""
    for file, _ in reversed(_frames(error)):
        for folder, package in [*_plugin_folders.items()]:
            if Path(file).is_relative_to(folder):
                return package
    return "printkit"


def _frames(error: BaseException) -> list[tuple[str, int]]:
    """Return the files and lines of an error's traceback, the innermost last."""
    frames = []
    step = error.__traceback__
    while step is not None:
        frames.append((step.tb_frame.f_code.co_filename, step.tb_lineno))
        step = step.tb_next
    return frames


def _location(error: BaseException) -> str:
    """Return the file and line where an error was raised, and the innermost one in printkit."""
    frames = _frames(error)
    own = [frame for frame in frames if frame[0].startswith(_PACKAGE)]
    shown = dict.fromkeys([*frames[-1:], *own[-1:]])
    return ", ".join(f"{Path(file).name}:{line}" for file, line in shown) or "?"


def _place(error: PrintkitError) -> tuple[str, int, int]:
    where = error.where or Where("")
    return where.file, where.line, where.column


def brief(text: str, most: int = 40) -> str:
    """Shorten a text for a message, on one line."""
    line = text.replace("\n", "\\n")
    return line if len(line) <= most else line[: most - 1] + "…"


def lower_first(sentence: str) -> str:
    """Return a library's sentence with a small first letter, as in our messages."""
    return sentence[:1].lower() + sentence[1:]


def escaped(text: str) -> str:
    """Escape lone surrogates, which stand for bytes that aren't UTF-8, as in odd file names."""
    return _SURROGATE.sub(_escape, text)


def _escape(found: re.Match[str]) -> str:
    code = ord(found[0])
    return f"\\x{code - 0xDC00:02x}" if 0xDC80 <= code <= 0xDCFF else f"\\u{code:04x}"


def name_of(character: str) -> str:
    """Return the code point and Unicode name of a character: 'U+1F411 SHEEP'."""
    return f"U+{ord(character):04X} {unicodedata.name(character, '')}".rstrip()


def show(value: object) -> str:
    """Format a value for a message: as JSON, shortened to fit a line."""
    from json import dumps

    return brief(dumps(value, ensure_ascii=False), MAX_VALUE)


def reset_suggestions() -> None:
    """Start counting compared names from 0 again."""
    _compared.set(0)


def _may_suggest(known: Collection[object]) -> bool:
    """Return whether to compare a word with all of these; thousands of guesses take minutes."""
    compared = _compared.get() + len(known)
    _compared.set(compared)
    return compared <= MAX_COMPARED


def known_as(word: str, known: Iterable[str]) -> str:
    """Return the known word that matches, ignoring case, or the word itself.

    Apostrophes are ignored too: a game's title may be Swip'Sheep.
    """
    plain = re.sub("['’‘ʼ]", "", word.strip().casefold())
    return next((name for name in known if name.casefold() == plain), word)


def nearest(word: str, known: Iterable[str], cutoff: float = 0.6) -> str:
    """Return the known word most similar to this one, ignoring case; empty if there is none."""
    names = {str(name).casefold(): str(name) for name in known}
    if not _may_suggest(names):
        return ""
    from difflib import get_close_matches

    near = get_close_matches(word.casefold(), sorted(names), n=1, cutoff=cutoff)
    return names[near[0]] if near else ""


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return a hint that names the nearest known word, or lists them when none is near."""
    known = known if isinstance(known, Collection) else list(known)
    if _compared.get() + len(known) > MAX_COMPARED:
        return ""
    names = sorted({str(name) for name in known})
    if near := nearest(word, names):
        return f"did you mean '{near}'?"
    if not names:
        return ""
    shown = ", ".join(names[:24]) + (", …" if len(names) > 24 else "")
    return f"choose from {shown}"
