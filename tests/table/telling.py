"""Turn a played game into the answers that someone would have typed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from printkit.recording.answers import spell_answer
from printkit.recording.sitting import Sitting, answer, begin

if TYPE_CHECKING:
    from printkit.rules.game import Game
    from printkit.rules.simulate import Played


class Told(NamedTuple):
    """The lines that tell a game, and the sitting after each of them, the first before any."""

    lines: tuple[str, ...]
    sittings: tuple[Sitting, ...]


def tell(game: Game[Any], played: Played, *, full: bool) -> Told:
    """The game again: the answers that its events came from, typed into the dialogue."""
    sitting = begin(game, played.header, full=full)
    sittings = [sitting]
    begun = sitting.events
    while sitting.ask is not None:
        if not sitting.said:
            begun = sitting.events
        found = sitting.ask.told(played.events[begun:])
        sitting = answer(sitting, spell_answer(sitting.ask.prompt, found, sitting.state.header))
        sittings.append(sitting)
    return Told(tuple(each.typed for each in sittings[1:]), tuple(sittings))
