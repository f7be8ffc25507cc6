"""Expansions on the sheet and in the phases, forms at a glance, and worked games of all cards.

What the contract asks of all games is not asked again.
"""

import pytest

from scoring import examples, game

GAME = game("nidavellir")
SHEET = GAME.sheet
FORMS = {id_: each.form for id_, each in GAME.calculators.items() if each.form}
SEATS = [seat for each in examples("nidavellir").values() for seat in each.state["seats"].values()]


# -- expansions ------------------------------------------------------------------------------


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


@pytest.mark.django_db
def test_what_is_played_is_asked_when_a_sheet_is_begun_and_its_heroes_are_there(client):
    def page(**boxes):
        begun = client.post("/score/nidavellir/", {"players": 2, **boxes}, follow=True)
        return begun.content.decode()

    assert 'name="table/thingvellir"' in client.get("/score/nidavellir/").content.decode()
    base, more = page(), page(**{"table/thingvellir": "1"})
    for cell in ("p1/heroes/olwyn", "p1/mercenaries/merc_h_b"):
        assert f'name="{cell}"' not in base
        assert f'name="{cell}"' in more


# -- forms -----------------------------------------------------------------------------------


@pytest.mark.parametrize("calculator", sorted(FORMS))
def test_forms_are_small(calculator):
    sections = [each for each in FORMS[calculator].sheet.sections if not each.folded]
    open_ = [f for each in sections for f in each.fields if not f.standalone_only]
    assert sum(len(list(field.paths())) for field in open_) <= 8


# -- worked games ----------------------------------------------------------------------------


def test_each_mercenary_is_in_both_of_its_classes_in_worked_examples():
    met = {each for seat in SEATS for each in seat.get("mercenaries", {}).items()}
    mercenaries = GAME.catalogue.of_kind("mercenary")
    assert {(e.id, face) for e in mercenaries for face in ("first", "second")} <= met


def test_each_distinction_and_gem_is_in_a_worked_example():
    won = {name for seat in SEATS for name in seat.get("distinctions", {})}
    assert won == {e.id for e in GAME.catalogue.of_kind("distinction")}
    gems = {seat["gem"] for seat in SEATS if "gem" in seat}
    assert gems == {e.id for e in GAME.catalogue.of_kind("gem")} - {"gem_6"}
