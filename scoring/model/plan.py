"""Results of planners: the best steps, the state they lead to, and the proof.

No plan is called optimal without naming the method of proof and the bound.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal, get_args

from scoring.model.hex_grid import Place
from scoring.model.validation import Doubt
from scoring.text.data_error import listed
from scoring.text.localised import EMPTY, Text

type State = dict[str, Any]
"""A whole table as plain JSON: see ``sheet_fields``."""

type Rulings = Mapping[str, str]
"""Ruling id to the option in force, complete for its game."""

Verdict = Literal["optimal", "provisional", "best found", "impossible"]

Check = Literal["scorer", "enumeration", "odds", "replies"]
"""Independent methods that reached the same worth: the plain score sheet; all ways tried one by
one; exact odds; both sides' best replies."""

CHECKS: tuple[Check, ...] = get_args(Check)


@dataclass(frozen=True, slots=True)
class Proof:
    """Evidence that nothing beats a plan: the method, and the bound that no plan can exceed.

    ``verdict`` is *optimal* only if bound and worth agree; *provisional* if it would be optimal
    with every blank taken as none, on a sheet that still lacks something; there is no bound then.
    ``checked`` names the independent methods that reached the same worth. Raises ``ValueError`` for
    a word that is no ``Check``.
    """

    verdict: Verdict
    method: Literal["ilp", "lp", "exhaustive"]
    bound: Fraction | None
    seconds: float
    checked: tuple[Check, ...] = ()

    def __post_init__(self) -> None:
        for word in self.checked:
            if word not in CHECKS:
                raise ValueError(f"checked {word!r} is none of {listed(word, CHECKS)}")


@dataclass(frozen=True, slots=True)
class Plan:
    """A plan: ``steps`` lead to the state ``after``, and ``score(after)`` agrees with ``worth``.

    ``calculator`` and ``seat`` are filled in by the game that was asked. ``ways``: for steps that
    lead over a map, their number to the places that they lead over. ``gain``: what the plan adds to
    doing nothing. ``conflicts``: contradictions on the sheet, where they make planning impossible.
    ``rise``: amount by which another plan may exceed what the rows of ``after`` can reach, once
    what is blank is entered; ``None`` if not known.
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


@dataclass(frozen=True, slots=True)
class Alternatives:
    """Variants of a plan.

    ``one_more``: piece id to what one more of it would add. ``runner_up``: the best plan that is
    worth less but pays more in at least one row; the shown one with something held back never does.
    ``ties``: such plans exactly as good as the shown one, ``more_ties`` if there are others.
    ``complete`` is false if time ran out: what is missing then was not examined.
    """

    one_more: Mapping[str, Fraction] = field(default_factory=dict)
    runner_up: Plan | None = None
    ties: tuple[Plan, ...] = ()
    more_ties: bool = False
    complete: bool = True


class NoAnswer(RuntimeError):
    """No answer this time: out of time, or the result cannot be trusted."""


class PlanMismatch(NoAnswer):
    """The plain scorer disagrees with a planner; the plan is never shown."""
