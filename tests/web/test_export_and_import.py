"""Leaving and coming back: whole tables, spreadsheets, BG Stats, and files meant to hurt."""

import csv as stdlib_csv
import json
from dataclasses import replace
from datetime import UTC, datetime
from io import StringIO
from pathlib import Path
from typing import Any
from urllib.parse import unquote
from uuid import UUID, uuid4

import pytest
from django.utils import timezone
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis
from hypothesis import strategies as st

from companion.history import played_games
from companion.history.played_games import Record
from companion.history.save_pad_to_history import keep
from companion.history.seat_results import RecordSeat, seats_json
from companion.history.transfer import (
    bgsplay_reader,
    bgstats_export,
    companion_json_reader,
    companion_json_writer,
    csv_export,
)
from companion.history.transfer.companion_json_rows import FileContents, TurnsRow
from companion.history.transfer.store_import import exists, keep_plays, keep_tables
from companion.history.transfer.untrusted_json import MOST_BYTES
from companion.models import Device, Group, Play, Result, Table
from companion.tables import ledger
from companion.tables.saved_results import keep_result
from companion.tables.turn_clock import TurnClock
from scoring import game, games
from tests.contract.random_states import states
from tests.rows import change, rows, tables

pytestmark = pytest.mark.django_db

KEYFLOWER = game("keyflower")
NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
DAY = datetime(2026, 11, 21, 10, tzinfo=UTC)


def played(**more: Any) -> Table:
    """A table with a write, a conflict, an undo, a redo and a ruling; finished."""
    table = Table.objects.create(game="keyflower", state=KEYFLOWER.sheet.blank(2), **more)
    a, b = (Device.objects.create(table=table, digest=str(uuid4()), role="host") for _ in "ab")
    opening = {"p1/name": "Aki", "p2/name": "美香", "rulings/preset": "online"}
    ledger.write(table.key, a, "p1", opening, 0, "opened")
    ledger.write(table.key, a, "p1", {"p1/resources/gold": 5, "play/first": "p2"}, 1, "gold")
    ledger.write(table.key, b, "p2", {"p1/resources/gold": 7, "p2/resources/gold": 3}, 1, "late")
    ledger.write(table.key, b, "p2", {"rulings/storage_release": "no"}, 3, "ruled")
    ledger.write(table.key, a, "p1", {"p1/resources/wood": 4}, 4, "wood")
    ledger.undo(table.key, a, "p1", 5, "undo")
    Table.objects.filter(key=table.key).update(finished=timezone.now())
    return Table.objects.get(key=table.key)


def exported(*tables: Table) -> bytes:
    (file,) = companion_json_writer.parts(tables or Table.objects.all(), now=NOW)
    return file


def ledger_of(table: Table) -> list[dict[str, Any]]:
    fields = ("number", "at", "seat", "base", "idempotency_key", "cells", "refused", "undoes")
    return list(table.events.values(*fields))


# ── our own file ───────────────────────────────────────────────────────────────────────


def test_a_table_comes_back_with_its_whole_ledger():
    before = played()
    kept, file = ledger_of(before), exported()
    before.delete()
    reading = companion_json_reader.read(file)
    assert reading.faults == []
    group = Group.objects.create(digest="x", name="us")
    (after,) = keep_tables(reading.tables, group)
    after = Table.objects.get(key=after.key)
    assert ledger_of(after) == kept
    for field in ("uid", "game", "state", "revision", "made", "finished", "screens", "revealed"):
        assert getattr(after, field) == getattr(before, field), field
    assert after.key != before.key
    assert after.group == group
    assert not after.devices.exists()
    assert not after.links.exists()


@pytest.mark.parametrize("slug", [slug for slug in games() if game(slug).stage != "draft"])
def test_whatever_a_sheet_records_comes_back(slug):
    sheet = game(slug).sheet

    @hypothesis(max_examples=30, suppress_health_check=list(HealthCheck))
    @given(states(game(slug)))
    def check(state):
        table = Table.objects.create(game=slug, state=ledger.opening(sheet, state, ()))
        cells: dict[str, Any] = dict(sheet.cells(state))
        done = ledger.write(table.key, None, "", cells, 0, "all at once")
        reading = companion_json_reader.read(exported(done.table))
        assert reading.faults == []
        assert reading.tables[0].state == done.table.state

    check()


def test_secrets_stay_behind():
    table = played()
    file = exported().decode()
    assert str(table.uid) in file
    assert table.key not in file
    for device in Device.objects.all():
        assert device.digest not in file


def test_the_same_file_twice_brings_nothing_twice():
    table = played()
    file = exported()
    assert keep_tables(companion_json_reader.read(file).tables) == ()
    table.delete()
    (again,) = keep_tables(companion_json_reader.read(file).tables)
    assert again.uid == table.uid
    assert keep_tables(companion_json_reader.read(file).tables) == ()
    assert exported() == file


def test_a_screen_that_is_up_is_not_seen_through():
    table = played(screens=True)
    file = json.loads(exported())
    assert (file["tables"], file["behind_screens"]) == ([], 1)
    table.revealed = ["p1", "p2"]
    assert len(json.loads(exported(table))["tables"]) == 1


def test_a_long_history_is_several_files_that_each_come_back(monkeypatch):
    tables = [played() for _ in range(3)]
    whole = exported()
    monkeypatch.setattr(companion_json_writer, "MOST_BYTES", len(whole) - 1)
    files = companion_json_writer.parts(tables, now=NOW)
    assert [len(companion_json_reader.read(file).tables) for file in files] == [2, 1]
    assert all(len(file) < len(whole) for file in files)


def saved_sheet() -> Record:
    """A sheet that was scored without a table and saved under other names."""
    cells = {"p1": {"name": "Aki", "resources": {"gold": 5}}, "p2": {"resources": {"gold": 3}}}
    rest = dict(KEYFLOWER.sheet.rest_none({"seats": cells}))
    result = keep_result(KEYFLOWER, KEYFLOWER.sheet.put({"seats": cells}, rest))
    record = played_games.of_result(result)
    seats = tuple(replace(seat, name="美香") for seat in record.seats)
    named = replace(record, seats=seats, played=DAY, place="home")
    return played_games.of_play(keep(result, "owner", named))


def test_a_sheet_saved_without_a_table_comes_back_with_its_rows_and_once():
    told = saved_sheet()
    assert told.rows
    (file,) = companion_json_writer.parts([], [told], now=NOW)
    Play.objects.all().delete()
    Result.objects.all().delete()
    reading = companion_json_reader.read(file)
    assert (reading.plays, reading.faults) == ((told,), [])
    keep_plays(reading.plays, "owner")
    back = played_games.of_play(Play.objects.get())
    assert back == told
    # its play file names the same game, whichever comes first
    known = {bgstats_export.play_uid(back)}
    assert bgsplay_reader.read(file_of(told), existing=known).plays == ()
    keep_plays(bgsplay_reader.read(file_of(told)).plays, "another")
    assert keep_plays(reading.plays, "another") == 0


@pytest.mark.parametrize("spoilt", [{"seats": {"p1": {"resources": {"gold": -1}}}}, [1], "sheet"])
def test_of_a_saved_sheet_that_is_not_understood_the_totals_come_in(spoilt):
    told = saved_sheet()
    (sent,) = companion_json_writer.parts([], [told], now=NOW)
    file = json.loads(sent)
    file["plays"][0]["sheet"] = spoilt
    reading = read(file)
    assert [fault.path for fault in reading.faults] == ["plays/0/sheet"]
    assert [(play.seats, play.state) for play in reading.plays] == [(told.seats, {})]


OPEN = RecordSeat("p2", "美香", None, None, best=1, worst=2, known=55, least=52, most=80)


def test_an_open_total_leaves_with_its_range_and_comes_back():
    told = Record(str(uuid4()), "keyflower", DAY, (AKI_AND_MIKA[0], OPEN), {}, "import", 90)
    (file,) = companion_json_writer.parts([], [told], now=NOW)
    seat = json.loads(file)["plays"][0]["seats"][1]
    assert seat.items() >= {"total": None, "known": 55, "least": 52, "most": 80}.items()
    assert seat.items() >= {"place": None, "best": 1, "worst": 2}.items()
    reading = companion_json_reader.read(file)
    assert (reading.plays, reading.faults) == ((told,), [])
    keep_plays(reading.plays, "owner")
    assert played_games.of_play(Play.objects.get()) == told


def test_a_file_from_before_ranges_comes_back_with_blank_totals():
    told = Record(str(uuid4()), "keyflower", DAY, (OPEN,), {}, "import", 90)
    (sent,) = companion_json_writer.parts([], [told], now=NOW)
    file = json.loads(sent) | {"version": 5}
    for key in ("best", "worst", "known", "least", "most"):
        del file["plays"][0]["seats"][0][key]
    for key in ("rows", "sheet"):
        del file["plays"][0][key]
    reading = read(file)
    assert reading.faults == []
    assert reading.plays[0].seats == (RecordSeat("p2", "美香", None, None),)


@pytest.mark.parametrize(("language", "total"), [("en", "52 to 80"), ("ja", "52〜80")])
def test_an_open_total_is_told_in_words_in_a_history_as_rows(language, total):
    _, row = cells(csv_export.history([record(OPEN)], language))
    assert row[3:5] == ["1–2", total]


def sound():
    """The file of a table that was played."""
    played()
    return json.loads(exported())


def read(file: Any) -> FileContents:
    return companion_json_reader.read(json.dumps(file).encode())


@pytest.mark.parametrize(
    ("version", "missing"), [(2, ("merged", "held", "place", "note", "turns")), (3, ("turns",))]
)
def test_a_file_from_before_notes_or_turns_comes_back_without_any(version, missing):
    file = sound() | {"version": version}
    for key in missing:
        file.pop(key, None)
        file["tables"][0].pop(key, None)
    reading = read(file)
    assert reading.faults == []
    nothing = (None, "", "", TurnsRow({}, {}, False))
    assert [(t.held, t.place, t.note, t.turns) for t in reading.tables] == [nothing]


@pytest.mark.parametrize("slug", [{}, [], None, 7])
def test_an_old_file_with_a_game_that_is_no_word_says_so(slug):
    file = sound() | {"version": 4}
    file["tables"][0]["game"] = slug
    assert [fault.path for fault in read(file).faults] == ["tables/0/game"]


TURNS = {
    "seat": "p1", "turn": 3, "phase": "spring", "since": None, "spent": 4_000,
    "times": {"p1": {"spring": 64_000}, "p2": {"spring": 30_000, "": 5_500}},
    "turns": {"p1": 2, "p2": 1}, "before": None, "shown": True,
}  # fmt: skip


def test_what_everybody_took_comes_back_on_a_clock_that_stands_still():
    before = played()
    running = TURNS | {"since": round(NOW.timestamp() * 1000) - 2_000}
    Table.objects.filter(key=before.key).update(turns=running)
    file = exported()
    before.delete()
    reading = companion_json_reader.read(file)
    assert reading.faults == []
    (after,) = keep_tables(reading.tables)
    kept = TurnClock.read(Table.objects.get(key=after.key).turns)
    assert not kept.running
    assert [kept.of_seat(seat, 10**15) for seat in ("p1", "p2")] == [66_000, 35_500]
    assert kept.of_phases(0) == {"spring": 96_000, "": 5_500}
    assert (kept.turns, kept.shown) == ({"p1": 2, "p2": 1}, True)


@rows(__file__, "clocks")
def test_a_clock_that_makes_no_sense_keeps_its_table_out(row):
    file = sound()
    file["tables"][0]["turns"] = json.loads(row)
    reading = read(file)
    assert reading.tables == ()
    assert len(reading.faults) == 1


def test_a_spreadsheet_has_what_everybody_took():
    table = played()
    assert [
        row[-1] for row in cells(csv_export.history([played_games.of_table(table)], "en"))[1:]
    ] == ["", ""]
    Table.objects.filter(key=table.key).update(turns=TURNS)
    found = played_games.of_table(Table.objects.get(key=table.key))
    assert [row[-1] for row in cells(csv_export.history([found], "en"))[1:]] == ["64", "35"]


def test_a_place_goes_to_bg_stats_and_comes_back():
    there, nowhere = record(place="Ben's"), record(key=str(uuid4()))
    file = bgstats_export.dumps(bgstats_export.document([there, nowhere], "ja"))
    assert len(json.loads(file)["locations"]) == 2
    assert {each.place for each in bgsplay_reader.read(file).plays} == {"Ben's", ""}


def test_the_file_of_nothing():
    (file,) = companion_json_writer.parts([], now=NOW)
    assert file.decode() == (
        '{"format":"boardgame-companion","version":7,"exported":"2026-11-21T12:00:00+00:00",'
        '"behind_screens":0,"merged":[],"tables":[],"plays":[]}\n'
    )
    assert companion_json_reader.read(file) == FileContents()


LONG: list[dict[str, Any]] = [
    {"in": "events/1/cells", "at": "events/1/cells/p1/name", "put": {"p1/name": "x" * 3000}},
    {"in": "events/1/cells", "at": "events/1/cells/p1/name", "put": {"p1/name": [0] * 200}},
    {"in": "events/1/cells", "at": f"events/1/cells/{'x' * 40}", "put": {"x" * 300: 1}},
]


def test_what_another_version_may_have_written_comes_in_and_the_entries_count():
    table, _ = played(), played()
    for n, odd in enumerate(tables(__file__)["odd"]):
        file = json.loads(exported())
        row = next(t for t in file["tables"] if t["uid"] == str(table.uid))
        change(row, odd)
        reading = read(file)
        assert len(reading.tables) == 2, n
        at = f"tables/{file['tables'].index(row)}/state"
        assert [fault.path for fault in reading.faults] in ([], [at]), n
        taken = next(t for t in reading.tables if t.uid == table.uid)
        first = ledger.opening(KEYFLOWER.sheet, row["first"], ())
        assert taken.state == ledger.fold(KEYFLOWER.sheet, first, taken.events), n


def test_a_table_with_anything_wrong_stays_out_and_the_others_come():
    table, _ = played(), played()
    for wrong in [*tables(__file__)["wrong"], *LONG]:
        file = json.loads(exported())
        row = next(t for t in file["tables"] if t["uid"] == str(table.uid))
        n = file["tables"].index(row)
        change(row, wrong)
        reading = read(file)
        assert [fault.path for fault in reading.faults] == [f"tables/{n}/{wrong['at']}"]
        assert len(reading.tables) == 1, wrong
        message = reading.faults[0].message
        assert message.en
        assert message.ja


def test_many_faults_are_cut_short_but_a_good_table_after_them_still_comes():
    file = sound()
    file["tables"] = [{}] * 150 + file["tables"]
    reading = read(file)
    assert (len(reading.faults), len(reading.tables)) == (100, 1)


def test_one_table_twice_in_a_file_counts_once():
    file = sound()
    file["tables"] *= 2
    reading = read(file)
    assert len(reading.tables) == 1
    assert [fault.path for fault in reading.faults] == ["tables/1"]


@rows(__file__, "strange")
def test_files_that_are_not_ours_say_so(row):
    found = companion_json_reader.read(row["file"].encode())
    assert [fault.path for fault in found.faults] == [row["at"]]


# ── files meant to hurt ────────────────────────────────────────────────────────────────

HEAD = b'{"format": "boardgame-companion", "version": 1, '
HOSTILE = [
    b"",
    b"\xff\xfe\x00",
    b"\xef\xbb\xbf",
    b"null",
    b"[]",
    b'"words"',
    b"[" * 10_000,
    b"[" * 10_000 + b"]" * 10_000,
    b'{"plays": ' + b'{"a":' * 10_000 + b"1" + b"}" * 10_001,
    HEAD + b'"tables": ' + b"[" * 100_000 + b"]" * 100_000 + b"}",
    HEAD + b'"tables": [' + b'{"uid":' * 100_000 + b"1" + b"}" * 100_000 + b"]}",
    b'{"plays": [], "plays": []}',
    b'{"plays": [{"uuid": 1, "uuid": 2}], "tables": []}',
    HEAD + b'"tables": NaN}',
    HEAD + b'"tables": [-Infinity]}',
    HEAD + b'"tables": [1e999]}',
    HEAD + b'"tables": ' + b"9" * 5000 + b"}",
    HEAD + b'"tables": ["\\ud800"]}',
    b'{"plays": [{"gameRefId": 1, "\\udfff": 1}]}',
    b"{" + b" " * MOST_BYTES + b"}",
]


@pytest.mark.parametrize("data", HOSTILE, ids=lambda data: repr(data[:40]))
def test_a_hostile_file_is_a_fault_and_never_a_crash(data):
    for reading in (companion_json_reader.read(data), bgsplay_reader.read(data)):
        assert reading.faults
        for fault in reading.faults:
            for words in (fault.path, fault.message.en, fault.message.ja):
                assert len(words) < 300
                words.encode()


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4)
    ),
    max_leaves=8,
)


@st.composite
def spoiled(draw: st.DrawFn, sound: Any) -> Any:
    """A sound value with something of any type in one place, or in a few."""
    if not isinstance(sound, dict | list) or not sound or draw(st.integers(0, 9)) == 0:
        return draw(JSON)
    keys = list(sound) if isinstance(sound, dict) else list(range(len(sound)))
    key = draw(st.sampled_from(keys))
    copy = sound.copy()
    copy[key] = draw(spoiled(sound[key]))
    return copy


def test_wrong_types_anywhere_in_a_table_are_faults():
    @hypothesis(max_examples=300, suppress_health_check=list(HealthCheck))
    @given(spoiled(sound()))
    def check(file):
        reading = read(file)
        for table in reading.tables:  # whatever still comes in is whole
            first = ledger.opening(KEYFLOWER.sheet, table.state, table.events)
            assert ledger.fold(KEYFLOWER.sheet, first, table.events) == table.state

    check()


# ── spreadsheets ───────────────────────────────────────────────────────────────────────


def record(*seats: RecordSeat, **more: Any) -> Record:
    fields: dict[str, Any] = {
        "key": "8b5a2c1e-1111-4222-8333-444455556666",
        "game": "keyflower",
        "played": DAY,
        "seats": seats or AKI_AND_MIKA,
        "state": {},
        "source": "table",
        "minutes": 90,
    }
    return Record(**fields | more)


AKI_AND_MIKA = (RecordSeat("p1", "Aki", 1, 61, True), RecordSeat("p2", "美香", 2, -5))


def cells(file: bytes) -> list[list[str]]:
    return list(stdlib_csv.reader(StringIO(file.decode("utf-8-sig"), newline="")))


def test_a_history_as_rows():
    assert (
        csv_export.history([record()], "en")
        == (
            "\ufeffplayed (UTC),game,player,place,total,start player,seat,table,"
            "time of turns (s)\r\n"
            "2026-11-21 10:00:00,Keyflower,Aki,1,61,1,p1,8b5a2c1e-1111-4222-8333-444455556666,\r\n"
            "2026-11-21 10:00:00,Keyflower,美香,2,-5,0,p2,8b5a2c1e-1111-4222-8333-444455556666,\r\n"
        ).encode()
    )
    head, first, *_ = cells(csv_export.history([record()], "ja"))
    assert head[1:4] == ["ゲーム", "プレイヤー", "順位"]
    assert first[1] == "キーフラワー"


def test_score_lines_as_rows():
    found = played_games.of_table(played())
    file = csv_export.lines([found, record()], "en")
    _, *rows = cells(file)
    assert {row[2] for row in rows} == {"Aki", "美香"}
    for seat in found.seats:
        points = [int(row[4]) for row in rows if row[6] == seat.seat]
        assert sum(points) == {"p1": 5, "p2": 3}[seat.seat]
    assert any("金" in row[3] for row in cells(csv_export.lines([found], "ja")))


@pytest.mark.parametrize(
    "name",
    ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", " =1", "＝1+1", '=HYPERLINK("x","y")'],
)
def test_no_name_becomes_a_formula(name):
    _, row = cells(csv_export.history([record(RecordSeat("p1", name, 1, -3))], "en"))
    assert row[2] == f"'{name}"
    assert row[4] == "-3"


@given(st.text(st.characters(codec="utf-8"), max_size=24), st.none() | st.integers(-999, 9999))
def test_any_name_and_number_survives_a_spreadsheet(name, total):
    _, row = cells(csv_export.history([record(RecordSeat("p1", name, None, total))], "en"))
    assert row[2].removeprefix("'") == (name or "Player 1").removeprefix("'")
    assert not row[2].startswith(tuple("=+-@\t\r"))
    assert row[4] == ("" if total is None else str(total))


# ── play files ─────────────────────────────────────────────────────────────────────────

GOLDEN = Path(__file__).with_name("whole_play_file.json").read_text("utf-8")


def file_of(*several: Record, **more: Any) -> bytes:
    return bgstats_export.dumps(bgstats_export.document(several, "en", **more))


def test_the_whole_play_file():
    made = bgstats_export.document([record(note="a good one")], "en", group="g")
    ids = {
        "aki": made["players"][0]["uuid"],
        "mika": made["players"][1]["uuid"],
        "home": made["locations"][0]["uuid"],
        "game": made["games"][0]["uuid"],
        "play": made["plays"][0]["uuid"],
    }
    assert made == json.loads(GOLDEN % (ids | {"nowhere": bgstats_export.NO_PLACE.en}))
    for each in ids.values():
        assert each == str(UUID(each)).upper()
        assert UUID(each).version == 5
    assert len(set(ids.values())) == 5


def test_uuids_stay():
    """These may never change: whoever imported a file once would get everything twice."""
    told = record()
    assert str(bgstats_export.play_uid(told)) == "e507aee1-faf4-5919-b5b2-f5491d328330"
    assert str(bgstats_export.player_uid("Aki", "g")) == "c008b4e7-9d53-522b-9250-cdf8eaf6aac2"
    assert bgstats_export.player_uid("ＡＫＩ ", "g") == bgstats_export.player_uid("Aki", "g")
    assert bgstats_export.player_uid("Aki", "other") != bgstats_export.player_uid("Aki", "g")
    assert file_of(told) == file_of(told)


def test_two_players_of_one_name_stay_two():
    seats = tuple(RecordSeat(f"p{n}", "Aki", n, 9 - n) for n in (1, 2, 3))
    made = bgstats_export.document([record(*seats)], "en")
    assert [p["name"] for p in made["players"]] == ["Aki", "Aki (2)", "Aki (3)"]
    assert [s["playerRefId"] for s in made["plays"][0]["playerScores"]] == [1, 2, 3]


def test_a_game_without_a_number_says_zero():
    made = bgstats_export.document([record(game="map_masters"), record(game="gone", key="k")], "ja")
    assert [(g["name"], g["bggId"]) for g in made["games"]] == [
        ("マップマスターズ", 0),
        ("gone", 0),
    ]


NAMES = st.text(st.characters(codec="utf-8", categories=["L", "N", "P"]), min_size=1, max_size=24)


@given(
    st.lists(
        st.tuples(NAMES, st.none() | st.integers(-999, 9999)),
        min_size=2,
        max_size=6,
        unique_by=lambda pair: played_games.person(pair[0]),
    )
)
def test_a_play_file_comes_back(given_seats):
    seats = tuple(
        RecordSeat(f"p{n}", name, n, total, n == 1)
        for n, (name, total) in enumerate(given_seats, 1)
    )
    told = record(*seats)
    reading = bgsplay_reader.read(file_of(told))
    assert reading.faults == []
    (back,) = reading.plays
    assert back.seats == seats
    assert (back.game, back.played, back.minutes) == (told.game, told.played, told.minutes)
    assert UUID(back.key) == bgstats_export.play_uid(told) == bgstats_export.play_uid(back)
    again = bgsplay_reader.read(file_of(told), existing={bgstats_export.play_uid(told)})
    assert (again.plays, again.there) == ((), 1)
    # what came from elsewhere leaves under the name it came with
    assert bgsplay_reader.read(file_of(back)).plays == (back,)


def theirs(*plays: dict[str, Any], **more: Any) -> bytes:
    file: dict[str, Any] = {
        "players": [{"id": 1, "name": "Aki"}, {"id": 2, "name": " Mi\u0000ka "}],
        "games": [
            {"id": 1, "name": "Something else", "bggId": 122515},
            {"id": 2, "name": "ＫＥＹＦＬＯＷＥＲ", "bggId": 0},
            {"id": 3, "name": "Keyflower", "bggId": 999},
            {"id": 4, "name": "Chess", "bggId": 171},
        ],
        "plays": list(plays),
    }
    return json.dumps(file | more).encode()


def play(*scores: Any, **more: Any) -> dict[str, Any]:
    rows = [{"playerRefId": n, "score": score} for n, score in enumerate(scores, 1)]
    return {"gameRefId": 1, "playDate": "2026-11-21 10:00:00", "playerScores": rows} | more


def test_games_are_known_by_number_else_by_name():
    reading = bgsplay_reader.read(theirs(*(play("3", "4", gameRefId=n) for n in (1, 2, 3, 4, 4))))
    # the first two are one play: no uuid, and the same in everything
    assert [r.game for r in reading.plays] == ["keyflower"]
    assert reading.there == 1
    assert reading.others == {"Chess": 2, "Keyflower": 1}
    assert [s.name for s in reading.plays[0].seats] == ["Aki", "Mi ka"]


@rows(__file__, "scores")
def test_scores_are_added_up(row):
    score, *total = row
    reading = bgsplay_reader.read(theirs(play(score), play(None, "1")))
    assert reading.faults == []
    assert [each.seats[0].total for each in reading.plays] == [*(total or [None]), None]


@pytest.mark.parametrize("score", [*tables(__file__)["no_scores"], "9" * 5000, "1+" * 5000])
def test_a_score_that_is_none_is_named_and_left_open(score):
    reading = bgsplay_reader.read(theirs(play(score)))
    assert [fault.path for fault in reading.faults] == ["plays/0/playerScores/0/score"]
    assert reading.plays[0].seats[0].total is None


@rows(__file__, "places")
def test_places_as_the_file_says_them_else_as_they_follow(row):
    games = [{"id": 1, "name": "Keyflower"} | row.get("title", {})]
    found = bgsplay_reader.read(theirs(play(playerScores=row["scores"]), games=games)).plays[0]
    assert [s.place or "none" for s in found.seats] == row["places"]


def test_seats_stand_in_their_order():
    rows = [
        {"playerRefId": 1, "score": "1", "seatOrder": 2},
        {"playerRefId": 2, "score": "2", "seatOrder": 1, "startPlayer": 1},
    ]
    seats = bgsplay_reader.read(theirs(play(playerScores=rows))).plays[0].seats
    assert [(s.seat, s.total, s.first) for s in seats] == [("p1", 2, True), ("p2", 1, False)]


def test_plays_that_do_not_count_are_counted():
    reading = bgsplay_reader.read(theirs(play("1", ignored=1), play("1")))
    assert (len(reading.plays), reading.faults, reading.there) == (1, [], 0)


MANY = {"put": {"playerScores": [{}] * 41}, "at": "playerScores"}


@pytest.mark.parametrize("row", [*tables(__file__)["plays"], MANY])
def test_a_play_that_cannot_be_understood_is_named(row):
    spoilt = play("1")
    change(spoilt, row)
    reading = bgsplay_reader.read(theirs(spoilt, play("2")))
    assert [fault.path for fault in reading.faults] == [f"plays/0/{row['at']}"]
    assert len(reading.plays) == 1


def test_a_day_is_enough_and_broken_uuids_are_names_of_their_own():
    row = play("1", playDate=None, playDateYmd=20261121)
    assert bgsplay_reader.read(theirs(row)).plays[0].played == datetime(2026, 11, 21, tzinfo=UTC)
    nil = "00000000-0000-0000-0000-000000000000"
    rows = [play(str(n), uuid=uid) for uid in (nil, "?", 7, None) for n in (1, 2)]
    first, second = (bgsplay_reader.read(theirs(*rows)).plays for _ in "ab")
    assert len({r.key for r in first}) == 8
    assert first == second


@hypothesis(max_examples=400)
@given(spoiled(json.loads(theirs(play("1", "3+4", uuid=str(uuid4()), durationMin=5)))))
def test_wrong_types_anywhere_in_a_play_file_never_crash(file):
    reading = bgsplay_reader.read(json.dumps(file).encode())
    for found in reading.plays:
        seats = seats_json(found.seats)
        assert json.loads(json.dumps(seats)) == seats
        assert found.played.tzinfo
        (again,) = companion_json_writer.parts([], [found], now=NOW)
        assert companion_json_reader.read(again).plays == (found,)


# ── the link ───────────────────────────────────────────────────────────────────────────


def linked(link):
    assert link.startswith("https://app.bgstatsapp.com/createPlay.html?data=")
    assert link.isascii()
    return json.loads(unquote(link.partition("data=")[2]))


def test_the_link_for_one_play():
    told = record(place="家", note="メモ")

    def player(name, rank, score):
        known = {"name": name, "sourcePlayerId": str(bgstats_export.player_uid(name, "g")).upper()}
        return known | {
            "winner": rank == 1, "startPlayer": rank == 1, "rank": rank, "score": score,
        }  # fmt: skip

    assert linked(bgstats_export.link(told, "ja", group="g")) == {
        "sourceName": "Boardgame Companion",
        "sourcePlayId": str(bgstats_export.play_uid(told)).upper(),
        "playDate": "2026-11-21 10:00:00",
        "game": {
            "name": "キーフラワー",
            "sourceGameId": str(bgstats_export.game_uid("keyflower")).upper(),
            "highestWins": True,
            "noPoints": False,
            "bggId": 122515,
        },
        "players": [player("Aki", 1, 61), player("美香", 2, -5)],
        "durationMin": 90,
        "location": "家",
        "comments": "メモ",
    }


def test_comments_that_are_too_long_stay_behind():
    link = bgstats_export.link(record(note="長" * 1000), "ja")
    assert "comments" not in linked(link)
    assert len(link) < bgstats_export.LONGEST_LINK


def test_what_is_not_known_is_not_sent():
    told = record(RecordSeat("p1", "", None, None), game="map_masters", minutes=None)
    data = linked(bgstats_export.link(told, "en"))
    assert "bggId" not in data["game"]
    assert "durationMin" not in data
    assert data["players"][0].keys() == {"name", "sourcePlayerId", "winner", "startPlayer", "rank"}


def test_a_file_too_long_for_one_time_goes_on_where_it_stopped(monkeypatch):
    for _ in range(3):
        played()
    file = exported()
    Table.objects.all().delete()
    monkeypatch.setattr(companion_json_reader, "AT_A_TIME", 0)
    none = companion_json_reader.read(file, exists)
    assert (none.tables, none.there, none.left, none.faults) == ((), 0, 3, [])
    monkeypatch.undo()
    keep_tables(companion_json_reader.read(file).tables[:1])
    rest = companion_json_reader.read(file, exists)
    assert (len(rest.tables), rest.there, rest.left) == (2, 1, 0)
