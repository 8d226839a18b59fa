"""Merged batches: one PDF in order, with a checklist, and shared content stored once."""

from __future__ import annotations

import gc
import io
import json
import shutil
import tracemalloc
from collections import deque
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import pdfplumber
import pikepdf
import pypdfium2 as pdfium
import pytest

from printkit.backends.pdf import Renderer
from printkit.batch.cover import TableLine, cover_pages
from printkit.batch.merge import MAX_PAGES
from printkit.batch.plan import plan_batch
from printkit.batch.run import run_batch
from printkit.core.formulas.javascript import WORDS
from printkit.core.languages import catalogue_for, languages
from printkit.core.paper import PAPERS
from printkit.core.source import shipped_folder
from printkit.layout.translation import translate_sentence
from printkit.pipeline.document import DocumentLayout
from printkit.pipeline.facts import table_label
from printkit.pipeline.targets import expand
from printkit.request.options import Request
from printkit.text.faces import FACES
from tests.rendering import render
from tests.running import contents, leftovers, write_manifest
from tests.sheets.test_aloud import check_aloud

if TYPE_CHECKING:
    from tests.running import Printkit

ROWS = "table,game,names\n1,attribute,Ann;Ben;Cleo\n2,wolle,Dan;Eve\n3,attribute,Fay;Gus;Hal\n"


@pytest.fixture(scope="module")
def merged_folder(printkit: Printkit, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which three tables were built and merged."""
    folder = tmp_path_factory.mktemp("merged_folder")
    (folder / "players.csv").write_text(ROWS)
    write_manifest(folder, "rows-from: players.csv")
    printkit.batch("night.yaml", "--out", "out", "--merge", "all.pdf", cwd=folder)
    return folder


@pytest.fixture
def copied_folder(merged_folder: Path, tmp_path: Path) -> Path:
    """A copy of that folder."""
    return shutil.copytree(merged_folder, tmp_path / "night")


def texts(path: Path) -> list[str]:
    """The words on each page."""
    with pdfium.PdfDocument(path) as pdf:
        return [page.get_textpage().get_text_bounded() for page in pdf]


def outline(path: Path) -> list[tuple[str, list[str]]]:
    """The bookmarks as a tree."""
    with pikepdf.open(path) as pdf, pdf.open_outline() as found:
        return [(item.title, [child.title for child in item.children]) for item in found.root]


def test_progress_names_the_merged_file(tmp_path: Path) -> None:
    (tmp_path / "players.csv").write_text(ROWS)
    write_manifest(tmp_path, "rows-from: players.csv")
    told: list[tuple[int, int | None, str]] = []
    plan = plan_batch(tmp_path / "night.yaml", tmp_path / "out", merge="all.pdf")
    run_batch(plan, 1, progress=lambda *said: told.append(said))

    assert (3, None, "merging all.pdf") == told[-1]


def test_all_pages_follow_the_checklist_in_order(merged_folder: Path) -> None:
    parts = ["attribute-3p-table-01", "wolle-2p-table-02", "attribute-3p-table-03"]
    pages = [page for part in parts for page in texts(merged_folder / "out" / f"{part}.pdf")]
    _, *rest = texts(merged_folder / "out" / "all.pdf")
    with pdfplumber.open(merged_folder / "out" / "all.pdf") as pdf:
        lines = pdf.pages[0].extract_text().splitlines()

    assert rest == pages
    assert "3 tables, 7 pages" in lines
    assert [line for line in lines if line.startswith("Table ")][1:] == [
        "Table 1 Attribute Ann, Ben, Cleo 2–3",
        "Table 2 Wolle Dan, Eve 4–5",
        "Table 3 Attribute Fay, Gus, Hal 6–7",
    ]


def test_every_table_has_a_bookmark_with_its_sheets_below(merged_folder: Path) -> None:
    found = outline(merged_folder / "out" / "all.pdf")

    assert [title for title, _ in found] == [
        "Tables",
        "Table 1: Attribute",
        "Table 2: Wolle",
        "Table 3: Attribute",
    ]
    assert found[1][1] == ["Attribute"]


def test_the_merged_file_is_read_aloud_as_one_document(merged_folder: Path) -> None:
    check_aloud((merged_folder / "out" / "all.pdf").read_bytes())


def test_fonts_are_stored_once_and_nothing_becomes_a_picture(merged_folder: Path) -> None:
    out = merged_folder / "out"
    apart = sum(path.stat().st_size for path in out.glob("*-table-*.pdf"))
    with pikepdf.open(out / "all.pdf") as pdf:
        fonts = {str(each.BaseFont).partition("+")[2] for each in _fonts(pdf)}
        count = len(list(_fonts(pdf)))
        kinds = {
            str(each.get("/Subtype")) for each in pdf.objects if isinstance(each, pikepdf.Stream)
        }

    assert count == len(fonts)
    assert "/Image" not in kinds
    assert (out / "all.pdf").stat().st_size < 0.85 * apart


def _fonts(pdf: pikepdf.Pdf) -> list[pikepdf.Object]:
    return [
        each
        for each in pdf.objects
        if isinstance(each, pikepdf.Dictionary)
        and each.get("/Type") == "/Font"
        and "/FontDescriptor" in each
    ]


def test_a_changed_name_rebuilds_its_job_and_the_merged_file(
    printkit: Printkit, copied_folder: Path
) -> None:
    merge = ("night.yaml", "--out", "out", "--merge", "all.pdf")
    same = printkit.batch(*merge, cwd=copied_folder)
    before = contents(copied_folder / "out")
    (copied_folder / "players.csv").write_text(ROWS.replace("Eve", "Zoe"))
    other = printkit.batch(*merge, cwd=copied_folder)
    after = contents(copied_folder / "out")

    assert (same["built"], same["up_to_date"], same["merged"]["pages"]) == (0, 3, 7)
    assert (other["built"], other["up_to_date"], other["merged"]["pages"]) == (1, 2, 7)
    assert {name for name in after if after[name] != before[name]} == {
        "all.pdf",
        "wolle-2p-table-02.pdf",
    }
    assert "Zoe" in texts(copied_folder / "out" / "all.pdf")[0]


def test_a_changed_merged_file_is_rebuilt(printkit: Printkit, copied_folder: Path) -> None:
    merged = copied_folder / "out" / "all.pdf"
    before = merged.read_bytes()
    merged.write_bytes(before + b" ")
    document = printkit.batch("night.yaml", "-o", "out", "--merge", "all.pdf", cwd=copied_folder)

    assert document["built"] == 0
    assert merged.read_bytes() == before


def test_backs_fields_crop_marks_and_custom_fonts_are_merged(
    printkit: Printkit, tmp_path: Path
) -> None:
    (tmp_path / "Mine.ttf").write_bytes(FACES["Nunito-Bold"].path.read_bytes())
    (tmp_path / "own.yaml").write_text(
        "sheet: own/own\ntitle: Mine\nfonts: {mine: Mine.ttf}\nbody: [{text: Hello, font: mine}]\n"
    )
    write_manifest(
        tmp_path,
        "{target: own.yaml, table: 1}",
        "{target: attribute/score-pad, players: 3, fillable: true, table: [2, 3]}",
        "{target: attribute/setup-card, players: 4, crop-marks: true, table: 4}",
        "{target: calibration, table: 5}",
        "{target: own.yaml, format: svg, out: picture}",
    )
    path = tmp_path / "night.yaml"
    path.write_text(f"merge: sub/all.pdf\n{path.read_text()}")
    document = printkit.batch("night.yaml", "--out", "out", cwd=tmp_path)
    merged = tmp_path / "out" / "sub" / "all.pdf"

    assert document["merged"] == {
        "path": "out/sub/all.pdf",
        "pages": 12,
        "bytes": merged.stat().st_size,
    }
    with pikepdf.open(merged) as pdf:
        assert pdf.Root.ViewerPreferences.Duplex == "/DuplexFlipLongEdge"
        names = [str(field.T) for field in pdf.Root.AcroForm.Fields]
        assert len(names) == len(set(names)) == 2
        cut = [number for number, page in enumerate(pdf.pages, 1) if "/TrimBox" in page]
        script = pdf.Root.Names.JavaScript.Names[1].JS.read_bytes().decode()
    assert all(json.dumps(sentence) in script for sentence in WORDS)
    words = texts(merged)
    assert cut == [9]
    assert [number for number, text in enumerate(words, 1) if not text] == [2, 4, 6, 8, 10]
    assert words[2] == "Hello"
    assert all(words[10:])


def test_the_checklist_has_room_for_large_page_numbers(printkit: Printkit, tmp_path: Path) -> None:
    (tmp_path / "own.yaml").write_text("sheet: own/own\ntitle: Mine\nbody: [Hello]\n")
    write_manifest(
        tmp_path,
        "{target: own.yaml, copies: 1000, table: 1}",
        "{target: own.yaml, copies: 4, table: 2}",
    )
    document = printkit.batch("night.yaml", "--merge", "all.pdf", cwd=tmp_path)

    assert document["merged"]["pages"] == 1005
    cover = texts(tmp_path / "output" / "all.pdf")[0]
    assert "1002–1005" in cover
    assert "2 tables, 1005 pages" in cover


def test_the_notes_of_a_short_checklist_are_lines_to_write_on() -> None:
    request = Request(("attribute",), paper=PAPERS["a4"])
    table = TableLine(label="Table 1", game="Attribute", players="Ann, Ben", pages="2")
    (data,) = render(cover_pages([table], 3, request), "pdf")
    page = pdfplumber.open(io.BytesIO(data)).pages[0]
    tops = sorted(line["top"] for line in page.lines if line["width"] > page.width / 2)
    gaps = [after - before for before, after in pairwise(tops[-12:])]

    assert len(gaps) == 11
    assert max(gaps) - min(gaps) < 0.1
    assert 8 * 72 / 25.4 < max(gaps) < 10 * 72 / 25.4


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_checklist_has_room_for_the_longest_lines(language: str, paper: str) -> None:
    request = Request(("attribute",), paper=PAPERS[paper], language=language)
    catalogue = catalogue_for(language, shipped_folder("layouts"))
    label = table_label("128 B", "Summer cup, group 12", catalogue)
    players = ", ".join(["Bartholomew"] * 8)
    long = TableLine(label, "Swip’Sheep", players, f"{MAX_PAGES - 4}–{MAX_PAGES}")
    missing = TableLine(
        label, "attribute-score-pad", players, translate_sentence("missing", catalogue)
    )

    assert 2 <= len(cover_pages([long, missing] * 30, MAX_PAGES, request)) <= 4


def test_merge_every_makes_one_file_for_every_n_tables(printkit: Printkit, tmp_path: Path) -> None:
    pads = "{target: attribute/score-pad, players: 3, table: [1, 2, 3, 4, 5]}"
    write_manifest(tmp_path, pads)
    arguments = ("night.yaml", "--merge", "all.pdf", "--merge-every", "2")
    document = printkit.batch(*arguments, cwd=tmp_path)
    again = printkit.batch(*arguments, cwd=tmp_path)

    files = [Path(made["path"]).name for made in document["merged_files"]]
    assert files == ["all-1.pdf", "all-2.pdf", "all-3.pdf"]
    assert [made["pages"] for made in document["merged_files"]] == [3, 3, 2]
    cover = texts(tmp_path / "output" / "all-2.pdf")[0]
    assert [number for number in range(1, 6) if f"Table {number}" in cover] == [3, 4]
    assert again["merged_files"] == document["merged_files"]
    assert not (tmp_path / "output" / "all.pdf").exists()


def test_merge_every_needs_merge(printkit: Printkit, tmp_path: Path) -> None:
    write_manifest(tmp_path, "{target: attribute/score-pad, players: 3}")
    ended = printkit.run("batch", "night.yaml", "--merge-every", "2", cwd=tmp_path)

    assert ended.code == 2
    assert "--merge-every needs --merge" in ended.stderr


def test_a_failed_job_is_missing_in_the_checklist(printkit: Printkit, tmp_path: Path) -> None:
    (tmp_path / "bad.yaml").write_text("sheet: own/bad\ntitle: Bad\nbody: [{icon: shep}]\n")
    write_manifest(
        tmp_path,
        "{target: bad.yaml, table: 1}",
        "{target: attribute/score-pad, players: 99, table: 2}",
        "{target: attribute/score-pad, players: 3, table: 3}",
    )
    document = printkit.batch("night.yaml", "--merge", "all.pdf", cwd=tmp_path, code=1)

    assert (document["built"], document["failed"]) == (1, 2)
    assert document["merged"]["pages"] == 2
    with pdfplumber.open(tmp_path / "output" / "all.pdf") as pdf:
        lines = pdf.pages[0].extract_text().splitlines()
    assert [line for line in lines if line.startswith("Table ")][1:] == [
        "Table 1 bad.yaml missing",
        "Table 2 attribute/score-pad 99 missing",
        "Table 3 Attribute: Score pad 3 2",
    ]


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("../all.pdf", "leads out of the output folder"),
        ("/tmp/all.pdf", "leads out of the output folder"),
        ("all.txt", "isn't a PDF"),
        ("con.pdf", "Windows"),
        ("Attribute-4p.pdf", "is also the name of another file of this batch"),
    ],
)
def test_a_merged_file_needs_a_unique_name_in_the_output_folder(
    printkit: Printkit, tmp_path: Path, name: str, says: str
) -> None:
    write_manifest(tmp_path, "{target: attribute}")
    ran = printkit.run("batch", "night.yaml", "--merge", name, cwd=tmp_path)

    assert (ran.code, ran.stdout) == (2, "")
    assert says in ran.stderr
    assert not (tmp_path / "output").exists()


def test_a_failed_merge_keeps_all_other_files(printkit: Printkit, tmp_path: Path) -> None:
    write_manifest(tmp_path, "{target: attribute/setup-card, players: [3, 4]}")
    (tmp_path / "out" / "all.pdf").mkdir(parents=True)

    document = printkit.batch(
        "night.yaml", "--out", "out", "--merge", "all.pdf", cwd=tmp_path, code=1
    )

    assert (2, 1) == (document["built"], document["failed"])
    assert "this is a folder" in document["jobs"][-1]["problems"][0]["message"]
    assert 2 == len(contents(tmp_path / "out"))
    assert leftovers(tmp_path) == []


def test_memory_does_not_grow_with_the_fields_of_a_merged_file(tmp_path: Path) -> None:
    request = Request(("attribute/score-pad",), counts=(4,), paper=PAPERS["a4"], fillable=True)
    layout = DocumentLayout(request, expand(request))
    (page,) = layout.pages()
    sizes = []
    with (tmp_path / "all.pdf").open("wb") as file:
        renderer = Renderer(layout.document, file=file)
        tracemalloc.start()
        for number in range(24):
            fields = tuple(field.with_prefix(f"{number}.") for field in page.fields)
            renderer.render(page._replace(fields=fields))
            renderer.end_section()
            if number % 12 >= 6:
                gc.collect()
            sizes.append(tracemalloc.get_traced_memory()[0])
        tracemalloc.stop()
        deque(renderer.finish(), maxlen=0)

    grown = min(sizes[18:]) - min(sizes[6:12])  # the least of six: objects are written in groups
    assert grown < 12 * 100 * len(page.fields)
    with pikepdf.open(tmp_path / "all.pdf") as pdf:
        form = pdf.Root.AcroForm
        assert [f"{number}" for number in range(24)] == [str(field.T) for field in form.Fields]
        computed = sum(field.formula is not None for field in page.fields)
        assert len(form.CO) == 24 * computed > 24


def test_names_with_commas_are_told_apart_on_the_checklist(tmp_path: Path) -> None:
    (tmp_path / "players.csv").write_text(
        'table,game,names\n1,attribute/setup-card,"""Bo, Jr."";Ann;Cy"\n'
    )
    write_manifest(tmp_path, "rows-from: players.csv")
    plan = plan_batch(tmp_path / "night.yaml", tmp_path / "out", merge="all.pdf")
    run_batch(plan, 1)

    assert "Bo, Jr.; Ann; Cy" in " ".join(texts(tmp_path / "out" / "all.pdf")[0].split())
