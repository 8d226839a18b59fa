"""Swip'Sheep on paper: facts for sheets, and the values of a recorded game.

The players may be five years old: words are few, and every line has its own pictures. Numbers are
beside the texts, not inside, so that the texts are also right with other tables.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from printkit.games.swipsheep.numbers import DOG, WOLF, Tables
from printkit.games.swipsheep.state import OVER, State
from printkit.rules.record import first_seat
from printkit.rules.results import ROUND, Filling, Result
from printkit.rules.sheets import PLAYER, Family, number_field

if TYPE_CHECKING:
    from printkit.rules.results import FieldValue, PlayedEvent, Written


AGES: Final = {"from": 5, "to": 99}


class PictureRow(NamedTuple):
    """A line of a sheet: names of icons, a heading, a sentence, a number.

    An `amount` of 0 is not shown.
    """

    icons: tuple[str, ...]
    title: str
    text: str
    amount: int = 0


_KINDS: Final = {
    WOLF: PictureRow(("wolf",), "Wolf", "Steal a card at random from someone’s hand."),
    DOG: PictureRow(("dog",), "Dog", "A wolf comes? Steal a card at random from its owner."),
    "sheep": PictureRow(("sheep",), "Sheep", "Count sheep, not cards!"),
}
_GOAL: Final = PictureRow(("sheep", "trophy"), "Most sheep wins", "Tied? Share the win.")
_HUES: Final = {
    "sky": (
        "card",
        "cards",
        "deal",
        "deck",
        "shuffle",
        "arrow-left",
        "arrow-right",
        "people",
        "flag",
    ),
    "wolf": (WOLF,),
    "dog": (DOG,),
    "meadow": ("calendar", "cross"),
    "sun": ("crown", "trophy", "person"),
    "rose": ("heart", "question", "claw"),
    "fleece": ("sheep",),
}
"""The icons by their colour on the sheets."""
_HUE_OF: Final = {icon: hue for hue, icons in _HUES.items() for icon in icons}


def facts(tables: Tables, count: int, _variant: str) -> dict[str, Any]:
    """Return all facts for sheets."""
    return {
        **_count_facts(tables, count),
        "ages": dict(AGES),
        "hues": _HUE_OF,
        "hand": tables.hand,
        "give": {"left": 1, "right": 1, "keep": tables.hand - 2},
        "seats": list(_seats(tables, count)),
        "rounds": list(rounds(tables, count)),
        "setup": list(_setup(tables, count)),
        "steps": _lines(_steps(tables)),
        "goal": _lines((_GOAL,))[0],
        "kinds": list(_kinds(tables)),
        "cards": list(_cards(tables)),
        "card_count": tables.cards,
        "sheep_on_cards": sorted({n for n in tables.worth.values() if n}),
        "sheep_total": tables.all_sheep,
        "fields": _fields(tables),
        "counts": [_count_facts(tables, each) for each in sorted(tables.rounds)],
    }


def _count_facts(tables: Tables, count: int) -> dict[str, Any]:
    """Return the facts that depend only on the number of players: a row of the set-up table."""
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
    """Yield one row per player, clockwise from the youngest, who is number 1."""
    played = range(tables.rounds[count])
    for seat in range(1, count + 1):
        leads = [index + 1 for index in played if _leader(index, count) == seat]
        yield {"number": seat, "youngest": seat == 1, "leads": leads}


def rounds(tables: Tables, count: int, first: int = 0) -> Iterator[dict[str, Any]]:
    """Yield one row per round; `leads` marks the seat that leads, and `first` leads round 1."""
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


def _setup(tables: Tables, count: int) -> Iterator[dict[str, Any]]:
    """Yield the rows of the setup card."""
    yield _row("crown", "The youngest leads", "after that, the player to the left")
    yield _row("shuffle", "All cards", "well shuffled", tables.cards)
    yield _row("deal", "Deal cards", "to each player", tables.hand)
    yield _row("deck", "The rest", "lies beside you")
    yield _row("calendar", "Rounds", "then count your sheep", tables.rounds[count])


def _row(icon: str, title: str, text: str, value: int | None = None) -> dict[str, Any]:
    hue = _HUE_OF[icon]
    shown = "" if value is None else str(value)
    words = {"icon": icon, "title": title, "text": text, "value": shown, "unit": ""}
    return {**words, "colour": f"{hue}-dark", "paint": f"{hue}-fill"}


def _steps(tables: Tables) -> Iterator[PictureRow]:
    """Yield the questions of a round, in order."""
    yield PictureRow(("deal",), "Who deals?", "The leader does.", tables.hand)
    yield PictureRow(("arrow-left", "card"), "What goes left?", "Pass one card.", 1)
    yield PictureRow(("card", "arrow-right"), "What goes right?", "Pass another card.", 1)
    yield PictureRow(("wolf", "question"), "Is a wolf out hunting?", "Put all wolves on the table.")
    yield PictureRow(
        ("wolf", "claw"), "Who gets a visit?", "Leader first. Each wolf steals a card at random."
    )
    yield PictureRow(("dog",), "Is a dog at home?", "Then the dog steals a card instead.")
    yield PictureRow(("sheep", "heart"), "Which sheep are safe?", "Keep the ones in your hand.")
    yield PictureRow(("wolf", "dog", "deck"), "What goes back?", "All the wolves and dogs.")
    yield PictureRow(("arrow-left", "crown"), "Who leads next?", "The player to the left.")


def _kinds(tables: Tables) -> Iterator[dict[str, Any]]:
    """Yield the effects of wolf, dog and sheep."""
    counts = (tables.wolves, tables.dogs, tables.sheep_cards)
    for (name, picture), count in zip(_KINDS.items(), counts, strict=True):
        yield {
            "id": name,
            "icon": picture.icons[0],
            "hue": name if name in _HUES else "meadow",
            "title": picture.title,
            "text": picture.text,
            "count": count,
            "stays": name == "sheep",
        }


def _cards(tables: Tables) -> Iterator[dict[str, Any]]:
    """Yield one row for every different card."""
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


def _lines(pictures: Iterable[PictureRow]) -> list[dict[str, Any]]:
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


def _fields(tables: Tables) -> dict[str, Family]:
    """Return the fields of the score pad."""
    return {
        "sheep.R.P": number_field(f"{PLAYER}, round {{R}}, sheep", 0, tables.all_sheep),
        "total.P": number_field(
            f"{PLAYER}, sheep in total", formula="sum(sheep.*.P)", score="total"
        ),
    }


RESULT: Final[Result[State]] = Result("Sheep won", ROUND)


def written(steps: Sequence[PlayedEvent[State]]) -> Written:
    """Return the values on the score pad."""
    state = steps[-1].after
    values: dict[str, FieldValue] = {}
    for _, before, after in steps:
        if after.played > before.played:
            pairs = zip(before.sheep, after.sheep, strict=True)
            for seat, (had, has) in enumerate(pairs, 1):
                values[f"sheep.{after.played}.{seat}"] = has - had
    if state.phase == OVER:
        values |= {f"total.{seat}": score for seat, score in enumerate(state.sheep, 1)}
    led = rounds(state.tables, len(state.header.players), first_seat(state.header))
    return {"score-pad": Filling((values,), facts={"rounds": list(led)})}
