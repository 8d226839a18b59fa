"""Notes: what a person should know before printing, and which options changed nothing.

All of it in the language of the sheets, but for what only concerns whoever writes layouts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from printkit.layout import wording
from printkit.paper import PRINTER_MARGIN
from printkit.tuples import NamedTuple
from printkit.units import to_mm

if TYPE_CHECKING:
    from printkit.build.assembly import Assembly
    from printkit.catalogue import Catalogue
    from printkit.faces import SystemFace
    from printkit.layout.imposition import Imposition
    from printkit.request import Request

READABLE = 5.5  # points; type that is smaller strains the eyes at a table


class _Vain(NamedTuple):
    """Sentences about options that changed nothing, in one language."""

    backs: str  # about --duplex
    bleed: str  # about --crop-marks
    names: str  # about --names
    players: str  # about --players, and --names where nobody plays
    fields: str  # about --fillable


def _in_vain(catalogue: Catalogue) -> _Vain:
    say = partial(wording.say, catalogue)
    return _Vain(
        say("no sheet here has a back: --duplex changes nothing"),
        say("every page fills its paper: --crop-marks changes nothing"),
        say("no sheet here prints names: only how many --names gives counts"),
        say("no sheet here is for players: --players and --names change nothing"),
        say("nothing is to be written on these sheets: --fillable changes nothing"),
    )


def notes(request: Request, assembly: Assembly, catalogue: Catalogue) -> Iterator[str]:
    """The notes on a file: which options changed nothing, and what can hardly be read."""
    for weak in assembly.found("weak"):
        yield f"{weak.where}: {weak.message}"
    for composer in assembly.composers:
        yield from composer.context.told
    yield from _useless(request, assembly, _in_vain(catalogue))
    say = partial(wording.say, catalogue)
    if 0 < assembly.selection.smallest < READABLE:
        yield say(
            "with {number} pages on one, the smallest type has {size} pt, which is hard to read",
            number=request.per_page,
            size=round(assembly.selection.smallest, 1),
        )
    for plan in assembly.press.plans:
        yield from _fewer(plan, request, catalogue)
    yield from _finishing(request, assembly.press.plans, catalogue)


def _useless(request: Request, assembly: Assembly, vain: _Vain) -> Iterator[str]:
    """The options that were given and change nothing."""
    if not any(count for printing in assembly.printings for count in printing.counts):
        yield from [vain.players] if request.names or request.counts else []
    elif request.names and not assembly.asks_for("players", "named"):
        yield vain.names
    if request.duplex and not any(plan.backs for plan in assembly.press.plans):
        yield vain.backs
    if request.crop_marks and not any(plan.bleed for plan in assembly.press.plans):
        yield vain.bleed
    if request.fillable and not assembly.with_fields:
        yield vain.fields


def _finishing(
    request: Request, plans: Iterable[Imposition], catalogue: Catalogue
) -> Iterator[str]:
    """How sheets with backs are printed, or folded."""
    say = partial(wording.say, catalogue)
    folded = [plan for plan in plans if plan.is_folded]
    if any(plan.is_cut for plan in folded):
        yield say("cut, then fold at the dash-dotted lines")
    elif folded:
        yield say("fold at the dash-dotted lines")
    elif any(plan.backs in ("long", "short") for plan in plans):
        if _parts_backs(request):
            yield say(
                "fronts and backs do not stay together: leave --per-page out, "
                "and ask for --pages 1-2, 3-4 …"
            )
        if request.handling().duplex == "long":
            yield say("print on both sides, turned over the long edge")
        else:
            yield say("print on both sides, turned over the short edge")


def font_note(fonts: Iterable[SystemFace], catalogue: Catalogue) -> str:
    """Which fonts of this system are in a file, and what that means."""
    names = ", ".join(dict.fromkeys(face.name for face in fonts))
    if not names:
        return ""
    say = partial(wording.say, catalogue)
    return say("with fonts of this system: {names}; other versions make other bytes", names=names)


def _parts_backs(request: Request) -> bool:
    """Whether a front is printed without its back, or several pages on one side."""
    fronts = {page for page in request.pages if page % 2}
    backs = {page for page in request.pages if not page % 2}
    return request.per_page > 1 or {page + 1 for page in fronts} != backs


def _fewer(plan: Imposition, request: Request, catalogue: Catalogue) -> Iterator[str]:
    """Why fewer pages share the paper than one would think."""
    most = plan.would_lie(also_turned=request.orientation is None)
    if plan.is_cut and not plan.bleed and most > plan.places:
        yield wording.say(
            catalogue,
            "{places} to a page of {paper}, not {most}: a printer leaves {margin} mm white at the "
            "edge (with a margin like that, {most} would fit)",
            places=plan.places,
            paper=request.paper.name,
            most=most,
            margin=round(to_mm(PRINTER_MARGIN), 1),
        )


def gather_notes(files: Sequence[tuple[str, ...]], catalogue: Catalogue) -> tuple[str, ...]:
    """The notes on several files, each once; an option is useless if it is so for all of them."""
    every, vain = dict.fromkeys(note for one in files for note in one), _in_vain(catalogue)
    return tuple(n for n in every if n not in vain or all(n in one for one in files))
