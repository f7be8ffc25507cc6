"""Certificates: what a plan must pass before it is shown, and what its proof then claims.

A planner returns a plan with a bound. The game's plain scorer counts the state after the plan; all
other checks are here, and nothing else changes a verdict afterwards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction

from scoring import check as proof_checker
from scoring.model.breakdown import Breakdown
from scoring.model.calculator import Planner
from scoring.model.cells import CellPath
from scoring.model.plan import Plan, PlanMismatch, Proof
from scoring.model.position import Position
from scoring.model.sheet import Sheet
from scoring.model.validation import Doubt


def worth(planner: Planner, breakdowns: Mapping[str, Breakdown], seat: str) -> Fraction:
    """Returns the number that the planner maximises for a seat; by default its known points."""
    if planner.measure:
        return planner.measure(breakdowns, seat)
    return Fraction(breakdowns[seat].known)


def check(
    sheet: Sheet,
    planner: Planner,
    plan: Plan,
    before: Position,
    breakdowns: Mapping[str, Breakdown],
    *,
    final: bool,
) -> None:
    """Checks a plan's worth, its bound, its pieces, and the decisions that it must keep.

    ``before``: the table without the plan. ``breakdowns``: the plain scorer's count of the state
    after the plan, by seat. ``final``: the plan takes the decisions at the end of the game. Raises
    ``PlanMismatch``.
    """
    check_worth(planner, plan, breakdowns)
    if plan.after != before.state:
        _check_pieces(sheet, plan, before)
    if final:
        _check_decisions(sheet, plan, before)


def check_worth(planner: Planner, plan: Plan, breakdowns: Mapping[str, Breakdown]) -> None:
    """Checks a plan's worth and its bound. Raises ``PlanMismatch``.

    ``breakdowns``: the plain scorer's count of the state after the plan, by seat.
    """
    counted = worth(planner, breakdowns, plan.seat)
    if counted != plan.worth:
        raise PlanMismatch(f"plan says {plan.worth}, scorer says {counted}")
    if plan.proof.verdict == "optimal" and plan.proof.bound not in (None, plan.worth):
        raise PlanMismatch(f"optimal at {plan.worth}, bound {plan.proof.bound}")


def certified(plan: Plan) -> Plan:
    """Returns the plan, marked as certified if its certificate proves its worth.

    A plan without a certificate, or one that is not *optimal*, is returned as it is. Raises
    ``PlanMismatch`` if the certificate proves something else, or nothing.
    """
    if plan.certificate is None or plan.proof.verdict != "optimal":
        return plan
    try:
        points = proof_checker.check(plan.certificate)
    except proof_checker.Refused as reason:
        raise PlanMismatch(f"certificate refused: {reason}") from None
    if points != plan.worth:
        raise PlanMismatch(f"plan says {plan.worth}, certificate says {points}")
    return replace(plan, proof=replace(plan.proof, certified=True))


def _check_pieces(sheet: Sheet, plan: Plan, before: Position) -> None:
    """Checks that a plan uses only pieces that the seat has. Raises ``PlanMismatch``.

    The sheet's warnings tell: the plan must not cause a new one. ``before``: the table without it.
    """
    old = _kinds(sheet.doubts(before.state, before.rulings))
    new = _kinds(sheet.doubts(plan.after, before.rulings)) - old
    # a plan may move pieces that had a warning before it to another cell; that may have been at
    # another seat's, where all seats together have too many
    warned = {_piece(path) for path, _ in old}
    warned_alike = {(kind, _piece(path)[1]) for path, kind in old}
    if paths := {
        path
        for path, kind in new
        if _piece(path) not in warned and (kind, _piece(path)[1]) not in warned_alike
    }:
        where = ", ".join(sorted(paths))
        raise PlanMismatch(f"plan uses what the seat does not have: {where}")


def _check_decisions(sheet: Sheet, plan: Plan, before: Position) -> None:
    """Checks that a plan keeps the end-of-game decisions that its seat has already entered.

    A number may grow but not shrink. Only a decision about which the sheet has a warning may be
    left out. ``before``: the table without the plan. Raises ``PlanMismatch``.
    """
    after = sheet.cells(plan.after)
    dropped = [
        path
        for path, value in sheet.decided(before.state, plan.seat).items()
        if after.get(path) != value
        and not (type(value) is int and int(after.get(path, 0)) >= value)
    ]
    if dropped:
        warned = {doubt.path for doubt in sheet.doubts(before.state, before.rulings)}
        # a warning is about its cell, and about all cells of its row or field
        dropped = [p for p in dropped if not any(f"{p}/".startswith(f"{path}/") for path in warned)]
    if dropped:
        raise PlanMismatch(f"plan drops what was decided: {', '.join(dropped)}")


def provisional(
    planner: Planner,
    plan: Plan,
    before: Mapping[str, Breakdown],
    after: Mapping[str, Breakdown],
) -> Plan:
    """Returns the plan; while cells are missing, without a bound, and not as *optimal*.

    An *optimal* plan becomes *provisional*. A row that is still unknown after all decisions counts
    as missing, too. An impossible plan stays as it is. ``before`` and ``after``: the scores, with
    missing cells, of the states without and with the plan.
    """
    if plan.proof.verdict == "impossible":
        return plan
    seats = [plan.seat] if planner.independent else list(before)
    if not any(before[seat].missing or after[seat].so_far is None for seat in seats):
        return plan
    return replace(plan, proof=plan.proof.provisional())


def carried_out(
    planner: Planner, plan: Plan, breakdowns: Mapping[str, Breakdown], *, up_to_date: bool
) -> Plan:
    """Returns a seat's plan with its worth after the plans of all seats are carried out.

    It stays *optimal* only if it was ``up_to_date``, that is computed with the other seats as they
    finally are, and if its bound equals the total that is displayed.
    ``breakdowns``: the plain scorer's count of the state with all plans carried out.
    """
    counted, total = worth(planner, breakdowns, plan.seat), breakdowns[plan.seat].total
    proof = plan.proof
    holds = up_to_date and counted == plan.worth and total in (None, counted)
    bound = proof.bound if holds else None
    proof = Proof.of(proof.method, counted, bound, proof.seconds, proof.checked)
    if plan.proof.certified and plan.certificate and proof.verdict == "optimal":
        proof = replace(proof, certified=plan.certificate["points"] == counted)
    rise = None if not up_to_date and total is None else plan.rise
    return replace(plan, worth=counted, proof=proof, rise=rise)


def _piece(path: str) -> tuple[str, str]:
    """Returns the seat of a cell, and the id of the card, coin or field that the cell is for.

    ``path``: the cell's path, such as ``p1/coins/coin_5``, which gives ``("p1", "coin_5")``.
    """
    at = CellPath(path)
    return at.holder, at.rows[-1] if at.rows else at.field


def _kinds(doubts: Iterable[Doubt]) -> Counter[tuple[str, str]]:
    """Counts warnings by the path of their cell and their kind, whatever numbers they name."""
    return Counter((doubt.path, doubt.kind) for doubt in doubts)
