"""Results of planners: the best steps, the state that they lead to, and the proof.

No plan is called optimal without naming the method of proof and the bound.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, Literal, get_args

from scoring.text.data_error import listed
from scoring.text.localised import EMPTY, Text

from .errors_and_warnings import Doubt
from .hex_grid import Place

type State = dict[str, Any]
"""All entered cells of a table as plain JSON: see ``sheet_fields``."""

type Rulings = Mapping[str, str]
"""A table's answers to the open questions of the rules: id of every ruling to id of its answer."""

Verdict = Literal["optimal", "provisional", "best found", "impossible"]

Method = Literal["ilp", "lp", "exhaustive"]
"""Integer programme, linear programme, exhaustive search."""

Check = Literal["scorer", "enumeration", "odds", "replies"]
"""Independent methods that confirmed a plan's worth: the plain scorer; trying every possibility one
by one; exact odds; the best replies of both sides."""

CHECKS: tuple[Check, ...] = get_args(Check)


@dataclass(frozen=True, slots=True)
class Proof:
    """Evidence that nothing beats a plan: the method, and the bound that no plan can exceed.

    Planners and solvers never choose a verdict: ``of`` derives it from worth and bound.

    ``verdict``: *optimal* if the bound equals the plan's worth; *provisional* if the plan is
        optimal only with every missing cell taken as none, and then without a bound; *best found*
        if the bound is higher or unknown; *impossible* if there is no plan.
    ``seconds``: time spent; whoever asks a calculator for its plan or answer fills it in.
    ``checked``: independent methods that reached the same worth.
    ``certified``: the plan has a certificate, which was checked; only then a page says *proven*.

    Raises ``ValueError`` for a word in ``checked`` that is no ``Check``.
    """

    verdict: Verdict
    method: Method
    bound: Fraction | None
    seconds: float
    checked: tuple[Check, ...] = ()
    certified: bool = False

    def __post_init__(self) -> None:
        for word in self.checked:
            if word not in CHECKS:
                raise ValueError(f"checked {word!r} is none of {listed(word, CHECKS)}")

    @classmethod
    def of(
        cls,
        method: Method,
        worth: Fraction,
        bound: Fraction | None,
        seconds: float = 0.0,
        checked: tuple[Check, ...] = (),
    ) -> Proof:
        """Returns the proof of a plan: *optimal* if ``bound`` equals ``worth``, else *best found*.

        ``method``: how the plan was found. ``seconds``: time spent. ``checked``: independent
        methods that reached the same worth.
        """
        verdict: Verdict = "optimal" if bound == worth else "best found"
        return cls(verdict, method, bound, seconds, checked)

    @classmethod
    def impossible(cls, method: Method = "exhaustive", seconds: float = 0.0) -> Proof:
        """Returns the proof that there is no plan, as ``method`` found in ``seconds``."""
        return cls("impossible", method, None, seconds)

    @property
    def second_method(self) -> bool:
        """True if a method other than scoring the sheet confirmed the points of the plan."""
        return any(each != "scorer" for each in self.checked)

    @property
    def milliseconds(self) -> int:
        """Time that the planner took, at least 1 millisecond.

        >>> [Proof("impossible", "ilp", None, seconds).milliseconds for seconds in (0.0123, 0.0)]
        [12, 1]
        """
        return max(1, round(self.seconds * 1000))

    def provisional(self) -> Proof:
        """Returns a copy of a plan's proof for a sheet with missing cells, without its bound.

        The verdict *optimal* becomes *provisional*; others stay.
        """
        verdict: Verdict = "provisional" if self.verdict == "optimal" else self.verdict
        return replace(self, verdict=verdict, bound=None, certified=False)


@dataclass(frozen=True, slots=True)
class Plan:
    """A plan for a seat: ``steps`` lead to the state ``after``, whose score confirms ``worth``.

    ``calculator`` and ``seat``: whom the plan is for; filled in by ``Game``.
    ``ways``: number of a step to the places on the map that it leads over.
    ``gain``: what the plan adds compared with doing nothing.
    ``conflicts``: contradictions on the sheet that make planning impossible.
    ``rise``: points by which some other plan may exceed what the rows of ``after`` can reach, once
        blank cells are filled in; ``None`` if unknown.
    ``second``: the worth by a second engine, which has to agree; ``None`` if none was asked.
    ``certificate``: evidence that anybody can check: ``docs/proofs.md``; ``None`` if there is none.
    """

    steps: tuple[Text, ...]
    after: State
    worth: Fraction
    proof: Proof
    calculator: str = ""
    seat: str = ""
    ways: Mapping[int, tuple[Place, ...]] = field(default_factory=dict)
    gain: Text = EMPTY
    conflicts: tuple[Doubt, ...] = ()
    rise: int | None = 0
    second: Fraction | None = field(default=None, compare=False)
    certificate: Mapping[str, Any] | None = field(default=None, compare=False, repr=False)

    @classmethod
    def impossible(cls, state: State, *why: Text, method: Method = "exhaustive") -> Plan:
        """Returns a plan that changes nothing, called *impossible*; ``why`` becomes its steps.

        ``state``: the table's cells, unchanged. ``method``: how it was found that there is no plan.
        """
        return cls(why, state, Fraction(0), Proof.impossible(method))


@dataclass(frozen=True, slots=True)
class Alternatives:
    """Variants of a seat's best plan.

    ``one_more``: piece id to the worth that one more such piece would add.
    ``runner_up``: the best plan that is worth less but has more points in at least one row. So it
        is never the best plan with something held back.
    ``ties``: plans with equal worth that have more points in at least one row.
    ``more_ties``: true if there are further ties that are not listed.
    ``complete``: false if time ran out, so some variants were not examined.
    """

    one_more: Mapping[str, Fraction] = field(default_factory=dict)
    runner_up: Plan | None = None
    ties: tuple[Plan, ...] = ()
    more_ties: bool = False
    complete: bool = True


class NoAnswer(RuntimeError):
    """Raised if a planner gives no plan: time ran out, or its result cannot be trusted."""


class PlanMismatch(NoAnswer):
    """Raised if the plain scorer disagrees with a planner. Such a plan is never displayed."""
