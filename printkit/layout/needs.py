"""Needs: which facts a thing of a layout asks for, and so what its pages can share.

Some facts vary from page to page: the number of the page and of the copy, the item of the sheet's
`each`, and what chance decides anew on every page. The pages of a sheet share one arrangement
unless such a fact changes their size, their margins or a fact of the sheet's own, or text runs
through them. On a shared page a node that asks for none of them is placed once, for all pages; a
node that asks for one itself leaves a slot, which is filled anew for every page. A container that
only holds such nodes is shared all the same, except a table, whose columns follow from its cells.
On a canvas a node's place counts as well, and how often it repeats, but only for that node, as
children of a canvas do not move each other.
"""

from __future__ import annotations

from typing import TypeAlias

from printkit.tuples import NamedTuple

FactNames: TypeAlias = frozenset[str]


class Needs(NamedTuple):
    """The names of the facts that a thing asks for, from the narrowest set to the widest.

    They are known when a layout has been read, before any fact has a value.
    """

    itself: FactNames = frozenset()
    """What changes the thing itself: what it says, its size and style, how many children it has."""
    look: FactNames = frozenset()
    """What changes anything that is placed for it: itself, and everything inside."""
    all: FactNames = frozenset()
    """Also what decides where it stands and how often; without the names its own loop gives."""

    @property
    def on_canvas(self) -> FactNames:
        """What changes it on a canvas: the thing itself, its place, and how often it repeats."""
        return self.itself | (self.all - self.look)
