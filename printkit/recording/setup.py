"""Before a game begins: the players, the variant, and other header fields.

A setup is an immutable value like a session: it has a question as long as something isn't
known, and then becomes a session.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any
from unicodedata import category, normalize

from printkit.core.errors import UsageError, name_of
from printkit.core.messages import say
from printkit.core.names import split_names
from printkit.recording.answers import check_answer, find_seat, read_answer
from printkit.recording.session import (
    Question,
    RefusedAnswer,
    as_question,
    begin,
    misread_refusal,
    prompts_of,
    rule_refusal,
)
from printkit.rules.game import Refusal
from printkit.rules.prompts import Ask, EnterText, Misread
from printkit.rules.record import parse_header
from printkit.rules.simulate import Seating, header_row
from printkit.text.characters import difference, visible

if TYPE_CHECKING:
    from printkit.recording.session import GameSession
    from printkit.rules.game import Game, Header


@dataclass(frozen=True, slots=True)
class GameSetup:
    """A game that is about to begin."""

    game: Game[Any]
    variant: str
    players: tuple[str, ...] = ()  # clockwise; empty if not yet known
    rulings: Mapping[str, str] = field(default_factory=dict)
    given: Mapping[str, str] = field(default_factory=dict)  # other keys of the header
    full: bool = False  # whether hands and draws are recorded, too
    parts: tuple[Any, ...] = ()  # the answers so far
    date: str = ""  # in the format of the header


def setup_question(setup: GameSetup) -> Question | None:
    """Return the next question before the game can begin; None once everything is known.

    Also None if the given values are invalid, which `start_session` reports.
    """
    if not setup.players:
        prompt = EnterText(say("players, in clockwise order"), (), example="Ann, Ben, Cleo")
        return Question((), prompt)
    try:
        found = _following(setup)
    except RefusedAnswer:
        return None
    return as_question(found, setup.players) if isinstance(found, Ask) else None


def reply(setup: GameSetup, value: str | list[str]) -> GameSetup:
    """Return the setup after one more reply, typed or as plain data; raise `RefusedAnswer`."""
    question = setup_question(setup)
    if question is None:
        raise RefusedAnswer(say("there is no question to answer"))
    try:
        if not setup.players:
            text = value if isinstance(value, str) else ", ".join(value)
            after = replace(setup, players=_read_players(setup.game, text))
            setup_header(after)
        else:
            prompt = question.prompt
            options = prompt.options if isinstance(prompt, EnterText) else ()
            if isinstance(value, str) and value not in [option.key for option in options]:
                value = read_answer(question.prompt, value, setup_header(setup))
            check_answer(question.prompt, value)
            after = replace(setup, parts=(*setup.parts, value))
    except Misread as misread:
        raise misread_refusal(misread) from None
    if setup_question(after) is None:
        start_session(after)
    return after


def start_session(setup: GameSetup) -> GameSession:
    """Begin the game; raise `RefusedAnswer` for values that the game can't use."""
    game, players = setup.game, setup.players
    header = setup_header(setup)
    try:
        extras = dict(_following(setup))
        if "first" in extras:
            extras["first"] = players[find_seat(header, extras["first"])]
    except Misread as misread:
        raise misread_refusal(misread) from None
    date = {"date": setup.date} if setup.date else {}
    row = header_row(_seating(setup), {**date, **extras})
    return begin(game, row, full=setup.full)


def _following(setup: GameSetup) -> Any:
    """Return the next step after these answers: another question, or the game's header keys."""
    game, players = setup.game, setup.players
    try:
        found = prompts_of(game).opening(players, setup.variant, setup.given)
        for part in setup.parts:
            found = found.then(part) if isinstance(found, Ask) else found
    except Misread as misread:
        raise misread_refusal(misread) from None
    except Refusal as refusal:
        raise rule_refusal(game, refusal.fault) from None
    return found


def _seating(setup: GameSetup) -> Seating:
    return Seating(setup.game, setup.players, setup.variant, setup.rulings)


def setup_header(setup: GameSetup) -> Header:
    """Return the header so far; raise `RefusedAnswer`, for example if a name is too long."""
    game = setup.game
    try:
        return parse_header(header_row(_seating(setup), {}), lambda _name: game)[1]
    except Refusal as refusal:
        raise rule_refusal(game, refusal.fault) from None


def read_names(text: str) -> tuple[str, ...]:
    """Parse a list of names; raise `Misread`. The header's other rules are checked later."""
    try:
        names = tuple(normalize("NFC", name) for name in split_names(text).names)
    except UsageError as error:
        raise Misread(error.message) from None
    for name in names:
        if not name:
            raise Misread(say("a name is missing; enter names like Ann, Ben, Cleo"))
        if any(category(char) in ("Cc", "Cf", "Cs") for char in name):
            raise Misread(say("names can't contain control characters"))
    _tell_apart(names)
    return names


def _tell_apart(names: tuple[str, ...]) -> None:
    """Refuse invisible names and names that look the same."""
    seen: dict[str, str] = {}
    for name in names:
        look = visible(name)
        if not look:
            message = "name {number} would be invisible: it is {character}"
            number = names.index(name) + 1
            raise Misread(say(message, number=number, character=name_of(name[0])))
        if look in seen and name != seen[look]:
            odd = difference(name, seen[look])
            message = "the names '{first}' and '{second}' look the same: one has {character}"
            raise Misread(say(message, first=seen[look], second=name, character=odd))
        seen[look] = name


def _read_players(game: Game[Any], text: str) -> tuple[str, ...]:
    names = read_names(text)
    low, high = game.players
    if not low <= len(names) <= high:
        raise Misread(game.wrong_count(len(names)))
    return names
