"""Promise 1: no code from your files runs, neither here nor where the sheets are opened."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import pikepdf
import pytest

from tests.trust.commandline import environment
from tests.trust.kinds import TINY
from tests.trust.nasty import plant

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.trust.commandline import Jail

NAMESAKES = (
    *("printkit", "yaml", "typer", "rich", "PIL", "reportlab", "svgwrite", "uharfbuzz", "json"),
    *("reportlab_settings", "reportlab_mods", "sitecustomize", "usercustomize", "conftest"),
)
"""Modules that Python or a library would import if they were looked for beside your files."""
PLANTED = "import pathlib\npathlib.Path(__file__).with_suffix('.ran').touch()\n"

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
    "a seed": (("build", "wolle/sheet", "--seed", f"{{{RUN}}}", "--out", "out/"), {}),
}

MARKUP = '<script>alert(1)</script>,x" onload="alert(1),javascript:alert(1)'


def test_a_module_beside_your_files_is_never_imported(tmp_path: Path) -> None:
    (tmp_path / "x.yaml").write_text(f"{HEAD}body: [Hello]\n")
    for name in NAMESAKES:
        (tmp_path / f"{name}.py").write_text(PLANTED)
    formats = ("--format", "pdf", "--format", "svg", "--format", "png")

    ran = subprocess.run(
        [Path(sys.executable).with_name("printkit"), *BUILD, *formats],
        cwd=tmp_path,
        env=environment(tmp_path / "home"),
        capture_output=True,
        text=True,
        check=False,
    )

    assert 0 == ran.returncode, ran.stderr
    assert [] == [*tmp_path.rglob("*.ran")]
    assert 3 == len([*(tmp_path / "out").iterdir()])


@pytest.mark.parametrize("attempt", ATTEMPTS)
def test_code_in_a_file_is_never_run(attempt: str, jail: Jail, tmp_path: Path) -> None:
    argv, files = ATTEMPTS[attempt]
    plant(files, tmp_path)

    ended = jail.run(*argv, cwd=tmp_path, writable=[tmp_path / "out"], alone=True)

    assert () == ended.broken, ended.told()
    assert "Traceback" not in ended.err
    assert [] == [*tmp_path.rglob("ran")]


def test_a_pdf_holds_nothing_that_could_act(jail: Jail, tmp_path: Path) -> None:
    (tmp_path / "tiny.yaml").write_text(TINY)
    argv = ("build", "tiny.yaml", "--names", MARKUP, "--out", "out/x.pdf")
    ended = jail.run(*argv, cwd=tmp_path, writable=[tmp_path / "out"], alone=True)

    assert 0 == ended.code, ended.told()
    with pikepdf.open(tmp_path / "out" / "x.pdf") as pdf:
        keys = {key for item in pdf.objects for key in _keys(item)}
    acting = {"/JS", "/JavaScript", "/AA", "/OpenAction", "/Launch", "/URI", "/A", "/AcroForm"}
    assert "/Contents" in keys
    assert not keys & {*acting, "/EmbeddedFiles", "/RichMedia", "/XFA", "/GoToR", "/SubmitForm"}


def _keys(item: object) -> Iterator[str]:
    if isinstance(item, pikepdf.Stream):
        item = item.stream_dict
    if isinstance(item, pikepdf.Dictionary):
        for key, value in item.items():
            yield key
            yield from _keys(value) if not getattr(value, "is_indirect", False) else ()


def test_an_svg_holds_nothing_that_could_act(jail: Jail, tmp_path: Path) -> None:
    (tmp_path / "tiny.yaml").write_text(TINY)
    argv = ("build", "tiny.yaml", "--names", MARKUP, "--out", "out/x.svg")
    ended = jail.run(*argv, cwd=tmp_path, writable=[tmp_path / "out"], alone=True)

    assert 0 == ended.code, ended.told()
    (file,) = (tmp_path / "out").iterdir()
    nodes = [*ElementTree.parse(file).iter()]
    names = {re.sub(r"\{.*\}", "", node.tag) for node in nodes}
    attributes = {re.sub(r"\{.*\}", "", name) for node in nodes for name in node.attrib}
    links = {value for node in nodes for name, value in node.attrib.items() if "href" in name}
    assert "svg" in names
    assert not names & {"script", "foreignObject", "a", "iframe", "animate", "set", "handler"}
    assert not [name for name in attributes if name.startswith("on")]
    assert all(link.startswith("#") for link in links)
