"""Prompts for recording a game, and the events made from their answers.

A prompt is plain data: a question in words, who is asked, and what can be answered. There are six
types, and each has one reader for the terminal and one widget in the browser (`recording.answers`
and `studio/page/widgets.js`). An answer is a plain JSON value; its shape is said with each type.

An `Ask` joins a prompt to the game: `then` gives what follows from an answer (another `Ask`, or
events), and `told` finds the answer again in events that were recorded. Options that are not legal
can be read, so that the rules say why they are refused; they are never offered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeAlias, TypeVar

from printkit.rules.game import State

if TYPE_CHECKING:
    from printkit.rules.game import Event

S = TypeVar("S", bound=State)
Answer: TypeAlias = Any
"""A plain JSON value."""


class Misread(Exception):  # noqa: N818 - it is what happened
    """An answer that is empty or ambiguous, or events that no answer produces."""


class Option(NamedTuple):
    """Something that can be chosen."""

    key: str  # what an answer holds
    text: str  # what it is called
    sign: str = ""  # what is typed for it, where that does not follow from its text
    icon: str = ""  # how it looks
    group: str = ""  # what it belongs to: a colour, or the player it is about
    mark: str = ""  # typed after it: `<` for a card from the own table
    copies: int = 0  # how many there are at most; 0: any number
    value: int = 0  # what it adds to a total
    legal: bool = True  # whether it is offered


class Choose(NamedTuple):
    """Choose one of these. The answer is the key of an option, or "" for the default."""

    asks: str  # what is wanted, in a few words
    seats: tuple[int, ...]  # who acts; nobody where chance does
    options: tuple[Option, ...]
    usual: str = ""  # what an empty answer means, in words; nothing where there has to be one


class ChooseEach(NamedTuple):
    """One choice per player. The answer lists `[seat, key]`, with `remark` `[seat, key, text]`."""

    asks: str
    seats: tuple[int, ...]
    options: tuple[tuple[Option, ...], ...]  # for each of the seats
    usual: str = ""
    ordered: bool = False
    """Whether it matters who was first, so that nobody has to choose, and nothing twice.

    An option's key is then the number of a seat, and "" is a choice, too: to do nothing.
    """
    remark: str = ""  # what else may be said with each choice


class Pile(NamedTuple):
    """A place for cards."""

    text: str
    most: int = 99


class PickCards(NamedTuple):
    """Pick cards and split them. The answer has for each seat, for each pile, a list of keys."""

    asks: str
    seats: tuple[int, ...]
    hands: tuple[tuple[Option, ...], ...]  # for each of the seats the cards there are
    piles: tuple[Pile, ...]
    sizes: tuple[int, ...] = ()  # how many cards each of the seats has to pick; empty: any number
    usual: str = ""
    held: bool = False  # whether the hands are known, so that all cards are shown
    one_group: bool = False  # whether cards of two groups do not go together
    free_group: str = ""  # the group whose cards may be named without it
    total: int = 0  # what is there already
    beat: int = -1  # the total that has to be beaten; -1: none


class EnterNumber(NamedTuple):
    """A number. The answer is a whole number."""

    asks: str
    seats: tuple[int, ...]
    least: int
    most: int
    icon: str = ""  # the faces of a die, for example: `die` for die-1 to die-6


class EnterText(NamedTuple):
    """A text, or one for each label. The answer is a list of texts, or the key of an option."""

    asks: str
    seats: tuple[int, ...]
    labels: tuple[str, ...] = ("",)
    options: tuple[Option, ...] = ()  # what can be chosen instead
    example: str = ""


class DrawPath(NamedTuple):
    """A path on the board. The answer has the letters U, D, L and R, or "" for the default."""

    asks: str
    seats: tuple[int, ...]
    routes: tuple[str, ...]  # the paths that are legal; one with a ! at its end stops there
    start: tuple[int, int]  # column and row where they begin, from 0
    board: Mapping[str, Any]  # what there is to see: plain data for the page that draws it
    usual: str = ""


Prompt: TypeAlias = Choose | ChooseEach | PickCards | EnterNumber | EnterText | DrawPath


class Ask(NamedTuple):
    """A prompt, and what follows its answer: another one, or events (before a game: a header)."""

    prompt: Prompt
    then: Callable[[Answer], Ask | Any]
    """What follows from an answer; raises `Refusal` where a rule is broken already."""
    told: Callable[[Sequence[Event]], Answer]
    """The answer that the next events came from; raises `Misread` or `LookupError` for none."""
    trial: Callable[[Answer], Event] | None = None
    """The event by which an answer can be judged before the others are known."""


def ask_each(
    seats: Sequence[int],
    ask: Callable[[int], Prompt],
    told: Callable[[int, Sequence[Event]], Answer],
    finish: Callable[[dict[int, Answer]], Any],
    trial: Callable[[int, Answer], Event] | None = None,
) -> Ask | Any:
    """Ask one seat after the other; `finish` makes events of all their answers."""

    def after(answers: dict[int, Answer]) -> Ask | Any:
        if len(answers) == len(seats):
            return finish(answers)
        seat = seats[len(answers)]
        return Ask(
            ask(seat),
            lambda answer: after({**answers, seat: answer}),
            lambda events: told(seat, events),
            None if trial is None else lambda answer: trial(seat, answer),
        )

    return after({})


class View(NamedTuple, Generic[S]):
    """Something to look at during the game: its name, and its lines for a seat."""

    means: str
    look: Callable[[S, int], Iterable[str]]


NO_VIEWS: Mapping[str, View[Any]] = {}


def _as_given(_players: tuple[str, ...], _variant: str, given: Mapping[str, str]) -> Any:
    return given


def _no_notes(_state: State) -> tuple[str, ...]:
    return ()


class Prompts(NamedTuple, Generic[S]):
    """The prompts of one game."""

    ask: Callable[[S, bool], Ask | tuple[Event, ...]]
    """What is asked in a state, or the events that need no question; true: also hands and draws."""
    told: frozenset[str] = frozenset()
    """The rules whose effects are worth a line at the table."""
    views: Mapping[str, View[S]] = NO_VIEWS
    """What can be looked at, by name: the board, the cards on the table."""
    notes: Callable[[S], Iterable[str]] = _no_notes
    """What happens without a prompt in a state, as a help text."""
    opening: Callable[[tuple[str, ...], str, Mapping[str, str]], Ask | Mapping[str, Any]] = (
        _as_given
    )
    """What is asked before the game, by players, variant and what was given: its header's keys."""
    sheet: str = ""
    """The sheet that shows the game best while it is played; the result if there is none."""
