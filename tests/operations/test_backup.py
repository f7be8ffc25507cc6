"""A back-up taken while people write is whole: everything saved before it, in order, no more."""

import os
import shutil
import sqlite3
import stat
import subprocess
from pathlib import Path

import pytest

from companion.operations import backup
from companion.operations.operational_problem import OperationalProblem
from tests.operations.installation import Place, said
from tests.throwaway_database_servers import NO_POSTGRES

WRITERS = 3
WRITER = """
from companion.models import Table
n = 0
while True:
    Table.objects.create(key=f"{NAME}-{n}", game="g", state={"n": n, "filling": "x" * 2000})
    print(n, flush=True)
    n += 1
"""
DAMAGE = b"not a page of a database" * 1000


def pads(file: Path) -> dict[str, str]:
    with sqlite3.connect(file) as database:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        return dict(database.execute("SELECT key, state FROM companion_table"))


def written(place: Place, *keys: str) -> None:
    code = "from companion.models import Table\n"
    code += f"for key in {keys!r}: Table.objects.create(key=key, game='g', state={{}})"
    with place.python(code) as writer:
        pass
    assert writer.returncode == 0


@pytest.fixture(scope="module")
def kept(migrated, tmp_path_factory):
    """A database with one sheet, and the back-up of it: made once, and only read."""
    folder = tmp_path_factory.mktemp("kept")
    place = Place(folder / "var")
    shutil.copytree(migrated, place.folder)
    written(place, "one")
    place.does("backup", folder / "kept.sqlite3")
    return folder


@pytest.fixture
def file(kept):
    return kept / "kept.sqlite3"


@pytest.fixture
def lived(place, kept):
    """A place with that sheet."""
    shutil.copytree(kept / "var", place.folder)
    return place


@pytest.mark.slow
def test_a_back_up_under_writing_holds_all_that_was_saved_before_it(begun, tmp_path):
    writers = [begun.python(f"NAME = 'w{n}'\n{WRITER}") for n in range(WRITERS)]
    try:
        saved = {}
        for n, writer in enumerate(writers):
            assert writer.stdout is not None
            for _ in range(20):
                saved[f"w{n}"] = int(writer.stdout.readline())
        for n in range(5):
            begun.does("backup", tmp_path / f"{n}.sqlite3")
    finally:
        for writer in writers:
            writer.kill()
            writer.communicate()
    kept = [pads(tmp_path / f"{n}.sqlite3") for n in range(5)]
    for found in kept:
        for name, last in saved.items():
            numbers = sorted(int(key.split("-")[1]) for key in found if key.startswith(name))
            assert numbers == list(range(len(numbers)))  # nothing in between is missing
            assert numbers[-1] >= last
    assert len(kept[0]) < len(kept[-1])  # they wrote on meanwhile


@pytest.mark.slow
def test_what_is_restored_is_what_was_kept(begun, tmp_path):
    written(begun, "one", "two")
    file = tmp_path / "kept.sqlite3"
    begun.does("backup", file)
    assert {path.name for path in tmp_path.iterdir()} == {"var", "kept.sqlite3"}
    if os.name != "nt":
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
    elsewhere = Place(tmp_path / "elsewhere")
    elsewhere.does("restore", file)
    with (
        sqlite3.connect(file) as old,
        sqlite3.connect(elsewhere.folder / "companion.sqlite3") as new,
    ):
        assert list(new.iterdump()) == list(old.iterdump())


@pytest.mark.slow
def test_a_restore_goes_over_something_only_when_told_and_keeps_it(lived, file):
    written(lived, "two")
    assert "--replace" in lived.refuses("restore", file)
    assert pads(lived.folder / "companion.sqlite3").keys() == {"one", "two"}
    lived.does("restore", file, "--replace")
    assert pads(lived.folder / "companion.sqlite3").keys() == {"one"}
    before = list(lived.folder.glob("*.before-*"))
    assert [pads(path).keys() for path in before] == [{"one", "two"}]


@pytest.mark.slow
def test_a_restore_reaches_those_who_have_the_database_open(lived, file):
    written(lived, "two")
    with sqlite3.connect(lived.folder / "companion.sqlite3") as reader:
        count = "SELECT count(*) FROM companion_table"
        assert reader.execute(count).fetchone() == (2,)
        lived.does("restore", file, "--replace")
        assert reader.execute(count).fetchone() == (1,)


SPOILT = (
    "DROP TABLE companion_note",
    "ALTER TABLE companion_table DROP COLUMN asking",
    "CREATE TRIGGER t AFTER INSERT ON companion_table BEGIN DELETE FROM companion_result; END",
    "DROP TABLE companion_wish; CREATE VIEW companion_wish AS SELECT * FROM companion_alias",
    "DELETE FROM django_migrations WHERE app = 'companion'",
)
"""Changes after which no page could be served from a database."""


@pytest.mark.slow
def test_a_file_that_is_no_back_up_changes_nothing(lived, file, tmp_path):
    damaged, stranger, text = (tmp_path / name for name in ("damaged", "stranger", "text"))
    whole = file.read_bytes()
    damaged.write_bytes(whole[:8192] + DAMAGE + whole[8192 + len(DAMAGE) :])
    with sqlite3.connect(stranger) as other:
        other.execute("CREATE TABLE t (a)")
    text.write_text("a letter to a friend")
    dump = tmp_path / "dump"
    dump.write_bytes(b"PGDMP and so on")
    later = tmp_path / "later"
    later.write_bytes(whole)
    with sqlite3.connect(later) as other:
        other.execute("UPDATE django_migrations SET name = '9999_later' WHERE name LIKE '0005%'")
    wrong = {
        damaged: "is damaged",
        text: "no back-up",
        dump: "another kind",
        tmp_path / "absent": "absent",
    }
    for path, word in wrong.items():
        assert word in lived.refuses("restore", path, "--replace")
        assert pads(lived.folder / "companion.sqlite3").keys() == {"one"}
    wrong = {stranger: "no back-up", later: "9999_later"}
    for n, change in enumerate(SPOILT):
        path = tmp_path / f"spoilt{n}"
        path.write_bytes(whole)
        with sqlite3.connect(path) as other:
            other.executescript(change)
        wrong[path] = "no back-up"
    for path, word in wrong.items():
        with pytest.raises(OperationalProblem, match=word):
            backup.check_restorable(path)
    backup.check_restorable(file)


@pytest.mark.slow
def test_a_back_up_never_takes_the_place_of_a_file_by_itself(begun, tmp_path):
    file = tmp_path / "kept.sqlite3"
    file.write_text("a letter to a friend")
    assert "--replace" in begun.refuses("backup", file)
    assert file.read_text() == "a letter to a friend"
    begun.does("backup", file, "--replace")
    assert pads(file) == {}


@pytest.mark.slow
def test_a_back_up_of_a_damaged_database_is_none(begun, tmp_path):
    path = begun.folder / "companion.sqlite3"
    whole = path.read_bytes()
    path.write_bytes(whole[:8192] + DAMAGE + whole[8192 + len(DAMAGE) :])
    assert "damaged" in begun.refuses("backup", tmp_path / "kept.sqlite3")
    assert {each.name for each in tmp_path.iterdir()} == {"var"}


@pytest.mark.slow
def test_a_damaged_database_is_put_aside_by_a_restore(lived, file):
    path = lived.folder / "companion.sqlite3"
    path.write_bytes(DAMAGE)
    assert "--replace" in lived.refuses("restore", file)
    lived.does("restore", file, "--replace")
    assert pads(path).keys() == {"one"}
    assert [each.read_bytes() for each in lived.folder.glob("*.before-*[0-9]")] == [DAMAGE]


@pytest.mark.slow
def test_a_back_up_without_anything_to_keep_says_so(place, tmp_path):
    assert "nothing to keep" in place.refuses("backup", tmp_path / "kept.sqlite3")


@pytest.mark.slow
def test_a_back_up_without_a_place_for_it_says_so(begun, tmp_path):
    assert "kept.sqlite3" in begun.refuses("backup", tmp_path / "no such folder" / "kept.sqlite3")


@pytest.fixture
def served(place, postgres_server, tmp_path):
    """A place whose database is on a PostgreSQL, with a second one of its own to bring it to."""
    if not shutil.which("pg_dump"):
        pytest.skip(f"{NO_POSTGRES}: its pg_dump is missing")
    place.more["DATABASE_URL"] = postgres_server.create(f"kept_{tmp_path.name}")
    place.does("migrate")
    return place


def rows(place: Place) -> set[str]:
    import psycopg

    with psycopg.connect(place.more["DATABASE_URL"]) as database:
        return {row[0] for row in database.execute("SELECT key FROM companion_table")}


@pytest.mark.slow
def test_postgresql_is_kept_while_people_write_and_brought_back(served, postgres_server, tmp_path):
    file = tmp_path / "kept.dump"
    with served.python(f"NAME = 'w'\n{WRITER}") as writer:
        assert writer.stdout is not None
        last = [int(writer.stdout.readline()) for _ in range(20)][-1]
        done = served.manage("backup", file)
        writer.kill()
    assert done.returncode == 0, said(done)
    assert {path.name for path in tmp_path.iterdir()} == {"var", "kept.dump"}
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    other = Place(tmp_path / "other")
    other.more["DATABASE_URL"] = postgres_server.create(f"other_{tmp_path.name}")
    other.does("restore", file)
    numbers = sorted(int(key.split("-")[1]) for key in rows(other))
    assert numbers == list(range(len(numbers)))  # nothing in between is missing
    assert last <= numbers[-1]

    before = rows(served)
    assert "--replace" in served.refuses("restore", file)
    cut = tmp_path / "cut.dump"
    cut.write_bytes(file.read_bytes()[:-1000])
    assert "pg_restore" in served.refuses("restore", cut, "--replace")
    assert rows(served) == before > rows(other)  # neither has changed anything
    served.does("restore", file, "--replace")
    assert rows(served) == rows(other)


LATER = """
CREATE TABLE later (event bigint REFERENCES companion_event (id));
INSERT INTO django_migrations (app, name, applied) VALUES ('companion', '9999_later', now());
"""


@pytest.mark.slow
def test_a_copy_from_before_an_update_takes_the_place_of_what_the_update_made(served, tmp_path):
    """Also of a table more, which refers to one of the others; and no later copy is taken."""
    import psycopg

    before, later = tmp_path / "before.dump", tmp_path / "later.dump"
    served.does("backup", before)
    with psycopg.connect(served.more["DATABASE_URL"], autocommit=True) as database:
        database.execute(LATER)
    served.does("backup", later)
    served.does("restore", before, "--replace")
    with psycopg.connect(served.more["DATABASE_URL"]) as database:
        assert database.execute("SELECT to_regclass('later')").fetchone() == (None,)
    assert "9999_later" in served.refuses("restore", later, "--replace")
    served.does("migrate", "--check")  # nothing was changed


@pytest.mark.slow
def test_a_dump_of_another_program_is_not_taken(served, postgres_server, tmp_path):
    file = tmp_path / "other.dump"
    other = postgres_server.create(f"foreign_{tmp_path.name}")
    subprocess.run(["pg_dump", "--format=custom", f"--file={file}", other], check=True)
    assert "other.dump" in served.refuses("restore", file, "--replace")
    served.does("migrate", "--check")


@pytest.mark.slow
def test_a_copy_of_one_kind_of_database_is_not_put_into_the_other(served, tmp_path):
    file = tmp_path / "kept.dump"
    served.does("backup", file)
    assert "another kind" in Place(tmp_path / "sqlite").refuses("restore", file)
