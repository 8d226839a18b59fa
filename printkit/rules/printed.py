"""What a game gives to its printed sheets: its box, the facts, and draws, which chance decides.

It is apart from the game itself because a sheet is built without any rules: whoever prints loads
this and nothing that judges or plays. A draw says which options a layout has to declare for it,
and makes facts out of their values and a seed. It opens no file: where an option names one, the
draw is given its text.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from printkit.rules.catalogue import Boxed
from printkit.tuples import NamedTuple

if TYPE_CHECKING:
    from printkit.rules.catalogue import GameBox


OptionType: TypeAlias = Literal["bool", "int", "text", "choice", "file"]


class DrawOption(NamedTuple):
    """An option that a layout must declare: its type, and which choices the draw understands."""

    name: str
    type: OptionType
    choices: tuple[str, ...] = ()


class Asked(NamedTuple):
    """What a build asks a draw for."""

    players: int  # how many play
    names: tuple[str, ...]  # the players' names, as far as they were given
    variant: str  # which variant is played
    options: Mapping[str, Any]  # by name; of a file its `Source`, or None
    seed: str  # where all chance comes from: the same seed draws the same


class Draw(NamedTuple):
    """One thing that chance decides: the options it needs, and the facts it makes of them."""

    options: tuple[DrawOption, ...]
    make: Callable[[Asked], Mapping[str, Any]]


class DrawResult(dict[str, Any]):
    """The facts of one drawn sheet; `details` is what a build reports about it."""

    __slots__ = ("details",)

    def __init__(self, facts: Mapping[str, Any], details: Mapping[str, object]) -> None:
        super().__init__(facts)
        self.details = details


@dataclass(frozen=True, slots=True)
class PrintedGame(Boxed):
    """A game as its sheets know it."""

    box: GameBox
    make: Callable[[int, str], dict[str, Any]]  # its own facts, by count and variant
    draws: Mapping[str, Draw] = field(default_factory=dict)  # what chance puts on sheets, by name

    def facts(self, count: int, variant: str = "base") -> dict[str, Any]:
        """What printed sheets may know; raises `UsageError` for what nobody can play."""
        self.box.check(count, variant)
        title = next(known.title for known in self.variants if known.id == variant)
        return {**self.make(count, variant), "variant": variant, "variant_title": title}
