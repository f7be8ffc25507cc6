"""Calculator for spending stones: the most points if a scoring phase took place now."""

from collections.abc import Iterator, Mapping
from fractions import Fraction

from scoring.model.breakdown import Breakdown
from scoring.model.plan import Alternatives, Plan, Proof
from scoring.model.position import Position
from scoring.model.seat import Seat
from scoring.text.localised import Text

from .. import points
from ..messages import say
from ..solvers.stone_spending import Spending, best, ways
from ..solvers.student_sheet import STONES, Student

WEIGHED = ("sets", "titles", "unplaced_title")
"""IDs of the rows of the score pad that spending stones can change."""


def plan(position: Position, seat: str, seconds: float) -> Plan:
    """Returns a seat's plan with the most points: stones to pay, and a title to place, if any.

    Without enough stones to pay, its proof says *impossible*. The search needs no ``seconds``.
    """
    student = Student(position, position.seats[seat])
    every = tuple(ways(student))
    chosen = best(every)
    if chosen is None:
        return Plan.impossible(position.state, say("not-enough-stones"))
    open_ends = tuple(_open_ends(student, chosen, every))
    worth = Fraction(chosen.worth)
    proof = Proof.of("exhaustive", worth, None if open_ends else worth)
    after = position.having(_spent(student, chosen)).state
    return Plan((*_steps(student, chosen), *open_ends), after, worth, proof)


def measure(scored: Mapping[str, Breakdown], seat: str) -> Fraction:
    """Returns the points, as far as known, of a seat's rows in ``scored`` that stones change."""
    return Fraction(sum(line.points or 0 for line in scored[seat].lines if line.id in WEIGHED))


def alternatives(position: Position, seat: str, plan: Plan, seconds: float) -> Alternatives:
    """Returns the points that one more stone of each colour would add to a seat's best ``plan``.

    A colour is left out if even with one more stone of it the payment would be impossible. In
    ``one_more`` of the result, by colour. The search needs no ``seconds``.
    """
    if plan.proof.verdict == "impossible":
        return Alternatives()
    one_more: dict[str, Fraction] = {}
    stones = position.seats[seat].tally("stones")
    for stone in STONES:
        more = position.seats[seat].put(stones={**stones, stone: stones.get(stone, 0) + 1})
        if (with_it := best(ways(Student(position, more)))) is not None:
            one_more[stone] = with_it.worth - plan.worth
    return Alternatives(one_more)


def _open_ends(student: Student, chosen: Spending, every: tuple[Spending, ...]) -> Iterator[Text]:
    """Yields a text for each unknown value because of which another plan may be better.

    Unknown: the penalty, or points of a title. ``chosen``: the plan; ``every``: all plans.
    """
    placing = [way for way in every if way.title]
    if chosen.title is None and placing and student.penalty is None:
        other = max(placing, key=lambda way: way.worth)
        title = student.catalogue.name(str(other.title))
        yield say("penalty-unknown", n=chosen.worth - other.worth, title=title)
    unknown = {
        way.title for way in placing if student.title_points(str(way.title), way.stone) is None
    }
    if unknown:
        yield say("title-unknown")


def _spent(student: Student, way: Spending) -> Seat:
    """Returns a seat's sheet after it spends stones, places a title and scores sets (``way``)."""
    gone = [n + way.sets for n in way.paid]
    if way.stone:
        gone[STONES.index(way.stone)] += 1
    left = {s: n - g for s, n, g in zip(STONES, student.stones, gone, strict=True) if n > g}
    hand = {t: n - (t == way.title) for t, n in student.hand.items() if n > (t == way.title)}
    seat = student.seat.put(
        stones=left,
        sets=(student.seat.number("sets") or 0) + way.sets,
        hand_titles=hand,
        pay_any=None,
        pay_colour=None,
    )
    return seat.put(title=way.title, title_stone=way.stone) if way.title else seat


def _steps(student: Student, way: Spending) -> Iterator[Text]:
    name = student.catalogue.name
    if any(way.paid):
        yield say("step-pay", stones=_counted(student, way.paid))
    if way.title and way.stone:
        yield say("step-place", title=name(way.title), stone=name(way.stone))
    yield say("step-score", n=way.sets, points=way.sets * student.each("sets"))
    full = points.sets(student.stones)
    if any(free := [n - full for n in student.stones]):
        yield say("free-to-spend", stones=_counted(student, free))
    lacking = (name(s) for s, n in zip(STONES, free, strict=True) if not n)
    yield say("missing-for-a-set", stones=say.listed(lacking))


def _counted(student: Student, numbers: tuple[int, ...] | list[int]) -> Text:
    name = student.catalogue.name
    numbered = zip(STONES, numbers, strict=True)
    return say.listed(say.counted(stone, name(stone), n) for stone, n in numbered if n)
