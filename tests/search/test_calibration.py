"""The lead of an answer box is as good as a probability, also for a game it was not fitted to."""

import random
from pathlib import Path

import pytest

from tests.search import calibration, evaluation

SETS = ("questions.toml", "questions_tuned_on.toml", "questions_of_a_stranger.toml")


def test_a_curve_is_found_again_and_its_error_is_small() -> None:
    true, draw = calibration.Curve(3.0, 1.0), random.Random(1)
    leads = [draw.uniform(-1, 1) for _ in range(4000)]
    boxes = [
        calibration.Box("ab"[n % 2], lead, draw.random() < true(lead))
        for n, lead in enumerate(leads)
    ]
    found = calibration.fit(boxes)
    assert found.slope == pytest.approx(3, abs=0.3)
    assert found.at_bound == pytest.approx(1, abs=0.2)
    assert calibration.error(calibration.held_out(boxes)) < 0.03
    always = [(1.0, box) for box in boxes]
    assert calibration.error(always) > 0.25


@pytest.mark.slow
def test_the_bound_of_the_lead_is_a_probability_that_keeps_boxes_right() -> None:
    here = Path(__file__).parent
    asked = [each for name in SETS for each in evaluation.load(here / name)]
    promised = calibration.held_out(calibration.boxes(asked))
    shown = [(p, box) for p, box in promised if box.lead >= 0]
    assert len(shown) > 250
    assert sum(box.right for _, box in shown) >= 0.98 * len(shown)
    assert min(p for p, _ in shown) > 0.9
    assert calibration.error(promised) <= 0.03
