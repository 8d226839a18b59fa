"""Ahead: when a file changes, the pages that somebody looks at are made before they are asked for.

A page that hears of the change asks what it asked before; by then the answer is on its way.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from printkit.studio.desk import Answer, Desk

    Words = Mapping[str, Sequence[str]]

MOST: Final = 8
"""Of more pages that are looked at, only the last are made ahead."""


class Ahead:
    """The last question of each page that watches its files, and the answers begun for them."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._asked: dict[str, Words] = {}
        self._begun: dict[str, tuple[Words, asyncio.Task[Answer]]] = {}

    async def ask(self, key: str, words: Words) -> Answer:
        """The pages that were asked for, which may have been begun already."""
        self._asked.pop(key, None)
        self._asked[key] = words
        while len(self._asked) > MOST:
            self._asked.pop(next(iter(self._asked)))
        known, task = self._begun.pop(key, (None, None))
        if task is not None and known == words:
            return await task
        return await self._desk.ask(key, "pages", words=words, traced=True)

    def changed(self, files: Iterable[str]) -> None:
        """Files have changed: what was made from them is forgotten, and made again."""
        self._begin("changed", "changed", files=sorted(files))
        for key, words in self._asked.items():
            self._begun[key] = words, self._begin(key, "pages", words=words, traced=True)

    def _begin(self, key: str, job: str, **given: Any) -> asyncio.Task[Answer]:
        return asyncio.create_task(self._desk.ask(key, job, **given))
