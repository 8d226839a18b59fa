"""Options of paper: how it lies, is turned over, cut and moved, and what is remembered of that."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

if TYPE_CHECKING:
    from printkit.paper import Offset, Paper

Orientation = Annotated[
    str,
    typer.Option(
        help="How the paper lies: portrait or landscape; else as the layout says.", metavar="NAME"
    ),
]
Duplex = Annotated[
    str,
    typer.Option(
        help="Sheets with backs: turn the paper over its long or short edge, or fold.",
        metavar="NAME",
    ),
]
CropMarks = Annotated[
    bool,
    typer.Option(
        "--crop-marks",
        help="For a print shop: each card on a page of its own, with 3 mm bleed.",
    ),
]
OffsetText = Annotated[
    str,
    typer.Option(
        "--offset",
        help="Move all to the right and down: 0.5mm,-1mm; or front/back: 0.5mm,-1mm/0mm,1mm.",
        metavar="X,Y",
    ),
]
NoOffset = Annotated[bool, typer.Option("--no-offset", help="Not the offset that is remembered.")]
Save = Annotated[
    bool, typer.Option("--save", help="Remember --paper and --offset for later builds.")
]


class Asked(NamedTuple):
    """What the command line says about paper."""

    paper: str = ""
    offset: str = ""
    no_offset: bool = False
    crop_marks: bool = False
    save: bool = False


class Chosen(NamedTuple):
    """The paper and the offset to print with, and what a person should know about them."""

    paper: Paper
    offset: Offset
    note: str = ""


def choose(asked: Asked) -> Chosen:
    """What was asked for, or is remembered, or is usual."""
    from printkit.build.preferences import load_preferences, usual_paper
    from printkit.errors import UsageError
    from printkit.paper import NO_OFFSET, parse_offset, parse_paper

    if asked.offset and asked.no_offset:
        raise UsageError("--offset and --no-offset exclude each other", hint="leave one out")
    if asked.save and not (asked.paper or asked.offset or asked.no_offset):
        raise UsageError("there is nothing to remember", hint="give --offset or --paper as well")
    paper = parse_paper(asked.paper) if asked.paper else usual_paper()
    if asked.offset:
        return Chosen(paper, parse_offset(asked.offset))
    if asked.no_offset or asked.crop_marks:
        return Chosen(paper, NO_OFFSET)
    offset = load_preferences().offset
    note = f"moved by the remembered offset {offset}; without it: --no-offset"
    return Chosen(paper, offset, note if offset != NO_OFFSET else "")


def remember(asked: Asked) -> str:
    """Adds what was asked for to the preferences; says where they are kept."""
    from printkit.build.preferences import load_preferences, save_preferences
    from printkit.paper import NO_OFFSET, parse_offset, parse_paper

    preferences = load_preferences()
    if asked.paper:
        preferences = preferences._replace(paper=parse_paper(asked.paper))
    if asked.offset or asked.no_offset:
        offset = parse_offset(asked.offset) if asked.offset else NO_OFFSET
        preferences = preferences._replace(offset=offset)
    return f"remembered in {save_preferences(preferences)}"
