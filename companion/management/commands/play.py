"""Starts everything on this machine and shows the others how to get in."""

import contextlib
import gc
import os
import socket
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from io import StringIO
from threading import Thread
from typing import Any

import segno
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connections

from companion import warm

FIRST_PORT = 8000
# Enough for a living room full of phones; see docs/decisions/0009-five-hundred-phones.md.
WORKERS = max(2, (os.cpu_count() or 1) + 1)
THREADS = 3


class Command(BaseCommand):
    help = "Start the companion; phones in the same network join with the QR code."
    # Checks and migrations run below, once, in the order that a first start needs.
    requires_system_checks = ()
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="0.0.0.0", help="address to listen on")
        parser.add_argument(
            "--port", type=int, help="port to listen on; without it 8000, or the next free one"
        )

    def handle(self, *args: Any, host: str, port: int | None, **options: Any) -> None:
        port = _free_port(host, port)
        self.check()
        call_command("migrate", interactive=False, verbosity=0)
        if not settings.DEBUG:
            call_command("collectstatic", interactive=False, verbosity=0)
        connections.close_all()  # A connection must not be shared with the workers.
        self.stdout.write(_invitation(host, port))
        self.stdout.flush()
        if sys.platform == "win32":
            call_command("runserver", f"{host}:{port}", "--noreload", "--insecure")
        else:
            _serve(host, port)


def _free_port(host: str, wanted: int | None) -> int:
    ports = [wanted] if wanted else range(FIRST_PORT, min(FIRST_PORT + 100, 65536))
    for port in ports:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        with socket.socket(family) as probe:
            if sys.platform != "win32":  # There it would allow what we try to detect.
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((host, port))
                return port
            except OSError as error:
                reason = error
    raise CommandError(f"Cannot listen on {host}, port {port}: {reason.strerror}.")


def _addresses() -> Iterator[str]:
    """This machine's addresses, the one that leads out first."""
    with contextlib.suppress(OSError), socket.socket(type=socket.SOCK_DGRAM) as probe:
        # Connecting a datagram socket sends nothing; the system only picks the way out.
        probe.connect(("192.0.2.1", 9))
        yield probe.getsockname()[0]
    with contextlib.suppress(OSError):
        yield from socket.gethostbyname_ex(socket.gethostname())[2]


def _invitation(host: str, port: int) -> str:
    if host in {"0.0.0.0", "::"}:
        hosts = [a for a in dict.fromkeys(_addresses()) if not a.startswith("127.")]
    else:
        hosts = [f"[{host}]" if ":" in host else host]
    scheme = "https" if settings.HTTPS else "http"
    lines = [f"{scheme}://{name}:{port}/" for name in hosts or ["localhost"]]
    picture = StringIO()
    segno.make(lines[0], error="m", micro=False).terminal(picture, compact=True, border=2)
    return "\n".join(
        [
            "",
            picture.getvalue(),
            "Companion is running. Same Wi-Fi, scan the code or open:",
            "起動しました。同じ Wi-Fi からコードを読み取るか、次を開いてください：",
            *(f"  {line}" for line in lines),
            "Stop with Ctrl+C. 終了は Ctrl+C。",
        ]
    )


def _serve(host: str, port: int) -> None:
    from gunicorn.app.base import BaseApplication

    class Server(BaseApplication):  # type: ignore[misc]  # gunicorn has no types
        def load_config(self) -> None:
            bind = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
            for key, value in {
                "bind": [bind],
                "workers": WORKERS,
                "threads": THREADS,
                "worker_class": "gthread",
                "loglevel": "error",  # It warns about each HEAD request that Django answers.
                "control_socket_disable": True,
                "when_ready": lambda _: warm.boxes(),  # bound, and before the workers part
                "post_worker_init": _warm,
            }.items():
                self.cfg.set(key, value)

        def load(self) -> Callable[..., Any]:
            # Only in a worker: a thread of the parent would be lost in the middle of its work.
            from companion.wsgi import application

            return application

    Server().run()


def _warm(worker: object) -> None:
    """Wake the solver, so that nobody's first tap waits for it."""
    # A request lets go of the interpreter some twenty times, to the database or the network. Each
    # time a busy neighbour may keep it for this long; the default of 5 ms adds up to seconds.
    sys.setswitchinterval(0.0005)

    def work() -> None:
        from companion.lookup import search
        from companion.web.scores import scored

        for game in search.shelf().values():
            if game.final:
                scored(game, game.sheet.blank(1))
        # Boxes and index stay for good: the collector need not look through them every time.
        gc.collect()
        gc.freeze()
        gc.set_threshold(20_000, 20, 100)

    Thread(target=work, name="warm", daemon=True).start()
