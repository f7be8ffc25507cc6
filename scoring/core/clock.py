"""How long an answer may take: seconds of this thread's processor time, one deadline for all.

Whoever asks opens a deadline; whoever computes looks at what is left, and stops when it is spent.
Other threads' work does not count, so a busy machine answers the same, only later.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

from .plan import NoAnswer

SECONDS = 2.5
"""What everything that one request asks may take together."""


class OutOfTime(NoAnswer):
    """The deadline passed before there was anything to say."""


@dataclass(slots=True)
class _Deadline:
    until: float
    missed: bool = False


_deadline: ContextVar[_Deadline | None] = ContextVar("deadline", default=None)


@contextmanager
def within(seconds: float = SECONDS) -> Iterator[None]:
    """What is computed inside has so long; never longer than what is left outside."""
    outer = _deadline.get()
    until = time.thread_time() + seconds
    own = _Deadline(until if outer is None else min(until, outer.until))
    token = _deadline.set(own)
    try:
        yield
    finally:
        _deadline.reset(token)
        if outer is not None and own.missed:
            outer.missed = True


def left(most: float = SECONDS) -> float:
    """The seconds that are left, at most so many. Raises ``OutOfTime`` if there are none."""
    deadline = _deadline.get()
    if deadline is None:
        return most
    found = min(most, deadline.until - time.thread_time())
    if found <= 0:
        deadline.missed = True
        raise OutOfTime("no time left")
    return found


def check() -> None:
    """For searches without end: raises ``OutOfTime`` once the deadline has passed."""
    left()


def miss() -> None:
    """Says that with more time the answer might be another one: it is not worth remembering."""
    if deadline := _deadline.get():
        deadline.missed = True


def missed() -> bool:
    """Might anything inside this deadline have been answered otherwise with more time?"""
    deadline = _deadline.get()
    return deadline is not None and deadline.missed
