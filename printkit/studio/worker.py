"""The studio's worker: a child process that runs one handler after the other.

A request has a key and a turn number, because the requests of a browser may arrive out of order. Of
several requests with the same key only the newest counts: a queued one is dropped, and a running
one is cancelled unless it is done soon. Every request gets an answer: a result, or a problem with a
hint. The child keeps what it has loaded as long as the files are unchanged.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from printkit.core.budget import MEMORY_MB, SECONDS, limit_build
from printkit.core.errors import PrintkitError, internal_error
from printkit.core.filecache import forget_changed
from printkit.core.messages import say
from printkit.core.sandbox import SandboxExecutor, WorkerError
from printkit.request.preferences import answering_in
from printkit.studio.files import problems

if TYPE_CHECKING:
    from concurrent.futures import Future

GRACE_S: Final = 0.25  # how long a superseded call may continue: most are done by then
LIMIT_S: Final = 90.0  # timeout of a call; the child also limits its computing time

HandlerResult: TypeAlias = tuple[dict[str, Any], dict[str, Any]]
"""A head for the server, such as the name of the file that has changed, and a body as JSON."""


class Answer(NamedTuple):
    """The answer to a request: a head for the server, and a body for the page."""

    head: dict[str, Any]
    body: bytes


SUPERSEDED: Final = Answer({"status": 409}, b'{"superseded": true}')


class Worker:
    """A child process, and the requests queued for it."""

    def __init__(self, folder: Path) -> None:
        self._executor = SandboxExecutor(1, prepare, timeout=LIMIT_S, folder=folder)
        self._latest: dict[str, tuple[int, Future[Answer]]] = {}  # turn and future by key
        self._waiting: dict[Future[Answer], None] = {}  # in order: the first one is running

    async def ask(
        self, key: str, handler: str, turn: int = 0, *, language: str = "", **arguments: Any
    ) -> Answer:
        """Call a handler; return its answer, or SUPERSEDED by a newer request with the same key.

        If the calling task is cancelled, so is the call.
        """
        latest, older = self._latest.get(key, (turn, None))
        if latest > turn:
            return SUPERSEDED
        if older is not None:
            self._supersede(older)
        future = self._executor.submit(call_handler, handler, arguments, language)
        self._latest[key] = turn, future
        self._waiting[future] = None
        answer = asyncio.wrap_future(future)
        try:
            await asyncio.wait({answer})
        finally:
            future.cancel()
            del self._waiting[future]
            if self._latest.get(key) == (turn, future):
                del self._latest[key]
        if answer.cancelled():
            return SUPERSEDED
        with answering_in(language):
            return _answer(answer)

    def close(self) -> None:
        """End the child."""
        self._executor.shutdown(wait=True, cancel_futures=True)

    def _supersede(self, older: Future[Answer]) -> None:
        if older is next(iter(self._waiting), None):
            asyncio.get_running_loop().call_later(GRACE_S, older.cancel)
        else:
            older.cancel()


def _answer(done: asyncio.Future[Answer]) -> Answer:
    """Return the worker's answer, or its error as an answer."""
    error = done.exception()
    if error is None:
        return done.result()
    if isinstance(error, WorkerError | MemoryError):
        template = "a sheet can take at most {seconds} seconds and {memory} MB"
        hint = say(template, seconds=SECONDS, memory=MEMORY_MB)
        message = say("this took too long or too much memory, and was stopped")
        error = PrintkitError(message, hint=hint)
    return _error_answer(error if isinstance(error, PrintkitError) else internal_error(error))


def _error_answer(error: PrintkitError) -> Answer:
    return Answer({"status": 422}, _to_json({"problems": problems(error)}))


def _to_json(data: Mapping[str, Any]) -> bytes:
    """Encode data as JSON; escape lone surrogates, from file names that aren't UTF-8."""
    return json.dumps(data, ensure_ascii=False).encode(errors="backslashreplace")


# From here on: code that runs in the child process.


def prepare() -> None:
    """Set the limits of the child, and import the handlers."""
    limit_build()
    import printkit.studio.handlers  # noqa: F401


def call_handler(name: str, arguments: Mapping[str, Any], language: str = "") -> Answer:
    """Call a handler by its name; the status of the answer is an HTTP status."""
    from printkit.studio.handlers import HANDLERS

    forget_changed()
    with answering_in(language):
        try:
            result = HANDLERS[name](**arguments)
        except PrintkitError as error:
            return _error_answer(error)
    head, body = result if isinstance(result, tuple) else ({}, result)
    return Answer({"status": 200, **head}, body if isinstance(body, bytes) else _to_json(body))
