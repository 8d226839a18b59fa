"""The code of the page that keeps score: HTML, CSS and ES modules.

The studio serves the modules as they are; a page of its own has them in one script.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterable, Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

from printkit.core.formulas.javascript import OPERATIONS_FILE, WORDS

_FOLDER: Final = Path(__file__).parent
MODULES: Final = {
    path.name: path
    for path in (
        OPERATIONS_FILE,
        *map(_FOLDER.joinpath, (
            "elements.js", "words.js", "dialogs.js", "formulas.js", "values.js", "sheet.js",
            "store.js", "result.js", "table.js", "install.js", "app.js",
        )),
    )
}  # fmt: skip
"""The modules by name, each after those that it imports."""
ICON: Final = _FOLDER / "icon.svg"
STYLES: Final = {name: _FOLDER / name for name in ("page.css", "score.css")}

PLAYER: Final = "Player {number}"
NO_SCRIPT: Final = "To keep score, allow JavaScript for this page."

_AFTER_PAINT: Final = "document.hidden ? start() : requestAnimationFrame(() => setTimeout(start));"
_IMPORT = re.compile(r"^import .*\n", re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const))", re.MULTILINE)
_EXPORT_AS = re.compile(r"^export\{(\w+) as (\w+)\};", re.MULTILINE)
_COMMENT = re.compile(r"(?:^\s*|(?<=[;,{]) )//.*$", re.MULTILINE)
_CSS_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_STRING = re.compile(
    r"""("(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`|(?<=[(= ])/(?![/ ])(?:[^/\\\n]|\\.)+/)"""
)
_JS_SPACE = re.compile(r" *([=+*/<>!&|?:,;{}()\[\]]) *|(?<=[{},;(\[])\n\s*|\n\s*(?=[})\]])")
_CSS_SPACE = re.compile(r" *([{};,>]) *|(?<=:) |\n\s*")
_PLACE = re.compile(r"\{(\w+)\}")
_SAID = re.compile(r"""\bt\("((?:[^"\\]|\\.)+)"|data-words="([^"]+)\"""")


def texts_in(files: Iterable[Path]) -> frozenset[str]:
    """Return all English texts in the modules and HTML of a page."""
    found = (said for path in files for said in _SAID.findall(path.read_text("utf-8")))
    return frozenset(text or other for text, other in found)


@cache
def texts() -> tuple[str, ...]:
    """Return all English texts of the page."""
    return tuple(sorted({*texts_in(MODULES.values()), NO_SCRIPT, PLAYER, *WORDS}))


@cache
def script() -> str:
    """Return all modules as one script, which runs when the page around the sheet is shown."""
    modules = (path.read_text("utf-8") for path in MODULES.values())
    start = f"() => {{\n{''.join(map(_plain_script, modules))}}}"
    return f'"use strict";((start) => {{{_AFTER_PAINT}}})({start});\n'


def _plain_script(module: str) -> str:
    """Return a module as part of a script, without comments and most spaces.

    Names stay as they are; two modules must not have the same ones.
    """
    code = _IMPORT.sub("", _COMMENT.sub("", module))
    code = _EXPORT_AS.sub(r"const \2=\1;", _EXPORT.sub("", code))
    parts = _STRING.split(code)  # texts are between the others
    return "".join(part if at % 2 else _JS_SPACE.sub(r"\1", part) for at, part in enumerate(parts))


@cache
def style(*names: str) -> str:
    """Return these styles as one; all of them without names."""
    styles = (STYLES[name].read_text("utf-8") for name in names or STYLES)
    return "".join(_CSS_SPACE.sub(r"\1", _CSS_COMMENT.sub("", each)) for each in styles)


@cache
def template(name: str) -> str:
    """Return a file with places to fill in: {title} and so on."""
    return (_FOLDER / name).read_text("utf-8")


def fill_in(name: str, parts: Mapping[str, str]) -> bytes:
    """Fill in a template; braces in what is filled in are never looked at again."""
    return _PLACE.sub(lambda place: parts.get(place[1], place[0]), template(name)).encode()


@cache
def module(name: str) -> str:
    """Return a module that imports nothing, as part of a script."""
    return _plain_script(MODULES[name].read_text("utf-8"))


@cache
def icon() -> str:
    """Return the icon as a URL: without one, a browser asks the server for it."""
    return f"data:image/svg+xml;base64,{b64encode(ICON.read_bytes()).decode()}"


def policy(script: str, style: str, *, is_app: bool) -> str:
    """Return the policy of a page: no code but its own, and no requests unless it is an app."""
    digests = (b64encode(sha256(text.encode()).digest()).decode() for text in (script, style))
    own = (f"'sha256-{digest}'" for digest in digests)
    rules = [
        "default-src 'none'",
        f"script-src {next(own)}",
        f"style-src {next(own)}",
        "font-src data:",
        "img-src data: 'self'" if is_app else "img-src data:",
        *(["manifest-src 'self'", "worker-src 'self'"] if is_app else []),
        "base-uri 'none'",
        "form-action 'none'",
    ]
    return "; ".join(rules)
