"""Paths drawn step by step by somebody who knows the rules, so that what they met is known.

A fault is put in on purpose, and only one, so that its place is known too.
"""

import random
from collections import Counter
from dataclasses import dataclass, field

FREE = {"c": "coin", "b": "barrel", "s": "sword", "k": "key", "r": "rope", "q": "scroll"}
FREE |= {"U": "stairs", "x": "scissors", "y": "recycle"}
PAID = {"M": ("monster", "sword"), "L": ("padlock", "key"), "V": ("hole", "rope")}
PAID |= {"P": ("hole", "rope")}


@dataclass
class Walked:
    """A path, what counts of it, and the place of the step that is illegal."""

    text: str = ""
    met: Counter[str] = field(default_factory=Counter)
    escaped: bool = False
    fault: int | None = None


def walk(rng: random.Random) -> Walked:
    """Some steps on corridors and through rooms, and an end; every third with a fault."""
    found, bag, faulty = Walked(), Counter[str](), rng.random() < 0.35
    below: bool | None = False
    for _ in range(rng.randint(0, 10)):
        sign = rng.choice([*FREE, *FREE, *PAID, "F", "o", "("])
        if sign == "U":
            below = None  # stairs may lead either way: no pit is drawn after them
        if sign in FREE:
            found.text += sign
            found.met[FREE[sign]] += 1
            bag[FREE[sign]] += 1
        elif sign == "o":
            found.text += "o"
            found.met["circle"] += 1
            if bag["scroll"] and rng.random() < 0.6:
                bag["scroll"] -= 1
                found.text += "To"
                found.met["circle"] += 1
                below = None
        elif sign == "F" and below is False:
            found.text += "F"
            found.met["hole"] += 1
            below = True
        elif sign == "(":
            _room(rng, found, bag)
        elif sign in PAID and not (sign == "P" and below is not False):
            _pay(rng, found, bag, sign)
    if faulty:
        return _spoilt(rng, found, bag)
    found.escaped = rng.random() < 0.5
    found.text += ">" if found.escaped else "#"
    return found


def _pay(rng: random.Random, found: Walked, bag: Counter[str], sign: str) -> None:
    icon, item = PAID[sign]
    suffix = rng.choice(("", "", "'", "*"))
    if not suffix:
        if not bag[item]:
            return
        bag[item] -= 1
    found.text += sign + suffix
    found.met[icon] += 1


def _room(rng: random.Random, found: Walked, bag: Counter[str]) -> None:
    """Monsters first, paid from what was carried in; then what lies there; later once more."""
    monsters = rng.randint(0, min(2, bag["sword"]))
    bag["sword"] -= monsters
    inside = "".join(rng.choices("cbskrqp", k=rng.randint(0, 3)))
    found.text += "(" + "M" * monsters + inside + ")"
    found.met["room"] += 1
    found.met["monster"] += monsters
    for sign in inside:
        found.met[FREE.get(sign, "hole")] += 1
        if sign in FREE:
            bag[FREE[sign]] += 1
    if rng.random() < 0.2:
        found.text += "[]"  # nothing is found twice


def _spoilt(rng: random.Random, found: Walked, bag: Counter[str]) -> Walked:
    """One illegal step; what lies behind it counts for nothing."""
    wrong = [sign for sign, (_, item) in PAID.items() if not bag[item] and sign != "P"]
    wrong += [">c", "#k", "?", "p", "T", ")", "(", "["]
    step = rng.choice(wrong)
    found.fault = len(found.text)
    if step[0] in ">#":
        found.fault += 1
    elif step == "(":
        step = "(" + "M" * (bag["sword"] + 1) + ")"
    elif step == "[":
        step = "[" + "c" if found.met["room"] else "["
        found.fault += bool(found.met["room"])
    elif step == "T":
        step = "cT"
        found.met["coin"] += 1
        found.fault += 1
    found.text += step + "cc>"
    return found
