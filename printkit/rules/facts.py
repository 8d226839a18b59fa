"""What a game declares for its printed sheets: random draws and form fields.

A draw says which options a layout has to declare for it, and makes facts out of their values and a
seed. It opens no file: where an option names one, the draw is given its text.

A field is a named place to write: `change.3.2` is the change of player 2 in round 3. A game hands
over families of such fields with its facts, under `fields`: the key `change.R.P` stands for every
field of that shape, and capital letters name its parts. Kind, range, label and formula come from
the game's tables, so that a sheet cannot disagree with the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, Literal, NamedTuple, TypeAlias

OptionType: TypeAlias = Literal["bool", "int", "text", "choice", "file"]


class DrawOption(NamedTuple):
    """An option that a layout must declare: its type, and the choices that the draw supports."""

    name: str
    type: OptionType
    choices: tuple[str, ...] = ()


class Asked(NamedTuple):
    """The input of a draw from a build."""

    players: int  # how many play
    names: tuple[str, ...]  # the players' names, as far as they were given
    variant: str  # which variant is played
    options: Mapping[str, Any]  # by name; of a file its `Source`, or None
    seed: str  # where all chance comes from: the same seed draws the same


class Draw(NamedTuple):
    """One random draw: the options it needs, and the function that makes facts from them."""

    options: tuple[DrawOption, ...]
    make: Callable[[Asked], Mapping[str, Any]]


class DrawResult(dict[str, Any]):
    """The facts of one drawn sheet; `details` are reported by the build."""

    __slots__ = ("details",)

    def __init__(self, facts: Mapping[str, Any], details: Mapping[str, object]) -> None:
        super().__init__(facts)
        self.details = details


Family: TypeAlias = dict[str, Any]  # how a family of fields is declared, as a layout would write it

PLAYER: Final = "{players[P - 1].label}"  # who is meant, in the label of a player's field


def number_field(
    label: str, least: int | None = None, most: int | None = None, formula: str = "", **words: str
) -> Family:
    """Return a family of numbers, computed from other fields if there is a formula.

    In a label `{R}` is a part of the field's name, `words` are translated first, and all facts can
    be used: '{players[P - 1].label}, round {R}, {card}'. In a formula fields stand by their names,
    as in 'max(0, change.R.P + 1)', and a list of them as in 'sum(change.*.P)'.
    """
    bounds = {"min": least, "max": most}
    given = {key: value for key, value in bounds.items() if value is not None}
    more = {"formula": formula} if formula else {}
    return {"kind": "number", "label": label, "words": words, **given, **more}


def tick_field(label: str, *, circled: bool = False, **words: str) -> Family:
    """Return a family of boxes to tick, or of pictures to circle."""
    return {"kind": "tick", "label": label, "circled": circled, "words": words}


def text_field(label: str) -> Family:
    """Return a family of text fields."""
    return {"kind": "text", "label": label}
