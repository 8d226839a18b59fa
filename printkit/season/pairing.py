"""Tables for the next evening: those present, divided so that a cost is as small as possible.

The cost of a table is the sum over its pairs. By meetings, a pair costs the number of games that
both have played together; of equally good tables, those with the most different ratings are better.
By rating, a pair costs the difference of their ratings, then their meetings. Up to MOST_EXACT
players every way to divide them is considered; among more, the best of several local searches,
which swap two players as long as that helps.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, islice
from random import Random
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from printkit.core.errors import UsageError
from printkit.core.units import counted
from printkit.games import find, find_id, game_ids, suggest
from printkit.pads import PAD
from printkit.pads.shelf import find_pad, shelf
from printkit.season.ratings import START

if TYPE_CHECKING:
    from printkit.season.gathering import Season

ANY_GAME: Final = (2, 5)
"""How few and how many players sit at a table if no game is given."""
MOST_EXACT: Final = 12  # players
STARTS: Final = 12  # local searches
FINE: Final = 10_000  # ratings are compared in these parts
FIRST: Final = 10**9
"""The weight of what is compared first, more than all that is compared next."""
BY: Final = ("meetings", "rating")


class PairedTable(NamedTuple):
    """One table of the next evening.

    Attributes:
        names: Its players.
        meetings: How many games its pairs have played together, in sum.
        ratings: The lowest and the highest rating at it; None without ratings.
    """

    names: tuple[str, ...]
    meetings: int
    ratings: tuple[float, float] | None

    def as_json(self) -> dict[str, Any]:
        """Return the table as plain data."""
        return {**self._asdict(), "names": list(self.names)}


class Sheets(NamedTuple):
    """What is printed for a table, and how few and how many players sit at it."""

    target: str
    settings: Mapping[str, str] = {}
    least: int = ANY_GAME[0]
    most: int = ANY_GAME[1]


def sheets_of(game: str) -> Sheets:
    """Return the sheets of a game, or of a score pad on the shelf; without a game, any pad.

    Raises:
        UsageError: There is no such game.
    """
    if not game:
        return Sheets(PAD)
    if (found := find(find_id(game))) is not None:
        return Sheets(found.id, {}, *found.players)
    if (pad := find_pad(game)) is None:
        hint = suggest(game, [*game_ids(), *shelf()])
        raise UsageError(f"unknown game '{game}'", hint=hint)
    return Sheets(PAD, {"game": pad.id}, max(pad.players[0], ANY_GAME[0]), pad.players[1])


def table_sizes(count: int, tables: int, least: int, most: int) -> list[int]:
    """Return the sizes of the tables, the larger ones first; they differ by one at most."""
    small, larger = divmod(count, tables)
    sizes = [small + 1] * larger + [small] * (tables - larger)
    if least <= small and sizes[0] <= most:
        return sizes
    fitting = [number for number in range(1, count + 1) if least * number <= count <= most * number]
    message = (
        f"{counted(count, 'player')} can't sit at {counted(tables, 'table')} of {least} to {most}"
    )
    several = f"from {fitting[0]} to {fitting[-1]} tables" if fitting else ""
    hint = counted(fitting[0], "table") if len(fitting) == 1 else several
    raise UsageError(message, hint=f"use {hint}" if hint else "add or leave out a player")


def pair_up(
    season: Season, names: Sequence[str], sizes: Sequence[int], by: str, seed: str
) -> tuple[PairedTable, ...]:
    """Divide players into tables of these sizes; the same seed gives the same tables."""
    known = {each.name: each for each in season.standings}

    def meetings(one: str, other: str) -> int:
        found = known[one].opponents.get(other) if one in known else None
        return found.games if found else 0

    def rating(name: str) -> float:
        return (known[name].rating if name in known else None) or START

    def cost(one: str, other: str) -> int:
        difference = round(abs(rating(one) - rating(other)) * FINE)
        if by == "rating":
            return difference * FIRST + meetings(one, other)
        return meetings(one, other) * FIRST - difference

    chance = Random(f"pairing {seed}")
    order = list(names)
    chance.shuffle(order)
    costs = [[0 if one == other else cost(one, other) for other in order] for one in order]
    tables = []
    for group in sorted(_divide(costs, sizes, chance), key=len, reverse=True):
        players = sorted((order[at] for at in group), key=names.index)
        here = [rating(name) for name in players]
        met = sum(meetings(*pair) for pair in combinations(players, 2))
        spread = (min(here), max(here)) if season.rated else None
        tables.append(PairedTable(tuple(players), met, spread))
    return tuple(tables)


Costs: TypeAlias = Sequence[Sequence[int]]
Division: TypeAlias = list[list[int]]


def _divide(costs: Costs, sizes: Sequence[int], chance: Random) -> Division:
    """Return the division into tables of these sizes that costs least, or nearly so."""
    players = range(len(costs))
    if len(players) <= MOST_EXACT:
        divisions = _divisions(tuple(players), tuple(sizes))
    else:
        divisions = (_improve(costs, start) for start in _starts(players, sizes, chance))
    return min(divisions, key=lambda division: _cost(costs, division))


def _cost(costs: Costs, division: Division) -> int:
    return sum(costs[one][other] for table in division for one, other in combinations(table, 2))


def _divisions(players: tuple[int, ...], sizes: tuple[int, ...]) -> Iterator[Division]:
    """Yield every way to divide players into tables, of which those of one size are alike."""
    if not players:
        yield []
        return
    first, *others = players
    for size in dict.fromkeys(sizes):
        rest = list(sizes)
        rest.remove(size)
        for group in combinations(others, size - 1):
            left = tuple(player for player in others if player not in group)
            for tables in _divisions(left, tuple(rest)):
                yield [[first, *group], *tables]


def _starts(players: Sequence[int], sizes: Sequence[int], chance: Random) -> Iterator[Division]:
    """Yield random divisions."""
    order = list(players)
    for _ in range(STARTS):
        chance.shuffle(order)
        seats = iter(order)
        yield [[*islice(seats, size)] for size in sizes]


def _improve(costs: Costs, division: Division) -> Division:
    """Swap two players at different tables as long as that costs less."""
    tables = [set(table) for table in division]
    at = {player: number for number, table in enumerate(tables) for player in table}
    sums = [[sum(row[player] for player in table) for table in tables] for row in costs]
    changed = True
    while changed:
        changed = False
        for one, other in combinations(range(len(costs)), 2):
            here, there = at[one], at[other]
            before = sums[one][here] + sums[other][there]
            after = sums[one][there] + sums[other][here] - 2 * costs[one][other]
            if here != there and after < before:
                changed = True
                at[one], at[other] = there, here
                for row, own in zip(costs, sums, strict=True):
                    own[here] += row[other] - row[one]
                    own[there] += row[one] - row[other]
    found: Division = [[] for _ in tables]
    for player, number in at.items():
        found[number].append(player)
    return found


def manifest_text(tables: Sequence[PairedTable], sheets: Sheets) -> str:
    """Return a manifest that builds these sheets for each table."""
    given = ", ".join(f"{name}: {value}" for name, value in sheets.settings.items())
    what = f"target: {sheets.target}" + (f", set: {{{given}}}" if given else "")
    jobs = []
    for number, table in enumerate(tables, 1):
        names = json.dumps(table.names, ensure_ascii=False)
        jobs.append(f"  - {{table: {number}, {what}, names: {names}}}")
    head = "# The tables of an evening; printkit batch builds their sheets."
    return "\n".join([head, "jobs:", *jobs, ""])
