"""A table answers what the rules leave open: by a preset, one by one, or both."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring import game
from scoring.model.errors_and_warnings import unknown_word
from scoring.model.rulings import resolve

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


@pytest.mark.parametrize(
    ("word", "near"),
    [("windmil", "windmill"), ("wind_mill", "windmill"), ("zzz", None), ("", None)],
)
def test_the_nearest_word_is_offered_if_there_is_one(word, near):
    message = unknown_word(word, ["windmill", "watermill"])
    assert (f"“{near}”" in message.en) == (near is not None)
    assert ("ですか" in message.ja) == (near is not None)
