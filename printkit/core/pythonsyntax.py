"""The syntax of Python, which layouts use for expressions and formulas; nothing here runs them."""

from __future__ import annotations

import ast
import re
from threading import Lock
from typing import Final

from printkit.core.warningfilter import filter_warnings

_FILE: Final = "<expression>"
_MAY_WARN: Final = re.compile(r"\\|[0-9][A-Za-z_]")
"""Text that may make Python warn when it parses: odd escapes, and numbers next to words."""
_parsing: Final = Lock()


def parse_python(text: str) -> ast.expr:
    """Parse an expression; raise SyntaxError also for what Python only warns about.

    One thread at a time: before Python 3.11.9, `ast.parse` can fail in several threads
    (https://github.com/python/cpython/issues/106905).
    """
    with _parsing:
        if not _MAY_WARN.search(text):
            return ast.parse(text, mode="eval").body
        with filter_warnings("error", _FILE):
            return ast.parse(text, _FILE, mode="eval").body
