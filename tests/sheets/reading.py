"""Sheets as a reader finds them: built as PDF, and read back with another program."""

from __future__ import annotations

import io
import re
from collections import Counter
from functools import cache
from typing import TYPE_CHECKING

import pdfplumber

from printkit.core.paper import PAPERS
from printkit.pipeline.document import DocumentLayout
from printkit.pipeline.targets import expand
from printkit.request.options import Request
from tests.rendering import render

if TYPE_CHECKING:
    from pdfplumber.page import Page

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal")


@cache
def pages(
    target: str,
    count: int | str,
    variant: str | None = None,
    theme: str = "colour",
    language: str = "en",
    paper: str = "a4",
    settings: tuple[tuple[str, str], ...] = (),
) -> list[Page]:
    """The pages of a sheet for that many players, who have names without digits, or for 'all'.

    Of a sheet that every player needs, there is one.
    """
    request = Request(
        targets=(target,),
        paper=PAPERS[paper],
        counts=(count,) if isinstance(count, int) else count,
        names=NAMES[:count] if isinstance(count, int) else (),
        variant=variant,
        settings=dict(settings),
        theme=theme,
        language=language,
    )
    planned_sheets = expand(request)
    if "/" in target:
        planned_sheets = tuple(planned._replace(copies=1) for planned in planned_sheets)
    layout = DocumentLayout(request, planned_sheets)
    (data,) = render(layout.pages(), "pdf", layout.document)
    return pdfplumber.open(io.BytesIO(data)).pages


def lines(page: Page) -> list[str]:
    """The page's lines of words, without the footer."""
    return [line for line in page.extract_text().split("\n") if "printkit" not in line]


def numbers(page: Page) -> Counter[int]:
    """Every number on the page and how often it occurs, without the footer."""
    return Counter(int(found) for line in lines(page) for found in re.findall(r"\d+", line))
