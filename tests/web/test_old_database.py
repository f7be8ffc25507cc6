"""A database that an earlier version wrote still opens: every table, log, pad, result, history.

`databases/2026_11.sql` was written by the app itself, by five phones through its pages; the
JSON beside it says what that version made of it. Neither is ever made anew: what comes later
has to read what there was then.
"""

import json
import os
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from scoring import game
from tests.once import made_once
from tests.real_server import share_index
from tests.web.test_history import upload

pytestmark = pytest.mark.slow

DATABASES = Path(__file__).parent / "databases"
ROOT = Path(__file__).parents[2]
THEN: dict[str, Any] = json.loads((DATABASES / "2026_11.json").read_text("utf-8"))
LABELS = {"name", "colour"}
CHANGED_BY_VISITING = 2
"""The program undoes an event of each table and undoes that."""


@pytest.fixture(scope="module")
def now(tmp_path_factory):
    """Returns the report of today's code on the old database, once it is migrated."""
    folder = made_once(tmp_path_factory, "old", opened)
    report: dict[str, Any] = json.loads((folder / "report.json").read_text("utf-8"))
    return report


def opened(var: Path) -> None:
    """Opens the old database in a data folder, and writes the report there."""
    database = sqlite3.connect(var / "companion.sqlite3")
    database.executescript((DATABASES / "2026_11.sql").read_text("utf-8"))
    database.close()
    share_index(var)
    settings = {"COMPANION_VAR": str(var), "COMPANION_SECRET_KEY": THEN["secret_key"]}
    # Without COMPANION_DEBUG templates are read once, not for each of a thousand pages.
    settings |= {"COMPANION_DEBUG": "", "DJANGO_SETTINGS_MODULE": "companion.settings"}
    kept = {k: v for k, v in os.environ.items() if k != "DATABASE_URL"}
    command = [sys.executable, "-m", "tests.web.open_old_database", str(DATABASES / "2026_11.json")]
    done = subprocess.run(
        command, cwd=ROOT, env=kept | settings, capture_output=True, encoding="utf-8"
    )
    assert done.returncode == 0, done.stderr[-4000:]
    (var / "report.json").write_text(done.stdout, "utf-8")


def test_every_address_answers_every_phone_as_it_did(now):
    # since then, whoever only watches is not shown the players' code
    kept = {"watcher": [path for path in THEN["visits"]["watcher"] if path.endswith("/invite/")]}
    then = {
        who: visits | dict.fromkeys(kept.get(who, []), 404)
        for who, visits in THEN["visits"].items()
    }
    assert now["visits"] == then
    assert [each for each in now["absent"] if each[0] not in kept["watcher"]] == []
    statuses = [status for each in now["visits"].values() for status in each.values()]
    assert set(statuses) == {200, 404}
    assert statuses.count(200) > 600


def test_every_sheet_is_kept(now):
    for kind, part in (("Table", "tables"), ("Pad", "pads"), ("Result", "results")):
        states = {key: each["state"] for key, each in THEN[part].items()}
        kept = {key: state for key, state in now["stored"][kind].items() if key in states}
        # since then somebody has to say that a blank is none; of games that were over it is said
        over = {
            key: about
            for key, about in THEN[part].items()
            if part == "results" or about.get("what") == "finished"
        }
        for key in over:
            states[key] = game(THEN[part][key]["game"]).sheet.with_rest_none(states[key])
        assert bool(over) == (part != "pads")
        assert kept == states


@pytest.mark.parametrize("part", ["tables", "pads", "results"])
def test_every_seat_has_the_points_it_had(now, part):
    for key, about in THEN[part].items():
        then, found = THEN["scores"][key], now["scores"][key]
        # since then, a seat with nothing entered has no place
        blank = [s for s, cells in about["state"]["seats"].items() if not set(cells) - LABELS]
        places = sorted([seat, None if seat in blank else n] for seat, n in then["places"])
        if all(each["total"] is not None for each in found["seats"].values()):
            assert sorted(found["places"]) == places, (about["game"], key)
        assert set(found["seats"]) == set(then["seats"])
        for seat, told in then["seats"].items():
            where = (about["game"], key, seat)
            # since then, a row that rests on a blank is open, where it was 0 without a word
            total, rows = found["seats"][seat]["total"], found["seats"][seat]["lines"]
            assert total in (told["total"], None), where
            lines = {id_: (points, status) for id_, points, status in rows}
            for id_, points, status in told["lines"]:
                now_points, now_status = lines[id_]
                assert now_points == points or (now_points is None and total is None), where
                # and a row under a ruling of the table's own says so in every game
                assert now_status in (status, "house") or now_points is None, (*where, id_)
            # and so is one of a game that is still played, until its blanks are said to be none
            over = part == "results" or (part == "tables" and about["what"] == "finished")
            opened = None in {points for points, _ in lines.values()} or not over
            lacks = about["game"] in ("nidavellir", "map_masters")  # coins, rounds
            assert total is not None or opened or lacks, where


def test_every_log_counts_what_it_counted_and_can_still_be_undone(now):
    for key, about in THEN["tables"].items():
        counted = [e["number"] for e in about["events"][-60:] if e["counts"]]
        shown = [n for n in counted if n != 1]  # how a table was opened stays
        # since then, of a game that was over, an event says that the rest was none
        said = [len(about["events"]) + 1] if about["what"] == "finished" else []
        every = THEN["counts"][key] + said
        assert set(now["counts"][key]) <= set(every)
        assert len(now["counts"][key]) >= len(THEN["counts"][key]), "the page has so many"
        assert set(THEN["counts"][key]) <= set(shown)
    assert now["there_and_back"] == dict.fromkeys(THEN["tables"], True)


def test_every_event_leaves_in_the_export(now):
    def plain(events):
        keys = ("number", "seat", "base", "cells", "refused", "undoes")
        return [{key: event[key] for key in keys} | spelt(event["cells"]) for event in events]

    def spelt(cells):
        """Since then a preset says which rulings it blanks; what it did is the same."""
        if "rulings/preset" not in cells:
            return {}
        told = {p: v for p, v in cells.items() if v is not None or not p.startswith("rulings/")}
        return {"cells": told}

    def visited(events):
        kept = [event for event in events if event["form"] != "the-rest-was-none"]
        return kept[:-CHANGED_BY_VISITING]

    left = sorted(json.dumps(plain(visited(t["events"]))) for t in _tables(now))
    assert left == sorted(json.dumps(plain(t["events"])) for t in THEN["tables"].values())


def test_every_history_tells_the_same_games(now):
    # since then what an open total leaves open is told as open: the total, and places of its table
    for wider, then in zip(now["played"], THEN["played"], strict=True):
        told = [row[:-1] for row in wider]  # since then the last column has the time of the turns
        assert {row[-1] for row in wider[1:]} <= {""}
        unsure = {row[-1] for row in told[1:] if not _is_number(row[4])}
        for row, before in zip(told, then, strict=True):
            assert [*row[:3], *row[5:]] == [*before[:3], *before[5:]]
            if row != before:
                assert row[-1] in unsure
                assert row[4] == before[4] or not _is_number(row[4])
                least, _, most = row[3].partition("–")
                assert "" in (row[3], before[3]) or int(least) <= int(before[3]) <= int(
                    most or least
                )
    assert all(now["played"])


def _is_number(text: str) -> bool:
    return text.removeprefix("-").isdigit()


@pytest.mark.django_db
def test_what_left_comes_back_by_playing_its_events_again(now):
    """A table is taken in only if its events give the state that the file says."""
    phone = Client()
    assert upload(phone, "/history/import", json.dumps(now["export"]).encode()).status_code == 200
    again = phone.get("/history/export.json").json()
    states = [sorted(json.dumps(t["state"], sort_keys=True) for t in each["tables"])
              for each in (now["export"], again)]  # fmt: skip
    assert len(states[0]) == len(THEN["tables"])
    assert states[0] == states[1]


def _tables(now: dict[str, Any]) -> list[dict[str, Any]]:
    tables: list[dict[str, Any]] = now["export"]["tables"]
    assert now["export"]["behind_screens"] == 0
    return tables
