"""Cattitude's fields: the places to write on its sheets."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from printkit.games.cattitude.cards import QUEEN, ROYAL_CAT, SPECIES
from printkit.rules.fields import number, tick

if TYPE_CHECKING:
    from printkit.games.cattitude.tables import Tables
    from printkit.rules.fields import Family

_NAME = "{players[P - 1].label}"


def fields(tables: Tables) -> dict[str, Family]:
    """The places to write on score pad, round tracker and pile checklist."""
    secured = {
        f"secured.{species.name}.R.P": tick(
            f"{_NAME}, round {{R}}, secures: {{species}}",
            circled=True,
            species=f"{species.name.capitalize()}s",
        )
        for species in SPECIES
    }
    return {
        **dict(_cards(tables)),
        "total.P": number(f"{_NAME}, total", formula="sum(points.*.P)"),
        "done.R": tick("Round {R} is over"),
        **secured,
        "step.N": tick("Step {N} is done"),
    }


def _cards(tables: Tables) -> Iterator[tuple[str, Family]]:
    """How many of each card lie under a palace, and what they are worth."""
    kinds = [card for s in SPECIES for card in (s.name, s.bad, s.diva, s.noble)]
    for card in (*kinds, ROYAL_CAT, QUEEN):
        key, most = card.replace(" ", "-"), tables.copies[card]
        title = card.capitalize()
        yield f"count.{key}.P", number(f"{_NAME}, number: {{card}}", 0, most, card=title)
        worth = f"{{card_values['{key}'][options.values]}}"
        formula = f"count.{key}.P * {worth}"
        label = f"{_NAME}, points: {{card}}"
        yield f"points.{key}.P", number(label, formula=formula, card=title)
    bonuses = [card for s in SPECIES for card in (s.bonus_none, s.bonus_some)]
    most = sum(tables.copies[card] for card in bonuses)
    title = "Bonus cards that come true"
    yield "count.bonus.P", number(f"{_NAME}, number: {{card}}", 0, most, card=title)
    formula = f"count.bonus.P * {tables.bonus}"
    yield "points.bonus.P", number(f"{_NAME}, points: {{card}}", formula=formula, card=title)
