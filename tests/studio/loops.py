"""Coroutines of the studio, run by a test."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Coroutine


def run(work: Coroutine[Any, Any, None]) -> None:
    """Runs it to its end, in a thread: a browser of the tests keeps a loop in this one."""
    with ThreadPoolExecutor(1) as threads:
        threads.submit(asyncio.run, work).result()
