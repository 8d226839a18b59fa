"""Cattitude's third phase: birds and their escorts go under the palace, and a round is over."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import permutations
from typing import Any, Final, TypeAlias

from printkit.errors import show
from printkit.games.cattitude.cards import (
    ALL_ROYALS,
    BIRDS_OF,
    BY_NAME,
    EMPTY,
    NOBLES_OF,
    PLAIN_BIRDS,
    QUEEN,
    ROYAL_CAT,
    ROYALS,
    UNITS,
    Bag,
    count,
    size,
)
from printkit.games.cattitude.state import DEAL, OVER, State, is_beginner
from printkit.rules.game import Event, EventKind, Fault, Refusal
from printkit.rules.reading import ARGS, read_each, read_word
from printkit.tuples import NamedTuple

HELD = "core.card-held"
_ORDER = (ARGS, HELD, "cattitude.secure-escort")


class Wish(NamedTuple):
    """What one player secures; `royals` says which royal escorts a species, where that is said."""

    species: tuple[str, ...]
    royals: Mapping[str, str] | None = None


Wishes: TypeAlias = tuple[tuple[Wish, ...], bool]
"""What everyone secures, by seat, and whether the event speaks of royals at all."""

_WISHES: Final = {
    species: Wish(species)
    for number in range(len(PLAIN_BIRDS) + 1)
    for species in permutations(PLAIN_BIRDS, number)
}
"""All lists of species that name none twice."""


def royal_escorts(front: Bag, species: Iterable[str]) -> list[str]:
    """The species that only a royal can escort, because no noble of theirs lies there."""
    return [name for name in species if not front & NOBLES_OF[name]]


def has_choice(front: Bag, needed: int) -> bool:
    """Whether it has to be said which royals escort: both kinds lie there, and only some go."""
    both = count(front, ROYAL_CAT) > 0 and count(front, QUEEN) > 0
    return both and 0 < needed < size(front & ALL_ROYALS)


def _read_wishes(state: State, event: Event, _seat: int) -> Wishes:
    lists = read_each(state.header, event, "species")
    told = "with" in event
    named = _read_royals(state, event["with"]) if told else {}
    wishes = [_read_wish(names, named.get(seat), seat) for seat, names in enumerate(lists)]
    return tuple(wishes), told


def _read_wish(names: Any, royals: Mapping[str, str] | None, seat: int) -> Wish:
    if type(names) is not list:
        raise Refusal(ARGS, f"'species' must list species, not {show(names)}", seat)
    try:
        wish = _WISHES[tuple(names)]
    except (KeyError, TypeError):
        for name in names:
            read_word(name, PLAIN_BIRDS, "species", seat)
        raise Refusal(ARGS, f"'species' names one twice: {show(names)}", seat) from None
    if royals is None:
        return wish
    for name in royals:
        if name not in names:
            raise Refusal(ARGS, f"'with' names {name}, which is not secured", seat)
    return Wish(wish.species, royals)


def _read_royals(state: State, raw: Any) -> dict[int, dict[str, str]]:
    if type(raw) is not dict:
        raise Refusal(ARGS, f"'with' must map players to escorts, not {show(raw)}")
    return {_seat(state, name): _read_escorts(state, name, raw[name]) for name in raw}


def _seat(state: State, name: str) -> int:
    if name not in state.header.seats:
        raise Refusal(ARGS, f"'with' names {show(name)}, who is not playing")
    return state.header.seats[name]


def _read_escorts(state: State, name: str, raw: Any) -> dict[str, str]:
    seat = state.header.seats[name]
    if type(raw) is not dict:
        raise Refusal(ARGS, f"'with' must map species to royals, not {show(raw)}", seat)
    return {
        read_word(key, PLAIN_BIRDS, "with", seat): read_word(royal, ROYALS, "with", seat)
        for key, royal in raw.items()
    }


def _wish_faults(state: State, wishes: Wishes) -> Iterable[Fault]:
    each, told = wishes
    found: list[Fault] = []
    for seat, wish in enumerate(each):
        if not _is_plainly_legal(state.fronts[seat], wish):
            found.extend(_faults_of(state, seat, wish))
    if told and not found and all(wish.royals is None for wish in each):
        found.append(Fault(ARGS, "'with' names nobody"))
    return sorted(found, key=_rank) if len(found) > 1 else found


def _is_plainly_legal(front: Bag, wish: Wish) -> bool:
    """Whether all species lie there with escorts, and no royal is or has to be named."""
    species, royals = wish
    alone = 0
    for name in species:
        if not front & BIRDS_OF[name]:
            return False
        if not front & NOBLES_OF[name]:
            alone += 1
    if royals is not None:
        return False
    return not alone or (alone <= size(front & ALL_ROYALS) and not has_choice(front, alone))


def _rank(fault: Fault) -> int:
    return _ORDER.index(fault.rule)


def _faults_of(state: State, seat: int, wish: Wish) -> Iterator[Fault]:
    """What is wrong with the securing itself goes before what is wrong with naming royals."""
    front, name = state.fronts[seat], state.header.players[seat]
    missing = [species for species in wish.species if not front & BIRDS_OF[species]]
    for species in missing:
        yield Fault(HELD, f"no {species} lies in front of {name}", seat)
    needed = royal_escorts(front, wish.species)
    for species in wish.royals or ():
        if species not in needed:
            noble = BY_NAME[species].noble
            message = f"{name} has a {noble} for the {species}s; no royal goes with them"
            yield Fault("cattitude.secure-escort", message, seat)
            return
    if len(needed) > size(front & ALL_ROYALS):
        names = " and ".join(needed)
        yield Fault("cattitude.secure-escort", f"{name} has too few escorts for {names}", seat)
    elif not missing:
        yield from _naming_faults(front, name, seat, needed, wish.royals)


def _naming_faults(
    front: Bag, name: str, seat: int, needed: list[str], royals: Mapping[str, str] | None
) -> Iterator[Fault]:
    if not has_choice(front, len(needed)):
        if royals is not None:
            yield Fault(ARGS, f"{name} has no choice between royals; leave 'with' out", seat)
        return
    named = royals or {}
    for species in needed:
        if species not in named:
            message = f"{name} must say with which royal the {species}s go"
            yield Fault("cattitude.secure-escort", message, seat)
    for royal in ROYALS:
        if list(named.values()).count(royal) > count(front, royal):
            yield Fault(HELD, f"{name} has only {count(front, royal)} '{royal}'", seat)


def _apply_wishes(state: State, wishes: Wishes) -> State:
    (
        header, tables, split, worth, stock, playable,
        _, number, _, direction, seen, discard, hands, bids, lying, under, scores, losses,
    ) = state  # fmt: skip
    fronts, palaces, points = list(lying), list(under), list(scores)
    for seat, wish in enumerate(wishes[0]):
        if wish.species:
            moved = _moved(state, fronts[seat], wish)
            fronts[seat] -= moved
            palaces[seat] += moved
            points[seat] += worth.points(moved)
    phase = DEAL
    if number == split.rounds:
        phase = OVER
        for seat, palace in enumerate(palaces):
            points[seat] += worth.bonus * worth.bonuses(palace)
    return State._make((
        header, tables, split, worth, stock, playable,
        phase, number, number, direction, seen, discard, hands, bids,
        tuple(fronts), tuple(palaces), tuple(points), losses,
    ))  # fmt: skip


def _moved(state: State, front: Bag, wish: Wish) -> Bag:
    """The cards that go under the palace: birds, nobles and, where there are none, royals."""
    moved, alone = EMPTY, 0
    for name in wish.species:
        nobles = front & NOBLES_OF[name]
        if not nobles:
            alone += 1
        elif is_beginner(state):
            nobles = UNITS[BY_NAME[name].noble]
        moved += (front & BIRDS_OF[name]) + nobles
    return moved + _royals(front, wish, alone) if alone else moved


def _royals(front: Bag, wish: Wish, needed: int) -> Bag:
    if wish.royals:
        return sum([UNITS[royal] for royal in wish.royals.values()])
    royals = front & ALL_ROYALS
    if needed == size(royals):
        return royals
    return needed * UNITS[ROYAL_CAT if count(front, ROYAL_CAT) else QUEEN]


EVENTS: tuple[EventKind[State, Any], ...] = (
    EventKind(
        "secure",
        "all",
        _read_wishes,
        _wish_faults,
        _apply_wishes,
        needs=("species",),
        may=("with",),
    ),
)
