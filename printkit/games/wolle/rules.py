"""Wolle's rules: the events in the order of the rulebook, then effects, offers and the start."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, pairwise
from typing import Any, NamedTuple

from printkit.core.errors import show
from printkit.core.messages import both, either, say
from printkit.games.wolle.board import (
    BLOCK,
    SHIPPED,
    BadBoardError,
    Board,
    as_bits,
    read_board,
    shipped_board,
)
from printkit.games.wolle.numbers import (
    BEND,
    CUPS,
    FACES,
    ITEMS,
    Points,
)
from printkit.games.wolle.routes import LETTERS, NO_HEADING, STOP, segment_ends
from printkit.games.wolle.state import (
    State,
    Thread,
    has_set,
    items,
    knocked_cups,
    new_state,
    scores,
    stops,
    ways,
)
from printkit.rules.game import (
    Effect,
    Event,
    Expectation,
    Fault,
    Header,
    Move,
    Offer,
    Refusal,
)
from printkit.rules.reading import (
    ARGS,
    MISSING,
    not_a_map,
    not_playing,
    read_some,
    read_whole,
)
from printkit.rules.record import HEADER


@dataclass(slots=True)
class Roll(Move[State]):
    """A roll of the die for everyone."""

    do = "roll"
    actor = "chance"
    needs = ("die",)

    die: int

    @classmethod
    def read(cls, _state: State, event: Event, _seat: int) -> Roll:
        return cls(read_whole(event["die"], "die"))

    def faults(self, _state: State) -> Iterator[Fault]:
        if not 1 <= self.die <= FACES:
            message = say(
                "a die shows 1 to {FACES}, not {given}", FACES=FACES, given=show(self.die)
            )
            yield Fault("core.chance", message)

    def apply(self, state: State) -> State:
        """Return the state after a roll; the timer is checked at once."""
        timer = state.timer
        if timer and self.die >= timer[0]:
            timer = timer[1:]
        return state._replace(die=self.die, timer=timer)


@dataclass(slots=True)
class DrawThreads(Move[State]):
    """The paths that everyone draws with one roll."""

    do = "draw"
    actor = "all"
    needs = ("paths",)

    walks: tuple[Walk | None, ...]  # by seat; None passes

    @classmethod
    def read(cls, state: State, event: Event, _seat: int) -> DrawThreads:
        paths = read_some(state.header, event, "paths")
        return cls(tuple([_read_path(state, seat, text) for seat, text in enumerate(paths)]))

    def faults(self, state: State) -> Iterator[Fault]:
        for seat, walk in enumerate(self.walks):
            if walk is not None:
                yield from _path_faults(state, seat, walk)

    def apply(self, state: State) -> State:
        pairs = zip(state.threads, self.walks, strict=True)
        return end_turn(state, tuple([walk.thread if walk else thread for thread, walk in pairs]))


def end_turn(state: State, threads: tuple[Thread, ...]) -> State:
    """Return the state after a turn: threads have grown, the timer may start, the game may end."""
    timer, reason = state.timer, state.reason
    if timer is None and has_set(state.board, threads):
        timer = state.board.timer
    elif timer == ():
        reason = "wolle.end-timer"
    if threads == state.threads and not reason:
        reason = "wolle.end-idle"
    return state._replace(threads=threads, turns=state.turns + 1, die=0, timer=timer, reason=reason)


class Walk(NamedTuple):
    """A path with its effect on the thread, up to the point where it leaves the carpet."""

    directions: list[int]  # of all its letters
    stop: bool  # it ends the thread
    thread: Thread  # the thread after it
    outside: bool  # it leaves the carpet
    block: int | None  # the first dot with a block
    again: tuple[int, int] | None  # the ends of the first segment that was used before
    crossed: int | None  # the first dot that was used before


def _read_path(state: State, seat: int, text: Any) -> Walk | None:
    """Read a path, or None for a pass; players who have stopped may be left out."""
    if text is None:
        return None
    if text is MISSING:
        if state.threads[seat].stopped:
            return None
        name = state.header.players[seat]
        message = say("'paths' must name {name}, whose thread is open; null passes", name=name)
        raise Refusal(ARGS, message, seat)
    if not isinstance(text, str) or text.removesuffix(STOP).strip(LETTERS):
        message = say(
            "a path is made of U, D, L and R, with a final {stop} to stop on the paw, or null, "
            "not {value}",
            stop=STOP,
            value=show(text),
        )
        raise Refusal(ARGS, message, seat)
    return _walk(state.board, state.threads[seat], text)


def _walk(board: Board, thread: Thread, text: str) -> Walk:
    dot, heading, used, seen, _ = thread
    directions = [LETTERS.index(letter) for letter in text.removesuffix(STOP)]
    outside, block, again, crossed = False, None, None, None
    for heading in directions:
        step = board.steps[dot][heading]
        if step is None:
            outside = True
            break
        there, segment = step
        if block is None and board.marks[there] == BLOCK:
            block = there
        if again is None and used & segment:
            again = dot, there
        if crossed is None and seen >> there & 1:
            crossed = there
        dot, used, seen = there, used | segment, seen | 1 << there
    stop = text.endswith(STOP)
    after = Thread(dot, heading, used, seen, stop)
    return Walk(directions, stop, after, outside, block, again, crossed)


def _path_faults(state: State, seat: int, walk: Walk) -> Iterator[Fault]:
    """Yield all faults of a path."""
    thread = state.threads[seat]
    if thread.stopped:
        name = state.header.players[seat]
        where = state.board.dot_name(thread.at)
        yield Fault(
            "wolle.paw-closed",
            say("{name}'s thread was stopped on the paw at {where}", name=name, where=where),
            seat,
        )
        return
    for rule, message in chain(
        _ground_faults(state, walk),
        _bend_faults(state, thread, walk),
        _length_faults(state, walk),
    ):
        yield Fault(rule, message, seat)


def _ground_faults(state: State, walk: Walk) -> Iterator[tuple[str, str]]:
    """Yield the faults of a path at the edge, at blocks, at used segments and at used dots."""
    dot_name = state.board.dot_name
    if walk.outside:
        dot = dot_name(walk.thread.at)
        yield "wolle.grid-step", say("the path leaves the carpet at {dot}", dot=dot)
    if walk.block is not None:
        dot = dot_name(walk.block)
        yield "wolle.block", say("a block is on {dot}", dot=dot)
    if walk.again:
        names = both([*map(dot_name, walk.again)])
        yield "wolle.segment-once", say("the segment between {names} is already used", names=names)
    if walk.crossed is not None and not state.crossing:
        dot = dot_name(walk.crossed)
        yield "wolle.no-crossing", say("the thread has already been at {dot}", dot=dot)


def _bend_faults(state: State, thread: Thread, walk: Walk) -> Iterator[tuple[str, str]]:
    directions = walk.directions
    # Right angles; going straight back is a segment used twice.
    inside = sum((before - after) % 2 == 1 for before, after in pairwise(directions))
    if inside > 1:
        yield (
            "wolle.one-bend",
            say("the path has {inside} bends; only one per turn is allowed", inside=inside),
        )
    if inside and not state.routes.free and directions[0] != thread.heading != NO_HEADING:
        message = (
            "the first segment changes direction, which is the turn's bend; no other can follow"
        )
        yield BEND, say(message)


def _length_faults(state: State, walk: Walk) -> Iterator[tuple[str, str]]:
    length, die, end = len(walk.directions), state.die, walk.thread.at
    on_paw = end == state.board.paw and not walk.outside
    if walk.stop and not length:
        yield "wolle.paw-short", say("a stop on the paw needs a new segment that reaches it")
    elif walk.stop and not on_paw:
        message = "a thread can stop only on the paw, not on {dot}"
        yield "wolle.paw-short", say(message, dot=state.board.dot_name(end))
    elif walk.stop and length <= die:
        return
    elif length != die:
        message = say(
            "{length} {plural(length, 'segment', 'segments')} drawn, but the die shows {die}",
            length=length,
            die=die,
        )
        if on_paw and length < die:
            message = say("{what}; stopping on the paw is written with a final !", what=message)
        yield "wolle.exact", message


def effects(before: State, after: State) -> Iterator[Effect]:
    """Yield the effects of one event."""
    if after.die:
        message = "everyone may draw {die} {plural(die, 'segment', 'segments')}"
        yield Effect("wolle.exact", say(message, die=after.die))
        if before.timer and after.timer != before.timer:
            yield Effect(
                "wolle.timer-check",
                say("the {number} on the timer is crossed off", number=before.timer[0]),
            )
        return
    for seat in range(len(after.threads)):
        if after.threads[seat] != before.threads[seat]:
            yield from _path_effects(before, after, seat)
        elif not after.threads[seat].stopped:
            yield Effect("wolle.exact", say("{name} passes", name=after.header.players[seat]))
    if before.timer is None and after.timer is not None:
        yield Effect("wolle.timer-start", say("the first set is complete, and the timer starts"))
    if after.reason:
        yield from _end_effects(after)


def _path_effects(before: State, after: State, seat: int) -> Iterator[Effect]:
    """Yield the effects of one player's new segments."""
    name, board = after.header.players[seat], after.board
    old, new = before.threads[seat], after.threads[seat]
    yield Effect("wolle.continue", say("{name} is at {dot}", name=name, dot=board.dot_name(new.at)))
    found, knocked = board.loot & new.seen, after.cups[seat] & new.seen
    if found:
        message = "{name} collects {count} {plural(count, 'item', 'items')} ({total} so far)"
        if not (count := (found & ~old.seen).bit_count()):
            message = "{name} collects no items ({total} so far)"
        values = {"name": name, "count": count, "total": found.bit_count()}
        yield Effect("wolle.item-once", say(message, **values))
    if knocked:
        message = "{name} knocks over {count} {plural(count, 'cup', 'cups')} ({total} so far)"
        if not (count := (knocked & ~old.seen).bit_count()):
            message = "{name} knocks over no cups ({total} so far)"
        values = {"name": name, "count": count, "total": knocked.bit_count()}
        yield Effect("wolle.cup-once", say(message, **values))
    message = "{name} has {points} {plural(points, 'point', 'points')}"
    yield Effect("wolle.score", say(message, name=name, points=scores(after)[seat]))


def _end_effects(state: State) -> Iterator[Effect]:
    points = scores(state)
    best = max(points)
    message = "the game ends after {turns} {plural(turns, 'turn', 'turns')}"
    yield Effect(state.reason, say(message, turns=state.turns))
    yield Effect("wolle.score", say("the highest score is {points}", points=best))
    if (count := points.count(best)) > 1:
        message = "{count} players have {points} {plural(points, 'point', 'points')}"
        yield Effect("wolle.tiebreak", say(message, count=count, points=best))


def start(points: Points, header: Header) -> State:
    board = _board(header)
    return new_state(header, board, tuple(_cups(header, board)), points)


def offers(state: State) -> tuple[Offer, ...]:
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


def invariants(state: State) -> Iterator[str]:
    for name, thread in zip(state.header.players, state.threads, strict=True):
        yield from (f"{name}: {fault}" for fault in _thread_faults(state.board, thread))
    timer = state.timer
    if timer is not None and timer != state.board.timer[len(state.board.timer) - len(timer) :]:
        yield f"the timer {timer} is not the end of {state.board.timer}"


def _board(header: Header) -> Board:
    given = header.extras.get("board")
    if isinstance(given, str) and given in SHIPPED:
        return shipped_board(given)
    if not isinstance(given, dict):
        known = either([f'"{side}"' for side in SHIPPED])
        found = show(given) if "board" in header.extras else say("nothing")
        message = "'board' must be {known} or a board written out, not {found}"
        raise Refusal(HEADER, say(message, known=known, found=found))
    try:
        return read_board(given)
    except BadBoardError as error:
        raise Refusal(HEADER, f"board: {error.place}{error.message}") from None


def _cups(header: Header, board: Board) -> Iterator[int]:
    """Yield the cups of each seat, as sets of dots."""
    given = header.extras.get("cups")
    if given is None:
        given = {}
    if not isinstance(given, dict):
        raise Refusal(HEADER, not_a_map("cups", given))
    for name in given:
        if name not in header.seats:
            raise Refusal(HEADER, not_playing("cups", name))
    shadows = board.shadows
    wanted = 0 if header.variant == "no-cups" else CUPS
    for name in header.players:
        yield as_bits(_read_cups(name, given.get(name, []), shadows, wanted))


def _read_cups(name: str, cups: Any, shadows: Mapping[str, int], wanted: int) -> list[int]:
    if not isinstance(cups, list) or len(cups) != wanted:
        count = f"{len(cups)}" if isinstance(cups, list) else show(cups)
        raise Refusal(
            "wolle.cups",
            say(
                "{name} must have {wanted} {plural(wanted, 'cup', 'cups')}, not {count}",
                name=name,
                wanted=wanted,
                count=count,
            ),
        )
    for place, cup in enumerate(cups):
        if not isinstance(cup, str) or cup not in shadows:
            raise Refusal(
                "wolle.cups",
                say(
                    "{name} has a cup on {given}, which isn't a dark dot",
                    name=name,
                    given=show(cup),
                ),
            )
        if cup in cups[:place]:
            raise Refusal("wolle.cups", say("{name} has two cups on {cup}", name=name, cup=cup))
    return [shadows[cup] for cup in cups]


def _choices(state: State, seat: int) -> list[str | None]:
    """Return the options of a seat: to pass, routes of full length, and those that stop."""
    found = (*ways(state, seat), *stops(state, seat))
    return [None, *(route.text for route in found)]


def _thread_faults(board: Board, thread: Thread) -> Iterator[str]:
    """Check that a thread is one line from the start to its end; yield mistakes."""
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
        raise Refusal(ARGS, say("'legal' can be expected between a roll and its draw only"))
    return tuple(len(ways(state, seat)) for seat in range(len(state.threads)))


def _items(state: State) -> tuple[dict[str, int], ...]:
    names = [kind.id for kind in ITEMS]
    held = (items(state.board, thread) for thread in state.threads)
    return tuple(dict(zip(names, each, strict=True)) for each in held)


EXPECTATIONS: dict[str, Expectation[State]] = {
    "legal": Expectation(_legal, each=True),
    "items": Expectation(_items, each=True),
    "cups": Expectation(knocked_cups, each=True),
    "timer": Expectation(lambda state: state.timer, ordered=True),
    "at": Expectation(
        lambda state: tuple(state.board.dot_name(thread.at) for thread in state.threads),
        each=True,
    ),
}
