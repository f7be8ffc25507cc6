"""Random forms of each calculator: what it answers equals an independent search over the rules.

Every option of a form is met on the way, and every field changes an answer somewhere.
"""

import random
import re
from fractions import Fraction as F
from itertools import combinations, cycle, islice
from typing import Any

import pytest

from scoring.games.dice_forge.calculators import last_turn as last_turn_calculator
from scoring.games.dice_forge.calculators import odds as odds_calculator
from scoring.solving import deadline
from tests.contract.test_every_field_matters import ignored
from tests.games.dice_forge import oracle, oracle_forge, oracle_roll, oracle_turn, random_forms
from tests.games.dice_forge.oracle_states import random_die
from tests.games.dice_forge.random_forms import answered, told
from tests.games.posted import CASES, Draw, posts, random_form

HALF, QUARTER = F(1, 2), F(1, 4)
GOALS = {
    "balanced": {"gold": HALF, "sun": 3 * HALF, "moon": 3 * HALF},
    "glory": {"gold": F(0), "sun": F(0), "moon": F(0)},
    "shards": {"gold": QUARTER, "sun": F(3), "moon": F(3)},
    "gold": {"gold": F(1), "sun": HALF, "moon": HALF},
}
SIDES = [f"side_{n}" for n in range(1, 7)]


def weights(cells: dict[str, Any]) -> oracle.Weights:
    return {**GOALS[cells.get("goal", "balanced")], "glory": F(1), "ship": F(0)}


def exact(value: F) -> str:
    """As an answer shows a fraction."""
    if value.denominator == 1:
        return str(value)
    return f"{float(value):.2f}" + (f" ({value})" if value.denominator <= 216 else "")


def change(value: F) -> str:
    return f"{float(value):+.2f}".replace("-", "−")


def percent(value: F) -> str:
    shown = round(100 * value)
    if value not in (0, 1) and shown in (0, 100):
        return "<1 %" if shown == 0 else ">99 %"
    return f"{shown} %"


def block(found, title):
    """The rows under a heading; none if it is not there."""
    return next((b.rows for b in found.blocks if b.title.en.startswith(title)), ())


def die_drawn(mirrors: bool = True) -> Draw:
    def draw(rng: random.Random) -> dict[str, str] | None:
        if rng.random() < 0.2:
            return None
        sides = random_die(rng, mirrors)
        kept = rng.sample(range(6), rng.randint(1, 6))
        return {SIDES[n]: sides[n] for n in kept}

    return draw


def stock_drawn(rng: random.Random) -> dict[str, int] | None:
    """Within the caps of no chest, mostly; above them as well."""
    if rng.random() < 0.2:
        return None
    high = rng.random() < 0.15
    most = {"gold": 40 if high else 12, "sun": 20 if high else 6, "moon": 20 if high else 6}
    return {r: rng.randint(0, n) for r, n in most.items() if rng.random() < 0.8}


def held(cells: dict[str, Any], *, hammers: bool = True) -> oracle_roll.Stock:
    """The reserve as the caps let it be, and the hammers as full as they may be."""
    reserve, chests = cells.get("reserve", {}), cells.get("chests", 0)
    gold, sun, moon = (
        min(reserve.get(r, 0), cap)
        for r, cap in zip(("gold", "sun", "moon"), oracle.capped(chests), strict=True)
    )
    cards = cells.get("hammers", 0) if hammers else 0
    steps = min(cells.get("hammer_steps", 0), 30 * cards) if hammers else 0
    return oracle_roll.Stock(gold, sun, moon, cells.get("glory", 0), steps, chests, cards)


def reads_apart(best, others):
    """Nothing next best reads as the best, or as another."""
    lines = ["; ".join(best), *others]
    assert len(set(lines)) == len(lines), lines


# ── a roll ─────────────────────────────────────────────────────────────────────


def theirs_drawn(rng):
    if rng.random() < 0.75:
        return None
    faces = rng.choices(oracle.EVERY, k=rng.randint(1, 4))
    return {face: min(2, faces.count(face)) for face in faces}


ROLL = {
    "die_1": die_drawn(),
    "die_2": die_drawn(),
    "reserve": stock_drawn,
    "rolled": theirs_drawn,
    "came_1": lambda rng: rng.choice([None, *SIDES * 2]),
    "came_2": lambda rng: rng.choice([None, *SIDES * 2]),
    "losing": lambda rng: rng.random() < 0.15,
    "view": lambda rng: {f: True for f in rng.sample(oracle.EVERY, rng.choice([0, 0, 1, 2, 3]))},
    "boars": lambda rng: {f: True for f in rng.sample(oracle.BOARS, rng.choice([0, 0, 1, 2]))},
    "glory": lambda rng: rng.choice([None, 0, 3, 60, 250]),
    "hammers": lambda rng: rng.choice([None, None, 1, 1, 2, 4]),
    "hammer_steps": lambda rng: rng.choice(
        [None, 0, 9, 14, 27, 29, 44, 58, 118, rng.randint(0, 120)]
    ),
    "need": lambda rng: rng.choice(
        [None, None, {"gold": 8}, {"sun": rng.randint(1, 6), "moon": rng.randint(1, 5)}]
    ),
}


def roll_wanted(raw):
    """The reserve after the roll, by trying everything; ``None`` where nothing was rolled."""
    cells = raw["seats"]["p1"]
    now, house = held(cells), random_forms.house(raw)
    owned = frozenset(cells.get("boars", {}))
    theirs = [face for face, n in cells.get("rolled", {}).items() for _ in range(n)]
    losing = False
    if len(theirs) > 6:
        return None
    if len(theirs) > 1:
        results = oracle_roll.satyrs(theirs, owned)
    else:
        own = zip(random_forms.dice(cells), ("came_1", "came_2"), strict=True)
        came = [die[SIDES.index(cells[field])] for die, field in own if field in cells]
        if not came:
            return None
        losing = cells.get("losing", False)
        convert = "" if losing else cells.get("convert", "")
        results = oracle_roll.taken(came, list(cells.get("view", {})), owned, convert, house)
    found = oracle_roll.ends(results, now, losing, house)
    return now, oracle_roll.best(found, now, weights(cells), cells.get("need", {}))


def test_a_roll_is_taken_as_well_as_any_way_that_there_is():
    for raw in posts(random_forms.form("roll"), 60, ROLL):
        found, wanted = answered("roll", raw), roll_wanted(raw)
        if wanted is None:
            assert not found.applies
            continue
        now, after = wanted
        cells = found.applies[0].cells
        kept = raw["seats"]["p1"].get("hammer_steps", 0) - now.steps
        assert {path.removeprefix("p1/"): n or 0 for path, n in cells.items()} == {
            "reserve/gold": after.gold,
            "reserve/sun": after.sun,
            "reserve/moon": after.moon,
            "glory": min(after.glory, 400),
            "hammer_steps": min(after.steps + kept, 120),
        }, raw
        best = [row.label.en for row in block(found, "Best way")]
        reads_apart(best, [row.label.en for row in block(found, "Other ways")])


# ── odds ───────────────────────────────────────────────────────────────────────


def rival_drawn(number: int) -> Draw:
    return lambda rng: rng.random() < (0.3 if number == 1 else 0.05)


RIVALS = {
    **{f"rival_{n}": rival_drawn(n) for n in (1, 2, 3)},
    **{f"rival_{n}_die_{d}": die_drawn() for n in (1, 2, 3) for d in (1, 2)},
}
ODDS = RIVALS | {
    "die_1": die_drawn(),
    "die_2": die_drawn(),
    "reserve": stock_drawn,
    "times": lambda rng: rng.choice([None, 0, 1, 1, 2, 2, 3]),
    "need": lambda rng: rng.choice(
        [
            None,
            None,
            {
                r: rng.randint(0, n)
                for r, n in zip(
                    rng.sample(["gold", "sun", "moon", "glory"], 2), (13, 7), strict=True
                )
            },
        ]
    ),
    "glory": lambda rng: rng.choice([None, 0, 2, 5]),
}


def seen_by_mirrors(cells, pair):
    """The dice that matter to one's own mirrors; none where there is no mirror."""
    return (
        [d for rival in random_forms.rivals(cells) for d in rival]
        if any("mirror" in d for d in pair)
        else []
    )


GAIN = re.compile(r"(\d+) (gold|suns?|moons?|glory)")


def bag_said(label):
    said = {word.rstrip("s"): int(n) for n, word in GAIN.findall(label)}
    return tuple(said.get(r, 0) for r in ("gold", "sun", "moon", "glory"))


def compare_odds(raw):
    cells = raw["seats"]["p1"]
    pair, weigh = random_forms.dice(cells), weights(cells)
    rolled = seen_by_mirrors(cells, pair)
    found = answered("odds", raw)
    start, times = held(cells, hammers=False), cells.get("times") or 1
    one = oracle.distribution(pair, weigh, rolled=rolled)
    shown = block(found, "One blessing")
    for place, row in enumerate(shown):
        assert row.value.en == exact(sum((g[place] * p for g, p in one.items()), F(0))), raw
        assert row.share == sum((p for g, p in one.items() if g[place] >= 1), F(0))
    listed = sorted(one.items(), key=lambda each: (-each[1], each[0]))[:14]
    assert [(bag_said(r.label.en), r.share) for r in block(found, "What comes up")] == [
        (got[:4], chance) for got, chance in listed
    ]
    stock = (start.gold, start.sun, start.moon)
    after = oracle.after(pair, times, weigh, stock, start.chests, (), rolled)
    for place, row in enumerate(block(found, "Reserve after")):
        assert row.value.en == exact(sum((s[place] * p for s, p in after.items()), F(0))), raw
    need = cells.get("need", {})
    caps = zip(("gold", "sun", "moon"), oracle.capped(start.chests), strict=True)
    if any(need.get(r, 0) > cap for r, cap in caps):
        assert "so this target is out of reach" in found.summary.en
    elif any(need.values()):
        wanted = tuple(need.get(r, 0) for r in ("gold", "sun", "moon", "glory"))
        likely = sum(
            (
                p
                for (g, s, m, v), p in after.items()
                if all(a >= b for a, b in zip((g, s, m, v + start.glory), wanted, strict=True))
            ),
            F(0),
        )
        best = oracle.reach(pair, times, wanted, (*stock, start.glory), start.chests, rolled)
        assert found.summary.en.startswith(
            f"The target is reached with {percent(likely)}; "
            f"choosing for nothing else, with {percent(best)}."
        ), raw
    compare_adds(found, pair, weigh, rolled)


def compare_adds(found, pair, weigh, rolled):
    """Compares the gain of each face at its best place."""
    worth = oracle_forge.pair_worth(weigh, (), rolled)

    def both(first, second):
        return sum((worth(a, b) for a in first for b in second), F(0)) / 36

    before, wanted = both(*pair), {}
    for face in oracle.PRICES:
        for n, die in enumerate(pair):
            for side, old in enumerate(die):
                if old in oracle.BOARS:
                    continue
                changed = [*die[:side], face, *die[side + 1 :]]
                added = both(*((changed, pair[1]) if n == 0 else (pair[0], changed))) - before
                wanted[face] = max(added, wanted.get(face, added))
    shown = {row.entry: row.value.en for row in block(found, "What each face")}
    assert shown == {face: change(added) for face, added in wanted.items() if added > 0}


@pytest.mark.slow
def test_the_odds_equal_every_roll_enumerated(monkeypatch):
    monkeypatch.setattr(odds_calculator, "SECONDS", 60)
    for raw in posts(random_forms.form("odds"), 61, ODDS):
        cells = raw["seats"]["p1"]
        if len(seen_by_mirrors(cells, random_forms.dice(cells))) > 2:
            # the views of more than one rival are too many to walk through; answered all the same
            answered("odds", raw)
            continue
        if seen_by_mirrors(cells, random_forms.dice(cells)):
            cells["times"] = min(cells.get("times", 1), 1)
        compare_odds(raw)


# ── what to forge ──────────────────────────────────────────────────────────────


def sold_drawn(rng):
    """Most faces sold out, so that any gold can be tried in full."""
    kept = rng.sample(list(oracle.PRICES), rng.randint(1, 4))
    return {f: 4 for f in oracle.PRICES if f not in kept} | {
        f: rng.randint(1, 4) for f in kept if rng.random() < 0.3
    }


def mixed_drawn(rng):
    """Two of each pool, as a table should say; sometimes fewer or others."""
    if rng.random() < 0.2:
        return {
            f: True
            for f in rng.sample([f for p in random_forms.MIXED for f in p], rng.randint(0, 5))
        }
    return {f: True for pool in random_forms.MIXED for f in rng.sample(pool, 2)}


FORGE = RIVALS | {
    "die_1": die_drawn(),
    "die_2": die_drawn(),
    "gold": lambda rng: rng.choice([None, 0, *range(2, 13), 16, 28]),
    "times": lambda rng: rng.choice([None, *range(1, 13), 36, 40]),
    "sold": sold_drawn,
    "mixed": mixed_drawn,
}


def compare_forge(raw):
    cells = raw["seats"]["p1"]
    pair, weigh = random_forms.dice(cells), weights(cells)
    rolled = seen_by_mirrors(cells, pair)
    gold, times = cells.get("gold", 0), cells.get("times", 0)
    found = answered("forge", raw)
    if not gold or not times:
        assert found.summary.en.startswith("Enter the gold")
        return
    stock = random_forms.sanctuary(raw)
    sets = oracle_forge.best_by_set(pair, gold, stock, times, weigh, weigh["gold"], rolled=rolled)
    ranked = sorted(sets.values(), reverse=True)
    assert found.proof is not None
    assert (found.proof.verdict, found.proof.bound) == ("optimal", ranked[0]), raw
    others = block(found, "Next best")
    assert [row.value.en for row in others] == [change(worth) for worth in ranked[1:4]], raw
    best = [row.label.en for row in block(found, "Best")]
    reads_apart(best, [row.label.en for row in others])
    assert (raw["table"].get("players") == "2" and unnamed(raw)) == bool(block(found, "Left out"))
    if not found.applies:
        assert ranked[0] == 0
        return
    after = [list(die) for die in pair]
    changed = dict(found.applies[0].cells)
    left = changed.pop("p1/reserve/gold") or 0
    for path, face in changed.items():
        _, die, side = path.split("/")
        n, k = int(die[-1]) - 1, int(side[-1]) - 1
        assert after[n][k] not in oracle.BOARS
        after[n][k] = face
    bought = list(changed.values())
    assert len(set(bought)) == len(bought)
    assert all(stock[face] for face in bought)
    assert gold - left == sum(oracle.PRICES[face] for face in bought)


def unnamed(raw):
    named = raw["table"].get("mixed", {})
    return any(sum(face in named for face in pool) != 2 for pool in random_forms.MIXED)


def test_forging_equals_every_set_of_faces_on_every_side():
    for raw in posts(random_forms.form("forge"), 62, FORGE):
        cells = raw["seats"]["p1"]
        if len(seen_by_mirrors(cells, random_forms.dice(cells))) > 2:
            answered("forge", raw)
            continue
        compare_forge(raw)


# ── the last turn ──────────────────────────────────────────────────────────────


def taken_drawn(rng):
    return {f: rng.randint(1, 4) for f in oracle_turn.FEATS if rng.random() < 0.25}


def place_drawn(place: str) -> Draw:
    field = random_forms.form("last_turn").sheet.table_fields[place]
    return lambda rng: rng.choice([None, *(o.id for o in field.cell.options)])


TURN = RIVALS | {
    "reserve": stock_drawn,
    "chests": lambda rng: rng.choice([None, 0, 1, 2, 4]),
    "hammers": lambda rng: rng.choice([None, None, 1, 2, 4]),
    "hammer_steps": ROLL["hammer_steps"],
    "helpers": lambda rng: {
        h: rng.choice([1, 1, 2])
        for h in ("elders", "owls", "nymphs", "hinds", "tritons", "cerberus", "bears")
        if rng.random() < 0.25
    },
    "forged": lambda rng: rng.choice([None, 0, 3, 11, 60]),
    "rolls": lambda rng: False,
    "taken": taken_drawn,
    "sold": lambda rng: (
        {f: 4 for f in rng.sample(list(oracle.PRICES), rng.randint(10, 16))}
        | {f: 1 for f in oracle.SHIELDS if rng.random() < 0.3}
    ),
    "mixed": mixed_drawn,
    "boars": ROLL["boars"],
    "view": ROLL["view"],
    "occupied": lambda rng: {
        f"portal_{n}": True for n in rng.sample(range(1, 8), rng.randint(0, 3))
    },
    **{
        place: place_drawn(place)
        for place in random_forms.form("last_turn").sheet.table_fields
        if place.startswith("place_")
    },
    "die_1": die_drawn(),
    "die_2": die_drawn(),
}
RICH = TURN | {
    # two chests and much in the reserve: two dear feats in one turn
    "chests": lambda rng: rng.choice([2, 4]),
    "reserve": lambda rng: {
        r: rng.randint(n, 12) for r, n in (("gold", 0), ("sun", 6), ("moon", 6))
    },
}


def turn_of(raw):
    cells = raw["seats"]["p1"]
    now = held(cells | {"glory": 0})
    feats, below = random_forms.stacks(raw)
    assert set(feats) <= set(oracle_turn.FEATS)
    rolling = bool(cells.get("rolls"))
    helpers = dict(cells.get("helpers", {}))
    first, second = (tuple(sorted(die)) for die in random_forms.dice(cells))
    state = oracle_turn.State(
        gold=now.gold,
        sun=now.sun,
        moon=now.moon,
        chests=now.chests,
        hammers=now.hammers,
        steps=now.steps,
        forged=cells.get("forged", 0),
        portal=cells.get("portal", ""),
        occupied=frozenset(cells.get("occupied", {})),
        dice=(first, second),
        **helpers,
    )
    gone = frozenset(f for f in oracle.SHIELDS if cells.get("sold", {}).get(f))
    found = oracle_turn.Table(
        feats,
        random_forms.sanctuary(raw),
        visible=tuple(cells.get("view", {})),
        opponents=[(tuple(a), tuple(b)) for a, b in random_forms.rivals(cells)],
        owned=frozenset(cells.get("boars", {})),
        rolling=rolling,
        gone=gone,
        below=below,
        house=random_forms.house(raw),
    )
    return state, found


def worth_showing(lines):
    """The glory of each set of actions that no part of it reaches as well."""
    found = {}
    for line, glory in lines.items():
        parts = [part for n in range(len(line)) for part in combinations(line, n)]
        if all(lines.get(part, -1) < glory for part in parts):
            key = tuple(sorted(line))
            found[key] = max(glory, found.get(key, 0))
    return found


@pytest.mark.slow
def test_the_last_turn_equals_every_row_of_moves(monkeypatch):
    monkeypatch.setattr(last_turn_calculator, "SECONDS", 120)
    for raw in posts(random_forms.form("last_turn"), 63, RICH, TURN, TURN, TURN, without=["rolls"]):
        state, table = turn_of(raw)
        found = answered("last_turn", raw)
        wanted = sorted(worth_showing(oracle_turn.lines(state, table)).values(), reverse=True)
        if found.proof is None:
            cells = raw["seats"]["p1"]
            assert wanted == [0], raw
            held = {**cells.get("reserve", {}), **cells.get("helpers", {})}
            assert not any(held.values()), raw
            continue
        assert found.summary.en.startswith(f"{wanted[0]} glory this turn"), (raw, wanted[:4])
        assert (found.proof.verdict, found.proof.bound) == ("optimal", wanted[0])
        others = block(found, "Next best")
        assert [row.value.en for row in others] == list(map(str, wanted[1:4])), raw
        reads_apart(
            [row.label.en for row in block(found, "Best turn")], [row.label.en for row in others]
        )


ROLLED = TURN | {
    "rolls": lambda rng: True,
    "reserve": lambda rng: {
        "gold": rng.randint(0, 4),
        "sun": rng.randint(0, 6),
        "moon": rng.randint(0, 6),
    },
    "chests": lambda rng: rng.choice([None, None, 1]),
    "hammers": lambda rng: rng.choice([None, None, None, 1]),
    "helpers": lambda rng: {
        h: 1
        for h in rng.sample(
            ["elders", "owls", "nymphs", "hinds", "tritons", "cerberus", "bears"], rng.randint(0, 2)
        )
    },
    "taken": lambda rng: {f: 4 for f in rng.sample(list(oracle_turn.FEATS), 19)},
    "sold": lambda rng: (
        {f: 4 for f in rng.sample(list(oracle.PRICES), rng.randint(14, 16))}
        | {f: 1 for f in oracle.SHIELDS if rng.random() < 0.3}
    ),
    "die_1": lambda rng: None if rng.random() < 0.7 else die_drawn()(rng),
    "die_2": lambda rng: None if rng.random() < 0.7 else die_drawn()(rng),
    "rival_2": lambda rng: False,
    "rival_3": lambda rng: False,
}


def out_of_time(*_):
    raise deadline.OutOfTime


@pytest.mark.slow
def test_the_last_turn_on_average_equals_the_recursion_over_every_roll(monkeypatch):
    monkeypatch.setattr(last_turn_calculator, "SECONDS", 120)
    monkeypatch.setattr(oracle_turn.Expected, "most", 20_000)
    rng, compared = random.Random(64), 0
    for _ in range(3 * CASES):
        raw = random_form(random_forms.form("last_turn"), rng, ROLLED)
        state, table = turn_of(raw)
        oracle_turn.outcome.cache_clear()
        try:
            search = oracle_turn.Expected(table)
            wanted = search.worth(state)
        except oracle_turn.TooLarge:
            continue
        found = answered("last_turn", raw)
        compared += 1
        assert found.proof is not None
        with monkeypatch.context() as patch:
            patch.setattr(last_turn_calculator, "last_turn_expected", out_of_time)
            hurried = answered("last_turn", raw)
        assert hurried.proof is None or hurried.proof.bound >= wanted, raw
        said = F(re.search(r"\((\S+)\)", found.summary.en)[1]) if "(" in found.summary.en else None
        if any("forging before a feat" in line for line in told(found)):
            assert float(found.summary.en.split()[0]) <= float(wanted) + 0.01, raw
        else:
            assert found.summary.en == f"{exact(wanted)} glory on average this turn.", raw
            assert said in (None, wanted)
            firsts = {exact(worth) for worth in search.firsts(state).values()}
            assert {row.value.en for row in block(found, "Next best")} <= firsts, raw
        reads_apart(
            [row.label.en for row in block(found, "Best turn")],
            [row.label.en for row in block(found, "Next best")],
        )
        if compared == CASES:
            return
    raise AssertionError(f"only {compared} forms were small enough")


# ── nothing is asked and ignored ───────────────────────────────────────────────

SEEN = {f"rival_{n}": lambda rng: rng.random() < 0.5 for n in (1, 2, 3)}
MIRROR = {"die_1": lambda rng: {"side_1": "mirror", "side_2": rng.choice(oracle.EVERY)}}
DRAWS = {
    "roll": [ROLL],
    "odds": [ODDS | SEEN | MIRROR | {"times": lambda rng: rng.choice([None, 2])}, ODDS],
    "forge": [FORGE | SEEN | MIRROR, FORGE],
    "last_turn": [TURN, RICH, ROLLED | SEEN | MIRROR, ROLLED],
}


@pytest.mark.parametrize("calculator", DRAWS)
@pytest.mark.slow
def test_every_field_changes_an_answer(calculator):
    """Without what was entered in it, some form is answered otherwise."""
    form, rng = random_forms.form(calculator), random.Random(87)
    draws = islice(cycle(DRAWS[calculator]), 600)
    states = (form.sheet.read(random_form(form, rng, each)) for each in draws)

    def answer(state):
        found = form.answer(form.sheet.position(state))
        return found.summary, found.blocks, found.applies, found.cites

    assert ignored(form.sheet, states, answer, ()) == set()
