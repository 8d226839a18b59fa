"""What a game gives to its printed sheets: its box, the facts, and what chance draws.

It is apart from the game itself because a sheet is built without any rules: whoever prints loads
this and nothing that judges or plays.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from printkit.rules.catalogue import GameBox, Variant
    from printkit.rules.draws import Draw


class GameSheets(NamedTuple):
    """A game as its sheets know it."""

    box: GameBox
    make: Callable[[int, str], dict[str, Any]]  # its own facts, by count and variant
    draws: Mapping[str, Draw] = {}  # what chance can put on sheets, by name

    @property
    def id(self) -> str:
        """The id used on the command line."""
        return self.box.id

    @property
    def title(self) -> str:
        """The game's name."""
        return self.box.title

    @property
    def players(self) -> tuple[int, int]:
        """The smallest and the largest number of players."""
        return self.box.players

    @property
    def variants(self) -> tuple[Variant, ...]:
        """The ways to play; the first is the default."""
        return self.box.variants

    def facts(self, count: int, variant: str = "base") -> dict[str, Any]:
        """What printed sheets may know; raises `UsageError` for what nobody can play."""
        self.box.check(count, variant)
        title = next(known.title for known in self.variants if known.id == variant)
        return {**self.make(count, variant), "variant": variant, "variant_title": title}
