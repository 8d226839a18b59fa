"""Shares of a simulation, each played in a process of its own.

A game follows from the seed and its number alone, so the statistics do not depend on which
process plays which game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final

from printkit.games import load
from printkit.processes import shared_out, usable_cores
from printkit.records import write_record
from printkit.rules.simulate import Seating, Tally, play, record_rows
from printkit.tuples import NamedTuple

if TYPE_CHECKING:
    from printkit.rules.simulate import Played

SHARE: Final = 250  # how many games are handed to a worker at once


class Tournament(NamedTuple):
    """What is to be played."""

    game: str  # its id
    players: tuple[str, ...]  # who sits there, clockwise
    variant: str  # how it is played
    rulings: Mapping[str, str]  # choices that differ from the default
    settings: Mapping[str, str]  # the game's own settings
    seed: str  # where all chance comes from
    games: int  # how many there are
    save: Path | None  # where their records go

    def seating(self) -> Seating:
        """The game with its players, made anew in each process."""
        return Seating(load(self.game), self.players, self.variant, self.rulings, self.settings)


def tally_all(plan: Tournament, jobs: int, tell: Callable[[int, int], None]) -> Tally:
    """Plays all games, reports the progress, and gives the statistics.

    With 0 `jobs`, there are as many workers as cores, and none without a whole share.
    """
    firsts = range(2, plan.games + 1, SHARE)
    shares = [range(first, min(first + SHARE, plan.games + 1)) for first in firsts]
    jobs = min(jobs or usable_cores(), len(shares))
    tally = Tally(len(plan.players))
    for share in _played_alone(plan) if jobs < 2 else _played_together(plan, shares, jobs):
        tally.merge(share)
        tell(tally.games, plan.games)
    return tally


def _played_alone(plan: Tournament) -> Iterator[Tally]:
    """The statistics game by game, so that progress can be shown."""
    for number in range(1, plan.games + 1):
        yield play_share(plan, range(number, number + 1))


def _played_together(plan: Tournament, shares: list[range], jobs: int) -> Iterator[Tally]:
    """The statistics share by share; the first game is played here, to find a bad plan early."""
    yield play_share(plan, range(1, 2))
    yield from shared_out(partial(play_share, plan), shares, jobs)


def play_share(plan: Tournament, numbers: range) -> Tally:
    """The statistics of the games with these numbers."""
    seating, tally = plan.seating(), Tally(len(plan.players))
    for number in numbers:
        played = play(seating, Random(f"{plan.seed}/{number}"))
        tally.add(played)
        if plan.save is not None:
            _save(plan.save, plan, number, played)
    return tally


def _save(folder: Path, plan: Tournament, number: int, played: Played) -> None:
    digits = len(str(plan.games))
    name = f"{plan.game}-{len(plan.players)}-{plan.variant}-{number:0{digits}}.jsonl"
    write_record(folder / name, record_rows(played))
