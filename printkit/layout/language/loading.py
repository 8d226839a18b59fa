"""Loading: a layout, part or kit file becomes a checked definition.

Files are found by name in the layout's own folder, in its pack or among the shipped ones, and
nowhere else: no absolute paths, no `..`, no links that lead out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from printkit.core.errors import (
    LayoutError,
    PluginError,
    PrintkitError,
    Problems,
    UsageError,
    Where,
    did_you_mean,
    known_as,
    nearest,
)
from printkit.core.filecache import cached, note_read
from printkit.core.icons import icon_names
from printkit.core.plugins import (
    GAMES,
    NOT_GAMES,
    SHIPPED,
    Pack,
    Plugin,
    game_folder,
    pack_of,
    pack_problems,
    packs,
    plugins,
    search_path,
)
from printkit.core.source import beside, find_inside, inside, is_there, shipped_folder, shown_path
from printkit.core.theme import colour_names, load_theme, read_palette
from printkit.core.themenames import theme_names
from printkit.core.yamlfile import Scalar, YamlList, YamlMap, YamlNode, load_yaml, plain
from printkit.layout.language.definition import DataFile, Kit, KitEntry, PadFile, Part, Sheet
from printkit.layout.language.functions import GIVEN
from printkit.layout.language.reader import Reader
from printkit.layout.language.templates import IconMark, parse_marks
from printkit.layout.language.values import Tokens
from printkit.text.faces import FAMILIES

if TYPE_CHECKING:
    from printkit.layout.language.declarations import FactReference

S = TypeVar("S", Sheet, Part, Kit, PadFile)

_NAME = re.compile(r"[A-Za-z0-9_-]+(/[A-Za-z0-9_-]+){0,5}\Z")
TOOLS = ("any/pad", "calibration", "reference")
"""Shipped sheets that belong to no game."""
SEASON = ("season/standings", "season/player-card")
"""Shipped sheets that `printkit season` prints."""


@cached(maxsize=1)
def tokens() -> Tokens:
    """Return the tokens that every layout may use; their names are the same in every theme."""
    theme = load_theme("colour")
    return Tokens(theme.colours, theme.styles, theme.lines, theme.radii, theme.spaces)


def _tokens_of(cls: type[S], node: YamlNode) -> Tokens:
    """Return the tokens of a file; a layout also has the colours of its game and its palette."""
    if cls is not Sheet or not isinstance(node, YamlMap):
        return tokens()._replace(any_colour=cls is Part)
    game, own = node.get("game"), node.get("palette")
    try:
        palette = read_palette(own, theme_names()) if own else {}
    except LayoutError:  # reported by the reader
        return tokens()._replace(any_colour=True)
    name = game.text if isinstance(game, Scalar) and is_kit(game.text) else "own"
    return tokens()._replace(colours=colour_names(name, palette))


RESULT = "result"  # the sheet of a game that shows the result of a recorded one


@cache
def shipped_sheets() -> tuple[str, ...]:
    """Return the ids of all shipped sheets, game by game, without those for recorded games."""
    names = _sheets_in(shipped_folder("layouts"))
    return tuple(name for name in names if not name.endswith(f"/{RESULT}"))


@cache
def _sheets_in(root: Path) -> tuple[str, ...]:
    others = (*NOT_GAMES, "__pycache__")
    games = [one.name for one in root.iterdir() if one.is_dir() and one.name not in others]
    found = (path for game in games for path in find_inside(root, game, ".yaml"))
    return tuple(
        sorted(
            f"{path.parent.name}/{path.stem}"
            for path in found
            if path.stem not in ("kit", "palette")
        )
    )


def shipped_results() -> tuple[str, ...]:
    """Return the ids of the sheets for recorded games."""
    return tuple(f"{game}/{RESULT}" for game in shipped_games())


@cache
def shipped_games() -> tuple[str, ...]:
    """Return the games that have shipped sheets."""
    return tuple(sorted({name.split("/")[0] for name in shipped_sheets()}))


def plugin_sheets() -> dict[str, Pack]:
    """Return the sheets of plugins with their packs; shipped names win, then the first plugin."""
    found: dict[str, Pack] = {}
    for pack in packs():
        for name in _sheets_in(pack.folder):
            if not _is_shipped(name):
                found.setdefault(name, pack)
    return found


def sheets_taken() -> Iterator[tuple[Plugin, PluginError]]:
    """Yield an error for each sheet of a plugin whose name is already taken."""
    found = plugin_sheets()
    for pack in packs():
        for name in _sheets_in(pack.folder):
            if found.get(name) is not pack:
                package = found[name].package if name in found else SHIPPED
                yield (
                    pack.plugin,
                    pack.plugin.error(f"the sheet '{name}' is already part of {package}"),
                )


def plugin_kits() -> tuple[str, ...]:
    """Return the games for which only plugins have sheets."""
    names = {name.split("/")[0] for name in plugin_sheets()}
    return tuple(sorted(names.difference(shipped_games())))


def is_kit(target: str) -> bool:
    """Return whether a target is a game; plugins are only consulted if it isn't shipped."""
    if _is_shipped(target) or target.endswith((".yaml", ".yml")):
        return target in shipped_games()
    return target in plugin_kits()


def sheets_of(game: str) -> dict[str, str]:
    """Return the sheets of a game, each with its package."""
    shipped = dict.fromkeys((*shipped_sheets(), *shipped_results()), SHIPPED)
    added = {name: pack.package for name, pack in plugin_sheets().items()}
    found = {**shipped, **added}
    own = [name for name in found if name.startswith(f"{game}/")]
    own.sort(key=lambda name: name.endswith(f"/{RESULT}"))
    return {name: found[name] for name in own}


def _is_shipped(name: str) -> bool:
    return name in (*shipped_games(), *shipped_sheets(), *shipped_results(), *TOOLS, *SEASON)


def sheet_path(target: str) -> Path:
    """Return the file of a target: the id of a known sheet, or a path to your own layout."""
    if target.endswith((".yaml", ".yml")):
        return Path(target)
    names = (*shipped_sheets(), *shipped_results(), *TOOLS, *SEASON)
    if (name := known_as(target, names)) in names:
        return shipped_folder("layouts") / f"{name}.yaml"
    added = plugin_sheets()
    if (name := known_as(target, added)) in added:
        return added[name].folder / f"{name}.yaml"
    played = [plugin.name for plugin in plugins(GAMES)]
    game = known_as(target.partition("/")[0], played)
    if broken := [error for plugin, error in pack_problems() if plugin.name == game]:
        raise broken[0]
    if (name := known_as(target, played)) in played:
        hint = f"'printkit rules {name}' shows its rules; record, validate and simulate work"
        raise UsageError(f"'{name}' has rules but no sheets to print", hint=hint)
    raise UsageError(f"unknown sheet or game '{target}'", hint=_meant(target))


def _meant(target: str) -> str:
    """Return a hint about what an unknown target may mean."""
    if is_there(Path(f"{target}.yaml")):
        return f"did you mean '{target}.yaml'?"
    game, _, sheet = target.lower().partition("/")
    games, sheets = (*shipped_games(), *plugin_kits()), (*shipped_sheets(), *plugin_sheets())
    if sheet and game in games:
        own = [name for name in sheets if name.startswith(f"{game}/")]
        near = nearest(target, own, cutoff=0.85)
        return f"did you mean '{near}'?" if near else f"{game} has {', '.join(own)}"
    same_ending = [name for name in sheets if name.endswith(f"/{target.lower()}")]
    near = nearest(target, (*sheets, *TOOLS, *games))
    if same_ending or near:
        words = " or ".join(f"'{name}'" for name in same_ending or [near])
        return f"did you mean {words}?"
    return (
        f"choose from {', '.join(games)}; printkit list shows their sheets\n"
        "a layout of yours ends with .yaml, an option begins with -"
    )


class BrokenLayoutError(Problems):
    """The problems of a broken layout, with what could be read of it.

    `top` has the plain values of its keys, and `references` the facts that it uses.
    """

    def __init__(
        self, problems: Iterable[PrintkitError], node: YamlNode, references: Iterable[FactReference]
    ) -> None:
        super().__init__(problems)
        self.top = plain(node) if isinstance(node, YamlMap) else {}
        self.references = tuple(references)


@cached(maxsize=256)
def load_sheet(path: Path) -> Sheet:
    """Load a layout; raise all its problems at once."""
    reader, node, sheet = _read(Sheet, path, "a layout")
    search = _UnresolvedNames(icon_names(path.parent / "icons"), partial(load_part, path.parent))
    unresolved = tuple(search.find(node))
    tables, problems = _load_tables(sheet.data if sheet else (), path.parent)
    if reader.problems or problems or sheet is None:
        raise BrokenLayoutError([*reader.problems, *problems, *unresolved], node, reader.references)
    more = {"unresolved": unresolved, "tables": tables}
    return Sheet(**{**vars(sheet), **more}) if unresolved or tables else sheet


def _load_tables(
    files: Iterable[tuple[str, DataFile]], home: Path
) -> tuple[dict[str, object], list[PrintkitError]]:
    """Load the data files of a layout; return their content by name, and their problems."""
    tables: dict[str, object] = {}
    problems: list[PrintkitError] = []
    for name, wanted in files:
        from printkit.core.datafile import load_data, repeat_rows

        try:
            path = beside(home, wanted.file, "data file", wanted.where, pack_of(home))
            shown = shown_path(path)
            rows = load_data(path, shown)
            tables[name] = repeat_rows(rows, wanted.count, shown) if wanted.count else rows
        except PrintkitError as error:
            problems.append(error)
    return tables, problems


@cached(maxsize=32)
def load_kit(game: str) -> Kit:
    """Load the kit of a game.

    Without a kit file, it has every sheet of the game once.
    """
    path = game_folder(game) / "kit.yaml"
    if is_there(path):
        return _load(Kit, path, "a kit")
    note_read(path, None)
    names = (name.split("/")[1] for name in sheets_of(game))
    entries = tuple(KitEntry(sheet=name) for name in names if name != RESULT)
    return Kit(kit=game, sheets=entries)


@cached(maxsize=64)
def load_pad(path: Path) -> PadFile:
    """Load a score pad of the shelf."""
    return _load(PadFile, path, "a score pad")


@cached(maxsize=256)
def _load_part(path: Path) -> Part:
    return _load(Part, path, "a part")


@cached(maxsize=1024)
def _find_part(name: str, home: Path) -> Part:
    for root in search_path(home):
        path = inside(root, f"{name}.yaml")
        if path is not None and is_there(path):
            return _load_part(path)
        if path is not None:
            note_read(path, None)
    raise FileNotFoundError(name)


def _load(cls: type[S], path: Path, what: str) -> S:
    reader, _, thing = _read(cls, path, what)
    if reader.problems or thing is None:
        raise Problems(reader.problems)
    return thing


def _read(cls: type[S], path: Path, what: str) -> tuple[Reader, YamlNode, S | None]:
    node = load_yaml(path, shown_path(path))
    _check_kind(cls, node, what)
    reader = Reader(_tokens_of(cls, node))
    return reader, node, reader.read(cls, node, what)


def _check_kind(cls: type[S], node: YamlNode, what: str) -> None:
    """Refuse a file of another kind, instead of reporting each of its keys."""
    kinds = {
        "sheet": ("a layout", Sheet),
        "part": ("a part", Part),
        "kit": ("a kit", Kit),
        "pad": ("a score pad", PadFile),
    }
    first = node.items[0][0] if isinstance(node, YamlMap) and node.items else None
    if first is not None and first.text in kinds and kinds[first.text][1] is not cls:
        message = f"this is {kinds[first.text][0]}, where {what} is needed"
        raise LayoutError(message, first.where, "name the layout that uses it" * (cls is Sheet))


def load_part(home: Path, name: str, where: Where) -> Part:
    """Load a part from the layout's folder or the shipped ones; raise LayoutError at `where`."""
    if not _NAME.match(name):
        hint = "write a name like shared/header, a file in the layout's folder"
        raise LayoutError(f"'{name}' isn't a valid name for a part", where, hint)
    try:
        return _find_part(name, home)
    except FileNotFoundError:
        raise _missing(home, name, where) from None


def _missing(home: Path, name: str, where: Where) -> LayoutError:
    if inside(home, f"{name}.yaml") is None:
        hint = "put parts in the layout's own folder"
        return LayoutError(f"the part '{name}' is outside the layout's folder", where, hint)
    found = (path for root in search_path(home) for path in find_inside(root, "shared", ".yaml"))
    known = {f"{path.parent.name}/{path.stem}" for path in found}
    return LayoutError(f"unknown part '{name}'", where, did_you_mean(name, known))


_DATA = ("with", "facts", "fonts", "options", "parameters", "accent", "fields")
"""Keys whose values are data and not nodes."""


class _UnresolvedNames:
    """A search for names of icons, fonts and parts that don't exist.

    The whole file is searched, whatever else is wrong with it, so that all problems are reported at
    once. A name with {…} in it is checked when the layout is made.
    """

    def __init__(self, icons: Collection[str], load_part: Callable[[str, Where], object]) -> None:
        self.icons, self.load_part = icons, load_part
        self.fonts = set(FAMILIES)

    def find(self, node: YamlNode) -> Iterator[PrintkitError]:
        """Yield the problems of a whole file."""
        own = node.get("fonts") if isinstance(node, YamlMap) else None
        if isinstance(own, YamlMap):
            self.fonts.update(key.text for key, _ in own.items)
        yield from self._below(node)

    def _below(self, node: YamlNode) -> Iterator[PrintkitError]:
        if isinstance(node, YamlList):
            for item in node.items:
                yield from self._below(item)
        elif isinstance(node, YamlMap):
            for key, value in node.items:
                if isinstance(value, Scalar):
                    yield from self._check(key.text, value)
                elif key.text not in _DATA:
                    yield from self._below(value)

    def _check(self, key: str, value: Scalar) -> Iterator[PrintkitError]:
        name, where = value.text, value.where
        if key == "rich":
            yield from self._check_marks(value)
        if "{" in name or value.value is None:
            return
        if key == "icon":
            yield from self._check_icon(name, where)
        elif key == "font" and name not in self.fonts:
            yield LayoutError(f"unknown font '{name}'", where, did_you_mean(name, self.fonts))
        elif key == "use":
            try:
                self.load_part(name, where)
            except (Problems, LayoutError) as error:
                yield from error.problems

    def _check_icon(self, name: str, where: Where) -> Iterator[PrintkitError]:
        if name not in self.icons:
            yield LayoutError(f"unknown icon '{name}'", where, did_you_mean(name, self.icons))

    def _check_marks(self, words: Scalar) -> Iterator[PrintkitError]:
        """Yield errors about icons in a text; the reader reports problems with its marks."""
        try:
            phrases = parse_marks(words.text, words.placing(), GIVEN)
        except LayoutError:
            return
        for phrase in phrases:
            if isinstance(phrase, IconMark) and phrase.name.is_constant:
                name = phrase.name.evaluate({})
                for error in self._check_icon(name, phrase.where):
                    hint = f"{error.hint}\nfor plain colons write \\:{name}\\:"
                    yield LayoutError(error.message, phrase.where, hint)
