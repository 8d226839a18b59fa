"""The terminal dialogue for recording a game.

It has three parts: who answers (a person who is asked again, or lines on standard input); finding a
recorded game to continue, or beginning one; and questions, help, scores and the result as text.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from pathlib import Path
from shlex import quote
from shutil import get_terminal_size
from textwrap import wrap
from typing import TYPE_CHECKING, TypeAlias

from printkit.cli.output import show, show_all, showable, table
from printkit.core.errors import PrintkitError, UsageError, Where
from printkit.core.i18n import ENGLISH
from printkit.core.messages import named, say, translated
from printkit.core.source import shipped_folder
from printkit.pipeline.preferences import catalogue_for, default_language
from printkit.recording.answers import Form, find_seat, forms, legal_answers
from printkit.recording.keeping import Keeper, usual_paths
from printkit.recording.opening import (
    opening_header,
    opening_question,
    read_names,
    reply,
    seated,
)
from printkit.recording.sitting import Refused, Sitting, answer, question, ranking, undo
from printkit.rules.prompts import Choose, Misread
from printkit.rules.simulate import NAMES

if TYPE_CHECKING:
    from printkit.core.i18n import Catalogue
    from printkit.recording.opening import Invitation
    from printkit.recording.sitting import Question

MOST_CHOICES = 30
WIDE = 72
"""The length of a prompt above which the players get a line of their own."""
COMMANDS = (
    ("?", say("shows this")),
    ("undo", say("takes back the last answer, and the ones before it")),
    ("score", say("shows the scores")),
    ("quit", say("stops; run the same command to continue")),
)
STDIN = "standard input"
_SAVED_SO_FAR = say("everything before this line is kept")
OpenedRecord: TypeAlias = tuple[Keeper, Sitting]


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

    def refuse(self, refused: Refused) -> None:
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
            self.refuse(Refused("the line is not UTF-8 text"))
        return line.rstrip("\r\n") if line else None

    def refuse(self, refused: Refused) -> None:
        """Print why a line was rejected, with its number."""
        rule = f" [{refused.rule}]" if refused.rule else ""
        catalogue = _catalogue()
        text, saved = catalogue.translate(refused.text), translated(_SAVED_SO_FAR, catalogue)
        hint = (
            f"{translated(say('the rule: {text}', text=text), catalogue)}\n{saved}"
            if text
            else saved
        )
        message = translated(refused.message, catalogue)
        raise PrintkitError(f"{message}{rule}", Where(STDIN, self._line), hint)


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
            f"{len(given)} names, but --players says {count}", hint="leave one of them out"
        )
    return given


def find_sitting(
    invitation: Invitation, file: Path | None, source: InputSource
) -> OpenedRecord | None:
    """Continue the game in a file or today's, or begin one; None if the user stops before that."""
    return _resume(invitation, file) or _begin(invitation, file, source)


def _resume(invitation: Invitation, file: Path | None) -> OpenedRecord | None:
    """Continue the record in a file, or today's unfinished one, if there is one."""
    if file is not None and not file.is_dir():
        return _load(invitation, file) if _has_lines(file) else None
    known = [path for path in usual_paths(invitation.game.id, file or Path()) if _has_lines(path)]
    if not known:
        return None
    begun = _load(replace(invitation, players=(), variant="", rulings={}, given={}), known[-1])
    same = not _differences(invitation, begun[1])
    return begun if same and begun[1].outcome is None else None


def _load(invitation: Invitation, file: Path) -> OpenedRecord:
    keeper = Keeper(file)
    sitting = keeper.load(full=invitation.full)
    if differences := _differences(invitation, sitting):
        hint = "to start another game, choose another file"
        raise UsageError(f"{file} is {differences}", hint=hint)
    return keeper, sitting


def _differences(invitation: Invitation, sitting: Sitting) -> str:
    """Describe a difference between a record and the options; empty if there is none."""
    header = sitting.state.header
    if header.game != invitation.game.id:
        return f"a game of {sitting.game.title}"
    if invitation.players and invitation.players != header.players:
        return f"a game of {', '.join(header.players)}"
    if invitation.variant and invitation.variant != header.variant:
        return f"a game in the variant {header.variant}"
    for ruling, choice in invitation.rulings.items():
        if header.rulings[ruling] != choice:
            return f"a game with {ruling}={header.rulings[ruling]}"
    return _other_settings(invitation, sitting) if invitation.given else ""


def _other_settings(invitation: Invitation, sitting: Sitting) -> str:
    header = sitting.state.header
    complete = replace(invitation, players=header.players, variant=header.variant)
    if opening_question(complete) is not None:
        return ""
    wanted = seated(complete).state.header.extras
    other = [key for key in invitation.given if wanted.get(key) != header.extras.get(key)]
    return f"a game with another '{other[0]}'" if other else ""


def _begin(invitation: Invitation, file: Path | None, source: InputSource) -> OpenedRecord | None:
    """Start a new record, once everything in its header is known."""
    if file is None or file.is_dir():
        usual = usual_paths(invitation.game.id, file or Path())
        file = next(path for path in usual if not path.exists())
    variant = invitation.variant or invitation.game.variants[0].id
    sitting = open_game(replace(invitation, variant=variant), source)
    if sitting is None:
        return None
    keeper = Keeper(file)
    keeper.keep(sitting)
    return keeper, sitting


def _has_lines(file: Path) -> bool:
    """Return whether there is something at this path other than an empty file."""
    try:
        return file.stat().st_size > 0 or not file.is_file()
    except OSError:
        return False


def open_game(invitation: Invitation, source: InputSource) -> Sitting | None:
    """Ask for everything a game needs before it begins; None if the user stops."""
    if invitation.players:
        _check_players(invitation)
    while (question := opening_question(invitation)) is not None:
        text = source.ask(prompt(question, _catalogue()))
        if text is None and not source.can_retry:
            hint = 'give --names "Ann,Ben,Cleo", or answer it on standard input'
            raise UsageError(f"needed before the game can start: {question.asks}", hint=hint)
        if text is None or text.strip() == "quit":
            return None
        try:
            if text.strip() == "?":
                _show_forms(_opening_forms(invitation, question))
            else:
                invitation = reply(invitation, text)
        except Refused as refused:
            source.refuse(refused)
    try:
        return seated(invitation)
    except Refused as refused:
        raise _usage_error(refused) from None


def _opening_forms(invitation: Invitation, question: Question) -> tuple[Form, ...]:
    if not invitation.players:
        return (Form("Ann, Ben, Cleo", question.asks),)
    return forms(question.prompt, opening_header(invitation))


def _check_players(invitation: Invitation) -> None:
    """Refuse players that the game can't have, before anything else is asked."""
    try:
        opening_header(invitation)
    except Refused as refused:
        raise _usage_error(refused) from None


def _usage_error(refused: Refused) -> UsageError:
    return UsageError(refused.message, hint=f"the rule: {refused.text}" if refused.text else "")


def run_dialogue(keeper: Keeper, sitting: Sitting, source: InputSource) -> None:
    """Ask until the game is over, there are no more answers, or the user stops."""
    _show_introduction(keeper, sitting, source)
    keeper.keep(sitting)
    try:
        while (text := _next_line(sitting, source)) is not None:
            sitting = _take(keeper, sitting, text.strip(), source)
    except KeyboardInterrupt:
        _show_text(say("{path} is saved; run the same command to continue", path=str(keeper.path)))
        raise
    if sitting.outcome is None:
        _show_text(
            say("{path} is saved ({summary})", path=str(keeper.path), summary=_summary(sitting))
        )
        if source.can_retry:
            _show_text(say("run the same command to continue"))
    elif not source.can_retry:
        _show_result(keeper, sitting)


def _next_line(sitting: Sitting, source: InputSource) -> str | None:
    """Ask for the next line; None if it ends the conversation."""
    asked = question(sitting)
    ends = f"{translated(say('Enter ends, undo goes back'), _catalogue())}> "
    text = source.ask(prompt(asked, _catalogue()) if asked else ends)
    if text is None or text.strip().lower() == "quit":
        return None
    return None if asked is None and not text.strip() else text


def _take(keeper: Keeper, sitting: Sitting, text: str, source: InputSource) -> Sitting:
    """Return the sitting after one line, which is a command or an answer."""
    try:
        if _show(sitting, text):
            return sitting
        after = undo(sitting) if text.lower() == "undo" else _answered(sitting, text)
    except Refused as refused:
        source.refuse(refused)
        return sitting
    keeper.keep(after)
    if text.lower() != "undo":
        _show_effects(sitting, after)
    elif source.can_retry:
        _show_text(say("taken back: {text}", text=sitting.typed or "Enter"), "  ")
    if after.outcome is not None and source.can_retry:
        _show_result(keeper, after)
    return after


def _answered(sitting: Sitting, text: str) -> Sitting:
    """Return the sitting after a line, which may answer several choices in a row."""
    try:
        return answer(sitting, text)
    except Refused:
        words = text.split()
        if len(words) < 2 or not isinstance(sitting.ask and sitting.ask.prompt, Choose):
            raise
    for word in words:
        sitting = answer(sitting, word)
    return sitting


def _show(sitting: Sitting, text: str) -> bool:
    """Show what the line asks for; return False if it is not such a command."""
    word, _, rest = text.lower().partition(" ")
    views = sitting.prompts.views
    if text == "?":
        _show_help(sitting)
    elif text.lower() == "score":
        _show_scores(sitting)
    elif word in views:
        _show_view(sitting, word, rest.strip())
    else:
        return False
    return True


def _show_view(sitting: Sitting, view: str, name: str) -> None:
    seats = sitting.ask.prompt.seats if sitting.ask else ()
    try:
        seat = find_seat(sitting.state.header, name) if name else (*seats, 0)[0]
    except Misread as misread:
        raise Refused(str(misread)) from None
    for line in sitting.prompts.views[view].look(sitting.state, seat):
        show(f"  {translated(line, _catalogue())}".rstrip())


def _catalogue() -> Catalogue:
    """Return the catalogue of the user's language."""
    return catalogue_for(default_language(), shipped_folder("layouts"))


def _show_text(text: str, indent: str = "") -> None:
    show(f"{indent}{translated(text, _catalogue())}")


def _summary(sitting: Sitting) -> str:
    return sitting.game.summary(sitting.state)


def prompt(question: Question, catalogue: Catalogue = ENGLISH) -> str:
    """Format a question: who is asked, for what, and what Enter means."""
    default = f" (Enter: {translated(question.usual, catalogue)})" if question.usual else ""
    asks = f"{translated(question.asks, catalogue)}{default}> "
    who = f"{', '.join(question.who)}: " if question.who else ""
    return f"{who}\n{asks}" if len(who) + len(asks) > WIDE else f"{who}{asks}"


def _show_introduction(keeper: Keeper, sitting: Sitting, source: InputSource) -> None:
    header = sitting.state.header
    variant = "" if header.variant == sitting.game.variants[0].id else f", {header.variant}"
    game, path = f"{sitting.game.title}{variant}", str(keeper.path)
    _show_text(
        say("{game}: {names}; saved in {path}", game=game, names=list(header.players), path=path)
    )
    if sitting.events:
        _show_text(say("continuing: {summary}", summary=_summary(sitting)), "  ")
    if not source.can_retry:
        return
    if sitting.outcome is not None:
        _show_result(keeper, sitting)
    else:
        _show_text(say("? shows what can be answered; undo, score and quit always work"), "  ")


def _show_effects(before: Sitting, after: Sitting) -> None:
    """Print the effects of an answer that players should know about."""
    for effect in after.told:
        if effect.rule in after.prompts.told:
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


def _show_help(sitting: Sitting) -> None:
    asked, header = question(sitting), sitting.state.header
    if asked is not None:
        _show_text(say("You can type:"), "  ")
        _show_forms(forms(asked.prompt, header))
    listed = legal_answers(asked.prompt, header) if asked else iter(())
    legal = [*islice(listed, MOST_CHOICES + 1)]
    if legal:
        _show_text(say("Legal now:"), "  ")
        _show_forms(legal[:MOST_CHOICES])
    if len(legal) > MOST_CHOICES:
        _show_text(say("… and more"), "    ")
    _show_text(say("At any time:"), "  ")
    views = [(name, view.means) for name, view in sitting.prompts.views.items()]
    _show_columns([*COMMANDS, *views])


def _show_forms(forms: Iterable[Form]) -> None:
    _show_columns([(typed, means) for typed, means in forms])


def _show_columns(rows: list[tuple[str, str]]) -> None:
    width = max(len(typed) for typed, _ in rows)
    for typed, means in rows:
        show(f"    {typed:<{width}}  {translated(means, _catalogue())}")


def _show_scores(sitting: Sitting) -> None:
    players, now = sitting.state.header.players, sitting.game.scores(sitting.state)
    show_all(score_table(players, sitting.rounds, now, _catalogue()), "  ")


def score_table(
    players: Sequence[str],
    rounds: Sequence[tuple[int, ...]],
    now: tuple[int, ...],
    catalogue: Catalogue = ENGLISH,
) -> list[str]:
    """Return the scores after each round, and the current ones."""
    rows: list[tuple[object, ...]] = [(row, *scores) for row, scores in enumerate(rounds, 1)]
    if not rows or rows[-1][1:] != now:
        rows.append((translated(say("now"), catalogue), *now))
    return table((translated(named("round"), catalogue), *players), rows)


def _show_result(keeper: Keeper, sitting: Sitting) -> None:
    show()
    show_all(_ranking(sitting))
    file = quote(str(keeper.path))
    show()
    _show_text(
        say(
            "The result and the filled sheets: {command}",
            command=f"printkit build {sitting.game.id} --record {file}",
        )
    )
    _show_text(
        say("Every round, and every rule: {command}", command=f"printkit validate --explain {file}")
    )


def _ranking(sitting: Sitting) -> Iterator[str]:
    """Yield a line for each player, by points."""
    width = max(map(len, sitting.state.header.players))
    won = f"  {translated(say('wins'), _catalogue())}"
    for place, name, score, wins in ranking(sitting):
        yield f"{place}. {name:<{width}}  {score:>3}{won if wins else ''}"
