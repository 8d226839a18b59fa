"""Checks of a request that need no sheet: options that can't be used together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from printkit.core.errors import UsageError
from printkit.core.messages import say
from printkit.core.paper import NO_OFFSET
from printkit.request.values import check_label, check_names

if TYPE_CHECKING:
    from printkit.request.options import Request


def check_fillable(request: Request) -> None:
    """Refuse a fillable file in a format without forms, and more than one way of filling in."""
    others = [name for name in request.formats if name != "pdf"]
    if request.fillable and others:
        hint = "--fillable makes PDFs: leave --format out, or let --out end with .pdf"
        if others[0] == "html":
            hint = "leave --fillable out: an HTML page can always be filled in"
        message = say("{format} files can't be fillable", format=others[0].upper())
        raise UsageError(message, hint=hint)
    from_files = {"from-game": request.record, "fill": request.fill}
    given = [name for name, file in from_files.items() if file is not None]
    if request.fillable and given:
        hint = f"use one of them: --{given[0]} fills in the sheet, --fillable leaves that to you"
        raise _not_together("--fillable", f"--{given[0]}", hint)
    if len(given) > 1:
        hint = say("use one of them: a sheet is filled in from one file")
        raise _not_together("--from-game", "--fill", hint)


def _not_together(first: str, second: str, hint: str) -> UsageError:
    template = "{first} and {second} can't be used together"
    return UsageError(say(template, first=first, second=second), hint=hint)


def check_page_on_screen(request: Request) -> None:
    """Refuse printing options that a page on a screen can't follow."""
    if "html" in request.formats and request.per_page > 1:
        hint = say("leave one of them out: on a screen, every sheet is a page")
        raise _not_together("--per-page", "--format html", hint)


def check_large_print(request: Request) -> None:
    """Refuse large print on pages that are made smaller."""
    if request.large_print and request.per_page > 1:
        hint = "leave one of them out: several pages on one make the type small again"
        raise _not_together("--large-print", "--per-page", hint)


def check_print_setup(request: Request) -> None:
    """Refuse printing options that can't be used together, such as --offset with --crop-marks."""
    given = {
        "--duplex": request.duplex is not None,
        "--offset": request.offset != NO_OFFSET,
        "--per-page": request.per_page > 1,
        "--sides": request.sides is not None,
        "--backs-last": request.backs_last,
    }
    for name in (name for name, is_given in given.items() if is_given and request.crop_marks):
        template = (
            "for a print shop, leave {name} out; for your own printer, leave --crop-marks out"
        )
        raise _not_together("--crop-marks", name, say(template, name=name))
    if request.sides and request.backs_last:
        hint = "use one of them: --sides makes a file of one side, --backs-last one file of both"
        raise _not_together("--sides", "--backs-last", hint)
    if request.duplex == "fold" and request.side_order():
        name = "--sides" if request.sides else "--backs-last"
        hint = f"leave {name} out: folded backs are on the same side as their fronts"
        raise _not_together("--duplex fold", name, hint)


def check_printable(request: Request) -> None:
    """Refuse names and labels with characters that no allowed font has.

    They were also checked when they were parsed, but with the fonts of the system.
    """
    check_names(request.names)
    for what in ("table", "label"):
        if text := getattr(request, what):
            check_label(what, text)
