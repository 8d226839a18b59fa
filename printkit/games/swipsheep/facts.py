"""Swip'Sheep's facts for printed sheets: plain numbers, words and tables for one player count."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from printkit.games.swipsheep.tables import DOG, VARIANTS, WOLF, Tables

if TYPE_CHECKING:
    from collections.abc import Iterator

AGES: Final = {"from": 5, "to": 99}

_KINDS: Final = {
    WOLF: ("Wolf", "Attacks another player and takes a card."),
    DOG: ("Dog", "Meets the wolf and takes a card from the attacker."),
    "sheep": ("Sheep", "Yours for good at the end of the round."),
}
_STEPS: Final = (
    (("shuffle", "cards"), "Who deals?", "The leader deals {hand} cards to everyone."),
    (("arrow-left", "card"), "What goes left?", "Give one card to the left."),
    (("arrow-right", "card"), "What goes right?", "Give another card to the right."),
    (("wolf", "question"), "Any wolves?", "Lay all your wolves down."),
    (("wolf", "hand-grab"), "Whom does the wolf visit?", "The leader's wolves go first."),
    (("dog", "shield"), "Is a dog there?", "Then the dog takes a card instead."),
    (("sheep", "heart"), "Whose sheep are safe?", "Keep the sheep in your hand."),
    (("deck", "crown"), "Who leads next?", "Wolves and dogs go back, the crown goes left."),
)


def facts(tables: Tables, count: int, variant: str) -> dict[str, Any]:
    """Everything a sheet may want to know."""
    return {
        **_counted(tables, count),
        "variant": variant,
        "variant_title": next(known.title for known in VARIANTS if known.id == variant),
        "ages": dict(AGES),
        "hand": tables.hand,
        "give": {"left": 1, "right": 1, "keep": tables.hand - 2},
        "rounds": list(_rounds(tables, count)),
        "steps": list(_steps(tables)),
        "cards": list(_cards(tables)),
        "card_count": tables.cards,
        "card_counts": {
            "wolf": tables.wolves,
            "dog": tables.dogs,
            "sheep": tables.sheep_cards,
        },
        "sheep_total": tables.all_sheep,
        "kinds": list(_kinds(tables)),
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
        "leaders": [line["leader"] for line in _rounds(tables, count)],
        "score_max": _most_sheep(tables, dealt * tables.rounds[count]),
        "short_deals": [
            {"deck": deck, "hands": list(tables.shares(deck, count))}
            for deck in tables.short_decks(count)
        ],
    }


def _most_sheep(tables: Tables, cards: int) -> int:
    """The most sheep that so many dealt cards can show: a bound for one player's score."""
    total = 0
    for number in sorted(tables.sheep, reverse=True):
        drawn = min(cards, tables.sheep[number])
        total += drawn * number
        cards -= drawn
    return total


def _rounds(tables: Tables, count: int) -> Iterator[dict[str, Any]]:
    """One line a round; seats count from 1, and the youngest sits at 1."""
    for index in range(tables.rounds[count]):
        leader = index % count + 1
        yield {
            "number": index + 1,
            "leader": leader,
            "leads": [seat == leader for seat in range(1, count + 1)],
            "short_deal": bool(tables.short_decks(count)) and index + 1 == tables.rounds[count],
            "last": index + 1 == tables.rounds[count],
        }


def _steps(tables: Tables) -> Iterator[dict[str, Any]]:
    """The questions of a round, in order, each with the pictures that ask it."""
    for number, (icons, question, text) in enumerate(_STEPS, 1):
        yield {
            "number": number,
            "icons": list(icons),
            "question": question,
            "text": text.format(hand=tables.hand),
        }


def _cards(tables: Tables) -> Iterator[dict[str, Any]]:
    """One line for every different card."""
    for name, count in zip(tables.names, tables.deck, strict=True):
        sheep = tables.worth[name]
        icon = "sheep" if sheep else name
        yield {
            "id": name,
            "title": _KINDS[icon][0],
            "icon": icon,
            "count": count,
            "sheep": sheep,
            "stays": bool(sheep),
        }


def _kinds(tables: Tables) -> Iterator[dict[str, Any]]:
    """Wolf, dog and sheep: what each of them does."""
    counts = (tables.wolves, tables.dogs, tables.sheep_cards)
    for (name, (title, text)), count in zip(_KINDS.items(), counts, strict=True):
        yield {"id": name, "title": title, "icon": name, "count": count, "text": text}
