"""The content of a PDF, read with pikepdf, pdfplumber and PDFium."""

from __future__ import annotations

import io
import os
import pathlib
import random
import subprocess
import sys
from typing import TYPE_CHECKING

import pdfplumber
import pikepdf
import pytest

from printkit.core.scene import (
    BLACK,
    WHITE,
    Circle,
    Document,
    Fragment,
    Image,
    Page,
    Path,
    Placed,
    Rect,
    Stroke,
    Text,
)
from printkit.text import faces
from tests.backends.rasters import from_pdf, text_in_pdf
from tests.backends.scenes import SCENES, flag, page, picture, written
from tests.rendering import render

if TYPE_CHECKING:
    from collections.abc import Iterator

    from printkit.core.scene import Item


def pdf(*pages: Page) -> bytes:
    (data,) = render(pages, "pdf")
    return data


def opened(*pages: Page) -> pikepdf.Pdf:
    return pikepdf.open(io.BytesIO(pdf(*pages)))


def streams(file: pikepdf.Pdf, subtype: str) -> list[pikepdf.Stream]:
    return [
        item
        for item in file.objects
        if isinstance(item, pikepdf.Stream) and item.get("/Subtype") == subtype
    ]


@pytest.mark.parametrize("scene", SCENES.values(), ids=SCENES.keys())
def test_every_scene_is_a_valid_pdf(scene: Page) -> None:
    assert opened(scene).check_pdf_syntax() == []


def test_the_content_streams_of_a_page_can_be_concatenated() -> None:
    words = tuple(written(10, 20, "Ab", "Roboto"))
    many = words * 40
    shared = Fragment(many, 50, 50, "P", is_shared=True)
    pages = [page(Placed(Fragment((Placed(shared, 0, 0),), 50, 50, "Sect"), 0, 0))] * 2

    for sheet in opened(*pages).pages:
        contents = list(sheet.Contents)
        assert len(contents) > 1
        assert all(stream.read_bytes()[-1:] in (b"", b"\n") for stream in contents)


class TestText:
    @pytest.mark.parametrize("face_id", faces.FACES)
    def test_each_face_is_embedded_as_a_subset(self, face_id: str) -> None:
        file = opened(page(*written(10, 20, "Ab", face_id)))
        (font,) = file.pages[0].Resources.Font.values()
        (descendant,) = font.DescendantFonts

        assert str(font.BaseFont).endswith(f"+{face_id}")
        assert len(bytes(descendant.FontDescriptor.FontFile2.read_bytes())) < 5_000

    def test_only_used_resources_are_listed(self) -> None:
        data = pdf(page(Rect(0, 0, 9, 9, BLACK)))

        assert b"Helvetica" not in data
        assert b"/FontFile2" not in data

    @pytest.mark.parametrize(
        "text",
        [
            "AVATAR To fi ffl",
            "Łódź Größe Ærø naïve",
            "Ωμέγα Жёлтый",
            "A is not Α, μ is not µ",
            "♠♥★ ⚀⚅ → 🂡",
            r"<b>&amp; (x) \) {y} [/]",
            "".join(map(chr, range(0x100, 0x250))),
        ],
    )
    def test_copied_text_is_what_was_typed(self, text: str) -> None:
        assert text_in_pdf(pdf(page(*written(10, 20, text, size=2)))) == text

    def test_characters_are_where_the_scene_puts_them(self) -> None:
        (run,) = written(10, 20, "AVATAR To, 17", size=40)
        with pdfplumber.open(io.BytesIO(pdf(page(run)))) as file:
            found = [char["x0"] for char in file.pages[0].chars]

        assert found == pytest.approx([10 + offset for offset in run.offsets], abs=0.03)

    def test_glyph_offsets_other_than_the_fonts_own_are_kept(self) -> None:
        run = Text(10, 20, "abc", "Roboto", 10, BLACK, (0.0, 40.0, 41.5), 50)
        with pdfplumber.open(io.BytesIO(pdf(page(run)))) as file:
            found = [char["x0"] for char in file.pages[0].chars]

        assert found == pytest.approx([10, 50, 51.5], abs=0.01)


class TestSharing:
    def test_a_repeated_group_is_stored_once(self) -> None:
        group = flag()
        sheet = page(*(Placed(group, 10 * i, 10) for i in range(9)))

        assert len(streams(opened(sheet, sheet), "/Form")) == 2

    def test_equal_drawings_are_stored_once(self) -> None:
        rings = [Circle(5, 5, size, BLACK) for size in (5, 3, 1)]
        one, other = (Fragment(rings, 10, 10, is_shared=True) for _ in range(2))

        assert len(streams(opened(page(Placed(one, 0, 0), Placed(other, 0, 0))), "/Form")) == 1

    def test_a_picture_is_stored_once_with_its_transparency(self) -> None:
        image = picture()
        sheet = page(Image(0, 0, 20, 20, image), Image(50, 0, 30, 30, image))

        assert len(streams(opened(sheet), "/Image")) == 2  # the picture and its mask

    def test_a_jpeg_is_stored_unchanged(self) -> None:
        image = picture("JPEG")
        file = opened(page(Image(0, 0, 20, 20, image)))
        (stored,) = streams(file, "/Image")

        assert stored.read_raw_bytes() == image.data

    def test_all_pages_share_their_resources(self) -> None:
        sheet = page(Placed(flag(), 0, 0))
        file = opened(sheet, sheet)

        assert file.pages[0].Resources.objgen == file.pages[1].Resources.objgen

    def test_a_repeated_drawing_is_stored_once(self) -> None:
        first, other = page(Rect(0, 0, 9, 9, BLACK)), page(Rect(0, 0, 9, 8, BLACK))
        file = opened(first, other, first)
        drawings = [each.Contents.objgen for each in file.pages]

        assert drawings[0] == drawings[2] != drawings[1]

    def test_pages_may_come_from_a_generator(self) -> None:
        (data,) = render((page() for _ in range(3)), "pdf")

        assert len(pikepdf.open(io.BytesIO(data)).pages) == 3


class TestReaders:
    """Metadata, outline and page labels."""

    def test_title_author_and_language(self) -> None:
        given = Document("Größe (x)", "de", "Ann", "Ωmega", ("a", "b"))
        (data,) = render((page(),), "pdf", given)
        file = pikepdf.open(io.BytesIO(data))

        assert {key: str(value) for key, value in file.docinfo.items()} == {
            "/Title": "Größe (x)",
            "/Author": "Ann",
            "/Subject": "Ωmega",
            "/Keywords": "a, b",
            "/Creator": "printkit",
            "/Producer": "printkit with ReportLab",
        }
        assert str(file.Root.Lang) == "de"

    def test_the_viewer_shows_the_title_and_prints_at_full_size(self) -> None:
        file = opened(page())
        preferences = file.Root.ViewerPreferences

        assert preferences.DisplayDocTitle
        assert preferences.PrintScaling == "/None"

    def test_boxes_are_measured_from_the_bottom_left(self) -> None:
        file = opened(Page(200, 100, (), trim=(10, 20, 100, 50)))
        (only,) = file.pages

        assert [float(edge) for edge in only.MediaBox] == [0, 0, 200, 100]
        assert [float(edge) for edge in only.TrimBox] == [10, 30, 110, 80]

    def test_bookmarks_nest_and_share_their_parents(self) -> None:
        paths = [("Kit", "Pad"), ("Kit", "Pad"), ("Kit", "Größe"), (), ("Other",)]
        file = opened(*(Page(9, 9, (), bookmarks=(path,)) for path in paths))
        with file.open_outline() as outline:
            tree = {top.title: [child.title for child in top.children] for top in outline.root}
            places = [item.to_dictionary_object(file).Dest[0] for item in outline.root]
            pages = [file.pages.index(pikepdf.Page(place)) for place in places]

        assert tree == {"Kit": ["Pad", "Größe"], "Other": []}
        assert pages == [0, 4]

    def test_without_bookmarks_there_is_no_outline(self) -> None:
        assert "/Outlines" not in opened(page()).Root

    def test_labels_name_their_own_page_only(self) -> None:
        labels = ["", "A-7K3QX", "B (2)", "", "", "é"]
        file = opened(*(Page(9, 9, (), label=label) for label in labels))

        assert [str(each.label) for each in file.pages] == ["1", "A-7K3QX", "B (2)", "4", "5", "é"]

    def test_consecutive_numbers_are_one_range_of_labels(self) -> None:
        labels = ["4", "5", "6", "2-3", "1", "2", "", "8"]
        file = opened(*(Page(9, 9, (), label=label) for label in labels))

        expected = ["4", "5", "6", "2-3", "1", "2", "7", "8"]
        assert [str(each.label) for each in file.pages] == expected
        starts = list(file.Root.PageLabels.Nums)[::2]
        assert starts == [0, 3, 4, 6]


ROOT = pathlib.Path(__file__).resolve().parents[2]

PROGRAM = """
import hashlib
from tests.backends.rasters import from_pdf, text_in_pdf
from tests.backends.scenes import SCENES
from tests.rendering import render
print(hashlib.sha256(b"".join(render(SCENES.values(), "pdf"))).hexdigest())
"""


def run_elsewhere(folder: pathlib.Path, **variables: str) -> str:
    """The hash of all scenes, as another process in another folder and home makes it."""
    places = os.pathsep.join((str(folder), str(ROOT)))
    environment = {**os.environ, "PYTHONPATH": places, "HOME": str(folder), **variables}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        cwd=folder,
        env=environment,
        check=True,
        capture_output=True,
        text=True,
    )
    assert done.stderr == ""
    return done.stdout


def test_the_bytes_dont_depend_on_clock_time_zone_or_hash_seed(tmp_path: pathlib.Path) -> None:
    plain = run_elsewhere(tmp_path)
    odd = run_elsewhere(
        tmp_path, PYTHONHASHSEED="7", TZ="Asia/Tokyo", LC_ALL="C", SOURCE_DATE_EPOCH="1"
    )

    assert odd == plain


def test_reportlab_ignores_settings_files_and_variables(tmp_path: pathlib.Path) -> None:
    plain = run_elsewhere(tmp_path)
    trap = "open('ran', 'w').close(); useA85 = 1; pageCompression = 0; pdfMultiLine = 1\n"
    for name in ("reportlab_settings.py", ".reportlab_settings"):
        (tmp_path / name).write_text(trap)
    for name in ("reportlab_mods.py", ".reportlab_mods"):
        (tmp_path / name).write_text("open('ran', 'w').close()\n")

    trapped = run_elsewhere(tmp_path, RL_useA85="1", RL_invariant="0", RL_pdfMultiLine="1")

    assert not (tmp_path / "ran").exists()
    assert trapped == plain


def test_a_shared_drawing_has_the_corners_of_its_own_shapes() -> None:
    frame = Rect(30, 30, 60, 60, None, Stroke(BLACK, 20))
    board = Fragment([frame] * 3, 120, 120, is_shared=True)
    rounding = Path((("M", 150, 5), ("L", 160, 5)), None, Stroke(WHITE, 1))

    alone = from_pdf(page(Placed(board, 0, 0)))
    after_a_path = from_pdf(page(rounding, Placed(board, 0, 0)))

    assert alone == after_a_path


def test_a_thousand_sheets_cost_little_more_than_one() -> None:
    fields = [Circle(i, i, 3, BLACK) for i in range(100)]
    names = [text for i in range(100) for text in written(i, i, f"Field {i}")]
    board = Fragment((*fields, *names), 200, 120)
    cup = Fragment([Circle(0, 0, size, BLACK) for size in (1, 2, 3)], 3, 3)

    def sheets(count: int) -> Iterator[Page]:
        dice = random.Random(1)
        for _ in range(count):
            cups: list[Item] = [Placed(cup, dice.random() * 200, dice.random()) for _ in range(6)]
            code = written(150, 100, f"{dice.randrange(16**6):06X}", size=8)
            yield page(Placed(board, 0, 0), *cups, *code)

    one, thousand = (len(render(sheets(n), "pdf")[0]) for n in (1, 1000))

    assert (thousand - one) / 999 < 450
