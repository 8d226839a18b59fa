"""An option of `printkit build`: how it is written, read, shown and named.

`Request` declares its fields with `option` and `flag`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import MISSING, field
from functools import partial
from typing import TYPE_CHECKING, Any

from printkit.request import words
from printkit.tuples import NamedTuple

if TYPE_CHECKING:
    from printkit.request import Request


class Option(NamedTuple):
    """One option of `printkit build`: what everybody has to know about it."""

    name: str
    """What people write: `--name` on the command line, `name:` in a manifest."""
    read: Callable[[str], Any]
    """Turns one word into the value, or raises an error that says what would be right."""
    help: str
    """A sentence for `--help` and the documentation; {known} stands for the known words."""
    metavar: str = "NAME"
    """What `--help` calls the value; a flag has none."""
    short: str = ""
    """The short form, like `-p`."""
    read_list: Callable[[tuple[str, ...]], Any] | None = None
    """Turns several words into one value, for an option whose value is a list."""
    repeats: bool = False
    """Whether the command line takes the option several times."""
    known: Callable[[], Iterable[str]] | None = None
    """The words that a shell completes."""
    write: Callable[[Any], Any] = lambda value: value
    """The value as a word, a tuple of words or a mapping of words, which can be read again."""
    in_name: Callable[[Any], str] | None = None
    """What a file name says of a value that is not usual; None where it says nothing."""
    in_batch_name: bool = False
    """Whether it is in the file names of a batch even where all files of a job have the same."""
    in_manifest: bool = True
    """Whether a job of a manifest may say it."""
    local: bool = False
    """Whether its usual value differs from machine to machine, so that a file has to say it."""
    changes_draws: bool = False
    """Whether chance draws something else for another value."""
    default: Any = MISSING
    """The value unless somebody gives one; MISSING where there must be one."""
    field: str = ""
    """The field of the request that holds the value."""

    @property
    def sentence(self) -> str:
        """The sentence with the known words in it."""
        if "{known}" not in self.help or self.known is None:
            return self.help
        *others, last = self.known()
        return self.help.replace("{known}", f"{', '.join(others)} or {last}")

    @property
    def is_flag(self) -> bool:
        """Whether it is either given or not."""
        return self.default is False

    @property
    def has_default(self) -> bool:
        """Whether it may be left out."""
        return self.default is not MISSING

    @property
    def shown(self) -> str:
        """What `--help` shows as its default; empty where there is nothing to show."""
        written = self.write(self.default) if self.has_default and not self.local else ""
        return written if isinstance(written, str) else ""

    def is_default(self, request: Request) -> bool:
        """Whether a request leaves this option as it is for everybody."""
        return self.has_default and getattr(request, self.field) == self.default

    def goes_unsaid(self, request: Request) -> bool:
        """Whether a request that says nothing of this option means the same everywhere."""
        return self.is_default(request) and not self.local

    def words_for(self, request: Request) -> Any:
        """The option's value in a request: a word, a tuple of words or a mapping of words."""
        return self.write(getattr(request, self.field))


def option(
    name: str,
    read: Callable[[str], Any],
    help_: str,
    default: Any = None,
    *,
    kw_only: bool = False,
    **more: Any,
) -> Any:
    """A field of the request that is an option of `printkit build`."""
    declared = {"option": Option(name, read, help_, **more)}
    if isinstance(default, dict):
        return field(default_factory=dict, metadata=declared)
    return field(default=default, kw_only=kw_only, metadata=declared)


def flag(name: str, help_: str, **more: Any) -> Any:
    """An option that is either given or not."""
    read = partial(words.parse_flag, name)
    usual: dict[str, Any] = {"default": False, "metavar": "", "write": lambda on: str(on).lower()}
    return option(name, read, help_, **usual, **more)
