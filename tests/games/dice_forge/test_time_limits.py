"""Every search of a form looks at the clock: it stops when it is told to, and says so.

The clock of these tests goes on by one second at each look, so nothing depends on the machine.
"""

import random
from fractions import Fraction as F
from itertools import count
from types import SimpleNamespace

import pytest
from django.urls import reverse

from scoring.games.dice_forge.calculators import forge as forge_calculator
from scoring.model.plan import NoAnswer
from scoring.solving import deadline
from tests.games.dice_forge import oracle, random_forms
from tests.games.dice_forge.test_forms import GOALS

SIDES = [f"side_{n}" for n in range(1, 7)]
PLAIN = [face for face in oracle.EVERY if face != "mirror"]


def die(rng, pool, *, different=False):
    faces = rng.sample(pool, 6) if different else rng.choices(pool, k=6)
    return dict(zip(SIDES, faces, strict=True))


def rivals(rng):
    return {f"rival_{n}": True for n in (1, 2, 3)} | {
        f"rival_{n}_die_{d}": die(rng, PLAIN, different=True) for n in (1, 2, 3) for d in (1, 2)
    }


def dear(calculator):
    """A form that takes its search long."""
    rng = random.Random(0)
    dice = {"die_1": die(rng, oracle.EVERY), "die_2": die(rng, oracle.EVERY)}
    mirrors = {"die_1": dict.fromkeys(SIDES, "mirror"), "die_2": dict.fromkeys(SIDES, "mirror")}
    every = {face: True for face in oracle.EVERY}
    helpers = ("elders", "owls", "nymphs", "hinds", "tritons", "cerberus", "bears")
    cells = {
        "roll": {**mirrors, "came_1": "side_1", "came_2": "side_1", "view": every, "hammers": 4},
        "odds": {**mirrors, **rivals(rng), "times": 12, "chests": 4, "need": {"gold": 28}},
        "forge": {**dice, **rivals(rng), "gold": 28, "times": 40},
        "last_turn": {
            **dice,
            **rivals(rng),
            "rolls": True,
            "reserve": {"gold": 28, "sun": 18, "moon": 18},
            "chests": 4,
            "hammers": 4,
            "helpers": dict.fromkeys(helpers, 4),
            "view": every,
        },
    }[calculator]
    return {"seats": {"p1": cells}, "table": {}}


def fullest(calculator, choose):
    """Every field at its most, of choices the one that ``choose`` takes."""
    sheet = random_forms.form(calculator).sheet

    def cells(fields):
        found = {}
        for id_, field in fields.items():
            cell = field.cell
            if cell.kind == "text":
                continue
            if cell.kind == "choice":
                value = choose(cell.options).id
            else:
                value = True if cell.kind == "flag" else cell.most
            found[id_] = {row.id: value for row in field.rows} if field.groups else value
        return found

    asked = {id_: sheet.fields[id_] for id_ in sheet.declared}
    return {"seats": {"p1": cells(asked)}, "table": cells(sheet.table_fields)}


@pytest.fixture
def each_look_a_second(monkeypatch):
    looks = count()
    monkeypatch.setattr(deadline, "time", SimpleNamespace(thread_time=lambda: next(looks)))
    return looks


@pytest.mark.parametrize("calculator", random_forms.GAME.calculators)
def test_every_search_stops_when_its_time_is_over(calculator, each_look_a_second):
    """Long before the end: it looks again and again, and after the last look does no more."""
    for budget in (0, 3, 300):
        with deadline.within(budget):
            try:
                said = random_forms.answered(calculator, dear(calculator)).summary.en
            except NoAnswer:
                continue
        assert "in time" in said or "Too many" in said


@pytest.mark.parametrize("calculator", random_forms.GAME.calculators)
def test_a_page_without_time_says_that_it_stopped(calculator, each_look_a_second, client):
    sheet = random_forms.form(calculator).sheet
    cells = sheet.cells(sheet.read(dear(calculator)))
    typed = {path: "1" if value is True else str(value) for path, value in cells.items()}
    page = client.get(reverse("calculator", args=["dice_forge", calculator]), typed | {"sent": "1"})
    assert page.status_code == 200
    said = page.content.decode()
    assert "No answer in the time given" in said or "too many orders to look at in time" in said


@pytest.mark.parametrize("calculator", random_forms.GAME.calculators)
@pytest.mark.slow
def test_a_form_with_every_field_at_its_most_is_answered(calculator):
    for choose in (lambda options: options[0], lambda options: options[-1]):
        raw = fullest(calculator, choose)
        for less in ((), ("sold", "taken"), ("rolled",)):
            held = {id_: v for id_, v in raw["seats"]["p1"].items() if id_ not in less}
            try:
                with deadline.within():
                    found = random_forms.answered(calculator, raw | {"seats": {"p1": held}})
            except deadline.OutOfTime:
                continue
            assert found.summary.en


def looking(monkeypatch, raw, most):
    """The answer when a search may look at the clock so often, and how often it did."""
    looks = count()
    with monkeypatch.context() as patch:
        patch.setattr(deadline, "time", SimpleNamespace(thread_time=lambda: next(looks)))
        patch.setattr(forge_calculator, "SECONDS", most)
        with deadline.within(10**9):
            return random_forms.answered("forge", raw), next(looks)


def test_forging_cut_short_gives_what_it_found_and_a_bound_that_holds(monkeypatch):
    cut = 0
    for seed in range(5):
        rng = random.Random(seed)
        pool = rng.choice([oracle.EVERY, ["x3", "mirror", "ship", *oracle.SHIELDS]])
        dice = {"die_1": die(rng, pool), "die_2": die(rng, pool)}
        cells = {**dice, **rivals(rng), "gold": 12, "times": 40, "goal": rng.choice(list(GOALS))}
        raw = {"seats": {"p1": cells}, "table": {}}
        whole, looks = looking(monkeypatch, raw, 10**8)
        assert whole.proof.verdict == "optimal"
        for tenths in range(1, 10):
            try:
                found, _ = looking(monkeypatch, raw, looks * tenths // 10)
            except deadline.OutOfTime:
                continue
            if found.proof.verdict == "optimal":
                assert found.proof.bound == whole.proof.bound
                continue
            cut += 1
            assert found.proof.bound >= whole.proof.bound
            if found.applies:
                said = F(found.summary.en.split()[1].lstrip("+"))
                assert said <= whole.proof.bound + F(1, 100)
    assert cut, "nothing was cut short"
