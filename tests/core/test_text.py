"""Words in both languages: never one alone, never a gap."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.core.status import CONFIDENCE_NAMES, CONFIDENCES, STATUS_NAMES, STATUSES
from scoring.core.text import EMPTY, Text, counted, from_table, join, number

WORDS = st.text(min_size=1).filter(str.strip)


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "Gold"), ("ja", "金"), ("ja-JP", "金"), ("JA", "金"), ("fr", "Gold"), ("", "Gold")],
)
def test_anything_but_japanese_reads_english(language, said):
    assert Text("Gold", "金").said(language) == said


@given(en=st.text(), ja=st.text())
def test_what_a_player_typed_is_filled_in_as_it_is(en, ja):
    filled = Text("<{what}>", "「{what}」").fill(what=Text(en, ja))
    assert filled == Text(f"<{en}>", f"「{ja}」")


def test_numbers_are_said_plainly():
    said = Text("{a} {b} {c}", "{a}{b}{c}").fill(a=3, b=Fraction(1, 2), c=Fraction(4, 2))
    assert said == Text("3 1/2 2", "31/22")
    assert number(Fraction(-7, 3)) == "-7/3"


def test_a_gap_that_nobody_fills_is_an_error():
    with pytest.raises(KeyError):
        Text("{what}", "{what}").fill(who="?")


def test_lists_have_the_comma_of_their_language():
    assert join([Text("wood", "木"), Text("iron", "鉄")]) == Text("wood, iron", "木、鉄")
    assert join([]) == EMPTY
    assert join([Text("a", "あ"), Text("b", "い")], " or ", "か") == Text("a or b", "あかい")


def test_english_bends_the_noun():
    assert counted(0, "set", "sets", "組") == Text("0 sets", "0組")
    assert counted(1, "set", "sets", "組") == Text("1 set", "1組")


@given(en=WORDS, ja=WORDS)
def test_a_table_of_both_languages_is_a_text(en, ja):
    text = from_table({"en": en, "ja": ja})
    assert text == Text(en.strip(), ja.strip())
    assert from_table(text.json()) == text


@pytest.mark.parametrize(
    ("table", "problem"),
    [
        ({"en": "Gold"}, "lacks ja"),
        ({"ja": "金"}, "lacks en"),
        ({}, "lacks en, ja"),
        ({"en": "Gold", "ja": "金", "fr": "Or"}, "unknown fr"),
        ({"en": "Gold", "jp": "金"}, "lacks ja and has unknown jp"),
        ({"en": "Gold", "ja": " "}, "ja is empty"),
        ({"en": 3, "ja": "金"}, "en is empty"),
        ("Gold", "table"),
        (None, "table"),
    ],
)
def test_a_table_that_lacks_something_says_what(table, problem):
    with pytest.raises(ValueError, match=problem):
        from_table(table)


def test_every_degree_of_knowledge_has_a_name():
    assert set(STATUS_NAMES) == set(STATUSES)
    assert set(CONFIDENCE_NAMES) == set(CONFIDENCES)
