"""What runs in the judge's process: it judges the files that it is told of, one after the other.

Reads pickled paths and writes, for each, the number of its pages and then the report, or an error,
or a sentence that says why there is neither. Ctrl-C is for the process that started it.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
from contextlib import suppress
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING, Any, BinaryIO

from printkit.budget import lower_limit
from printkit.errors import OutputError, PrintkitError, Where

if TYPE_CHECKING:
    from printkit.preflight.judge import Cost

_DIE_WITH_PARENT = 1  # PR_SET_PDEATHSIG, as Linux calls it


def serve() -> None:
    """Answers until there are no more files; what the readers print themselves goes nowhere."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    cost: Cost = pickle.load(sys.stdin.buffer)
    _end_with_parent()
    lower_limit("AS", cost.megabytes * 1_000_000)
    lower_limit("CORE", 0)
    lower_limit("FSIZE", 0)
    with suppress(EOFError):
        while True:
            _say(_judge(pickle.load(sys.stdin.buffer), cost, answers), answers)


def _say(answer: Any, answers: BinaryIO) -> None:
    pickle.dump(answer, answers)
    answers.flush()


def _judge(path: Path, cost: Cost, answers: BinaryIO) -> Any:
    lower_limit("CPU", process_time() + cost.seconds_for(0))

    def opened(pages: int) -> None:
        lower_limit("CPU", process_time() + cost.seconds_for(pages))
        _say(pages, answers)

    try:
        from printkit.preflight.judging import judge

        return judge(path.read_bytes(), str(path), opened)
    except PrintkitError as error:
        return error
    except OSError as error:
        return OutputError(f"cannot be read: {error.strerror or error}", Where(str(path)))
    except MemoryError:
        return "it takes more memory"
    except Exception as error:  # a mistake of ours, or a reader's: no reason to leave the rest
        return f"{type(error).__name__}: {error}"


def _end_with_parent() -> None:
    """Linux ends this process when the one that started it is gone; elsewhere its input ends."""
    if sys.platform == "linux":
        from ctypes import CDLL

        CDLL(None).prctl(_DIE_WITH_PARENT, signal.SIGKILL)
