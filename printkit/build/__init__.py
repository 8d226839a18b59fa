"""The use case: targets become files.

Takes a request; finds the layouts, gathers the facts, composes pages, renders them and writes
each file whole. Says what it made; prints nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from printkit.backends import RenderOptions, render
from printkit.build.facts import game_info, gather_facts
from printkit.build.options import declared_options
from printkit.build.targets import Job, expand
from printkit.catalogue import Catalogue, load_catalogue
from printkit.data import folder
from printkit.errors import LayoutError, Problems, UsageError, Where, did_you_mean
from printkit.files import write_file
from printkit.layout.compose import Composer, Press, Run, Setting, check_pages
from printkit.layout.scope import Effort
from printkit.reads import cached, digest, note
from printkit.request import check_handling
from printkit.rules.draws import Drawn
from printkit.scene import Document
from printkit.source import find_inside, inside, is_there
from printkit.theme import ACCENT_KEYS, load_theme

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from printkit.errors import PrintkitError
    from printkit.layout.compose import Leaf
    from printkit.layout.definition import Sheet
    from printkit.layout.imposition import Imposition
    from printkit.request import Request
    from printkit.scene import Page

Progress: TypeAlias = "Callable[[int, int], None]"
"""Told how many pages are made, and how many there will be."""

SEED_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"

USELESS = (
    "no sheet here has a back: --duplex changes nothing",
    "every page fills its paper: --crop-marks changes nothing",
)
"""Notes on options that meant nothing."""

COMMON_OPTIONS = {"outline": ("true", "false")}
"""What `--set` takes for every sheet: SVG text as outlines."""


class SheetMade(NamedTuple):
    """One sheet of a file: which, on which page, and what is its own."""

    id: str
    page: int
    players: int
    title: str
    cut: bool
    details: dict[str, object]


@dataclass(frozen=True, slots=True)
class FileMade:
    """A file that was written."""

    path: Path
    format: str
    pages: int
    bytes: int
    digest: str
    sheets: tuple[SheetMade, ...]


@dataclass(frozen=True, slots=True)
class Built:
    """What a build made; `notes` say how to print it, or what of the request meant nothing."""

    seed: str | None
    files: tuple[FileMade, ...]
    notes: tuple[str, ...] = ()


@dataclass(slots=True)
class Assembly:
    """All sheets of one file, page after page."""

    request: Request
    jobs: tuple[Job, ...]
    sheets: list[SheetMade] = field(default_factory=list)
    progress: Progress | None = None
    kits: dict[int, str] = field(default_factory=dict)
    effort: Effort = field(default_factory=Effort)
    composers: list[Composer] = field(init=False)

    def __post_init__(self) -> None:
        self.composers = []
        for job in self.jobs:
            self.composers.append(self._composer(job))
            check_pages(sum(len(composer.leaves) for composer in self.composers))

    def _composer(self, job: Job) -> Composer:
        request, sheet = self.request, job.sheet
        catalogue = catalogue_for(request.language, job.folder)
        info = game_info(sheet)
        setting = Setting(
            theme=load_theme(request.theme, info.id, own_accents(sheet)),
            catalogue=catalogue,
            paper=request.paper,
            folder=job.folder,
            copies=job.copies,
            handling=request.handling(),
            effort=self.effort,
        )
        runs = [
            Run(
                count,
                gather_facts(sheet, request, count, catalogue, job.folder),
                _title(job, count, catalogue),
            )
            for count in job.counts
        ]
        composer = Composer(sheet, setting, runs)
        self.kits[id(composer)] = catalogue.translate(job.kit)
        return composer

    def pages(self) -> Iterator[Page]:
        """The pages in order, noting which sheet lies where; problems are raised at the end."""
        try:
            yield from self._pages()
        except LayoutError as error:
            raise Problems([*self._problems(), error]) from None
        if problems := self._problems():
            raise Problems(problems)

    def count_pages(self) -> int:
        """How many pages there are, once all of them are known to fit.

        Pictures are written page by page, so that thousands need no more room than one; what is
        wrong must be found before the first of them is.
        """
        told, self.progress = self.progress, None
        total = sum(1 for _ in self.pages())
        self.progress = told
        return total

    def _pages(self) -> Iterator[Page]:
        self.sheets.clear()
        shown: set[tuple[str, ...]] = set()
        press = Press(self.composers)
        for number, sheetful in enumerate(press.pages(), 1):
            paths = list(dict.fromkeys(self._bookmark(leaf) for leaf in sheetful.leaves))
            new = tuple(path for path in paths if path not in shown)
            shown.update(new)
            self.sheets += [_made(leaf, number) for leaf in sheetful.leaves]
            yield sheetful.page._replace(bookmarks=new, label=str(number))
            if self.progress:
                self.progress(number, press.total)

    def _bookmark(self, leaf: Leaf) -> tuple[str, ...]:
        kit = self.kits[id(leaf.composer)]
        return (kit, leaf.run.title) if kit else (leaf.run.title,)

    def _problems(self) -> list[PrintkitError]:
        """Everything that does not fit, at once."""
        return [error for composer in self.composers for error in composer.context.problems]

    def document(self) -> Document:
        """The file's scene; its pages are made as they are asked for."""
        catalogue = catalogue_for(self.request.language, self.jobs[0].folder)
        titles = list(
            dict.fromkeys(
                f"{catalogue.translate(game_info(job.sheet).title)}: "
                f"{catalogue.translate(job.sheet.title.text)}"
                for job in self.jobs
            )
        )
        title = titles[0] if len(titles) == 1 else self.jobs[0].kit or titles[0]
        return Document(
            self.pages(),
            title,
            self.request.language,
            subject="; ".join(titles),
            duplex=self._duplex(),
        )

    def plans(self) -> set[Imposition]:
        """How the sheets lie on paper."""
        leaves = (leaf for composer in self.composers for leaf in composer.leaves)
        firsts = {leaf.master: leaf.values for leaf in leaves}
        return {master.imposition(values) for master, values in firsts.items()}

    def _duplex(self) -> Literal["", "long", "short"]:
        backs = {plan.backs for plan in self.plans()}
        return "long" if "long" in backs else "short" if "short" in backs else ""


def _title(job: Job, count: int, catalogue: Catalogue) -> str:
    title = catalogue.translate(job.sheet.title.text)
    if len(job.counts) == 1:
        return title
    players = catalogue.translate("{count} players").replace("{count}", str(count))
    return f"{title}, {players}"


def _made(leaf: Leaf, page: int) -> SheetMade:
    """What is worth telling about a page: a drawn sheet tells more."""
    details: dict[str, object] = {}
    for value in leaf.values.values():
        if isinstance(value, Drawn):
            details.update(value.told)
    cut = leaf.master.imposition(leaf.values).is_cut
    run = leaf.run
    return SheetMade(leaf.composer.sheet.id, page, run.players, run.title, cut, details)


def own_accents(sheet: Sheet) -> dict[str, str] | None:
    """The colours that a layout brings along, as the theme wants them."""
    if sheet.accent is None:
        return None
    accents = {name: getattr(sheet.accent, name).name for name in ACCENT_KEYS}
    for name, text in accents.items():
        if not text.startswith("#"):
            raise LayoutError(f"{name} must be a colour like #3f8f5f", sheet.accent.where)
    return accents


@cached(maxsize=64)
def catalogue_for(language: str, home: Path) -> Catalogue:
    """The words of a language: the shipped ones, then those beside the layout."""
    if language not in languages(home):
        raise UsageError(
            f"unknown language '{language}'", hint=did_you_mean(language, languages(home))
        )
    paths = {root: _words_path(root, language) for root in (folder("layouts"), home)}
    for path in paths.values():
        if not is_there(path):
            note(path, None)
    return load_catalogue([path for path in paths.values() if is_there(path)], language)


def _words_path(root: Path, language: str) -> Path:
    path = inside(root, f"locale/{language}.po")
    if path is None:
        where = Where(str(root / "locale" / f"{language}.po"))
        raise LayoutError("these words lie outside", where, "they lie in the layout's own folder")
    return path


def languages(home: Path | None = None) -> tuple[str, ...]:
    """English, and every language that has a catalogue."""
    roots = (folder("layouts"), *([home] if home else []))
    paths = (path for root in roots for path in find_inside(root, "locale", ".po"))
    return tuple(sorted({"en", *(path.stem for path in paths)}))


def check_settings(request: Request, jobs: tuple[Job, ...]) -> None:
    """Every `--set` must mean something to at least one of the sheets."""
    known = known_settings(jobs)
    for name, value in request.settings.items():
        if name not in known:
            raise UsageError(f"unknown option '{name}'", hint=did_you_mean(name, known))
        if value not in COMMON_OPTIONS.get(name, (value,)):
            raise UsageError(f"{name} is {' or '.join(COMMON_OPTIONS[name])}, not '{value}'")


def known_settings(jobs: Iterable[Job]) -> set[str]:
    """The names of all options that `--set` takes for these sheets."""
    return {
        *COMMON_OPTIONS,
        *(option.name for job in jobs for option in declared_options(job.sheet)),
    }


def fresh_seed() -> str:
    """A new seed of characters that are easy to read aloud."""
    import secrets

    return "".join(secrets.choice(SEED_LETTERS) for _ in range(6))


def build(request: Request, progress: Progress | None = None) -> Built:
    """Build everything that was asked for; nothing is written unless all of it fits."""
    check_handling(request)
    jobs = expand(request)
    check_settings(request, jobs)
    if request.seed is None and any(job.sheet.drawn for job in jobs):
        request = replace(request, seed=fresh_seed())
    made: list[FileMade] = []
    notes: tuple[str, ...] = ()
    for format_ in request.formats:
        assembly = Assembly(request, jobs, progress=progress)
        made += _write(request, assembly, format_)
        notes = tuple(_notes(request, assembly))
    return Built(request.seed, tuple(made), notes)


def _notes(request: Request, assembly: Assembly) -> Iterator[str]:
    plans = assembly.plans()
    if request.duplex and not any(plan.backs for plan in plans):
        yield USELESS[0]
    if request.crop_marks and not any(plan.bleed for plan in plans):
        yield USELESS[1]
    folded = [plan for plan in plans if plan.is_folded]
    if folded:
        is_cut = any(plan.is_cut for plan in folded)
        yield f"{'cut, then ' if is_cut else ''}fold at the dash-dotted lines"
    elif any(plan.backs in ("long", "short") for plan in plans):
        yield f"print on both sides, turned over the {request.handling().duplex} edge"


def build_split(request: Request, progress: Progress | None = None) -> Built:
    """Build every sheet into a file of its own, in the order in which they are used."""
    if is_file(request.out):
        hint = "give a folder, or leave --split out"
        raise UsageError(f"several sheets cannot all be '{request.out}'", hint=hint)
    jobs = expand(request)
    if request.seed is None and any(job.sheet.drawn for job in jobs):
        request = replace(request, seed=fresh_seed())
    built = [build(one, progress) for one in split_requests(request, jobs)]
    files = tuple(file for one in built for file in one.files)
    notes = dict.fromkeys(note for one in built for note in one.notes)
    kept = (n for n in notes if n not in USELESS or all(n in one.notes for one in built))
    return Built(request.seed, files, tuple(kept))


def split_requests(request: Request, jobs: tuple[Job, ...]) -> list[Request]:
    """A request for each of the sheets alone, in order."""
    check_settings(request, jobs)
    return [_alone(request, jobs, name) for name in dict.fromkeys(job.sheet.id for job in jobs)]


def _alone(request: Request, jobs: tuple[Job, ...], sheet: str) -> Request:
    """The request for one of its sheets: of the options, those that this sheet has."""
    known = known_settings(job for job in jobs if job.sheet.id == sheet)
    settings = {name: value for name, value in request.settings.items() if name in known}
    return replace(request, only=sheet, settings=settings)


def _write(request: Request, assembly: Assembly, format_: str) -> list[FileMade]:
    options = RenderOptions(dpi=request.dpi, outline=request.settings.get("outline") == "true")
    if format_ == "pdf":
        (data,) = render(assembly.document(), format_, options)
        pages = max(sheet.page for sheet in assembly.sheets)
        path = out_path(request, assembly.jobs, format_)
        return [_written(path, format_, pages, data, tuple(assembly.sheets))]
    total = assembly.count_pages()
    made = []
    for number, data in enumerate(render(assembly.document(), format_, options), 1):
        path = out_path(request, assembly.jobs, format_, number if total > 1 else 0)
        sheets = tuple(sheet for sheet in assembly.sheets if sheet.page == number)
        made.append(_written(path, format_, 1, data, sheets))
    return made


def _written(
    path: Path, format_: str, pages: int, data: bytes, sheets: tuple[SheetMade, ...]
) -> FileMade:
    write_file(path, data)
    return FileMade(path, format_, pages, len(data), digest(data), sheets)


def out_path(request: Request, jobs: tuple[Job, ...], format_: str, number: int = 0) -> Path:
    """Where a file goes: the path that was asked for, or a telling name in the output folder."""
    out = request.out
    tail = f"-{number}" if number else ""
    if out is not None and is_file(out):
        return out.with_name(f"{out.stem}{tail}.{format_}")
    base = out if out is not None else Path("output")
    return base / f"{file_stem(request, jobs)}{tail}.{format_}"


def is_file(out: Path | None) -> bool:
    """Whether a path names a file by the ending of a format, and not a folder."""
    return out is not None and out.suffix.lower().lstrip(".") in ("pdf", "svg", "png")


def file_stem(request: Request, jobs: tuple[Job, ...]) -> str:
    """A telling file name: what it is, for how many players, and what is unusual about it."""
    targets = dict.fromkeys(
        Path(target).stem if "." in target else target for target in request.targets
    )
    words = [target.replace("/", "-") for target in ([request.only] if request.only else targets)]
    counts = sorted({count for job in jobs for count in job.counts if count})
    if counts:
        words.append(f"{counts[0]}p" if len(counts) == 1 else f"{counts[0]}-{counts[-1]}p")
    if request.variant:
        words.append(request.variant)
    if request.theme != "colour":
        words.append(request.theme)
    if request.language != "en":
        words.append(request.language)
    if request.crop_marks:
        words.append("crop-marks")
    return "-".join(words)
