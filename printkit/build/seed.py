"""Seeds: words from which the same random sheets are drawn again."""

from __future__ import annotations

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Characters that are easy to tell apart when they are read aloud."""


def fresh_seed() -> str:
    """A new seed."""
    import secrets

    return "".join(secrets.choice(LETTERS) for _ in range(6))
