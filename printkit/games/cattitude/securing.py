"""Cattitude's third phase: birds and their escorts go under the palace, and a round is over."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from printkit.core.errors import show
from printkit.core.messages import named, say
from printkit.games.cattitude.cards import (
    ANY_ROYAL,
    BIRDS_OF,
    BY_NAME,
    NOBLES_OF,
    PLAIN_BIRDS,
    QUEEN,
    ROYAL_CAT,
    ROYALS,
    Cards,
    minus,
    only,
    pack,
)
from printkit.games.cattitude.collecting import several
from printkit.games.cattitude.state import DEAL, OVER, State, is_beginner
from printkit.rules.game import Event, Fault, Move, Refusal
from printkit.rules.reading import ARGS, not_playing, read_each, read_word

HELD = "core.card-held"
_ORDER = (ARGS, HELD, "cattitude.secure-escort")


class Wish(NamedTuple):
    """The species that one player secures; `royals` are their escorts, if named."""

    species: tuple[str, ...]
    royals: Mapping[str, str] | None = None


def royal_escorts(front: Cards, species: Iterable[str]) -> list[str]:
    """Return the species that only a royal can escort, because none of their nobles is there."""
    return [name for name in species if BY_NAME[name].noble not in front]


def has_choice(front: Cards, needed: int) -> bool:
    """Return whether the event must name the royals: both kinds are there, and only some go."""
    return 0 < needed < count_royals(front) and ROYAL_CAT in front and QUEEN in front


def count_royals(front: Cards) -> int:
    """Return the number of royal cats and queens among these cards."""
    return front.count(ROYAL_CAT) + front.count(QUEEN)


@dataclass(slots=True)
class SecureSpecies(Move[State]):
    """The species that everyone secures, with their escorts: a round is over."""

    do = "secure"
    actor = "all"
    needs = ("species",)
    may = ("with",)

    wishes: tuple[Wish, ...]  # by seat
    names_royals: bool  # whether the event names any

    @classmethod
    def read(cls, state: State, event: Event, _seat: int) -> SecureSpecies:
        lists = read_each(state.header, event, "species")
        names_royals = "with" in event
        royals = _read_royals(state, event["with"]) if names_royals else {}
        wishes = [_read_wish(names, royals.get(seat), seat) for seat, names in enumerate(lists)]
        return cls(tuple(wishes), names_royals)

    def faults(self, state: State) -> list[Fault]:
        found: list[Fault] = []
        for seat, wish in enumerate(self.wishes):
            found.extend(_wish_faults(state, seat, wish))
        if self.names_royals and not found and all(wish.royals is None for wish in self.wishes):
            found.append(Fault(ARGS, say("'with' names nobody")))
        return sorted(found, key=lambda fault: _ORDER.index(fault.rule))

    def apply(self, state: State) -> State:
        """Move birds and escorts under palaces; after the last round, bonus cards count, too."""
        fronts, palaces, points = list(state.fronts), list(state.palaces), list(state.points)
        over = state.round == state.split.rounds
        for seat, wish in enumerate(self.wishes):
            if wish.species:
                cards = _secured_cards(state, fronts[seat], wish)
                fronts[seat] = minus(fronts[seat], cards)
                palaces[seat] = pack(palaces[seat] + cards)
                points[seat] += state.worth.points(cards)
            if over:
                points[seat] += state.worth.bonus * state.worth.bonuses(palaces[seat])
        return state._replace(
            phase=OVER if over else DEAL,
            finished=state.round,
            fronts=tuple(fronts),
            palaces=tuple(palaces),
            points=tuple(points),
        )


def _secured_cards(state: State, front: Cards, wish: Wish) -> Cards:
    """Return the cards that go under the palace: birds with their nobles, or with royals."""
    cards: Cards = ()
    for name in wish.species:
        nobles = only(front, NOBLES_OF[name])
        cards += only(front, BIRDS_OF[name]) + (nobles[:1] if is_beginner(state) else nobles)
    if wish.royals:
        return cards + tuple(wish.royals.values())
    return cards + only(front, ANY_ROYAL)[: len(royal_escorts(front, wish.species))]


def _read_wish(names: Any, royals: Mapping[str, str] | None, seat: int) -> Wish:
    if not isinstance(names, list):
        message = say("'species' must list species, not {value}", value=show(names))
        raise Refusal(ARGS, message, seat)
    species = tuple(read_word(name, PLAIN_BIRDS, "species", seat) for name in names)
    if len(set(species)) < len(species):
        message = say("'species' names one twice: {value}", value=show(names))
        raise Refusal(ARGS, message, seat)
    for name in royals or ():
        if name not in names:
            message = say("'with' names {species}, which are not secured", species=several(name))
            raise Refusal(ARGS, message, seat)
    return Wish(species, royals)


def _read_royals(state: State, raw: Any) -> dict[int, dict[str, str]]:
    if not isinstance(raw, dict):
        message = say("'with' must map players to escorts, not {value}", value=show(raw))
        raise Refusal(ARGS, message)
    return {_seat(state, name): _read_escorts(state, name, raw[name]) for name in raw}


def _seat(state: State, name: str) -> int:
    if name not in state.header.seats:
        raise Refusal(ARGS, not_playing("with", name))
    return state.header.seats[name]


def _read_escorts(state: State, name: str, raw: Any) -> dict[str, str]:
    seat = state.header.seats[name]
    if not isinstance(raw, dict):
        message = say("'with' must map species to royals, not {value}", value=show(raw))
        raise Refusal(ARGS, message, seat)
    return {
        read_word(key, PLAIN_BIRDS, "with", seat): read_word(royal, ROYALS, "with", seat)
        for key, royal in raw.items()
    }


def _wish_faults(state: State, seat: int, wish: Wish) -> Iterator[Fault]:
    """Check the securing itself before the named royals."""
    front, name = state.fronts[seat], state.header.players[seat]
    missing = [species for species in wish.species if BIRDS_OF[species].isdisjoint(front)]
    for species in missing:
        yield Fault(
            HELD,
            say("there is no {species} in front of {name}", species=named(species), name=name),
            seat,
        )
    needed = royal_escorts(front, wish.species)
    for species in wish.royals or ():
        if species not in needed:
            noble = BY_NAME[species].noble
            message = say(
                "{name} has a {noble} for the {species}; no royal goes with them",
                name=name,
                noble=named(noble),
                species=several(species),
            )
            yield Fault("cattitude.secure-escort", message, seat)
            return
    if len(needed) > count_royals(front):
        yield Fault(
            "cattitude.secure-escort",
            say(
                "{name} has too few escorts for {names}",
                name=name,
                names=[several(each) for each in needed],
            ),
            seat,
        )
    elif not missing:
        yield from _naming_faults(front, name, seat, needed, wish.royals)


def _naming_faults(
    front: Cards, name: str, seat: int, needed: list[str], royals: Mapping[str, str] | None
) -> Iterator[Fault]:
    if not has_choice(front, len(needed)):
        if royals is not None:
            message = say("{name} has no choice between royals; leave 'with' out", name=name)
            yield Fault(ARGS, message, seat)
        return
    chosen = royals or {}
    for species in needed:
        if species not in chosen:
            message = say(
                "{name} must say with which royal the {species} go",
                name=name,
                species=several(species),
            )
            yield Fault("cattitude.secure-escort", message, seat)
    for royal in ROYALS:
        if list(chosen.values()).count(royal) > front.count(royal):
            yield Fault(
                HELD,
                say(
                    "{name} has only {value} '{royal}'",
                    name=name,
                    value=front.count(royal),
                    royal=named(royal),
                ),
                seat,
            )
