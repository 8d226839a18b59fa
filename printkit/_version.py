"""The version of printkit, in the one place from which everything reads it."""

__version__ = "1.0.0"
