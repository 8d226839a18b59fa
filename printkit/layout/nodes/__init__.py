"""Node kinds: one class for each, with its keys and its row in the table of kinds.

Importing the package makes all kinds known (`base.NODE_KINDS`).
"""

from printkit.layout.nodes import containers, forms, graphics, tables, text  # noqa: F401
