"""The plan of a batch: what to build and why.

`plan_batch` reads a manifest and the state of the output folder. Every combination of a job's
values becomes an order for each file: first its request is made, then its sheets are found and
checked, and then its seed and name are chosen. All this happens before anything is built. Problems
of a job don't affect others; those of a layout appear when it is built.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from itertools import groupby
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias

from printkit.backends import FORMATS
from printkit.batch.manifest import load_manifest
from printkit.batch.names import (
    FileName,
    Names,
    default_name,
    fill_pattern,
    missing_fields,
    name_problem,
    pattern_fields,
    with_ending,
)
from printkit.batch.state import (
    MadeFile,
    StateEntry,
    is_unchanged,
    load_state,
    name_inputs,
    why_build,
)
from printkit.core.budget import STEPS, allow_page, current_budget, limit_work
from printkit.core.errors import (
    Findings,
    ManifestError,
    OutputError,
    PrintkitError,
    Problems,
    UsageError,
    Where,
    internal_error,
)
from printkit.core.filecache import digest
from printkit.core.languages import languages, match_language
from printkit.core.messages import say
from printkit.core.paper import NO_OFFSET
from printkit.core.source import inside, is_there
from printkit.layout.language.loading import is_kit, sheet_path
from printkit.pipeline.gameinfo import chosen_variant
from printkit.pipeline.sheetoptions import check_settings, known_settings, option_values
from printkit.pipeline.targets import expand, sheet_language, split_requests
from printkit.request.checks import check_print_setup
from printkit.request.options import JOB_OPTIONS
from printkit.request.preferences import default_paper
from printkit.request.reader import Defaults, make_request
from printkit.request.values import Destination, default_formats, seed_of

if TYPE_CHECKING:
    from printkit.batch.manifest import Combination, Job, Setting
    from printkit.pipeline.targets import PlannedSheet
    from printkit.preflight import FileReport
    from printkit.request.options import Request
    from printkit.text.faces import SystemFace

PLAN_STEPS: Final = 5 * STEPS
"""The budget for reading the layouts of a whole batch."""

Status: TypeAlias = Literal["built", "up to date", "failed", "left"]


class Order(NamedTuple):
    """One file to make, or the pictures of its pages: its name, and the digest of its options."""

    name: str
    request: Request
    key: str
    where: Where

    @property
    def target(self) -> str:
        """The target, in words."""
        return self.request.only or " ".join(self.request.targets)

    @property
    def is_pdf(self) -> bool:
        """Whether preflight can check its file."""
        return self.request.formats == ("pdf",)

    def file_names(self, pages: int) -> list[str]:
        """Return the names of its files; in some formats, every page is one."""
        if not FORMATS[self.request.formats[0]].is_paged or pages == 1:
            return [self.name]
        stem, dot, ending = self.name.rpartition(".")
        return [f"{stem}-{number}{dot}{ending}" for number in range(1, pages + 1)]


class MissingTable(NamedTuple):
    """A table without a file, as the cover of a merged file lists it."""

    table: str
    label: str
    game: str
    players: str


class BadJob(NamedTuple):
    """A job that can't be built, at least in part, and all of its problems."""

    target: str
    where: Where
    problems: tuple[PrintkitError, ...]
    at: int = 0  # the number of orders before it
    missing: MissingTable | None = None  # its line on the cover; None for a bad default


class Orders(NamedTuple):
    """All orders of a manifest, and the jobs with problems."""

    files: tuple[Order, ...]
    bad_jobs: tuple[BadJob, ...]


class Task(NamedTuple):
    """An order, the reason to build it (empty: it is up to date), and its previous result."""

    order: Order
    why: str
    previous_files: tuple[MadeFile, ...]


class OrderResult(NamedTuple):
    """The result of an order, or of a job with problems, which has no order."""

    name: str  # its file below the output folder; empty for a job without an order
    target: str  # in words
    where: Where  # the place of the job in its manifest
    seed: str | None
    status: Status
    files: tuple[MadeFile, ...] = ()  # made now or before
    problems: tuple[PrintkitError, ...] = ()  # if it failed
    reports: tuple[FileReport, ...] = ()  # of preflight
    fonts: tuple[SystemFace, ...] = ()  # used in the files
    seconds: float = 0.0  # the time that it took


class Merge(NamedTuple):
    """A merged file, and the reason to make it (empty: it is up to date)."""

    name: str
    key: str
    why: str
    sections: tuple[Order | MissingTable, ...]


class Plan(NamedTuple):
    """The tasks of a manifest, in order, and the results of jobs that have already failed."""

    out: Path
    tasks: tuple[Task, ...]
    failed: tuple[OrderResult, ...]
    merges: tuple[Merge, ...] = ()
    notes: tuple[str, ...] = ()  # about ambiguous values
    manifest: str = ""  # its path, relative to the output folder
    obsolete: tuple[MadeFile, ...] = ()  # made for it before, but not ordered any more


@limit_work(PLAN_STEPS)
def plan_batch(
    manifest: Path,
    out: Path,
    *,
    target: str = "",
    force: bool = False,
    merge: str = "",
    merge_every: int = 0,
) -> Plan:
    """Plan what to build, and check all of it; raise an error if the manifest is unreadable.

    The `target` is for a list of tables that names none.
    """
    if is_there(out):
        raise OutputError("this is a file, not a folder", Where(str(out)), "choose another --out")
    read = load_manifest(manifest, target)
    orders = make_orders(read.jobs, manifest.parent, out)
    state = load_state(out)
    tasks = []
    for order in orders.files:
        entry = state.get(order.name)
        why = say("forced") if force else why_build(order, entry, out)
        tasks.append(Task(order, why, entry.files if entry and not why else ()))
    failed = (
        OrderResult(
            "", bad.target, bad.where, None, "failed", problems=limit_problems(bad.problems)
        )
        for bad in orders.bad_jobs
    )
    name, every = merge or read.merge, merge_every or read.merge_every
    if every and not name:
        raise UsageError("--merge-every needs --merge", hint="add --merge all.pdf")
    merges = _plan_merges(name, every, tasks, orders.bad_jobs, state, out) if name else ()
    notes = tuple(note for job in read.jobs for note in job.notes)
    (own,) = name_inputs({os.path.abspath(manifest): ""}, out)  # noqa: PTH100 - links stay
    plan = Plan(out, tuple(tasks), tuple(failed), tuple(merges), notes, own)
    return plan if plan.failed else plan._replace(obsolete=tuple(_obsolete(plan, state)))


def _obsolete(plan: Plan, state: Mapping[str, StateEntry]) -> Iterator[MadeFile]:
    """Yield what earlier runs made for the manifest, and this one doesn't."""
    ordered = {one.name for one in plan.merges} | {task.order.name for task in plan.tasks}
    for name, entry in state.items():
        if entry.manifest == plan.manifest and name not in ordered:
            yield from (made for made in entry.files if is_there(plan.out / made.name))


def limit_problems(problems: Iterable[PrintkitError]) -> tuple[PrintkitError, ...]:
    """Sort problems by their places; of very many, return the first ones."""
    return Problems(problems).shown()


def _plan_merges(
    name: str,
    every: int,
    tasks: Sequence[Task],
    bad_jobs: Iterable[BadJob],
    state: Mapping[str, StateEntry],
    out: Path,
) -> Iterator[Merge]:
    """Yield the merged files, each with the reason to remake it: a section or the file is new."""
    why = {task.order.name: task.why for task in tasks}
    sections = _sections_to_merge(tasks, bad_jobs)
    groups = [sections] if not every else _by_tables(sections, every)
    for number, group in enumerate(groups, 1):
        own = f"{name.removesuffix('.pdf')}-{number}.pdf" if every else name
        _check_merged_name(own, tasks)
        known = [(one.name, one.key) if isinstance(one, Order) else one for one in group]
        key, entry = digest(repr(known).encode()), state.get(own)
        reasons = (why[one.name] for one in group if isinstance(one, Order))
        reason = next(filter(None, reasons), "")
        if not reason and (
            entry is None or entry.options != key or not is_unchanged(entry, own, out)
        ):
            reason = say("new")
        yield Merge(own, key, reason, tuple(group))


def _check_merged_name(name: str, tasks: Sequence[Task]) -> None:
    problem, hint = name_problem(name)
    if not name.lower().endswith(".pdf"):
        problem, hint = "isn't a PDF", "write all.pdf"
    if not problem and any(task.order.name.casefold() == name.casefold() for task in tasks):
        problem, hint = "is also the name of another file of this batch", "choose another name"
    if problem:
        raise UsageError(f"the merged file '{name}' {problem}", hint=hint)


def _sections_to_merge(
    tasks: Sequence[Task], bad_jobs: Iterable[BadJob]
) -> list[Order | MissingTable]:
    """Return all PDFs in the order of the manifest, with missing tables in their places."""
    missing: dict[int, list[MissingTable]] = {}
    for bad in bad_jobs:
        if bad.missing:
            missing.setdefault(bad.at, []).append(bad.missing)
    sections: list[Order | MissingTable] = []
    for at, task in enumerate(tasks):
        sections += missing.get(at, ())
        sections += [task.order] if task.order.is_pdf else []
    return [*sections, *missing.get(len(tasks), ())]


def _by_tables(
    sections: Iterable[Order | MissingTable], every: int
) -> Iterator[list[Order | MissingTable]]:
    """Yield groups of this many tables each; consecutive files for one table count as one."""

    def table_of(section: Order | MissingTable) -> object:
        details = section.request if isinstance(section, Order) else section
        return (details.table, details.label) if details.table or details.label else id(section)

    tables = [list(group) for _, group in groupby(sections, table_of)]
    for start in range(0, len(tables), every):
        yield [section for table in tables[start : start + every] for section in table]


def make_orders(jobs: Sequence[Job], home: Path, out: Path) -> Orders:
    """Make all orders; `home` is the manifest's folder, `out` the output folder."""
    planner = _Planner(home, out, _table_digits(jobs))
    bad_jobs = []
    for job in jobs:
        found = planner.plan(job)
        if len(found):
            at = len(planner.orders)
            bad_jobs.append(BadJob(_targets(job), job.where, tuple(found), at, _missing(job)))
    return Orders(tuple(planner.orders), (*bad_jobs, *planner.useless_defaults()))


def _table_digits(jobs: Iterable[Job]) -> int:
    """Return how many digits the numbers of tables get in file names: 01 is before 10 then."""
    tables = {one.value for job in jobs for one in job.values.get("table", ())}
    numbers = [table for table in tables if table.isdecimal()]
    return max(2, *map(len, numbers)) if len(numbers) > 1 else 0


def _missing(job: Job) -> MissingTable:
    """Return the line in a list of tables for a job that can't be built."""
    names = job.values.get("names", ())
    players = ", ".join(names[0].value) if len(names) == 1 else _value_text(job, "players")
    label = _value_text(job, "label") or ("" if _value_text(job, "table") else str(job.where))
    return MissingTable(_value_text(job, "table"), label, _targets(job), players)


def _targets(job: Job) -> str:
    """Return what a job builds, as it is called in commands."""
    return " ".join(target for one in job.values.get("target", ()) for target in one.value)


def _value_text(job: Job, name: str) -> str:
    """Return the value of a job's option, in words."""
    return " ".join(one.text for one in job.values.get(name, ()))


class _Planner:
    """A planner that turns combinations into orders, one after the other."""

    def __init__(self, home: Path, out: Path, table_digits: int) -> None:
        self.home, self.out = home, out  # the folders of the manifest and of the output
        self.table_digits = table_digits  # of numbers in file names
        self.defaults = Defaults(
            cache(default_paper), lambda: "en", lambda: "colour", lambda: NO_OFFSET
        )
        self.orders: list[Order] = []  # made so far
        self.names = Names()  # of all files so far
        self.broken: set[object] = set()  # targets with broken layouts or records
        self.used_defaults: set[Where] = set()  # defaults of `set` that some sheet has
        self.unused_defaults: dict[Where, str] = {}  # defaults that some sheet lacks, by place

    def plan(self, job: Job) -> Findings:
        """Make an order for each combination of a job; return the problems of the others."""
        found = Findings(job.problems)
        for combination in job.combinations():
            allow_page()
            current_budget().count(1, job.where)
            try:
                self._plan_one(job, combination, found)
            except ManifestError as error:
                found.add(error)
            except Exception as error:  # a bug in one job must not stop the others
                found.add(internal_error(error))
        return found

    def _plan_one(self, job: Job, combination: Combination, found: Findings) -> None:
        """Plan one combination: its request, its sheets, their problems, then its orders."""
        own = Findings()  # a problem that another combination has, too, is found again here
        request = self._request(combination)
        planned_sheets = self._sheets(self._with_paths(request), combination, own)
        settings = self._own_settings(combination, planned_sheets)
        chosen_settings = {name: one.value for name, one in settings.items()}
        request = replace(
            request,
            settings=chosen_settings,
            language=sheet_language(request, planned_sheets, languages_beside),
        )
        own.add_all(problems_of(combination, request, settings, planned_sheets))
        found.add_all(own)
        if not len(own):
            self._order(job, combination, request, planned_sheets)

    def _request(self, combination: Combination) -> Request:
        """Make the request of a combination, with paths as they are written.

        The saved language, theme and offset don't apply: a manifest makes the same everywhere.
        """
        values = {
            JOB_OPTIONS[name].field: one.value for name, one in combination.items() if name != "out"
        }
        if "settings" in values:
            values["settings"] = {name: one.value for name, one in values["settings"].items()}
        pattern = combination["out"].value.text if "out" in combination else ""
        return make_request({"formats": default_formats(pattern), **values}, self.defaults)

    def _sheets(
        self, request: Request, combination: Combination, found: Findings
    ) -> tuple[PlannedSheet, ...]:
        """Return the sheets of a request; none if a layout is broken, which the build reports."""
        for target in request.targets:
            check_target(target, combination)
        read = request.targets, request.record, request.fill
        if read in self.broken:
            return ()
        planned_sheets = find_sheets(request, combination, found)
        if not planned_sheets:
            self.broken.add(read)
        return planned_sheets

    def _with_paths(self, request: Request) -> Request:
        """Return the request with paths relative to the folder of the manifest."""
        return replace(
            request,
            targets=tuple(self._from_home(target) for target in request.targets),
            settings={name: self._from_home(text) for name, text in request.settings.items()},
            record=self.home / request.record if request.record else None,
            fill=self.home / request.fill if request.fill else None,
        )

    def _from_home(self, text: str) -> str:
        return str(self.home / text) if text.endswith((".yaml", ".yml")) else text

    def _own_settings(
        self, combination: Combination, planned_sheets: tuple[PlannedSheet, ...]
    ) -> dict[str, Setting]:
        """Return the settings of this job, without defaults that its sheets don't have."""
        given: Mapping[str, Setting] = combination["set"].value if "set" in combination else {}
        try:
            known = known_settings(planned_sheets) if planned_sheets else set(given)
        except PrintkitError:
            known = set(given)
        own = {name: one for name, one in given.items() if name in known or not one.is_default}
        self.used_defaults.update(one.name_where for one in own.values())
        self.unused_defaults.update(
            (one.name_where, name) for name, one in given.items() if name not in own
        )
        return own

    def useless_defaults(self) -> Iterator[BadJob]:
        """Yield an error for each default of `set` that no sheet has."""
        for where, name in self.unused_defaults.items():
            if where not in self.used_defaults:
                message = f"no sheet of this batch has the option '{name}'"
                yield BadJob("", where, (ManifestError(message, where, "see printkit list"),))

    def _order(
        self,
        job: Job,
        combination: Combination,
        request: Request,
        planned_sheets: tuple[PlannedSheet, ...],
    ) -> None:
        if any(planned.sheet.needs_seed for planned in planned_sheets):
            request = replace(request, seed=self._seed(job, combination, request, planned_sheets))
        wants_split = request.split and planned_sheets
        for one in split_requests(request, planned_sheets) if wants_split else [request]:
            own = tuple(
                planned for planned in planned_sheets if one.only in (None, planned.sheet.id)
            )
            name = self._name(job, combination, self._with_digits(one), own)
            known = {code for planned in own for code in languages_beside(planned.folder)}
            several = missing_fields(job, combination.get("out"), known)
            self.names.add(FileName(name, job.where, several))
            path = self.out / name
            placed = replace(self._with_paths(one), out=Destination(path.parent, path.name))
            self.orders.append(Order(name, placed, _key(one), job.where))

    def _with_digits(self, request: Request) -> Request:
        """Return the request with the number of its table as file names have it."""
        is_number = request.table.isdecimal()
        return (
            replace(request, table=request.table.zfill(self.table_digits)) if is_number else request
        )

    def _seed(
        self,
        job: Job,
        combination: Combination,
        request: Request,
        planned_sheets: tuple[PlannedSheet, ...],
    ) -> str:
        """Return the job's seed, or one derived from its name.

        The same job must draw the same sheets in any language or format, so that name contains only
        options that draws depend on.
        """
        if request.seed is not None and not combination["seed"].is_default:
            return request.seed
        relevant = {name for name, one in JOB_OPTIONS.items() if one.changes_draws or name == "out"}
        values = {name: job.values[name] for name in job.values if name in relevant}
        plain = {
            one.field: one.default
            for one in JOB_OPTIONS.values()
            if one.has_default and not one.changes_draws
        }
        drawn = replace(request, **plain)
        combination = {name: one for name, one in combination.items() if name in relevant}
        name = self._name(job._replace(values=values), combination, drawn, planned_sheets)
        key = f"{request.seed or ''}/{name}/".encode() + _format_options(
            request, sorted(relevant - {"out"})
        )
        return seed_of(int(digest(key), 16))

    def _name(
        self,
        job: Job,
        combination: Combination,
        request: Request,
        planned_sheets: tuple[PlannedSheet, ...],
    ) -> str:
        out = combination.get("out")
        if out:
            text = fill_pattern(
                out.value, pattern_fields(request, planned_sheets, len(self.orders) + 1)
            )
        else:
            text = default_name(job, combination, request, planned_sheets)
        name = with_ending(text, request.formats[0])
        problem, hint = name_problem(name)
        if not problem and inside(self.out, str(PurePosixPath(name).parent)) is None:
            problem, hint = "leads out of the output folder through a link", "choose another name"
        if problem:
            where = out.where if out else job.where
            raise ManifestError(f"the file name '{name}' {problem}", where, hint)
        return name


def _format_options(request: Request, names: Iterable[str]) -> bytes:
    """Format options, independent of the folder that printkit runs in."""
    return repr([(name, JOB_OPTIONS[name].format_value(request)) for name in names]).encode()


def _key(request: Request) -> str:
    """Return the digest of all options except the destination, and of PRINTKIT_FONTS."""
    names = (name for name in JOB_OPTIONS if name not in ("out", "split"))
    named = os.environ.get("PRINTKIT_FONTS")
    return digest(_format_options(request, names) + repr((request.only, named)).encode())


# From here on: the problems of one combination, each at the place of its value. Problems of a
# layout aren't problems of the job: they are reported when it is built.


def _at_option(error: UsageError, combination: Combination, *names: str) -> ManifestError:
    """Return the error at the first of these options that the job has, or at its target."""
    name = next((name for name in names if name in combination), "target")
    return ManifestError(error.message, combination[name].where, error.hint)


def check_target(target: str, combination: Combination) -> None:
    """Refuse a target that is neither a game, nor a sheet, nor a file."""
    if is_kit(target):
        return
    try:
        path = sheet_path(target)
    except UsageError as error:
        raise _at_option(error, combination, "target") from None
    if not is_there(path):
        hint = "paths are relative to the folder of the manifest"
        raise ManifestError(f"no such layout: '{path}'", combination["target"].where, hint)


@limit_work()
def _expand(request: Request) -> tuple[PlannedSheet, ...]:
    """Return the sheets of a request, or none if a layout is wrong."""
    try:
        return expand(request)
    except UsageError:
        raise
    except PrintkitError:
        return ()


def find_sheets(
    request: Request, combination: Combination, found: Findings
) -> tuple[PlannedSheet, ...]:
    """Return the sheets; if the players are wrong, those for any, to find other problems."""
    try:
        return _expand(request)
    except UsageError as error:
        found.add(_at_option(error, combination, "players", "names", "target"))
    try:
        return _expand(replace(request, counts=None, names=()))
    except UsageError as error:
        raise _at_option(error, combination, "target") from None


def problems_of(
    combination: Combination,
    request: Request,
    settings: Mapping[str, Setting],
    planned_sheets: tuple[PlannedSheet, ...],
) -> Iterator[ManifestError]:
    """Yield the problems of a request and its sheets: variant, language, paper, each setting."""
    yield from _variant_problems(combination, request, planned_sheets)
    yield from _language_problems(combination, request, planned_sheets)
    try:
        check_print_setup(request)
    except UsageError as error:
        yield _at_option(error, combination, "crop-marks", "sides", "backs-last")
    for name, one in settings.items():
        yield from _setting_problems(name, one, planned_sheets)


def _variant_problems(
    combination: Combination, request: Request, planned_sheets: tuple[PlannedSheet, ...]
) -> Iterator[ManifestError]:
    try:
        for planned in planned_sheets:
            chosen_variant(planned.sheet, request)
    except UsageError as error:
        yield _at_option(error, combination, "variant", "target")


def _language_problems(
    combination: Combination, request: Request, planned_sheets: tuple[PlannedSheet, ...]
) -> Iterator[ManifestError]:
    for folder in dict.fromkeys(planned.folder for planned in planned_sheets):
        known = languages_beside(folder)
        if match_language(request.language, known) not in known:
            hint = f"available: {', '.join(known)}"
            message = f"unknown language '{request.language}'"
            yield ManifestError(message, combination["lang"].where, hint)
            return


languages_beside = lru_cache(maxsize=64)(languages)
"""Return the available languages for the layouts of a folder; cached for all jobs."""


def _setting_problems(
    name: str, given: Setting, planned_sheets: tuple[PlannedSheet, ...]
) -> Iterator[ManifestError]:
    if not planned_sheets:
        return
    try:
        where = given.where if name in known_settings(planned_sheets) else given.name_where
        check_settings({name: given.value}, planned_sheets)
        for planned in planned_sheets:
            option_values(planned.sheet, {name: given.value})
    except UsageError as error:
        yield ManifestError(error.message, where, error.hint)
    except PrintkitError:
        return  # the layout is broken, which the build reports
