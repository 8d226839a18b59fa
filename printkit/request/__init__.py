"""The request: what a person asked for, as one frozen value.

`Request` declares every option of `printkit build` once. The command line, manifests, saved jobs,
file names and the documentation all read `OPTIONS`. To add an option, declare it here and use it
where it matters. Nothing heavy is imported: `--help` reads this table too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import MISSING, dataclass, fields
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from printkit.errors import UsageError
from printkit.paper import (
    DUPLEX,
    NO_OFFSET,
    ORIENTATIONS,
    PAPERS,
    Offset,
    Paper,
    parse_offset,
    parse_paper,
)
from printkit.request import seeds, words
from printkit.request.option import Option, flag, option
from printkit.tuples import NamedTuple
from printkit.units import parse_whole

if TYPE_CHECKING:
    from printkit.layout.imposition import Handling


class Destination(NamedTuple):
    """Where files go: a folder, and the file's name in it if somebody chose one."""

    folder: Path
    file: str = ""


def parse_destination(text: str) -> Destination:
    """A file with the ending of a format, or a folder; 'pad.jpg' is neither."""
    out = Path(text)
    if text[-1:] not in "/\\" and words.ending(out.name) in words.formats():
        return Destination(out.parent, out.name)
    if text[-1:] not in "/\\" and words.ending(out.name).isalpha() and not out.is_dir():
        *others, last = words.formats()
        hint = f"a file ends with .{', .'.join(others)} or .{last}, a folder with /"
        raise UsageError(f"'{text}' is no file that can be made", hint=hint)
    return Destination(out)


@dataclass(frozen=True, slots=True)
class Request:
    """What to build. `counts` is None where nobody said, and 'all' for every count there is."""

    targets: tuple[str, ...] = option(
        "target",
        lambda text: words.parse_targets((text,)),
        "A sheet (attribute/score-pad), a game (its whole kit), or a layout file.",
        default=MISSING,
        metavar="TARGET...",
        read_list=words.parse_targets,
        repeats=True,
        known=words.known_targets,
        write=lambda targets: targets[0] if len(targets) == 1 else (targets,),
        changes_draws=True,
    )
    counts: tuple[int, ...] | str | None = option(
        "players",
        words.parse_counts,
        "How many: 4, 3-5, 2,4 or all.",
        metavar="N",
        short="-p",
        write=words.format_counts,
        changes_draws=True,
    )
    names: tuple[str, ...] = option(
        "names",
        words.parse_names,
        'Their names: "Ann,Ben,Cleo".',
        metavar="NAMES",
        short="-n",
        read_list=words.check_names,
        default=(),
        in_name=words.initials,
        changes_draws=True,
    )
    variant: str | None = option(
        "variant",
        str,
        "A variant of the game; see printkit list.",
        in_name=str,
        in_batch_name=True,
        changes_draws=True,
    )
    settings: Mapping[str, str] = option(
        "set",
        lambda text: words.parse_settings((text,)),
        "An option of a sheet: size=half, or for one alone wolle/sheet:size=large.",
        metavar="K=V",
        read_list=words.parse_settings,
        repeats=True,
        default={},
        in_name=lambda settings: "-".join(f"{name}-{value}" for name, value in settings.items()),
        changes_draws=True,
    )
    table: str = option(
        "table",
        partial(words.check_label, "table"),
        "The table that the sheets are for, printed in the corner of every page: 7.",
        metavar="TEXT",
        default="",
        in_name=lambda table: f"table-{table}",
        in_batch_name=True,
        changes_draws=True,
    )
    label: str = option(
        "label",
        partial(words.check_label, "label"),
        "Any words in the corner of every page.",
        metavar="TEXT",
        default="",
        in_name=str,
        in_batch_name=True,
        changes_draws=True,
    )
    copies: int = option(
        "copies",
        partial(parse_whole, "copies", least=1, most=words.MAX_COPIES),
        "How many of each sheet.",
        metavar="N",
        default=1,
        write=str,
        in_name=lambda copies: f"{copies}x",
        changes_draws=True,
    )
    seed: str | None = option(
        "seed",
        partial(words.check_text, "seed"),
        "Repeat a random sheet.",
        metavar="TEXT",
        in_name=lambda seed: "" if seeds.is_drawn(seed) else seed,
    )
    paper: Paper = option(
        "paper",
        parse_paper,
        "a4, letter, legal, a3, a5, a6, index-3x5, index-5x8 or 210x297mm; "
        "else PRINTKIT_PAPER, else what is remembered, else what your country uses.",
        default=MISSING,
        kw_only=True,
        known=lambda: PAPERS,
        write=lambda paper: paper.name,
        in_name=lambda paper: paper.name,
    )
    orientation: str | None = option(
        "orientation",
        partial(words.check_word, "orientation", lambda: ORIENTATIONS),
        "How the paper lies: portrait or landscape; else as the layout says.",
        in_name=str,
    )
    duplex: str | None = option(
        "duplex",
        partial(words.check_word, "way of duplex", lambda: DUPLEX),
        "Sheets with backs: turn the paper over its long or short edge, or fold.",
        in_name=str,
    )
    crop_marks: bool = flag(
        "crop-marks",
        "For a print shop: each card on a page of its own, with 3 mm bleed.",
        in_name=lambda _: "crop-marks",
        in_batch_name=True,
    )
    offset: Offset = option(
        "offset",
        parse_offset,
        "Move all to the right and down: 0.5mm,-1mm; or front/back: 0.5mm,-1mm/0mm,1mm.",
        metavar="X,Y",
        default=NO_OFFSET,
        write=lambda offset: "" if offset == NO_OFFSET else str(offset),
    )
    theme: str = option(
        "theme",
        partial(words.check_word, "theme", words.known_themes),
        "colour, ink-saver or mono.",
        known=words.known_themes,
        default="colour",
        in_name=str,
        in_batch_name=True,
    )
    language: str = option(
        "lang",
        words.read_language,
        "Of the sheets: {known}; else what is remembered, else PRINTKIT_LANG, "
        "else your system's if it is one of these, else en.",
        metavar="CODE",
        known=words.known_languages,
        local=True,
        default="en",
        in_name=str,
        in_batch_name=True,
    )
    formats: tuple[str, ...] = option(
        "format",
        lambda text: words.check_formats((text,)),
        "pdf, svg or png; repeatable. Else what --out ends with, or pdf.",
        short="-f",
        read_list=words.check_formats,
        repeats=True,
        known=words.formats,
        default=("pdf",),
    )
    dpi: int = option(
        "dpi",
        partial(parse_whole, "dpi", least=words.MIN_DPI, most=words.MAX_DPI),
        f"Dots per inch of a PNG, {words.MIN_DPI} to {words.MAX_DPI}.",
        metavar="N",
        default=150,
        write=str,
    )
    out: Destination = option(
        "out",
        parse_destination,
        "A file or a folder; else output/.",
        metavar="PATH",
        short="-o",
        default=Destination(Path("output")),
        write=lambda place: place.file,
    )
    pages: tuple[int, ...] = option(
        "pages",
        words.parse_pages,
        "Only these pages of the file: 2,5-7.",
        metavar="PAGES",
        default=(),
        write=words.format_pages,
        in_name=lambda pages: f"pages-{words.format_pages(pages)}",
    )
    per_page: int = option(
        "per-page",
        words.parse_per_page,
        "Several pages on one: 2 or 4.",
        metavar="N",
        default=1,
        write=lambda many: str(many) if many > 1 else "",
        in_name=lambda many: f"{many}-per-page",
    )
    split: bool = flag("split", "One file for each sheet.")
    force: bool = flag("force", "Replace a file that another command made.", in_manifest=False)
    fillable: bool = flag(
        "fillable",
        "A PDF that can be filled in on a screen.",
        in_name=lambda _: "fillable",
    )
    record: Path | None = option(
        "record",
        Path,
        "Fill the sheets in from a recorded game (*.jsonl).",
        metavar="FILE",
        write=lambda path: str(path or ""),
        in_name=lambda path: path.stem,
        in_batch_name=True,
    )
    no_system_fonts: bool = flag(
        "no-system-fonts",
        "Use no font but those of printkit; else what they lack comes from PRINTKIT_FONTS, "
        "else from this system.",
    )
    says_paper: bool = False  # whether the names of files say its paper: it is not the usual one
    only: str | None = None  # of all sheets that the targets stand for, only the one of this id
    fields: bool = False  # whether to tell where the places to write are
    traced: bool = False  # whether to tell where each node of the layout lies

    def handling(self) -> Handling:
        """How the paper is printed."""
        from printkit.layout.imposition import Handling

        duplex = self.duplex or DUPLEX[0]
        return Handling(self.orientation, duplex, self.crop_marks, self.offset)


def _declared(kind: type) -> Iterable[Option]:
    for one in fields(kind):
        if found := one.metadata.get("option"):
            default = one.default if one.default_factory is MISSING else one.default_factory()
            yield found._replace(default=default, field=one.name)


OPTIONS: Final[Mapping[str, Option]] = {one.name: one for one in _declared(Request)}
"""The options of `printkit build` by their names, in the order in which they are shown."""

JOB_OPTIONS: Final[Mapping[str, Option]] = {n: one for n, one in OPTIONS.items() if one.in_manifest}
"""Those that a job of a manifest may say."""


def check_fillable(request: Request) -> None:
    """Refuses a form in a format that has none, and one that is filled in already."""
    others = [name for name in request.formats if name != "pdf"]
    if request.fillable and others:
        article = "an" if others[0] == "svg" else "a"
        hint = "--fillable makes PDFs: leave --format out, or let --out end with .pdf"
        raise UsageError(f"{article} {others[0].upper()} cannot be filled in", hint=hint)
    if request.fillable and request.record is not None:
        hint = "leave one out: --record writes on the sheet what --fillable leaves to you"
        raise UsageError("--fillable and --record exclude each other", hint=hint)


def check_handling(request: Request) -> None:
    """Refuses options that exclude each other: a print shop turns, moves and cuts by itself."""
    given = {
        "--duplex": request.duplex is not None,
        "--offset": request.offset != NO_OFFSET,
        "--per-page": request.per_page > 1,
    }
    for name in (name for name, is_given in given.items() if is_given and request.crop_marks):
        hint = f"for a print shop leave {name} out, for your own printer --crop-marks"
        raise UsageError(f"--crop-marks and {name} exclude each other", hint=hint)


def check_printable(request: Request) -> None:
    """Refuses names and labels with letters that no allowed font has.

    They were checked when they were read, but before it was known which fonts are forbidden.
    """
    words.check_names(request.names)
    for what in ("table", "label"):
        if text := getattr(request, what):
            words.check_label(what, text)
