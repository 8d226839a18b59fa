"""Judging: a file's bytes become a report, page by page.

Opens the same bytes with two readers: pikepdf for what stands in the file, PDFium for what is on
the page. Whatever they say about a file that is broken becomes a clean refusal.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from io import BytesIO
from itertools import islice
from typing import TYPE_CHECKING, Any

import pikepdf
import pypdfium2

from printkit.errors import PrintkitError, Where
from printkit.preflight import lettering, looks, structure, tagging
from printkit.preflight.marks import read_marks
from printkit.preflight.raster import colours_close_up, render
from printkit.preflight.report import FileReport, Measures, PageReport

if TYPE_CHECKING:
    from printkit.preflight.lettering import FontFacts
    from printkit.preflight.looks import Alike
    from printkit.preflight.report import Finding

MOST_PAGES = 5000
MOST_FINDINGS = 50  # of one kind on one page
_OF_MEMORY = re.compile(r"^.*<.* at 0x[0-9a-f]+>:? ?")  # the readers' name for the bytes they read


def judge(data: bytes, name: str, opened: Callable[[int], object] = int) -> FileReport:
    """The report on a PDF; PrintkitError if it is none. `opened` is told how many pages it has."""
    where = Where(name)
    try:
        with pikepdf.open(BytesIO(data)) as pdf:
            if not 0 < len(pdf.pages) <= MOST_PAGES:
                message = f"has {len(pdf.pages)} pages; 1 to {MOST_PAGES} can be judged"
                raise PrintkitError(message, where)
            opened(len(pdf.pages))
            found = list(_judge_file(pdf))
            fonts = structure.font_facts(pdf)
            alike = structure.accepted_colours(pdf)
        pages = tuple(_judge_pages(data, fonts, alike))
    except pikepdf.PasswordError:
        raise PrintkitError("is locked with a password", where) from None
    except (pikepdf.PdfError, pypdfium2.PdfiumError) as error:
        reason = _OF_MEMORY.sub("", str(error).partition("\n")[0])
        if b"%PDF-" not in data[:1024]:
            reason = "it is another kind of file"
        raise PrintkitError(f"is no PDF that can be read: {reason}", where) from error
    except PrintkitError as error:
        raise PrintkitError(error.message, where) from error
    found += [finding for page in pages for finding in page.findings]
    found.sort(key=lambda finding: finding.page)
    open_ = tuple(finding for finding in found if not finding.because)
    return FileReport(name, pages, open_, tuple(each for each in found if each.because))


def _judge_file(pdf: pikepdf.Pdf) -> Iterator[Finding]:
    yield from structure.judge_information(pdf)
    yield from structure.judge_boxes(pdf)
    yield from structure.judge_active(pdf)
    yield from structure.judge_fields(pdf)
    yield from tagging.judge_tags(pdf)


def _judge_pages(
    data: bytes, fonts: Mapping[str, FontFacts], alike: Sequence[Alike]
) -> Iterator[PageReport]:
    document = pypdfium2.PdfDocument(data)
    try:
        for index in range(len(document)):
            page = document[index]
            yield _judge_page(page, index + 1, fonts, alike)
            page.close()
    finally:
        document.close()


def _judge_page(
    page: Any, number: int, fonts: Mapping[str, FontFacts], alike: Sequence[Alike]
) -> PageReport:
    marks = read_marks(page)
    whole, bare = render(page)
    edges = looks.edges(whole)
    readings = looks.readings(marks, whole, bare)
    pairs = looks.pairs(marks)
    ink = round(whole.ink(), 1)
    measures = Measures(
        smallest_type_pt=lettering.smallest_type(marks),
        thinnest_line_pt=min((round(line.width, 2) for line in marks.lines), default=None),
        edge_mm=min((round(edge.clear_mm, 1) for edge in edges), default=None),
        contrast=min((round(reading.contrast, 1) for reading in readings), default=None),
        ink_percent=ink,
        colour_distance=looks.closest(pairs),
        image_dpi=min((round(picture.dpi) for picture in marks.pictures), default=None),
    )
    judgements = (
        lettering.judge_fonts(marks, fonts, number),
        lettering.judge_size(marks, number),
        lettering.judge_outside(marks, number),
        lettering.judge_overlaps(marks, number),
        looks.judge_lines(marks, number),
        looks.judge_edges(marks, edges, number),
        looks.judge_contrast(readings, number),
        looks.judge_crossings(readings, partial(colours_close_up, page), number),
        looks.judge_pictures(marks, number),
        looks.judge_ink(ink, number),
        looks.judge_colours(marks, pairs, number, alike),
    )
    findings = [finding for each in judgements for finding in islice(each, MOST_FINDINGS)]
    return PageReport(number, marks.width, marks.height, measures, tuple(findings))
