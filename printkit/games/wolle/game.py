"""Wolle, as the engine sees it: the rules as data, and the functions that play by them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, partial
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from printkit.errors import show
from printkit.games.wolle import boards, effects
from printkit.games.wolle import state as position
from printkit.games.wolle.board import BadBoardError, Board, as_bits, read_board
from printkit.games.wolle.moves import EVENTS
from printkit.games.wolle.routes import segment_ends
from printkit.games.wolle.tables import BOX, CUPS, FACES, ITEMS, RULES, RULINGS, Points, values
from printkit.rules.catalogue import Setting
from printkit.rules.game import Event, Expectation, Extras, Game, Header, Offer, Refusal
from printkit.rules.header import HEADER
from printkit.rules.reading import ARGS

if TYPE_CHECKING:
    from printkit.games.wolle.state import State, Thread


def _start(points: Points, header: Header) -> State:
    board = _board(header)
    return position.new_state(header, board, tuple(_cups(header, board)), points)


def _offers(state: State) -> tuple[Offer, ...]:
    if state.reason:
        return ()
    if not state.die:
        faces: tuple[Event, ...] = tuple({"die": face} for face in range(1, FACES + 1))
        return (Offer({"do": "roll"}, (faces,)),)
    slots = [
        tuple({"paths": {name: text}} for text in _choices(state, seat))
        for seat, name in enumerate(state.header.players)
        if not state.threads[seat].stopped
    ]
    return (Offer({"do": "draw", "paths": {}}, tuple(slots)),)


def _invariants(state: State) -> Iterator[str]:
    for name, thread in zip(state.header.players, state.threads, strict=True):
        yield from (f"{name}: {fault}" for fault in _thread_faults(state.board, thread))
    timer = state.timer
    if timer is not None and timer != state.board.timer[len(state.board.timer) - len(timer) :]:
        yield f"the timer {timer} is no tail of {state.board.timer}"


def _board(header: Header) -> Board:
    given = header.extras.get("board")
    if isinstance(given, str) and given in boards.SHIPPED:
        return boards.shipped(given)
    if not isinstance(given, dict):
        known = " or ".join(f'"{side}"' for side in boards.SHIPPED)
        found = show(given) if "board" in header.extras else "nothing"
        raise Refusal(HEADER, f"'board' must be {known} or a board written out, not {found}")
    try:
        return read_board(given)
    except BadBoardError as error:
        raise Refusal(HEADER, f"board: {error.place}{error.message}") from None


def _cups(header: Header, board: Board) -> Iterator[int]:
    """The cups of each seat, as sets of dots."""
    given = header.extras.get("cups")
    if given is None:
        given = {}
    if not isinstance(given, dict):
        raise Refusal(HEADER, f"'cups' must map players to dots, not {show(given)}")
    for name in given:
        if name not in header.seats:
            raise Refusal(HEADER, f"'cups' names {show(name)}, who is not playing")
    shadows = board.shadows
    wanted = 0 if header.variant == "no-cups" else CUPS
    for name in header.players:
        yield as_bits(_read_cups(name, given.get(name, []), shadows, wanted))


def _read_cups(name: str, cups: Any, shadows: Mapping[str, int], wanted: int) -> list[int]:
    if not isinstance(cups, list) or len(cups) != wanted:
        count = f"{len(cups)}" if isinstance(cups, list) else show(cups)
        raise Refusal("wolle.cups", f"{name} must have {wanted} cups, not {count}")
    for place, cup in enumerate(cups):
        if not isinstance(cup, str) or cup not in shadows:
            raise Refusal("wolle.cups", f"{name} has a cup on {show(cup)}, no shadowed dot")
        if cup in cups[:place]:
            raise Refusal("wolle.cups", f"{name} has two cups on {cup}")
    return [shadows[cup] for cup in cups]


def _choices(state: State, seat: int) -> list[str | None]:
    """All a seat may write: nothing, a route of full length, or one that stops on the paw."""
    found = (*position.ways(state, seat), *position.stops(state, seat))
    return [None, *(route.text for route in found)]


def _thread_faults(board: Board, thread: Thread) -> Iterator[str]:
    """A thread is one line: its segments lead from the start to where it is."""
    if thread.stopped and thread.at != board.paw:
        yield "stopped off the paw"
    odd, dots = {board.start} ^ {thread.at}, 1 << board.start
    for one, other in segment_ends(thread.used, board.columns):
        odd ^= {one, other}
        dots |= 1 << one | 1 << other
    if dots != thread.seen:
        yield "its dots are not those of its segments"
    if odd:
        yield f"it does not run from the start to {board.dot_name(thread.at)}"


def _legal(state: State) -> tuple[int, ...]:
    if not state.die:
        raise Refusal(ARGS, "'legal' can be expected between a roll and its draw only")
    return tuple(len(position.ways(state, seat)) for seat in range(len(state.threads)))


def _items(state: State) -> tuple[dict[str, int], ...]:
    names = [kind.id for kind in ITEMS]
    held = (position.items(state.board, thread) for thread in state.threads)
    return tuple(dict(zip(names, each, strict=True)) for each in held)


def _at(state: State) -> tuple[str, ...]:
    return tuple(state.board.dot_name(thread.at) for thread in state.threads)


_EXPECTATIONS: dict[str, Expectation[State]] = {
    "legal": Expectation(_legal, each=True),
    "items": Expectation(_items, each=True),
    "cups": Expectation(position.knocked, each=True),
    "timer": Expectation(lambda state: state.timer, ordered=True),
    "at": Expectation(_at, each=True),
}


def _extras(points: Points) -> Extras[State]:
    from printkit.games.wolle.dealer import Table
    from printkit.games.wolle.facts import new_printed
    from printkit.games.wolle.manual import MANUAL
    from printkit.games.wolle.spoken import SPEECH
    from printkit.games.wolle.written import RESULT, written

    return Extras(new_printed(points), Table, MANUAL, SPEECH, written, RESULT)


def new_game(points: Points) -> Game[State]:
    """The game, played for these points."""
    return Game(
        box=BOX,
        rules=RULES,
        rulings=RULINGS,
        values=values(points),
        settings=(
            Setting("board", "a side, or a board file of your own", boards.SHIPPED, file=True),
            Setting("cups", "how the cups are placed", ("fair", "random")),
        ),
        header_keys=frozenset(("board", "cups")),
        events=EVENTS,
        expectations=_EXPECTATIONS,
        start=partial(_start, points),
        due=position.due,
        offers=_offers,
        scores=position.scores,
        outcome=position.outcome,
        rounds=attrgetter("turns"),
        caused=effects.caused,
        invariants=_invariants,
        summary=position.summary,
        extras=cache(partial(_extras, points)),
    )


GAME = new_game(Points())
