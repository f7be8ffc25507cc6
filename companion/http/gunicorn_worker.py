"""gunicorn worker that passes a request to a thread only once it is complete.

A phone that loses its network during a POST, or never reads its response, holds a socket and some
memory, but no thread. Alternatives tried are in ``docs/decisions/0020-slow-phones.md``.
"""

import errno
import re
import resource
import socket
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from selectors import EVENT_READ, EVENT_WRITE
from time import monotonic
from typing import Any

from gunicorn.workers.gthread import TConn, ThreadWorker

from companion.http.request_size import MOST_SENT

CHUNK = 64 * 1024
LONGEST_HEAD = 32 * 1024
MOST_HELD = 64 * 1024 * 1024
"""Bytes of incomplete requests per process; beyond that the largest is dropped."""
PATIENCE = 30.0
"""Seconds for a request to arrive in full, and for the client to read more of a response."""
FAREWELL = 1.0
"""Seconds that a connection stays open after the last response, for the client to close it."""

_LENGTH = re.compile(rb"(?im)^content-length:[ \t]*([0-9]{1,18})[ \t]*\r$")
_CHUNKED = re.compile(rb"(?im)^transfer-encoding[ \t]*:")
_EXPECTS = re.compile(rb"(?im)^expect:[ \t]*100-continue[ \t]*\r$")


class NonBlockingSocket(socket.socket):
    """A socket that never blocks: ``sendall`` buffers what cannot be sent at once.

    ``request``: what gunicorn has yet to read of a request that has arrived in full.
    """

    stopping = False
    """True once the whole process is shutting down."""

    def __init__(self, accepted: socket.socket) -> None:
        super().__init__(fileno=accepted.detach())
        super().setblocking(False)
        self.unsent = bytearray()
        self.request = memoryview(b"")

    def recv(self, size: int, flags: int = 0, /) -> bytes:
        if self.request and not flags:
            data, self.request = bytes(self.request[:size]), self.request[size:]
            return data
        return super().recv(size, flags)

    def arrived(self) -> bytes | None:
        """Returns what has arrived since; None if nothing has, b"" if the client is gone."""
        try:
            return self.recv(CHUNK)
        except BlockingIOError:
            return None
        except OSError:
            return b""

    def setblocking(self, flag: bool, /) -> None:
        """Ignores ``flag``: gunicorn would set the socket to block the thread that uses it."""

    def settimeout(self, value: float | None, /) -> None:
        """Ignores ``value``: a timeout would make the socket block the thread that uses it."""

    def sendall(self, data: Any, flags: int = 0, /) -> None:
        rest = memoryview(data)
        if not self.unsent:
            with suppress(BlockingIOError):
                rest = rest[self.send(rest, flags) :]
        self.unsent += rest

    def gone(self) -> bool:
        """True if the client has closed this connection, or the server's process is stopping."""
        if NonBlockingSocket.stopping:
            return True
        try:
            return not self.recv(1, socket.MSG_PEEK)
        except BlockingIOError:
            return False
        except OSError:
            return True


class Connection(TConn):  # type: ignore[misc]  # gunicorn has no types
    """A client's connection, and what has arrived on it.

    ``received``: bytes of an incomplete request. ``needs``: its total length, 0 while unknown.
    ``pipelined``: bytes of the next request, which arrived before the response was made.
    ``too_much``: the request is larger than ``MOST_SENT``. ``drained``: number of bytes discarded
    since the response was sent.
    """

    sock: NonBlockingSocket

    def __init__(self, cfg: Any, accepted: socket.socket, client: Any, server: Any) -> None:
        super().__init__(cfg, NonBlockingSocket(accepted), client, server)
        self.received, self.pipelined = bytearray(), bytearray()
        self.needs = 0
        self.too_much = False
        self.drained = 0


class PatientWorker(ThreadWorker):  # type: ignore[misc]  # gunicorn has no types
    """gunicorn worker whose connections use no thread except while a view handles their request.

    Otherwise they wait in the worker's poller, in ``_waiting``: for the rest of a request, for the
    response to be read, or for the client to close. ``quick_response`` gets a request's headers; it
    returns the whole response if that needs no thread, else None. It must not wait.
    """

    quick_response: Callable[[bytes], bytes | None] = staticmethod(lambda head: None)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._waiting: dict[Connection, None] = {}
        self._held = 0
        self._looked = 0.0

    def init_process(self) -> None:
        _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        most = 2 * self.worker_connections
        with suppress(ValueError, OSError):
            resource.setrlimit(
                resource.RLIMIT_NOFILE,
                (most if hard == resource.RLIM_INFINITY else min(most, hard), hard),
            )
        super().init_process()

    def handle_exit(self, sig: int, frame: Any) -> None:
        NonBlockingSocket.stopping = True
        super().handle_exit(sig, frame)

    # incoming requests

    def accept(self, listener: Any) -> None:
        try:
            accepted, client = listener.accept()
        except OSError as error:
            if error.errno in (errno.EMFILE, errno.ENFILE):
                self._make_room()
            elif error.errno not in (errno.EAGAIN, errno.ECONNABORTED):
                raise
            return
        self.nr_conns += 1
        if self.nr_conns >= self.worker_connections:
            self._make_room()
        conn = Connection(self.cfg, accepted, client, listener.getsockname())
        self._wait(conn, EVENT_READ, self._arrived, PATIENCE)

    def _arrived(self, conn: Connection, _sock: object) -> None:
        if (data := conn.sock.arrived()) is None:
            return
        if not data:
            self._drop(conn)
            return
        if not conn.received:
            conn.timeout = monotonic() + PATIENCE
        conn.received += data
        self._held += len(data)
        self._considered(conn)
        if self._held > MOST_HELD:
            self._drop(max(self._waiting, key=lambda each: len(each.received)))

    def _considered(self, conn: Connection) -> None:
        """Passes a request to a thread once all of it has arrived; else keeps waiting for its rest.

        One with a too large body is passed on at once, for the app to refuse. Oversized headers and
        chunked bodies are refused here, and what ``quick_response`` answers needs no thread.
        """
        if not conn.needs:
            end = conn.received.find(b"\r\n\r\n")
            if end < 0:
                if len(conn.received) > LONGEST_HEAD:
                    self._refuse(conn, b"431 Request Header Fields Too Large")
                return
            head = bytes(conn.received[: end + 2])
            if _CHUNKED.search(head):
                # A chunked request has no known length; browsers always send one.
                self._refuse(conn, b"411 Length Required")
                return
            length = _LENGTH.search(head)
            conn.needs = end + 4 + int(length[1] if length else 0)
            conn.too_much = bool(length and int(length[1]) > MOST_SENT)
            if len(conn.received) < conn.needs and _EXPECTS.search(head) and not conn.too_much:
                conn.sock.sendall(b"HTTP/1.1 100 Continue\r\n\r\n")
            if len(conn.received) == conn.needs and self._respond_quickly(conn, head):
                return
        if conn.too_much or len(conn.received) >= conn.needs:
            self._resume(conn)
            conn.data_ready = True
            conn.init()
            conn.sock.request = memoryview(bytes(conn.received[: conn.needs]))
            conn.pipelined = conn.received[conn.needs :]
            conn.received, conn.needs = bytearray(), 0
            self.enqueue_req(conn)

    def _respond_quickly(self, conn: Connection, head: bytes) -> bool:
        try:
            answer = self.quick_response(head)
        except Exception:  # a thread may know better
            self.log.exception("request")
            return False
        if answer is None:
            return False
        self._resume(conn)
        conn.received, conn.needs = bytearray(), 0
        with suppress(OSError):  # if the client has gone, the next read tells
            conn.sock.sendall(answer)
        self._answered(conn, stays=True)
        return True

    def handle_request(self, req: Any, conn: Connection) -> Any:
        if conn.too_much:  # the app refuses it by its Content-Length; the body stays unread
            req.force_close()
        return super().handle_request(req, conn)

    def _keepalive_after(self, conn: Connection, keepalive: bool) -> bool:
        """Discards the unread rest of a request's body: the next request begins after it.

        Returns ``keepalive``: true if the connection stays open for more requests. gunicorn's own
        method closes it after a long body, or reads megabytes first.
        """
        conn.sock.request, conn.parser.mesg = memoryview(b""), None
        conn.parser.unreader.take_buffered()
        return keepalive

    # outgoing responses

    def finish_request(self, conn: Connection, fs: Any) -> None:
        """Sends the rest of a response, then waits for the connection's next request.

        ``fs``: future of the thread that made the response; true if the connection stays open.
        """
        try:
            stays = bool(fs.result())
        except Exception:
            self.log.exception("request")
            stays = False
        self._answered(conn, stays)

    def _answered(self, conn: Connection, stays: bool) -> None:
        if conn.sock.unsent:
            leaving = partial(self._sent, stays=stays)
            self._wait(conn, EVENT_WRITE, leaving, PATIENCE)
        elif stays:
            conn.received, conn.pipelined = conn.pipelined, bytearray()
            self._held += len(conn.received)
            self._wait(conn, EVENT_READ, self._arrived, self.cfg.keepalive)
            if conn.received:
                self._considered(conn)
        else:
            # If closed with bytes unread, the response might be lost on its way.
            with suppress(OSError):
                conn.sock.shutdown(socket.SHUT_WR)
            self._wait(conn, EVENT_READ, self._drained, FAREWELL)

    def _sent(self, conn: Connection, _sock: object, *, stays: bool) -> None:
        try:
            sent = conn.sock.send(conn.sock.unsent)
        except BlockingIOError:
            return
        except OSError:
            self._drop(conn)
            return
        del conn.sock.unsent[:sent]
        conn.timeout = monotonic() + PATIENCE
        if not conn.sock.unsent:
            self._resume(conn)
            self._answered(conn, stays)

    def _drained(self, conn: Connection, _sock: object) -> None:
        if (more := conn.sock.arrived()) is None:
            return
        conn.drained += len(more)
        if not more or conn.drained > MOST_SENT:
            self._drop(conn)

    def _refuse(self, conn: Connection, status: bytes) -> None:
        self._resume(conn)
        conn.sock.sendall(
            b"HTTP/1.1 " + status + b"\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
        )
        self._answered(conn, stays=False)

    # waiting connections

    def _wait(
        self,
        conn: Connection,
        event: int,
        then: Callable[[Connection, object], None],
        seconds: float,
    ) -> None:
        conn.timeout = monotonic() + seconds
        self._waiting[conn] = None
        self.poller.register(conn.sock, event, partial(then, conn))

    def _resume(self, conn: Connection) -> None:
        del self._waiting[conn]
        self._held -= len(conn.received)
        self.poller.unregister(conn.sock)

    def _drop(self, conn: Connection) -> None:
        self._resume(conn)
        self.nr_conns -= 1
        conn.sock.close()

    def _make_room(self) -> None:
        """Closes the connection that has waited longest, so that a new one can be accepted."""
        if self._waiting:
            self._drop(next(iter(self._waiting)))

    def murder_pending(self) -> None:
        """Closes connections past their timeout; checks at most twice a second."""
        now = monotonic()
        if now - self._looked >= 0.5:
            self._looked = now
            for conn in [each for each in self._waiting if each.timeout < now]:
                self._drop(conn)

    def _cap_keepalive(self, deadline: float) -> None:
        """Makes every waiting connection time out by ``deadline``, for a shutdown."""
        for conn in self._waiting:
            conn.timeout = min(conn.timeout, deadline)


__all__ = ["PatientWorker"]
