"""Strays: names of icons, fonts and parts in a layout that lead nowhere.

They are looked for in the whole file, whatever else is wrong with it, so that its author sees
every problem at once. Knows no facts: a name with {…} in it is checked when the layout is made.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

from printkit.errors import LayoutError, PrintkitError, Problems, Where, did_you_mean
from printkit.faces import FAMILIES
from printkit.layout.functions import GIVEN
from printkit.layout.marks import IconMark, parse_marks
from printkit.yamlnodes import Scalar, YamlList, YamlMap, YamlNode

_DATA = ("with", "facts", "fonts", "options", "parameters", "accent", "fields")
"""Keys below which a layout holds data of its own, and no nodes."""


class Strays:
    """Looks for names that are neither an icon's, nor a font's, nor a part's."""

    def __init__(self, icons: Collection[str], load_part: Callable[[str, Where], object]) -> None:
        self.icons, self.load_part = icons, load_part
        self.fonts = set(FAMILIES)

    def find(self, node: YamlNode) -> Iterator[PrintkitError]:
        """The problems of a whole file."""
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
            yield LayoutError(f"there is no icon '{name}'", where, did_you_mean(name, self.icons))

    def _check_marks(self, words: Scalar) -> Iterator[PrintkitError]:
        """The icons in a text; what is wrong with its marks is the reader's business."""
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
