"""The public functions of printkit.

Each returns values and raises a `PrintkitError`; none of them prints or ends the process. Files
that have changed since the last call are read again.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from inspect import Parameter, signature
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, ParamSpec, TypeAlias, TypeVar, Unpack

from printkit.core.errors import (
    PrintkitError,
    UsageError,
    did_you_mean,
    internal_error,
    refused_by_system,
)

if TYPE_CHECKING:
    from printkit.core.errors import Problem
    from printkit.listing import GameSummary, PluginSummary
    from printkit.pipeline.main import BuildResult
    from printkit.pipeline.notebook import Rendering
    from printkit.request.options import BuildOptions
    from printkit.rules.report import LogEntry, Report
    from printkit.season.gathering import Season
    from printkit.simulation.run import Simulation

P = ParamSpec("P")
T = TypeVar("T")

File: TypeAlias = "str | PathLike[str]"
Progress: TypeAlias = Callable[[int, int], None]
CALLBACKS = {"progress", "log"}  # parameters that are functions of the caller
TYPES: Final[Mapping[str, type | tuple[type, ...]]] = {
    "File": (str, PathLike),
    "str": str,
    "int": int,
    "float": (int, float),
    "Mapping": Mapping,
    "Iterable": Iterable,
    "Callable": Callable,  # type: ignore[dict-item]
    "Progress": Callable,  # type: ignore[dict-item]
    "None": type(None),
}
"""What parameters accept, by the names in their annotations."""
_INNERMOST = re.compile(r"\[[^\[\]]*\]")


class _CallerError(BaseException):
    """Carries what a function of the caller has raised past all handlers in printkit."""

    def __init__(self, error: Exception) -> None:
        super().__init__(error)
        self.error = error


def _of_caller(callback: Callable[..., object]) -> Callable[..., object]:
    @wraps(callback)
    def call(*args: Any) -> object:
        try:
            return callback(*args)
        except Exception as error:
            raise _CallerError(error) from None

    return call


def public(function: Callable[P, T]) -> Callable[P, T]:
    """Raise any error as a `PrintkitError`, with the message of the command line.

    What a function of the caller raises (`progress`, `log`) is raised unchanged.
    """

    @wraps(function)
    def call(*args: P.args, **kwargs: P.kwargs) -> T:
        from printkit.core.filecache import forget_changed

        given = _bind(function, args, kwargs)
        for name in CALLBACKS & kwargs.keys():
            if callable(callback := kwargs[name]):
                kwargs[name] = _of_caller(callback)
        try:
            forget_changed()
            return function(*args, **kwargs)
        except _CallerError as raised:
            own = raised.error
        except PrintkitError:
            raise
        except OSError as error:
            raise refused_by_system(error) from error
        except Exception as error:
            raise _wrong_type(function, given) or internal_error(error) from error
        raise own

    return call


def _bind(
    function: Callable[..., object], args: tuple[Any, ...], kwargs: Mapping[str, Any]
) -> Mapping[str, Any]:
    """Return the arguments by the names of their parameters; refuse what no call can use."""
    parameters = signature(function).parameters
    takes_all = any(each.kind is Parameter.VAR_KEYWORD for each in parameters.values())
    for name in kwargs:
        if name not in parameters and not takes_all:
            raise UsageError(f"unknown option '{name}'", hint=did_you_mean(name, parameters))
    try:
        given = signature(function).bind(*args, **kwargs).arguments
    except TypeError as error:
        raise UsageError(f"{function.__name__}: {error}") from None
    for name, value in {**given, **kwargs}.items():
        if isinstance(value, str | PathLike) and "\0" in str(value):
            raise UsageError(f"'{name}' has a null character")
    return given


def _wrong_type(function: Callable[..., object], given: Mapping[str, Any]) -> UsageError | None:
    """Return the error for an argument that isn't what its annotation says, if there is one."""
    for name, value in given.items():
        annotation = str(signature(function).parameters[name].annotation)
        outer = annotation
        while _INNERMOST.search(outer):
            outer = _INNERMOST.sub("", outer)
        known = [TYPES[each] for each in outer.split(" | ") if each in TYPES]
        if known and not any(isinstance(value, each) for each in known):
            message = f"'{name}' can't be of type {type(value).__name__}"
            return UsageError(message, hint=f"it takes {annotation}")
    return None


@public
def build(
    target: File | Iterable[File],
    *,
    no_offset: bool = False,
    progress: Progress | None = None,
    **options: Unpack[BuildOptions],
) -> BuildResult:
    """Build sheets as files, all of them or none.

    Every option of `printkit build` is a keyword, with underscores for hyphens, and takes the text
    of the command line or the Python value for it. The defaults are those of the command line: the
    paper, language and offset that you saved, or those of your system.

    Args:
        target: A sheet (`attribute/score-pad`), a game (its whole kit), a layout file, or several.
        no_offset: Ignore the offset that you saved.
        progress: Called with the number of pages and files done so far, and their total.
        **options: The options of `printkit build`.

    Returns:
        The files, the seed, and notes on how to print them.

    Raises:
        PrintkitError: Something is wrong with the arguments or a file; no file was written.
    """
    from printkit.pipeline.main import build as build_files
    from printkit.request.reader import request_from_keywords

    request = request_from_keywords(
        {"target": target, **options}, no_offset=no_offset, wants_fields=True
    )
    return build_files(request, progress)


@public
def render(
    target: File | Iterable[File], *, no_offset: bool = False, **options: Unpack[BuildOptions]
) -> Rendering:
    """Render what `build` would write, as bytes; no file is written.

    The request must make one file: one format, and for SVG and PNG one page. Of `out`, only the
    extension is used, which names a format.

    Args:
        target: A sheet (`attribute/score-pad`), a game (its whole kit), a layout file, or several.
        no_offset: Ignore the offset that you saved.
        **options: The options of `printkit build`, as for `build`.

    Returns:
        The bytes that `build` would write with the same keywords, with their `format`, the number
        of `pages` and the `seed`.

    Raises:
        PrintkitError: Something is wrong with the arguments or a file, or there'd be several files.
    """
    from printkit.pipeline.main import render_file
    from printkit.pipeline.notebook import Rendering
    from printkit.request.reader import request_from_keywords

    request = request_from_keywords(
        {"target": target, **options}, no_offset=no_offset, wants_fields=True
    )
    request, rendered = render_file(request)
    return Rendering(rendered.data, rendered.file.format, rendered.file.pages, request.seed)


@public
def check(target: File) -> list[Problem]:
    """Find everything that is wrong with a layout, without building it.

    The layout is laid out for every player count, paper, theme, language and variant that it
    supports; if there are very many, in combinations that cover every pair of choices.

    Args:
        target: A layout file, or the name of a sheet or a game.

    Returns:
        The problems in the order of their places; an empty list if there are none.

    Raises:
        UsageError: The sheet doesn't exist.
    """
    from printkit.checking import check_layout, sheets_to_check

    names = sheets_to_check([str(Path(target)) if isinstance(target, PathLike) else target])
    return [error.as_problem() for name in names for error in check_layout(name).problems]


@public
def validate(
    record: File | Iterable[str | bytes | Mapping[str, Any]],
    *,
    log: Callable[[LogEntry], object] | None = None,
) -> Report:
    """Replay a recorded game: was it legal, and what is the score?

    Args:
        record: The path of a record (`*.jsonl`), or its lines, as text or as objects.
        log: Called for every line up to the first violation, with its `line`, its `text` in words
            and its `effects`, as `printkit validate --explain` prints them.

    Returns:
        A report on everything up to the first violation. A record that can't be read has one, too.
    """
    from printkit.games import find
    from printkit.recording.recordfile import load_report, replay_rows
    from printkit.rules.report import describe_lines

    watch = describe_lines(find, log) if log else None
    if isinstance(record, str | PathLike):
        return load_report(Path(record), watch)
    return replay_rows(record, watch)


@public
def simulate(
    game: str,
    *,
    players: int | None = None,
    games: int = 100,
    seed: str | None = None,
    variant: str | None = None,
    set: Mapping[str, object] | Iterable[str] | None = None,  # noqa: A002
    ruling: Mapping[str, str] | Iterable[str] | None = None,
    save: File | None = None,
    out: File | None = None,
    lang: str | None = None,
    jobs: int = 0,
    cluster: str = "",
    rows: bool = False,
    progress: Progress | None = None,
) -> Simulation:
    """Play random legal games, and count their results.

    Args:
        game: The id of a game.
        players: The number of players (default: the fewest).
        games: The number of games.
        seed: A seed; the same one gives the same games (default: a new one).
        variant: A variant of the game (default: the usual one).
        set: Settings of the game: `{"hands": "no"}`.
        ruling: Readings of unclear rules: `{"attribute.bsw-red": "literal"}`.
        save: A folder in which every game is saved as a record.
        out: A file for a page of charts: `report.pdf`.
        lang: The language of that page: de, en, es, fr, it, nl or pl.
        jobs: The number of parallel processes; 0 is one per core.
        cluster: The address of a Dask scheduler whose workers play: `tcp://127.0.0.1:8786`.
        rows: Whether to return the result of every game, too: a row for each seat, from which
            `pandas.DataFrame` makes a table.
        progress: Called with the number of games played so far, and their total.

    Returns:
        Scores, lengths, wins by seat, and how the games ended.

    Raises:
        PrintkitError: Something is wrong with the arguments.
    """
    from secrets import token_hex

    from printkit.core.languages import read_language
    from printkit.request.preferences import default_language
    from printkit.request.values import check_text, parse_whole
    from printkit.rules.settings import read_pairs
    from printkit.simulation.run import MAX_GAMES, run_simulation

    return run_simulation(
        game,
        None if players is None else parse_whole("--players", str(players), 1, 100),
        parse_whole("--games", str(games), 1, MAX_GAMES),
        token_hex(4) if seed is None else check_text("seed", str(seed)),
        variant,
        read_pairs(set),
        read_pairs(ruling),
        save=None if save is None else Path(save),
        out="" if out is None else str(out),
        language=read_language(lang) if lang else default_language(),
        jobs=parse_whole("--jobs", str(jobs), 0, 256),
        cluster=cluster,
        rows=rows,
        progress=progress,
    )


@public
def list_games() -> list[GameSummary]:
    """List every game with its sheets, player counts and variants.

    Returns:
        The games in alphabetical order.
    """
    from printkit import listing

    return listing.list_games()


@public
def list_plugins() -> list[PluginSummary]:
    """List what installed packages add to printkit, and what is wrong with it.

    There are none if the environment variable `PRINTKIT_NO_PLUGINS` is set.

    Returns:
        Games, then layouts, each by name.
    """
    from printkit import listing

    return listing.list_plugins()


@public
def load_game(game: File) -> GameSummary:
    """Describe a game: players, variants, sheets with their options, and rules.

    Args:
        game: The id of a game, or a layout file, which counts as a game with one sheet.

    Returns:
        A summary of the game.

    Raises:
        UsageError: The game doesn't exist.
    """
    from printkit.listing import find_game

    return find_game(str(game))


@public
def load_season(
    folder: File,
    *,
    unchecked: bool = False,
    jobs: int = 0,
    progress: Progress | None = None,
) -> Season:
    """Add up all games in a folder: standings, head-to-head and ratings.

    Records, score sheets and tables of results are read, also in subfolders. `season.yaml` in the
    folder may give other spellings of names, a scoring, and what not to count.

    Args:
        folder: The folder with the games.
        unchecked: Also count records that break a rule, with the result that they claim.
        jobs: The number of parallel processes; 0 is one per core.
        progress: Called with the number of files read so far, and their total.

    Returns:
        The games, the standings, and what doesn't count with the reasons.

    Raises:
        PrintkitError: There is no such folder, or something is wrong with `season.yaml`.
    """
    from printkit.request.values import parse_whole
    from printkit.season.gathering import gather_season

    jobs = parse_whole("--jobs", str(jobs), 0, 256)
    return gather_season(Path(folder), unchecked=unchecked, jobs=jobs, progress=progress)
