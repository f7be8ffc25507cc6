"""Integer and linear programmes, solved by HiGHS within this process. The only importer of PuLP.

Where PuLP is not available, as in a browser, ``pulp_substitute.py`` replaces it.

Each question builds its own model, with variables and constraints in a fixed order, and models
share no state. So any number of threads may solve at once.
"""

from __future__ import annotations

import math
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from scoring.model.plan import NoAnswer, Proof, Verdict
from scoring.solving import certificates, deadline
from scoring.solving.certificates import Certificate

try:
    import pulp
except ImportError:
    from scoring.solving import pulp_substitute as pulp  # type: ignore[no-redef]

Var = pulp.LpVariable
Expr = pulp.LpAffineExpression
Term = Any
"""A variable, an expression or a number: whatever may be part of a sum."""

# The feasibility-jump heuristic takes longer than these small models need to be solved, and the
# solver fails if its number of threads changes within a process: both are fixed for all models.
OPTIONS: dict[str, Any] = {
    "msg": False,
    "threads": 1,
    "gapRel": 0.0,
    "gapAbs": 0.0,
    "mip_heuristic_run_feasibility_jump": False,
}


PATIENCE = 6
"""Maximum ratio of the solver's wall time limit to its processor time limit."""


def _interrupt(_kind: object, _says: str, _found: object, solver: Any, until: float) -> None:
    """Stops the solver HiGHS, which calls this now and then, once its time is spent.

    ``until``: value of this thread's processor time at which it stops. It also stops if the time
    limit of the request has passed or the caller no longer waits. ``solver``: has the flag that
    stops it; the other arguments are not used.
    """
    if time.thread_time() >= until or deadline.passed():
        solver.user_interrupt = True


def _limits(seconds: float, slowness: float) -> dict[str, Any]:
    """Returns solver options that stop it after ``seconds`` of processor time.

    The solver itself knows only a limit in wall time, and obeys nothing else during presolve. On a
    busy machine that limit is extended by ``slowness`` (wall time per processor time so far), at
    most ``PATIENCE`` times. Where the solver has no callbacks, it is the only limit and is not
    extended.
    """
    events = getattr(pulp.HiGHS, "hscb", None)
    if events is None:
        return {"timeLimit": seconds}
    kinds = events.HighsCallbackType
    return {
        "timeLimit": seconds * min(max(slowness, 1.0), PATIENCE),
        "callbackTuple": (_interrupt, time.thread_time() + seconds),
        "callbacksToActivate": [kinds.kCallbackMipInterrupt, kinds.kCallbackSimplexInterrupt],
    }


SIGNS = {-1: "<=", 0: "=", 1: ">="}
"""Signs of constraints by PuLP's numbers."""
KEEP = ("keep_the_points",)
"""Name of the constraint of a second run, which looks for the preferred one of all best plans."""

_ONE_SHOT = 1 << 15
"""Largest weight with which points and preference fit exactly in one objective. With a larger one,
the solver runs twice."""


class SolverFailed(NoAnswer):
    """Raised if the solver found neither an answer nor a proof that there is none.

    ``bound``: points that no answer can exceed, if known.
    """

    def __init__(self, reason: str, bound: int | None = None) -> None:
        super().__init__(reason)
        self.bound = bound


def total(terms: Sequence[Term]) -> Expr:
    """Returns the sum of variables, expressions and numbers as one linear expression."""
    return pulp.lpSum(terms)


@dataclass(frozen=True, slots=True)
class Solution:
    """The result of an integer programme.

    ``verdict``: *optimal*, *best found* if time ran out, or *impossible*.
    ``points``: value of the objective.
    ``bound``: points that no solution can exceed, if known.
    ``values``: value of every variable, by its name; empty if *impossible*.
    ``seconds``: time since the model was created.
    """

    verdict: Verdict
    points: int
    bound: int | None
    values: Mapping[str, int]
    seconds: float

    def __getitem__(self, variable: Var | None) -> int:
        """Returns a variable's value in a solution; 0 for ``None``, a variable never created."""
        return 0 if variable is None else self.values[variable.name]

    def proof(self) -> Proof:
        if self.verdict == "impossible":
            return Proof.impossible("ilp", self.seconds)
        bound = None if self.bound is None else Fraction(self.bound)
        return Proof.of("ilp", Fraction(self.points), bound, self.seconds)


def _points(bound: Any, weight: int) -> int | None:
    """Returns the bound on points, rounded up, from the solver's on ``points * weight - cost``.

    ``cost``, by which equal solutions are compared, is at least 0 and less than ``weight``.
    ``None`` if there is no finite bound.
    """
    if bound is None or not math.isfinite(bound):
        return None
    return int((bound + 1e-6 + weight - 1) // weight)


class Model:
    """An integer programme: whole-number variables, constraints, and a sum to maximise.

    Each constraint is named after the rule of the game that it expresses, so a model can be read.
    """

    def __init__(self, name: str) -> None:
        self._problem = pulp.LpProblem(name, pulp.LpMaximize)
        self._most: dict[str, int] = {}
        self._variables: list[Var] = []
        self._rows: list[tuple[tuple[str, ...], Any]] = []
        self._born, self._spent = time.perf_counter(), time.thread_time()

    # variables and constraints

    def integer(self, name: str, most: int) -> Var:
        """Adds to the programme a whole-number variable ``name``, 0 to ``most``, and returns it."""
        variable = self._problem.add_variable(name, 0, most, "Integer")
        self._most[name] = most
        self._variables.append(variable)
        return variable

    def binary(self, name: str) -> Var:
        """Adds to the programme a variable ``name`` that is 0 or 1, and returns it."""
        return self.integer(name, 1)

    def constraint(self, rule: str, row: Any, *of: str) -> None:
        """Adds a constraint to the programme, named after the game's rule that it expresses.

        ``row``: comparison of sums of variables, such as ``x + y <= 1``.
        ``of``: ids of the entries that it is about. The game has a sentence for each ``rule``,
            in the message ``proof-<rule>``.
        """
        self._problem.addConstraint(row, "_".join((rule, *of)))
        self._rows.append(((rule, *of), row))

    def at_most_one(self, rule: str, binaries: Sequence[Var], *of: str) -> None:
        if len(binaries) > 1:
            self.constraint(rule, total(binaries) <= 1, *of)

    def exceeds(self, name: str, rows: Sequence[tuple[Expr, int]]) -> None:
        """Adds to the programme: at least one row of the score has more than in a known plan.

        ``name``: of this constraint. ``rows``: (expression for a row's points, its points in the
        known plan). Without this, the second-best plan could be the best one with something held
        back.
        """
        raised: list[Var] = []
        for n, (row, value) in enumerate(rows):
            gains = (factor * self._most[v.name] for v, factor in row.items() if factor > 0)
            if value < row.constant + sum(gains):
                up = self.binary(f"{name}_up_{n}")
                self.constraint(f"{name}_more_{n}", row >= (value + 1) * up)
                raised.append(up)
        self.constraint(name, total(raised) >= 1)

    # solving

    def solve(
        self, points: Expr, prefer: Sequence[tuple[int, Var]] = (), seconds: float = 2.0
    ) -> Solution:
        """Maximises ``points``; among equal solutions, minimises the weighted sum of ``prefer``.

        ``prefer``: list of (weight, variable), with weights of 0 or more, to make the solution
            unique. ``points`` must have whole coefficients.

        Takes at most ``seconds``, and no longer than the present time limit allows. Raises
        ``NoAnswer``.
        """
        weight = 1 + sum(w * self._most[v.name] for w, v in prefer)
        cost = total([w * v for w, v in prefer])
        if weight <= _ONE_SHOT:
            status, bound = self._run(points * weight - cost, seconds, weight)
            return self._solution(status, points, bound, weight)
        status, bound = self._run(points, seconds)
        first = self._solution(status, points, bound, 1)
        if first.verdict != "optimal":
            return first
        self.constraint(*KEEP, points >= first.points)
        try:
            status, _ = self._run(cost * -1, seconds)
        except NoAnswer:  # no time is left for ``prefer``, but the points are proven
            return first
        second = self._solution(status, points, None, 1)
        return Solution("optimal", second.points, first.bound, second.values, second.seconds)

    def certificate(self, solution: Solution, rows: Mapping[str, Term]) -> Certificate | None:
        """Returns, for JSON, a proof that ``solution`` has the most points; ``None`` if too hard.

        ``rows``: row id of the score to its points; their sum is what was maximised.
        """
        at = {variable.name: n for n, variable in enumerate(self._variables)}

        def terms(row: Any) -> list[tuple[int, int]]:
            return [(at[v.name], round(factor)) for v, factor in row.items() if factor]

        sums = {line: total([row]) for line, row in rows.items()}
        programme = {
            "variables": [{"of": name, "most": self._most[name]} for name in at],
            "constraints": [
                {
                    "of": of,
                    "terms": terms(row),
                    "sign": SIGNS[row.sense],
                    "right": round(-row.constant),
                }
                for of, row in self._rows
                if of != KEEP
            ],
            "rows": [
                {"of": line, "terms": terms(row), "constant": round(row.constant)}
                for line, row in sums.items()
            ],
            "plan": [solution.values[name] for name in at],
        }
        points = sum(
            round(row.constant) + sum(round(k) * solution.values[v.name] for v, k in row.items())
            for row in sums.values()
        )
        return certificates.certificate(points, [programme])

    def _run(
        self, objective: Expr, seconds: float, weight: int = 1
    ) -> tuple[pulp.LpSolveStatus | None, Any]:
        self._problem.setObjective(objective)
        spent = time.thread_time() - self._spent
        slowness = (time.perf_counter() - self._born) / spent if spent else 1.0
        options = OPTIONS | _limits(deadline.left(seconds), slowness)
        stats = self._problem.solve(pulp.HiGHS(**options))
        if stats.status == pulp.LpSolveStatus.Infeasible:
            return None, None
        if not stats.has_solution:
            raise SolverFailed(stats.status_str, _points(stats.best_bound, weight))
        return stats.status, stats.best_bound

    def _solution(
        self, status: pulp.LpSolveStatus | None, points: Expr, bound: Any, weight: int
    ) -> Solution:
        seconds = time.perf_counter() - self._born
        if status is None:
            return Solution("impossible", 0, None, {}, seconds)
        values = {v.name: round(v.varValue or 0) for v in self._variables}
        worth = points.constant + sum(
            coefficient * values[variable.name] for variable, coefficient in points.items()
        )
        limit = _points(bound, weight)
        optimal = status == pulp.LpSolveStatus.Optimal
        if optimal and limit is None:
            # the solver reports no bound for a model without variables
            limit = round(worth)
        return Solution(
            "optimal" if optimal else "best found", round(worth), limit, values, seconds
        )
