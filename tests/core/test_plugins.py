"""Plugins: installed packages add games and layouts; a broken one is reported and left out."""

from __future__ import annotations

import json
import tomllib
from importlib.metadata import distribution
from typing import TYPE_CHECKING

import pytest

from printkit.core.errors import PluginError
from printkit.core.plugins import DISTRIBUTION, GAMES, Plugin, load_plugin
from printkit.games import SHIPPED
from tests.running import ROOT

if TYPE_CHECKING:
    from pathlib import Path

    from tests.core.installing import Site

EXAMPLE = ROOT / "docs" / "examples" / "tumble" / "printkit_tumble"
FONT = (ROOT / "fonts" / "patrick-hand" / "PatrickHand_400Regular.ttf").read_bytes()

BANNER = """sheet: party/banner
title: Banner
summary: A banner for the door.
players: none
fonts: {wild: fonts/wild.ttf}
body:
  - use: shared/garland
  - {text: Welcome, font: wild, size: 40pt}
  - {icon: balloon, alt: A balloon, size: 20mm}
"""
PARTY: dict[str, str | bytes] = {
    "party/__init__.py": "",
    "party/sheets/party/banner.yaml": BANNER,
    "party/sheets/shared/garland.yaml": "part: garland\nbody:\n  - {text: Garland}\n",
    "party/sheets/icons/balloon.yaml": 'icon: balloon\nlayers:\n  - shape: "O 12 12 9"\n',
    "party/sheets/fonts/wild.ttf": FONT,
    "party/sheets/locale/de.po": 'msgid "Welcome"\nmsgstr "Willkommen"\n',
    "party/sheets/wolle/medal.yaml": (
        "sheet: wolle/medal\ntitle: Medal\nsummary: For the winner.\ngame: wolle\n"
        "body:\n  - {text: Winner}\n"
    ),
}


def install_party(site: Site) -> None:
    site.install("party-pack", PARTY, layouts="party = party.sheets")


def install_example(site: Site, *, has_layouts: bool = True) -> None:
    files = {
        f"printkit_tumble/{path.relative_to(EXAMPLE).as_posix()}": path.read_bytes()
        for path in EXAMPLE.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    layouts = "tumble = printkit_tumble.layouts" if has_layouts else ""
    site.install("printkit-tumble", files, games="tumble = printkit_tumble:GAME", layouts=layouts)


def test_a_game_with_rules_only_is_played_and_says_that_it_has_nothing_to_print(
    site: Site,
) -> None:
    install_example(site, has_layouts=False)

    assert "Tumble" in site.run("list").stdout
    built = site.run("build", "tumble")
    assert (built.code, built.stderr.splitlines()[0]) == (
        2,
        "error: 'tumble' has rules but no sheets to print",
    )
    played = site.run("simulate", "tumble", "--games", 2, "--seed", "x", "--save", "games")
    assert (0, "") == (played.code, played.stderr)
    (first, *_) = sorted((site.folder / "games").iterdir())
    assert site.run("validate", first).code == 0


def test_the_summary_of_a_plugin_s_game_is_in_the_language_of_the_user(site: Site) -> None:
    install_example(site)
    begin = ("record", "tumble", "game.jsonl", "--names", "Ann,Ben", "--variant", "base")

    assert "(Runde 1, Ann würfelt)" in site.run(*begin, PRINTKIT_LANG="de").stdout
    assert "(round 1, Ann rolls)" in site.run(*begin, PRINTKIT_LANG="en").stdout


def test_shipped_games_are_registered_like_plugins() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert project["entry-points"][GAMES] == SHIPPED
    installed = distribution(DISTRIBUTION).entry_points.select(group=GAMES)
    assert {point.name: point.value for point in installed} == SHIPPED


def test_a_layout_plugin_can_have_parts_icons_fonts_and_translations(site: Site) -> None:
    install_party(site)
    built = site.run("build", "party", "--lang", "de", "-f", "svg", "-o", "banner.svg")
    assert (0, "") == (built.code, built.stderr)
    drawn = (site.folder / "banner.svg").read_text()
    assert "Garland" in drawn
    assert "Willkommen" in drawn
    assert drawn.count("'Roboto'") == 1  # the word in a font of the pack is drawn as a path


def test_a_layout_plugin_can_add_sheets_to_a_shipped_game(site: Site) -> None:
    install_party(site)
    listed = site.run("list", "wolle")
    assert "For the winner. (from party-pack 1.0)" in listed.stdout
    assert site.run("build", "wolle/medal", "-o", "medal.pdf").code == 0


def test_a_batch_rebuilds_sheets_of_changed_plugins(site: Site) -> None:
    install_example(site)
    (site.folder / "night.yaml").write_text("jobs:\n  - {target: tumble, players: 3}\n")

    def built() -> tuple[int, int]:
        done = json.loads(site.run("batch", "night.yaml", "--jobs", 1, "--json").stdout)
        return done["built"], done["up_to_date"]

    assert built() == (1, 0)
    assert built() == (0, 1)
    code = site.packages / "printkit_tumble" / "__init__.py"
    with code.open("a", encoding="utf-8") as file:
        file.write("# changed\n")
    assert built() == (1, 0)


ALIASES = """
from dataclasses import replace
from printkit.games.wolle import GAME as WOLLE
GAME = replace(WOLLE, id="other", title="Other", aliases=({},))
"""

BROKEN: tuple[tuple[dict[str, str], dict[str, str], str], ...] = (
    (
        {"games": "wolle = other_wolle:GAME"},
        {},
        "error: plugin 'wolle' of bad-one 1.0: the game 'wolle' is already part of printkit-games",
    ),
    (
        {"games": "tumble = printkit_tumble:GAME"},
        {},
        (
            "error: plugin 'tumble' of printkit-tumble 1.0: "
            "the game 'tumble' is already part of bad-one 1.0"
        ),
    ),
    (
        {"games": "gone = gone:GAME"},
        {},
        "'gone:GAME' cannot be imported: ModuleNotFoundError: No module named 'gone'",
    ),
    (
        {"games": "loud = loud:GAME"},
        {"loud.py": "raise SystemExit('never mind')"},
        "plugin 'loud' of bad-one 1.0: 'loud:GAME' cannot be imported: SystemExit: never mind",
    ),
    (
        {"games": "loud = loud:GAME"},
        {"loud.py": "raise KeyboardInterrupt"},
        "plugin 'loud' of bad-one 1.0: 'loud:GAME' cannot be imported: KeyboardInterrupt",
    ),
    (
        {"layouts": "loud = loud.sheets"},
        {"loud.py": "class Own(BaseException): pass\nraise Own('stop')"},
        "plugin 'loud' of bad-one 1.0: 'loud.sheets' cannot be imported: Own: stop",
    ),
    (
        {"games": "text = text_game:GAME"},
        {"text_game.py": "GAME = 'text'"},
        "plugin 'text' of bad-one 1.0: 'text_game:GAME' isn't a printkit.rules.game.Game",
    ),
    (
        {"games": "other = printkit.games.wolle:GAME"},
        {},
        "plugin 'other' of bad-one 1.0: its game has the id 'wolle', not 'other'",
    ),
    (
        {"games": "other = other_game:GAME"},
        {"other_game.py": ALIASES.format('"tumble"')},
        "plugin 'other' of bad-one 1.0: 'tumble' is a name of tumble, from printkit-tumble 1.0",
    ),
    (
        {"games": "other = other_game:GAME"},
        {"other_game.py": ALIASES.format('"wolle-SPIEL"')},
        "plugin 'other' of bad-one 1.0: 'wolle-SPIEL' is a name of wolle, from printkit-games",
    ),
    (
        {"games": "other = other_game:GAME"},
        {"other_game.py": ALIASES.format('"a/b"')},
        (
            "plugin 'other' of bad-one 1.0: "
            "'a/b' isn't a valid alias: use letters, digits, spaces and -"
        ),
    ),
    (
        {"games": "Not_Good = x:GAME"},
        {},
        "plugin 'Not_Good' of bad-one 1.0: its name may contain only a-z, 0-9 and single hyphens",
    ),
    (
        {"layouts": "nowhere = nowhere"},
        {},
        "plugin 'nowhere' of bad-one 1.0: no such package: 'nowhere'",
    ),
    (
        {"layouts": "bad = bad.sheets"},
        {
            "bad/__init__.py": "",
            "bad/sheets/bad/one.yaml": "titel: 1\nsheet: bad/one\ntitle: A\n",
        },
        "one.yaml:1:1: error: plugin 'bad' of bad-one 1.0: unknown key 'titel'",
    ),
    (
        {"layouts": "bad = bad.sheets"},
        {
            "bad/__init__.py": "",
            "bad/sheets/bad/one.yaml": "sheet: bad/one\ntitle: A\nbody:\n  - {text: A}\n",
            "bad/sheets/bad/palette.yaml": "accent: green\n",
        },
        "palette.yaml: error: plugin 'bad' of bad-one 1.0: these are not the colours of a game",
    ),
    (
        {"layouts": "bad = bad.sheets"},
        {"bad/__init__.py": "", "bad/sheets/wolle/sheet.yaml": "sheet: wolle/sheet\n"},
        (
            "error: plugin 'bad' of bad-one 1.0: "
            "the sheet 'wolle/sheet' is already part of printkit-games"
        ),
    ),
)


@pytest.mark.parametrize(("points", "files", "message"), BROKEN)
def test_a_broken_plugin_is_reported_and_does_not_break_the_rest(
    site: Site, points: dict[str, str], files: dict[str, str], message: str
) -> None:
    install_example(site)
    site.install("bad-one", files, **points)
    listed = site.run("list")

    assert listed.code == 0
    assert message in listed.stderr
    assert listed.stderr.count("error:") == 1
    assert "uninstall" in listed.stderr
    for title in ("Attribute", "Wolle"):
        assert f"{title}, " in listed.stdout
    assert "Traceback" not in listed.stderr
    assert site.run("list", "--no-plugins").stderr == ""


def test_a_plugin_that_hangs_is_stopped_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "sleepy.py").write_text("import time\ntime.sleep(1000)\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr("printkit.core.plugins.IMPORT_S", 1)
    plugin = Plugin(GAMES, "sleepy", "sleepy:GAME", "sleepy 1.0")

    for _ in range(20):
        with pytest.raises(PluginError, match="takes more than 1 seconds to import"):
            load_plugin(plugin)


def test_what_a_plugin_prints_is_not_in_the_output(site: Site) -> None:
    install_example(site)
    code = site.packages / "printkit_tumble" / "__init__.py"
    prints = "import os, sys\nprint('hello')\nos.write(1, b'from C\\n')\n"
    prints += "sys.__stdout__.write('late\\n')\n"
    code.write_text(f"{code.read_text()}\n{prints}")
    listed = site.run("list", "--json")

    assert "tumble" in {game["id"] for game in json.loads(listed.stdout)["games"]}
    assert listed.stderr == "hello\nfrom C\nlate\n"


@pytest.mark.parametrize(
    ("points", "message"),
    [
        (b"[console_scripts]\nx = \xff\xfe:main\n", "UnicodeDecodeError"),
        (b"[printkit.games]\nnonsense\n", "TypeError"),
    ],
)
def test_a_damaged_package_is_named_and_left_out(site: Site, points: bytes, message: str) -> None:
    install_example(site)
    site.install("damaged", {})
    (site.packages / "damaged-1.0.dist-info" / "entry_points.txt").write_bytes(points)

    built = site.run("build", "tumble/score-sheet", "-p", 3, "-o", "a.pdf")
    assert (built.code, built.stderr) == (0, "")
    listed = site.run("list")
    assert (listed.code, listed.stderr.count("error:")) == (0, 1)
    assert f"error: a package in '{site.packages}' is damaged: {message}" in listed.stderr
    assert "Tumble" in listed.stdout
    assert f"damaged 3: a package in '{site.packages}'" in site.run("info").stdout


def test_sheets_of_a_broken_plugin_are_refused_with_its_error(site: Site) -> None:
    site.install("bad-one", {}, games="gone = gone:GAME")
    record = '{"printkit": 1, "game": "gone", "players": ["Ann", "Ben"]}\n'
    (site.folder / "game.jsonl").write_text(record)

    for words in (["rules", "gone"], ["simulate", "gone"], ["validate", "game.jsonl"]):
        ran = site.run(*words)
        assert ran.code == 1
        said = ran.stdout + ran.stderr
        assert "plugin 'gone' of bad-one 1.0: 'gone:GAME' cannot be imported" in said
        assert "bug in printkit" not in said


BUG = """
from dataclasses import replace
GAME = replace(GAME, facts=lambda tables, count, variant: {"sides": 1 // 0})
"""


def test_a_bug_in_a_plugin_is_not_blamed_on_printkit(site: Site) -> None:
    install_example(site)
    code = site.packages / "printkit_tumble" / "__init__.py"
    with code.open("a", encoding="utf-8") as file:
        file.write(BUG)
    ran = site.run("build", "tumble")
    assert ran.code == 70
    assert "error: bug in printkit-tumble 1.0: ZeroDivisionError" in ran.stderr


def test_building_a_shipped_sheet_imports_no_plugin(site: Site) -> None:
    site.install(
        "bad-one",
        {"loud/__init__.py": "raise SystemExit('imported')", "loud/sheets/a/b.yaml": ""},
        games="loud = loud:GAME",
        layouts="loud = loud.sheets",
    )
    for target in ("attribute/setup-card", "own.yaml"):
        (site.folder / "own.yaml").write_text("sheet: own/a\ntitle: A\nbody:\n  - {text: A}\n")
        built = site.run("build", target, "-o", "a.pdf", PYTHONPROFILEIMPORTTIME="1")
        assert built.code == 0
        assert "importlib.metadata" not in built.stderr


def change_example(site: Site, old: str, new: str) -> None:
    code = site.packages / "printkit_tumble" / "__init__.py"
    text = code.read_text(encoding="utf-8")
    assert old in text
    code.write_text(text.replace(old, new), encoding="utf-8")


def test_a_game_that_cannot_be_imported_is_reported_with_file_and_line(site: Site) -> None:
    install_example(site)
    change_example(site, "GAME: Game[State]", "1 / 0\nGAME: Game[State]")
    code = site.packages / "printkit_tumble" / "__init__.py"
    line = code.read_text(encoding="utf-8").splitlines().index("1 / 0") + 1

    for command in (("simulate", "tumble"), ("build", "tumble"), ("build", "tumble/score-sheet")):
        shown = site.run(*command).stderr
        assert shown.startswith(f"{code}:{line}: error: plugin 'tumble' of printkit-tumble 1.0: ")
        assert "ZeroDivisionError" in shown


def test_an_exception_in_a_game_is_a_mistake_that_the_check_finds(site: Site) -> None:
    install_example(site)
    change_example(site, "points, name = after.turns[-1]", "points, name = after.turns[99]")
    code = site.packages / "printkit_tumble" / "__init__.py"
    lines = code.read_text(encoding="utf-8").splitlines()
    line = next(number for number, text in enumerate(lines, 1) if "turns[99]" in text)

    shown = site.run("check", "--plugin", "tumble")
    assert 1 == shown.code
    assert shown.stderr.startswith(f"{code}:{line}: error: plugin 'tumble' of printkit-tumble 1.0")
    assert 1 == shown.stderr.count("bug: IndexError: "), "the same mistake of every game"


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("self.rng.randint(1, sides)]", "99]", "bug: its dealer made an illegal event, {"),
        ('Outcome("tumble.end"', 'Outcome("tumble.ned"', "unknown rule 'tumble.ned'; did you mean"),
    ],
)
def test_a_bug_in_a_game_names_its_plugin(site: Site, old: str, new: str, says: str) -> None:
    install_example(site)
    change_example(site, old, new)

    shown = site.run("simulate", "tumble", "--games", "1")
    assert 1 == shown.code
    assert shown.stderr.startswith("error: plugin 'tumble' of printkit-tumble 1.0: ")
    assert says in shown.stderr


def test_a_sound_plugin_passes_its_check(site: Site) -> None:
    install_example(site)
    shown = site.run("check", "--plugin", "tumble")

    assert (0, "") == (shown.code, shown.stderr)
    assert "tumble: 200 random games are legal, 2 sheets\n" in shown.stdout


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('Effect("tumble.keep"', 'Effect("tumble.kept"', "an effect names the unknown rule"),
        ('Rule("tumble.roll"', 'Rule("roll"', "the rule 'roll' doesn't begin with 'tumble.'"),
        (
            'found[f"turn.{number}',
            'found[f"trun.{number}',
            "names fields that 'Score sheet'",
        ),
        ('"score-sheet": Filling', '"score-shet": Filling', "values for 'score-shet', which isn't"),
        ('Outcome("tumble.end"', 'Outcome("tumble.ned"', "ends by the unknown rule 'tumble.ned'"),
        ("self.rng.randint(1, sides)]", "99]", "its dealer made an illegal event"),
        (
            "sum(state.scores) != sum(state.turns)",
            "state.is_over",
            "an invariant is broken",
        ),
    ],
)
def test_the_check_of_a_plugin_finds_mistakes(site: Site, old: str, new: str, says: str) -> None:
    install_example(site)
    change_example(site, old, new)
    shown = site.run("check", "--plugin", "tumble")

    assert 1 == shown.code
    assert says in shown.stderr
    assert 1 == shown.stderr.count("plugin 'tumble' of printkit-tumble 1.0: ")


def test_an_unknown_plugin_is_refused(site: Site) -> None:
    install_example(site)
    shown = site.run("check", "--plugin", "tumbel")

    assert 2 == shown.code
    assert "error: no plugin 'tumbel' is installed\nhint: did you mean 'tumble'?" in shown.stderr


def test_a_new_plugin_cannot_have_the_name_of_a_game(site: Site) -> None:
    install_example(site)
    for name, says in (("wolle", "from printkit-games"), ("tumble", "from printkit-tumble 1.0")):
        shown = site.run("new", "plugin", name)
        assert 2 == shown.code
        assert f"error: there is a game '{name}' {says}" in shown.stderr
    for name in ("icons", "season"):
        says = f"'{name}' is a name that printkit uses itself"
        assert says in site.run("new", "pack", name).stderr
    assert "error: printkit new plugin needs a name\n" in site.run("new", "plugin").stderr
