"""The scoreboard is drawn once for what it shows: no phone sees another text or token."""

import json
import random
import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from companion.history.phone_cookie import SIGNER
from companion.http import cached_fragment_tags
from companion.models import Device, Table
from companion.tables import access, polling, scoreboard_page
from scoring import evaluation, examples, game, games
from scoring.solving.cache import Cache
from tests.page_text import tight
from tests.web.test_access_rights import Round

pytestmark = pytest.mark.django_db

FRESH = re.compile(r'(name="(?:csrfmiddlewaretoken|form)" value=|data-now=|data-ended=)"[^"]*"')


def board(phone: Client, table: Table) -> str:
    answer = phone.get(f"/table/{table.key}/", headers={"HX-Request": "true"})
    assert answer.status_code == 200
    text = FRESH.sub(r"\1", tight(answer.content)).replace(table.key, "KEY")
    return re.sub(r'"/at/\w+/', '"/at/MARK/', text)


def sat(slug: str, state: Any) -> tuple[Client, Table]:
    """A phone at the first seat of a table with that state."""
    table = Table.objects.create(game=slug, state=state, revision=1)
    phone = Client()
    secret = "s" * 43
    Device.objects.create(
        table=table,
        digest=access.digest(secret, table.key),
        phone=access.digest(secret),
        role="host",
        seat=next(iter(state["seats"])),
    )
    phone.cookies[access.COOKIE] = SIGNER.sign(secret)
    return phone, table


@pytest.mark.parametrize("slug", games())
def test_a_board_says_the_same_as_if_each_plan_were_proven(slug, monkeypatch):
    for name, example in examples(slug).items():
        state = game(slug).sheet.read(example.state)
        drawn = board(*sat(slug, state))
        with monkeypatch.context() as proven:
            proven.setattr(scoreboard_page, "sketched", evaluation.scored)
            assert drawn == board(*sat(slug, state)), name
        assert 'class="seal' not in drawn


def test_a_board_asks_no_programme_for_a_proof(monkeypatch):
    def proving(*_):
        raise AssertionError

    found = game("keyflower")
    monkeypatch.setattr(type(found), "optimise", proving)
    state = found.sheet.read(examples("keyflower")["whole_village"].state)
    state["seats"]["p1"]["resources"] = {"gold": 17, "wood": 3}
    assert "board__row" in board(*sat("keyflower", state))


@pytest.mark.parametrize("slug", ["keyflower", "dice_forge"])
@pytest.mark.parametrize("screens", [False, True])
def test_a_board_put_together_of_what_was_drawn_before_is_the_one_drawn_anew(
    slug, screens, monkeypatch
):
    round, rng = Round(screens=screens, slug=slug), random.Random(3)
    phases = game(slug).sheet.phases.listed(round.table.state)
    steps = [step.id for phase in phases for step in phase.steps]
    cells = {
        "keyflower": ("resources/gold", "resources/wood", "skills/any", "name"),
        "dice_forge": ("track", "name"),
    }[slug]

    def play(role, **posted):
        form = {"base": "999", "form": f"{rng.random()}"} | posted
        round.phones[role].post(f"{round.at}play", form)

    def some(turn):
        role, seat = rng.choice([("host", "p1"), ("player", "p2")])
        match turn % 6:
            case 2:
                play(role, stage=rng.choice(phases).id)
            case 4:
                play(role, done=rng.choice(steps))
            case 5:
                round.phones[role].post(f"{round.at}finish", {"go": rng.choice(["wait", "finish"])})
                round.phones["host"].post(f"{round.at}finish", {"go": "reopen"})
            case _:
                cell = rng.choice(cells)
                value = f"N{turn}" if cell == "name" else str(rng.randrange(30))
                round.write(role, f"{seat}/{cell}", value)

    for turn in range(14):
        some(turn)
        for role in ("host", "player", "spectator"):
            phone = round.phones[role]
            again = board(phone, round.table)
            monkeypatch.setattr(cached_fragment_tags, "_parts", Cache(64))
            assert board(phone, round.table) == again, (turn, role)
            assert "hole-" not in again


def test_what_is_kept_of_a_board_holds_nobodys_token(round):
    found: dict[str, set[str]] = {}
    for role in ("host", "player", "host"):
        page = round.phones[role].get(round.at).content.decode()
        tokens = set(re.findall(r'csrfmiddlewaretoken" value="(\w+)"', page))
        keys = set(re.findall(r'name="form" value="([^"]+)"', page))
        assert len(tokens) == len(keys) == 1
        for seen in found.values():
            assert not seen & (tokens | keys)
        found[f"{role}{len(found)}"] = tokens | keys


def test_a_board_after_a_written_cell_asks_for_nothing_beside_the_table(round):
    board(round.phones["host"], round.table)
    round.write("player", "p2/resources/gold", "7")
    with CaptureQueriesContext(connection) as asked:
        board(round.phones["host"], round.table)
    told = [each["sql"] for each in asked if each["sql"].startswith("SELECT")]
    assert len(told) == 2
    assert not any("companion_note" in each or "companion_wish" in each for each in told)


def test_a_phone_that_was_written_down_just_now_is_not_written_down_again(monkeypatch):
    monkeypatch.setattr(access, "EVERY", 0.0)
    phone = Round().table.devices.get(seat="p2")
    now = timezone.now()
    for seen, renewed in ((now + timedelta(hours=1), False), (now - timedelta(hours=1), True)):
        Device.objects.filter(pk=phone.pk).update(seen=seen)
        access.record_presence(phone.pk)
        phone.refresh_from_db()
        assert (phone.seen != seen) is renewed


def test_a_phone_is_present_however_seldom_it_asks():
    script = (Path(__file__).parents[2] / "static" / "js" / "scoreboard.js").read_text("utf-8")
    found = re.search(r"const PACES = (.*);", script)
    longest = max(wait for _, wait in json.loads(found[1]))
    most = timedelta(milliseconds=longest, seconds=access.EVERY) + access.AGAIN
    assert most < polling.PRESENT
