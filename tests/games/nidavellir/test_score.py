"""Cards of Nidavellir that worked games have to show beside what the contract asks of all games."""

from scoring import examples, game

GAME = game("nidavellir")
SEATS = [seat for each in examples("nidavellir").values() for seat in each.state["seats"].values()]


def test_each_mercenary_is_in_both_of_its_classes_in_worked_examples():
    met = {each for seat in SEATS for each in seat.get("mercenaries", {}).items()}
    mercenaries = GAME.catalogue.of_kind("mercenary")
    assert {(e.id, face) for e in mercenaries for face in ("first", "second")} <= met


def test_each_distinction_and_gem_is_in_a_worked_example():
    won = {name for seat in SEATS for name in seat.get("distinctions", {})}
    assert won == {e.id for e in GAME.catalogue.of_kind("distinction")}
    gems = {seat["gem"] for seat in SEATS if "gem" in seat}
    assert gems == {e.id for e in GAME.catalogue.of_kind("gem")} - {"gem_6"}
