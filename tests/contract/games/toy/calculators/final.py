"""Plans which fruit goes into which basket."""

from collections.abc import Mapping
from fractions import Fraction

from scoring.model.plan import Alternatives, Plan
from scoring.model.position import Position
from scoring.solving.ilp import Model, Solution, Term, total
from scoring.text import messages

from ..score import per_bundle, score

say = messages.of(__name__)


def plan(position: Position, seat: str, seconds: float) -> Plan:
    """The baskets worth most; what lies in them already stays there."""
    solution = _solve(position, seat, {}, seconds)
    if solution.verdict == "impossible":  # more lies in the baskets than there is
        return Plan((), position.state, Fraction(0), solution.proof())
    name = position.catalogue.name
    use: dict[str, dict[str, int]] = {}
    steps = []
    recorded = position.seats[seat].grid("use")
    for basket in position.catalogue.of_kind("basket"):
        if number := solution.values.get(basket.id):
            filled = {p: size * number for p, size in basket.scores[0]["pieces"].items()}
            given = filled | {
                p: max(n, filled.get(p, 0)) for p, n in recorded.get(basket.id, {}).items()
            }
            said = say.listed(say.counted(p, name(p), n) for p, n in given.items())
            steps.append(say("step-give", what=said, basket=basket.name))
            use[basket.id] = given
        elif basket.id in recorded:
            use[basket.id] = dict(recorded[basket.id])
    after = position.having(position.seats[seat].put(use=use)).state
    return Plan(tuple(steps), after, Fraction(solution.points), solution.proof())


def alternatives(position: Position, seat: str, plan: Plan, seconds: float) -> Alternatives:
    """Returns the gain of one more of each fruit."""
    one_more = {}
    for fruit in position.catalogue.of_kind("fruit"):
        solution = _solve(position, seat, {fruit.id: 1}, seconds)
        one_more[fruit.id] = solution.points - plan.worth
    return Alternatives(one_more)


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
    full = {e.id: model.integer(e.id, sum(held.values())) for e in baskets}
    # objective
    points: list[Term] = [score(bare)[seat_id].known]
    points += [per_bundle(e, festival) * full[e.id] for e in baskets]
    # constraints
    recorded = position.seats[seat_id].grid("use")
    for piece, number in held.items():
        taken: list[Term] = []
        for basket in position.catalogue.of_kind("basket"):
            there = recorded.get(basket.id, {}).get(piece, 0)
            size = basket.scores[0]["pieces"].get(piece, 0)
            if not size or basket.id not in full:
                taken.append(there)
                continue
            given = model.integer(f"{piece}_in_{basket.id}", max(number, there))
            model.constraint(f"{piece}_stays_in_{basket.id}", given >= there)
            model.constraint(f"{piece}_fills_{basket.id}", given >= size * full[basket.id])
            taken.append(given)
        if sum(type(each) is not int for each in taken):
            model.constraint(f"only_so_many_{piece}", total(taken) <= number)
        elif sum(taken) > number:
            model.constraint(f"only_so_many_{piece}", total([*full.values(), 1]) <= 0)
    # read-back: by name of the basket
    return model.solve(total(points), [(1, full[e.id]) for e in baskets], seconds)
