"""What `printkit new` writes: a layout, a package with a game, or a package with layouts.

Each builds at once and explains itself. `KINDS` has an entry for each kind.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from json import dumps
from pathlib import Path
from typing import Final, NamedTuple

from printkit._version import __version__
from printkit.core.errors import OutputError, UsageError, Where, did_you_mean
from printkit.core.extras import how_to_install_package
from printkit.core.files import ascii_file_name, check_new, write_file
from printkit.core.messages import say
from printkit.core.plugins import RESERVED
from printkit.core.source import shipped_folder
from printkit.games import game_ids, package_of

_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}\Z")
_PLAIN = re.compile(r"[^\W\d_]{3,}( [\w’-]+)*")
"""A title that YAML takes as text without quotes; `no` and `on` are too short for it."""
_PACKAGE_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*\Z")
PAD: Final = "pad"  # the usual starter: a score pad
STARTERS: Final = (PAD, "cards", "rounds")
EXAMPLE: Final = "docs/examples/tumble"
"""The game of the tutorial, which becomes a new game with other names."""


class StarterKind(NamedTuple):
    """A kind of thing that `printkit new` writes."""

    what: str  # in words
    write: Callable[[str], Path]  # writes it under a name, and returns its path
    then: tuple[str, ...]  # the next commands; {path}, {name} and {install} are filled in


def write_new(kind: str, name: str) -> tuple[Path, tuple[str, ...]]:
    """Write something new; return its path and the next commands."""
    if kind not in KINDS:
        raise UsageError(f"unknown kind '{kind}'", hint=did_you_mean(kind, KINDS))
    path = KINDS[kind].write(name)
    install = how_to_install_package(str(path))
    then = (one.format(path=path, name=name, install=install) for one in KINDS[kind].then)
    return path, tuple(then)


def write_starter(name: str, of: str = PAD, title: str = "") -> Path:
    """Write `NAME.yaml` into this folder; an existing file isn't changed."""
    if of not in STARTERS:
        raise UsageError(f"unknown kind '{of}'", hint=did_you_mean(of, STARTERS))
    stem = name.removesuffix(".yaml")
    if not _NAME.match(stem):
        example = ascii_file_name(stem) or "dice-night"
        hint = say("use lowercase letters, digits and hyphens, like {name}", name=example)
        raise UsageError(say("'{name}' isn't a valid name for a layout", name=name), hint=hint)
    path = Path(f"{stem}.yaml")
    check_new(path)
    write_file(path, starter(stem, path.name, of, title).encode())
    return path


def starter(name: str, file: str, of: str = PAD, title: str = "") -> str:
    """Return the text of a starter layout with its names filled in."""
    text = (shipped_folder("layouts") / f"starter-{of}.yaml").read_text(encoding="utf-8")
    title = re.sub(r"[{}\s]+", " ", title).strip() or _title(name)
    if not _PLAIN.fullmatch(title):
        title = dumps(title, ensure_ascii=False)
    return text.replace("{name}", name).replace("{file}", file).replace("{title}", title)


def write_plugin(name: str) -> Path:
    """Write the folder of a package with a game: rules, sheets, samples and a translation."""
    if name in game_ids():
        message = f"there is a game '{name}' from {package_of(name)}"
        raise UsageError(message, hint="choose another name")
    module, title = f"printkit_{name.replace('-', '_')}", _title(name)
    names = {
        "printkit_tumble": module,
        "TumbleDealer": f"{title.title().replace(' ', '')}Dealer",
        "tumble.tumble": f"{name}.one",
        "[Add a game](../../add-a-game.md)": "printkit's page *Add a game*",
        "Purzel": title,
        "Tumble": title,
        "tumble": name,
    }
    home, files = shipped_folder(EXAMPLE), {}
    for path in sorted(home.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            place = path.relative_to(home).as_posix()
            files[_replace_names(place, names)] = _replace_names(
                path.read_text(encoding="utf-8"), names
            )
    return _write_package(name, files)


def _replace_names(text: str, names: Mapping[str, str]) -> str:
    return re.sub("|".join(map(re.escape, names)), lambda found: names[found[0]], text)


def write_pack(name: str) -> Path:
    """Write the folder of a package with layouts."""
    module = f"printkit_{name.replace('-', '_')}"
    major = __version__.partition(".")[0]
    about = _PACK_PROJECT.format(name=name, module=module, title=_title(name), major=major)
    files = {
        "pyproject.toml": about,
        "README.md": _PACK_README.format(name=name, module=module, title=_title(name)),
        f"{module}/__init__.py": f'"""Layouts for printkit: {_title(name)}."""\n',
        f"{module}/layouts/{name}/score-pad.yaml": starter(name, f"{name}/score-pad"),
    }
    return _write_package(name, files)


_PACK_PROJECT: Final = """[build-system]
requires = ["hatchling>=1.27"]
build-backend = "hatchling.build"

[project]
name = "printkit-{name}"
version = "1.0"
description = "{title}: layouts for printkit."
readme = "README.md"
requires-python = ">=3.11"
dependencies = ["printkit-games>={major}"]

# The folder with the layouts, as a package: {module}/layouts.
[project.entry-points."printkit.layouts"]
{name} = "{module}.layouts"

[tool.hatch.build.targets.wheel]
packages = ["{module}"]
"""
_PACK_README: Final = """# {title}

Layouts for printkit.

```
pip install .
printkit list {name}
printkit build {name} -p 4
```

Every `.yaml` file in `{module}/layouts/{name}/` is a sheet, such as `{name}/score-pad`. Parts go
into `layouts/shared/`, icons into `layouts/icons/`, and translations into `layouts/locale/`.
"""


def _write_package(name: str, files: Mapping[str, str]) -> Path:
    """Write the files of a package into a new folder."""
    if not _PACKAGE_NAME.match(name) or len(name) > 40:
        example = ascii_file_name(name) or "dice-night"
        hint = f"use lowercase letters, digits and single hyphens, like {example}"
        raise UsageError(f"'{name}' isn't a valid name for a package", hint=hint)
    if name in RESERVED:
        message = f"'{name}' is a name that printkit uses itself"
        raise UsageError(message, hint="choose another name")
    folder = Path(f"printkit-{name}")
    if folder.exists() or folder.is_symlink():
        raise OutputError("folder already exists; not changed", Where(str(folder)))
    for place, text in files.items():
        write_file(folder / place, text.encode())
    return folder


def _title(name: str) -> str:
    return name.replace("-", " ").capitalize()


LAYOUT: Final = "layout"
KINDS: Final[Mapping[str, StarterKind]] = {
    LAYOUT: StarterKind(
        "a layout",
        write_starter,
        ("printkit build {path} -p 4", "printkit check {path}"),
    ),
    "cards": StarterKind(
        "a deck of cards from a list",
        partial(write_starter, of="cards"),
        ("printkit build {path}", "printkit check {path}"),
    ),
    "rounds": StarterKind(
        "a round tracker",
        partial(write_starter, of="rounds"),
        ("printkit build {path} -p 4", "printkit check {path}"),
    ),
    "plugin": StarterKind(
        "a package with a game",
        write_plugin,
        ("{install}", "printkit check --plugin {name}"),
    ),
    "pack": StarterKind(
        "a package with layouts",
        write_pack,
        ("{install}", "printkit build {name} -p 4"),
    ),
}
"""What can be written, by the word before the name; without one, it is a layout."""
