"""A PostgreSQL of a test's own: the machine's binaries, a folder in /tmp, a free port.

    .venv/bin/python -m tests.throwaway_database_servers -m pytest -n 2 -m django_db

runs any Python command, all tests of pages for instance, with `DATABASE_URL` naming a fresh server,
or the one that `COMPANION_TEST_DATABASE` names.
"""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

NO_POSTGRES = "no PostgreSQL found"
NO_PROXY = "no Caddy found"
NAMED = "COMPANION_TEST_DATABASE"
OPTIONS = "-h 127.0.0.1 -c unix_socket_directories= -c max_connections=200"
PATIENCE, TRIES = "180", 5
QUICK = "-c fsync=off -c full_page_writes=off"


class Missing(Exception):
    """It is not on this machine, or there is no Python package that speaks to it."""


class Postgres:
    """One server. `restart` is what happens when somebody updates the machine."""

    def __init__(self, binaries: Path, folder: Path, user: str | None) -> None:
        self.binaries, self.folder, self.user = binaries, folder, user
        self.port = free_port()
        self._run("initdb", "-U", "companion", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8")

    def start(self) -> None:
        options = f"-p {self.port} {OPTIONS} {QUICK}"
        log = str(self.folder / "log")
        self._run("pg_ctl", "-w", "-t", PATIENCE, "-l", log, "-o", options, "start")

    def begin(self) -> None:
        """Start for the first time: somebody else may have taken the port by now."""
        for _ in range(TRIES):
            try:
                return self.start()
            except subprocess.CalledProcessError:
                self.port = free_port(self.port + 1)
        self.start()

    def stop(self, mode: str = "immediate") -> None:
        self._run("pg_ctl", "-w", "-m", mode, "stop")

    def url(self, name: str) -> str:
        return f"postgres://companion@127.0.0.1:{self.port}/{name}"

    def create(self, name: str) -> str:
        """A fresh database of that name; its address."""
        import psycopg

        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(f'CREATE DATABASE "{name}"')
        return self.url(name)

    def _run(self, program: str, *arguments: str) -> None:
        # It refuses to be run by root; and its log must not hold our pipes open.
        subprocess.run(
            [self.binaries / program, "-D", self.folder / "data", *arguments],
            user=self.user,
            cwd=self.folder,
            stdout=subprocess.DEVNULL,
            check=True,
        )


def free_port(first: int = 0) -> int:
    """A port below those that clients are given: while a server is down, a client that tries an
    ephemeral port may connect to itself and keep the server out."""
    first = first or 20_000 + os.getpid() % 8_000
    for port in range(first, first + 2_000):
        with socket.socket() as free:
            try:
                free.bind(("127.0.0.1", port))
                return port
            except OSError:
                continue
    raise OSError("no free port")


def _binaries() -> Path:
    if found := shutil.which("initdb"):
        return Path(found).resolve().parent
    versions = [path for path in Path("/usr/lib/postgresql").glob("*/bin") if path.is_dir()]
    if not versions:
        raise Missing(NO_POSTGRES)
    return max(versions, key=lambda path: float(path.parent.name))


def _user() -> str | None:
    """Returns the user that runs it: this one, or for root one with fewer rights."""
    if os.geteuid() != 0:
        return None
    known = {each.pw_name for each in pwd.getpwall()}
    return next(name for name in ("postgres", "nobody") if name in known)


@contextmanager
def postgres() -> Iterator[Postgres]:
    """A running server. Raises ``Missing`` where there can be none."""
    binaries, user = _binaries(), _user()
    try:
        import psycopg  # noqa: F401
    except ImportError as error:
        raise Missing(f"{NO_POSTGRES}: {error}") from None
    folder = Path(tempfile.mkdtemp(prefix="companion-postgres-"))
    try:
        if user:
            shutil.chown(folder, user)
        server = Postgres(binaries, folder, user)
        server.begin()
        try:
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def somewhere() -> Iterator[str]:
    """The address of a database to test on: the one that is named, or one of a server of its own.

    pytest makes databases beside it, so whoever it names must be allowed to.
    """
    if named := os.environ.get(NAMED):
        yield named
        return
    with postgres() as server:
        yield server.create("companion")


def main(arguments: list[str]) -> int:
    # Told to end, it takes its server along.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    try:
        with somewhere() as address:
            command = [sys.executable, *arguments]
            return subprocess.run(command, env={**os.environ, "DATABASE_URL": address}).returncode
    except Missing as missing:
        line = f"WARNING: nothing ran on PostgreSQL: {missing}. Install it, or set {NAMED}."
        print(f"{'#' * len(line)}\n{line}\n{'#' * len(line)}", file=sys.stderr)
        return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
