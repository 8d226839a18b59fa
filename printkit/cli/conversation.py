"""The conversation at the table, as a terminal shows it: questions, help, scores, the result."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from shlex import quote
from typing import TYPE_CHECKING

from printkit.cli.plain import show, show_all, table
from printkit.errors import UsageError
from printkit.rules.speech import Misheard, find_seat
from printkit.table.opening import opening_question, reply, seated
from printkit.table.sitting import Refused, answer, choices, question, ranking, undo

if TYPE_CHECKING:
    from printkit.cli.typist import Typist
    from printkit.rules.speech import Form
    from printkit.table.keeping import Keeper
    from printkit.table.opening import Invitation
    from printkit.table.sitting import Question, Sitting

MOST_CHOICES = 30
WIDE = 72
"""A prompt that is longer gets a line for the players."""
COMMANDS = (
    ("?", "shows this"),
    ("undo", "takes the last answer back, and again the one before"),
    ("score", "shows the scores"),
    ("quit", "stops; the same command goes on"),
)


def open_game(invitation: Invitation, typist: Typist) -> Sitting | None:
    """Asks for what a game needs before it begins; None where somebody stops."""
    while (question := opening_question(invitation)) is not None:
        text = typist.ask(prompt(question))
        if text is None and not typist.waits:
            hint = 'give --names "Ann,Ben,Cleo", or answer it on standard input'
            raise UsageError(f"this has to be known before the game: {question.asks}", hint=hint)
        if text is None or text.strip() == "quit":
            return None
        try:
            if text.strip() == "?":
                _show_forms(question.forms)
            else:
                invitation = reply(invitation, text)
        except Refused as refused:
            typist.refuse(refused)
    try:
        return seated(invitation)
    except Refused as refused:
        raise UsageError(refused.message, hint=refused.text) from None


def converse(keeper: Keeper, sitting: Sitting, typist: Typist) -> None:
    """Asks until the game is over, there are no more answers, or somebody stops."""
    _greet(keeper, sitting, typist)
    keeper.keep(sitting)
    try:
        while (text := _next_line(sitting, typist)) is not None:
            sitting = _take(keeper, sitting, text.strip(), typist)
    except KeyboardInterrupt:
        show(f"{keeper.path} is saved; the same command goes on")
        raise
    if sitting.outcome is None:
        show(f"{keeper.path} is saved ({sitting.game.summary(sitting.state)})")
        if typist.waits:
            show("the same command goes on")
    elif not typist.waits:
        _show_result(keeper, sitting)


def _next_line(sitting: Sitting, typist: Typist) -> str | None:
    """The next line, unless it ends the conversation."""
    asked = question(sitting)
    text = typist.ask(prompt(asked) if asked else "Enter ends, undo goes back> ")
    if text is None or text.strip().lower() == "quit":
        return None
    return None if asked is None and not text.strip() else text


def _take(keeper: Keeper, sitting: Sitting, text: str, typist: Typist) -> Sitting:
    """The sitting after one line, which is a command or an answer."""
    try:
        if _show(sitting, text):
            return sitting
        after = undo(sitting) if text.lower() == "undo" else answer(sitting, text)
    except Refused as refused:
        typist.refuse(refused)
        return sitting
    keeper.keep(after)
    if text.lower() != "undo":
        _tell(sitting, after)
    elif typist.waits:
        show(f"  taken back: {sitting.typed or 'Enter'}")
    if after.outcome is not None and typist.waits:
        _show_result(keeper, after)
    return after


def _show(sitting: Sitting, text: str) -> bool:
    """Shows what was asked for; false where nothing was."""
    word, _, rest = text.lower().partition(" ")
    views = sitting.speech.views
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
    seats = sitting.step.seats if sitting.step else ()
    try:
        seat = find_seat(sitting.state.header, name) if name else (*seats, 0)[0]
    except Misheard as misheard:
        raise Refused(str(misheard)) from None
    for line in sitting.speech.views[view].look(sitting.state, seat):
        show(f"  {line}".rstrip())


def prompt(question: Question) -> str:
    """A question as a line: who, what, and what Enter means."""
    usual = f" (Enter: {question.usual})" if question.usual else ""
    asks = f"{question.asks}{usual}> "
    who = f"{', '.join(question.who)}: " if question.who else ""
    return f"{who}\n{asks}" if len(who) + len(asks) > WIDE else f"{who}{asks}"


def _greet(keeper: Keeper, sitting: Sitting, typist: Typist) -> None:
    header = sitting.state.header
    variant = "" if header.variant == sitting.game.variants[0].id else f", {header.variant}"
    show(f"{sitting.game.title}{variant}: {', '.join(header.players)}; kept in {keeper.path}")
    if sitting.events:
        show(f"  going on: {sitting.game.summary(sitting.state)}")
    if not typist.waits:
        return
    if sitting.outcome is not None:
        _show_result(keeper, sitting)
    else:
        show("  ? shows what can be answered; undo, score and quit are always there")


def _tell(before: Sitting, after: Sitting) -> None:
    """Prints what an answer brought about, as far as the table should know."""
    for effect in after.told:
        if effect.rule in after.speech.told:
            show(f"  {effect.text}")
    for number in range(len(before.rounds), len(after.rounds)):
        old = after.rounds[number - 1] if number else (0,) * len(after.rounds[0])
        show(f"  {_round(after.state.header.players, old, after.rounds[number])}")
    show_all(after.notes, "  ")


def _round(players: Sequence[str], old: Sequence[int], new: Sequence[int]) -> str:
    return "   ".join(
        f"{name} {now}" + (f" ({now - then:+})" if now != then else "")
        for name, then, now in zip(players, old, new, strict=True)
    )


def _show_help(sitting: Sitting) -> None:
    if sitting.step and sitting.step.forms:
        show("  You can type:")
        _show_forms(sitting.step.forms)
    legal = choices(sitting, MOST_CHOICES + 1)
    if legal:
        show("  Legal now:")
        _show_forms(legal[:MOST_CHOICES])
    if len(legal) > MOST_CHOICES:
        show("    … and more")
    show("  At any time:")
    views = [(name, view.means) for name, view in sitting.speech.views.items()]
    _show_columns([*COMMANDS, *views])


def _show_forms(forms: Iterable[Form]) -> None:
    _show_columns([(typed, means) for typed, means in forms])


def _show_columns(rows: list[tuple[str, str]]) -> None:
    width = max(len(typed) for typed, _ in rows)
    for typed, means in rows:
        show(f"    {typed:<{width}}  {means}")


def _show_scores(sitting: Sitting) -> None:
    players, now = sitting.state.header.players, sitting.game.scores(sitting.state)
    show_all(score_table(players, sitting.rounds, now), "  ")


def score_table(
    players: Sequence[str], rounds: Sequence[tuple[int, ...]], now: tuple[int, ...]
) -> list[str]:
    """The scores after each round, and now."""
    rows: list[tuple[object, ...]] = [(row, *scores) for row, scores in enumerate(rounds, 1)]
    if not rows or rows[-1][1:] != now:
        rows.append(("now", *now))
    return table(("round", *players), rows)


def _show_result(keeper: Keeper, sitting: Sitting) -> None:
    show()
    show_all(_ranking(sitting))
    file = quote(str(keeper.path))
    show()
    show(f"The result and the filled sheets: printkit build {sitting.game.id} --record {file}")
    show(f"Every round, and every rule: printkit validate --explain {file}")


def _ranking(sitting: Sitting) -> Iterator[str]:
    """The players by points, a line each."""
    width = max(map(len, sitting.state.header.players))
    for place, name, score, wins in ranking(sitting):
        yield f"{place}. {name:<{width}}  {score:>3}{'  wins' if wins else ''}"
