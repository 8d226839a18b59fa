"""What Swip'Sheep's rules bring about between two states, told in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from printkit.games.swipsheep.state import GIVE, HUNT, NOBODY, OVER, State, leader
from printkit.games.swipsheep.tables import DOG
from printkit.rules.game import Effect


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
    """What a wolf did, as far as two states show it: a round that ends hides dogs."""
    name = after.header.players[before.hunter]
    if after.played == before.played and after.aside[1] > before.aside[1]:
        yield _defended(before, after)
    elif moved := _moved(before, after):
        yield moved
    elif after.played == before.played and sum(before.laid) - sum(after.laid) == 1:
        yield Effect("swipsheep.empty", "no card changes hands")
    yield Effect("swipsheep.aside", f"a wolf of {name} is out")


def _defended(before: State, after: State) -> Effect:
    """A dog that is spent and one that is taken look alike in its owner's hand."""
    players, hunter = after.header.players, before.hunter
    lost = [*(Counter(before.hands[hunter]) - Counter(after.hands[hunter]))]
    changed = [seat for seat, hand in enumerate(after.hands) if hand != before.hands[seat]]
    owners = [seat for seat, hand in enumerate(before.hands) if DOG in hand and seat != hunter]
    found = [seat for seat in changed if seat != hunter] or owners
    who = players[found[0]] if len(found) == 1 else "the defender"
    if not lost:
        return Effect("swipsheep.dog", f"{who} has a dog, and {players[hunter]} no card to lose")
    return Effect("swipsheep.dog", f"{who} has a dog and takes {lost[0]} from {players[hunter]}")


def _moved(before: State, after: State) -> Effect | None:
    """The card that changed hands; of the last attack of a round only a sheep card is seen."""
    players, goes_on = after.header.players, after.played == before.played
    source = taker = card = ""
    for seat, hand in enumerate(before.hands):
        won = after.piles[seat][len(before.piles[seat]) :]
        then = Counter(card for card in hand if goes_on or card != DOG)
        now = Counter(after.hands[seat] if goes_on else won)
        source = players[seat] if then - now else source
        if gained := [*(now - then)]:
            taker, card = players[seat], gained[0]
    if not (source and taker):
        return None
    stolen = taker == players[before.hunter]
    rule = "swipsheep.steal" if stolen else "swipsheep.dog"
    return Effect(rule, f"{taker} takes {card} from {source}")


def _round_over(before: State, after: State) -> Iterator[Effect]:
    players, scores = after.header.players, after.sheep
    for name, had, has in zip(players, before.sheep, scores, strict=True):
        yield Effect("swipsheep.keep", f"{name} wins {has - had} sheep and has {has}")
    wolves, dogs, *_ = after.deck
    yield Effect("swipsheep.return", f"{wolves} wolves and {dogs} dogs are in the deck")
    if after.phase == OVER:
        yield Effect("swipsheep.rounds", f"all {after.length} rounds have been played")
        yield Effect("swipsheep.winner", f"{max(scores)} sheep win")
