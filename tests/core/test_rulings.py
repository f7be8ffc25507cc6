"""A table answers what the rules leave open: by a preset, one by one, or both."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring import game
from scoring.model.rulings import compact, default, default_preset, resolve
from scoring.model.validation import unknown_word

KEYFLOWER = game("keyflower")
IDS = [e.id for e in KEYFLOWER.catalogue.rulings()]
drawn = settings(max_examples=60, suppress_health_check=list(HealthCheck))


def read(raw):
    """The rulings that a sheet takes, and the paths of what it refuses."""
    reading = KEYFLOWER.sheet.take({"rulings": raw, "seats": {"p1": {}}})
    return reading.state.get("rulings"), [e.path for e in reading.errors]


@st.composite
def chosen(draw):
    """A preset or none, and answers to some rulings."""
    found = draw(st.sampled_from([{}, {"preset": "rulebook"}, {"preset": "online"}]))
    for entry in KEYFLOWER.catalogue.rulings():
        if draw(st.booleans()):
            found = found | {entry.id: draw(st.sampled_from([o.id for o in entry.options]))}
    return found


def test_the_first_preset_is_in_force_until_somebody_chooses(toy):
    assert default_preset(toy.catalogue) == "book"
    assert default(toy.catalogue, "cat_points") == "1"
    assert resolve(toy.catalogue, {}) == {"cat_points": "1"}
    assert resolve(toy.catalogue, {"preset": "club"}) == {"cat_points": "5"}
    assert resolve(toy.catalogue, {"preset": "club", "cat_points": "1"}) == {"cat_points": "1"}


def test_a_sheet_records_only_what_differs_from_its_preset(toy):
    assert compact(toy.catalogue, {"cat_points": "5"}) == {"preset": "book", "cat_points": "5"}
    assert compact(toy.catalogue, {"preset": "club", "cat_points": "5"}) == {"preset": "club"}


@drawn
@given(raw=chosen())
def test_what_is_recorded_means_what_was_chosen(raw):
    it = KEYFLOWER.catalogue
    taken, errors = read(raw)
    assert errors == []
    assert resolve(it, taken or {}) == resolve(it, raw)
    assert set(resolve(it, taken or {})) == set(IDS)
    assert read(taken or {})[0] == taken
    for ruling, option in (taken or {}).items():
        assert ruling == "preset" or option != it[ruling].presets[taken["preset"]]


def test_a_wrong_answer_is_named_and_the_others_stand():
    taken, errors = read(
        {"storage_release": "yes", "craftsmans_guild_points": "4", "no_such": "1", "preset": 3}
    )
    assert taken == {"preset": "rulebook", "storage_release": "yes"}
    assert errors == ["rulings/craftsmans_guild_points", "rulings/no_such", "rulings/preset"]


@pytest.mark.parametrize("raw", [None, [], "rulebook", 3])
def test_rulings_are_an_object(raw):
    assert read(raw)[1] == ["rulings"]


def test_answering_one_question_keeps_the_other_answers():
    sheet = KEYFLOWER.sheet
    state = sheet.enter(sheet.blank(2), {"rulings/storage_release": "yes"}).state
    state = sheet.enter(state, {"rulings/craftsmans_guild_points": "5"}).state
    assert state["rulings"] == {
        "preset": "rulebook",
        "storage_release": "yes",
        "craftsmans_guild_points": "5",
    }
    everything = sheet.enter(state, {"rulings/preset": "online"}).state
    assert everything["rulings"] == {"preset": "online"}
    refused = sheet.enter(state, {"rulings/storage_release": "maybe"})
    assert refused.state == state
    assert [e.path for e in refused.errors] == ["rulings/storage_release"]


@pytest.mark.parametrize(
    ("word", "near"),
    [("windmil", "windmill"), ("wind_mill", "windmill"), ("zzz", None), ("", None)],
)
def test_the_nearest_word_is_offered_if_there_is_one(word, near):
    message = unknown_word(word, ["windmill", "watermill"])
    assert (f"“{near}”" in message.en) == (near is not None)
    assert ("ですか" in message.ja) == (near is not None)
