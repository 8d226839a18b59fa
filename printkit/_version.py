"""The version of printkit."""

__version__ = "1.0.0"
