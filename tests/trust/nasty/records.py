"""Invalid recorded games, and ones that try to break their reader."""

from __future__ import annotations

import json

from tests.trust.nasty import FOLDER, PIPE, Case, Content, Link

VALIDATE = ("validate", "game.jsonl")
HEAD = '{"printkit": 1, "game": "attribute", "players": ["Ann", "Ben", "Cleo"]}\n'


def _file(name: str, content: Content, says: str = "") -> Case:
    return Case(name, VALIDATE, {"game.jsonl": content}, says, 1 if says else 0)


def _head(name: str, says: str, **values: object) -> Case:
    row = {"printkit": 1, "game": "attribute", "players": ["Ann", "Ben", "Cleo"], **values}
    return _file(name, json.dumps(row) + "\n", says)


CASES = (
    _file("byte order mark", b"\xef\xbb\xbf" + HEAD.encode()),
    _file("Windows line ends", HEAD.replace("\n", "\r\n")),
    _file("empty", "", "the file is empty"),
    _file("a blank line", "\n", "not JSON"),
    _file("a word", "hello\n", "not JSON"),
    _file("a list", "[1]\n", "not a JSON object"),
    _file("a number", "1\n", "not a JSON object"),
    _file("two objects in a line", HEAD.strip() + HEAD, "there is more text after its end"),
    _file("duplicate key", '{"printkit": 1, "printkit": 1}\n', "appears twice"),
    _file("NaN", '{"printkit": NaN}\n', "NaN is not a number"),
    _file("infinity", '{"printkit": Infinity}\n', "Infinity is not a number"),
    _file("minus infinity", '{"printkit": -Infinity}\n', "-Infinity is not a number"),
    _file("1e999", '{"printkit": 1e999}\n', "too large"),
    _file("10,000 digits", '{"printkit": ' + "9" * 10_000 + "}\n", "too many digits"),
    _file("nested lists", '{"printkit": ' + "[" * 90_000 + "\n", "nested more than 32 levels deep"),
    _file("nested objects", '{"a":' * 90_000 + "\n", "nested more than 32 levels deep"),
    _file("a line of 2 MB", '{"a": "' + "x" * 2_000_000 + '"}\n', "longer than 1,000,000 bytes"),
    _file("10 MB without an end of line", lambda: b"{" * 10_000_000, "longer than"),
    _file("lone surrogate", '{"game": "\\ud800"}\n', "half of a character"),
    _file("not UTF-8", b'{"game": "\xff"}\n', "not UTF-8"),
    _file("UTF-16", HEAD.encode("utf-16"), "not UTF-8"),
    _file("NUL", '{"game": "\x00"}\n', "not JSON"),
    _file("a hook for Python", '{"__class__": "os.system", "__reduce__": ["true"]}\n', "printkit"),
    _file("no game at all", '{"printkit": 1, "players": []}\n', "must name the game"),
    _file("a pickle", b"cos\nsystem\n(S'true'\ntR.", "not JSON"),
    _head("another format", "the format; found 2", printkit=2),
    _head("true as format", "found true", printkit=True),
    _head("no such game", "unknown game", game="../attribute"),
    _head("a game that is a module", "unknown game", game="os"),
    _head("a game with dunder", "unknown game", game="__init__"),
    _head("a game of 10,000 characters", "unknown game", game="g" * 10_000),
    _head("a game that is a list", "unknown game", game=["attribute"]),
    _head("a billion players", "must list the players", players=1_000_000_000),
    _head("10,000 players", "is for 3 to 8 players", players=[f"P{n}" for n in range(10_000)]),
    _head("a name of 10,000 characters", "1 to 40 characters", players=["n" * 10_000]),
    _head("an empty name", "1 to 40 characters", players=["", "b", "c"]),
    _head("two of one name", "two players are called", players=["a", "a", "b"]),
    _head("a name that is a number", "1 to 40 characters", players=[1, 2, 3]),
    _head("control characters in names", "", players=["\x1b[2J", "\u202e", "a\nb"]),
    _head("markup in names", "", players=["[bold]", "[/]", "<b>"]),
    _head("an unknown key", "unknown key", evil=1),
    _head("a variant that is a path", "has no variant", variant="../../x"),
    _head("rulings that are a list", "'rulings' must map", rulings=[1]),
    _file("an unknown event", HEAD + '{"do": "explode"}\n', "game.jsonl:2:"),
    _file("an event that is no word", HEAD + '{"do": {"a": 1}}\n', "game.jsonl:2:"),
    _file("an event with a dunder", HEAD + '{"do": "__class__"}\n', "game.jsonl:2:"),
    _file("an event without do", HEAD + "{}\n", "game.jsonl:2:"),
    _file("an expectation that is odd", HEAD + '{"expect": [[[]]]}\n', "game.jsonl:2:"),
    _file("an end that is odd", HEAD + '{"end": {"scores": 1e308}}\n', "game.jsonl:2:"),
    _file("100,000 notes", lambda: HEAD.encode() + b'{"note": "x"}\n' * 100_000),
    _file("a pipe", PIPE, "isn't a regular file"),
    _file("a device", Link("/dev/zero"), "isn't a regular file"),
    _file("a link in a circle", Link("game.jsonl"), "cannot read this file"),
    _file("an empty folder", FOLDER, "no recorded game"),
    Case("not there", VALIDATE, {}, "no such file", missing=("game.jsonl",)),
    Case("a folder with a pipe in it", ("validate", "games"), {"games/a.jsonl": PIPE},
         "isn't a regular file"),
    Case("a record of bytes that are no text",
         ("build", "attribute/score-pad", "--from-game", "\udcff.jsonl", "--out", "out/"),
         {"\udcff.jsonl": HEAD}, "its name is not UTF-8", missing=("\\xff.jsonl",)),
    Case("a name of 300 characters", ("validate", "r" * 300), {}, "cannot read this file",
         missing=("r" * 300,)),
)  # fmt: skip
