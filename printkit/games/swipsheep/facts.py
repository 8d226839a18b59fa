"""Swip'Sheep's facts for printed sheets: plain numbers, words and tables for one player count.

The players may be five years old: words are few, and every line has pictures of its own. Numbers
stand beside the texts and not inside, so that a text reads the same with other tables.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any, Final

from printkit.games.swipsheep.tables import DOG, WOLF, Tables, box
from printkit.rules import fields
from printkit.rules.printed import PrintedGame
from printkit.tuples import NamedTuple

AGES: Final = {"from": 5, "to": 99}


class Picture(NamedTuple):
    """A line of a sheet: names of icons, a heading, a sentence for whoever can read, a number.

    An `amount` of 0 means that there is no number to show.
    """

    icons: tuple[str, ...]
    title: str
    text: str
    amount: int = 0


_KINDS: Final = {
    WOLF: Picture(("wolf",), "Wolf", "Take a card from someone else."),
    DOG: Picture(("dog",), "Dog", "A wolf? Take a card from its owner!"),
    "sheep": Picture(("sheep",), "Sheep", "Yours when the round is over."),
}
_ATTACK: Final = (
    Picture(("wolf", "dog"), "The target has a dog", "They take a card off the attacker."),
    Picture(("wolf", "sheep"), "The target has no dog", "The attacker takes a card off them."),
    Picture(("wolf", "cross"), "The hand is empty", "Nobody takes anything. Bad luck!"),
)
_GOAL: Final = Picture(("sheep", "trophy"), "The most sheep win", "As many? Win together.")


def facts(tables: Tables, count: int, _variant: str) -> dict[str, Any]:
    """Everything a sheet may want to know."""
    return {
        **_counted(tables, count),
        "ages": dict(AGES),
        "hand": tables.hand,
        "give": {"left": 1, "right": 1, "keep": tables.hand - 2},
        "seats": list(_seats(tables, count)),
        "rounds": list(rounds(tables, count)),
        "setup": _lines(_setup(tables, count)),
        "steps": _lines(_steps(tables)),
        "attack": _lines(_ATTACK),
        "goal": _lines((_GOAL,))[0],
        "kinds": list(_kinds(tables)),
        "cards": list(_cards(tables)),
        "card_count": tables.cards,
        "sheep_total": tables.all_sheep,
        "fields": _fields(tables),
        "counts": [_counted(tables, each) for each in sorted(tables.rounds)],
    }


def _counted(tables: Tables, count: int) -> dict[str, Any]:
    """What depends on the number of players alone: a line of the set-up table."""
    dealt = tables.hand * count
    return {
        "player_count": count,
        "round_count": tables.rounds[count],
        "deal_total": dealt,
        "deck_left": tables.cards - dealt,
        "leaders": [_leader(index, count) for index in range(tables.rounds[count])],
        "short_deals": [
            {"deck": deck, "hands": list(tables.shares(deck, count))}
            for deck in tables.short_decks(count)
        ],
    }


def _leader(index: int, count: int) -> int:
    return index % count + 1


def _seats(tables: Tables, count: int) -> Iterator[dict[str, Any]]:
    """One line a player, clockwise from the youngest, who is number 1."""
    played = range(tables.rounds[count])
    for seat in range(1, count + 1):
        leads = [index + 1 for index in played if _leader(index, count) == seat]
        yield {"number": seat, "youngest": seat == 1, "leads": leads}


def rounds(tables: Tables, count: int, first: int = 0) -> Iterator[dict[str, Any]]:
    """One line a round; `leads` says for each seat whether it leads, and `first` leads round 1."""
    for index in range(tables.rounds[count]):
        last = index + 1 == tables.rounds[count]
        leader = _leader(index + first, count)
        yield {
            "number": index + 1,
            "leader": leader,
            "leads": [seat == leader for seat in range(1, count + 1)],
            "last": last,
            "can_be_short": last and bool(tables.short_decks(count)),
        }


def _setup(tables: Tables, count: int) -> Iterator[Picture]:
    yield Picture(("person", "crown"), "The youngest leads", "Next time the player to the left.")
    yield Picture(("shuffle", "deck"), "All cards", "Shuffle them well.", tables.cards)
    yield Picture(("cards", "people"), "For everyone", "Deal cards from the deck.", tables.hand)
    left = tables.cards - tables.hand * count
    yield Picture(("deck",), "Left over", "Put the deck beside you.", left)
    yield Picture(("calendar",), "Rounds", "Then count your sheep.", tables.rounds[count])


def _steps(tables: Tables) -> Iterator[Picture]:
    """The questions of a round, in order."""
    yield Picture(("shuffle", "cards"), "Who deals?", "The leader does.", tables.hand)
    yield Picture(("arrow-left", "card"), "What goes left?", "Give one card away.", 1)
    yield Picture(("card", "arrow-right"), "What goes right?", "Give another card away.", 1)
    yield Picture(("wolf", "question"), "Who has a wolf?", "Lay all wolves down.")
    yield Picture(("wolf", "hand-grab"), "Whom does it visit?", "The leader's wolves go first.")
    yield Picture(("dog", "shield"), "Is a dog there?", "Then the dog takes a card instead.")
    yield Picture(("sheep", "heart"), "Whose sheep are safe?", "Keep the sheep you hold.")
    yield Picture(("wolf", "dog", "deck"), "Who goes back?", "Wolves and dogs, into the deck.")
    yield Picture(("arrow-left", "crown"), "Who leads next?", "The player to the left.")


def _kinds(tables: Tables) -> Iterator[dict[str, Any]]:
    """Wolf, dog and sheep: what each of them does."""
    counts = (tables.wolves, tables.dogs, tables.sheep_cards)
    for (name, picture), count in zip(_KINDS.items(), counts, strict=True):
        yield {
            "id": name,
            "icon": picture.icons[0],
            "title": picture.title,
            "text": picture.text,
            "count": count,
            "stays": name == "sheep",
        }


def _cards(tables: Tables) -> Iterator[dict[str, Any]]:
    """One line for every different card."""
    for name, count in zip(tables.names, tables.deck, strict=True):
        sheep = tables.worth[name]
        picture = _KINDS["sheep" if sheep else name]
        yield {
            "id": name,
            "icon": picture.icons[0],
            "title": picture.title,
            "sheep": sheep,
            "count": count,
        }


def _lines(pictures: Iterable[Picture]) -> list[dict[str, Any]]:
    return [
        {
            "number": number,
            "icons": list(picture.icons),
            "title": picture.title,
            "text": picture.text,
            "count": picture.amount,
        }
        for number, picture in enumerate(pictures, 1)
    ]


def _fields(tables: Tables) -> dict[str, fields.Family]:
    """The places to write on the score pad."""
    return {
        "sheep.R.P": fields.number(f"{fields.PLAYER}, round {{R}}, sheep", 0, tables.all_sheep),
        "total.P": fields.number(f"{fields.PLAYER}, sheep in all", formula="sum(sheep.*.P)"),
    }


def new_printed(tables: Tables) -> PrintedGame:
    """What sheets know of the game with these tables."""
    return PrintedGame(box(tables), partial(facts, tables))


PRINTED = new_printed(Tables())
