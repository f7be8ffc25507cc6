"""The proof of the optimiser, as a command: random villages against an exhaustive search.

    .venv/bin/python -m tests.games.keyflower.prove_optimiser 10000

prints how many states agreed and how often each tile and ruling was among them; it exits 1 at
the first difference. Then as many posted forms, with recorded decisions and blanks. The search
(``oracle``) shares no code with what it checks.
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

from scoring import game
from tests.finished_sheets import whole
from tests.games.cases import Case, read
from tests.games.keyflower import oracle, random_forms, random_states


def compare(seat: dict[str, Any], rulings: dict[str, str]) -> tuple[int, int]:
    """Returns a seat's best total as the optimiser proves it, and by exhaustive search."""
    keyflower = game("keyflower")
    state = whole(keyflower, {"seats": {"p1": seat}})
    plan = keyflower.optimise("final", "p1", state, rulings, seconds=20)
    assert plan.proof.verdict == "optimal", plan.proof
    assert plan.proof.bound == plan.worth, plan.proof
    return int(plan.worth), oracle.best_total(seat, rulings)


def by_hand() -> list[Case]:
    """The allocations of ``cases/allocation.toml``, each summed up by hand."""
    return read(Path(__file__).parent / "cases" / "allocation.toml")


def main(number: int) -> int:
    rng = random.Random(20121)
    met: Counter[str] = Counter()
    started = time.perf_counter()
    for case in by_hand():
        rulings = {**oracle.RULEBOOK, **case.row.get("rulings", {})}
        found, _ = compare(case.seats["p1"], rulings)
        if found != case.row["worth"]:
            print(f"DIFFERENCE in {case.row}: optimiser {found}")
            return 1
    for n in range(number):
        seat, rulings = random_states.random_seat(rng, "medium"), random_states.random_rulings(rng)
        found, best = compare(seat, rulings)
        if found != best:
            print(f"DIFFERENCE in state {n}: optimiser {found}, search {best}\n{seat}\n{rulings}")
            return 1
        met.update(seat.get("winter", {}).keys())
        met.update(f"boat {boat}" for boat in seat.get("boats", {}))
        met.update(f"goods on {tile}" for tile, lying in seat.get("storage", {}).items() if lying)
        met.update(seat.get("summer_boats", {}).keys())
        met[f"purple {seat.get('purple', 'none')}"] += 1
        met.update(f"{ruling} = {option}" for ruling, option in rulings.items())
    every = random_forms.options()
    for n in range(number):
        state = random_forms.entered(
            random_forms.posted(rng, [every[n % len(every)], *rng.sample(every, 2)])
        )
        random_forms.check(state)
        met.update(f"{cell} recorded" for cell in state["seats"]["p1"] if cell in oracle.DECISIONS)
    seconds = time.perf_counter() - started
    print(f"{number} random states and {len(by_hand())} cases by hand: 0 differences")
    print(f"{number} posted forms with recorded decisions and blanks: 0 differences")
    print(f"in {seconds:.0f} s, proofs and exhaustive search together; met among them:")
    for what, times in sorted(met.items()):
        print(f"  {times:6d}  {what}")
    return 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000))
