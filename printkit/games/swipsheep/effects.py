"""What Swip'Sheep's rules bring about between two states, told in words."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from printkit.games.swipsheep.state import GIVE, HUNT, NOBODY, OVER, State, leader, sheep
from printkit.games.swipsheep.tables import DOG
from printkit.rules.game import Effect

if TYPE_CHECKING:
    from collections.abc import Iterator


def caused(before: State, after: State) -> Iterator[Effect]:
    """The effects of one event."""
    players = after.header.players
    if after.phase == GIVE and before.phase != GIVE:
        yield Effect("swipsheep.deal", f"{sum(after.deck)} cards are left in the deck")
    if before.phase == GIVE:
        yield from _given(before, after)
    if before.phase == HUNT:
        yield from _hunted(before, after)
    if after.hunter not in (before.hunter, NOBODY):
        yield Effect("swipsheep.order", f"the wolves of {players[after.hunter]} act now")
    if after.played > before.played:
        yield from _round_over(before, after)


def _given(before: State, after: State) -> Iterator[Effect]:
    """Who holds what once cards have gone left and right, unless that ends the round."""
    players = after.header.players
    if before.played:
        yield Effect(
            "swipsheep.first", f"{players[leader(before)]} leads round {before.played + 1}"
        )
    if after.phase != HUNT:
        yield Effect("swipsheep.give", "nobody has a wolf to lay")
        return
    for name, hand, wolves in zip(players, after.hands, after.laid, strict=True):
        laid = f" and lays {_wolves(wolves)}" if wolves else ""
        yield Effect("swipsheep.give", f"{name} holds {', '.join(hand) or 'no card'}{laid}")


def _wolves(number: int) -> str:
    return f"{number} wolves" if number > 1 else "a wolf"


def _hunted(before: State, after: State) -> Iterator[Effect]:
    """The card that changed hands; of the last attack of a round only a sheep card can be told."""
    players, hunter = after.header.players, before.hunter
    goes_on = after.played == before.played
    spent = before.laid[hunter] - after.laid[hunter]
    losses, gains = _changes(before, after)
    if losses and gains:
        (source, card), (taker, _) = losses[0], gains[0]
        rule = "swipsheep.steal" if taker == hunter else "swipsheep.dog"
        yield Effect(rule, f"{players[taker]} takes {card} from {players[source]}")
    elif goes_on and spent == 1:
        yield Effect("swipsheep.empty", "no card changes hands")
    yield Effect("swipsheep.aside", f"a wolf of {players[hunter]} is out")
    if goes_on and after.aside[1] > before.aside[1]:
        yield Effect("swipsheep.aside", "so is the dog that met it")


def _changes(before: State, after: State) -> tuple[list[tuple[int, str]], list[tuple[int, str]]]:
    """The seats that lost and gained a card; a dog that defended is not a loss."""
    losses, gains = [], []
    goes_on = after.played == before.played
    for seat, hand in enumerate(before.hands):
        won = after.piles[seat][len(before.piles[seat]) :]
        then = Counter(card for card in hand if goes_on or card != DOG)
        now = Counter(after.hands[seat] if goes_on else won)
        losses += [(seat, card) for card in (then - now).elements()]
        gains += [(seat, card) for card in (now - then).elements()]
    taken = [card for _, card in gains]
    return [loss for loss in losses if loss[1] in taken], gains


def _round_over(before: State, after: State) -> Iterator[Effect]:
    players, scores = after.header.players, sheep(after)
    for name, had, has in zip(players, sheep(before), scores, strict=True):
        yield Effect("swipsheep.keep", f"{name} wins {has - had} sheep and has {has}")
    wolves, dogs, *_ = after.deck
    yield Effect("swipsheep.return", f"{wolves} wolves and {dogs} dogs are in the deck")
    if after.phase == OVER:
        yield Effect("swipsheep.rounds", f"all {after.length} rounds have been played")
        yield Effect("swipsheep.winner", f"{max(scores)} sheep win")
