"""Before a game begins: who plays, in which way, and what else its header needs.

An invitation is an immutable value like a sitting: it has a question as long as something is not
known, and becomes a sitting when everything is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Any
from unicodedata import category, normalize

from printkit.core.errors import UsageError, brief, name_of
from printkit.core.names import split_names
from printkit.recording.sitting import MAX_MESSAGE, Refused, asked, begin, refused, speech_of
from printkit.rules.game import Refusal
from printkit.rules.record import parse_header
from printkit.rules.simulate import Seating, header_row
from printkit.rules.speech import Form, Misheard, Opening, Step, find_seat
from printkit.text.characters import difference, visible

if TYPE_CHECKING:
    from printkit.recording.sitting import Question, Sitting
    from printkit.rules.game import Game, Header


@dataclass(frozen=True, slots=True)
class Invitation:
    """A game that is about to begin."""

    game: Game[Any]  # what will be played
    variant: str  # the way to play
    players: tuple[str, ...] = ()  # who plays, clockwise; nobody as long as that is not known
    rulings: Mapping[str, str] = field(default_factory=dict)  # how unclear passages are read
    given: Mapping[str, str] = field(default_factory=dict)  # other keys of the header
    full: bool = False  # whether hands and draws are to be recorded, too
    parts: tuple[Any, ...] = ()  # the answers so far
    date: str = ""  # when it is played, as the header says it


def opening_question(invitation: Invitation) -> Question | None:
    """What has to be known before the game can begin; nothing when all is."""
    return asked(_step(invitation), invitation.players)


def reply(invitation: Invitation, text: str) -> Invitation:
    """The invitation with one more thing known; raises `Refused`."""
    step = _step(invitation)
    if step is None:
        raise Refused("nothing is asked")
    try:
        part = step.hear(text.strip())
    except Misheard as misheard:
        raise Refused(brief(str(misheard), MAX_MESSAGE)) from None
    if not invitation.players:
        after = replace(invitation, players=part)
        _header(after)
    else:
        after = replace(invitation, parts=(*invitation.parts, part))
    if _step(after) is None:
        seated(after)
    return after


def seated(invitation: Invitation) -> Sitting:
    """The game at its first question; raises `Refused` for what the game cannot use."""
    game, players = invitation.game, invitation.players
    header = _header(invitation)
    try:
        extras = dict(_opening(invitation).extras(invitation.parts))
        if "first" in extras:
            extras["first"] = players[find_seat(header, extras["first"])]
    except Misheard as misheard:
        raise Refused(str(misheard)) from None
    except Refusal as refusal:
        raise refused(game, refusal.fault) from None
    date = {"date": invitation.date} if invitation.date else {}
    row = header_row(_seating(invitation), {**date, **extras})
    return begin(game, row, full=invitation.full)


def _seating(invitation: Invitation) -> Seating:
    return Seating(invitation.game, invitation.players, invitation.variant, invitation.rulings)


def _header(invitation: Invitation) -> Header:
    """The header as far as it is known; raises `Refused`, as for a name that is too long."""
    game = invitation.game
    try:
        return parse_header(header_row(_seating(invitation), {}), lambda _name: game)[1]
    except Refusal as refusal:
        raise refused(game, refusal.fault) from None


def _opening(invitation: Invitation) -> Opening:
    speech = speech_of(invitation.game)
    return speech.opening(invitation.players, invitation.variant, invitation.given)


def _step(invitation: Invitation) -> Step | None:
    if not invitation.players:
        forms = (Form("Ann, Ben, Cleo", "the names, clockwise, with commas between"),)
        return Step("who plays, clockwise", partial(_hear_names, invitation.game), forms=forms)
    steps = _opening(invitation).steps
    return steps[len(invitation.parts)] if len(invitation.parts) < len(steps) else None


def read_names(text: str) -> tuple[str, ...]:
    """The names in a list; raises `Misheard`. What else they may be, the header says."""
    try:
        names = tuple(normalize("NFC", name) for name in split_names(text).names)
    except UsageError as error:
        raise Misheard(error.message) from None
    for name in names:
        if not name:
            raise Misheard("a name is empty: Ann, Ben, Cleo")
        if any(category(char) in ("Cc", "Cf", "Cs") for char in name):
            raise Misheard("a name is plain text, without control characters")
    _tell_apart(names)
    return names


def _tell_apart(names: tuple[str, ...]) -> None:
    """Refuses names that look the same at the table, and one that is blank."""
    seen: dict[str, str] = {}
    for name in names:
        look = visible(name)
        if not look:
            raise Misheard(f"nothing is seen of a name: it is {name_of(name[0])}")
        if look in seen and name != seen[look]:
            odd = difference(name, seen[look])
            raise Misheard(f"the names '{seen[look]}' and '{name}' look the same: one has {odd}")
        seen[look] = name


def _hear_names(game: Game[Any], text: str) -> tuple[str, ...]:
    names = read_names(text)
    low, high = game.players
    if not low <= len(names) <= high:
        raise Misheard(game.wrong_count(len(names)))
    return names
