"""Loading: a layout, part or kit file becomes a checked definition.

Finds files by name inside the layout's own folder or among the shipped ones, and nowhere else:
no absolute paths, no `..`, no links that lead out.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from printkit.data import folder
from printkit.errors import (
    LayoutError,
    PrintkitError,
    Problems,
    UsageError,
    Where,
    did_you_mean,
    known_as,
    nearest,
)
from printkit.icons import icon_names
from printkit.layout.definition import DataFile, Kit, Part, Sheet
from printkit.layout.reading import Reader
from printkit.layout.strays import Strays
from printkit.layout.values import Tokens
from printkit.palette import read_palette
from printkit.patterns import pattern
from printkit.reads import cached, note
from printkit.source import beside, find_inside, inside, is_there
from printkit.theme import colour_names, load_theme, theme_names
from printkit.yamlfile import load_yaml
from printkit.yamlnodes import Scalar, YamlMap, YamlNode, plain

if TYPE_CHECKING:
    from printkit.layout.declaring import Reference

S = TypeVar("S", Sheet, Part, Kit)

_NAME = pattern(r"[A-Za-z0-9_-]+(/[A-Za-z0-9_-]+){0,5}\Z")
NOT_SHEETS = {"shared", "icons", "boards", "locale"}
TOOLS = ("calibration", "reference")
"""Shipped sheets that belong to no game."""


@cached(maxsize=1)
def tokens() -> Tokens:
    """The names that every layout may use; every theme has the same."""
    theme = load_theme("colour")
    return Tokens(theme.colours, theme.styles, theme.lines, theme.radii, theme.spaces)


def _tokens_of(cls: type[S], node: YamlNode) -> Tokens:
    """The names that a file may use: a layout also has the colours of its game and its palette."""
    if cls is not Sheet or not isinstance(node, YamlMap):
        return tokens()._replace(any_colour=cls is Part)
    game, own = node.get("game"), node.get("palette")
    try:
        palette = read_palette(own, theme_names()) if own else {}
    except LayoutError:  # the reader says so
        return tokens()._replace(any_colour=True)
    name = game.text if isinstance(game, Scalar) and game.text in shipped_games() else "own"
    return tokens()._replace(colours=colour_names(name, palette))


RESULT = "result"  # the sheet of every game that shows how a recorded one went


@cache
def shipped_sheets() -> tuple[str, ...]:
    """The ids of all shipped sheets, game by game; those for recorded games stand apart."""
    root = folder("layouts")
    games = [one.name for one in root.iterdir() if one.is_dir() and one.name not in NOT_SHEETS]
    found = (path for game in games for path in find_inside(root, game, ".yaml"))
    return tuple(
        sorted(
            f"{path.parent.name}/{path.stem}"
            for path in found
            if path.stem not in ("kit", "palette", RESULT)
        )
    )


def shipped_results() -> tuple[str, ...]:
    """The ids of the sheets that show how a recorded game went."""
    return tuple(f"{game}/{RESULT}" for game in shipped_games())


@cache
def shipped_games() -> tuple[str, ...]:
    """The games that have shipped sheets."""
    return tuple(sorted({name.split("/")[0] for name in shipped_sheets()}))


def sheet_path(target: str) -> Path:
    """The file of a target: a shipped sheet's id, or a path to a layout of one's own."""
    if target.endswith((".yaml", ".yml")):
        return Path(target)
    names = (*shipped_sheets(), *shipped_results(), *TOOLS)
    if (name := known_as(target, names)) in names:
        return folder("layouts") / f"{name}.yaml"
    raise UsageError(f"unknown sheet or game '{target}'", hint=_meant(target))


def _meant(target: str) -> str:
    """A hint at what a person may have meant by an unknown target."""
    if is_there(Path(f"{target}.yaml")):
        return f"did you mean '{target}.yaml'?"
    game, _, sheet = target.lower().partition("/")
    if sheet and game in shipped_games():
        own = [name for name in shipped_sheets() if name.startswith(f"{game}/")]
        near = nearest(target, own, cutoff=0.85)
        return f"did you mean '{near}'?" if near else f"{game} has {', '.join(own)}"
    alike = [name for name in shipped_sheets() if name.endswith(f"/{target.lower()}")]
    near = nearest(target, (*shipped_sheets(), *TOOLS, *shipped_games()))
    if alike or near:
        words = " or ".join(f"'{name}'" for name in alike or [near])
        return f"did you mean {words}?"
    return (
        f"known here: {', '.join(shipped_games())}; printkit list shows their sheets\n"
        "a layout of yours ends with .yaml, an option begins with -"
    )


class BrokenLayoutError(Problems):
    """A layout that cannot be used, with what could be read of it.

    `top` are the plain values of its keys, and `references` the facts that it asks for.
    """

    def __init__(
        self, problems: Iterable[PrintkitError], node: YamlNode, references: Iterable[Reference]
    ) -> None:
        super().__init__(problems)
        self.top = plain(node) if isinstance(node, YamlMap) else {}
        self.references = tuple(references)


@cached(maxsize=256)
def load_sheet(path: Path) -> Sheet:
    """The layout in a file; all its problems at once if it has any."""
    reader, node, sheet = _read(Sheet, path, "a layout")
    search = Strays(icon_names(path.parent / "icons"), partial(load_part, path.parent))
    strays = tuple(search.find(node))
    tables, problems = _load_tables(sheet.data if sheet else (), path.parent)
    if reader.notes.problems or problems or sheet is None:
        raise BrokenLayoutError(
            [*reader.notes.problems, *problems, *strays], node, reader.notes.references
        )
    more = {"strays": strays, "tables": tables}
    return Sheet(**{**vars(sheet), **more}) if strays or tables else sheet


def _load_tables(
    files: Iterable[tuple[str, DataFile]], home: Path
) -> tuple[dict[str, object], list[PrintkitError]]:
    """What the data files beside a layout hold, by name; and what is wrong with them."""
    tables: dict[str, object] = {}
    problems: list[PrintkitError] = []
    for name, wanted in files:
        from printkit.datafile import load_data, repeat_rows

        try:
            path = beside(home, wanted.file, "data file", wanted.where)
            shown = shown_path(path)
            rows = load_data(path, shown)
            tables[name] = repeat_rows(rows, wanted.count, shown) if wanted.count else rows
        except PrintkitError as error:
            problems.append(error)
    return tables, problems


@cached(maxsize=32)
def load_kit(game: str) -> Kit:
    """Which sheets make up a game's kit, in the order in which they are used."""
    return _load(Kit, folder("layouts") / game / "kit.yaml", "a kit")


@cached(maxsize=256)
def _load_part(path: Path) -> Part:
    return _load(Part, path, "a part")


@cached(maxsize=1024)
def _find_part(name: str, home: Path) -> Part:
    for root in (home, folder("layouts")):
        path = inside(root, f"{name}.yaml")
        if path is not None and is_there(path):
            return _load_part(path)
        if path is not None:
            note(path, None)
    raise FileNotFoundError(name)


def _load(cls: type[S], path: Path, what: str) -> S:
    reader, _, thing = _read(cls, path, what)
    if reader.notes.problems or thing is None:
        raise Problems(reader.notes.problems)
    return thing


def _read(cls: type[S], path: Path, what: str) -> tuple[Reader, YamlNode, S | None]:
    node = load_yaml(path, shown_path(path))
    _check_kind(cls, node, what)
    reader = Reader(_tokens_of(cls, node))
    return reader, node, reader.read(cls, node, what)


def _check_kind(cls: type[S], node: YamlNode, what: str) -> None:
    """A part is no layout: say so instead of complaining about each of its keys."""
    kinds = {"sheet": ("a layout", Sheet), "part": ("a part", Part), "kit": ("a kit", Kit)}
    first = node.items[0][0] if isinstance(node, YamlMap) and node.items else None
    if first is not None and first.text in kinds and kinds[first.text][1] is not cls:
        message = f"this is {kinds[first.text][0]}, where {what} is needed"
        raise LayoutError(message, first.where, "name the layout that uses it" * (cls is Sheet))


def shown_path(path: Path) -> str:
    """A path as people know it: shipped files begin with layouts/."""
    root = folder("layouts")
    return f"layouts/{path.relative_to(root)}" if path.is_relative_to(root) else str(path)


def load_part(home: Path, name: str, where: Where) -> Part:
    """A part of a layout: from its folder, or a shipped one; LayoutError at `where` if none."""
    if not _NAME.match(name):
        hint = "name a part like shared/header; it lies in the layout's folder"
        raise LayoutError(f"'{name}' is not the name of a part", where, hint)
    try:
        return _find_part(name, home)
    except FileNotFoundError:
        raise _missing(home, name, where) from None


def _missing(home: Path, name: str, where: Where) -> LayoutError:
    if inside(home, f"{name}.yaml") is None:
        hint = "parts lie in the layout's own folder"
        return LayoutError(f"the part '{name}' lies outside", where, hint)
    roots = {home, folder("layouts")}
    found = (path for root in roots for path in find_inside(root, "shared", ".yaml"))
    known = {f"{path.parent.name}/{path.stem}" for path in found}
    return LayoutError(f"no part '{name}'", where, did_you_mean(name, known))
