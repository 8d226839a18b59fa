"""The reader: from what somebody gave to a `Request`.

A value may come as a word of the command line, a Python value, a cell of a manifest, a choice in
the studio, or a word of the command that a file records: `read_option` reads all of them, and
`make_request` adds the defaults. What the user didn't write (the studio's page is open to the
network, a file may come from anyone) may only name files in this folder.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence, Sized
from os import PathLike, fspath
from pathlib import Path
from shlex import split
from typing import Any, NamedTuple

from printkit.core.errors import UsageError, brief, did_you_mean
from printkit.core.messages import say
from printkit.core.paper import NO_OFFSET, Offset, Paper
from printkit.core.source import inside
from printkit.pads import PAD
from printkit.request.options import ALIASES, JOB_OPTIONS, OPTIONS, Option, Request
from printkit.request.preferences import (
    default_language,
    default_paper,
    default_theme,
    load_preferences,
)
from printkit.request.values import default_formats, read_names


class Reading(NamedTuple):
    """The value of an option, as it was read."""

    value: Any
    is_clear: bool = True  # whether it can be read in only one way, as a list of names may not


def read_option(option: Option, given: object, languages: Iterable[str] = ()) -> Reading:
    """Read the value of an option from its text, or from the Python value for it.

    A list of names may contain the word for 'and' in one of the `languages`.
    """
    if option.is_flag and not isinstance(given, str):
        return Reading(bool(given))
    if isinstance(given, Mapping):
        given = [f"{key}={_text(value)}" for key, value in given.items()]
    is_one = isinstance(given, str | PathLike) or not isinstance(given, Iterable)
    words = (_text(given),) if is_one else tuple(map(_text, given))  # type: ignore[call-overload]
    if option.repeats:
        return Reading(option.read(words))
    if not is_one and option.read_list is not None:
        return Reading(option.read_list(words))
    if option.name == "names":
        return Reading(*read_names(words[0], languages))
    return Reading(option.read(",".join(words)))


def _text(value: object) -> str:
    """Return a value as written on the command line."""
    if isinstance(value, bool):
        return str(value).lower()
    return fspath(value) if isinstance(value, PathLike) else str(value)


def read_options(given: Mapping[str, Any], *, local_files_only: bool = False) -> dict[str, Any]:
    """Read options by their names into values by the fields of `Request`.

    With `local_files_only`, refuse files outside this folder.
    """
    values: dict[str, Any] = {}
    for name, option in OPTIONS.items():
        if name not in given:
            continue
        languages: tuple[str, ...] = ()
        if name == "names" and isinstance(given[name], str):
            languages = (given.get("lang") or default_language(),)
        values[option.field], is_clear = read_option(option, given[name], languages)
        if name == "names":
            values["has_ambiguous_names"] = not is_clear
        is_pad = values.get("targets") == (PAD,)  # its settings are words, not files
        if local_files_only and not (name == "set" and is_pad):
            _check_here(name, given[name], values[option.field])
    return values


def _check_here(name: str, given: Any, value: Any) -> None:
    """Refuse a file outside this folder, because the user didn't name it.

    Any setting of a sheet may be the name of a file.
    """
    texts: Iterable[str] = ()
    if isinstance(value, Path):
        texts = (given,)
    elif name == "set":
        texts = value.values()
    elif name == "target":
        texts = (target for target in value if target.endswith((".yaml", ".yml")))
    for text in texts:
        if {*text} & {"/", "\\", "\0"} or text == ".." or inside(Path(), text) is None:
            raise UsageError(f"'{brief(text)}' isn't in this folder")


def request_from_keywords(
    keywords: Mapping[str, Any], *, no_offset: bool = False, wants_fields: bool = False
) -> Request:
    """Make a request from the keywords of `printkit.build`; see `make_request`.

    None, False and empty values count as not given.
    """
    names = {option.keyword: name for name, option in OPTIONS.items()} | {**ALIASES}
    for keyword in keywords:
        if keyword not in names:
            raise UsageError(f"unknown option '{keyword}'", hint=did_you_mean(keyword, names))
    given = {
        names[keyword]: value
        for keyword, value in keywords.items()
        if not (value is None or value is False or (isinstance(value, Sized) and not value))
    }
    if "target" not in given:
        raise UsageError("nothing to build", hint="name a sheet, a game or a layout file")
    try:
        values = read_options(given)
    except UsageError as error:
        is_about_option = error.message.partition(" ")[0] in OPTIONS
        message = error.message
        if is_about_option:
            message = say("--{message}", message=error.message)
        raise UsageError(message, hint=error.hint) from None
    return make_request(values, no_offset=no_offset, wants_fields=wants_fields)


def read_choices(choices: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    """Read the words that were chosen for each option in the studio.

    Names are one word, a list to be split, or several words, each of which is a name.
    """
    given = {ALIASES.get(name, name): words for name, words in choices.items() if words}
    return read_options(
        {name: _as_given(name, words) for name, words in given.items()}, local_files_only=True
    )


def _as_given(name: str, words: Sequence[str]) -> str | Sequence[str]:
    """Return the words of an option as one value: the last one, unless it takes several."""
    option = JOB_OPTIONS[name]
    takes_several = option.repeats or (option.read_list is not None and len(words) > 1)
    return [word.strip() for word in words] if takes_several else words[-1]


def read_command(text: str) -> dict[str, Any]:
    """Read the command that a file records into keywords of `printkit.build`, and check them.

    Only options that a job of a manifest may have are allowed, except an output file.
    """
    try:
        rest = deque(split(text)[2:])
    except ValueError as error:
        raise UsageError(str(error)) from None
    given: dict[str, list[str]] = {"target": []}
    while rest:
        word = rest.popleft()
        name = word[2:] if word.startswith("--") else "target"
        name = ALIASES.get(name, name)
        if name not in JOB_OPTIONS or name == "out" or (word.startswith("-") and name == "target"):
            raise UsageError(f"the option '{word}' isn't allowed here")
        is_flag = JOB_OPTIONS[name].is_flag
        value = "true" if is_flag else word if name == "target" else rest.popleft() if rest else ""
        given.setdefault(name, []).append(value)
    if not given["target"]:
        raise UsageError("it doesn't name a sheet")
    options = {name: _as_given(name, words) for name, words in given.items()}
    options.setdefault("theme", OPTIONS["theme"].default)  # the saved one came later
    read_options(options, local_files_only=True)
    return {JOB_OPTIONS[name].keyword: value for name, value in options.items()}


class Defaults(NamedTuple):
    """The sources of defaults that differ between machines; each is asked only if needed."""

    paper: Callable[[], Paper] = default_paper
    language: Callable[[], str] = default_language
    theme: Callable[[], str] = default_theme
    offset: Callable[[], Offset] = lambda: load_preferences().offset


def make_request(
    values: Mapping[str, Any],
    defaults: Defaults = Defaults(),  # noqa: B008 - immutable
    *,
    no_offset: bool = False,
    wants_fields: bool = False,
) -> Request:
    """Make a request from values by the fields of `Request`, with defaults for the others.

    With `no_offset`, ignore the saved offset; with `wants_fields`, the result of the build has the
    positions of the fields.
    """
    given = dict(values)
    file = given["out"].file if "out" in given else ""
    if "paper" not in given or not file:
        paper = defaults.paper()
        given["has_paper_in_name"] = given.setdefault("paper", paper) != paper
    if "language" not in given:
        given["language"] = defaults.language()
    if "theme" not in given:
        given["theme"] = defaults.theme()
    if "formats" not in given:
        given["formats"] = default_formats(file)
    offset = defaults.offset()
    if not ("offset" in given or no_offset or given.get("crop_marks") or offset == NO_OFFSET):
        given.update(offset=offset, has_saved_offset=True)
    return Request(**given, wants_fields=wants_fields)
