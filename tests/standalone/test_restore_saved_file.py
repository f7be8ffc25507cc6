"""A saved file comes back as a whole, brought to this version, or not at all."""

import json
import sqlite3
import struct

import pytest
from django.core.management import call_command

from companion.models import Table
from companion.operations import database_checks, database_settings
from companion.operations.operational_problem import OperationalProblem
from companion.standalone import restore_saved_file

BESIDE = {"phone": "ab" * 32, "cookies": '{"companion": ["x", null]}'}


@pytest.fixture(autouse=True)
def _files(django_db_blocker):
    """Databases in files of their own; the tests' own is not touched."""
    with django_db_blocker.unblock():
        yield


@pytest.fixture
def phone(settings, tmp_path):
    """A phone's folder, where what was brought would lie."""
    settings.VAR = tmp_path / "data"
    settings.VAR.mkdir()
    return settings.VAR


@pytest.fixture
def kept(tmp_path):
    """A file of this version with one sheet in it."""
    path = tmp_path / "kept.sqlite3"
    database_settings.migrate(path)
    with database_settings.temporary_alias(path) as alias:
        Table.objects.using(alias).create(key="abc", game="x", state={})
    return path


def as_saved(path):
    """As browser/python_engine.js hands it out."""
    note = json.dumps(BESIDE).encode()
    return path.read_bytes() + note + struct.pack("<I", len(note)) + b"companion"


def sheets(path):
    with database_checks.open_sqlite(path) as found:
        return [row[0] for row in found.execute("SELECT key FROM companion_table")]


def test_a_phones_file_comes_back_with_its_secret_and_its_cookies(phone, kept):
    restore_saved_file.bring(as_saved(kept))
    assert sheets(phone / restore_saved_file.BROUGHT) == ["abc"]
    assert json.loads((phone / restore_saved_file.BESIDE).read_text()) == BESIDE
    assert {path.name for path in phone.iterdir()} == {
        restore_saved_file.BROUGHT,
        restore_saved_file.BESIDE,
    }


def test_other_programs_read_the_saved_file_as_a_database(kept, tmp_path):
    saved = tmp_path / "saved.sqlite3"
    saved.write_bytes(as_saved(kept))
    database_checks.examine(saved)
    assert sheets(saved) == ["abc"]


DEEP = b"[" * 200_000


@pytest.mark.parametrize(
    "end", [b"", DEEP + struct.pack("<I", len(DEEP)) + b"companion"], ids=["none", "too deep"]
)
def test_a_servers_back_up_comes_without_them_and_so_does_what_cannot_be_read(end, phone, kept):
    restore_saved_file.bring(kept.read_bytes() + end)
    assert sheets(phone / restore_saved_file.BROUGHT) == ["abc"]
    beside = json.loads((phone / restore_saved_file.BESIDE).read_text())
    assert beside == {"phone": "", "cookies": ""}


def test_an_older_versions_file_is_brought_to_this_one(phone, kept):
    names = sorted(database_checks.migration_names())
    with database_settings.temporary_alias(kept) as alias:
        call_command("migrate", "companion", names[-2], database=alias, verbosity=0)
    restore_saved_file.bring(as_saved(kept))
    with sqlite3.connect(phone / restore_saved_file.BROUGHT) as found:
        applied = found.execute("SELECT name FROM django_migrations WHERE app = 'companion'")
        assert sorted(row[0] for row in applied) == names
    assert sheets(phone / restore_saved_file.BROUGHT) == ["abc"]


def spoilt(content):
    middle = len(content) // 2
    return content[:middle] + bytes(5000) + content[middle + 5000 :]


@pytest.mark.parametrize(
    "harm",
    [
        lambda content: b"",
        lambda content: b"PK\x03\x04 something else",
        lambda content: content[: len(content) // 2],
        spoilt,
        lambda content: content[:16] + bytes(len(content) - 16),
    ],
    ids=["nothing", "no database", "cut off", "spoilt", "empty inside"],
)
def test_what_is_not_whole_changes_nothing_and_says_so(harm, phone, kept):
    with pytest.raises(OperationalProblem, match="no whole file of this app"):
        restore_saved_file.bring(harm(as_saved(kept)))
    assert list(phone.iterdir()) == []


def test_another_programs_database_is_refused(phone, tmp_path):
    with sqlite3.connect(tmp_path / "other") as other:
        other.execute("CREATE TABLE t (x)")
    with pytest.raises(OperationalProblem, match="no whole file of this app"):
        restore_saved_file.bring((tmp_path / "other").read_bytes())
    assert list(phone.iterdir()) == []


def test_a_later_versions_file_is_refused_and_says_why(phone, kept):
    with database_checks.open_sqlite(kept, "rw") as found:
        found.execute(
            "INSERT INTO django_migrations (app, name, applied)"
            " VALUES ('companion', '9999_later', '2030-01-01')"
        )
    with pytest.raises(OperationalProblem, match="A later version of the app"):
        restore_saved_file.bring(as_saved(kept))
    assert list(phone.iterdir()) == []
