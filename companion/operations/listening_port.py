"""Opens the port that the server listens on, before anything else is done.

A server that was just ended may hold its port for a moment. Phones know that address, so waiting
for the port is better than taking another one.
"""

import errno
import socket
import sys
import time
from argparse import ArgumentTypeError
from collections.abc import Callable

from companion.messages import say
from companion.operations.operational_problem import OperationalProblem
from scoring.text.localised import Text

FIRST_PORT = 8000
PORTS = 100
BACKLOG = 2048
PATIENCE = 10.0
"""Seconds to wait for a port that was asked for; an old server needs three."""
SHORT_PATIENCE = 4.0
"""Seconds to wait for the first port, if any port will do."""


def port(text: str) -> int:
    """Returns the port number, from 1 to 65535, in ``text``, a command-line argument.

    Raises ``ArgumentTypeError`` for another number, ``ValueError`` for no number.
    """
    number = int(text)
    if not 0 < number < 65536:
        raise ArgumentTypeError("1 … 65535")
    return number


def listen(host: str, port: int | None, tell: Callable[[Text], None]) -> socket.socket:
    """Returns a socket that listens on ``port``; without one, on the first free port from 8000.

    ``host``: IP address to listen on. It waits up to ten seconds for a port in use, after calling
    ``tell`` with a message to print. If ``port`` stays in use, it raises an ``OperationalProblem``
    that names a free one.
    """
    first, patience = port or FIRST_PORT, PATIENCE if port else SHORT_PATIENCE
    found, until = _taken(host, first), time.monotonic() + patience
    if not found:
        tell(say("port-waiting", port=str(first), seconds=int(patience)))
    while not found and time.monotonic() < until:
        time.sleep(0.1)
        found = _taken(host, first)
    if found:
        return found
    if port:
        message = say("trouble-port", port=str(port), free=str(free(host, port + 1) or "NUMBER"))
        raise OperationalProblem(message)
    other = _next(host, first + 1)
    if other is None:
        raise OperationalProblem(say("port-none", first=str(first), last=str(first + PORTS)))
    tell(say("port-other", port=str(first), free=str(other.getsockname()[1])))
    return other


def free(host: str, number: int) -> int | None:
    """Returns the first free port from ``number`` on; None if the next ``PORTS`` are all in use.

    ``host``: IP address to listen on.
    """
    found = _next(host, number)
    if found is None:
        return None
    with found:
        return int(found.getsockname()[1])


def _next(host: str, number: int) -> socket.socket | None:
    ports = range(number, min(number + PORTS, 65536))
    return next(filter(None, (_taken(host, each) for each in ports)), None)


def _taken(host: str, number: int) -> socket.socket | None:
    """Returns a socket that listens on the port ``number``; None if another program uses it.

    ``host``: IP address to listen on. Raises ``OperationalProblem`` for other errors.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    found = socket.socket(family)
    try:
        if sys.platform != "win32":  # there it would allow a port that is in use
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind((host, number))
        found.listen(BACKLOG)
    except OSError as error:
        found.close()
        if error.errno == errno.EADDRINUSE:
            return None
        why = error.strerror or str(error)
        raise OperationalProblem(
            say("trouble-address", host=host, port=str(number), why=why)
        ) from error
    return found
