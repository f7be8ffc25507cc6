"""The proof of the optimiser, as a command: random forms against an exhaustive search.

    .venv/bin/python -m tests.games.keyflower.prove_optimiser 10000

prints how many forms agreed, and how often each tile, ruling and recorded decision was among them;
it stops at the first difference. The search (``oracle``) shares no code with what it checks.
"""

import random
import sys
import time
from collections import Counter

from tests.games.keyflower import oracle, random_forms


def main(number: int) -> int:
    rng, every = random.Random(20121), random_forms.options()
    met: Counter[str] = Counter()
    started = time.perf_counter()
    for n in range(number):
        forced = [every[n % len(every)], *rng.sample(every, 2)]
        state = random_forms.entered(random_forms.posted(rng, forced))
        random_forms.check(state)
        seat = state["seats"]["p1"]
        for field in ("winter", "boats", "summer_boats", "storage"):
            met.update(f"{field}: {tile}" for tile in seat.get(field, {}))
        met.update(f"{cell} recorded" for cell in seat if cell in oracle.DECISIONS)
        met.update(f"{ruling} = {option}" for ruling, option in state["rulings"].items())
    seconds = time.perf_counter() - started
    print(f"{number} random forms with recorded decisions and blanks: 0 differences")
    print(f"in {seconds:.0f} s, proofs and exhaustive search together; met among them:")
    for what, times in sorted(met.items()):
        print(f"  {times:6d}  {what}")
    return 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000))
