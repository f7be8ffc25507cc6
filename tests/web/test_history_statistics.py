"""Statistics of a history beyond totals: chances, comparisons, streaks, margins, ratings, plots."""

from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.history import statistics, statistics_page
from companion.history.filters import Choice
from companion.history.played_games import Record, with_people_renamed
from companion.history.ratings import ratings
from companion.history.seat_results import Row
from companion.sheet_pages import plot_shapes
from scoring.text.localised import Verbatim
from tests.web.test_played_game_records import DAY, record

AKI_WINS = record(("Aki", 60, 1), ("Mika", 50, 2))
MIKA_WINS = record(("Aki", 40, 2), ("Mika", 55, 1), day=1)
LEVEL = record(("Aki", 50, 1), ("Mika", 50, 1), ("Ben", 41, 3), day=2)
ALL = (AKI_WINS, MIKA_WINS, LEVEL)


def test_six_of_ten_may_be_luck():
    found = statistics.rate(6, 10)
    assert (round(found.low, 3), round(found.high, 3)) == (0.313, 0.832)  # Wilson, by hand


@given(st.integers(1, 5000), st.data())
def test_a_range_holds_its_share_and_stays_between_none_and_all(of, data):
    found = statistics.rate(data.draw(st.integers(0, of)), of)
    assert 0 <= found.low <= found.share + 1e-9
    assert found.share - 1e-9 <= found.high <= 1
    assert found.low < found.high


def test_a_shared_win_is_a_win_for_each_and_playing_alone_is_none():
    alone = record(("Aki", 99, 1), day=3)
    found = statistics.people([*ALL, alone])
    assert {who.id: (who.rate.won, who.rate.of) for who in found} == {
        "aki": (2, 3),
        "mika": (2, 3),
        "ben": (0, 1),
    }


def test_where_nobody_is_known_to_have_won_nobody_lost():
    unknown = record(("Aki", None, None), ("Mika", 4, None))
    assert [who.rate for who in statistics.people([unknown])] == [None, None]
    assert statistics.start([unknown]) is None
    assert statistics_page.page([unknown], Choice(), 0)["margins"] is None


def test_head_to_head_counts_ahead_behind_and_level():
    mika, ben = statistics.opponents(ALL, "aki")
    assert (mika.id, mika.ahead, mika.behind, mika.level) == ("mika", 1, 1, 1)
    assert (ben.id, ben.ahead, ben.behind, ben.level) == ("ben", 1, 0, 0)
    twice = record(("Aki", 3, 1), ("Aki", 2, 2), ("Ben", 1, 3), day=4)
    assert statistics.opponents([twice], "aki") == ()  # which of the two?


def first(record: Record, n: int) -> Record:
    seats = [replace(seat, first=k == n) for k, seat in enumerate(record.seats, 1)]
    return replace(record, seats=tuple(seats))


def test_starting_is_compared_with_what_anybody_would_have_won():
    found = statistics.start([first(AKI_WINS, 1), first(MIKA_WINS, 1), first(LEVEL, 3)])
    assert (found.rate.won, found.rate.of) == (1, 3)
    assert found.expected == pytest.approx(1 / 2 + 1 / 2 + 2 / 3)


def test_by_number_of_players():
    found = statistics.by_number(ALL)
    assert list(found) == [2, 3]
    assert (found[2].plays, found[2].average, found[2].winner, found[2].margin) == (
        2, (60 + 50 + 40 + 55) / 4, (60 + 55) / 2, (10 + 15) / 2,
    )  # fmt: skip
    assert found[3].margin == 0
    mine = statistics.by_number(ALL, "aki")[2]
    assert mine.average == 50
    assert mine.rate == statistics.rate(1, 2)


def test_a_margin_needs_every_total():
    assert AKI_WINS.margin == 10
    assert LEVEL.margin == 0
    assert record(("Aki", 60, 1), ("Mika", None, None)).margin is None
    found = statistics_page.page(ALL, Choice(), 0)["margins"]
    assert found == {"average": 25 / 3, "ends": (LEVEL, MIKA_WINS)}


def test_a_streak_ends_with_a_game_that_somebody_else_won():
    days = [record(("Aki", 2, 1), ("Mika", 1, 2), day=n) for n in (0, 1, 2)]
    lost = record(("Aki", 1, 2), ("Mika", 2, 1), day=3)
    (running,) = statistics.streaks(days)
    assert (running.name, running.wins, running.running) == ("Aki", 3, True)
    (over,) = statistics.streaks([*days, lost])
    assert (over.wins, over.running, over.last) == (3, False, DAY + timedelta(days=2))
    away = record(("Ben", 1, 2), ("Mika", 2, 1), day=4)
    assert {each.id for each in statistics.streaks([*days, lost, away])} == {"aki", "mika"}


def test_sections_over_time_of_one_person_or_on_average():
    gold, skill = Verbatim("Gold"), Verbatim("Skill")
    older = replace(AKI_WINS, rows=(Row(gold, {"p1": 9, "p2": 4}), Row(skill, {"p1": 1})))
    newer = replace(MIKA_WINS, rows=(Row(gold, {"p1": 3, "p2": 0}),))
    told = statistics.parts([newer, older, LEVEL], "aki")
    assert [(part.label.en, [n for _, n in part.points]) for part in told] == [
        ("Gold", [9, 3]),
        ("Skill", [1]),
    ]
    both = statistics.parts([newer, older])
    assert [n for _, n in both[0].points] == [6.5, 1.5]


def test_everybody_begins_alike_and_winning_makes_stronger_and_surer():
    aki, mika = ratings([AKI_WINS])
    assert (aki.id, mika.id, aki.games) == ("aki", "mika", 1)
    assert aki.middle > 25 > mika.middle
    assert aki.spread < 25 / 3
    many = ratings([replace(AKI_WINS, key=f"{n}") for n in range(30)])
    assert many[0].wide < 0.8 * aki.wide


def test_a_tie_between_equals_moves_nobody_and_ties_never_turn_an_order_round():
    for each in ratings([record(("Aki", 5, 1), ("Mika", 5, 1))]):
        assert each.middle == pytest.approx(25)
    five = record(("A", 9, 1), ("B", 9, 1), ("C", 5, 3), ("D", 1, 4), ("E", 1, 4))
    found = {each.id: each.middle for each in ratings([five])}
    assert found["a"] == found["b"] > found["c"] > found["d"] == found["e"]


def test_the_stronger_loses_by_a_tie():
    strong = [record(("Aki", 2, 1), ("Ben", 1, 2), day=n) for n in range(5)]
    before = {each.id: each.middle for each in ratings(strong)}
    tie = record(("Aki", 2, 1), ("Ben", 2, 1), day=9)
    after = {each.id: each.middle for each in ratings([*strong, tie])}
    assert after["aki"] < before["aki"]
    assert after["ben"] > before["ben"]


def test_what_cannot_be_compared_is_not_rated():
    alone = record(("Aki", 5, 1))
    nameless = record(("Aki", 5, 1), ("", 3, 2))
    open_ = record(("Aki", None, None), ("Mika", None, None))
    assert ratings([alone, nameless, open_, record(("Aki", 5, 1), ("aki", 3, 2))]) == ()


def test_the_order_in_which_records_arrive_changes_no_rating():
    assert ratings(ALL) == ratings(reversed(ALL))


def test_other_names_are_put_on_without_touching_the_record():
    (found,) = with_people_renamed([AKI_WINS], {"mika": "美香"})
    assert [seat.name for seat in found.seats] == ["Aki", "美香"]
    assert AKI_WINS.seats[1].name == "Mika"
    assert with_people_renamed([AKI_WINS], {"ben": "Ben"})[0] is AKI_WINS


@given(st.dictionaries(st.sampled_from(["game", "player", "players", "since"]), st.text()))
def test_an_address_asks_for_something_or_for_everything(asked):
    choice = Choice.of(asked)
    choice.among(ALL)
    assert choice.query().startswith("?")


def test_a_choice_becomes_its_own_address():
    asked = {"game": "keyflower", "player": "aki & co", "players": "3", "since": "2026-05-04"}
    choice = Choice.of(asked)
    assert choice.query() == "?game=keyflower&player=aki+%26+co&players=3&since=2026-05-04"
    assert choice.query(player="") == "?game=keyflower&players=3&since=2026-05-04"


@given(st.lists(st.integers(-300, 900), min_size=2, max_size=60), st.booleans())
def test_a_course_stays_inside_its_axis(values, low):
    plot = plot_shapes.line_plot(values, low=low)
    heights = [level.y for level in plot.levels]
    assert len(heights) == len(set(heights)) >= 2
    assert all(min(heights) <= y <= max(heights) for _, y in plot.series[0].dots)
    assert all(plot.left <= x <= plot.right for x, _ in plot.series[0].dots)


@given(st.lists(st.integers(0, 400), min_size=2, max_size=13).filter(any))
def test_columns_stand_on_the_axis_and_are_as_high_as_their_count(counts):
    plot = plot_shapes.histogram([(n * 5, n * 5 + 4, count) for n, count in enumerate(counts)])
    ground = plot.levels[0]
    assert ground.value == 0
    for column, count in zip(plot.columns, counts, strict=True):
        assert column.y + column.high == ground.y
        assert (column.high > 0) or count * 100 < max(counts)
        assert column.y >= plot.levels[-1].y
