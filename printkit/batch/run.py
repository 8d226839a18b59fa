"""Running a batch: builds the files of a plan in parallel, and collects the results.

Workers are child processes that get a picklable order and return a picklable result. They write
temporary files beside the destinations, because an order may make thousands of pictures, more than
fit in memory; only the parent process renames files and saves the state. If a worker crashes or
takes too long, only its order fails. At the end, or after Ctrl-C, no process and no half-written
file is left.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias, TypeVar

from printkit.batch import TIME_LIMIT_S
from printkit.batch.merge import Section, SectionInfo, merge_in_worker, missing_table, section_info
from printkit.batch.plan import (
    Merge,
    MissingTable,
    Order,
    OrderResult,
    Plan,
    Status,
    Task,
    limit_problems,
)
from printkit.batch.state import (
    MadeFile,
    StateEntry,
    load_state,
    name_inputs,
    remove_unchanged,
    save_state,
)
from printkit.core.budget import MEMORY_MB, limit_build
from printkit.core.cluster import ClusterExecutor, FileToSend, file_here, path_of_caller
from printkit.core.errors import PrintkitError, Where, internal_error
from printkit.core.filecache import Files, digest_file, recording_reads
from printkit.core.files import Staging, remove_parts
from printkit.core.libraries import toolchain_digest
from printkit.core.sandbox import (
    SandboxExecutor,
    WorkerError,
    WorkerTimeoutError,
    usable_cores,
)
from printkit.core.source import is_there
from printkit.layout.cache import LayoutCache
from printkit.pipeline.main import build_into
from printkit.pipeline.notes import font_note
from printkit.preflight import FileReport, PdfChecker
from printkit.text.faces import SystemFace, recording_fonts

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

    from printkit.core.i18n import Catalogue
    from printkit.request.options import Request

T = TypeVar("T")
Progress: TypeAlias = "Callable[[int, int | None, str], None]"
"""A callback that gets the number of finished orders, of all orders, and the last name.

While files are merged, their total is None."""

TICK_S: Final = 0.2  # how often progress is reported while nothing is finished
SAVE_EVERY_S: Final = 1.0
USABLE: Final = frozenset(
    (
        *(".yaml", ".yml", ".po", ".csv", ".tsv", ".json", ".xlsx", ".ods", ".txt"),
        *(".png", ".jpg", ".jpeg", ".ttf", ".otf"),
    )
)
"""The extensions of files that a layout can use."""
MOST_FILES: Final = 2_000
SAVE_SHARE: Final = 20
"""Saving the state takes at most one nth of the time of a batch."""


class Summary(NamedTuple):
    """The results of a batch.

    Attributes:
        out: The output folder.
        results: The result of each file that was ordered, and of each job with a problem.
        seconds: The time that it took.
        interrupted: Whether Ctrl-C ended it early.
        warning: A problem that doesn't affect the files.
        merged: The merged files.
        notes: Notes on ambiguous values in the manifest.
        obsolete: Files that earlier runs made for the manifest, and that are still there.
        pruned: Those of them that were removed.
    """

    out: Path
    results: tuple[OrderResult, ...]
    seconds: float
    interrupted: bool
    warning: str
    merged: tuple[MadeFile, ...] = ()
    notes: tuple[str, ...] = ()
    obsolete: tuple[MadeFile, ...] = ()
    pruned: tuple[MadeFile, ...] = ()

    @property
    def failed(self) -> tuple[OrderResult, ...]:
        """The jobs that could not be built, each with its `problems`."""
        return tuple(result for result in self.results if result.status == "failed")

    def count(self, status: Status) -> int:
        """Return the number of orders with this status."""
        return sum(result.status == status for result in self.results)

    def font_note(self, words: Catalogue) -> str:
        """Return which system fonts the files use; empty if they use none."""
        return font_note((face for result in self.results for face in result.fonts), words)

    @property
    def reports(self) -> tuple[FileReport, ...]:
        """The preflight reports on the files, in order."""
        return tuple(report for result in self.results for report in result.reports)


def run_batch(
    plan: Plan,
    workers: int = 0,
    limit_s: float = TIME_LIMIT_S,
    progress: Progress = lambda *_: None,
    *,
    preflight: bool = False,
    cluster: str = "",
    prune: bool = False,
) -> Summary:
    """Build everything that is out of date; Ctrl-C ends it early, and the summary says so.

    With `prune`, remove files that the manifest no longer lists, once everything that it
    orders is there. With `preflight`, every PDF of the plan is judged, even if it is up to date.
    With the address of a `cluster`, its workers build, and their files are judged and merged here.
    """
    run = _BatchRun(plan, limit_s, progress, judges=preflight, cluster=cluster)
    started = time.monotonic()
    interrupted = False
    try:
        run.build(workers or usable_cores())
        run.merge()
    except KeyboardInterrupt:
        interrupted = True
    run.save()
    results = (*run.all_results(), *plan.failed)
    is_complete = all(result.status in ("built", "up to date") for result in results)
    obsolete = (*plan.obsolete, *run.surplus()) if is_complete else ()
    pruned = [made for made in obsolete if prune and remove_unchanged(made, plan.out)]
    if pruned:
        save_state(plan.out, {})  # without what isn't there any more
    return Summary(
        plan.out,
        results,
        time.monotonic() - started,
        interrupted,
        run.warning,
        tuple(run.merged),
        plan.notes,
        tuple(made for made in obsolete if made not in pruned),
        tuple(pruned),
    )


class _BatchRun:
    """A run of a plan, which submits its orders and collects the results."""

    def __init__(
        self,
        plan: Plan,
        limit_s: float,
        progress: Progress,
        *,
        judges: bool,
        cluster: str,
    ) -> None:
        self.plan, self.limit_s, self.progress, self.judges = plan, limit_s, progress, judges
        self.cluster = cluster
        self.merges = any(merge.why for merge in plan.merges)
        self.tasks = [
            task
            for task in plan.tasks
            if task.why or ((judges or self.merges) and task.order.is_pdf)
        ]
        self.results: dict[str, OrderResult] = {}  # of finished orders, by name
        self.sections: dict[str, SectionInfo] = {}  # of orders to be merged, by name
        self.new_entries: dict[str, StateEntry] = {}  # to be saved
        self.merged: list[MadeFile] = []  # the merged files
        self.not_merged: dict[str, tuple[PrintkitError, ...]] = {}  # problems, by merged file
        self.before = load_state(plan.out)  # what earlier runs made
        self._take_over()
        self.warning = ""
        self.save_after = time.monotonic() + SAVE_EVERY_S
        self.finished: SimpleQueue[Callable[[], None]] = SimpleQueue()  # callbacks of futures

    def _take_over(self) -> None:
        """Note that this manifest orders what another one made, such as the list it saves."""
        ready = [(task.order.name, task.why) for task in self.plan.tasks]
        for name, why in (*ready, *((merge.name, merge.why) for merge in self.plan.merges)):
            entry = self.before.get(name)
            if entry and not why and entry.manifest != self.plan.manifest:
                self.new_entries[name] = entry._replace(manifest=self.plan.manifest)

    def build(self, workers: int) -> None:
        """Build everything, and move each file to its destination as soon as it is complete."""
        if not self.tasks:
            return
        workers = min(workers, len(self.tasks))
        try:
            with (
                SandboxExecutor(
                    workers, prepare_worker, timeout=self.limit_s, group=_layout
                ) as executor,
                self._builders(executor) as builders,
            ):
                for task in self.tasks:
                    self._submit(executor, builders, task)
                toolchain_digest()  # computed and cached while the workers are busy
                self._collect()
        finally:
            for folder in {task.order.request.out.folder for task in self.tasks}:
                remove_parts(folder)

    def _builders(self, here: Executor) -> AbstractContextManager[Executor]:
        """Return the executor that builds: the cluster, or local processes."""
        if not self.cluster:
            return nullcontext(here)
        return ClusterExecutor(
            self.cluster, prepare_worker, timeout=self.limit_s, files=files_to_send
        )

    def _collect(self) -> None:
        """Take the results of workers until all orders are finished."""
        last = ""
        self.progress(0, len(self.tasks), last)
        while len(self.results) < len(self.tasks):
            try:
                self.finished.get(timeout=TICK_S)()
                last = next(reversed(self.results), "")
            except Empty:
                pass
            if time.monotonic() > self.save_after:
                self.save()
            self.progress(len(self.results), len(self.tasks), last)

    def _submit(self, executor: Executor, builders: Executor, task: Task) -> None:
        """Submit the build of an order, unless it is up to date."""
        if task.why:
            staging = InMemory() if self.cluster else Staging()
            building = builders.submit(
                build_order, task.order, self.plan.out, staging, with_section=self.merges
            )
            self._then(building, partial(self._commit, executor, task, staging))
        elif self.merges:
            describing = executor.submit(order_section_info, task.order)
            self._then(describing, partial(self._add_section, executor, task))
        else:
            self._judge(executor, task, self._result(task, files=task.previous_files))

    def _then(self, future: Future[T], step: Callable[[Future[T]], None]) -> None:
        """Run a step in the main thread once there is a result."""
        future.add_done_callback(lambda done: self.finished.put(partial(step, done)))

    def _commit(
        self, executor: Executor, task: Task, staging: Staging, future: Future[BuiltOrder]
    ) -> None:
        """Move the files of an order to their destinations."""
        try:
            built = future.result()
            if self.cluster:
                _check_fonts(built.fonts)
            with built.staging:
                built.staging.commit()
        except Exception as error:
            staging.discard_in(task.order.request.out.folder)
            self._fail(task, error)
            return
        if built.section:
            self.sections[task.order.name] = built.section
        inputs = name_inputs(built.reads, self.plan.out)
        self.new_entries[task.order.name] = StateEntry(
            task.order.key, toolchain_digest(), inputs, built.files, self.plan.manifest
        )
        result = self._result(task, files=built.files, fonts=built.fonts, seconds=built.seconds)
        self._judge(executor, task, result)

    def _add_section(self, executor: Executor, task: Task, future: Future[SectionInfo]) -> None:
        """Note how an order that is up to date is merged."""
        try:
            self.sections[task.order.name] = future.result()
        except Exception as error:
            self._fail(task, error)
            return
        self._judge(executor, task, self._result(task, files=task.previous_files))

    def _judge(self, executor: Executor, task: Task, result: OrderResult) -> None:
        """Submit the PDFs of an order to preflight, if requested."""
        if not (self.judges and task.order.is_pdf):
            self.results[task.order.name] = result
            return
        paths = tuple(self.plan.out / file.name for file in result.files)
        judging = executor.submit(judge_files, task.order, paths)
        self._then(judging, partial(self._add_reports, task, result))

    def _add_reports(
        self, task: Task, result: OrderResult, future: Future[tuple[FileReport, ...]]
    ) -> None:
        """Note the result of an order with its preflight reports."""
        try:
            self.results[task.order.name] = result._replace(reports=future.result())
        except Exception as error:
            self.new_entries.pop(task.order.name, None)
            self._fail(task, error)

    def _result(self, task: Task, **values: Any) -> OrderResult:
        order, status = task.order, "built" if task.why else "up to date"
        values = {"status": status, **values}
        return OrderResult(order.name, order.target, order.where, order.request.seed, **values)

    def _fail(self, task: Task, error: Exception) -> None:
        problems = limit_problems(_problems(error, self.limit_s))
        seconds = self.limit_s if isinstance(error, WorkerTimeoutError) else 0.0
        result = self._result(task, status="failed", problems=problems, seconds=seconds)
        self.results[task.order.name] = result

    def merge(self) -> None:
        """Make the merged files; if that fails, all other files are kept."""
        for planned in self.plan.merges:
            if planned.why:
                self._merge(planned)
            else:
                self.merged += load_state(self.plan.out)[planned.name].files

    def _merge(self, planned: Merge) -> None:
        """Make a merged file; its cover lists failed tables as missing."""
        sections = [self._section(section) for section in planned.sections]
        if all(isinstance(section, MissingTable) for section in sections):
            return
        try:
            tell = partial(self.progress, len(self.results), None)
            merged = merge_in_worker(sections, self.plan.out / planned.name, prepare_worker, tell)
        except Exception as error:
            self.not_merged[planned.name] = limit_problems(_problems(error, self.limit_s))
            return
        merged = merged._replace(name=planned.name)
        self.merged.append(merged)
        if all(
            section.name in self.sections
            for section in planned.sections
            if isinstance(section, Order)
        ):
            self.new_entries[planned.name] = StateEntry(
                planned.key, toolchain_digest(), {}, (merged,), self.plan.manifest
            )

    def _section(self, section: Order | MissingTable) -> Section:
        """Return the section of a merged file for an order; if it failed, its line on the cover."""
        if isinstance(section, MissingTable):
            return section
        if section.name in self.sections:
            return section, self.sections[section.name]
        return missing_table(section)

    def save(self) -> None:
        """Save the state so far; a failure is only a warning."""
        started = time.monotonic()
        try:
            if self.new_entries:
                save_state(self.plan.out, self.new_entries)
        except PrintkitError as error:
            self.warning = f"the next run will rebuild everything: {error.render()}"
        now = time.monotonic()
        self.save_after = now + max(SAVE_EVERY_S, SAVE_SHARE * (now - started))

    def surplus(self) -> Iterator[MadeFile]:
        """Yield the pages that an order had before and doesn't have any more."""
        for name, result in self.results.items():
            if result.status == "built" and name in self.before:
                now = {made.name for made in result.files}
                yield from (
                    made
                    for made in self.before[name].files
                    if made.name not in now and is_there(self.plan.out / made.name)
                )

    def all_results(self) -> list[OrderResult]:
        """Return the results of every order, and of merging if it failed."""
        results = []
        for task in self.plan.tasks:
            status: Status = "left" if task.why else "up to date"
            left = self._result(task, status=status, files=task.previous_files)
            results.append(self.results.get(task.order.name, left))
        for name, problems in self.not_merged.items():
            where = Where(str(self.plan.out))
            results.append(OrderResult(name, "merged", where, None, "failed", problems=problems))
        return results


def _check_fonts(fonts: Iterable[SystemFace]) -> None:
    """Refuse a file with a system font of the worker that differs from the one here."""
    for face in fonts:
        if digest_file(face.path) != face.digest:
            message = f"a worker used the font '{face.name}', which is different on this machine"
            hint = "install the same fonts on all workers, or leave out system fonts"
            raise PrintkitError(message, hint=hint)


def _problems(error: Exception, limit_s: float) -> tuple[PrintkitError, ...]:
    """Return the problems to report for a failed order."""
    if isinstance(error, WorkerTimeoutError):
        message = f"it took longer than {limit_s:g} seconds and was stopped"
        return (PrintkitError(message, hint="use --limit to give it more time"),)
    if isinstance(error, WorkerError):
        hint = "the other jobs aren't affected; run the batch again to retry"
        return (PrintkitError(f"its worker process failed with {error.ending}", hint=hint),)
    if isinstance(error, MemoryError):
        return (PrintkitError(f"this needs more than {MEMORY_MB} MB of memory"),)
    return error.problems if isinstance(error, PrintkitError) else (internal_error(error),)


# In a worker process. Arguments and results are pickled.


class BuiltOrder(NamedTuple):
    """A worker's result for an order."""

    staging: Staging  # the files, which wait beside their places
    files: tuple[MadeFile, ...]
    reads: Files  # the files read, with their digests
    fonts: tuple[SystemFace, ...]  # used in the files
    seconds: float
    section: SectionInfo | None  # for merging


def prepare_worker() -> None:
    """Set the limits of a worker process; unpickling this function has imported what it needs."""
    limit_build()


def _layout(first: Order | object, *_: object, **__: object) -> Hashable:
    """Return the layouts of an order, by which calls are grouped: a worker loads them once."""
    return first.request.targets if isinstance(first, Order) else None


def build_order(order: Order, out: Path, staging: Staging, *, with_section: bool) -> BuiltOrder:
    """Build the files of an order into temporary files beside their destinations."""
    started = time.perf_counter()
    request = _request_here(order.request)
    try:
        with recording_reads() as reads, recording_fonts() as taken:
            built = build_into(request, staging, cache=_layout_cache(), with_notes=False)
        section = None
        if with_section and order.is_pdf:
            section = SectionInfo.of(built.document, built.files[0].pages)
        staging.flush()
    except BaseException:
        staging.discard()
        _layout_cache.cache_clear()  # a failed order leaves nothing behind
        raise
    files = tuple(
        MadeFile(
            file.path.relative_to(out).as_posix(),
            file.digest,
            file.pages,
            file.bytes,
            -(-file.pages // 2) if built.edge and order.is_pdf and not request.side_order() else 0,
        )
        for file in built.files
    )
    seconds = time.perf_counter() - started
    reads = {path_of_caller(path): known for path, known in reads.items()}
    return BuiltOrder(staging, files, reads, tuple(taken.faces.values()), seconds, section)


@cache
def _layout_cache() -> LayoutCache:
    """Return the layouts of this worker: its orders have most of their boxes in common."""
    return LayoutCache()


def _request_here(request: Request) -> Request:
    """Return the request with the paths of its files on this machine."""
    return replace(
        request,
        targets=tuple(map(file_here, request.targets)),
        record=Path(file_here(str(request.record))) if request.record else None,
        fill=Path(file_here(str(request.fill))) if request.fill else None,
        settings={name: file_here(value) for name, value in request.settings.items()},
    )


class InMemory(Staging):
    """A staging for a worker on another machine: files are in memory there, and written here."""

    def __init__(self) -> None:
        super().__init__()
        self._made: list[tuple[Path, bytes]] = []

    def write(self, path: Path, data: bytes) -> None:
        """Keep a file in memory."""
        self._made.append((path, data))

    def commit(self) -> None:
        """Write all files, and rename them into place."""
        for path, data in self._made:
            super().write(path, data)
        super().commit()


def files_to_send(order: Order, *_: object, **__: object) -> Iterator[FileToSend]:
    """Yield every file that an order may read: those it names, and those beside its layouts."""
    request = order.request
    layouts = [Path(target) for target in request.targets if target.endswith((".yaml", ".yml"))]
    named = (request.record, request.fill, *map(Path, request.settings.values()), *layouts)
    yield from (FileToSend(path, True) for path in named if path and is_there(path))
    for layout in layouts:
        yield from (FileToSend(path, False) for path in _beside(layout.parent) if path != layout)


@cache
def _beside(folder: Path) -> tuple[Path, ...]:
    """Return what a layout can use in its folder, and below it: files, and links to anything."""
    found: list[Path] = []
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        usable = (
            Path(place, name) for name in sorted(names) if Path(name).suffix.lower() in USABLE
        )
        found += (path for path in usable if path.is_symlink() or path.is_file())
        found += (path for name in folders if (path := Path(place, name)).is_symlink())
        if len(found) > MOST_FILES:
            message = f"the folder of this layout has more than {MOST_FILES:,} files"
            hint = "put the layout into a folder of its own, with what it uses"
            raise PrintkitError(message, Where(str(folder)), hint)
    return tuple(found)


def order_section_info(order: Order) -> SectionInfo:
    """Describe an order that is up to date, for merging."""
    return section_info(order.request, _layout_cache())


def judge_files(_order: Order, paths: Sequence[Path]) -> tuple[FileReport, ...]:
    """Run preflight on the files of an order."""
    return tuple(_pdf_checker().check(path) for path in paths)


@cache
def _pdf_checker() -> PdfChecker:
    """Return the PDF checker of this worker; its process ends with the worker."""
    return PdfChecker()
