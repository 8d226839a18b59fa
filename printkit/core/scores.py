"""The scores on a sheet: which fields have them.

A game or layout declares them (`score: total`). Without that, they are the last number that
every player has; of a sheet for each player, its last formula.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from printkit.core.scene import Field

    Fields = Mapping[str, Field]


class ScoreFields(NamedTuple):
    """The names of the fields with scores, for each player in turn.

    Of several fields of a player, the last one that has a value counts.
    """

    fields: tuple[tuple[str, ...], ...]
    tiebreaks: tuple[tuple[str, ...], ...]


def find_scores(sheets: Sequence[Fields], players: int) -> ScoreFields | None:
    """Return the fields with scores on one sheet for all players, or on one sheet for each."""
    if not players:
        return None
    if len(sheets) == 1:
        (fields,) = sheets
        seats = range(1, players + 1)
        declared = [_declared_fields(fields, seat) for seat in seats]
        if not all(declared):
            names = _last_numbers(fields, players)
            declared = [(name,) for name in names]
        ties = [_declared_fields(fields, seat, "tiebreak") for seat in seats]
    elif len(sheets) == players:
        declared = [_declared_fields(fields, 0) or _last_formula(fields) for fields in sheets]
        ties = [_declared_fields(fields, 0, "tiebreak") for fields in sheets]
    else:
        return None
    if not declared or not all(declared):
        return None
    return ScoreFields(tuple(declared), tuple(ties))


def _declared_fields(fields: Fields, seat: int, kind: str = "total") -> tuple[str, ...]:
    own = (name for name, field in fields.items() if field.seat == seat and field.score == kind)
    return tuple(own)


def _last_formula(fields: Fields) -> tuple[str, ...]:
    """Return the name of the last computed field."""
    return tuple(name for name, field in fields.items() if field.formula is not None)[-1:]


def _last_numbers(fields: Fields, players: int) -> list[str]:
    """Return the last number that every player has.

    Computed ones are preferred to written ones, and `total.1` to `total.3.1`.
    """
    heads = dict.fromkeys(name.rpartition(".")[0] for name in fields)
    found = [
        [f"{head}.{seat}" for seat in range(1, players + 1)]
        for head in heads
        if head and all(is_number(fields, f"{head}.{seat}") for seat in range(1, players + 1))
    ]
    computed = [names for names in found if fields[names[0]].formula is not None]
    plain = [names for names in found if names[0].count(".") == 1]
    both = [names for names in computed if names in plain]
    return next((names[-1] for names in (both, computed, plain) if names), [])


def is_number(fields: Fields, name: str) -> bool:
    """Return whether a field exists and takes a number."""
    return name in fields and fields[name].kind == "number"
