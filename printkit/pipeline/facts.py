"""Facts: the values about a build, its game and its players that a sheet can use.

`gather_facts` collects them for one sheet and one player count: the players, the values of the
sheet's options, the numbers and tables of the game's rules, and what the game draws. A layout for a
game that printkit doesn't know defines its own facts.

Files that options name are opened here: a file that the user names may be anywhere, one that a
layout names must be in the layout's own folder.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from printkit._version import __version__
from printkit.core.errors import (
    Findings,
    LayoutError,
    PrintkitError,
    Problems,
    UsageError,
    Where,
    brief,
    did_you_mean,
)
from printkit.core.filecache import cached
from printkit.core.i18n import Catalogue
from printkit.core.icons import icon_names
from printkit.core.paper import NO_OFFSET, PAPERS
from printkit.core.plugins import pack_of
from printkit.core.source import Source, beside, load_source
from printkit.core.theme import load_theme
from printkit.layout.language.declarations import Words
from printkit.layout.language.definition import Sheet
from printkit.layout.language.expressions import unknown_fact
from printkit.layout.language.reader import PAGE_NAMES
from printkit.layout.language.templates import Template
from printkit.layout.translation import translate_sentence
from printkit.pads.sheets import field_families, pad_facts
from printkit.pads.shelf import pad_from_options
from printkit.pipeline.gameinfo import chosen_variant, default_count, game_info
from printkit.pipeline.sheetoptions import option_values, settings_for
from printkit.request.options import Request
from printkit.rules.sheets import Draw, DrawOption, DrawRequest
from printkit.text.faces import FAMILIES

if TYPE_CHECKING:
    from printkit.layout.language.definition import DrawDef, OptionDef
    from printkit.layout.language.loading import BrokenLayoutError
    from printkit.rules.game import Game
    from printkit.rules.results import Filling


def gather_facts(
    sheet: Sheet,
    request: Request,
    count: int,
    catalogue: Catalogue,
    home: Path,
    filling: Filling | None = None,
) -> Mapping[str, object]:
    """Return everything that the sheet's expressions can use, for one player count.

    `home` is the layout's folder, with the files that the layout names. `filling` has the values of
    a recorded game; its draws, if it has any, replace random ones.
    """
    request = replace(request, settings=settings_for(sheet, request.settings))
    if filling is not None:
        from printkit.filling.recordedgame import with_recorded_settings

        request = with_recorded_settings(filling, request, dict(sheet.options))
    facts = _facts_of_build(sheet, request, count, catalogue)
    if sheet.game:
        from printkit.games import find

        game = find(sheet.game)
        facts.update(_game_facts(game, count, str(facts["variant"])) if game else {})
    for name, file in sheet.data:
        if name in facts:
            message = f"the name '{name}' is already used by a fact"
            raise LayoutError(message, file.where, "choose another name")
    facts.update(sheet.tables, recorded=filling is not None)
    if sheet.is_pad:
        facts.update(_facts_of_pad(sheet, request, count))
    if any(used.name == "reference" for used in sheet.references):
        facts["reference"] = _reference(home, request.theme)
    if filling is not None:
        facts.update(filling.facts)
    if sheet.offers and filling is not None and filling.draws:
        facts.update({name: filling.draws[asked.offer] for name, asked in sheet.offers})
    elif sheet.offers:
        facts.update(drawn_facts(sheet, request, home, facts))
    return facts


@cached(maxsize=64)
def _game_facts(game: Game[Any], count: int, variant: str) -> Mapping[str, Any]:
    """Return the facts of a game: the same objects each time, which the layout cache recognizes."""
    return game.sheet_facts(count, variant)


def _facts_of_build(
    sheet: Sheet, request: Request, count: int, catalogue: Catalogue
) -> dict[str, object]:
    """Return the facts available to every sheet: players, options and printing."""
    info = game_info(sheet, request.settings)
    return {
        "count": count,
        "players": _players(count, request.names, catalogue),
        "named": bool(request.names),
        "variant": chosen_variant(sheet, request),
        "variants": list(info.variants),
        "game": {"id": info.id, "title": catalogue.translate(info.title)},
        "title": catalogue.translate(sheet.title.text),
        "sheet_id": sheet.id,
        "options": option_values(sheet, request.settings),
        "copies": request.copies,
        "paper": request.paper.name,
        "duplex": request.print_setup().duplex,
        "offset": "" if request.offset == NO_OFFSET else str(request.offset),
        "theme": request.theme,
        "large_print": request.large_print,
        "language": request.language,
        "seed": request.seed or "",
        "table_label": table_label(request.table, request.label, catalogue),
        "version": __version__,
    }


def _facts_of_pad(sheet: Sheet, request: Request, count: int) -> dict[str, object]:
    """Return the facts of a score pad for any game, and its fields."""
    pad = pad_from_options(option_values(sheet, request.settings))
    return {
        "pad": pad_facts(pad, request.paper, count),
        "fields": field_families(pad),
    }


def table_label(table: str, label: str, catalogue: Catalogue) -> str:
    """Return the text in the corner of every page: the table and the label, if given."""
    table = translate_sentence("Table {table}", catalogue, table=table) if table else ""
    return " · ".join(filter(None, (table, label)))


def _reference(home: Path, theme: str) -> dict[str, object]:
    """Return everything that a layout can name, with samples of each style.

    It is for the reference sheet; a copy of that sheet also shows the icons of its own folder.
    """
    look = load_theme(theme)
    return {
        "icons": list(icon_names(home / "icons")),
        "colours": list(look.colours),
        "styles": [{"name": name, **style._asdict()} for name, style in look.styles.items()],
        "fonts": [{"name": name, "weights": list(faces)} for name, faces in FAMILIES.items()],
        "lines": [{"name": name, "width": width} for name, width in look.lines.items()],
    }


def unknown_facts(broken: BrokenLayoutError) -> Iterator[LayoutError]:
    """Yield the unknown facts that a broken layout uses, as far as they can be found."""
    top = broken.top
    if top.get("draws") or top.get("data"):
        return  # draws depend on options, which may be broken
    empty = Words("", Template(("",)), Where(""))
    sheet = Sheet(title=empty, game=str(top.get("game") or ""), places={"game": Where("")})
    try:
        count, request = default_count(game_info(sheet)), Request((), paper=PAPERS["a4"])
        facts = gather_facts(sheet, request, count, Catalogue("en", {}), Path())
    except PrintkitError:
        return
    own = top.get("facts")
    known = {*facts, *PAGE_NAMES, "reference", "pad", *(own if isinstance(own, dict) else ())}
    for reference in broken.references:
        if reference.name not in known:
            yield unknown_fact(reference.name, reference.where, known.union(reference.bound))


def _players(
    count: int, names: tuple[str, ...], catalogue: Catalogue
) -> list[Mapping[str, object]]:
    """Return one entry per seat: `name` may be empty, `label` never is."""
    players: list[Mapping[str, object]] = []
    for number in range(1, count + 1):
        name = names[number - 1] if names else ""
        players.append(
            {
                "number": number,
                "name": name,
                "label": name or translate_sentence("Player {number}", catalogue, number=number),
                "short": name or translate_sentence("P{number}", catalogue, number=number),
            }
        )
    return players


def drawn_facts(
    sheet: Sheet, request: Request, home: Path, facts: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the values that the game draws for a sheet, by their names in the layout."""
    draws = _find_draws(sheet)
    options = facts["options"]
    options = {**options, **_load_files(sheet, request, home, options)}
    asked = DrawRequest(
        facts["count"], request.names, facts["variant"], options, request.seed or ""
    )
    try:
        return {name: dict(draw.make(asked)) for name, (draw, _) in draws.items()}
    except UsageError as error:
        used = {option.name for draw, _ in draws.values() for option in draw.options}
        if not used.isdisjoint(request.settings):
            raise
        _, where = next(iter(draws.values()))
        raise LayoutError(error.message, where, error.hint) from None


def _find_draws(sheet: Sheet) -> dict[str, tuple[Draw, Where]]:
    """Return the game's draws for a sheet; the layout must declare all the options they need."""
    from printkit.games import find

    game = find(sheet.game)
    found = Findings()
    draws = {}
    for name, declared in sheet.offers:
        draw = game.draws.get(declared.offer) if game else None
        if game is None or draw is None:
            raise _unknown_draw(declared, game)
        draws[name] = draw, declared.where
        found.add_all(_option_problems(sheet, game, draw, declared.where))
    if found:
        raise Problems(found)
    return draws


def _unknown_draw(draw: DrawDef, game: Game[Any] | None) -> LayoutError:
    from printkit.games import all_games

    drawing = [known.id for known in all_games() if known.draws]
    if game is None or not game.draws:
        whose = (
            f"{game.title} has nothing to draw" if game else "this sheet has no game to draw from"
        )
        return LayoutError(whose, draw.where, f"games with draws: {', '.join(drawing)}")
    message = f"{game.title} has no draw '{draw.offer}'"
    return LayoutError(message, draw.where, did_you_mean(draw.offer, game.draws))


def _option_problems(
    sheet: Sheet, game: Game[Any], draw: Draw, where: Where
) -> Iterator[LayoutError]:
    declared = dict(sheet.options)
    for wanted in draw.options:
        option = declared.get(wanted.name)
        if option is None:
            message = f"{game.title} needs the option '{wanted.name}' to draw, and it's missing"
            yield LayoutError(message, where, _declaration(wanted))
        elif option.type != wanted.type:
            message = f"{game.title} needs an option '{wanted.name}' of type {wanted.type} to draw"
            yield LayoutError(message, option.where, _declaration(wanted))
        else:
            yield from _choice_problems(game, wanted, option)


def _choice_problems(
    game: Game[Any], wanted: DrawOption, option: OptionDef
) -> Iterator[LayoutError]:
    """Yield an error for each choice that a layout offers but the draw doesn't support."""
    given = option.choices.value if option.choices else []
    for choice in given if isinstance(given, list | dict) and wanted.choices else ():
        if str(choice) not in wanted.choices:
            message = f"{game.title} can't draw with {wanted.name} '{brief(str(choice))}'"
            hint = did_you_mean(str(choice), wanted.choices)
            yield LayoutError(message, option.where, hint)


def _declaration(wanted: DrawOption) -> str:
    choices = f", choices: [{', '.join(wanted.choices)}]" if wanted.choices else ""
    return f"write under options: {wanted.name}: {{type: {wanted.type}{choices}}}"


def _load_files(
    sheet: Sheet, request: Request, home: Path, options: Mapping[str, Any]
) -> dict[str, Source | None]:
    """Load the files that options name; a default must not lead out of the layout's folder."""
    files: dict[str, Source | None] = {}
    for name, option in sheet.options:
        if option.type != "file":
            continue
        path = options[name]
        if not path:
            files[name] = None
        elif name in request.settings:
            files[name] = load_source(Path(path))
        else:
            where = option.default.where if option.default else option.where
            files[name] = load_source(beside(home, path, "file", where, pack_of(home)))
    return files
