"""The wizard: `printkit` without a command asks three questions and builds what they ask for.

Enter takes the usual answer. Nothing is written before the last one is given.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from printkit.cli import output
from printkit.cli.build import Actions, build_and_tell
from printkit.cli.dialogue import find_typist
from printkit.cli.usage import shell_command
from printkit.core.errors import PrintkitError
from printkit.core.source import shipped_folder
from printkit.layout import wording
from printkit.pipeline.listing import list_games
from printkit.pipeline.parsing import parse_names
from printkit.pipeline.preferences import (
    catalogue_for,
    load_preferences,
    save_preferences,
    usual_language,
)

if TYPE_CHECKING:
    from printkit.cli.dialogue import Typist
    from printkit.pipeline.preferences import Preferences

    Say = Callable[..., str]
    Game = Mapping[str, Any]

Answer = TypeVar("Answer")


class Party(NamedTuple):
    """Who plays: names, or how many."""

    number: int
    names: tuple[str, ...] = ()

    def __str__(self) -> str:
        return ", ".join(self.names) or str(self.number)


def ask_and_build(language: str) -> bool:
    """Asks, builds and shows the command; says whether all questions were answered."""
    language = language or usual_language()
    wizard = _Wizard(
        find_typist(), partial(wording.say, catalogue_for(language, shipped_folder("layouts")))
    )
    known = load_preferences()
    game = wizard.ask_game([each.as_json() for each in list_games()], known.game)
    players = wizard.ask_players(game, known.names) if game else None
    targets = wizard.ask_sheets(game) if game and players else None
    if game is None or players is None or targets is None:
        return False
    _build(targets, players, language, wizard.say)
    _remember(known, game["id"], players)
    return True


def _build(targets: Sequence[str], players: Party, language: str, say: Say) -> None:
    keywords: dict[str, Any] = {"target": targets, "lang": language}
    if players.names:
        keywords["names"] = players.names
        words = ["--names", ",".join(players.names)]
    else:
        keywords["players"] = players.number
        words = ["-p", str(players.number)]
    output.show()
    build_and_tell(keywords, Actions())
    more = ["--lang", language] if language != usual_language() else []
    command = shell_command(["build", *targets, *words, *more])
    output.show(f"{say('Next time:')} {command}")


def _remember(known: Preferences, game: str, players: Party) -> None:
    """Keeps the game and the names; where nothing can be kept, they are asked again."""
    names = ",".join(players.names) or known.names
    with suppress(PrintkitError, OSError):
        save_preferences(known._replace(game=game, names=names))


class _Wizard:
    """Three questions, each asked until it is answered; None where there are no more answers."""

    def __init__(self, typist: Typist, say: Say) -> None:
        self._typist, self.say = typist, say

    def ask_game(self, games: Sequence[Game], usual: str) -> Game | None:
        """Which game: its number in the list, or its name."""
        titles = [self.say(game["title"]) for game in games]
        ids = [game["id"] for game in games]
        at = ids.index(usual) if usual in ids else 0
        heading = self.say("Which game?")

        def read(text: str) -> Game | None:
            chosen = _chosen(text, titles) or _chosen(text, ids)
            return games[chosen[0]] if len(chosen) == 1 else None

        hint = self.say("Enter a number from the list, or a name.")
        return self._ask(heading, titles, titles[at], read, hint)

    def ask_players(self, game: Game, remembered: str) -> Party | None:
        """Who plays: names with commas, or how many."""
        low, high = game["players"]["min"], game["players"]["max"]
        title = self.say(game["title"])
        hint = self.say(
            "{game} is for {least} to {most} players.", game=title, least=low, most=high
        )

        def read(text: str) -> Party | None:
            if text.isdecimal():
                found = Party(int(text) if len(text) < 4 else 0)
            else:
                names = parse_names(text)
                found = Party(len(names), names)
            return found if low <= found.number <= high else None

        try:
            usual = read(remembered) if remembered else None
        except PrintkitError:
            usual = None
        usual = usual or Party(min(max(4, low), high))
        heading = self.say("Who’s playing? Names separated by commas, or just how many.")
        return self._ask(heading, (), str(usual), read, hint)

    def ask_sheets(self, game: Game) -> list[str] | None:
        """What to print: everything, or some of the sheets by their numbers."""
        sheets = [sheet for sheet in game["sheets"] if not sheet["recorded"]]
        everything = self.say("Everything for tonight")
        titles = [everything, *(self.say(sheet["title"]) for sheet in sheets)]

        def read(text: str) -> list[str] | None:
            chosen = _chosen(text, titles)
            if 0 in chosen:
                return [game["id"]]
            return [sheets[number - 1]["id"] for number in chosen] or None

        hint = self.say("Enter numbers from the list, separated by commas.")
        return self._ask(self.say("What would you like to print?"), titles, everything, read, hint)

    def _ask(
        self,
        heading: str,
        choices: Sequence[str],
        usual: str,
        read: Callable[[str], Answer | None],
        hint: str,
    ) -> Answer | None:
        output.show()
        output.show(heading)
        for number, choice in enumerate(choices, 1):
            output.show(f"  {number}  {choice}")
        while (text := self._typist.ask(f"[{usual}] > ")) is not None:
            try:
                if answer := read(text.strip() or usual):
                    return answer
                output.show(f"  {hint}")
            except PrintkitError as error:
                output.show(f"  {error.message}")
        return None


def _chosen(text: str, names: Sequence[str]) -> list[int]:
    """What of a list is meant, from 0 on: '1, 3', or the beginning of one name alone."""
    words = text.replace(",", " ").split()
    if all(word.isdecimal() and len(word) < 4 and 1 <= int(word) <= len(names) for word in words):
        return list(dict.fromkeys(int(word) - 1 for word in words))
    alike = [at for at, name in enumerate(names) if name.lower().startswith(text.lower())]
    return alike if len(alike) == 1 else []
