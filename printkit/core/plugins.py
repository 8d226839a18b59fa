"""Plugins: installed packages that add games or layouts, found by their entry points.

`printkit.games` names a `Game` (`dicey = "dicey:GAME"`), and `printkit.layouts` a package whose
folder has the structure of the shipped one (`dicey = "dicey.layouts"`): a folder of sheets for each
game, and `shared`, `icons`, `fonts` and `locale` for what they use.

The user chose to install a plugin, so its code may run, but only when something of it is needed.
What ships is found without searching the installed packages.
"""

from __future__ import annotations

import os
import re
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout, suppress
from functools import cache, partial
from pathlib import Path
from traceback import walk_tb
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from printkit._version import __version__
from printkit.core.errors import InternalError, PluginError, PrintkitError, Where
from printkit.core.source import shipped_folder

if TYPE_CHECKING:
    from importlib.metadata import Distribution
    from types import FrameType

T = TypeVar("T")

GAMES = "printkit.games"
LAYOUTS = "printkit.layouts"
DISTRIBUTION = "printkit-games"
IMPORT_S = 5  # that a plugin may take to import
SWITCH = "PRINTKIT_NO_PLUGINS"
"""The environment variable that disables plugins, in this process and its children."""

SHIPPED = f"{DISTRIBUTION} {__version__}"
_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
NOT_GAMES = ("any", "shelf", "season", "shared", "icons", "fonts", "boards", "locale")
"""The folders of layouts that aren't those of a game."""
RESERVED = ("own", "calibration", "reference", *NOT_GAMES)


class Plugin(NamedTuple):
    """One entry point of an installed package."""

    group: str  # `printkit.games` or `printkit.layouts`
    name: str  # the id of the game, or a name for the layouts
    value: str  # the object or package it refers to
    package: str  # name and version

    def error(self, message: str, where: Where | None = None) -> PluginError:
        """Return the error for a problem with this plugin, with a hint."""
        package = self.package.partition(" ")[0]
        hint = f"update or uninstall {package}, or leave plugins out with --no-plugins"
        return PluginError(f"plugin '{self.name}' of {self.package}: {message}", where, hint)

    def not_imported(self, error: BaseException) -> PluginError:
        """Return the error for an exception raised while importing it."""
        return self.error(f"'{self.value}' cannot be imported: {_text(error)}", _place(error))

    def raised(self, error: BaseException) -> PluginError:
        """Return the error for an exception raised by its code, with the place in the plugin."""
        home = home_of(self)
        own = [where for where in _frames(error) if home and Path(where.file).is_relative_to(home)]
        return self.error(f"bug: {_text(error)}", own[-1] if own else _place(error))


def _text(error: BaseException) -> str:
    return " ".join(f"{type(error).__name__}: {error}".split())[:300]


def _place(error: BaseException) -> Where | None:
    """Return the file and line of an error that was raised while a package was imported."""
    if isinstance(error, SyntaxError) and error.filename:
        return Where(error.filename, error.lineno or 0)
    outside = [one for one in _frames(error) if Path(one.file).parent.name != "importlib"]
    return outside[-1] if outside else None


def _frames(error: BaseException) -> list[Where]:
    """Return the places of an error's traceback, the innermost last, without this module."""
    frames = [(step.f_code.co_filename, line) for step, line in walk_tb(error.__traceback__)]
    return [Where(*frame) for frame in frames if Path(frame[0]).is_file() and frame[0] != __file__]


def game_error(game: str, message: str) -> PrintkitError:
    """Return the error for a bug in the code of a game: its plugin's, or printkit's."""
    for plugin in plugins(GAMES):
        if plugin.name == game:
            return plugin.error(f"bug: {message}")
    return InternalError(f"bug in the game {game}: {message}", hint="please report this bug")


class Pack(NamedTuple):
    """The layouts of one package."""

    folder: Path
    plugin: Plugin

    @property
    def package(self) -> str:
        """The name and version of the package."""
        return self.plugin.package


def plugins(group: str) -> tuple[Plugin, ...]:
    """Return the entry points of a group, by name; nothing is imported."""
    return () if os.environ.get(SWITCH) else _entry_points(group)


@cache
def _entry_points(group: str) -> tuple[Plugin, ...]:
    found = {plugin for plugin in _installed()[0] if plugin.group == group}
    return tuple(sorted(found, key=lambda plugin: (plugin.name, plugin.package)))


def package_problems() -> tuple[PluginError, ...]:
    """Return an error for every installed package whose entry points can't be read."""
    return () if os.environ.get(SWITCH) else _installed()[1]


@cache
def _installed() -> tuple[tuple[Plugin, ...], tuple[PluginError, ...]]:
    """Return the entry points of all installed packages, and the problems with these.

    One package after the other is read: any of them, also one that has nothing to do with printkit,
    may be damaged.
    """
    from importlib.metadata import distributions

    found: dict[str, tuple[Plugin, ...]] = {}
    errors = []
    for package in distributions():
        try:
            if "printkit." in (package.read_text("entry_points.txt") or ""):
                found.setdefault(package.name, _plugins_of(package))
        except Exception as error:
            text = f"{type(error).__name__}: {error}"[:300]
            message = f"a package in '{package.locate_file('')}' is damaged: {text}"
            errors.append(PluginError(message, hint="reinstall it; printkit leaves it out"))
    return tuple(plugin for own in found.values() for plugin in own), tuple(errors)


def _plugins_of(package: Distribution) -> tuple[Plugin, ...]:
    return tuple(
        Plugin(point.group, point.name, point.value, f"{package.name} {package.version}")
        for point in package.entry_points
        if point.group in (GAMES, LAYOUTS) and package.name != DISTRIBUTION
    )


def check_plugin_name(plugin: Plugin) -> None:
    """Refuse an invalid or reserved name."""
    if not _NAME.fullmatch(plugin.name):
        raise plugin.error("its name may contain only a-z, 0-9 and single hyphens")
    if plugin.name in RESERVED:
        raise plugin.error(f"'{plugin.name}' is a name that printkit uses itself")


def load_plugin(plugin: Plugin) -> object:
    """Import the object of an entry point; raise PluginError if that fails for any reason."""
    from importlib.metadata import EntryPoint

    return _import(plugin, EntryPoint(plugin.name, plugin.value, plugin.group).load)


_hung: dict[Plugin, PluginError] = {}  # those that aren't tried again


def _import(plugin: Plugin, load: Callable[[], T]) -> T:
    """Import something of a plugin; what it prints goes to standard error.

    Whatever it raises is an error of the plugin, unless the user or the parent process interrupts
    it. In the main thread, it may take only so long.
    """
    if plugin in _hung:
        raise _hung[plugin]
    with _watching_signals() as received, _output_to_stderr():
        try:
            return load()
        except BaseException as error:
            if received == [signal.SIGALRM]:
                message = f"'{plugin.value}' takes more than {IMPORT_S} seconds to import"
                _hung[plugin] = plugin.error(message)
                raise _hung[plugin] from None
            if received:
                raise
            raise plugin.not_imported(error) from None


@contextmanager
def _output_to_stderr() -> Iterator[None]:
    """Send what is printed to standard error, also by C code and child processes."""

    def flush() -> None:
        with suppress(OSError, ValueError):
            if sys.__stdout__ is not None:
                sys.__stdout__.flush()

    flush()
    with redirect_stdout(sys.stderr):
        try:
            kept = os.dup(1)
        except OSError:  # it is closed
            yield
            return
        try:
            with suppress(OSError):
                os.dup2(2, 1)
            yield
        finally:
            flush()
            os.dup2(kept, 1)
            os.close(kept)


@contextmanager
def _watching_signals() -> Iterator[list[int]]:
    """Yield a list of the signals that interrupt what runs in the main thread.

    These are those that already have a handler, and an alarm.
    """
    received: list[int] = []
    if os.name == "nt" or threading.current_thread() is not threading.main_thread():
        yield received
        return

    def handle(number: int, frame: FrameType | None) -> None:
        received.append(number)
        handler = before.get(signal.Signals(number))
        if handler is None:
            raise TimeoutError
        handler(number, frame)

    numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGUSR1)
    before = {one: known for one in numbers if callable(known := signal.getsignal(one))}
    alarm = signal.signal(signal.SIGALRM, handle)
    for number in before:
        signal.signal(number, handle)
    signal.alarm(IMPORT_S)
    try:
        yield received
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, alarm)
        for number, handler in before.items():
            signal.signal(number, handler)


def home_of(plugin: Plugin) -> Path | None:
    """Return the folder of the package that an entry point names; None for a plain module."""
    from importlib.util import find_spec

    spec = find_spec(plugin.value.partition(":")[0].partition(".")[0])
    places = list(spec.submodule_search_locations or ()) if spec else []
    return Path(places[0]) if places else None


_roots: set[Path] = set()  # the folders of the packs found so far


def packs() -> tuple[Pack, ...]:
    """Return the layouts of plugins, by name; those that cannot be found are left out."""
    return tuple(found for found in map(_locate, plugins(LAYOUTS)) if isinstance(found, Pack))


def pack_problems() -> Iterator[tuple[Plugin, PluginError]]:
    """Yield the plugins whose layouts cannot be found."""
    for plugin in plugins(LAYOUTS):
        if isinstance(found := _locate(plugin), PluginError):
            yield plugin, found


@cache
def _locate(plugin: Plugin) -> Pack | PluginError:
    """Find the folder of a plugin's layouts; import at most the packages above it."""
    from importlib.util import find_spec

    try:
        spec = _import(plugin, partial(find_spec, plugin.value))
    except PluginError as error:
        return error
    places = list(spec.submodule_search_locations or ()) if spec else []
    if not places or not Path(places[0]).is_dir():
        return plugin.error(f"no such package: '{plugin.value}'")
    folder = Path(places[0]).resolve()
    _roots.add(folder)
    return Pack(folder, plugin)


def pack_of(folder: Path) -> Path | None:
    """Return the root of the pack that a folder is part of, if `packs` has found it."""
    return next((root for root in [*_roots] if folder.is_relative_to(root)), None)


def search_path(home: Path) -> Iterator[Path]:
    """Yield the folders with a layout's parts, icons and words: its own, its pack's, ours."""
    yield home
    for root in (pack_of(home), shipped_folder("layouts")):
        if root is not None and root != home:
            yield root


def game_folder(game: str) -> Path:
    """Return the folder with the sheets and colours of a game: the shipped one, or a plugin's."""
    shipped = shipped_folder("layouts") / game
    if shipped.is_dir() or game == "own":
        return shipped
    folders = (pack.folder / game for pack in packs())
    return next((folder for folder in folders if folder.is_dir()), shipped)
