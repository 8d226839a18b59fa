"""The check of one event against a state, always in the same order.

First whether the game is over, then `do` and `by`, phase, turn and keys, and last the rules of
the game. A fault with a rule of its own (`Move.timing_fault`) comes before phase and turn.
"""

from __future__ import annotations

import heapq
import json
from collections.abc import Iterator
from functools import partial
from itertools import product
from math import prod
from operator import itemgetter
from typing import Any, TypeVar

from printkit.core.errors import nearest, show
from printkit.core.messages import either, say
from printkit.core.plugins import game_error
from printkit.rules.game import (
    Due,
    Event,
    Fault,
    Game,
    Header,
    Move,
    Offer,
    Outcome,
    Refusal,
    State,
    merge,
    rule_text,
)
from printkit.rules.reading import ARGS, has, read_player, suggest, unknown_key

S = TypeVar("S", bound=State)
CHANCE = -1
MOST_SORTED = 5_000
_LINES = ("do", "expect", "reject", "note", "end")


def check(game: Game[S], state: S, event: Event) -> tuple[Fault, ...]:
    """Return the faults of an event, the most specific first; none if it is legal."""
    try:
        move = _read(game, state, event)
    except Refusal as refusal:
        return (refusal.fault,)
    return tuple(move.faults(state))


def apply(game: Game[S], state: S, event: Event) -> S:
    """Return the state after a legal event; raise `Refusal` with the first fault of any other."""
    move = _read(game, state, event)
    for fault in move.faults(state):
        raise Refusal(*fault)
    return move.apply(state)


def _read(game: Game[S], state: S, event: Event) -> Move[S]:
    """Return the move of an event; raise `Refusal` for the first fault."""
    due = game.due(state)
    if not due.events:
        raise Refusal("core.over", say("the game is over; nothing can follow"))
    kind = _kind(game, event)
    seat = CHANCE
    if kind.actor == "one":
        if "by" not in event:
            raise Refusal(ARGS, say("'{do}' needs 'by', the player who acts", do=kind.do))
        seat = read_player(state.header, event, "by")
    if fault := kind.timing_fault(state, seat):
        raise Refusal(*fault)
    if kind.do not in due.events:
        message = "'{do}' is not possible now; {due}"
        raise Refusal("core.phase", say(message, do=kind.do, due=_due_text(due, state)))
    if seat != CHANCE and seat not in due.seats:
        message = "it is not this player's turn; {due}"
        raise Refusal("core.turn", say(message, due=_due_text(due, state)))
    for key in event:
        if key not in kind.keys:
            raise Refusal(ARGS, unknown_key(key, f"'{kind.do}'", kind.keys, event))
    for key in kind.needs:
        if key not in event:
            message = "'{do}' needs '{key}'; its keys are {keys}"
            raise Refusal(ARGS, say(message, do=kind.do, key=key, keys=kind.keys))
    return kind.read(state, event, seat)


def _kind(game: Game[S], event: Event) -> type[Move[S]]:
    if "do" not in event:
        near = next(filter(None, (nearest(key, _LINES, cutoff=0.7) for key in event)), "")
        reason = say("this line has neither 'do' nor 'expect', 'reject', 'note' or 'end'")
        raise Refusal(ARGS, suggest(reason, near))
    do = event["do"]
    if not isinstance(do, str):
        message = say("'do' must be the name of an event, not {value}", value=show(do))
        raise Refusal(ARGS, message)
    if do not in game.kinds:
        problem, known = say("unknown event {event}", event=show(do)), tuple(game.kinds)
        raise Refusal(ARGS, suggest(problem, nearest(do, game.kinds), has(say(game.title), known)))
    return game.kinds[do]


def _due_text(due: Due, state: State) -> str:
    events = either([say("'{word}'", word=do) for do in due.events])
    if not due.seats:
        return say("{events} is due", events=events)
    names = either([state.header.players[seat] for seat in due.seats])
    return say("{events} is due from {names}", events=events, names=names)


def known_outcome(game: Game[S], state: S) -> Outcome | None:
    """Return the end of a game; raise an error if it ended by a rule that the game doesn't have."""
    outcome = game.outcome(state)
    if outcome and not rule_text(game.rules, outcome.reason):
        near = nearest(outcome.reason, [rule.id for rule in game.rules])
        hint = f"; did you mean '{near}'?" if near else ""
        message = f"it ends by the unknown rule '{outcome.reason}'{hint}"
        raise game_error(game.id, message)
    return outcome


def legal(game: Game[S], state: S) -> Iterator[Event]:
    """Yield every legal event except deals and draws, sorted, each once; generated lazily."""
    last = ""
    streams = [_sort_events(offer) for offer in game.offers(state)]
    for text, event in heapq.merge(*streams, key=itemgetter(0)):
        if text != last:
            yield event
        last = text


def _sort_events(offer: Offer) -> Iterator[tuple[str, Event]]:
    """Return the events of an offer with their spellings, in the order of these.

    Six players with forty choices each have too many events to sort. Then the slots are sorted
    by their keys, and the choices within each slot: the same order, if each slot has one key.
    """
    if prod(map(len, offer.slots)) <= MOST_SORTED:
        return iter(sorted(((spell(event), event) for event in offer.events()), key=itemgetter(0)))
    slots = sorted(offer.slots, key=lambda slot: _keys(slot[0]))
    first = [slot[0] for slot in slots]
    for place, slot in enumerate(slots):
        others = first[:place], first[place + 1 :]
        slots[place] = tuple(sorted(slot, key=partial(_spell_choice, offer, *others)))
    whole = (merge(offer.base, *parts) for parts in product(*slots))
    return ((spell(event), event) for event in whole)


def _spell_choice(offer: Offer, before: list[Event], after: list[Event], part: Event) -> str:
    return spell(merge(offer.base, *before, part, *after))


def _keys(part: Any) -> tuple[str, ...]:
    """Return the path of keys to the value that a slot decides."""
    for key, value in part.items():
        return (key, *_keys(value)) if isinstance(value, dict) else (key,)
    return ()


def spell(value: object) -> str:
    """Format an event, or any JSON value, canonically."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False)


def blame(game: Game[Any], header: Header, event: Event, fault: Fault) -> str | None:
    """Return the player whom a report names: `by`, or the offender; None for chance."""
    do = event.get("do")
    kind = game.kinds.get(do) if isinstance(do, str) else None
    if kind is None or kind.actor == "one":
        by = event.get("by")
        return by if isinstance(by, str) else None
    if kind.actor == "chance" or fault.seat is None:
        return None
    return header.players[fault.seat]
