"""Places that two totals decide together: where Gullinbursti stands moves the majority, too."""

import pytest

from companion.sheet_pages.outcome import outcome
from scoring import game
from scoring.evaluation import scored, scores_without_solver
from scoring.model.plan import State
from tests.finished_sheets import whole

GAME = game("nidavellir")
COLUMNS = ("blacksmith", "hunter", "explorer", "miner", "warrior")
PURSE = {f"coin_{n}": 1 for n in (0, 7, 8)}


def ended(coin: int, **own: str) -> State:
    """Aki's Gullinbursti brings 0 to 7 points; among the warriors Ben loses his 25."""
    aki = {
        "name": "Aki",
        "warriors": {"warrior_3": 2},
        "animals": {"hreasvelg": True},
        "artifacts": {"mjollnir": True},
        "mjollnir": "explorer",
        "hunters": 3,
        "miners": {"miner_2": 2},
        "coins": PURSE | {"coin_9": 1, "coin_20": 1},
    }
    ben = {
        "name": "Ben",
        "warriors": {"warrior_3": 2},
        "hunters": 3,
        "coins": PURSE | {f"coin_{coin}": 1, "coin_25": 1},
    }
    table = {"idavoll": True, "thingvellir": True}
    return whole(GAME, {"table": table, "seats": {"p1": aki | own, "p2": ben}})


@pytest.mark.parametrize(
    ("coin", "ben", "headline"),
    [
        (11, 91, "Aki wins either way"),
        (12, 92, "Aki wins, or shares it with Ben"),
        (13, 93, "Still open between Aki and Ben"),
    ],
)
def test_a_place_is_told_if_all_columns_agree_though_the_totals_overlap(coin, ben, headline):
    state = ended(coin)
    found = scored(GAME, state)
    own, other = (found.breakdowns[seat].range for seat in ("p1", "p2"))
    assert (own.least, own.most) == (90, 97)
    assert (other.least, other.most) == (ben - 25, ben)
    met: dict[str, set[int]] = {"p1": set(), "p2": set()}
    for column in COLUMNS:
        for each in scored(GAME, ended(coin, gullinbursti=column)).ranking:
            met[each.seat].add(each.place)
    for each in found.ranking:
        assert (each.best, each.worst) == (min(met[each.seat]), max(met[each.seat]))
    assert outcome(GAME, state, found).headline.en == headline
    # what is kept beside a table's event tells the same without a solver
    kept = scores_without_solver(GAME, found.solved, found.rises, found.spans)
    assert kept.ranking == found.ranking
