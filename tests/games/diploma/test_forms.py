"""Each form of Diploma against the rules written out once more, on random posts.

The rules here are the publisher's card page in plain numbers; nothing is asked of the solvers.
"""

import random
from itertools import product

import pytest

from scoring import game
from tests.finished_sheets import whole
from tests.games.posted import Posts, filled

GAME = game("diploma")
STONES = ("stone_a", "stone_b", "stone_c", "stone_d")
OVER = ("over_1", "over_23", "over_45")
WINDOW = {
    "color_scan": "before_roll",
    "oblivion": "after_roll",
    "rabbit_start": "after_roll",
    **dict.fromkeys(
        ("counter", "upper", "downer", "control", "change_6", "change_1", "illusion"), "after_draft"
    ),
}
"""Each magic's moment, in the order of the cards' numbers."""


def posts(calculator):
    return Posts(GAME.calculators[calculator].form, calculator)


def values(answer, block=0):
    return [(row.entry, row.value.en) for row in answer.blocks[block].rows]


def seat_names(seats):
    return [f"Player {seat[1:]}" for seat in seats]


def _word(rng: random.Random) -> str:
    return rng.choice(("stars", "星", "debt"))


WORDS = {f"own_{n}{name}": _word for n in range(1, 5) for name in ("", "_name")}


# -- mana ----------------------------------------------------------------------------------


def mana_after(cells):
    limit = 8 if cells.get("aptitude") else 5
    held = cells.get("mana", 0) + cells.get("gain", 0)
    return min(held, limit) - cells.get("spend", 0), max(0, held - limit), limit


def test_mana():
    for state, answer in posts("mana").cases():
        left, lost, limit = mana_after(state["seats"]["p1"])
        if left < 0:
            assert answer.applies == ()
            continue
        assert answer.applies[0].cells == {"p1/mana": left or None}
        assert answer.summary.en.startswith(f"{left} of {limit} mana.")
        assert ("lost" in answer.summary.en) == bool(lost)
        assert [value for _, value in values(answer)] == [str(left), str(left), str(limit - left)]


def test_mana_of_any_table():
    for state, seat, given, answer in filled(GAME, "mana", WORDS):
        cells = state["seats"][seat]
        limit = 8 if cells.get("title") == "mages_aptitude" else 5
        left = min(cells.get("mana", 0), limit)
        assert answer.applies[0].cells == {f"{seat}/mana": left or None}, given


# -- dice ----------------------------------------------------------------------------------


def slot_of(die, judge):
    if die < judge:
        return "under"
    return {0: "even", 1: "over_1", 2: "over_23", 3: "over_23"}.get(die - judge, "over_45")


def reached(spell, value):
    """Other values that one use of a magic gives a die."""
    found = {
        "upper": [min(6, value + 2)],
        "downer": [max(1, value - 2)],
        "control": [v for v in (value - 1, value + 1) if v in range(1, 7)],
        "change_6": [6],
        "change_1": [1],
    }.get(spell, [])
    return [v for v in found if v != value]


def check_die(seat, cells, judgement, answer):
    dice = [int(cells[die]) for die in ("die_1", "die_2") if die in cells]
    if not dice or not judgement:
        assert answer.applies == ()
        return
    judge = int(judgement)
    slots = list(dict.fromkeys(slot_of(die, judge) for die in dice))
    tools, uses = cells.get("tools", {}), cells.get("tool_uses", {})
    at_work = [s for s in slots if s in tools and uses.get(s, 0) < 3]
    written = [{f"{seat}/tool_uses/{s}": uses.get(s, 0) + 1} for s in at_work]
    assert [a.cells for a in answer.applies] == [*written, {"table/judgement": judgement}]
    for slot, row in zip(slots, answer.blocks[0].rows, strict=True):
        if slot == "under":
            assert (row.value.en == "no penalty") == (cells.get("barrier") == "spent")
        elif slot in tools:
            assert (row.entry == tools[slot]) == (slot in at_work)
            assert (row.value.en == "nothing") == (slot not in at_work)
        else:
            assert row.value.en == "normal yield"
    name = GAME.catalogue.name
    wanted = []
    spells = dict.fromkeys(cells[m] for m in ("magic_1", "magic_2") if m in cells)
    for spell in spells if cells.get("mana") else ():
        if spell != "change_1":
            wanted += [
                (spell, name(slot_of(value, judge)).en)
                for die in dice
                for value in reached(spell, die)
            ]
        if spell in ("change_1", "upper", "downer", "control"):
            wanted += [
                (spell, ", ".join(name(slot_of(die, value)).en for die in dice))
                for value in reached(spell, judge)
            ]
    shown = answer.blocks[1] if len(answer.blocks) == 3 else None
    assert [(r.entry, r.value.en) for r in (shown.rows if shown else ())] == wanted


def test_die():
    for state, answer in posts("die").cases():
        table = state.get("table", {})
        check_die("p1", state["seats"]["p1"], table.get("judgement"), answer)


def test_die_of_any_table():
    for state, seat, given, _ in filled(GAME, "die", WORDS):
        form = GAME.calculators["die"].form
        given["seats"][seat]["die_1"] = "4"
        answer = form.answer(form.sheet.position(form.sheet.read(given)))
        cells = state["seats"][seat] | {"die_1": "4"}
        check_die(seat, cells, state.get("table", {}).get("judgement"), answer)


def test_the_odds_are_those_of_36_throws():
    answer = posts("die").answer(GAME.calculators["die"].form.sheet.blank(1))
    thrown = [slot_of(*faces) for faces in product(range(1, 7), repeat=2)]
    shown = {row.entry: row.how.en for row in answer.blocks[0].rows}
    assert shown == {slot: f"{thrown.count(slot)}/36" for slot in ("under", "even", *OVER)}


# -- magic ---------------------------------------------------------------------------------


def payable(cells):
    """A seat's cells with no more mana than its limit: what is doubted pays nothing."""
    limit = 8 if cells.get("title") == "mages_aptitude" else 5
    return cells | {"mana": min(cells["mana"], limit)} if "mana" in cells else cells


def check_magic(seats, table, answer):
    order = sorted(seats)
    first = table.get("first")
    begin = order.index(first) if first in order else 0
    order = order[begin:] + order[:begin]
    laid = {s: [seats[s][m] for m in ("magic_1", "magic_2") if m in seats[s]] for s in order}
    if not any(laid.values()):
        assert answer.blocks == ()
        return
    moments = (
        [table["window"]] if "window" in table else ["before_roll", "after_roll", "after_draft"]
    )
    wanted = [
        (s, spell)
        for moment in moments
        for spell, when in WINDOW.items()
        for s in order
        if when == moment and spell in laid[s] and seats[s].get("mana", 0) >= 1
        if not (spell == "oblivion" and table.get("rabbit_used"))
    ]
    name = GAME.catalogue.name
    said = " → ".join(f"Player {s[1:]}: {name(spell).en}" for s, spell in wanted)
    assert answer.summary.en == (said or "Nobody can use magic now.")
    written = [{f"{s}/mana": seats[s]["mana"] - 1 or None} for s, _ in wanted]
    assert [a.cells for a in answer.applies] == (written if "window" in table else [])


def test_magic_now():
    for state, answer in posts("magic_now").cases():
        check_magic(state["seats"], state.get("table", {}), answer)


def test_magic_of_any_table():
    for state, _, given, answer in filled(GAME, "magic_now", WORDS):
        first = state.get("play", {}).get("first")
        assert given.get("table", {}).get("first") == first
        seats = {each: payable(cells) for each, cells in state["seats"].items()}
        assert {s: c.get("mana") for s, c in given["seats"].items()} == {
            s: c.get("mana") for s, c in seats.items()
        }
        check_magic(seats, {"first": first}, answer)


# -- tools ---------------------------------------------------------------------------------


def check_tools(seat, cells, answer):
    tools, uses, mana = cells.get("tools", {}), cells.get("tool_uses", {}), cells.get("mana", 0)
    left = {slot: 3 - uses.get(slot, 0) for slot in OVER if slot in tools}
    if not tools:
        assert answer.applies == ()
        return
    spent = sum(not n for n in left.values())
    assert answer.summary.en == f"{len(left) - spent} at work, {spent} spent."
    wanted = [{f"{seat}/tool_uses/{s}": 4 - n} for s, n in left.items() if n]
    if mana:
        wanted += [
            {
                f"{seat}/tools/{s}": None,
                f"{seat}/tool_uses/{s}": None,
                f"{seat}/mana": mana - 1 or None,
            }
            for s in left
        ]
    assert [a.cells for a in answer.applies] == wanted
    shown = ["face down" if not n else f"{n} use{'s' * (n > 1)} left" for n in left.values()]
    assert [row.value.en for row in answer.blocks[0].rows] == shown
    assert [row.entry for row in answer.blocks[0].rows] == [tools[s] for s in left]


def test_tool_uses():
    for state, answer in posts("tool_uses").cases():
        check_tools("p1", state["seats"]["p1"], answer)


def test_tools_of_any_table():
    for state, seat, _, answer in filled(GAME, "tool_uses", WORDS):
        check_tools(seat, payable(state["seats"][seat]), answer)


# -- barriers ------------------------------------------------------------------------------


def check_barriers(laid, now, answer):
    """``laid``: round and whether the victim was still to act, by seat."""
    if not now or not laid:
        assert answer.applies == ()
        return
    wanted, felt = {"table/round": now}, []
    for n, (seat, (round_, still)) in enumerate(laid.items()):
        counter, at = 3, round_
        while at < now and counter:
            counter, at = counter - 1, at + 1
        face = f"left_{counter}" if counter else "spent"
        wanted |= {f"{seat}/barrier": face, f"{seat}/barrier_laid": round_}
        wanted[f"{seat}/barrier_still"] = still or None
        if round_ + (0 if still else 1) <= now <= round_ + 2:
            felt.append(seat)
        assert answer.blocks[0].rows[n].value.en == (
            f"{counter} left" if counter else "spent: shields"
        )
    assert answer.applies[0].cells == wanted
    said = f"Felt in round {now} by {', '.join(seat_names(felt))}."
    assert answer.summary.en == (said if felt else f"Nobody feels a barrier in round {now}.")


def test_barriers():
    for state, answer in posts("barriers").cases():
        laid = {
            seat: (cells["laid"], cells.get("still", False))
            for seat, cells in state["seats"].items()
            if "laid" in cells
        }
        check_barriers(laid, state.get("table", {}).get("round"), answer)


def test_barriers_of_any_table():
    for state, _, _, answer in filled(GAME, "barriers", WORDS):
        laid = {
            seat: (cells["barrier_laid"], cells.get("barrier_still", False))
            for seat, cells in state["seats"].items()
            if "barrier_laid" in cells
        }
        check_barriers(laid, state.get("table", {}).get("round"), answer)


# -- a scoring phase -----------------------------------------------------------------------


def check_phase(seat, cells, rulings, answer):
    """Plain sums; what is unknown stays blank."""
    stones = [cells.get("stones", {}).get(s, 0) for s in STONES]
    sets = min(stones)
    if rulings.get("sets_per_phase") == "one":
        sets = min(sets, 1)
    paid, goal = [sets * 5, cells.get("power")], cells.get("goal")
    if goal:
        paid += [10, cells.get("bonus")]
    known = sum(p for p in paid if p is not None)
    points = f"{known} point{'s' * (known != 1)}"
    partial = None in paid
    assert answer.summary.en.startswith(f"Partial: {points}," if partial else f"{points}.")
    written = answer.applies[0].cells
    for stone, held in zip(STONES, stones, strict=True):
        assert written[f"{seat}/stones/{stone}"] == (held - sets or None)
    assert written[f"{seat}/sets"] == min(cells.get("sets", 0) + sets, 40)
    power = cells.get("power_before") if not cells.get("first_phase") else 0
    assert written[f"{seat}/power_points"] == added(power, cells.get("power"))
    circles = cells.get("circles", 0)
    assert (f"{seat}/circles" in written) == bool(goal)
    if goal:
        assert written[f"{seat}/circles"] == min(circles + 1, 20)
        before = cells.get("bonus_before") if circles else 0
        assert written[f"{seat}/circle_bonus"] == added(before, cells.get("bonus"))


def added(before, now):
    return None if before is None or now is None else min(before + now, 99)


def test_scoring_phase():
    for state, answer in posts("scoring_phase").cases():
        check_phase("p1", state["seats"]["p1"], state.get("rulings", {}), answer)


def test_scoring_phase_of_any_table():
    for state, seat, given, answer in filled(GAME, "scoring_phase", WORDS):
        own = state["seats"][seat]
        wanted = {k: own[k] for k in ("stones", "sets", "circles") if k in own}
        wanted |= {"bonus_before": own.get("circle_bonus"), "power_before": own.get("power_points")}
        check_phase(seat, wanted, state.get("rulings", {}), answer)
        assert given["seats"][seat].get("goal") is None


# -- the end and the next round ------------------------------------------------------------


def check_circles(seats, answer):
    left = len(seats) - sum(cells.get("circles", 0) for cells in seats.values())
    assert [a.cells for a in answer.applies] == ([] if left > 0 else [{"play/stage": "end"}])
    assert answer.summary.en.startswith(f"{left if left > 0 else len(seats)} circle")
    assert [v for _, v in values(answer)] == [str(c.get("circles", 0)) for c in seats.values()]


def test_circles_left():
    for state, answer in posts("circles_left").cases():
        check_circles(state["seats"], answer)


def test_circles_left_of_any_table():
    for state, _, _, answer in filled(GAME, "circles_left", WORDS):
        check_circles(state["seats"], answer)


def check_next(seats, now, first, answer):
    order = sorted(seats)
    written = answer.applies[0].cells
    following = (now or 1) + 1
    assert (written["table/round"], written["play/stage"]) == (following, "production")
    assert written["table/judgement"] is None
    player = None
    if first in order:
        player = order[(order.index(first) + 1) % len(order)]
    assert written.get("play/first") == player
    assert answer.summary.en.startswith(f"Round {following}")
    counters = {"left_3": "left_2", "left_2": "left_1", "left_1": "spent", "spent": "spent"}
    ticked = {f"{s}/barrier": counters[c["barrier"]] for s, c in seats.items() if "barrier" in c}
    assert {path: v for path, v in written.items() if path.endswith("/barrier")} == ticked


def test_next_round():
    for state, answer in posts("next_round").cases():
        table = state.get("table", {})
        check_next(state["seats"], table.get("round"), table.get("first"), answer)


def test_next_round_of_any_table():
    for state, _, _, answer in filled(GAME, "next_round", WORDS):
        now = min(state.get("table", {}).get("round", 0), 98)
        check_next(state["seats"], now, state.get("play", {}).get("first"), answer)
        whole(GAME, GAME.sheet.put(state, answer.applies[0].cells))


@pytest.mark.parametrize("calculator", [c.id for c in GAME.calculators.values() if c.form])
def test_every_form_is_drawn_here(calculator):
    assert f"test_{calculator}" in globals()
