"""The content of an SVG, read with an XML parser."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from printkit.core.errors import MissingGlyphError
from printkit.core.scene import BLACK, Document, Image, Page, Placed, Rect, Stroke
from tests.backends.scenes import flag, page, picture, written
from tests.rendering import render

SVG = "{http://www.w3.org/2000/svg}"
HREF = "{http://www.w3.org/1999/xlink}href"


def svg(only: Page, *, outline: bool = False) -> ElementTree.Element:
    (data,) = render((only,), "svg", outline=outline)
    return ElementTree.fromstring(data)


def test_size_is_in_millimetres_and_coordinates_are_points() -> None:
    root = svg(Page(595.276, 841.89, ()))

    assert (root.get("width"), root.get("height")) == ("210mm", "297mm")
    assert root.get("viewBox") == "0 0 595.276 841.89"


def test_it_has_a_title_and_a_language() -> None:
    (data,) = render((page(),), "svg", Document("Wolle & <Co>", "de"))
    root = ElementTree.fromstring(data)

    assert root.findtext(f"{SVG}title") == "Wolle & <Co>"
    assert root.get("{http://www.w3.org/XML/1998/namespace}lang") == "de"


def test_text_has_a_position_for_every_character() -> None:
    (run,) = written(10, 20, "AV <b>", "Roboto-Bold", 10)
    text = svg(page(run)).find(f"{SVG}text")

    assert text is not None
    assert text.text == "AV <b>"
    assert text.get("font-family") == "'Roboto', sans-serif"
    assert text.get("font-weight") == "700"
    places = [float(x) for x in re.split("[ ,]", text.get("x", ""))]
    assert places == pytest.approx([10 + offset for offset in run.offsets], abs=0.001)


def test_markup_in_labels_of_outlines_is_escaped() -> None:
    words = "\"A\" & 'B' <b>"
    (run,) = svg(page(*written(10, 20, words)), outline=True).iter(f"{SVG}g")

    assert run.get("aria-label") == words


def test_repeated_spaces_are_kept() -> None:
    (text,) = svg(page(*written(10, 20, "a   b"))).iter(f"{SVG}text")

    assert text.get("{http://www.w3.org/XML/1998/namespace}space") == "preserve"


def test_a_character_beyond_16_bits_is_one_character() -> None:
    texts = svg(page(*written(10, 20, "♠🂡♥", "DejaVuSans"))).iter(f"{SVG}text")

    assert [text.text for text in texts] == ["♠", "🂡", "♥"]


def test_outlined_text_needs_no_font_and_has_a_label() -> None:
    root = svg(page(*written(10, 20, "noon")), outline=True)
    (run,) = root.iterfind(f"{SVG}g")

    assert list(root.iter(f"{SVG}text")) == []
    assert run.get("aria-label") == "noon"
    assert len({use.get(HREF) for use in run}) == 2


def test_a_repeated_drawing_is_defined_once_per_file() -> None:
    group = flag()
    used, empty, again = (
        page(Placed(group, 0, 0), Placed(group, 9, 9)),
        page(),
        page(Placed(group, 1, 1), Placed(group, 5, 1), Placed(group, 1, 5)),
    )
    files = [ElementTree.fromstring(d) for d in render((used, empty, again), "svg")]

    assert [len(root.findall(f"{SVG}defs/{SVG}g")) for root in files] == [2, 0, 2]
    assert [len(root.findall(f"{SVG}use")) for root in files] == [2, 0, 3]


def test_every_reference_has_its_definition() -> None:
    root = svg(
        page(Placed(flag(), 0, 0), *written(1, 9, "x"), Image(0, 0, 9, 9, picture())), outline=True
    )
    defined = {element.get("id") for element in root.iter() if element.get("id")}
    used = {str(element.get(HREF)) for element in root.iter(f"{SVG}use")}

    assert used == {f"#{name}" for name in defined}


def test_a_picture_is_embedded_once() -> None:
    image = picture("JPEG")
    root = svg(page(Image(0, 0, 9, 9, image), Image(20, 0, 9, 9, image)))
    (stored,) = root.iter(f"{SVG}image")

    assert str(stored.get(HREF)).startswith("data:image/jpeg;base64,/9j/")


def test_dashes_and_caps_are_written_only_if_not_default() -> None:
    plain, dashed = svg(
        page(
            Rect(0, 0, 9, 9, None, Stroke(BLACK, 1)),
            Rect(0, 0, 9, 9, None, Stroke(BLACK, 1, (2, 1), "round")),
        )
    ).iter(f"{SVG}rect")

    assert "stroke-dasharray" not in plain.attrib
    assert (dashed.get("stroke-dasharray"), dashed.get("stroke-linecap")) == ("2 1", "round")


def test_a_control_character_in_the_title_is_refused() -> None:
    with pytest.raises(MissingGlyphError, match=r"U\+0007"):
        render((page(),), "svg", Document("ring \a"))
