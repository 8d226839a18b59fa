"""The wizard: `printkit` without a command asks a few questions, then builds.

Enter takes the default answer. Nothing is written before the last question is answered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias, TypeVar
from unicodedata import combining, normalize

from printkit.cli import output
from printkit.cli.build import Actions, build_and_report
from printkit.cli.dialogue import find_input
from printkit.cli.usage import shell_command
from printkit.core.errors import PrintkitError, known_as, nearest
from printkit.core.languages import catalogue_for
from printkit.core.messages import translated
from printkit.core.names import join_names, split_names
from printkit.core.paper import PAPERS, Paper, parse_paper
from printkit.core.source import shipped_folder
from printkit.layout.translation import translate_sentence
from printkit.listing import list_games
from printkit.request.preferences import (
    default_language,
    known_paper,
    load_preferences,
    save_preferences,
)
from printkit.request.values import read_names, words_for_and

if TYPE_CHECKING:
    from printkit.cli.dialogue import InputSource
    from printkit.core.i18n import Catalogue
    from printkit.listing import GameSummary

Answer = TypeVar("Answer")
Say: TypeAlias = "Callable[..., str]"

OFFERED_PAPERS: Final = ("a4", "letter")
DEFAULT_PLAYERS: Final = 4


class Guests(NamedTuple):
    """The players: their names, or only how many there are."""

    number: int
    names: tuple[str, ...] = ()


class NextAction(NamedTuple):
    """An action for the file, and the option that does it."""

    word: str
    title: str
    actions: Actions
    option: str = ""


class Choice(NamedTuple):
    """An entry of a list to choose from: its title, and other names for it."""

    title: str
    others: tuple[str, ...] = ()


class _InvalidAnswer(Exception):  # noqa: N818 - the question is asked again
    """The exception for an invalid answer; `meant` is a suggestion, if there is one."""

    def __init__(self, message: str, suggestion: str = "") -> None:
        super().__init__(message)
        self.message, self.suggestion = message, suggestion


def ask_and_build(language: str) -> bool:
    """Ask, build and show the command; return whether all questions were answered."""
    language = language or default_language()
    catalogue = catalogue_for(language, shipped_folder("layouts"))
    say = partial(translate_sentence, catalogue=catalogue)
    known = load_preferences()
    wizard = _Wizard(find_input(), say, language, catalogue)
    try:
        games = wizard.ask_games(known.game)
        guests = wizard.ask_guests(games, known.names)
        targets = wizard.ask_sheets(games)
        paper = None if known_paper() else wizard.ask_paper()
        action = wizard.ask_then()
    except EOFError:
        return False
    saved = known._replace(
        game=games[0].id,
        names=join_names(guests.names) if guests.names else known.names,
        paper=paper or known.paper,
    )
    with suppress(PrintkitError, OSError):  # without them, the next run asks again
        save_preferences(saved)
    _build(targets, guests, paper, action, language, say)
    return True


def _build(
    targets: Sequence[str],
    guests: Guests,
    paper: Paper | None,
    action: NextAction,
    language: str,
    say: Say,
) -> None:
    keywords: dict[str, Any] = {"target": targets, "lang": language}
    if paper:
        keywords["paper"] = paper.name
    if guests.names:
        keywords["names"] = guests.names
        words = ["--names", join_names(guests.names)]
    else:
        keywords["players"] = guests.number
        words = ["-p", str(guests.number)]
    output.show()
    build_and_report(keywords, action.actions)
    more = ["--lang", language] if language != default_language() else []
    command = shell_command(["build", *targets, *words, *more, *filter(None, [action.option])])
    output.show(f"{say('Next time:')} {command}")


class _Wizard:
    """The questions, each repeated until answered; EOFError when there are no more answers."""

    def __init__(self, source: InputSource, say: Say, language: str, catalogue: Catalogue) -> None:
        self._input, self.say, self._language = source, say, language
        self._catalogue = catalogue

    def ask_games(self, default: str) -> list[GameSummary]:
        """Ask which games to play, by their numbers in the list or their names."""
        games = [game for game in list_games() if game.sheets]
        choices = [Choice(self.say(game.title), (game.title, game.id)) for game in games]
        at = next((at for at, game in enumerate(games) if game.id == default), 0)

        def read(text: str) -> list[GameSummary]:
            chosen = [games[index] for index in self._find_choices(text, choices)]
            if not self._counts(chosen):
                raise _InvalidAnswer(self.say("No number of players suits all of these games."))
            return chosen

        heading = self.say("Which game? Separate several with commas.")
        return self._ask(heading, choices, choices[at].title, read)

    def ask_guests(self, games: Sequence[GameSummary], remembered: str) -> Guests:
        """Ask who plays; offer last time's players if the games allow that many."""
        read = partial(self._read_guests, games)
        if last := self._guests_of_last_time(games, remembered):
            answer = self._ask_same(last, read)
            if answer is not None:
                return answer
        counts = self._counts(games)
        default = str(min(counts, key=lambda count: abs(count - DEFAULT_PLAYERS)))
        heading = self.say("Who’s playing? Names separated by commas, or just how many.")
        return self._ask(heading, (), default, read)

    def ask_sheets(self, games: Sequence[GameSummary]) -> list[str]:
        """Ask what to print: everything, or some of the sheets."""
        sheets = [(game, sheet) for game in games for sheet in game.sheets if not sheet.recorded]
        choices = [Choice(self.say("Everything for tonight"))]
        for game, sheet in sheets:
            title, word = self.say(sheet.title), sheet.id.rpartition("/")[2]
            named = title if len(games) == 1 else f"{self.say(game.title)} – {title}"
            choices.append(Choice(named, (title, word)))

        def read(text: str) -> list[str]:
            chosen = self._find_choices(text, choices)
            if 0 in chosen:
                return [game.id for game in games]
            return [sheets[index - 1][1].id for index in chosen]

        return self._ask(self.say("What would you like to print?"), choices, choices[0].title, read)

    def ask_paper(self) -> Paper:
        """Ask which paper is in the printer, once: the answer is saved."""
        choices = [Choice(name.capitalize()) for name in OFFERED_PAPERS]

        def read(text: str) -> Paper:
            if known_as(text, PAPERS) in PAPERS:
                return parse_paper(text)
            return PAPERS[OFFERED_PAPERS[self._find_choices(text, choices)[0]]]

        return self._ask(self.say("Which paper is in your printer?"), choices, "A4", read)

    def ask_then(self) -> NextAction:
        """Ask what to do with the file."""
        actions = (
            NextAction("print", self.say("Print it"), Actions(prints=True), "--print"),
            NextAction("open", self.say("Open it"), Actions(opens=True), "--open"),
            NextAction("save", self.say("Just save it"), Actions()),
        )
        choices = [Choice(action.title, (action.word,)) for action in actions]

        def read(text: str) -> NextAction:
            return actions[self._find_choices(text, choices)[0]]

        return self._ask(self.say("And then?"), choices, actions[-1].title, read)

    def _ask_same(self, last: Guests, read: Callable[[str], Guests]) -> Guests | None:
        """Ask whether last time's guests play again; None means that others do."""
        yes, no = self.say("yes"), self.say("no")

        def read_same(text: str) -> Guests | None:
            if _begins(text, yes):
                return last
            return None if _begins(text, no) else read(text)

        heading = f"{self.say('The same as last time?')} {_join(last.names)}"
        return self._ask(heading, (), yes, read_same)

    def _guests_of_last_time(self, games: Sequence[GameSummary], remembered: str) -> Guests | None:
        try:
            names = read_names(remembered).names if remembered else ()
        except PrintkitError:
            return None
        fit = any(names) and len(names) in self._counts(games)
        return Guests(len(names), names) if fit else None

    def _read_guests(self, games: Sequence[GameSummary], text: str) -> Guests:
        """Parse guests; show the names as they were read."""
        if text.isdecimal():
            guests, is_clear = Guests(int(text[:4])), True
        else:
            names, is_clear = read_names(text, [self._language])
            guests = Guests(len(names), names if any(names) else ())
        if guests.names:
            players = self.say("{count} {plural(count, 'player', 'players')}", count=guests.number)
            output.show(f"  {players}: {_join(guests.names)}")
        for game in games:
            if not game.players.min <= guests.number <= game.players.max:
                raise self._wrong_number(game)
        return guests if is_clear else self._confirm(games, guests)

    def _confirm(self, games: Sequence[GameSummary], guests: Guests) -> Guests:
        """Ask for confirmation of ambiguous names."""
        yes, no = self.say("yes"), self.say("no")
        answer = self._answer(self.say("Is that right?"), yes)
        if _begins(answer, no):
            raise _InvalidAnswer(self.say("Put quotes around a name to keep it together."))
        return guests if _begins(answer, yes) else self._read_guests(games, answer)

    def _wrong_number(self, game: GameSummary) -> _InvalidAnswer:
        return _InvalidAnswer(
            self.say(
                "{game} is for {least} to {most} players.",
                game=self.say(game.title),
                least=game.players.min,
                most=game.players.max,
            )
        )

    def _counts(self, games: Iterable[GameSummary]) -> range:
        """Return the player counts that suit all of these games."""
        ranges = [game.players for game in games]
        return range(max(one.min for one in ranges), min(one.max for one in ranges) + 1)

    def _ask(
        self, heading: str, choices: Sequence[Choice], default: str, read: Callable[[str], Answer]
    ) -> Answer:
        output.show()
        output.show(heading)
        for number, choice in enumerate(choices, 1):
            output.show(f"  {number}  {choice.title}")
        while True:
            try:
                return read(self._answer("", default))
            except _InvalidAnswer as refused:
                output.show(f"  {refused.message}")
                default = refused.suggestion or default
            except PrintkitError as error:
                output.show(f"  {translated(error.message, self._catalogue)}")

    def _answer(self, question: str, default: str) -> str:
        """Ask for the next answer; Enter means the default."""
        start = f"  {question} " if question else ""
        text = self._input.ask(f"{start}[{default}] > ")
        if text is None:
            raise EOFError
        return text.strip() or default

    def _find_choices(self, text: str, choices: Sequence[Choice]) -> list[int]:
        """Parse a choice from a list, such as '1, 3', or names, or their beginnings, to indices."""
        words = text.replace(",", " ").split()
        if all(word.isdecimal() for word in words):
            parts: Sequence[str] = words
        elif _find(text, choices) is not None:
            parts = (text,)
        else:
            parts = split_names(text, words_for_and([self._language])).names
        found = [_find(part, choices) for part in parts]
        if None not in found:
            return list(dict.fromkeys(index for index in found if index is not None))
        meant = [
            _most_similar(part, choices) if index is None else choices[index].title
            for part, index in zip(parts, found, strict=True)
        ]
        if not all(meant):
            raise _InvalidAnswer(self.say("Enter numbers or names from the list."))
        listed = ", ".join(dict.fromkeys(meant))
        raise _InvalidAnswer(self.say("Did you mean {name}?", name=listed), listed)


def _find(text: str, choices: Sequence[Choice]) -> int | None:
    """Return the one entry that matches a number, a name or its beginning; None if none does."""
    if text.isdecimal():
        number = int(text[:4])
        return number - 1 if 1 <= number <= len(choices) else None
    names = {at: (choice.title, *choice.others) for at, choice in enumerate(choices)}
    same = [at for at, each in names.items() if known_as(text, each) in each]
    plain = text.casefold()
    beginnings = [
        at for at, each in names.items() if any(n.casefold().startswith(plain) for n in each)
    ]
    found = same or beginnings
    return found[0] if len(found) == 1 and plain else None


def _most_similar(text: str, choices: Sequence[Choice]) -> str:
    """Return the title of the entry most similar to a text; empty if there is none."""
    titles = {name: one.title for one in choices for name in (one.title, *one.others)}
    near = nearest(text, chain(titles))
    return titles[near] if near else ""


def _begins(text: str, word: str) -> bool:
    """Return whether a text is a word or its beginning, ignoring case and accents."""
    plain, start = (
        "".join(letter for letter in normalize("NFD", each.casefold()) if not combining(letter))
        for each in (word, text)
    )
    return plain.startswith(start)


def _join(names: Iterable[str]) -> str:
    """Join names so that it's clear where each begins and ends."""
    return " | ".join(names)
