"""Totals and places: what is not known is not added up."""

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from scoring.model.breakdown import Breakdown, Line, TieBreak, by_total
from scoring.text.localised import EMPTY, Verbatim

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


def test_an_open_total_has_a_place_only_where_it_holds_anyhow():
    open_ = Line("open", Verbatim("a"), None, EMPTY, bounds=(0, 21))
    led = Breakdown((Line("a", Verbatim("a"), 290, EMPTY), open_))
    placings = by_total({"p1": rows(187), "p2": led, "p3": rows(50, None), "p4": rows(20)})
    found = {p.seat: (p.place, p.best, p.worst) for p in placings}
    assert found == {"p2": (0, 1, 2), "p1": (0, 2, 3), "p3": (0, 1, 4), "p4": (0, 3, 4)}
    placings = by_total({"p1": rows(187), "p2": led, "p4": rows(20)})
    assert [(p.seat, p.place) for p in placings] == [("p2", 1), ("p1", 2), ("p4", 3)]


def test_a_tie_is_broken_as_it_stands_at_that_total():
    """Level at 5, the first has less to break it with, though it would have more at 7."""
    open_ = Line("open", Verbatim("a"), None, EMPTY, bounds=(0, 2))
    first = Breakdown((Line("a", Verbatim("a"), 5, EMPTY), open_))
    ties = {"p1": TieBreak((0, 0), (2, 2)), "p2": TieBreak((1, 1), (1, 1))}
    placings = by_total({"p1": first, "p2": rows(5)}, ties=ties)
    assert {p.seat: (p.best, p.worst) for p in placings} == {"p1": (1, 2), "p2": (1, 2)}


CELL = st.integers(-1, 3)
SPAN = st.tuples(CELL, CELL).map(sorted)
TIE = st.tuples(st.integers(0, 2), st.integers(0, 2)).map(sorted)
"""Tie breaks, while the total is its least or its most."""


@given(
    st.lists(st.lists(CELL | SPAN, min_size=1, max_size=2), min_size=1, max_size=3),
    st.none() | st.lists(st.tuples(TIE, TIE), min_size=3, max_size=3),
)
def test_a_place_is_told_as_far_as_every_completion_agrees(tables, broken):
    """Independent: every way to fill in the open rows, ranked one by one."""
    scores, ways = {}, []
    for n, cells in enumerate(tables, 1):
        lines = [
            Line(f"row_{m}", EMPTY, cell, EMPTY)
            if isinstance(cell, int)
            else Line(f"row_{m}", EMPTY, None, EMPTY, bounds=tuple(cell))
            for m, cell in enumerate(cells)
        ]
        scores[f"p{n}"] = Breakdown(tuple(lines))
        spans = [[c] if isinstance(c, int) else range(c[0], c[1] + 1) for c in cells]
        ways.append({sum(way) for way in product(*spans)})
    exact = {seat for seat, each in scores.items() if each.range.exact is not None}
    ends = dict(zip(scores, broken, strict=False)) if broken else {}
    ends = {seat: (low, low if seat in exact else high) for seat, (low, high) in ends.items()}
    ties = {seat: TieBreak(tuple(low), tuple(high)) for seat, (low, high) in ends.items()}
    ranked = by_total(scores, ties=ties if broken else None)
    seen = {seat: set() for seat in scores}

    def keys(seat, totals):
        """Every total of a seat, with every way to break a tie at it."""
        least, most = min(totals), max(totals)
        for total in totals:
            at = (
                {least: ends[seat][0], most: ends[seat][1]}
                if ends
                else dict.fromkeys(totals, (0, 0))
            )
            first, last = at.get(total, (0, 2))
            yield from ((total, tie) for tie in range(first, last + 1))

    for found in product(*(keys(seat, each) for seat, each in zip(scores, ways, strict=True))):
        for seat, key in zip(scores, found, strict=True):
            seen[seat].add(1 + sum(other > key for other in found))
    assert {p.seat: (p.best, p.worst) for p in ranked} == {
        seat: (min(places), max(places)) for seat, places in seen.items()
    }
    for placing in ranked:
        settled = placing.best == placing.worst
        assert placing.place == (placing.best if settled else 0)
