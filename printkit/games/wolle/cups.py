"""The cups on a sheet: choices of shadowed dots, their costs, and their codes.

A choice of six dots has a rank, its index among all choices. A random choice is a random rank, so
that every choice is equally likely; a fair choice is drawn again until its cost is close to the
average, so that all sheets are equally hard. Costs come from long simulations
(`docs/generate/costs.py`) for our boards, and from a short one for other boards.

A code such as A-5BF65 has the letter of the board (X for a custom board), the rank in
base 32, and a check character. The alphabet has no 0, O, 1 or I. A code stays valid as long as the
order of the board's shadowed dots doesn't change.
"""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Iterator
from functools import lru_cache
from hashlib import blake2b
from itertools import combinations
from math import comb
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from printkit.core.errors import UsageError
from printkit.core.filecache import cached, note_read
from printkit.core.messages import either, say
from printkit.core.source import shipped_folder
from printkit.games.wolle.board import SHIPPED, shipped_board
from printkit.games.wolle.numbers import CUPS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from printkit.games.wolle.board import Board


MODES: Final = ("random", "fair", "none")
AUTO: Final = "auto"
"""Fair for several sheets, random for one."""
TOLERANCE: Final = 0.05
TANGLE: Final = 4 * TOLERANCE
_PATIENCE: Final = 250
_WIDER: Final = 1.25

CupChoice = tuple[int, ...]


class Costs(NamedTuple):
    """The cost of cups, in points: `rows[i][i]` on shadowed dot i, `rows[i][j]` extra for i < j."""

    rows: tuple[tuple[float, ...], ...]

    def of(self, choice: CupChoice) -> float:
        """Return the cost of a choice, by the indexes of its dots among the shadowed ones."""
        total = 0.0
        for place, first in enumerate(choice):
            row = self.rows[first]
            for second in choice[place:]:
                total += row[second]
        return total

    def tangle(self, choice: CupChoice) -> float:
        """Return the largest interaction between two cups of a choice."""
        return max(abs(self.rows[one][other]) for one, other in combinations(choice, 2))

    def average(self) -> float:
        """Return the average cost of a random choice."""
        count = len(self.rows)
        single = CUPS / count
        pair = single * (CUPS - 1) / (count - 1)
        return sum(
            self.rows[first][second] * (single if first == second else pair)
            for first in range(count)
            for second in range(first, count)
        )


def count_choices(board: Board) -> int:
    """Return the number of different choices of cups on a board."""
    return comb(len(board.shadowed), CUPS)


def rank_of(choice: CupChoice) -> int:
    """Return the rank of a choice, given as rising numbers: 0, 1, 2, 3, 4, 5 comes first."""
    return sum(comb(number, place) for place, number in enumerate(choice, 1))


def choice_at(rank: int, count: int) -> CupChoice:
    """Return the choice of a rank, out of `count` shadowed dots.

    This is the combinatorial number system: the largest number is found first, as the highest
    one whose binomial fits into the rank, then the next one for the remainder.
    """
    numbers = []
    for table in _binomials(count):
        number = bisect_right(table, rank) - 1
        rank -= table[number]
        numbers.append(number)
    return tuple(numbers[::-1])


def draw_choices(
    board: Board, count: int, rng: Random, costs: Costs | None = None
) -> Iterator[CupChoice]:
    """Yield this many different choices: random ones, or with `costs` fair ones.

    After many draws without a fair choice, the limits are relaxed.
    """
    total, dots = count_choices(board), len(board.shadowed)
    if count > total:
        template = "this board has only {total} different arrangements of cups, not {count}"
        message = say(template, total=total, count=count)
        raise UsageError(message, hint=say("print fewer sheets at a time"))
    seen: set[int] = set()
    leeway, in_vain = 1.0, 0
    average = costs.average() if costs else 0.0
    while len(seen) < count:
        rank = rng.randrange(total)
        choice = choice_at(rank, dots)
        if rank in seen or (costs and not _is_fair(costs, choice, average, leeway)):
            in_vain += 1
            if in_vain == _PATIENCE:
                leeway, in_vain = leeway * _WIDER, 0
            continue
        in_vain = 0
        seen.add(rank)
        yield choice


def _is_fair(costs: Costs, choice: CupChoice, average: float, leeway: float) -> bool:
    """Return whether a choice costs about the average, and no two cups interact much.

    Costs are known for pairs only, not for three cups in a row, so pairs that interact are avoided.
    """
    if abs(costs.of(choice) - average) > TOLERANCE * leeway:
        return False
    return costs.tangle(choice) <= TANGLE * leeway


@lru_cache(maxsize=16)
def _binomials(count: int) -> tuple[tuple[int, ...], ...]:
    """Return the binomials for `choice_at`, for the sixth dot down to the first, by number."""
    return tuple(
        tuple(comb(number, place) for number in range(count)) for place in range(CUPS, 0, -1)
    )


UNIT: Final = 1_000


@cached()
def find_costs(board: Board) -> Costs:
    """Return the costs on a board, the same at every call."""
    if board.id in SHIPPED and board == shipped_board(board.id):
        return load_costs(board)
    from printkit.games.wolle.dealer import quick_costs

    return quick_costs(board, Random("\n".join(board.rows)))


def costs_path(board: Board) -> Path:
    """Return the path of a shipped board's table of costs."""
    return shipped_folder("layouts") / "boards" / f"{board.id}.costs.json"


def load_costs(board: Board) -> Costs:
    """Read the costs of a shipped board; the file has thousandths of a point by pairs of dots."""
    path = costs_path(board)
    written = path.read_bytes()
    note_read(path, written)
    table: dict[str, Any] = json.loads(written)["costs"]
    names = list(board.shadows)
    return Costs(tuple(tuple(table[one].get(other, 0) / UNIT for other in names) for one in names))


ALPHABET: Final = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
OWN: Final = "X"
_BASE: Final = len(ALPHABET)
_VALUES: Final = {letter: value for value, letter in enumerate(ALPHABET)}
_LETTERS: Final = tuple(board_id.upper() for board_id in SHIPPED)
_EXAMPLE: Final = say("a code looks like A-5BF65")


def spell_codes(board: Board, choices: Iterable[CupChoice]) -> Iterator[str]:
    """Yield the codes of sheets of one board; an empty choice is a sheet without cups."""
    letter, length, without = letter_of(board), _length(board), count_choices(board)
    for choice in choices:
        rank = rank_of(choice) if choice else without
        digits = []
        for _ in range(length):
            rank, digit = divmod(rank, _BASE)
            digits.append(ALPHABET[digit])
        spelled = "".join(reversed(digits))
        yield f"{letter}-{spelled}{ALPHABET[_check(board, letter + spelled)]}"


def read_code(text: str, own: Board | None = None) -> tuple[Board, CupChoice]:
    """Return the board and the cups of a code; raise `UsageError` for a mistyped one.

    Case, spaces and the dash don't matter. A code that begins with X needs its board.
    """
    code = "".join(text.split()).replace("-", "").upper()
    board = _board(code, text, own)
    for letter in code:
        if letter not in _VALUES:
            hint = say("codes have no 0, O, 1 or I") if letter in "0O1I" else _EXAMPLE
            message = "the code {code} was mistyped: no code has {letter}"
            raise UsageError(say(message, code=repr(text), letter=repr(letter)), hint=hint)
    if len(code) != _length(board) + 2:
        wanted = _length(board) + 2
        message = (
            "the code {code} was mistyped: "
            "it has {count} {plural(count, 'character', 'characters')}, not {wanted}"
        )
        raise UsageError(
            say(message, code=repr(text), count=len(code), wanted=wanted), hint=_EXAMPLE
        )
    rank = 0
    for letter in code[1:-1]:
        rank = rank * _BASE + _VALUES[letter]
    if _check(board, code[:-1]) != _VALUES[code[-1]] or rank > count_choices(board):
        hint = say("compare it with the sheet, character by character")
        message = "the code {code} was mistyped: its check character is wrong"
        raise UsageError(say(message, code=repr(text)), hint=hint)
    without = rank == count_choices(board)
    return board, () if without else choice_at(rank, len(board.shadowed))


def letter_of(board: Board) -> str:
    """Return the first letter of a board's codes; only shipped boards have their own."""
    is_shipped = board.id in SHIPPED and board == shipped_board(board.id)
    return board.id.upper() if is_shipped else OWN


def _board(code: str, text: str, own: Board | None) -> Board:
    letter = code[:1]
    if own is not None and letter == letter_of(own):
        return own
    if letter in _LETTERS and own is None:
        return shipped_board(letter.lower())
    if letter == OWN and own is None:
        message = say("the code {code} belongs to a custom board", code=repr(text))
        raise UsageError(message, hint=say("also give that board: --set board=PATH"))
    wanted = letter_of(own) if own else either((*_LETTERS, OWN))
    message = say("the code {code} must begin with {wanted}", code=repr(text), wanted=wanted)
    raise UsageError(message, hint=_EXAMPLE)


def _length(board: Board) -> int:
    """Return the number of characters for the rank; the sheet without cups is one more choice."""
    length = 1
    while _BASE**length <= count_choices(board):
        length += 1
    return length


def _check(board: Board, code: str) -> int:
    """Return the value of the check character, which detects one wrong or two swapped characters.

    Each character is weighted with its own power of x in the field of 32 elements, so that any
    change or swap changes the sum. For a custom board, the sum starts with a fingerprint.
    """
    total = _fingerprint(board) if code[0] == OWN else 0
    for letter in code:
        total = _times_x(total) ^ _VALUES[letter]
    return _times_x(total)


def _times_x(value: int) -> int:
    """Multiply by x in the field of 32 elements, modulo x^5 + x^2 + 1."""
    doubled = value << 1
    return doubled ^ 0b100101 if doubled & _BASE else doubled


def _fingerprint(board: Board) -> int:
    text = "\n".join(board.rows)
    return blake2b(text.encode(), digest_size=1).digest()[0] % _BASE
