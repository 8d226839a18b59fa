"""Score pads for any game: what is scored, the shelf of pads that ship, and their facts."""

from typing import Final

PAD: Final = "any/pad"
"""The layout of all these pads."""
