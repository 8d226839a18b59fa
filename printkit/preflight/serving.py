"""What runs in the judge's process: it judges the files that it is told of, one after the other.

Hears paths and says, for each, the number of its pages and then the report, or an error, or a
sentence that says why there is neither.
"""

from __future__ import annotations

import signal
import sys
from contextlib import suppress
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING, Any, NamedTuple

from printkit.budget import lower_limit
from printkit.errors import OutputError, PrintkitError, Where

if TYPE_CHECKING:
    from printkit.processes import Wire

_DIE_WITH_PARENT = 1  # PR_SET_PDEATHSIG, as Linux calls it


class Cost(NamedTuple):
    """What judging a file may cost: seconds of computing, some more for each page, and memory."""

    seconds: float = 14.0
    page_seconds: float = 0.5
    megabytes: int = 400

    def seconds_for(self, pages: int) -> float:
        """How long a file of so many pages may take."""
        return self.seconds + self.page_seconds * pages


def serve(wire: Wire, cost: Cost) -> None:
    """Answers until there are no more files."""
    _end_with_parent()
    lower_limit("AS", cost.megabytes * 1_000_000)
    lower_limit("CORE", 0)
    lower_limit("FSIZE", 0)
    with suppress(EOFError):
        while True:
            wire.say(_judge(wire.hear(), cost, wire))


def _judge(path: Path, cost: Cost, wire: Wire) -> Any:
    lower_limit("CPU", process_time() + cost.seconds_for(0))

    def opened(pages: int) -> None:
        lower_limit("CPU", process_time() + cost.seconds_for(pages))
        wire.say(pages)

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
