"""A history as it is told: who beat whom, in order, two people, what is told again."""

from dataclasses import replace

import pytest

from companion.history import statistics_page, stories
from companion.history.filters import Choice
from companion.history.played_games import Record
from companion.history.seat_results import Row
from scoring.text.localised import Text, Verbatim
from tests.web.test_played_game_records import record


def aki(lead: int, day: int, slug: str = "a") -> Record:
    return record(("Aki", 60 + lead, 1), ("Mika", 60, 2), day=day, slug=slug)


def mika(lead: int, day: int, slug: str = "a") -> Record:
    return record(("Aki", 60, 2), ("Mika", 60 + lead, 1), day=day, slug=slug)


SHARED = record(("Aki", 50, 1), ("Mika", 50, 1), ("Ben", 41, 3), day=2)


def undecided(day: int) -> Record:
    """A game that either may have won: a total is open."""
    played = record(("Aki", 60, None), ("Mika", None, None), day=day)
    seats = [replace(seat, best=1, worst=2, known=50, least=50, most=70) for seat in played.seats]
    return replace(played, seats=tuple(seats), open=Verbatim("Still open"))


def english(text: Text) -> str:
    return text.in_language("en")


@pytest.mark.parametrize(
    ("played", "en", "ja"),
    [
        (aki(6, 0), "Aki beat Mika by 6", "AkiがMikaに6点差で勝ち"),
        (aki(1, 0), "Aki beat Mika by one", "AkiがMikaに1点差で勝ち"),
        (SHARED, "Aki and Mika shared it", "AkiとMikaがそろって優勝"),
        (record(("Aki", 9, 1), ("Mika", 9, 2)), "Aki won on the tie-break", ""),
        (record(("Aki", 9, 1), ("Mika", 7, 2), ("Ben", 7, 2)), "Aki won by 2", ""),
        (record(("Aki", None, 1), ("Mika", None, 2)), "Aki won", "Akiの勝ち"),
        (undecided(0), "Still open", "Still open"),
        (record(("Aki", None, None), ("Mika", None, None)), "Aki and Mika", "AkiとMika"),
    ],
)
def test_a_game_is_one_sentence(played, en, ja):
    assert english(stories.headline(played)) == en
    assert ja in ("", stories.headline(played).in_language("ja"))


def test_what_decided_it_is_told_only_where_it_alone_brought_the_margin():
    army = Row(Verbatim("Army"), {"p1": 14, "p2": 0})
    coins = Row(Verbatim("Coins"), {"p1": 0, "p2": 8})
    assert "Army" in english(stories.deciding_section(replace(aki(6, 0), rows=(army, coins))))
    few = replace(army, points={"p1": 5, "p2": 0})
    assert english(stories.deciding_section(replace(aki(6, 0), rows=(few,)))) == ""
    assert english(stories.deciding_section(replace(SHARED, rows=(army,)))) == ""


def test_the_last_time_is_that_of_exactly_these_people():
    played = [aki(3, 1), mika(4, 2), SHARED, undecided(5)]
    found = stories.last_time(played, ["MIKA", "aki"])
    assert found == mika(4, 2)
    text = stories.last_time_text(found)
    assert english(text) == "Last time the two of you played, Mika won by 4"
    assert text.in_language("ja") == "前回この2人ではMikaの勝ち（4点差）"
    shared = stories.last_time(played, ["Ben", "Mika", "Aki"])
    told = english(stories.last_time_text(shared))
    assert told == "Last time the three of you played, Aki and Mika won"
    assert stories.last_time(played, ["Aki", "Ben"]) is None
    assert stories.last_time(played, ["Aki", ""]) is None


def test_winners_stand_in_order_and_nobody_for_a_game_that_is_open():
    played = [aki(3, 0), SHARED, undecided(3)]
    months = stories.months(played, stories.faces(played))
    figures = [each for _, winners in months for each in winners]
    assert [(each.name, each.initial) for each in figures] == [
        ("Aki", "A"), ("Aki – Mika", "AM"), ("Aki – Mika", "AM"),
    ]  # fmt: skip
    assert figures[0].colour
    assert not figures[1].colour


def test_nothing_is_told_that_one_more_game_would_turn_round():
    few = [aki(3, 0), mika(1, 1)]
    assert stories.anecdotes(few) == []
    found = stories.anecdotes([*few, aki(9, 2)])
    assert [(english(each.text), each.number) for each in found] == [
        ("Mika beat Aki by one", 61), ("Highest ever: Aki", 69),
    ]  # fmt: skip
    assert stories.rivals(few, stories.faces(few)) == []


def test_a_habit_is_told_of_who_wins_at_one_game_alone():
    played = [aki(2, n, "b") for n in range(3)] + [mika(2, n, "c") for n in (4, 5)]
    found = [english(each.text) for each in stories.anecdotes(played)]
    assert "Aki wins at b" in found
    assert "Aki won 3 in a row" in found
    elsewhere = [*played, aki(2, 9, "c")]
    assert "Aki wins at b" not in [english(each.text) for each in stories.anecdotes(elsewhere)]


def test_two_people_are_compared_from_the_fifth_game():
    played = [aki(2, 0), mika(2, 1), aki(2, 2), aki(2, 3)]
    assert stories.rivals(played, stories.faces(played)) == []
    (pair,) = stories.rivals([*played, mika(5, 4)], stories.faces(played))
    assert (pair.first.name, pair.ahead, pair.second.name, pair.behind) == ("Aki", 3, "Mika", 2)
    assert [each.name for each in pair.last] == ["Aki", "Mika", "Aki", "Aki", "Mika"]


def test_figures_and_plots_come_with_the_tenth_game():
    played = [aki(2, n) for n in range(9)]
    assert not statistics_page.page(played, Choice(), 0)["figures"]
    assert statistics_page.page([*played, aki(2, 9)], Choice(), 0)["figures"]


def test_one_game_is_shown_as_its_podium():
    evening = statistics_page.page([aki(6, 0)], Choice(), 0)["evening"]
    assert [(seat.name, face.initial) for seat, face in evening["podium"]] == [
        ("Aki", "A"), ("Mika", "M"),
    ]  # fmt: skip
    assert "evening" not in statistics_page.page([aki(n, n) for n in (1, 2, 3)], Choice(), 0)
