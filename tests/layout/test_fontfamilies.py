"""Fonts that a layout brings along: named, found in its folder, and refused with their place."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from printkit.core.filecache import digest, recording_reads
from printkit.core.scene import Text
from printkit.layout.fontfamilies import MAX_FILES
from printkit.preflight.checks import check_pdf
from printkit.text.fontfile import MAX_BYTES
from tests.backends.rasters import text_in_pdf
from tests.layout.desk import Desk, flat, layout, of
from tests.rendering import render
from tests.text.fontparts import NUNITO, ROBOTO

if TYPE_CHECKING:
    from pathlib import Path

RUNES = "fonts: {runes: {regular: fonts/Runes.ttf, bold: Bold.ttf}}\n"


@pytest.fixture
def desk(desk: Desk) -> Desk:
    """A desk with two fonts on it."""
    (desk.folder / "fonts").mkdir()
    (desk.folder / "fonts" / "Runes.ttf").write_bytes(ROBOTO)
    (desk.folder / "Bold.ttf").write_bytes(NUNITO)
    return desk


def faces(desk: Desk, body: str, head: str = RUNES) -> list[str]:
    return [text.font for text in of(Text, desk.shapes(body, head))]


def name(data: bytes, weight: str = "regular") -> str:
    return f"own-{weight}-{digest(data)}"


class TestNaming:
    def test_text_uses_the_font_file_of_its_weight(self, desk: Desk) -> None:
        body = "- {text: a, font: runes}\n- {text: b, font: runes, weight: bold}\n- c"

        assert faces(desk, body) == [name(ROBOTO), name(NUNITO, "bold"), "Roboto"]

    def test_a_single_file_is_the_regular_weight(self, desk: Desk) -> None:
        assert faces(desk, "- {text: a, font: runes}", "fonts: {runes: Bold.ttf}\n") == [
            name(NUNITO)
        ]

    def test_a_font_can_depend_on_facts(self, desk: Desk) -> None:
        body = "- {for: \"f in ['runes', 'text']\", text: a, font: '{f}'}"

        assert faces(desk, body) == [name(ROBOTO), "Roboto"]

    def test_text_that_varies_between_pages_keeps_its_font(self, desk: Desk) -> None:
        body = "- {text: 'Page {page}', font: runes}\n- {text: '{c}', font: runes, weight: bold}"
        pages = desk.pages(body, f"each: c in ['x', 'yy', 'zzz']\n{RUNES}")

        assert [[text.font for text in of(Text, flat(page.items))] for page in pages] == [
            [name(ROBOTO), name(NUNITO, "bold")]
        ] * 3

    def test_a_misspelt_font_gets_a_suggestion(self, desk: Desk) -> None:
        assert desk.problems("- {text: a, font: runse}", RUNES) == [
            "5:21: unknown font 'runse' (did you mean 'runes'?)"
        ]

    def test_font_names_are_known_in_a_broken_layout_too(self, desk: Desk) -> None:
        body = "- {text: a, font: runes}\n- {text: a, font: runse}\n- {text: a, colour: inc}"

        assert desk.problems(body, "fonts: {runes: Bold.ttf, icon: Bold.ttf}\n") == [
            "6:21: unknown font 'runse' (did you mean 'runes'?)",
            "7:23: unknown colour 'inc' (did you mean 'ink'?)",
        ]

    def test_a_weight_without_a_file_is_refused_with_the_available_ones(self, desk: Desk) -> None:
        assert desk.problems("- {text: a, font: runes, weight: black}", RUNES) == [
            "5:5: font 'runes' has no weight 'black' (choose from bold, regular)"
        ]

    @pytest.mark.parametrize(
        ("fonts", "problem"),
        [
            (
                "{title: Bold.ttf}",
                "3:16: 'title' is already one of printkit's fonts (choose another name)",
            ),
            ("{a: {}}", "3:12: the font 'a' has no file (write a: and the name of a .ttf file)"),
            (
                "{a-b: Bold.ttf}",
                "3:9: 'a-b' isn't a valid name (use the letters a to z,",
            ),
            ("{a: {heavy: x.ttf}}", "3:13: unknown key 'heavy' in 'a' (choose from black, bold,"),
            ("{a: [Bold.ttf]}", "3:12: expected keys and values, not a list"),
            ("{a: '{b}.ttf'}", "3:12: expected the name of a .ttf file beside the layout"),
            ("Bold.ttf", "3:8: expected names and values"),
        ],
    )
    def test_invalid_font_entries_are_refused(self, desk: Desk, fonts: str, problem: str) -> None:
        (found,) = desk.problems("- a", f"fonts: {fonts}\n")

        assert found.startswith(problem)


class TestParts:
    PART = "part: part\nfonts: {inner: Bold.ttf}\nbody:\n  - {text: a, font: inner}\n"

    def test_a_part_can_use_fonts_from_the_layouts_folder(self, desk: Desk) -> None:
        desk.write("parts/part.yaml", self.PART)

        assert faces(desk, "- use: parts/part") == [name(NUNITO)]

    def test_a_part_sees_the_fonts_of_its_layout(self, desk: Desk) -> None:
        desk.write("part.yaml", "part: part\nbody:\n  - {text: a, font: runes}\n")

        assert faces(desk, "- use: part") == [name(ROBOTO)]

    def test_the_fonts_of_a_part_are_local(self, desk: Desk) -> None:
        desk.write("part.yaml", self.PART)
        (problem,) = desk.problems("- use: part\n- {text: a, font: inner}", RUNES)

        assert problem.startswith("6:21: unknown font 'inner'")

    def test_a_bad_font_of_a_part_is_reported_in_the_part(self, desk: Desk) -> None:
        part = desk.write("part.yaml", self.PART.replace("Bold", "Gone"))
        (error,) = desk.errors(layout("- use: part"))

        assert str(error.where) == f"{part}:2:16"


class TestFiles:
    @pytest.mark.parametrize(
        ("file", "expected"),
        [
            ("gone.ttf", "no such font: 'gone.ttf'"),
            ("../out.ttf", "the font '../out.ttf' is outside the layout's folder"),
            ("fonts/../own.ttf", "the font 'fonts/../own.ttf' is outside the layout's folder"),
            ("/etc/out.ttf", "the font '/etc/out.ttf' is outside the layout's folder"),
            ("{home}/own.ttf", "expected the name of a .ttf file"),
            ("link.ttf", "the font 'link.ttf' is outside the layout's folder"),
            ("zero.ttf", "the font 'zero.ttf' is outside the layout's folder"),
            ("pipe.ttf", "no such font: 'pipe.ttf'"),
            ("folder.ttf", "no such font: 'folder.ttf'"),
            ("https://x.y/z.ttf", "no such font: 'https://x.y/z.ttf'"),
            ("own.woff2", "'own.woff2' isn't a TrueType font (use a .ttf file)"),
            ("text.ttf", "can't use the font 'text.ttf': this isn't a font"),
            ("huge.ttf", "can't read the font 'huge.ttf': it is larger than 15 MB"),
            ("🐑" * 100 + ".ttf", "no such font: '🐑"),
        ],
    )
    def test_an_unusable_font_file_is_refused(
        self, tmp_path: Path, file: str, expected: str
    ) -> None:
        home = tmp_path / "home"
        (home / "folder.ttf").mkdir(parents=True)
        (tmp_path / "out.ttf").write_bytes(ROBOTO)
        (home / "own.ttf").write_bytes(ROBOTO)
        (home / "text.ttf").write_text("no font")
        with (home / "huge.ttf").open("wb") as huge:
            huge.truncate(MAX_BYTES + 1)
        (home / "link.ttf").symlink_to(tmp_path / "out.ttf")
        (home / "zero.ttf").symlink_to("/dev/zero")
        os.mkfifo(home / "pipe.ttf")
        (problem,) = Desk(home).problems("- {text: a, font: own}", f"fonts:\n  own: '{file}'\n")

        assert problem.startswith(f"4:8: {expected}")

    def test_an_absolute_path_is_refused_even_into_the_layouts_folder(self, desk: Desk) -> None:
        path = desk.folder / "Bold.ttf"
        (problem,) = desk.problems("- a", f"fonts: {{own: '{path}'}}\n")

        assert problem.startswith(f"3:14: the font '{path}' is outside the layout's folder")

    def test_other_mistakes_are_reported_too(self, desk: Desk) -> None:
        fonts = "fonts: {one: a.ttf, two: {bold: b.ttf}, title: Bold.ttf}\n"
        body = "- {text: a, font: one}\n- {text: a, font: two, weight: bold}\n- {icon: shep}"
        places = [problem.split(" ")[0] for problem in desk.problems(body, fonts)]

        assert places == ["3:14:", "3:26:", "3:48:", "7:12:"]

    def test_the_number_of_font_files_is_limited(self, desk: Desk) -> None:
        for number in range(MAX_FILES + 1):
            (desk.folder / f"f{number}.ttf").write_bytes(NUNITO + bytes([number]))
        fonts = [f"  f{number}: f{number}.ttf\n" for number in range(MAX_FILES + 1)]

        assert desk.problems("- a", "fonts:\n" + "".join(fonts[:-1])) == []
        assert desk.problems("- a", "fonts:\n" + "".join(fonts)) == [
            "20:8: more than 16 font files for one sheet (use fewer)"
        ]

    def test_a_cached_font_counts_as_read(self, desk: Desk) -> None:
        for _ in range(2):
            with recording_reads() as files:
                desk.pages("- {text: a, font: runes}", RUNES)

            assert files[str(desk.folder / "Bold.ttf")] == digest(NUNITO)
            assert files[str(desk.folder / "fonts" / "Runes.ttf")] == digest(ROBOTO)


class TestPrinting:
    BODY = "- {text: Größe fi ♠, font: runes}\n- {text: AVATAR, font: runes, weight: bold}"

    def test_the_pdf_passes_preflight_and_has_its_text(self, desk: Desk) -> None:
        document = desk.document(layout(self.BODY, RUNES))  # its fonts last as long as it does
        (data,) = render(document.pages(), "pdf")

        assert check_pdf(data, "own.pdf").findings == ()
        assert text_in_pdf(data).split("\r\n") == ["Größe fi ♠", "AVATAR"]

    @pytest.mark.parametrize("file_format", ["pdf", "svg", "png"])
    def test_the_bytes_are_the_same_in_every_folder(self, desk: Desk, file_format: str) -> None:
        made = []
        for place in ("here", "there"):
            other = Desk(desk.folder / place)
            (other.folder / "fonts").mkdir(parents=True)
            (other.folder / "fonts" / "Runes.ttf").write_bytes(ROBOTO)
            (other.folder / "Bold.ttf").write_bytes(NUNITO)
            document = other.document(layout(self.BODY, RUNES))
            made.append(render(document.pages(), file_format))

        assert made[0] == made[1]
