"""Cards for a print shop: one page each, boxes, crop marks and bleed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pypdfium2
import pytest

from printkit.core.errors import UsageError
from printkit.core.paper import PAPERS, parse_offset
from printkit.pipeline.main import build
from printkit.pipeline.notes import about, advice
from printkit.request.options import Request
from printkit.request.values import Destination
from tests.layout.printing import MM, Box, boxes, pdf, printed, write_cards

if TYPE_CHECKING:
    from pathlib import Path

    from PIL.Image import Image

NEAR = 0.01
BLEED, SLUG = 3.0, 15.0
CARD = (63.0, 88.0)
DOTS = 10
"""A millimetre, in dots of a picture."""

RED, BLUE, WHITE = (255, 0, 0), (0, 0, 255), (255, 255, 255)


def picture(data: bytes, number: int = 0) -> Image:
    file = pypdfium2.PdfDocument(data)
    image: Image = file[number].render(scale=DOTS / MM).to_pil().convert("RGB")
    file.close()
    return image


def colour_at(image: Image, x: float, y: float) -> tuple[int, ...]:
    """The colour at this place, in millimetres from the upper left corner of the card."""
    found = image.getpixel((round((x + SLUG) * DOTS), round((y + SLUG) * DOTS)))
    assert isinstance(found, tuple)
    return found


def card(folder: Path, body: str, margin: str = "0") -> bytes:
    path = folder / "card.yaml"
    head = f"sheet: mine/card\ntitle: Card\npage: {{size: card, margin: {margin}}}\nbody:\n"
    path.write_text(head + body, encoding="utf-8")
    return pdf(path, crop_marks=True)


def around(distance: float) -> list[tuple[float, float]]:
    """Places at this distance outside the card: next to each side and each corner."""
    width, height = CARD
    xs, ys = (-distance, width / 2, width + distance), (-distance, height / 2, height + distance)
    return [(x, y) for x in xs for y in ys if (x, y) != (width / 2, height / 2)]


def test_each_card_has_its_own_page_with_trim_and_bleed(tmp_path: Path) -> None:
    data = pdf(write_cards(tmp_path, "card", 5, 0.0), crop_marks=True)
    width, height = CARD
    trim = Box(SLUG, SLUG, SLUG + width, SLUG + height)
    bleed = Box(SLUG - BLEED, SLUG - BLEED, SLUG + width + BLEED, SLUG + height + BLEED)
    media = Box(0, 0, width + 2 * SLUG, height + 2 * SLUG)

    for name, expected in (("TrimBox", trim), ("BleedBox", bleed), ("MediaBox", media)):
        found = boxes(data, name)
        assert 5 == len(found)
        assert all(expected == pytest.approx(box, abs=NEAR) for box in found)


def test_fronts_and_backs_alternate_upright_in_the_same_place(tmp_path: Path) -> None:
    pages = printed(pdf(write_cards(tmp_path, "card", 4, backs=True), crop_marks=True))
    cards = [card for page in pages for card in page.cards]

    assert [(n, is_back) for n in range(4) for is_back in (False, True)] == [
        (card.number, card.is_back) for card in cards
    ]
    for one in cards:
        assert cards[0].art == pytest.approx(one.art, abs=NEAR)
        assert cards[0].mark == pytest.approx(one.mark, abs=NEAR)


def test_crop_marks_are_outside_the_bleed_in_line_with_the_card(tmp_path: Path) -> None:
    for page in printed(pdf(write_cards(tmp_path, "card", 2, backs=True), crop_marks=True)):
        width, height = CARD
        ends = [SLUG - BLEED, SLUG + width + BLEED, SLUG - BLEED, SLUG + height + BLEED]
        uprights = [line for line in page.lines if line.is_upright]
        levels = [line for line in page.lines if not line.is_upright]

        assert (4, 4) == (len(uprights), len(levels))
        for line in uprights:
            assert min(abs(line.x1 - x) for x in (SLUG, SLUG + width)) < NEAR
            assert max(line.y1, line.y2) < ends[2] or min(line.y1, line.y2) > ends[3]
        for line in levels:
            assert min(abs(line.y1 - y) for y in (SLUG, SLUG + height)) < NEAR
            assert max(line.x1, line.x2) < ends[0] or min(line.x1, line.x2) > ends[1]


@pytest.mark.parametrize("radius", ["none", "card"])
def test_a_background_extends_into_the_bleed_on_all_sides(tmp_path: Path, radius: str) -> None:
    body = f'  - {{column: [], fill: "#ff0000", radius: {radius}, height: 1fr, width: 100%}}\n'
    image = picture(card(tmp_path, body))

    assert {RED} == {colour_at(image, *spot) for spot in around(2.8)}
    assert {RED} == {
        colour_at(image, *spot) for spot in around(0.0) if spot[0] < 60 and spot[1] < 80
    }
    assert {WHITE} == {colour_at(image, *spot) for spot in around(3.3)}


def test_a_background_that_varies_between_cards_extends_too(tmp_path: Path) -> None:
    path = tmp_path / "cards.yaml"
    path.write_text(
        "sheet: mine/cards\ntitle: Cards\npage: {size: card, margin: 0}\n"
        "each: \"c in ['#ff0000', '#0000ff']\"\n"
        'body:\n  - {column: ["{c}"], fill: "{c}", height: 1fr}\n'
    )
    data = pdf(path, crop_marks=True)

    for number, colour in enumerate((RED, BLUE)):
        assert {colour} == {colour_at(picture(data, number), *spot) for spot in around(2)}


@pytest.mark.parametrize("fill", ["", 'fill: "#ff0000", '])
def test_a_frame_at_the_edge_fills_the_bleed(tmp_path: Path, fill: str) -> None:
    body = f'  - {{column: [], {fill}stroke: "#0000ff", line: 2mm, radius: card, height: 1fr}}\n'
    image = picture(card(tmp_path, body))
    inside = colour_at(image, CARD[0] / 2, CARD[1] / 2)

    assert {BLUE} == {colour_at(image, *spot) for spot in around(2)}
    assert {BLUE} == {colour_at(image, x, y) for x, y in ((0.3, 0.3), (62.7, 87.7))}
    assert inside == (RED if fill else WHITE)
    assert inside == colour_at(image, 5, 5)


def test_a_band_extends_only_where_it_touches_the_edge(tmp_path: Path) -> None:
    body = '  - {column: [], fill: "#ff0000", height: 20mm, width: 100%}\n'
    image = picture(card(tmp_path, body))

    assert {RED} == {colour_at(image, *spot) for spot in ((-2, -2), (30, -2), (65, 10), (-2, 19))}
    assert {WHITE} == {colour_at(image, *spot) for spot in ((30, 22), (-2, 22), (30, 90), (65, 60))}


def test_a_line_to_the_edge_extends_into_the_bleed(tmp_path: Path) -> None:
    body = '  - {space: 10mm}\n  - {rule: 2mm, colour: "#0000ff", width: 100%}\n'
    image = picture(card(tmp_path, body))

    assert {BLUE} == {colour_at(image, x, 11) for x in (-2.5, 30, 65.5)}
    assert {WHITE} == {colour_at(image, x, 11) for x in (-3.3, 66.3)}


def test_shapes_away_from_the_edge_are_unchanged(tmp_path: Path) -> None:
    body = '  - {column: [], fill: "#ff0000", stroke: "#0000ff", height: 1fr}\n'
    image = picture(card(tmp_path, body, "2mm"))

    assert {WHITE} == {
        colour_at(image, *spot) for distance in (1, 2.8) for spot in around(distance)
    }
    assert colour_at(image, 10, 10) == RED


def test_a_picture_at_the_edge_is_stretched_into_the_bleed(tmp_path: Path) -> None:
    from PIL import Image

    Image.new("RGB", (630, 880), RED).save(tmp_path / "red.png")
    image = picture(card(tmp_path, "  - {image: red.png, height: 1fr, width: 100%}\n"))

    assert {RED} == {colour_at(image, *spot) for spot in around(2.5)}


def test_a_page_that_fills_the_paper_is_unchanged(tmp_path: Path) -> None:
    request = Request(
        ("attribute/score-pad",),
        counts=(5,),
        paper=PAPERS["a4"],
        crop_marks=True,
        out=Destination(tmp_path, "pad.pdf"),
    )
    built = build(request)

    assert ("every page fills its paper, so --crop-marks has no effect",) == built.notes
    assert "Print at 100%." == advice(built.request, built.files, built.catalogue)
    assert about(built.files[0], built.request, built.catalogue).startswith("1 page on a4,")
    (sheet,) = boxes((tmp_path / "pad.pdf").read_bytes(), "MediaBox")
    assert Box(0, 0, 210, 297) == pytest.approx(sheet, abs=NEAR)


@pytest.mark.parametrize(
    ("option", "given"),
    [("--duplex", {"duplex": "long"}), ("--offset", {"offset": parse_offset("1mm,1mm")})],
)
def test_options_that_a_print_shop_decides_are_refused(
    option: str, given: dict[str, object]
) -> None:
    request = Request(("attribute/setup-card",), paper=PAPERS["a4"], crop_marks=True, **given)  # type: ignore[arg-type]
    with pytest.raises(UsageError, match=f"--crop-marks and {option} can't be used together"):
        build(request)
