"""Which fruit goes into which basket."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from scoring.core.catalogue import Catalogue
from scoring.core.ilp import Model, Solution, Term, total
from scoring.core.plan import Around, Plan, Rulings, State
from scoring.core.text import Text, join

from . import score


def final(catalogue: Catalogue, state: State, seat: str, rulings: Rulings, seconds: float) -> Plan:
    """The baskets worth most; baskets filled before are filled anew."""
    solution = _solve(catalogue, state, seat, rulings, {}, seconds)
    use: dict[str, dict[str, int]] = {}
    steps = []
    for basket in catalogue.of_kind("basket"):
        if number := solution.values.get(basket.id):
            given = {p: size * number for p, size in basket.scores[0]["pieces"].items()}
            said = join(catalogue.name(p) + Text(f" {n}", str(n)) for p, n in given.items())
            steps.append(Text("{what} to {to}", "{what}を{to}へ").fill(what=said, to=basket.name))
            use[basket.id] = given
    after = _bare(state, seat)
    if use:
        after["seats"][seat]["use"] = use
    return Plan("final", seat, tuple(steps), after, Fraction(solution.points), solution.proof())


def around(
    catalogue: Catalogue, state: State, seat: str, rulings: Rulings, plan: Plan, seconds: float
) -> Around:
    """What one more of each fruit would add."""
    one_more = {}
    for fruit in catalogue.of_kind("fruit"):
        solution = _solve(catalogue, state, seat, rulings, {fruit.id: 1}, seconds)
        one_more[fruit.id] = solution.points - plan.worth
    return Around(one_more)


def _bare(state: State, seat: str) -> State:
    cells = {k: v for k, v in state["seats"][seat].items() if k != "use"}
    return state | {"seats": state["seats"] | {seat: cells}}


def _solve(
    catalogue: Catalogue,
    state: State,
    seat: str,
    rulings: Rulings,
    more: Mapping[str, int],
    seconds: float,
) -> Solution:
    # data
    bare = _bare(state, seat)
    cells = bare["seats"][seat]
    festival = bool(state.get("table", {}).get("festival"))
    baskets = [e for e in catalogue.of_kind("basket") if e.id in cells.get("baskets", {})]
    held = {
        e.id: cells.get("fruit", {}).get(e.id, 0) + more.get(e.id, 0)
        for e in catalogue.of_kind("fruit")
    }
    # variables
    model = Model("orchard")
    full = {e.id: model.number(e.id, sum(held.values())) for e in baskets}
    # objective
    points: list[Term] = [score.score(catalogue, bare, rulings)[seat].known]
    points += [score.per_bundle(e, festival) * full[e.id] for e in baskets]
    # constraints
    for piece, number in held.items():
        takers = [(e, e.scores[0]["pieces"].get(piece, 0)) for e in baskets]
        taken = [size * full[e.id] for e, size in takers if size]
        if taken:
            model.rule(f"only_so_many_{piece}", total(taken) <= number)
    # read-back: by name of the basket
    return model.solve(total(points), [(1, full[e.id]) for e in baskets], seconds)
