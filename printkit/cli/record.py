"""`printkit record`: keeps the record of a game while it is played."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from printkit.cli.options import completer, known_games, whole
from printkit.cli.seating import (
    Rulings,
    Settings,
    Variant,
    check_rulings,
    files_named,
    pairs,
    read_header_key,
)
from printkit.cli.typist import find_typist
from printkit.errors import PrintkitError, UsageError, known_as
from printkit.games import load
from printkit.tuples import NamedTuple

if TYPE_CHECKING:
    from printkit.cli.typist import Typist
    from printkit.rules.game import Game
    from printkit.table.keeping import Keeper
    from printkit.table.opening import Invitation
    from printkit.table.sitting import Sitting


def record(
    game: Annotated[
        str,
        typer.Argument(metavar="GAME", help="The game.", autocompletion=completer(known_games)),
    ],
    file: Annotated[
        Path | None,
        typer.Argument(
            metavar="[FILE]",
            help="The record; one that is there goes on. Without it: GAME-DATE.jsonl.",
            show_default=False,
        ),
    ] = None,
    names: Annotated[
        str,
        typer.Option(
            "--names", "-n", help='Who plays, clockwise: "Ann,Ben,Cleo".', metavar="NAMES"
        ),
    ] = "",
    players: Annotated[
        int | None, whole(1, 100, "How many play, where names do not matter.", "--players", "-p")
    ] = None,
    variant: Variant = None,
    set_: Settings = None,
    ruling: Rulings = None,
    full: Annotated[
        bool, typer.Option("--full", help="Record hands, deals and draws as well.")
    ] = False,
) -> None:
    """Keep the record of a game while it is played: short answers, each tested by the rules."""
    from printkit.cli.conversation import converse

    found = load(game)
    variant = variant and known_as(variant, [each.id for each in found.variants])
    settings = pairs(set_)
    with files_named(settings):
        given = {key: read_header_key(found, key, value) for key, value in settings.items()}
        asked = Wish(found, _names(names, players), variant, pairs(ruling), given, full)
        check_rulings(found, asked.rulings)
        found.box.check(len(asked.names) or found.players[0], variant or found.variants[0].id)
        typist = find_typist()
        begun = _go_on(asked, file) or _begin(asked, file, typist)
    if begun is not None:
        converse(*begun, typist)


class Wish(NamedTuple):
    """What the command line says about a game."""

    game: Game[Any]  # what is played
    names: tuple[str, ...]  # who plays, clockwise
    variant: str | None  # the way to play, if it was said
    rulings: Mapping[str, str]  # how unclear passages are read
    given: Mapping[str, str]
    """What the header is to say beyond that."""
    full: bool  # whether hands and draws are recorded, too

    def invite(self) -> Invitation:
        """The game as it would begin anew."""
        from printkit.table.opening import Invitation

        variant = self.variant or self.game.variants[0].id
        return Invitation(self.game, variant, self.names, self.rulings, self.given, full=self.full)


def _names(names: str, count: int | None) -> tuple[str, ...]:
    """The names given, or usual ones for so many players; none where nothing is said."""
    from printkit.rules.simulate import NAMES

    if not names:
        return NAMES[:count] if count else ()
    from printkit.rules.speech import Misheard
    from printkit.table.opening import read_names

    try:
        given = read_names(names)
    except Misheard as misheard:
        raise PrintkitError(str(misheard)) from None
    if count is not None and count != len(given):
        raise UsageError(f"{len(given)} names, but --players says {count}", hint="leave one out")
    return given


def _go_on(asked: Wish, file: Path | None) -> tuple[Keeper, Sitting] | None:
    """The record that is there already, if one is."""
    if file is not None and not file.is_dir():
        return _load(asked, file) if _has_lines(file) else None
    from printkit.table.keeping import usual_paths

    known = [path for path in usual_paths(asked.game.id, file or Path()) if _has_lines(path)]
    if not known:
        return None
    begun = _load(asked._replace(names=(), variant=None, rulings={}, given={}), known[-1])
    same = not _differences(asked, begun[1])
    return begun if same and begun[1].outcome is None else None


def _load(asked: Wish, file: Path) -> tuple[Keeper, Sitting]:
    from printkit.table.keeping import Keeper

    keeper = Keeper(file)
    sitting = keeper.load(full=asked.full)
    if differences := _differences(asked, sitting):
        hint = "to begin another game, name another file"
        raise UsageError(f"{file} is {differences}", hint=hint)
    return keeper, sitting


def _differences(asked: Wish, sitting: Sitting) -> str:
    """What a record is, where that is not what was asked for."""
    header = sitting.state.header
    if header.game != asked.game.id:
        return f"a game of {sitting.game.title}"
    if asked.names and asked.names != header.players:
        return f"a game of {', '.join(header.players)}"
    if asked.variant and asked.variant != header.variant:
        return f"a game in the variant {header.variant}"
    for ruling, choice in asked.rulings.items():
        if header.rulings[ruling] != choice:
            return f"a game with {ruling}={header.rulings[ruling]}"
    return _other_settings(asked, sitting) if asked.given else ""


def _other_settings(asked: Wish, sitting: Sitting) -> str:
    from dataclasses import replace

    from printkit.table.opening import opening_question, seated

    header = sitting.state.header
    invited = replace(asked.invite(), players=header.players, variant=header.variant)
    if opening_question(invited) is not None:
        return ""
    wanted = seated(invited).state.header.extras
    other = [key for key in asked.given if wanted.get(key) != header.extras.get(key)]
    return f"a game with another '{other[0]}'" if other else ""


def _begin(asked: Wish, file: Path | None, typist: Typist) -> tuple[Keeper, Sitting] | None:
    """A new record, once all is known that its header needs."""
    from printkit.cli.conversation import open_game
    from printkit.table.keeping import Keeper, usual_paths

    if file is None or file.is_dir():
        usual = usual_paths(asked.game.id, file or Path())
        file = next(path for path in usual if not path.exists())
    sitting = open_game(asked.invite(), typist)
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
