"""Fonts: every character is one glyph, placed the same for all backends, or refused by name."""

from __future__ import annotations

import subprocess
import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printkit.core.errors import MissingGlyphError
from printkit.text import glyphs
from printkit.text.faces import FACES
from printkit.text.glyphs import metrics
from printkit.text.shaping import shape, text_width

every_face = pytest.mark.parametrize("face_id", FACES)
printable = st.text(
    st.sampled_from([chr(c) for c in (*range(0x20, 0x7F), *range(0xA1, 0x250)) if c != 0xAD])
)


def refusal(text: str) -> str:
    with pytest.raises(MissingGlyphError) as caught:
        shape(text, "Roboto", 10)
    return str(caught.value)


class TestShaping:
    def test_kerning_moves_letters_together(self) -> None:
        apart = text_width("A", "Roboto", 10) + text_width("V", "Roboto", 10)

        assert text_width("AV", "Roboto", 10) < apart

    @every_face
    def test_ligatures_are_off(self, face_id: str) -> None:
        ((text, _, _, offsets, *_),) = shape("fi ffl", face_id, 10)

        assert (text, len(offsets)) == ("fi ffl", 6)

    @pytest.mark.parametrize("face_id", [face for face in FACES if face != "PatrickHand"])
    def test_digits_have_one_width(self, face_id: str) -> None:
        assert len({text_width(figure * 2, face_id, 10) for figure in "0123456789"}) == 1

    @given(printable, st.sampled_from(list(FACES)), st.floats(1, 500))
    def test_characters_have_increasing_positions(
        self, text: str, face_id: str, size: float
    ) -> None:
        runs = shape(text, face_id, size)

        assert "".join(run.text for run in runs) == unicodedata.normalize("NFC", text)
        for run in runs:
            assert len(run.offsets) == len(run.text)
            assert list(run.offsets) == sorted(run.offsets)
            assert run.offsets[0] == 0
        end = runs[-1].x + runs[-1].width if runs else 0
        assert end == pytest.approx(text_width(text, face_id, size))

    @given(printable, st.floats(1, 500))
    def test_width_grows_with_size(self, text: str, size: float) -> None:
        once, twice = text_width(text, "Roboto", size), text_width(text, "Roboto", 2 * size)

        assert twice == pytest.approx(2 * once)

    def test_a_long_text_measures_like_a_short_one(self) -> None:
        assert text_width("x" * 9000, "Roboto", 1) == pytest.approx(
            9000 * text_width("x", "Roboto", 1)
        )

    def test_an_empty_text_has_no_runs(self) -> None:
        assert shape("", "Roboto", 10) == ()
        assert text_width("", "Roboto", 10) == 0


class TestSpelling:
    def test_letters_and_accents_are_composed(self) -> None:
        assert shape("e\u0301", "Roboto", 10) == shape("é", "Roboto", 10)

    def test_a_no_break_space_prints_as_a_space(self) -> None:
        assert shape("10\u00a0mm", "Roboto", 10) == shape("10 mm", "Roboto", 10)
        assert shape("Qui\u202f?", "Roboto", 10) == shape("Qui\u2009?", "Roboto", 10)

    def test_a_soft_hyphen_is_removed(self) -> None:
        assert shape("Spiel\u00adplan", "Roboto", 10) == shape("Spielplan", "Roboto", 10)

    def test_a_variation_selector_is_removed(self) -> None:
        assert [run.text for run in shape("❤\ufe0f", "Roboto", 10)] == ["❤"]

    @pytest.mark.parametrize("space", ["\u2009", "\u202f", "\u2003"])
    def test_other_spaces_keep_their_own_width(self, space: str) -> None:
        assert text_width(space, "Roboto", 10) > 0


class TestFallback:
    def test_symbols_come_from_the_symbols_face(self) -> None:
        runs = shape("a ♠ b", "Roboto", 10)

        assert [(run.text, run.face) for run in runs] == [
            ("a ", "Roboto"),
            ("♠", "DejaVuSans"),
            (" b", "Roboto"),
        ]

    def test_bold_text_takes_bold_symbols(self) -> None:
        assert [run.face for run in shape("♠", "Nunito-Black", 10)] == ["DejaVuSans-Bold"]

    def test_a_symbol_that_is_never_bold_comes_from_the_regular_face(self) -> None:
        assert [run.face for run in shape("𝖠", "Roboto-Bold", 10)] == ["DejaVuSans"]


class TestRefusal:
    @pytest.mark.parametrize(
        ("text", "reason"),
        [
            ("Ann 🐑", "no available font has the character U+1F411 SHEEP"),
            ("羊", "no available font has the character U+7F8A CJK UNIFIED IDEOGRAPH-7F8A"),
            ("a\tb", "U+0009 is a control character and can't be printed"),
            ("a\nb", "U+000A is a control character and can't be printed"),
            (
                "\u202eevil",
                (
                    "U+202E RIGHT-TO-LEFT OVERRIDE is an invisible format character "
                    "and can't be printed"
                ),
            ),
            ("\ud800", "U+D800 is half a character and can't be printed"),
            ("\ue000", "U+E000 is a private-use character and can't be printed"),
            (
                "x\u0302\u0303\u0304\u0306\u0307",
                (
                    "U+0307 COMBINING DOT ABOVE is a combining mark "
                    "that doesn't fit its letter and can't be printed"
                ),
            ),
            ("नमस्ते", "no available font has the character U+0928 DEVANAGARI LETTER NA"),
        ],
    )
    def test_an_unprintable_character_is_named_with_the_reason(
        self, text: str, reason: str
    ) -> None:
        assert refusal(text).partition("\n")[0] == reason

    @given(st.text(max_size=20), st.sampled_from(list(FACES)))
    def test_any_text_prints_completely_or_is_refused(self, text: str, face_id: str) -> None:
        try:
            runs = shape(text, face_id, 10)
        except MissingGlyphError:
            return

        for run in runs:
            assert run.glyphs or all(glyphs.has_glyph(one, run.face) for one in run.text)
            assert 0 not in [glyph.number for glyph in run.glyphs]


class TestEmbedding:
    @every_face
    def test_a_subset_is_small_and_has_its_glyphs(self, face_id: str) -> None:
        numbers = {glyphs.glyph_number(character, face_id) for character in "Ann"}

        subset = glyphs.subset(numbers, face_id)

        assert len(subset.data) < FACES[face_id].path.stat().st_size / 20
        assert set(subset.names) == numbers

    def test_an_outline_is_on_the_baseline(self) -> None:
        rows = [
            number
            for _, *numbers in glyphs.glyph_outline("H", "Roboto")
            for number in numbers[1::2]
        ]

        assert min(rows) == pytest.approx(-metrics("Roboto").cap_height)
        assert max(rows) == pytest.approx(0)


def test_measuring_loads_no_backend() -> None:
    program = (
        "import sys; from printkit.text import shaping; shaping.text_width('x', 'Roboto', 9);"
        "print({'reportlab', 'svgwrite', 'PIL'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True)

    assert done.stdout.decode().strip() == "set()"
