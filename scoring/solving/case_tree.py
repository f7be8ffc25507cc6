"""Makes certificates: integer programmes with the cases that prove a plan of theirs the best.

A certificate is plain JSON, checked by ``scoring/check`` and in a browser, which both trust
nothing of this module; ``docs/proofs.md`` has the arithmetic. The linear programme of a case,
solved by HiGHS, gives the multipliers. They are rounded to short fractions, which can weaken a
ceiling and never makes it wrong. A case whose ceiling is too high is split at a whole number.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import floor, lcm
from typing import Any

from scoring.check import FORMAT
from scoring.solving import deadline, lp_format

try:
    import highspy
except ImportError:  # as in a browser
    highspy = None  # type: ignore[assignment]

type Certificate = dict[str, Any]
type Terms = tuple[tuple[int, int], ...]
"""A sum: (index of a variable, factor)."""

MOST_LEAVES = 400
"""With more cases than this, no certificate is made."""
LARGEST_DENOMINATOR = 720
"""Multipliers are rounded to fractions with at most this denominator: those of sets and halves
have small ones, and sums of them stay short."""
PENALTY = 4096
"""Points lost for each unit by which a constraint is broken, where all of them cannot be kept."""
TRIED = 10
"""Variables whose split is tried before one is chosen."""
TOLERANCE = 1e-6
"""A value of the linear programme closer than this to a whole number is one."""


@dataclass(frozen=True, slots=True)
class Constraint:
    """A constraint, as in *2 x + y <= 3*. ``of``: its rule, and ids of what it is about."""

    of: tuple[str, ...]
    terms: Terms
    sign: str
    right: int


@dataclass(frozen=True, slots=True)
class Programme:
    """An integer programme to maximise, in whole numbers.

    ``variables``: their names.
    ``most``: its upper bound; the lower one is 0.
    ``rows``: the points, each with the id of its score line, its terms and its constant.
    """

    variables: tuple[str, ...]
    most: tuple[int, ...]
    constraints: tuple[Constraint, ...]
    rows: tuple[tuple[str, Terms, int], ...]


def certificate(
    points: int, programmes: Sequence[tuple[Programme, Sequence[int] | None]]
) -> Certificate | None:
    """Returns the certificate that no plan of any programme has more than ``points``.

    ``programmes``: each with its plan, if it reaches the points. ``None`` if time ran out, too many
    cases were needed, or more points are possible.
    """
    made = []
    for programme, plan in programmes:
        try:
            tree = _Search(programme, points).tree()
        except _GivenUp:
            return None
        made.append(_plain(programme, plan, tree))
    return {"format": FORMAT, "points": points, "programmes": made}


def leaves(tree: Mapping[str, Any]) -> int:
    """Returns the number of cases that are not split."""
    return leaves(tree["below"]) + leaves(tree["above"]) if "split" in tree else 1


def _plain(
    programme: Programme, plan: Sequence[int] | None, tree: dict[str, Any]
) -> dict[str, Any]:
    return {
        "variables": [
            {"of": of, "most": most}
            for of, most in zip(programme.variables, programme.most, strict=True)
        ],
        "constraints": [
            {"of": list(row.of), "terms": row.terms, "sign": row.sign, "right": row.right}
            for row in programme.constraints
        ],
        "rows": [
            {"of": of, "terms": terms, "constant": constant}
            for of, terms, constant in programme.rows
        ],
        "plan": None if plan is None else list(plan),
        "tree": tree,
    }


class _GivenUp(Exception):
    """Raised if a programme cannot be proven."""


class _Search:
    """Search for the cases of one programme."""

    def __init__(self, programme: Programme, points: int) -> None:
        self.programme, self.points = programme, points
        self.worth = [0] * len(programme.most)
        for _, terms, _ in programme.rows:
            for at, factor in terms:
                self.worth[at] += factor
        self.constant = sum(constant for _, _, constant in programme.rows)
        self.low, self.high = [0] * len(programme.most), list(programme.most)
        self.leaves = 0
        self.relaxation = _relaxation(programme, self.worth)

    def tree(self) -> dict[str, Any]:
        """Returns the present case, split until no part of it allows more than the points."""
        if deadline.passed() or self.leaves > MOST_LEAVES:
            raise _GivenUp
        if leaf := self._leaf([0.0] * len(self.programme.constraints)):
            self.leaves += 1
            return leaf  # the bounds alone say it, as where nothing is to be decided
        values, multipliers = self.relaxation(self.low, self.high)
        if leaf := self._leaf(multipliers):
            self.leaves += 1
            return leaf
        at = self._split(values)
        number = floor(values[at])
        low, high = self.low[at], self.high[at]
        self.high[at] = number
        below = self.tree()
        self.low[at], self.high[at] = number + 1, high
        above = self.tree()
        self.low[at] = low
        return {"split": at, "at": number, "below": below, "above": above}

    def _split(self, values: Sequence[float]) -> int:
        """Returns the index of the variable whose split brings the ceilings down most.

        ``values``: those of the linear programme; a variable with a whole value is not split.
        """
        broken = {
            at: abs(value - round(value))
            for at, value in enumerate(values)
            if abs(value - round(value)) > TOLERANCE
        }
        if not broken:
            raise _GivenUp  # a plan with more points
        tried = sorted(broken, key=lambda at: -broken[at])[:TRIED]
        if len(tried) == 1:
            return tried[0]
        return min(tried, key=lambda at: self._ceilings(at, floor(values[at])))

    def _ceilings(self, at: int, number: int) -> float:
        """Returns the sum of the points that the two linear programmes of a split allow."""
        low, high = self.low[at], self.high[at]
        total = 0.0
        for self.low[at], self.high[at] in ((low, number), (number + 1, high)):
            values, _ = self.relaxation(self.low, self.high)
            worth = sum(n * value for n, value in zip(self.worth, values, strict=True))
            total += max(worth + self.constant, self.points)
        self.low[at], self.high[at] = low, high
        return total

    def _leaf(self, multipliers: Sequence[float]) -> dict[str, Any] | None:
        """Returns the leaf with these multipliers; ``None`` if its ceiling is too high."""
        short = {}
        for at, (number, row) in enumerate(
            zip(multipliers, self.programme.constraints, strict=True)
        ):
            fraction = Fraction(number).limit_denominator(LARGEST_DENOMINATOR)
            if fraction and not (fraction < 0 and row.sign == "<=") | (
                fraction > 0 and row.sign == ">="
            ):
                short[at] = fraction
        over = lcm(*(each.denominator for each in short.values()))
        whole = [(at, int(each * over)) for at, each in short.items()]
        left, ceiling = [over * number for number in self.worth], over * self.constant
        for at, number in whole:
            row = self.programme.constraints[at]
            ceiling += number * row.right
            for variable, factor in row.terms:
                left[variable] -= number * factor
        ceiling += sum(
            n * (highest if n > 0 else lowest)
            for n, lowest, highest in zip(left, self.low, self.high, strict=True)
        )
        if ceiling >= (self.points + 1) * over:
            return None
        return {"over": over, "multipliers": whole}


# ── linear programmes ──────────────────────────────────────────────────────────────────

type Relaxed = tuple[Sequence[float], Sequence[float]]
"""Solution of a linear programme: the value of each variable, the multiplier of each constraint."""


def _relaxation(
    programme: Programme, worth: Sequence[int]
) -> Callable[[Sequence[int], Sequence[int]], Relaxed]:
    """Returns the function that solves the linear programme with other bounds of the variables.

    Each constraint may be broken at a penalty, so that there is always a solution; in a case
    without any plan the penalty makes its points fall far enough. ``worth``: points of one of each
    variable.
    """
    starts, columns, factors = [0], list[int](), list[float]()
    costs, width = [float(-number) for number in worth], len(worth)
    for row in programme.constraints:
        terms = list(row.terms)
        for way in {"<=": (-1,), ">=": (1,), "=": (-1, 1)}[row.sign]:
            terms.append((len(costs), way))
            costs.append(PENALTY)
        columns += [at for at, _ in terms]
        factors += [factor for _, factor in terms]
        starts.append(len(columns))
    least = [None if row.sign == "<=" else row.right for row in programme.constraints]
    most = [None if row.sign == ">=" else row.right for row in programme.constraints]
    penalties = len(costs) - width

    if highspy is None:

        def solve(low: Sequence[int], high: Sequence[int]) -> Relaxed:
            assert lp_format.solver is not None
            linear = {
                "costs": costs,
                "low": [*low, *(0 for _ in range(penalties))],
                "high": [*high, *(None for _ in range(penalties))],
                "least_of": least,
                "most_of": most,
                "starts": starts,
                "columns": columns,
                "factors": factors,
            }
            answer = lp_format.solver(linear, {"output_flag": False, "threads": 1})
            return answer["values"][:width], [-each for each in answer["duals"]]

        return solve

    solver = highspy.Highs()  # type: ignore[no-untyped-call]
    for option, value in (("output_flag", False), ("threads", 1), ("presolve", "off")):
        solver.setOptionValue(option, value)
    model, infinite = highspy.HighsLp(), highspy.kHighsInf
    model.num_col_, model.num_row_ = len(costs), len(least)
    model.col_cost_ = costs
    model.col_lower_ = [0] * len(costs)
    model.col_upper_ = [*programme.most, *(infinite for _ in range(penalties))]
    model.row_lower_ = [-infinite if each is None else each for each in least]
    model.row_upper_ = [infinite if each is None else each for each in most]
    model.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    model.a_matrix_.start_, model.a_matrix_.index_ = starts, columns
    model.a_matrix_.value_ = factors
    solver.passModel(model)
    bounds = list(zip([0] * width, programme.most, strict=True))

    def solve_again(low: Sequence[int], high: Sequence[int]) -> Relaxed:
        for at, pair in enumerate(zip(low, high, strict=True)):
            if bounds[at] != pair:
                bounds[at] = pair
                solver.changeColBounds(at, *pair)
        solver.run()
        found = solver.getSolution()
        return found.col_value[:width], [-each for each in found.row_dual]

    return solve_again
