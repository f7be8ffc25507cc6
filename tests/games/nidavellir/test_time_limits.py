"""Every search of a calculator looks at the clock: it stops when it is told to, and says so.

The clock of these tests goes on by one second at each look, so nothing depends on the machine.
"""

from itertools import count
from types import SimpleNamespace

import pytest
from django.urls import reverse

from scoring import game
from scoring.model.plan import NoAnswer
from scoring.solving import deadline

GAME = game("nidavellir")
FORMS = {id_: each.form for id_, each in GAME.calculators.items() if each.form}
PURSE = {coin.id: 9 for coin in GAME.catalogue.of_kind("coin")}
SEARCHES = {
    "coins": {"what": "pouch", "coins": PURSE},
    "hrungnir": {"order": "5 7 9 11 12", "uline": True, "coins": PURSE},
}
"""Forms that try several ways; the others only sort what is entered."""


def most(sheet, seats, choose, less=()):
    """Every field at its most, of choices the one that ``choose`` takes."""

    def cells(fields):
        found = {}
        for id_, field in fields.items():
            cell = field.cell
            if id_ in less or cell.kind == "text":
                continue
            if cell.kind == "choice":
                value = choose(cell.options).id
            else:
                value = True if cell.kind == "flag" else cell.most
            for *keys, last in field.paths():
                holder = found
                for key in keys:
                    holder = holder.setdefault(key, {})
                holder[last] = value
        return found

    own = cells(sheet.declared)
    raw = {"table": cells(sheet.table_fields), "seats": {f"p{n + 1}": own for n in range(seats)}}
    return sheet.take(raw).state


@pytest.fixture
def each_look_a_second(monkeypatch):
    looks = count()
    monkeypatch.setattr(deadline, "time", SimpleNamespace(thread_time=lambda: next(looks)))


@pytest.mark.parametrize("calculator", SEARCHES)
def test_every_search_of_a_form_stops_when_its_time_is_over(calculator, each_look_a_second):
    form = FORMS[calculator]
    state = form.sheet.read({"seats": {"p1": SEARCHES[calculator]}})
    for budget in (0, 3, 100):
        with deadline.within(budget), pytest.raises(deadline.OutOfTime):
            form.answer(form.sheet.position(state))


@pytest.mark.parametrize("calculator", SEARCHES)
def test_a_page_without_time_says_that_it_stopped(calculator, each_look_a_second, client):
    sheet = FORMS[calculator].sheet
    cells = sheet.cells(sheet.read({"seats": {"p1": SEARCHES[calculator]}}))
    typed = {path: "1" if value is True else str(value) for path, value in cells.items()}
    page = client.get(reverse("calculator", args=["nidavellir", calculator]), typed | {"sent": "1"})
    assert page.status_code == 200
    assert "No answer in the time given" in page.content.decode()


@pytest.mark.parametrize("calculator", GAME.planners)
def test_a_plan_without_time_is_no_plan(calculator, each_look_a_second):
    state = most(GAME.sheet, 2, lambda options: options[0])
    for budget in (0, 1, 2):
        with deadline.within(budget), pytest.raises(NoAnswer):
            GAME.optimise(calculator, "p1", state)


@pytest.mark.parametrize("calculator", FORMS)
def test_a_form_with_every_field_at_its_most_is_answered(calculator):
    form = FORMS[calculator]
    for choose in (lambda options: options[0], lambda options: options[-1]):
        for less in ((), ("gone",), ("gone", "coin_1", "coin_2"), ("gone", "coin_1", "bids")):
            state = most(form.sheet, 1 if form.scope == "one" else 5, choose, less)
            try:
                with deadline.within():
                    found = form.answer(form.sheet.position(state))
            except deadline.OutOfTime:
                continue
            assert found.summary.en
