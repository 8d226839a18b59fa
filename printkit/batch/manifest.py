"""The manifest: what a person wrote down to be built.

Takes a YAML file with `defaults` and `jobs`; gives entries, each with the choices that its
options leave. All problems are found at once, each with its place. Knows the names of options
and what values they take, but neither games nor layouts.
"""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, NamedTuple

from printkit.batch.values import PARSERS, Choice, Set, read_choices, refuse_too_many
from printkit.errors import ManifestError, did_you_mean
from printkit.yamlfile import Mapping, Sequence, load_yaml

if TYPE_CHECKING:
    from pathlib import Path

    from printkit.errors import Findings, Where
    from printkit.yamlfile import Node

_SHAPE = "a manifest looks like\ndefaults: {paper: a4}\njobs:\n  - {target: attribute, players: 4}"


class Entry(NamedTuple):
    """One job as it was written: for each of its options the choices there are."""

    options: dict[str, tuple[Choice, ...]]
    where: Where
    is_sound: bool

    def files(self) -> int:
        """How many combinations the choices make."""
        return prod(len(choices) for choices in self.options.values())


def load_manifest(path: Path, found: Findings) -> tuple[Entry, ...]:
    """Reads a manifest; everything that is wrong with it is added to `found`."""
    return read_manifest(load_yaml(path), found)


def read_manifest(top: Node, found: Findings) -> tuple[Entry, ...]:
    """The entries of a manifest; an entry is not sound where something about it was found."""
    if not isinstance(top, Mapping):
        raise ManifestError("this is no manifest", top.where, _SHAPE)
    for key, _ in top.items:
        if key.text not in ("defaults", "jobs"):
            hint = did_you_mean(key.text, ("defaults", "jobs"))
            found.add(ManifestError(f"a manifest has no '{key.text}'", key.where, hint))
    defaults = _read_defaults(top.get("defaults"), found)
    is_sound = not len(found)
    entries = [
        entry._replace(is_sound=entry.is_sound and is_sound)
        for entry in _read_jobs(top, defaults, found)
    ]
    try:
        refuse_too_many(sum(entry.files() for entry in entries), top.where)
    except ManifestError as error:
        found.add(error)
        return ()
    return tuple(entries)


def _read_defaults(node: Node | None, found: Findings) -> dict[str, tuple[Choice, ...]]:
    if node is None:
        return {}
    options = _read_options(node, found)
    if "set" in options:
        options["set"] = tuple(_as_default(choice) for choice in options["set"])
    return options


def _as_default(choice: Choice) -> Choice:
    given: dict[str, Set] = choice.value
    return choice._replace(
        value={name: each._replace(is_default=True) for name, each in given.items()}
    )


def _read_jobs(
    top: Mapping, defaults: dict[str, tuple[Choice, ...]], found: Findings
) -> tuple[Entry, ...]:
    jobs = top.get("jobs")
    if not isinstance(jobs, Sequence) or not jobs.items:
        where = jobs.where if jobs else top.where
        found.add(ManifestError("a manifest needs a list of jobs", where, _SHAPE))
        return ()
    return tuple(_read_entry(job, defaults, found) for job in jobs.items)


def _read_entry(job: Node, defaults: dict[str, tuple[Choice, ...]], found: Findings) -> Entry:
    before = len(found)
    own = _read_options(job, found)
    if isinstance(job, Mapping) and not job.get("target") and "target" not in defaults:
        hint = "say what to build: target: attribute/score-pad"
        found.add(ManifestError("this job has no target", job.where, hint))
    merged = {**defaults, **own}
    if "set" in own and "set" in defaults:
        try:
            refuse_too_many(len(defaults["set"]) * len(own["set"]), job.where)
            merged["set"] = _merge_settings(defaults["set"], own["set"])
        except ManifestError as error:
            found.add(error)
    ordered = {name: merged[name] for name in PARSERS if name in merged}
    return Entry(ordered, job.where, len(found) == before)


def _merge_settings(defaults: tuple[Choice, ...], own: tuple[Choice, ...]) -> tuple[Choice, ...]:
    """What a job sets is added to what is set for all; the job's own value wins."""
    merged = [
        choice._replace(value={**default.value, **choice.value})
        for default in defaults
        for choice in own
    ]
    unlike = {tuple((name, each.value) for name, each in one.value.items()): one for one in merged}
    return tuple(unlike.values())


def _read_options(node: Node, found: Findings) -> dict[str, tuple[Choice, ...]]:
    if not isinstance(node, Mapping):
        hint = "write {target: attribute, players: 4}"
        found.add(ManifestError("this should be options and their values", node.where, hint))
        return {}
    options = {}
    for key, value in node.items:
        if key.text in PARSERS:
            if choices := read_choices(key.text, value, found):
                options[key.text] = choices
        else:
            hint = did_you_mean(key.text, PARSERS)
            found.add(ManifestError(f"a job has no '{key.text}'", key.where, hint))
    return options
