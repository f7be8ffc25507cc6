"""Totals and places: what is not known is not added up."""

from hypothesis import given
from hypothesis import strategies as st

from scoring.core.breakdown import Breakdown, Line, by_total
from scoring.core.text import EMPTY, Verbatim

POINTS = st.lists(st.none() | st.integers(-20, 99), max_size=6)


def rows(*points):
    """A breakdown of rows with these points."""
    lines = [Line(f"row_{n}", Verbatim("a"), p, EMPTY) for n, p in enumerate(points)]
    return Breakdown(tuple(lines))


@given(points=POINTS)
def test_a_total_is_there_only_when_every_row_is_known(points):
    breakdown = rows(*points)
    assert breakdown.partial == (None in points)
    assert breakdown.known == sum(p for p in points if p is not None)
    assert breakdown.total == (None if None in points else sum(points))


def test_a_row_is_found_by_its_id():
    breakdown = rows(3, None)
    assert breakdown.line("row_1").points is None
    assert breakdown.line("row_9") is None


def test_no_rows_are_0_points():
    assert (rows().total, rows().partial) == (0, False)


def test_equal_totals_share_a_place_and_the_next_place_is_left_out():
    scores = {"p1": rows(5), "p2": rows(9), "p3": rows(2, 7), "p4": rows(1)}
    assert [(p.seat, p.place) for p in by_total(scores)] == [
        ("p2", 1),
        ("p3", 1),
        ("p1", 3),
        ("p4", 4),
    ]
    assert "shared" in by_total(scores)[0].reason.en
    assert "shared" not in by_total(scores)[2].reason.en


def test_an_open_total_comes_last_and_has_no_place():
    scores = {"p1": rows(50, None), "p2": rows(9)}
    assert [(p.seat, p.place) for p in by_total(scores)] == [("p2", 1), ("p1", 0)]
    assert "open" in by_total(scores)[1].reason.en


@given(st.lists(POINTS, min_size=1, max_size=6))
def test_places_count_those_who_have_more(tables):
    scores = {f"p{n}": rows(*points) for n, points in enumerate(tables, 1)}
    placings = by_total(scores)
    assert sorted(p.seat for p in placings) == sorted(scores)
    known = [b.total for b in scores.values() if b.total is not None]
    for placing in placings:
        total = scores[placing.seat].total
        assert placing.place == (0 if total is None else 1 + sum(t > total for t in known))
