"""The wizard: `printkit` without a command asks a few questions, then builds.

Enter takes the default answer, `back` returns to the question before, `?` explains the question.
What hardly ever changes (paper, theme, language) is asked once. Nothing is written before the last
question is answered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias, TypeVar
from unicodedata import combining, normalize

from printkit.cli import output
from printkit.cli.build import build_and_report
from printkit.cli.buildcommand import Actions
from printkit.cli.dialogue import find_input
from printkit.cli.usage import shell_command
from printkit.core.errors import PrintkitError, known_as, nearest
from printkit.core.languages import (
    catalogue_for,
    language_names,
)
from printkit.core.messages import translated
from printkit.core.names import join_names, split_names
from printkit.core.paper import PAPERS, Paper, parse_paper
from printkit.core.source import shipped_folder
from printkit.core.themenames import TITLES
from printkit.layout.language.loading import load_sheet, sheet_path
from printkit.layout.translation import translate_sentence
from printkit.listing import GameSummary, PlayerRange, list_games
from printkit.pads import PAD
from printkit.pads.shelf import find_pad
from printkit.pipeline.gameinfo import game_info
from printkit.request.preferences import (
    default_language,
    known_language,
    known_paper,
    load_preferences,
    save_preferences,
)
from printkit.request.values import read_names, words_for_and

if TYPE_CHECKING:
    from printkit.cli.dialogue import InputSource
    from printkit.core.i18n import Catalogue

Answer = TypeVar("Answer")
Say: TypeAlias = "Callable[..., str]"

OFFERED_PAPERS: Final = ("a4", "letter")
DEFAULT_PLAYERS: Final = 4
NAMES_EXAMPLE: Final = "Ann, Ben, Cleo"
BACK: Final = "back"
"""Returns to the question before, in any language."""


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


class _Back(Exception):  # noqa: N818 - it isn't an error
    """The user wants the question before this one."""


class _Answers(NamedTuple):
    """The answers so far."""

    games: Sequence[GameSummary] = ()
    guests: Guests = Guests(0)
    targets: Sequence[str] = ()
    paper: Paper | None = None  # this and the next two only if they aren't known yet
    theme: str = ""
    language: str = ""
    action: NextAction = NextAction("", "", Actions())


Question: TypeAlias = "tuple[str, Callable[[_Answers], Any]]"
"""The field of the answer, and the method that asks for it; None if there is nothing to ask."""


def ask_and_build(language: str) -> bool:
    """Ask, build and show the command; return whether all questions were answered."""
    wizard, known = _start(language), load_preferences()
    questions: list[Question] = [
        ("games", lambda answers: wizard.ask_game_or_pad(_first_game(answers) or known.game)),
        ("guests", lambda answers: wizard.ask_guests(answers.games, known.names)),
        (
            "targets",
            lambda answers: None if wizard.settings else wizard.ask_sheets(answers.games),
        ),
        *([] if known_paper() else [("paper", lambda _: wizard.ask_paper())]),
        *([] if known.theme else [("theme", lambda _: wizard.ask_theme())]),
        *([] if language or known_language() else [("language", lambda _: wizard.ask_language())]),
        ("action", lambda _: wizard.ask_then()),
    ]
    answers = wizard.ask_all(questions)
    if answers is None:
        return False
    if wizard.settings:
        answers = answers._replace(targets=[PAD])
    guests = answers.guests
    saved = known._replace(
        game=answers.games[0].id,
        names=join_names(guests.names) if guests.names else known.names,
        paper=answers.paper or known.paper,
        theme=answers.theme or known.theme,
        language=answers.language or known.language,
    )
    with suppress(PrintkitError, OSError):  # without them, the next run asks again
        save_preferences(saved)
    _build(answers, wizard.settings, answers.language or wizard.language, wizard.say)
    return True


def _pad_summary(settings: Mapping[str, str]) -> GameSummary:
    """Return a score pad for any game as a game, with its player counts."""
    info = game_info(load_sheet(sheet_path(PAD)), settings)
    return GameSummary(PAD, info.title, PlayerRange(info.least, info.most), info.variants, ())


def _first_game(answers: _Answers) -> str:
    return answers.games[0].id if answers.games else ""


def ask_targets() -> Sequence[str]:
    """Ask for a game and its sheets; return nothing if the user stops."""
    wizard, known = _start(""), load_preferences()
    answers = wizard.ask_all(
        [
            ("games", lambda answers: wizard.ask_known(_first_game(answers) or known.game)),
            ("targets", lambda answers: wizard.ask_sheets(answers.games)),
        ]
    )
    return answers.targets if answers else ()


def _start(language: str) -> _Wizard:
    language = language or default_language()
    catalogue = catalogue_for(language, shipped_folder("layouts"))
    say = partial(translate_sentence, catalogue=catalogue)
    return _Wizard(find_input(), say, language, catalogue)


def _build(answers: _Answers, settings: Mapping[str, str], language: str, say: Say) -> None:
    keywords: dict[str, Any] = {"target": answers.targets, "set": settings, "lang": language}
    if answers.paper:
        keywords["paper"] = answers.paper.name
    if answers.theme:
        keywords["theme"] = answers.theme
    if answers.guests.names:
        keywords["names"] = answers.guests.names
        words = ["--names", join_names(answers.guests.names)]
    else:
        keywords["players"] = answers.guests.number
        words = ["-p", str(answers.guests.number)]
    output.show()
    build_and_report(keywords, answers.action.actions)
    more = ["--lang", language] if language != default_language() else []
    last = filter(None, [answers.action.option])
    command = shell_command([*_command(answers.targets, settings), *words, *more, *last])
    output.show(f"{say('Next time:')} {command}")


def _command(targets: Sequence[str], settings: Mapping[str, str]) -> list[str]:
    """Return the beginning of the command: `build` with its targets, or `pad` with its game."""
    if not settings:
        return ["build", *targets]
    options = [word for key in ("rows", "rounds") if key in settings
               for word in (f"--{key}", settings[key])]  # fmt: skip
    wins = ["--lowest-wins"] if settings.get("wins") == "lowest" else []
    return ["pad", settings["game"], *options, *wins]


class _Wizard:
    """The questions, each repeated until answered; EOFError when there are no more answers."""

    def __init__(self, source: InputSource, say: Say, language: str, catalogue: Catalogue) -> None:
        self._input, self.say, self.language = source, say, language
        self._catalogue = catalogue
        self.settings: Mapping[str, str] = {}  # of the score pad, for another game

    def ask_all(self, questions: Sequence[Question]) -> _Answers | None:
        """Ask one question after the other; return None if the user stops before the last."""
        answers, at = _Answers(), 0
        asked: list[int] = []  # the questions to which `back` returns
        try:
            while at < len(questions):
                field, ask = questions[at]
                try:
                    answer = ask(answers)
                except _Back:
                    if not asked:
                        output.show(f"  {self.say('This is the first question.')}")
                    at = asked.pop() if asked else 0
                    continue
                if answer is not None:
                    answers = answers._replace(**{field: answer})
                    asked.append(at)
                at += 1
        except EOFError:
            output.show(self.say("Goodbye. Nothing was printed."))
            return None
        return answers

    def ask_game_or_pad(self, default: str) -> list[GameSummary]:
        """Ask which games to play; for another game, also ask what is on its score pad.

        If that has been asked before, `back` has returned to its last question.
        """
        before, self.settings = self.settings, {}
        while True:
            if not before and (games := self.ask_games(default)):
                return games
            with suppress(_Back):
                self.settings = self.ask_pad(before)
                return [_pad_summary(self.settings)]
            before = {}

    def ask_games(self, default: str) -> list[GameSummary]:
        """Ask which games to play; none of them means another game, which gets a score pad."""
        return self.ask_known(default, Choice(self.say("Another game"), (PAD,)))

    def ask_known(self, default: str, *others: Choice) -> list[GameSummary]:
        """Ask for games by their numbers in the list or their names; `others` are listed below."""
        games = [game for game in list_games() if game.sheets]
        choices = [Choice(self.say(game.title), (game.title, game.id)) for game in games]
        choices += others
        ids = [*(game.id for game in games), *(other.others[0] for other in others)]
        at = ids.index(default) if default in ids else 0

        def read(text: str) -> list[GameSummary]:
            found = self._find_choices(text, choices)
            if len(games) in found and len(found) > 1:
                raise _InvalidAnswer(self.say("Another game is printed by itself."))
            chosen = [games[index] for index in found if index < len(games)]
            if chosen and not self._counts(chosen):
                raise _InvalidAnswer(self.say("No number of players suits all of these games."))
            return chosen

        heading = self.say("Which game? Separate several with commas.")
        return self._ask(heading, choices, choices[at].title, read, "1, 3")

    def ask_pad(self, settings: Mapping[str, str]) -> Mapping[str, str]:
        """Ask what another game is called, what is scored, and who wins.

        With the answers given before, ask only the last question again.
        """
        questions = [self._ask_title, self._ask_scored, self._ask_winner]
        is_known = not settings or find_pad(settings["game"]) is not None
        at = 0 if is_known else len(questions) - 1
        while at < len(questions):
            try:
                settings = questions[at](settings)
                at += 1
            except _Back:
                if at == 0:
                    raise
                at -= 1
            if at and find_pad(settings["game"]) is not None:
                break
        return settings

    def _ask_title(self, _: Mapping[str, str]) -> dict[str, str]:
        heading, default = self.say("What’s the game called?"), self.say("Game night")
        return {
            "game": self._ask(heading, (), default, str.strip, "Catan", self.say("Type its name."))
        }

    def _ask_scored(self, before: Mapping[str, str]) -> dict[str, str]:
        name = before["game"]

        def read(text: str) -> dict[str, str]:
            settings = {"game": name, "rounds" if text.isdecimal() else "rows": text}
            game_info(load_sheet(sheet_path(PAD)), settings)  # raises an error if it's impossible
            return settings

        heading = self.say(
            "What’s scored? Rows like “Roads, Cities=2”, or just the number of rounds."
        )
        help_text = self.say("Type rows separated by commas, or a number of rounds.")
        return self._ask(heading, (), "10", read, "Roads, Cities=2", help_text)

    def _ask_winner(self, before: Mapping[str, str]) -> dict[str, str]:
        choices = [Choice(self.say("Highest total wins")), Choice(self.say("Lowest total wins"))]
        settings = {name: value for name, value in before.items() if name != "wins"}

        def read(text: str) -> dict[str, str]:
            is_lowest = self._find_choices(text, choices)[0] == 1
            return {**settings, "wins": "lowest"} if is_lowest else settings

        return self._ask(self.say("Who wins?"), choices, choices[0].title, read, "2")

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
        return self._ask(heading, (), default, read, NAMES_EXAMPLE)

    def ask_sheets(self, games: Sequence[GameSummary]) -> list[str]:
        """Ask what to print: everything, or some of the sheets."""
        sheets = [(game, sheet) for game in games for sheet in game.sheets if not sheet.recorded]
        choices = [Choice(self.say("The kit for tonight"))]
        for game, sheet in sheets:
            title, word = self.say(sheet.title), sheet.id.rpartition("/")[2]
            named = title if len(games) == 1 else f"{self.say(game.title)} – {title}"
            choices.append(Choice(named, (title, word)))

        def read(text: str) -> list[str]:
            chosen = self._find_choices(text, choices)
            if 0 in chosen:
                return [game.id for game in games]
            return [sheets[index - 1][1].id for index in chosen]

        heading = self.say("What would you like to print?")
        return self._ask(heading, choices, choices[0].title, read, "2, 4")

    def ask_paper(self) -> Paper:
        """Ask which paper is in the printer, once: the answer is saved."""
        choices = [Choice(name.capitalize()) for name in OFFERED_PAPERS]

        def read(text: str) -> Paper:
            if known_as(text, PAPERS) in PAPERS:
                return parse_paper(text)
            return PAPERS[OFFERED_PAPERS[self._find_choices(text, choices)[0]]]

        heading = self._once(self.say("Which paper is in your printer?"))
        return self._ask(heading, choices, "A4", read, "letter")

    def ask_theme(self) -> str:
        """Ask how sheets look, once: the answer is saved."""
        choices = [Choice(self.say(title), (theme,)) for theme, title in TITLES.items()]

        def read(text: str) -> str:
            return [*TITLES][self._find_choices(text, choices)[0]]

        heading = self._once(self.say("How should your sheets look?"))
        return self._ask(heading, choices, choices[0].title, read, "ink-saver")

    def ask_language(self) -> str:
        """Ask which language the sheets have, once: the answer is saved."""
        names = language_names()
        choices = [Choice(name, (code,)) for code, name in names.items()]

        def read(text: str) -> str:
            return [*names][self._find_choices(text, choices)[0]]

        heading = self._once(self.say("Which language should your sheets have?"))
        return self._ask(heading, choices, names.get(self.language, "English"), read, "Deutsch")

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

        return self._ask(self.say("And then?"), choices, actions[-1].title, read, "1")

    def _once(self, heading: str) -> str:
        """Add to a question that it is asked only once."""
        return f"{heading} {self.say('(asked only once)')}"

    def _ask_same(self, last: Guests, read: Callable[[str], Guests]) -> Guests | None:
        """Ask whether last time's guests play again; None means that others do."""
        yes, no = self.say("yes"), self.say("no")

        def read_same(text: str) -> Guests | None:
            if _begins(text, yes):
                return last
            return None if _begins(text, no) else read(text)

        heading = f"{self.say('The same as last time?')} {_join(last.names)}"
        return self._ask(heading, (), yes, read_same, NAMES_EXAMPLE)

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
            names, is_clear = read_names(text, [self.language])
            guests = Guests(len(names), names if any(names) else ())
        if guests.names:
            players = self.say("{count} {plural(count, 'player', 'players')}", count=guests.number)
            output.show(f"  {self.say('{who}: {what}', who=players, what=_join(guests.names))}")
        for game in games:
            if not game.players.min <= guests.number <= game.players.max:
                raise self._wrong_number(game)
        return guests if is_clear else self._confirm(games, guests)

    def _confirm(self, games: Sequence[GameSummary], guests: Guests) -> Guests:
        """Ask for confirmation of ambiguous names."""
        yes, no = self.say("yes"), self.say("no")
        while (answer := self._answer(self.say("Is that right?"), yes)) == "?":
            self._explain((), self.say("For example: {example}", example=NAMES_EXAMPLE))
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
        self,
        heading: str,
        choices: Sequence[Choice],
        default: str,
        read: Callable[[str], Answer],
        example: str,
        help_text: str = "",
    ) -> Answer:
        def list_choices() -> None:
            output.show()
            output.show(heading)
            for number, choice in enumerate(choices, 1):
                output.show(f"  {number}  {choice.title}")

        list_choices()
        shown = self.say("For example: {example}", example=example)
        while True:
            try:
                answer = self._answer("", default)
                if answer == "?":
                    self._explain(choices, shown, help_text)
                    continue
                return read(answer)
            except _InvalidAnswer as refused:
                output.show(f"  {refused.message}")
                default = refused.suggestion or default
                if refused.suggestion:
                    continue
            except PrintkitError as error:
                output.show(f"  {translated(error.message, self._catalogue)}")
            output.show(f"  {shown}")

    def _explain(self, choices: Sequence[Choice], example: str, help_text: str = "") -> None:
        """Say what can be typed: what `help_text` says, an entry of the list, or names."""
        if choices:
            help_text = self.say("Type a number, a name or its beginning.")
        output.show(f"  {help_text or self.say('Type names, or how many play.')} {example}")
        rest = self.say(
            "Enter takes the answer in brackets, {back} returns to the question before, "
            "Ctrl-D stops.",
            back=self.say("back"),
        )
        output.show(f"  {rest}")

    def _answer(self, question: str, default: str) -> str:
        """Ask for the next answer; Enter means the default."""
        start = f"  {question} " if question else ""
        text = self._input.ask(f"{start}[{default}] > ")
        if text is None:
            raise EOFError
        if text.strip().casefold() in (BACK, self.say("back").casefold()):
            raise _Back
        return text.strip() or default

    def _find_choices(self, text: str, choices: Sequence[Choice]) -> list[int]:
        """Parse a choice from a list, such as '1, 3', or names, or their beginnings, to indices."""
        words = text.replace(",", " ").split()
        if all(word.isdecimal() for word in words):
            parts: Sequence[str] = words
        elif _find(text, choices) is not None:
            parts = (text,)
        else:
            parts = split_names(text, words_for_and([self.language])).names
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
