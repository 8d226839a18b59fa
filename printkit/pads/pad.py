"""A score pad for any game: its rows and rounds, who wins, and the formulas of its fields.

A `Pad` comes from the options of the layout `any/pad` or from a file of the shelf: see `shelf`.
`sheets` makes the facts and fields that its layout uses.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from printkit.core.errors import UsageError, brief
from printkit.core.messages import say

MOST_LINES: Final = 36
"""The most rows and rounds of a pad: as many as a page has room for."""
MOST_PLAYERS: Final = 10
MAX_GAME: Final = 60
MAX_TITLE: Final = 40
"""The most characters of the name of a game, and of a row or group."""
MAX_VALUE: Final = 1000
HIGHEST, LOWEST = "highest", "lowest"
POINTS: Final = "round"  # the column of the points of a round

_VALUE = re.compile(r"[+-]?\d{1,6}\Z")
_HINT = 'write --rows "Roads, Cities=2; Bonus: army, road"'


class Range(NamedTuple):
    """The lowest and highest number that may be written; None if there is no limit."""

    least: int | None = None
    most: int | None = None


class Row(NamedTuple):
    """A category: a row of the pad."""

    title: str
    value: int = 1  # the points for each
    range: Range = Range()
    formula: str = ""  # computes it from other rows


class Group(NamedTuple):
    """Rows with a subtotal."""

    rows: tuple[Row, ...]
    title: str = ""

    @property
    def has_points(self) -> bool:
        """Whether something in it counts: otherwise, other rows follow from it."""
        return any(row.value for row in self.rows)


class RoundEntry(NamedTuple):
    """What a player writes in a round, if that isn't the points: a bid, or a throw."""

    name: str
    title: str
    least: int = 0
    most: int | None = None  # None: the number of the round
    is_last_only: bool = False  # whether only the last round has it


class Pad(NamedTuple):
    """What is scored, and who wins."""

    title: str  # of the game
    groups: tuple[Group, ...] = ()
    rounds: int = 0
    wins: str = HIGHEST
    target: int = 0  # ends the game; 0 if nothing does
    start: int = 0
    counts_down: bool = False
    round_name: str = "Round"
    range: Range = Range()  # of the points of a round
    entries: tuple[RoundEntry, ...] = ()
    formula: str = ""  # the points of a round from its entries
    running: str = ""  # the score after a round, if that isn't the sum
    players: tuple[int, int] = (1, MOST_PLAYERS)
    icon: str = "trophy"
    id: str = ""  # on the shelf

    @property
    def rows(self) -> tuple[Row, ...]:
        """The rows of all groups."""
        return tuple(row for group in self.groups for row in group.rows)

    @property
    def subtotals(self) -> tuple[int, ...]:
        """The numbers of the groups with a subtotal, from 1; none if only one group counts."""
        counting = tuple(at for at, group in enumerate(self.groups, 1) if group.has_points)
        return counting if len(counting) > 1 else ()

    @property
    def lines(self) -> int:
        """The number of its lines, with those that a group adds: its title and its subtotal."""
        titles = sum(bool(group.title) for group in self.groups)
        return self.rounds + len(self.rows) + titles + len(self.subtotals)


def parse_rows(text: str) -> tuple[Group, ...]:
    """Parse rows: 'Roads, Cities=2; Bonus: army, road' are two groups of two rows each."""
    groups = tuple(_parse_group(part) for part in text.split(";")) if text.strip() else ()
    number = sum(len(group.rows) for group in groups)
    if number > MOST_LINES:
        message = say("a page has no room for {count} rows", count=number)
        raise UsageError(message, hint=say("use at most {most}", most=MOST_LINES))
    return groups


def _parse_group(text: str) -> Group:
    title, colon, rest = text.partition(":")
    title, items = (title.strip(), rest) if colon else ("", text)
    if not items.strip():
        message = say("a group of rows is empty")
        if title:
            message = say("the group '{title}' has no rows", title=brief(title))
        raise UsageError(message, hint=_HINT)
    if colon:
        _check_title(title)
    rows = tuple(_parse_row(item) for item in items.split(","))
    titles = [row.title.casefold() for row in rows]
    for number, row in enumerate(rows):
        if titles.index(titles[number]) < number:
            raise UsageError(say("the row '{title}' appears twice", title=row.title), hint=_HINT)
    return Group(rows, title)


def _parse_row(text: str) -> Row:
    title, equals, value = (part.strip() for part in text.rpartition("="))
    if not equals:
        title, value = value, "1"
    _check_title(title)
    value = value.replace("−", "-")
    if not _VALUE.match(value) or not 1 <= abs(int(value)) <= MAX_VALUE:
        message = say("the row '{title}' can't count {value} each", title=title, value=brief(value))
        raise UsageError(message, hint=say("write NAME=POINTS, like Cities=2"))
    return Row(title, int(value))


def _check_title(title: str) -> None:
    if not title:
        raise UsageError(say("a row or group has no name"), hint=_HINT)
    if len(title) > MAX_TITLE:
        message = say("the name '{name}' is too long", name=f"{title[:20]}…")
        raise UsageError(message, hint=say("use at most {most} characters", most=MAX_TITLE))


def check_game(text: str) -> str:
    """Return the name of a game with single spaces; refuse one that no header has room for."""
    name = " ".join(text.split())
    if len(name) > MAX_GAME:
        message = say("the name '{name}' is too long", name=f"{name[:20]}…")
        raise UsageError(message, hint=say("use at most {most} characters", most=MAX_GAME))
    return name


def check_pad(pad: Pad) -> None:
    """Refuse a pad that contradicts itself, or that no page has room for."""
    if pad.lines > MOST_LINES:
        message = say("a page has no room for {count} lines", count=pad.lines)
        raise UsageError(message, hint=say("use at most {most}", most=MOST_LINES))
    if pad.counts_down:
        _check_count_down(pad)
    elif pad.target and pad.target <= pad.start:
        message = say(
            "the target {target} is reached at the start, which is {start}",
            target=pad.target,
            start=pad.start,
        )
        raise UsageError(message, hint="use a higher target, or --count-down")
    most = pad.range.most
    if (
        pad.target
        and most is not None
        and not pad.rows
        and pad.start + pad.rounds * most < pad.target
    ):
        message = say(
            "{rounds} {plural(rounds, 'round', 'rounds')} can't reach the target {target}",
            rounds=pad.rounds,
            target=pad.target,
        )
        raise UsageError(message, hint=say("use more rounds, or a lower target"))


def _check_count_down(pad: Pad) -> None:
    if pad.wins == HIGHEST:
        message = say("a count-down is won by the lowest total, not by the highest")
        raise UsageError(message, hint="leave --highest-wins out")
    if not pad.rounds or pad.rows:
        message = say("only rounds can count down, not rows")
        raise UsageError(message, hint="add --rounds 10, and leave --rows out")
    if pad.start <= 0:
        raise UsageError(say("a count-down needs a start"), hint="add --start 501")
    if pad.target:
        message = say("a count-down ends at 0, not at the target {target}", target=pad.target)
        raise UsageError(message, hint="leave --target out")


def formulas(pad: Pad) -> dict[str, str]:
    """Return the formulas of fields by the patterns of their names."""
    found = {}
    if pad.formula:
        found["round.R.P"] = pad.formula
    if pad.rounds:
        found["running.R.P"] = _running(pad)
    for number, row in enumerate(pad.rows, 1):
        if row.formula:
            found[f"row.{number}.P"] = row.formula
    for number in pad.subtotals:
        found[f"subtotal.{number}.P"] = f"sum({', '.join(_terms(pad, number - 1))})"
    found["total.P"] = _total(pad)
    if pad.target:
        found["left.P"] = f"max(0, {pad.target} - total.P)"
    return found


def _running(pad: Pad) -> str:
    """Return the formula of the score after a round: empty as long as the round is."""
    if pad.running:
        return pad.running
    if not pad.counts_down:
        begin = f"{pad.start} + " if pad.start else ""
        return f"{begin}sum(round.1..R-1.P) + round.R.P"
    # Who throws more than is left stays where they were.
    rest = f"(running.R-1.P if R > 1 else {pad.start})"
    return f"{rest} - (round.R.P if round.R.P <= {rest} else 0 * round.R.P)"


def _total(pad: Pad) -> str:
    if pad.counts_down or pad.running:
        # The last score: the one that no other follows.
        last = f"running.{pad.rounds}.P"
        scores = (
            f"running.{at}.P * (count(running.{at}.P) - count(running.{at + 1}.P))"
            for at in range(1, pad.rounds)
        )
        return f"sum({', '.join((*scores, last))})"
    terms = ["round.*.P"] if pad.rounds else []
    if pad.subtotals:
        terms.append("subtotal.*.P")
    else:
        terms += (term for at in range(len(pad.groups)) for term in _terms(pad, at))
    begin = f"{pad.start} + " if pad.start else ""
    return f"{begin}sum({', '.join(terms)})"


def _terms(pad: Pad, index: int) -> Iterator[str]:
    """Yield the terms of a group's sum: rows of one point each are a range."""
    first = 1 + sum(len(group.rows) for group in pad.groups[:index])
    run: list[int] = []
    for number, row in enumerate((*pad.groups[index].rows, Row("", 0)), first):
        if row.value == 1:
            run.append(number)
            continue
        if run:
            yield f"row.{run[0]}..{run[-1]}.P" if len(run) > 1 else f"row.{run[0]}.P"
        run = []
        if row.value:
            yield f"{row.value} * row.{number}.P"


def written_fields(pad: Pad) -> Iterator[tuple[str, str, Range]]:
    """Yield the patterns of the fields to write in, what is written there, and the numbers."""
    for entry in pad.entries:
        most = entry.most
        if entry.is_last_only:
            yield f"{entry.name}.{pad.rounds}.P", entry.title, Range(entry.least, most)
        elif most is not None:
            yield f"{entry.name}.R.P", entry.title, Range(entry.least, most)
        else:
            for number in range(1, pad.rounds + 1):
                yield f"{entry.name}.{number}.P", entry.title, Range(entry.least, number)
    if pad.rounds and not pad.formula:
        yield "round.R.P", "Points", pad.range
    for number, row in enumerate(pad.rows, 1):
        if not row.formula:
            yield f"row.{number}.P", row.title, row.range
