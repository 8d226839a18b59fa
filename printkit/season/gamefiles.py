"""Finds the games of a season in its files: records, score sheets, and tables of results.

A file is read on its own, so that many can be read in parallel; what one of them contains depends
on nothing but the file, and the layout of a score sheet. Nothing raises: what can't be read is
returned with its reason.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping
from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from printkit.core.budget import limit_work
from printkit.core.datafile import load_table
from printkit.core.errors import (
    LayoutError,
    PrintkitError,
    RefusalError,
    brief,
    escaped,
    internal_error,
)
from printkit.core.filecache import recording_reads
from printkit.core.names import MAX_NAME, split_names
from printkit.core.source import inside, shipped_folder
from printkit.core.units import counted
from printkit.games import all_games
from printkit.recording.recordfile import SUFFIX, load_report
from printkit.rules.record import parse_date
from printkit.season.filecontent import (
    FileContent,
    FoundGame,
    NotCounted,
    moment_of,
    not_counted,
    places_of,
    problem_of,
)
from printkit.season.settings import OUTSIDE, fold

if TYPE_CHECKING:
    from printkit.rules.report import Report

ENDINGS: Final = (SUFFIX, ".json", ".csv")
COLUMNS: Final = ("date", "game", "names", "scores")
MAX_TITLE: Final = 60
MAX_LINE: Final = 1_000_000  # bytes

_TABLE: Final = "a table of results has the columns date, game, names and scores"
_NUMBER = re.compile(r"[+-]?\d{1,12}(?:\.\d{1,6})?\Z")
_SEPARATORS = re.compile(r"[\s,;|]+")  # of scores: like those of names, or spaces or bars


def find_game_files(folder: Path) -> Iterator[str]:
    """Yield the files that may have games, below a folder, by name; hidden ones are left out."""
    for place, inner, names in os.walk(folder):
        inner[:] = sorted(name for name in inner if not name.startswith("."))
        for name in sorted(names):
            if name.lower().endswith(ENDINGS) and not name.startswith("."):
                yield (Path(place) / name).relative_to(folder).as_posix()


def read_file(folder: Path, file: str) -> FileContent:
    """Return the games in a file of this folder, and everything that isn't one."""
    path = folder / file
    name = str(path)
    try:
        if escaped(file) != file:
            return not_counted(escaped(file), "its name isn't UTF-8", hint="rename it")
        if inside(folder, file) is None:
            return not_counted(file, OUTSIDE)
        with limit_work(), recording_reads() as reads:
            content = _READERS[path.suffix.lower()](path)
    except PrintkitError as error:
        return _relative(folder, FileContent(problems=(problem_of(error, name),)))
    except OSError as error:
        return not_counted(file, f"cannot read this file: {error.strerror or error}")
    except Exception as error:  # a bug in one file must not hide the others
        return FileContent(problems=(problem_of(internal_error(error), file),))
    own, shipped = os.path.abspath(path), str(shipped_folder("layouts"))  # noqa: PTH100
    uses = {
        os.path.relpath(used, folder): known
        for used, known in reads.items()
        if used != own and not used.startswith(shipped)
    }
    return _relative(folder, content._replace(uses=uses))


def _relative(folder: Path, content: FileContent) -> FileContent:
    """Return the content with names of files that don't depend on where the folder is."""
    above = str(folder / "x")[:-1]
    problems = (each._replace(file=each.file.removeprefix(above)) for each in content.problems)
    return content._replace(problems=tuple(problems))


# Records.


def _read_record(path: Path) -> FileContent:
    """Replay a record; one that breaks a rule has the result that its last line claims."""
    events = sha256()

    def watch(_line: int, row: Mapping[str, Any], _before: Any, _after: Any) -> None:
        if "do" in row and "reject" not in row:
            events.update(json.dumps(row, sort_keys=True).encode())

    report = load_report(path, watch)
    game, violation = report.rules, report.violation
    if violation is None and not report.finished:
        reason = f"not finished: {report.summary}"
        return not_counted(str(path), reason, cause="unfinished")
    line, reason = 0, ""
    result = _result(report)
    if violation is not None:
        line, reason = violation.line, f"{violation.message} [{violation.rule}]"
        claimed = _claimed_result(path, report.players) if game else None
        if claimed is None:
            cause = "illegal" if game else "error"
            hint = "even unchecked, it needs an end line with everyone's score" if game else ""
            return not_counted(str(path), reason, line, hint=hint, cause=cause)
        result = claimed
    assert game is not None
    date = report.state.header.date
    when, mark = date.isoformat() if date else "", events.hexdigest()[:32]
    return FileContent(
        (FoundGame("record", line, game.id, game.title, when, *result, mark, illegal=reason),)
    )


class _GameResult(NamedTuple):
    names: tuple[str, ...]
    scores: tuple[float, ...]
    places: tuple[int, ...]


def _result(report: Report) -> _GameResult:
    """Return the result by the rulebook: all winners are first, and ties are broken."""
    result = report.rules.result if report.rules else None
    level = result.level(report.state) if result and report.finished else ()
    standing = [
        (name in report.winners, score, *level[seat : seat + 1])
        for seat, (name, score) in enumerate(report.scores.items())
    ]
    return _GameResult(report.players, tuple(report.scores.values()), places_of(standing))


def _claimed_result(path: Path, players: tuple[str, ...]) -> _GameResult | None:
    """Return the result that the `end` line of a record claims; None if it isn't complete."""
    with path.open("rb") as file:
        for line in iter(partial(file.readline, MAX_LINE), b""):
            try:
                end = json.loads(line)["end"] if b'"end"' in line else {}
                scores = [end["scores"][name] for name in players]
                winners = end.get("winners", ())
                standing = [
                    (name in winners, score) for name, score in zip(players, scores, strict=True)
                ]
            except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
                continue
            if all(type(score) is int for score in scores):
                return _GameResult(players, tuple(scores), places_of(standing))
    return None


# Tables of results.


def _read_table(path: Path) -> FileContent:
    """Return the games in a table, one in each row; a bad row doesn't spoil the others."""
    name = str(path)
    bad_rows: list[LayoutError] = []
    rows = load_table(path, name, lambda cell, _: cell.strip(), bad_rows)
    problems = [problem_of(error, name) for error in bad_rows]
    if not rows:
        empty = NotCounted(name, 0, "the table has no rows", cause="other")
        return FileContent(problems=tuple(problems) or (empty,))
    columns = {column.casefold(): column for column in rows[0]}
    known = [column for column in COLUMNS if column in columns]
    if len(known) < len(COLUMNS):
        lost = ", ".join(f"'{column}'" for column in COLUMNS if column not in columns)
        if len(known) < 2:
            return not_counted(name, "this isn't a table of results", hint=_TABLE, cause="other")
        return not_counted(name, f"the table has no column {lost}", 1, hint=_TABLE)
    games: list[FoundGame] = []
    for row in rows:
        line = row.where.line
        try:
            games.append(_game_in_row(line, *(str(row[columns[each]]) for each in COLUMNS)))
        except RefusalError as error:
            problems.append(NotCounted(name, line, error.message, error.hint))
    return FileContent(tuple(games), tuple(problems))


def _game_in_row(line: int, date: str, game: str, names: str, scores: str) -> FoundGame:
    for column, cell in zip(COLUMNS, (date, game, names, scores), strict=True):
        if not cell:
            hint = "write it in every row; of merged cells, only the first one has the text"
            raise RefusalError(f"this row has no {column}", hint)
    if parse_date(date) is None:
        hint = "write 2026-11-18, or 2026-11-18T20:15:00+01:00"
        raise RefusalError(f"'{brief(date)}' isn't a date", hint)
    if len(game) > MAX_TITLE:
        raise RefusalError(f"the name of the game has more than {MAX_TITLE} characters")
    players = _names(names)
    numbers = tuple(_score(each) for each in _SEPARATORS.split(scores.strip()) if each)
    if len(numbers) != len(players):
        message = f"{counted(len(players), 'name')}, but {counted(len(numbers), 'score')}"
        raise RefusalError(message, 'write one score for each name: "12, 9, 7"')
    title = " ".join(game.split())
    known = _known_games().get(fold(title))
    return FoundGame(
        "table", line, *(known or (title, title)), moment_of(date), players, numbers,
        places_of(numbers),
    )  # fmt: skip


def _names(text: str) -> tuple[str, ...]:
    try:
        names = split_names(text).names
    except PrintkitError as error:
        raise RefusalError(error.message, error.hint) from None
    if len(names) < 2:
        hint = 'separate names with commas, in quotes: "Ann, Ben, Cleo"'
        raise RefusalError("a game needs at least two players", hint)
    for name in names:
        if not 0 < len(name) <= MAX_NAME:
            message = f"'{brief(name)}' isn't a name" if name else "a name is missing"
            raise RefusalError(message, f"a name has 1 to {MAX_NAME} characters")
    return names


def _score(text: str) -> float:
    plain = text.replace("−", "-")
    if not _NUMBER.match(plain):
        raise RefusalError(f"the score '{brief(text)}' isn't a number", 'write "12, 9.5, -3"')
    return float(plain) if "." in plain else int(plain)


@cache
def _known_games() -> dict[str, tuple[str, str]]:
    """Return the ids and titles of games by their folded ids and titles."""
    known = [(game.id, game.title) for game in all_games()]
    return {fold(name): each for each in known for name in each}


def _read_score_sheets(path: Path) -> FileContent:
    from printkit.season.scoresheets import read_score_sheets  # needs layout

    return read_score_sheets(path)


_READERS: Final = {SUFFIX: _read_record, ".json": _read_score_sheets, ".csv": _read_table}
