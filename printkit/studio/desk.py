"""The desk: takes what is asked, has it worked out in a process of its own, and hands answers back.

A question has a key, and the number of its turn, as a browser's questions may overtake each
other on their way. Of several questions under one key only the newest counts: one that still waits
is dropped, and one that is being worked on is interrupted unless it is done soon.
"""

from __future__ import annotations

import asyncio
import json
import signal
import sys
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from printkit.budget import MEMORY_MB, SECONDS
from printkit.errors import PrintkitError
from printkit.studio.troubles import problems
from printkit.studio.worker import LENGTH
from printkit.tuples import NamedTuple

if TYPE_CHECKING:
    from asyncio.subprocess import Process

GRACE_S = 0.25  # how long superseded work may go on: most is done by then, and worth showing
PATIENCE_S = 1.0  # how long interrupted work may take to stop before its process is ended
LIMIT_S = 90.0  # how long any work may take; the process limits its computing time by itself
START = "import sys; sys.path[:] = sys.argv[1:]; from printkit.studio.worker import serve; serve()"


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
    order: bytes
    answer: asyncio.Future[Answer]


class Desk:
    """One process that works, and the questions that wait for it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder  # where the work is done
        self._waiting: dict[str, _Question] = {}  # questions by their keys
        self._current: _Question | None = None  # the one that is worked on
        self._process: Process | None = None  # works; started when it is needed
        self._is_needed = asyncio.Event()  # set while questions wait

    async def ask(self, key: str, job: str, turn: int = 0, **given: Any) -> Answer:
        """The answer to a question, or that a newer one under the same key has taken its place."""
        known = (one for one in (self._waiting.get(key), self._current) if one and one.key == key)
        if any(one.turn > turn for one in known):
            return SUPERSEDED
        loop = asyncio.get_running_loop()
        order = json.dumps({"job": job, "given": given}).encode()
        question = _Question(key, turn, order, loop.create_future())
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
        if self._process is not None:
            with suppress(ProcessLookupError):
                self._process.kill()
            self._process = None

    async def _worked_out(self, question: _Question) -> Answer:
        process, order = await self._started(), question.order
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(len(order).to_bytes(LENGTH) + order)
            async with asyncio.timeout(LIMIT_S):
                await process.stdin.drain()
                data = await _read_frame(process.stdout)
                return Answer(json.loads(data), await _read_frame(process.stdout))
        except (OSError, EOFError, TimeoutError):
            self.close()
            return SUPERSEDED if question.key in self._waiting else GONE

    async def _started(self) -> Process:
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-c",
                START,
                *filter(None, sys.path),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                cwd=self._folder,
            )
        return self._process

    def _interrupt(self, question: _Question) -> None:
        """Tells the process to drop a question that nobody waits for; ends it if it does not."""
        if self._current is not question or self._process is None:
            return
        if not hasattr(signal, "SIGUSR1"):
            self.close()
            return
        with suppress(ProcessLookupError):
            self._process.send_signal(signal.SIGUSR1)
        asyncio.get_running_loop().call_later(PATIENCE_S, self._end, question)

    def _end(self, question: _Question) -> None:
        if self._current is question:
            self.close()


async def _read_frame(stream: asyncio.StreamReader) -> bytes:
    length = int.from_bytes(await stream.readexactly(LENGTH))
    return await stream.readexactly(length)
