"""Common slips are corrected, or answered with the right command."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.cli.terminal import Terminal

PAD = "attribute/score-pad"


def refusal(message: str, hint: str) -> tuple[int, str, str]:
    return 2, "", f"error: {message}\nhint: {hint}\n"


@pytest.mark.parametrize(
    ("slip", "message", "hint"),
    [
        (
            ("build", "wolle", "5", "--paper", "a4"),
            "'5' isn't a sheet; for 5 players, write:",
            "printkit build wolle --paper a4 -p 5",
        ),
        (
            ("build", "wolle", "--players", "Ann,Ben", "-q"),
            "--players takes a number, not names: 'Ann,Ben'",
            "printkit build wolle --names Ann,Ben -q",
        ),
        (
            ("build", "wolle", "--players=Ann; Ben"),
            "--players takes a number, not names: 'Ann; Ben'",
            "printkit build wolle --names 'Ann; Ben'",
        ),
        (
            ("build", "wolle/score-pad"),
            "unknown sheet or game 'wolle/score-pad'",
            "wolle has wolle/player-aid, wolle/setup-card, wolle/sheet",
        ),
        (
            ("build", "wolle/shet"),
            "unknown sheet or game 'wolle/shet'",
            "did you mean 'wolle/sheet'?",
        ),
        (
            ("build", "wolle", "--cppies", 3),
            "printkit build has no option '--cppies'",
            "did you mean '--copies'?",
        ),
        (
            ("build", "wolle", "-n", "Ann,", "Ben,", "Cleo", "--theme", "mono"),
            "put quotes around the names",
            "printkit build wolle -n 'Ann, Ben, Cleo' --theme mono",
        ),
        (
            ("build", "--names", "Ann", "Ben", "Cleo"),
            "put quotes around the names",
            "printkit build --names 'Ann, Ben, Cleo'",
        ),
        (
            ("record", "wolle", "-n", "Ann,", "Ben"),
            "put quotes around the names",
            "printkit record wolle -n 'Ann, Ben'",
        ),
        (
            ("build", "-n", "Ann,Ben", "wole"),
            "unknown sheet or game 'wole'",
            "did you mean 'wolle'?",
        ),
        (
            ("batch", "players.csv", "attribute"),
            "unexpected argument 'attribute'",
            "write: printkit batch players.csv --target attribute",
        ),
        (
            ("batch", "players.csv", "--game", "wolle"),
            "printkit batch has no option '--game'",
            "did you mean '--target'?",
        ),
        (
            ("build", "attribute", "Ann", "Ben", "Cleo", "-q"),
            "'Ann' isn't a sheet; for names of players, write:",
            "printkit build attribute -q --names 'Ann, Ben, Cleo'",
        ),
        (
            ("build", "attribute", "mono", "-p", "4"),
            "'mono' isn't a sheet; as an option, write:",
            "printkit build attribute -p 4 --theme mono",
        ),
        (
            ("build", "wolle", "German"),
            "'German' isn't a sheet; as an option, write:",
            "printkit build wolle --lang de",
        ),
        (
            ("build", "wolle", "--german"),
            "printkit build has no option '--german'",
            "did you mean '--lang de'?",
        ),
        (
            ("build", "wolle", "--landscape"),
            "printkit build has no option '--landscape'",
            "did you mean '--orientation landscape'?",
        ),
        (
            ("--names", "Ann, Ben"),
            "printkit has no option '--names'",
            "options follow the command: printkit build wolle --names …",
        ),
        (
            ("record", "wolle", "4"),
            "'4' isn't a name for a record",
            "for 4 players, add: -p 4",
        ),
        (("simulate", "wolle", "4"), "unexpected argument '4'", "for 4 players, add: -p 4"),
        (
            ("preferences", "reset"),
            "unexpected argument 'reset'",
            "write: printkit preferences --reset",
        ),
        (
            ("--versoin",),
            "printkit has no option '--versoin'",
            "did you mean '--version'?",
        ),
        (
            ("build", "wolle", "--zzz"),
            "printkit build has no option '--zzz'",
            "see printkit build --help for the options",
        ),
        (
            ("build", "wolle", "--copies"),
            "--copies needs a value",
            "write: --copies N",
        ),
        (
            ("build", "wolle", "--fillable=yes"),
            "--fillable doesn't take a value",
            "write: --fillable",
        ),
        (("rules",), "printkit rules needs a GAME", "for example: printkit rules swipsheep"),
        (
            ("new", "a", "b", "c"),
            "unexpected argument 'c'",
            "write: printkit new KIND NAME",
        ),
        (
            ("biuld", "wolle"),
            "unknown command 'biuld'",
            "did you mean: printkit build wolle",
        ),
        (
            ("print", "wolle", "-p", 4),
            "unknown command 'print'",
            "did you mean: printkit build wolle -p 4 --print",
        ),
    ],
)
def test_a_slip_gets_the_right_command_as_a_hint(
    printkit: Terminal, slip: tuple[object, ...], message: str, hint: str
) -> None:
    assert refusal(message, hint) == printkit(*slip)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        (("Attribute/Score-Pad",), (PAD,)),
        ((PAD, "--theme", "MONO"), (PAD, "--theme", "mono")),
        ((PAD, "--lang", "DE"), (PAD, "--lang", "de")),
        ((PAD, "-f", "PDF"), (PAD, "-f", "pdf")),
        ((PAD, "--Paper", "Letter"), (PAD, "--paper", "letter")),
        ((PAD, "--variant", "BSW"), (PAD, "--variant", "bsw")),
        ((PAD, "--set", "SIZE=Half"), (PAD, "--set", "size=half")),
        ((PAD, "--names", "Ann; Ben; Cleo"), (PAD, "--names", "Ann,Ben,Cleo")),
        ((PAD, "--ink-saver"), (PAD, "--theme", "ink-saver")),
        ((PAD, "--Letter"), (PAD, "--paper", "letter")),
        ((f"{PAD},attribute/player-aid",), (PAD, "attribute/player-aid")),
        ((f"{PAD},", "attribute/player-aid"), (PAD, "attribute/player-aid")),
    ],
)
def test_an_unambiguous_slip_is_corrected(
    printkit: Terminal, written: tuple[str, ...], meant: tuple[str, ...]
) -> None:
    built = printkit("build", *written, "--json").json()

    assert printkit("build", *meant, "--json").json() == built


@pytest.mark.parametrize("command", ["BUILD", "Build"])
def test_commands_ignore_case(printkit: Terminal, command: str) -> None:
    assert printkit(command, "--help") == printkit("build", "--help")


def test_game_names_ignore_case_in_every_command(printkit: Terminal) -> None:
    for command in ("list", "rules"):
        assert printkit(command, "wolle") == printkit(command, "Wolle")
    simulation = ("-p", 4, "--games", 1, "--seed", "a", "--json", "--variant")
    bsw = printkit("simulate", "attribute", *simulation, "bsw")
    assert bsw.code == 0
    assert bsw == printkit("simulate", "Attribute", *simulation, "BSW")


def test_quotes_keep_separators_in_a_name(printkit: Terminal) -> None:
    built = printkit("build", PAD, "--names", '"A&amp;", "B and C", "C, D"', "--json")

    assert ["output/attribute-score-pad-3p-ABC.pdf"] == [
        file["path"] for file in built.json()["files"]
    ]


def test_help_is_a_command(printkit: Terminal) -> None:
    assert printkit("--help") == printkit("help")
    assert printkit("list", "--help") == printkit("help", "list")


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (
            (PAD, "-p", 6, "--set", "size=half"),
            "6 players don’t fit on half a page; this score pad takes a whole one",
        ),
        (
            ("wolle/sheet", "-n", "Ann,Ben,Cleo", "--set", "code=A-5BF65"),
            "only 1 of 3 players will get a game sheet: there is one per code",
        ),
    ],
)
def test_options_that_cannot_be_honoured_are_reported(
    printkit: Terminal, asked: tuple[object, ...], said: str
) -> None:
    assert said in printkit("build", *asked, "--json").json()["notes"]


def test_the_version_is_shown_by_its_usual_names(printkit: Terminal) -> None:
    assert printkit("--version").out == printkit("-V").out
    assert printkit("info").out == printkit("version").out


@pytest.mark.parametrize(("command", "hint"), [("undo", "--force"), ("open", "again --open")])
def test_a_command_that_people_expect_gets_an_answer(
    printkit: Terminal, command: str, hint: str
) -> None:
    shown = printkit(command)

    assert 2 == shown.code
    assert f"error: unknown command '{command}'" in shown.err
    assert hint in shown.err
