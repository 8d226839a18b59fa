"""The desk: takes what is asked, has it worked out in a process of its own, and hands answers back.

A question has a key, and the number of its turn, as a browser's questions may overtake each
other on their way. Of several questions under one key only the newest counts: one that still waits
is dropped, and one that is being worked on is interrupted unless it is done soon.
"""

from __future__ import annotations

import asyncio
import json
import signal
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from printkit.budget import MEMORY_MB, SECONDS
from printkit.errors import PrintkitError
from printkit.processes import Assistant
from printkit.studio.troubles import problems
from printkit.studio.worker import serve
from printkit.tuples import NamedTuple

GRACE_S = 0.25  # how long superseded work may go on: most is done by then, and worth showing
PATIENCE_S = 1.0  # how long interrupted work may take to stop before its process is ended
LIMIT_S = 90.0  # how long any work may take; the process limits its computing time by itself


class Answer(NamedTuple):
    """The answer to a question: a head for the studio, and a body for the page that asked."""

    head: dict[str, Any]
    body: bytes


SUPERSEDED = Answer({"status": 409}, b'{"superseded": true}')
GONE = Answer(
    {"status": 422},
    json.dumps(
        {
            "problems": problems(
                PrintkitError(
                    "this took too long or too much, and was ended",
                    hint=f"a sheet takes at most {SECONDS} seconds and {MEMORY_MB} MB",
                )
            )
        }
    ).encode(),
)


@dataclass(eq=False, slots=True)
class _Question:
    """A question that somebody waits for."""

    key: str
    turn: int
    order: tuple[str, dict[str, Any]]
    answer: asyncio.Future[Answer]


class Desk:
    """One process that works, and the questions that wait for it."""

    def __init__(self, folder: Path) -> None:
        self._waiting: dict[str, _Question] = {}  # questions by their keys
        self._current: _Question | None = None  # the one that is worked on
        self._worker = Assistant(serve, folder=folder)
        self._is_needed = asyncio.Event()  # set while questions wait

    async def ask(self, key: str, job: str, turn: int = 0, **given: Any) -> Answer:
        """The answer to a question, or that a newer one under the same key has taken its place."""
        known = (one for one in (self._waiting.get(key), self._current) if one and one.key == key)
        if any(one.turn > turn for one in known):
            return SUPERSEDED
        loop = asyncio.get_running_loop()
        question = _Question(key, turn, (job, given), loop.create_future())
        older = self._waiting.pop(key, None)
        if older is not None:
            older.answer.set_result(SUPERSEDED)
        self._waiting[key] = question
        if self._current is not None and self._current.key == key:
            loop.call_later(GRACE_S, self._interrupt, self._current)
        self._is_needed.set()
        return await question.answer

    async def work(self) -> None:
        """Has questions answered one after the other, as long as the studio is open."""
        try:
            while True:
                await self._is_needed.wait()
                if not self._waiting:
                    self._is_needed.clear()
                    continue
                self._current = question = self._waiting.pop(next(iter(self._waiting)))
                answer = await self._worked_out(question)
                self._current = None
                if not question.answer.done():
                    question.answer.set_result(answer)
        finally:
            self.close()

    def close(self) -> None:
        """Ends the process."""
        self._worker.end()

    async def _worked_out(self, question: _Question) -> Answer:
        self._worker.give(question.order)
        try:
            return Answer(*await asyncio.to_thread(self._worker.hear, LIMIT_S))
        except EOFError:
            self.close()
            return SUPERSEDED if question.key in self._waiting else GONE

    def _interrupt(self, question: _Question) -> None:
        """Tells the process to drop a question that nobody waits for; ends it if it does not."""
        process = self._worker.process
        if self._current is not question or process is None:
            return
        if not hasattr(signal, "SIGUSR1"):
            self.close()
            return
        process.send_signal(signal.SIGUSR1)
        asyncio.get_running_loop().call_later(PATIENCE_S, self._end, question)

    def _end(self, question: _Question) -> None:
        if self._current is question:
            self.close()
