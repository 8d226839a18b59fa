"""The command `printkit`, which is also `python -m printkit`: Ctrl-C counts from its first line."""

import sys


def main() -> None:
    """Loads the command line and runs it."""
    try:
        from printkit.cli import main as run

        run()
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
