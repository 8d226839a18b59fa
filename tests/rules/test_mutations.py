"""Records that someone damaged: still legal, or one named violation; never a traceback."""

from __future__ import annotations

import io
import json
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from printkit.games import find
from printkit.rules.game import CORE_RULES
from printkit.rules.replay import replay
from printkit.samples import sample_files
from tests.depth import many

if TYPE_CHECKING:
    from collections.abc import Callable

    from printkit.rules.game import Game
    from printkit.rules.report import Report

MUTATIONS = many(200, deep=1_600)
ODD_VALUES: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    7,
    1.5,
    "",
    " ",
    [],
    {},
    [[]],
    {"Ann": None},
    "\u202e",
    10**30,
)
Lines = list[bytes]


def _report(lines: Lines) -> Report:
    return replay(io.BytesIO(b"\n".join(lines)), find)


def _drop(lines: Lines, at: int, _rng: Random) -> Lines:
    return lines[:at] + lines[at + 1 :]


def _repeat(lines: Lines, at: int, _rng: Random) -> Lines:
    return [*lines[: at + 1], *lines[at:]]


def _swap_lines(lines: Lines, at: int, _rng: Random) -> Lines:
    return [*lines[:at], *lines[at + 1 : at + 2], lines[at], *lines[at + 2 :]]


def _swap_actor(lines: Lines, at: int, rng: Random) -> Lines:
    players = json.loads(lines[0])["players"]
    one, other = (json.dumps(name).encode() for name in rng.sample(players, 2))
    return _changed(lines, at, lines[at].replace(one, other))


def _other_word(lines: Lines, at: int, rng: Random) -> Lines:
    words = [word for word in lines[at].split(b'"')[1::2] if word] or [b"do"]
    more = [*words, *lines[rng.randrange(len(lines))].split(b'"')[1::2]]
    return _changed(lines, at, lines[at].replace(rng.choice(words), rng.choice(more), 1))


def _other_value(lines: Lines, at: int, rng: Random) -> Lines:
    row = json.loads(lines[at])
    row[rng.choice([*row])] = rng.choice(ODD_VALUES)
    return _changed(lines, at, json.dumps(row).encode())


def _other_number(lines: Lines, at: int, rng: Random) -> Lines:
    digits = [index for index, byte in enumerate(lines[at]) if chr(byte).isdigit()]
    if not digits:
        return _other_value(lines, at, rng)
    index = rng.choice(digits)
    number = str(rng.randrange(-3, 12)).encode()
    return _changed(lines, at, lines[at][:index] + number + lines[at][index + 1 :])


def _drop_key(lines: Lines, at: int, rng: Random) -> Lines:
    row = json.loads(lines[at])
    del row[rng.choice([*row])]
    return _changed(lines, at, json.dumps(row).encode())


def _other_bytes(lines: Lines, at: int, rng: Random) -> Lines:
    line = bytearray(lines[at])
    for _ in range(rng.randrange(1, 4)):
        line[rng.randrange(len(line))] = rng.randrange(256)
    return _changed(lines, at, bytes(line))


def _cut(lines: Lines, at: int, rng: Random) -> Lines:
    return [*lines[:at], lines[at][: rng.randrange(len(lines[at]))]]


def _changed(lines: Lines, at: int, line: bytes) -> Lines:
    return [*lines[:at], line, *lines[at + 1 :]]


WAYS: tuple[Callable[[Lines, int, Random], Lines], ...] = (
    _drop,
    _repeat,
    _swap_lines,
    _swap_actor,
    _other_word,
    _other_value,
    _other_number,
    _drop_key,
    _other_bytes,
    _cut,
)


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__.strip("_"))
def test_a_damaged_record_is_legal_or_has_one_named_violation_at_or_after_the_damage(
    game: Game[Any], way: Callable[[Lines, int, Random], Lines]
) -> None:
    rng = Random(f"{game.id}/{way.__name__}")
    rules = {rule.id for rule in (*CORE_RULES, *game.rules)}
    records = [file.read_bytes().splitlines() for file in sample_files(game.id)]
    for _ in range(MUTATIONS // len(WAYS)):
        lines = rng.choice(records)
        at = rng.choice([0, *(n for n, line in enumerate(lines) if line.startswith(b"{"))])
        damaged = way(lines, at, rng)
        found = _report(damaged).violation
        if found is not None:
            assert found.rule in rules
            assert found.message
            assert at + 1 <= found.line <= max(len(damaged), 1)
            assert found.line == 1 or _report(damaged[: found.line - 1]).violation is None
