"""Figures of a bench: how long each of some works took, and how that is said."""

import time
from collections.abc import Callable, Iterable
from statistics import median, quantiles


def timed(
    works: Iterable[Callable[[], object]], clock: Callable[[], float] = time.thread_time
) -> list[float]:
    """Milliseconds of each, by default of processor time: other work does not count."""
    found = []
    for work in works:
        start = clock()
        work()
        found.append(1000 * (clock() - start))
    return found


def say(what: str, milliseconds: list[float]) -> None:
    p95 = quantiles(milliseconds, n=20)[-1]
    print(
        f"  {what:<58} median {median(milliseconds):7.2f}  p95 {p95:7.2f}"
        f"  max {max(milliseconds):7.2f} ms  ({len(milliseconds)})"
    )
