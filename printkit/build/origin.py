"""The origin of a file: the command that made it, which stands in the file itself.

A PDF has it among its keywords, an SVG in its metadata, a PNG in a comment. A file may come from
anybody: what is read here is text and nothing else, found without understanding the format.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Mapping, Sequence
from pathlib import Path, PurePath
from shlex import join, split
from typing import TYPE_CHECKING, Any, Final

from printkit.errors import brief
from printkit.patterns import pattern
from printkit.request import JOB_OPTIONS, Request
from printkit.source import inside

if TYPE_CHECKING:
    from printkit.request.option import Option

COMMAND: Final = "printkit build"
MAX_BYTES: Final = 100_000_000
MAX_COMMAND: Final = 10_000

_PDF = pattern(rb"/Keywords\s*(?:\(((?:\\.|[^\\()]){0,40000}+)\)|<([0-9A-Fa-f]{0,40000}+)>)")
_ESCAPED = pattern(rb"\\(?:([0-7]{1,3})|(.))")
_PNG_HEAD = len(b"Comment\0\0\0\0\0")
_SVG = pattern(rb"<command>(printkit build [^<]*)</command>")
_PNG = pattern(rb"(.{4})iTXtComment\0\0\0\0\0(?=printkit build )", re.DOTALL)


def command_line(request: Request) -> str:
    """The command that makes the same file again, wherever it is run.

    It names no place to write, and a layout by its file name alone.
    """
    words = [COMMAND, join(_plain(target) for target in request.targets)]
    for name, option in JOB_OPTIONS.items():
        if name not in ("target", "out") and not option.goes_unsaid(request):
            words += _words(option, request)
    return " ".join([*words, "--split"] if request.only else words)


def _words(option: Option, request: Request) -> list[str]:
    name, written = f"--{option.name}", option.words_for(request)
    if option.is_flag:
        return [name]
    if isinstance(written, dict):
        written = tuple(f"{key}={_plain(value)}" for key, value in written.items())
    if isinstance(written, tuple) and option.repeats:
        return [join((name, word)) for word in written]
    if isinstance(getattr(request, option.field), Path):
        written = PurePath(written).name
    return [join((name, ",".join(written) if isinstance(written, tuple) else written))]


def _plain(text: str) -> str:
    """A path without its folders, so that a file does not tell where it was made."""
    return PurePath(text).name if text.endswith((".yaml", ".yml")) else text


def parse_command(text: str) -> dict[str, Any]:
    """The values of the options in a command line, checked as those of a manifest are.

    Only what a job may say is taken, never a place to write, and a layout of one's own only if it
    lies in this folder. ValueError says what is wrong, or a `PrintkitError` what would be right.
    """
    rest = deque(split(text)[2:])
    given: dict[str, list[str]] = {"target": []}
    unsaid = {"lang": ["en"]}  # as files say that were made when English went without saying
    while rest:
        word = rest.popleft()
        name = word[2:] if word.startswith("--") else "target"
        if name not in JOB_OPTIONS or name == "out" or (word.startswith("-") and name == "target"):
            raise ValueError(f"'{word}' is no option of a job")
        is_flag = JOB_OPTIONS[name].is_flag
        value = "true" if is_flag else word if name == "target" else rest.popleft() if rest else ""
        given.setdefault(name, []).append(value)
    if not given["target"]:
        raise ValueError("it names no sheet")
    return parse_words({**unsaid, **given})


def parse_words(given: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    """The values of options of a job, by the words that somebody gives for each."""
    return {JOB_OPTIONS[name].field: _value(name, tuple(words)) for name, words in given.items()}


def _value(name: str, words: tuple[str, ...]) -> Any:
    option = JOB_OPTIONS[name]
    if not option.repeats or option.read_list is None:
        value = option.read(words[-1])
        if isinstance(value, Path):
            _check_here(words[-1])
        return value
    value = option.read_list(words)
    for text in value.values() if isinstance(value, dict) else value:
        if isinstance(value, dict) or text.endswith((".yaml", ".yml")):
            _check_here(text)
    return value


def _check_here(text: str) -> None:
    """Refuses a file outside of this folder, as the user has named none."""
    if {*text} & {"/", "\\", "\0"} or text == ".." or inside(Path(), text) is None:
        raise ValueError(f"'{brief(text)}' does not lie in this folder")


def command_of(path: Path) -> str:
    """The command that made a file, as the file says; empty where it says none."""
    try:
        if path.stat().st_size > MAX_BYTES:
            return ""
        data = path.read_bytes()
    except OSError:
        return ""
    return _found(data)[:MAX_COMMAND]


def _found(data: bytes) -> str:
    said = [text for found in _PDF.finditer(data) if (text := _pdf_text(found)).startswith(COMMAND)]
    if said:
        return said[-1]
    if data.startswith(b"<?xml") and (svg := _SVG.search(data)):
        from html import unescape

        return unescape(svg[1].decode("utf-8", "replace"))
    png = _PNG.search(data)
    length = int.from_bytes(png[1]) - _PNG_HEAD if png else 0
    return data[png.end() : png.end() + length].decode("utf-8", "replace") if png else ""


def _pdf_text(found: re.Match[bytes]) -> str:
    """A string as PDF writes it; other programs that save a file write it in other ways."""
    if found[1] is not None:
        text = _ESCAPED.sub(_unescaped, found[1])
    else:
        text = bytes.fromhex(found[2].decode()[: len(found[2]) // 2 * 2])
    wide = text.startswith(b"\xfe\xff")
    return text[2:].decode("utf-16-be", "replace") if wide else text.decode("latin-1")


def _unescaped(found: re.Match[bytes]) -> bytes:
    """The character that an escape stands for, often by its number."""
    return bytes([int(found[1], 8) & 0xFF]) if found[1] else found[2]
