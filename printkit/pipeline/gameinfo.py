"""The player counts and variants of a sheet's game, and the ones a request asks for.

The game is one that printkit knows, or the layout's own.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple

from printkit.core.errors import LayoutError, UsageError, brief, did_you_mean, known_as
from printkit.core.messages import say, suggest
from printkit.pads.shelf import pad_from_options
from printkit.pipeline.sheetoptions import option_values
from printkit.request.values import format_pages

if TYPE_CHECKING:
    from printkit.layout.language.declarations import Data
    from printkit.layout.language.definition import Sheet
    from printkit.request.options import Request

DEFAULT_COUNT = 4
NO_SETTINGS: Final[Mapping[str, str]] = MappingProxyType({})
MAX_VARIANTS = 20
_VARIANT = re.compile(r"\w[\w -]{0,39}\Z")
_GAME = re.compile(r"[\w-]+(/[\w-]+)?")  # before a colon; other texts with colons are variants


class GameInfo(NamedTuple):
    """The player counts and variants of a sheet's game."""

    id: str  # its name in targets; 'own' for a game that only the layout knows
    title: str
    least: int  # the fewest players; 0 if players don't matter
    most: int  # the most players
    variants: tuple[str, ...]  # the ids of its variants, the default first

    def title_in_words(self) -> str:
        """Return the title, which catalogues know unless the game is the layout's own."""
        return self.title if self.id == "own" else say(self.title)

    def counts_in_words(self) -> str:
        """Return the player counts in words."""
        if self.least == self.most:
            return say("{count} {plural(count, 'player', 'players')}", count=self.least)
        return say("{least} to {most} players", least=self.least, most=self.most)


def game_info(sheet: Sheet, settings: Mapping[str, str] = NO_SETTINGS) -> GameInfo:
    """Return the game of a sheet: one that printkit knows, or the layout's own.

    A score pad for any game has it in its settings.
    """
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
    if sheet.is_pad:
        pad = pad_from_options(option_values(sheet, settings))
        return GameInfo("own", pad.title, *pad.players, ("base",))
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
    info = game_info(sheet, request.settings)
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
            hint = say("for example: {count} players", count=default_count(info))
            if len(counts) > 1:
                hint = say("use numbers from {least} to {most}", least=info.least, most=info.most)
            if len(request.names) == 1 and request.names[0].isdecimal():
                hint = say("for {count} players, write: -p {count}", count=request.names[0])
            elif len(request.names) == 1:
                hint = say('separate names with commas: "Ann, Ben, Cleo"')
            elif request.names:
                names = " | ".join(request.names)
                hint = say("these names were read: {names}", names=names)
                if count < info.least and re.search(r"[&+/]", names):
                    hint = say("read as {names}; separate all names with commas", names=names)
            message = say(
                "{game} is for {allowed}, not {count}",
                game=info.title_in_words(),
                allowed=info.counts_in_words(),
                count=format_pages(tuple(sorted(counts))),
            )
            raise UsageError(message, hint=hint)
    if request.names and counts != (len(request.names),):
        template = "{given} {plural(given, 'name', 'names')} ({names}), but --players says {count}"
        message = say(
            template,
            given=len(request.names),
            names=" | ".join(request.names),
            count=", ".join(map(str, counts)),
        )
        hint = say("give one name per player, or leave --players out")
        raise UsageError(message, hint=hint)


def variants_by_game(text: str | None) -> dict[str, str]:
    """Return the variants in a text by game or sheet: 'wolle:no-cups, own/night:expert'.

    One without either is for all games, and has the key "".
    """
    found: dict[str, str] = {}
    for part in filter(str.strip, (text or "").split(",")):
        game, _, variant = part.rpartition(":")
        of_game = _GAME.fullmatch(game.strip())
        found[of_game[0].lower() if of_game else ""] = (variant if of_game else part).strip()
    return found


def wanted_variant(sheet: Sheet, request: Request) -> str | None:
    """Return the variant that a request asks for a sheet, as it was written; None if it doesn't."""
    wanted = variants_by_game(request.variant)
    return next((wanted[key] for key in variant_keys(sheet) if key in wanted), None)


def variant_keys(sheet: Sheet) -> tuple[str, ...]:
    """Return the keys of the variants that are for a sheet: its own, its game's and all."""
    return sheet.id.lower(), game_info(sheet).id, ""


def chosen_variant(sheet: Sheet, request: Request) -> str:
    """Return the variant of the request, or the default of the sheet's game."""
    info = game_info(sheet, request.settings)
    wanted = wanted_variant(sheet, request)
    if wanted is None:
        return info.variants[0]
    variant = known_as(wanted, info.variants)
    if variant not in info.variants:
        hint = suggest(variant, info.variants)
        message = say(
            "{game} has no variant '{variant}'", game=info.title_in_words(), variant=variant
        )
        raise UsageError(message, hint=hint)
    return variant
