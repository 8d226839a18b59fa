"""How a game is told at the table: short answers in, events out, and back again.

A game that can be told has a `Speech`. `turn` says what has to be asked in a state: steps, each
answered by one line, and the events that the answers make together. `say` goes the other way and
spells recorded events as the lines that one would have typed. Nothing here prints or reads a key.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Generic, Literal, NamedTuple, TypeAlias, TypeVar

from printkit.rules.game import State
from printkit.rules.record import MAX_DIGITS

if TYPE_CHECKING:
    from printkit.rules.game import Event, Header

S = TypeVar("S", bound=State)
Shape: TypeAlias = Literal["one", "many", "each"]

QUOTE = '"'
COMMANDS = ("?", "undo", "score", "quit")
"""Words that are never an answer, unless they stand in quotation marks."""


class Misheard(Exception):  # noqa: N818 - it is what happened
    """An answer that says nothing, or could mean two things."""


class Form(NamedTuple):
    """Something that can be typed, and what it means."""

    typed: str
    means: str


def _nothing() -> tuple[Any, ...]:
    return ()


class Step(NamedTuple):
    """One question, answered by one line."""

    asks: str
    """What is wanted, in a few words: the prompt."""
    hear: Callable[[str], Any]
    """Reads an answer; raises `Misheard`, or `Refusal` where a rule is broken already."""
    seats: tuple[int, ...] = ()
    """Who acts; nobody where chance does."""
    forms: tuple[Form, ...] = ()
    """The ways to answer, for whoever asks for help."""
    choices: Callable[[], Iterable[Form]] = _nothing
    """What is legal now, as far as it can be listed."""
    shape: Shape = "one"
    """One of the choices, or many with blanks between, or one for each of the seats."""
    usual: str = ""
    """What an empty answer means, in words; nothing where it means nothing."""
    pieces: Callable[[], Iterable[Iterable[Form]]] = _nothing
    """For each of the seats, the letters of which its word is made, where that can be listed."""
    trial: Callable[[Any], Event] | None = None
    """The event by which an answer can be judged before the others are known."""


class Turn(NamedTuple):
    """What has to be asked now, and the events that the answers make; without steps, at once."""

    steps: tuple[Step, ...]
    events: Callable[[tuple[Any, ...]], tuple[Event, ...]]
    notes: tuple[str, ...] = ()  # what goes without asking, for whoever wonders

    @classmethod
    def deal(
        cls, players: Sequence[str], asks: str, hear: Callable[[int, str], Any], **more: Any
    ) -> Turn:
        """A deal, a step for each hand: `hear` reads the cards of a seat."""
        seats = range(len(players))
        steps = tuple(Step(asks, partial(hear, seat), (seat,), **more) for seat in seats)
        return cls(
            steps, lambda hands: ({"do": "deal", "hands": dict(zip(players, hands, strict=True))},)
        )


class Said(NamedTuple):
    """The lines that tell the next events, and how many events these are."""

    lines: tuple[str, ...]
    events: int


class Opening(NamedTuple):
    """What has to be asked before a game begins, and the header's keys that the answers make."""

    steps: tuple[Step, ...]
    extras: Callable[[tuple[Any, ...]], Mapping[str, Any]]


def _as_given(_players: tuple[str, ...], _variant: str, given: Mapping[str, str]) -> Opening:
    return Opening((), lambda _parts: given)


class View(NamedTuple, Generic[S]):
    """Something to look at during the game: what it is, and its lines, of a seat."""

    means: str
    look: Callable[[S, int], Iterable[str]]


NO_VIEWS: Mapping[str, View[Any]] = {}


class Speech(NamedTuple, Generic[S]):
    """How one game is told."""

    turn: Callable[[S, bool], Turn]
    """What to ask in a state; true: hands and draws are recorded as well."""
    say: Callable[[S, Sequence[Event], bool], Said]
    """The lines for the events that come next; raises `Misheard` where there are none."""
    told: frozenset[str] = frozenset()
    """The rules whose effects are worth a line at the table."""
    views: Mapping[str, View[S]] = NO_VIEWS
    """What can be looked at, by name: the board, the cards on the table."""
    opening: Callable[[tuple[str, ...], str, Mapping[str, str]], Opening] = _as_given
    """What the header needs beyond what was given, for these players and this variant."""


def find_seat(header: Header, text: str) -> int:
    """The seat that a word means: a name, the beginning of one, or the number of a seat."""
    wanted = text.casefold()
    names = [name.casefold() for name in header.players]
    if wanted in names:
        return names.index(wanted)
    found = [seat for seat, name in enumerate(names) if wanted and name.startswith(wanted)]
    if len(found) > 1:
        meant = _any_of(f"{header.players[seat]} (#{seat + 1})" for seat in found)
        raise Misheard(f"'{text}' could be {meant}")
    if found:
        return found[0]
    number = text.removeprefix("#")
    if number.isdecimal() and 1 <= read_number(number) <= len(names):
        return read_number(number) - 1
    raise Misheard(f"nobody here is called '{text}'; {', '.join(header.players)} are playing")


def short_name(header: Header, seat: int) -> str:
    """The shortest word that means this seat: letters of the name, or else its number."""
    name = header.players[seat].casefold()
    for end in range(1, len(name) + 1):
        word = name[:end]
        if not (word.isascii() and word.isalpha()):
            break
        if _means(header, word, seat):
            return word
    number = str(seat + 1)
    return number if _means(header, number, seat) else f"#{number}"


def _means(header: Header, word: str, seat: int) -> bool:
    try:
        return find_seat(header, word) == seat
    except Misheard:
        return False


def find_word(text: str, words: Iterable[str], what: str) -> str:
    """The one of several words that a text is, or is the beginning of."""
    known = tuple(dict.fromkeys(words))
    wanted = text.casefold()
    exact = [word for word in known if word.casefold() == wanted]
    found = exact or [word for word in known if wanted and word.casefold().startswith(wanted)]
    if len(found) == 1:
        return found[0]
    if found:
        raise Misheard(f"'{text}' could be {_any_of(found)}")
    raise Misheard(f"'{text}' is no {what} here; {_any_of(known)}")


def _any_of(words: Iterable[str]) -> str:
    *first, last = words
    return f"{', '.join(first)} or {last}" if first else last


def read_number(text: str) -> int:
    """The number that decimal digits spell; a record takes only so many of them."""
    if len(text) > MAX_DIGITS:
        raise Misheard(f"a number has too many digits, more than {MAX_DIGITS}")
    return int(text)


def split(text: str) -> list[str]:
    """The words of an answer, with blanks or commas between them."""
    return text.replace(",", " ").split()


def read_list(text: str) -> list[str]:
    """Parts of an answer that may have several words each, with commas between them."""
    return [" ".join(part.split()) for part in text.split(",") if part.strip()]


def quoted(text: str) -> str:
    """Free words as they are typed: in quotation marks where they could be taken for a command."""
    plain = text == text.strip() and not text.startswith(QUOTE)
    return text if plain and text.casefold() not in COMMANDS else f"{QUOTE}{text}{QUOTE}"


def unquoted(text: str) -> str:
    """Free words without the quotation marks around them."""
    if len(text) > 1 and text[0] == QUOTE == text[-1]:
        return text[1:-1]
    return text
