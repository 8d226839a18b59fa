"""The command `printkit`, which is also `python -m printkit`: the first and the last to run.

From its first line on Ctrl-C ends it without a word, and nothing is imported from the folder
that somebody happens to work in.
"""

import os
import sys

if __name__ == "__main__" and not sys.flags.safe_path:
    del sys.path[0]  # `python -m` puts the working folder there, and so whatever lies in it

import signal
from contextlib import suppress
from typing import NoReturn

GARBAGE = 100_000, 10, 10
"""Thresholds of the garbage collector; nearly all that a start makes is kept."""


def _leave(*_: object) -> NoReturn:
    """Ends at once, without what libraries print when they are interrupted."""
    os._exit(130)


signal.signal(signal.SIGINT, _leave)


def main() -> None:
    """Loads the command line and runs it; commands may tidy up when they are interrupted."""
    import gc

    gc.set_threshold(*GARBAGE)
    code = 130
    try:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        code = _run()
    except KeyboardInterrupt:
        code = 130
    finally:
        signal.signal(signal.SIGINT, _leave)
    if code == 130:
        _flush()
        _leave()
    _end(code)


def _end(code: int) -> NoReturn:
    """Ends the process without freeing its memory, which takes a tenth of a short command."""
    import atexit
    import threading

    _flush()
    if threading.active_count() > 1:
        sys.exit(code)
    atexit._run_exitfuncs()
    os._exit(code)


def _run() -> int:
    try:
        from printkit.budget import hold_process
        from printkit.cli import run

        hold_process()
        return run()
    except Exception as error:
        from printkit.errors import mistake

        sys.stderr.write(f"{mistake(error)}\n")
        return 70


def _flush() -> None:
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError, AttributeError):
            stream.flush()


if __name__ == "__main__":
    main()
