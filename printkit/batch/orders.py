"""Orders: a manifest multiplied out, one order for each file that is to be made.

Takes entries; gives orders, each a request with the name of its file, all of them checked.
Nothing here builds or writes.
"""

from __future__ import annotations

from dataclasses import fields, replace
from itertools import product
from pathlib import PurePath, PurePosixPath
from typing import TYPE_CHECKING, NamedTuple

from printkit.batch.checks import drop_foreign, find_jobs, find_problems
from printkit.batch.names import Named, Names, fill_pattern, name_problem, with_ending
from printkit.build.facts import chosen_variant, game_info
from printkit.build.options import declared_options
from printkit.build.paths import file_stem
from printkit.build.preferences import usual_paper
from printkit.build.seed import LETTERS
from printkit.build.targets import split_requests
from printkit.errors import ManifestError, PrintkitError
from printkit.paper import NO_OFFSET
from printkit.reads import digest
from printkit.request import Request, usual_formats
from printkit.source import inside

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from printkit.batch.manifest import Entry
    from printkit.batch.values import Choice, Set
    from printkit.build.targets import Job
    from printkit.errors import Findings, Where

_NAMED_ANYWAY = ("target", "players", "variant", "theme", "lang", "format", "split", "out")


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


def make_orders(
    entries: Sequence[Entry], home: Path, out: Path, found: Findings
) -> tuple[Order, ...]:
    """All orders; `home` is the folder of the manifest, `out` the one that files go to."""
    planner = _Planner(home, out, found)
    for entry in entries:
        if "target" in entry.options:
            for choices in product(*entry.options.values()):
                planner.add(entry, dict(zip(entry.options, choices, strict=True)))
    planner.check_defaults()
    return tuple(planner.orders)


class _Planner:
    """Goes through the combinations, one after the other."""

    def __init__(self, home: Path, out: Path, found: Findings) -> None:
        self.home, self.out, self.found = home, out, found
        self.paper = usual_paper()
        self.orders: list[Order] = []
        self.names = Names()
        self.used: set[Where] = set()
        self.dropped: dict[Where, str] = {}

    def add(self, entry: Entry, chosen: dict[str, Choice]) -> None:
        """Makes the orders of one combination, or finds what is wrong with it."""
        before = len(self.found)
        try:
            jobs = self._jobs(chosen)
            chosen = self._without_foreign(chosen, jobs)
            request = self._request(chosen)
            for problem in find_problems(chosen, request, jobs):
                self.found.add(problem)
            if len(self.found) == before:
                self._order(entry, chosen, request, jobs)
        except ManifestError as error:
            self.found.add(error)

    def _jobs(self, chosen: dict[str, Choice]) -> tuple[Job, ...]:
        """The sheets; where the players are wrong, those for others, to find what else is."""
        request = self._request(chosen)
        try:
            return find_jobs(chosen, request)
        except ManifestError as error:
            self.found.add(error)
            return find_jobs(chosen, replace(request, counts=None, names=()))

    def _without_foreign(
        self, chosen: dict[str, Choice], jobs: tuple[Job, ...]
    ) -> dict[str, Choice]:
        if "set" not in chosen:
            return chosen
        kept, dropped = drop_foreign(chosen["set"].value, jobs)
        self.used.update(one.named for one in kept.values())
        self.dropped.update({one.named: name for name, one in dropped.items()})
        return {**chosen, "set": chosen["set"]._replace(value=kept)}

    def check_defaults(self) -> None:
        """An option set for all jobs must mean something to one of them."""
        for where, name in self.dropped.items():
            if where not in self.used:
                message = f"no sheet of this batch has the option '{name}'"
                self.found.add(ManifestError(message, where, "see printkit list"))

    def _order(
        self, entry: Entry, chosen: dict[str, Choice], request: Request, jobs: tuple[Job, ...]
    ) -> None:
        if request.seed is None and any(job.sheet.drawn for job in jobs):
            request = replace(request, seed=_seed(chosen))
        wants_split = "split" in chosen and chosen["split"].value and jobs
        for one in split_requests(request, jobs) if wants_split else [request]:
            own = tuple(job for job in jobs if one.only in (None, job.sheet.id))
            values = _name_values(chosen, one, own, len(self.orders) + 1)
            name = self._name(entry, chosen, one, own, values)
            if entry.is_sound:
                self.names.add(Named(name, entry.where, _unnamed(entry, chosen.get("out"))))
            placed = replace(one, out=self.out / name)
            self.orders.append(Order(name, placed, _key(one, chosen), entry.where))

    def _name(
        self,
        entry: Entry,
        chosen: Mapping[str, Choice],
        request: Request,
        jobs: tuple[Job, ...],
        values: Mapping[str, str],
    ) -> str:
        out = chosen.get("out")
        text = fill_pattern(out.value, values) if out else _usual_name(entry, chosen, request, jobs)
        name = with_ending(text, request.formats[0])
        problem, hint = name_problem(name)
        if not problem and inside(self.out, str(PurePosixPath(name).parent)) is None:
            problem, hint = "leads out of the output folder by a link", "choose another name"
        if problem:
            where = out.where if out else entry.where
            raise ManifestError(f"the file name '{name}' {problem}", where, hint)
        return name

    def _request(self, chosen: Mapping[str, Choice]) -> Request:
        given = {name: choice.value for name, choice in chosen.items()}
        settings: Mapping[str, Set] = given.get("set", {})
        pattern = given.get("out")
        return Request(
            targets=tuple(self._from_home(target) for target in given["target"]),
            paper=given.get("paper", self.paper),
            counts=given.get("players"),
            names=given.get("names", ()),
            variant=given.get("variant"),
            settings={name: self._from_home(one.value) for name, one in settings.items()},
            copies=given.get("copies", 1),
            seed=given.get("seed"),
            theme=given.get("theme", "colour"),
            language=given.get("lang", "en"),
            formats=given.get("format") or usual_formats(pattern.text if pattern else ""),
            dpi=given.get("dpi", 150),
            orientation=given.get("orientation"),
            duplex=given.get("duplex"),
            crop_marks=given.get("crop-marks", False),
            offset=given.get("offset", NO_OFFSET),
        )

    def _from_home(self, text: str) -> str:
        """A file is meant from the folder of the manifest, wherever printkit is run."""
        return str(self.home / text) if text.endswith((".yaml", ".yml")) else text


def _written(chosen: Mapping[str, Choice], *names: str) -> list[object]:
    """Options as they were written, the same from whatever folder printkit is run."""
    values = {name: chosen[name].value for name in names if name in chosen}
    if "set" in values:
        values["set"] = sorted((name, one.value) for name, one in values["set"].items())
    return [(name, values.get(name)) for name in names]


def _key(request: Request, chosen: Mapping[str, Choice]) -> str:
    """The digest of everything that was asked for, except where it goes."""
    other = [field.name for field in fields(request)]
    kept = [name for name in other if name not in ("targets", "settings", "out")]
    values = [(name, getattr(request, name)) for name in kept]
    return digest(repr((_written(chosen, "target", "set"), values)).encode())


def _seed(chosen: Mapping[str, Choice]) -> str:
    """A seed of the job's own: the same job draws the same sheets, in any language or format."""
    drawn = _written(chosen, "target", "players", "names", "variant", "set", "copies")
    number = int(digest(repr(drawn).encode()), 16)
    letters = []
    for _ in range(6):
        number, letter = divmod(number, len(LETTERS))
        letters.append(LETTERS[letter])
    return "".join(letters)


def _usual_name(
    entry: Entry, chosen: Mapping[str, Choice], request: Request, jobs: tuple[Job, ...]
) -> str:
    """As `build` would call it, with every value that the entry gives in several ways."""
    named = _NAMED_ANYWAY if jobs else ("format", "split", "out")
    several = [
        name for name, choices in entry.options.items() if name not in named and len(choices) > 1
    ]
    words = [chosen[name].text for name in several if name != "set"]
    settings = chosen["set"].value.values() if "set" in several else ()
    return "-".join((file_stem(request, jobs), *words, *(one.value for one in settings)))


def _unnamed(entry: Entry, out: Choice | None) -> tuple[str, ...]:
    """What the entry gives in several ways, and its pattern does not ask for."""
    pattern = out.value.text if out else ""
    several: dict[str, set[str]] = {}
    for name, choices in entry.options.items():
        for choice in choices:
            given = choice.value.items() if name == "set" else [(name, choice)]
            for field, one in given:
                several.setdefault(field, set()).add(str(one.value))
    return tuple(
        field
        for field, values in several.items()
        if len(values) > 1 and field not in ("out", "split") and f"{{{field}}}" not in pattern
    )


def _name_values(
    chosen: Mapping[str, Choice], request: Request, jobs: tuple[Job, ...], number: int
) -> dict[str, str]:
    """What a pattern may ask for: every option by its name, and what follows from the sheets."""
    stems = [PurePath(target).stem for target in request.targets]
    ids = list(dict.fromkeys(job.sheet.id for job in jobs)) or stems
    targets = [request.only] if request.only else request.targets
    values = {
        **{name: choice.text for name, choice in chosen.items() if name not in ("set", "out")},
        **_setting_values(request, jobs),
        "game": "-".join(dict.fromkeys(one.split("/")[0] for one in ids)),
        "sheet": ids[0].split("/")[-1] if len(ids) == 1 else "kit",
        "target": "-".join(targets),
        "players": _players(request, jobs),
        "names": "-".join(request.names),
        "variant": request.variant or _usual_variant(request, jobs),
        "copies": str(request.copies),
        "seed": request.seed or "",
        "paper": request.paper.name,
        "theme": request.theme,
        "lang": request.language,
        "format": request.formats[0],
        "dpi": str(request.dpi),
        "number": str(number),
    }
    return {name: value.replace("/", "-") for name, value in values.items()}


def _setting_values(request: Request, jobs: tuple[Job, ...]) -> dict[str, str]:
    try:
        options = [option for job in jobs for option in declared_options(job.sheet)]
    except PrintkitError:
        options = []
    return {**{option.name: str(option.default) for option in options}, **request.settings}


def _usual_variant(request: Request, jobs: tuple[Job, ...]) -> str:
    return chosen_variant(game_info(jobs[0].sheet), request) if jobs else ""


def _players(request: Request, jobs: tuple[Job, ...]) -> str:
    given = request.counts if isinstance(request.counts, tuple) else ()
    counts = sorted({count for job in jobs for count in job.counts}) or sorted(given)
    if len(counts) > 2 and counts[-1] - counts[0] == len(counts) - 1:
        return f"{counts[0]}-{counts[-1]}"
    return ",".join(map(str, counts))
