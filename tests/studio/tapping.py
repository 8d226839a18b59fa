"""Someone at a tablet who taps a game that was played, answer by answer."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from playwright.sync_api import expect

from printkit.core.filecache import digest
from printkit.recording.resuming import spell_record
from printkit.recording.session import RefusedAnswer, question, submit, undo
from printkit.rules.prompts import (
    Choose,
    ChooseEach,
    DrawPath,
    EnterNumber,
    EnterText,
    PickCards,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from playwright.sync_api import Locator, Page

    from printkit.recording.session import GameSession
    from printkit.rules.game import Event
    from printkit.rules.prompts import Prompt, PromptOption

STEPS = {"U": (0, -1), "D": (0, 1), "L": (-1, 0), "R": (1, 0)}


def sentence(text: str) -> str:
    """A text as the page shows it."""
    return text[:1].upper() + text[1:]


class Tapper:
    """Taps the answers of a game on a page; `session` is where the game should be by then."""

    def __init__(self, page: Page, session: GameSession, events: Sequence[Event]) -> None:
        self.page = page
        self.session = session
        self._events = events
        self._begun = session.events

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.session.ask is None

    def step(self) -> None:
        """Taps the next answer."""
        self._give(self._told())

    def skip(self) -> None:
        """Gives the next answer without the page."""
        self.session = submit(self.session, self._told())

    def kind(self) -> tuple[object, ...]:
        """What is tapped next: the same for questions and answers that differ in details."""
        assert self.session.ask is not None
        prompt, answer = self.session.ask.prompt, self._told()
        return type(prompt), re.sub(r"[A-Z]?\d+", "", prompt.asks), len(prompt.seats), bool(answer)

    def record(self) -> bytes:
        """The file of the game."""
        return spell_record(self.session)

    def left(self) -> int:
        """How many events of the game are still to come."""
        return len(self._events) - self.session.events

    def mistake(self) -> None:
        """Taps another answer than the next one, and takes it back."""
        before, ask = self.session, self.session.ask
        assert ask is not None
        right = self._told()
        wrong = next((each for each in _others(ask.prompt, right) if _fits(before, each)), right)
        self._give(wrong)
        self.page.get_by_role("button", name="Undo").tap()
        self.session = undo(self.session)
        assert before == self.session
        self.shown(self.page)

    def shown(self, page: Page) -> None:
        """Waits until a page shows the game as it is now."""
        version = digest(spell_record(self.session))
        page.locator(f'.asked[data-version="{version}"]').wait_for()

    def _told(self) -> Any:
        """The next answer."""
        assert self.session.ask is not None
        if not self.session.said:
            self._begun = self.session.events
        prompt = self.session.ask.prompt
        answer = self.session.ask.recover(self._events[self._begun :])
        if isinstance(prompt, ChooseEach) and prompt.ordered:
            return [choice for choice in answer if choice[1]]  # who does nothing isn't tapped
        return answer

    def _give(self, answer: Any) -> None:
        ask = self.session.ask
        assert ask is not None
        expect(self.page.locator(".asked h1")).to_have_text(sentence(ask.prompt.asks))
        asked = question(self.session)
        assert asked is not None
        if len(asked.who) == 1:
            expect(self.page.locator(".asked .who")).to_have_text(asked.who[0])
        self._tap(ask.prompt, answer)
        self.session = submit(self.session, answer)
        self.shown(self.page)

    @property
    def _asked(self) -> Locator:
        return self.page.locator(".asked")

    def _button(self, name: str, inside: Locator | None = None) -> Locator:
        return (inside or self._asked).get_by_role("button", name=name, exact=True)

    def _done(self, usual: str = "") -> None:
        self._button(sentence(usual) or "Done").tap()

    def _row(self, seat: int) -> Locator:
        name = self.session.state.header.players[seat]
        return self._asked.get_by_role("group", name=name, exact=True)

    def _tap(self, prompt: Prompt, answer: Any) -> None:
        match prompt:
            case Choose():
                self._choose(prompt, answer)
            case ChooseEach() if prompt.ordered:
                self._grab(prompt, answer)
            case ChooseEach():
                for (seat, key, *remark), own in zip(answer, prompt.options, strict=True):
                    self._button(_text(own, key), self._row(seat)).tap()
                    for text in remark:
                        self._row(seat).get_by_role("textbox").fill(text)
                self._done()
            case PickCards():
                self._cards(prompt, answer)
            case EnterNumber():
                self._button(str(answer)).tap()
            case EnterText():
                for field, text in zip(self._asked.locator("input").all(), answer, strict=True):
                    field.fill(text)
                self._done()
            case DrawPath():
                self._path(prompt, answer)

    def _choose(self, prompt: Choose, answer: str) -> None:
        if not answer:
            self._button(sentence(prompt.usual)).tap()
            return
        option = next(option for option in prompt.options if option.key == answer)
        inside = self._asked.get_by_role("group", name=option.group, exact=True)
        self._button(sentence(option.text), inside if option.group else None).tap()

    def _grab(self, prompt: ChooseEach, answer: list[list[Any]]) -> None:
        for seat, key in answer:
            self._row(seat).locator(".player").tap()
            self._row(int(key)).locator(".player").tap()
        self._done("" if answer else prompt.usual)

    def _cards(self, prompt: PickCards, answer: list[list[list[str]]]) -> None:
        for seat, own, piles in zip(prompt.seats, prompt.hands, answer, strict=True):
            for number, pile in enumerate(piles):
                for key in pile:
                    self._card(prompt, self._row(seat), own, number, key)
        empty = not any(pile for piles in answer for pile in piles)
        self._done(prompt.usual if empty else "")

    def _card(
        self, prompt: PickCards, row: Locator, own: Sequence[PromptOption], pile: int, key: str
    ) -> None:
        """A card from the palette goes to the active pile; a known one moves pile by pile."""
        option = next(option for option in own if option.key == key)
        name = sentence(option.text) + ("in front" if option.mark else "")
        zones = row.locator(".zone")
        if not prompt.held and len(prompt.piles) > 1:
            self._button(sentence(prompt.piles[pile].text), zones.nth(pile)).tap()
        begins = prompt.held and len(prompt.piles) > 1 and prompt.piles[0].most > 1
        if not begins or option.mark:
            row.locator(".source .card:not(:disabled)").filter(has_text=name).first.tap()
        for step in range(pile if prompt.held and prompt.piles[0].most > 1 else 0):
            zones.nth(step).locator(".card").filter(has_text=name).last.tap()

    def _path(self, prompt: DrawPath, answer: str) -> None:
        """Dot by dot, but where one route alone leads to the end, the end is tapped."""
        if not answer:
            self._button(sentence(prompt.usual)).tap()
            return
        letters = answer.removesuffix("!")
        column, row = prompt.start
        for letter in letters:
            right, down = STEPS[letter]
            column, row = column + right, row + down
            self._button(f"{chr(ord('A') + column)}{row + 1}").tap()
        self._button("Stop on the paw" if answer.endswith("!") else "Done").tap()


def _text(options: Sequence[PromptOption], key: str) -> str:
    return sentence(next(option.text for option in options if option.key == key))


def _others(prompt: Prompt, right: Any) -> Iterator[Any]:
    """Plausible wrong answers."""
    match prompt:
        case Choose():
            yield from (option.key for option in prompt.options if option.key != right)
        case ChooseEach() if prompt.ordered:
            yield []
        case ChooseEach():
            (seat, key, *remark), *rest = right
            for option in prompt.options[0]:
                if option.key != key:
                    yield [[seat, option.key, *remark], *rest]
        case EnterNumber():
            yield prompt.least if right != prompt.least else prompt.most
        case EnterText():
            yield ["something else" for _ in right]
        case DrawPath():
            yield from (route for route in prompt.routes if route != right)
        case PickCards():
            if prompt.usual and any(pile for piles in right for pile in piles):
                yield [[[] for _ in prompt.piles] for _ in prompt.seats]


def _fits(session: GameSession, answer: Any) -> bool:
    try:
        submit(session, answer)
    except RefusedAnswer:
        return False
    return True
