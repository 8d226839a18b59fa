"""Seeds: words from which the same random sheets are drawn again."""

from __future__ import annotations

from printkit.patterns import pattern

LETTERS = "abcdefghjkmnpqrstuvwxyz"
DIGITS = "23456789"
"""Characters that are easy to tell apart when they are read aloud."""

_DRAWN = pattern(f"[{LETTERS}]{{4}}[{DIGITS}]{{2}}")


def fresh_seed() -> str:
    """A new seed."""
    import secrets

    return seed_of(secrets.randbits(64))


def seed_of(number: int) -> str:
    """Four letters and two digits that stand for a large number."""
    characters = []
    for known in (*[LETTERS] * 4, *[DIGITS] * 2):
        number, index = divmod(number, len(known))
        characters.append(known[index])
    return "".join(characters)


def is_drawn(seed: str) -> bool:
    """Whether printkit made this seed up, so that a file name need not tell it."""
    return bool(_DRAWN.fullmatch(seed))
