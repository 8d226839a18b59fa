"""The page of the studio: plain HTML, CSS and ES modules.

A browser gets it in few pieces: all modules are one script, and all styles, with the fonts, one
style sheet. Their addresses contain the digest of their content, so that a browser keeps them.
Some modules are those of the HTML backend.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from gzip import compress
from pathlib import Path
from typing import Final, NamedTuple

from printkit.backends.html.page import ICON, MODULES, texts_in
from printkit.backends.html.page import STYLES as SCORE_STYLES
from printkit.core.filecache import digest
from printkit.text.faces import FACES
from printkit.text.webfont import shown_characters, web_font

_FOLDER: Final = Path(__file__).parent
PAGE: Final = {
    **MODULES,
    **SCORE_STYLES,
    **{path.name: path for path in _FOLDER.iterdir() if path.suffix in (".html", ".css", ".js")},
    "icon.svg": ICON,
}
"""The files of the page by name."""
FIRST: Final = "main.js"
STYLES: Final = ("studio.css", "widgets.css", "score.css")
LATIN: Final = (
    "U+20-7E", "U+A0-17F", "U+2010-203A", "U+20AC", "U+2190-2193", "U+2212", "U+2248", "U+2713",
)  # fmt: skip
"""The characters of the first file of each font; the others are loaded only if needed."""
OTHERS: Final = (
    "U+180-200F", "U+203B-20AB", "U+20AD-218F", "U+2194-2211", "U+2213-2247", "U+2249-2712",
    "U+2714-10FFFF",
)  # fmt: skip
_IMPORT = re.compile(r'^import (?:\* as (\w+)|(\{[^}]*\})) from "\./([\w.]+)";$', re.MULTILINE)
_EXPORT_LIST = re.compile(r'^export ?\{([^}]*)\}(?: from "\./([\w.]+)")?;$', re.MULTILINE)
_EXPORT = re.compile(r"^export ((?:async )?(?:function|class|const) (\w+))", re.MULTILINE)


class Asset(NamedTuple):
    """A piece of the page."""

    data: bytes
    media_type: str
    packed: bytes = b""  # with gzip, if it gets smaller

    @property
    def etag(self) -> str:
        """The digest of its content."""
        return digest(self.data)[:20]


@cache
def texts() -> tuple[str, ...]:
    """Return all English texts of the page, in its modules and in its HTML."""
    return tuple(sorted(texts_in(PAGE.values())))


@cache
def index() -> Asset:
    """Return the HTML of the page, with the addresses of its pieces."""
    html = PAGE["index.html"].read_text("utf-8")
    for name in ("studio.js", "studio.css", "icon.svg"):
        html = html.replace(f"/page/{name}", f"/page/{asset(name).etag}/{name}")
    return _asset(html, "text/html; charset=utf-8")


@cache
def asset(name: str) -> Asset:
    """Return a piece of the page; raise `KeyError` if there's no such piece."""
    if name == "studio.js":
        return _asset(script(), "text/javascript; charset=utf-8")
    if name == "studio.css":
        styles = (PAGE[style].read_text("utf-8") for style in STYLES)
        return _asset("\n".join((*_font_rules(), *styles)), "text/css; charset=utf-8")
    if name == "icon.svg":
        return _asset(PAGE[name].read_text("utf-8"), "image/svg+xml")
    face_id, _, ending = name.rpartition(".")
    face = FACES[face_id]
    if ending == "ttf":
        return Asset(face.path.read_bytes(), "font/ttf")
    if ending != "woff":
        raise KeyError(name)
    latin = (chr(code) for first, last in map(_codes, LATIN) for code in range(first, last + 1))
    return Asset(web_font(shown_characters(latin, face_id), face_id), "font/woff")


def _asset(text: str, media_type: str) -> Asset:
    data = text.encode()
    return Asset(data, media_type, compress(data, mtime=0))


def _codes(characters: str) -> tuple[int, int]:
    first, _, last = characters.removeprefix("U+").partition("-")
    return int(first, 16), int(last or first, 16)


def _font_rules() -> Iterator[str]:
    """Yield the rules for the fonts of the sheets, so that a browser shows them as printed."""
    for face in FACES.values():
        style = "italic" if face.italic else "normal"
        for ending, characters in (("woff", LATIN), ("ttf", OTHERS)):
            name = f"{face.id}.{ending}"
            yield (
                f"@font-face{{font-family:'{face.family}';font-weight:{face.weight};"
                f"font-style:{style};font-display:block;unicode-range:{','.join(characters)};"
                f"src:url('/page/{asset(name).etag}/{name}')}}"
            )


def script() -> str:
    """Return all modules as one: each is a function that returns what it exports."""
    modules: dict[str, str] = {}
    _add_module(FIRST, modules)
    return "".join(modules.values())


def _add_module(name: str, modules: dict[str, str]) -> None:
    """Add a module after those that it imports."""
    code = PAGE[name].read_text("utf-8")
    lists = _EXPORT_LIST.findall(code)
    for other in (*(found[3] for found in _IMPORT.finditer(code)), *(other for _, other in lists)):
        if other and other not in modules:
            _add_module(other, modules)
    names = [name for _, name in _EXPORT.findall(code)]
    for words, other in lists:
        for word in words.split(","):
            old, _, new = word.strip().partition(" as ")
            names.append(f"{new or old}: {_variable(other) + '.' if other else ''}{old}")
    exported = ", ".join(names)
    body = _EXPORT_LIST.sub("", _EXPORT.sub(r"\1", _IMPORT.sub(_use, code)))
    modules[name] = (
        f"const {_variable(name)} = (() => {{\n{body}\nreturn {{ {exported} }};\n}})();\n"
    )


def _use(found: re.Match[str]) -> str:
    whole, some, name = found.groups()
    return f"const {whole or some.replace(' as ', ': ')} = {_variable(name)};"


def _variable(module: str) -> str:
    return f"module_{module.removesuffix('.js')}"
