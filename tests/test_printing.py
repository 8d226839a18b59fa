"""Files that are opened with `--open` and printed with `--print`."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import pytest
from PIL import Image, ImageChops, ImageStat
from pypdfium2 import PdfDocument

from printkit import printing
from tests.cli.terminal import Terminal
from tests.running import PATIENCE_S, until

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

T = TypeVar("T")
PAD = "attribute/score-pad"
KIT = ("build", "attacke", "-n", "Ann,Ben,Cleo", "--paper", "a4")


@pytest.fixture
def printkit(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Terminal:
    """Call it with the arguments of a command."""
    return Terminal(monkeypatch, tmp_path)


@pytest.fixture
def desk(printkit: Terminal, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of fake programs that is the whole PATH; each saves its arguments next to it."""
    folder = tmp_path_factory.mktemp("desk")
    printkit.monkeypatch.setenv("PATH", str(folder))
    printkit.monkeypatch.setenv("DISPLAY", ":0")
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


def test_without_a_display_nothing_is_said_to_be_open(printkit: Terminal, desk: Path) -> None:
    fake_program(desk, "xdg-open")
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        printkit.monkeypatch.delenv(name, raising=False)
    shown = printkit("build", PAD, "-p", 5, "--open")

    assert "no program found to open" in shown.out
    assert "opened" not in shown.out
    assert not (desk / "xdg-open.noted").exists()


def test_open_shows_the_file(printkit: Terminal, desk: Path) -> None:
    fake_program(desk, "xdg-open")
    shown = printkit("build", PAD, "-p", 5, "--open")

    built = printkit.folder / "output" / "attribute-score-pad-5p.pdf"
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
        ((*KIT[1:], "--split"), ["Cut along the lines where there are any."]),
        ((PAD, "-p", 5), []),
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
