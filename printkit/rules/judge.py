"""Tests one event against a state, and applies it: the order of the tests lives here alone.

Over; `do` and `by` readable; phase; turn; arguments; then what the game itself finds. A fault that
a game's page gives a rule of its own (`EventKind.named`) comes before phase and turn.
"""

from __future__ import annotations

import heapq
import json
from collections.abc import Iterator
from functools import partial
from itertools import product
from math import prod
from operator import itemgetter
from typing import Any, NoReturn, TypeAlias, TypeVar

from printkit.errors import nearest, show
from printkit.rules.game import (
    Due,
    Event,
    EventKind,
    Fault,
    Game,
    Header,
    Offer,
    Refusal,
    State,
    merge,
)
from printkit.rules.reading import ARGS, meant, refuse_player, unknown_key

S = TypeVar("S", bound=State)
CHANCE = -1
MOST_SORTED = 5_000
_LINES = ("do", "expect", "reject", "note", "end")


Judged: TypeAlias = tuple[tuple[Fault, ...], EventKind[Any, Any] | None, Any]
"""What was found about an event: faults, or none, and then its kind and the move it can apply."""


class IllegalEvent(Exception):  # noqa: N818 - the name says it
    """Raised by `apply` for an event that the rules refuse."""

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        super().__init__(f"{faults[0].message} [{faults[0].rule}]")
        self.faults = faults


def judge(game: Game[S], state: S, event: Event) -> Judged:
    """Everything that is wrong with an event, the most specific first; or its move."""
    events, seats = game.due(state)
    if not events:
        return (Fault("core.over", "the game is over; nothing can follow"),), None, None
    try:
        kind = game.kinds[event["do"]]
        seat = state.header.seats[event["by"]] if kind.actor == "one" else CHANCE
    except (KeyError, TypeError):  # TypeError: a list or a map is nobody's name
        return (_unknown(game, state.header, event),), None, None
    try:
        if kind.named is not None and (fault := kind.named(state, seat)) is not None:
            return (fault,), None, None
        if kind.do not in events or (seat != CHANCE and seat not in seats):
            _refuse_moment(state, game.due(state), kind)
        if event.keys() != kind.keys:
            _test_keys(kind, event)
        move = kind.read(state, event, seat)
    except Refusal as refusal:
        return (refusal.fault,), None, None
    return tuple(kind.faults(state, move)), kind, move


def check(game: Game[S], state: S, event: Event) -> tuple[Fault, ...]:
    """The rules an event breaks, the most specific first; empty when it is legal."""
    return judge(game, state, event)[0]


def apply(game: Game[S], state: S, event: Event) -> S:
    """The state after a legal event; raises `IllegalEvent` for any other."""
    faults, kind, move = judge(game, state, event)
    if faults or kind is None:
        raise IllegalEvent(faults)
    after: S = kind.apply(state, move)
    return after


def legal(game: Game[S], state: S) -> Iterator[Event]:
    """Every legal event but deals and draws, sorted, each once; long lists are made while read."""
    last = ""
    streams = [_in_order(offer) for offer in game.offers(state)]
    for text, event in heapq.merge(*streams, key=itemgetter(0)):
        if text != last:
            yield event
        last = text


def _in_order(offer: Offer) -> Iterator[tuple[str, Event]]:
    """The events of an offer by their spelling.

    Six players with forty choices each make more events than anybody can sort. There the slots
    are put in the order of their keys and the choices in each slot in order, which comes to the
    same, as long as each slot is about one key.
    """
    if prod(map(len, offer.slots)) <= MOST_SORTED:
        return iter(sorted(((spell(event), event) for event in offer.events()), key=itemgetter(0)))
    slots = sorted(offer.slots, key=lambda slot: _keys(slot[0]))
    first = [slot[0] for slot in slots]
    for place, slot in enumerate(slots):
        others = first[:place], first[place + 1 :]
        slots[place] = tuple(sorted(slot, key=partial(_spelled, offer, *others)))
    whole = (merge(offer.base, *parts) for parts in product(*slots))
    return ((spell(event), event) for event in whole)


def _spelled(offer: Offer, before: list[Event], after: list[Event], part: Event) -> str:
    return spell(merge(offer.base, *before, part, *after))


def _keys(part: Any) -> tuple[str, ...]:
    """The keys that lead to what a slot decides."""
    for key, value in part.items():
        return (key, *_keys(value)) if isinstance(value, dict) else (key,)
    return ()


def spell(value: object) -> str:
    """An event, or any JSON value, in its one canonical spelling."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False)


def blame(game: Game[Any], header: Header, event: Event, fault: Fault) -> str | None:
    """The player a report names: `by`, or the first offender of several; nobody for chance."""
    do = event.get("do")
    kind = game.kinds.get(do) if isinstance(do, str) else None
    if kind is None or kind.actor == "one":
        by = event.get("by")
        return by if isinstance(by, str) else None
    if kind.actor == "chance" or fault.seat is None:
        return None
    return header.players[fault.seat]


def _unknown(game: Game[S], header: Header, event: Event) -> Fault:
    """What is wrong with an event of no kind that there is, or by nobody who plays."""
    do = event.get("do")
    kind = game.kinds.get(do) if isinstance(do, str) else None
    try:
        if kind is None:
            _refuse_do(game, event, do)
        _refuse_actor(header, event, kind)
    except Refusal as refusal:
        return refusal.fault


def _refuse_actor(header: Header, event: Event, kind: EventKind[S, Any]) -> NoReturn:
    if "by" not in event:
        raise Refusal(ARGS, f"'{kind.do}' needs 'by', the player who acts")
    refuse_player(header, event, "by")


def _refuse_do(game: Game[S], event: Event, do: object) -> NoReturn:
    if "do" not in event:
        near = next(filter(None, (nearest(key, _LINES, cutoff=0.7) for key in event)), "")
        reason = "this line has neither 'do' nor 'expect', 'reject', 'note' or 'end'"
        raise Refusal(ARGS, f"{reason}; did you mean '{near}'?" if near else reason)
    if isinstance(do, str):
        near, known = meant(nearest(do, game.kinds)), ", ".join(game.kinds)
        raise Refusal(ARGS, f"no event is called {show(do)}; {near}{game.title} has {known}")
    raise Refusal(ARGS, f"'do' must be the name of an event, not {show(do)}")


def _refuse_moment(state: State, due: Due, kind: EventKind[S, Any]) -> NoReturn:
    if kind.do not in due.events:
        raise Refusal("core.phase", f"'{kind.do}' is not possible now; {_awaited(due, state)}")
    raise Refusal("core.turn", f"it is not this player's turn; {_awaited(due, state)}")


def _awaited(due: Due, state: State) -> str:
    events = " or ".join(f"'{do}'" for do in due.events)
    names = " or ".join(state.header.players[seat] for seat in due.seats)
    return f"{events} is due" + (f" from {names}" if names else "")


def _test_keys(kind: EventKind[S, Any], event: Event) -> None:
    if not kind.allowed.issuperset(event):
        key = next(key for key in event if key not in kind.allowed)
        raise Refusal(ARGS, unknown_key(key, f"'{kind.do}'", kind.in_order, event))
    for key in kind.needs:
        if key not in event:
            raise Refusal(ARGS, f"'{kind.do}' needs '{key}'; it has {', '.join(kind.in_order)}")
