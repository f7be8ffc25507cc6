"""`manage.py score`: JSON in, JSON out, and a line for each thing that is wrong.

Without the `db` fixture, any query fails the test.
"""

import io
import json
import sys

import pytest
from django.core.management import CommandError, call_command

from scoring import game
from tests.rows import rows
from tests.web.test_api import SHEET


def run(*arguments, **options):
    """Returns the output of the command, as JSON."""
    out = io.StringIO()
    call_command("score", *arguments, stdout=out, **options)
    return json.loads(out.getvalue())


def refused(*arguments):
    """Returns the errors of the command, line by line."""
    out, err = io.StringIO(), io.StringIO()
    with pytest.raises(SystemExit) as exit_:
        call_command("score", *arguments, stdout=out, stderr=err)
    assert exit_.value.code == 2
    assert out.getvalue() == ""
    return err.getvalue().splitlines()


@pytest.fixture
def file(tmp_path):
    """Writes a sheet and names it."""

    def write(sheet):
        path = tmp_path / "sheet.json"
        path.write_bytes(sheet if isinstance(sheet, bytes) else json.dumps(sheet).encode())
        return str(path)

    return write


def test_a_sheet_is_scored_at_its_best(file):
    answer = run("keyflower", file(SHEET))
    seat = answer["seats"]["p1"]
    assert seat["total"] == 20  # 3 sets x 5, and 1 group of five x 5
    assert {line["id"]: line["points"] for line in seat["lines"]} == {
        "mercers_guild": 15,
        "windmill": 5,
        "leftover_gold": 0,
    }
    assert seat["proof"]["verdict"] == "optimal"
    assert answer["ranking"][0]["place"] is None  # nobody else


def test_the_sheet_may_come_from_standard_input(monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(json.dumps(SHEET).encode())))
    assert run("keyflower")["seats"]["p1"]["total"] == 20


@pytest.mark.parametrize("seat", [{}, {"seat": "p1"}])
def test_a_question_is_answered_with_a_plan(file, seat):
    plan = run("keyflower", file(SHEET), optimise="final", **seat)
    assert (plan["question"], plan["seat"], plan["worth"]) == ("final", "p1", 20)
    assert plan["proof"]["bound"] == 20
    assert plan["steps"][0]["ja"]
    assert plan["one_more"]["gold"] == 1  # 14 of 15 goods are used; gold scores left over
    assert game("keyflower").sheet.read(plan["after"]) == plan["after"]


def test_a_blank_sheet_can_be_scored_as_it_is(file):
    blank = run("keyflower", blank=3)
    assert list(blank["seats"]) == ["p1", "p2", "p3"]
    assert set(run("keyflower", file(blank))["seats"]) == {"p1", "p2", "p3"}


def test_the_schema_is_the_sheets():
    assert run("keyflower", schema=True) == game("keyflower").sheet.schema()


@rows(__file__, "refused")
def test_what_is_wrong_has_its_line(file, row):
    """A line for each thing, which begins with what is wrong."""
    sheet = file(
        row["sheet"].encode() if isinstance(row.get("sheet"), str) else row.get("sheet", SHEET)
    )
    lines = refused(row.get("game", "keyflower"), row.get("path", sheet), *row.get("asked", []))
    assert [line.partition(": ")[0] for line in lines] == row["lines"]
    assert [said for said in row.get("says", []) if said not in " ".join(lines)] == []


@pytest.mark.parametrize("sheet", [b"\xff\xfe", b"[" * 100_000])
def test_what_is_no_sheet_has_one_line(file, sheet):
    (line,) = refused("keyflower", file(sheet))
    assert line.startswith("sheet: ")


def test_one_line_stays_one_line(file):
    (line,) = refused("keyflower", file({"seats": {"p1": {"a\nb\ud800\x1b[31m": 1}}}))
    assert line.startswith("p1/a?b??[31m: ")


def test_a_folder_is_no_file(tmp_path):
    assert refused("keyflower", str(tmp_path))[0].startswith("file: ")


def test_only_one_thing_is_asked_at_a_time(file):
    with pytest.raises(CommandError, match="not allowed"):
        call_command("score", "keyflower", file(SHEET), "--schema", "--blank", "2")
