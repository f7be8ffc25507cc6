"""Turns one player's sheet into explained rows of the score pad, as if the game ended now.

A row whose value no public rule gives has no points until the players enter them; it is then marked
*house*, a value of the players' own. An unknown value never counts as 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from scoring.games.diploma.solvers.student import MOST, OWN_ROWS, STONES, Student, UnknownRule
from scoring.model.breakdown import Breakdown, Line, Placing, by_total
from scoring.model.position import Position
from scoring.model.status import Status
from scoring.text import messages
from scoring.text.localised import Text, Verbatim

from . import points

say = messages.of(__name__)


def score(position: Position) -> dict[str, Breakdown]:
    """Returns the breakdown of each seat, by seat id.

    A breakdown is the rows with their total. Stones held score nothing and are its unused pieces.
    """
    found = {}
    for seat in position:
        student = Student(position, seat)
        held = dict(zip(STONES, student.stones, strict=True))
        lines = tuple(_lines(student))
        found[seat.id] = Breakdown(
            lines,
            {s: n for s, n in held.items() if n},
            beside=dict(_other_pad_points(student, lines)),
            fall=None,  # not known: the penalty of a title in hand has no public limit
        )
    return found


def rank(breakdowns: Mapping[str, Breakdown], position: Position) -> Sequence[Placing]:
    """Ranks the seats by their totals.

    No public text names a tie-breaker, so seats with equal totals share a place, with a reason that
    says so.
    """
    placings = by_total(breakdowns)
    places = [placing.place for placing in placings if placing.place]
    return [
        replace(p, reason=say("rank-level")) if p.place and places.count(p.place) > 1 else p
        for p in placings
    ]


def _lines(student: Student) -> Iterator[Line]:
    for entry in ("sets", "circles"):
        number, each = student.seat.number(entry), student.each(entry)
        if number is None:
            most = MOST[entry] * each
            blank = _line(student, entry, None, say("not-entered"))
            yield replace(blank, bounds=(0, most))
        else:
            how = say(f"{entry}-each", n=number, each=each)
            yield _line(student, entry, number * each, how)
    if student.seat.number("circles") != 0 or student.seat.entered("circle_bonus"):
        yield _entered(student, "circle_bonus")
    yield _entered(student, "power_points")
    if title := student.seat.choice("title"):
        yield _title(student, title)
    if student.stray_points is not None:
        value = student.stray_points
        label = say("another-title") if title else student.catalogue.name("titles")
        line = _line(student, "titles", value, say("entered"), "house")
        yield replace(line, id="title_points", label=label)
    if student.unplaced:
        yield _unplaced(student)
    if student.sets_left:
        yield _leftover(student)
    yield from _own(student)


def _other_pad_points(student: Student, lines: Iterable[Line]) -> Iterator[tuple[str, str]]:
    """Yields field id and points for fields of the score pad whose row has another id.

    These are the points of the placed title and of the sets left over.
    """
    for line in lines:
        if line.points is not None and line.entry == student.seat.choice("title"):
            yield "title_points", str(line.points)
        if line.points is not None and line.id == "leftover_sets":
            yield "left_sets", str(line.points)


def _line(
    student: Student,
    entry: str,
    value: int | None,
    how: Text,
    status: Status | None = None,
    rulings: tuple[str, ...] = (),
) -> Line:
    found = student.catalogue[entry]
    known = "unknown" if value is None else status or found.status
    return Line(entry, found.name, value, how, found.cites, known, entry, rulings=rulings)


def _entered(student: Student, entry: str) -> Line:
    value = student.seat.number(entry)
    line = _line(student, entry, value, say("not-entered" if value is None else "entered"), "house")
    return line if value is not None else replace(line, bounds=(0, MOST[entry]))


def _own(student: Student) -> Iterator[Line]:
    """Yields a score line for each row that players have added under a name of their own.

    A row without points is unknown.
    """
    for n in OWN_ROWS:
        own, value = student.seat.script(f"own_{n}_name"), student.seat.number(f"own_{n}_points")
        name = own or student.table.script(f"own_{n}")
        if name or value is not None:
            how = say("not-entered" if value is None else "our-own")
            line = _line(student, "own_row", value, how, "house")
            label = Verbatim(name) if name else say("own-row", n=n)
            yield replace(line, id=f"own_{n}", label=label)


def _title(student: Student, title: str) -> Line:
    entry, stone = student.catalogue[title], student.seat.choice("title_stone")
    value = student.title_points(title, stone)
    status: Status = "house" if entry.scoring("entered") else entry.status
    how = say("title-pays", title=entry.name, how=_why(student, title, stone, value))
    line = _line(student, "titles", value, how, status)
    return replace(line, cites=entry.cites, entry=title)


def _why(student: Student, title: str, stone: str | None, value: int | None) -> Text:
    """Returns the explanation of a title's points.

    ``stone``: id of the stone on the title. ``value``: the title's points, ``None`` if unknown.
    Raises ``UnknownRule``.
    """
    entry = student.catalogue[title]
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


def _unplaced(student: Student) -> Line:
    value, number = points.penalty(student.unplaced, student.penalty), student.unplaced
    if value is None:
        how = say("unplaced-unknown", n=number)
    else:
        how = say("unplaced", n=number, each=student.penalty)
    return _line(student, "unplaced_title", value, how, "house")


def _leftover(student: Student) -> Line:
    value, number = student.leftover, student.sets_left
    if value is None:
        how = say("leftover-unknown", n=number)
    elif value:
        how = say("sets-each", n=number, each=student.each("leftover_sets"))
    else:
        how = say("leftover-no", n=number)
    return _line(student, "leftover_sets", value, how, rulings=("final_count",))
