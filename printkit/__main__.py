"""`python -m printkit` is `printkit`."""

from printkit.cli import main

main()
