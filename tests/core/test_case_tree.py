"""Certificates and their checker, against trying every plan of small integer programmes."""

import json
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from scoring import check
from scoring.solving import certificates, deadline, pulp_substitute
from tests.core.random_certificates import as_file, holds, spoilt
from tests.core.random_certificates import certificates as random_certificates
from tests.rows import change, rows
from tests.standalone.highs_as_in_browser import solve

KNAPSACK = {
    "variables": [{"of": "x", "most": 3}, {"of": "y", "most": 3}],
    "constraints": [{"of": ["room"], "terms": [[0, 2], [1, 3]], "sign": "<=", "right": 7}],
    "rows": [{"of": "worth", "terms": [[0, 3], [1, 5]], "constant": 1}],
    "plan": [2, 1],
}
"""At most 7 of 2 x + 3 y; 1 + 3 x + 5 y is 12 at (2, 1), and 12 2/3 where parts are allowed."""


@pytest.mark.parametrize("where", ["server", "browser"])
def test_every_small_programme_is_certified(where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if where == "browser":
        monkeypatch.setattr(certificates, "highspy", None)
        monkeypatch.setattr(pulp_substitute, "solver", solve)
    for made, points in random_certificates(seed=1, number=60):
        assert check.check(made) == points


def test_a_spoilt_certificate_is_refused_or_still_true() -> None:
    draw, refused, number = random.Random(2), 0, 1000
    made = [each for each, _ in random_certificates(seed=3, number=100)]
    for _ in range(number):
        changed = spoilt(draw, draw.choice(made))
        try:
            check.check(changed)
        except check.Refused:
            refused += 1
        else:
            assert holds(changed), changed
    assert refused > number / 3


def test_cases_of_one_programme_by_hand() -> None:
    made = certificates.certificate(12, [KNAPSACK])
    assert made is not None
    assert certificates.leaves(made["programmes"][0]["tree"]) == 1  # 12 2/3 is rounded down
    assert check.check(as_file(made)) == 12
    assert certificates.certificate(11, [KNAPSACK]) is None  # more is possible
    assert certificates.certificate(13, [KNAPSACK | {"plan": None}]) is not None


@rows(__file__, "spoilt")
def test_why_a_file_is_refused(row: dict[str, Any]) -> None:
    made = certificates.certificate(12, [KNAPSACK])
    assert made is not None
    changed = as_file(made)
    change(changed, row)
    with pytest.raises(check.Refused, match=f"{row['says']}$"):
        check.check(changed)


def test_no_case_may_be_missing() -> None:
    made = next(
        each
        for each, _ in random_certificates(seed=5, number=200)
        if "split" in each["programmes"][0]["tree"] and each["programmes"][0]["plan"]
    )
    tree = made["programmes"][0]["tree"]
    for number in (-1, made["programmes"][0]["variables"][tree["split"]]["most"]):
        made["programmes"][0]["tree"] = tree | {"at": number}
        with pytest.raises(check.Refused, match="range"):
            check.check(made)


@pytest.mark.parametrize("where", ["server", "browser"])
def test_nothing_to_decide_needs_no_solver(where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pulp_substitute, "solver", None)
    if where == "browser":
        monkeypatch.setattr(certificates, "highspy", None)
    rows = [{"of": "settled", "terms": [], "constant": 4}]
    nothing = {"variables": [], "constraints": [], "rows": rows, "plan": []}
    made = certificates.certificate(4, [nothing])
    assert made is not None
    assert check.check(as_file(made)) == 4


def test_without_time_there_is_none() -> None:
    with deadline.within(0.0):
        assert certificates.certificate(12, [KNAPSACK]) is None


def test_the_program_says_how_it_ended(tmp_path: Path) -> None:
    made = certificates.certificate(12, [KNAPSACK])
    assert made is not None
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_text(json.dumps(made))
    bad.write_text(json.dumps(made | {"points": 11}))

    def ended(*files: str) -> tuple[int, str]:
        # -I -S: neither this project's packages nor any installed one
        command = [sys.executable, "-I", "-S", str(Path(check.__file__).parent), *files]
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
        return done.returncode, done.stdout + done.stderr

    assert ended(str(good)) == (0, "Proven: no plan has more than 12 points.\n")
    assert ended(str(bad)) == (1, "Not proven: the plan has 12 points, not 11\n")
    assert ended() == (1, "Not proven: name a file\n")
    assert ended(str(tmp_path / "none.json"))[0] == 1
