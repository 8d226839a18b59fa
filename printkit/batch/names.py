"""File names of a batch: made from a pattern, and all checked before anything is built.

A name is a path below the output folder, with `/` between its parts. It must be valid on every
common system, and no two may be the same file, even if case is ignored.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Mapping
from pathlib import PurePath, PurePosixPath
from typing import TYPE_CHECKING, Final, NamedTuple

from printkit.backends import FORMATS
from printkit.core.errors import ManifestError, PrintkitError, did_you_mean
from printkit.core.languages import match_language
from printkit.pipeline.gameinfo import chosen_variant
from printkit.pipeline.naming import file_stem
from printkit.pipeline.sheetoptions import declared_options
from printkit.request.options import ALIASES, OPTIONS

if TYPE_CHECKING:
    from printkit.batch.manifest import Job, OptionValue
    from printkit.core.errors import Where
    from printkit.core.yamlfile import Scalar
    from printkit.pipeline.targets import PlannedSheet
    from printkit.request.options import Request

MAX_PART_BYTES: Final = 240
MAX_NAME_BYTES: Final = 900

_ALWAYS_IN_NAME = ("target", "players", "format", "split", "out")
"""Options that file names or extensions always show, or that don't distinguish files."""

_FIELD = re.compile(r"([-_ ]?)\{([^{}]*)\}")
_FORBIDDEN = re.compile(r'[<>:"|?*\\\x00-\x1f\x7f]')
_RESERVED = re.compile(r"(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)", re.IGNORECASE)
_PAGE = re.compile(r"-[0-9]+$")


class FileName(NamedTuple):
    """A file name, the place of its job, and the options that could make it unique."""

    name: str
    where: Where
    several: tuple[str, ...] = ()


def default_name(
    job: Job,
    combination: Mapping[str, OptionValue],
    request: Request,
    planned_sheets: tuple[PlannedSheet, ...],
) -> str:
    """Return the name that `build` would choose, plus options with several values in the job."""
    skipped = _ALWAYS_IN_NAME if planned_sheets else ("format", "split", "out")
    several = [
        name
        for name, values in job.values.items()
        if len(values) > 1
        and name not in skipped
        and not (planned_sheets and OPTIONS[name].in_batch_name)
    ]
    words = []
    for name in several:
        if OPTIONS[name].is_flag:
            words.append(name if combination[name].value else "")
        elif name != "set":
            words.append(combination[name].text)
    settings = request.settings.values() if "set" in several else ()
    stem = file_stem(request, planned_sheets, is_batch=True)
    return "-".join((stem, *filter(None, words), *settings))


def missing_fields(
    job: Job, out: OptionValue | None, languages: Collection[str]
) -> tuple[str, ...]:
    """Return the options with several values in the job that are missing from its pattern."""
    pattern = out.value.text if out else ""
    several: dict[str, set[str]] = {}
    for name, values in job.values.items():
        for value in values:
            given = value.value.items() if name == "set" else [(name, value)]
            for field, one in given:
                meant = match_language(one.value, languages) if field == "lang" else one.value
                several.setdefault(field, set()).add(str(meant))
    return tuple(
        field
        for field, found in several.items()
        if len(found) > 1 and field not in ("out", "split") and f"{{{field}}}" not in pattern
    )


def pattern_fields(
    request: Request, planned_sheets: tuple[PlannedSheet, ...], number: int
) -> dict[str, str]:
    """Return the placeholders of a pattern: options by name, and values from the sheets."""
    stems = [PurePath(target).stem for target in request.targets]
    ids = list(dict.fromkeys(planned.sheet.id for planned in planned_sheets)) or stems
    targets = [request.only] if request.only else request.targets
    variant = request.variant or ""
    if planned_sheets and not variant:
        variant = chosen_variant(planned_sheets[0].sheet, request)
    options = {
        name: (name if getattr(request, option.field) else "")
        if option.is_flag
        else _plain(option.format_value(request))
        for name, option in OPTIONS.items()
    }
    values = {
        **options,
        **_setting_values(request, planned_sheets),
        "game": "-".join(dict.fromkeys(one.split("/")[0] for one in ids)),
        "sheet": ids[0].split("/")[-1] if len(ids) == 1 else "kit",
        "target": "-".join(targets),
        "players": _players(request, planned_sheets),
        "variant": variant,
        "number": str(number),
    }
    values |= {alias: values[name] for alias, name in ALIASES.items()}
    return {name: value.replace("/", "-") for name, value in values.items()}


def _plain(written: object) -> str:
    return "-".join(map(str, written)) if isinstance(written, tuple | dict) else str(written or "")


def _setting_values(request: Request, planned_sheets: tuple[PlannedSheet, ...]) -> dict[str, str]:
    try:
        options = [
            option for planned in planned_sheets for option in declared_options(planned.sheet)
        ]
    except PrintkitError:
        options = []
    return {**{option.name: str(option.default) for option in options}, **request.settings}


def _players(request: Request, planned_sheets: tuple[PlannedSheet, ...]) -> str:
    given = request.counts if isinstance(request.counts, tuple) else ()
    counts = sorted({count for planned in planned_sheets for count in planned.counts}) or sorted(
        given
    )
    if len(counts) > 2 and counts[-1] - counts[0] == len(counts) - 1:
        return f"{counts[0]}-{counts[-1]}"
    return ",".join(map(str, counts))


def fill_pattern(pattern: Scalar, values: Mapping[str, str]) -> str:
    """Fill in the placeholders of a pattern."""

    def fill(field: re.Match[str]) -> str:
        before, word = field[1], field[2].strip()
        if word not in values:
            hint = did_you_mean(word, values)
            raise ManifestError(
                f"unknown placeholder '{{{word}}}'", pattern.where_in(field.end(1)), hint
            )
        is_unset = not values[word] and word in OPTIONS and OPTIONS[word].is_flag
        return "" if is_unset else before + values[word]

    text = _FIELD.sub(fill, pattern.text)
    if re.search(r"[{}]", _FIELD.sub("", pattern.text)):
        raise ManifestError("unmatched brace", pattern.where, 'write "{sheet}-{players}p.pdf"')
    return text


def with_ending(name: str, format_: str) -> str:
    """Return the name with the extension of its format, replacing that of another format."""
    return f"{_stem(name)}.{format_}"


def _stem(name: str) -> str:
    """Return the name without the extension of a format."""
    ended = (end for end in FORMATS if name.lower().endswith(f".{end}"))
    return next((name[: -len(end) - 1] for end in ended), name)


def name_problem(name: str) -> tuple[str, str]:
    """Return the problem with a name, and a hint; empty if it is fine."""
    parts = name.split("/")
    if name.startswith("/") or any(part == ".." for part in parts):
        return "leads out of the output folder", "give a path below it; --out moves the folder"
    if found := _FORBIDDEN.search(name) or re.search(r"[^\x20-\U0010ffff]", name):
        shown = f"'{found[0]}'" if found[0].isprintable() else f"U+{ord(found[0]):04X}"
        return f"has the character {shown}", "some systems don't allow it"
    for part in parts:
        if problem := _part_problem(part):
            return problem
    if len(name.encode()) > MAX_NAME_BYTES:
        return f"is longer than {MAX_NAME_BYTES} bytes", "shorten the pattern"
    return "", ""


def _part_problem(part: str) -> tuple[str, str] | None:
    if not _stem(part).strip() or part == ".":
        return "has an empty part", "give every folder and file a name"
    if part != part.strip() or part.endswith("."):
        return "starts or ends with a space or a dot", "some systems drop it"
    if _RESERVED.match(part):
        return f"has a part '{part}' that Windows reserves", "choose another name"
    if len(part.encode()) > MAX_PART_BYTES:
        return f"has a part longer than {MAX_PART_BYTES} bytes", "shorten the pattern"
    return None


class Names:
    """The names used so far; each new one must be a different file."""

    def __init__(self) -> None:
        self._files: dict[str, FileName] = {}
        self._folders: dict[str, FileName] = {}
        self._pages: dict[str, FileName] = {}

    def add(self, new: FileName) -> None:
        """Add a name, or raise a `ManifestError` that names the file it collides with."""
        key = _key(new.name)
        other = self._files.get(key) or self._folders.get(key) or self._as_page(new)
        other = other or next((self._files[up] for up in _above(key) if up in self._files), None)
        if other is not None:
            raise _clash(new, other)
        self._files[key] = new
        self._folders.update(dict.fromkeys(_above(key), new))
        self._pages.setdefault(_page_key(key), new)

    def _as_page(self, new: FileName) -> FileName | None:
        """Return a name that conflicts with name-1, name-2, … for pages that are files."""
        stem, dot, ending = _key(new.name).rpartition(".")
        if not FORMATS[ending].is_paged:
            return None
        if _PAGE.search(stem):
            return self._files.get(_PAGE.sub("", stem) + dot + ending)
        return self._pages.get(f"{stem}-0{dot}{ending}")


def _page_key(key: str) -> str:
    stem, dot, ending = key.rpartition(".")
    return _PAGE.sub("-0", stem) + dot + ending


def _key(name: str) -> str:
    """Return a key that two names share if some system treats them as the same file."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


def _above(key: str) -> list[str]:
    return [str(folder) for folder in PurePosixPath(key).parents][:-1]


def _clash(new: FileName, other: FileName) -> ManifestError:
    same = new.name == other.name
    what = "would be written by two jobs" if same else f"conflicts with '{other.name}'"
    if new.where != other.where:
        distinct = "give each job a table or a label, or its own name in out"
        if not new.where.column:  # a row of a list
            distinct = "add a column table with a number for each row"
        hint = f"first at {other.where}\n{distinct}"
        return ManifestError(f"'{new.name}' {what}", new.where, hint)
    fields = " and ".join(f"{{{field}}}" for field in new.several)
    hint = f"tell them apart with {fields} in out" if fields else "remove one of them"
    return ManifestError(f"'{new.name}' {what}", new.where, hint)
