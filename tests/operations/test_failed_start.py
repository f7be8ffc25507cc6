"""A start that cannot go on says what to do in a sentence, in both languages; others just start."""

import contextlib
import io
import json
import os
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from companion import bootstrap
from companion.management.commands import play
from companion.operations import listening_port
from companion.operations.operational_problem import OperationalProblem
from scoring.text.localised import Text
from tests.operations.installation import LATE, Place, said, status, until, unused

ENDLESS = """
import os, signal, time
from django.core.management import call_command
from django.http import HttpResponse
from companion.home import views
def start(request):
    os.write(1, b"busy\\n")
    while True:
        sum(range(1000))
views.start.__code__ = start.__code__
views.os = os
call_command("play", host="127.0.0.1", port=PORT)
"""


def refuses(place: Place, *words: str) -> None:
    done = place.manage("play", "--host", "127.0.0.1", "--port", str(unused()))
    text = said(done)
    assert done.returncode == 1, text
    assert re.search("ください|お試し", text)
    for word in words:
        assert word in text


@pytest.mark.slow
def test_two_starts_at_once_in_a_fresh_folder_both_serve(place):
    ports = [str(unused()), str(unused())]
    with place.playing("--port", ports[0]) as one, place.playing("--port", ports[1]) as two:
        for server, port in zip((one, two), ports, strict=True):
            until(server, "Ctrl+C")
            assert status(f"http://127.0.0.1:{port}/") == 200


@pytest.mark.parametrize("content", ["", "\n"])
@pytest.mark.slow
def test_an_empty_secret_key_is_drawn_anew(place, content):
    place.folder.mkdir()
    key = place.folder / "secret_key"
    key.write_text(content)
    place.does("check")
    assert len(key.read_text()) > 50


def test_an_unreadable_secret_key_is_told(weak):
    key = weak.folder / "secret_key"
    key.write_text("x" * 60)
    key.chmod(0)
    refuses(weak, "secret key", str(key))


def test_a_secret_key_that_is_no_text_is_told(place):
    place.folder.mkdir()
    (place.folder / "secret_key").write_bytes(b"\xff\xfe" * 40)
    refuses(place, "secret key")


def test_a_file_in_place_of_the_folder_is_told(place):
    place.folder.write_text("")
    refuses(place, str(place.folder))


@pytest.mark.slow
def test_a_read_only_folder_of_an_app_that_ran_is_told_and_scores_all_the_same(weak, migrated):
    shutil.copytree(migrated, weak.folder, dirs_exist_ok=True)
    weak.folder.chmod(0o555)
    refuses(weak, str(weak.folder), "COMPANION_VAR")
    assert json.loads(weak.does("score", "nidavellir", "--blank", "3"))["seats"]


@pytest.mark.parametrize("damage", [b"garbage" * 3000, b"SQLite format 3\0" + b"\xff" * 9000])
def test_a_damaged_database_is_told_with_the_way_out(place, damage):
    place.folder.mkdir()
    (place.folder / "companion.sqlite3").write_bytes(damage)
    refuses(place, "is damaged", "restore FILE --replace")


@pytest.mark.slow
def test_a_database_of_a_later_version_is_told(begun):
    with contextlib.closing(sqlite3.connect(begun.folder / "companion.sqlite3")) as database:
        database.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES ('companion', '9999_x', '')"
        )
        database.commit()
    refuses(begun, "9999_x")


def test_a_database_server_that_is_away_is_told(place):
    pytest.importorskip("psycopg")
    place.more["DATABASE_URL"] = f"postgres://nobody@127.0.0.1:{unused()}/nothing"
    refuses(place, "DATABASE_URL")


@pytest.mark.slow
def test_a_full_disk_is_told_and_room_heals_it(small):
    filling = small.folder / "filling"
    with open(filling, "wb", buffering=0) as file, contextlib.suppress(OSError):
        while True:
            file.write(b"x" * 4096)
    refuses(small, "disk is full", str(small.folder))
    filling.unlink()
    small.does("migrate")


@pytest.mark.slow
def test_the_log_of_the_database_gives_its_room_back(begun):
    """A long reader makes it grow; afterwards it is cut to four megabytes."""
    path = begun.folder / "companion.sqlite3"
    reader = sqlite3.connect(path, isolation_level=None)
    reader.execute("BEGIN")
    reader.execute("SELECT count(*) FROM companion_table").fetchall()
    code = """
import sys
from companion.models import Table
for n in range(40):
    Table.objects.create(game="g", state={"filling": "x" * 200_000})
print("grown", flush=True)
sys.stdin.readline()
Table.objects.create(game="g", state={"filling": "x" * 5_000_000})
Table.objects.create(game="g", state={})
print("done", flush=True)
sys.stdin.readline()
"""
    with begun.python(code) as writer:
        assert writer.stdin is not None
        assert writer.stdout is not None
        assert writer.stdout.readline() == "grown\n"
        log = path.with_name(f"{path.name}-wal")
        assert log.stat().st_size > 8_000_000
        reader.close()
        writer.stdin.write("\n")
        writer.stdin.flush()
        assert writer.stdout.readline() == "done\n"
        assert log.stat().st_size <= 4 * 1024 * 1024
        writer.stdin.write("\n")
        writer.stdin.flush()


@pytest.mark.skipif(os.name == "nt", reason="Windows runs another server")
@pytest.mark.slow
def test_at_rest_the_file_of_the_database_is_all_there_is(place, free_port, tmp_path):
    with place.playing("--port", free_port) as server:
        until(server, "Ctrl+C")
        assert status(f"http://127.0.0.1:{free_port}/pad/none/") == 404  # It has it open now.
        code = "from companion.models import Table; Table.objects.create(game='g', state={})"
        with place.python(code) as writer:
            pass
        assert writer.returncode == 0
        assert (place.folder / "companion.sqlite3-wal").stat().st_size > 0
        server.terminate()
        assert server.wait(LATE) == 0
    file = place.folder / "companion.sqlite3"
    file.rename(tmp_path / file.name)
    with contextlib.closing(sqlite3.connect(tmp_path / file.name)) as copied:
        assert copied.execute("SELECT game FROM companion_table").fetchall() == [("g",)]


@contextlib.contextmanager
def computing(place: Place, port: int) -> Iterator[subprocess.Popen[str]]:
    """A server one process of which computes without end."""
    with place.python(ENDLESS.replace("PORT", str(port))) as server:
        until(server, "Ctrl+C")
        with socket.create_connection(("127.0.0.1", port)) as asked:
            asked.sendall(b"GET / HTTP/1.0\r\n\r\n")
            until(server, "busy")
            yield server


@pytest.mark.skipif(os.name == "nt", reason="Windows runs another server")
@pytest.mark.slow
def test_a_stop_waits_for_no_solver(place):
    with computing(place, unused()) as server:
        server.terminate()
        assert server.wait(LATE) == 0  # the solver would never end


@pytest.mark.skipif(os.name == "nt", reason="Windows runs another server")
@pytest.mark.slow
def test_a_killed_server_lets_go_of_its_port_though_a_solver_runs(place):
    with computing(place, port := unused()) as server:
        server.send_signal(signal.SIGKILL)
        server.wait(LATE)
        with place.playing("--port", str(port)) as next_one:
            until(next_one, "Ctrl+C")
            assert status(f"http://127.0.0.1:{port}/about") == 200


def test_a_port_that_is_taken_is_waited_for_and_then_another_is_named(monkeypatch):
    monkeypatch.setattr(listening_port, "PATIENCE", 0.2)
    heard: list[Text] = []
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with pytest.raises(OperationalProblem) as trouble:
            listening_port.listen("127.0.0.1", port, heard.append)
    assert [str(port) in each.en for each in heard] == [True]
    told = str(trouble.value)
    free = int(told.splitlines()[0].rpartition(" ")[2])
    assert free > port
    listening_port.listen("127.0.0.1", free, heard.append).close()


def test_a_port_that_becomes_free_is_taken(monkeypatch):
    other = socket.create_server(("127.0.0.1", 0))
    port = other.getsockname()[1]
    with listening_port.listen("127.0.0.1", port, lambda said: other.close()) as found:
        assert found.getsockname()[1] == port


def test_without_a_wish_the_next_free_port_is_taken_and_told(monkeypatch):
    monkeypatch.setattr(listening_port, "SHORT_PATIENCE", 0.2)
    heard: list[Text] = []
    with socket.create_server(("127.0.0.1", 0)) as other:
        monkeypatch.setattr(listening_port, "FIRST_PORT", other.getsockname()[1])
        with listening_port.listen("127.0.0.1", None, heard.append) as found:
            port = found.getsockname()[1]
    assert port > listening_port.FIRST_PORT
    assert str(port) in heard[-1].en


@pytest.mark.parametrize("wish", [["--port", "0"], ["--port", "70000"], ["--port", "x"]])
def test_a_port_that_is_none_is_a_slip_of_the_command(place, wish):
    done = place.manage("play", *wish)
    assert done.returncode == 2
    said(done)


def test_an_address_of_another_machine_is_told(place):
    assert "192.0.2.1" in place.refuses("play", "--host", "192.0.2.1", "--port", str(unused()))


def test_a_folder_that_takes_no_environment_is_told_by_any_python(monkeypatch, tmp_path):
    (tmp_path / "var").write_text("in the way")
    monkeypatch.setattr(bootstrap, "ROOT", str(tmp_path))
    monkeypatch.setattr(bootstrap, "_fresh", lambda needs: False)
    monkeypatch.setattr(bootstrap, "_complete", lambda: False)
    monkeypatch.delenv("COMPANION_NO_BOOTSTRAP", raising=False)
    with pytest.raises(SystemExit, match="書き込めません"):
        bootstrap.ensure(["manage.py", "play"])


@pytest.fixture
def _heard():
    """A process started in the background ignores interrupts, and so would its children."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("_heard")
def test_an_interrupt_ends_a_command_without_a_word(place):
    place.folder.mkdir()
    # It waits for the lock that this test holds.
    lock = bootstrap.locked(place.folder / "start.lock")
    with lock, place.playing("--port", str(unused())) as server:
        while not _waits(server):
            time.sleep(0.05)
        server.send_signal(signal.SIGINT)
        out, _ = server.communicate(timeout=LATE)
    assert server.returncode == 130
    assert "Traceback" not in out


def _waits(server: subprocess.Popen[str]) -> bool:
    """True if it has opened the lock file."""
    folder = Path(f"/proc/{server.pid}/fd")
    if not folder.is_dir():
        pytest.skip("needs to look at another process")
    with contextlib.suppress(OSError):
        return any(str(each.readlink()).endswith("start.lock") for each in folder.iterdir())
    return False


def test_where_it_runs_is_one_line_of_json_where_the_log_is(settings):
    settings.LOG_AS_JSON, printed = True, io.StringIO()
    play.Command(stdout=printed).announce("127.0.0.1", 8000)
    (line,) = printed.getvalue().splitlines()
    told = json.loads(line)
    assert told["addresses"] == ["http://127.0.0.1:8000/"]
    assert "running" in told["said"]
    assert "█" in told["code"]


def test_the_first_process_that_answers_says_where_it_runs_and_no_later_one(monkeypatch):
    monkeypatch.setattr(play, "Thread", lambda **_given: SimpleNamespace(start=lambda: None))
    monkeypatch.setattr(play.sys, "setswitchinterval", lambda _seconds: None)
    said: list[int] = []
    for age in (2, 1, 3):
        play._begin(SimpleNamespace(age=age), lambda age=age: said.append(age))
    assert said == [1]
