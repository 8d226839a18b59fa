"""What a game gives to its printed sheets: who can play it, the facts, and what chance draws.

It is apart from the game itself because a sheet is built without any rules: whoever prints loads
this and nothing that judges or plays.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from printkit.errors import UsageError, did_you_mean

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from printkit.rules.catalogue import Variant
    from printkit.rules.draws import Draw


class GameSheets(NamedTuple):
    """A game as its sheets know it."""

    id: str  # used in records and on the command line
    title: str  # the game's name
    players: tuple[int, int]  # the smallest and the largest number of players
    variants: tuple[Variant, ...]  # the ways to play; the first is the default
    make: Callable[[int, str], dict[str, Any]]  # its own facts, by count and variant
    draws: Mapping[str, Draw] = {}  # what chance can put on sheets, by name

    def facts(self, count: int, variant: str = "base") -> dict[str, Any]:
        """What printed sheets may know; raises `UsageError` for what nobody can play."""
        self.check(count, variant)
        title = next(known.title for known in self.variants if known.id == variant)
        return {**self.make(count, variant), "variant": variant, "variant_title": title}

    def check(self, count: int, variant: str) -> None:
        """Raises `UsageError` for a number of players or a variant that the game does not have."""
        if not self.players[0] <= count <= self.players[1]:
            raise UsageError(self.wrong_count(count))
        known = [each.id for each in self.variants]
        if variant not in known:
            hint = did_you_mean(variant, known)
            raise UsageError(f"{self.title} has no variant '{variant}'", hint=hint)

    def wrong_count(self, count: int) -> str:
        """What is said about a number of players that the game is not for."""
        low, high = self.players
        return f"{self.title} is for {low} to {high} players, not {count}"
