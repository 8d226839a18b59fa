"""What a host reads at the end of a build: what lies on which pages, and what to do next.

All of it in the language of the sheets.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import partial
from typing import TYPE_CHECKING

from printkit.layout import wording
from printkit.units import runs

if TYPE_CHECKING:
    from printkit.build.output import FileMade
    from printkit.catalogue import Catalogue
    from printkit.layout.press import PrintedLeaf
    from printkit.request import Request

MAX_NAMED = 6
"""How many pages and runs of them are named; of more, it is only said that some are to be cut."""


def advice(
    request: Request, files: Collection[FileMade], catalogue: Catalogue, *, printed: bool = False
) -> str:
    """How to print it, unless that is done, and which pages are to be cut; often nothing more."""
    say = partial(wording.say, catalogue)
    if request.crop_marks:
        return say("Give this to a print shop as it is; the marks show where to cut.")
    is_form = request.fillable and any(leaf.fields for file in files for leaf in file.leaves)
    fill = say("Fill it in on a screen, or print it at 100 %.") if is_form else ""
    cut = sorted({leaf.page for file in files for leaf in file.leaves if leaf.cut})
    if not cut:
        return "" if printed else fill or say("Print at 100 %.")
    pages = _listed(cut, catalogue)
    *others, last = pages
    listed = f"{', '.join(others)} {say('and')} {last}" if others else last
    if request.split or len(pages) > MAX_NAMED:
        then = say("Pages with cut lines are to be cut.")
        text = say("Print at 100 %; pages with cut lines are to be cut.")
    elif len(cut) == 1:
        then = say("Page {page} is to be cut.", page=last)
        text = say("Print at 100 %; page {page} is to be cut.", page=last)
    else:
        then = say("Pages {pages} are to be cut.", pages=listed)
        text = say("Print at 100 %; pages {pages} are to be cut.", pages=listed)
    if printed:
        return then
    return f"{fill} {then}" if fill else text


def about(file: FileMade, request: Request, catalogue: Catalogue) -> str:
    """How many pages a file has, for which paper, and how large it is."""
    say, size = partial(wording.say, catalogue), f"{file.bytes / 1024:,.0f}"
    if catalogue.point == ",":
        size = size.replace(",", "\N{NO-BREAK SPACE}")
    pages = say("{pages} {plural(pages, 'page', 'pages')}", pages=file.pages)
    if request.crop_marks:
        return say("{pages} with crop marks, {size} KB", pages=pages, size=size)
    return say("{pages} on {paper}, {size} KB", pages=pages, paper=request.paper.name, size=size)


def contents(file: FileMade, catalogue: Catalogue) -> list[str]:
    """What lies where, and what is to be cut; nothing for one sheet that fills its pages."""
    found: dict[str, list[PrintedLeaf]] = {}
    for leaf in file.leaves:
        found.setdefault(leaf.title, []).append(leaf)
    if len(found) == 1 and not file.leaves[0].cut:
        return []
    width = max(map(len, found))
    return [f"{title:<{width}}  {_place(leaves, catalogue)}" for title, leaves in found.items()]


def _place(leaves: list[PrintedLeaf], catalogue: Catalogue) -> str:
    say = partial(wording.say, catalogue)
    first, last = leaves[0].page, max(leaf.page for leaf in leaves)
    run = say("{first} to {last}", first=first, last=last)
    pages = say("page {page}", page=first) if first == last else say("pages {pages}", pages=run)
    return say("{pages}, to cut", pages=pages) if leaves[0].cut else pages


def _listed(pages: Iterable[int], catalogue: Catalogue) -> list[str]:
    """Pages in words; three and more that follow each other are one run."""
    words = []
    for first, last in runs(pages):
        if last - first > 1:
            words.append(wording.say(catalogue, "{first} to {last}", first=first, last=last))
        else:
            words += map(str, range(first, last + 1))
    return words
