"""`printkit preflight`: checks PDF files before they are printed."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from printkit.cli.output import output_style, print_error, print_json, show, show_styled, showable
from printkit.cli.parameters import Json, Quiet
from printkit.core.errors import PrintkitError, UsageError
from printkit.core.units import counted

if TYPE_CHECKING:
    from printkit.core.errors import Style
    from printkit.preflight import FileReport, Finding, Measures


def preflight(
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="FILE.pdf...", help="PDF files, made by any program", show_default=False
        ),
    ],
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Check PDFs before printing: fonts, type size, lines, edges, overlaps, contrast, ink."""
    from printkit.preflight import PdfChecker, check_installed

    check_installed()
    reports, refused = [], []
    with PdfChecker() as checker:
        for file in files:
            try:
                report = checker.check(file)
            except PrintkitError as error:
                refused.append(error.as_json())
                if not json:
                    print_error(error)
                continue
            reports.append(report)
            if not json:
                show_styled(describe(report, output_style(), quiet=quiet))
                _say_accepted(report, quiet=quiet)
    ok = not refused and not any(report.errors for report in reports)
    if json:
        documents = [report.as_json() for report in reports]
        print_json({"ok": ok, "files": documents, "refused": refused})
    if not ok:
        raise typer.Exit(1)


def check_can_preflight(formats: Container[str], hint: str = "add --format pdf") -> None:
    """Refuse to build what can't be checked: no PDF among the formats, or pikepdf is missing."""
    from printkit.preflight import check_installed

    if "pdf" not in formats:
        raise UsageError("preflight only checks PDF files", hint=hint)
    check_installed()


def preflight_files(paths: Iterable[Path]) -> tuple[FileReport, ...]:
    """Check the PDFs among built files."""
    from printkit.preflight import PdfChecker

    with PdfChecker() as checker:
        return tuple(checker.check(path) for path in paths if path.suffix == ".pdf")


def print_and_exit(reports: Iterable[FileReport], *, silent: bool, quiet: bool) -> None:
    """Print the reports on the built files, and exit if one of them has errors."""
    failed = False
    for report in reports:
        failed = failed or bool(report.errors)
        if not silent:
            show_styled(describe(report, output_style(), quiet=quiet))
    if failed:
        raise typer.Exit(1)


def _say_accepted(report: FileReport, *, quiet: bool) -> None:
    """Print the warnings that the file itself declares acceptable; anyone may have made it."""
    pairs: dict[str, set[str]] = {}
    for finding in report.accepted:
        pairs.setdefault(finding.because, set()).add(finding.message)
    for because, found in pairs.items() if not quiet else ():
        show(
            f"  accepted: {counted(len(found), 'pair')} of similar colours; "
            f"the file says why: {because}"
        )


def describe(report: FileReport, style: Style, *, quiet: bool = False) -> Iterator[str]:
    """Yield a report in lines: verdict, measures, findings and reasons; if `quiet`, only errors."""
    shown = [finding for finding in report.findings if not quiet or finding.severity == "error"]
    if not quiet or shown:
        yield showable(f"{report.name}: {_verdict(report)}")
    if not quiet and report.pages:
        yield f"  {_worst_measures([page.measures for page in report.pages])}"
    for finding, pages in _with_all_pages(shown):
        text = f"{_place(finding, pages)}{_message(finding)} [{finding.rule}]"
        yield f"  {style(finding.severity, f'{finding.severity}:')} {style('text', text)}"
    yield from map(showable, _reasons(shown))


def describe_all(
    reports: Sequence[FileReport], style: Style, *, quiet: bool = False
) -> Iterator[str]:
    """Yield many reports in a few lines: errors by file, warnings by rule unless `quiet`."""
    for report in reports:
        yield from describe(report, style, quiet=True)
    if quiet:
        return
    for rule, files in _files_by_rule(reports).items():
        more = f" and {counted(len(files) - 1, 'more file')}" if len(files) > 1 else ""
        text = f"{files[0]}{more}: [{rule}]; run printkit preflight for the places"
        yield f"{style('warning', 'warning:')} {style('text', text)}"
    errors = sum(report.errors for report in reports)
    warnings = sum(report.warnings for report in reports)
    yield f"preflight: {counted(len(reports), 'file')}, {_count_problems(errors, warnings)}"


def _files_by_rule(reports: Iterable[FileReport]) -> dict[str, list[str]]:
    """Return the names of the files that each rule warns of."""
    names: dict[str, dict[str, None]] = {}
    for report in reports:
        for finding in report.findings:
            if finding.severity == "warning":
                names.setdefault(finding.rule, {})[report.name] = None
    return {rule: list(files) for rule, files in names.items()}


def _verdict(report: FileReport) -> str:
    if not report.pages:
        return "not checked"
    return (
        f"{counted(len(report.pages), 'page')}, {_count_problems(report.errors, report.warnings)}"
    )


def _count_problems(errors: int, warnings: int) -> str:
    if not errors + warnings:
        return "passed"
    return f"{counted(errors, 'error')}, {counted(warnings, 'warning')}"


def _worst_measures(pages: Sequence[Measures]) -> str:
    """Return the worst values of all pages, on one line."""
    least = {
        "type {:g} pt": [page.smallest_type_pt for page in pages],
        "lines {:g} pt": [page.thinnest_line_pt for page in pages],
        "{:g} mm to the edge": [page.edge_mm for page in pages],
        "contrast {:g}:1": [page.contrast for page in pages],
        "pictures {:g} dpi": [page.image_dpi for page in pages],
    }
    known = {
        text: [value for value in values if value is not None] for text, values in least.items()
    }
    parts = [text.format(min(values)) for text, values in known.items() if values]
    return ", ".join([*parts, f"ink {max(page.ink_percent for page in pages):g} %"])


def _with_all_pages(findings: Iterable[Finding]) -> Iterator[tuple[Finding, list[int]]]:
    """Yield each finding once, with all pages it occurs on."""
    pages: dict[Finding, list[int]] = {}
    for finding in findings:
        pages.setdefault(finding._replace(page=0), []).append(finding.page)
    yield from pages.items()


def _place(finding: Finding, pages: Sequence[int]) -> str:
    if not pages[0]:
        return ""
    where = f"page {pages[0]}"
    if len(pages) > 1:
        where = f"{len(pages)} pages, first page {pages[0]}"
    if finding.place is not None:
        place = finding.place.as_json()
        where += " at {x_mm:g}, {y_mm:g} mm ({width_mm:g} x {height_mm:g} mm)".format(**place)
    return f"{where}: "


def _message(finding: Finding) -> str:
    words = f": '{finding.words}'" if finding.words else ""
    times = f", {finding.times} times" if finding.times > 1 else ""
    return f"{finding.message}{words}{times}"


def _reasons(findings: Iterable[Finding]) -> Iterator[str]:
    from printkit.preflight import LIMITS

    for rule in dict.fromkeys(finding.rule for finding in findings):
        yield f"  [{rule}] {LIMITS[rule].demand}: {LIMITS[rule].reason}"
