"""A game that was played, told line by line, as somebody would have typed it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from printkit.recording.sitting import Sitting, answer, begin

if TYPE_CHECKING:
    from printkit.rules.game import Game
    from printkit.rules.simulate import Played


class Told(NamedTuple):
    """The lines that tell a game, and the sitting after each of them, the first before any."""

    lines: tuple[str, ...]
    sittings: tuple[Sitting, ...]


def tell(game: Game[Any], played: Played, *, full: bool) -> Told:
    """The game again, every event said in its short form and typed into the dialogue."""
    sitting = begin(game, played.header, full=full)
    typed: list[str] = []
    sittings = [sitting]
    while sitting.outcome is None:
        said = sitting.speech.say(sitting.state, played.events[sitting.events :], full)
        for line in said.lines:
            sitting = answer(sitting, line)
            typed.append(line)
            sittings.append(sitting)
    return Told(tuple(typed), tuple(sittings))
