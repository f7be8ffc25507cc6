"""Time limit of an answer: seconds of this thread's processor time, one deadline for all.

The caller opens a deadline; computing code checks what is left, and stops when it is spent. Other
threads' work does not count, so a busy machine answers the same, only later. A caller may also hand
out turns, so that few compute at once, and may go away.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Protocol

from scoring.model.plan import NoAnswer

SECONDS = 2.5
"""Time limit for everything that one request computes, in seconds."""


class OutOfTime(NoAnswer):
    """The deadline passed, or the turn was refused, before there was an answer."""


LOOKS = 0.05
"""Seconds between two checks that the answer is still wanted."""


class Asker(Protocol):
    """The caller that waits for a computation."""

    def begin(self) -> bool:
        """Returns true if computing may begin now; called for each turn. May block.

        A refusal is final for this caller.
        """

    def end(self) -> None:
        """Called when nothing is being computed any more, for now."""

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
        """Asks for the caller's turn, and ends the deadline if the caller is gone.

        Raises ``OutOfTime`` if the turn is refused.
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
    """Limits the time of the code inside, never beyond what is left of an outer limit.

    The asker's turn begins with the first check of the clock. It ends with the outermost block, or
    with the block directly inside that one in which it began.
    """
    outer = _deadline.get()
    until = time.thread_time() + seconds
    if outer is None:
        own = _Deadline(until, asker)
    else:
        own = _Deadline(min(until, outer.until), outer.asker, False, outer.began, outer.looks)
    token = _deadline.set(own)
    try:
        yield
    finally:
        _deadline.reset(token)
        if outer is not None and own.missed:
            outer.missed = True
        if own.asker is not None and own.began and not (outer and outer.began):
            if outer is None or outer.outermost:
                own.asker.end()
            else:
                outer.began = True


def left(most: float = SECONDS) -> float:
    """Returns the seconds left, at most ``most``. Raises ``OutOfTime`` if there are none."""
    deadline = _deadline.get()
    if deadline is None:
        return most
    try:
        deadline.begin()
    except OutOfTime:
        deadline.missed = True
        raise
    found = min(most, deadline.until - time.thread_time())
    if found <= 0:
        deadline.missed = True
        raise OutOfTime("no time left")
    return found


def check() -> None:
    """Raises ``OutOfTime`` once the deadline has passed; for searches without other limit."""
    left()


def passed() -> bool:
    """Returns true once the deadline has passed: ``check`` for callers that must not raise."""
    try:
        check()
    except OutOfTime:
        return True
    return False


def miss() -> None:
    """Records that more time might change the answer, so that it is not cached."""
    if deadline := _deadline.get():
        deadline.missed = True


def missed() -> bool:
    """True if anything inside this deadline might be different with more time."""
    deadline = _deadline.get()
    return deadline is not None and deadline.missed
