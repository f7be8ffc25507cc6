"""The doctor finds each fault that is really made, says what to do, and is quiet about the rest."""

import contextlib
import os
import socket
import sqlite3
from pathlib import Path
from threading import Thread

import pytest

from companion import bootstrap
from companion.operations import data_directory, doctor
from companion.operations.operational_problem import OperationalProblem
from scoring.model.plan import NoAnswer
from scoring.solving import ilp
from tests.operations.installation import Place, said, until, unused


def asked(place: Place, *more: str) -> list[str]:
    """The things that are wrong, as the doctor says them."""
    done = place.manage("doctor", *(more or ("--port", str(unused()))))
    wrong = [line for line in said(done).splitlines() if line.startswith("✗")]
    assert done.returncode == (1 if wrong else 0)
    return wrong


@pytest.mark.slow
def test_a_fresh_and_a_used_installation_are_well(place, free_port):
    assert asked(place) == []
    with place.playing("--port", free_port) as server:
        until(server, "Ctrl+C")
        assert asked(place, "--port", free_port) == []  # It answers there itself.
    assert asked(place) == []


@pytest.mark.slow
def test_a_database_that_is_damaged_or_behind_is_found(place):
    place.folder.mkdir()
    path = place.folder / "companion.sqlite3"
    path.write_bytes(b"garbage" * 3000)
    assert ["is damaged" in each for each in asked(place)] == [True, True]  # nor can it be counted
    path.unlink()
    place.does("migrate", "companion", "0003")
    (behind,) = asked(place)
    assert "0004_words_of_the_field" in behind
    place.does("migrate")
    with contextlib.closing(sqlite3.connect(path)) as database:
        # An index that knows nothing of its table: only the whole check sees it.
        database.execute("PRAGMA writable_schema = 1")
        database.execute(
            "INSERT INTO companion_result (key, game, state, made)"
            " VALUES ('k', 'g', '{}', '2026-01-01')"
        )
        database.commit()
        (name,) = database.execute(
            "SELECT name FROM sqlite_master WHERE tbl_name = 'companion_result' AND type = 'index'"
        ).fetchone()
        (root,) = database.execute(
            "SELECT rootpage FROM sqlite_master WHERE name = 'companion_play'"
        ).fetchone()
        database.execute("UPDATE sqlite_master SET rootpage = ? WHERE name = ?", (root, name))
        database.commit()
    assert any("is damaged" in each for each in asked(place))


def test_a_folder_that_cannot_be_written_is_found(settings, tmp_path):
    settings.VAR = tmp_path / "file"
    settings.VAR.write_text("in the way")
    with pytest.raises(OperationalProblem, match=str(settings.VAR)):
        doctor.folder()


def test_a_disk_with_little_room_is_found(monkeypatch):
    doctor.space()
    monkeypatch.setattr(doctor, "LEAST_SPACE", 10**9)
    with pytest.raises(OperationalProblem, match="Only"):
        doctor.space()


def test_a_key_that_others_read_or_guess_is_found(settings, tmp_path):
    settings.VAR, settings.SECRET_KEY = tmp_path, "x" * 60
    key = tmp_path / data_directory.KEY
    key.write_text("x" * 60)
    key.chmod(0o600)
    doctor.key()
    if os.name != "nt":
        key.chmod(0o644)
        with pytest.raises(OperationalProblem, match="chmod 600"):
            doctor.key()
    settings.SECRET_KEY = "half of one"
    with pytest.raises(OperationalProblem, match="11 characters"):
        doctor.key()


@pytest.mark.parametrize(
    "answer",
    [b"", b"SSH-2.0-OpenSSH_9.9\r\n", b"HTTP/1.0 200 OK\r\n\r\nanother site"],
    ids=["without a word", "not in HTTP", "with another site"],
)
def test_a_port_where_somebody_else_answers_is_found(answer):
    with socket.create_server(("127.0.0.1", 0)) as other:
        speaker = Thread(target=answers_once, args=(other, answer))
        speaker.start()
        port = other.getsockname()[1]
        with pytest.raises(OperationalProblem, match=f"Port {port} is taken"):
            doctor.port_is_free(port)
        speaker.join()


def answers_once(server: socket.socket, answer: bytes) -> None:
    caller, _ = server.accept()
    with caller:
        caller.recv(4096)
        caller.sendall(answer)


@pytest.mark.slow
def test_static_files_of_yesterday_are_found(place):
    place.does("collectstatic", "--no-input")
    assert asked(place) == []
    next((place.folder / "static" / "js").glob("share_link.*.js")).unlink()
    (gone,) = asked(place)
    assert "share_link.js" in gone


def test_packages_that_differ_from_the_lock_are_found(monkeypatch, tmp_path):
    lock = Path(bootstrap.ROOT, bootstrap.RUN).read_text("utf-8")
    text = lock.replace("django==", "django==1.") + "no-such-package==1.0 \\\n"
    (tmp_path / bootstrap.RUN).write_text(text, "utf-8")
    doctor.packages()
    monkeypatch.setattr(bootstrap, "ROOT", str(tmp_path))
    with pytest.raises(OperationalProblem) as found:
        doctor.packages()
    assert "django 1." in found.value.message.en
    assert "no-such-package 1.0" in found.value.message.en


def test_a_solver_that_fails_or_dawdles_is_found(monkeypatch):
    doctor.solver()

    def fails(*args):
        raise NoAnswer("it cannot start")

    with monkeypatch.context() as broken:
        broken.setattr(ilp.Model, "_run", fails)
        with pytest.raises(OperationalProblem) as found:
            doctor.solver()
        assert "it cannot start" in found.value.message.ja
    monkeypatch.setattr(doctor, "SLOW", -1)
    with pytest.raises(OperationalProblem, match="ms"):
        doctor.solver()


def test_a_game_that_cannot_be_read_is_found(monkeypatch):
    monkeypatch.setattr(doctor.registry, "check", lambda: {"some_game": "broken"})
    with pytest.raises(OperationalProblem, match="check_game some_game"):
        doctor.games()
