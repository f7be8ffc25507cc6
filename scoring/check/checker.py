"""Checks the certificate of a best plan, trusting nothing but whole numbers and the file itself.

    python3 scoring/check FILE           (where the app is installed also: python3 -m scoring.check)

Uses the standard library alone, and nothing else of this project; ``docs/proofs.md`` has the
arithmetic and the format. A second checker, for browsers, is ``static/js/check_proof.js``.
"""

from __future__ import annotations

import json
import sys
from typing import Any

FORMAT = 1
SIGNS = {"<=": (0, None), ">=": (None, 0), "=": (None, None)}
"""Sign of a constraint to the smallest and largest multiplier it may have; ``None``: no limit.

The constraints of a case, each times its multiplier, add up to a limit of the points.
"""


class Refused(ValueError):
    """Raised if a certificate's file proves nothing; the message says why."""


def check(certificate: Any) -> int:
    """Returns the highest possible points, as a certificate proves them. Raises ``Refused``.

    A programme is a set of variables with constraints and points. Each one of the certificate must
    stay within these points, and at least one must have a plan that reaches them. ``certificate``:
    the parsed file.
    """
    try:
        if certificate["format"] != FORMAT:
            raise Refused(f"format is not {FORMAT}")
        points = _whole(certificate["points"])
        programmes = certificate["programmes"]
        plans = [each for each in programmes if each["plan"] is not None]
        if not plans:
            raise Refused("no plan reaches the points")
        for programme in plans:
            _check_plan(programme, points)
        for programme in programmes:
            _check_tree(programme, points)
    except (KeyError, TypeError, IndexError, AttributeError) as wrong:
        raise Refused(f"not a certificate: {type(wrong).__name__} {wrong}") from None
    return points


def _whole(number: Any) -> int:
    if type(number) is not int:
        raise Refused(f"{number!r} is not a whole number")
    return number


def _terms(terms: Any, width: int) -> list[tuple[int, int]]:
    """Returns the parsed terms of a sum as pairs: index of a variable, and its factor.

    ``width``: number of variables. Raises ``Refused`` for an index beyond it.
    """
    pairs = [(_whole(at), _whole(factor)) for at, factor in terms]
    if any(not 0 <= at < width for at, _ in pairs):
        raise Refused("a sum names a variable that does not exist")
    return pairs


def _check_plan(programme: Any, points: int) -> None:
    """Checks that the plan in ``programme`` keeps every limit and constraint, and has ``points``.

    ``programme``: variables, constraints, points and a plan, which has a number for each variable,
    as parsed from a certificate. Raises ``Refused``.
    """
    plan = [_whole(number) for number in programme["plan"]]
    variables = programme["variables"]
    if len(plan) != len(variables):
        raise Refused("the plan has another number of variables")
    for number, variable in zip(plan, variables, strict=True):
        if not 0 <= number <= _whole(variable["most"]):
            raise Refused(f"the plan has {number} for {variable['of']}")
    for row in programme["constraints"]:
        left = sum(factor * plan[at] for at, factor in _terms(row["terms"], len(plan)))
        right = _whole(row["right"])
        kept = {"<=": left <= right, ">=": left >= right, "=": left == right}[row["sign"]]
        if not kept:
            raise Refused(f"the plan breaks {row['of']}")
    reached = sum(
        _whole(row["constant"])
        + sum(factor * plan[at] for at, factor in _terms(row["terms"], len(plan)))
        for row in programme["rows"]
    )
    if reached != points:
        raise Refused(f"the plan has {reached} points, not {points}")


def _check_tree(programme: Any, points: int) -> None:
    """Checks that the cases in ``programme`` cover every plan, none with more than ``points``.

    ``programme``: as parsed from a certificate; its tree of cases splits the range of a variable in
    two until each case is proven. Raises ``Refused``.
    """
    most = [_whole(variable["most"]) for variable in programme["variables"]]
    if min(most, default=0) < 0:
        raise Refused("a bound is below 0")
    constant, worth = 0, [0] * len(most)
    for row in programme["rows"]:
        constant += _whole(row["constant"])
        for at, factor in _terms(row["terms"], len(most)):
            worth[at] += factor
    rows = [
        (_terms(row["terms"], len(most)), SIGNS[row["sign"]], _whole(row["right"]))
        for row in programme["constraints"]
    ]
    cases = [(programme["tree"], [0] * len(most), most)]
    while cases:
        case, low, high = cases.pop()
        if "split" in case:
            at, number = _whole(case["split"]), _whole(case["at"])
            if at < 0 or not low[at] <= number < high[at]:
                raise Refused("a split leaves its variable's range")
            cases.append((case["below"], low, [*high[:at], number, *high[at + 1 :]]))
            cases.append((case["above"], [*low[:at], number + 1, *low[at + 1 :]], high))
        elif _ceiling(case, rows, worth, constant, low, high) >= (points + 1) * case["over"]:
            raise Refused("a case may have more points")


def _ceiling(
    leaf: Any,
    rows: list[tuple[list[tuple[int, int]], tuple[int | None, int | None], int]],
    worth: list[int],
    constant: int,
    low: list[int],
    high: list[int],
) -> int:
    """Returns ``over`` times the points that no plan in one case of a proof can exceed.

    A case is a part of all plans: those whose variables lie within its bounds.
    ``leaf``: the case as parsed: ``over``, a common denominator, and a multiplier by constraint.
    ``rows``: for each constraint its terms, the limits of its multiplier, and its right side.
    ``worth``: points of one of each variable. ``constant``: points of every plan.
    ``low``, ``high``: the bounds of each variable in this case.

    Raises ``Refused``.
    """
    over = _whole(leaf["over"])
    if over < 1:
        raise Refused("multipliers are parts of a number below 1")
    ceiling, left = over * constant, [over * number for number in worth]
    for at, multiplier in _terms(leaf["multipliers"], len(rows)):
        terms, (least, most), right = rows[at]
        if (least is not None and multiplier < least) or (most is not None and multiplier > most):
            raise Refused("a multiplier has the wrong sign")
        ceiling += multiplier * right
        for variable, factor in terms:
            left[variable] -= multiplier * factor
    return ceiling + sum(
        max(n * lowest, n * highest) for n, lowest, highest in zip(left, low, high, strict=True)
    )


def main(arguments: list[str]) -> int:
    """Checks the certificate in a file and prints the result; returns 0 if it is a proof, else 1.

    ``arguments``: those of the command line; the first is the path of the file.
    """
    try:
        with open(arguments[0], encoding="utf-8") as file:
            points = check(json.load(file))
    except (IndexError, OSError, ValueError, RecursionError) as wrong:
        print(f"Not proven: {wrong if arguments else 'name a file'}", file=sys.stderr)
        return 1
    print(f"Proven: no plan has more than {points} points.")
    return 0
