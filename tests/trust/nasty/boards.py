"""Invalid boards of Wolle, and paths to boards outside the folder."""

from __future__ import annotations

from tests.trust.kinds import BOARD
from tests.trust.nasty import FOLDER, PIPE, Case, Content, Link

SHEET = ("build", "wolle/sheet", "--seed", "1", "--players", "2", "--out", "out/")
PLAY = ("simulate", "wolle", "--games", "1", "--seed", "1")


def _board(name: str, content: Content, says: str = "", code: int = 1) -> Case:
    argv = (*SHEET, "--set", "board=board.yaml")
    return Case(name, argv, {"board.yaml": content}, says, code if says else 0)


def _changed(name: str, old: str, new: str, says: str) -> Case:
    assert old in BOARD
    return _board(name, BOARD.replace(old, new), says)


CASES = (
    _board("byte order mark and Windows line ends", "\ufeff" + BOARD.replace("\n", "\r\n")),
    _board("alias bomb", "a: &a [x]\nb: &b [*a, *a]\nmap: *b\n", "anchors (&)"),
    _board("python object", "map: !!python/object/apply:os.system ['true']\n", "the tag"),
    _board("empty", "", "the file is empty"),
    _board("a list", "- 1\n", "a board must be a mapping"),
    _board("no map", "board: x\ntimer: [1]\nsets: [1]\n", "a board needs 'map'"),
    _board("UTF-16", BOARD.encode("utf-16"), "is not UTF-8"),
    _board("2 MB", "# " + "x" * 2_000_000, "larger than 1 MB"),
    _board("a pipe", PIPE, "a regular file"),
    _board("a folder", FOLDER, "not a file"),
    _board("a device", Link("/dev/zero"), "a regular file"),
    _board("a link in a circle", Link("board.yaml"), "cannot read this file"),
    _changed("unknown mark", "# .", "? .", "?"),
    _changed("two starts", "S o m", "S S m", "a second S"),
    _changed("no paw", "o P", "o .", "P (paw) is missing"),
    _changed("rows of unlike length", "o . # . o", "o . #", "board.yaml"),
    _changed("no shadows", "o . # . o", ". . # . .", "dark dots"),
    _changed("a map that is a number", "|\n  S o m o a\n", "7\nx: |\n  S o m o a\n", "board.yaml"),
    _changed("a wide map", "S o m o a", "S o m o a" + " ." * 30, "board.yaml"),
    _changed("a high map", "  a . s o P\n", "  a . s o P\n" + "  . . . . .\n" * 60, "board.yaml"),
    _changed("a timer of NaN", "[2, 3, 4]\nsets", "[.nan]\nsets", "not a number"),
    _changed("a timer of minus one", "timer: [2, 3, 4]", "timer: [-1]", "board.yaml"),
    _changed("a timer of a billion", "timer: [2, 3, 4]", "timer: [1000000000]", "board.yaml"),
    _changed("a long timer", "timer: [2, 3, 4]", "timer: [2" + ", 2" * 9000 + "]", "board.yaml"),
    _changed("no timer", "timer: [2, 3, 4]", "timer: []", "board.yaml"),
    _changed("sets of text", "sets: [2, 3, 4]", "sets: [a, b]", "board.yaml"),
    _changed("sets of a billion", "sets: [2, 3, 4]", "sets: [1000000000]", "board.yaml"),
    _changed("duplicate key", "name: Small carpet", "name: a\nname: b", "appears twice"),
    _changed("unknown key", "name: Small carpet", "cheat: 1", 'unknown key "cheat"'),
    _changed("a name of 10,000 characters", "Small carpet", "x" * 10_000, "use at most 40"),
    _changed("a name with control characters", "Small carpet", '"a\\u202eb"', "U+202E"),
    Case("a name with a sheep", (*SHEET, "--set", "board=board.yaml", "--set", "cups=random"),
         {"board.yaml": BOARD.replace("Small carpet", "\U0001f411")}, "U+1F411 SHEEP",
         missing=("layouts/shared/wolle-head.yaml",)),
    _changed("a name that is a list", "Small carpet", "[1]", "board.yaml"),
    Case("not there", (*SHEET, "--set", "board=gone.yaml"), {}, "no such file",
         missing=("gone.yaml",)),
    Case("a name of 300 characters", (*SHEET, "--set", "board=" + "b" * 300), {},
         "cannot read this file: File name too long", missing=("b" * 300,)),
    Case("played: unknown mark", (*PLAY, "--set", "board=board.yaml"),
         {"board.yaml": BOARD.replace("#", "?")}, "board.yaml:5:"),
    Case("played: a pipe", (*PLAY, "--set", "board=board.yaml"), {"board.yaml": PIPE},
         "a regular file"),
    Case("played: a device", (*PLAY, "--set", "board=/dev/zero"), {}, "a regular file",
         missing=("/dev/zero",)),
    Case("two-sided", (*SHEET, "--set", "board=board.yaml", "--set", "side=both"),
         {"board.yaml": BOARD}, "only one side", 2),
)  # fmt: skip
