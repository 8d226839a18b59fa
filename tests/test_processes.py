"""Work that is shared out to several processes."""

from __future__ import annotations

import os
import signal

import pytest

from printkit.errors import MistakeError, PrintkitError, UsageError
from printkit.processes import shared_out


def _double(number: int) -> int:
    return 2 * number


def _die(number: int) -> int:
    if number == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def test_results_come_in_the_order_of_the_shares() -> None:
    assert list(shared_out(_double, range(20), 2)) == list(range(0, 40, 2))


def test_a_worker_that_is_killed_is_told_and_not_waited_for() -> None:
    with pytest.raises(PrintkitError, match="ended by the system"):
        list(shared_out(_die, range(20), 2))


def _refuse(number: int) -> int:
    if number == 3:
        raise UsageError("this is the third", hint="leave it out")
    return 1 // (number - 5)


def test_what_is_wrong_with_a_share_is_raised_here() -> None:
    with pytest.raises(UsageError, match="this is the third") as refused:
        list(shared_out(_refuse, range(4), 2))

    assert refused.value.hint == "leave it out"


def test_a_mistake_in_a_worker_is_told_as_one() -> None:
    with pytest.raises(MistakeError):
        list(shared_out(_refuse, (4, 5), 2))
