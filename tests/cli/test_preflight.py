"""`printkit preflight`: output, exit codes, and files that aren't PDFs."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pikepdf

from tests.preflight import planted
from tests.preflight.planted import changed, sheet

if TYPE_CHECKING:
    import pytest

    from tests.cli.terminal import Terminal


def write_pdf(printkit: Terminal, data: bytes, name: str = "page.pdf") -> str:
    (printkit.folder / name).write_bytes(data)
    return name


def test_a_good_file_passes_and_shows_its_measures(printkit: Terminal) -> None:
    shown = printkit("preflight", write_pdf(printkit, sheet()))
    assert 0 == shown.code
    assert "page.pdf: 1 page, passed" in shown.out
    assert "type 10 pt, lines 0.5 pt, 20 mm to the edge, contrast 21:1, ink" in shown.out


def test_an_error_is_shown_with_place_words_rule_and_reason(printkit: Terminal) -> None:
    shown = printkit("preflight", write_pdf(printkit, sheet(planted.small_type)))
    assert 1 == shown.code
    assert "error: page 1 at 50" in shown.out
    assert "type of 4 pt is under 6.5 pt: 'four points', 2 times [type-size]" in shown.out
    assert "[type-size] no type is smaller than 6.5 pt: " in shown.out


def test_warnings_alone_do_not_fail(printkit: Terminal) -> None:
    shown = printkit("preflight", write_pdf(printkit, sheet(planted.red_and_green)))
    assert 0 == shown.code
    assert "1 page, 0 errors, 1 warning" in shown.out


REASONS = {
    "any other": ("#b3261e / * / red has a cross", "red has a cross"),
    "either way round": ("#1f7a38 / #b3261e / red has a cross", "red has a cross"),
    "control": ("* / * / \x1b[2Kall is well", "\\x1b[2Kall is well"),
    "others": ("#b3261e / #00ff00 / other colours", ""),
    "no reason": ("#b3261e / * /", ""),
    "no entry": ("#b3261e", ""),
    "too many": ("|" * 30_000, ""),
}
"""A file with accepted pairs of similar colours, and their reason."""


def test_reasons_for_accepted_warnings_are_shown(printkit: Terminal) -> None:
    for name, (said, _) in REASONS.items():

        def explain(pdf: pikepdf.Pdf, said: str = said) -> None:
            pdf.docinfo["/PrintkitAlike"] = said

        write_pdf(printkit, changed(explain, sheet(planted.red_and_green)), f"{name}.pdf")
    names = [f"{name}.pdf" for name in REASONS]
    files = printkit("preflight", *names, "--json").json()["files"]
    shown = printkit("preflight", *names).out

    for name, file in zip(names, files, strict=True):
        reason = REASONS[name.removesuffix(".pdf")][1]
        own = shown.partition(f"{name}: ")[2].partition(".pdf: ")[0]
        told = f"accepted: 1 pair of similar colours; the file says why: {reason}"

        assert (file["warnings"], len(file["accepted"])) == ((0, 1) if reason else (1, 0)), name
        assert (told in own) == bool(reason), name


def test_quiet_shows_only_errors(printkit: Terminal) -> None:
    good = write_pdf(printkit, sheet(planted.red_and_green), "good.pdf")
    bad = write_pdf(printkit, sheet(planted.hairline), "bad.pdf")
    assert "" == printkit("preflight", good, "--quiet").out
    assert "bad.pdf" in printkit("preflight", good, bad, "--quiet").out


def test_json_has_measures_and_findings(printkit: Terminal) -> None:
    shown = printkit("preflight", write_pdf(printkit, sheet(planted.small_type)), "--json")
    document = shown.json()
    file = document["files"][0]
    assert (1, False, False) == (shown.code, document["ok"], file["ok"])
    assert (210, 297, 4) == tuple(
        file["pages"][0][key] for key in ("width_mm", "height_mm", "smallest_type_pt")
    )
    finding = file["findings"][0]
    assert ("type-size", "error", 1) == (finding["rule"], finding["severity"], finding["page"])
    assert {"x_mm", "y_mm", "width_mm", "height_mm"} == finding["place"].keys()


def test_the_same_fault_on_many_pages_is_one_line(printkit: Terminal) -> None:
    def repeat(pdf: pikepdf.Pdf) -> None:
        for _ in range(4):
            pdf.pages.append(pdf.pages[0])

    shown = printkit("preflight", write_pdf(printkit, changed(repeat, sheet(planted.hairline))))
    assert 1 == shown.out.count("error: ")
    assert "error: 5 pages, first page 1 at 50" in shown.out


def test_a_file_that_isnt_a_pdf_is_refused_and_the_next_is_checked(printkit: Terminal) -> None:
    text = write_pdf(printkit, b"just text", "text.pdf")
    shown = printkit("preflight", text, "missing.pdf", ".", write_pdf(printkit, sheet()))
    assert 1 == shown.code
    assert (
        "text.pdf: error: this isn't a readable PDF: it's a different kind of file\n" in shown.err
    )
    assert "missing.pdf: error: no such file" in shown.err
    assert ".: error: this isn't a regular file" in shown.err
    assert "page.pdf: 1 page, passed" in shown.out
    assert "Traceback" not in shown.err


def test_a_file_with_a_password_is_refused(printkit: Terminal) -> None:
    with pikepdf.open(printkit.folder / write_pdf(printkit, sheet(), "open.pdf")) as pdf:
        pdf.save(printkit.folder / "locked.pdf", encryption=pikepdf.Encryption(user="u", owner="o"))
    shown = printkit("preflight", "locked.pdf")
    assert (1, "locked.pdf: error: this PDF is protected with a password\n") == (
        shown.code,
        shown.err,
    )


def test_a_missing_extra_is_reported_with_the_install_command(
    printkit: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = write_pdf(printkit, sheet())
    monkeypatch.setitem(sys.modules, "pikepdf", None)
    shown = printkit("preflight", name)
    assert 1 == shown.code
    assert "pikepdf is missing" in shown.err
    assert "pip install 'printkit-games[preflight]'" in shown.err


def test_build_can_check_its_files(printkit: Terminal) -> None:
    shown = printkit("build", "attribute/score-pad", "--preflight", "--out", "pad.pdf")
    assert 0 == shown.code
    assert "pad.pdf: 1 page, " in shown.out
    assert "type 7 pt" in shown.out


def test_build_has_the_reports_in_its_json(printkit: Terminal) -> None:
    shown = printkit("build", "attribute/score-pad", "--preflight", "--json", "-o", "pad.pdf")
    assert ["pad.pdf"] == [report["path"] for report in shown.json()["preflight"]]


def test_build_refuses_to_check_other_formats(printkit: Terminal) -> None:
    shown = printkit("build", "attribute/score-pad", "--preflight", "-f", "svg", "-o", "pad.svg")
    assert 2 == shown.code
    assert not (printkit.folder / "pad.svg").exists()
