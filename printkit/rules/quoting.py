"""Values as messages show them."""

from __future__ import annotations

import json
from typing import Final

from printkit.errors import brief

SHOWN: Final = 60


def show(value: object) -> str:
    """A value as a message shows it: JSON, cut to a length that fits a line."""
    return brief(json.dumps(value, ensure_ascii=False), SHOWN)
