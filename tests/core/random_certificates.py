"""Small integer programmes with their certificates, whole and spoilt; and every plan tried."""

import copy
import json
import random
from collections.abc import Iterator
from itertools import product
from typing import Any

from scoring.solving.certificates import Certificate, Programme, certificate

SIGNS = {"<=": int.__le__, ">=": int.__ge__, "=": int.__eq__}


def value(terms: Any, plan: tuple[int, ...]) -> int:
    return sum(factor * plan[at] for at, factor in terms)


def programme(draw: random.Random) -> Programme:
    """Returns a programme of at most 5 variables and 5 constraints."""
    width = draw.randint(1, 5)

    def terms() -> Any:
        chosen = draw.sample(range(width), draw.randint(1, width))
        return tuple((at, draw.choice([-3, -2, -1, 1, 1, 2, 3, 5])) for at in chosen)

    return {
        "variables": [{"of": f"x{n}", "most": draw.randint(0, 3)} for n in range(width)],
        "constraints": [
            {
                "of": [f"c{n}"],
                "terms": terms(),
                "sign": draw.choice(["<=", "<=", ">=", "="]),
                "right": draw.randint(-2, 7),
            }
            for n in range(draw.randint(0, 5))
        ],
        "rows": [
            {"of": f"r{n}", "terms": terms(), "constant": draw.randint(-3, 9)}
            for n in range(draw.randint(1, 3))
        ],
        "plan": None,
    }


def best(one: Programme) -> tuple[int, tuple[int, ...]] | None:
    """Returns the most points of a certificate's programme and a plan, by trying every plan."""
    found = None
    for plan in product(*(range(each["most"] + 1) for each in one["variables"])):
        if all(
            SIGNS[row["sign"]](value(row["terms"], plan), row["right"])
            for row in one["constraints"]
        ):
            points = sum(row["constant"] + value(row["terms"], plan) for row in one["rows"])
            if found is None or points > found[0]:
                found = points, plan
    return found


def as_file(made: Certificate) -> Certificate:
    """Returns the certificate as it is after having been a file."""
    read: Certificate = json.loads(json.dumps(made))
    return read


def certificates(seed: int, number: int) -> Iterator[tuple[Certificate, int]]:
    """Yields certificates with the points of the best of all plans; some have two programmes."""
    draw = random.Random(seed)
    while number:
        several = [programme(draw) for _ in range(draw.choice([1, 1, 2]))]
        found = [best(each) for each in several]
        points = max((each[0] for each in found if each), default=None)
        if points is None:
            continue
        for each, reached in zip(several, found, strict=True):
            each["plan"] = list(reached[1]) if reached and reached[0] == points else None
        made = certificate(points, several)
        assert made is not None, several
        number -= 1
        yield as_file(made), points


def _numbers(node: Any) -> Iterator[tuple[Any, Any]]:
    """Yields (list or dict, key) of every number in a certificate."""
    for key, each in node.items() if isinstance(node, dict) else enumerate(node):
        if type(each) is int:
            yield node, key
        elif isinstance(each, dict | list):
            yield from _numbers(each)


def spoilt(draw: random.Random, made: Certificate) -> Certificate:
    """Returns a copy with one thing changed: a number, a constraint, or a case."""
    changed = copy.deepcopy(made)
    each = draw.choice(changed["programmes"])
    ways = ["number", "number", "points", "weaker", "dropped", "case"]
    match draw.choice(ways):
        case "points":
            changed["points"] += draw.choice([-1, 1])
        case "weaker" if each["constraints"]:
            row = draw.choice(each["constraints"])
            row["right"] += {"<=": 1, ">=": -1, "=": draw.choice([-1, 1])}[row["sign"]]
        case "dropped" if each["constraints"]:
            each["constraints"].remove(draw.choice(each["constraints"]))
        case "case" if "split" in each["tree"]:
            each["tree"] = each["tree"][draw.choice(["below", "above"])]
        case _:
            where, key = draw.choice(list(_numbers(changed["programmes"])))
            where[key] = draw.choice([where[key] + 1, where[key] - 1, -where[key], where[key] * 2])
    return changed


def holds(made: Certificate) -> bool:
    """True if the points of a certificate are the most of its programmes, by trying every plan."""
    reached = [found[0] for each in made["programmes"] if (found := best(each))]
    return bool(reached) and max(reached) == made["points"]
