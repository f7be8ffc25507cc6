"""Time of the server for a posted cell: the answer to every tap of whole sheets.

Run with ``make bench``; figures go to docs/benchmarks.md. ``time_of_each_tap`` says what is posted.
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from statistics import median, quantiles

import pytest

from scoring import games

pytestmark = pytest.mark.bench
GOAL = 10
"""Milliseconds of processor time for all but the slowest twentieth of the answers."""


@pytest.mark.parametrize("slug", sorted(games()))
@pytest.mark.parametrize("where", ["pad", "table"])
def test_the_answer_to_every_cell(slug: str, where: str, tmp_path: Path) -> None:
    told = subprocess.run(
        [sys.executable, "-m", "tests.bench.time_of_each_tap", slug, where],
        env=os.environ | {"COMPANION_VAR": str(tmp_path)},
        capture_output=True,
        check=True,
        text=True,
        timeout=120,
    )
    found = json.loads(told.stdout)
    times, walls = found["times"], found["walls"]
    p95, wall95 = (quantiles(each, n=20)[-1] for each in (times, walls))
    print(
        f"\n{slug}, {where}: {len(times)} cells of {found['seats']} seats: processor time "
        f"median {median(times):.1f}, p95 {p95:.1f}, slowest {max(times):.1f} ms; "
        f"on the clock median {median(walls):.1f}, p95 {wall95:.1f} ms"
    )
    assert p95 <= GOAL
