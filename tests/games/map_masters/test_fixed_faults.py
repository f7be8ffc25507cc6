"""Rules of Map Masters that scores and calculators once broke, each by its name."""

from scoring import game
from tests.finished_sheets import whole
from tests.games.map_masters.random_states import played

GAME = game("map_masters")


def table(objectives=None, play=None, **seats):
    return whole(GAME, {"seats": played(seats), "table": objectives or {}, "play": play or {}})


def doubts(state):
    return {doubt.path: doubt.message.en for doubt in GAME.sheet.doubts(state)}


def test_no_two_calculators_have_one_name():
    for language in ("en", "ja"):
        names = [each.name.in_language(language) for each in GAME.calculators.values()]
        assert len(set(names)) == len(names)


def test_a_third_spellbook_is_doubted_where_it_is_held_and_still_used():
    """A seat that recorded three books gets its best path; the path is not doubted again."""
    cells = {
        "dungeon": "A-C Px; >-A; >-B r; B-D xP; C-> sPxM; C-C P; C: MMo; A= r; B= kx; D= so",
        "more": {"escape": 1},
        "fairies": {"sword_fairy": 2, "key_fairy": 2},
        "books": {"book_no_sword": True, "book_cross_hole": True, "book_no_scroll": True},
        "primary_1": 3,
    }
    state = table({"primary_objective_2": "objective_monster"}, p1=cells)
    before = doubts(state)
    assert len(before) == 1
    plan = GAME.optimise("route", "p1", state)
    assert plan.proof.verdict == "optimal"
    assert doubts(plan.after) == before
