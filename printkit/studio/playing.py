"""Playing: the record of a game, kept while it is played, as values for the page.

Each answer names the version of the game that it is for: of two devices one answers first, and the
other is shown what happened. What is asked, refused and kept is all `table`'s.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from printkit.budget import spending
from printkit.errors import UsageError
from printkit.games import load
from printkit.reads import digest
from printkit.rules.speech import Misheard
from printkit.studio.names import RECORDS, check_file, find_files
from printkit.table.keeping import Keeper, usual_paths
from printkit.table.opening import Invitation, opening_question, read_names, reply, seated
from printkit.table.resuming import spell_record
from printkit.table.sitting import Refused, answer, choices, question, ranking, undo
from printkit.tuples import NamedTuple

if TYPE_CHECKING:
    from printkit.table.sitting import Question, Sitting

    Told: TypeAlias = tuple[dict[str, str], dict[str, Any]]
    """The file of a game that has changed, where one has; and what to show."""

MOST_CHOICES: Final = 120
MOST_OPEN: Final = 8
MOST_RECORDS: Final = 100
MAX_ANSWER: Final = 2000


class _Open(NamedTuple):
    """A game that is being kept, and what its file looked like then."""

    keeper: Keeper
    sitting: Sitting
    stamp: tuple[int, int]


_open: dict[str, _Open] = {}


def records() -> dict[str, Any]:
    """The recorded games of the folder, the newest first, as their first lines tell."""
    found = (_header(name) for name in find_files(RECORDS)[:MOST_RECORDS])
    return {"records": [header for header in found if header]}


def _header(name: str) -> dict[str, Any] | None:
    try:
        with Path(name).open("rb") as file:
            row = json.loads(file.readline(10_000))
        return {"file": name, "game": str(row["game"]), "players": [str(p) for p in row["players"]]}
    except (OSError, ValueError, KeyError, TypeError):
        return None


@spending()
def begin(game: str, names: str, variant: str, answers: Sequence[str]) -> Told:
    """A new game: what has to be known before it begins, or its first question."""
    found = load(game)
    try:
        invited = Invitation(found, variant or found.variants[0].id, read_names(names))
        found.box.check(len(invited.players), invited.variant)
        for text in answers:
            invited = reply(invited, text)
        asked = opening_question(invited)
        if asked is not None:
            return {}, {"opening": _asked(asked, ())}
        sitting = seated(invited)
    except Misheard as misheard:
        raise UsageError(str(misheard)) from None
    except Refused as refused:
        raise UsageError(refused.message, hint=refused.text) from None
    path = next(path for path in usual_paths(game, Path()) if not path.exists())
    return _kept(path.name, Keeper(path), sitting)


@spending()
def look(file: str) -> dict[str, Any]:
    """A game as it stands."""
    return _shown(file, _find(file).sitting)


@spending()
def take(file: str, version: str, text: str) -> Told:
    """The game after an answer; or what was refused, and the rule in words."""
    if len(text) > MAX_ANSWER:
        raise UsageError(f"an answer has at most {MAX_ANSWER} characters")
    return _changed(file, version, lambda sitting: answer(sitting, text))


@spending()
def take_back(file: str, version: str) -> Told:
    """The game before the last answer."""
    return _changed(file, version, undo)


def _changed(file: str, version: str, change: Callable[[Sitting], Sitting]) -> Told:
    known = _find(file)
    if version != _version(known.sitting):
        return {}, {**_shown(file, known.sitting), "late": True}
    try:
        after = change(known.sitting)
    except Refused as refused:
        why = {"message": refused.message, "rule": refused.rule, "text": refused.text}
        return {}, {**_shown(file, known.sitting), "refused": why}
    return _kept(file, known.keeper, after)


def _kept(file: str, keeper: Keeper, sitting: Sitting) -> Told:
    keeper.keep(sitting)
    _remember(file, keeper, sitting)
    return {"file": file}, _shown(file, sitting)


def _find(file: str) -> _Open:
    """The game in a file, as it was left or as somebody else has changed it."""
    path = check_file(file, RECORDS)
    known = _open.get(file)
    if known is not None and path.exists() and known.stamp == _stamp(path):
        return known
    keeper = Keeper(path)
    return _remember(file, keeper, keeper.load(full=False))


def _remember(file: str, keeper: Keeper, sitting: Sitting) -> _Open:
    _open.pop(file, None)
    while len(_open) >= MOST_OPEN:
        del _open[next(iter(_open))]
    _open[file] = _Open(keeper, sitting, _stamp(keeper.path))
    return _open[file]


def _stamp(path: Path) -> tuple[int, int]:
    found = path.stat()
    return found.st_mtime_ns, found.st_size


def _version(sitting: Sitting) -> str:
    return digest(spell_record(sitting))


def _shown(file: str, sitting: Sitting) -> dict[str, Any]:
    """Everything that the page shows of a game."""
    game, header = sitting.game, sitting.state.header
    asked = question(sitting)
    legal = choices(sitting, MOST_CHOICES)
    return {
        "file": file,
        "version": _version(sitting),
        "game": game.id,
        "title": game.title,
        "players": list(header.players),
        "summary": game.summary(sitting.state),
        "question": _asked(asked, legal) if asked else None,
        "said": list(sitting.said),
        "last": sitting.typed if sitting.before is not None else None,
        "told": [*dict.fromkeys(e.text for e in sitting.told if e.rule in sitting.speech.told)],
        "notes": list(sitting.notes),
        "rounds": [list(scores) for scores in sitting.rounds],
        "scores": list(game.scores(sitting.state)),
        "ranking": [place._asdict() for place in ranking(sitting)] if asked is None else [],
    }


def _asked(asked: Question, legal: Sequence[tuple[str, str]]) -> dict[str, Any]:
    return {**asked._asdict(), "choices": legal}
