"""The end of a build's output: notes, the contents by page, and what to do next.

Notes say what you should know before printing, and which options had no effect. Everything is in
the language of the sheets, except notes for authors of layouts.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from printkit.core.paper import PRINTER_MARGIN
from printkit.core.units import runs, to_mm
from printkit.games import find
from printkit.layout.translation import translate_sentence
from printkit.request.values import format_pages

if TYPE_CHECKING:
    from printkit.core.i18n import Catalogue
    from printkit.core.scene import PlacedSheet
    from printkit.layout.imposition import Imposition
    from printkit.layout.pages import ImposedPages
    from printkit.pipeline.document import DocumentLayout
    from printkit.pipeline.output import BuiltFile
    from printkit.request.options import Request
    from printkit.text.faces import SystemFace

READABLE = 5.5  # the smallest type that is easy to read at a table, in points


class _UselessOptionNotes(NamedTuple):
    """Sentences about options that had no effect, in one language."""

    backs: str  # --duplex
    sides: str  # --sides and --backs-last
    bleed: str  # --crop-marks
    names: str  # --names
    players: str  # --players and --names, for sheets that don't depend on players
    fields: str  # --fillable


def _useless_option_notes(catalogue: Catalogue) -> _UselessOptionNotes:
    say = partial(translate_sentence, catalogue=catalogue)
    return _UselessOptionNotes(
        say("none of these sheets has a back, so --duplex has no effect"),
        say("none of these sheets has a back, so --sides and --backs-last have no effect"),
        say("every page fills its paper, so --crop-marks has no effect"),
        say("none of these sheets shows names; only the number of --names matters"),
        say("none of these sheets depends on the players, so --players and --names have no effect"),
        say("none of these sheets has fields, so --fillable has no effect"),
    )


def notes(request: Request, layout: DocumentLayout, catalogue: Catalogue) -> Iterator[str]:
    """Yield the notes on a file: options that had no effect, and text that is hard to read."""
    for problem in layout.findings("hard_to_read"):
        yield f"{problem.where}: {problem.message}"
    for sheet in layout.sheets:
        yield from sheet.context.messages
    yield from _useless_options(request, layout, _useless_option_notes(catalogue))
    say = partial(translate_sentence, catalogue=catalogue)
    if request.has_ambiguous_names:
        yield say(
            "read as these names: {names}; put quotes around a name to keep it together",
            names=" | ".join(request.names),
        )
    for title, names in layout.left_out():
        yield say(
            "{title}: no room for {count} {plural(count, 'value', 'values')} of the recorded game, "
            "which {plural(count, 'is', 'are')} left out: {names}",
            title=catalogue.translate(title),
            count=len(names),
            names=", ".join(names[:MAX_NAMED]) + (", …" if len(names) > MAX_NAMED else ""),
        )
    if 0 < layout.selection.smallest < READABLE:
        yield say(
            "with {number} pages on one, the smallest type is {size} pt, which is hard to read",
            number=request.per_page,
            size=round(layout.selection.smallest, 1),
        )
    for imposition in layout.imposed.impositions:
        yield from _fewer_per_page(imposition, request, catalogue)
    if layout.imposed.order:
        yield from _by_sides(request, layout.imposed, catalogue)
    else:
        yield from _finishing(request, layout.imposed.impositions, catalogue)


def _useless_options(
    request: Request, layout: DocumentLayout, useless: _UselessOptionNotes
) -> Iterator[str]:
    """Yield a note for each given option that has no effect."""
    if not any(count for planned in layout.planned_sheets for count in planned.counts):
        yield from [useless.players] if request.names or request.counts else []
    elif request.names and not layout.uses_facts("players", "named"):
        yield useless.names
    if request.duplex and not any(imposition.backs for imposition in layout.imposed.impositions):
        yield useless.backs
    if request.side_order() and not layout.imposed.order:
        yield useless.sides
    if request.crop_marks and not any(
        imposition.has_crop_marks for imposition in layout.imposed.impositions
    ):
        yield useless.bleed
    if request.fillable and not any(layout.fields.values()):
        yield useless.fields


def _finishing(
    request: Request, impositions: Iterable[Imposition], catalogue: Catalogue
) -> Iterator[str]:
    """Yield notes on how to print or fold sheets with backs."""
    say = partial(translate_sentence, catalogue=catalogue)
    folded = [imposition for imposition in impositions if imposition.is_folded]
    if any(imposition.is_cut for imposition in folded):
        yield say("cut, then fold along the dash-dotted lines")
    elif folded:
        yield say("fold along the dash-dotted lines")
    elif any(imposition.backs in ("long", "short") for imposition in impositions):
        if request.per_page > 1:
            yield say("fronts and backs won’t stay together: leave --per-page out")
        elif pages := _pages_with_backs(request.pages):
            yield say(
                "fronts and backs won’t stay together: use --pages {pages}, or leave --pages out",
                pages=format_pages(pages),
            )
        if request.print_setup().duplex == "long":
            yield say("print double-sided, flip on long edge")
        else:
            yield say("print double-sided, flip on short edge")


def _by_sides(request: Request, imposed: ImposedPages, catalogue: Catalogue) -> Iterator[str]:
    """Yield notes on how to print sheets with backs on a printer without duplex."""
    say = partial(translate_sentence, catalogue=catalogue)
    is_long = request.print_setup().duplex == "long"
    if imposed.order == "fronts":
        yield say("these are the fronts; printkit again --sides backs makes their backs")
        return
    if imposed.order == "backs":
        if is_long:
            yield say("turn the fronts over on the long edge, and print these on the back")
        else:
            yield say("turn the fronts over on the short edge, and print these on the back")
    elif is_long:
        yield say(
            "print pages 1 to {last}, turn the paper over on the long edge, and print the other "
            "pages on the back",
            last=imposed.fronts,
        )
    else:
        yield say(
            "print pages 1 to {last}, turn the paper over on the short edge, and print the other "
            "pages on the back",
            last=imposed.fronts,
        )
    if imposed.blank and not request.pages and request.per_page == 1:
        yield say(
            "{number} {plural(number, 'back is', 'backs are')} blank, to keep the others behind "
            "their fronts: {pages}",
            number=len(imposed.blank),
            pages=_pages_in_words(imposed.blank, catalogue),
        )


def machine_notes(
    request: Request, fonts: Iterable[SystemFace], catalogue: Catalogue
) -> Iterator[str]:
    """Yield notes on what comes from this machine: fonts, and the saved offset."""
    if note := font_note(fonts, catalogue):
        yield note
    if request.has_saved_offset:
        yield translate_sentence(
            "moved by the saved offset {offset}; use --no-offset to ignore it",
            catalogue,
            offset=str(request.offset),
        )


def font_note(fonts: Iterable[SystemFace], catalogue: Catalogue) -> str:
    """Return a note on the fonts of this system that files use; empty if there are none."""
    names = ", ".join(dict.fromkeys(face.name for face in fonts))
    if not names:
        return ""
    say = partial(translate_sentence, catalogue=catalogue)
    return say("used system fonts: {names}; output may differ on other machines", names=names)


def _pages_with_backs(pages: Iterable[int]) -> tuple[int, ...]:
    """Return these pages together with the other sides; () if none of these is missing."""
    papers = {(page + 1) // 2 for page in pages}
    both = {side for paper in papers for side in (2 * paper - 1, 2 * paper)}
    return () if both == set(pages) else tuple(sorted(both))


def _fewer_per_page(
    imposition: Imposition, request: Request, catalogue: Catalogue
) -> Iterator[str]:
    """Yield a note if the printer's margin makes fewer pages fit on the paper."""
    most = imposition.places_without_margin(also_turned=request.orientation is None)
    if imposition.is_cut and not imposition.has_crop_marks and most > imposition.places:
        yield translate_sentence(
            "{places} per page of {paper}, not {most}: printers leave {margin} mm blank at the "
            "edge (with a margin of that size, {most} would fit)",
            catalogue,
            places=imposition.places,
            paper=request.paper.name,
            most=most,
            margin=round(to_mm(PRINTER_MARGIN), 1),
        )


def gather_notes(files: Sequence[tuple[str, ...]], catalogue: Catalogue) -> tuple[str, ...]:
    """Merge the notes on several files; an option has no effect if it has none on all of them."""
    every, useless = (
        dict.fromkeys(note for one in files for note in one),
        _useless_option_notes(catalogue),
    )
    return tuple(n for n in every if n not in useless or all(n in one for one in files))


MAX_NAMED = 6
"""The number of pages and page ranges that are named; of more, only the first and the last."""


def advice(
    request: Request, files: Collection[BuiltFile], catalogue: Catalogue, *, printed: bool = False
) -> str:
    """Say how to print the file, unless it is being printed, and which pages to cut."""
    say = partial(translate_sentence, catalogue=catalogue)
    if any(_has_crop_marks(file, request) for file in files):
        return say("Give this to a print shop as is; the marks show where to cut.")
    if set(request.formats) == {"html"}:
        return say("Open it in a browser, on a computer or a phone.")
    is_form = request.fillable and any(sheet.fields for file in files for sheet in file.sheets)
    fill = say("Fill it in on screen, or print it at 100%.") if is_form else ""
    cut = sorted({sheet.page for file in files for sheet in file.sheets if sheet.cut})
    if not cut or request.sides == "fronts":  # fronts are cut after their backs are printed
        return "" if printed else fill or say("Print at 100%.")
    pages = _page_ranges(cut, catalogue)
    last, listed = pages[-1], _in_words(pages, catalogue)
    if request.split or len(pages) > MAX_NAMED:
        then = say("Cut along the lines where there are any.")
        text = say("Print at 100%; cut along the lines where there are any.")
    elif len(cut) == 1:
        then = say("Cut page {page} along the lines.", page=last)
        text = say("Print at 100%; cut page {page} along the lines.", page=last)
    else:
        then = say("Cut pages {pages} along the lines.", pages=listed)
        text = say("Print at 100%; cut pages {pages} along the lines.", pages=listed)
    if printed:
        return then
    return f"{fill} {then}" if fill else text


def about(file: BuiltFile, request: Request, catalogue: Catalogue) -> str:
    """Return the page count, paper and size of a file."""
    say, size = partial(translate_sentence, catalogue=catalogue), f"{file.bytes / 1024:,.0f}"
    if catalogue.point == ",":
        size = size.replace(",", "\N{NO-BREAK SPACE}")
    pages = say("{pages} {plural(pages, 'page', 'pages')}", pages=file.pages)
    if _has_crop_marks(file, request):
        return say("{pages} with crop marks, {size} KB", pages=pages, size=size)
    return say("{pages} on {paper}, {size} KB", pages=pages, paper=request.paper.name, size=size)


def _has_crop_marks(file: BuiltFile, request: Request) -> bool:
    """Return whether a file has crop marks; a page that fills its paper has none."""
    return request.crop_marks and any(sheet.cut for sheet in file.sheets)


def contents(file: BuiltFile, catalogue: Catalogue) -> list[str]:
    """List the sheets with their pages, and how many to cut; empty for one sheet on whole pages."""
    games: dict[str, set[str]] = {}  # by the titles of their sheets
    for sheet in file.sheets:
        games.setdefault(sheet.title, set()).add(sheet.id.partition("/")[0])
    found: dict[str, list[PlacedSheet]] = {}
    for sheet in file.sheets:
        game = find(sheet.id.partition("/")[0]) if len(games[sheet.title]) > 1 else None
        before = f"{catalogue.translate(game.title)} – " if game else ""
        found.setdefault(f"{before}{sheet.title}", []).append(sheet)
    is_cut = file.sheets[0].cut and file.format != "html"  # a page on a screen isn't cut
    if len(found) == 1 and not is_cut:
        return []
    width = max(map(len, found))
    lines = []
    for title, sheets in found.items():
        pages = _pages_in_words(sorted({sheet.page for sheet in sheets}), catalogue)
        if sheets[0].cut and file.format != "html":
            number = sum(not sheet.is_back for sheet in sheets) or len(sheets)
            say = partial(translate_sentence, catalogue=catalogue, pages=pages)
            several = say("{pages}, {number} to cut out", number=number)
            pages = several if number > 1 else say("{pages}, cut out")
        lines.append(f"{title:<{width}}  {pages}")
    return lines


def _pages_in_words(numbers: Sequence[int], catalogue: Catalogue) -> str:
    """Format numbers of pages: 'page 3', or 'pages 3, 5 and 7 to 9'."""
    say = partial(translate_sentence, catalogue=catalogue)
    if len(numbers) == 1:
        return say("page {page}", page=numbers[0])
    return say("pages {pages}", pages=_in_words(_page_ranges(numbers, catalogue), catalogue))


def _in_words(pages: Sequence[str], catalogue: Catalogue) -> str:
    """Join pages and page ranges into a list; for very many, the first ones and the last."""
    *others, last = pages
    if len(others) >= MAX_NAMED:
        return f"{', '.join(others[: MAX_NAMED // 2])}, …, {last}"
    return f"{', '.join(others)} {translate_sentence('and', catalogue)} {last}" if others else last


def _page_ranges(pages: Iterable[int], catalogue: Catalogue) -> list[str]:
    """Format pages; three or more consecutive ones become a range."""
    words = []
    for first, last in runs(pages):
        if last - first > 1:
            words.append(translate_sentence("{first} to {last}", catalogue, first=first, last=last))
        else:
            words += map(str, range(first, last + 1))
    return words
