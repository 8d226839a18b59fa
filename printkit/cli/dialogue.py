"""The terminal dialogue for recording a game.

It has three parts: who answers (a person who is asked again, or lines on standard input); finding a
recorded game to continue, or beginning one; and questions, help, scores and the result as text.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from contextvars import ContextVar
from dataclasses import replace
from itertools import islice
from pathlib import Path
from shlex import quote
from shutil import get_terminal_size
from textwrap import wrap
from typing import TYPE_CHECKING, Any, TypeAlias

from printkit.cli.output import show, show_all, showable, table
from printkit.core.errors import PrintkitError, UsageError, Where
from printkit.core.i18n import ENGLISH
from printkit.core.languages import catalogue_of_game
from printkit.core.messages import say, translated
from printkit.recording.answers import AnswerForm, find_seat, forms, legal_answers
from printkit.recording.session import GameSession, RefusedAnswer, answer, question, ranking, undo
from printkit.recording.setup import (
    read_names,
    reply,
    setup_header,
    setup_question,
    start_session,
)
from printkit.recording.store import RecordStore, default_paths
from printkit.request.preferences import default_language
from printkit.rules.prompts import Choose, Misread
from printkit.rules.results import ROUND
from printkit.rules.simulate import NAMES

if TYPE_CHECKING:
    from printkit.core.i18n import Catalogue
    from printkit.recording.session import Question
    from printkit.recording.setup import GameSetup
    from printkit.rules.results import Result

MOST_CHOICES = 30
WIDE = 72
"""The length of a prompt above which the players get a line of their own."""
COMMANDS = (
    ("?", say("shows this")),
    ("undo", say("takes back the last answer, and the ones before it")),
    ("score", say("shows the scores")),
    ("quit", say("stops; run the same command to continue")),
)
_SAVED_SO_FAR = say("everything before this line is kept")

_recorded_game: ContextVar[str] = ContextVar("the game that is recorded", default="")

OpenedRecord: TypeAlias = tuple[RecordStore, GameSession]


def find_input() -> InputSource:
    """Return the person at the terminal, or a script on standard input."""
    return TerminalInput() if sys.stdin.isatty() else ScriptInput()


class TerminalInput:
    """A person at a terminal: a rejected answer is asked for again."""

    can_retry = True
    """Whether it can be asked again."""

    def __init__(self) -> None:
        with suppress(ImportError):
            import readline  # noqa: F401 - lets lines be edited and recalled

    def ask(self, prompt: str) -> str | None:
        """Return the next line; None when there are no more."""
        *above, last = prompt.split("\n")
        show_all(above)
        try:
            return input(showable(last))
        except EOFError:
            print()  # noqa: T201 - ends the line of the prompt
            return None
        except KeyboardInterrupt:
            print()  # noqa: T201
            raise
        except UnicodeDecodeError:
            return "\x00"

    def refuse(self, refused: RefusedAnswer) -> None:
        """Print why the last line was rejected."""
        catalogue = _catalogue()
        text = say(
            "The rule: {text} [{rule}]", text=catalogue.translate(refused.text), rule=refused.rule
        )
        for line in (refused.message, text if refused.text else ""):
            line = translated(line, catalogue)
            for piece in wrap(line, get_terminal_size().columns - 2, break_on_hyphens=False):
                show(f"  {piece}")


class ScriptInput:
    """Lines on standard input: the first rejected one ends the dialogue."""

    can_retry = False

    def __init__(self) -> None:
        self._line = 0

    def ask(self, _prompt: str) -> str | None:
        """Return the next line; None when there are no more."""
        self._line += 1
        try:
            line = sys.stdin.readline()
        except UnicodeDecodeError:
            self.refuse(RefusedAnswer(say("the line is not UTF-8 text")))
        return line.rstrip("\r\n") if line else None

    def refuse(self, refused: RefusedAnswer) -> None:
        """Print why a line was rejected, with its number."""
        rule = f" [{refused.rule}]" if refused.rule else ""
        catalogue = _catalogue()
        text, saved = catalogue.translate(refused.text), translated(_SAVED_SO_FAR, catalogue)
        hint = (
            f"{translated(say('the rule: {text}', text=text), catalogue)}\n{saved}"
            if text
            else saved
        )
        message = f"{translated(refused.message, catalogue)}{rule}"
        place = Where(translated(say("standard input"), catalogue), self._line)
        raise PrintkitError(say("{text}", text=message), place, say("{text}", text=hint))


InputSource: TypeAlias = TerminalInput | ScriptInput


def read_players(names: str, count: int | None) -> tuple[str, ...]:
    """Parse the given names, or return default ones for this many players; () without either."""
    if not names:
        return NAMES[:count] if count else ()
    try:
        given = read_names(names)
    except Misread as misread:
        raise PrintkitError(str(misread)) from None
    if count is not None and count != len(given):
        raise UsageError(
            say(
                "{given} {plural(given, 'name', 'names')}, but --players says {count}",
                given=len(given),
                count=count,
            ),
            hint=say("leave one of them out"),
        )
    return given


def find_session(setup: GameSetup, file: Path | None, source: InputSource) -> OpenedRecord | None:
    """Continue the game in a file or today's, or begin one; None if the user stops before that."""
    _recorded_game.set(setup.game.id)
    return _resume(setup, file) or _begin(setup, file, source)


def _resume(setup: GameSetup, file: Path | None) -> OpenedRecord | None:
    """Continue the record in a file, or today's unfinished one, if there is one."""
    if file is not None and not file.is_dir():
        return _load(setup, file) if _has_lines(file) else None
    known = [path for path in default_paths(setup.game.id, file or Path()) if _has_lines(path)]
    if not known:
        return None
    opened = _load(replace(setup, players=(), variant="", rulings={}, given={}), known[-1])
    same = not _differences(setup, opened[1])
    return opened if same and opened[1].outcome is None else None


def _load(setup: GameSetup, file: Path) -> OpenedRecord:
    store = RecordStore(file)
    session = store.load(full=setup.full)
    if differences := _differences(setup, session):
        hint = "to start another game, choose another file"
        raise UsageError(f"{file} is {differences}", hint=hint)
    return store, session


def _differences(setup: GameSetup, session: GameSession) -> str:
    """Describe a difference between a record and the options; empty if there is none."""
    header = session.state.header
    if header.game != setup.game.id:
        return f"a game of {session.game.title}"
    if setup.players and setup.players != header.players:
        return f"a game of {', '.join(header.players)}"
    if setup.variant and setup.variant != header.variant:
        return f"a game in the variant {header.variant}"
    for ruling, choice in setup.rulings.items():
        if header.rulings[ruling] != choice:
            return f"a game with {ruling}={header.rulings[ruling]}"
    return _other_settings(setup, session) if setup.given else ""


def _other_settings(setup: GameSetup, session: GameSession) -> str:
    header = session.state.header
    complete = replace(setup, players=header.players, variant=header.variant)
    if setup_question(complete) is not None:
        return ""
    wanted = start_session(complete).state.header.extras
    other = [key for key in setup.given if wanted.get(key) != header.extras.get(key)]
    return f"a game with another '{other[0]}'" if other else ""


def _begin(setup: GameSetup, file: Path | None, source: InputSource) -> OpenedRecord | None:
    """Start a new record, once everything in its header is known."""
    if file is None or file.is_dir():
        paths = default_paths(setup.game.id, file or Path())
        file = next(path for path in paths if not path.exists())
    variant = setup.variant or setup.game.variants[0].id
    session = open_game(replace(setup, variant=variant), source)
    if session is None:
        return None
    store = RecordStore(file)
    store.save(session)
    return store, session


def _has_lines(file: Path) -> bool:
    """Return whether there is something at this path other than an empty file."""
    try:
        return file.stat().st_size > 0 or not file.is_file()
    except OSError:
        return False


def open_game(setup: GameSetup, source: InputSource) -> GameSession | None:
    """Ask for everything a game needs before it begins; None if the user stops."""
    if setup.players:
        _check_players(setup)
    while (question := setup_question(setup)) is not None:
        text = source.ask(prompt(question, _catalogue()))
        if text is None and not source.can_retry:
            hint = 'give --names "Ann,Ben,Cleo", or answer it on standard input'
            raise UsageError(f"needed before the game can start: {question.asks}", hint=hint)
        if text is None or text.strip() == "quit":
            return None
        try:
            if text.strip() == "?":
                _show_forms(_setup_forms(setup, question))
            else:
                setup = reply(setup, text)
        except RefusedAnswer as refused:
            source.refuse(refused)
    try:
        return start_session(setup)
    except RefusedAnswer as refused:
        raise _usage_error(refused) from None


def _setup_forms(setup: GameSetup, question: Question) -> tuple[AnswerForm, ...]:
    if not setup.players:
        return (AnswerForm("Ann, Ben, Cleo", question.asks),)
    return forms(question.prompt, setup_header(setup))


def _check_players(setup: GameSetup) -> None:
    """Refuse players that the game can't have, before anything else is asked."""
    try:
        setup_header(setup)
    except RefusedAnswer as refused:
        raise _usage_error(refused) from None


def _usage_error(refused: RefusedAnswer) -> UsageError:
    return UsageError(refused.message, hint=f"the rule: {refused.text}" if refused.text else "")


def run_dialogue(store: RecordStore, session: GameSession, source: InputSource) -> None:
    """Ask until the game is over, there are no more answers, or the user stops."""
    _show_introduction(store, session, source)
    store.save(session)
    try:
        while (text := _next_line(session, source)) is not None:
            session = _take(store, session, text.strip(), source)
    except KeyboardInterrupt:
        _show_text(say("{path} is saved; run the same command to continue", path=str(store.path)))
        raise
    if session.outcome is None:
        _show_text(
            say("{path} is saved ({summary})", path=str(store.path), summary=_summary(session))
        )
        if source.can_retry:
            _show_text(say("run the same command to continue"))
    elif not source.can_retry:
        _show_result(store, session)


def _next_line(session: GameSession, source: InputSource) -> str | None:
    """Ask for the next line; None if it ends the conversation."""
    current = question(session)
    ends = f"{translated(say('Enter ends, undo goes back'), _catalogue())}> "
    text = source.ask(prompt(current, _catalogue()) if current else ends)
    if text is None or text.strip().lower() == "quit":
        return None
    return None if current is None and not text.strip() else text


def _take(store: RecordStore, session: GameSession, text: str, source: InputSource) -> GameSession:
    """Return the session after one line, which is a command or an answer."""
    try:
        if _show(session, text):
            return session
        after = undo(session) if text.lower() == "undo" else _answer_line(session, text)
    except RefusedAnswer as refused:
        source.refuse(refused)
        return session
    store.save(after)
    if text.lower() != "undo":
        _show_effects(session, after)
    elif source.can_retry:
        _show_text(say("taken back: {text}", text=session.typed or "Enter"), "  ")
    if after.outcome is not None and source.can_retry:
        _show_result(store, after)
    return after


def _answer_line(session: GameSession, text: str) -> GameSession:
    """Return the session after a line, which may answer several choices in a row."""
    try:
        return answer(session, text)
    except RefusedAnswer:
        words = text.split()
        if len(words) < 2 or not isinstance(session.ask and session.ask.prompt, Choose):
            raise
    for word in words:
        session = answer(session, word)
    return session


def _show(session: GameSession, text: str) -> bool:
    """Show what the line asks for; return False if it is not such a command."""
    word, _, rest = text.lower().partition(" ")
    views = session.prompts.views
    if text == "?":
        _show_help(session)
    elif text.lower() == "score":
        players, now = session.state.header.players, session.game.scores(session.state)
        result = session.game.result
        show_all(score_table(players, session.rounds, now, result, _catalogue()), "  ")
    elif word in views:
        _show_view(session, word, rest.strip())
    else:
        return False
    return True


def _show_view(session: GameSession, view: str, name: str) -> None:
    seats = session.ask.prompt.seats if session.ask else ()
    try:
        seat = find_seat(session.state.header, name) if name else (*seats, 0)[0]
    except Misread as misread:
        raise RefusedAnswer(str(misread)) from None
    for line in session.prompts.views[view].look(session.state, seat):
        show(f"  {translated(line, _catalogue())}".rstrip())


def _catalogue() -> Catalogue:
    """Return the catalogue of the user's language, with the words of the game that is recorded."""
    return catalogue_of_game(default_language(), _recorded_game.get())


def _show_text(text: str, indent: str = "") -> None:
    show(f"{indent}{translated(text, _catalogue())}")


def _summary(session: GameSession) -> str:
    return session.game.summary(session.state)


def prompt(question: Question, catalogue: Catalogue = ENGLISH) -> str:
    """Format a question: who is asked, for what, and what Enter means."""
    asks = question.asks
    if question.usual:
        asks = say("{question} (Enter: {default})", question=asks, default=question.usual)
    if not question.who:
        return f"{translated(asks, catalogue)}> "
    line = translated(say("{who}: {what}", who=question.who, what=asks), catalogue)
    if len(line) + 2 > WIDE:
        above = translated(say("{who}:", who=question.who), catalogue)
        return f"{above}\n{translated(asks, catalogue)}> "
    return f"{line}> "


def _show_introduction(store: RecordStore, session: GameSession, source: InputSource) -> None:
    header = session.state.header
    variant = "" if header.variant == session.game.variants[0].id else f", {header.variant}"
    title = translated(say(session.game.title), _catalogue())
    game, path = f"{title}{variant}", str(store.path)
    _show_text(
        say("{game}: {names}; saved in {path}", game=game, names=list(header.players), path=path)
    )
    for text in () if session.events else session.prompts.begun(session.state):
        _show_text(text, "  ")
    if session.events:
        _show_text(say("continuing: {summary}", summary=_summary(session)), "  ")
    if not source.can_retry:
        return
    if session.outcome is not None:
        _show_result(store, session)
    else:
        _show_text(say("? shows what can be answered; undo, score and quit always work"), "  ")


def _show_effects(before: GameSession, after: GameSession) -> None:
    """Print the effects of an answer that players should know about."""
    for effect in after.effects:
        if effect.rule in after.prompts.notable:
            _show_text(effect.text, "  ")
    for number in range(len(before.rounds), len(after.rounds)):
        old = after.rounds[number - 1] if number else (0,) * len(after.rounds[0])
        show(f"  {_round(after.state.header.players, old, after.rounds[number])}")
    show_all((translated(note, _catalogue()) for note in after.notes), "  ")


def _round(players: Sequence[str], old: Sequence[int], new: Sequence[int]) -> str:
    return "   ".join(
        f"{name} {now}" + (f" ({now - then:+})" if now != then else "")
        for name, then, now in zip(players, old, new, strict=True)
    )


def _show_help(session: GameSession) -> None:
    current, header = question(session), session.state.header
    if current is not None:
        _show_text(say("You can type:"), "  ")
        _show_forms(forms(current.prompt, header))
    listed = legal_answers(current.prompt, header) if current else iter(())
    legal = [*islice(listed, MOST_CHOICES + 1)]
    if legal:
        _show_text(say("Legal now:"), "  ")
        _show_forms(legal[:MOST_CHOICES])
    if len(legal) > MOST_CHOICES:
        _show_text(say("… and more"), "    ")
    _show_text(say("At any time:"), "  ")
    views = [(name, view.means) for name, view in session.prompts.views.items()]
    _show_columns([*COMMANDS, *views])


def _show_forms(forms: Iterable[AnswerForm]) -> None:
    _show_columns([(typed, means) for typed, means in forms])


def _show_columns(rows: list[tuple[str, str]]) -> None:
    width = max(len(typed) for typed, _ in rows)
    for typed, means in rows:
        show(f"    {typed:<{width}}  {translated(means, _catalogue())}")


def score_table(
    players: Sequence[str],
    rounds: Sequence[tuple[int, ...]],
    now: tuple[int, ...],
    result: Result[Any] | None = None,
    catalogue: Catalogue = ENGLISH,
) -> list[str]:
    """Return the scores after each round, turn or contest, and the current ones."""
    rows: list[tuple[object, ...]] = [(row, *scores) for row, scores in enumerate(rounds, 1)]
    if not rows or rows[-1][1:] != now:
        rows.append((translated(say("now"), catalogue), *now))
    heading = result.words.name if result else ROUND.name
    return table((catalogue.translate(heading), *players), rows)


def _show_result(store: RecordStore, session: GameSession) -> None:
    show()
    show_all(_ranking(session))
    file = quote(str(store.path))
    show()
    _show_text(
        say(
            "The result and the filled sheets: {command}",
            command=f"printkit build {session.game.id} --from-game {file}",
        )
    )
    _show_text(
        say("Every round, and every rule: {command}", command=f"printkit validate --explain {file}")
    )


def _ranking(session: GameSession) -> Iterator[str]:
    """Yield a line for each player, by points."""
    width = max(map(len, session.state.header.players))
    won = f"  {translated(say('wins'), _catalogue())}"
    for place, name, score, wins in ranking(session):
        yield f"{place}. {name:<{width}}  {score:>3}{won if wins else ''}"
