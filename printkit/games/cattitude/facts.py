"""Cattitude's facts for printed sheets: plain numbers, words and tables for one player count."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from printkit.games.cattitude.cards import (
    BIRDOHOLIC,
    BLUE,
    CARDS,
    CATASTROPHE,
    NOBLES,
    QUEEN,
    ROYAL_CAT,
    SPECIES,
    UNITS,
    Species,
)
from printkit.games.cattitude.collecting import settle
from printkit.games.cattitude.rulebook import VARIANTS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from printkit.games.cattitude.tables import Split, Tables, Worth

_ICONS = {
    "skinny turkey": "turkey-skinny",
    "frightened chicken": "chicken-frightened",
    "plucked peacock": "peacock-plucked",
}
_EXAMPLE = {"peacock": 3, "chicken": 3, "turkey": 4}
_TOKEN = {"base": "flip", "beginner": "flip", "toss": "toss"}


def facts(tables: Tables, count: int, variant: str) -> dict[str, Any]:
    """Everything a sheet may want to know."""
    split = tables.split(count)
    worths = {profile: tables.worth(profile) for profile in tables.profiles}
    token = _TOKEN[variant] if count > 2 else "none"
    return {
        **_counted(tables, split),
        "variant": variant,
        "variant_title": next(known.title for known in VARIANTS if known.id == variant),
        "token": token,
        "rounds": list(_rounds(split, token)),
        "steps": list(_steps(tables, split, token)),
        "profiles": [_profile(tables, profile) for profile in tables.profiles],
        "cards": [_card(tables, worths, card) for card in CARDS],
        "species": [_species(tables, worths, species) for species in SPECIES],
        "royals": [_card(tables, worths, card) for card in (ROYAL_CAT, QUEEN)],
        "takers": [_card(tables, worths, card) for card in (BIRDOHOLIC, CATASTROPHE)],
        "taker_examples": list(_examples(next(iter(worths.values())))),
        "bonus": _bonus(tables, worths),
        "bid": {
            "limit": 0 if variant == "beginner" else tables.bid_limit,
            "from_round": 2,
            "bids": 2,
        },
        "nobles_secured": "one" if variant == "beginner" else "all",
        "counts": [_counted(tables, tables.split(each)) for each in sorted(tables.setups)],
    }


def _counted(tables: Tables, split: Split) -> dict[str, Any]:
    """What depends on the number of players alone: a line of the set-up table."""
    nobles = split.nobles_away * len(NOBLES)
    return {
        "player_count": split.players,
        "blue": tables.blue,
        "red": tables.red,
        "nobles_away_each": split.nobles_away,
        "nobles_away": nobles,
        "blue_away": split.blue_away,
        "blue_away_total": nobles + split.blue_away,
        "blue_used": split.blue_used,
        "big_piles": split.big_piles,
        "big_size": split.big_size,
        "big_total": split.big_piles * split.big_size,
        "small_piles": split.small_piles,
        "small_size": split.small_size,
        "small_total": split.small_piles * split.small_size,
        "red_away": split.red_away,
        "red_on_each": split.red_on_each,
        "red_used": split.red_used,
        "pile_count": split.rounds,
        "pile_size": split.big_size,
        "cards_used": split.rounds * split.big_size,
        "round_count": split.rounds,
        "blue_rounds": split.big_piles,
        "red_rounds": split.small_piles,
        "first_red_round": split.big_piles + 1,
        "cards_each": split.hand,
        "red_each": split.red_each,
        "blue_each_red_round": split.hand - split.red_each,
        "uses_direction": split.players > 2,
    }


def _rounds(split: Split, token: str) -> Iterator[dict[str, Any]]:
    """One line a round; `if_left` is its direction if the first one is left, `if_right` if not."""
    for number in range(1, split.rounds + 1):
        red = split.is_red(number)
        odd = number % 2 == 1
        row = {
            "number": number,
            "red": red,
            "first_red": number == split.big_piles + 1,
            "last": number == split.rounds,
            "left": split.rounds - number,
            "cards_each": split.hand,
            "red_each": split.red_each if red else 0,
            "table_cards": number > 1,
            "if_left": "",
            "if_right": "",
        }
        if token == "flip":
            row |= {"if_left": "left" if odd else "right", "if_right": "right" if odd else "left"}
        yield row


def _steps(tables: Tables, split: Split, token: str) -> Iterator[dict[str, Any]]:
    """The set-up in the order the hands move; each sum has `terms` that add up to `total`."""
    blue_left = split.blue_used
    yield _step("sort", "Sort the cards by their backs", "cards", tables.blue + tables.red).with_(
        ("blue cards", 1, tables.blue), ("red cards", 1, tables.red)
    )
