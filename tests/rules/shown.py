"""Which rules a record demonstrates: the measure of how well sample games cover a rulebook.

Takes the lines of a replay through `Witness.watch`. A rule that an event can break is shown by a
`reject` line. A consequence is shown right after an event that brought it about, by a line that
`Rule.shown` names: an `expect` or `end` that asks for what the rule decides, or the `reject` of a
core rule that follows from it, as core.turn follows from who comes next.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from printkit.rules.game import Game


class Witness:
    """Looks on while a record is replayed and notes the rules it shows."""

    def __init__(self, game: Game[Any]) -> None:
        self.rules: set[str] = set()
        self._game = game
        self._by_key: dict[str, set[str]] = {}
        self._caused: set[str] = set()
        for rule in game.rules:
            for key in rule.shown:
                self._by_key.setdefault(key, set()).add(rule.id)

    def watch(self, _line: int, row: Mapping[str, Any], before: Any, after: Any) -> None:
        """Takes note of one line; fits `replay`."""
        if "reject" in row:
            self.rules.add(row["reject"])
            self._claimed([row["reject"]])
        elif "do" in row:
            self._caused = {effect.rule for effect in self._game.effects(before, after)}
        elif "expect" in row:
            self._claimed(row["expect"])
        elif "end" in row:
            self._claimed([f"end.{key}" for key in row["end"]])

    def _claimed(self, keys: Any) -> None:
        for key in keys:
            self.rules |= self._by_key.get(key, set()) & self._caused
