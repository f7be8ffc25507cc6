"""The calculators of versus play: what they say, and what they write back to a table."""

import pytest

from scoring import game
from scoring.games.map_masters.solvers import icon_values, paths
from tests.whole import whole

GAME = game("map_masters")


def asked(tool, seats, **more):
    """The answer of a form that is filled in by hand."""
    found = GAME.calculators[tool].form
    state = found.sheet.read({"seats": seats, **more})
    return found.answer(found.sheet.position(state))


def at_table(tool, seats, seat="p1", **more):
    """The table's state, and the answer of the form that it fills."""
    found = GAME.calculators[tool].form
    state = whole(GAME, {"seats": seats, **more})
    form = found.filled(GAME.sheet.position(state), seat)
    return state, found.answer(found.sheet.position(form))


def applied(state, answer, which=0):
    return GAME.sheet.read(GAME.sheet.put(state, answer.applies[which].cells))


def values(answer, block=0):
    return {row.label.en: row.value.en for row in answer.blocks[block].rows}


# -- who buys first ------------------------------------------------------------------------


def test_the_poorest_begins_and_the_others_follow_clockwise():
    seats = {"p1": {"coins": 4}, "p2": {"coins": 2}, "p3": {"coins": 3, "passed": True}}
    state, answer = at_table("market_order", seats, play={"stage": "round_2"})
    assert answer.summary.en == "Player 2 begins: Player 2 → Player 1."
    assert applied(state, answer)["play"]["first"] == "p2"
    assert "passed" not in applied(state, answer, 1)["seats"]["p3"]


def test_level_coins_are_settled_by_the_round_before():
    seats = {
        "p1": {"coins": 2, "primary_1": 5},
        "p2": {"coins": 2, "primary_1": 3, "secondary_1": 1},
    }
    # 5 against 3 + 1
    _, answer = at_table("market_order", seats, play={"stage": "round_2"})
    assert answer.summary.en.startswith("Player 2 begins")


def test_who_is_still_level_follows_the_last_first_player():
    level = {f"p{n}": {"coins": 3, "earned": 4} for n in (1, 2, 3)}
    table = {"round": "4"}
    assert "level" in asked("market_order", level, table=table).summary.en
    answer = asked("market_order", level, table=table | {"last_first": "p3"})
    assert answer.summary.en.startswith("Player 1 begins")


def test_round_1_is_for_the_youngest():
    assert "youngest" in asked("market_order", {"p1": {}}, table={"round": "1"}).summary.en


def test_coins_of_nought_are_said():
    answer = asked("market_order", {"p1": {"coins": 0}, "p2": {}}, table={"round": "2"})
    assert answer.summary.en == "Enter the coins of Player 2."


# -- a purse -------------------------------------------------------------------------------


def test_a_purchase_is_written_once():
    tool = GAME.calculators["purse"].form
    seats = {"p1": {"coins": 9, "fairies": {"key_fairy": 1}}, "p2": {"fairies": {"key_fairy": 2}}}
    state = whole(GAME, {"seats": seats})
    form = tool.filled(GAME.sheet.position(state), "p1")
    form["seats"]["p1"] |= {"buy_fairies": {"key_fairy": 2}, "buy_cards": {"cost_4": 1}}
    form = tool.sheet.read(form)
    answer = tool.answer(tool.sheet.position(form))
    # 2 x 1 + 4 = 6; 9 coins are 3 points, 3 coins 1
    assert answer.summary.en == "6 coins, 3 left; it costs 2 points at the end."
    after = applied(state, answer)
    own = after["seats"]["p1"]
    assert (own["coins"], own["fairies"]) == (3, {"key_fairy": 3})
    # nothing is wished for any more
    assert at_table("purse", after["seats"])[1].applies == ()


@pytest.mark.parametrize(
    ("cells", "table", "entry"),
    [
        ({"coins": 3, "buy_cards": {"cost_4": 1}}, {}, "market"),
        ({"coins": 9, "buy_cards": {"cost_3": 2}, "in_hand": 4}, {}, "hand_over_five"),
        (
            {"coins": 9, "buy_fairies": {"key_fairy": 2}},
            {"sold": {"key_fairy": 4}},
            "sold_out_fairy",
        ),
    ],
)
def test_what_is_refused_names_its_rule(cells, table, entry):
    answer = asked("purse", {"p1": cells}, table=table)
    assert entry in answer.cites
    assert answer.applies == ()


def test_books_make_cards_and_second_fairies_cheaper():
    books = {"book_cheaper_card": True, "book_second_fairy": True}
    wish = {"buy_cards": {"cost_4": 1}, "buy_fairies": {"key_fairy": 1, "rope_fairy": 1}}
    # 4 - 1 + 2 - 1 = 4
    answer = asked("purse", {"p1": {"coins": 4, "books": books} | wish})
    assert answer.summary.en.startswith("4 coins, 0 left")


def test_the_best_cards_for_the_primary():
    cells = {"coins": 6, "on_offer": "3 k; 3 kk; 6 kkk", "primary": "objective_key"}
    rows = asked("purse", {"p1": cells}).blocks[1].rows
    # 3 + 3 coins bring three keys as 6 does; each for two final points
    assert [row.label.en for row in rows if row.how.en == "buy"] in (["3 k", "3 kk"], ["6 kkk"])
    # three keys: 3 x 2 as primary, 6/24 as secondary, 2 points of coins less: 4.25
    assert values(asked("purse", {"p1": cells}), 1)["Together"] in ("4.2", "4.3")


def test_unreadable_offers_are_said():
    answer = asked("purse", {"p1": {"coins": 6, "on_offer": "7 k"}})
    assert answer.blocks[1].rows[0].label.en == "Cannot be read"


# -- a path --------------------------------------------------------------------------------


def test_a_path_is_scored_for_all_twelve_and_written_with_its_coins():
    play = {"stage": "round_3"}
    tool = GAME.calculators["path"].form
    state = whole(
        GAME,
        {"seats": {"p1": {"coins": 4}}, "table": {"primary_objective_3": "objective_circle"}}
        | {"play": play},
    )
    form = tool.filled(GAME.sheet.position(state), "p1")
    form["seats"]["p1"]["path"] = "csk(Mcb)LqoTorP>"
    form = tool.sheet.read(form)
    answer = tool.answer(tool.sheet.position(form))
    assert answer.summary.en == "Legal, escaped, 2 coins."
    rows = answer.blocks[0].rows
    assert len(rows) == 12
    # the primary comes first: two circles x 2
    assert (rows[0].entry, rows[0].value.en) == ("objective_circle", "4")
    after = applied(state, answer)
    own = after["seats"]["p1"]
    assert (own["coins"], own["path_3"]) == (6, "csk(Mcb)LqoTorP>")
    # coins are not offered twice
    assert len(at_table("path", after["seats"], play=play)[1].applies) == 1


def test_the_first_broken_rule_is_named():
    answer = asked("path", {"p1": {"path": "ccM>"}})
    assert answer.summary.en.startswith("Illegal at sign 3 “M”: No sword collected")
    assert values(answer)["Coins"] == "2"


def test_without_a_path_the_signs_are_listed():
    assert asked("path", {"p1": {}}).blocks[0].title.en == "Signs"


def test_every_token_of_the_notation_is_listed():
    listed = " ".join(row.value.en for row in asked("path", {"p1": {}}).blocks[0].rows)
    assert set(paths.FOUND) | set(paths.PAID) | set("()[]>#FfO'*") <= set(listed)


# -- a laid dungeon ------------------------------------------------------------------------


def test_the_best_path_is_proven_and_written():
    cells = {"dungeon": ">-A kL; A-R s; R: Mo; R-> c"}
    table = {"round": "3", "primary": "objective_key"}
    answer = asked("laid_dungeon", {"p1": cells}, table=table)
    assert answer.proof.verdict == "optimal"
    state = whole(GAME, {"seats": {"p1": {}}})
    walked = paths.walk(applied(state, answer)["seats"]["p1"]["path_3"])
    assert walked.fault is None
    assert walked.circled["key"] == 1


def test_an_unclear_description_is_named():
    answer = asked("laid_dungeon", {"p1": {"dungeon": "A-1 k"}})
    assert "stairs" in answer.summary.en
    assert answer.proof is None


def test_a_large_dungeon_is_answered_in_time():
    lines = [f"{a}-{b} skM" for a in "ABCDEF" for b in "ABCDEF" if a < b]
    text = "; ".join([">-A s", *lines, *(f"{a}: Mo" for a in "ABCDEF"), "F-> c"])
    answer = asked("laid_dungeon", {"p1": {"dungeon": text}})
    assert answer.proof.verdict in ("optimal", "best found")


# -- optimizers ----------------------------------------------------------------------------


def test_the_best_card_stays_and_the_weakest_of_the_rest_goes():
    cells = {"cards": "kL; ssM; c; b; qo", "recycle": 1, "scissors": 1}
    table = {"round": "2", "primary": "objective_monster"}
    answer = asked("optimizers", {"p1": cells}, table=table)
    assert answer.summary.en == "Recycle ssM. Cut b."
    # 3 + (3 + 2 x 1) / 24 = 3.2
    assert values(answer)["ssM"] == "3.2"


def test_only_what_was_circled_is_spoken_of():
    answer = asked("optimizers", {"p1": {"cards": "k; b", "scissors": 1}}, table={"round": "2"})
    assert answer.summary.en == "Cut b."


def test_optimizers_end_with_the_game():
    answer = asked("optimizers", {"p1": {"cards": "k", "recycle": 1}}, table={"round": "6"})
    assert "nothing" in answer.summary.en


def test_signs_of_cards():
    assert icon_values.icons("RPF") == {"room": 1, "hole": 2}
    assert asked("optimizers", {"p1": {"cards": "k;?"}}).blocks[0].title.en == "Signs"


# -- a round -------------------------------------------------------------------------------


def test_a_round_for_everybody_is_what_the_pads_then_score():
    tool = GAME.calculators["round_points"].form
    first = {"primary_1": 0, "secondary_1": 0}
    state = whole(
        GAME,
        {
            "seats": {"p1": dict(first), "p2": first | {"primary_2": 4}},
            "play": {"stage": "round_2"},
        },
    )
    form = tool.filled(GAME.sheet.position(state), "p1")
    assert form["seats"]["p2"]["primary_icons"] == 4
    form["table"] |= {"primary": "objective_key", "secondary": "objective_room", "hourglass": True}
    form["seats"]["p1"] |= {"primary_icons": 0, "secondary_icons": 3, "first": True}
    form = tool.sheet.read(form)
    answer = tool.answer(tool.sheet.position(form))
    assert values(answer) == {"Player 1": "blue 0", "Player 2": "blue 8"}
    scored = GAME.score(applied(state, answer))
    # keys 2 points each; 3 rooms, halved 1; the time bonus 1
    rows = {line.id: line.points for line in scored["p1"].lines}
    assert (rows["primary_2"], rows["secondary"], rows["time_bonus"]) == (0, 1, 1)
    assert scored["p2"].line("primary_2").points == 8
    # no icons entered for a secondary stay unknown, not nought
    assert "pink ?" in answer.blocks[0].rows[1].how.en


# -- the course ----------------------------------------------------------------------------


def test_six_rounds_with_their_checklists():
    phases = {phase.id: phase for phase in GAME.sheet.phases.listed(GAME.sheet.blank(3))}
    assert list(phases) == ["setup", *(f"round_{n}" for n in range(1, 7)), "count"]
    steps = {id_: [step.id for step in phase.steps] for id_, phase in phases.items()}
    assert steps["round_1"][0] == "youngest"
    assert steps["round_2"][0] == "fewest"
    assert [n for n in range(1, 7) if "flush" in steps[f"round_{n}"]] == [3]
    assert [n for n in range(1, 7) if "optimizers" in steps[f"round_{n}"]] == [1, 2, 3, 4, 5]
    # every line of the end-of-round checklist has its step
    listed = {step.entry for step in phases["round_3"].steps}
    assert {entry.id for entry in GAME.catalogue.of_kind("reward_step")} <= listed
