"""Words in every language: never one alone, never a gap."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.model.breakdown import CONFIDENCE_NAMES, CONFIDENCES, STATUS_NAMES, STATUSES
from scoring.text.localised import (
    EMPTY,
    Given,
    Text,
    Verbatim,
    from_table,
    joined,
    number,
    supported_language,
)
from tests.rows import rows

WORDS = st.text(min_size=1).filter(str.strip)


def text(en: str, ja: str) -> Text:
    return Given({"en": en, "ja": ja})


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "Gold"), ("ja", "金"), ("ja-JP", "金"), ("JA", "金"), ("fr", "Gold"), ("", "Gold")],
)
def test_anything_but_japanese_reads_english(language, said):
    assert text("Gold", "金").in_language(language) == said
    assert supported_language(language) == ("ja" if said == "金" else "en")


def test_texts_are_equal_if_they_say_the_same():
    assert text("3", "3") == Verbatim("3") == number(3)
    assert hash(text("3", "3")) == hash(number(3))
    assert text("3", "三") != number(3)
    assert text("3", "3") != "3"


def test_numbers_are_said_plainly():
    assert [number(n).en for n in (3, Fraction(1, 2), Fraction(4, 2), Fraction(-7, 3))] == [
        "3",
        "1/2",
        "2",
        "-7/3",
    ]


def test_texts_are_strung_together():
    assert text("a", "あ") + text("b", "い") == text("ab", "あい")
    assert joined([text("a", "あ"), text("b", "い")], text(" or ", "か")) == text(
        "a or b", "あかい"
    )
    assert joined([]) == EMPTY
    assert not EMPTY
    assert text("a", "あ")


@given(en=WORDS, ja=WORDS)
def test_a_table_of_both_languages_is_a_text(en, ja):
    found = from_table({"en": en, "ja": ja})
    assert found == text(en.strip(), ja.strip())
    assert from_table(found.json()) == found


@rows(__file__, "lacking")
def test_a_table_that_lacks_something_says_what(row):
    with pytest.raises(ValueError, match=row["says"]):
        from_table(row.get("table"))


def test_every_degree_of_knowledge_has_a_name():
    assert set(STATUS_NAMES) == set(STATUSES)
    assert set(CONFIDENCE_NAMES) == set(CONFIDENCES)
