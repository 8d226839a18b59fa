"""The player counts and variants of a sheet's game, and the ones a request asks for.

The game is one that printkit knows, or the layout's own.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from printkit.core.errors import LayoutError, UsageError, brief, did_you_mean, known_as
from printkit.core.messages import say
from printkit.core.units import counted

if TYPE_CHECKING:
    from printkit.layout.language.declarations import Data
    from printkit.layout.language.definition import Sheet
    from printkit.request.options import Request

DEFAULT_COUNT = 4
MAX_VARIANTS = 20
_VARIANT = re.compile(r"\w[\w -]{0,39}\Z")


class GameInfo(NamedTuple):
    """The player counts and variants of a sheet's game."""

    id: str  # its name in targets; 'own' for a game that only the layout knows
    title: str
    least: int  # the fewest players; 0 if players don't matter
    most: int  # the most players
    variants: tuple[str, ...]  # the ids of its variants, the default first

    def allowed(self) -> str:
        """Return the player counts in words."""
        if self.least == self.most:
            return counted(self.least, "player")
        return say("{least} to {most} players", least=self.least, most=self.most)


def game_info(sheet: Sheet) -> GameInfo:
    """Return the game of a sheet: one that printkit knows, or the layout's own."""
    if sheet.game:
        from printkit.games import find, game_ids

        game = find(sheet.game)
        if game is None:
            hint = did_you_mean(sheet.game, game_ids())
            raise LayoutError(f"unknown game '{sheet.game}'", sheet.places["game"], hint)
        least, most = sheet.players or game.players
        if not game.players[0] <= least <= most <= game.players[1]:
            hint = f"{game.title} is for {game.players[0]} to {game.players[1]}"
            raise LayoutError(
                "these player counts don't match the game", sheet.places["players"], hint
            )
        return GameInfo(game.id, game.title, least, most, tuple(v.id for v in game.variants))
    least, most = sheet.players or (0, 0)
    title = sheet.game_title.text if sheet.game_title else sheet.title.text
    variants = _own_variants(sheet.variants) if sheet.variants else ("base",)
    return GameInfo("own", title, least, most, variants)


def _own_variants(given: Data) -> tuple[str, ...]:
    """Return the variants that a layout declares; they become part of file names."""
    words = given.value
    if not isinstance(words, list) or not 1 <= len(words) <= MAX_VARIANTS:
        hint = f"write variants: [base, expert]; at most {MAX_VARIANTS}"
        raise LayoutError("variants must be a list of names", given.where, hint)
    for word in words:
        if not _VARIANT.match(str(word)):
            hint = "use 1 to 40 letters, digits, spaces, - and _"
            message = f"'{brief(str(word))}' isn't a valid name for a variant"
            raise LayoutError(message, given.where, hint)
    return tuple(map(str, words))


def player_counts(sheet: Sheet, request: Request) -> tuple[int, ...]:
    """Return the player counts to build this sheet for."""
    info = game_info(sheet)
    if info.most == 0:
        return (0,)
    wanted = request.counts
    if wanted is None and request.names:
        wanted = (len(request.names),)
    if wanted is None and sheet.usual == "all":
        wanted = "all"
    if wanted == "all":
        return tuple(range(info.least, info.most + 1))
    counts = wanted if isinstance(wanted, tuple) else (default_count(info),)
    _check_counts(counts, info, request)
    return counts


def default_count(info: GameInfo) -> int:
    """Return four players, or the nearest count that the game allows."""
    return min(max(DEFAULT_COUNT, info.least), info.most)


def _check_counts(counts: tuple[int, ...], info: GameInfo, request: Request) -> None:
    for count in counts:
        if not info.least <= count <= info.most:
            hint: str = say("for example: {count} players", count=default_count(info))
            if len(request.names) == 1:
                hint = 'separate names with commas: "Ann, Ben, Cleo"'
            elif request.names:
                hint = f"these names were read: {' | '.join(request.names)}"
            message = say(
                "{game} is for {allowed}, not {count}",
                game=info.title,
                allowed=info.allowed(),
                count=count,
            )
            raise UsageError(message, hint=hint)
    if request.names and counts != (len(request.names),):
        shown = ", ".join(str(count) for count in counts)
        raise UsageError(
            f"{len(request.names)} names ({' | '.join(request.names)}), but --players says {shown}",
            hint="give one name per player, or leave --players out",
        )


def chosen_variant(info: GameInfo, request: Request) -> str:
    """Return the variant of the request, or the game's default."""
    if request.variant is None:
        return info.variants[0]
    variant = known_as(request.variant, info.variants)
    if variant not in info.variants:
        hint = did_you_mean(variant, info.variants)
        message = say("{game} has no variant '{variant}'", game=info.title, variant=variant)
        raise UsageError(message, hint=hint)
    return variant
