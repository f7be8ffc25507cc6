"""Makes certificates: integer programmes with the cases that prove a plan of theirs the best.

A certificate is plain JSON, described in ``docs/proofs.md`` and checked by ``scoring/check`` and in
a browser, which both trust nothing of this module. The linear programme of a case, solved by HiGHS,
gives the multipliers. They are rounded to short fractions, which can weaken a ceiling and never
makes it wrong. A case whose ceiling is too high is split at a whole number.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import floor, lcm
from typing import Any

from scoring.check import FORMAT
from scoring.solving import deadline, pulp_substitute

try:
    import highspy
except ImportError:  # as in a browser
    highspy = None  # type: ignore[assignment]

type Programme = dict[str, Any]
"""An integer programme as a certificate has it, without a tree: variables, constraints, rows, and
the plan, if it reaches the points, else ``None``."""
type Certificate = dict[str, Any]

MOST_LEAVES = 400
"""With more cases than this, no certificate is made."""
LARGEST_DENOMINATOR = 720
"""Multipliers are rounded to fractions with at most this denominator: those of sets and halves
have small ones, and sums of them stay short."""
PENALTY = 4096
"""Points lost for each unit by which a constraint is broken, where all of them cannot be kept."""
TRIED = 6
"""Maximum number of variables whose split is tried before one is chosen."""
TOLERANCE = 1e-6
"""A value of the linear programme closer than this to a whole number is one."""


def certificate(points: int, programmes: Sequence[Programme]) -> Certificate | None:
    """Returns, as JSON, a proof that no plan of any programme has more than ``points``.

    A programme is a set of variables with constraints and points; at least one of ``programmes``
    has a plan with these points. ``None`` if time ran out, too many cases were needed, or more
    points are possible.
    """
    try:
        proven = [each | {"tree": _Search(each, points).tree()} for each in programmes]
    except _GivenUp:
        return None
    return {"format": FORMAT, "points": points, "programmes": proven}


def leaves(tree: Mapping[str, Any]) -> int:
    """Returns the number of unsplit cases in the proof of a programme, its ``tree`` as JSON."""
    return leaves(tree["below"]) + leaves(tree["above"]) if "split" in tree else 1


class _GivenUp(Exception):
    """Raised if there is no time to prove that a programme has no plan with more points."""


class _Search:
    """Search for a proof, split into cases, that no plan of a programme beats ``points``.

    Its bounds ``low`` and ``high``, a number for each variable, are those of the present case.
    """

    def __init__(self, programme: Programme, points: int) -> None:
        self.constraints, self.points = programme["constraints"], points
        self.high = [each["most"] for each in programme["variables"]]
        self.low = [0] * len(self.high)
        self.worth = [0] * len(self.high)
        for row in programme["rows"]:
            for at, factor in row["terms"]:
                self.worth[at] += factor
        self.constant = sum(row["constant"] for row in programme["rows"])
        self.leaves = 0
        self.relaxation = relaxation(self.constraints, self.worth, self.high)

    def tree(self) -> dict[str, Any]:
        """Returns, as JSON, the proof that no plan of the present case has too many points.

        A case is a part of all plans: those within the bounds now set. It is split until each part
        is proven. Raises ``_GivenUp``.
        """
        if deadline.passed() or self.leaves > MOST_LEAVES:
            raise _GivenUp
        # often the bounds alone say it, as where nothing is to be decided
        leaf, values = self._leaf([0.0] * len(self.constraints)), None
        if leaf is None:
            values, multipliers = self.relaxation(self.low, self.high)
            leaf = self._leaf(multipliers)
        if leaf is not None:
            self.leaves += 1
            return leaf
        assert values is not None
        at = self._split(values)
        number, low, high = floor(values[at]), self.low[at], self.high[at]
        self.high[at] = number
        below = self.tree()
        self.low[at], self.high[at] = number + 1, high
        above = self.tree()
        self.low[at] = low
        return {"split": at, "at": number, "below": below, "above": above}

    def _split(self, values: Sequence[float]) -> int:
        """Returns the index of the variable whose range is best split in two for the proof.

        ``values``: those of the linear programme, by index; a variable with a whole value is not
        split. Raises ``_GivenUp`` if all are whole.
        """
        off = {at: abs(value - round(value)) for at, value in enumerate(values)}
        tried = sorted((at for at in off if off[at] > TOLERANCE), key=lambda at: -off[at])[:TRIED]
        if not tried:
            raise _GivenUp  # a plan with more points
        if len(tried) == 1:
            return tried[0]
        return min(tried, key=lambda at: self._ceilings(at, floor(values[at])))

    def _ceilings(self, at: int, number: int) -> float:
        """Returns the most points possible in each half of a case (a part of all plans), added up.

        ``at``: index of the variable that splits it; one half has it at most ``number``, the other
        above.
        """
        low, high = self.low[at], self.high[at]
        total = 0.0
        for self.low[at], self.high[at] in ((low, number), (number + 1, high)):
            values, _ = self.relaxation(self.low, self.high)
            worth = sum(n * value for n, value in zip(self.worth, values, strict=True))
            total += max(worth + self.constant, self.points)
        self.low[at], self.high[at] = low, high
        return total

    def _leaf(self, multipliers: Sequence[float]) -> dict[str, Any] | None:
        """Returns, as JSON, the proof of a case (a part of all plans) without splitting it.

        ``None`` if that fails. ``multipliers``: one for each constraint; they are rounded to short
        fractions.
        """
        short = {}
        for at, (number, row) in enumerate(zip(multipliers, self.constraints, strict=True)):
            if not number:  # most constraints do not matter
                continue
            fraction = Fraction(number).limit_denominator(LARGEST_DENOMINATOR)
            wrong = {"<=": fraction < 0, ">=": fraction > 0, "=": False}[row["sign"]]
            if fraction and not wrong:
                short[at] = fraction
        over = lcm(*(each.denominator for each in short.values()))
        whole = [(at, int(each * over)) for at, each in short.items()]
        left, ceiling = [over * number for number in self.worth], over * self.constant
        for at, number in whole:
            ceiling += number * self.constraints[at]["right"]
            for variable, factor in self.constraints[at]["terms"]:
                left[variable] -= number * factor
        ceiling += sum(
            n * (highest if n > 0 else lowest)
            for n, lowest, highest in zip(left, self.low, self.high, strict=True)
        )
        if ceiling >= (self.points + 1) * over:
            return None
        return {"over": over, "multipliers": whole}


type Relaxed = tuple[Sequence[float], Sequence[float]]
"""Solution of a linear programme: the value of each variable, the multiplier of each constraint."""


def relaxation(
    constraints: Sequence[Mapping[str, Any]],
    worth: Sequence[int],
    most: Sequence[float],
    *,
    strict: bool = False,
) -> Callable[[Sequence[float], Sequence[float]], Relaxed]:
    """Returns a function that solves a linear programme, given bounds of its variables.

    It takes the lowest and the highest value of each variable, and returns the values of the best
    solution and a multiplier of each constraint.

    Each constraint may be broken at a penalty, so that there is always a solution; in a case
    without any plan the penalty makes its points fall far enough. ``constraints``: each a dict of
    ``terms`` (pairs of a variable's index and its factor), ``sign`` (*<=*, *>=* or *=*) and
    ``right`` side. ``worth``: points of one of each variable. ``most``: their largest bounds.
    ``strict``: no constraint may be broken.
    """
    starts, columns, factors = [0], list[int](), list[float]()
    costs = [float(-number) for number in worth]
    for row in constraints:
        terms = list(row["terms"])
        for way in () if strict else {"<=": (-1,), ">=": (1,), "=": (-1, 1)}[row["sign"]]:
            terms.append((len(costs), way))
            costs.append(PENALTY)
        columns += [at for at, _ in terms]
        factors += [factor for _, factor in terms]
        starts.append(len(columns))
    linear = {
        "costs": costs,
        "least_of": [None if row["sign"] == "<=" else row["right"] for row in constraints],
        "most_of": [None if row["sign"] == ">=" else row["right"] for row in constraints],
        "starts": starts,
        "columns": columns,
        "factors": factors,
    }
    if highspy is None:
        return _solved_in_browser(linear, len(worth))
    return _solved_by_highs(linear, most, "choose" if strict else "off")


def _solved_in_browser(
    linear: Mapping[str, Any], width: int
) -> Callable[[Sequence[float], Sequence[float]], Relaxed]:
    penalties = len(linear["costs"]) - width

    def solve(low: Sequence[float], high: Sequence[float]) -> Relaxed:
        assert pulp_substitute.solver is not None
        bounds = {"low": [*low, *[0] * penalties], "high": [*high, *[None] * penalties]}
        answer = pulp_substitute.solver({**linear, **bounds}, {"output_flag": False, "threads": 1})
        return answer["values"][:width], [-each for each in answer["duals"]]

    return solve


def _solved_by_highs(
    linear: Mapping[str, Any], most: Sequence[float], presolve: str
) -> Callable[[Sequence[float], Sequence[float]], Relaxed]:
    solver = highspy.Highs()  # type: ignore[no-untyped-call]
    for option, value in (("output_flag", False), ("threads", 1), ("presolve", presolve)):
        solver.setOptionValue(option, value)
    model, infinite = highspy.HighsLp(), highspy.kHighsInf
    model.num_col_, model.num_row_ = len(linear["costs"]), len(linear["least_of"])
    model.col_cost_ = linear["costs"]
    model.col_lower_ = [0] * model.num_col_
    model.col_upper_ = [*most, *[infinite] * (model.num_col_ - len(most))]
    model.row_lower_ = [-infinite if each is None else each for each in linear["least_of"]]
    model.row_upper_ = [infinite if each is None else each for each in linear["most_of"]]
    model.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    model.a_matrix_.start_, model.a_matrix_.index_ = linear["starts"], linear["columns"]
    model.a_matrix_.value_ = linear["factors"]
    solver.passModel(model)
    bounds: list[tuple[float, float]] = [(0, number) for number in most]

    def solve(low: Sequence[float], high: Sequence[float]) -> Relaxed:
        for at, pair in enumerate(zip(low, high, strict=True)):
            if bounds[at] != pair:
                bounds[at] = pair
                solver.changeColBounds(at, *pair)
        solver.run()
        found = solver.getSolution()
        return found.col_value[: len(most)], [-each for each in found.row_dual]

    return solve
