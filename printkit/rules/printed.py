"""What a game gives to its printed sheets: its box, the facts, and what chance draws.

It is apart from the game itself because a sheet is built without any rules: whoever prints loads
this and nothing that judges or plays.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from printkit.rules.catalogue import Boxed

if TYPE_CHECKING:
    from printkit.rules.catalogue import GameBox
    from printkit.rules.draws import Draw


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
