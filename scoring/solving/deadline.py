"""How long an answer may take: seconds of this thread's processor time, one deadline for all.

Whoever asks opens a deadline; whoever computes looks at what is left, and stops when it is spent.
Other threads' work does not count, so a busy machine answers the same, only later. Who asks may
also hand out turns, so that few compute at once, and may go away.
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
"""What everything that one request asks may take together."""


class OutOfTime(NoAnswer):
    """The deadline passed before there was anything to say."""


LOOKS = 0.05
"""Seconds between two looks whether anybody still waits for the answer."""


class Asker(Protocol):
    """Who waits for what is computed."""

    def begin(self) -> bool:
        """It is about to be computed: is it its turn? May wait; asked until it was once refused."""

    def end(self) -> None:
        """Nothing is being computed any more, for now."""

    def gone(self) -> bool:
        """Does nobody wait for it any more?"""


@dataclass(slots=True)
class _Deadline:
    until: float
    asker: Asker | None = None
    outermost: bool = True
    began: bool = False
    looks: float = 0.0
    missed: bool = False

    def begin(self) -> None:
        """Raises ``OutOfTime`` if it is not to be."""
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
    """What is computed inside has so long; never longer than what is left outside.

    The asker's turn begins with the first look at the clock, and ends with the part of the
    asker's time in which that was.
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
    """The seconds that are left, at most so many. Raises ``OutOfTime`` if there are none."""
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
    """For searches without end: raises ``OutOfTime`` once the deadline has passed."""
    left()


def over() -> bool:
    """As ``check``, for whoever must not raise."""
    try:
        check()
    except OutOfTime:
        return True
    return False


def miss() -> None:
    """Says that with more time the answer might be another one: it is not worth remembering."""
    if deadline := _deadline.get():
        deadline.missed = True


def missed() -> bool:
    """Might anything inside this deadline have been answered otherwise with more time?"""
    deadline = _deadline.get()
    return deadline is not None and deadline.missed
