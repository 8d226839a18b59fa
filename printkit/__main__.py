"""The command `printkit`, which is also `python -m printkit`.

From the first line on, Ctrl-C ends the process at once and silently, and nothing is imported from
the working folder.
"""

import os
import sys

if __name__ == "__main__" and not sys.flags.safe_path:
    del sys.path[0]  # `python -m` puts the working folder there

import signal
from contextlib import suppress
from typing import NoReturn

GARBAGE = 100_000, 10, 10
"""Thresholds of the garbage collector: nearly all objects made at the start are kept."""
RETRY_S = 0.01
"""The time until an ignored Ctrl-C is repeated."""


def _leave(*_: object) -> NoReturn:
    """End the process at once; libraries would print tracebacks when interrupted."""
    os._exit(130)


signal.signal(signal.SIGINT, _leave)


def _repeat_ctrl_c(ignored: "sys.UnraisableHookArgs") -> None:
    """Repeat a Ctrl-C that Python ignored, as in `__del__` and weakref callbacks."""
    if ignored.exc_type is not KeyboardInterrupt:
        sys.__unraisablehook__(ignored)
        return
    from threading import Timer

    timer = Timer(RETRY_S, signal.raise_signal, (signal.SIGINT,))
    timer.daemon = True
    timer.start()


def main() -> None:
    """Run the command line; commands may clean up when they are interrupted."""
    import gc

    gc.set_threshold(*GARBAGE)
    sys.unraisablehook = _repeat_ctrl_c
    code = 130
    try:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        code = _run()
    except KeyboardInterrupt:
        code = 130
    finally:
        signal.signal(signal.SIGINT, _leave)
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError, AttributeError):
            stream.flush()
    if code == 130:
        _leave()
    gc.freeze()  # saves a garbage collection at exit
    sys.exit(code)


def _run() -> int:
    try:
        from printkit.cli import run
        from printkit.core.budget import limit_build

        limit_build()
        return run()
    except Exception as error:
        from printkit.core.errors import internal_error

        sys.stderr.write(f"{internal_error(error).render()}\n")
        return 70


if __name__ == "__main__":
    main()
