"""What runs in the process that works for the studio: one job after the other.

An answer is a head for the studio and a body for the page, which is JSON or a file. SIGUSR1 says
that nobody waits for the present job any more. Each job is held to the limits of a sheet. What was
loaded stays warm, as long as the files are as they were.
"""

from __future__ import annotations

import gc
import json
import os
import signal
from collections.abc import Callable, Mapping
from contextlib import suppress
from itertools import count
from typing import TYPE_CHECKING, Any, NoReturn

from printkit.budget import hold_process
from printkit.errors import PrintkitError, mistake
from printkit.reads import forget_changed
from printkit.studio.troubles import problems

if TYPE_CHECKING:
    from printkit.processes import Wire

THOROUGH = 20  # after every so many jobs all garbage is collected, after the others only the newest


class Superseded(BaseException):
    """Nobody waits for this any more."""


class JobRunner:
    """Does jobs by their names until there are no more."""

    def __init__(self, jobs: Mapping[str, Callable[..., Any]]) -> None:
        self._jobs = jobs
        self._is_busy = False

    def serve(self, wire: Wire) -> None:
        """Answers every order; ends when the other side is gone."""
        if hasattr(signal, "SIGUSR1"):
            signal.signal(signal.SIGUSR1, self._interrupt)
        gc.disable()
        for number in count(1):
            wire.say(self._answer(*wire.hear()))
            gc.collect(2 if number % THOROUGH == 0 else 1)  # nobody waits now

    def _interrupt(self, *_: object) -> None:
        if self._is_busy:
            self._is_busy = False
            raise Superseded

    def _answer(self, job: str, given: Mapping[str, Any]) -> tuple[dict[str, Any], bytes]:
        """The head and the body of an answer; the status is that of HTTP."""
        try:
            self._is_busy = True
            forget_changed()
            done = self._jobs[job](**given)
            self._is_busy = False
        except Superseded:
            return {"status": 409}, _spell({"superseded": True})
        except PrintkitError as error:
            return {"status": 422}, _spell({"problems": problems(error)})
        except Exception as error:  # one bad job must not end the others
            return {"status": 422}, _spell({"problems": problems(mistake(error))})
        finally:
            self._is_busy = False
        head, body = done if isinstance(done, tuple) else ({}, done)
        return {"status": 200, **head}, body if isinstance(body, bytes) else _spell(body)


def _spell(data: Mapping[str, Any]) -> bytes:
    return json.dumps(data, ensure_ascii=False).encode()


def serve(wire: Wire) -> NoReturn:
    """Works in the folder that it was started in, until the studio is gone."""
    hold_process()
    from printkit.studio.jobs import JOBS

    with suppress(BrokenPipeError, EOFError, Superseded):
        JobRunner(JOBS).serve(wire)
    os._exit(0)
