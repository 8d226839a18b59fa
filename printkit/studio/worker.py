"""What runs in the process that works for the studio: one job after the other.

Reads jobs and writes answers as frames, each after its length: an answer is a head, which is JSON
for the studio, and a body, which is for the page: JSON as well, or a file. SIGUSR1 says that nobody
waits for the present job any more; Ctrl-C is for the process that started it. Each job is held to
the limits of a sheet. What was loaded stays warm, as long as the files are as they were.
"""

from __future__ import annotations

import gc
import json
import os
import signal
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from itertools import count
from typing import Any, BinaryIO, NoReturn

from printkit.budget import hold_process
from printkit.errors import PrintkitError, mistake
from printkit.reads import forget_changed
from printkit.studio.troubles import problems

LENGTH = 8  # how many bytes say how long a frame is
THOROUGH = 20  # after every so many jobs all garbage is collected, after the others only the newest


class Superseded(BaseException):
    """Nobody waits for this any more."""


class JobRunner:
    """Does jobs by their names until there are no more."""

    def __init__(self, jobs: Mapping[str, Callable[..., Any]]) -> None:
        self._jobs = jobs
        self._is_busy = False

    def serve(self, orders: BinaryIO, answers: BinaryIO) -> None:
        """Answers every order; ends when the other side is gone."""
        if hasattr(signal, "SIGUSR1"):
            signal.signal(signal.SIGUSR1, self._interrupt)
        gc.disable()
        for number in count(1):
            order = _read_frame(orders)
            if order is None:
                return
            head, body = self._answer(json.loads(order))
            _write_frame(answers, json.dumps(head).encode())
            _write_frame(answers, body)
            answers.flush()
            del order, head, body
            gc.collect(2 if number % THOROUGH == 0 else 1)  # nobody waits now

    def _interrupt(self, *_: object) -> None:
        if self._is_busy:
            self._is_busy = False
            raise Superseded

    def _answer(self, order: dict[str, Any]) -> tuple[dict[str, Any], bytes]:
        """The head and the body of an answer; the status is that of HTTP."""
        try:
            self._is_busy = True
            forget_changed()
            done = self._jobs[order["job"]](**order["given"])
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


def _read_frame(stream: BinaryIO) -> bytes | None:
    head = stream.read(LENGTH)
    return stream.read(int.from_bytes(head)) if len(head) == LENGTH else None


def _write_frame(stream: BinaryIO, data: bytes) -> None:
    stream.write(len(data).to_bytes(LENGTH))
    stream.write(data)


def serve() -> NoReturn:
    """Works in the folder that it was started in, until its input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    hold_process()
    from printkit.studio.jobs import JOBS

    with suppress(BrokenPipeError, Superseded):
        JobRunner(JOBS).serve(sys.stdin.buffer, answers)
    os._exit(0)
