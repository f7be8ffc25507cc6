"""Records of games that were played, and the figures over many of them."""

import doctest
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from companion.history import played_games, statistics
from companion.history.played_games import Record
from companion.history.ratings import ratings
from companion.history.seat_results import RecordSeat, seats_json
from companion.history.transfer import bgstats_export, csv_export
from companion.models import Play, Table
from companion.sheet_pages import plot_shapes
from companion.tables.saved_results import keep_result
from scoring import game
from tests.finished_sheets import whole

pytestmark = pytest.mark.django_db

KEYFLOWER = game("keyflower")
DAY = datetime(2026, 11, 21, 10, tzinfo=UTC)


def seat(n: int, name: str, total: int | None, place: int | None) -> RecordSeat:
    return RecordSeat(f"p{n}", name, place, total)


def record(*seats: tuple[str, int | None, int | None], day: int = 0, slug: str = "a") -> Record:
    listed = tuple(seat(n, *each) for n, each in enumerate(seats, 1))
    return Record(f"{slug}-{day}", slug, DAY + timedelta(days=day), listed, {}, "import")


def state(**cells: Any) -> dict[str, Any]:
    """A table of two: Aki with 5 gold, Mika with 3 unless told otherwise."""
    seats = {
        "p1": {"name": "Aki", "resources": {"gold": 5}},
        "p2": {"name": "Mika", "resources": {"gold": 3}},
    }
    return whole(KEYFLOWER, {"seats": seats} | cells)


def test_a_record_holds_totals_places_and_no_secret():
    table = Table.objects.create(
        game="keyflower", state=state(play={"first": "p2"}), finished=timezone.now()
    )
    found = played_games.of_table(table)
    assert found.key == str(table.uid)
    assert table.key not in repr(found)
    assert found.seats == (
        RecordSeat("p1", "Aki", 1, 5, False),
        RecordSeat("p2", "Mika", 2, 3, True),
    )
    assert table.finished
    table.made = table.finished - timedelta(minutes=90)
    assert played_games.of_table(table).minutes == 90
    table.made -= timedelta(hours=30)
    assert played_games.of_table(table).minutes is None  # forgotten overnight


def test_a_score_is_kept_until_the_rules_are_others(monkeypatch):
    table = Table.objects.create(game="keyflower", state=state(), finished=timezone.now())
    first = played_games.of_table(table)
    told = played_games.score_text(first).json()
    assert told["en"]
    kept = Table.objects.get(key=table.key)
    with monkeypatch.context() as patched:
        patched.setattr(played_games, "solved_scores", lambda *_: pytest.fail("is known already"))
        again = played_games.of_table(kept)
        assert (again.seats, played_games.score_text(again).json()) == (first.seats, told)
    monkeypatch.setattr(played_games, "_rules", lambda _slug: "of another version")
    monkeypatch.setattr(played_games, "solved_scores", lambda *_: None)
    assert [seat.total for seat in played_games.of_table(kept).seats] == [None, None]


def test_without_time_a_score_stays_as_other_rules_gave_it(monkeypatch):
    table = Table.objects.create(game="keyflower", state=state(), finished=timezone.now())
    assert [seat.total for seat in played_games.of_tables([table], 0)[0].seats] == [None, None]
    assert not Table.objects.get(key=table.key).result_cache
    known = played_games.of_table(table).seats
    monkeypatch.setattr(played_games, "_rules", lambda _slug: "of another version")
    assert played_games.of_tables([Table.objects.get(key=table.key)], 0)[0].seats == known


def test_a_game_of_other_files_has_another_version(tmp_path):
    known = game("keyflower")
    (tmp_path / "points.py").write_text("1")
    other = replace(known, folder=tmp_path).version
    assert len({known.version, other}) == 2
    (tmp_path / "points.py").write_text("2")
    assert replace(known, folder=tmp_path).version != other
    (tmp_path / "README.md").write_text("no rule")
    (tmp_path / "points.py").write_text("1")
    assert replace(known, folder=tmp_path).version == other


def test_a_table_that_is_still_played_is_no_record():
    with pytest.raises(ValueError, match="still played"):
        played_games.of_table(Table.objects.create(game="keyflower", state=state()))


def test_a_game_that_is_gone_still_has_its_names():
    table = Table.objects.create(game="no_such_game", state=state(), finished=timezone.now())
    found = played_games.of_table(table)
    assert [(s.name, s.total, s.place) for s in found.seats] == [
        ("Aki", None, None),
        ("Mika", None, None),
    ]
    assert played_games.score_text(found).en == ""


def test_a_sheet_scored_without_a_table_is_a_record_too():
    kept = keep_result(KEYFLOWER, state())
    found = played_games.of_result(kept)
    assert [s.total for s in found.seats] == [5, 3]
    assert kept.key not in repr(found)
    assert played_games.of_result(kept).key == found.key


def test_a_play_keeps_its_record():
    key = str(uuid4())
    first = RecordSeat("p1", "Aki", 1, 61, True)
    told = Record(key, "keyflower", DAY, (first, seat(2, "", None, None)), {}, "import", 90)
    Play.objects.create(
        uid=UUID(key), game="keyflower", played=DAY, minutes=90,
        seats=seats_json(told.seats), owner="x",
    )  # fmt: skip
    assert played_games.of_play(Play.objects.get()) == told


def test_comments_name_the_rows_that_paid():
    listed = (seat(1, "Aki", 5, 1), seat(2, "", 3, 2))
    told = played_games.score_text(Record("k", "keyflower", DAY, listed, state(), "table"))
    assert [line.partition(": ")[0] for line in told.en.splitlines()] == ["Aki", "Player 2"]
    assert told.ja.splitlines()[1].startswith("プレイヤー2：")
    assert "5" in told.en


def test_of_one_key_the_first_stays_and_the_newest_comes_first():
    old, new = record(("Aki", 1, 1)), record(("Aki", 2, 1), day=3)
    assert played_games.without_duplicates([old], [new, record(("Someone else", 9, 1))]) == (
        new,
        old,
    )


def test_one_person_however_the_name_is_typed():
    listed = [record(("Aki", 3, 1)), record(("ＡＫＩ ", 5, 1), day=1), record(("", 9, 1), day=2)]
    (found,) = statistics.people(listed)
    assert (found.id, found.name, found.games) == ("aki", "ＡＫＩ ", 2)
    assert [total for _, total in found.totals] == [3, 5]


@given(st.text(max_size=30))
def test_comparing_a_name_twice_changes_nothing(name):
    assert played_games.person(played_games.person(name)) == played_games.person(name)


def test_a_shared_win_counts_for_each_and_says_so():
    listed = [
        record(("Aki", 50, 1), ("Mika", 50, 1), ("Ben", 40, 3)),
        record(("Aki", 60, 1), ("Mika", 50, 2), day=1),
    ]
    aki, mika, ben = (next(p for p in statistics.people(listed) if p.name == n) for n in NAMES)
    assert (aki.wins, aki.shared) == (2, 1)
    assert (mika.wins, mika.shared) == (1, 1)
    assert (ben.wins, ben.shared) == (0, 0)
    assert (mika.average, mika.best, mika.place) == (50, 50, 1.5)


NAMES = ("Aki", "Mika", "Ben")


def test_alone_nobody_wins_but_the_total_counts():
    (aki,) = statistics.people([record(("Aki", 50, 1))])
    assert (aki.wins, aki.place, aki.average) == (0, None, 50)
    assert statistics.games([record(("Aki", 50, 1))])["a"].winner is None


def test_what_is_not_known_is_left_out_and_never_zero():
    listed = [record(("Aki", None, None), ("Mika", 4, None)), record(("Aki", 8, 1), ("", 2, 2))]
    aki = statistics.people(listed)[0]
    assert (aki.games, aki.average, aki.worst, aki.place) == (2, 8, 8, 1)
    nothing = statistics.people([record(("Aki", None, None))])[0]
    assert (nothing.average, nothing.best, nothing.worst, nothing.place) == (None,) * 4


def test_figures_are_per_game():
    listed = [record(("Aki", 5, 1)), record(("Aki", 90, 1), slug="b"), record(("Aki", 7, 1), day=1)]
    (aki,) = statistics.people(listed)
    assert [(slug, at.games, at.best) for slug, at in aki.at.items()] == [("a", 2, 7), ("b", 1, 90)]


def test_a_games_figures():
    listed = [
        record(("Aki", 50, 1), ("Mika", 44, 2)),
        record(("Aki", 50, 2), ("Mika", 61, 1), day=1),
        record(("Ben", 61, 1), ("Mika", None, None), day=2),
        record(("Aki", 9, 1), slug="b"),
    ]
    found = statistics.games(listed)
    a = found["a"]
    assert (list(found), a.plays) == (["a", "b"], 3)
    assert a.winner == (50 + 61 + 61) / 3
    assert dict(a.scores) == {44: 1, 50: 2, 61: 2}
    assert (a.highest[0], a.highest[1].name) == (
        listed[1],
        "Mika",
    )  # set first, only equalled later


@given(st.dictionaries(st.integers(-50, 400), st.integers(1, 9), max_size=30), st.integers(1, 15))
def test_bins_count_every_total_once(scores, most):
    found = plot_shapes.bins(scores, most)
    assert sum(count for *_, count in found) == sum(scores.values())
    assert len(found) <= most + 1
    for total, count in scores.items():
        assert [n >= count for low, high, n in found if low <= total <= high] == [True]


def test_bins_have_round_edges():
    bins = plot_shapes.bins({61: 1, 99: 2, 78: 1}, 4)
    assert bins == [(60, 69, 1), (70, 79, 1), (80, 89, 0), (90, 99, 2)]


def test_the_examples_in_the_modules_hold():
    modules = (played_games, statistics, plot_shapes, csv_export, bgstats_export)
    assert [each.__name__ for each in modules if doctest.testmod(each).failed] == []


def with_open(*, best: int, most: int | None, day: int = 0) -> Record:
    """Mika has 187 points; of Aki's total only a range is known."""
    open_ = RecordSeat("p1", "Aki", None, None, best=best, known=180, least=180, most=most)
    known = RecordSeat("p2", "Mika", 1 if best > 1 else None, 187, best=None if best > 1 else 1)
    started = DAY + timedelta(days=day)
    return Record(f"open-{day}", "a", started, (open_, known), {}, "table")


def test_what_is_open_enters_no_share_of_wins_record_margin_or_rating():
    undecided = with_open(best=1, most=300)
    before = record(("Aki", 150, 1), ("Mika", 120, 2))
    found = [before, undecided]
    rates = [{who.id: who.rate for who in statistics.people(each)} for each in (found, [before])]
    assert rates[0] == rates[1]
    assert undecided.margin is None
    assert statistics.contests(found) == [before]
    assert ratings(found) == ratings([before])
    assert statistics.games(found)["a"].highest is None  # Aki may have made more than anybody
    assert {each.id: each.best for each in statistics.people(found)} == {
        "aki": None,
        "mika": 187,
    }


def test_a_record_stands_where_nothing_that_is_open_can_reach_it():
    high = record(("Aki", 310, 1), ("Mika", 120, 2))
    assert statistics.games([high, with_open(best=1, most=300)])["a"].highest[0] == high
    assert statistics.games([high, with_open(best=1, most=None)])["a"].highest is None


def test_a_winner_that_an_older_version_kept_is_told_anew_even_without_time():
    old = {"seat": "p1", "name": "Aki", "place": 1, "total": 5, "first": False}
    kept = {"revision": 0, "rules": "older", "seats": [old], "told": {}, "rows": []}
    Table.objects.create(
        game="keyflower", state=state(), finished=timezone.now(), result_cache=kept
    )
    [found] = played_games.of_tables(Table.objects.all(), seconds=0)
    assert [each.place for each in found.seats] == [None, None]
    [found] = played_games.of_tables(Table.objects.all())
    assert [(each.place, each.total) for each in found.seats] == [(1, 5), (2, 3)]
