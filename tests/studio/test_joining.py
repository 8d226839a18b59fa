"""A second device joins: with an invitation that works once, expires and can be withdrawn."""

from __future__ import annotations

import os
import pty
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from printkit.studio.security import INVITATION_S, Sessions
from tests.studio.opening import running_studio

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, ViewportSize

    from tests.running import Printkit
    from tests.studio.opening import RunningStudio

TABLET: ViewportSize = {"width": 820, "height": 1180}
PHONE: ViewportSize = {"width": 390, "height": 780}


def test_a_tablet_invites_a_phone_whose_address_works_only_once(
    browser: Browser, studio: RunningStudio
) -> None:
    tablet = browser.new_context(viewport=TABLET)
    studio.enter(tablet)
    page = tablet.new_page()
    page.goto(studio.home)
    page.get_by_role("button", name="Invite").click()
    dialog = page.get_by_role("dialog", name="Invite another device")
    link = dialog.locator("code").inner_text()
    phone = browser.new_context(viewport=PHONE, locale="de-AT")
    guest = phone.new_page()
    guest.goto(link)
    expect(guest.locator("h1")).to_have_text("Was wird heute Abend gespielt?")
    expect(dialog.get_by_role("status")).to_have_text("A device has joined.")
    late = browser.new_context(viewport=PHONE, locale="pl-PL")
    other = late.new_page()
    answer = other.goto(link)
    assert answer is not None
    assert 401 == answer.status
    expect(other.locator("html")).to_have_attribute("lang", "pl")
    expect(other.locator("h1")).to_have_text("To zaproszenie jest już nieważne")
    assert PHONE["width"] >= other.evaluate("() => document.documentElement.scrollWidth")
    for context in (tablet, phone, late):
        context.close()


def test_whoever_is_invited_from_a_game_gets_there(browser: Browser, studio: RunningStudio) -> None:
    given = {"game": "attribute", "names": "Ann,Ben,Cleo", "variant": "", "answers": []}
    game = studio.post("/api/play/begin", **given).data
    context = browser.new_context(viewport=TABLET)
    studio.enter(context)
    page = context.new_page()
    page.goto(f"{studio.home}?tab=play&file={game['file']}")
    page.get_by_role("button", name="Invite").click()
    link = page.get_by_role("dialog").locator("code").inner_text()
    phone = browser.new_context(viewport=PHONE)
    guest = phone.new_page()
    guest.goto(link)
    expect(guest.locator("h1")).to_have_text("Topic of round 1 of 18")
    context.close()
    phone.close()


def test_a_withdrawn_invitation_lets_nobody_in(browser: Browser, studio: RunningStudio) -> None:
    context = browser.new_context(viewport=PHONE)
    studio.enter(context)
    page = context.new_page()
    page.goto(studio.home)
    page.get_by_role("button", name="Invite").click()
    link = page.get_by_role("dialog").locator("code").inner_text()
    page.get_by_role("button", name="Withdraw").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert 401 == studio.send(link[link.index("/?") :]).status
    context.close()


def test_an_invitation_replaces_the_one_before_it_and_expires() -> None:
    now = 0.0
    sessions = Sessions(b"key", lambda: now)
    first, second = sessions.invite(), sessions.invite()
    assert sessions.open(first) is None
    assert sessions.open(second)
    assert sessions.open(second) is None
    assert sessions.open("") is None
    late = sessions.invite()
    now = INVITATION_S + 1
    assert sessions.open(late) is None


def test_enter_in_the_terminal_shows_an_invitation(printkit: Printkit, tmp_path: Path) -> None:
    keyboard, terminal = pty.openpty()
    with running_studio(printkit, tmp_path, "--lan", stdin=terminal) as studio:
        os.write(keyboard, b"\n")
        assert studio.process.stdout is not None
        lines = iter(studio.process.stdout.readline, "")
        line = next(line for line in lines if "within ten minutes" in line)
        assert next(lines).strip(" ▀▄█\n") == "", "its QR code"
        assert 200 == studio.send(line[line.index("/?") :].strip()).status
    os.close(keyboard)
    os.close(terminal)


def test_a_tablet_stays_in_when_the_studio_is_restarted(printkit: Printkit, tmp_path: Path) -> None:
    env = {"XDG_CONFIG_HOME": str(tmp_path)}
    with running_studio(printkit, tmp_path, "--lan", env=env) as studio:
        port = studio.port
    again = ("--lan", "--port", str(port))
    with running_studio(printkit, tmp_path, *again, env=env, enters=False) as restarted:
        assert 200 == restarted._replace(secret=studio.secret).get("/api/catalogue").status


def test_without_an_invitation_a_device_is_told_how_to_get_one(studio: RunningStudio) -> None:
    closed = studio.send("/", {"Accept-Language": "xx, fr-CH;q=0.8, en;q=0.5"})
    assert 401 == closed.status
    assert '<html lang="fr">' in closed.body.decode()
    assert "set-cookie" not in closed.headers
    plain = studio.send("/api/catalogue", {"Accept-Language": "en"})
    assert plain.body.decode().startswith("You need an invitation.")
