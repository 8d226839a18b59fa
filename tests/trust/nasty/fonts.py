"""Fonts that are broken, of the wrong kind, or not embeddable."""

from __future__ import annotations

import struct

from tests.text.fontparts import ROBOTO, changed, patched
from tests.trust.kinds import FONT_LAYOUT
from tests.trust.nasty import FOLDER, PIPE, Case, Content, Link

BUILD = ("build", "sheet.yaml", "--out", "out/")


def _font(name: str, content: Content, says: str = "") -> Case:
    files: dict[str, Content] = {
        "sheet.yaml": FONT_LAYOUT.format(name="own.ttf"), "own.ttf": content
    }  # fmt: skip
    return Case(name, BUILD, files, says, 1 if says else 0)


def _named(name: str, file: str, says: str) -> Case:
    return Case(name, BUILD, {"sheet.yaml": FONT_LAYOUT.format(name=f"'{file}'")}, says)


def _licence(word: int) -> bytes:
    return patched(ROBOTO, "OS/2", 8, struct.pack(">H", word))


CASES = (
    _font("a font", ROBOTO),
    _font("an empty file", b"", "the file is empty"),
    _font("a text", b"hello", "this isn't a font"),
    _font("zeros", bytes(100_000), "this isn't a font"),
    _font("a signature alone", ROBOTO[:4], "can't use the font"),
    _font("a directory alone", ROBOTO[:300], "the end of the file is missing"),
    _font("half a font", ROBOTO[: len(ROBOTO) // 2], "the end of the file is missing"),
    _font(
        "a directory of 65,535 tables", ROBOTO[:4] + b"\xff\xff" + ROBOTO[6:], "can't use the font"
    ),
    _font("PostScript outlines", b"OTTO" + ROBOTO[4:], "PostScript outlines"),
    _font("a collection", b"ttcf" + ROBOTO[4:], "collection of several fonts"),
    _font("a font for web pages", b"wOFF" + ROBOTO[4:], "packed for web pages"),
    _font("a newer font for web pages", b"wOF2" + ROBOTO[4:], "packed for web pages"),
    _font("20 MB", lambda: ROBOTO + bytes(20_000_000), "larger than 15 MB"),
    _font("without outlines", changed(ROBOTO, glyf=None), "it has no table 'glyf'"),
    _font("without characters", changed(ROBOTO, cmap=None), "it has no table 'cmap'"),
    _font("with empty characters", changed(ROBOTO, cmap=b"\0\0\0\0"), "can't use the font"),
    _font("a colour font", changed(ROBOTO, COLR=bytes(14)), "it is a colour font"),
    _font("pixels", changed(ROBOTO, glyf=None, EBDT=bytes(9)), "bitmap font"),
    _font("not to be embedded", _licence(0x2), "doesn't allow embedding"),
    _font("not to be cut down", _licence(0x100), "allow embedding a subset"),
    _font("pixels to be embedded only", _licence(0x200), "allow embedding its outlines"),
    _font("no units", patched(ROBOTO, "head", 18, bytes(2)), "contradict each other"),
    _font("no glyphs", patched(ROBOTO, "maxp", 4, bytes(2)), "contradict each other"),
    _font("65,535 glyphs", patched(ROBOTO, "maxp", 4, b"\xff\xff"), "contradict each other"),
    _font("a picture", b"\x89PNG\r\n\x1a\n" + bytes(99), "this isn't a font"),
    _font("a pipe", PIPE, "no such font: 'own.ttf'"),
    _font("a folder", FOLDER, "no such font: 'own.ttf'"),
    _font("a device", Link("/dev/zero"), "is outside"),
    _font("a link out", Link("../outside/stolen.ttf"), "is outside"),
    _font("a link in a circle", Link("own.ttf"), "own.ttf"),
    _named("outside", "../outside/stolen.ttf", "is outside"),
    _named("by absolute path", "/etc/font.ttf", "is outside"),
    _named("by URL", "http://localhost/font.ttf", "no such font"),
    _named("not there", "none.ttf", "no such font: 'none.ttf'"),
    _named("another ending", "own.exe", "isn't a TrueType font"),
    _named("no ending", "own", "isn't a TrueType font"),
    _named("10,000 characters", "a" * 10_000 + ".ttf", "font"),
)
