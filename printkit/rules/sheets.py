"""A game's declarations for its printed sheets: random draws and form fields.

A draw lists the options that a layout has to declare for it, and makes facts from their values and
a seed. It opens no files: for an option that names a file, it gets the text.

A field is a named place to write: `change.3.2` is the change of player 2 in round 3. A game adds
families of such fields to its facts, under `fields`: the key `change.R.P` is for all fields of
that shape, and capital letters name its parts. Kind, range, label and formula come from the game's
tables, so that a sheet can't disagree with the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, Literal, NamedTuple, TypeAlias

ScoreKind: TypeAlias = Literal["", "total", "tiebreak"]
"""A player's score, or the number that breaks ties: more is better."""
OptionType: TypeAlias = Literal["bool", "int", "text", "choice", "file"]


class DrawOption(NamedTuple):
    """An option that a layout must declare, with the choices that the draw supports."""

    name: str
    type: OptionType
    choices: tuple[str, ...] = ()


class DrawRequest(NamedTuple):
    """The input of a draw from a build."""

    players: int
    names: tuple[str, ...]  # those that were given
    variant: str
    options: Mapping[str, Any]  # by name; for a file its `Source`, or None
    seed: str


class Draw(NamedTuple):
    """One random draw: the options it needs, and the function that makes facts from them."""

    options: tuple[DrawOption, ...]
    make: Callable[[DrawRequest], Mapping[str, Any]]


class DrawResult(dict[str, Any]):
    """The facts of one drawn sheet; `details` are reported by the build."""

    __slots__ = ("details",)

    def __init__(self, facts: Mapping[str, Any], details: Mapping[str, object]) -> None:
        super().__init__(facts)
        self.details = details


Family: TypeAlias = dict[str, Any]  # a family of fields, declared as in a layout

PLAYER: Final = "{players[P - 1].label}"  # the player, for the label of a player's field


def number_field(
    label: str,
    least: int | None = None,
    most: int | None = None,
    formula: str = "",
    *,
    score: ScoreKind = "",
    **words: str,
) -> Family:
    """Return a family of numbers, computed from other fields if there is a formula.

    In a label `{R}` is a part of the field's name, `words` are translated first, and all facts can
    be used: '{players[P - 1].label}, round {R}, {card}'. A formula uses the names of fields, as in
    'max(0, change.R.P + 1)', and lists of fields, as in 'sum(change.*.P)'. `score` says that it is
    what a player has scored, of several fields the last one that has a value.
    """
    bounds = {"min": least, "max": most}
    given = {key: value for key, value in bounds.items() if value is not None}
    more = {key: text for key, text in (("formula", formula), ("score", score)) if text}
    return {"kind": "number", "label": label, "words": words, **given, **more}


def tick_field(label: str, *, circled: bool = False, **words: str) -> Family:
    """Return a family of boxes to tick, or of pictures to circle."""
    return {"kind": "tick", "label": label, "circled": circled, "words": words}


def text_field(label: str) -> Family:
    """Return a family of text fields."""
    return {"kind": "text", "label": label}
