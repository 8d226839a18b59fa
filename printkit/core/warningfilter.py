"""A filter for Python's warnings, for the duration of a block."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Literal

_lock = Lock()


@contextmanager
def filter_warnings(action: Literal["error", "ignore"], file: str = "") -> Iterator[None]:
    """Raise or ignore warnings inside this block; with `file`, only those about that source file.

    One thread at a time: Python's filters are those of the process.
    """
    with _lock, warnings.catch_warnings():
        warnings.filterwarnings(action, module=file)
        yield
