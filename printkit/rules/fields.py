"""Fields as games declare them: named places to write on their sheets.

`change.3.2` is the change of player 2 in round 3. A game hands families of such fields over with
its facts, under `fields`: the key `change.R.P` stands for every field of that shape, and capital
letters name its parts. Kind, range, label and formula come from the game's tables, so that a sheet
cannot disagree with the rules. Whoever prints loads this and no rule.
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias

Family: TypeAlias = dict[str, Any]  # how a family of fields is declared, as a layout would write it

PLAYER: Final = "{players[P - 1].label}"  # who is meant, in the label of a player's field


def number(
    label: str, least: int | None = None, most: int | None = None, formula: str = "", **words: str
) -> Family:
    """A family of numbers; with a formula they follow from other fields.

    In a label `{R}` is a part of the field's name, `words` are translated first, and all facts can
    be used: '{players[P - 1].label}, round {R}, {card}'. In a formula fields stand by their names,
    as in 'max(0, change.R.P + 1)', and a list of them as in 'sum(change.*.P)'.
    """
    bounds = {"min": least, "max": most}
    given = {key: value for key, value in bounds.items() if value is not None}
    more = {"formula": formula} if formula else {}
    return {"kind": "number", "label": label, "words": words, **given, **more}


def tick(label: str, *, circled: bool = False, **words: str) -> Family:
    """A family of boxes to tick, or of pictures to be `circled`."""
    return {"kind": "tick", "label": label, "circled": circled, "words": words}


def text(label: str) -> Family:
    """A family of places for words."""
    return {"kind": "text", "label": label}
