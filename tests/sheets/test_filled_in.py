"""What games write on their sheets: the pad's arithmetic and the rules engine prove each other."""

from __future__ import annotations

from functools import cache, partial
from itertools import product
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from printkit.core.formulas.terms import compute_all
from printkit.core.i18n import ENGLISH
from printkit.core.paper import PAPERS
from printkit.games import game_ids, load
from printkit.layout.translation import translate_sentence
from printkit.request.options import Request
from printkit.rules.report import Report
from printkit.rules.results import CROSSED, PlayedEvent, result_facts
from printkit.rules.simulate import NAMES, Seating, play
from tests.depth import in_turn, many
from tests.rendering import lay_out

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import TypeAlias

    from printkit.core.formulas.terms import Amount, Term
    from printkit.core.scene import Field
    from printkit.rules.game import Game
    from printkit.rules.results import FieldValue, Filling

    Marks: TypeAlias = Mapping[str, FieldValue]

ONE_SHEET = {"wolle/sheet": {"sheets": "1"}}
"""Settings with which a sheet per player is printed only once."""
LONG = {"cattitude/score-pad": {"pad": "long"}, "cattitude/round-tracker": {"tracker": "long"}}
"""Settings with which a sheet has other fields."""


class Table(NamedTuple):
    """A game, a number of players, and a variant."""

    game: str
    players: int
    variant: str


TABLES = [
    Table(game.id, count, variant.id)
    for game in map(load, game_ids())
    for count, variant in product(range(game.players[0], game.players[1] + 1), game.variants)
]
SOME = [
    table
    for game in game_ids()
    for at, variant in enumerate(load(game).variants)
    for table in in_turn([t for t in TABLES if (t.game, t.variant) == (game, variant.id)], at)
]
"""Every second number of players, and the others in the next variant."""
FIRST = [next(table for table in TABLES if table.game == game) for game in game_ids()]
"""The smallest table of each game."""


@cache
def form(sheet: str, table: Table, settings: tuple[tuple[str, str], ...]) -> dict[str, Field]:
    """The fields of a sheet by name."""
    request = Request(
        targets=(sheet,),
        paper=PAPERS["a4"],
        counts=(table.players,),
        variant=table.variant,
        settings={**dict(settings), **ONE_SHEET.get(sheet, {})},
        wants_fields=True,
        seed="1",
    )
    pages = lay_out(request).pages()
    return {field.name: field for page in pages for made in page.sheets for field in made.fields}


@cache
def played(table: Table, seed: int) -> tuple[PlayedEvent[Any], ...]:
    """The steps of a simulated game."""
    steps: list[PlayedEvent[Any]] = []

    def watch(_number: int, event: Any, before: Any, after: Any) -> None:
        steps.append(PlayedEvent(event, before, after))

    seating = Seating(load(table.game), NAMES[: table.players], table.variant)
    play(seating, Random(f"{table} {seed}"), watch=watch)
    return tuple(steps)


def fillings(table: Table) -> Iterator[tuple[str, Filling]]:
    """The values of simulated games on every sheet, at the end and halfway."""
    written = load(table.game).written
    assert written is not None
    for seed in range(many(1, deep=20)):
        steps = played(table, seed)
        for end in (len(steps), Random(seed).randint(1, len(steps))):
            for sheet, filling in written(steps[:end]).items():
                yield f"{table.game}/{sheet}", filling


def as_values(marks: Mapping[str, FieldValue]) -> dict[str, Amount]:
    """Marks as a formula sees them: words and what was crossed out count as empty."""
    return {name: mark for name, mark in marks.items() if not isinstance(mark, str)}


def forms(sheet: str, table: Table, filling: Filling) -> Iterator[tuple[dict[str, Field], Marks]]:
    """The fields and values of a sheet as it is by default, and of its long form if it has one."""
    settings = tuple(filling.settings.items())
    for marks in filling.pages:
        yield form(sheet, table, settings), marks
        if sheet in LONG:
            yield form(sheet, table, (*settings, *LONG[sheet].items())), as_on_long(marks)


def as_on_long(marks: Marks) -> Marks:
    """The values of a long pad, where a record writes the points of plain birds as `-alone`."""
    alone = {name: value for name, value in marks.items() if "-alone." in name}
    sums = [f"points.{bird}." for bird in ("turkey", "chicken", "peacock", "royals")]
    others = {
        name: value
        for name, value in marks.items()
        if name not in alone and not name.startswith(tuple(sums))
    }
    return {**others, **{name.replace("-alone", ""): value for name, value in alone.items()}}


@pytest.mark.parametrize("table", SOME, ids=lambda table: "-".join(map(str, table)))
def test_values_of_a_game_match_fields_and_formulas(table: Table) -> None:
    for sheet, filling in fillings(table):
        written = set[str]()
        for fields, marks in forms(sheet, table, filling):
            formulas: dict[str, Term] = {
                name: field.formula for name, field in fields.items() if field.formula is not None
            }
            own = {name: mark for name, mark in marks.items() if name in fields}
            written |= own.keys()
            for name, mark in own.items():
                assert_accepts(fields[name], mark)
            computed = compute_all(formulas, as_values(own))
            given = {name: marks[name] for name in formulas if name in marks}

            assert given == {name: computed[name] or 0 for name in given}, sheet
        assert all({n for n in marks if "-alone." not in n} <= written for marks in filling.pages)


@pytest.mark.parametrize("table", FIRST, ids=lambda table: table.game)
def test_totals_are_empty_at_the_start_and_complete_at_the_end(table: Table) -> None:
    """Also where they are 0; of Cattitude's cards only those that someone has are counted."""
    steps, written = played(table, 0), load(table.game).written
    assert written is not None

    for sheet, filling in written(steps).items():
        fields = form(f"{table.game}/{sheet}", table, tuple(filling.settings.items())).values()
        totals = {each.name for each in fields if each.formula and "points." not in each.name}
        assert [totals] * len(filling.pages) == [totals & page.keys() for page in filling.pages]
        assert not any(totals & page.keys() for page in written(steps[:1])[sheet].pages)


def assert_accepts(field: Field, mark: FieldValue) -> None:
    """Check that a field accepts a value: the right type, within its range."""
    kind = {bool: "tick", int: "number"}.get(type(mark), "text")
    assert field.kind == ("tick" if mark == CROSSED else kind), (field.name, mark)
    if field.least is not None and field.most is not None:
        assert field.least <= float(mark) <= field.most, (field.name, mark)


def replay_report(game: Game[Any], steps: tuple[PlayedEvent[Any], ...]) -> Report:
    """The report of a replay of these steps."""
    state = steps[-1].after
    outcome, players = game.outcome(state), state.header.players
    assert outcome is not None
    closed = tuple(s.after for s in steps if game.rounds(s.after) > game.rounds(s.before))
    winners = tuple(players[seat] for seat in outcome.winners)
    scores = dict(zip(players, game.scores(state), strict=True))
    return Report(players=players, scores=scores, winners=winners, closed=closed, rules=game)


@pytest.mark.parametrize("table", TABLES, ids=lambda table: "-".join(map(str, table)))
def test_a_result_ranks_the_winners_first_and_its_sources_add_up(table: Table) -> None:
    game = load(table.game)
    steps, result = played(table, 0), game.result
    assert result is not None
    report = replay_report(game, steps)
    facts = result_facts(result, steps, report, partial(translate_sentence, catalogue=ENGLISH))
    first = [row["name"] for row in facts["ranking"] if row["place"] == 1]

    assert report.winners == tuple(sorted(first, key=report.players.index))
    assert report.scores == {row["name"]: row["points"] for row in facts["ranking"]}
    if facts["sources"]:
        columns = zip(*(source["values"] for source in facts["sources"]), strict=True)
        assert [*map(sum, columns)] == [*report.scores.values()]
    assert 2 <= len(facts["remarks"]) <= 4
