"""Tests side by side: they are read once, and copies of the process that has read them run them.

A worker runs one group of tests after the other, so that what the tests of a group share is made
once. Who has nothing left to do takes over half of what the one with the most has left.
"""

from __future__ import annotations

import os
import sys
import traceback
from collections import deque
from collections.abc import Callable, Hashable, Iterator
from contextlib import suppress
from itertools import chain, pairwise
from multiprocessing.connection import Connection, Pipe, wait
from typing import Any, Final, NoReturn, TypeAlias

import pytest

_Told: TypeAlias = dict[str, Any] | tuple[str | None, float, float, float]

AHEAD: Final = 3
"""How many tests a worker knows of: it runs the first, and keeps what the second needs as well."""


class _Worker:
    """A process that runs tests, and in which order it has to; a test is its number."""

    def __init__(self, process: int, pipe: Connection) -> None:
        self.process = process
        self.pipe = pipe
        self.sent: deque[int] = deque()
        self.waiting: deque[int] = deque()
        self.is_done = False

    def send(self, number: int | None) -> None:
        """One more test, or None: there will be no more."""
        with suppress(OSError):  # whoever is gone is noticed when it should answer
            self.pipe.send(number)
        self.is_done = number is None
        if number is not None:
            self.sent.append(number)


def run_side_by_side(
    session: pytest.Session, count: int, together: Callable[[pytest.Item], Hashable]
) -> None:
    """Runs all tests in so many processes, and tells how each has ended.

    Tests for which `together` gives the same go to one worker, one after the other.
    """
    session.config.get_terminal_writer().flush()
    session.config._tmp_path_factory.getbasetemp()  # type: ignore[attr-defined]
    groups: dict[Hashable, deque[int]] = {}
    for number, item in enumerate(session.items):
        groups.setdefault(together(item), deque()).append(number)
    share = _Share(session, deque(groups.values()))
    try:
        for _ in range(count):
            share.start()
        while share.workers:
            share.hear()
            if session.shouldfail:
                raise session.Failed(session.shouldfail)
            if session.shouldstop:
                raise session.Interrupted(session.shouldstop)
    finally:
        share.close()


class _Share:
    """Who has which tests, and the groups of them that nobody has begun."""

    def __init__(self, session: pytest.Session, groups: deque[deque[int]]) -> None:
        self.workers: list[_Worker] = []
        self._session = session
        self._groups = groups

    def start(self) -> None:
        """One worker more, which gets its first tests."""
        ours, theirs = Pipe()
        process = os.fork()
        if process == 0:
            for pipe in (ours, *(worker.pipe for worker in self.workers)):
                pipe.close()
            _work(self._session, theirs)
        theirs.close()
        worker = _Worker(process, ours)
        self.workers.append(worker)
        for _ in range(AHEAD):
            self._send(worker)

    def hear(self) -> None:
        """Waits for what workers have to tell, and gives them more to do."""
        for pipe in wait([worker.pipe for worker in self.workers]):
            worker = next(worker for worker in self.workers if worker.pipe is pipe)
            reports = None
            with suppress(EOFError, OSError):
                reports = worker.pipe.recv()
            if reports is None:
                self._end(worker)
            else:
                self._tell(self._session.items[worker.sent.popleft()], reports)
                self._send(worker)

    def close(self) -> None:
        """Whoever still runs a test ends with it."""
        for worker in self.workers:
            worker.pipe.close()
        for worker in self.workers:
            os.waitpid(worker.process, 0)

    def _send(self, worker: _Worker) -> None:
        if not worker.is_done:
            worker.waiting = worker.waiting or self._more()
            worker.send(worker.waiting.popleft() if worker.waiting else None)

    def _more(self) -> deque[int]:
        """The next group, or half of what the one with the most has left."""
        if self._groups:
            return self._groups.popleft()
        rest = max((worker.waiting for worker in self.workers), key=len)
        return deque(reversed([rest.pop() for _ in range((len(rest) + 1) // 2)]))

    def _end(self, worker: _Worker) -> None:
        """A worker that ends with its work undone has failed; another one takes its place."""
        self.workers.remove(worker)
        code = os.waitstatus_to_exitcode(os.waitpid(worker.process, 0)[1])
        if worker.sent:
            item = self._session.items[worker.sent.popleft()]
            self._tell(item, [_died(self._session.config, item, code)])
            self._groups.appendleft(worker.sent + worker.waiting)
            self.start()

    def _tell(self, item: pytest.Item, reports: list[_Told]) -> None:
        config = self._session.config
        config.hook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
        for told in reports:
            config.hook.pytest_runtest_logreport(report=_report(config, item, told))
        config.hook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)


class _Teller:
    """Keeps the reports of a test until they are taken."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._reports: list[_Told] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._reports.append(_told(self._config, report))

    def take(self) -> list[_Told]:
        """What was told since it was asked last."""
        taken, self._reports = self._reports, []
        return taken


def _work(session: pytest.Session, pipe: Connection) -> NoReturn:
    """Runs the tests whose numbers come through a pipe, and never returns."""
    code = 1
    try:
        teller = _Teller(session.config)
        _part(session.config.pluginmanager)
        session.config.pluginmanager.register(teller)
        _run(session, iter(pipe.recv, None), lambda: pipe.send(teller.take()))
        code = 0
    except (EOFError, BrokenPipeError):
        pass  # nobody wants to know more
    except BaseException:
        traceback.print_exc(file=sys.__stderr__)
    finally:
        os._exit(code)


def _part(plugins: pytest.PytestPluginManager) -> None:
    """What tests write goes into files of this process; what is on the terminal is not its job."""
    plugins.unregister(name="terminalreporter")
    capture = plugins.getplugin("capturemanager")
    assert capture is not None
    capture.stop_global_capturing()
    capture.start_global_capturing()
    capture.suspend_global_capture()


def _run(session: pytest.Session, numbers: Iterator[int], tell: Callable[[], None]) -> None:
    """Runs tests; what one leaves for the next is kept, so each is asked for before."""
    try:
        for number, following in pairwise(chain(numbers, [None])):
            assert number is not None
            nextitem = None if following is None else session.items[following]
            item = session.items[number]
            session.config.hook.pytest_runtest_protocol(item=item, nextitem=nextitem)
            tell()
    finally:
        session._setupstate.teardown_exact(None)


def _died(config: pytest.Config, item: pytest.Item, code: int) -> _Told:
    """The report of a test that has ended its process."""
    why = f"the process that ran it ended with {code}"
    return _told(config, pytest.TestReport(item.nodeid, item.location, {}, "failed", why, "call"))


def _told(config: pytest.Config, report: pytest.TestReport) -> _Told:
    """A report as it goes through a pipe: most say that all is well, and nothing else."""
    said = (report.longrepr, report.sections, report.user_properties, vars(report).get("wasxfail"))
    if report.passed and not any(said):
        return report.when, report.duration, report.start, report.stop
    data: dict[str, Any] = config.hook.pytest_report_to_serializable(config=config, report=report)
    return data


def _report(config: pytest.Config, item: pytest.Item, told: _Told) -> pytest.TestReport:
    """The report that was told."""
    if isinstance(told, tuple):
        when, *times = told
        well: tuple[Any, ...] = ({}, "passed", None, when, (), *times)
        return pytest.TestReport(item.nodeid, item.location, *well)
    report: pytest.TestReport = config.hook.pytest_report_from_serializable(
        config=config, data=told
    )
    return report
