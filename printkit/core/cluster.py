"""Calls on a Dask cluster: the interface of `SandboxExecutor`, with workers on other machines.

A call is sent with every file that it may read, so no shared disk is needed. The worker puts the
files into a temporary folder, under the caller's paths, and runs the call in a sandbox: a child
process with the same limits as a local one, so that a crash or a timeout fails only this call. The
result is returned as bytes; only the calling process writes files.

A worker whose versions differ from those of this process is refused, so the same call gives the
same bytes everywhere. If a worker dies, the scheduler gives its calls to another one.
"""

from __future__ import annotations

import os
import pickle
import platform
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import CancelledError, Executor, Future
from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Event, Lock, Thread
from typing import TYPE_CHECKING, Any, Final, NamedTuple, ParamSpec, TypeVar

from printkit._version import __version__
from printkit.core.errors import (
    PrintkitError,
    UsageError,
    Where,
    cannot_read,
)
from printkit.core.extras import how_to_install
from printkit.core.filecache import digest, forget
from printkit.core.libraries import LIBRARIES, library_version
from printkit.core.plugins import GAMES, LAYOUTS, SWITCH, plugins
from printkit.core.sandbox import Sandbox, results_in_order
from printkit.core.source import is_there

if TYPE_CHECKING:
    from distributed import Client
    from distributed import Future as Task

P = ParamSpec("P")
T = TypeVar("T")

ANSWER_S: Final = 5  # timeout for the scheduler to answer, and for workers to appear
WATCH_S: Final = 2  # seconds between checks for workers
GONE_S: Final = 10  # seconds without any worker after which all calls fail
STOP_S: Final = 1  # timeout for stopping calls after Ctrl-C
CALLS_PER_THREAD: Final = 4  # calls submitted ahead, per thread of the cluster
MOST_MB: Final = 100  # limit on the files sent with a call
VARIABLES: Final = (SWITCH, "PRINTKIT_FONTS")
"""The environment variables that affect a call and are sent with it."""

Files = Mapping[str, bytes | str]
"""Files by their absolute paths: their content, or the target of a link, relative to it."""


class FileToSend(NamedTuple):
    """A file that a call may read."""

    path: Path
    was_named: bool  # by the user, who may name a link; other links are sent as such


class ClusterError(PrintkitError):
    """An error for a cluster that can't be used, or stopped working."""


class WorkerSettings(NamedTuple):
    """The environment of a call, apart from its files."""

    session: str  # identifies the caller
    folder: str  # the caller's working directory
    variables: Mapping[str, str]
    versions: Mapping[str, str]
    initializer: Callable[[], object]  # sets the limits of the child process
    timeout: float | None  # in seconds


@cache
def versions() -> dict[str, str]:
    """Return all versions that affect the bytes of a file: printkit, Python, libraries, plugins."""
    packages = sorted({plugin.package for group in (GAMES, LAYOUTS) for plugin in plugins(group)})
    return {
        "printkit": __version__,
        "Python": ".".join(platform.python_version_tuple()[:2]),
        **{name: library_version(name) or "none" for name in LIBRARIES},
        "plugins": ", ".join(packages) or "none",
    }


class ClusterExecutor(Executor):
    """An executor that runs calls on a cluster.

    `files` gets the arguments of a call and returns the files that it may read. Leaving the context
    with an error or Ctrl-C stops all calls.
    """

    def __init__(
        self,
        address: str,
        initializer: Callable[[], object],
        *,
        timeout: float | None = None,
        files: Callable[..., Iterable[FileToSend]] = lambda *_, **__: (),
    ) -> None:
        self._client = _connect(address)
        self._files = files
        self._settings = WorkerSettings(
            os.urandom(8).hex(),
            str(Path.cwd()),
            {name: os.environ[name] for name in VARIABLES if name in os.environ},
            versions(),
            initializer,
            timeout,
        )
        self._tasks: dict[Future[Any], Task] = {}
        self._bundles: dict[tuple[FileToSend, ...], Task | None] = {}
        try:
            self.threads = _check_workers(self._client, address)
        except BaseException:
            self._client.close()
            raise
        self._is_shut = Event()
        Thread(target=self._watch, daemon=True).start()

    def submit(self, function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Queue a call; the function and its arguments must be picklable."""
        future: Future[T] = Future()
        try:
            bundle = self._bundle(tuple(self._files(*args, **kwargs)))
        except PrintkitError as error:
            future.set_exception(error)
            return future
        call = pickle.dumps(partial(function, *args, **kwargs))
        task = self._client.submit(run_call, call, bundle, self._settings, pure=False)
        self._tasks[future] = task
        task.add_done_callback(partial(self._finish, future))
        return future

    def map(
        self,
        function: Callable[..., T],
        *iterables: Iterable[Any],
        timeout: float | None = None,
        chunksize: int = 1,
    ) -> Iterator[T]:
        """Do the same as `Executor.map`, but take items as needed: there may be any number."""
        calls = (self.submit(function, *args) for args in zip(*iterables, strict=False))
        return results_in_order(calls, CALLS_PER_THREAD * self.threads, timeout)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Leave the cluster; stop running calls if `cancel_futures` is set."""
        self._is_shut.set()
        with suppress(Exception):
            if cancel_futures and self._tasks:
                _ask_within(STOP_S, self._stop_calls)
        with suppress(Exception):
            _ask_within(STOP_S, self._client.close)

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self.shutdown(cancel_futures=kind is not None)

    def _watch(self) -> None:
        """Fail all calls once there has been no scheduler or no worker for a while."""
        seen = time.monotonic()
        while not self._is_shut.wait(WATCH_S):
            problem = "the cluster's scheduler no longer answers"
            with suppress(Exception):
                if _ask_within(ANSWER_S, self._client.nthreads):
                    seen = time.monotonic()
                problem = "the cluster has lost all its workers"
            if time.monotonic() - seen > GONE_S:
                hint = "start the cluster again, and run this again"
                for future in [*self._tasks]:
                    self._settle(future, ClusterError(problem, hint=hint), None)

    def _stop_calls(self) -> None:
        self._client.cancel([*self._tasks.values()], force=True)
        self._client.run(stop_calls, self._settings.session, on_error="ignore")

    def _bundle(self, asked: tuple[FileToSend, ...]) -> Task | None:
        """Send the content of files, once; the scheduler can pass it on to any worker."""
        if asked not in self._bundles:
            files = _read_files(asked)
            sent = self._client.submit(_return_bytes, pickle.dumps(files)) if files else None
            self._bundles[asked] = sent
        return self._bundles[asked]

    def _finish(self, future: Future[Any], task: Task) -> None:
        """Pass on the outcome of a call; runs in a thread of Dask, which must not wait forever."""
        error: Exception | None
        result = None
        try:
            while future in self._tasks and not self._is_shut.is_set():
                with suppress(TimeoutError):  # its worker may have died with the result
                    error, result = pickle.loads(task.result(WATCH_S))
                    break
            else:
                return
        except CancelledError:
            error = ClusterError("lost the connection to the cluster", hint="run it again")
        except Exception as problem:
            text = " ".join(str(problem).split())[:300]
            error = ClusterError(f"the cluster failed: {type(problem).__name__}: {text}")
        self._settle(future, error, result)

    def _settle(self, future: Future[Any], error: BaseException | None, result: Any) -> None:
        if self._tasks.pop(future, None) is None or not future.set_running_or_notify_cancel():
            return
        if error is None:
            future.set_result(result)
        else:
            future.set_exception(error)


def _connect(address: str) -> Client:
    if os.name == "nt":  # where an absolute path cannot be below a folder
        raise ClusterError("--cluster works on Linux and macOS only")
    try:
        import dask

        loggers = ("distributed", "distributed.client", "tornado", "tornado.application")
        quiet = dict.fromkeys(loggers, "critical")  # we say what goes wrong
        with dask.config.set(logging=quiet):  # which is read during the import
            from distributed import Client
    except ImportError:
        hint = how_to_install("cluster")
        raise ClusterError("--cluster needs dask.distributed", hint=hint) from None
    if not address.startswith(("tcp://", "tls://", "ws://", "wss://")):
        hint = "write the address of its scheduler, such as tcp://127.0.0.1:8786"
        raise UsageError(f"'{address}' isn't the address of a cluster", hint=hint)
    try:
        connect = partial(Client, address, timeout=ANSWER_S, set_as_default=False)
        return _ask_within(ANSWER_S + 1, connect)
    except Exception as error:  # whatever Dask makes of an answer that isn't from a scheduler
        hint = "start one with 'dask scheduler' and 'dask worker ADDRESS'"
        if address.startswith("tls://"):
            hint = "its certificates have to be in Dask's configuration: distributed.comm.tls"
        raise ClusterError(f"no cluster answers at '{address}'", hint=hint) from error


def _ask_within(seconds: float, ask: Callable[[], T]) -> T:
    """Return the answer of a cluster; raise TimeoutError if it stays silent, as Dask may not."""
    answer: Future[T] = Future()

    def run() -> None:
        try:
            answer.set_result(ask())
        except BaseException as error:
            answer.set_exception(error)

    Thread(target=run, daemon=True).start()
    return answer.result(seconds)


def _check_workers(client: Client, address: str) -> int:
    """Return the number of threads; raise ClusterError if there are none or versions differ."""
    try:
        client.wait_for_workers(1, timeout=ANSWER_S)
        found = _ask_within(ANSWER_S, partial(client.run, versions, on_error="return"))
        threads = client.nthreads()
    except OSError:  # TimeoutError is one
        hint = f"start one with 'dask worker {address}'"
        raise ClusterError(f"the cluster at '{address}' has no workers", hint=hint) from None
    for worker, theirs in found.items():
        if not isinstance(theirs, dict):
            hint = "install the same version there: pip install 'printkit-games[cluster]'"
            message = f"worker {worker} cannot import printkit {__version__}: {theirs}"
            raise ClusterError(message, hint=hint)
        if (error := _difference(theirs, versions(), f"worker {worker}")) is not None:
            raise error
    return sum(threads.values())


def _difference(
    theirs: Mapping[str, str], ours: Mapping[str, str], who: str
) -> ClusterError | None:
    """Describe how a worker's versions differ."""
    for name, version in ours.items():
        if theirs.get(name) != version:
            message = f"{who} has {name} {theirs.get(name, 'none')}, but this machine has {version}"
            return ClusterError(message, hint="install the same versions on all workers")
    return None


def _read_files(asked: Iterable[FileToSend]) -> Files:
    """Return files by their absolute paths.

    A link that nobody named is sent as a link, so that it leads to what is sent or nowhere: what is
    outside a layout's folder is never read.
    """
    files: dict[str, bytes | str] = {}
    left = MOST_MB * 1_000_000
    for path, was_named in asked:
        place = os.path.abspath(path)  # noqa: PTH100 - links stay
        try:
            if path.is_symlink() and not was_named:
                folder = os.path.dirname(place)  # noqa: PTH120
                target = os.path.normpath(os.path.join(folder, path.readlink()))  # noqa: PTH118
                files[place] = os.path.relpath(target, folder)
                continue
            with path.open("rb") as file:
                files[place] = data = file.read(left + 1)
        except OSError as error:
            raise cannot_read(str(path), error) from None
        left -= len(data)
        if left < 0:
            hint = "put the layout into a folder of its own"
            message = f"the files next to this layout have more than {MOST_MB} MB, too much to send"
            raise ClusterError(message, Where(str(path)), hint)
    return files


# From here on: code that runs on a worker, in a thread of Dask.


def _return_bytes(data: bytes) -> bytes:
    return data


_idle: defaultdict[bytes, SimpleQueue[Sandbox]] = defaultdict(SimpleQueue)
"""Sandboxes without a call, by their pickled initializer and variables."""
_busy: dict[Sandbox, str] = {}  # sandboxes that run a call, with the session it belongs to
_unpacking = Lock()


def run_call(call: bytes, bundle: bytes | None, settings: WorkerSettings) -> bytes:
    """Run a call in a sandbox; return a pickled pair of an error or None, and the result."""
    if (difference := _difference(versions(), settings.versions, "a worker")) is not None:
        return pickle.dumps((difference, None))
    with _unpacking:
        root = _unpack(bundle or b"")
    idle = _idle[pickle.dumps((settings.initializer, settings.variables))]
    try:
        sandbox = idle.get_nowait()
    except Empty:
        sandbox = Sandbox(_prepare, settings.initializer, settings.variables)
    _busy[sandbox] = settings.session
    try:
        answer = sandbox.run(partial(_run_here, call, root, settings.folder), settings.timeout)
        return pickle.dumps((None, answer))
    except (PrintkitError, MemoryError) as error:
        return pickle.dumps((error, None))
    finally:
        del _busy[sandbox]
        idle.put(sandbox)


def stop_calls(session: str) -> None:
    """Stop the calls of a client that no longer waits for them."""
    for sandbox in [each for each, whose in [*_busy.items()] if whose == session]:
        sandbox.kill()


@cache
def _unpack(bundle: bytes) -> str:
    """Unpack files into a folder of their own, under their absolute paths; return the folder.

    It is in the worker's own folder, which Dask removes, even after a kill: at the next start.
    """
    from distributed import get_worker

    root = Path(get_worker().local_directory, f"printkit-{digest(bundle)}")
    files: Files = pickle.loads(bundle) if bundle else {}
    for path, data in files.items():
        place = Path(f"{root}{path}")
        place.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(data, str):
            place.symlink_to(data)
        else:
            place.write_bytes(data)
    return str(root)


# From here on: code that runs on a worker, in the child process of a sandbox.


_root: list[str] = [""]  # the folder with the files of the current call


def _prepare(initializer: Callable[[], object], variables: Mapping[str, str]) -> None:
    for name in VARIABLES:
        os.environ.pop(name, None)
    os.environ.update(variables)
    initializer()


def _run_here(call: bytes, root: str, folder: str) -> Any:
    """Run a call in the folder with its files; make errors show the caller's paths."""
    here = Path(f"{root}{folder}")
    here.mkdir(parents=True, exist_ok=True)
    if _root[0] != root or Path.cwd() != here:
        os.chdir(here)
        forget()
        _root[0] = root
    try:
        return pickle.loads(call)()
    except PrintkitError as error:
        for one in (error, *error.problems):
            one.message = one.message.replace(root, "")
            one.hint = one.hint.replace(root, "")
            if one.where is not None:
                one.where = one.where._replace(file=one.where.file.replace(root, ""))
        raise


def file_here(path: str) -> str:
    """Return the path of a caller's file on this worker; in other processes, the path itself."""
    there = f"{_root[0]}{path}"
    return there if path.startswith("/") and is_there(Path(there)) else path


def path_of_caller(path: str) -> str:
    """Return the caller's path of a file on this worker."""
    return path.removeprefix(_root[0])
