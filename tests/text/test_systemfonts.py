"""System fonts: found for missing characters, reported, embedded, or turned off."""

from __future__ import annotations

import json
import os
import random
import struct
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import pypdfium2
import pytest

from printkit.core import filecache
from printkit.core.errors import MissingGlyphError
from printkit.core.paper import PAPERS
from printkit.layout.cache import LayoutCache
from printkit.pipeline.preview import preview
from printkit.request.options import Request
from printkit.text import shaping, systemfonts
from printkit.text.faces import SystemFace, find_face, recording_fonts
from tests.backends.rasters import from_pdf, from_png, from_svg, stray_pixels, text_in_pdf
from tests.backends.scenes import page, written
from tests.cli.terminal import Terminal
from tests.rendering import render
from tests.text.fontparts import (
    NUNITO,
    ROBOTO,
    collection,
    glyph,
    mapped,
    patched,
    postscript,
    with_weights,
)

if TYPE_CHECKING:
    from collections.abc import Callable

NAME = "太郎"
SHEET = """sheet: own/x
title: X
players: 1-4
body: [{for: player in players, text: "{player.name}"}]
"""
TRUETYPE = mapped(ROBOTO, {"太": glyph(ROBOTO, "T"), "郎": glyph(ROBOTO, "R")})
EM_1000 = patched(ROBOTO, "head", 18, struct.pack(">H", 1000))
KINDS = {
    "own.ttf": TRUETYPE,
    "own.ttc": collection(NUNITO, TRUETYPE),
    "own.otf": postscript(EM_1000, {"太": 900, "郎": 400}, cids=False),
    "cid.otf": postscript(EM_1000, {"太": 900, "郎": 400}, cids=True),
}
NOTO = Path("/usr/share/fonts")


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Path]:
    """Put fonts into a folder, the only one that is searched."""

    def put(**files: bytes) -> Path:
        folder = tmp_path / "fonts"
        folder.mkdir()
        for name, data in files.items():
            (folder / name).write_bytes(data)
        monkeypatch.setenv(systemfonts.VARIABLE, str(folder))
        return folder

    return put


def face_of(text: str, face_id: str = "Roboto") -> SystemFace:
    (run,) = shaping.shape(text, face_id, 10)
    face = find_face(run.face)
    assert isinstance(face, SystemFace)
    return face


@pytest.mark.parametrize("name", KINDS)
def test_system_fonts_of_any_kind_print_missing_characters(
    name: str, place: Callable[..., Path]
) -> None:
    place(**{name: KINDS[name]})
    drawn = page(*written(20, 80, f"{NAME} x", size=40))

    (data,) = render([drawn], "pdf")

    assert text_in_pdf(data).strip() == f"{NAME} x"
    assert not stray_pixels(from_pdf(drawn), from_svg(drawn, outline=False))
    assert not stray_pixels(from_pdf(drawn), from_png(drawn))


def test_the_font_with_the_nearest_weight_is_used(place: Callable[..., Path]) -> None:
    bold = mapped(NUNITO, {"太": glyph(NUNITO, "T"), "郎": glyph(NUNITO, "R")})
    place(**{"a.ttf": TRUETYPE, "b.ttf": bold, "c.ttf": mapped(ROBOTO, {"太": 5})})

    assert [face_of(NAME, face).path.name for face in ("Roboto", "Nunito-Black")] == [
        "a.ttf",
        "b.ttf",
    ]


def test_a_variable_font_gets_the_weight_of_the_text(place: Callable[..., Path]) -> None:
    wide = mapped(with_weights(ROBOTO, "I", 500), {"太": glyph(ROBOTO, "I")})
    place(**{"wide.ttf": wide})
    light, heavy = (shaping.text_width("太", face, 2048) for face in ("Roboto", "Nunito-Black"))

    assert face_of("太", "Nunito-Black").axes == (("wght", 900.0),)
    assert heavy - light == pytest.approx(500)
    drawn = page(*written(20, 80, "太太", "Nunito-Black", size=40))
    assert not stray_pixels(from_pdf(drawn), from_svg(drawn, outline=False))


NOT_TAKEN = {
    "no font": b"no font at all",
    "cut off": TRUETYPE[:300],
    "not to be embedded": patched(TRUETYPE, "OS/2", 8, struct.pack(">H", 2)),
    "letters that are empty": mapped(ROBOTO, dict.fromkeys(NAME, glyph(ROBOTO, " "))),
}


@pytest.mark.parametrize("kind", NOT_TAKEN)
def test_unusable_fonts_are_skipped(kind: str, place: Callable[..., Path]) -> None:
    place(**{"x.ttf": NOT_TAKEN[kind]})

    with pytest.raises(MissingGlyphError, match=r"U\+592A") as refused:
        shaping.shape("太", "Roboto", 10)
    assert "fonts-noto-cjk" in str(refused.value.hint)


def test_a_glyph_that_is_far_too_large_is_refused(place: Callable[..., Path]) -> None:
    place(**{"x.ttf": patched(TRUETYPE, "head", 18, struct.pack(">H", 64))})

    with pytest.raises(MissingGlyphError, match="too large"):
        shaping.shape("太", "Roboto", 10)


@pytest.mark.parametrize("seed", range(12))
def test_a_damaged_font_prints_or_is_skipped(seed: int, place: Callable[..., Path]) -> None:
    chance = random.Random(seed)
    data = bytearray(KINDS[chance.choice(list(KINDS))])
    for _ in range(chance.choice((1, 5, 100))):
        data[chance.randrange(min(len(data), chance.choice((400, 10**9))))] = chance.choice(
            (0, 255)
        )
    place(**{"x.ttf": bytes(data)})

    with suppress(MissingGlyphError):
        from_png(page(*written(20, 60, NAME)))


def test_used_fonts_are_listed_and_can_be_forbidden(place: Callable[..., Path]) -> None:
    place(**{"own.ttf": TRUETYPE})
    with recording_fonts() as taken:
        shaping.text_width(NAME, "Roboto", 10)
    assert [face.path.name for face in taken.faces.values()] == ["own.ttf"]

    with recording_fonts(forbid=True), pytest.raises(MissingGlyphError) as refused:
        shaping.text_width(NAME, "Roboto", 10)
    assert "--no-system-fonts" in str(refused.value.hint)


@pytest.fixture
def printkit(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Terminal:
    terminal = Terminal(monkeypatch, tmp_path)
    terminal.write("x.yaml", SHEET)
    return terminal


class TestBuild:
    def test_a_build_reports_the_system_font_it_used(
        self, printkit: Terminal, place: Callable[..., Path]
    ) -> None:
        path = place(**{"own.ttf": TRUETYPE}) / "own.ttf"

        shown = printkit("build", "x.yaml", "-n", f"{NAME},Ann", "-o", "x.pdf")
        told = printkit("build", "x.yaml", "-n", f"{NAME},Ann", "-o", "x.pdf", "--json").json()

        note = "used system fonts: Roboto Regular; output may differ on other machines"
        assert note in shown.out.splitlines()
        digest = filecache.digest(TRUETYPE)
        assert told["fonts"] == [{"name": "Roboto Regular", "path": str(path), "digest": digest}]
        assert note in told["notes"]
        with pypdfium2.PdfDocument(printkit.folder / "x.pdf") as pdf:
            assert NAME in pdf[0].get_textpage().get_text_range()

    def test_latin_names_need_no_system_font(self, printkit: Terminal) -> None:
        told = printkit("build", "x.yaml", "-n", "Ann,Zoë ♠", "-o", "x.pdf", "--json").json()

        assert told["fonts"] == []

    def test_system_fonts_can_be_turned_off(
        self, printkit: Terminal, place: Callable[..., Path]
    ) -> None:
        place(**{"own.ttf": TRUETYPE})

        shown = printkit("build", "x.yaml", "-n", f"{NAME},Ann", "--no-system-fonts")

        assert shown.code == 1
        expected = f"error: can't print the name '{NAME}': no available font has the character"
        assert shown.err.startswith(expected)
        assert not (printkit.folder / "output").exists()

    def test_a_missing_file_in_printkit_fonts_is_a_usage_error(
        self, printkit: Terminal, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv(systemfonts.VARIABLE, os.pathsep.join(["nowhere.ttf", "x"]))

        shown = printkit("build", "x.yaml", "-n", f"{NAME},Ann")

        assert shown.code == 2
        assert shown.err.startswith("error: PRINTKIT_FONTS: no such file or folder")


def test_a_cached_layout_uses_the_font_too(tmp_path: Path, place: Callable[..., Path]) -> None:
    font, layout, cache = (
        place(**{"own.ttf": TRUETYPE}) / "own.ttf",
        tmp_path / "x.yaml",
        LayoutCache(),
    )
    layout.write_text(SHEET)
    request = Request((str(layout),), names=(NAME, "Ann"), paper=PAPERS["a4"])

    first, again = preview(request, 1, cache), preview(request, 1, cache)
    assert (["own/x"], []) == ([*first.laid_out], [*again.laid_out])
    assert "Roboto Regular" in again.notes[0]
    assert first.pages[0][1] == again.pages[0][1]

    font.write_bytes(TRUETYPE + bytes(4))
    filecache.forget_changed()
    assert ["own/x"] == [*preview(request, 1, cache).laid_out]


def test_a_batch_rebuilds_when_the_font_has_changed(
    printkit: Terminal, place: Callable[..., Path]
) -> None:
    folder = place(**{"own.ttf": TRUETYPE})
    jobs = f"jobs: [{{target: x.yaml, names: [[{NAME}], [Ann]]}}]\n"
    printkit.write("night.yaml", jobs)
    batch = ("batch", "night.yaml", "--out", "out", "--json", "--jobs", "1")

    def to_build() -> list[str]:
        plan = json.loads(printkit(*batch, "--dry-run").out)
        return [job["why"] for job in plan["jobs"]]

    built = printkit(*batch).json()
    assert [[font["name"] for font in job["fonts"]] for job in built["jobs"]] == [
        ["Roboto Regular"],
        [],
    ]
    assert to_build() == ["", ""]
    (folder / "own.ttf").write_bytes(TRUETYPE + bytes(4))
    changed, same = to_build()
    assert changed.endswith("fonts/own.ttf")
    assert same == ""


@pytest.mark.skipif(not list(NOTO.rglob("NotoSansDevanagari-Regular.ttf")), reason="needs Noto")
@pytest.mark.parametrize("name", ["สมชาย น้ำทิพย์", "देवेन्द्र किरण", NAME, "김민준"])
def test_real_fonts_print_what_was_typed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(systemfonts.VARIABLE)
    try:
        drawn = page(*written(20, 80, name, size=20))
    except MissingGlyphError as refused:
        pytest.skip(f"no font of this system has it: {refused.message}")

    (data,) = render([drawn], "pdf")

    assert text_in_pdf(data).strip() == name
    assert not stray_pixels(from_pdf(drawn), from_svg(drawn, outline=False))
