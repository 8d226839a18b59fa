"""Prompts for recording a game, and the events made from their answers.

A prompt is plain data: a question, the players it is for, and the possible answers. There are six
types, and each has one reader for the terminal and one widget in the browser (`recording.answers`
and `studio/page/widgets.js`). An answer is a plain JSON value; each type describes its shape.

An `Ask` connects a prompt with the game: `then` turns an answer into another `Ask` or into events,
and `recover` finds the answer that led to recorded events. Illegal options are never offered, but
they are accepted, so that the rules can explain why they are refused.
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
    """The exception for an answer that is empty or ambiguous, or events that no answer produces."""


class PromptOption(NamedTuple):
    """Something to choose."""

    key: str  # its value in answers
    text: str  # its name
    sign: str = ""  # the text to type, unless it follows from the name
    icon: str = ""
    group: str = ""  # a colour, for example, or the player it is about
    mark: str = ""  # typed after it: `<` for a card from the player's own table
    copies: int = 0  # at most this many exist; 0: no limit
    value: int = 0  # its part of a total
    legal: bool = True  # whether it is offered
    times: int = 1  # how often its icon is drawn


class Choose(NamedTuple):
    """One choice. The answer is the key of an option, or "" for the default."""

    asks: str  # the question
    seats: tuple[int, ...]  # those who act; nobody for chance
    options: tuple[PromptOption, ...]
    usual: str = ""  # the default, in words; empty if an answer is required


class ChooseEach(NamedTuple):
    """One choice per player. The answer lists `[seat, key]`, with `remark` `[seat, key, text]`."""

    asks: str
    seats: tuple[int, ...]
    options: tuple[tuple[PromptOption, ...], ...]  # for each of the seats
    usual: str = ""
    ordered: bool = False
    """Whether the order of the choices counts.

    Then nobody has to choose, no option is chosen twice, an option's key is the number of a seat,
    and "" means to do nothing.
    """
    remark: str = ""  # the name of a text that can be added to each choice


class Pile(NamedTuple):
    """A place for cards."""

    text: str
    most: int = 99


class Share(NamedTuple):
    """How many cards of a group a hand has."""

    group: str
    size: int
    text: str  # the name of the group


class PickCards(NamedTuple):
    """Cards for some piles. The answer has for each seat and each pile a list of keys."""

    asks: str
    seats: tuple[int, ...]
    hands: tuple[tuple[PromptOption, ...], ...]  # the cards of each of the seats
    piles: tuple[Pile, ...]
    sizes: tuple[int, ...] = ()  # the number of cards that each seat must pick; empty: any number
    usual: str = ""
    held: bool = False  # whether the hands are known, so that all cards are shown
    one_group: bool = False  # whether all cards must be of the same group
    free_group: str = ""  # the group that may be left out when a card is typed
    total: int = 0  # the total before these cards
    beat: int = -1  # the total to beat; -1: none
    shares: tuple[Share, ...] = ()  # how many cards of each group a hand has; empty: any number
    marked: int = 99  # at most this many cards have a mark, and come besides the hand
    unchecked: str = ""  # what nobody can check, in words


class EnterNumber(NamedTuple):
    """A number. The answer is a whole number."""

    asks: str
    seats: tuple[int, ...]
    least: int
    most: int
    icon: str = ""  # the start of the icons' names: `die` for die-1 to die-6


class EnterText(NamedTuple):
    """A text, or one for each label. The answer is a list of texts, or the key of an option."""

    asks: str
    seats: tuple[int, ...]
    labels: tuple[str, ...] = ("",)
    options: tuple[PromptOption, ...] = ()  # to choose from instead
    example: str = ""


class DrawPath(NamedTuple):
    """A path on the board. The answer has the letters U, D, L and R, or "" for the default."""

    asks: str
    seats: tuple[int, ...]
    routes: tuple[str, ...]  # the legal paths; one that ends with ! stops there
    start: tuple[int, int]  # column and row, from 0
    board: Mapping[str, Any]  # plain data for the page that draws it
    usual: str = ""


Prompt: TypeAlias = Choose | ChooseEach | PickCards | EnterNumber | EnterText | DrawPath


class Ask(NamedTuple):
    """A prompt, with functions that turn an answer into events and events into an answer."""

    prompt: Prompt
    then: Callable[[Answer], Ask | Any]
    """The next `Ask`, or events (before the game: header keys); raises `Refusal` for a fault."""
    recover: Callable[[Sequence[Event]], Answer]
    """The answer that leads to these events; raises `Misread` or `LookupError` if none does."""
    trial: Callable[[Answer], Event] | None = None
    """An event for checking an answer before the others are known."""


def ask_each(
    seats: Sequence[int],
    ask: Callable[[int, Mapping[int, Answer]], Prompt],
    recover: Callable[[int, Sequence[Event]], Answer],
    finish: Callable[[dict[int, Answer]], Any],
    trial: Callable[[int, Answer], Event] | None = None,
) -> Ask | Any:
    """Ask one seat after the other; `finish` makes events from all the answers.

    `ask` gets the seat, and the answers of those before it.
    """

    def after(answers: dict[int, Answer]) -> Ask | Any:
        if len(answers) == len(seats):
            return finish(answers)
        seat = seats[len(answers)]
        return Ask(
            ask(seat, answers),
            lambda answer: after({**answers, seat: answer}),
            lambda events: recover(seat, events),
            None if trial is None else lambda answer: trial(seat, answer),
        )

    return after({})


class View(NamedTuple, Generic[S]):
    """Something to look at during the game: its name, and its lines for a seat."""

    means: str
    look: Callable[[S, int], Iterable[str]]
    is_drawing: bool = False  # made of characters, for the terminal only


NO_VIEWS: Mapping[str, View[Any]] = {}


class Prompts(NamedTuple, Generic[S]):
    """The prompts of one game."""

    ask: Callable[[S, bool], Ask | tuple[Event, ...]]
    """The next prompt, or events that need none; true: ask also for hands and draws."""
    notable: frozenset[str] = frozenset()
    """The rules whose effects are worth a message."""
    views: Mapping[str, View[S]] = NO_VIEWS
    """The views, by name: the board, the cards on the table."""
    notes: Callable[[S], Iterable[str]] = lambda _state: ()
    """Help on things that happen in a state without a prompt."""
    opening: Callable[[tuple[str, ...], str, Mapping[str, str]], Ask | Mapping[str, Any]] = (
        lambda _players, _variant, given: given
    )
    """The prompt before the game, by players, variant and given settings, or the header's keys."""
    begun: Callable[[S], Iterable[str]] = lambda _state: ()
    """What players should know when the game begins: the codes of new sheets."""
    sheet: str = ""
    """The sheet to show during the game; empty for the result sheet."""
