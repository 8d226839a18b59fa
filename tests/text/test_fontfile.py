"""Fonts of your own: printed like the shipped ones, or refused with the reason; never a crash."""

from __future__ import annotations

import gc
import random
import re
import struct
from functools import lru_cache
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from printkit.core import filecache
from printkit.core.errors import LayoutError, MissingGlyphError, Where
from printkit.text import faces, glyphs
from printkit.text.faces import FACES
from printkit.text.fontfile import AXES, MAX_BYTES, load_face
from printkit.text.shaping import shape
from tests.backends.rasters import from_pdf, from_png, from_svg, stray_pixels, text_in_pdf
from tests.backends.scenes import page, written
from tests.depth import many
from tests.rendering import render
from tests.text.fontparts import (
    NUNITO,
    ROBOTO,
    changed,
    glyph,
    kerned,
    last_points,
    mapped,
    outline,
    patched,
    program,
    put_together,
    taken_apart,
    with_weights,
)

if TYPE_CHECKING:
    from pathlib import Path

    from printkit.text.faces import OwnFace

HERE = Where("mine.yaml", 4, 10)
A_TO_Z = [chr(c) for c in range(0x20, 0x7F)]


def load(folder: Path, data: bytes, weight: str = "regular", name: str = "own.ttf") -> OwnFace:
    """The face of a font file with this content."""
    folder.mkdir(exist_ok=True)
    (folder / name).write_bytes(data)
    return load_face(name, weight, folder, HERE)


@lru_cache(maxsize=1)
def shipped_under_another_name(folder: Path) -> OwnFace:
    """The shipped face that is called as the folder."""
    return load(folder, FACES[folder.name].path.read_bytes())


def refusal(folder: Path, data: bytes) -> str:
    """The error for an unusable font."""
    with pytest.raises(LayoutError) as caught:
        load(folder, data)
    assert caught.value.where == HERE
    return re.sub("^can't (use|read) the font 'own.ttf': ", r"\1: ", caught.value.message)


def looks(text: str, face_id: str) -> list[tuple[str, str]]:
    return [(run.text, run.face) for run in shape(text, face_id, 10)]


class TestFace:
    @pytest.mark.parametrize("face_id", FACES)
    @settings(max_examples=many(20, deep=100))
    @given(text=st.text(st.sampled_from(A_TO_Z), min_size=1, max_size=30))
    def test_a_copy_of_a_shipped_font_looks_the_same(
        self, tmp_path_factory: pytest.TempPathFactory, face_id: str, text: str
    ) -> None:
        face = shipped_under_another_name(tmp_path_factory.getbasetemp() / face_id)
        (own,), (shipped,) = shape(text, face.id, 9), shape(text, face_id, 9)

        assert own.offsets == pytest.approx(shipped.offsets)
        assert own.width == pytest.approx(shipped.width)
        assert glyphs.metrics(face.id) == pytest.approx(glyphs.metrics(face_id))

    def test_a_face_is_identified_by_content_and_weight(self, tmp_path: Path) -> None:
        one, same, other = (
            load(tmp_path / name, data, name=f"{name}.ttf")
            for name, data in (("a", ROBOTO), ("b", ROBOTO), ("c", NUNITO))
        )
        bold = load(tmp_path / "a", ROBOTO, "bold", name="a.ttf")

        assert one is same
        assert len({one.id, other.id, bold.id}) == 3

    def test_a_changed_file_is_a_new_face(self, tmp_path: Path) -> None:
        before = load(tmp_path, ROBOTO)

        assert load(tmp_path, NUNITO).id != before.id

    def test_an_unused_face_is_released(self, tmp_path: Path) -> None:
        gc.freeze()  # what other tests have left is not looked through
        face_id = load(tmp_path, ROBOTO + b"another").id
        faces.find_face(face_id)
        filecache.forget()
        gc.collect()

        with pytest.raises(LayoutError, match="unknown font face"):
            faces.find_face(face_id)

    def test_programs_in_the_font_are_removed(self, tmp_path: Path) -> None:
        programs = {"fpgm", "prep", "cvt ", "GSUB"}
        kept = {"cmap", "glyf", "head", "hhea", "hmtx", "loca", "maxp", "GPOS", "GDEF"}

        plain = load(tmp_path, ROBOTO).data

        assert programs <= set(taken_apart(ROBOTO))
        assert kept == set(taken_apart(plain))
        assert program(ROBOTO, "B") > program(plain, "B") == 0

    def test_the_kerning_of_old_fonts_is_kept(self, tmp_path: Path) -> None:
        ((*_, loose, _, _),) = shape("AVA", load(tmp_path, kerned(ROBOTO, {"XX": -1})).id, 2048)
        ((*_, tight, _, _),) = shape("AVA", load(tmp_path, kerned(ROBOTO, {"AV": -100})).id, 2048)

        assert tight == pytest.approx([loose[0], loose[1] - 100, loose[2] - 100])

    def test_a_variable_font_uses_the_requested_weight(self, tmp_path: Path) -> None:
        data = with_weights(ROBOTO, "I", wider=500)
        widths = {
            weight: glyphs.advance("I", load(tmp_path, data, weight).id) * 2048 for weight in AXES
        }

        assert widths == pytest.approx({"regular": 557, "italic": 557, "bold": 857, "black": 1057})


class TestCharacters:
    def test_missing_characters_come_from_the_symbols_face(self, tmp_path: Path) -> None:
        own = load(tmp_path, ROBOTO).id
        bold = load(tmp_path, ROBOTO, "bold").id

        assert looks("a♠b", own) == [("a", own), ("♠", "DejaVuSans"), ("b", own)]
        assert looks("a♠", bold) == [("a", bold), ("♠", "DejaVuSans-Bold")]

    def test_a_private_use_character_prints_if_the_font_has_it(self, tmp_path: Path) -> None:
        own = load(tmp_path, mapped(ROBOTO, {"\ue001": glyph(ROBOTO, "A")})).id

        assert looks("\ue001", own) == [("\ue001", own)]
        with pytest.raises(MissingGlyphError, match=r"U\+E002 is a private-use character"):
            shape("\ue002", own, 10)

    def test_an_empty_glyph_counts_as_missing(self, tmp_path: Path) -> None:
        numbers = {"A": glyph(ROBOTO, "A"), "B": glyph(ROBOTO, " "), "C": 60_000}
        own = load(tmp_path, mapped(ROBOTO, numbers)).id

        assert looks("ABC", own) == [("A", own), ("BC", "DejaVuSans")]

    def test_a_glyph_that_is_far_too_large_is_refused_by_name(self, tmp_path: Path) -> None:
        tiny_em = load(tmp_path, patched(ROBOTO, "head", 18, struct.pack(">H", 64))).id

        assert glyphs.metrics(tiny_em).cap_height == glyphs.metrics("DejaVuSans").cap_height
        with pytest.raises(MissingGlyphError) as caught:
            shape("A", tiny_em, 10)
        expected = "U+0041 LATIN CAPITAL LETTER A is far too large in this font"
        assert str(caught.value) == expected

    def test_kerning_that_moves_letters_back_is_refused(self, tmp_path: Path) -> None:
        own = load(tmp_path, kerned(ROBOTO, {"AV": -5000})).id

        assert looks("AA", own) == [("AA", own)]
        with pytest.raises(MissingGlyphError) as caught:
            shape("AV", own, 10)
        assert str(caught.value) == "'AV' can't be printed with this font"


REFUSED = [
    (b"", "use: the file is empty"),
    (b"Once upon a time", "use: this isn't a font"),
    (b"OTTO" + ROBOTO[4:], "use: it has PostScript outlines (CFF)"),
    (b"ttcf" + ROBOTO[4:], "use: it is a collection of several fonts"),
    (b"wOFF" + ROBOTO[4:], "use: it is packed for web pages (WOFF)"),
    (b"wOF2" + ROBOTO[4:], "use: it is packed for web pages (WOFF2)"),
    (b"\0\1\0\0", "use: the end of the file is missing"),
    (b"\0\1\0\0" + bytes(8), "use: it has no table 'head'"),
    (ROBOTO[:100], "use: the end of the file is missing"),
    (ROBOTO[:-5000], "use: the end of the file is missing"),
    (changed(ROBOTO, glyf=None), "use: it has no table 'glyf'"),
    (changed(ROBOTO, cmap=b""), "use: it has no table 'cmap'"),
    (changed(ROBOTO, glyf=None, CFF2=b"x"), "use: it has PostScript outlines"),
    (changed(ROBOTO, glyf=None, EBDT=b"x"), "use: it's a bitmap font"),
    (changed(ROBOTO, COLR=b"x"), "use: it is a colour font"),
    (changed(ROBOTO, sbix=b"x"), "use: it is a colour font"),
    (changed(ROBOTO, head=b"x"), "use: its tables contradict each other"),
    (changed(ROBOTO, maxp=b"x"), "use: its tables contradict each other"),
    (changed(ROBOTO, hmtx=b"x"), "use: its tables contradict each other"),
    (changed(ROBOTO, loca=b"x"), "use: its tables contradict each other"),
    (patched(ROBOTO, "head", 18, b"\0\0"), "use: its tables contradict each other"),
    (patched(ROBOTO, "maxp", 4, b"\0\0"), "use: its tables contradict each other"),
    (patched(ROBOTO, "hhea", 34, b"\0\0"), "use: its tables contradict each other"),
    (changed(ROBOTO, cmap=b"x"), "use: it is broken"),
    (changed(ROBOTO, fvar=b"\xff" * 200, gvar=b"\xff" * 200), "use: it is broken"),
    (mapped(ROBOTO, {" ": glyph(ROBOTO, " ")}), "use: it has no visible Unicode characters"),
    (mapped(ROBOTO, {}), "use: it has no visible Unicode characters"),
    (patched(ROBOTO, "OS/2", 8, b"\0\x02"), "use: its licence doesn't allow embedding"),
    (patched(ROBOTO, "OS/2", 8, b"\1\x00"), "use: its licence doesn't allow embedding a"),
    (patched(ROBOTO, "OS/2", 8, b"\2\x00"), "use: its licence doesn't allow embedding its out"),
    (ROBOTO + bytes(MAX_BYTES), "read: it is larger than 15 MB"),
]


class TestRefusal:
    @pytest.mark.parametrize(
        ("data", "reason"),
        REFUSED,
        ids=[f"{at}: {reason}" for at, (_, reason) in enumerate(REFUSED)],
    )
    def test_a_bad_font_is_refused_with_place_and_reason(
        self, tmp_path: Path, data: bytes, reason: str
    ) -> None:
        assert refusal(tmp_path, data).startswith(reason)

    @pytest.mark.parametrize("licence", [b"\0\0", b"\0\x04", b"\0\x08", b"\0\x06"])
    def test_a_font_that_allows_embedding_is_used(self, tmp_path: Path, licence: bytes) -> None:
        assert load(tmp_path, patched(ROBOTO, "OS/2", 8, licence))

    def test_a_font_without_licence_flags_is_used(self, tmp_path: Path) -> None:
        assert load(tmp_path, changed(ROBOTO, OS2=None))

    def test_a_font_with_too_many_characters_is_refused(self, tmp_path: Path) -> None:
        spans = [(first, first + 1000, 1) for first in range(0x20, 0x10FF00, 1001)]
        groups = b"".join(struct.pack(">3L", *span) for span in spans)
        subtable = struct.pack(">2H3L", 12, 0, 16 + len(groups), 0, len(spans)) + groups
        cmap = struct.pack(">2H2HL", 0, 1, 3, 10, 12) + subtable

        assert refusal(tmp_path, changed(ROBOTO, cmap=cmap)) == (
            "use: it claims to have more than 200,000 characters"
        )

    def test_contours_out_of_order_are_refused(self, tmp_path: Path) -> None:
        backwards = struct.pack(">2H", *reversed(last_points(ROBOTO, "B")))
        data = patched(ROBOTO, "glyf", outline(ROBOTO, "B") + 10, backwards)

        assert refusal(tmp_path, data) == "use: its outlines are broken"

    @pytest.mark.parametrize("seed", range(40))
    def test_a_damaged_font_is_refused_or_prints(self, tmp_path: Path, seed: int) -> None:
        try:
            own = load(tmp_path, _damaged(random.Random(seed))).id
            shapes = written(8, 60, "AVATAR Tokyo, 0123 ÄÖÜ", own, 20)
            for look in (from_pdf, from_png):
                look(page(*shapes))
            from_svg(page(*shapes), outline=False)
        except (LayoutError, MissingGlyphError):
            pass


def _damaged(chance: random.Random) -> bytes:
    """A font with some bytes of one table changed, most often near its beginning."""
    tables = taken_apart(chance.choice((NUNITO, with_weights(ROBOTO, "I", 500))))
    tag = chance.choice(["cmap", "glyf", "loca", "head", "hhea", "hmtx", "maxp", "GPOS", "GDEF"])
    table = bytearray(tables[tag])
    for _ in range(chance.choice((1, 3, 30))):
        at = chance.randrange(min(len(table), chance.choice((60, 10**9))))
        table[at] = chance.choice((0, 0x7F, 0x80, 0xFF, chance.randrange(256)))
    return put_together({**tables, tag: bytes(table)})


class TestPrinting:
    def test_a_custom_font_looks_the_same_in_all_formats(self, tmp_path: Path) -> None:
        own = load(tmp_path, ROBOTO).id
        mine, shipped = (
            page(*written(8, 40, "AVATAR Tokyo, fi ♠", face, 16)) for face in (own, "Roboto")
        )

        for look in (from_pdf(mine), from_png(mine), from_svg(mine, outline=True)):
            assert stray_pixels(from_pdf(shipped), look) == 0

    def test_svg_draws_a_custom_font_as_outlines(self, tmp_path: Path) -> None:
        scene = page(*written(8, 40, "AVATAR", load(tmp_path, ROBOTO).id, 16))

        assert stray_pixels(from_pdf(scene), from_svg(scene, outline=False)) == 0

    def test_two_fonts_of_one_name_do_not_mix(self, tmp_path: Path) -> None:
        turned = mapped(ROBOTO, {"A": glyph(ROBOTO, "V"), "V": glyph(ROBOTO, "A")})
        one = load(tmp_path, mapped(ROBOTO, {c: glyph(ROBOTO, c) for c in "AV"})).id
        other = load(tmp_path, turned).id
        expected = page(*written(8, 40, "AV", size=30), *written(8, 90, "VA", size=30))
        both = page(*written(8, 40, "AV", one, 30), *written(8, 90, "AV", other, 30))

        for look in (from_pdf, from_png):
            assert stray_pixels(from_pdf(expected), look(both)) == 0
        assert stray_pixels(from_pdf(expected), from_svg(both, outline=False)) == 0

    def test_text_copied_from_the_pdf_is_what_was_typed(self, tmp_path: Path) -> None:
        own = load(tmp_path, ROBOTO).id
        (data,) = render((page(*written(8, 40, "Größe fi 0123", own, 16)),), "pdf")

        assert text_in_pdf(data).strip() == "Größe fi 0123"
