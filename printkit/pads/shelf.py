"""The shelf: score pads of well-known games, a short file each, in `layouts/shelf`.

A file has only facts: the names of the categories, the number of rounds, who wins, and the game's
arithmetic where that is more than a sum. `pad_from_options` makes a pad from the options of the
layout `any/pad`; a name alone means the pad on the shelf.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from printkit.core.errors import UsageError, brief, nearest
from printkit.core.languages import catalogue_for, shipped_languages
from printkit.core.messages import say
from printkit.core.source import find_inside, shipped_folder
from printkit.layout.language.loading import load_pad
from printkit.pads.pad import (
    HIGHEST,
    LOWEST,
    Group,
    Pad,
    Range,
    RoundEntry,
    Row,
    check_game,
    check_pad,
    parse_rows,
)

if TYPE_CHECKING:
    from printkit.layout.language.definition import PadFile, PadRow

FOLDER = "shelf"


@cache
def shelf() -> Mapping[str, Pad]:
    """Return the pads of the shelf by their ids, sorted."""
    files = map(load_pad, find_inside(shipped_folder("layouts"), FOLDER, ".yaml"))
    pads = {file.pad: _pad(file) for file in files}
    return dict(sorted(pads.items()))


def _pad(file: PadFile) -> Pad:
    groups = [Group(tuple(map(_row, one.rows)), one.group.text if one.group else "")
              for one in file.groups]  # fmt: skip
    if file.rows:
        groups.append(Group(tuple(map(_row, file.rows))))
    points = file.points
    return Pad(
        file.title.text,
        tuple(groups),
        file.rounds,
        file.wins,
        file.target,
        file.start,
        file.count_down,
        file.round_name.text if file.round_name else "Round",
        Range(points.least, points.most) if points else Range(),
        tuple(
            RoundEntry(name, one.title.text, one.least, one.most, one.last)
            for name, one in file.entries
        ),
        points.formula if points else "",
        points.running if points else "",
        file.players,
        file.icon,
        file.pad,
    )


def _row(row: PadRow) -> Row:
    return Row(row.row.text, row.value, Range(row.least, row.most), row.formula)


def find_pad(name: str) -> Pad | None:
    """Return the pad with this id or title, in any language; None if there is none."""
    wanted = name.strip().casefold()
    pads = shelf().values()
    found = next((pad for pad in pads if wanted in (pad.id, pad.title.casefold())), None)
    if found is not None:
        return found
    folder = shipped_folder("layouts")
    catalogues = [catalogue_for(language, folder) for language in shipped_languages()]
    return next(
        (pad for pad in pads for catalogue in catalogues
         if catalogue.translate(pad.title).casefold() == wanted), None
    )  # fmt: skip


def pad_from_options(options: Mapping[str, Any]) -> Pad:
    """Make a pad from the options of a sheet; without rows and rounds, its name is on the shelf."""
    name = check_game(str(options.get("game") or ""))
    groups, rounds = parse_rows(str(options.get("rows") or "")), int(options.get("rounds") or 0)
    pad: Pad | None = Pad(name or "Score pad", groups, rounds)
    if not groups and not rounds:
        pad = find_pad(name) if name else Pad("Score pad", rounds=12)
    if pad is None:
        raise _unknown_game(name)
    if (wins := options.get("wins", "auto")) != "auto":
        pad = pad._replace(wins=wins)
    if target := options.get("target"):
        pad = pad._replace(target=int(target))
    if start := options.get("start"):
        pad = pad._replace(start=int(start))
    if options.get("countdown"):
        pad = pad._replace(counts_down=True, wins=HIGHEST if wins == HIGHEST else LOWEST)
    check_pad(pad)
    return pad


def _unknown_game(name: str) -> UsageError:
    near = nearest(name, [*shelf(), *(pad.title for pad in shelf().values())])
    hint = f"did you mean '{near}'?\n" if near else ""
    return UsageError(
        say("no rows and no rounds for '{name}'", name=brief(name)),
        hint=f'{hint}add --rows "Roads, Cities=2" or --rounds 10; printkit list --shelf shows '
        "the games that need neither",
    )
