"""The names and titles of the themes, apart from `theme` because help texts have them."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from printkit.core.messages import say

TITLES: Final = MappingProxyType(
    {"colour": say("Colour"), "ink-saver": say("Save ink"), "mono": say("Black and white")}
)
"""The titles of all themes by name, the default first; `theme.yaml` says what they look like."""


def theme_names() -> tuple[str, ...]:
    """Return the names of all themes, the default first."""
    return tuple(TITLES)
