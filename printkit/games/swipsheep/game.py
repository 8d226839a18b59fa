"""Swip'Sheep, as the engine sees it: the rules as data, and the functions that play by them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, partial
from operator import attrgetter

from printkit.games.swipsheep import effects
from printkit.games.swipsheep import state as position
from printkit.games.swipsheep.moves import EVENTS
from printkit.games.swipsheep.offers import offers
from printkit.games.swipsheep.state import DEAL, HUNT, NOBODY, OVER, State
from printkit.games.swipsheep.tables import DOG, RULES, RULINGS, WOLF, Tables, box, values
from printkit.rules.game import Expectation, Extras, Game, Outcome, leaders


def _outcome(state: State) -> Outcome | None:
    if state.phase != OVER:
        return None
    return Outcome("swipsheep.rounds", leaders(state.sheep))


def _invariants(state: State) -> Iterator[str]:
    yield from _lost_cards(state)
    hunting = state.phase == HUNT
    if any(state.laid) != hunting or (state.hunter != NOBODY) != hunting:
        yield f"wolves {state.laid}, hunter {state.hunter} in phase {state.phase}"
    if hunting and any(WOLF in hand for hand in state.hands):
        yield f"a wolf is in hand while wolves act: {state.hands}"
    if state.phase in (DEAL, OVER) and any((*state.hands, *state.aside)):
        yield f"cards are left over between rounds: {state.hands}, aside {state.aside}"
    won = tuple(sum(map(state.tables.worth.__getitem__, pile)) for pile in state.piles)
    if won != state.sheep:
        yield f"{won} sheep are on the cards won, not {state.sheep}"


def _lost_cards(state: State) -> Iterator[str]:
    """Every card is in exactly one place: deck, hand, pile, on the table or aside."""
    wolves, dogs = state.aside
    out = {WOLF: sum(state.laid) + wolves, DOG: dogs}
    held = [card for cards in (*state.hands, *state.piles) for card in cards]
    for name, left, total in zip(state.tables.names, state.deck, state.tables.deck, strict=True):
        found = left + held.count(name) + out.get(name, 0)
        if found != total or left < 0:
            yield f"{found} cards '{name}' instead of {total}, {left} of them in the deck"


_EXPECTATIONS: dict[str, Expectation[State]] = {
    "hands": Expectation(lambda state: state.hands, each=True),
    "sheep": Expectation(attrgetter("sheep"), each=True),
    "deck": Expectation(lambda state: sum(state.deck)),
    "wolves": Expectation(lambda state: state.laid, each=True),
}


def _extras(tables: Tables) -> Extras[State]:
    from printkit.games.swipsheep.dealer import Table
    from printkit.games.swipsheep.facts import new_printed
    from printkit.games.swipsheep.manual import MANUAL
    from printkit.games.swipsheep.spoken import SPEECH
    from printkit.games.swipsheep.written import RESULT, written

    return Extras(new_printed(tables), Table, MANUAL, SPEECH, written, RESULT)


def new_game(tables: Tables) -> Game[State]:
    """The game with these cards and lengths."""
    return Game(
        box=box(tables),
        rules=RULES,
        rulings=RULINGS,
        values=values(tables),
        header_keys=frozenset(("first",)),
        events=EVENTS,
        expectations=_EXPECTATIONS,
        start=partial(position.start, tables),
        due=position.due,
        offers=offers,
        scores=attrgetter("sheep"),
        outcome=_outcome,
        rounds=attrgetter("played"),
        caused=effects.caused,
        invariants=_invariants,
        summary=position.summary,
        extras=cache(partial(_extras, tables)),
    )


GAME = new_game(Tables())
