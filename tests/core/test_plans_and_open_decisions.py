"""A game checks its own plans, settles what is open, and leaves alone what is decided."""

from dataclasses import replace
from fractions import Fraction

import pytest

from scoring import NoSuchGame, game, games
from scoring.model.plan import Plan, PlanMismatch, Proof


def table(toy, **cells):
    """One seat with just that, and nothing else."""
    return toy.sheet.with_rest_none(toy.sheet.read({"seats": {"p1": cells}}))


PROOF = Proof("optimal", "ilp", None, 0.0)
FULL = {"fruit": {"apple": 4, "pear": 2, "plum": 2}, "baskets": {"gift_basket": True}}


def changed(toy, **parts):
    """The toy with another planner: ``plan`` or anything else of it."""
    final = toy.calculators["final"]
    final = replace(final, planner=replace(final.planner, **parts))
    return replace(toy, calculators=toy.calculators | {"final": final})


def test_a_plan_is_recomputed_by_the_plain_scorer(toy):
    plan = toy.optimise("final", "p1", table(toy, **FULL))
    assert plan.worth == 8  # 2 bundles x 4
    assert plan.after["seats"]["p1"]["use"] == {"gift_basket": {"apple": 2, "pear": 2}}
    assert toy.score(plan.after)["p1"].total == 8


def test_a_plan_that_claims_too_much_is_never_handed_out(toy):
    honest = toy.calculators["final"].planner.plan

    def boast(*args):
        plan = honest(*args)
        return replace(plan, worth=plan.worth + 1)

    with pytest.raises(PlanMismatch, match="plan says 9, scorer says 8"):
        changed(toy, plan=boast).optimise("final", "p1", table(toy, **FULL))


def test_a_plan_may_not_use_what_is_not_there(toy):
    def invent(position, seat, seconds):
        use = {"gift_basket": {"apple": 9, "pear": 9}}
        after = position.having(position.seats[seat].put(use=use)).state
        return Plan((), after, Fraction(36), Proof("optimal", "ilp", None, 0.0))

    with pytest.raises(PlanMismatch, match="does not have"):
        changed(toy, plan=invent).optimise("final", "p1", table(toy, **FULL))


def test_a_plan_may_not_trade_one_doubt_for_another(toy):
    """As many doubts after as before is not enough: they have to be the same ones."""

    def swap(position, seat, seconds):
        use = {"gift_basket": {"apple": 9, "pear": 9}}
        changed = position.seats[seat].put(use=use, fruit={"apple": 4, "pear": 9, "plum": 2})
        return Plan((), position.having(changed).state, Fraction(36), PROOF)

    state = table(toy, **FULL | {"fruit": {"apple": 4, "pear": 2, "plum": 9}})
    assert len(toy.sheet.doubts(state)) == 1  # 9 plums of 8
    with pytest.raises(PlanMismatch, match="does not have: p1/use/gift_basket/apple"):
        changed(toy, plan=swap).optimise("final", "p1", state)


def test_a_doubt_that_was_there_before_is_the_same_with_other_numbers(toy):
    """The box holds 8 plums: a plan that gives away one of 10 leaves a doubt, but no new one."""

    def give(position, seat, seconds):
        changed = position.seats[seat].put(fruit={"plum": 9})
        return Plan((), position.having(changed).state, Fraction(0), PROOF)

    state = table(toy, fruit={"plum": 10})
    (before,) = toy.sheet.doubts(state)
    plan = changed(toy, plan=give).optimise("final", "p1", state)
    (after,) = toy.sheet.doubts(plan.after)
    assert (before.path, before.message.en) != (after.path, after.message.en)


def test_a_row_under_another_answer_is_the_tables_own(toy):
    """Nobody sets it by hand: core compares the rulings that a row names with the default."""
    for points, status in (("1", "stated"), ("5", "house")):
        state = toy.sheet.read(
            {"rulings": {"cat_points": points}, "seats": {"p1": {"cat": True, "coins": 3}}}
        )
        lines = {line.id: line.status for line in toy.score(state)["p1"].lines}
        assert lines == {"cat": status, "coin": "stated"}


def test_a_plan_is_told_as_the_total_that_its_sheet_scores(toy):
    plan = toy.optimise("final", "p1", table(toy, **FULL))
    assert toy.total_after(plan).exact == plan.worth == 8
    open_ = toy.optimise("final", "p1", table(toy, **FULL, guest="stranger"))
    assert open_.worth == 8, "as far as its rows are known"
    assert toy.total_after(open_).exact is None
    counted = changed(toy, measure=lambda scored, seat: open_.worth)
    assert counted.total_after(counted.optimise("final", "p1", table(toy, **FULL))) is None


def test_what_lies_around_a_plan(toy):
    state = table(toy, **FULL)
    around = toy.alternatives(toy.optimise("final", "p1", state), state)
    assert around.one_more == {"apple": 0, "pear": 4, "plum": 0}
    silent = changed(toy, alternatives=None)
    assert silent.alternatives(silent.optimise("final", "p1", state), state).one_more == {}


def test_what_was_decided_stays_and_the_rest_is_settled(toy):
    decided = FULL | {"use": {"gift_basket": {"apple": 1, "pear": 1}}}
    state = toy.sheet.read({"seats": {"p1": FULL, "p2": decided}})
    state = toy.sheet.with_rest_none(state)
    settled, plans = toy.solve_open_decisions(state)
    assert {seat: plan.proof.verdict for seat, plan in plans.items()} == {
        "p1": "optimal",
        "p2": "optimal",
    }
    assert {seat: b.total for seat, b in toy.score(settled).items()} == {"p1": 8, "p2": 8}


def test_a_plan_that_drops_a_decision_is_not_shown(toy):
    state = table(toy, **FULL, use={"gift_basket": {"apple": 1, "pear": 1}})

    def drops(position, seat, seconds):
        after = position.having(position.seats[seat].without("use")).state
        return Plan((), after, Fraction(0), PROOF)

    with pytest.raises(PlanMismatch, match="drops what was decided"):
        changed(toy, plan=drops).optimise("final", "p1", state)
    assert changed(toy, plan=drops).solve_open_decisions(state) == (state, {})


def test_a_game_without_a_final_calculator_is_left_as_it_is(toy):
    state = table(toy, **FULL)
    assert replace(toy, final="").solve_open_decisions(state) == (state, {})


def test_an_unknown_row_leaves_the_total_open_and_the_plan_unsealed(toy):
    settled, plans = toy.solve_open_decisions(table(toy, **FULL, guest="stranger"))
    scored = toy.score(settled)
    assert (scored["p1"].total, scored["p1"].partial) == (None, True)
    assert (plans["p1"].proof.verdict, plans["p1"].proof.bound) == ("provisional", None)
    points = {line.id: line.points for line in scored["p1"].lines}
    assert points == {"gift_basket": 8, "stranger": None}
    beside = {"p1": scored["p1"], "p2": scored["p1"]}
    assert [p.place for p in toy.ranker(beside, toy.sheet.position(settled))] == [0, 0]


def test_a_rule_of_the_table_counts_for_every_seat(toy):
    raw = {"table": {"festival": True}, "seats": {"p1": FULL, "p2": FULL}}
    settled, _ = toy.solve_open_decisions(toy.sheet.with_rest_none(toy.sheet.read(raw)))
    assert [b.total for b in toy.score(settled).values()] == [10, 10]  # 2 bundles x (4 + 1)


def test_other_answers_to_a_ruling_are_worked_out(toy):
    state = table(toy, cat=True, coins=3)
    (other,) = toy.other_rulings(state, "p1", toy.score(state)["p1"])
    assert (other.ruling, other.option, other.total) == ("cat_points", "5", 6)
    assert other.points == {"cat": 5, "coin": 1}
    unmoved = table(toy, coins=3)
    assert toy.other_rulings(unmoved, "p1", toy.score(unmoved)["p1"]) == ()


def test_a_plan_is_made_under_the_rulings_that_are_named(toy):
    state = table(toy, cat=True)
    assert toy.optimise("final", "p1", state).worth == 1
    assert toy.optimise("final", "p1", state, {"cat_points": "5"}).worth == 5
    assert toy.score(state, {"cat_points": "5"})["p1"].total == 5


def test_the_shelf_may_be_read_again_and_again():
    """The package ``scoring.games`` must not take the place of the function."""
    import scoring

    for _ in range(2):
        assert set(scoring.games()) >= {"keyflower"}
    assert callable(scoring.games)
    names = [box.name.en for box in games().values()]
    assert names == sorted(names)


@pytest.mark.parametrize("slug", ["", "chess", "..", "keyflower/data", "core", "__init__"])
def test_what_is_not_on_the_shelf_is_no_game(slug):
    with pytest.raises(NoSuchGame):
        game(slug)


def test_calculators_are_found_by_their_files(toy):
    final, scale = toy.calculators.values()
    assert (final.id, final.name.ja, final.form) == ("final", "最善のかご", None)
    assert (scale.id, scale.planner) == ("scale", None)
    with pytest.raises(KeyError):
        toy.optimise("scale", "p1", toy.sheet.blank(1))


def test_a_form_is_filled_with_what_the_table_knows(toy):
    raw = {"rulings": {"preset": "club"}, "seats": {"p1": {"name": "Ann", "coins": 7}, "p2": {}}}
    form = toy.calculators["scale"].form
    filled = form.filled(toy.sheet.position(toy.sheet.read(raw)), "p1")
    assert filled["seats"] == {"p1": {"name": "Ann", "coins": 7}, "p2": {}}
    assert filled["rulings"] == {"preset": "club"}


def test_only_the_words_that_a_seal_knows_are_who_checked():
    assert replace(PROOF, checked=("scorer", "enumeration")).checked
    with pytest.raises(ValueError, match="'exhaustive' is none of scorer, enumeration, odds"):
        replace(PROOF, checked=("exhaustive",))
