"""Sheets take what people type and what programs send; what they cannot read they name."""

import json
import re
from copy import deepcopy
from dataclasses import replace
from difflib import get_close_matches
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from scoring.game import Game
from scoring.loading import sheet_file, toml_reader
from scoring.loading.toml_declarations import Known
from scoring.model import completeness, errors_and_warnings
from scoring.model.cells import Cell, CellPath, Option
from scoring.model.errors_and_warnings import MOST_ERRORS, SheetError, Unreadable
from scoring.model.fields import Field, Section, one_group
from scoring.model.phases import Phase, Phases, Step
from scoring.model.sheet import Sheet
from scoring.model.sheet_fields import COLOUR, NAME, SHARED
from scoring.model.sheet_reader import Reading
from scoring.text.localised import EMPTY, Verbatim
from tests.contract.random_states import states
from tests.rows import rows, tables

NUMBER, FLAG = Cell("number"), Cell("flag")
CELLS = {
    "number": NUMBER,
    "open": Cell("number", open=True),
    "two_or_more": Cell("number", least=2),
    "flag": FLAG,
    "choice": Cell("choice", options=tuple(Option(id_, Verbatim(id_)) for id_ in ("red", "2"))),
    "words": Cell("text", length=5),
}

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=8,
)
drawn = settings(max_examples=60, suppress_health_check=list(HealthCheck))


# ── cells ──────────────────────────────────────────────────────────────────────────────


@rows(__file__, "cell")
def test_a_cell_takes_what_it_means_and_names_what_it_does_not(row: dict[str, Any]) -> None:
    cell = CELLS[row["cell"]]
    assert cell.read(None) is None
    for key, read in (("typed", cell.parse), ("sent", cell.read)):
        for entered, *value in row.get(key, []):
            found = read(entered)
            assert [found] == (value or [None]), entered
            assert type(found) is type(value[0] if value else None), entered
    for key, read in (("no", cell.parse), ("never", cell.read)):
        for entered in row.get(key, []):
            with pytest.raises(Unreadable, match=row.get("says", ".")) as caught:
                read(entered)
            assert caught.value.message.ja


@pytest.mark.parametrize(("keys", "most"), [({}, 60), ({"most": 7}, 7)])
def test_the_box_sets_the_limit_of_a_number_that_the_file_leaves_open(toy, keys, most):
    """The box has twelve apples: sixty is the most that is taken for no slip."""
    field = {"id": "crop", "kind": "tally", "label": "fruit", "rows": [{"kind": "fruit"}]}
    section = {"id": "barn", "label": "fruit", "field": [field | {"most_in_box": "in_box"} | keys]}
    top = toml_reader.Reader("sheet.toml", "", {"section": [section]})
    ((crop,),) = (s.fields for s in sheet_file.read(top, "section", Known(toy.catalogue)))
    assert crop.cell.most == most


def test_words_lose_half_a_letter() -> None:
    assert CELLS["words"].read("a\ud800b") == "ab"


@given(value=JSON, typed=st.text(max_size=12))
def test_a_cell_takes_whatever_comes_or_says_why_not(value, typed):
    for cell in CELLS.values():
        for read, given_ in ((cell.read, value), (cell.parse, typed)):
            try:
                taken = read(given_)
            except Unreadable:
                continue
            assert taken is None or cell.read(taken) == taken


# ── sheets ─────────────────────────────────────────────────────────────────────────────


def seat(**cells: object) -> dict[str, Any]:
    return {"seats": {"p1": cells}}


def raw_of(row: dict[str, Any]) -> Any:
    """A sheet as a row says it: the cells of p1, what stands beside the seats, or a file."""
    beside = {key: row[key] for key in row if key in (*SHARED, "seats", "game", "tabel")}
    if "json" in row:
        return json.loads(row["json"])
    return {"seats": {"p1": row.get("p1", {})}} | beside


def paths(reading: Reading) -> list[str]:
    return [str(error.path) for error in reading.errors]


@rows(__file__, "wrong")
def test_a_wrong_cell_is_named_and_the_others_keep_their_values(toy, row):
    raw, path = raw_of(row), row["at"]
    reading = toy.sheet.take(raw)
    assert paths(reading) == [path]
    assert row["says"] in reading.errors[0].message.en
    assert reading.errors[0].message.ja
    assert toy.sheet.read(reading.state) == reading.state
    with pytest.raises(SheetError) as caught:
        toy.sheet.read(raw)
    assert [e.path for e in caught.value.errors] == [path]
    seats = raw.get("seats") if isinstance(raw, dict) else None
    if isinstance(seats, dict) and "p1" in seats:
        good = json.loads(json.dumps(raw))
        good["seats"]["p2"] = {"coins": 5, "fruit": {"plum": 2}}
        kept = toy.sheet.take(good)
        assert paths(kept) == [path]
        assert kept.state["seats"]["p2"] == {"coins": 5, "fruit": {"plum": 2}}


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"{",
        b"nonsense",
        b"\xff\xfe\x00",
        "{}".encode("utf-16"),
        b'{"seats": {"p1": {"coins": 1' + b"0" * 10_000 + b"}}}",
        b"[" * 200_000,
        b'{"a":' * 50_000 + b"1" + b"}" * 50_000,
    ],
)
def test_what_is_not_json_says_so(toy, text):
    reading = toy.sheet.loads(text)
    assert paths(reading) == [""]
    assert re.fullmatch(r"This is not JSON( \(\d+:\d+\))?\.", reading.errors[0].message.en)
    assert reading.state == toy.sheet.blank(1)


@rows(__file__, "file")
def test_a_file_is_read_but_for_what_makes_no_sense(toy, row):
    reading = toy.sheet.loads(row["json"].encode())
    assert paths(reading) == row["wrong"]
    assert all(row.get("says", "") in error.message.en for error in reading.errors)
    assert reading.state["seats"]["p1"] == row.get("p1", {})


def test_a_huge_sheet_is_answered_at_once(toy, monkeypatch):
    """A hostile one must not buy a search for the nearest word with each of its words."""
    searched = []

    def nearest(word, *rest):
        searched.append(word)
        return get_close_matches(word, *rest)

    for module in (errors_and_warnings, toml_reader):
        monkeypatch.setattr(module, "get_close_matches", nearest)
    raw = seat(fruit={f"appl{n}": n for n in range(50_000)} | {"apple": 3})
    raw["seats"] |= {f"q{n}": {} for n in range(50_000)}
    raw |= {f"key{n}": 1 for n in range(50_000)}
    raw["rulings"] = {f"cat_point{n}": "1" for n in range(50_000)}
    text = json.dumps(raw)
    read = toy.sheet.loads(text)
    assert 0 < len(searched) <= MOST_ERRORS
    assert len(read.errors) == MOST_ERRORS
    assert read.state["seats"]["p1"] == {"fruit": {"apple": 3}}


def test_a_long_word_is_not_repeated_in_full(toy):
    reading = toy.sheet.take(seat(**{"x" * 10_000: 1}))
    assert len(reading.errors[0].path) < 50
    assert len(reading.errors[0].message.en) < 100


@drawn
@given(
    raw=JSON, where=st.sampled_from(["sheet", "seats", "p1", "fruit", "use", "table", "rulings"])
)
def test_any_json_is_read_or_refused_and_what_was_read_reads_again(toy, raw, where):
    whole = {
        "sheet": raw,
        "seats": {"seats": raw},
        "p1": {"seats": {"p1": raw}},
        "fruit": seat(fruit=raw),
        "use": seat(use={"pie_basket": raw}),
        "table": seat() | {"table": raw},
        "rulings": seat() | {"rulings": raw},
    }[where]
    reading = toy.sheet.take(whole)
    assert toy.sheet.read(reading.state) == reading.state
    again = toy.sheet.loads(json.dumps(whole))
    assert again.state == reading.state


# ── cells of a sheet ───────────────────────────────────────────────────────────────────


@rows(__file__, "entered")
def test_cells_are_entered_at_once_and_what_cannot_be_read_stays(toy, row):
    before = toy.sheet.read(raw_of(row.get("before", {})))
    kept = deepcopy(before)
    entered = toy.sheet.enter(before, row["typed"])
    assert paths(entered) == row.get("wrong", [])
    assert entered.state == kept | (raw_of(row["now"]) if "now" in row else {})
    assert before == kept


NO_CELLS = "p1 p2/coins p9/coins p1/fruit p1/fruit/gravel p1/fruit/apple/x table/coins q1/coins "
NO_CELLS += "p1/coins/ / rulings/cat_pints seats/p1/coins"


@pytest.mark.parametrize("path", ["", *NO_CELLS.split()])
def test_a_path_that_is_no_cell_is_never_silently_dropped(toy, path):
    blank = toy.sheet.blank(1)
    entered = toy.sheet.enter(blank, {path: "1"})
    assert paths(entered) == [path]
    assert entered.state == blank


@pytest.mark.parametrize(("path", "value"), [("table/festival", True), ("rulings/cat_points", "5")])
def test_cells_beside_the_seats_are_taken_away_as_they_came(toy, path, value):
    blank = toy.sheet.blank(1)
    state = toy.sheet.put(blank, {path: value})
    assert toy.sheet.cells(state)[CellPath(path)] == value
    assert toy.sheet.put(state, {path: None}) == blank


@drawn
@given(data=st.data())
def test_one_cell_changes_and_no_other(toy, data):
    state = data.draw(states(toy, seats=2))
    other = data.draw(states(toy, seats=2))
    before = toy.sheet.cells(state)
    # what a ruling is recorded as depends on the preset
    wanted = {p: v for p, v in toy.sheet.cells(other).items() if p.holder != "rulings"}
    if not wanted:
        return
    path = data.draw(st.sampled_from(sorted(wanted)))
    after = toy.sheet.cells(toy.sheet.put(state, {path: wanted[path]}))
    assert after == before | {path: wanted[path]}
    assert toy.sheet.cells(state) == before


def test_what_is_not_ruled_is_ruled_by_the_preset(toy):
    blank = toy.sheet.blank(1)
    for rulings, answer in (({"cat_points": "5"}, "5"), ({"preset": "club"}, "5"), ({}, "1")):
        state = blank | {"rulings": blank["rulings"] | rulings}
        assert toy.sheet.rulings(state) == {"cat_points": answer}


def test_a_path_knows_its_parts():
    path = CellPath("p1/use/windmill/red")
    assert (path.holder, path.field, path.rows) == ("p1", "use", ("windmill", "red"))
    assert CellPath.to("table", "coop") == "table/coop"
    assert (CellPath("p1").field, CellPath("p1").rows) == ("", ())


# ── doubts ─────────────────────────────────────────────────────────────────────────────


def test_what_the_box_does_not_hold_is_doubted_and_recorded(toy):
    raw = {
        "seats": {
            "p1": {"fruit": {"apple": 7}, "baskets": {"pie_basket": True}},
            "p2": {"fruit": {"apple": 6}, "baskets": {"pie_basket": True}, "name": "{Ann}"},
            "p3": {"baskets": {"pie_basket": True}, "use": {"pie_basket": {"plum": 1}}},
        }
    }
    state = toy.sheet.read(raw)
    doubts = toy.sheet.doubts(state)
    assert [d.path for d in doubts] == [
        "p1/fruit/apple",  # 7 + 6 of 12
        "p2/fruit/apple",
        "p2/baskets/pie_basket",
        "p3/baskets/pie_basket",
        "p3/use/pie_basket/plum",
    ]
    assert "13" in doubts[0].message.ja
    assert "Player 1" in doubts[2].message.en
    assert toy.sheet.name(state, "p2") == Verbatim("{Ann}")


def test_the_box_may_be_emptied(toy):
    state = toy.sheet.read(seat(fruit={"apple": 12}, baskets={"pie_basket": True}))
    assert toy.sheet.doubts(state) == []


def needing(toy: Game, *fields: Field, **section: Any) -> Sheet:
    """The toy's sheet, its fields replaced by these ones under one section."""
    return Sheet(toy.catalogue, [Section("s", EMPTY, fields, **section)], toy.sheet.table)


OPEN_FIELD = Field("gold", EMPTY, "count", NUMBER)
SHUT = Field("hand", EMPTY, "count", NUMBER, hidden=True)
DECIDED = Field("swap", EMPTY, "count", NUMBER, decided=True)


def known_of(toy: Game, stage: str, decided: bool = True) -> dict[str, Any]:
    """Returns the cells of p2 that p1 knows, who has entered everything, in that phase."""
    sheet_file = [
        Section("open", EMPTY, (OPEN_FIELD, DECIDED)),
        Section("shut", EMPTY, (SHUT, OPEN_FIELD)),
    ]
    phases = tuple(Phase(id_, EMPTY) for id_ in ("early", "late", "last"))
    sheet = Sheet(toy.catalogue, sheet_file, toy.sheet.table, phases=Phases(phases))
    cells = {"gold": 1, "hand": 2, "swap": 3, "name": "Mika", "none": {"open": True, "shut": True}}
    own = {**cells, "gold": 9}
    state = {"seats": {"p1": own, "p2": cells}, "table": {"egg": 1}, "play": {"stage": stage}}
    found = sheet.lying_open(state, "p1", decided)
    assert found["seats"]["p1"] == own
    assert list(found["seats"]) == ["p1", "p2"]
    assert (found["table"], found["play"]) == (state["table"], state["play"])
    return dict(found["seats"]["p2"])


def test_of_others_only_what_lies_open_is_known(toy):
    said = {"open": True}
    for stage in ("", "early", "late"):
        known = {"gold": 1, "swap": 3, "name": "Mika", "none": said}
        assert known_of(toy, stage) == known
        without = {"gold": 1, "name": "Mika", "none": said}
        assert known_of(toy, stage, decided=False) == without
    whole = {"gold": 1, "hand": 2, "swap": 3, "name": "Mika", "none": {"open": True, "shut": True}}
    assert known_of(toy, "last") == whole
    del whole["swap"]
    assert known_of(toy, "last", decided=False) == whole


def test_where_nothing_is_said_to_be_none_nothing_is_known_to_be(toy):
    sheet = needing(toy, OPEN_FIELD, SHUT)
    state = {"seats": {"p1": {}, "p2": {"gold": 1, "hand": 2, "none": {"s": True}}, "p3": {}}}
    found = sheet.lying_open(state, "p1")
    assert found["seats"] == {"p1": {}, "p2": {"gold": 1}, "p3": {}}, "a game without phases"


SIDES = [Option(id_, Verbatim(id_)) for id_ in ("up", "down", "other")]
WOODS = (Option("wood", Verbatim("wood")),)
TILES = Field("tiles", EMPTY, "pick", FLAG, one_group(SIDES), one_of=(("up", "down"),))
GOODS = Field("goods", EMPTY, "tally", NUMBER, one_group(SIDES[:2]))
STORED = Field("stored", EMPTY, "grid", NUMBER, one_group(SIDES[:1]), WOODS)
BOTH = Field("both", EMPTY, "grid", NUMBER, one_group(SIDES), WOODS)


@rows(__file__, "sides")
def test_of_two_sides_the_one_that_is_entered_takes_the_others_place(toy, row):
    held = row["held"]
    sheet = needing(toy, TILES, GOODS, STORED, BOTH)
    state = {"seats": {"p1": held, "p2": held}}
    found = sheet.enter(state, {f"p1/{path}": text for path, text in row["typed"].items()})
    assert found.errors == []
    seats = sheet.known_part(found.state)["seats"]
    assert seats == {"p1": row["now"], "p2": held}


def test_two_sides_of_one_seat_are_a_doubt_at_the_second(toy):
    sheet = needing(toy, GOODS, TILES)
    both, one = {"tiles": {"up": True, "down": True}}, {"tiles": {"down": True, "other": True}}
    doubts = sheet.doubts({"seats": {"p1": one, "p2": both}})
    assert [(each.path, each.conflict) for each in doubts] == [("p2/tiles/down", True)]
    assert doubts[0].message.en.count("down") == 1
    assert "up" in doubts[0].message.en


def test_what_is_no_sheet_is_one_of_one_player(toy):
    for raw in ([], None, 3, {}, {"seats": {}}, {"seats": []}):
        assert toy.sheet.take(raw).state == toy.sheet.blank(1)
    assert list(toy.sheet.take({"seats": {"q": {}}}).state["seats"]) == ["p1"]


def test_where_a_table_stands_has_its_cells(toy):
    phases = (
        Phase("early", EMPTY, (Step("deal", EMPTY), Step("draw", EMPTY))),
        Phase("late", EMPTY, (Step("draw", EMPTY),)),
    )
    sheet = Sheet(toy.catalogue, [], phases=Phases(phases))
    assert list(sheet.play_fields) == ["stage", "first", "order", "corrected", "done"]
    stage, first, order, corrected, done = sheet.play_fields.values()
    assert [option.id for option in stage.cell.options] == ["early", "late"]
    assert [option.id for option in first.cell.options] == ["p1", "p2", "p3", "p4"]
    assert (order.kind, corrected.cell.kind) == ("script", "flag")
    assert [*done.paths()] == [
        ("done", phase, step) for phase in ("early", "late") for step in ("deal", "draw")
    ]
    assert sheet.cell("play/done/late/draw") == Cell("flag")
    plain = Sheet(toy.catalogue, [])
    assert list(plain.play_fields) == ["first", "order", "corrected"]
    assert (NAME.id, NAME.kind, NAME.cell.length) == ("name", "script", 24)
    assert (COLOUR.id, len(COLOUR.cell.options), COLOUR.cell.options[4].id) == (
        "colour", 8, "purple",
    )  # fmt: skip
    assert SHARED == ("table", "play", "rulings")


def field_of(toy: Game, said: str | dict[str, Any]) -> Field:
    """A field as a row says it: the toy's own, optional, or a count that may be 0."""
    if isinstance(said, str):
        return replace(toy.sheet.fields[said], optional=True)
    if said["id"] in toy.sheet.fields:
        return replace(toy.sheet.fields[said["id"]], **said)
    blank = Field("", EMPTY, "count", Cell("number", open=True))
    return replace(blank, **said)


def blanks(sheet: Sheet, row: dict[str, Any]) -> list[str]:
    position = sheet.position(sheet.read(raw_of(row)))
    return [each.path for each in completeness.missing(position)]


@rows(__file__, "missing")
def test_a_sheet_knows_what_is_missing(toy: Game, row: dict[str, Any]) -> None:
    fields = [field_of(toy, each) for each in row["fields"]]
    sheet = needing(toy, *fields, **row.get("section", {}))
    for each in row["each"]:
        assert blanks(sheet, each) == each["missing"], each


@pytest.mark.parametrize("when", tables(__file__)["waits"])
def test_a_field_waits_for_the_cell_and_the_face_that_it_names(toy: Game, when: str) -> None:
    held = [field_of(toy, id_) for id_ in ("cat", "guest", "trees")]
    loop = field_of(toy, {"id": "loop", "needed": True, "when": when})
    for row in tables(__file__)["waits"][when]:
        waits = row["waits"]
        assert blanks(needing(toy, *held, loop), row) == ([] if waits else ["p1/loop"])
        # as a part of the rest it is none to be asked for either
        rest = needing(toy, *held, replace(loop, needed=False))
        assert blanks(rest, row) == ([] if waits else ["p1/none/s"])


# ── what a sheet tells of a state ──────────────────────────────────────────────────────


@rows(__file__, "anything")
def test_a_name_is_nothing_entered_yet(toy, row):
    state = toy.sheet.read({"seats": {"p1": row["p1"], "p2": {}}, "table": row.get("table", {})})
    position = toy.sheet.position(state)
    assert toy.sheet.anything(position, "p1") is row["entered"]
    assert toy.sheet.anything(position, "p2") is False


@rows(__file__, "matters")
def test_where_nothing_of_a_seat_matters_the_tables_cells_are_every_seats(
    toy: Game, row: dict[str, Any]
) -> None:
    cat = Field("cat", EMPTY, "flag", Cell("flag"))
    limits = {key: row[key] for key in ("when", "unless") if key in row}
    section = Section("own", EMPTY, (cat,), **limits)
    shared = [replace(each, settings=False) for each in toy.sheet.table]
    for sections, counts in (
        ([section], not row["so"]),
        ([replace(section, tracked=True)], True),
        ([], True),
    ):
        sheet = Sheet(toy.catalogue, sections, shared)
        position = sheet.position(sheet.read(raw_of(row)))
        assert completeness.matters(position, section) is row["so"]
        assert sheet.anything(position, "p1") is ("table" in row and counts)
        set_up = Sheet(toy.catalogue, sections, toy.sheet.table)
        assert not set_up.anything(set_up.position(position.state), "p1")


@rows(__file__, "strange")
def test_the_schema_knows_no_key_that_the_sheet_does_not(toy: Game, row: dict[str, Any]) -> None:
    validator = Draft202012Validator(toy.sheet.schema())
    state: dict[str, Any] = {"seats": {"p1": {}, "p4": {}}}
    assert validator.is_valid(state)
    *where, key = row["key"].split("/")
    inner = state
    for each in where:
        inner = inner.setdefault(each, {})
    inner[key] = {}
    assert [row["says"] in each.message for each in validator.iter_errors(state)] == [True]


def test_a_blank_sheet_has_its_seats_and_the_preset(toy: Game) -> None:
    seats: dict[str, Any] = {"p1": {}, "p2": {}}
    rulings = {"preset": "book"}
    assert toy.sheet.blank(2) == {"game": "toy", "rulings": rulings, "seats": seats}
    assert set(toy.sheet.blank(4)["seats"]) == {"p1", "p2", "p3", "p4"}


@rows(__file__, "order")
def test_seats_are_in_the_order_that_the_table_gave_them(toy: Game, row: dict[str, Any]) -> None:
    state: dict[str, Any] = {"seats": {"p2": {}, "p3": {}, "p1": {}, "zz": {}, "p7": {}}}
    if "order" in row:
        state["play"] = {"order": row["order"]}
    assert list(toy.sheet.seats(state)) == row["seats"]


@rows(__file__, "recorded")
def test_what_would_be_recorded_just_so(toy: Game, row: dict[str, Any]) -> None:
    assert toy.sheet.records(row["at"], row.get("value")) is row["so"]


@rows(__file__, "put")
def test_seats_come_and_go_with_their_cells(toy: Game, row: dict[str, Any]) -> None:
    state = toy.sheet.read({"seats": {"p1": {"coins": 5}, "p2": {}}})
    values = row.get("put", {}) | dict.fromkeys(row.get("clear", []))
    kept = deepcopy([state, values])
    assert toy.sheet.put(state, values) == state | {"seats": row["seats"]}
    assert [state, values] == kept


def test_what_was_recorded_beyond_todays_limit_is_kept_and_may_be_sent_again(toy: Game) -> None:
    old = {"seats": {"p1": {"coins": 70}}}
    assert paths(toy.sheet.take(old)) == ["p1/coins"]
    reading = toy.sheet.take(old, stored=True)
    assert (reading.errors, reading.state["seats"]) == ([], old["seats"])
    assert toy.sheet.known_part(old)["seats"] == old["seats"]
    assert toy.sheet.loads(json.dumps(old), stored=True) == reading
    for typed, wrong in (("70", []), (" 70 ", []), ("71", ["p1/coins"])):
        entered = toy.sheet.enter(reading.state, {"p1/coins": typed})
        assert (paths(entered), entered.state["seats"]) == (wrong, old["seats"])
    doubt = toy.sheet.doubts(reading.state)[0]
    said = "Coins: 70 is recorded and counts, but no more than 60 can be entered."
    assert (doubt.path, doubt.message.en) == ("p1/coins", said)


def test_a_ruling_that_says_what_the_preset_says_is_left_out(toy: Game) -> None:
    blank = toy.sheet.blank(1)
    usual = toy.sheet.rulings(blank)["cat_points"]
    assert toy.sheet.put(blank, {"rulings/cat_points": usual}) == blank
    # what another version left there stays until a ruling is written
    old = blank | {"rulings": {"preset": "book", "cat_points": usual}}
    assert toy.sheet.put(old, {"p1/coins": 1})["rulings"] == old["rulings"]
    assert toy.sheet.put(old, {"rulings/cat_points": usual}) == blank


def test_where_the_box_is_counted_only_the_box_is_told(toy: Game) -> None:
    """A number beyond its limit is told once: by the box, or by the limit of its row."""
    state = {"game": "toy", "seats": {"p1": {"fruit": {"apple": 70}, "dances": 1, "coins": 70}}}
    told = [(doubt.path, "70" in doubt.message.en) for doubt in toy.sheet.doubts(state)]
    assert told == [("p1/fruit/apple", True), ("p1/coins", True)]
    tally = replace(toy.sheet.fields["fruit"], most_in_box=None)
    sheet = needing(toy, tally)
    found = sheet.doubts({"game": "toy", "seats": {"p1": {"fruit": {"pear": 70}}}})
    pear = "Pear: 70 is recorded and counts, but no more than 60 can be entered."
    assert [(doubt.path, doubt.message.en) for doubt in found] == [("p1/fruit/pear", pear)]


def test_unknown_cells_are_named_once(toy: Game) -> None:
    reading = toy.sheet.take({"seats": {"p1": {"coin": 1, "coins": -1}, "p9": {}}})
    assert reading.unknown == ("p1/coin", "p1/coins", "seats/p9")
    assert all(isinstance(path, CellPath) for path in reading.unknown)


def test_the_rest_of_every_section_is_said_to_be_none(toy: Game) -> None:
    state = toy.sheet.read({"seats": {"p1": {}, "p3": {"coins": 3}}})
    sheet_file = [section.id for section in toy.sheet.sections if section.rest]
    cells = {f"{seat}/none/{id_}": True for seat in ("p1", "p3") for id_ in sheet_file}
    assert sheet_file
    assert toy.sheet.rest_none(state) == cells
    said = toy.sheet.with_rest_none(state)
    assert toy.sheet.cells(said) == toy.sheet.cells(state) | cells
    assert not completeness.missing(toy.sheet.position(said))


def test_the_tables_rest_is_said_to_be_none_too(toy: Game) -> None:
    eggs = Field("eggs", EMPTY, "count", Cell("number", open=True))
    shared = Section("s", EMPTY, (eggs,))
    sheet = Sheet(toy.catalogue, [], [shared])
    state = sheet.read({"seats": {"p1": {}}})
    assert [each.path for each in completeness.missing(sheet.position(state))] == ["table/none/s"]
    assert sheet.rest_none(state) == {"table/none/s": True}
    assert not completeness.missing(sheet.position(sheet.with_rest_none(state)))


def test_what_is_missing_says_what_and_where(toy: Game) -> None:
    loop = Field("loop", Verbatim("Loop"), "count", Cell("number", open=True), needed=True)
    eggs = Field("eggs", EMPTY, "count", Cell("number", open=True))
    section = Section("s", Verbatim("Barn"), (loop, eggs))
    sheet = Sheet(toy.catalogue, [section], toy.sheet.table)
    missing = completeness.missing(sheet.position(sheet.read(seat())))
    told = [(each.path, each.section, each.rest) for each in missing]
    assert told == [("p1/loop", "s", False), ("p1/none/s", "s", True)]
    assert ["Loop" in missing[0].message.en, "Barn" in missing[1].message.en] == [True, True]


def test_the_schema_says_whose_it_is(toy: Game) -> None:
    found = toy.sheet.schema()
    assert found["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert found["title"] == "Toy Orchard sheet"
    assert found["properties"]["game"] == {"const": "toy"}


def test_what_was_drawn_is_among_the_cells_of_a_table(toy: Game) -> None:
    fields = toy.sheet.play_fields
    assert {"lots", "seals", "words"} <= set(fields)
    assert set(fields["lots"].paths()) == {("lots", "seats"), ("lots", "first")}


def test_no_more_errors_than_anybody_reads(toy: Game) -> None:
    many: dict[str, Any] = {f"q{n}" + "x" * 60: {} for n in range(MOST_ERRORS + 9)}
    reading = toy.sheet.take({"seats": many})
    assert len(reading.errors) == MOST_ERRORS
    assert {len(error.path) for error in reading.errors} == {len("seats/") + 40}
    assert reading.state["seats"] == {"p1": {}}
