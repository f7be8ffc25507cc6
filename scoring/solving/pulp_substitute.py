"""The subset of PuLP that ``ilp.py`` uses, for places without PuLP such as a browser.

Converts an integer programme to lists of numbers, and passes them to the HiGHS solver of the
environment, which assigns ``solver``. Names are those of PuLP, so ``ilp.py`` works with both.
"""

from __future__ import annotations

from collections.abc import Callable, ItemsView, Mapping, Sequence
from enum import Enum
from typing import Any, ClassVar

LpMaximize = -1

type Number = int | float
type Solver = Callable[[Mapping[str, Any], Mapping[str, Any]], Mapping[str, Any]]

solver: Solver | None = None
"""Function that solves a programme with HiGHS; assigned by the environment. Takes the programme and
HiGHS's options. Returns ``status`` (HiGHS's number), ``bound``, and ``values`` in the order of
the columns, or ``None`` without a solution. A programme has ``most`` and ``points`` for each
column, a whole number from 0; ``least_of`` and ``most_of`` for each row, ``None`` for no limit;
and its coefficients row by row: ``starts``, ``columns``, ``factors``. A linear programme has
``costs`` to minimise, ``low`` and ``high`` for each column instead; the answer then has ``duals``,
one for each row."""

OPTIMAL, INFEASIBLE = 7, 8
"""Numbers of HiGHS for the status of a solution."""


class LpSolveStatus(Enum):
    Optimal = "optimal"
    Infeasible = "infeasible"
    Other = "other"


class LpAffineExpression:
    """A linear sum as in PuLP: variables, each with a factor, and a constant."""

    __hash__ = object.__hash__

    def __init__(self, terms: Mapping[LpVariable, Number], constant: Number = 0) -> None:
        self._terms, self.constant = terms, constant

    def items(self) -> ItemsView[LpVariable, Number]:
        return self._terms.items()

    def __add__(self, other: Term) -> LpAffineExpression:
        return lpSum([self, other])

    __radd__ = __add__

    def __mul__(self, factor: Number) -> LpAffineExpression:
        terms = {variable: n * factor for variable, n in self.items()}
        return LpAffineExpression(terms, self.constant * factor)

    __rmul__ = __mul__

    def __neg__(self) -> LpAffineExpression:
        return self * -1

    def __sub__(self, other: Term) -> LpAffineExpression:
        return lpSum([self, -_sum(other)])

    def __rsub__(self, other: Term) -> LpAffineExpression:
        return lpSum([other, -self])

    def __le__(self, other: Term) -> Row:
        return Row(self - other, None, 0)

    def __ge__(self, other: Term) -> Row:
        return Row(self - other, 0, None)

    def __eq__(self, other: Any) -> Row:  # type: ignore[override]
        return Row(self - other, 0, 0)


class LpVariable(LpAffineExpression):
    """A programme's variable: a whole number from 0 to ``most``; ``varValue``: its solution."""

    def __init__(self, name: str, most: int) -> None:
        super().__init__({self: 1})
        self.name, self.most = name, most
        self.varValue: float | None = None


type Term = LpAffineExpression | Number


def _sum(term: Term) -> LpAffineExpression:
    return term if isinstance(term, LpAffineExpression) else LpAffineExpression({}, term)


def lpSum(terms: Sequence[Term]) -> LpAffineExpression:
    factors: dict[LpVariable, Number] = {}
    constant: Number = 0
    for each in map(_sum, terms):
        constant += each.constant
        for variable, factor in each.items():
            factors[variable] = factors.get(variable, 0) + factor
    return LpAffineExpression(factors, constant)


class Row:
    """A constraint of a programme: ``least <= sum <= most``; ``None`` for no limit."""

    def __init__(self, sum: LpAffineExpression, least: Number | None, most: Number | None) -> None:
        self.sum, self.least, self.most = sum, least, most

    @property
    def sense(self) -> int:
        """A constraint's direction: -1 for *at most*, 1 for *at least*, 0 for *equals*."""
        return (self.most is None) - (self.least is None)

    @property
    def constant(self) -> Number:
        """The constraint's constant, once everything is moved to its left side, as in PuLP."""
        limit = self.least if self.most is None else self.most
        return self.sum.constant - (limit or 0)

    def items(self) -> ItemsView[LpVariable, Number]:
        return self.sum.items()

    def ends(self) -> tuple[Number | None, Number | None]:
        """Returns (least, most) that a constraint allows its variables' sum; ``None``: no limit."""
        at = self.sum.constant
        return (
            None if self.least is None else self.least - at,
            None if self.most is None else self.most - at,
        )


class HiGHS:
    """Options of a solver run, with PuLP's names translated to those of HiGHS."""

    NAMES: ClassVar = {"timeLimit": "time_limit", "gapRel": "mip_rel_gap", "gapAbs": "mip_abs_gap"}

    def __init__(self, *, msg: bool, **options: Any) -> None:
        self.options = {self.NAMES.get(name, name): value for name, value in options.items()}
        self.options["output_flag"] = msg


class Stats:
    """Result of a solver run. ``best_bound``: value that the objective is proven not to exceed.

    ``status``: number that HiGHS gives. ``solved``: true if there is a solution.
    """

    def __init__(self, status: int, bound: float | None, solved: bool) -> None:
        names = {OPTIMAL: LpSolveStatus.Optimal, INFEASIBLE: LpSolveStatus.Infeasible}
        self.status = names.get(status, LpSolveStatus.Other)
        self.status_str, self.best_bound, self.has_solution = f"HiGHS: {status}", bound, solved


class LpProblem:
    def __init__(self, name: str, sense: int) -> None:
        self.name = name
        self._variables: list[LpVariable] = []
        self._rows: list[Row] = []
        self._objective = LpAffineExpression({})

    def add_variable(self, name: str, least: int, most: int, kind: str) -> LpVariable:
        variable = LpVariable(name, most)
        self._variables.append(variable)
        return variable

    def addConstraint(self, row: Row, name: str) -> None:
        self._rows.append(row)

    def setObjective(self, objective: Term) -> None:
        self._objective = _sum(objective)

    def solve(self, how: HiGHS) -> Stats:
        if not self._variables:
            fits = all((a or 0) <= 0 <= (b or 0) for a, b in (row.ends() for row in self._rows))
            return Stats(OPTIMAL if fits else INFEASIBLE, None, fits)
        if solver is None:
            raise RuntimeError("no solver was named")
        answer = solver(self._plain(), how.options)
        values, bound = answer["values"], answer["bound"]
        for variable, value in zip(self._variables, values or (), strict=bool(values)):
            variable.varValue = value
        if bound is not None:
            bound += self._objective.constant
        return Stats(answer["status"], bound, bool(values))

    def _plain(self) -> dict[str, Any]:
        at = {variable: n for n, variable in enumerate(self._variables)}
        points = dict(self._objective.items())
        starts, columns, factors = [0], list[int](), list[Number]()
        for row in self._rows:
            for variable, factor in row.sum.items():
                columns.append(at[variable])
                factors.append(factor)
            starts.append(len(columns))
        ends = [row.ends() for row in self._rows]
        return {
            "most": [each.most for each in self._variables],
            "points": [points.get(each, 0) for each in self._variables],
            "least_of": [least for least, _ in ends],
            "most_of": [most for _, most in ends],
            "starts": starts,
            "columns": columns,
            "factors": factors,
        }
