"""Someone at a tablet who taps a game that was played, answer by answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from playwright.sync_api import expect

from printkit.recording.sitting import submit, undo
from printkit.rules.prompts import (
    Choose,
    ChooseEach,
    DrawPath,
    EnterNumber,
    EnterText,
    PickCards,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from playwright.sync_api import Locator, Page

    from printkit.recording.sitting import Sitting
    from printkit.rules.game import Event
    from printkit.rules.prompts import Option, Prompt

STEPS = {"U": (0, -1), "D": (0, 1), "L": (-1, 0), "R": (1, 0)}


def sentence(text: str) -> str:
    """A text as the page shows it."""
    return text[:1].upper() + text[1:]


class Tapper:
    """Taps the answers of a game on a page; `sitting` is where the game should be by then."""

    def __init__(self, page: Page, sitting: Sitting, events: Sequence[Event]) -> None:
        self.page = page
        self.sitting = sitting
        self._events = events
        self._begun = sitting.events

    def step(self) -> bool:
        """Taps the next answer; false when the game is over."""
        ask = self.sitting.ask
        if ask is None:
            return False
        if not self.sitting.said:
            self._begun = self.sitting.events
        answer = ask.told(self._events[self._begun :])
        expect(self.page.locator(".asked h1")).to_have_text(sentence(ask.prompt.asks))
        if len(ask.prompt.seats) == 1:
            name = self.sitting.state.header.players[ask.prompt.seats[0]]
            expect(self.page.locator(".asked .who")).to_have_text(name)
        self._tap(ask.prompt, answer)
        self.sitting = submit(self.sitting, answer)
        return True

    def back(self) -> None:
        """Takes the last answer back."""
        self.page.get_by_role("button", name="Undo").click()
        self.sitting = undo(self.sitting)

    @property
    def _asked(self) -> Locator:
        return self.page.locator(".asked")

    def _button(self, name: str, inside: Locator | None = None) -> Locator:
        return (inside or self._asked).get_by_role("button", name=name, exact=True)

    def _done(self, usual: str = "") -> None:
        self._button(sentence(usual) or "Done").click()

    def _row(self, seat: int) -> Locator:
        name = self.sitting.state.header.players[seat]
        return self._asked.get_by_role("group", name=name, exact=True)

    def _tap(self, prompt: Prompt, answer: Any) -> None:
        match prompt:
            case Choose():
                self._choose(prompt, answer)
            case ChooseEach() if prompt.ordered:
                self._grab(prompt, answer)
            case ChooseEach():
                for (seat, key, *remark), own in zip(answer, prompt.options, strict=True):
                    self._button(_text(own, key), self._row(seat)).click()
                    for text in remark:
                        self._row(seat).get_by_role("textbox").fill(text)
                self._done()
            case PickCards():
                self._cards(prompt, answer)
            case EnterNumber():
                self._button(str(answer)).click()
            case EnterText():
                for field, text in zip(self._asked.locator("input").all(), answer, strict=True):
                    field.fill(text)
                self._done()
            case DrawPath():
                self._path(prompt, answer)

    def _choose(self, prompt: Choose, answer: str) -> None:
        if not answer:
            self._button(sentence(prompt.usual)).click()
            return
        option = next(option for option in prompt.options if option.key == answer)
        inside = self._asked.get_by_role("group", name=option.group, exact=True)
        self._button(sentence(option.text), inside if option.group else None).click()

    def _grab(self, prompt: ChooseEach, answer: list[list[Any]]) -> None:
        players = self.sitting.state.header.players
        for seat, key in answer:
            if key:
                row = self._row(seat)
                row.locator(".player").click()
                self._button(players[int(key)], row).click()
        self._done("" if any(key for _, key in answer) else prompt.usual)

    def _cards(self, prompt: PickCards, answer: list[list[list[str]]]) -> None:
        for seat, own, piles in zip(prompt.seats, prompt.hands, answer, strict=True):
            for number, pile in enumerate(piles):
                for key in pile:
                    self._card(prompt, self._row(seat), own, number, key)
        empty = not any(pile for piles in answer for pile in piles)
        self._done(prompt.usual if empty else "")

    def _card(
        self, prompt: PickCards, row: Locator, own: Sequence[Option], pile: int, key: str
    ) -> None:
        """A card from the palette goes to the active pile; a known one moves pile by pile."""
        option = next(option for option in own if option.key == key)
        name = sentence(option.text) + ("from the table" if option.mark else "")
        zones = row.locator(".zone")
        if not prompt.held and len(prompt.piles) > 1:
            self._button(sentence(prompt.piles[pile].text), zones.nth(pile)).click()
        begins = prompt.held and len(prompt.piles) > 1 and prompt.piles[0].most > 1
        if not begins or option.mark:
            row.locator(".source .card:not(:disabled)").filter(has_text=name).first.click()
        for step in range(pile if prompt.held and prompt.piles[0].most > 1 else 0):
            zones.nth(step).locator(".card").filter(has_text=name).last.click()

    def _path(self, prompt: DrawPath, answer: str) -> None:
        """Dot by dot, but where one route alone leads to the end, the end is tapped."""
        if not answer:
            self._button(sentence(prompt.usual)).click()
            return
        letters = answer.removesuffix("!")
        column, row = prompt.start
        for letter in letters:
            right, down = STEPS[letter]
            column, row = column + right, row + down
            self._button(f"{chr(ord('A') + column)}{row + 1}").click()
        self._button("Stop on the paw" if answer.endswith("!") else "Done").click()


def _text(options: Sequence[Option], key: str) -> str:
    return sentence(next(option.text for option in options if option.key == key))
