"""Jobs: what the studio's page can have worked out, each from plain data to plain data."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote

from printkit.build.languages import catalogue_for, language_names
from printkit.build.listing import list_games, list_layout
from printkit.build.origin import command_line
from printkit.build.preferences import usual_language, usual_paper
from printkit.build.proof import proof, render_file
from printkit.build.shelf import Shelf
from printkit.build.targets import expand
from printkit.colours import hexadecimal
from printkit.data import folder
from printkit.errors import PrintkitError
from printkit.games import find_printed
from printkit.layout.loading import shipped_games
from printkit.paper import PAPERS
from printkit.reads import recording
from printkit.request.seeds import fresh_seed
from printkit.scene import WHITE
from printkit.studio import playing
from printkit.studio.names import LAYOUTS, check_file, find_files, read_request
from printkit.studio.page import texts
from printkit.studio.troubles import problems
from printkit.theme import load_theme, theme_names
from printkit.units import MM, to_mm

if TYPE_CHECKING:
    from printkit.catalogue import Catalogue
    from printkit.layout.extents import Trace
    from printkit.layout.press import PrintedPage
    from printkit.request import Request

    Words = Mapping[str, Sequence[str]]
    Pages = tuple[dict[str, Any], dict[str, Any]]

EDITOR: Final = "PRINTKIT_EDITOR"
"""The variable with a link that opens an editor: 'vscode://file/{file}:{line}:{column}'."""
MOST_PAGES: Final = 60  # how many pages are shown; the file has all of them
_shelf = Shelf()
_ABOUT_COMMANDS = re.compile(r" \([^)]*--[^)]*\)")


def catalogue() -> dict[str, Any]:
    """Everything that can be chosen: games with their sheets, paper, themes and languages."""
    languages = language_names()
    return {
        "games": [_game(entry) for entry in list_games()],
        "papers": [_paper(name) for name in PAPERS],
        "paper": usual_paper().name,
        "themes": list(theme_names()),
        "languages": languages,
        "unnamed": {code: _unnamed(code) for code in languages},
        "language": usual_language(),
        **_words(),
    }


def _unnamed(language: str) -> str:
    """What sheets in a language call a player without a name."""
    return catalogue_for(language, folder("layouts")).translate("Player {number}")


def _words() -> dict[str, Any]:
    """What the page says in the usual language, and which form of a word each number takes."""
    known = catalogue_for(usual_language(), folder("layouts"))
    words = {text: entry.translation for text in texts() if (entry := known.find(text))}
    return {"words": words, "plurals": [known.plurals.form(number) for number in range(200)]}


def layout(file: str) -> dict[str, Any]:
    """A layout of one's own, as a game with one sheet; and what may be chosen for it."""
    path = check_file(file, LAYOUTS)
    entry = list_layout(file)
    words = catalogue_for(usual_language(), path.parent)
    sheets = [_sheet(sheet, words) for sheet in entry["sheets"]]
    titles = {name: name for name in entry["variants"]}
    return {
        **entry, "sheets": sheets, "variants": titles, "languages": language_names(path.parent),
    }  # fmt: skip


def files(layout: str) -> dict[str, Any]:
    """What there is in the folder: layouts, which of them somebody named, and how to edit one."""
    editor = os.environ.get(EDITOR, "").replace("{file}", f"{quote(str(Path.cwd()))}/{{file}}")
    return {"layouts": find_files(LAYOUTS), "layout": layout, "editor": editor}


def pages(words: Words, traced: bool = False) -> Pages:
    """The pages that the choices make, with the command for them and the files they came from.

    Sheets of which nothing has changed are not composed again.
    """
    with recording() as reads:
        try:
            made = proof(replace(read_request(words), traced=traced), MOST_PAGES, _shelf)
        except PrintkitError as error:
            return {"status": 422, "reads": sorted(reads)}, {"problems": problems(error)}
    return {"reads": sorted(reads), "composed": made.composed}, {
        "pages": [_page(printed, svg) for printed, svg in made.pages],
        "total": made.total,
        "notes": list(made.notes),
        "command": command_line(made.request),
        "seed": made.request.seed or "",
        "kit": _kit(made.request),
    }


def pdf(words: Words) -> tuple[dict[str, Any], bytes]:
    """The PDF that the command line makes, byte by byte, and its name."""
    rendered = render_file(read_request(words))
    return {"name": rendered.file.path.name}, rendered.data


def seed() -> dict[str, Any]:
    """A new seed: other cups."""
    return {"seed": fresh_seed()}


def _game(entry: dict[str, Any]) -> dict[str, Any]:
    """A game, with what its variants are called and the colours that are its own."""
    game = find_printed(entry["id"])
    words = catalogue_for(usual_language(), folder("layouts"))
    variants = game.variants if game else ()
    titles = {variant.id: words.translate(variant.title) for variant in variants}
    sheets = [_sheet(sheet, words) for sheet in entry["sheets"]]
    colours = load_theme("colour", entry["id"]).colours
    shown = {
        name: hexadecimal(colours[name] or WHITE) for name in ("accent", "accent-dark", "tint")
    }
    title = words.translate(entry["title"])
    return {**entry, "title": title, "variants": titles, "sheets": sheets, "colours": shown}


def _sheet(sheet: dict[str, Any], words: Catalogue) -> dict[str, Any]:
    """A sheet in a language: what it is called, and what can be chosen for it."""
    options = [
        {
            **option,
            "label": _called(option["name"], words),
            "help": _ABOUT_COMMANDS.sub("", words.translate(option["help"])),
            "choices": [(each, _called(each, words)) for each in option.get("choices", ())],
        }
        for option in sheet["options"]
    ]
    return {**sheet, "title": words.translate(sheet["title"]), "options": options}


def _called(name: str, words: Catalogue) -> str:
    """The name of an option as people read it: without its hyphens."""
    text = name.replace("-", " ").replace("_", " ").capitalize()
    return words.translate(text) if len(text) > 1 else text


def _paper(name: str) -> dict[str, Any]:
    paper = PAPERS[name]
    return {"id": name, "size": f"{to_mm(paper.width):.0f} × {to_mm(paper.height):.0f} mm"}


def _page(printed: PrintedPage, svg: bytes) -> dict[str, Any]:
    page = printed.page
    return {
        "svg": svg.decode(),
        "width": round(to_mm(page.width), 2),
        "height": round(to_mm(page.height), 2),
        "sheets": [
            {
                "id": sheet.id,
                "title": sheet.title,
                "players": sheet.players,
                "cut": sheet.cut,
                "code": str(sheet.details.get("code") or ""),
            }
            for sheet in printed.leaves
        ],
        **_traces(printed.traces),
    }


def _traces(traces: Sequence[Trace]) -> dict[str, Any]:
    """Where the nodes of the layout lie, in millimetres, each with the number of its place."""
    places = {where: number for number, where in enumerate(dict.fromkeys(t.where for t in traces))}
    return {
        "boxes": [[*(round(side / MM, 1) for side in box), places[at]] for box, at in traces],
        "places": [[where.file, where.line, where.column, where.source] for where in places],
    }


def _kit(request: Request) -> list[tuple[str, int]]:
    """How many of each sheet are in the kit that was asked for; nothing where none was."""
    if len(request.targets) > 1 or request.targets[0] not in shipped_games():
        return []
    return [(printing.sheet.id, printing.copies) for printing in expand(request)]


JOBS: Final = {
    job.__name__: job
    for job in (
        *(catalogue, layout, files, pages, pdf, seed),
        *(playing.records, playing.begin, playing.look, playing.take, playing.take_back),
    )
}
