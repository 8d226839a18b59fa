"""Printing: pages, pages per sheet, --open, --print, and the summary."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import time
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import pdfplumber
import pytest
from PIL import Image, ImageChops, ImageStat
from pypdfium2 import PdfDocument

from printkit import printing
from tests.running import PATIENCE_S, until

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.cli.terminal import Terminal

T = TypeVar("T")
PAD = "attribute/score-pad"
KIT = ("build", "attribute", "-n", "Ann,Ben,Cleo", "--paper", "a4")


def texts(printkit: Terminal, name: str) -> list[str]:
    """The words on each page of a file."""
    with PdfDocument(printkit.folder / name) as pdf:
        return [page.get_textpage().get_text_bounded() for page in pdf]


# Pages.


def test_only_the_requested_pages_are_built(printkit: Terminal) -> None:
    printkit(*KIT, "-o", "all.pdf")
    shown = printkit(*KIT, "-o", "some.pdf", "--pages", "3,1", "--json")
    every, some = texts(printkit, "all.pdf"), texts(printkit, "some.pdf")
    (file,) = json.loads(shown.out)["files"]

    assert len(every) == 3
    assert [every[0], every[2]] == some
    assert file["pages"] == 2
    assert [1, 2] == sorted({sheet["page"] for sheet in file["sheets"]})


@pytest.mark.parametrize("pages", ["0", "x", "3-2", "2,,3", "4", "2-9", "٢", "99999999"])
def test_pages_that_dont_exist_are_refused(printkit: Terminal, pages: str) -> None:
    shown = printkit(*KIT, "--pages", pages)

    assert (2, "") == (shown.code, shown.out)
    assert re.search("isn't a page or a range|doesn't exist", shown.err)
    assert [] == list(printkit.folder.iterdir())


@pytest.mark.parametrize(("many", "sheets", "paper"), [(2, 2, "a4"), (4, 1, "letter")])
def test_several_pages_share_one_as_vectors(
    printkit: Terminal, many: int, sheets: int, paper: str
) -> None:
    printkit(*KIT[:-1], paper, "-o", "all.pdf")
    shown = printkit(*KIT[:-1], paper, "-o", "less.pdf", "--per-page", many)
    words = "".join(texts(printkit, "all.pdf")).split()
    found = "".join(texts(printkit, "less.pdf")).split()

    assert sorted("".join(words)) == sorted("".join(found))
    assert f"{sheets} page" in shown.out.splitlines()[0]
    with pdfplumber.open(printkit.folder / "less.pdf") as pdf:
        assert len(pdf.pages) == sheets
        assert not any(page.images for page in pdf.pages)
        assert (pdf.pages[0].width > pdf.pages[0].height) == (many == 2)
        margin = 6.4 / 25.4 * 72 - 0.1
        for page in pdf.pages:
            assert min(char["x0"] for char in page.chars) > margin
            assert max(char["x1"] for char in page.chars) < float(page.width) - margin
            assert min(char["top"] for char in page.chars) > margin
            assert max(char["bottom"] for char in page.chars) < float(page.height) - margin


def test_two_landscape_pages_are_placed_one_below_the_other(printkit: Terminal) -> None:
    printkit("build", "wolle/sheet", "-p", 4, "--paper", "a4", "-o", "two.pdf", "--per-page", 2)

    with pdfplumber.open(printkit.folder / "two.pdf") as pdf:
        (page,) = pdf.pages
        assert page.width < page.height
        assert max(char["bottom"] for char in page.chars) > 0.9 * float(page.height)
        assert max(char["size"] for char in page.chars) > 11


def test_type_that_gets_too_small_is_noted(printkit: Terminal) -> None:
    small = printkit(*KIT, "--per-page", 4)
    printkit.write("big.yaml", "sheet: own/big\ntitle: Big\nbody: [{text: Hello, size: 30pt}]\n")
    big = printkit("build", "big.yaml", "--copies", 4, "--per-page", 4, "--set", "outline=false")

    assert re.search(r"the smallest type is [23]\.\d pt, which is hard to read", small.out)
    assert (0, "") == (big.code, big.err)


def test_per_page_is_2_or_4_and_excludes_crop_marks(printkit: Terminal) -> None:
    assert "--per-page must be 2 or 4, not '3'" in printkit(*KIT, "--per-page", 3).err
    assert "can't be used together" in printkit(*KIT, "--per-page", 2, "--crop-marks").err


@pytest.mark.parametrize(
    ("asked", "is_said"),
    [(("--pages", "3-4"), False), (("--pages", "2-3"), True), (("--per-page", 2), True)],
)
def test_fronts_separated_from_their_backs_are_noted(
    printkit: Terminal, asked: tuple[object, ...], is_said: bool
) -> None:
    both = ("build", "wolle/sheet", "-p", 3, "--set", "side=both", "--set", "size=large")
    notes = printkit(*both, *asked, "--json").json()["notes"]

    assert is_said == any("fronts and backs won’t stay together" in note for note in notes)


# What to do next.


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((PAD, "-p", 4), "Print at 100%."),
        ((PAD, "-p", 4, "--fillable"), "Fill it in on screen, or print it at 100%."),
        (
            ("wolle/sheet", "-p", 2, "--fillable"),
            "Fill it in on screen, or print it at 100%. Cut page 1 along the lines.",
        ),
        (("calibration", "--fillable"), "Print at 100%."),
        (KIT[1:], "Print at 100%; cut page 1 along the lines."),
        ((*KIT[1:], "--lang", "de"), "Mit 100 % drucken; Seite 1 an den Linien schneiden."),
        (("wolle", "-p", 4, "--paper", "a4"), "Print at 100%; cut pages 1 to 3 along the lines."),
        (
            ("attribute/setup-card", PAD, "attribute/setup-card", "-p", 4, "--paper", "a4"),
            "Print at 100%; cut pages 1 and 3 along the lines.",
        ),
        ((*KIT[1:], "--split"), "Print at 100%; cut the pages with cut lines along them."),
        (
            ("attribute/setup-card", "-p", 4, "--crop-marks"),
            "Give this to a print shop as is; the marks show where to cut.",
        ),
    ],
)
def test_the_last_line_says_what_to_do(
    printkit: Terminal, arguments: tuple[object, ...], said: str
) -> None:
    assert said == printkit("build", *arguments).out.splitlines()[-1]
    assert said == json.loads(printkit("build", *arguments, "--json").out)["next"]


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "page 1, to cut"), ("de", "Seite 1, zum Schneiden"), ("pl", "strona 1, do pocięcia")],
)
def test_the_list_of_sheets_is_in_the_language_of_the_sheets(
    printkit: Terminal, language: str, said: str
) -> None:
    assert said in printkit("build", *KIT[1:], "--lang", language).out


def test_the_whole_summary_is_in_the_language_of_the_sheets(
    printkit: Terminal,
) -> None:
    sheets = "wolle/sheet", "-p", 4, "--paper", "a4", "--seed", "a", "--set", "side=both"
    said = printkit("build", *sheets, "--duplex", "long", "--lang", "de").out.splitlines()
    (small,) = printkit("build", PAD, "--per-page", 2, "--lang", "pl", "--json").json()["notes"]

    assert re.fullmatch(r"output/\S+  4 Seiten auf a4, \d+ KB", said[0])
    assert "Startwert: a" in said
    assert "beidseitig drucken, an der langen Kante wenden" in said
    assert re.search(r"najmniejsze pismo ma \d,\d\spt", small)


def test_no_break_spaces_are_plain_spaces_on_the_terminal(printkit: Terminal) -> None:
    last = printkit(*KIT, "--lang", "fr").out.splitlines()[-1]

    assert "Imprime à 100 % ; découpe la page 1 le long des traits." == last


# --open and --print: fake programs on PATH save their arguments.


@pytest.fixture
def desk(printkit: Terminal, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of fake programs that is the whole PATH; each saves its arguments next to it."""
    folder = tmp_path_factory.mktemp("desk")
    printkit.monkeypatch.setenv("PATH", str(folder))
    return folder


def fake_program(desk: Path, name: str, then: str = "") -> None:
    """Write a program that saves its arguments, one per line, atomically."""
    program, note = desk / name, desk / f"{name}.noted"
    notes = f'printf "%s\\n" "$@" > "{note}.part" && /bin/mv "{note}.part" "{note}"'
    program.write_text(f"#!/bin/sh\n{notes}\n{then}\n")
    program.chmod(0o755)


def noted(desk: Path, name: str) -> list[str]:
    """The arguments that a fake program saved, once they are there."""
    path = desk / f"{name}.noted"
    until(path.exists)
    return path.read_text().splitlines()


def test_open_shows_the_file(printkit: Terminal, desk: Path) -> None:
    fake_program(desk, "xdg-open")
    shown = printkit("build", PAD, "-p", 4, "--open")

    built = printkit.folder / "output" / "attribute-score-pad-4p.pdf"
    assert [str(built)] == noted(desk, "xdg-open")
    assert ["opened the file", "Print at 100%."] == shown.out.splitlines()[-2:]


@pytest.mark.parametrize(
    ("options", "settings"),
    [
        (("--paper", "a4"), {"media=A4", "sides=one-sided"}),
        (("--paper", "letter"), {"media=Letter", "sides=one-sided"}),
        (("--paper", "200x290mm"), {"media=Custom.200x290mm", "sides=one-sided"}),
    ],
)
def test_print_sends_the_pdf_at_full_size(
    printkit: Terminal, desk: Path, options: tuple[str, ...], settings: set[str]
) -> None:
    fake_program(desk, "lp")
    fake_program(desk, "lpstat", "echo Office; echo Attic")
    shown = printkit("build", PAD, "-p", 4, "--copies", 3, "-o", "x.pdf", "--print", *options)
    words = noted(desk, "lp")

    assert words[:2] == ["-n", "1"]
    assert words[-2:] == ["--", str(printkit.folder / "x.pdf")]
    assert settings | {"print-scaling=none", "scaling=100"} == set(words[3:-2:2])
    assert "sent to the default printer" in shown.out


@pytest.mark.parametrize(
    ("arguments", "left"),
    [
        (KIT[1:], ["Cut page 1 along the lines."]),
        (("wolle", "-p", 4, "--lang", "de"), ["Seiten 1 bis 3 an den Linien schneiden."]),
        ((*KIT[1:], "--split"), ["Cut the pages with cut lines along them."]),
        ((PAD, "-p", 4), []),
    ],
)
def test_print_leaves_the_reminder_to_print_out(
    printkit: Terminal, desk: Path, arguments: tuple[object, ...], left: list[str]
) -> None:
    fake_program(desk, "lp")
    shown = printkit("build", *arguments, "--printer", "Office").out.splitlines()

    assert left == shown[next(at for at, line in enumerate(shown, 1) if "Office" in line) :]


@pytest.mark.parametrize(("way", "edge"), [("long", "long-edge"), ("short", "short-edge")])
def test_sheets_with_backs_are_printed_double_sided(
    printkit: Terminal, desk: Path, way: str, edge: str
) -> None:
    fake_program(desk, "lp")
    fake_program(desk, "lpstat", "echo Office")
    printkit("build", "calibration", "--duplex", way, "--printer", "Attic")
    words = noted(desk, "lp")

    assert words[:2] == ["-d", "Attic"]
    assert f"sides=two-sided-{edge}" in words


def test_a_file_name_that_looks_like_an_option_is_opened_as_a_file(
    printkit: Terminal, desk: Path
) -> None:
    fake_program(desk, "xdg-open")
    printkit("build", PAD, "--out=-d.pdf", "--open")

    assert [str(printkit.folder / "-d.pdf")] == noted(desk, "xdg-open")


def test_a_failing_viewer_is_reported(printkit: Terminal, desk: Path) -> None:
    fake_program(desk, "xdg-open", then="exit 3")
    printkit.monkeypatch.setattr(printing, "MOMENT_S", PATIENCE_S)
    shown = printkit("build", PAD, "-p", 4, "--open", "-o", "pad.pdf")

    assert (0, "no program found to open pad.pdf") == (shown.code, shown.out.splitlines()[-2])


def test_a_viewer_that_cannot_be_started_is_reported(printkit: Terminal, desk: Path) -> None:
    (desk / "xdg-open").write_text("#!/nowhere/sh\n")
    (desk / "xdg-open").chmod(0o755)
    shown = printkit("build", PAD, "-p", 4, "--open", "-o", "pad.pdf")

    assert (0, "no program found to open pad.pdf") == (shown.code, shown.out.splitlines()[-2])


def test_without_a_printer_the_file_is_opened(printkit: Terminal, desk: Path) -> None:
    fake_program(desk, "xdg-open")
    fake_program(desk, "lp")
    fake_program(desk, "lpstat")
    shown = printkit("build", PAD, "-p", 4, "--print")

    built = printkit.folder / "output" / "attribute-score-pad-4p.pdf"
    assert [str(built)] == noted(desk, "xdg-open")
    assert (0, "no printer found; opened the file") == (shown.code, shown.out.splitlines()[-2])
    assert not (desk / "lp.noted").exists()


@pytest.mark.usefixtures("desk")
def test_a_missing_printer_and_viewer_are_reported(printkit: Terminal) -> None:
    shown = printkit("build", PAD, "-p", 4, "--print")

    assert shown.code == 0
    assert "no printer found; no program found to open output/" in shown.out


def test_a_refused_print_job_lists_the_available_printers(printkit: Terminal, desk: Path) -> None:
    fake_program(desk, "lp", "echo 'lp: The printer does not exist.' >&2; exit 1")
    fake_program(desk, "lpstat", "echo Office; echo Attic")
    shown = printkit("build", PAD, "-p", 4, "--printer", "Cellar")

    assert shown.code == 1
    assert shown.err.splitlines() == [
        "error: the file was built but not printed: lp: The printer does not exist.",
        "hint: the file is in output/attribute-score-pad-4p.pdf",
        "hint: available printers: Office, Attic",
    ]


def test_only_pdf_is_printed(printkit: Terminal) -> None:
    shown = printkit("build", PAD, "-f", "svg", "--print")

    assert (2, "") == (shown.code, shown.out)
    assert "only PDF files can be printed" in shown.err


# A real CUPS with two printers: one saves its arguments, the other is cups-pdf.

FILES = """ServerRoot {0}/conf
RequestRoot {0}/spool
TempDir {0}/spool/tmp
CacheDir {0}/cache
StateDir {0}/state
ServerBin {0}/bin
AccessLog {0}/access.log
ErrorLog {0}/error.log
PageLog {0}/page.log
User lp
Group lp
SystemGroup root
"""
CUPSD = """Listen {0}/cups.sock
Browsing No
<Location />
Order allow,deny
Allow all
</Location>
<Policy default>
<Limit All>
Order deny,allow
Allow all
</Limit>
</Policy>
"""
BACKEND = """#!/bin/sh
[ $# -eq 0 ] && exit 0
printf '%s\\n' "$@" > {0}/out/noted.part
mv {0}/out/noted.part {0}/out/noted
"""
CUPS_PDF = """Out {0}/out
AnonDirName {0}/out
Spool {0}/paper
Log {0}/state
Grp lp
"""
SERVE = (
    "mount --bind {0}/etc /etc/cups && exec cupsd -f -c {0}/conf/cupsd.conf -s {0}/conf/files.conf"
)
"""The backend of cups-pdf knows one place for its settings, so the server sees ours there."""

PPD = Path("/usr/share/ppd/cups-pdf/CUPS-PDF_noopt.ppd")
FOLDERS = ("conf", "spool/tmp", "cache", "state", "out", "etc", "paper")


@pytest.fixture(scope="module")
def cups(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A separate print server, which is stopped after the tests."""
    if os.geteuid() or not shutil.which("cupsd") or not shutil.which("lpadmin"):
        pytest.skip("this needs CUPS, and the rights to run it")
    if subprocess.run(["unshare", "-m", "true"], capture_output=True, check=False).returncode:
        pytest.skip("this needs the right to give a print server settings of its own")
    home = tmp_path_factory.mktemp("cups")
    for folder in FOLDERS:
        (home / folder).mkdir(parents=True)
    shutil.copytree("/usr/lib/cups", home / "bin", symlinks=True)
    (home / "bin" / "backend" / "notes").write_text(BACKEND.format(home))
    (home / "bin" / "backend" / "notes").chmod(0o755)
    (home / "conf" / "files.conf").write_text(FILES.format(home))
    (home / "conf" / "cupsd.conf").write_text(CUPSD.format(home))
    (home / "etc" / "cups-pdf.conf").write_text(CUPS_PDF.format(home))
    for above in (home, *home.parents):
        if not above.stat().st_mode & 0o005:
            above.chmod(0o755)
    for folder in FOLDERS:
        for path in (home / folder, *(home / folder).rglob("*")):
            shutil.chown(path, "lp", "lp")
    server = subprocess.Popen(["unshare", "-m", "sh", "-c", SERVE.format(home)])
    try:
        add_printer(home, "Table", f"notes:{home}/out")
        yield home
    finally:
        server.terminate()
        server.wait(PATIENCE_S)


@pytest.fixture(scope="module")
def paper_printer(cups: Path) -> str:
    """The name of cups-pdf there; a printer that is added again begins its last job again."""
    if not PPD.exists() or not (cups / "bin" / "backend" / "cups-pdf").exists():
        pytest.skip("this needs the printer driver cups-pdf")
    add_printer(cups, "Paper", "cups-pdf:/", "-P", str(PPD))
    return "Paper"


def add_printer(home: Path, name: str, address: str, *options: str) -> None:
    environment = {**os.environ, "CUPS_SERVER": f"{home}/cups.sock"}
    add = ["lpadmin", "-p", name, "-E", "-v", address, "-o", "printer-is-shared=no", *options]
    done = wait_for(
        lambda: (
            subprocess.run(add, env=environment, capture_output=True, check=False)
            if (home / "cups.sock").exists()
            else None
        )
    )
    assert done.returncode == 0, done.stderr


def wait_for(look: Callable[[], T | None]) -> T:
    """Wait for a value, and return it."""
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end:
        if (found := look()) is not None:
            return found
        time.sleep(0.05)
    raise AssertionError("nothing came")


def test_a_real_print_server_gets_the_right_options(printkit: Terminal, cups: Path) -> None:
    printkit.monkeypatch.setenv("CUPS_SERVER", str(cups / "cups.sock"))
    shown = printkit("build", "calibration", "--paper", "a5", "--printer", "Table", "-o", "x.pdf")
    noted = cups / "out" / "noted"
    words = wait_for(lambda: noted.read_text().splitlines() if noted.exists() else None)
    _number, _user, title, copies, options, *_ = words

    assert "sent to Table" in shown.out
    assert (title, copies) == ("x.pdf", "1")
    assert {"media=A5", "print-scaling=none"} <= set(options.split())
    assert "sides=two-sided-long-edge" in options


def printed_as(cups: Path, title: str) -> Path | None:
    """The file that the printer made of a job, once the server has no job left.

    Before that it may be writing, and what it made of an earlier job may be all there is.
    """
    left = subprocess.run(["lpstat", "-o"], capture_output=True, check=True, text=True).stdout
    return None if left else next((cups / "out").glob(f"{title}*.pdf"), None)


def page_images(path: Path) -> list[Image.Image]:
    """Render the pages of a PDF as small pictures."""
    with PdfDocument(path) as pdf:
        return [page.render(scale=0.5, grayscale=True).to_pil() for page in pdf]


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_cups_pdf_prints_the_right_pages_at_the_right_size(
    printkit: Terminal, cups: Path, paper_printer: str, paper: str
) -> None:
    printkit.monkeypatch.setenv("CUPS_SERVER", str(cups / "cups.sock"))
    asked = ("--copies", 2, "--set", "size=full", "--paper", paper, "-o", f"{paper}.pdf")
    shown = printkit("build", PAD, "-p", 3, *asked, "--printer", paper_printer)
    assert "sent to Paper" in shown.out, shown.err
    printed = page_images(wait_for(lambda: printed_as(cups, f"{paper}.pdf")))
    built = page_images(printkit.folder / f"{paper}.pdf")

    assert len(printed) == 2
    assert [page.size for page in built] == [page.size for page in printed]
    for one, other in zip(built, printed, strict=True):
        assert ImageStat.Stat(ImageChops.difference(one, other)).mean[0] < 3
