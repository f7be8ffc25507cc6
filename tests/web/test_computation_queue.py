"""Few compute at once: who has to wait is told so kindly, and what is entered is saved."""

import gc
import json
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any
from weakref import ref

import pytest
from django.test import override_settings
from django.urls import reverse

from companion.http import request_deadline
from companion.http.computation_queue import Queue
from companion.models import Table
from companion.tables.saved_results import keep_result
from companion.urls import urlpatterns
from scoring import game
from scoring.solving import deadline as clock
from tests.finished_sheets import whole
from tests.page_posts import post_cell
from tests.page_text import tight

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nothing_remembered")]

VILLAGE = {"resources": {"wood": 6, "stone": 3, "iron": 6}, "winter": {"windmill": True}}


@pytest.fixture
def crowd(monkeypatch):
    """No turn is left anywhere."""
    none = Queue(at_once=0, waiting=0, each=0, seconds=0)
    monkeypatch.setattr(request_deadline, "answers", none)
    monkeypatch.setattr(request_deadline, "sheets", none)
    return none


def result(**cells: Any) -> str:
    state = whole(game("keyflower"), {"seats": {"p1": VILLAGE | cells}})
    return reverse("result", args=[keep_result(game("keyflower"), state).key])


def test_every_address_with_answers_is_there(client):
    names = {getattr(each, "name", "") for each in urlpatterns}
    assert names | {f"api_{name}" for name in ("score", "optimise")} >= request_deadline.ANSWERS


def test_no_request_outlives_its_answer(client):
    """A server that keeps one of each would fill its memory in an evening."""
    request = ref(client.get("/join/").wsgi_request)
    gc.collect()
    assert request() is None


def test_who_has_to_wait_is_told_so_in_the_own_language(client, crowd):
    found = client.get(result())
    assert (found.status_code, found["Retry-After"]) == (503, "5")
    assert "Busy right now" in found.content.decode()
    client.cookies["django_language"] = "ja"
    assert "ただいま混み合っています" in client.get(result()).content.decode()


def test_in_the_place_of_an_answer_is_a_note(client, crowd):
    found = client.get(f"{result()}p1/", headers={"HX-Request": "true"})
    assert (found.status_code, found["X-Busy"]) == (503, "1")
    page = tight(found.content.decode())
    assert page.startswith('<p class="note')
    assert "ask again in a moment" in page


def test_programs_are_told_as_a_problem(client, crowd):
    sheet = json.dumps({"seats": {"p1": VILLAGE}})
    for path in ("score/keyflower", "optimise/keyflower/final/p1"):
        found = client.post(f"/api/v1/{path}", sheet, "application/json")
        assert (found.status_code, found["Retry-After"]) == (503, "5")
        assert found["Content-Type"] == "application/problem+json"


def test_a_calculator_waits_for_its_turn_too(client, crowd):
    assert client.get("/dice_forge/calculators/odds/").status_code == 503
    assert client.get("/dice_forge/calculators/").status_code == 200


def test_what_is_entered_is_saved_though_nobody_may_compute(client, crowd):
    pad = Table.objects.create(pad=True, game="keyflower", state=game("keyflower").sheet.blank(1))
    found = post_cell(client, reverse("pad", args=[pad.key, "p1"]), "p1/resources/wood", "7")
    assert found.status_code == 200
    pad.refresh_from_db()
    assert pad.state["seats"]["p1"]["resources"] == {"wood": 7}


def test_once_there_is_room_the_same_page_has_the_whole_answer(client, monkeypatch):
    link = result()
    one = Queue(at_once=1, waiting=0, each=1, seconds=0)
    monkeypatch.setattr(request_deadline, "answers", one)
    assert one.take("somebody")
    assert client.get(link).status_code == 503
    one.give_back("somebody")
    for _ in range(2):
        page = client.get(link)
        assert page.status_code == 200
        assert 'class="seal"' in page.content.decode()
    assert one.take("somebody")  # every turn came back


def test_one_phone_has_no_more_than_its_share():
    turns = Queue(at_once=3, waiting=0, each=2, seconds=0)
    assert [turns.take("a") for _ in range(3)] == [True, True, False]
    assert turns.take("b")


def test_behind_a_trusted_proxy_phones_without_a_cookie_are_told_apart(client, crowd, monkeypatch):
    """And a cookie that a browser makes up is nobody's."""
    asked: list[str] = []
    monkeypatch.setattr(crowd, "take", lambda phone, gone: asked.append(phone))
    link = result()
    with override_settings(TRUSTED_PROXIES=1):
        for n in (1, 2):
            headers = {"X-Forwarded-For": f"203.0.113.{n}", "Cookie": f"device=made-up-{n}"}
            client.get(link, headers=headers)
    assert asked == ["203.0.113.1", "203.0.113.2"]


def test_who_waits_and_goes_away_leaves_the_queue():
    turns = Queue(at_once=1, waiting=1, each=1, seconds=60)
    assert turns.take("a")
    assert not turns.take("b", gone=lambda: True)
    turns.give_back("a")
    assert turns.take("b")


def test_who_went_away_keeps_no_place_in_the_queue():
    """Even before the own thread notices."""
    turns, asleep, away = Queue(at_once=1, waiting=1, each=1, seconds=60), Event(), Event()
    assert turns.take("first")

    def gone():
        asleep.set()
        return away.is_set()

    with ThreadPoolExecutor() as pool:
        left = pool.submit(turns.take, "second", gone)
        assert asleep.wait(60)
        assert not turns.take("third")  # the queue is full
        away.set()
        third = pool.submit(turns.take, "third")
        assert left.result(60) is False
        turns.give_back("first")
        assert third.result(60) is True
    turns.give_back("third")
    assert turns.take("first")


class Asked:
    """An asker that writes down what it is asked."""

    def __init__(self, *, may: bool = True) -> None:
        self.may, self.away, self.heard = may, False, list[str]()

    def begin(self) -> bool:
        self.heard.append("begin")
        return self.may

    def end(self) -> None:
        self.heard.append("end")

    def gone(self) -> bool:
        return self.away


def test_a_turn_begins_with_the_first_look_and_ends_with_what_is_computed():
    asker = Asked()
    with clock.within(asker=asker):
        with clock.within():
            assert asker.heard == []
            with clock.within():
                clock.check()
            clock.check()
            assert asker.heard == ["begin"]
        assert asker.heard == ["begin", "end"]
        clock.check()
        with clock.within():
            clock.check()
        assert asker.heard == ["begin", "end", "begin"]
    assert asker.heard == ["begin", "end", "begin", "end"]


def test_who_is_refused_computes_nothing_and_nothing_of_it_is_remembered():
    asker = Asked(may=False)
    with clock.within(asker=asker):
        with pytest.raises(clock.OutOfTime):
            clock.check()
        assert clock.missed()
    assert asker.heard == ["begin"]


def test_work_ends_when_nobody_waits_for_it_any_more():
    asker = Asked()
    with clock.within(60, asker):
        clock.check()
        asker.away = True
        with pytest.raises(clock.OutOfTime):
            deque(iter(clock.check, 0), maxlen=0)  # without end but for this
