"""The season of the studio's folder: the printed standings, on the page."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from printkit.core.errors import escaped
from printkit.core.units import to_mm
from printkit.layout.cache import LayoutCache
from printkit.request.preferences import default_language
from printkit.season.gathering import gather_season
from printkit.season.sheets import season_pages, season_rows

MOST_RANKED: Final = 12  # beside the pages, which have all players
_cache = LayoutCache()  # of this session


def season() -> dict[str, Any]:
    """Return the standings as pages; there are none before a game has been finished."""
    found = gather_season(Path(), jobs=1)
    language = default_language()
    made = season_pages(found, language, _cache) if found.games else []
    title = escaped(found.title)
    return {
        "title": title,
        "ranking": season_rows(found, language)[:MOST_RANKED],
        "not_counted": len(found.not_counted),
        "pages": [
            {
                "svg": svg.decode(),
                "width": round(to_mm(page.width), 2),
                "height": round(to_mm(page.height), 2),
                "sheets": [{"id": "season/standings", "title": title}],
            }
            for page, svg in made
        ],
    }
