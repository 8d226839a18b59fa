"""Turn a played game into the answers that someone would have typed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from printkit.recording.answers import spell_answer
from printkit.recording.session import GameSession, answer, begin

if TYPE_CHECKING:
    from printkit.rules.game import Game
    from printkit.rules.simulate import SimulatedGame


class TypedGame(NamedTuple):
    """The lines that tell a game, and the session after each of them, the first before any."""

    lines: tuple[str, ...]
    sittings: tuple[GameSession, ...]


def type_game(game: Game[Any], played: SimulatedGame, *, full: bool) -> TypedGame:
    """The game again: the answers that its events came from, typed into the dialogue."""
    session = begin(game, played.header, full=full)
    sittings = [session]
    begun = session.events
    while session.ask is not None:
        if not session.said:
            begun = session.events
        found = session.ask.recover(played.events[begun:])
        session = answer(session, spell_answer(session.ask.prompt, found, session.state.header))
        sittings.append(session)
    return TypedGame(tuple(each.typed for each in sittings[1:]), tuple(sittings))
