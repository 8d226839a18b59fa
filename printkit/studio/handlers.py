"""Handlers: the functions that a worker runs for requests of the page, with plain data.

Those of the tabs Print and Write are here and in `editing`, those of Play in `play`, `score` and
`season`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar
from urllib.parse import quote

from printkit.core.colours import hexadecimal
from printkit.core.errors import PrintkitError, UsageError, escaped
from printkit.core.filecache import recording_reads
from printkit.core.languages import catalogue_for, language_names
from printkit.core.messages import say
from printkit.core.names import MAX_NAME
from printkit.core.paper import PAPERS
from printkit.core.plugins import game_folder
from printkit.core.scene import WHITE
from printkit.core.source import shipped_folder
from printkit.core.theme import NO_COLOURS, Colours, load_theme
from printkit.core.themenames import TITLES
from printkit.core.units import MM, to_mm
from printkit.filling.bgstats import link_and_code
from printkit.games import find
from printkit.layout.cache import LayoutCache
from printkit.layout.language.loading import is_kit, load_sheet, sheet_path
from printkit.listing import find_game, list_games
from printkit.pads import PAD
from printkit.pads.shelf import shelf
from printkit.pipeline.document import own_colours
from printkit.pipeline.main import render_file
from printkit.pipeline.naming import command_line
from printkit.pipeline.preview import preview
from printkit.pipeline.targets import PlannedSheet, copies_of, expand, narrow_request
from printkit.request.preferences import default_language, default_paper
from printkit.request.values import find_target, fresh_seed
from printkit.studio import editing, play, score, season
from printkit.studio.files import LAYOUTS, check_file, find_layouts, problems, request_from_choices
from printkit.studio.page import texts
from printkit.studio.pagedata import page_as_json
from printkit.studio.settings import load_choices, save_choices

if TYPE_CHECKING:
    from printkit.core.i18n import Catalogue
    from printkit.core.scene import NodeBounds, Page
    from printkit.layout.language.definition import Sheet
    from printkit.request.options import Request
    from printkit.studio.worker import HandlerResult

    Choices = Mapping[str, Sequence[str]]

_T = TypeVar("_T")

EDITOR: Final = "PRINTKIT_EDITOR"
"""The environment variable with the URL of an editor: 'vscode://file/{file}:{line}:{column}'."""
MOST_THUMBNAILS: Final = 40
MOST_PAGES: Final = 60  # pages shown; the PDF has all of them
_cache = LayoutCache()  # of this session
_ABOUT_COMMANDS = re.compile(r" \([^)]*--[^)]*\)")


def catalogue() -> dict[str, Any]:
    """Return everything that can be chosen: games with their sheets, paper, themes, languages."""
    languages = language_names()
    catalogues = {code: catalogue_for(code, shipped_folder("layouts")) for code in languages}
    known = catalogue_for(default_language(), shipped_folder("layouts"))
    return {
        "games": [_game(entry.as_json()) for entry in list_games() if entry.sheets],
        "pad": _pad(),
        "papers": [
            {"id": name, "size": f"{to_mm(paper.width):.0f} × {to_mm(paper.height):.0f} mm"}
            for name, paper in PAPERS.items()
        ],
        "paper": default_paper().name,
        "themes": [{"id": name, "title": known.translate(text)} for name, text in TITLES.items()],
        "languages": languages,
        "unnamed": {code: one.translate("Player {number}") for code, one in catalogues.items()},
        "language": default_language(),
        "remembered": load_choices(),
        "maxName": MAX_NAME,
        **known.page_words(texts())._asdict(),
    }


def layout(file: str) -> dict[str, Any]:
    """Return a layout of the folder as a game with one sheet, and its choices."""
    path = check_file(file, LAYOUTS)
    entry = find_game(file).as_json()
    catalogue = catalogue_for(default_language(), path.parent)
    sheet = load_sheet(path)
    (listed,) = [_sheet(sheet, catalogue) for sheet in entry["sheets"]]
    return {
        **entry,
        "id": file,
        "title": listed["title"],
        "sheets": [{**listed, "sheet": sheet.id}],
        "variants": {name: name for name in entry["variants"]},
        "languages": language_names(path.parent),
        "colours": _colours(entry["id"], own_colours(sheet)),
    }


def files(layout: str) -> dict[str, Any]:
    """Return the layouts of the folder, the one given at the start, and the editor's URL."""
    here = quote(os.fsencode(Path.cwd()))
    editor = os.environ.get(EDITOR, "").replace("{file}", f"{here}/{{file}}")
    layouts = [escaped(path.name) for path in find_layouts()]
    return {
        "layouts": layouts, "layout": layout, "editor": editor, "folder": escaped(str(Path.cwd())),
    }  # fmt: skip


def remember(names: list[str], lang: str, paper: str) -> dict[str, Any]:
    """Save the starting choices of the next print."""
    save_choices(names, lang, paper)
    return {}


def pages(choices: Choices, traced: bool = False) -> HandlerResult:
    """Return the pages for the choices, with their command and the files they depend on.

    Only what has changed since the last time is laid out.
    """
    with recording_reads() as reads:
        try:
            asked = replace(request_from_choices(choices), wants_node_bounds=traced)
            made, left_out = _on_this_paper(asked, lambda one: preview(one, MOST_PAGES, _cache))
        except PrintkitError as error:
            return {"status": 422, "reads": sorted(reads)}, {"problems": problems(error)}
    return {"reads": sorted(reads), "laid_out": made.laid_out}, {
        "pages": [_page(page, svg) for page, svg in made.pages],
        "total": made.total,
        "notes": [note for note in made.notes if "--" not in note],  # others are about commands
        "command": command_line(made.request),
        "seed": made.request.seed or "",
        "kits": _kits(asked),
        "leftOut": [made.catalogue.translate(sheet.title.text) for sheet in left_out],
    }


def _on_this_paper(request: Request, make: Callable[[Request], _T]) -> tuple[_T, list[Sheet]]:
    """Make something of a request; of several sheets, leave out those that don't fit on its paper.

    They are returned. Raise the error if it's about something else.
    """
    try:
        return make(request), []
    except PrintkitError as error:
        is_usual = request.paper == PAPERS["a4"]  # on which every shipped sheet fits
        if request.fill or (is_usual and all(map(find_target, request.targets))):
            raise
        others = [PAPERS[name] for name in ("a4", "a3") if PAPERS[name] != request.paper]
        targets = _single_targets(request)
        alone = {target: narrow_request(request, (target,)) for target in dict.fromkeys(targets)}
        large = {
            target
            for target, one in alone.items()
            if not _is_printable(one) and any(_is_printable(replace(one, paper=p)) for p in others)
        }
        if not large or (is_usual and len(large) == len(alone)):
            raise
        if len(large) == len(alone):
            message = say("none of these sheets fits on this paper")
            raise UsageError(message, hint=say("choose a4 or letter paper")) from error
        rest = tuple(target for target in targets if target not in large)
        left_out = [load_sheet(sheet_path(target)) for target in alone if target in large]
        return make(narrow_request(request, rest)), left_out


def _single_targets(request: Request) -> list[str]:
    """Return the targets with the sheets of each game instead of the game."""
    found = []
    for target in request.targets:
        planned = expand(replace(request, targets=(target,))) if is_kit(target) else ()
        found += [one.sheet.id for one in planned for _ in range(_times(one, request))] or [target]
    return found


def _times(planned: PlannedSheet, request: Request) -> int:
    """Return how often a sheet of a kit has to be named: once for all players if each gets one."""
    return planned.copies // copies_of(planned.sheet, planned.counts) // request.copies


def _is_printable(request: Request) -> bool:
    try:
        preview(request, MOST_PAGES, _cache)
    except PrintkitError:
        return False
    return True


def thumbnails(targets: list[str]) -> dict[str, Any]:
    """Return two pages of each of these games or layouts, as large as they are; none if broken."""
    return {"pages": {target: _thumbnail(target) for target in targets[:MOST_THUMBNAILS]}}


def _thumbnail(target: str) -> list[dict[str, Any]]:
    try:
        request = request_from_choices({"target": [target], "seed": ["studio"]})
        made = preview(request, MOST_PAGES, _cache).pages
    except PrintkitError:
        return []
    whole = [one for one in made if not any(sheet.cut for sheet in one[0].sheets)] or made
    return [
        {"svg": svg.decode(), "width": to_mm(page.width), "height": to_mm(page.height)}
        for page, svg in whole[:2]
    ]


def pdf(choices: Choices) -> tuple[dict[str, Any], bytes]:
    """Return the PDF, the same bytes as from the command line, and its name."""
    (_, rendered), _ = _on_this_paper(request_from_choices(choices), render_file)
    return {"name": rendered.file.path.name}, rendered.data


def link_code(link: str) -> dict[str, Any]:
    """Return a link and its QR code as SVG."""
    return {**link_and_code(link)}


def seed() -> dict[str, Any]:
    """Return a new seed."""
    return {"seed": fresh_seed()}


def _game(entry: dict[str, Any]) -> dict[str, Any]:
    """Return a game in the user's language, with the names of its variants and its colours."""
    game = find(entry["id"])
    catalogue = catalogue_for(default_language(), game_folder(entry["id"]))
    variants = game.variants if game else ()
    titles = {variant.id: catalogue.translate(variant.title) for variant in variants}
    sheets = [_sheet(sheet, catalogue) for sheet in entry["sheets"]]
    title = catalogue.translate(entry["title"])
    return {
        **entry,
        "title": title,
        "variants": titles,
        "sheets": sheets,
        "colours": _colours(entry["id"]),
    }


def _pad() -> dict[str, Any]:
    """Return the score pad for any game as a game with one sheet."""
    entry = {**find_game(PAD).as_json(), "id": PAD}
    catalogue = catalogue_for(default_language(), shipped_folder("layouts"))
    sheets = [_sheet(sheet, catalogue) for sheet in entry["sheets"]]
    titles = sorted(catalogue.translate(pad.title) for pad in shelf().values())
    for option in (option for sheet in sheets for option in sheet["options"]):
        if option["name"] == "game":
            option["suggestions"] = titles
    return {
        **entry,
        "title": catalogue.translate("Another game"),
        "variants": {name: name for name in entry["variants"]},
        "sheets": sheets,
        "colours": _colours("own"),
        "kit": [(PAD, 1)],
        "own": True,
    }


def _colours(game: str, own: Colours = NO_COLOURS) -> dict[str, str]:
    """Return the colours of a game for the page, as CSS."""
    colours = load_theme("colour", game, own).colours
    return {name: hexadecimal(colours[name] or WHITE) for name in ("accent", "accent-dark", "tint")}


def _sheet(sheet: dict[str, Any], catalogue: Catalogue) -> dict[str, Any]:
    """Return a sheet in a language: its title and its choices."""
    options = [_option(option, catalogue) for option in sheet["options"]]
    return {**sheet, "title": catalogue.translate(sheet["title"]), "options": options}


def _option(option: dict[str, Any], catalogue: Catalogue) -> dict[str, Any]:
    """Return an option of a sheet in a language, without what is said about the command line."""
    labels = option.get("labels") or map(_plain_name, option["choices"])
    return {
        **option,
        "label": catalogue.translate(option.get("label") or _plain_name(option["name"])),
        "help": _ABOUT_COMMANDS.sub("", catalogue.translate(option["help"])),
        "choices": [*zip(option["choices"], map(catalogue.translate, labels), strict=True)],
    }


def _plain_name(name: str) -> str:
    """Return the readable name of an option or a choice, without its hyphens."""
    return name.replace("-", " ").replace("_", " ").capitalize()


def _page(page: Page, svg: bytes) -> dict[str, Any]:
    sheets = [
        {
            "id": sheet.id,
            "title": sheet.title,
            "players": sheet.players,
            "cut": sheet.cut,
            "code": str(sheet.details.get("code") or ""),
        }
        for sheet in page.sheets
    ]
    return {**page_as_json(page, svg, sheets), **_node_bounds(page.node_bounds)}


def _node_bounds(nodes: Sequence[NodeBounds]) -> dict[str, Any]:
    """Return the boxes of the layout's nodes, in millimetres, each with the index of its place."""
    places = {
        where: number for number, where in enumerate(dict.fromkeys(node.where for node in nodes))
    }
    return {
        "boxes": [[*(round(side / MM, 1) for side in box), places[at]] for box, at in nodes],
        "places": [[where.file, where.line, where.column, where.source] for where in places],
    }


def _kits(request: Request) -> dict[str, list[tuple[str, int, int]]]:
    """Return the sheets in the kits of these games: how often, and how many copies each is."""
    games = dict.fromkeys(target.partition("/")[0] for target in request.targets)
    return {
        game: [
            (planned.sheet.id, _times(planned, request), copies_of(planned.sheet, planned.counts))
            for planned in expand(replace(request, targets=(game,), only=None))
        ]
        for game in games
        if is_kit(game) and request.fill is None
    }


HANDLERS: Final = {
    handler.__name__: handler
    for handler in (
        *(catalogue, layout, files, pages, pdf, seed, remember, link_code, thumbnails),
        *(editing.source, editing.save, editing.new_layout),
        *(play.records, play.begin, play.look, play.take, play.take_back),
        *(play.download, play.delete),
        *(score.score_sheets, score.score_files, score.begin_score, score.score_sheet),
        *(score.score_values, score.score_write, score.score_undo, score.score_redo),
        *(score.score_result, season.season),
    )
}
