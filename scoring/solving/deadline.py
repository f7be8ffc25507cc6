"""Time limits for computations, in seconds of processor time of the current thread.

The caller opens a time limit with ``within``; computing code asks for the time left and stops when
there is none. Work of other threads does not count, so a busy machine gives the same answers, only
later. A caller may pass an ``Asker``, which limits how many computations run at once (each waits
for its turn), and tells when nobody waits for the answer any more.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Protocol

from scoring.model.plan import NoAnswer

SECONDS = 2.5
"""Default limit for everything that one HTTP request computes, in seconds of processor time."""


class OutOfTime(NoAnswer):
    """Raised if time is up without an answer, or if too many callers wait for their turn."""


LOOKS = 0.05
"""Interval between two checks that the caller still waits, in seconds of processor time."""


class Asker(Protocol):
    """The caller for whom something is computed, who may have to wait, or stop waiting."""

    def begin(self) -> bool:
        """Waits for the caller's turn to compute; false if too many callers wait.

        Called once for each turn. After false, this caller's computation is not tried again.
        """

    def end(self) -> None:
        """Ends the caller's turn, so that another caller's computation may begin."""

    def gone(self) -> bool:
        """Returns true if the caller no longer waits for the answer."""


@dataclass(slots=True)
class _Deadline:
    until: float
    asker: Asker | None = None
    outermost: bool = True
    began: bool = False
    looks: float = 0.0
    missed: bool = False

    def begin(self) -> None:
        """Waits for the caller's turn to compute, unless it has begun already.

        Sets the deadline to now if the caller has hung up. Raises ``OutOfTime`` if too many callers
        wait.
        """
        if self.asker is None:
            return
        if not self.began:
            if not self.asker.begin():
                raise OutOfTime("too many are asking")
            self.began = True
        now = time.thread_time()
        if now >= self.looks:
            self.looks = now + LOOKS
            if self.asker.gone():
                self.until = now


_deadline: ContextVar[_Deadline | None] = ContextVar("deadline", default=None)


@contextmanager
def within(seconds: float = SECONDS, asker: Asker | None = None) -> Iterator[None]:
    """Limits the time of the code inside the ``with`` block, never beyond an outer time limit.

    ``seconds``: of processor time. ``asker``: the caller who waits for the answer; ignored inside
    another ``with`` block, which has its own. The caller's turn begins when code inside first asks
    for the time left. It ends with the outermost ``with`` block, or, if it began in a block
    directly inside that, with the inner one.
    """
    outer = _deadline.get()
    until = time.thread_time() + seconds
    if outer is None:
        inner = _Deadline(until, asker)
    else:
        inner = _Deadline(min(until, outer.until), outer.asker, False, outer.began, outer.looks)
    token = _deadline.set(inner)
    try:
        yield
    finally:
        _deadline.reset(token)
        if outer is not None and inner.missed:
            outer.missed = True
        if inner.asker is not None and inner.began and not (outer and outer.began):
            if outer is None or outer.outermost:
                inner.asker.end()
            else:
                outer.began = True


def left(most: float = SECONDS) -> float:
    """Returns the seconds left of the present time limit, at most ``most``, also without one.

    Raises ``OutOfTime`` if there are none, or if the caller's turn is refused.
    """
    deadline = _deadline.get()
    if deadline is None:
        return most
    try:
        deadline.begin()
    except OutOfTime:
        deadline.missed = True
        raise
    seconds_left = min(most, deadline.until - time.thread_time())
    if seconds_left <= 0:
        deadline.missed = True
        raise OutOfTime("no time left")
    return seconds_left


def check() -> None:
    """Raises ``OutOfTime`` once the present time limit has passed. For long loops."""
    left()


def passed() -> bool:
    """Returns true once the present time limit has passed; never raises."""
    try:
        check()
    except OutOfTime:
        return True
    return False


def miss() -> None:
    """Notes that the result being computed might differ with more time, so is not to be cached."""
    if deadline := _deadline.get():
        deadline.missed = True


def missed() -> bool:
    """True if the time limit cut a computation short, so that its result is not to be cached."""
    deadline = _deadline.get()
    return deadline is not None and deadline.missed
