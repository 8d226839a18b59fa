"""Cattitude, as the engine sees it: the rules as data, and the functions that play by them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, partial
from operator import attrgetter

from printkit.games.cattitude import bidding, collecting, effects, securing
from printkit.games.cattitude import state as position
from printkit.games.cattitude.cards import ALL_BONUSES, ALL_TAKERS, is_within, size, unpack
from printkit.games.cattitude.offers import offers
from printkit.games.cattitude.rulebook import RULES, RULINGS
from printkit.games.cattitude.state import LOSE, OVER, State
from printkit.games.cattitude.tables import Tables, box, values
from printkit.rules.catalogue import Setting
from printkit.rules.game import Expectation, Extras, Game, Outcome, leaders


def _outcome(state: State) -> Outcome | None:
    return Outcome("cattitude.end", leaders(state.points)) if state.phase == OVER else None


def _invariants(state: State) -> Iterator[str]:
    yield from _lost_cards(state)
    for seat, front in enumerate(state.fronts):
        if front & ALL_BONUSES:
            yield f"a bonus card lies in front of seat {seat}"
        if front & ALL_TAKERS and state.phase != LOSE:
            yield f"a taker is left in front of seat {seat}"
    for seat, palace in enumerate(state.palaces):
        met = state.worth.bonuses(palace) if state.phase == OVER else 0
        points = state.worth.points(palace) + state.worth.bonus * met
        if points != state.points[seat]:
            yield f"seat {seat} has {points} points, not {state.points[seat]}"


def _lost_cards(state: State) -> Iterator[str]:
    """Every card dealt is in exactly one place, and none turned up that is not in the box."""
    bid = sum(each.open + each.closed for each in state.bids)
    places = sum(state.hands) + bid + sum(state.fronts) + sum(state.palaces) + state.discard
    if places != state.seen:
        yield f"{size(state.seen)} cards were dealt, but {size(places)} are on the table"
    if not is_within(state.seen, state.playable):
        yield "more cards were dealt than there are"
    if size(state.seen) != state.round * len(state.hands) * state.split.hand:
        yield f"{size(state.seen)} cards were dealt in {state.round} rounds"


def _listed(bags: tuple[int, ...]) -> tuple[tuple[str, ...], ...]:
    return tuple(unpack(bag) for bag in bags)


_EXPECTATIONS: dict[str, Expectation[State]] = {
    "table": Expectation(lambda state: _listed(state.fronts), each=True),
    "palace": Expectation(lambda state: _listed(state.palaces), each=True),
    "totals": Expectation(
        lambda state: tuple(state.worth.totals(front) for front in state.fronts), each=True
    ),
    "round": Expectation(lambda state: state.round),
    "direction": Expectation(lambda state: state.direction),
}


def _extras(tables: Tables) -> Extras[State]:
    from printkit.games.cattitude.dealer import Table
    from printkit.games.cattitude.facts import new_printed
    from printkit.games.cattitude.manual import MANUAL
    from printkit.games.cattitude.spoken import SPEECH
    from printkit.games.cattitude.written import RESULT, written

    return Extras(new_printed(tables), partial(Table, tables), MANUAL, SPEECH, written, RESULT)


def new_game(tables: Tables) -> Game[State]:
    """The game with these cards, set-ups and values."""
    return Game(
        box=box(tables),
        rules=RULES,
        rulings=RULINGS,
        values=values(tables),
        settings=(Setting("values", "what the birds are worth", tuple(tables.profiles)),),
        header_keys=frozenset(("values",)),
        events=(*bidding.EVENTS, *collecting.EVENTS, *securing.EVENTS),
        expectations=_EXPECTATIONS,
        start=partial(position.start, tables),
        due=position.due,
        offers=offers,
        scores=attrgetter("points"),
        outcome=_outcome,
        rounds=attrgetter("finished"),
        caused=effects.caused,
        invariants=_invariants,
        summary=position.summary,
        extras=cache(partial(_extras, tables)),
    )


GAME = new_game(Tables())
