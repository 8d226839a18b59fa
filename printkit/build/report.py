"""Reports: a page about many simulated games, with charts.

Takes figures as plain values; gives a file. The page itself is a layout like any other.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from printkit.build import make_files
from printkit.build.paths import with_file_name
from printkit.build.preferences import usual_paper
from printkit.build.targets import Printing
from printkit.data import folder
from printkit.files import Staging
from printkit.layout.loading import load_sheet
from printkit.request import Destination, Request
from printkit.request.words import usual_formats
from printkit.rules.written import Filling
from printkit.tuples import NamedTuple

if TYPE_CHECKING:
    from printkit.build.output import FileMade
    from printkit.catalogue import Catalogue
    from printkit.layout.definition import Sheet

LAYOUT = "simulation"


class Simulated(NamedTuple):
    """What is known of simulated games, in the place of a recorded one."""

    figures: Mapping[str, Any]
    sha256: str = ""

    def request(self, request: Request) -> Request:
        """The request as it is: there are no players."""
        return request

    def filling(self, _sheet: Sheet, _catalogue: Catalogue) -> Filling:
        """The figures as facts of the page."""
        return Filling(({},), facts={"report": self.figures})


def write_report(figures: Mapping[str, Any], out: Destination) -> tuple[FileMade, ...]:
    """Writes the page; gives the files that were made."""
    path = folder("layouts") / f"{LAYOUT}.yaml"
    request = Request(
        (LAYOUT,), paper=usual_paper(), out=out, formats=usual_formats(out.file), force=True
    )
    printings = (Printing(load_sheet(path), path, (0,), 1, "", Simulated(figures)),)
    placed, note = with_file_name(request, printings)
    with Staging() as staging:
        made = make_files(placed, printings, staging, None, note)
        staging.commit()
    return made.files
