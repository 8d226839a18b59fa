"""Facts: what a sheet may know about this build, its game and its players.

An assembly gathers them for each sheet and player count. The game's own facts come from its rules;
a layout for a game of one's own brings them along.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from printkit import __version__
from printkit.build.options import option_values, settings_for
from printkit.catalogue import Catalogue
from printkit.errors import (
    LayoutError,
    PrintkitError,
    UsageError,
    Where,
    brief,
    did_you_mean,
    known_as,
)
from printkit.faces import FAMILIES
from printkit.icons import icon_names
from printkit.layout.compiler import unknown_fact
from printkit.layout.declaring import Data, Words
from printkit.layout.definition import Sheet
from printkit.layout.expressions import Template
from printkit.layout.notebook import PAGE_NAMES
from printkit.layout.wording import say
from printkit.paper import NO_OFFSET, PAPERS
from printkit.patterns import pattern
from printkit.request import Request
from printkit.theme import load_theme
from printkit.tuples import NamedTuple
from printkit.units import counted

if TYPE_CHECKING:
    from printkit.layout.loading import BrokenLayoutError
    from printkit.rules.written import Filling

DEFAULT_COUNT = 4
MAX_VARIANTS = 20
_VARIANT = pattern(r"\w[\w -]{0,39}\Z")


class GameInfo(NamedTuple):
    """What a sheet's game allows: player counts and variants."""

    id: str  # what targets call it; 'own' for a game that only the layout knows
    title: str  # what people call it
    least: int  # the fewest players; 0 where players do not matter
    most: int  # the most players
    variants: tuple[str, ...]  # the ids of its variants, the usual one first

    def allowed(self) -> str:
        """The player counts in words."""
        if self.least == self.most:
            return str(self.least)
        return f"{self.least} to {self.most}"


def game_info(sheet: Sheet) -> GameInfo:
    """The game that a sheet is for: one that printkit knows, or the layout's own."""
    if sheet.game:
        from printkit.games import find_printed, game_ids

        game = find_printed(sheet.game)
        if game is None:
            hint = did_you_mean(sheet.game, game_ids())
            raise LayoutError(f"there is no game '{sheet.game}'", sheet.places["game"], hint)
        least, most = sheet.players or game.players
        if not game.players[0] <= least <= most <= game.players[1]:
            hint = f"{game.title} is for {game.players[0]} to {game.players[1]}"
            raise LayoutError("this game has other player counts", sheet.places["players"], hint)
        return GameInfo(game.id, game.title, least, most, tuple(v.id for v in game.variants))
    least, most = sheet.players or (0, 0)
    title = sheet.game_title.text if sheet.game_title else sheet.title.text
    variants = _own_variants(sheet.variants) if sheet.variants else ("base",)
    return GameInfo("own", title, least, most, variants)


def _own_variants(given: Data) -> tuple[str, ...]:
    """The variants that a layout names; they become part of file names."""
    words = given.value
    if not isinstance(words, list) or not 1 <= len(words) <= MAX_VARIANTS:
        hint = f"write variants: [base, expert], at most {MAX_VARIANTS}"
        raise LayoutError("variants are a list of names", given.where, hint)
    for word in words:
        if not _VARIANT.match(str(word)):
            hint = "use 1 to 40 letters, digits, blanks, - and _"
            message = f"'{brief(str(word))}' cannot be the name of a variant"
            raise LayoutError(message, given.where, hint)
    return tuple(map(str, words))


def player_counts(sheet: Sheet, request: Request) -> tuple[int, ...]:
    """The player counts to build this sheet for."""
    info = game_info(sheet)
    if info.most == 0:
        return (0,)
    wanted = request.counts
    if wanted is None and request.names:
        wanted = (len(request.names),)
    if wanted is None and sheet.usual == "all":
        wanted = "all"
    if wanted == "all":
        return tuple(range(info.least, info.most + 1))
    counts = wanted if isinstance(wanted, tuple) else (usual_count(info),)
    _check_counts(counts, info, request)
    return counts


def usual_count(info: GameInfo) -> int:
    """Four players, or as near to it as the game allows."""
    return min(max(DEFAULT_COUNT, info.least), info.most)


def _check_counts(counts: tuple[int, ...], info: GameInfo, request: Request) -> None:
    for count in counts:
        if not info.least <= count <= info.most:
            hint = f"it is for {info.allowed()} players"
            if request.names:
                hint += '; names are parted by commas: "Ann,Ben,Cleo"'
            players = counted(count, "player")
            raise UsageError(f"{info.title} cannot be played by {players}", hint=hint)
    if request.names and counts != (len(request.names),):
        shown = ", ".join(str(count) for count in counts)
        raise UsageError(
            f"{len(request.names)} names, but --players says {shown}",
            hint="give a name for each player, or leave --players out",
        )


def chosen_variant(info: GameInfo, request: Request) -> str:
    """The variant asked for, or the game's usual one."""
    if request.variant is None:
        return info.variants[0]
    variant = known_as(request.variant, info.variants)
    if variant not in info.variants:
        hint = did_you_mean(variant, info.variants)
        raise UsageError(f"{info.title} has no variant '{variant}'", hint=hint)
    return variant


def gather_facts(
    sheet: Sheet,
    request: Request,
    count: int,
    catalogue: Catalogue,
    home: Path,
    filling: Filling | None = None,
) -> Mapping[str, object]:
    """Everything that the sheet's expressions can ask for, for one player count.

    `home` is the layout's folder, where files lie that the layout names. `filling` is what a
    recorded game puts on the sheet: then chance has decided already.
    """
    request = replace(request, settings=settings_for(sheet, request.settings))
    if filling is not None:
        from printkit.build.recorded import settings_with

        request = settings_with(filling, request, dict(sheet.options))
    facts = _facts_of_build(sheet, request, count, catalogue)
    facts.update(_facts_of_game(sheet, count, str(facts["variant"])))
    _check_tables(sheet, facts)
    facts.update(sheet.tables, recorded=filling is not None)
    if any(name == "reference" for name, _ in sheet.references):
        facts["reference"] = _reference(home, request.theme)
    if filling is not None:
        facts.update(filling.facts)
    if sheet.offers and filling is not None and filling.draws:
        facts.update({name: filling.draws[asked.offer] for name, asked in sheet.offers})
    elif sheet.offers:
        from printkit.build.offers import drawn_facts

        facts.update(drawn_facts(sheet, request, home, facts))
    return facts


def _facts_of_game(sheet: Sheet, count: int, variant: str) -> Mapping[str, object]:
    if not sheet.game:
        return {}
    from printkit.games import find_printed

    game = find_printed(sheet.game)
    return game.facts(count, variant) if game else {}


def _facts_of_build(
    sheet: Sheet, request: Request, count: int, catalogue: Catalogue
) -> dict[str, object]:
    """What every sheet may know: who plays, what was asked for, and how it is printed."""
    info = game_info(sheet)
    return {
        "count": count,
        "players": _players(count, request.names, catalogue),
        "named": bool(request.names),
        "variant": chosen_variant(info, request),
        "variants": list(info.variants),
        "game": {"id": info.id, "title": catalogue.translate(info.title)},
        "title": catalogue.translate(sheet.title.text),
        "sheet_id": sheet.id,
        "options": option_values(sheet, request.settings),
        "copies": request.copies,
        "paper": request.paper.name,
        "duplex": request.handling().duplex,
        "offset": "" if request.offset == NO_OFFSET else str(request.offset),
        "theme": request.theme,
        "language": request.language,
        "seed": request.seed or "",
        "table_label": table_label(request, catalogue),
        "version": __version__,
    }


def _check_tables(sheet: Sheet, facts: Mapping[str, object]) -> None:
    """A data file cannot have the name of a fact that is there anyway."""
    for name, file in sheet.data:
        if name in facts:
            message = f"the name '{name}' is taken by a fact of its own"
            raise LayoutError(message, file.where, "choose another name")


def table_label(request: Request, catalogue: Catalogue) -> str:
    """What stands in the corner of every page: a label, or the number of a table; or nothing."""
    table = say(catalogue, "Table {table}", table=request.table) if request.table else ""
    return " · ".join(filter(None, (table, request.label)))


def _reference(home: Path, theme: str) -> dict[str, object]:
    """Everything that a layout may name, with the look of each style, for the sheet that shows it.

    A copy of that sheet shows the icons of its own folder too.
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
    """The unknown facts that a broken layout asks for, as far as that can be told."""
    top = broken.top
    if top.get("draws") or top.get("data"):
        return  # what is drawn depends on options, which may be what is broken
    empty = Words("", Template(("",)), Where(""))
    sheet = Sheet(title=empty, game=str(top.get("game") or ""), places={"game": Where("")})
    try:
        count, request = usual_count(game_info(sheet)), Request((), paper=PAPERS["a4"])
        facts = gather_facts(sheet, request, count, Catalogue("en", {}), Path())
    except PrintkitError:
        return
    own = top.get("facts")
    known = {*facts, *PAGE_NAMES, "reference", *(own if isinstance(own, dict) else ())}
    for asked in broken.references:
        if asked.name not in known:
            yield unknown_fact(asked.name, asked.where, known)


def _players(
    count: int, names: tuple[str, ...], catalogue: Catalogue
) -> list[Mapping[str, object]]:
    """One entry a seat: `name` is empty where none was given, `label` never is."""
    players: list[Mapping[str, object]] = []
    for number in range(1, count + 1):
        name = names[number - 1] if names else ""
        players.append(
            {
                "number": number,
                "name": name,
                "label": name or say(catalogue, "Player {number}", number=number),
                "short": name or say(catalogue, "P{number}", number=number),
            }
        )
    return players
