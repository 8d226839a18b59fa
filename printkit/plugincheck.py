"""The check of a plugin: its game is played, and what it writes is looked up on its sheets.

A layout is checked by `printkit.checking`; this is about the code of a game.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import cycle, islice, product
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from printkit.core.errors import Findings, PluginError, PrintkitError, UsageError, did_you_mean
from printkit.core.extras import how_to_install_package
from printkit.core.paper import PAPERS
from printkit.core.plugins import GAMES, LAYOUTS, pack_problems, plugins
from printkit.filling.recordedgame import load_recorded_game
from printkit.games import find, problems
from printkit.layout.language.loading import plugin_kits, sheets_of
from printkit.pipeline.document import DocumentLayout
from printkit.pipeline.targets import expand
from printkit.recording.recordfile import replay_rows, write_record
from printkit.request.options import Request
from printkit.rules.game import CORE_RULES
from printkit.rules.simulate import NAMES, Seating, play, record_rows

if TYPE_CHECKING:
    from printkit.core.plugins import Plugin
    from printkit.rules.game import Game

GAMES_PLAYED: Final = 200


class PluginCheck(NamedTuple):
    """The result of a check."""

    name: str
    games: int  # played
    sheets: tuple[str, ...]  # of the plugin; `printkit check` tries them in every combination
    problems: tuple[PrintkitError, ...]


def check_plugin(name: str) -> PluginCheck:
    """Check what a plugin provides under a name: a game, layouts, or both."""
    known = [*plugins(GAMES), *plugins(LAYOUTS)]
    own = [plugin for plugin in known if plugin.name == name]
    if not own:
        hint = f"install it into the same environment: {how_to_install_package(f'printkit-{name}')}"
        if known:
            hint = did_you_mean(name, {plugin.name for plugin in known})
        raise UsageError(f"no plugin '{name}' is installed", hint=hint)
    broken = [error for plugin, error in (*problems(), *pack_problems()) if plugin in own]
    sheets = tuple(sheets_of(name)) if name in plugin_kits() else ()
    if broken:
        return PluginCheck(name, 0, sheets, tuple(broken))
    found, played = Findings(), 0
    for plugin in own:
        game = find(plugin.name) if plugin.group == GAMES else None
        if game is not None:
            found.add_all(_of_tables(plugin, game))
            played += _play(plugin, game, sheets, found)
    return PluginCheck(name, played, sheets, tuple(found))


def _of_tables(plugin: Plugin, game: Game[Any]) -> Iterator[PluginError]:
    """Yield the problems of its rules and rulings."""
    ids = [rule.id for rule in game.rules]
    for id_ in dict.fromkeys(ids):
        if ids.count(id_) > 1:
            yield plugin.error(f"the rule '{id_}' is there twice")
        if not id_.startswith(f"{game.id}."):
            yield plugin.error(f"the rule '{id_}' doesn't begin with '{game.id}.'")


def _play(plugin: Plugin, game: Game[Any], sheets: tuple[str, ...], found: Findings) -> int:
    """Play games for all numbers of players and variants; return how many."""
    counts = range(game.players[0], min(game.players[1], len(NAMES)) + 1)
    seatings = [
        Seating(game, NAMES[:count], variant.id)
        for count, variant in product(counts, game.variants)
    ]
    kinds: set[str] = set()  # of problems; of the same kind, the first one is enough
    for number, seating in enumerate(islice(cycle(seatings), GAMES_PLAYED), 1):
        try:
            own = [*_of_game(plugin, seating, number)]
            if number <= len(seatings) and sheets:
                own += _of_sheets(plugin, seating, number)
        except PrintkitError as error:
            own = [error]
        except Exception as error:
            own = [plugin.raised(error)]
        found.add_all(one for one in own if _kind(one) not in kinds)
        kinds.update(map(_kind, own))
    return GAMES_PLAYED


def _kind(problem: PrintkitError) -> str:
    """Return the message of a problem without what differs from game to game."""
    return re.sub(r"\{.*\}|[0-9]+", "", problem.message)


def _of_game(plugin: Plugin, seating: Seating, number: int) -> Iterator[PrintkitError]:
    """Yield the problems of one random game."""
    game, rules = seating.game, {rule.id for rule in (*seating.game.rules, *CORE_RULES)}
    wrong: list[str] = []

    def watch(_number: int, _event: object, before: Any, after: Any) -> None:
        wrong.extend(
            f"an effect names the unknown rule '{effect.rule}'"
            for effect in game.effects(before, after)
            if effect.rule not in rules
        )
        wrong.extend(f"an invariant is broken: {text}" for text in game.invariants(after))

    played = play(seating, Random(f"check/{number}"), watch=watch)
    for text in dict.fromkeys(wrong):
        yield plugin.error(text)
    if played.outcome is None:
        yield plugin.error(f"a random game of {len(seating.players)} players never ends")
        return
    violation = replay_rows(record_rows(played)).violation
    if violation:
        message = f"a random game isn't legal when it is read again: {violation.message}"
        yield plugin.error(f"{message} [{violation.rule}]")


def _of_sheets(plugin: Plugin, seating: Seating, number: int) -> Iterator[PrintkitError]:
    """Yield the names of fields that a random game writes and its sheets don't have."""
    played = play(seating, Random(f"check/{number}"))
    with TemporaryDirectory() as folder:
        path = Path(folder) / "game.jsonl"
        write_record(path, record_rows(played))
        known = {sheet.partition("/")[2] for sheet in sheets_of(seating.game.id)}
        for sheet in load_recorded_game(path).written:
            if sheet not in known:
                yield plugin.error(f"'written' has values for '{sheet}', which isn't a sheet of it")
        request = Request((seating.game.id,), paper=PAPERS["a4"], record=path)
        layout = DocumentLayout(request, expand(request))
        for _ in layout.pages():
            pass
        for title, names in layout.left_out():
            families = {re.sub("[0-9]+", "", name): name for name in reversed(names)}
            shown = ", ".join(sorted(families.values()))
            yield plugin.error(f"'written' names fields that '{title}' doesn't have: {shown}")
