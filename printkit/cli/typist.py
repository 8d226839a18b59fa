"""The typist of the answers: a person at a terminal, or a file on standard input."""

from __future__ import annotations

import sys
from contextlib import suppress
from shutil import get_terminal_size
from textwrap import wrap
from typing import TYPE_CHECKING, TypeAlias

from printkit.cli.plain import show, show_all, showable
from printkit.errors import PrintkitError, Where

if TYPE_CHECKING:
    from printkit.table.sitting import Refused

STDIN = "standard input"
_KEPT = "everything before this line is kept"


def find_typist() -> Typist:
    """The person at the terminal, or else what standard input holds."""
    return Person() if sys.stdin.isatty() else Script()


class Person:
    """Somebody at a terminal: what is refused is asked again."""

    waits = True
    """Whether somebody sits there who can be asked again."""

    def __init__(self) -> None:
        with suppress(ImportError):
            import readline  # noqa: F401 - lines can be edited, and come again with the arrow keys

    def ask(self, prompt: str) -> str | None:
        """The next line; None when there are no more."""
        *above, last = prompt.split("\n")
        show_all(above)
        try:
            return input(showable(last))
        except EOFError:
            print()  # noqa: T201 - the prompt's line is over
            return None
        except KeyboardInterrupt:
            print()  # noqa: T201
            raise
        except UnicodeDecodeError:
            return "\x00"

    def refuse(self, refused: Refused) -> None:
        """Says why the last line was not taken."""
        text = f"The rule: {refused.text} [{refused.rule}]" if refused.text else ""
        for line in (refused.message, text):
            for piece in wrap(line, get_terminal_size().columns - 2, break_on_hyphens=False):
                show(f"  {piece}")


class Script:
    """Lines of a file: the first that is refused ends it."""

    waits = False
    """Nobody can be asked again."""

    def __init__(self) -> None:
        self._line = 0

    def ask(self, _prompt: str) -> str | None:
        """The next line; None when there are no more."""
        self._line += 1
        try:
            line = sys.stdin.readline()
        except UnicodeDecodeError:
            from printkit.table.sitting import Refused

            self.refuse(Refused("the line is not UTF-8 text"))
        return line.rstrip("\r\n") if line else None

    def refuse(self, refused: Refused) -> None:
        """Says why a line was not taken, and in which line."""
        rule = f" [{refused.rule}]" if refused.rule else ""
        hint = f"the rule: {refused.text}\n{_KEPT}" if refused.text else _KEPT
        raise PrintkitError(f"{refused.message}{rule}", Where(STDIN, self._line), hint)


Typist: TypeAlias = Person | Script  # whoever answers, one line at a time
