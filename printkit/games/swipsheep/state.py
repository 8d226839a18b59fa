"""The state of a game of Swip'Sheep, immutable, and functions to query it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from printkit.core.messages import named, say
from printkit.games.swipsheep.numbers import ATTACK, DEFEND, DOG, MAY, WOLF
from printkit.rules.game import NOTHING_DUE, Due
from printkit.rules.record import first_seat

if TYPE_CHECKING:
    from printkit.games.swipsheep.numbers import Tables
    from printkit.rules.game import Header

DEAL: Final = "deal"
GIVE: Final = "give"
HUNT: Final = "hunt"
OVER: Final = "over"

NOBODY: Final = -1


class State(NamedTuple):
    """One position."""

    header: Header  # line 1
    tables: Tables  # the cards and lengths
    can_stop: bool  # wolves may be held back
    can_spare: bool  # dogs may be held back
    order: tuple[int, ...]  # seats, clockwise from the leader of this round
    phase: str
    played: int  # rounds that are over
    deck: tuple[int, ...]  # cards left to deal, by kind in the order of the tables
    hands: tuple[tuple[str, ...], ...]  # by seat, without laid wolves
    laid: tuple[int, ...]  # wolves still to act, by seat
    hunter: int  # the seat whose wolves act now, or NOBODY
    aside: tuple[int, int]  # wolves and dogs that are out for the round
    piles: tuple[tuple[str, ...], ...]  # sheep cards won, by seat
    sheep: tuple[int, ...]  # on these cards, by seat

    @property
    def length(self) -> int:
        """Rounds of the whole game."""
        return self.tables.rounds[len(self.hands)]


def start(tables: Tables, header: Header) -> State:
    """Return the state before the first deal."""
    count, first = len(header.players), first_seat(header)
    return State(
        header=header,
        tables=tables,
        can_stop=header.rulings[ATTACK] == MAY,
        can_spare=header.rulings[DEFEND] == MAY,
        order=(*range(first, count), *range(first)),
        phase=DEAL,
        played=0,
        deck=tables.deck,
        hands=((),) * count,
        laid=(0,) * count,
        hunter=NOBODY,
        aside=(0, 0),
        piles=((),) * count,
        sheep=(0,) * count,
    )


def leader(state: State) -> int:
    """Return the seat that leads this round, or the next one between rounds."""
    return state.order[0]


def shares(state: State) -> tuple[int, ...]:
    """Return the number of cards each seat is dealt in the next round."""
    count = len(state.hands)
    dealt = state.tables.shares(sum(state.deck), count)
    turn = count - leader(state)
    return dealt[turn:] + dealt[:turn]


def defends(state: State, target: int, *, spared: bool) -> bool:
    """Return whether a dog defends; with `spared`, its owner keeps it back."""
    return not spared and DOG in state.hands[target]


def due(state: State) -> Due:
    """Return the events and seats that may come next."""
    if state.phase == DEAL:
        return _DEAL
    if state.phase == GIVE:
        return Due(("give",), tuple(range(len(state.hands))))
    if state.phase == HUNT:
        events = ("attack", "stop") if state.can_stop else ("attack",)
        return Due(events, (state.hunter,))
    return NOTHING_DUE


_DEAL = Due(("deal",))


def card_in_words(card: str) -> str:
    """Return the name of a card in messages: wolf, dog, 2 sheep."""
    if card in (WOLF, DOG):
        return named(card)
    number = int(card.removeprefix("sheep"))
    return say("{number} {plural(number, 'sheep', 'sheep')}", number=number)


def name_value(_key: str, value: str) -> str:
    """Return the name of a value in a record: a card."""
    return card_in_words(value) if re.fullmatch(r"wolf|dog|sheep[123]", value) else value


def summary(state: State) -> str:
    """Return the state in one line."""
    if state.phase == OVER:
        return say("all {rounds} rounds are over", rounds=state.length)
    name = state.header.players[leader(state)]
    values = {"number": state.played + 1, "rounds": state.length, "name": name}
    text = say("round {number} of {rounds}, {name} leads", **values)
    return say("{text}; {stage}", text=text, stage=_stage(state))


def _stage(state: State) -> str:
    if state.phase == DEAL:
        message = "{count} {plural(count, 'card', 'cards')} in the deck, about to be dealt"
        return say(message, count=sum(state.deck))
    if state.phase == GIVE:
        return say("everyone is about to give cards to the left and right")
    players = state.header.players
    wolves = [f"{players[seat]} {n}" for seat, n in enumerate(state.laid) if n]
    message = "wolves still to attack: {wolves}; it is {name}'s turn"
    return say(message, wolves=wolves, name=players[state.hunter])
