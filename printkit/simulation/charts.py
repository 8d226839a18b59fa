"""Reports: a page with charts about many simulated games, which is a layout like any other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from printkit.core.files import Staging
from printkit.core.source import shipped_folder
from printkit.layout.language.loading import load_sheet
from printkit.pipeline.main import make_files
from printkit.pipeline.naming import with_file_name
from printkit.pipeline.targets import PlannedSheet
from printkit.request.options import Request
from printkit.request.preferences import default_paper
from printkit.request.values import Destination, default_formats
from printkit.rules.results import Filling

if TYPE_CHECKING:
    from printkit.core.i18n import Catalogue
    from printkit.layout.language.definition import Sheet
    from printkit.pipeline.output import BuiltFile

LAYOUT = "simulation"


class SimulatedGames(NamedTuple):
    """The results of simulated games, used in place of a recorded one."""

    figures: Mapping[str, Any]
    sha256: str = ""

    def request(self, request: Request) -> Request:
        """Return the request unchanged, because there are no players."""
        return request

    def filling(self, _sheet: Sheet, catalogue: Catalogue) -> Filling:
        """Return the figures as facts of the page; means have one decimal."""
        seats = [
            {**seat, "mean": f"{seat['score']['mean']:.1f}".replace(".", catalogue.point)}
            for seat in self.figures["seats"]
        ]
        return Filling(({},), facts={"report": {**self.figures, "seats": seats}})


def write_report(
    figures: Mapping[str, Any], out: Destination, language: str
) -> tuple[BuiltFile, ...]:
    """Write the page in a language; return the files."""
    path = shipped_folder("layouts") / f"{LAYOUT}.yaml"
    formats = default_formats(out.file)
    request = Request(
        (LAYOUT,), paper=default_paper(), language=language, out=out, formats=formats, force=True
    )
    planned_sheets = (PlannedSheet(load_sheet(path), path, (0,), 1, "", SimulatedGames(figures)),)
    with Staging() as staging:
        made = make_files(*with_file_name(request, planned_sheets), planned_sheets, staging)
        staging.commit()
    return made.files
