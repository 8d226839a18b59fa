"""Cattitude's second phase: bids are chosen, cards are laid out, and thieves remove birds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from printkit.core.messages import either, named, say
from printkit.games.cattitude.cards import (
    ANY_BONUS,
    BIRDOHOLIC,
    BIRDS_OF,
    CATASTROPHE,
    PLAIN_BIRDS,
    TAKERS,
    Cards,
    minus,
    only,
    pack,
)
from printkit.games.cattitude.state import LOSE, SECURE, State, step
from printkit.rules.game import Event, Fault, Move
from printkit.rules.reading import MISSING, read_some, read_word, replace_entry

if TYPE_CHECKING:
    from printkit.games.cattitude.numbers import Worth


class Loss(NamedTuple):
    """The effect of takers on one player: the rule, and the species they took."""

    seat: int
    rule: str
    species: tuple[str, ...]


class Claim(NamedTuple):
    """The loot of the next taker: all of `species`, or one of them that the owner chooses.

    `takers` are the cards that leave with the birds. Birdoholics that act together leave only
    when there is no more choice, so none leave with a chosen species.
    """

    rule: str
    species: tuple[str, ...]
    takers: Cards
    choice: bool


def claim(front: Cards, worth: Worth) -> Claim:
    """Return the next action of the takers on a table: birdoholics before catastrophes."""
    totals = worth.totals(front)
    birdoholics = (BIRDOHOLIC,) * front.count(BIRDOHOLIC)
    if not birdoholics:
        best = _equals(totals, 0)
        return Claim("cattitude.catastrophe", best, (CATASTROPHE,), len(best) > 1)
    if len(totals) < 2:
        return Claim("cattitude.lonely", (), birdoholics, choice=False)
    if len(birdoholics) == 1:
        second = _equals(totals, 1)
        return Claim("cattitude.birdoholic", second, birdoholics, len(second) > 1)
    best = _equals(totals, 0)
    if len(best) > 1:
        return Claim("cattitude.birdoholics", best, (), choice=True)
    others = tuple(name for name in totals if name not in best)
    return Claim("cattitude.birdoholics", others, birdoholics, choice=False)


def _equals(totals: dict[str, int], place: int) -> tuple[str, ...]:
    """Return the species that share the total at this rank; 0 is the highest."""
    if not totals:
        return ()
    wanted = sorted(totals.values())[-1 - place]
    return tuple(name for name, total in totals.items() if total == wanted)


def remove_species(front: Cards, species: tuple[str, ...], takers: Cards) -> Cards:
    """Return a table without some species' birds and the takers that left with them."""
    for name in species:
        front = minus(front, only(front, BIRDS_OF[name]))
    return minus(front, takers)


def settle(front: Cards, worth: Worth, seat: int) -> tuple[Cards, list[Loss]]:
    """Let the takers on a table act, up to the first choice of its owner."""
    losses = []
    while not TAKERS.isdisjoint(front):
        wanted = claim(front, worth)
        if wanted.choice:
            break
        losses.append(Loss(seat, wanted.rule, wanted.species))
        front = remove_species(front, wanted.species, wanted.takers)
    return front, losses


def several(species: str) -> str:
    """Return the plural of a species, as a word in a message: turkeys."""
    return named(f"{species}s")


WORDS = ("open", "closed")


@dataclass(slots=True)
class ChooseBids(Move[State]):
    """The bid that everyone takes from a neighbour; the others go back to their makers."""

    do = "choose"
    actor = "all"
    needs = ("choices",)

    choices: tuple[str | None, ...]  # by seat

    @classmethod
    def read(cls, state: State, event: Event, _seat: int) -> ChooseBids:
        words = read_some(state.header, event, "choices")
        return cls(
            tuple(
                None if word is MISSING else read_word(word, WORDS, "choices", seat)
                for seat, word in enumerate(words)
            )
        )

    def faults(self, state: State) -> Iterator[Fault]:
        for seat, (name, word) in enumerate(zip(state.header.players, self.choices, strict=True)):
            if word is None:
                yield Fault("cattitude.choose", say("{name} doesn't choose a bid", name=name), seat)

    def apply(self, state: State) -> State:
        """Lay out chosen bids, put bonus cards under palaces, and let takers act."""
        fronts, palaces, discard = list(state.fronts), list(state.palaces), state.discard
        losses: list[Loss] = []
        for seat, cards in enumerate(self._picked_up_cards(state)):
            if bonuses := only(cards, ANY_BONUS):
                palaces[seat] = pack(palaces[seat] + bonuses)
            laid_out = pack(fronts[seat] + minus(cards, bonuses))
            fronts[seat], lost = settle(laid_out, state.worth, seat)
            if lost:
                losses += lost
                discard += minus(laid_out, fronts[seat])
        return state._replace(
            phase=_next_phase(fronts),
            discard=discard,
            bids=(),
            fronts=tuple(fronts),
            palaces=tuple(palaces),
            losses=tuple(losses),
        )

    def _picked_up_cards(self, state: State) -> list[Cards]:
        """Return the cards for each seat: a neighbour's bid, and the rest of its own."""
        found: list[Cards] = [()] * len(state.bids)
        for maker, bid in enumerate(state.bids):
            taker = (maker + step(state)) % len(found)
            is_open = self.choices[taker] == "open"
            found[taker] += bid.open if is_open else bid.closed
            found[maker] += bid.closed if is_open else bid.open
        return found


@dataclass(slots=True)
class LoseSpecies(Move[State]):
    """The species that a player gives up when a taker leaves the choice."""

    do = "lose"
    actor = "one"
    needs = ("species",)

    seat: int
    species: str

    @classmethod
    def read(cls, _state: State, event: Event, seat: int) -> LoseSpecies:
        return cls(seat, read_word(event["species"], PLAIN_BIRDS, "species", seat))

    def faults(self, state: State) -> Iterator[Fault]:
        front, name = state.fronts[self.seat], state.header.players[self.seat]
        if BIRDS_OF[self.species].isdisjoint(front):
            species = named(self.species)
            message = say("there is no {species} in front of {name}", species=species, name=name)
            yield Fault("core.card-held", message, self.seat)
            return
        wanted = claim(front, state.worth)
        if self.species not in wanted.species:
            message = say(
                "the thieves take {name}'s {equals}, not the {species}",
                name=name,
                equals=either([several(each) for each in wanted.species]),
                species=several(self.species),
            )
            yield Fault(wanted.rule, message, self.seat)

    def apply(self, state: State) -> State:
        """Remove the species; a last one that is taken next doesn't count as lonely."""
        before = state.fronts[self.seat]
        wanted = claim(before, state.worth)
        chosen = Loss(self.seat, wanted.rule, (self.species,))
        rest = remove_species(before, (self.species,), wanted.takers)
        front, lost = settle(rest, state.worth, self.seat)
        fronts = replace_entry(state.fronts, self.seat, front)
        return state._replace(
            phase=_next_phase(fronts),
            discard=state.discard + minus(before, front),
            fronts=fronts,
            losses=(chosen, *(loss for loss in lost if loss.rule != "cattitude.lonely")),
        )


def _next_phase(fronts: Iterable[Cards]) -> str:
    """Return SECURE, or LOSE while a taker is left on a table because its owner has to choose."""
    return SECURE if all(map(TAKERS.isdisjoint, fronts)) else LOSE
