"""Everything moves to another kind of database and back; what fails moves nothing."""

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from tests.operations.installation import ROOT, Place

OLD = ROOT / "tests/web/databases/2026_11.sql"
NEW_ROW = """
from companion.tables.models import Event, Table
table = Table.objects.first()
Event.objects.create(table=table, number=10_000, idempotency_key="after")
"""


@pytest.fixture(scope="module")
def lived(tmp_path_factory):
    """A place with the tables, sheets and history of some evenings, which no test changes."""
    place = Place(tmp_path_factory.mktemp("lived") / "var")
    place.folder.mkdir()
    with sqlite3.connect(place.folder / "companion.sqlite3") as database:
        database.executescript(OLD.read_text("utf-8"))
    place.does("migrate")
    return place


def held(file: Path) -> dict[str, list[list[Any]]]:
    """Every row of every table of ours; JSON as what it says, its keys in any order."""

    def read(value: Any) -> Any:
        try:
            return json.loads(value)
        except (TypeError, ValueError):
            return value

    with sqlite3.connect(file) as database:
        names = "SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 'companion_%'"
        return {
            name: [
                list(map(read, row)) for row in database.execute(f"SELECT * FROM {name} ORDER BY 1")
            ]
            for (name,) in database.execute(names).fetchall()
        }


@pytest.mark.slow
def test_everything_moves_to_postgresql_and_back(lived, postgres_server, tmp_path):
    before = held(lived.folder / "companion.sqlite3")
    assert len([rows for rows in before.values() if rows]) > 4
    served, back = Place(tmp_path / "served"), tmp_path / "back.sqlite3"
    served.more["DATABASE_URL"] = postgres_server.create(f"moved_{tmp_path.name}")
    assert str(sum(map(len, before.values()))) in lived.does("move", served.more["DATABASE_URL"])
    served.does("move", f"sqlite:///{back}")
    assert held(back) == before == held(lived.folder / "companion.sqlite3")
    with served.python(NEW_ROW) as writer:  # its numbers go on after those that were moved
        pass
    assert writer.returncode == 0


@pytest.mark.slow
def test_a_move_over_something_moves_nothing(lived, begun):
    other = begun
    with other.python(
        "from companion.models import Table; Table.objects.create(key='a', game='g', state={})"
    ):
        pass
    before = held(other.folder / "companion.sqlite3")
    assert "empty one" in lived.refuses("move", f"sqlite:///{other.folder / 'companion.sqlite3'}")
    assert held(other.folder / "companion.sqlite3") == before


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("nonsense", "no address"),
        ("gopher://there/name", "no address"),
        ("postgres://companion@127.0.0.1:1/name", "127.0.0.1"),
    ],
)
@pytest.mark.slow
def test_a_wrong_address_is_said(lived, url, says):
    assert says in lived.refuses("move", url)
