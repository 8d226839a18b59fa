"""Notes: what a person should know before printing, or asked for in vain."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from printkit.paper import PRINTER_MARGIN
from printkit.units import to_mm

if TYPE_CHECKING:
    from printkit.build.assembly import Assembly
    from printkit.faces import SystemFace
    from printkit.layout.imposition import Imposition
    from printkit.request import Request

READABLE = 5.5
"""Points; type that is smaller strains the eyes at a table."""
NO_BACKS = "no sheet here has a back: --duplex changes nothing"
NO_BLEED = "every page fills its paper: --crop-marks changes nothing"
NO_NAMES = "no sheet here prints names: only how many --names gives counts"
NO_PLAYERS = "no sheet here is for players: --players and --names change nothing"
PARTED = (
    "fronts and backs do not stay together: leave --per-page out, and ask for --pages 1-2, 3-4 …"
)
USELESS = (NO_BACKS, NO_BLEED, NO_NAMES, NO_PLAYERS)


def notes(request: Request, assembly: Assembly) -> Iterator[str]:
    """What there is to say about a file: what was asked in vain, and what can hardly be read."""
    plans = assembly.plans
    for weak in assembly.found("weak"):
        yield f"{weak.where}: {weak.message}"
    yield from assembly.told
    if not any(count for printing in assembly.printings for count in printing.counts):
        yield from [NO_PLAYERS] if request.names or request.counts else []
    elif request.names and not assembly.asks_for("players", "named"):
        yield NO_NAMES
    if request.duplex and not any(plan.backs for plan in plans):
        yield NO_BACKS
    if request.crop_marks and not any(plan.bleed for plan in plans):
        yield NO_BLEED
    if 0 < assembly.smallest_type < READABLE:
        yield (
            f"with {request.per_page} pages on one, the smallest type has "
            f"{assembly.smallest_type:.1f} pt, which is hard to read"
        )
    for plan in plans:
        yield from _fewer(plan, request)
    folded = [plan for plan in plans if plan.is_folded]
    if folded:
        is_cut = any(plan.is_cut for plan in folded)
        yield f"{'cut, then ' if is_cut else ''}fold at the dash-dotted lines"
    elif any(plan.backs in ("long", "short") for plan in plans):
        if _parts_backs(request):
            yield PARTED
        yield f"print on both sides, turned over the {request.handling().duplex} edge"


def font_note(fonts: Iterable[SystemFace]) -> str:
    """Which fonts of this system are in a file, and what that means."""
    names = ", ".join(dict.fromkeys(face.name for face in fonts))
    return f"with fonts of this system: {names}; other versions make other bytes" if names else ""


def _parts_backs(request: Request) -> bool:
    """Whether a front is printed without its back, or several pages on one side."""
    fronts = {page for page in request.pages if page % 2}
    backs = {page for page in request.pages if not page % 2}
    return request.per_page > 1 or {page + 1 for page in fronts} != backs


def _fewer(plan: Imposition, request: Request) -> Iterator[str]:
    """Why fewer pages share the paper than one would think."""
    most = plan.would_lie(also_turned=request.orientation is None)
    if plan.is_cut and not plan.bleed and most > plan.places:
        yield (
            f"{plan.places} to a page of {request.paper.name}, not {most}: a printer leaves "
            f"{to_mm(PRINTER_MARGIN):.1f} mm white at the edge (with a margin like that, "
            f"{most} would fit)"
        )


def gather_notes(files: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    """The notes on several files, each once; an option is useless if it is so for all of them."""
    every = dict.fromkeys(note for one in files for note in one)
    return tuple(n for n in every if n not in USELESS or all(n in one for one in files))
