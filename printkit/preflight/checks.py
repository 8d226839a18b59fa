"""All checks of a file: its bytes become a report, page by page.

The same bytes are opened with two libraries: pikepdf for the objects of the file, PDFium for the
content of pages. Their errors about a broken file become a `PrintkitError`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from io import BytesIO
from itertools import islice
from typing import TYPE_CHECKING, Any

import pikepdf
import pypdfium2

from printkit.core.errors import PrintkitError, Where
from printkit.preflight import appearancechecks, documentchecks, textchecks
from printkit.preflight.actionchecks import check_actions
from printkit.preflight.findings import FileReport, Measures, PageReport
from printkit.preflight.pagecontent import read_marks
from printkit.preflight.raster import colours_close_up, render

if TYPE_CHECKING:
    from printkit.preflight.appearancechecks import AcceptedColours
    from printkit.preflight.textchecks import FontFacts

MOST_PAGES = 5000
MOST_POINTS = 144_000  # the longest side of a page that can be drawn, 50 metres
MOST_FINDINGS = 50  # of one kind on one page
_OF_MEMORY = re.compile(r"^.*<.* at 0x[0-9a-f]+>:? ?")  # the name of the stream in error messages


def count_pages(data: bytes, name: str) -> int:
    """Count the pages of a PDF; raise PrintkitError if it isn't a PDF, or has too many."""
    with _refusing(data, Where(name)), pikepdf.open(BytesIO(data)) as pdf:
        pages = len(pdf.pages)
        if not 0 < pages <= MOST_PAGES:
            raise PrintkitError(f"this has {pages} pages; preflight checks 1 to {MOST_PAGES}")
        return pages


def check_pdf(data: bytes, name: str) -> FileReport:
    """Check a PDF; raise PrintkitError if it isn't one."""
    with _refusing(data, Where(name)):
        with pikepdf.open(BytesIO(data)) as pdf:
            found = [
                *documentchecks.check_information(pdf),
                *documentchecks.check_boxes(pdf),
                *check_actions(pdf),
                *documentchecks.check_fields(pdf),
                *documentchecks.check_tags(pdf),
            ]
            fonts = documentchecks.font_facts(pdf)
            accepted = documentchecks.accepted_colours(pdf)
            smallest = documentchecks.promised_type_sizes(pdf)
        pages = tuple(_check_pages(data, fonts, accepted, smallest))
    found += [finding for page in pages for finding in page.findings]
    found.sort(key=lambda finding: finding.page)
    open_ = tuple(finding for finding in found if not finding.because)
    return FileReport(name, pages, open_, tuple(each for each in found if each.because))


@contextmanager
def _refusing(data: bytes, where: Where) -> Iterator[None]:
    """Turn errors of the PDF libraries about a broken file into ours."""
    try:
        yield
    except pikepdf.PasswordError:
        raise PrintkitError("this PDF is protected with a password", where) from None
    except RecursionError:
        raise  # a bug of ours
    except (pikepdf.PdfError, RuntimeError) as error:  # qpdf and PDFium raise RuntimeError, too
        reason = _OF_MEMORY.sub("", str(error).partition("\n")[0])
        if b"%PDF-" not in data[:1024]:
            reason = "it's a different kind of file"
        raise PrintkitError(f"this isn't a readable PDF: {reason}", where) from error
    except PrintkitError as error:
        raise PrintkitError(error.message, where) from error


def _check_pages(
    data: bytes,
    fonts: Mapping[str, FontFacts],
    accepted: Sequence[AcceptedColours],
    smallest: Mapping[int, float],
) -> Iterator[PageReport]:
    pdf = pypdfium2.PdfDocument(data)
    try:
        for index in range(len(pdf)):
            page = pdf[index]
            yield _check_page(page, index + 1, fonts, accepted, smallest.get(index + 1, 0.0))
            page.close()
    finally:
        pdf.close()


def _check_page(
    page: Any,
    number: int,
    fonts: Mapping[str, FontFacts],
    accepted: Sequence[AcceptedColours],
    smallest: float,
) -> PageReport:
    if not max(page.get_size()) <= MOST_POINTS:
        raise PrintkitError(f"page {number} is too large: more than {MOST_POINTS:,} points a side")
    marks = read_marks(page)
    whole, bare = render(page)
    edges = appearancechecks.edges(whole)
    legibility = appearancechecks.word_legibility(marks, whole, bare)
    pairs = appearancechecks.pairs(marks)
    ink = round(whole.ink(), 1)
    measures = Measures(
        smallest_type_pt=textchecks.smallest_type(marks),
        thinnest_line_pt=min((round(line.width, 2) for line in marks.lines), default=None),
        edge_mm=min((round(edge.clear_mm, 1) for edge in edges), default=None),
        contrast=min((round(word.contrast, 1) for word in legibility), default=None),
        ink_percent=ink,
        colour_distance=appearancechecks.closest(pairs),
        image_dpi=min((round(picture.dpi) for picture in marks.pictures), default=None),
    )
    checks = (
        textchecks.check_fonts(marks, fonts, number),
        textchecks.check_size(marks, number, smallest),
        textchecks.check_outside(marks, number),
        textchecks.check_overlaps(marks, number),
        appearancechecks.check_lines(marks, number),
        appearancechecks.check_edges(marks, edges, number),
        appearancechecks.check_contrast(legibility, number),
        appearancechecks.check_crossings(legibility, partial(colours_close_up, page), number),
        appearancechecks.check_pictures(marks, number),
        appearancechecks.check_codes(marks, number),
        appearancechecks.check_ink(ink, number),
        appearancechecks.check_colours(marks, pairs, number, accepted),
    )
    findings = [finding for each in checks for finding in islice(each, MOST_FINDINGS)]
    return PageReport(number, marks.width, marks.height, measures, tuple(findings))
