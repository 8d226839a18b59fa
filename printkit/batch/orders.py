"""Orders: the jobs of a manifest multiplied out, one order for each file that is to be made.

Takes jobs; gives orders, each a request with the name of its file, and the bad jobs with all that
is wrong with them. A bad job costs no other. Nothing here builds or writes.

For each combination of a job's values, in this order: the request, its sheets, what is wrong with
them, the seed, and the name of each file.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from printkit.backends import FORMATS
from printkit.batch.mistakes import check_target, find_printings, known_languages, problems_of
from printkit.batch.names import (
    FileName,
    Names,
    fill_pattern,
    name_problem,
    pattern_fields,
    unnamed,
    usual_name,
    with_ending,
)
from printkit.budget import current, grant_page
from printkit.build.options import known_settings
from printkit.build.preferences import usual_paper
from printkit.build.targets import split_requests, spoken
from printkit.errors import Findings, ManifestError, PrintkitError, mistake
from printkit.reads import digest
from printkit.request import JOB_OPTIONS, Destination, Request
from printkit.request.seeds import seed_of
from printkit.request.words import usual_formats
from printkit.source import inside
from printkit.tuples import NamedTuple

if TYPE_CHECKING:
    from printkit.batch.manifest import Chosen, Job, SetOption
    from printkit.build.targets import Printings
    from printkit.errors import Where


class Order(NamedTuple):
    """One file to be made: its name below the output folder, and the digest of its options."""

    name: str
    request: Request
    key: str
    where: Where

    @property
    def target(self) -> str:
        """What is built, in words."""
        return self.request.only or " ".join(self.request.targets)

    @property
    def is_pdf(self) -> bool:
        """Whether what is made of it can be judged."""
        return self.request.formats == ("pdf",)

    def file_names(self, pages: int) -> list[str]:
        """The names of its files: a picture of several pages is a file for each page."""
        if not FORMATS[self.request.formats[0]].is_paged or pages == 1:
            return [self.name]
        stem, dot, ending = self.name.rpartition(".")
        return [f"{stem}-{number}{dot}{ending}" for number in range(1, pages + 1)]


class BadJob(NamedTuple):
    """A job that cannot be built, or not all of it, and everything that is wrong with it."""

    target: str
    where: Where
    problems: tuple[PrintkitError, ...]


class Orders(NamedTuple):
    """All files that a manifest asks for, and the jobs with something wrong in them."""

    files: tuple[Order, ...]
    bad_jobs: tuple[BadJob, ...]


def make_orders(jobs: Sequence[Job], home: Path, out: Path) -> Orders:
    """All orders; `home` is the folder of the manifest, `out` the one that files go to."""
    planner = _Planner(home, out)
    bad_jobs = []
    for job in jobs:
        found = planner.plan(job)
        if len(found):
            target = job.values.get("target", ())
            bad_jobs.append(BadJob(" ".join(one.text for one in target), job.where, tuple(found)))
    return Orders(tuple(planner.orders), (*bad_jobs, *planner.useless_defaults()))


class _Planner:
    """Makes orders of combinations, one after the other."""

    def __init__(self, home: Path, out: Path) -> None:
        self.home, self.out = home, out  # the folders of the manifest, and of the files
        self.paper = usual_paper()  # where a job names none
        self.orders: list[Order] = []  # those made so far
        self.names = Names()  # of all files so far
        self.broken: set[object] = set()  # targets whose layouts or records are wrong
        self.used: set[Where] = set()  # the defaults of `set` that some sheet has
        self.foreign: dict[Where, str] = {}  # those that a sheet passed over, by their places

    def plan(self, job: Job) -> Findings:
        """Makes an order of each combination of a job; gives what is wrong with the others."""
        found = Findings(job.problems)
        for chosen in job.combinations():
            grant_page()
            current().spend(1, job.where)
            try:
                self._plan_one(job, chosen, found)
            except ManifestError as error:
                found.add(error)
            except Exception as error:  # one bad job must not end the others
                found.add(mistake(error))
        return found

    def _plan_one(self, job: Job, chosen: Chosen, found: Findings) -> None:
        """One combination: its request, its sheets, what is wrong with them, then its orders."""
        before = len(found)
        request = _as_request(chosen, self.paper)
        printings = self._sheets(self._moved(request), chosen, found)
        settings = self._own_settings(chosen, printings)
        kept = {name: one.value for name, one in settings.items()}
        request = replace(
            request, settings=kept, language=spoken(request, printings, known_languages)
        )
        found.add_all(problems_of(chosen, request, settings, printings))
        if len(found) == before:
            self._order(job, chosen, request, printings)

    def _sheets(self, request: Request, chosen: Chosen, found: Findings) -> Printings:
        """The sheets of a request; none if a layout is wrong, which is said when it is built."""
        for target in request.targets:
            check_target(target, chosen)
        read = request.targets, request.record
        if read in self.broken:
            return ()
        printings = find_printings(request, chosen, found)
        if not printings:
            self.broken.add(read)
        return printings

    def _moved(self, request: Request) -> Request:
        """The request with paths that start at the folder of the manifest."""
        return replace(
            request,
            targets=tuple(self._from_home(target) for target in request.targets),
            settings={name: self._from_home(text) for name, text in request.settings.items()},
            record=self.home / request.record if request.record else None,
        )

    def _from_home(self, text: str) -> str:
        return str(self.home / text) if text.endswith((".yaml", ".yml")) else text

    def _own_settings(self, chosen: Chosen, printings: Printings) -> dict[str, SetOption]:
        """What is set for this job, without defaults that its sheets do not have."""
        given: Mapping[str, SetOption] = chosen["set"].value if "set" in chosen else {}
        try:
            known = known_settings(printings) if printings else set(given)
        except PrintkitError:
            known = set(given)
        own = {name: one for name, one in given.items() if name in known or not one.is_default}
        self.used.update(one.named for one in own.values())
        self.foreign.update((one.named, name) for name, one in given.items() if name not in own)
        return own

    def useless_defaults(self) -> Iterator[BadJob]:
        """The options that are set for all jobs and mean nothing to any of them."""
        for where, name in self.foreign.items():
            if where not in self.used:
                message = f"no sheet of this batch has the option '{name}'"
                yield BadJob("", where, (ManifestError(message, where, "see printkit list"),))

    def _order(self, job: Job, chosen: Chosen, request: Request, printings: Printings) -> None:
        if any(printing.sheet.needs_seed for printing in printings):
            request = replace(request, seed=self._seed(job, chosen, request, printings))
        wants_split = request.split and printings
        for one in split_requests(request, printings) if wants_split else [request]:
            own = tuple(printing for printing in printings if one.only in (None, printing.sheet.id))
            name = self._name(job, chosen, one, own)
            known = {code for printing in own for code in known_languages(printing.folder)}
            several = unnamed(job, chosen.get("out"), known)
            self.names.add(FileName(name, job.where, several))
            placed = replace(self._moved(one), out=_place(self.out, name))
            self.orders.append(Order(name, placed, _key(one), job.where))

    def _seed(self, job: Job, chosen: Chosen, request: Request, printings: Printings) -> str:
        """The seed that the job gives, or one made from the job's name.

        The same job must draw the same sheets in any language or format, so only options that a
        draw depends on go into that name.
        """
        if request.seed is not None and not chosen["seed"].is_default:
            return request.seed
        kept = {name for name, one in JOB_OPTIONS.items() if one.changes_draws or name == "out"}
        values = {name: job.values[name] for name in job.values if name in kept}
        plain = {
            one.field: one.default
            for one in JOB_OPTIONS.values()
            if one.has_default and not one.changes_draws
        }
        drawn = replace(request, **plain)
        chosen = {name: one for name, one in chosen.items() if name in kept}
        name = self._name(job._replace(values=values), chosen, drawn, printings)
        said = f"{request.seed or ''}/{name}/".encode() + _written(request, sorted(kept - {"out"}))
        return seed_of(int(digest(said), 16))

    def _name(self, job: Job, chosen: Chosen, request: Request, printings: Printings) -> str:
        out = chosen.get("out")
        if out:
            text = fill_pattern(out.value, pattern_fields(request, printings, len(self.orders) + 1))
        else:
            text = usual_name(job, chosen, request, printings)
        name = with_ending(text, request.formats[0])
        problem, hint = name_problem(name)
        if not problem and inside(self.out, str(PurePosixPath(name).parent)) is None:
            problem, hint = "leads out of the output folder by a link", "choose another name"
        if problem:
            where = out.where if out else job.where
            raise ManifestError(f"the file name '{name}' {problem}", where, hint)
        return name


def _as_request(chosen: Chosen, paper: object) -> Request:
    """The request that a combination of values asks for, with paths as they were written."""
    values = {JOB_OPTIONS[name].field: one.value for name, one in chosen.items() if name != "out"}
    pattern = chosen["out"].value.text if "out" in chosen else ""
    settings = {name: one.value for name, one in values.pop("settings", {}).items()}
    usual = {"paper": paper, "formats": usual_formats(pattern), "settings": settings}
    return Request(**{**usual, **values})


def _place(out: Path, name: str) -> Destination:
    path = out / name
    return Destination(path.parent, path.name)


def _written(request: Request, names: Iterable[str]) -> bytes:
    """Options as they were written, the same from whatever folder printkit is run."""
    return repr([(name, JOB_OPTIONS[name].words_for(request)) for name in names]).encode()


def _key(request: Request) -> str:
    """The digest of everything that was asked for, except where it goes.

    The fonts that PRINTKIT_FONTS names count too.
    """
    names = (name for name in JOB_OPTIONS if name not in ("out", "split"))
    named = os.environ.get("PRINTKIT_FONTS")
    return digest(_written(request, names) + repr((request.only, named)).encode())
