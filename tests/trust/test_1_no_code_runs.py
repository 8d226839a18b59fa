"""Promise 1: no code from your files runs.

A guard already checks for every nasty case and every mutant of promise 7 that no text from a file
is compiled and run. These tests cover code in every place of every file, modules in the folder,
settings that are code, and active content of output files.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.etree import ElementTree

import pikepdf
import pytest

from printkit.samples import sample_files
from tests.trust.commands import start
from tests.trust.kinds import RESULTS, TINY
from tests.trust.nasty import plant

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.trust.sandbox import Sandbox

PLANTED = (
    "printkit.py", "printkit/__init__.py", "printkit/games/own.py", "typer.py", "click.py",
    "yaml.py", "PIL.py", "reportlab.py", "reportlab_settings.py", "svgwrite.py",
    "uharfbuzz.py", "json.py", "secrets.py", "difflib.py", "sitecustomize.py", "usercustomize.py",
    "conftest.py", "own.py", "locale/__init__.py", "icons/__init__.py", "games/__init__.py",
    "out/sitecustomize.py", ".reportlab_settings", ".pdbrc",
)  # fmt: skip
CODE = "import pathlib\npathlib.Path(__file__).with_name('RAN').touch()\nraise SystemExit('ran')\n"
NASTY_NAMES = "/JavaScript,(app.alert(1)),<script>,]]>,javascript:x,onload="
COMMANDS = (
    ("build", "tiny.yaml", "--out", "out/"),
    ("build", "tiny.yaml", "--format", "svg", "--format", "png", "--dpi", "30", "--out", "out/"),
    ("build", "wolle/sheet", "--seed", "1", "--format", "svg", "--out", "out/"),
    ("batch", "night.yaml", "--out", "out"),
    ("check", "tiny.yaml"),
    ("check", "nosuch"),
    ("validate", "game.jsonl"),
    ("list", "tiny.yaml"),
    ("simulate", "attribute", "--games", "1"),
    ("build", "tiny.yaml", "--format", "html", "--out", "out/"),
    ("pad", "hearts", "--players", "4", "--out", "out/"),
    ("season", "club", "--out", "out/season.pdf"),
)


RUN = "__import__('pathlib').Path('ran').touch()"
HEAD = "sheet: own/x\ntitle: X\nplayers: none\n"
BUILD = ("build", "x.yaml", "--out", "out/")
PLAY = '{"printkit": 1, "game": "attribute", "players": ["Ann", "Ben", "Cleo"]}\n'

ATTEMPTS: dict[str, tuple[tuple[str, ...], dict[str, str]]] = {
    "a tag in a layout": (
        BUILD,
        {"x.yaml": f'{HEAD}body: !!python/object/apply:builtins.eval ["{RUN}"]\n'},
    ),
    "an expression in a text": (BUILD, {"x.yaml": f'{HEAD}body: ["{{{RUN}}}"]\n'}),
    "an expression in a condition": (
        BUILD,
        {"x.yaml": f'{HEAD}body: [{{text: a, when: "{RUN}"}}]\n'},
    ),
    "an expression in a loop": (
        BUILD,
        {"x.yaml": f'{HEAD}body: [{{text: a, for: "a in {RUN}"}}]\n'},
    ),
    "an expression in a fact": (
        BUILD,
        {"x.yaml": f'{HEAD}facts: {{a: "{{{RUN}}}"}}\nbody: ["{{a}}"]\n'},
    ),
    "plural forms of a catalogue": (
        (*BUILD, "--lang", "de"),
        {
            "x.yaml": f"{HEAD}body: [Hello]\n",
            "locale/de.po": f'msgid ""\nmsgstr "Plural-Forms: nplurals=2; plural={RUN};\\n"\n',
        },
    ),
    "a translation": (
        (*BUILD, "--lang", "de"),
        {
            "x.yaml": f"{HEAD}body: [Hello]\n",
            "locale/de.po": f'msgid "Hello"\nmsgstr "{{{RUN}}}"\n',
        },
    ),
    "a manifest": (
        ("batch", "x.yaml", "--dry-run", "--out", "out"),
        {"x.yaml": f'jobs: [{{target: !!python/object/apply:eval ["{RUN}"]}}]\n'},
    ),
    "a pattern for file names": (
        ("batch", "x.yaml", "--dry-run", "--out", "out"),
        {"x.yaml": f'jobs: [{{target: attribute/score-pad, out: "{{{RUN}}}.pdf"}}]\n'},
    ),
    "a board": (
        ("build", "wolle/sheet", "--set", "board=x.yaml", "--out", "out/"),
        {"x.yaml": f'map: !!python/object/apply:eval ["{RUN}"]\n'},
    ),
    "an icon": (
        BUILD,
        {
            "x.yaml": f"{HEAD}body: [icon: evil]\n",
            "icons/evil.yaml": f'icon: evil\nlayers: !!python/object/apply:eval ["{RUN}"]\n',
        },
    ),
    "a record": (
        ("validate", "x.jsonl"),
        {"x.jsonl": f'{PLAY}{{"__class__": "{RUN}", "py/object": "{RUN}"}}\n'},
    ),
    "an option": (
        ("build", "attribute/score-pad", "--set", f"rounds={{{RUN}}}", "--out", "out/"),
        {},
    ),
    "a season": (
        ("season", "club"),
        {
            "club/season.yaml": f'title: !!python/object/apply:eval ["{RUN}"]\n',
            "club/results.csv": RESULTS,
        },
    ),
    "results of games": (
        ("season", "."),
        {"results.csv": f'date,game,names,scores\n2026-01-01,Skat,"{RUN},={RUN}","1,2"\n'},
    ),
    "a score pad": (("pad", "--rows", f"{{{RUN}}},B", "--wins", "most", "--out", "out/"), {}),
    "a seed": (("build", "wolle/sheet", "--seed", f"{{{RUN}}}", "--out", "out/"), {}),
}


@pytest.mark.parametrize("argv", COMMANDS, ids=" ".join)
def test_modules_in_the_working_folder_are_not_imported(
    tmp_path: Path, argv: tuple[str, ...]
) -> None:
    home = tmp_path / "home"
    plant(dict.fromkeys(PLANTED, CODE), home)
    plant(
        {
            "tiny.yaml": TINY,
            "night.yaml": "jobs: [{target: tiny.yaml, players: [2, 3]}]\n",
            "game.jsonl": next(iter(sample_files())).read_bytes(),
            "club/results.csv": RESULTS,
        },
        home,
    )
    ended = start(*argv, cwd=home, home=home)

    assert not ended.faults(None), ended.told()
    assert ended.code == (2 if "nosuch" in argv else 0), ended.told()
    assert not list(home.rglob("RAN"))


@pytest.mark.parametrize("attempt", ATTEMPTS)
def test_code_in_a_file_is_never_run(attempt: str, sandbox: Sandbox, tmp_path: Path) -> None:
    argv, files = ATTEMPTS[attempt]
    plant(files, tmp_path)

    ended = sandbox.run(*argv, cwd=tmp_path, writable=[tmp_path / "out"])

    assert () == ended.broken, ended.told()
    assert "Traceback" not in ended.err
    assert [] == [*tmp_path.rglob("ran")]


def _entries(pdf: pikepdf.Pdf) -> Iterator[tuple[str, str]]:
    """Every key of every object, with its value."""
    for item in pdf.objects:
        if isinstance(item, pikepdf.Dictionary | pikepdf.Stream):
            yield from ((key, str(item[key])) for key in item.keys())  # noqa: SIM118


SIX = TINY.replace("2-3", "2-6")


def test_a_pdf_has_no_active_content(tmp_path: Path) -> None:
    plant({"tiny.yaml": SIX.replace("Tiny", "/OpenAction << /S /Launch >>")}, tmp_path)
    argv = ("build", "tiny.yaml", "--names", NASTY_NAMES, "--out", "x.pdf")
    ended = start(*argv, cwd=tmp_path, home=tmp_path)

    assert ended.code == 0, ended.told()
    with pikepdf.open(tmp_path / "x.pdf") as pdf:
        entries = list(_entries(pdf))
    keys = {key for key, _ in entries}
    actions = {value for key, value in entries if key == "/S"}
    assert not keys & {"/JS", "/JavaScript", "/AA", "/OpenAction", "/Launch", "/AcroForm", "/A"}
    assert not keys & {"/EmbeddedFiles", "/EF", "/URI", "/XFA", "/RichMedia", "/Annots"}
    assert not actions & {"/JavaScript", "/Launch", "/URI", "/GoToR", "/SubmitForm", "/ImportData"}


def test_an_svg_has_no_active_content(tmp_path: Path) -> None:
    plant({"tiny.yaml": SIX.replace("Tiny", "<script>")}, tmp_path)
    argv = ("build", "tiny.yaml", "--names", NASTY_NAMES, "--out", "x.svg", "--format", "svg")
    ended = start(*argv, cwd=tmp_path, home=tmp_path)

    assert ended.code == 0, ended.told()
    elements = list(ElementTree.parse(tmp_path / "x.svg").iter())
    assert not {e.tag.rpartition("}")[2] for e in elements} & {"script", "foreignObject", "a"}
    attributes = [(name.rpartition("}")[2], value) for e in elements for name, value in e.items()]
    assert not [name for name, _ in attributes if name.startswith("on")]
    assert all(value.startswith(("#", "data:")) for name, value in attributes if name == "href")
