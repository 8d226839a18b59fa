"""Sheets as a reader finds them: built as PDF, and read back with another program."""

from __future__ import annotations

import io
import re
from collections import Counter
from functools import cache
from typing import TYPE_CHECKING

import pdfplumber

from printkit.core.paper import PAPERS
from printkit.request.options import Request
from tests.rendering import render_request

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
    """The pages of a sheet for that many players, who have names without digits, or for 'all'."""
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
    (data,) = render_request(request)
    return pdfplumber.open(io.BytesIO(data)).pages


def lines(page: Page) -> list[str]:
    """The page's lines of words, without the footer."""
    return [line for line in page.extract_text().split("\n") if "printkit" not in line]


def numbers(page: Page) -> Counter[int]:
    """Every number on the page and how often it occurs, without the footer."""
    return Counter(int(found) for line in lines(page) for found in re.findall(r"\d+", line))
