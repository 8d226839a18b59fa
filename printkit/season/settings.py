"""`season.yaml`: the title of a season, other spellings of names, how places score, what counts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias
from unicodedata import normalize

from printkit.core.errors import (
    Findings,
    LayoutError,
    OutputError,
    PrintkitError,
    Problems,
    Where,
    brief,
    did_you_mean,
)
from printkit.core.source import inside, is_there
from printkit.core.yamlfile import Scalar, YamlList, YamlMap, YamlNode, load_yaml

NAME: Final = "season.yaml"
MISNAMED: Final = "season.yml"
OUTSIDE: Final = "this is a link that leads out of the folder"
MAX_TITLE: Final = 80
SCORINGS: Final = ("beaten", "wins")
LEFT_OUT: Final = {"files": "left_out_files", "games": "left_out_games", "players": "unranked"}
"""What can be left out, and the attributes of `SeasonSettings` that say so."""
_EXAMPLE: Final = "scoring: beaten, wins, or points by place: [5, 3, 2, 1]"

Scoring: TypeAlias = "str | Mapping[int, tuple[Fraction, ...]]"
"""`beaten`, `wins`, or the points for each place by the number of players; 0 is any number."""


class SeasonSettings(NamedTuple):
    """Everything that `season.yaml` can say; names and games are folded by `fold`."""

    title: str = ""
    aliases: Mapping[str, str] = {}  # from other spellings, folded, to names
    scoring: Scoring = "beaten"
    lowest: frozenset[str] = frozenset()  # the games in which the lowest score wins
    first: str = ""  # the first day that counts
    last: str = ""  # the last day that counts
    left_out_files: frozenset[str] = frozenset()
    left_out_games: frozenset[str] = frozenset()
    unranked: frozenset[str] = frozenset()  # players who play, but aren't in the standings


def fold(name: str) -> str:
    """Return a name as it is compared: without case, and with single spaces."""
    return normalize("NFC", " ".join(name.split()).casefold())


def load_settings(folder: Path) -> SeasonSettings:
    """Read the `season.yaml` of a folder, if there is one; raise all its problems at once."""
    path = folder / NAME
    if is_there(other := folder / MISNAMED, Path.exists):
        raise PrintkitError("this file isn't read", Where(str(other)), f"call it {NAME}")
    if not is_there(path, Path.exists):
        return SeasonSettings()
    if inside(folder, NAME) is None:
        raise OutputError(OUTSIDE, Where(str(path)), "copy it into the folder")
    top = load_yaml(path)
    reader = _SettingsReader()
    settings = reader.read(top)
    if reader.problems:
        raise Problems(reader.problems)
    return settings


class _SettingsReader:
    """A reader that collects problems; what can't be read is left at its default."""

    def __init__(self) -> None:
        self.problems = Findings()

    def read(self, top: YamlNode) -> SeasonSettings:
        keys = {
            "title": self._title,
            "aliases": self._aliases,
            "scoring": self._scoring,
            "lowest": self._folded_names,
            "from": self._day,
            "until": self._day,
            "leave-out": self._left_out,
        }
        fields = {"from": "first", "until": "last"}
        found: dict[str, object] = {}
        for key, value in self._items(top, f"keys such as {', '.join(keys)}"):
            if key.text not in keys:
                hint = did_you_mean(key.text, keys)
                self._add(key, f"unknown key '{brief(key.text)}'", hint)
            elif key.text == "leave-out":
                found.update(self._left_out(value))
            else:
                found[fields.get(key.text, key.text)] = keys[key.text](value)
        settings = SeasonSettings(**found)  # type: ignore[arg-type]
        if settings.first and settings.last and settings.first > settings.last:
            self._add(top, f"the season ends on {settings.last}, before {settings.first}")
        return settings

    def _add(self, node: YamlNode, message: str, hint: str = "") -> None:
        self.problems.add(LayoutError(message, node.where, hint))

    def _items(self, node: YamlNode, what: str) -> Iterator[tuple[Scalar, YamlNode]]:
        if isinstance(node, YamlMap):
            yield from node.items
        elif not (isinstance(node, Scalar) and node.value is None):
            self._add(node, f"expected {what}")

    def _words(self, node: YamlNode) -> Iterator[Scalar]:
        """Yield the texts of a list, or a single text."""
        for item in node.items if isinstance(node, YamlList) else (node,):
            if isinstance(item, Scalar) and item.text.strip():
                yield item
            else:
                self._add(item, "expected a text, or a list of texts")

    def _folded_names(self, node: YamlNode) -> frozenset[str]:
        return frozenset(fold(word.text) for word in self._words(node))

    def _title(self, node: YamlNode) -> str:
        if isinstance(node, Scalar) and 0 < len(node.text.strip()) <= MAX_TITLE:
            return " ".join(node.text.split())
        self._add(node, f"expected a title of at most {MAX_TITLE} characters")
        return ""

    def _aliases(self, node: YamlNode) -> dict[str, str]:
        hint = "write the name and its other spellings: {Ann: [Annie, Anna]}"
        found: dict[str, str] = {}
        for name, others in self._items(node, "names with their other spellings"):
            for other in self._words(others):
                known = found.setdefault(fold(other.text), name.text.strip())
                if known != name.text.strip():
                    message = f"'{brief(other.text)}' is both {known} and {name.text}"
                    self._add(other, message, hint)
        for name, _ in node.items if isinstance(node, YamlMap) else ():
            if (meant := found.get(fold(name.text), name.text.strip())) != name.text.strip():
                self._add(name, f"'{brief(name.text)}' is another spelling of {meant} itself", hint)
        return found

    def _scoring(self, node: YamlNode) -> Scoring:
        if isinstance(node, Scalar) and node.text in SCORINGS:
            return node.text
        if isinstance(node, YamlList):
            return {0: self._points(node)}
        if isinstance(node, YamlMap):
            return dict(self._points_by_count(node))
        self._add(node, "unknown scoring", _EXAMPLE)
        return "beaten"

    def _points_by_count(self, node: YamlMap) -> Iterator[tuple[int, tuple[Fraction, ...]]]:
        for count, points in node.items:
            if type(count.value) is not int or not 2 <= count.value <= 100:
                message = f"expected a number of players, not '{brief(count.text)}'"
                self._add(count, message, "scoring: {2: [3, 0], 3: [4, 2, 0]}")
            elif not isinstance(points, YamlList):
                self._add(points, "expected a list of points, for the first place first")
            else:
                yield count.value, self._points(points)

    def _points(self, node: YamlList) -> tuple[Fraction, ...]:
        found = []
        for item in node.items:
            if isinstance(item, Scalar) and type(item.value) in (int, float):
                found.append(Fraction(str(item.value)))
            else:
                text = item.text if isinstance(item, Scalar) else "a list"
                self._add(item, f"expected points, not '{brief(text)}'", _EXAMPLE)
        return tuple(found)

    def _day(self, node: YamlNode) -> str:
        text = node.text if isinstance(node, Scalar) else "a list"
        try:
            return date.fromisoformat(text).isoformat()
        except ValueError:
            self._add(node, f"'{brief(text)}' isn't a date", "write 2026-11-18")
            return ""

    def _left_out(self, node: YamlNode) -> dict[str, frozenset[str]]:
        found = {}
        for key, value in self._items(node, f"keys such as {', '.join(LEFT_OUT)}"):
            if key.text not in LEFT_OUT:
                message = f"unknown key '{brief(key.text)}'"
                self._add(key, message, did_you_mean(key.text, LEFT_OUT))
            elif key.text == "files":
                names = (word.text.strip() for word in self._words(value))
                found[LEFT_OUT[key.text]] = frozenset(names)
            else:
                found[LEFT_OUT[key.text]] = self._folded_names(value)
        return found
