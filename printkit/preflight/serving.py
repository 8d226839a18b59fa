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
from math import ceil
from time import process_time
from typing import TYPE_CHECKING, Any, BinaryIO

from printkit.errors import OutputError, PrintkitError, Where

if TYPE_CHECKING:
    from pathlib import Path

    from printkit.preflight.judge import Cost

_DIE_WITH_PARENT = 1  # PR_SET_PDEATHSIG, as Linux calls it


def serve() -> None:
    """Answers until there are no more files; what the readers print themselves goes nowhere."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    cost: Cost = pickle.load(sys.stdin.buffer)
    _end_with_parent()
    _limit_memory(cost.megabytes)
    with suppress(EOFError):
        while True:
            _say(_judge(pickle.load(sys.stdin.buffer), cost, answers), answers)


def _say(answer: Any, answers: BinaryIO) -> None:
    pickle.dump(answer, answers)
    answers.flush()


def _judge(path: Path, cost: Cost, answers: BinaryIO) -> Any:
    _limit_time(cost.seconds_for(0))

    def opened(pages: int) -> None:
        _limit_time(cost.seconds_for(pages))
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


def _limit_memory(megabytes: int) -> None:
    """More memory is not given to this process, and it leaves no files."""
    with suppress(ImportError):
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
        _lower(resource.RLIMIT_AS, megabytes * 1_000_000)


def _limit_time(seconds: float) -> None:
    """The system ends this process when it has computed for so much longer."""
    with suppress(ImportError):
        import resource

        _lower(resource.RLIMIT_CPU, ceil(process_time() + seconds))


def _lower(kind: int, value: int) -> None:
    """Sets a limit, as far as a stricter one allows; some systems know it by name alone."""
    import resource

    _, most = resource.getrlimit(kind)
    with suppress(ValueError, OSError):
        soft = value if most == resource.RLIM_INFINITY else min(value, most)
        resource.setrlimit(kind, (soft, most))
