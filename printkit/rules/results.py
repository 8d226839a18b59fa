"""The result of a recorded game as facts for its sheet: ranking, rounds, sources and remarks.

Takes what the game says about itself and the scores after each round; gives plain values, with
every word in the reader's language. Knows no sheet's looks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

from printkit.rules.remarks import MOST, remarks

if TYPE_CHECKING:
    from typing import Protocol

    from printkit.rules.remarks import ScoreRow
    from printkit.rules.report import Report
    from printkit.rules.written import PlayedEvent, Result

    class Say(Protocol):
        """Gives a sentence in the reader's language, filled in."""

        def __call__(self, text: str, /, **values: object) -> str: ...


ABREAST: Final = 18  # how many rounds stand side by side in the table of a result


def result_facts(
    result: Result[Any], steps: Sequence[PlayedEvent[Any]], report: Report, say: Say
) -> dict[str, Any]:
    """Everything that a result sheet prints about the game itself."""
    players, rows, state = report.players, report.rounds, steps[-1].after
    winners = [players.index(name) for name in report.winners]
    told = (*result.remarks(steps), *remarks(result.words, players, rows, winners))
    return {
        "unit": say(result.unit),
        "round_name": say(result.words.name),
        "ranking": list(_ranking(report, result.level(state))),
        "rows": list(_rows(players, rows)),
        "blocks": list(blocks(list(_rows(players, rows)))),
        "series": [
            {"name": name, "number": seat + 1, "values": [0, *(row[seat] for row in rows)]}
            for seat, name in enumerate(players)
        ],
        "sources": [
            {"name": say(name), "values": list(points)} for name, points in result.sources(state)
        ],
        "remarks": [say(remark.text, **remark.values) for remark in told[:MOST]],
        "finished": bool(winners),
    }


def blocks(rows: Sequence[Any]) -> Iterator[Sequence[Any]]:
    """The rows in as few blocks as fit side by side, of one size as far as that goes."""
    number = -(-len(rows) // ABREAST)
    size = -(-len(rows) // max(number, 1))
    return (rows[at : at + size] for at in range(0, len(rows), size or 1))


def _ranking(report: Report, level: tuple[int, ...]) -> Iterator[dict[str, Any]]:
    """The players from first to last; equals share a place, and the next one is left out."""
    players = report.players
    standing = [(score, *level[seat : seat + 1]) for seat, score in enumerate(report.scores)]
    for seat in sorted(range(len(players)), key=lambda seat: (standing[seat], -seat), reverse=True):
        ahead = sum(other > standing[seat] for other in standing)
        yield {
            "place": ahead + 1,
            "shared": standing.count(standing[seat]) > 1,
            "number": seat + 1,
            "name": players[seat],
            "points": report.scores[seat],
            "won": players[seat] in report.winners,
        }


def _rows(players: Sequence[str], rows: Sequence[ScoreRow]) -> Iterator[dict[str, Any]]:
    """One line a round: what everyone had after it, what it brought, and who led."""
    before: ScoreRow = (0,) * len(players)
    for number, row in enumerate(rows, 1):
        yield {
            "number": number,
            "points": list(row),
            "changes": [now - then for now, then in zip(row, before, strict=True)],
            "leads": [points == max(row) for points in row],
        }
        before = row
