"""Limits concurrent computations: others wait briefly for their turn, or are refused.

Each process has its own queue, so the limit of a server is that of a queue times the number of its
processes. A killed process leaves nothing to clean up.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from threading import Condition
from time import monotonic


@dataclass(slots=True, eq=False)
class _Waiting:
    phone: str
    gone: Callable[[], bool]
    left: bool = False


class Queue:
    """Queue for computations: at most ``at_once`` run, and ``waiting`` more may wait.

    At most ``each`` computations of one phone run or wait; none waits longer than ``seconds``.

    >>> turns = Queue(at_once=1, waiting=0, each=1, seconds=0)
    >>> turns.take("a"), turns.take("b")
    (True, False)
    >>> turns.give_back("a")
    >>> turns.take("b")
    True
    """

    def __init__(self, *, at_once: int, waiting: int, each: int, seconds: float) -> None:
        self.at_once, self.waiting, self.each, self.seconds = at_once, waiting, each, seconds
        self._phones: Counter[str] = Counter()
        self._queue: list[_Waiting] = []
        self._running = 0
        self._free = Condition()

    def take(self, phone: str, gone: Callable[[], bool] = lambda: False) -> bool:
        """Waits in the queue of computations; true if the phone may compute now, false if not.

        ``give_back`` must follow if true. ``phone``: any text that tells it from others. ``gone``:
        called to ask if the phone has stopped waiting.
        """
        with self._free:
            for each in self._queue:  # phones that stopped waiting lose their place at once
                if not each.left and each.gone():
                    each.left = True
                    self._leave(each.phone)
            full = self._phones.total() >= self.at_once + self.waiting
            if full or self._phones[phone] >= self.each:
                return False
            self._phones[phone] += 1
            me, until = _Waiting(phone, gone), monotonic() + self.seconds
            self._queue.append(me)
            try:
                while self._running >= self.at_once:
                    self._free.wait(min(0.1, max(0, until - monotonic())))
                    if self._running >= self.at_once and (monotonic() >= until or gone()):
                        break
            finally:
                self._queue.remove(me)
            if me.left:
                self._free.notify()
                return False
            if self._running >= self.at_once:
                self._leave(phone)
                return False
            self._running += 1
            return True

    def give_back(self, phone: str) -> None:
        with self._free:
            self._running -= 1
            self._leave(phone)

    def _leave(self, phone: str) -> None:
        self._phones[phone] -= 1
        if not self._phones[phone]:
            del self._phones[phone]
        self._free.notify()


__all__ = ["Queue"]
