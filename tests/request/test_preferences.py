"""Settings saved with `--save` are used by later builds; a damaged file is reported."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from printkit import printing
from printkit.core.errors import PrintkitError
from printkit.core.paper import NO_OFFSET, PAPERS, parse_offset
from printkit.request.preferences import (
    Preferences,
    load_preferences,
    preferences_path,
    save_preferences,
)

if TYPE_CHECKING:
    from pathlib import Path

    from printkit.printing import PrintSettings
    from tests.cli.terminal import Shown, Terminal

TARGET = ("build", "attribute/setup-card", "-o", "cards.pdf")
REMEMBERED = "moved by the saved offset 0.5mm,-1mm/0mm,1mm; use --no-offset to ignore it"


def build_bytes(printkit: Terminal, *options: str) -> tuple[bytes, Shown]:
    shown = printkit(*TARGET, *options)
    assert shown.code == 0, shown.err
    return (printkit.folder / "cards.pdf").read_bytes(), shown


def test_a_saved_offset_is_used_and_mentioned(printkit: Terminal) -> None:
    offset = ("--offset", "0.5mm,-1mm/0mm,1mm")
    usual, _ = build_bytes(printkit)
    moved, shown = build_bytes(printkit, *offset, "--save")
    later, later_shown = build_bytes(printkit)

    assert "saved for later builds: --offset 0.5mm,-1mm/0mm,1mm (see" in shown.out
    assert REMEMBERED not in shown.out
    assert moved == later
    assert moved != usual
    assert REMEMBERED in later_shown.out


def test_a_saved_offset_can_be_ignored(printkit: Terminal) -> None:
    usual, _ = build_bytes(printkit)
    build_bytes(printkit, "--offset", "0.5mm,-1mm/0mm,1mm", "--save")
    without, shown = build_bytes(printkit, "--no-offset")
    other, _ = build_bytes(printkit, "--offset", "0mm,0mm")
    again, said = build_bytes(printkit)

    assert usual == without == other
    assert "offset" not in shown.out
    assert usual != again
    assert REMEMBERED in said.out


def test_json_has_the_same_notes(printkit: Terminal) -> None:
    build_bytes(printkit, "--offset", "0.5mm,-1mm/0mm,1mm", "--save")

    assert [REMEMBERED] == printkit(*TARGET, "--json").json()["notes"]


def test_paper_and_offset_are_saved_separately(printkit: Terminal) -> None:
    build_bytes(printkit, "--offset", "1mm,2mm", "--save")
    build_bytes(printkit, "--paper", "letter", "--save")
    assert Preferences(PAPERS["letter"], parse_offset("1mm,2mm")) == load_preferences()

    build_bytes(printkit, "--no-offset", "--save")
    assert Preferences(PAPERS["letter"]) == load_preferences()


def test_theme_and_printer_are_saved_and_used(
    printkit: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[str] = []

    def print_files(_paths: object, settings: PrintSettings, _say: object) -> tuple[bool, str]:
        sent.append(settings.printer)
        return True, "sent"

    monkeypatch.setattr(printing, "print_files", print_files)
    first = printkit(*TARGET, "--theme", "mono", "--printer", "Office", "--save")
    mono = (printkit.folder / "cards.pdf").read_bytes()
    printkit(*TARGET, "--print")

    assert "saved for later builds: --theme mono --printer Office (see" in first.out
    assert ["Office", "Office"] == sent
    assert mono == (printkit.folder / "cards.pdf").read_bytes()
    assert mono != build_bytes(printkit, "--theme", "colour")[0]


def test_a_printer_that_does_not_exist_is_not_saved(
    printkit: Terminal, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def print_files(*_: object) -> tuple[bool, str]:
        raise PrintkitError("no such printer")

    monkeypatch.setattr(printing, "print_files", print_files)
    assert 1 == printkit(*TARGET, "--printer", "Offcie", "--save").code
    assert not home.exists()


def test_again_keeps_the_theme_of_the_file(printkit: Terminal) -> None:
    colour, _ = build_bytes(printkit)
    save_preferences(Preferences(theme="mono"))
    printkit("again", "cards.pdf", "-o", "again.pdf")

    assert colour == (printkit.folder / "again.pdf").read_bytes()


def test_what_is_saved_is_shown_and_forgotten(printkit: Terminal, home: Path) -> None:
    assert "nothing is saved" in printkit("preferences").out
    save_preferences(Preferences(PAPERS["letter"], language="de", printer="Office 2", names="A,B"))
    shown = printkit("preferences")
    expected = ["paper     letter", "language  de", "printer   Office 2", "names     A,B"]
    assert expected == shown.out.splitlines()[:4]
    assert str(home / "printkit" / "config.yaml") in shown.out
    preferences = printkit("preferences", "--json").json()["preferences"]
    assert ["letter", "de", "Office 2", "A,B"] == [*preferences.values()]
    assert "printkit preferences --reset" in printkit("preferences", "reset").err

    assert "removed " in printkit("preferences", "--reset").out
    assert Preferences() == load_preferences()


def test_a_damaged_preferences_file_can_be_reset(printkit: Terminal, home: Path) -> None:
    printkit.write(str(home / "printkit" / "config.yaml"), "paper: [")

    assert 1 == printkit("preferences").code
    assert 0 == printkit("preferences", "--reset").code
    assert 0 == printkit("preferences").code


def test_without_save_nothing_is_saved(printkit: Terminal, home: Path) -> None:
    build_bytes(printkit, "--offset", "1mm,2mm", "--paper", "letter")

    assert not home.exists()


def test_a_failed_build_saves_nothing(printkit: Terminal, home: Path) -> None:
    ran = printkit("build", "no-such-sheet", "--offset", "1mm,2mm", "--save")

    assert ran.code == 2
    assert not home.exists()


def test_a_saved_offset_never_moves_cards_for_a_print_shop(printkit: Terminal) -> None:
    usual, _ = build_bytes(printkit, "--crop-marks")
    build_bytes(printkit, "--offset", "1mm,2mm", "--save")

    assert usual == build_bytes(printkit, "--crop-marks")[0]


def test_a_batch_ignores_saved_settings(printkit: Terminal) -> None:
    printkit.write("night.yaml", "jobs:\n  - {target: attribute/setup-card, out: a.pdf}\n")
    files = []
    for folder in ("one", "two"):
        assert printkit("batch", "night.yaml", "--out", folder, "--jobs", "1").code == 0
        files.append((printkit.folder / folder / "a.pdf").read_bytes())
        save_preferences(Preferences(offset=parse_offset("1mm,2mm")))

    assert files[0] == files[1]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--save",), "nothing to save"),
        (("--offset", "1mm,1mm", "--no-offset"), "--offset and --no-offset can't be used together"),
        (("--offset", "left"), "'left' isn't a valid offset"),
        (("--orientation", "sideways"), "unknown orientation 'sideways'"),
        (("--duplex", "both"), "unknown duplex mode 'both'"),
        (("--crop-marks", "--duplex", "fold"), "--crop-marks and --duplex can't be used together"),
    ],
)
def test_what_makes_no_sense_is_refused(
    printkit: Terminal, options: tuple[str, ...], message: str
) -> None:
    ran = printkit(*TARGET, *options)

    assert ran.code == 2
    assert ran.err.startswith(f"error: {message}")
    assert not (printkit.folder / "cards.pdf").exists()


def test_an_offset_may_begin_with_a_minus(printkit: Terminal) -> None:
    build_bytes(printkit, "--offset", "-1mm,0.5mm", "--save")

    assert parse_offset("-1mm,0.5mm") == load_preferences().offset


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("ofset: 1mm,1mm\n", ":1:1: error: unknown preference 'ofset'"),
        ("paper: a44\n", ":1:8: error: unknown paper 'a44'"),
        ("paper: a4\noffset: far\n", ":2:9: error: 'far' isn't a valid offset"),
        ("paper: [a4]\n", ":1:1: error: paper needs a single value"),
        ("- a4\n", ":1:1: error: this isn't a preferences file"),
        ("paper: 'a4\n", ":1:8: "),
        ("paper: a4\npaper: a5\n", ":2:1: "),
    ],
)
def test_a_damaged_preferences_file_is_reported_with_its_place(
    printkit: Terminal, home: Path, text: str, message: str
) -> None:
    path = home / "printkit" / "config.yaml"
    path.parent.mkdir(parents=True)
    path.write_text(text)
    ran = printkit(*TARGET)

    assert ran.code == 1
    assert ran.err.startswith(f"{path}{message}")


def test_preferences_are_written_atomically(home: Path) -> None:
    for number in range(3):
        path = save_preferences(Preferences(offset=parse_offset(f"{number}mm,1mm")))

    assert home / "printkit" / "config.yaml" == path
    assert ["config.yaml"] == [entry.name for entry in path.parent.iterdir()]
    assert parse_offset("2mm,1mm") == load_preferences().offset


def test_an_unwritable_folder_is_reported(printkit: Terminal, home: Path) -> None:
    home.write_text("a file, where a folder should be")
    ran = printkit(*TARGET, "--offset", "1mm,1mm", "--save")

    assert ran.code == 1
    assert f"{home / 'printkit' / 'config.yaml'}: error: cannot be written" in ran.err


def test_nothing_is_saved_at_first(home: Path) -> None:
    assert Preferences(None, NO_OFFSET) == load_preferences()
    assert not home.exists()


@pytest.mark.skipif(os.name == "nt", reason="Windows has its own folder")
def test_a_relative_configuration_folder_is_ignored(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", "somewhere")
    monkeypatch.setenv("HOME", str(tmp_path))

    assert tmp_path / ".config" / "printkit" / "config.yaml" == preferences_path()
