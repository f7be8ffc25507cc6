"""Sheets take what people type and what programs send; what they cannot read they name."""

import json
from dataclasses import replace
from difflib import get_close_matches
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from scoring.game import Game
from scoring.loading import sheet_file, toml_reader
from scoring.model import completeness, validation
from scoring.model.cells import Cell, CellPath, Option
from scoring.model.fields import Field, Section, one_group
from scoring.model.phases import Phase, Phases, Step
from scoring.model.sheet import Sheet
from scoring.model.sheet_fields import COLOUR, NAME, SHARED
from scoring.model.sheet_reader import Reading
from scoring.model.validation import MOST_ERRORS, SheetError, Unreadable
from scoring.text.localised import EMPTY, Verbatim
from tests.contract.random_states import states

NUMBER, OPEN, FLAG = Cell("number"), Cell("number", open=True), Cell("flag")
CHOICE = Cell("choice", options=(Option("red", Verbatim("red")), Option("2", Verbatim("2"))))
WORDS = Cell("text", length=5)

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=8,
)
drawn = settings(max_examples=60, suppress_health_check=list(HealthCheck))


# ── cells ──────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("typed", "value"),
    [
        ("7", 7),
        ("  7 ", 7),
        ("３＋６＋２", 11),
        ("3+6+2", 11),
        ("3 + 6 - 2", 7),
        ("10−4", 6),
        ("１２", 12),
        ("007", 7),
        ("999", 999),
        ("0", None),
        ("3-3", None),
        ("", None),
        ("　", None),
    ],
)
def test_a_number_may_be_typed_as_a_sum(typed, value):
    assert NUMBER.parse(typed) == value


NO_NUMBER = "-1 2-3 1000 999+1 1000000000 many 3,5 1.5 1e3 0x1f 3+ +-3 3**2 3*4 --3 ٣ ½ NaN inf"


@pytest.mark.parametrize("typed", [*NO_NUMBER.split(), "9" * 40, "1\n2", "+".join("1" * 70)])
def test_a_number_that_cannot_be_is_not_taken(typed):
    with pytest.raises(Unreadable) as caught:
        NUMBER.parse(typed)
    assert caught.value.message.en
    assert caught.value.message.ja


BEYOND, NOT_WHOLE = [-1, 1000, 10**9, 10**300], [1.5, -0.5, *map(float, ("nan", "inf", "-inf"))]
NONE_IN_JSON = [True, False, "3", "many", [], {}, [3]]


@pytest.mark.parametrize("value", [*BEYOND, *NOT_WHOLE, *NONE_IN_JSON])
def test_a_number_in_json_is_a_whole_one(value):
    with pytest.raises(Unreadable):
        NUMBER.read(value)


@pytest.mark.parametrize(("keys", "most"), [({}, 60), ({"most": 7}, 7)])
def test_the_box_sets_the_limit_of_a_number_that_the_file_leaves_open(toy, keys, most):
    """The box has twelve apples: sixty is the most that is taken for no slip."""
    field = {"id": "crop", "kind": "tally", "label": "fruit", "rows": [{"kind": "fruit"}]}
    section = {"id": "barn", "label": "fruit", "field": [field | {"most_in_box": "in_box"} | keys]}
    top = toml_reader.Reader("sheet.toml", "", {"section": [section]})
    ((crop,),) = (s.fields for s in sheet_file.read(top, "section", toy.catalogue, {}, table=()))
    assert crop.cell.most == most


def test_the_message_says_what_is_wrong():
    for value, said in [(-1, "Less than 0"), (10**9, "At most 999"), (True, "whole number")]:
        with pytest.raises(Unreadable, match=said):
            NUMBER.read(value)
    with pytest.raises(Unreadable, match="At least 2"):
        Cell("number", least=2).read(1)


def test_blank_is_nothing_unless_0_must_be_said():
    assert NUMBER.read(0) is None
    assert NUMBER.read(None) is None
    assert NUMBER.read("") is None
    assert OPEN.read(0) == 0
    assert OPEN.parse("0") == 0
    assert OPEN.parse("") is None
    assert NUMBER.read(3.0) == 3  # some programs write whole numbers so


def test_a_flag_is_true_or_blank():
    assert (FLAG.read(True), FLAG.read(False), FLAG.read(None)) == (True, None, None)
    assert (FLAG.parse("1"), FLAG.parse("on"), FLAG.parse("0"), FLAG.parse("")) == (
        (True, True, None, None)
    )
    for value in (1, 3, 0, "true", [], {}):
        with pytest.raises(Unreadable, match="true or false"):
            FLAG.read(value)


def test_a_choice_is_one_of_its_list():
    assert CHOICE.read("red") == "red"
    assert CHOICE.parse(" red ") == "red"
    assert CHOICE.read("") is None
    with pytest.raises(Unreadable, match="Did you mean “red”"):
        CHOICE.read("redd")
    with pytest.raises(Unreadable, match="Did you mean “2”"):
        CHOICE.read(2)
    for value in (True, 3, [], {}, ["red"], {"red": 1}):
        with pytest.raises(Unreadable):
            CHOICE.read(value)


def test_words_lose_what_cannot_be_printed():
    assert WORDS.read(" a\x00\ud800\nb\u202e ") == "ab"
    assert WORDS.read("\x00") is None
    assert WORDS.read("五文字以内") == "五文字以内"
    with pytest.raises(Unreadable, match="At most 5"):
        WORDS.read("六文字以上だ")
    for value in (3, True, [], {}, float("nan")):
        with pytest.raises(Unreadable, match="Words"):
            WORDS.read(value)


@given(value=JSON)
def test_a_cell_takes_a_value_or_says_why_not(value):
    for cell in (NUMBER, OPEN, FLAG, CHOICE, WORDS):
        try:
            taken = cell.read(value)
        except Unreadable:
            continue
        assert taken is None or cell.read(taken) == taken


@given(typed=st.text(max_size=12))
def test_whatever_is_typed_is_taken_or_refused_in_words(typed):
    for cell in (NUMBER, OPEN, FLAG, CHOICE, WORDS):
        try:
            taken = cell.parse(typed)
        except Unreadable:
            continue
        assert taken is None or cell.read(taken) == taken


# ── sheets ─────────────────────────────────────────────────────────────────────────────


def seat(**cells: object) -> dict[str, Any]:
    return {"seats": {"p1": cells}}


def paths(reading: Reading) -> list[str]:
    return [str(error.path) for error in reading.errors]


@pytest.mark.parametrize(
    ("raw", "path", "said"),
    [
        (seat(fruit={"apple": -1}), "p1/fruit/apple", "Less than 0"),
        (seat(fruit={"apple": "three"}), "p1/fruit/apple", "whole number"),
        (seat(fruit={"apple": 10**9}), "p1/fruit/apple", "At most 60"),
        (seat(fruit={"apple": 2.5}), "p1/fruit/apple", "whole number"),
        (seat(fruit={"apple": True}), "p1/fruit/apple", "whole number"),
        (seat(fruit={"apple": [3]}), "p1/fruit/apple", "whole number"),
        (seat(fruit={"aple": 3}), "p1/fruit/aple", "Did you mean “apple”"),
        (seat(fruit={"": 3}), "p1/fruit/", "not known"),
        (seat(fruit=[1, 2]), "p1/fruit", "object"),
        (seat(fruit=3), "p1/fruit", "object"),
        (seat(fruit=None), "p1/fruit", "object"),
        (seat(baskets={"pie_basket": 3}), "p1/baskets/pie_basket", "true or false"),
        (seat(baskets={"pie_baskt": True}), "p1/baskets/pie_baskt", "“pie_basket”"),
        (seat(baskets=["pie_basket"]), "p1/baskets", "object"),
        (seat(trees={"apple_tree": "ancient"}), "p1/trees/apple_tree", "not known"),
        (seat(trees={"apple_tree": True}), "p1/trees/apple_tree", "not known"),
        (seat(use={"pie_basket": 3}), "p1/use/pie_basket", "object"),
        (seat(use={"pie_baskt": {}}), "p1/use/pie_baskt", "“pie_basket”"),
        (seat(use={"pie_basket": {"aple": 1}}), "p1/use/pie_basket/aple", "“apple”"),
        (seat(use={"pie_basket": {"apple": {}}}), "p1/use/pie_basket/apple", "whole number"),
        (seat(coins=61), "p1/coins", "At most 60"),
        (seat(coin=6), "p1/coin", "Did you mean “coins”"),
        (seat(cat="yes"), "p1/cat", "true or false"),
        (seat(guest="major"), "p1/guest", "Did you mean “mayor”"),
        (seat(walk="N" * 41), "p1/walk", "At most 40"),
        (seat(name="a" * 25), "p1/name", "At most 24"),
        ({"seats": {"p1": []}}, "p1", "object"),
        ({"seats": {"p5": {}}}, "seats/p5", "p1 to p4"),
        ({"seats": {"p": {}}}, "seats/p", "p1 to p4"),
        ({"seats": {"p01": {}}}, "seats/p01", "p1 to p4"),
        ({"seats": []}, "seats", "No seat"),
        ({"seats": {}}, "seats", "No seat"),
        ({}, "seats", "No seat"),
        ([], "", "JSON object"),
        (None, "", "JSON object"),
        ("sheet", "", "JSON object"),
        (seat() | {"game": "chess"}, "game", "another game"),
        (seat() | {"game": []}, "game", "another game"),
        (seat() | {"tabel": {}}, "tabel", "Did you mean “table”"),
        (seat() | {"table": {"festival": 1}}, "table/festival", "true or false"),
        (seat() | {"table": []}, "table", "object"),
        (seat() | {"table": {"cat": True}}, "table/cat", "not known"),
        (seat() | {"rulings": []}, "rulings", "object"),
        (seat() | {"rulings": {"cat_points": "7"}}, "rulings/cat_points", "not known"),
        (seat() | {"rulings": {"cat_points": 5}}, "rulings/cat_points", "Did you mean “5”"),
        (seat() | {"rulings": {"cat_points": [[]]}}, "rulings/cat_points", "not known"),
        (seat() | {"rulings": {"cat_pints": "5"}}, "rulings/cat_pints", "“cat_points”"),
        (seat() | {"rulings": {"preset": "clubb"}}, "rulings/preset", "“club”"),
    ],
)
def test_a_wrong_cell_is_named_and_the_others_keep_their_values(toy, raw, path, said):
    reading = toy.sheet.take(raw)
    assert paths(reading) == [path]
    assert said in reading.errors[0].message.en
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
    assert "not JSON" in reading.errors[0].message.en
    assert reading.state == toy.sheet.blank(1)


def test_json_may_begin_with_a_mark_of_its_encoding(toy):
    assert toy.sheet.loads(b'\xef\xbb\xbf{"seats": {"p1": {}}}').errors == []


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999", "1e300", "-0.1"])
def test_numbers_that_are_none_are_named(toy, number):
    reading = toy.sheet.loads(f'{{"seats": {{"p1": {{"coins": {number}, "cat": true}}}}}}')
    assert paths(reading) == ["p1/coins"]
    assert reading.state["seats"]["p1"] == {"cat": True}


@pytest.mark.parametrize(
    "text",
    ['{"seats": {"p1": {}, "p1": {"coins": 1}}}', '{"seats": {"p1": {"coins": 1, "coins": 2}}}'],
)
def test_a_key_that_is_there_twice_is_refused(toy, text):
    reading = toy.sheet.loads(text)
    assert paths(reading) == [""]
    assert "twice" in reading.errors[0].message.en


def test_a_huge_sheet_is_answered_at_once(toy, monkeypatch):
    """A hostile one must not buy a search for the nearest word with each of its words."""
    searched = []

    def nearest(word, *rest):
        searched.append(word)
        return get_close_matches(word, *rest)

    for module in (validation, toml_reader):
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


def test_what_cannot_be_read_stays_as_it_was(toy):
    state = toy.sheet.read(seat(coins=5, fruit={"apple": 3, "pear": 1}))
    typed = {"p1/coins": "many", "p1/fruit/apple": "３＋６＋２", "p1/fruit/pear": "0"}
    entered = toy.sheet.enter(state, typed)
    assert paths(entered) == ["p1/coins"]
    assert entered.state["seats"]["p1"] == {"coins": 5, "fruit": {"apple": 11}}
    assert state["seats"]["p1"]["fruit"] == {"apple": 3, "pear": 1}


NO_CELLS = "p1 p2/coins p9/coins p1/fruit p1/fruit/gravel p1/fruit/apple/x table/coins q1/coins "
NO_CELLS += "p1/coins/ / rulings/cat_pints seats/p1/coins"


@pytest.mark.parametrize("path", ["", *NO_CELLS.split()])
def test_a_path_that_is_no_cell_is_never_silently_dropped(toy, path):
    blank = toy.sheet.blank(1)
    entered = toy.sheet.enter(blank, {path: "1"})
    assert paths(entered) == [path]
    assert entered.state == blank


def test_cells_of_the_table_are_entered_alike(toy):
    blank = toy.sheet.blank(1)
    state = toy.sheet.enter(blank, {"table/festival": "1"}).state
    assert state["table"] == {"festival": True}
    assert toy.sheet.put(state, {"table/festival": None}) == blank


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


def test_rulings_are_cells_like_all_others(toy):
    blank = toy.sheet.blank(1)
    state = toy.sheet.enter(blank, {"rulings/cat_points": "5"}).state
    assert toy.sheet.rulings(state) == {"cat_points": "5"}
    assert toy.sheet.cells(state)[CellPath("rulings/cat_points")] == "5"
    assert toy.sheet.put(state, {"rulings/cat_points": None}) == blank
    wrong = toy.sheet.enter(blank, {"rulings/cat_points": "7"})
    assert (paths(wrong), wrong.state) == (["rulings/cat_points"], blank)


def test_a_preset_that_is_chosen_answers_every_ruling(toy):
    state = toy.sheet.enter(toy.sheet.blank(1), {"rulings/cat_points": "5"}).state
    same = toy.sheet.enter(state, {"rulings/preset": "book"}).state
    assert toy.sheet.rulings(same) == {"cat_points": "5"}, "it was chosen already"
    other = toy.sheet.enter(state, {"rulings/preset": "club"}).state
    assert other["rulings"] == {"preset": "club"}
    # one form may send both: what is answered beside the preset stands
    both = {"rulings/preset": "club", "rulings/cat_points": "1"}
    assert toy.sheet.rulings(toy.sheet.enter(state, both).state) == {"cat_points": "1"}


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


@pytest.mark.parametrize(
    ("held", "typed", "now"),
    [
        (
            {
                "tiles": {"up": True, "other": True},
                "goods": {"up": 3},
                "stored": {"up": {"wood": 2}},
            },
            {"tiles/down": "1"},
            {"tiles": {"down": True, "other": True}, "goods": {"down": 3}},
        ),
        (
            {"tiles": {"up": True}, "both": {"up": {"wood": 2}, "other": {"wood": 1}}},
            {"tiles/down": "1"},
            {"tiles": {"down": True}, "both": {"down": {"wood": 2}, "other": {"wood": 1}}},
        ),
        (  # what is there of the new one already is not written over
            {"tiles": {"up": True}, "goods": {"up": 3, "down": 4}},
            {"tiles/down": "1"},
            {"tiles": {"down": True}, "goods": {"down": 4}},
        ),
        (  # nor is what was typed with it
            {"tiles": {"up": True}, "goods": {"up": 3}},
            {"tiles/down": "1", "goods/down": "7"},
            {"tiles": {"down": True}, "goods": {"down": 7}},
        ),
        ({"tiles": {"up": True}}, {"tiles/other": "1"}, {"tiles": {"up": True, "other": True}}),
        (  # a sheet that says both is left to its reader
            {"tiles": {"up": True, "down": True}},
            {"tiles/up": "1"},
            {"tiles": {"up": True, "down": True}},
        ),
        ({"tiles": {"up": True}}, {"tiles/down": ""}, {"tiles": {"up": True}}),
        ({"goods": {"up": 3}}, {"tiles/down": "1"}, {"goods": {"up": 3}, "tiles": {"down": True}}),
        ({}, {"tiles/down": "1"}, {"tiles": {"down": True}}),
    ],
)
def test_of_two_sides_the_one_that_is_entered_takes_the_others_place(toy, held, typed, now):
    sheet = needing(toy, TILES, GOODS, STORED, BOTH)
    state = {"seats": {"p1": held, "p2": held}}
    found = sheet.enter(state, {f"p1/{path}": text for path, text in typed.items()})
    assert found.errors == []
    seats = sheet.known_part(found.state)["seats"]
    assert seats == {"p1": now, "p2": held}


def test_two_sides_of_one_seat_are_a_doubt_at_the_second(toy):
    sheet = needing(toy, GOODS, TILES)
    both, one = {"tiles": {"up": True, "down": True}}, {"tiles": {"down": True, "other": True}}
    doubts = sheet.doubts({"seats": {"p1": one, "p2": both}})
    assert [(each.path, each.conflict) for each in doubts] == [("p2/tiles/down", True)]
    assert doubts[0].message.en.count("down") == 1
    assert "up" in doubts[0].message.en


def test_a_cell_of_nobody_keeps_none_of_the_others_away(toy):
    found = toy.sheet.put(seat(), {"p9/coins": 1, "coins": 2, "p1/coins": 3, "nobody/x": 4})
    assert found["seats"] == {"p1": {"coins": 3}}
    assert set(found) == {"seats"}


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


def blanks(sheet: Sheet, seat: dict[str, Any], table: dict[str, Any] | None = None) -> list[str]:
    state = {"seats": {"p1": seat}} | ({"table": table} if table else {})
    return [each.path for each in completeness.missing(sheet.position(sheet.read(state)))]


def test_a_needed_field_is_missing_until_it_is_entered_and_0_is_entered(toy: Game) -> None:
    loop = Field("loop", EMPTY, "count", Cell("number", open=True), needed=True)
    assert blanks(needing(toy, loop), {}) == ["p1/loop"]
    assert blanks(needing(toy, loop), {"loop": 0}) == []


def test_a_section_is_missing_until_each_blank_is_entered_or_said_to_be_none(toy: Game) -> None:
    """However many of its cells are entered, as long as one is not."""
    eggs = Field("eggs", EMPTY, "count", Cell("number", open=True))
    milk = replace(eggs, id="milk")
    sheet = needing(toy, eggs, milk)
    for entered in ({}, {"eggs": 0}, {"milk": 3}):
        assert blanks(sheet, entered) == ["p1/none/s"]
        assert blanks(sheet, entered | {"none": {"s": True}}) == []
    assert blanks(sheet, {"eggs": 0, "milk": 3}) == []


def test_what_is_optional_tracked_or_needed_is_no_rest(toy: Game) -> None:
    eggs = Field("eggs", EMPTY, "count", Cell("number", open=True))
    assert blanks(needing(toy, eggs, tracked=True), {}) == []
    assert blanks(needing(toy, eggs, optional=True), {}) == []
    assert blanks(needing(toy, replace(eggs, optional=True)), {}) == []
    needed = replace(eggs, needed=True)
    sheet = needing(toy, needed, replace(eggs, id="milk"))
    assert blanks(sheet, {"none": {"s": True}}) == ["p1/eggs"]


def test_a_needed_field_is_missing_only_while_it_matters(toy: Game) -> None:
    cat = Field("cat", EMPTY, "flag", Cell("flag"))
    loop = Field("loop", EMPTY, "count", Cell("number", open=True), needed=True, when="cat")
    said = {"none": {"s": True}}
    assert blanks(needing(toy, cat, loop), said) == []
    assert blanks(needing(toy, cat, loop), {"cat": True}) == ["p1/loop"]
    late = needing(toy, replace(loop, when=""), when="table/festival")
    assert blanks(late, {}) == []
    assert blanks(late, {}, {"festival": True}) == ["p1/loop"]


def test_each_owned_row_of_a_needed_grid_is_missing_by_itself(toy: Game) -> None:
    rows = toy.sheet.fields["use"]
    own = Field("own", EMPTY, "pick", Cell("flag"), rows.groups)
    use = replace(rows, decided=False, needed=True, when="own")
    first, second = (row.id for row in use.rows[:2])
    fruit = use.columns[0].id
    held = {"own": {first: True, second: True}, "use": {first: {fruit: 1}}}
    assert blanks(needing(toy, own, use), held) == [f"p1/use/{second}"]


def test_what_is_put_into_a_state_stays_as_it_came(toy):
    old = {"leaf": {"stem": 1}}
    state = toy.sheet.put(toy.sheet.blank(1), {"p1/gone": old, "p1/gone/leaf/root": 2})
    assert state["seats"]["p1"]["gone"] == {"leaf": {"stem": 1, "root": 2}}
    assert old == {"leaf": {"stem": 1}}


# ── what a sheet tells of a state ──────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("cells", "table", "entered"),
    [
        ({}, {}, False),
        ({"name": "Ann"}, {}, False),
        ({"name": "Ann", "colour": "red"}, {"festival": True}, False),
        ({"coins": 1}, {}, True),
        ({"name": "Ann", "cat": True}, {}, True),
        ({"none": {"yard": True}}, {}, True),
        ({"use": {"pie_basket": {"plum": 1}}}, {}, True),
    ],
)
def test_a_name_is_nothing_entered_yet(toy, cells, table, entered):
    state = toy.sheet.read({"seats": {"p1": cells, "p2": {}}, "table": table})
    position = toy.sheet.position(state)
    assert toy.sheet.anything(position, "p1") is entered
    assert toy.sheet.anything(position, "p2") is False


@pytest.mark.parametrize(
    ("when", "unless", "table", "matters"),
    [
        ("", "", {}, True),
        ("", "", {"festival": True}, True),
        ("table/festival", "", {}, False),
        ("table/festival", "", {"festival": True}, True),
        ("", "table/festival", {}, True),
        ("", "table/festival", {"festival": True}, False),
    ],
)
def test_where_nothing_of_a_seat_matters_the_tables_cells_are_every_seats(
    toy: Game, when: str, unless: str, table: dict[str, Any], matters: bool
) -> None:
    cat = Field("cat", EMPTY, "flag", Cell("flag"))
    section = Section("own", EMPTY, (cat,), when=when, unless=unless)
    shared = [replace(each, settings=False) for each in toy.sheet.table]
    for sections, counts in (
        ([section], not matters),
        ([replace(section, tracked=True)], True),
        ([], True),
    ):
        sheet = Sheet(toy.catalogue, sections, shared)
        position = sheet.position(sheet.read({"seats": {"p1": {}}, "table": table}))
        assert completeness.matters(position, section) is matters
        assert sheet.anything(position, "p1") is (bool(table) and counts)
        set_up = Sheet(toy.catalogue, sections, toy.sheet.table)
        assert not set_up.anything(set_up.position(position.state), "p1")


@pytest.mark.parametrize(
    ("where", "message"),
    [
        (("tabel",), "'tabel' was unexpected"),
        (("rulings", "cat_pints"), "'cat_pints' was unexpected"),
        (("table", "cat"), "'cat' was unexpected"),
        (("play", "cat"), "'cat' was unexpected"),
        (("seats", "p5"), "'p5' does not match"),
        (("seats", "p0"), "'p0' does not match"),
        (("seats", "p11"), "'p11' does not match"),
        (("seats", "p1", "coin"), "'coin' was unexpected"),
        (("seats", "p1", "fruit", "aple"), "'aple' was unexpected"),
    ],
)
def test_the_schema_knows_no_key_that_the_sheet_does_not(
    toy: Game, where: tuple[str, ...], message: str
) -> None:
    validator = Draft202012Validator(toy.sheet.schema())
    state: dict[str, Any] = {"seats": {"p1": {}, "p4": {}}}
    assert validator.is_valid(state)
    inner = state
    for key in where[:-1]:
        inner = inner.setdefault(key, {})
    inner[where[-1]] = {}
    assert [message in each.message for each in validator.iter_errors(state)] == [True]


def test_a_blank_sheet_has_its_seats_and_the_preset(toy: Game) -> None:
    seats: dict[str, Any] = {"p1": {}, "p2": {}}
    rulings = {"preset": "book"}
    assert toy.sheet.blank(2) == {"game": "toy", "rulings": rulings, "seats": seats}
    assert set(toy.sheet.blank(4)["seats"]) == {"p1", "p2", "p3", "p4"}


@pytest.mark.parametrize(
    ("order", "seats"),
    [
        (None, ("p1", "p2", "p3")),
        ("p3 p1 p2", ("p3", "p1", "p2")),
        ("p3", ("p3", "p1", "p2")),
        ("p9 p2 p3", ("p2", "p3", "p1")),
    ],
)
def test_seats_are_in_the_order_that_the_table_gave_them(
    toy: Game, order: str | None, seats: tuple[str, ...]
) -> None:
    state: dict[str, Any] = {"seats": {"p2": {}, "p3": {}, "p1": {}, "zz": {}, "p7": {}}}
    if order:
        state["play"] = {"order": order}
    assert toy.sheet.seats(state) == seats


@pytest.mark.parametrize(
    ("path", "value", "recorded"),
    [
        ("p1/coins", 5, True),
        ("p4/coins", 5, True),
        ("p5/coins", 5, False),
        ("p1/coins", None, True),
        ("p1/coins", 61, False),
        ("p1/coins", 0, False),
        ("p1/coins", True, False),
        ("p1/coins", "5", False),
        ("p1/cat", True, True),
        ("p1/cat", 1, False),
        ("p1/gone", None, False),
        ("table/festival", True, True),
        ("play/first", "p2", True),
        ("play/first", "p5", False),
        ("rulings/cat_points", "5", True),
        ("rulings/preset", "garbage", False),
        ("seats/p3", True, False),
    ],
)
def test_what_would_be_recorded_just_so(toy: Game, path: str, value: Any, recorded: bool) -> None:
    assert toy.sheet.records(path, value) is recorded


@pytest.mark.parametrize(
    ("values", "seats"),
    [
        ({"seats/p3": True}, {"p1": {"coins": 5}, "p2": {}, "p3": {}}),
        ({"seats/p1": True}, {"p1": {"coins": 5}, "p2": {}}),
        ({"seats/p1": None}, {"p2": {}}),
        ({"seats/p4": None}, {"p1": {"coins": 5}, "p2": {}}),
        ({"p3/coins": 1, "seats/p3": True}, {"p1": {"coins": 5}, "p2": {}, "p3": {"coins": 1}}),
        ({"p3/coins": 1}, {"p1": {"coins": 5}, "p2": {}}),
        ({"p2/coins": 1, "seats/p2": None}, {"p1": {"coins": 5}}),
        ({"p1/coins": None}, {"p1": {}, "p2": {}}),
        ({"p1/coins": None, "p2/gone": None}, {"p1": {}, "p2": {}}),
        ({"p2": 1, "": 2, "p1": 3}, {"p1": {"coins": 5}, "p2": {}}),
        ({"p2/use/a/b": 1}, {"p1": {"coins": 5}, "p2": {"use": {"a": {"b": 1}}}}),
    ],
)
def test_seats_come_and_go_with_their_cells(
    toy: Game, values: dict[str, Any], seats: dict[str, Any]
) -> None:
    state = toy.sheet.read({"seats": {"p1": {"coins": 5}, "p2": {}}})
    new = toy.sheet.put(state, values)
    assert new == state | {"seats": seats}
    assert state["seats"] == {"p1": {"coins": 5}, "p2": {}}


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


@pytest.mark.parametrize(
    ("when", "cells", "waits"),
    [
        ("", {}, False),
        ("cat", {}, True),
        ("cat", {"cat": True}, False),
        ("guest=mayor", {}, True),
        ("guest=mayor", {"guest": "stranger"}, True),
        ("guest=mayor", {"guest": "mayor"}, False),
        ("trees/apple_tree", {}, True),
        ("trees/apple_tree", {"trees": {"apple_tree": "old"}}, False),
        ("trees/apple_tree=old", {"trees": {"apple_tree": "young"}}, True),
        ("trees/apple_tree=old", {"trees": {"apple_tree": "old"}}, False),
    ],
)
def test_a_field_waits_for_the_cell_and_the_face_that_it_names(
    toy: Game, when: str, cells: dict[str, Any], waits: bool
) -> None:
    loop = Field("loop", EMPTY, "count", Cell("number", open=True), needed=True, when=when)
    held = [replace(toy.sheet.fields[id_], optional=True) for id_ in ("cat", "guest", "trees")]
    sheet = needing(toy, *held, loop)
    assert blanks(sheet, cells) == ([] if waits else ["p1/loop"])
    # as a part of the rest it is none to be asked for either
    rest = needing(toy, *held, replace(loop, needed=False))
    assert blanks(rest, cells) == ([] if waits else ["p1/none/s"])


@pytest.mark.parametrize("state", [{}, {"seats": {}}, {"seats": {"p1": {}}, "game": "chess"}, []])
def test_the_schema_wants_a_game_of_somebody(toy: Game, state: Any) -> None:
    assert not Draft202012Validator(toy.sheet.schema()).is_valid(state)


def test_the_schema_says_whose_it_is(toy: Game) -> None:
    found = toy.sheet.schema()
    assert found["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert found["title"] == "Toy Orchard sheet"
    assert found["properties"]["game"] == {"const": "toy"}


@pytest.mark.parametrize("players", [-1, 0, 5])
def test_nobody_and_too_many_have_no_sheet(toy: Game, players: int) -> None:
    with pytest.raises(ValueError, match="1 to 4 players"):
        toy.sheet.blank(players)


def test_every_path_is_read_whatever_was_wrong_before_it(toy: Game) -> None:
    typed = {"p1/gone": "1", "p1/coins": "many", "p1/cat": "1", "p9/coins": "2", "p1/walk": "N"}
    entered = toy.sheet.enter(toy.sheet.blank(1), typed)
    assert paths(entered) == ["p1/gone", "p1/coins", "p9/coins"]
    assert entered.state["seats"]["p1"] == {"cat": True, "walk": "N"}


def test_where_a_table_stands_are_cells_too(toy: Game) -> None:
    fields = toy.sheet.play_fields
    drawn = {"lots", "seals", "words"}
    assert set(fields) == {"stage", "first", "order", "corrected", "done"} | drawn
    assert set(fields["lots"].paths()) == {("lots", "seats"), ("lots", "first")}
    assert [option.id for option in fields["first"].cell.options] == ["p1", "p2", "p3", "p4"]
    phases = ["spring", "feast", "harvest"]
    assert [option.id for option in fields["stage"].cell.options][: len(phases)] == phases
    done = {("done", phase, step) for phase in phases for step in ("pick", "eat")}
    assert done <= set(fields["done"].paths())
    assert toy.sheet.records("play/done/spring/pick", True)


def test_no_more_errors_than_anybody_reads(toy: Game) -> None:
    many: dict[str, Any] = {f"q{n}" + "x" * 60: {} for n in range(MOST_ERRORS + 9)}
    reading = toy.sheet.take({"seats": many})
    assert len(reading.errors) == MOST_ERRORS
    assert {len(error.path) for error in reading.errors} == {len("seats/") + 40}
    assert reading.state["seats"] == {"p1": {}}
