"""Promise 2, where a game reads options of a layout: Wolle's draw reads a board from a file.

Whatever a shared layout for a known game says, it never becomes a path out of its folder, and no
content of a file is shown unless the user named the file or it is next to the layout.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest

from tests.trust.nasty import FOLDER, PIPE, Content, Link, plant

if TYPE_CHECKING:
    from pathlib import Path

    from tests.trust.sandbox import Ended, Sandbox

SECRET: Final = "the-secret-line"
OPTIONS: Final = {
    "side": "{type: choice, choices: [a, b, both], default: a}",
    "cups": "{type: choice, choices: [auto, random, fair, none], default: none}",
    "sheets": "{type: int, min: 0, max: 9, default: 1}",
    "code": '{type: text, default: ""}',
    "board": '{type: file, default: ""}',
}
BOARD: Final = """board: own
map: |
  S o o o o
  o o o P m
timer: [2]
sets: [3]
"""


def layout(more: str = "", **options: str | None) -> str:
    """A layout for a random sheet of Wolle, with these options."""
    written = {**OPTIONS, **options}
    lines = [f"  {name}: {text}" for name, text in written.items() if text is not None]
    head = "sheet: own/sheet\ntitle: Sheet\ngame: wolle\ndraws: {drawn: {offer: sheets}}\n"
    head += "each: sheet in drawn.sheets\n"
    body = 'body:\n  - text: "{drawn.board.name} {options.board}"\n'
    return "\n".join((head + ("options:" if lines else "options: {}"), *lines, more + body))


def default(path: str, kind: str = "file") -> str:
    return f"{{type: {kind}, default: {path!r}}}"


def build(sandbox: Sandbox, tmp_path: Path, files: dict[str, Content], *more: str) -> Ended:
    plant({"secret": SECRET, "board.yaml": BOARD}, tmp_path / "outside")
    plant(files, tmp_path / "home")
    ended = sandbox.run(
        "build", "sheet.yaml", "--seed", "1", "--out", "out/", *more,
        cwd=tmp_path / "home", writable=[tmp_path / "home" / "out"],
    )  # fmt: skip
    assert SECRET not in ended.out + ended.err
    assert "Traceback" not in ended.err
    return ended


WAYS_OUT: Final = (
    "../outside/secret",
    "../outside/board.yaml",
    "a/../../outside/secret",
    "./../outside/secret",
    "{root}/outside/secret",
    "//{root}/outside/secret",
    "~/secret",
    "$HOME/secret",
    "file://{root}/outside/secret",
    "http://localhost:9/board.yaml",
    "C:\\secret",
    "..\\outside\\secret",
    "\\\\server\\share\\secret",
    "/etc/passwd",
    "/dev/zero",
    "/proc/self/environ",
    ".",
    "..",
    " ",
    "secret\\0",
)


@pytest.mark.parametrize("path", WAYS_OUT)
@pytest.mark.parametrize("kind", ["file", "text"])
def test_a_layout_cannot_make_a_game_open_files(
    path: str, kind: str, sandbox: Sandbox, tmp_path: Path
) -> None:
    text = layout(board=default(path.format(root=tmp_path), kind))
    ended = build(sandbox, tmp_path, {"sheet.yaml": text})

    assert ended.code == 1, ended.told()
    assert ended.err.startswith("sheet.yaml:")
    assert not ended.faults({"sheet.yaml"}), ended.told()


@pytest.mark.parametrize("kind", ["text", "int", "bool", "choice"])
def test_only_options_of_type_file_can_name_a_file(
    kind: str, sandbox: Sandbox, tmp_path: Path
) -> None:
    choices = ", choices: ['../outside/secret']" if kind == "choice" else ""
    text = layout(board=f"{{type: {kind}{choices}}}")
    ended = build(sandbox, tmp_path, {"sheet.yaml": text})

    assert (ended.code, "of type file" in ended.err) == (1, True), ended.told()


@pytest.mark.parametrize(
    "instead",
    [
        Link("../outside/secret"),
        Link("../outside/board.yaml"),
        Link("/dev/zero"),
        Link("/proc/self/environ"),
        Link("board.yaml"),
        PIPE,
        FOLDER,
    ],
    ids=str,
)
def test_a_default_file_must_be_a_regular_file_in_the_folder(
    instead: Content, sandbox: Sandbox, tmp_path: Path
) -> None:
    text = layout(board=default("board.yaml"))
    ended = build(sandbox, tmp_path, {"sheet.yaml": text, "board.yaml": instead})

    assert ended.code == 1, ended.told()
    assert ended.err.startswith("sheet.yaml:")
    assert not ended.faults({"sheet.yaml"}), ended.told()


@pytest.mark.parametrize(
    "more",
    [
        "facts: {board: ../outside/secret}\n",
        "facts: {options: {board: ../outside/secret}}\n",
        "facts: {own: '{options.board}', sheets: [../outside/secret]}\n",
        "backs: {facts: {options: {board: ../outside/secret}}}\n",
    ],
)
def test_facts_of_a_layout_never_reach_a_draw(more: str, sandbox: Sandbox, tmp_path: Path) -> None:
    ended = build(sandbox, tmp_path, {"sheet.yaml": layout(more)})

    assert ended.code in (0, 1), ended.told()
    assert not ended.faults({"sheet.yaml"}), ended.told()


def test_an_argument_of_a_part_is_not_a_path(sandbox: Sandbox, tmp_path: Path) -> None:
    text = layout() + "  - {use: part, with: {board: ../outside/secret}}\n"
    part = 'part: part\nparameters: {board: {}}\nbody: [{text: "{board}"}]\n'
    ended = build(sandbox, tmp_path, {"sheet.yaml": text, "part.yaml": part})

    assert (ended.code, ended.err) == (0, ""), ended.told()
    assert not ended.faults({"sheet.yaml"}), ended.told()


@pytest.mark.parametrize("board", ["board.yaml", "boards/own.yaml", "boards/../board.yaml"])
def test_a_board_in_the_layouts_folder_is_read(
    board: str, sandbox: Sandbox, tmp_path: Path
) -> None:
    files: dict[str, Content] = {"board.yaml": BOARD, "boards/own.yaml": BOARD}
    ended = build(sandbox, tmp_path, {**files, "sheet.yaml": layout(board=default(board))})

    assert ended.code == (1 if ".." in board else 0), ended.told()


def test_a_board_named_by_the_user_can_be_anywhere(sandbox: Sandbox, tmp_path: Path) -> None:
    text = layout(board=default("../outside/secret"))
    ended = build(
        sandbox, tmp_path, {"sheet.yaml": text}, "--set", f"board={tmp_path}/outside/board.yaml"
    )

    assert (ended.code, ended.err) == (0, ""), ended.told()


BAD_OPTIONS: Final[dict[str, tuple[dict[str, str | None], str]]] = {
    "a number as side": ({"side": "{type: int, default: 3}"}, "type choice"),
    "a truth as board": ({"board": "{type: bool, default: true}"}, "type file"),
    "a truth as code": ({"code": "{type: bool, default: true}"}, "type text"),
    "a text as sheets": ({"sheets": "{type: text, default: many}"}, "type int"),
    "another side": ({"side": "{type: choice, choices: [a, c], default: a}"}, "side 'c'"),
    "other cups": ({"cups": "{type: choice, choices: [tea], default: tea}"}, "cups 'tea'"),
    "no side": ({"side": None}, "needs the option 'side' to draw"),
    "no board": ({"board": None}, "needs the option 'board' to draw"),
    "nothing at all": (dict.fromkeys(OPTIONS, None), "to draw, and it's missing"),
    "fewer sheets than none": ({"sheets": "{type: int, min: -9, default: -3}"}, "1 or more"),
    "a code of no sheet": ({"code": "{type: text, default: A-00000}"}, "mistyped"),
}


@pytest.mark.parametrize("case", BAD_OPTIONS)
def test_a_draw_gets_the_options_it_needs(case: str, sandbox: Sandbox, tmp_path: Path) -> None:
    options, says = BAD_OPTIONS[case]
    ended = build(sandbox, tmp_path, {"sheet.yaml": layout("", **options)})

    assert ended.code == 1, ended.told()
    assert ended.err.startswith("sheet.yaml:")
    assert says in ended.err


@pytest.mark.parametrize("game", ["attribute", "swipsheep", "attacke", "cattitude", ""])
def test_only_a_game_with_draws_can_draw(game: str, sandbox: Sandbox, tmp_path: Path) -> None:
    named = f"game: {game}\n" if game else "players: 2-4\n"
    draws = "draws: {drawn: {offer: sheets}}"
    text = f"sheet: own/sheet\ntitle: Sheet\n{named}{draws}\nbody: [{{text: Hi}}]\n"
    ended = build(sandbox, tmp_path, {"sheet.yaml": text})

    assert (ended.code, "games with draws: wolle" in ended.err) == (1, True), ended.told()
    assert ended.err.startswith("sheet.yaml:4:")


def test_checking_a_layout_reads_no_more_than_building_it(sandbox: Sandbox, tmp_path: Path) -> None:
    plant({"secret": SECRET}, tmp_path / "outside")
    plant({"sheet.yaml": layout(board=default("../outside/secret"))}, tmp_path / "home")
    ended = sandbox.run("check", "sheet.yaml", cwd=tmp_path / "home")

    assert (ended.code, SECRET in ended.out + ended.err) == (1, False), ended.told()
    assert not ended.faults({"sheet.yaml"}), ended.told()
