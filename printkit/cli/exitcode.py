"""Ending a command: turns errors into messages on the error stream and an exit code.

No error is ever shown as a traceback. If the streams are closed, or a pipe has no reader, nothing
is printed.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Final, TextIO

from printkit.cli.output import print_error
from printkit.cli.usage import shell_command
from printkit.core.budget import MEMORY_MB
from printkit.core.errors import (
    MAX_SAID,
    InternalError,
    OutputError,
    PrintkitError,
    UsageError,
    internal_error,
    is_out_of_memory,
    refused_by_system,
)

FAILED: Final = 1
USAGE_ERROR: Final = 2
INTERNAL_ERROR: Final = 70

_STREAM_ERRORS: Final = (errno.ENOSPC, errno.EIO, errno.EFBIG, errno.EDQUOT)


def run_to_end(command: Callable[[], object]) -> int:
    """Run a command and return its exit code, after printing any error."""
    _open_streams()
    _forget_odd_width()
    code = 0
    try:
        try:
            command()
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else FAILED if end.code else 0
        except PrintkitError as error:
            code = _report(error)
    except Exception as error:  # of the command, or of reporting its error
        code = _report(_as_printkit_error(error))
    return _flush(code)


def _report(error: PrintkitError) -> int:
    if isinstance(error, InternalError):
        error.hint += f": {shell_command(sys.argv[1:])[:MAX_SAID]}"
    with suppress(OSError, ValueError):
        print_error(error)
    if isinstance(error, InternalError):
        return INTERNAL_ERROR
    return USAGE_ERROR if isinstance(error, UsageError) else FAILED


def _as_printkit_error(error: Exception) -> PrintkitError:
    """Return the message for an error that no command expects."""
    if is_out_of_memory(error):
        return PrintkitError(f"this needs more than {MEMORY_MB} MB of memory")
    if not isinstance(error, OSError):
        return internal_error(error)
    if error.filename is None and error.errno in _STREAM_ERRORS:
        return _output_error(error.strerror or str(error))
    return refused_by_system(error)


def _output_error(reason: str) -> OutputError:
    return OutputError(f"can't write the output: {reason}")


def _flush(code: int) -> int:
    """Flush the streams; a failed write is an error, too."""
    try:
        sys.stdout.flush()
    except OSError as error:
        _silence(sys.stdout)
        if not code and error.errno != errno.EPIPE:
            _report(_output_error(error.strerror or str(error)))
        code = code or FAILED
    except ValueError:
        pass  # the stream is closed
    try:
        sys.stderr.flush()
    except (OSError, ValueError):
        _silence(sys.stderr)
    return code


def _silence(stream: TextIO) -> None:
    """Drop the rest of a stream's buffer, so that Python doesn't try to write it again."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)


def _open_streams() -> None:
    """Replace closed standard streams with ones that discard output.

    Otherwise the next opened file would get their file descriptor, and so their output.
    """
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            mode = "w" if number else "r"
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115


def _forget_odd_width() -> None:
    """Work around Typer, which fails if the terminal's width isn't a number."""
    if not os.environ.get("TERMINAL_WIDTH", "80").isdecimal():
        del os.environ["TERMINAL_WIDTH"]
