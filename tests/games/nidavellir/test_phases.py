"""Steps of expansions; the phases themselves are rows of ``cases/phases.toml``."""

import pytest

from scoring import game

GAME = game("nidavellir")
SHEET = GAME.sheet


def steps(players, **table):
    state = SHEET.blank(players) | ({"table": table} if table else {})
    listed = SHEET.phases.listed(SHEET.read(state))
    return [(phase.id, step.id) for phase in listed for step in phase.steps]


@pytest.mark.parametrize(("box", "name"), [("thingvellir", "Thingvellir"), ("idavoll", "Idavoll")])
def test_steps_of_an_expansion_are_listed_where_it_is_played(box, name):
    said = {step.id: step.text.en for phase in SHEET.phases.phases for step in phase.steps}
    own = {id_ for id_, text in said.items() if name in text}
    assert own
    assert not own & {id_ for _, id_ in steps(3)}, "not at a table of the base game"
    assert own <= {id_ for _, id_ in steps(3, **{box: True})}
    assert steps(3, **{box: True}) == steps(3, expansions={box: True}), "named the old way"
