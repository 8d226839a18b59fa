"""The command `printkit`, which is also `python -m printkit`: Ctrl-C counts from its first line."""

import os
import sys
from contextlib import suppress


def main() -> None:
    """Loads the command line and runs it."""
    try:
        from printkit.cli import main as run

        run()
    except KeyboardInterrupt:
        with suppress(OSError):
            sys.stdout.flush()
        os._exit(130)  # at once: what libraries say of being interrupted helps nobody


if __name__ == "__main__":
    main()
