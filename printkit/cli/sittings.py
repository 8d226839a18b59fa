"""Sittings: the recorded game that a command goes on with, or begins.

An invitation holds what the command line says: no variant or no players where these are left out.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from printkit.cli.conversation import open_game
from printkit.errors import PrintkitError, UsageError
from printkit.rules.simulate import NAMES
from printkit.rules.speech import Misheard
from printkit.table.keeping import Keeper, usual_paths
from printkit.table.opening import opening_question, read_names, seated
from printkit.table.sitting import Sitting

if TYPE_CHECKING:
    from printkit.cli.typist import Typist
    from printkit.table.opening import Invitation

Begun: TypeAlias = tuple[Keeper, Sitting]


def read_players(names: str, count: int | None) -> tuple[str, ...]:
    """The names given, or usual ones for so many players; none where nothing is said."""
    if not names:
        return NAMES[:count] if count else ()
    try:
        given = read_names(names)
    except Misheard as misheard:
        raise PrintkitError(str(misheard)) from None
    if count is not None and count != len(given):
        raise UsageError(f"{len(given)} names, but --players says {count}", hint="leave one out")
    return given


def find_sitting(asked: Invitation, file: Path | None, typist: Typist) -> Begun | None:
    """The game in a file, or today's, or a new one; None where somebody stops before it begins."""
    return _go_on(asked, file) or _begin(asked, file, typist)


def _go_on(asked: Invitation, file: Path | None) -> Begun | None:
    """The record that is there already, if one is."""
    if file is not None and not file.is_dir():
        return _load(asked, file) if _has_lines(file) else None
    known = [path for path in usual_paths(asked.game.id, file or Path()) if _has_lines(path)]
    if not known:
        return None
    begun = _load(replace(asked, players=(), variant="", rulings={}, given={}), known[-1])
    same = not _differences(asked, begun[1])
    return begun if same and begun[1].outcome is None else None


def _load(asked: Invitation, file: Path) -> Begun:
    keeper = Keeper(file)
    sitting = keeper.load(full=asked.full)
    if differences := _differences(asked, sitting):
        hint = "to begin another game, name another file"
        raise UsageError(f"{file} is {differences}", hint=hint)
    return keeper, sitting


def _differences(asked: Invitation, sitting: Sitting) -> str:
    """Where a record differs from what was asked for."""
    header = sitting.state.header
    if header.game != asked.game.id:
        return f"a game of {sitting.game.title}"
    if asked.players and asked.players != header.players:
        return f"a game of {', '.join(header.players)}"
    if asked.variant and asked.variant != header.variant:
        return f"a game in the variant {header.variant}"
    for ruling, choice in asked.rulings.items():
        if header.rulings[ruling] != choice:
            return f"a game with {ruling}={header.rulings[ruling]}"
    return _other_settings(asked, sitting) if asked.given else ""


def _other_settings(asked: Invitation, sitting: Sitting) -> str:
    header = sitting.state.header
    invited = replace(asked, players=header.players, variant=header.variant)
    if opening_question(invited) is not None:
        return ""
    wanted = seated(invited).state.header.extras
    other = [key for key in asked.given if wanted.get(key) != header.extras.get(key)]
    return f"a game with another '{other[0]}'" if other else ""


def _begin(asked: Invitation, file: Path | None, typist: Typist) -> Begun | None:
    """A new record, once all is known that its header needs."""
    if file is None or file.is_dir():
        usual = usual_paths(asked.game.id, file or Path())
        file = next(path for path in usual if not path.exists())
    variant = asked.variant or asked.game.variants[0].id
    sitting = open_game(replace(asked, variant=variant), typist)
    if sitting is None:
        return None
    keeper = Keeper(file)
    keeper.keep(sitting)
    return keeper, sitting


def _has_lines(file: Path) -> bool:
    """Whether there is something at this path that is not just an empty file."""
    try:
        return file.stat().st_size > 0 or not file.is_file()
    except OSError:
        return False
