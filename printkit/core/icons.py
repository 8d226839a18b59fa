"""Icons: small drawings kept as path data.

`load_icon` reads `layouts/icons/<name>.yaml`, or the file of that name in a user's own folder,
which takes precedence. `icon_fragment` makes a fragment of any size and colours from an icon.

An icon is drawn on a grid of 24 x 24, y down, as a list of layers, later ones on top:

    icon: target
    layers:
      - shape: "O 12 12 9"
      - solid: "M10 12 A2 2 0 0 1 14 12 A2 2 0 0 1 10 12 Z"

`line` is stroked in the icon's colour, `STROKE` wide unless another width is given; `solid` is
filled with that colour; `fill` is filled with the second colour, and left out if there is none;
`paper` is filled white; `shape` is a fill (white if there is no second colour) under a line, and so
hides what is below it. Path data is that of SVG (M L H V C S Q T A Z, absolute and relative), plus
`O x y r` for a circle. Areas are filled by the even-odd rule.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias, get_args

from printkit.core.errors import LayoutError, Where, did_you_mean
from printkit.core.filecache import cached, note_read
from printkit.core.geometry import Bounds, bounds_of, outline_points, parse_path, scaled_path
from printkit.core.plugins import pack_of
from printkit.core.scene import WHITE, Colour, Fragment, Path, PathCommand, Shape, Stroke
from printkit.core.source import Source, find_inside, inside, is_there, load_source, shipped_folder
from printkit.core.yamlfile import Scalar, YamlList, YamlMap, YamlNode, read_yaml

if TYPE_CHECKING:
    import pathlib


GRID: Final = 24.0
STROKE: Final = 1.5

LayerPaint: TypeAlias = Literal["fill", "line", "solid", "paper", "shape"]
PAINTS: Final[tuple[LayerPaint, ...]] = get_args(LayerPaint)
_KEYS: Final = ("icon", "layers")
_LAYER_HINT: Final = 'a layer looks like: - line: "M4 12 L20 12"'
_SLACK: Final = 0.005
_NAME: Final = re.compile(r"[\w-]+")


class Layer(NamedTuple):
    """A path and the way it is painted."""

    paint: LayerPaint
    commands: tuple[PathCommand, ...]


class Icon:
    """A drawing on the grid; loaded once and compared by identity."""

    __slots__ = ("layers", "name")

    def __init__(self, name: str, layers: tuple[Layer, ...]) -> None:
        self.name: Final = name
        self.layers: Final = layers

    @property
    def weight(self) -> int:
        """The number of path commands in all layers."""
        return sum(len(layer.commands) for layer in self.layers)


def icon_names(*folders: pathlib.Path) -> tuple[str, ...]:
    """Return the names of all icons in the given folders and among the shipped ones, sorted."""
    places = _search_path(folders)
    files = (file for place in places for file in find_inside(place.parent, place.name, ".yaml"))
    return tuple(sorted({file.stem for file in files}))


@cached()
def load_icon(name: str, *folders: pathlib.Path) -> Icon:
    """Load an icon from the first folder that has it; the shipped ones come last."""
    for folder in _search_path(folders) if _NAME.fullmatch(name) else ():
        file = inside(folder.parent, f"{folder.name}/{name}.yaml")
        if file is None:
            hint = "put icons in the layout's own folder"
            raise LayoutError(f"the icon '{name}' is outside the layout's folder", hint=hint)
        if is_there(file):
            return _read_icon(file.stem, load_source(file))
        note_read(file, None)
    hint = did_you_mean(name, icon_names(*folders))
    raise LayoutError(f"unknown icon '{name}'", hint=hint)


def stroke_width(size: float) -> float:
    """Return the usual line width of an icon of this size."""
    return STROKE * size / GRID


@cached()
def icon_fragment(
    icon: Icon,
    size: float,
    colour: Colour | None,
    fill: Colour | None = None,
    line: float | None = None,
) -> Fragment:
    """Return the icon as a fragment of `size` x `size` points, empty if it has no colour at all.

    The same arguments give the same fragment, so backends can store it once.
    """
    if colour is None and fill is None:
        return Fragment((), size, size)
    scale = size / GRID
    width = stroke_width(size) if line is None else line
    stroke = Stroke(colour, width, cap="round") if colour else None
    shapes = (_shape(layer, scale, stroke, fill) for layer in icon.layers)
    return Fragment(tuple(shape for shape in shapes if shape), size, size)


def _shape(layer: Layer, scale: float, stroke: Stroke | None, fill: Colour | None) -> Shape | None:
    commands = scaled_path(layer.commands, scale, scale)
    match layer.paint:
        case "line":
            return Path(commands, stroke=stroke) if stroke else None
        case "solid":
            return Path(commands, fill=stroke.colour) if stroke else None
        case "paper":
            return Path(commands, fill=WHITE)
        case "shape":
            return Path(commands, fill=fill or WHITE, stroke=stroke)
        case "fill":
            return Path(commands, fill=fill) if fill else None


@cached()
def icon_data(name: str) -> list[tuple[str, str]]:
    """Return the layers of a shipped icon as paint and SVG path, for the studio's page."""
    return [
        (
            layer.paint,
            " ".join(f"{way}{' '.join(f'{at:g}' for at in ats)}" for way, *ats in layer.commands),
        )
        for layer in load_icon(name).layers
    ]


def _search_path(folders: tuple[pathlib.Path, ...]) -> tuple[pathlib.Path, ...]:
    packs = filter(None, map(pack_of, folders))
    return (*folders, *(root / "icons" for root in (*packs, shipped_folder("layouts"))))


def _read_icon(stem: str, source: Source) -> Icon:
    top = _check_keys(read_yaml(source))
    name, layers = top.get("icon"), top.get("layers")
    if not isinstance(name, Scalar) or name.text != stem:
        where = name.where if name else top.where
        raise LayoutError("the icon's name doesn't match its file name", where, f"icon: {stem}")
    if not isinstance(layers, YamlList) or not layers.items:
        where = layers.where if layers else top.where
        raise LayoutError("an icon needs a list of layers", where, _LAYER_HINT)
    return Icon(stem, tuple(_load_layer(node) for node in layers.items))


def _check_keys(top: YamlNode) -> YamlMap:
    if not isinstance(top, YamlMap):
        raise LayoutError("an icon file has the keys icon and layers", top.where)
    for key, _ in top.items:
        if key.text not in _KEYS:
            hint = did_you_mean(key.text, _KEYS)
            raise LayoutError(f"unknown key '{key.text}' in an icon", key.where, hint)
    return top


def _load_layer(node: YamlNode) -> Layer:
    if not isinstance(node, YamlMap) or len(node.items) != 1:
        raise LayoutError("a layer is one kind of paint and its path", node.where, _LAYER_HINT)
    ((key, path),) = node.items
    paint = next((paint for paint in PAINTS if paint == key.text), None)
    if paint is None:
        hint = did_you_mean(key.text, PAINTS)
        raise LayoutError(f"unknown paint '{key.text}'", key.where, hint)
    if not isinstance(path, Scalar):
        raise LayoutError("a path must be text", path.where, _LAYER_HINT)
    layer = Layer(paint, parse_path(path.text, path.where_in))
    _check_inside(layer, path.where)
    return layer


def _check_inside(layer: Layer, where: Where) -> None:
    box = layer_bounds(layer)
    if min(box) < -_SLACK or max(box) > GRID + _SLACK:
        raise LayoutError(
            "the path leaves the grid: it covers "
            f"{box.left:.2f} to {box.right:.2f} across, {box.top:.2f} to {box.bottom:.2f} down",
            where,
            f"keep within 0 to {GRID:g}; a line is {STROKE:g} wide and reaches out by half of that",
        )


def layer_bounds(layer: Layer) -> Bounds:
    """Return the area that the layer covers on the grid, including its stroke."""
    edge = STROKE / 2 if layer.paint in ("line", "shape") else 0.0
    return bounds_of(outline_points(layer.commands)).grow(edge)
