"""Which fruit goes into which basket."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from scoring.core import words
from scoring.core.ilp import Model, Solution, Term, total
from scoring.core.plan import Around, Plan
from scoring.core.seat import Position

from ..score import known, per_bundle, score

say = words.of(__name__)

measure = known


def plan(position: Position, seat: str, seconds: float) -> Plan:
    """The baskets worth most; baskets filled before are filled anew."""
    solution = _solve(position, seat, {}, seconds)
    name = position.catalogue.name
    use: dict[str, dict[str, int]] = {}
    steps = []
    for basket in position.catalogue.of_kind("basket"):
        if number := solution.values.get(basket.id):
            given = {p: size * number for p, size in basket.scores[0]["pieces"].items()}
            said = say.listed(say.counted(p, name(p), n) for p, n in given.items())
            steps.append(say("step-give", what=said, basket=basket.name))
            use[basket.id] = given
    after = position.having(position.seats[seat].put(use=use)).state
    return Plan(tuple(steps), after, Fraction(solution.points), solution.proof())


def around(position: Position, seat: str, plan: Plan, seconds: float) -> Around:
    """What one more of each fruit would add."""
    one_more = {}
    for fruit in position.catalogue.of_kind("fruit"):
        solution = _solve(position, seat, {fruit.id: 1}, seconds)
        one_more[fruit.id] = solution.points - plan.worth
    return Around(one_more)


def _solve(position: Position, seat_id: str, more: Mapping[str, int], seconds: float) -> Solution:
    # data
    seat = position.seats[seat_id].without("use")
    bare = position.having(seat)
    festival = position.table.flag("festival")
    baskets = [position.catalogue[id_] for id_ in seat.picked("baskets")]
    held = {
        e.id: seat.tally("fruit").get(e.id, 0) + more.get(e.id, 0)
        for e in position.catalogue.of_kind("fruit")
    }
    # variables
    model = Model("orchard")
    full = {e.id: model.number(e.id, sum(held.values())) for e in baskets}
    # objective
    points: list[Term] = [score(bare)[seat_id].known]
    points += [per_bundle(e, festival) * full[e.id] for e in baskets]
    # constraints
    for piece, number in held.items():
        takers = [(e, e.scores[0]["pieces"].get(piece, 0)) for e in baskets]
        taken = [size * full[e.id] for e, size in takers if size]
        if taken:
            model.rule(f"only_so_many_{piece}", total(taken) <= number)
    # read-back: by name of the basket
    return model.solve(total(points), [(1, full[e.id]) for e in baskets], seconds)
