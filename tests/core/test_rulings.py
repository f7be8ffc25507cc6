"""A table answers what the rules leave open: by a preset, one by one, or both."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring import game
from scoring.core.rulings import compact, default_preset, resolve, take, unknown

KEYFLOWER = game("keyflower")
IDS = [e.id for e in KEYFLOWER.catalogue.rulings()]
drawn = settings(max_examples=60, suppress_health_check=list(HealthCheck))


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
    assert resolve(toy.catalogue, {}) == {"cat_points": "1"}
    assert resolve(toy.catalogue, {"preset": "club"}) == {"cat_points": "5"}
    assert resolve(toy.catalogue, {"preset": "club", "cat_points": "1"}) == {"cat_points": "1"}


def test_a_sheet_records_only_what_differs_from_its_preset(toy):
    assert compact(toy.catalogue, {"cat_points": "5"}, "book") == {
        "preset": "book",
        "cat_points": "5",
    }
    assert compact(toy.catalogue, {"cat_points": "5"}, "club") == {"preset": "club"}


@drawn
@given(raw=chosen())
def test_what_is_recorded_means_what_was_chosen(raw):
    it = KEYFLOWER.catalogue
    taken, faults = take(it, raw)
    assert faults == []
    assert resolve(it, taken) == resolve(it, raw)
    assert set(resolve(it, taken)) == set(IDS)
    assert take(it, taken) == (taken, [])
    for ruling, option in taken.items():
        assert ruling == "preset" or option != it[ruling].presets[taken["preset"]]


def test_a_wrong_answer_is_named_and_the_others_stand():
    taken, faults = take(
        KEYFLOWER.catalogue,
        {"storage_release": "yes", "craftsmans_guild_points": "4", "no_such": "1", "preset": 3},
    )
    assert taken == {"preset": "rulebook", "storage_release": "yes"}
    assert [f.path for f in faults] == [
        "rulings/craftsmans_guild_points",
        "rulings/no_such",
        "rulings/preset",
    ]


@pytest.mark.parametrize("raw", [None, [], "rulebook", 3])
def test_rulings_are_an_object(raw):
    taken, (fault,) = take(KEYFLOWER.catalogue, raw)
    assert (taken, fault.path) == ({}, "rulings")


def test_answering_one_question_keeps_the_other_answers(toy):
    sheet = KEYFLOWER.sheet
    state = sheet.answer(sheet.blank(2), "storage_release", "yes").state
    state = sheet.answer(state, "craftsmans_guild_points", "5").state
    assert state["rulings"] == {
        "preset": "rulebook",
        "craftsmans_guild_points": "5",
        "storage_release": "yes",
    }
    back = sheet.answer(state, "craftsmans_guild_points", "3").state
    assert back["rulings"] == {"preset": "rulebook", "storage_release": "yes"}
    everything = sheet.answer(state, "preset", "online").state
    assert everything["rulings"] == {"preset": "online"}
    refused = sheet.answer(state, "storage_release", "maybe")
    assert refused.state == state
    assert [f.path for f in refused.faults] == ["rulings/storage_release"]


@pytest.mark.parametrize(
    ("word", "near"),
    [("windmil", "windmill"), ("wind_mill", "windmill"), ("zzz", None), ("", None)],
)
def test_the_nearest_word_is_offered_if_there_is_one(word, near):
    fault = unknown("x", word, ["windmill", "watermill"])
    assert (f"“{near}”" in fault.message.en) == (near is not None)
    assert ("ですか" in fault.message.ja) == (near is not None)
