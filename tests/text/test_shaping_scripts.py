"""Text in any script: shaped, in order, and the same in every format."""

from __future__ import annotations

import io
from itertools import accumulate

import pikepdf
import pytest

from printkit.core.errors import MissingGlyphError
from printkit.core.scene import Fragment, Placed
from printkit.text.glyphs import glyph_number
from printkit.text.shaping import shape, text_width
from tests.backends.rasters import from_pdf, from_png, from_svg, stray_pixels, text_in_pdf
from tests.backends.scenes import page, written
from tests.rendering import render

HEBREW, ARABIC, YORUBA = "נועה", "دانا", "Ọ̀ṣọ́"


def test_letters_run_from_right_to_left() -> None:
    (run,) = shape(HEBREW, "Roboto", 10)

    assert run.text == HEBREW
    assert [glyph.text for glyph in run.glyphs] == list(reversed(HEBREW))
    assert [glyph.x for glyph in run.glyphs] == sorted(glyph.x for glyph in run.glyphs)


def test_arabic_letters_are_joined() -> None:
    (whole,) = shape("ننن", "Roboto", 10)
    (alone,) = shape("ن", "Roboto", 10)

    assert len({glyph.number for glyph in (*whole.glyphs, *alone.glyphs)}) == 4


def test_a_line_with_both_directions_is_in_order() -> None:
    def texts(text: str) -> list[str]:
        return [run.text for run in sorted(shape(text, "Roboto", 10), key=lambda run: run.x)]

    assert texts(f"Table 3: {HEBREW}") == ["Table 3: ", HEBREW]
    assert texts(f"{ARABIC} 2") == ["2", " ", ARABIC]
    assert texts(f"{ARABIC} Ann (2)")[-1] == ARABIC


def test_brackets_are_mirrored_in_right_to_left_text() -> None:
    def glyph_of(text: str, character: str) -> int:
        runs = shape(text, "Roboto", 10)
        return next(one.number for run in runs for one in run.glyphs if one.text == character)

    assert glyph_of(f"{HEBREW} (ב)", "(") == glyph_number(")", "Roboto")
    assert glyph_of(f"{HEBREW} (ב)", ")") == glyph_number("(", "Roboto")


def test_marks_are_placed_on_their_letter() -> None:
    (run,) = shape("X\u0302x\u0302", "DejaVuSans", 10)
    letters, marks = run.glyphs[::2], run.glyphs[1::2]

    assert run.width == pytest.approx(text_width("Xx", "DejaVuSans", 10), abs=0.5)
    assert marks[0].y < marks[1].y
    assert {letter.y for letter in letters} == {0}


@pytest.mark.parametrize("text", [HEBREW, ARABIC, YORUBA, f"Table 3: {HEBREW}", f"{ARABIC} 2"])
def test_every_format_draws_the_same(text: str) -> None:
    drawn = page(*written(20, 60, text, size=24))

    assert not stray_pixels(from_pdf(drawn), from_svg(drawn, outline=False))
    assert not stray_pixels(from_pdf(drawn), from_png(drawn))


@pytest.mark.parametrize(
    "text", [HEBREW, "נוֹעָה", ARABIC, "السلام عليكم", YORUBA, f"Table 3: {HEBREW}"]
)
def test_a_name_is_copied_from_a_pdf_as_it_was_typed(text: str) -> None:
    (data,) = render([page(*written(20, 60, text))], "pdf")

    assert text_in_pdf(data).strip() == text


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (
            "\u0301a",
            "U+0301 COMBINING ACUTE ACCENT is a combining mark that doesn't fit its letter",
        ),
        ("-\u05b8", "U+05B8 HEBREW POINT QAMATS is a combining mark that doesn't fit its letter"),
        ("א" + "\u05b8" * 5, "U+05B8 HEBREW POINT QAMATS is a combining mark"),
        ("א\u034fב", "U+034F COMBINING GRAPHEME JOINER is invisible"),
        ("א\u202eב", "U+202E RIGHT-TO-LEFT OVERRIDE is an invisible format character"),
        ("A\u200d", "U+200D ZERO WIDTH JOINER is an invisible format character"),
    ],
)
def test_misplaced_characters_are_refused_by_name(text: str, reason: str) -> None:
    with pytest.raises(MissingGlyphError) as caught:
        shape(text, "Roboto", 10)

    assert caught.value.message.startswith(reason)


@pytest.mark.parametrize("words", [f"{ARABIC} 2", f"a {YORUBA} b"])
def test_a_pdf_is_read_aloud_in_logical_order(words: str) -> None:
    shapes = written(20, 60, words)
    drawn = page(Placed(Fragment(shapes, 100, 100, "P"), 0, 0))

    (data,) = render([drawn], "pdf")

    with pikepdf.open(io.BytesIO(data)) as pdf:
        told = [one for one in pdf.objects if _is_told(one)]
        assert [str(one.ActualText) for one in told] == [words]
        depths = list(accumulate(map(_step, pikepdf.parse_content_stream(pdf.pages[0]))))
    assert {*depths} == {0, 1}  # no mark stands inside another


def _is_told(thing: pikepdf.Object) -> bool:
    return isinstance(thing, pikepdf.Dictionary) and thing.get("/S") == "/Span"


def _step(
    instruction: pikepdf.ContentStreamInstruction | pikepdf.ContentStreamInlineImage,
) -> int:
    return {"BDC": 1, "BMC": 1, "EMC": -1}.get(str(instruction.operator), 0)
