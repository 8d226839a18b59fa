"""Values of a manifest: what one option of a job may be, and the choices a list leaves.

Takes the node under an option's name; gives `Choice`s, one for each item of a list. The words
are read as the command line reads them; where one is wrong, the error points at it.
"""

from __future__ import annotations

from functools import partial
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from printkit.errors import Findings, ManifestError, PrintkitError, UsageError, did_you_mean
from printkit.paper import parse_offset, parse_paper
from printkit.request import (
    MAX_COPIES,
    MAX_DPI,
    MIN_DPI,
    check_duplex,
    check_formats,
    check_names,
    check_orientation,
    check_text,
    parse_counts,
    parse_names,
)
from printkit.theme import theme_names
from printkit.units import parse_whole
from printkit.yamlfile import Mapping, Node, Scalar, Sequence

if TYPE_CHECKING:
    from collections.abc import Callable

    from printkit.errors import Where


MAX_FILES: Final = 10_000


class Choice(NamedTuple):
    """One value of an option, how a file name shows it, and where it stands."""

    value: Any
    text: str
    where: Where


class Set(NamedTuple):
    """One option of a sheet, as `set` gives it; a default that a sheet lacks is passed over."""

    value: str
    where: Where
    named: Where
    is_default: bool


def read_choices(name: str, node: Node, found: Findings) -> tuple[Choice, ...]:
    """All choices that an option leaves; what is wrong is added to `found`."""
    choices: list[Choice] = []
    try:
        nodes = _alternatives(name, node)
    except ManifestError as error:
        found.add(error)
        return ()
    for item in nodes:
        try:
            choices += _read(name, item)
        except ManifestError as error:
            found.add(error)
    return tuple(choices)


def _alternatives(name: str, node: Node) -> tuple[Node, ...]:
    """The items of a list; but names are a list by nature, and multiply as a list of lists."""
    if not isinstance(node, Sequence):
        return (node,)
    if not node.items:
        raise ManifestError(f"the list of {name} is empty", node.where, "leave it out")
    if name == "names" and not any(isinstance(item, Sequence) for item in node.items):
        return (node,)
    return node.items


def _read(name: str, node: Node) -> list[Choice]:
    match name, node:
        case "set", Mapping():
            return _settings(node)
        case "names" | "target", Sequence():
            return [_several(name, node)]
        case _, Scalar() if name != "set":
            return [_one(name, node)]
    raise ManifestError(f"{name} cannot be this", node.where, HINTS.get(name, "give one value"))


HINTS: Final = {
    "names": "write names: [Ann, Ben], or [[Ann, Ben], [Cleo, Dan]] for two jobs",
    "set": "write set: {key: value}",
    "target": "write target: wolle/sheet, or [[wolle, attribute]] for one file of both",
}


def _one(name: str, node: Scalar) -> Choice:
    if node.value is None:
        raise ManifestError(f"{name} has no value", node.where, "leave it out, or give one")
    try:
        value = PARSERS[name](node.text)
    except PrintkitError as error:
        raise ManifestError(error.message, node.where, error.hint) from None
    return Choice(node if name == "out" else value, _shown(node.text), node.where)


def _several(name: str, node: Sequence) -> Choice:
    """Several names, or several targets for one file."""
    texts = tuple(_plain(name, item) for item in node.items)
    if not texts:
        raise ManifestError(f"the list of {name} is empty", node.where, "leave it out")
    try:
        value = check_names(texts) if name == "names" else tuple(map(_target, texts))
    except PrintkitError as error:
        raise ManifestError(error.message, node.where, error.hint) from None
    flat = (part for text in texts for part in (text if isinstance(text, tuple) else (text,)))
    return Choice(value, "-".join(map(_shown, flat)), node.where)


def _plain(name: str, node: Node) -> str:
    if not isinstance(node, Scalar) or node.value is None:
        raise ManifestError(f"this does not belong in {name}", node.where, HINTS[name])
    return node.text.strip()


def _settings(node: Mapping) -> list[Choice]:
    """Every combination of the values under `set`."""
    sides = [
        [(key.text, _setting(key, value)) for value in _setting_nodes(key, side)]
        for key, side in node.items
    ]
    refuse_too_many(prod(map(len, sides)), node.where)
    return [
        Choice(dict(pairs), "-".join(_shown(given.value) for _, given in pairs), node.where)
        for pairs in product(*sides)
    ]


def refuse_too_many(files: int, where: Where) -> None:
    """No list multiplies into more files than a batch may have."""
    if files > MAX_FILES:
        hint = f"at most {MAX_FILES:,}; shorten the lists, or split the manifest"
        raise ManifestError(f"this asks for {files:,} files", where, hint)


def _setting_nodes(key: Scalar, node: Node) -> tuple[Node, ...]:
    if isinstance(node, Sequence) and not node.items:
        raise ManifestError(f"the list of {key.text} is empty", node.where, "leave it out")
    return node.items if isinstance(node, Sequence) else (node,)


def _setting(key: Scalar, node: Node) -> Set:
    if not isinstance(node, Scalar):
        raise ManifestError(f"{key.text} takes one value", node.where, HINTS["set"])
    return Set(node.text.strip(), node.where, key.where, is_default=False)


def _shown(text: str) -> str:
    return text.strip().replace("/", "-")


def _target(text: str) -> str:
    if not text:
        raise UsageError("a target is missing here", hint="see printkit list")
    return text


def _theme(text: str) -> str:
    if text not in theme_names():
        raise UsageError(f"unknown theme '{text}'", hint=did_you_mean(text, theme_names()))
    return text


def _flag(name: str, text: str) -> bool:
    if text.lower() not in ("true", "false"):
        raise UsageError(f"{name} is true or false, not '{text}'")
    return text.lower() == "true"


PARSERS: Final[dict[str, Callable[[str], object]]] = {
    "target": lambda text: (_target(text.strip()),),
    "players": parse_counts,
    "names": parse_names,
    "variant": partial(check_text, "variant"),
    "set": str,
    "copies": lambda text: parse_whole("copies", text, 1, MAX_COPIES),
    "seed": partial(check_text, "seed"),
    "paper": parse_paper,
    "orientation": check_orientation,
    "duplex": check_duplex,
    "crop-marks": partial(_flag, "crop-marks"),
    "offset": parse_offset,
    "theme": _theme,
    "lang": str,
    "format": lambda text: check_formats((text,)),
    "dpi": lambda text: parse_whole("dpi", text, MIN_DPI, MAX_DPI),
    "split": partial(_flag, "split"),
    "out": str,
}
"""The options of a job, as `printkit build` calls them, in the order in which they multiply."""
