"""The catalogue against the box: counts, prices, places."""

from collections import Counter

from scoring import game
from tests.games.dice_forge import oracle, oracle_turn

GAME = game("dice_forge")
IT = GAME.catalogue
FEATS = IT.of_kind("feat")
BASE = [e for e in FEATS if e.facts["set"] in ("common", "beginner", "advanced")]


# ── the box ────────────────────────────────────────────────────────────────────


def test_twenty_four_sets_of_four_feats_are_96_cards():
    assert len(BASE) == 24
    assert sum(e.facts["four_players"] for e in BASE) == 96
    assert Counter(e.facts["set"] for e in BASE) == {"common": 6, "beginner": 9, "advanced": 9}


def test_every_place_has_one_feat_or_one_of_two():
    """Fifteen stacks: six the same in every game, nine with an alternative."""
    places = Counter(e.facts["slot"] for e in BASE)
    assert len(places) == 15
    assert Counter(places.values()) == {1: 6, 2: 9}


def test_in_place_of_goes_both_ways_and_stays_in_one_place():
    for feat in FEATS:
        for other in feat.facts.get("instead_of", ()):
            assert feat.id in IT[other].facts["instead_of"]
            assert feat.facts["slot"] == IT[other].facts["slot"]
            assert feat.facts["cost"] == IT[other].facts["cost"]


def test_portals_list_their_feats():
    listed = {portal.id: set(portal.facts["feats"]) for portal in IT.of_kind("portal")}
    placed = {id_: {e.id for e in FEATS if e.facts["portal"] == id_} for id_ in listed}
    assert listed == placed


def test_the_printed_rule_pays_the_printed_glory():
    for feat in FEATS:
        (printed,) = [s for s in feat.scores if s.rule == "printed"]
        assert printed["points"] == feat.facts["glory"]


def test_108_faces():
    """48 on four pairs of starting dice, 40 in the sanctuary, 20 in the gardens."""
    faces = IT.of_kind("face")
    start = sum(e.facts.get("light", 0) + e.facts.get("dark", 0) for e in faces)
    garden = sum(e.facts["four_players"] for e in faces if e.facts.get("pool") == "garden")
    sold = sum(e.facts["four_players"] for e in faces if "price" in e.facts)
    assert (4 * start, sold, garden) == (48, 40, 20)


def test_pools_and_faces_name_each_other_and_agree_on_the_price():
    for pool in IT.of_kind("pool"):
        inside = {e.id for e in IT.of_kind("face") if e.facts.get("pool") == pool.id}
        assert set(pool.facts["faces"]) == inside
        assert {IT[f].facts.get("price") for f in inside} == {pool.facts.get("price")}


def test_no_entry_stands_alone():
    """Each leads on, or can be reached from another."""
    reached = {to for e in IT.values() for to in (*e.see, *e.about)}
    leading = {"portal", "pool", "faces", "feats"}
    assert not [
        e.id
        for e in IT.values()
        if e.id not in reached and not (e.see or e.about or leading & set(e.facts))
    ]


def test_every_ruling_is_worked_out_on_a_page_of_its_own():
    worked = {id_ for case in IT.of_kind("example") for id_ in case.see}
    assert [ruling.id for ruling in IT.of_kind("ruling") if ruling.id not in worked] == []


def test_the_oracle_and_the_catalogue_name_the_same_costs_and_glory():
    for id_, (sun, moon, glory, portal) in oracle_turn.FEATS.items():
        facts = IT[id_].facts
        assert (facts["cost"].get("sun", 0), facts["cost"].get("moon", 0)) == (sun, moon), id_
        assert (facts["glory"], facts["portal"]) == (glory, portal), id_
    assert {face: IT[face].facts["price"] for face in oracle.PRICES} == oracle.PRICES
