"""Attribute, as the engine sees it: the rules as data, and the functions that play by them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, partial
from itertools import chain, count
from operator import attrgetter, eq

from printkit.games.attribute import effects
from printkit.games.attribute import state as position
from printkit.games.attribute.moves import EVENTS
from printkit.games.attribute.state import GRAB, OVER, PLAY, TOPIC, State
from printkit.games.attribute.tables import RULES, RULINGS, Tables, box, values
from printkit.rules.catalogue import Setting
from printkit.rules.game import Event, Expectation, Extras, Game, Offer, Outcome, leaders

UNCHECKED = ("attribute.deal", "attribute.refill", "core.card-held")


def _offers(state: State) -> tuple[Offer, ...]:
    if state.phase == TOPIC:
        name = state.header.players[position.announcer(state)]
        return (Offer({"do": "topic", "by": name, "topic": "sheep"}, free=True),)
    if state.phase == PLAY:
        return (_play_offer(state),)
    return tuple(_grab_offers(state)) if state.phase == GRAB else ()


def _outcome(state: State) -> Outcome | None:
    return Outcome("attribute.length", leaders(state.scores)) if state.phase == OVER else None


def _unchecked(state: State, refused: str) -> tuple[str, ...]:
    begun = state.round or refused not in ("", "deal")
    return UNCHECKED if state.hands is None and begun else ()


def _invariants(state: State) -> Iterator[str]:
    reach = 2 * state.scored
    low = 0 if state.scoring.floor else -reach
    if min(state.scores) < low or max(state.scores) > reach:
        yield f"scores out of range: {state.scores}"
    taken = [act for act in state.acts if act >= 0]
    if len(set(taken)) < len(taken) or any(map(eq, state.acts, count())):
        yield f"a set is taken twice or by its owner: {state.acts}"
    if state.hands is not None:
        yield from _lost_cards(state, state.hands)


def _lost_cards(state: State, hands: tuple[tuple[str, ...], ...]) -> Iterator[str]:
    held = [*chain.from_iterable(hands)]
    gone = len(hands) * state.scored + (len(state.laid) if state.phase == GRAB else 0)
    if len(set(held)) < len(held) or not state.seen.issuperset(held):
        yield "a card is in two places"
    if len(held) + gone != len(state.seen):
        yield f"{len(state.seen)} cards seen, but {len(held)} in hands and {gone} gone"
    if len(state.seen) > state.tables.attribute_cards:
        yield f"{len(state.seen)} cards seen of {state.tables.attribute_cards}"


def _play_offer(state: State) -> Offer:
    players = state.header.players
    hands = state.hands or tuple((f"card {seat + 1}",) for seat in range(len(players)))
    slots = tuple(
        tuple({"cards": {name: card}} for card in sorted(hand))
        for name, hand in zip(players, hands, strict=True)
    )
    return Offer({"do": "play"}, slots, free=state.hands is None)


def _grab_offers(state: State) -> Iterator[Offer]:
    players = state.header.players
    for seat in position.due(state).seats:
        sources = [each for each in range(len(players)) if each != seat and each not in state.acts]
        if sources:
            names = sorted(players[each] for each in sources)
            grabs: tuple[Event, ...] = tuple({"from": name} for name in names)
            yield Offer({"do": "grab", "by": players[seat]}, (grabs,))
        yield Offer({"do": "pass", "by": players[seat]})


def _delta(state: State) -> tuple[int | None, ...]:
    return state.delta or (None,) * len(state.header.players)


def _announcer(state: State) -> str | None:
    return state.header.players[position.announcer(state)] if state.round else None


_EXPECTATIONS: dict[str, Expectation[State]] = {
    "delta": Expectation(_delta, each=True),
    "round": Expectation(lambda state: state.round),
    "announcer": Expectation(_announcer),
}


def _extras(tables: Tables) -> Extras[State]:
    from printkit.games.attribute.dealer import Table
    from printkit.games.attribute.facts import new_printed
    from printkit.games.attribute.manual import MANUAL
    from printkit.games.attribute.spoken import SPEECH
    from printkit.games.attribute.written import RESULT, written

    return Extras(new_printed(tables), partial(Table, tables), MANUAL, SPEECH, written, RESULT)


def new_game(tables: Tables) -> Game[State]:
    """The game with these cards and lengths."""
    return Game(
        box=box(tables),
        rules=RULES,
        rulings=RULINGS,
        values=values(tables),
        settings=(Setting("hands", "whether attribute cards in hand are recorded", ("yes", "no")),),
        header_keys=frozenset(("first",)),
        events=EVENTS,
        expectations=_EXPECTATIONS,
        start=partial(position.start, tables),
        due=position.due,
        offers=_offers,
        scores=attrgetter("scores"),
        outcome=_outcome,
        rounds=attrgetter("scored"),
        caused=effects.caused,
        unchecked=_unchecked,
        invariants=_invariants,
        summary=position.summary,
        extras=cache(partial(_extras, tables)),
    )


GAME = new_game(Tables())
