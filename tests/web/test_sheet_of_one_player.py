"""A sheet of one: what is asked over sheets is asked there too, and nobody has a place."""

import json
import re

import pytest
from django.urls import reverse

from companion.history import played_games
from companion.models import Result, Table
from scoring import game
from tests.finished_sheets import whole
from tests.page_posts import post_cell
from tests.page_text import tight
from tests.web.test_tables import cell, rest_none

pytestmark = pytest.mark.django_db

KEYFLOWER = game("keyflower")
SEAT = {
    "village": {"home_3": "before", "keywood": "before"},
    "resources": {"wood": 6},
    "workers": {"red": 3},
}


@pytest.mark.parametrize(
    ("calculator", "path", "value"),
    [("fight", "p1/offered/windmill", "open"), ("keep", "p1/dealt/windmill", "1")],
)
@pytest.mark.parametrize(
    ("language", "unknown"),
    [("en", "The others: only your sheet is here"), ("ja", "ほかの人：あなたのシートだけ")],
)
def test_what_to_fight_for_and_to_offer_is_asked_over_ones_own_sheet(
    client, calculator, path, value, language, unknown
):
    state = whole(KEYFLOWER, {"seats": {"p1": SEAT}})
    pad = Table.objects.create(pad=True, game="keyflower", state=state)
    client.cookies["django_language"] = language
    address = reverse("pad_calculator", args=[pad.key, "p1", calculator])
    assert address in client.get(reverse("pad", args=[pad.key, "p1"])).content.decode()
    page = tight(client.get(address, {"sent": "1", path: value}).content.decode())
    assert unknown in page
    assert reverse("entry", args=["keyflower", "windmill"]) in page


def test_a_seat_whose_rivals_entered_nothing_has_no_place_anywhere(host, table):
    cell(host, table, "p1/resources/gold", "4")
    rest_none(host, table, "p1")
    board = f"/table/{table.key}/"

    def seen(path):
        return tight(host.get(path).content.decode())

    assert 'rank__place"></span>' in seen(board)
    host.post(f"{board}finish")
    table.refresh_from_db()
    kept = Result.objects.get()
    picture = seen(f"/result/{kept.key}/picture.svg")
    for page in (seen(board), seen(f"/result/{kept.key}/"), picture):
        assert not re.search(r"place \d|podium__|1\. Aki|And the winner", page)
        assert "Aki: 4 points" in page
    [own, *others] = played_games.of_table(table).seats
    assert (own.place, own.total) == (None, 4)
    assert {each.place for each in others} == {None}
    sent = json.dumps(table.state)
    answer = host.post("/api/v1/score/keyflower", sent, "application/json").json()
    assert {each["place"] for each in answer["ranking"]} == {None}


def test_a_bound_below_nothing_has_a_minus_and_no_hyphen(client):
    sent = {"sent": "1", "table/who": "p2", "p1/worth/hunter_card": "7", "players": "2"}
    for tavern in ("laughing_goblin", "dancing_dragon", "shining_horse"):
        sent[f"table/at_{tavern}/hunter_card"] = "3"
    for seat, gem in (("p1", "gem_5"), ("p2", "gem_4")):
        sent[f"{seat}/gem"] = gem
        sent |= {f"{seat}/coins/coin_{n}": "1" for n in (0, 2, 3, 4, 5)}
    sent["p2/worth/hunter_card"] = "3"
    page = tight(client.get(reverse("calculator", args=["nidavellir", "taverns"]), sent).content)
    assert re.search(r"Upper bound: −\d", page)


def test_an_answer_has_only_what_its_page_has(client):
    """Anything else makes the page ask for all of itself once more, at every tap."""
    state = game("map_masters").sheet.blank(2)
    state["table"] = {"coop": True}
    made = client.post("/score/map_masters/", {"sheet": json.dumps(state)})
    page = client.get(made["Location"]).content.decode()
    answer = post_cell(client, made["Location"], "table/difficulty", "hard").content.decode()
    sent = re.findall(r'<\w+[^>]* id="([^"]+)"[^>]*hx-swap-oob', answer)
    assert {"dock", "steps"} <= set(sent)
    strange = [each for each in sent if f'id="{each}"' not in page]
    assert strange == ["table-difficulty-says"]  # a mission is entered at a table alone
