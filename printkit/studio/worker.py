"""The studio's worker: a child process that answers one question after the other.

A question has a key, and the number of its turn, as a browser's questions may overtake each
other on their way. Of several questions under one key only the newest counts: one that still waits
is dropped, and one that is being worked on is cancelled unless it is done soon. Every question gets
an answer: a result, or a problem that says what to do. What the child has loaded stays warm, as
long as the files are as they were.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from printkit.core.budget import MEMORY_MB, SECONDS, limit_build
from printkit.core.errors import PrintkitError, internal_error
from printkit.core.messages import say
from printkit.core.reads import forget_changed
from printkit.core.sandbox import SandboxExecutor, WorkerError
from printkit.studio.files import problems

if TYPE_CHECKING:
    from concurrent.futures import Future

GRACE_S: Final = 0.25  # how long superseded work may go on: most is done by then
LIMIT_S: Final = 90.0  # how long any work may take; the child limits its computing time by itself


class Answer(NamedTuple):
    """The answer to a question: a head for the studio, and a body for the page that asked."""

    head: dict[str, Any]
    body: bytes


SUPERSEDED: Final = Answer({"status": 409}, b'{"superseded": true}')


class Worker:
    """One child process, and the questions queued for it."""

    def __init__(self, folder: Path) -> None:
        self._executor = SandboxExecutor(1, prepare, timeout=LIMIT_S, folder=folder)
        self._newest: dict[str, tuple[int, Future[Answer]]] = {}  # questions by their keys
        self._waiting: dict[Future[Answer], None] = {}  # in order: the first is worked on

    async def ask(self, key: str, job: str, turn: int = 0, **given: Any) -> Answer:
        """The answer to a question, or a notice that a newer one with the same key replaced it.

        A question whose asker is cancelled is cancelled too.
        """
        newest, older = self._newest.get(key, (turn, None))
        if newest > turn:
            return SUPERSEDED
        if older is not None:
            self._supersede(older)
        future = self._executor.submit(run_job, job, given)
        self._newest[key] = turn, future
        self._waiting[future] = None
        answer = asyncio.wrap_future(future)
        try:
            await asyncio.wait({answer})
        finally:
            future.cancel()
            del self._waiting[future]
            if self._newest.get(key) == (turn, future):
                del self._newest[key]
        return SUPERSEDED if answer.cancelled() else _answer(answer)

    def close(self) -> None:
        """End the child."""
        self._executor.shutdown(wait=True, cancel_futures=True)

    def _supersede(self, older: Future[Answer]) -> None:
        if older is next(iter(self._waiting), None):
            asyncio.get_running_loop().call_later(GRACE_S, older.cancel)
        else:
            older.cancel()


def _answer(done: asyncio.Future[Answer]) -> Answer:
    """Return the worker's answer, or an error if there is none."""
    error = done.exception()
    if error is None:
        return done.result()
    if isinstance(error, WorkerError | MemoryError):
        said = "a sheet can take at most {seconds} seconds and {memory} MB"
        hint = say(said, seconds=SECONDS, memory=MEMORY_MB)
        message = say("this took too long or too much memory, and was stopped")
        error = PrintkitError(message, hint=hint)
    return _refused(error if isinstance(error, PrintkitError) else internal_error(error))


def _refused(error: PrintkitError) -> Answer:
    return Answer({"status": 422}, _spell({"problems": problems(error)}))


def _spell(data: Mapping[str, Any]) -> bytes:
    """The data as JSON, with lone surrogates escaped, as from file names that aren't UTF-8."""
    return json.dumps(data, ensure_ascii=False).encode(errors="backslashreplace")


# In the child process.


def prepare() -> None:
    """Limit the child, and load what it needs."""
    limit_build()
    import printkit.studio.jobs  # noqa: F401


def run_job(job: str, given: Mapping[str, Any]) -> Answer:
    """Run a job by name; the status of the answer is an HTTP status."""
    from printkit.studio.jobs import JOBS

    forget_changed()
    try:
        done = JOBS[job](**given)
    except PrintkitError as error:
        return _refused(error)
    head, body = done if isinstance(done, tuple) else ({}, done)
    return Answer({"status": 200, **head}, body if isinstance(body, bytes) else _spell(body))
