"""Races: the order of finish against the rule said anew, and thousands of simulated ones.

`COMPANION_RACES=10000` simulates as many races over the real functions that decide and store.
"""

import os
import random
from datetime import datetime, timedelta
from itertools import count, permutations
from math import ceil, floor, inf
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from companion.models import Device, Event, Table
from companion.tables import access, first_to_finish, ledger
from companion.tables.first_to_finish import Done
from scoring import game
from scoring.model.cells import CellPath
from tests.page_posts import post_cell
from tests.web.test_tables import joined, now

RACES = int(os.environ.get("COMPANION_RACES", "40"))
GAME = game("map_masters")
NOW = 1_764_247_629_123

dones = st.lists(
    st.builds(Done, st.just(""), st.integers(0, 900), st.none() | st.integers(0, 250)), max_size=5
).map(lambda found: [Done(f"p{n}", each.at, each.doubt) for n, each in enumerate(found, 1)])


def surely_earlier(one: Done, other: Done) -> bool:
    """The rule said anew: whatever the true times are, one is earlier, and by more than 50 ms."""
    if one.doubt is None or other.doubt is None:
        return False
    latest, earliest = one.at + one.doubt, other.at - other.doubt
    return latest < earliest and other.at - one.at > 50


@given(dones)
def test_the_order_of_finish_is_as_the_rule_says(found):
    for told in permutations(found) if len(found) < 4 else [found, found[::-1]]:
        order = first_to_finish.order_of_finish(told)
        assert sorted(done.seat for _, done in order) == sorted(done.seat for done in found)
        for place, done in order:
            before = sum(surely_earlier(each, done) for each in found)
            assert place == (None if done.doubt is None else before + 1)
        times = [done.at for place, done in order if place]
        assert times == sorted(times)
        assert [place for place, _ in order if place is None] == [
            place for place, _ in order[len(times) :]
        ]
        first = {done.seat for done in first_to_finish.in_question(told)}
        assert first == {
            done.seat for done in found if not any(surely_earlier(each, done) for each in found)
        }


@pytest.mark.parametrize(
    ("gap", "doubts", "first"),
    [
        (51, (0, 0), ["p1"]),
        (50, (0, 0), ["p1", "p2"]),  # within 50 ms it is a tie
        (101, (60, 40), ["p1"]),
        (100, (60, 40), ["p1", "p2"]),  # within what both may be off
        (501, (250, 250), ["p1"]),
        (5000, (None, 0), ["p2", "p1"]),  # too uncertain to win ...
        (5000, (0, None), ["p1", "p2"]),  # ... or to lose
    ],
)
def test_two_are_level_within_50_ms_or_their_doubts(gap, doubts, first):
    found = [Done("p1", NOW, doubts[0]), Done("p2", NOW + gap, doubts[1])]
    assert [done.seat for done in first_to_finish.in_question(found)] == first


@pytest.mark.parametrize(
    ("sent", "at", "doubt"),
    [
        (f"{NOW - 80} 12", NOW - 80, 12),
        (f"{NOW + 9} 12", NOW, 12),  # as near as it can have been
        (f"{NOW + 13} 12", NOW, None),  # in the future
        (f"{NOW - 20_000} 12", NOW - 20_000, 12),
        (f"{NOW - 20_001} 12", NOW - 3000, None),  # not before the phone was last heard
        ("17 12", NOW - 3000, None),
        (f"{NOW - 80} 250", NOW - 80, 250),
        (f"{NOW - 80} 251", NOW - 80, None),
        (f"{NOW + 999} 999999999", NOW, None),
        (f"{NOW - 80} NaN", NOW - 80, None),  # a clock that was not measured
        (f"{NOW - 80}", NOW - 80, None),
        ("yesterday 5", NOW, None),
        ("", NOW, None),
    ],
)
def test_no_time_is_taken_that_cannot_be(sent, at, doubt):
    assert Done.received("p1", sent, heard=NOW - 3000, now=NOW) == Done("p1", at, doubt)


@given(st.integers(0, 10**15), st.integers(0, 10**9 - 1), st.integers(10**12, 10**14))
def test_whatever_a_phone_sends_can_be_stored_and_read(at, doubt, now):
    done = Done.received("p1", f"{at} {doubt}", heard=now - 3000, now=now)
    assert Done.read("p1", done.stored()) == done
    assert GAME.sheet.records("play/race/first_1/p1", done.stored())


@pytest.mark.parametrize("text", ["", "now", "2025-11-27 12:47:09.123 ±12 ms", "±", True, 7])
def test_what_is_no_done_is_none(text):
    assert Done.read("p1", text) is None


# at a table


@pytest.fixture
def table(db):
    host = Client()
    host.post("/open/map_masters/", {f"p{n}/name": name for n, name in enumerate("ABC", 1)})
    return Table.objects.get()


def press(phone: Client, table: Table, seat: str, sent: str, form: str, race: int = 1) -> Any:
    cell = f"play/race/first_{race}/{seat}"
    return post_cell(phone, f"/table/{table.key}/done", cell, sent, form=form)


def ago(milliseconds: int) -> str:
    return f"{round(timezone.now().timestamp() * 1000) - milliseconds} 5"


def told(table, race=1):
    table.refresh_from_db()
    return table.state.get("play", {}).get("race", {}).get(f"first_{race}", {})


def view(phone, table, seat, race=1):
    page = phone.get(f"/table/{table.key}/sheet/{seat}/")
    return page.context["races"]()[f"round_{race}"][0]


def as_host(table: Table) -> Client:
    """A second phone with the host's role, without a seat of its own."""
    phone = joined(table, "p1")
    Device.objects.filter(table=table, seat="p1").update(role="host")
    return phone


def test_a_done_is_an_entry_like_any_other(table):
    player, other = joined(table, "p2"), joined(table, "p3")
    answer = press(other, table, "p3", ago(900), "a")
    assert (answer.status_code, answer["X-Form"]) == (200, "a")
    assert press(player, table, "p2", ago(400), "b").status_code == 200
    at = Done.read("p2", told(table)["p2"])
    # what comes twice counts once, and so does a second tap
    assert press(player, table, "p2", ago(400), "b").status_code == 200
    assert press(player, table, "p2", ago(0), "c")["X-Form"] == "c"
    assert list(told(table)) == ["p3", "p2"]
    assert at
    assert at.stored() == told(table)["p2"]
    # but one that was earlier and comes later takes its place
    press(player, table, "p2", ago(700), "d")
    assert told(table)["p2"] < at.stored()
    assert Event.objects.filter(cells__has_key="play/race/first_1/p2").count() == 2
    seen = view(player, table, "p2")
    assert [(place, owner.seat) for place, owner, _ in seen.finishes] == [(1, "p3"), (2, "p2")]
    assert seen.verdict == "won"
    assert seen.offers == []  # another one's bonus
    offers = view(other, table, "p3").offers
    assert [path for path, _ in offers] == ["p3/first_1"]
    assert view(other, table, "p3", race=2).finishes == []  # the next round starts anew
    assert "Done! · Round 1" in player.get(f"/table/{table.key}/log/").content.decode()
    # and undone like any other; then the next tap counts
    event = Event.objects.get(cells__has_key="play/race/first_1/p3")
    other.post(f"/table/{table.key}/log/{event.number}/undo", {"form": "u"})
    assert list(told(table)) == ["p2"]
    press(other, table, "p3", ago(0), "e")
    assert [place for place, *_ in view(player, table, "p2").finishes] == [1, 2]


def test_the_bonus_is_entered_with_a_tap_and_ends_the_race(table):
    player = joined(table, "p2")
    press(player, table, "p2", ago(0), "a")
    cell = view(player, table, "p2").offers[0][0]
    sheet = f"/table/{table.key}/sheet/p2/"
    answer = post_cell(player, sheet, cell, "1", base=table.revision, form="b")
    assert answer["X-Whole"] == "1"  # so that the offer goes
    assert now(table).state["seats"]["p2"]["first_1"] is True
    assert (view(player, table, "p2").verdict, view(player, table, "p2").offers) == ("", [])
    # entered by hand, before anybody was done: no button asks who is
    assert not view(player, table, "p2", race=2).told
    post_cell(player, sheet, "p2/first_2", "1", base=now(table).revision, form="c")
    assert view(player, table, "p2", race=2).told


def test_a_phone_that_is_away_can_neither_win_nor_lose_by_that(table):
    player, away = joined(table, "p2"), joined(table, "p3")
    press(player, table, "p2", ago(100), "a")
    assert view(player, table, "p2").verdict == "won"
    long_ago = timezone.now() - timedelta(minutes=2)
    Device.objects.filter(seat="p3").update(seen=long_ago)
    access._heard.clear()  # on a slow machine its request is stored only with the next one
    seen = view(player, table, "p2")
    assert (seen.verdict, [owner.seat for owner in seen.silent]) == ("unknown", ["p3"])
    # its tap of a minute ago comes at last
    press(away, table, "p3", ago(60_000), "b")
    seen = view(player, table, "p2")
    assert (seen.verdict, seen.silent) == ("unknown", [])
    assert [place for place, *_ in seen.finishes] == [1, None]
    assert [path for path, _ in view(away, table, "p3").offers] == ["p3/first_1"]


def test_who_is_level_is_for_the_table_to_decide(table):
    first, second = joined(table, "p2"), joined(table, "p3")
    at = ago(100)
    press(first, table, "p2", at, "a")
    press(second, table, "p3", f"{int(at.split()[0]) + 40} 5", "b")
    assert view(first, table, "p2").verdict == "level"
    assert [place for place, *_ in view(first, table, "p2").finishes] == [1, 1]


@pytest.mark.parametrize(
    "cell",
    ["play/race/first_1/p3", "play/race/first_1/p5", "play/race/first_9/p2", "play/first", ""],
)
def test_nobody_writes_anything_else_that_way(table, cell):
    player = joined(table, "p2")
    answer = post_cell(player, f"/table/{table.key}/done", cell, ago(0), form="a")
    assert answer.status_code == 404
    assert told(table) == {}
    assert Client().post(f"/table/{table.key}/done").status_code == 404
    assert player.get(f"/table/{table.key}/done")["Location"] == f"/table/{table.key}/"


def test_a_sheet_says_when_it_was_answered(table):
    player = joined(table, "p2")
    for version in ("", f"?v={table.revision + 9}"):
        before = round(timezone.now().timestamp() * 1000)
        answer = player.get(f"/table/{table.key}/sheet/p2/{version}")
        now = round(timezone.now().timestamp() * 1000)
        assert before <= int(answer["X-Now"]) <= now
    assert answer.status_code == 204


# simulated


class MeasuredClock:
    """The reckoning of static/js/server_clock.js said anew; a browser test compares the two."""

    def __init__(self) -> None:
        self.least, self.most, self.last = -inf, inf, 0.0

    def learn(self, sent: int, got: int, stamp: int) -> None:
        wider = 1 + abs(got - self.last) * 1e-4
        low, high = max(sent - stamp, self.least - wider), min(got - stamp, self.most + wider)
        self.least, self.most = (sent - stamp, got - stamp) if low > high else (low, high)
        self.last = got

    def told(self, here: int) -> str:
        """Returns what a tap at a moment of the phone's own clock sends."""
        since = abs(here - self.last)
        ahead = (self.least + self.most) / 2 if self.last else 0  # 0: nothing was heard yet
        doubt = ceil((self.most - self.least) / 2 + since * 1e-4) if since < 60_000 else "NaN"
        return f"{floor(here - ahead + 0.5)} {doubt}"


class Phone:
    """A phone whose clock is wrong and drifts, on a network of its own."""

    def __init__(self, chance: random.Random, device: Device) -> None:
        self.chance, self.device, self.measured = chance, device, MeasuredClock()
        self.skew = chance.uniform(-3e8, 3e8)
        self.rate = 1 + chance.uniform(-5e-5, 5e-5)
        self.base = chance.choice([4.0, 15.0, 60.0, 200.0])

    def clock(self, at: float) -> int:
        return int(at * self.rate + self.skew)

    def delay(self) -> float:
        slow = self.chance.random() < 0.1
        return self.base * self.chance.uniform(0.2, 1.5) + (self.chance.uniform(0, 900) * slow)

    def poll(self, at: float) -> float:
        """Asks the server for its time; returns when the answer is there."""
        there = at + self.delay()
        back = there + self.delay()
        self.measured.learn(self.clock(at), self.clock(back), round(there))
        return back

    def done(self, at: float) -> str:
        return self.measured.told(self.clock(at))


class Killed(Exception):
    """The server was killed."""


def race(seed: int, key: str, devices: list[Device], monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Runs one race, and returns how it was decided; fails if it was decided wrongly."""
    chance = random.Random(seed)
    field, start = f"first_{seed % 6 + 1}", 1.7e12 + seed * 1e6
    phones = {each.seat: Phone(chance, each) for each in devices}
    taps: dict[str, list[float]] = {}
    posts: list[tuple[float, int, str, str, str]] = []
    number = count()
    for seat, phone in phones.items():
        at, tap = start, start + 20_000 + chance.choice([30, 300, 3000]) * chance.random()
        away = chance.random() < 0.15  # without network from the beginning, or for a minute before
        until = start + 1 if away and chance.random() < 0.5 else tap - 70_000 * away
        for _ in range(chance.randint(1, 12)):
            if at < until:
                at = phone.poll(at) + 1500
        taps[seat] = [tap]
        sent, form = phone.done(tap), f"{seed}-{seat}"
        arrives = tap + phone.delay() + (chance.uniform(5000, 90_000) if away else 0)
        posts.append((arrives, next(number), seat, sent, form))
        if chance.random() < 0.2:  # the same once more, as from a second tab
            posts.append((arrives + phone.delay(), next(number), seat, sent, form))
        if chance.random() < 0.1:  # a second tap for the same seat
            taps[seat].append(tap + 300)
            posts.append((arrives + 400, next(number), seat, phone.done(tap + 300), form + "!"))
    while posts:
        posts.sort()
        arrives, _, seat, sent, form = posts.pop(0)
        again = (arrives + chance.uniform(1000, 9000), next(number), seat, sent, form)
        if chance.random() < 0.1:  # lost on its way
            posts.append(again)
            continue
        now = datetime.fromtimestamp(arrives / 1000, tz=timezone.get_current_timezone())
        monkeypatch.setattr("companion.http.server_clock.now_ms", lambda at=arrives: round(at))
        phones[seat].device.seen = now - timedelta(seconds=chance.uniform(0, 5))
        phones[seat].device.table = Table.objects.get(key=key)
        path, killed = CellPath(f"play/race/{field}/{seat}"), chance.random()
        try:
            with transaction.atomic():
                first_to_finish.record(GAME, phones[seat].device, path, sent, form)
                if killed < 0.1:  # before it was stored
                    raise Killed
        except Killed:
            posts.append(again)
        if 0.1 <= killed < 0.2:  # stored, and never answered
            posts.append(again)
    found = list(first_to_finish.of(GAME, Table.objects.get(key=key).state, field).values())
    assert {done.seat for done in found} == phones.keys(), "a done is lost"
    known = [done for done in found if done.doubt is not None]
    true = {d.seat: min(taps[d.seat], key=lambda at: abs(at - d.at)) for d in known}
    for done in known:
        assert abs(done.at - true[done.seat]) <= (done.doubt or 0) + 1, (seed, done, taps)
    for one, other in permutations(known, 2):
        gap, doubts = true[other.seat] - true[one.seat], (one.doubt or 0) + (other.doubt or 0)
        if one.beats(other):
            assert gap > 0, (seed, one, other, taps)
        else:  # what is stated to be level is so, but for what both may be off
            assert gap <= max(first_to_finish.TIE_MS, doubts) + doubts + 2, (seed, one, other, taps)
    return ["unknown" for done in found if done.doubt is None] + [
        "won" if len(first_to_finish.in_question(found)) == 1 else "open"
    ]


def test_simulated_races_lose_no_done_and_decide_none_wrongly(table, monkeypatch):
    devices = [
        Device(table=table, digest=f"{n}", role="player", seat=f"p{n}", seen=timezone.now())
        for n in (1, 2, 3)
    ]
    Device.objects.bulk_create(devices)
    state, outcomes = table.state, []
    for seed in range(RACES):
        outcomes += race(seed, table.key, devices, monkeypatch)
        if seed % 6 == 5:  # the next game
            Event.objects.filter(table=table).delete()
            Table.objects.update(state=state, revision=0, last_event_by_seat={})
    assert outcomes.count("won") > RACES / 4
    assert outcomes.count("open") > RACES / 10
    assert outcomes.count("unknown") > RACES / 10
    assert ledger.fold(GAME.sheet, state, list(Event.objects.order_by("number"))) == (
        Table.objects.get(key=table.key).state
    )
