"""``manage.py play``: starts the server and prints its address with a QR code."""

import contextlib
import gc
import logging
import os
import socket
import sqlite3
import sys
import time
from argparse import ArgumentParser
from collections.abc import Callable
from functools import partial
from io import StringIO
from threading import Thread
from typing import Any

import segno
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.db import Error, connections

from companion import bootstrap
from companion.history import phone_cookie, retention
from companion.http import prometheus_metrics, staticfiles
from companion.http.hosts import addresses
from companion.messages import say
from companion.operations import data_directory, database_checks, listening_port, log_format
from companion.operations.operational_problem import as_operational_problem, both
from companion.tables import polling
from scoring.text.localised import Text

# Enough for a living room full of phones; see docs/decisions/0009-capacity-for-500-phones.md.
WORKERS = max(2, (os.cpu_count() or 1) + 1)
# Threads per process: more than wait in both queues of ``companion/http/request_deadline.py``.
THREADS = 8
DAY = 24 * 60 * 60
GRACE = 2
"""Seconds that a stop leaves to requests in progress.

A solver may want more; nobody waits for it.
"""


class Command(BaseCommand):
    help = "Start the companion; phones in the same network join with the QR code."
    # Checks and migrations run below, once, in the order that a first start needs.
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="0.0.0.0", help="address to listen on")
        parser.add_argument(
            "--port",
            type=listening_port.port,
            help="port to listen on; without it 8000, or the next free one",
        )

        parser.add_argument(
            "--workers", type=int, default=WORKERS, help="processes; without it one more than cores"
        )

    def handle(
        self, *args: Any, host: str, port: int | None, workers: int = WORKERS, **options: Any
    ) -> None:
        gc.disable()  # until ``companion.wsgi`` has loaded everything
        listener = listening_port.listen(host, port, self.tell)
        self.prepare()
        port = int(listener.getsockname()[1])
        if sys.platform == "win32":
            listener.close()
            self.announce(host, port)
            call_command("runserver", f"{host}:{port}", "--noreload", "--insecure")
        else:
            _serve(listener, workers, lambda: self.announce(host, port))

    def prepare(self) -> None:
        """Creates or updates data folder, database and static files before the server starts.

        If several processes start, they do so one after the other.
        """
        data_directory.writable(settings.VAR)
        with bootstrap.locked(settings.VAR / "start.lock"):
            database_checks.check()
            self.check()
            with as_operational_problem(settings.VAR):
                call_command("migrate", interactive=False, verbosity=0)
                retention.keep_clean()
                if not settings.DEBUG:
                    staticfiles.collect()

    def announce(self, host: str, port: int) -> None:
        """Prints the server's addresses, and a QR code of the first; as JSON if the log is JSON.

        ``host``, ``port``: those that it listens on; ``0.0.0.0`` and ``::`` stand for all
        addresses.
        """
        urls = _urls(host, port)
        picture = StringIO()
        segno.make(urls[0], error="m", micro=False).terminal(picture, compact=True, border=2)
        if settings.LOG_AS_JSON:
            more = {"addresses": urls, "code": picture.getvalue()}
            self.stdout.write(log_format.json_line(__name__, str(say("started")), more))
        else:
            lines = ["", picture.getvalue(), both(say("started"))]
            lines += [*(f"  {url}" for url in urls), both(say("started-stop"))]
            self.stdout.write("\n".join(lines))
        self.stdout.flush()

    def tell(self, said: Text) -> None:
        self.stderr.write(both(said))


def _urls(host: str, port: int) -> list[str]:
    if host in {"0.0.0.0", "::"}:
        hosts = [a for a in dict.fromkeys(addresses(socket.AF_INET)) if not a.startswith("127.")]
    else:
        hosts = [f"[{host}]" if ":" in host else host]
    scheme = "https" if settings.HTTPS else "http"
    return [f"{scheme}://{name}:{port}/" for name in hosts or ["localhost"]]


def _serve(listener: socket.socket, workers: int, announce: Callable[[], None]) -> None:
    """Serves requests until stopped; calls ``announce`` once the first worker is about to answer.

    ``listener``: the open socket. ``workers``: number of worker processes.
    """
    prometheus_metrics.share()
    from gunicorn.app.base import BaseApplication

    from companion.http.gunicorn_worker import PatientWorker

    # Loaded before Gunicorn forks its workers, which then share the memory.
    from companion.wsgi import application

    PatientWorker.quick_response = staticmethod(
        partial(polling.unchanged_response, secret_of=phone_cookie.signed)
    )
    connections.close_all()  # A connection must not be shared with the workers.

    class Server(BaseApplication):  # type: ignore[misc]  # gunicorn has no types
        def load_config(self) -> None:
            for key, value in {
                "bind": [f"fd://{listener.fileno()}"],
                "workers": max(1, workers),
                "threads": THREADS,
                "worker_class": PatientWorker,
                "limit_request_line": 8190,  # a calculator asks with all its cells: 6,500 bytes
                "keepalive": 5,  # longer than phones wait between two polls
                "sendfile": False,  # else a thread would wait for a slow client
                "loglevel": "error",  # warnings are for each HEAD request that Django answers
                "control_socket_disable": True,
                "graceful_timeout": GRACE,
                "when_ready": _ready,
                "post_worker_init": lambda worker: _begin(worker, announce),
                "on_exit": _end,
            }.items():
                self.cfg.set(key, value)

        def load(self) -> Callable[..., Any]:
            return application

    Server().run()


def _ready(_server: object) -> None:
    for handler in logging.getLogger("gunicorn.error").handlers:
        handler.setFormatter(logging.getLogger().handlers[0].formatter)


def _end(server: object) -> None:
    """Moves SQLite's log into the database file when the server stops: one file to copy."""
    with contextlib.suppress(sqlite3.Error):  # a full disk; the log is read at the next start
        database_checks.checkpoint()


def _begin(worker: Any, announce: Callable[[], None]) -> None:
    """Prepares a worker process of the server; the first one ever also calls ``announce``.

    ``announce``: prints the server's addresses. A thread cleans the database daily.
    """
    # A request releases the interpreter some twenty times, for the database or the network. Each
    # time a busy thread may keep it for this long; the default of 5 ms adds up to seconds.
    sys.setswitchinterval(0.0005)
    _follow()
    Thread(target=_clean_daily, name="clean", daemon=True).start()
    if worker.age == 1:
        announce()


def _clean_daily() -> None:
    """Deletes old removed games and expired codes once a day, for ever; the body of a thread.

    Every worker has one; all but the first find nothing to delete.
    """
    while True:
        time.sleep(DAY)
        with contextlib.suppress(Error):  # it is due tomorrow as well
            retention.keep_clean()
        connections.close_all()


def _follow() -> None:
    """Ends this worker process once the server's main process has ended; a thread watches for that.

    Without this, a worker in a long computation would keep the port occupied. No change is lost:
    those confirmed to a phone are in the database, and phones send all others again.
    """
    parent = os.getppid()

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(0.5)
        time.sleep(GRACE)
        os._exit(1)

    Thread(target=watch, name="follow", daemon=True).start()
