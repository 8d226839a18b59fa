"""Ahead: when a file changes, the pages that somebody looks at are made before they are asked for.

A page that hears of the change asks what it asked before; by then the answer is on its way.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from printkit.studio.desk import SUPERSEDED

if TYPE_CHECKING:
    from printkit.studio.desk import Answer, Desk

    Words = Mapping[str, Sequence[str]]

MOST: Final = 8  # at most so many pages are made ahead: those that were asked for last


class Ahead:
    """The last question of each page that watches its files, and the answers begun for them."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._asked: dict[str, tuple[int, Words]] = {}
        self._begun: dict[str, tuple[Words, asyncio.Task[Answer]]] = {}

    async def ask(self, key: str, turn: int, words: Words) -> Answer:
        """The pages that were asked for, which may have been begun already."""
        self._asked.pop(key, None)
        self._asked[key] = turn, words
        while len(self._asked) > MOST:
            self._asked.pop(next(iter(self._asked)))
        while (begun := self._begun.pop(key, None)) and begun[0] == words:
            answer = await begun[1]
            if answer.head["status"] != SUPERSEDED.head["status"]:
                return answer  # else a file has changed once more, and it was begun again
        return await self._desk.ask(key, "pages", turn, words=words, traced=True)

    def begin(self) -> None:
        """Begins to make again what was asked for: a file has changed."""
        for key, (turn, words) in self._asked.items():
            coming = self._desk.ask(key, "pages", turn, words=words, traced=True)
            self._begun[key] = words, asyncio.create_task(coming)
