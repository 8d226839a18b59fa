"""The code of a sheet: board, cups and a check character in a few letters, such as A-5BF65.

The first letter is the board (X for a board of somebody's own), then comes the rank of the choice
of cups in base 32, and last a check character. The alphabet has no 0, O, 1 or I. A code is made of
the board's letter and the rank alone, so it stays valid for as long as the board keeps its shadowed
dots in their order.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING, Final

from printkit.errors import UsageError
from printkit.games.wolle.boards import SHIPPED, shipped
from printkit.games.wolle.cups import Choice, choice_at, count_choices, rank_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from printkit.games.wolle.board import Board

ALPHABET: Final = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
OWN: Final = "X"
_BASE: Final = len(ALPHABET)
_VALUES: Final = {letter: value for value, letter in enumerate(ALPHABET)}
_LETTERS: Final = tuple(board_id.upper() for board_id in SHIPPED)
_EXAMPLE: Final = "a code looks like A-5BF65"


def spell_codes(board: Board, choices: Iterable[Choice]) -> Iterator[str]:
    """The codes of sheets of one board; an empty choice is a sheet without cups."""
    letter, length, without = letter_of(board), _length(board), count_choices(board)
    for choice in choices:
        rank = rank_of(choice) if choice else without
        digits = []
        for _ in range(length):
            rank, digit = divmod(rank, _BASE)
            digits.append(ALPHABET[digit])
        spelled = "".join(reversed(digits))
        yield f"{letter}-{spelled}{ALPHABET[_check(board, letter + spelled)]}"


def read_code(text: str, own: Board | None = None) -> tuple[Board, Choice]:
    """The board and the cups of a code; raises `UsageError` for one that was mistyped.

    Small letters, spaces and a missing dash do not matter. A code that begins with X needs the
    board it was made for.
    """
    code = "".join(text.split()).replace("-", "").upper()
    board = _board(code, text, own)
    for letter in code:
        if letter not in _VALUES:
            hint = "codes have no 0, O, 1 or I" if letter in "0O1I" else _EXAMPLE
            raise UsageError(f"the code {text!r} was mistyped: no code has {letter!r}", hint=hint)
    if len(code) != _length(board) + 2:
        wanted = _length(board) + 2
        message = f"the code {text!r} was mistyped: it has {len(code)} characters, not {wanted}"
        raise UsageError(message, hint=_EXAMPLE)
    rank = 0
    for letter in code[1:-1]:
        rank = rank * _BASE + _VALUES[letter]
    if _check(board, code[:-1]) != _VALUES[code[-1]] or rank > count_choices(board):
        hint = "compare it with the sheet, character by character"
        raise UsageError(f"the code {text!r} was mistyped: its check character is wrong", hint=hint)
    without = rank == count_choices(board)
    return board, () if without else choice_at(rank, len(board.shadowed))


def letter_of(board: Board) -> str:
    """The first letter of a board's codes; only the boards we ship have one of their own."""
    is_shipped = board.id in SHIPPED and board == shipped(board.id)
    return board.id.upper() if is_shipped else OWN


def _board(code: str, text: str, own: Board | None) -> Board:
    letter = code[:1]
    if own is not None and letter == letter_of(own):
        return own
    if letter in _LETTERS and own is None:
        return shipped(letter.lower())
    if letter == OWN and own is None:
        message = f"the code {text!r} belongs to a board of somebody's own"
        raise UsageError(message, hint="name that board as well: --set board=PATH")
    wanted = letter_of(own) if own else " or ".join((*_LETTERS, OWN))
    raise UsageError(f"the code {text!r} must begin with {wanted}", hint=_EXAMPLE)


def _length(board: Board) -> int:
    """How many characters the rank takes; the sheet without cups is one more choice."""
    length = 1
    while _BASE**length <= count_choices(board):
        length += 1
    return length


def _check(board: Board, code: str) -> int:
    """The value of the check character: it finds any one wrong character and any two swapped.

    Each character is weighed by another power of x in the field of 32 elements, so that no single
    change and no swap can leave the sum as it was. Own boards begin with a fingerprint.
    """
    total = _fingerprint(board) if code[0] == OWN else 0
    for letter in code:
        total = _times_x(total) ^ _VALUES[letter]
    return _times_x(total)


def _times_x(value: int) -> int:
    """Multiplies by x in the field of 32 elements, modulo x^5 + x^2 + 1."""
    doubled = value << 1
    return doubled ^ 0b100101 if doubled & _BASE else doubled


def _fingerprint(board: Board) -> int:
    text = "\n".join(board.rows)
    return blake2b(text.encode(), digest_size=1).digest()[0] % _BASE
