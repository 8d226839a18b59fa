"""Pairings, compared with every way to divide up to nine players."""

from __future__ import annotations

from itertools import combinations, product

import pytest

import printkit
from printkit.season.pairing import pair_up, table_sizes
from tests.season.clubs import random_rows, write_table

NAMES = ["Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hana", "Ida"]


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory) -> printkit.Season:
    folder = tmp_path_factory.mktemp("club")
    write_table(folder / "results.csv", *random_rows(40, NAMES))
    return printkit.load_season(folder)


def meetings(season: printkit.Season, tables: list[tuple[str, ...]]) -> int:
    """How many games the pairs at these tables have played together."""
    return sum(
        one in game.names and other in game.names
        for table in tables
        for one, other in combinations(table, 2)
        for game in season.games
    )


def spread(season: printkit.Season, tables: list[tuple[str, ...]]) -> float:
    """The differences of the ratings of the pairs at these tables."""
    ratings = {one.name: one.rating or 0.0 for one in season.standings}
    return sum(
        abs(ratings[one] - ratings[other])
        for table in tables
        for one, other in combinations(table, 2)
    )


def every_division(names: list[str], sizes: list[int]) -> set[frozenset[tuple[str, ...]]]:
    """Every way to divide the names, found by giving each one every table."""
    found = set()
    for tables in product(range(len(sizes)), repeat=len(names)):
        if sorted(map(tables.count, range(len(sizes)))) == sorted(sizes):
            found.add(
                frozenset(
                    tuple(name for name, at in zip(names, tables, strict=True) if at == table)
                    for table in range(len(sizes))
                )
            )
    return found


@pytest.mark.parametrize(
    ("count", "tables"), [(4, 2), (5, 1), (6, 3), (7, 2), (8, 4), (9, 2), (9, 3)]
)
def test_no_other_division_is_better(count: int, tables: int, season: printkit.Season) -> None:
    names = NAMES[:count]
    sizes = table_sizes(count, tables, 2, 5)
    others = [list(division) for division in every_division(names, sizes)]

    by_meetings = [each.names for each in pair_up(season, names, sizes, "meetings", "x")]
    by_rating = [each.names for each in pair_up(season, names, sizes, "rating", "x")]

    least = min(meetings(season, other) for other in others)
    assert least == meetings(season, by_meetings)
    assert spread(season, by_meetings) == pytest.approx(
        max(spread(season, other) for other in others if meetings(season, other) == least),
        abs=0.01,
    )
    assert spread(season, by_rating) == pytest.approx(
        min(spread(season, other) for other in others), abs=0.01
    )


def test_the_meetings_are_counted(season: printkit.Season) -> None:
    for table in pair_up(season, NAMES, [5, 4], "meetings", "x"):
        assert meetings(season, [table.names]) == table.meetings


def test_everyone_sits_at_one_table_also_in_a_large_club(season: printkit.Season) -> None:
    names = [f"Player {number}" for number in range(60)] + NAMES
    sizes = table_sizes(len(names), 17, 3, 5)
    tables = pair_up(season, names, sizes, "meetings", "x")

    assert sorted(names) == sorted(name for table in tables for name in table.names)
    assert sizes == [len(table.names) for table in tables]
    assert 0 == sum(table.meetings for table in tables)


def test_a_swap_never_helps_in_a_large_club(season: printkit.Season) -> None:
    names = [*NAMES, *(f"Player {number}" for number in range(5))]
    tables = [list(each.names) for each in pair_up(season, names, [5, 5, 4], "rating", "x")]

    def cost(tables: list[list[str]]) -> float:
        ratings = {one.name: one.rating or 25.0 for one in season.standings}
        return sum(
            abs(ratings.get(one, 25.0) - ratings.get(other, 25.0))
            for table in tables
            for one, other in combinations(table, 2)
        )

    best = cost(tables)
    for one, other in combinations(names, 2):
        swapped = [[{one: other, other: one}.get(name, name) for name in table] for table in tables]
        assert cost(swapped) >= best - 0.01


def test_the_same_seed_gives_the_same_tables(season: printkit.Season) -> None:
    names = [f"Player {number}" for number in range(20)]
    first = pair_up(season, names, [5] * 4, "meetings", "x")

    assert first == pair_up(season, names, [5] * 4, "meetings", "x")
    assert first != pair_up(season, names, [5] * 4, "meetings", "y")


@pytest.mark.parametrize(
    ("count", "tables", "sizes"), [(9, 2, [5, 4]), (9, 3, [3, 3, 3]), (10, 3, [4, 3, 3])]
)
def test_tables_are_as_large_as_each_other(count: int, tables: int, sizes: list[int]) -> None:
    assert sizes == table_sizes(count, tables, 2, 5)


@pytest.mark.parametrize(
    ("count", "tables", "hint"),
    [
        (5, 3, "use from 1 to 2 tables"),
        (11, 2, "use from 3 to 5 tables"),
        (3, 2, "use 1 table"),
    ],
)
def test_too_many_or_too_few_tables_are_refused(count: int, tables: int, hint: str) -> None:
    with pytest.raises(printkit.UsageError, match=f"{count} players can't sit at") as refused:
        table_sizes(count, tables, 2, 5)
    assert hint == refused.value.hint


def test_players_who_fit_no_number_of_tables_are_refused() -> None:
    with pytest.raises(printkit.UsageError) as refused:
        table_sizes(5, 1, 3, 4)
    assert "add or leave out a player" == refused.value.hint
