"""Turns one player's sheet into explained rows of the score pad, as if the game ended now.

A row whose value no public rule gives has no points until the players enter them; it is then marked
*house*, a value of the players' own. An unknown value never counts as 0.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from scoring.model.breakdown import Breakdown, Line, Placing, by_total
from scoring.model.catalogue import Entry, UnknownRule
from scoring.model.position import Position
from scoring.text.localised import Text, Verbatim

from . import points
from .messages import say
from .solvers.student_sheet import MOST, OWN_ROWS, STONES, Student


def score(position: Position) -> dict[str, Breakdown]:
    """Returns each seat's score (rows and total), by seat id; stones held are its unused pieces."""
    breakdowns = {}
    for seat in position:
        student = Student(position, seat)
        stones = dict(zip(STONES, student.stones, strict=True))
        lines = tuple(_lines(student))
        breakdowns[seat.id] = Breakdown(
            lines,
            {s: n for s, n in stones.items() if n},
            beside=dict(_other_pad_points(student, lines)),
            counted=frozenset(_not_asked(student)),
            fall=None,  # not known: the penalty of a title in hand has no public limit
        )
    return breakdowns


def _not_asked(student: Student) -> Iterator[str]:
    """Yields the ids of fields that are needed on other sheets, but count nothing on this one."""
    if not student.seat.number("circles"):
        yield "circle_bonus"
    title = student.seat.choice("title")
    for field, rule in (("title_points", "entered"), ("title_stone", "stone_colour_tiles")):
        if title is None or not student.catalogue[title].scoring(rule):
            yield field
    if not student.hand:
        yield "penalty"


def rank(breakdowns: Mapping[str, Breakdown], position: Position) -> Sequence[Placing]:
    """Returns the seats' places by their totals.

    No public text names a tie-breaker, so seats with equal totals share a place, with a reason that
    says so. ``breakdowns``: each seat's score, by seat id.
    """
    placings = by_total(breakdowns)
    places = [placing.place for placing in placings if placing.place]
    return [
        replace(p, reason=say("rank-level")) if p.place and places.count(p.place) > 1 else p
        for p in placings
    ]


def _lines(student: Student) -> Iterator[Line]:
    catalogue, seat = student.catalogue, student.seat
    for entry in ("sets", "circles"):
        number, each = seat.number(entry), student.each(entry)
        if number is None:
            bounds = 0, MOST[entry] * each
            yield catalogue[entry].line(None, say("not-entered"), bounds=bounds)
        else:
            how = say(f"{entry}-each", n=number, each=each)
            yield catalogue[entry].line(number * each, how)
    if seat.number("circles") != 0 or seat.entered("circle_bonus"):
        yield _entered(student, "circle_bonus")
    yield _entered(student, "power_points")
    title, other = seat.choice("title"), student.stray_points
    if title:
        yield _title(student, catalogue[title])
    if other is not None:
        label = say("another-title") if title else catalogue.name("titles")
        yield _house(catalogue["titles"], other, say("entered"), id="title_points", label=label)
    if number := student.unplaced:
        how = say("unplaced-unknown", n=number)
        if student.penalty is not None:
            how = say("unplaced", n=number, each=student.penalty)
        value = points.penalty(number, student.penalty)
        yield _house(catalogue["unplaced_title"], value, how)
    if student.sets_left:
        yield _leftover(student)
    yield from _own(student)


def _other_pad_points(student: Student, lines: Iterable[Line]) -> Iterator[tuple[str, str]]:
    """Yields (id of a field of the sheet, points as text) for a title and for leftover sets.

    ``lines``: the seat's rows of points; these two have other ids than the fields on the score pad.
    """
    for line in lines:
        if line.points is not None and line.entry == student.seat.choice("title"):
            yield "title_points", str(line.points)
        if line.points is not None and line.id == "leftover_sets":
            yield "left_sets", str(line.points)


def _house(entry: Entry, value: int | None, how: Text, **more: Any) -> Line:
    """Returns the score line of a catalogue entry whose points the players enter themselves.

    ``value``: these points; the line is *unknown* without. ``how``: the explanation. ``more``:
    further fields of the line.
    """
    return entry.line(value, how, status="unknown" if value is None else "house", **more)


def _entered(student: Student, entry: str) -> Line:
    value = student.seat.number(entry)
    how = say("not-entered" if value is None else "entered")
    bounds = (0, MOST[entry]) if value is None else None
    return _house(student.catalogue[entry], value, how, bounds=bounds)


def _own(student: Student) -> Iterator[Line]:
    """Yields a score line for each row that players have added under a name of their own."""
    for n in OWN_ROWS:
        own, value = student.seat.script(f"own_{n}_name"), student.seat.number(f"own_{n}_points")
        name = own or student.table.script(f"own_{n}")
        if name or value is not None:
            how = say("not-entered" if value is None else "our-own")
            label = Verbatim(name) if name else say("own-row", n=n)
            entry = student.catalogue["own_row"]
            yield _house(entry, value, how, id=f"own_{n}", label=label)


def _title(student: Student, title: Entry) -> Line:
    stone = student.seat.choice("title_stone")
    value = student.title_points(title.id, stone)
    how = say("title-pays", title=title.name, how=_why(student, title, stone, value))
    named = {"id": "titles", "label": student.catalogue.name("titles")}
    if title.scoring("entered"):
        return _house(title, value, how, **named)
    return title.line(value, how, **named)


def _why(student: Student, entry: Entry, stone: str | None, value: int | None) -> Text:
    """Returns the explanation of the points of a title (``entry``) with a stone (an id) on it.

    ``value``: these points, if known. Raises ``UnknownRule`` if no explanation fits its rule.
    """
    if not entry.scores:
        return say("acts-during-play")
    match entry.scores[0].rule:
        case "entered":
            return say("not-entered" if value is None else "entered")
        case "mana_spots":
            return say("spots", n=student.counted(entry, stone))
        case "stone_colour_tiles":
            if stone is None:
                return say("which-stone")
            number = student.counted(entry, stone)
            return say("tiles", n=number, stone=student.catalogue.name(stone))
    raise UnknownRule(entry)


def _leftover(student: Student) -> Line:
    value, number = student.leftover, student.sets_left
    if value is None:
        how = say("leftover-unknown", n=number)
    elif value:
        how = say("sets-each", n=number, each=student.each("leftover_sets"))
    else:
        how = say("leftover-no", n=number)
    entry = student.catalogue["leftover_sets"]
    return entry.line(value, how, rulings=("final_count",))
