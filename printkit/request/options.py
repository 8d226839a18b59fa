"""The request: everything that the user asked for, as one frozen value.

`Request` declares every option of `printkit build` once: each field that is an option has an
`Option` in its metadata. The command line, Python, manifests, saved jobs, file names and the
documentation read `OPTIONS`. To add an option, declare it here, with its Python type in
`BuildOptions`, and use it where it takes effect. `--help` reads this table, too, so nothing heavy
is imported here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, dataclass, field, fields
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypedDict

from printkit.core.errors import UsageError
from printkit.core.languages import read_language, shipped_languages
from printkit.core.messages import say
from printkit.core.paper import (
    DUPLEX,
    NO_OFFSET,
    ORIENTATIONS,
    PAPERS,
    SIDES,
    Offset,
    Paper,
    parse_offset,
    parse_paper,
)
from printkit.request import values

if TYPE_CHECKING:
    from os import PathLike

    from printkit.layout.imposition import PrintSetup
    from printkit.layout.pages import SideOrder


WHAT: Final = "What to print"
CONTENT: Final = "On the sheets"
PAPER: Final = "Paper and printing"
OUTPUT: Final = "Output"


class Option(NamedTuple):
    """One option of `printkit build`: its name, type, help and default."""

    name: str
    """The name: `--name` on the command line, `name:` in a manifest."""
    read: Callable[..., Any]
    """Parses a word, or all words of an option that repeats; raises an error with a hint."""
    help: str
    """The text in `--help` and in the documentation; {known} stands for the known words."""
    panel: str
    """The heading above it in `--help`; empty for the target."""
    metavar: str = "NAME"
    """The placeholder of the value in `--help`; a flag has none."""
    short: str = ""
    """The short form, like `-p`."""
    alias: str = ""
    """An older name, which is still read everywhere."""
    read_list: Callable[[tuple[str, ...]], Any] | None = None
    """Parses words that are given separately, if a single word may also be a list of them."""
    repeats: bool = False
    """Whether the command line takes the option several times."""
    known: Callable[[], Iterable[str]] | None = None
    """Returns the words for completion in a shell."""
    write: Callable[[Any], Any] = lambda value: value
    """Formats the value as a word, a tuple of words or a mapping of words."""
    in_name: Callable[[Any], str] | None = None
    """Formats a value that isn't the default for file names; None if these don't have it."""
    in_batch_name: bool = False
    """Whether the file names of a batch have it, even if all files of a job have the same value."""
    in_manifest: bool = True
    """Whether a job of a manifest may have it."""
    local: bool = False
    """Whether its default differs between machines, so that a file's command has to have it."""
    changes_draws: bool = False
    """Whether random draws depend on it."""
    default: Any = MISSING
    """The default value; MISSING if the option is required."""
    field: str = ""
    """The name of the field of `Request`."""

    @property
    def keyword(self) -> str:
        """The name as a keyword of `printkit.build`."""
        return self.name.replace("-", "_")

    @property
    def explanation(self) -> str:
        """The help with the known words, and the default if it is a plain value."""
        text = self.help
        if "{known}" in text and self.known is not None:
            *others, last = self.known()
            text = text.replace("{known}", f"{', '.join(others)} or {last}")
        if self.is_flag or self.local or not self.has_default:
            return text
        default = self.write(self.default)
        is_said = "(default: " in text or not (default and isinstance(default, str))
        return text if is_said else f"{text} (default: {default})"

    @property
    def is_flag(self) -> bool:
        """Whether it takes no value."""
        return self.default is False

    @property
    def has_default(self) -> bool:
        """Whether it may be left out."""
        return self.default is not MISSING

    def is_default(self, request: Request) -> bool:
        """Return whether a request has the built-in default for this option."""
        return self.has_default and getattr(request, self.field) == self.default

    def can_be_omitted(self, request: Request) -> bool:
        """Return whether leaving this option out means the same on every machine."""
        return self.is_default(request) and not self.local

    def format_value(self, request: Request) -> Any:
        """Format the option's value in a request: a word, a tuple or a mapping of words."""
        return self.write(getattr(request, self.field))


def option(
    name: str,
    read: Callable[..., Any],
    panel: str,
    help_: str,
    default: Any = None,
    *,
    kw_only: bool = False,
    **more: Any,
) -> Any:
    """Declare a field of the request that is an option of `printkit build`."""
    declared = {"option": Option(name, read, help_, panel, **more)}
    if isinstance(default, dict):
        return field(default_factory=dict, metadata=declared)
    return field(default=default, kw_only=kw_only, metadata=declared)


def flag(name: str, panel: str, help_: str, **more: Any) -> Any:
    """Declare an option without a value."""
    read = partial(values.parse_flag, name)
    own: dict[str, Any] = {"default": False, "metavar": "", "write": lambda on: str(on).lower()}
    return option(name, read, panel, help_, **own, **more)


@dataclass(frozen=True, slots=True)
class Request:
    """A request to build sheets; `counts` is None if not given, 'all' for every supported count."""

    targets: tuple[str, ...] = option(
        "target",
        values.parse_targets,
        "",
        "Sheet (attribute/score-pad), game (its whole kit) or layout file",
        default=MISSING,
        metavar="GAME-OR-SHEET...",
        repeats=True,
        known=values.known_targets,
        write=lambda targets: targets[0] if len(targets) == 1 else (targets,),
        changes_draws=True,
    )
    counts: tuple[int, ...] | str | None = option(
        "players",
        values.parse_counts,
        WHAT,
        "Number of players: 4, 3-5, 2,4 or all (default: the number of names, or about 4)",
        metavar="N",
        short="-p",
        write=values.format_counts,
        changes_draws=True,
    )
    names: tuple[str, ...] = option(
        "names",
        values.read_names,
        WHAT,
        'Player names: "Ann, Ben and Cleo"; ",," leaves room to write three',
        metavar="NAMES",
        short="-n",
        read_list=values.check_names,
        default=(),
        in_name=values.initials,
        changes_draws=True,
    )
    variant: str | None = option(
        "variant",
        str,
        WHAT,
        "Variant of the game, shown by printkit list GAME; for several games "
        "wolle:no-cups,cattitude:toss (default: the base game)",
        in_name=str,
        in_batch_name=True,
        changes_draws=True,
    )
    settings: Mapping[str, str] = option(
        "set",
        values.parse_settings,
        WHAT,
        "Option of the sheets: size=half; of one sheet only: wolle/sheet:size=large",
        metavar="K=V",
        repeats=True,
        default={},
        in_name=lambda settings: "-".join(f"{name}-{value}" for name, value in settings.items()),
        changes_draws=True,
    )
    table: str = option(
        "table",
        partial(values.check_label, "table"),
        CONTENT,
        "Table number or name, printed in the corner of every page",
        metavar="TEXT",
        default="",
        in_name=lambda table: f"table-{table}",
        in_batch_name=True,
        changes_draws=True,
    )
    label: str = option(
        "label",
        partial(values.check_label, "label"),
        CONTENT,
        "Text to print in the corner of every page",
        metavar="TEXT",
        default="",
        in_name=str,
        in_batch_name=True,
        changes_draws=True,
    )
    copies: int = option(
        "copies",
        partial(values.parse_whole, "copies", least=1, most=values.MAX_COPIES),
        WHAT,
        "Copies of each sheet",
        metavar="N",
        default=1,
        write=str,
        in_name=lambda copies: f"{copies}x",
        changes_draws=True,
    )
    seed: str | None = option(
        "seed",
        partial(values.check_text, "seed"),
        WHAT,
        "Seed of random sheets; the same seed gives the same sheets (default: random)",
        metavar="TEXT",
        in_name=lambda seed: "" if values.is_drawn(seed) else seed,
    )
    paper: Paper = option(
        "paper",
        parse_paper,
        PAPER,
        "Paper: a4, letter, legal, a3, a5, a6, index-3x5, index-5x8 or 210x297mm "
        "(default: PRINTKIT_PAPER, your saved paper or your region's, in that order)",
        default=MISSING,
        kw_only=True,
        known=lambda: PAPERS,
        write=lambda paper: paper.name,
        in_name=lambda paper: paper.name,
    )
    orientation: str | None = option(
        "orientation",
        partial(values.check_word, "orientation", lambda: ORIENTATIONS),
        PAPER,
        "Paper orientation: portrait or landscape (default: what the layout says)",
        in_name=str,
    )
    duplex: str | None = option(
        "duplex",
        partial(values.check_word, "duplex mode", lambda: DUPLEX),
        PAPER,
        "For sheets with backs: flip on the long or short edge, or fold (default: long)",
        in_name=str,
    )
    sides: str | None = option(
        "sides",
        partial(values.check_word, "side", lambda: SIDES),
        PAPER,
        "For a printer without duplex: only the fronts, or only the backs",
        metavar="fronts|backs",
        known=lambda: SIDES,
        in_name=str,
        in_batch_name=True,
    )
    backs_last: bool = flag(
        "backs-last",
        PAPER,
        "For a printer without duplex: all fronts first, then all backs",
        in_name=lambda _: "backs-last",
        in_batch_name=True,
    )
    crop_marks: bool = flag(
        "crop-marks",
        PAPER,
        "Make a file for a print shop: one card per page, with 3 mm bleed",
        in_name=lambda _: "crop-marks",
        in_batch_name=True,
    )
    offset: Offset = option(
        "offset",
        parse_offset,
        PAPER,
        "Shift to the right and down: 0.5mm,-1mm; front and back: 0.5mm,-1mm/0mm,1mm",
        metavar="X,Y",
        default=NO_OFFSET,
        write=lambda offset: "" if offset == NO_OFFSET else str(offset),
    )
    theme: str = option(
        "theme",
        partial(values.check_word, "theme", values.known_themes),
        CONTENT,
        "Theme: {known} (default: your saved theme, or colour)",
        known=values.known_themes,
        default="colour",
        in_name=str,
        in_batch_name=True,
    )
    language: str = option(
        "lang",
        read_language,
        CONTENT,
        "Language of the sheets: {known} (default: your saved language, PRINTKIT_LANG, "
        "your system's or en, in that order)",
        metavar="CODE",
        known=shipped_languages,
        local=True,
        default="en",
        in_name=str,
        in_batch_name=True,
    )
    formats: tuple[str, ...] = option(
        "format",
        values.check_formats,
        OUTPUT,
        f"File format: {values.formats_in_words()}; repeatable "
        "(default: the ending of --out, or pdf)",
        short="-f",
        repeats=True,
        known=values.formats,
        default=("pdf",),
    )
    dpi: int = option(
        "dpi",
        partial(values.parse_whole, "dpi", least=values.MIN_DPI, most=values.MAX_DPI),
        OUTPUT,
        f"Resolution of PNG files in dots per inch, {values.MIN_DPI} to {values.MAX_DPI}",
        metavar="N",
        default=150,
        write=str,
    )
    out: values.Destination = option(
        "out",
        values.parse_destination,
        OUTPUT,
        "Output file or folder (default: output/)",
        metavar="PATH",
        short="-o",
        default=values.Destination(Path("output")),
        write=lambda place: place.file,
    )
    pages: tuple[int, ...] = option(
        "pages",
        values.parse_pages,
        WHAT,
        "Pages to print: 2,5-7 (default: all)",
        metavar="PAGES",
        default=(),
        write=values.format_pages,
        in_name=lambda pages: f"pages-{values.format_pages(pages)}",
    )
    per_page: int = option(
        "per-page",
        values.parse_per_page,
        PAPER,
        "Shrink 2 or 4 pages onto one",
        metavar="N",
        default=1,
        write=lambda many: str(many) if many > 1 else "",
        in_name=lambda many: f"{many}-per-page",
    )
    split: bool = flag("split", OUTPUT, "Write one file per sheet")
    force: bool = flag(
        "force", OUTPUT, "Replace a file even if a different command made it", in_manifest=False
    )
    fillable: bool = flag(
        "fillable",
        CONTENT,
        "Make the PDF fillable on screen",
        in_name=lambda _: "fillable",
    )
    large_print: bool = flag(
        "large-print",
        CONTENT,
        "No type under 14 pt (12 pt on larger cards), strong contrast, and more pages",
        in_name=lambda _: "large-print",
        in_batch_name=True,
    )
    record: Path | None = option(
        "from-game",
        Path,
        CONTENT,
        "Fill in the sheets from a recorded game (*.jsonl)",
        metavar="FILE",
        alias="record",
        write=lambda path: str(path or ""),
        in_name=lambda path: path.stem,
        in_batch_name=True,
    )
    fill: Path | None = option(
        "fill",
        Path,
        CONTENT,
        "Fill in the sheet from a JSON or CSV file with values for its fields",
        metavar="FILE",
        write=lambda path: str(path or ""),
        in_name=lambda path: path.stem,
        in_batch_name=True,
    )
    no_system_fonts: bool = flag(
        "no-system-fonts",
        CONTENT,
        "Use only printkit's own fonts (default: take missing characters from "
        "PRINTKIT_FONTS or your system's fonts)",
    )
    has_ambiguous_names: bool = (
        False  # whether to note how names were read, as the list is ambiguous
    )
    has_paper_in_name: bool = False  # whether file names include the paper, as it isn't the default
    has_saved_offset: bool = False  # whether the offset is the saved one, not given
    only: str | None = None  # of all sheets of the targets, only the one with this id
    is_app: bool = False  # whether HTML pages are in a folder that makes them an app
    wants_fields: bool = False  # whether to return the positions of fields
    wants_node_bounds: bool = False  # whether to return the positions of the layout's nodes

    def __post_init__(self) -> None:
        """Turn empty names into a number of players."""
        if not self.names or any(self.names):
            return
        count = (len(self.names),)
        if self.counts not in (None, count):
            counts = values.format_counts(self.counts)
            template = "{given} empty names, but --players says {count}"
            message = say(template, given=count[0], count=counts)
            raise UsageError(message, hint=say("leave one of them out"))
        object.__setattr__(self, "names", ())
        object.__setattr__(self, "counts", count)

    def print_setup(self) -> PrintSetup:
        """Return the settings for imposition."""
        from printkit.layout.imposition import PrintSetup

        duplex = self.duplex or DUPLEX[0]
        return PrintSetup(self.orientation, duplex, self.crop_marks, self.offset)

    def side_order(self) -> SideOrder:
        """Return which sides of paper are printed, or that the backs come last."""
        return self.sides or ("backs-last" if self.backs_last else "")  # type: ignore[return-value]


def _find_options(kind: type) -> Iterable[Option]:
    for one in fields(kind):
        if found := one.metadata.get("option"):
            default = one.default if one.default_factory is MISSING else one.default_factory()
            yield found._replace(default=default, field=one.name)


OPTIONS: Final[Mapping[str, Option]] = {one.name: one for one in _find_options(Request)}
"""The options of `printkit build` by their names, in the order in which they are shown."""

ALIASES: Final[Mapping[str, str]] = {one.alias: name for name, one in OPTIONS.items() if one.alias}
"""Older names of options, which are still read, and their names now."""

JOB_OPTIONS: Final[Mapping[str, Option]] = {n: one for n, one in OPTIONS.items() if one.in_manifest}
"""The options that a job of a manifest may have."""


class BuildOptions(TypedDict, total=False):
    """The options of a build as keywords: the text of the command line, or its Python value."""

    players: int | str | Iterable[int] | None
    """The number of players: `4`, `range(3, 6)`, `"3-5"` or `"all"`."""
    names: str | Iterable[str] | None
    """The names of the players: `["Ann", "Ben"]` or `"Ann,Ben"`."""
    variant: str | None
    """A variant of the game."""
    set: Mapping[str, object] | Iterable[str] | None
    """Settings of the sheets: `{"size": "half"}`. `{"wolle/sheet:size": "large"}` is for one sheet
    only."""
    table: str | int | None
    """The number or name of a table, printed in the corner of every page."""
    label: str | None
    """Text for the corner of every page."""
    copies: int | str | None
    """The number of copies of each sheet."""
    seed: str | None
    """A seed; the same one gives the same random sheets again."""
    paper: str | None
    """`a4`, `letter`, another name, or a size like `210x297mm`."""
    orientation: str | None
    """`portrait` or `landscape`."""
    duplex: str | None
    """Print sheets with backs double-sided, flipped on the `long` or `short` edge, or as pages to
    `fold`."""
    sides: str | None
    """Print only one side of the paper: `fronts` or `backs`."""
    backs_last: bool
    """Put all fronts first, then all backs."""
    crop_marks: bool
    """For a print shop: put each card on a page of its own, with 3 mm bleed."""
    offset: str | None
    """Move everything to the right and down: `0.5mm,-1mm`."""
    theme: str | None
    """`colour`, `ink-saver` or `mono`."""
    lang: str | None
    """The language of the sheets: `de`."""
    format: str | Iterable[str] | None
    """`pdf`, `svg`, `png` or `html`, or several."""
    dpi: int | str | None
    """The resolution of a PNG, in dots per inch."""
    out: str | PathLike[str] | None
    """A file, or a folder in which files get default names."""
    pages: int | str | Iterable[int] | None
    """Only these pages of the file: `2` or `"2,5-7"`."""
    per_page: int | str | None
    """Put 2 or 4 pages on one."""
    split: bool
    """Write one file for each sheet."""
    force: bool
    """Replace a file that was made by a different command."""
    fillable: bool
    """Make a PDF that can be filled in on a screen."""
    large_print: bool
    """Print with no type under 14 points, and 12 on cards, which become larger."""
    from_game: str | PathLike[str] | None
    """A recorded game (`*.jsonl`) to fill in the sheets with."""
    record: str | PathLike[str] | None
    """An older name of `from_game`."""
    fill: str | PathLike[str] | None
    """A JSON or CSV file with values for the fields of the sheets."""
    no_system_fonts: bool
    """Use only printkit's own fonts."""
