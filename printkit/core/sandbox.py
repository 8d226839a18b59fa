"""Child processes with limits, and an executor that runs calls in them.

A `Sandbox` is one child process: a fresh interpreter that runs one call after the other. If the
child crashes, hangs or runs out of memory, only the current call fails; the next call gets a new
child. Children ignore Ctrl-C, which the parent handles, and end with their parent, even if that is
killed.

`SandboxExecutor` has the interface of `concurrent.futures`: threads that each own one sandbox.
Unlike in the standard library's process pool, a crash fails only its own task, a task can have a
time limit, and a running task can be cancelled.
"""

from __future__ import annotations

import gc
import os
import pickle
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator
from concurrent.futures import CancelledError, Executor, Future
from contextlib import contextmanager, suppress
from contextvars import copy_context
from functools import partial
from itertools import islice
from math import inf
from queue import SimpleQueue
from subprocess import DEVNULL, PIPE, Popen
from typing import IO, TYPE_CHECKING, Any, NamedTuple, ParamSpec, Self, TypeVar

from printkit.core.budget import cpu_limit, is_nearly_full
from printkit.core.errors import (
    InternalError,
    OutputError,
    PrintkitError,
    internal_error,
    is_out_of_memory,
)

if TYPE_CHECKING:
    from pathlib import Path

P = ParamSpec("P")
T = TypeVar("T")

GRACE_S = 0.8  # time to clean up after Ctrl-C, which has to work within two seconds in all
RETRY_S = 0.01  # until an interruption that Python ignored is repeated
PATIENCE_S = 1.0  # time to clean up after a cancelled call, to keep the warm child
START_S = 60.0  # timeout for a child to start
GC_THRESHOLD = 100_000, 10, 10  # as in `__main__`: nearly all objects are kept until the end
INTERRUPT = getattr(signal, "SIGUSR1", None)  # raises `Interrupted` in a child; Windows has none
LENGTH_BYTES = 8

WORKER = "worker-process"
"""The argument with which the single-file program is a worker process."""
_COMMAND = "import sys; sys.path[:] = sys.argv[1:]; import printkit.core.sandbox as s; s.serve()"


class Interrupted(BaseException):
    """The exception raised in a child when its current call has been cancelled."""


class WorkerError(PrintkitError):
    """An error about a child that ended before it answered; `ending` is its exit code or signal."""

    def __init__(self, ending: str) -> None:
        super().__init__(f"a worker process ended with {ending}", hint="run it again")
        self.ending = ending


class WorkerTimeoutError(WorkerError):
    """An error about a call that took longer than its timeout; its child was killed."""


def usable_cores() -> int:
    """Return the number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


# From here on: the parent's side.


class Sandbox:
    """A child process, started by the first call and replaced once it has ended.

    `initializer` runs in the child before the first call: it sets limits (`budget.limit_process`)
    and loads modules, which doesn't count towards the time of a call. `folder` is the child's
    working directory, if it isn't the parent's.
    """

    def __init__(
        self,
        initializer: Callable[..., object] | None = None,
        *initargs: object,
        folder: Path | None = None,
        quiet: bool = False,
    ) -> None:
        self._setup = partial(initializer or _nothing, *initargs)
        self._folder = folder
        self._stderr = DEVNULL if quiet else None
        self._process: Popen[bytes] | None = None
        self._place: tuple[int, int] | None = None  # the identity of the child's folder
        self._current: object = None  # token of the current call, for timers in other threads
        self._has_begun = False  # whether the child has begun the call, and can be interrupted
        self._timed_out = False
        self._lock = threading.Lock()

    @property
    def is_running(self) -> bool:
        """Whether there is a child that can take a call."""
        return self._process is not None and self._process.poll() is None

    @property
    def pid(self) -> int:
        """The process id of the child, or of the last one; 0 if none was started."""
        return self._process.pid if self._process else 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    def run(
        self, call: Callable[[], T], timeout: float | None = None, future: Future[T] | None = None
    ) -> T:
        """Run a picklable call in the child; return its result, or raise what it raises.

        The child is ended after `timeout` seconds. `interrupt` with the same future stops it.
        """
        try:
            self._start()
            return self._ask(call, timeout, future)  # type: ignore[no-any-return]
        except BaseException as error:
            is_well = isinstance(error, PrintkitError | CancelledError)
            if not is_well or isinstance(error, WorkerError | InternalError):
                self.kill()
            raise

    def interrupt(self, future: Future[Any]) -> None:
        """Stop the call of a future that was cancelled.

        Raise `Interrupted` in the child once it has begun the call; kill the child if that doesn't
        help.
        """
        with self._lock:
            if self._process is None or self._current is not future:
                return
            if INTERRUPT is None:
                self._process.kill()
                return
            if self._has_begun:
                self._process.send_signal(INTERRUPT)
        _start_timer(PATIENCE_S, partial(self._kill_call, future))

    def kill(self) -> None:
        """Kill the child, whatever it is doing."""
        process = self._process
        if process is None:
            return
        process.kill()
        process.wait()
        for stream in (process.stdin, process.stdout):
            with suppress(OSError):
                if stream:
                    stream.close()

    def _start(self) -> None:
        """Start a child, unless one is running in the right folder."""
        try:
            place = _folder_identity(self._folder) if self._folder else None
            if self.is_running and place == self._place:
                return
            self.kill()
            self._place = place
            with _sigint_blocked():  # inherited by the child until it ignores the signal
                self._process = Popen(
                    _worker_command(),
                    stdin=PIPE,
                    stdout=PIPE,
                    stderr=self._stderr,
                    cwd=self._folder,
                )
        except OSError as error:
            reason = error.strerror or str(error)
            if self._folder and not self._folder.is_dir():
                raise OutputError(f"the folder '{self._folder}' no longer exists") from None
            hint = "close other programs, or try again"
            raise PrintkitError(f"cannot start a worker process: {reason}", hint=hint) from None
        try:
            self._ask(self._setup, START_S)
        except BaseException:
            self.kill()  # it must not run anything without its limits
            raise

    def _ask(self, call: object, timeout: float | None, future: Future[Any] | None = None) -> Any:
        """Send a call, and wait for the answer or for the child to end."""
        process = self._process
        assert process
        assert process.stdin
        assert process.stdout
        token = future or object()
        with self._lock:
            self._current, self._has_begun, self._timed_out = token, False, False
        timer = _start_timer(timeout, partial(self._kill_call, token, timed_out=True))
        try:
            if future and future.cancelled():
                raise CancelledError
            with suppress(OSError):  # if the child has ended, reading its answer fails
                _write_message(process.stdin, pickle.dumps(call))
            _read_message(process.stdout)
            with self._lock:
                self._has_begun = True
                if INTERRUPT is not None and future and future.cancelled():
                    process.send_signal(INTERRUPT)
            answer = _read_message(process.stdout)
        except EOFError:
            kind = WorkerTimeoutError if self._timed_out else WorkerError
            raise kind(_describe_end(process.wait())) from None
        finally:
            if timer:
                timer.cancel()
            with self._lock:
                self._current = None
        error, result, is_full = pickle.loads(answer)
        if is_full:
            self.kill()  # the next call gets all the memory there is
        if error is not None:
            raise error
        return result

    def _kill_call(self, token: object, *, timed_out: bool = False) -> None:
        """Kill the child if it is still working on this call."""
        with self._lock:
            if self._current is token and self._process is not None:
                self._timed_out = timed_out
                self._process.kill()


class SandboxExecutor(Executor):
    """An executor that runs calls in child processes, one per worker at a time.

    A future stays pending until its call is done, so `cancel` works at any time: a running call is
    interrupted. `timeout` limits the seconds that a call may take. `group` gets the arguments of a
    call and returns its group; a worker prefers calls of one group, whose files it has loaded.
    """

    def __init__(
        self,
        workers: int,
        initializer: Callable[..., object] | None = None,
        *initargs: object,
        timeout: float | None = None,
        folder: Path | None = None,
        quiet: bool = False,
        group: Callable[..., Hashable] = lambda *_, **__: None,
    ) -> None:
        self._timeout = timeout
        self._group = group
        self._calls = _Calls()
        self._futures: set[Future[Any]] = set()  # not done yet
        self._is_shut = False
        self._lock = threading.Lock()
        self.sandboxes = tuple(
            Sandbox(initializer, *initargs, folder=folder, quiet=quiet) for _ in range(workers)
        )
        self._threads = [
            threading.Thread(target=self._work, args=(sandbox,), daemon=True)
            for sandbox in self.sandboxes
        ]
        for thread in self._threads:
            _start_thread(thread)

    def submit(self, function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Queue a call; the function and its arguments must be picklable."""
        future: Future[T] = Future()
        with self._lock:
            if self._is_shut:
                raise RuntimeError("the executor has been shut down")
            self._futures.add(future)
            call = _Call(future, partial(function, *args, **kwargs))
            self._calls.put(self._group(*args, **kwargs), call)
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
        return results_in_order(calls, 2 * len(self.sandboxes), timeout)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End all children once their calls are done, or at once if futures are cancelled."""
        with self._lock:
            self._is_shut = True
            self._calls.close(drop=cancel_futures)
            futures = [*self._futures] if cancel_futures else []
        for future in futures:
            future.cancel()
        if futures:
            _join(self._threads, GRACE_S)
            for sandbox in self.sandboxes:
                if sandbox.is_running:
                    sandbox.kill()
        if wait:
            _join(self._threads, GRACE_S if futures else inf)

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        """Wait for all calls; after an error or Ctrl-C, cancel them."""
        with _sigint_blocked():  # a second Ctrl-C waits until all children have ended
            self.shutdown(wait=True, cancel_futures=kind is not None)

    def _work(self, sandbox: Sandbox) -> None:
        """Run queued calls one after the other in this thread's own child."""
        while (taken := self._calls.take()) is not None:
            future, call = taken
            future.add_done_callback(partial(_interrupt, sandbox))
            result, error = None, None
            try:
                if not future.cancelled():
                    result = sandbox.run(call, self._timeout, future)
            except BaseException as raised:
                error = raised
            with self._lock:
                self._futures.discard(future)
            if not future.set_running_or_notify_cancel():
                continue
            if error is None:
                future.set_result(result)
            else:
                future.set_exception(error)
        sandbox.kill()


def results_in_order(
    futures: Iterator[Future[T]], ahead: int, timeout: float | None
) -> Iterator[T]:
    """Yield results; at most `ahead` futures are submitted before the next result is taken."""
    waiting: deque[Future[T]] = deque(islice(futures, ahead))
    try:
        while waiting:
            yield waiting.popleft().result(timeout)
            waiting.extend(islice(futures, 1))
    finally:
        for future in waiting:
            future.cancel()


class _Call(NamedTuple):
    """A queued call and its future."""

    future: Future[Any]
    call: Callable[[], Any]


class _Calls:
    """The queued calls, by group."""

    def __init__(self) -> None:
        self._ready = threading.Condition()
        self._groups: dict[Hashable, deque[_Call]] = {}
        self._taken: dict[int, Hashable] = {}  # the group of each thread
        self._is_closed = False

    def put(self, group: Hashable, call: _Call) -> None:
        """Add a call."""
        with self._ready:
            self._groups.setdefault(group, deque()).append(call)
            self._ready.notify()

    def take(self) -> _Call | None:
        """Wait for a call; return None once there will be no more.

        A thread stays with its group, and then prefers one that no other thread works on.
        """
        with self._ready:
            while not self._groups:
                if self._is_closed:
                    return None
                self._ready.wait()
            thread = threading.get_ident()
            group = self._taken.get(thread)
            if thread not in self._taken or group not in self._groups:
                taken = set(self._taken.values())
                free = (each for each in self._groups if each not in taken)
                group = self._taken[thread] = next(free, next(iter(self._groups)))
            calls = self._groups[group]
            call = calls.popleft()
            if not calls:
                del self._groups[group]
            return call

    def close(self, *, drop: bool) -> None:
        """Accept no more calls, and optionally drop the queued ones."""
        with self._ready:
            self._is_closed = True
            if drop:
                self._groups.clear()
            self._ready.notify_all()


def _interrupt(sandbox: Sandbox, future: Future[Any]) -> None:
    if future.cancelled():
        sandbox.interrupt(future)


def _join(threads: Iterable[threading.Thread], seconds: float) -> None:
    end = time.monotonic() + seconds
    for thread in threads:
        thread.join(None if seconds == inf else max(0.0, end - time.monotonic()))


def _start_timer(seconds: float | None, action: Callable[[], None]) -> threading.Timer | None:
    if seconds is None:
        return None
    timer = threading.Timer(seconds, action)
    timer.daemon = True
    _start_thread(timer)
    return timer


def _start_thread(thread: threading.Thread) -> None:
    """Start a thread; raise MemoryError if there is no memory for its stack."""
    try:
        thread.start()
    except RuntimeError:
        raise MemoryError from None


@contextmanager
def _sigint_blocked() -> Iterator[None]:
    """Block Ctrl-C in this thread, so that a starting child never sees it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _folder_identity(folder: Path) -> tuple[int, int]:
    found = folder.stat()
    return found.st_dev, found.st_ino


def _describe_end(code: int) -> str:
    """Describe how a process ended: the name of the signal that ended it, or its exit code."""
    if code >= 0:
        return f"exit code {code}"
    return signal.Signals(-code).name if -code in set(signal.Signals) else f"signal {-code}"


# From here on: both sides.


def _write_message(stream: IO[bytes], data: bytes) -> None:
    stream.write(len(data).to_bytes(LENGTH_BYTES))
    stream.write(data)
    stream.flush()


def _read_message(stream: IO[bytes]) -> bytes:
    """Read the next message; raise EOFError if the other side has ended, even halfway through."""
    try:
        head = stream.read(LENGTH_BYTES)
        data = stream.read(int.from_bytes(head)) if len(head) == LENGTH_BYTES else b""
    except (OSError, ValueError):  # another thread has closed the stream
        raise EOFError from None
    if len(head) < LENGTH_BYTES or len(data) < int.from_bytes(head):
        raise EOFError
    return data


# From here on: the child's side.


def _nothing() -> None:
    """Do nothing: the initializer of a child that needs none."""


class _ChildProcess:
    """The child's loop: one thread reads calls, and the main thread runs them.

    The answer to a call is two messages: an empty one when it begins, and then its outcome.
    """

    def __init__(self) -> None:
        self._is_busy = False
        self._retry = threading.Timer(0, _nothing)  # interrupts the current call once more
        self._calls: SimpleQueue[bytes] = SimpleQueue()
        self._answers = os.fdopen(os.dup(1), "wb")
        os.dup2(2, 1)  # keep what calls print out of the answers

    def serve(self) -> None:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        gc.set_threshold(*GC_THRESHOLD)
        if INTERRUPT is not None:
            signal.signal(INTERRUPT, self._interrupt)
            sys.unraisablehook = self._interrupt_again
        threading.Thread(target=self._receive, daemon=True).start()
        with suppress(BrokenPipeError):
            while True:
                _write_message(self._answers, self._answer(self._calls.get()))

    def _receive(self) -> None:
        """Queue calls until the parent has ended, then end this process.

        The current call is interrupted first, so that it removes its temporary files.
        """
        if hasattr(signal, "pthread_sigmask"):
            signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
        with suppress(EOFError):
            while True:
                self._calls.put(_read_message(sys.stdin.buffer))
        if INTERRUPT is not None and self._is_busy:
            os.kill(os.getpid(), INTERRUPT)
            time.sleep(GRACE_S)
        os._exit(1)

    def _interrupt(self, *_: object) -> None:
        if self._is_busy:
            self._is_busy = False
            raise Interrupted

    def _interrupt_again(self, ignored: sys.UnraisableHookArgs) -> None:
        """Repeat an interruption that Python ignored, as in `__del__` and weakref callbacks."""
        if ignored.exc_type is not Interrupted:
            sys.__unraisablehook__(ignored)
        elif INTERRUPT is not None:
            self._is_busy = True
            self._retry = threading.Timer(RETRY_S, os.kill, (os.getpid(), INTERRUPT))
            self._retry.start()

    def _answer(self, message: bytes) -> bytes:
        try:
            return self._run(message)
        except Interrupted:
            return pickle.dumps((CancelledError(), None, is_nearly_full()))

    def _run(self, message: bytes) -> bytes:
        """Run a call; return an error or None, the result, and whether memory is low, pickled."""
        error: Exception
        try:
            self._is_busy = True
            _write_message(self._answers, b"")
            # Nothing of a call that was interrupted, even while it cleaned up, outlives it.
            cpu_limit.restore(inf)
            result = copy_context().run(pickle.loads(message))
            return pickle.dumps((None, result, is_nearly_full()))
        except Interrupted:
            raise
        except PrintkitError as known:
            error = known
        except BaseException as unknown:  # a library in Rust panics with one of its own
            full = is_out_of_memory(unknown)
            error = MemoryError() if full else internal_error(unknown)
        finally:
            self._is_busy = False
            self._retry.cancel()
        return pickle.dumps((error, None, is_nearly_full()))


def _worker_command() -> list[str]:
    """Return the command of a worker process: Python, or the single-file program itself."""
    if getattr(sys, "frozen", False):
        return [sys.executable, WORKER]
    return [sys.executable, "-P", "-c", _COMMAND, *filter(None, sys.path)]


def serve() -> None:
    """Run calls until the parent has ended."""
    _ChildProcess().serve()
