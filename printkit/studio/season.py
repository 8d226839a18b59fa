"""The season of the studio's folder: the printed standings, on the page."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from printkit.core.errors import escaped
from printkit.layout.cache import LayoutCache
from printkit.request.preferences import default_language
from printkit.season.gathering import gather_season
from printkit.season.sheets import season_pages, season_rows
from printkit.studio.pagedata import page_as_json

MOST_RANKED: Final = 12  # beside the pages, which have all players
_cache = LayoutCache()  # of this session


def season() -> dict[str, Any]:
    """Return the standings as pages; there are none before a game has been finished."""
    found = gather_season(Path(), jobs=1)
    language = default_language()
    made = season_pages(found, language, _cache) if found.games else []
    title = escaped(found.title)
    sheets = [{"id": "season/standings", "title": title}]
    return {
        "title": title,
        "ranking": season_rows(found, language)[:MOST_RANKED],
        "not_counted": len(found.not_counted),
        "pages": [page_as_json(page, svg, sheets) for page, svg in made],
    }
