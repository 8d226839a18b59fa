"""Every pad of the shelf in every player count, filled in at random, against sums of our own."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from printkit.core.errors import LayoutError, Problems, UsageError
from printkit.core.languages import shipped_languages
from printkit.core.paper import PAPERS
from printkit.filling.valuesfile import add_computed
from printkit.layout.cache import LayoutCache
from printkit.layout.language.loading import load_pad
from printkit.pads.shelf import find_pad, pad_from_options, shelf
from printkit.pipeline.scorepages import writable
from printkit.request.options import Request
from tests.rendering import lay_out

if TYPE_CHECKING:
    from printkit.core.scene import Field
    from printkit.pads.pad import Pad

Values = Mapping[str, float]
CACHE = LayoutCache()


def fields_of(pad: str, players: int) -> Mapping[str, Field]:
    """Lay out a pad; return its fields by name."""
    settings = {"game": pad}
    request = Request(("any/pad",), (players,), settings=settings, paper=PAPERS["a4"])
    (fields,) = writable(request, CACHE).fields
    return fields


def bowling(values: Values, player: int) -> float:
    """Score a game of bowling roll by roll."""
    rolls: list[float] = []
    starts = []
    for frame in range(1, 11):
        starts.append(len(rolls))
        names = [f"{name}.{frame}.{player}" for name in ("first", "second", "third")]
        rolls += [values[name] for name in names if name in values]
    total = 0.0
    for frame, at in enumerate(starts, 1):
        if frame == 10:
            return total + sum(rolls[at:])
        is_strike = rolls[at] == 10
        number = 3 if is_strike or sum(rolls[at : at + 2]) == 10 else 2
        total += sum(rolls[at : at + number])
    raise AssertionError


def rounds(values: Values, player: int, *names: str) -> list[tuple[float, ...]]:
    """Return what a player wrote in each round."""
    found: list[tuple[float, ...]] = []
    while all(f"{name}.{len(found) + 1}.{player}" in values for name in names):
        found.append(tuple(values[f"{name}.{len(found) + 1}.{player}"] for name in names))
    return found


def darts(values: Values, player: int) -> float:
    left = 501.0
    for (points,) in rounds(values, player, "round"):
        left -= points if points <= left else 0
    return left


def skittles(values: Values, player: int) -> float:
    total = 0.0
    for (points,) in rounds(values, player, "round"):
        total = total + points if total + points <= 50 else 25
    return total


def five_dice(values: Values, player: int) -> float:
    upper = sum(values[f"row.{row}.{player}"] for row in range(1, 7))
    return upper + 35 * (upper >= 63) + sum(values[f"row.{row}.{player}"] for row in range(8, 15))


def colour_rows(values: Values, player: int) -> float:
    crosses = [int(values[f"row.{row}.{player}"]) for row in range(1, 5)]
    failed = values[f"row.9.{player}"]
    return sum(sum(range(1, number + 1)) for number in crosses) - 5 * failed


def oh_hell(values: Values, player: int) -> float:
    played = rounds(values, player, "bid", "tricks")
    return sum(10 + tricks for bid, tricks in played if bid == tricks)


def prophets(values: Values, player: int) -> float:
    played = rounds(values, player, "bid", "tricks")
    return sum(20 + 10 * won if bid == won else -10 * abs(bid - won) for bid, won in played)


def plain_sum(values: Values, player: int, worth: Mapping[int, int]) -> float:
    """Add up rounds, and rows with what each of them is worth."""
    total = 0.0
    for name, value in values.items():
        kind, *rest = name.split(".")
        if kind != "name" and int(rest[-1]) == player:
            total += value * (worth.get(int(rest[0]), 1) if kind == "row" else 1)
    return total


SCORES: dict[str, Callable[[Values, int], float]] = {
    "bowling": bowling,
    "darts-501": darts,
    "finnish-skittles": skittles,
    "five-dice": five_dice,
    "colour-rows": colour_rows,
    "oh-hell": oh_hell,
    "bid-tricks": prophets,
}
WORTH = {
    "farm": {8: -1, 11: 2, 12: 3},
    "island-trade": {2: 2, 3: 2, 4: 2},
    "letter-tiles": {1: -1},
}
"""The points of rows that aren't worth one each, by the number of the row."""


def bowl(rng: random.Random, player: int) -> dict[str, float]:
    """Throw ten frames, with many strikes and spares."""
    values: dict[str, float] = {}
    for frame in range(1, 11):
        first = rng.choice((10, rng.randint(0, 10)))
        values[f"first.{frame}.{player}"] = first
        left = 10 - first
        if frame == 10 and first == 10:
            second = rng.choice((10, rng.randint(0, 9)))
            values[f"second.{frame}.{player}"] = second
            values[f"third.{frame}.{player}"] = rng.randint(0, 10 if second == 10 else 10 - second)
        elif first < 10:
            second = rng.choice((left, rng.randint(0, left)))
            values[f"second.{frame}.{player}"] = second
            if frame == 10 and second == left:
                values[f"third.{frame}.{player}"] = rng.randint(0, 10)
    return values


@pytest.mark.parametrize("pad", shelf())
def test_totals_are_right_in_every_player_count(pad: str) -> None:
    rng = random.Random(pad)
    least, most = shelf()[pad].players
    for players in range(least, most + 1):
        fields = fields_of(pad, players)
        values: dict[str, float] = {}
        for name, field in fields.items():
            if field.kind == "number" and field.formula is None and pad != "bowling":
                assert field.least is not None
                assert field.most is not None
                values[name] = rng.randint(field.least, field.most)
        for player in range(1, players + 1) if pad == "bowling" else ():
            values.update(bowl(rng, player))
        written = add_computed(fields, values)
        for player in range(1, players + 1):
            score = SCORES.get(pad) or (lambda v, p: plain_sum(v, p, WORTH.get(pad, {})))
            assert written[f"total.{player}"] == score(values, player), (players, player)


@pytest.mark.parametrize("pad", shelf().values(), ids=lambda pad: pad.id)
def test_every_number_has_the_range_of_its_rules(pad: Pad) -> None:
    fields = fields_of(pad.id, pad.players[0])
    written = [one for one in fields.values() if one.kind == "number" and one.formula is None]
    assert written
    assert all(one.least is not None and one.most is not None for one in written)


def test_a_perfect_game_of_bowling_has_300_points() -> None:
    fields = fields_of("bowling", 1)
    strikes = {f"first.{frame}.1": 10 for frame in range(1, 11)} | {
        "second.10.1": 10,
        "third.10.1": 10,
    }
    assert add_computed(fields, strikes)["total.1"] == 300


def test_a_strike_has_no_points_before_the_next_throws() -> None:
    fields = fields_of("bowling", 1)
    assert "round.1.1" not in add_computed(fields, {"first.1.1": 10, "first.2.1": 3})
    assert (
        add_computed(fields, {"first.1.1": 10, "first.2.1": 3, "second.2.1": 4})["round.1.1"] == 17
    )


@pytest.mark.parametrize("language", shipped_languages())
def test_the_longest_target_fits_beside_the_most_players(language: str) -> None:
    settings = {"game": "ten-thousand"}
    request = Request(("any/pad",), (6,), settings=settings, paper=PAPERS["a4"], language=language)
    assert len(list(lay_out(request).pages())) == 1


def test_a_group_that_counts_nothing_has_no_subtotal() -> None:
    assert not [name for name in fields_of("colour-rows", 1) if name.startswith("subtotal.")]
    assert "subtotal.2.1" in fields_of("five-dice", 1)


def test_a_pad_is_found_by_its_id_or_its_title_in_any_language() -> None:
    assert find_pad("HEARTS") is find_pad("Herzeln") is shelf()["hearts"]
    assert find_pad("Kręgle") is shelf()["bowling"]
    assert find_pad("nothing") is None


def test_rows_make_it_a_pad_of_ones_own() -> None:
    assert pad_from_options({"game": "hearts"}).target == 100
    own = pad_from_options({"game": "hearts", "rounds": 3})
    assert (own.title, own.rounds, own.target, own.wins) == ("hearts", 3, 0, "highest")


def test_a_game_that_is_not_on_the_shelf_needs_rows_or_rounds() -> None:
    with pytest.raises(UsageError, match="no rows and no rounds for 'Hertz'") as caught:
        pad_from_options({"game": "Hertz"})
    assert "did you mean 'Hearts'?" in caught.value.hint


def test_a_mistake_in_a_file_is_shown_at_its_place(tmp_path: Path) -> None:
    file = tmp_path / "new.yaml"
    file.write_text("pad: new\ntitle: New\nrunds: 3\n", encoding="utf-8")
    with pytest.raises((LayoutError, Problems), match="unknown key 'runds' in a score pad"):
        load_pad(file)
