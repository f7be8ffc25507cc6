"""A plan that is written back, on a pad and at a table; other players' tiles that it uses."""

import json
import random
import re
from html import unescape
from typing import Any

import pytest
from django.test import Client

from companion.models import Event, Table
from scoring import game
from scoring.model.plan import State
from tests.games.keyflower import test_transport as last
from tests.games.keyflower.test_map_plans import on_map
from tests.page_posts import post_cell, table_at
from tests.page_text import tight
from tests.web.test_tables import cell, joined, now

pytestmark = pytest.mark.django_db

KEYFLOWER = game("keyflower")
WON: dict[str, Any] = {
    "village": {"home_3": "before", "keywood": "after", "workshop": "before"},
    "map": {"home_3": "0,0/0", "keywood": "1,-1/2"},
    "boats": {"sea_bastion": True},
    "turn_order": {"turn_order_1": 0},
}
CARRY: dict[str, Any] = {
    "village": {"home_3": "before", "keywood": "before", "timber_yard": "before"},
    "map": {"home_3": "0,0/0", "keywood": "1,-1/2", "timber_yard": "-1,0/0"},
    "transports": {"home_3": 1},
    "resources": {"wood": 3, "stone": 1, "iron": 0, "gold": 1},
    "skills": dict.fromkeys(("anvil", "pickaxe", "saw"), 1),
    "goods": {"home_3": {"wood": 2, "gold": 1}},
    "winter": {"jeweller": True},
}


def pad(client: Client, seat: dict[str, Any]) -> str:
    sheet = json.dumps({"seats": {"p1": seat}})
    return str(client.post("/score/keyflower/", {"sheet": sheet})["Location"])


def offered(page: str) -> dict[str, str]:
    """Returns the cells that the button of a plan would send; nothing where there is none."""
    form = page.partition('<ol class="steps">')[2].partition("</form>")[0]
    form = form.partition('method="post"')[2] if 'name="rests"' in form else ""
    fields = re.findall(r'<input type="hidden"\s+name="([^"]+)"\s+value="([^"]*)"', form)
    return {name: unescape(value) for name, value in fields if name != "csrfmiddlewaretoken"}


def claimed(page):
    """Returns the plan's total, as far as that is settled."""
    found = re.search(r'class="pad__sum">\D*(\d+)', page)
    return int(found[1])


def known(state: State, seat: str = "p1") -> int:
    """Returns the result's total, a blank counting as none."""
    settled, _ = KEYFLOWER.solve_open_decisions(state)
    return KEYFLOWER.score(settled)[seat].known


def state_of(there):
    return table_at(there).state


def paid(state: State, seat: str = "p1") -> int:
    lines = KEYFLOWER.score(state)[seat].lines
    return sum(line.points or 0 for line in lines if line.id in ("sea_bastion", "turn_order_1"))


def test_tiles_lie_where_the_plan_laid_them_and_pay_what_it_said(client):
    there = pad(client, WON)
    page = client.get(f"{there}ask/place_tiles/").content.decode()
    assert "Put these on my map" in page
    plan = KEYFLOWER.optimise("place_tiles", "p1", state_of(there))
    sent = offered(page)
    assert {path.split("/")[2] for path in sent if "/map/" in path} == {
        *("workshop", "sea_bastion", "turn_order_1")
    }
    answer = client.post(f"{there}ask/place_tiles/", sent)
    assert answer["Location"] == f"{there}map/?done=1"
    assert paid(state_of(there)) == claimed(page) == plan.worth > 0
    seen = client.get(answer["Location"]).content.decode()
    assert "Written as planned" in seen
    assert "5 / 5" in seen
    assert offered(client.get(f"{there}ask/place_tiles/").content.decode()) == {}
    client.post(f"{there}map/", {"page": "map", "go": "undo"})  # all of it is one change
    assert state_of(there)["seats"]["p1"] == WON


def test_what_is_odd_on_another_sheet_says_whose_it_is(client):
    """*This player* would be the one whose plan it is; a link would lead to a wrong sheet."""
    odd = {"village": {"home_1": "before"}, "map": {"home_1": "0,0/0", "well": "0,1/0"}}
    sheet = {"seats": {"p1": CARRY, "p2": odd | {"name": "Mika"}}}
    there = client.post("/score/keyflower/", {"sheet": json.dumps(sheet)})["Location"]
    page = tight(client.get(f"{there}ask/last_transport/").content)
    assert "<li>Mika · Well is on the map, but not among your tiles.</li>" in page
    there = there.replace("/p1/", "/p2/")
    page = tight(client.get(f"{there}ask/last_transport/").content)
    assert ">Well is on the map, but not among your tiles.</a>" in page


def test_a_number_that_was_typed_makes_room_for_what_the_map_shows(client):
    there = pad(client, WON | {"loop": 3, "turn_order": {"turn_order_1": 6}})
    page = client.get(f"{there}ask/place_tiles/").content.decode()
    assert "Numbers that you typed" in page
    client.post(f"{there}ask/place_tiles/", offered(page))
    assert "loop" not in state_of(there)["seats"]["p1"]
    assert paid(state_of(there)) == claimed(page)
    plain = client.get(f"{pad(client, WON)}ask/place_tiles/").content.decode()
    assert "Numbers that you typed" not in plain


def test_after_the_last_transports_the_result_is_what_the_plan_said(client):
    rng, written = random.Random(17), set()
    for n in range(16):
        seat, rulings, layout, lying, _ = last.case(rng, 4, 4, 1)
        stores = last.YARDS
        goods = {
            layout.laid[place].tile: {good: n for good, n in held.items() if n}
            for place, held in lying.items()
            if layout.laid[place].tile not in stores and any(held.values())
        }
        able = [tile for tile, face in seat["village"].items() if last.power(tile, face)]
        uses = dict.fromkeys(rng.sample(able, min(1, len(able))), 2)
        own = seat | {"map": on_map(layout), "goods": goods, "transports": uses}
        there = pad(client, CARRY if n == 0 else own)
        kept = table_at(there)
        if n:
            kept.state["rulings"] = rulings
            kept.save()
        before = known(state_of(there))
        page = client.get(f"{there}ask/last_transport/").content.decode()
        if not (sent := offered(page)):
            continue  # nothing is worth carrying
        assert client.post(f"{there}ask/last_transport/", sent)["Location"].endswith("?done=1")
        after = state_of(there)
        assert known(after) == claimed(page) >= before
        assert "transports" not in after["seats"]["p1"]
        assert not {"use", "release", "flip"} & {path.split("/")[1] for path in sent if "/" in path}
        written |= {path.split("/")[1] for path in sent if "/" in path}
    assert written == {"resources", "skills", "storage", "village", "goods", "transports"}


def test_nothing_is_written_if_the_sheet_has_changed_since(client):
    there = pad(client, WON)
    sent = offered(client.get(f"{there}ask/place_tiles/").content.decode())
    client.post(f"{there}map/", {"page": "map", "p1/map/workshop": "0,1/0"})
    before = state_of(there)
    answer = client.post(f"{there}ask/place_tiles/", sent)
    assert answer["Location"] == f"{there}ask/place_tiles/?changed=1"
    assert state_of(there) == before
    page = client.get(answer["Location"]).content.decode()
    assert "has changed since" in page
    assert client.post(f"{there}ask/place_tiles/", offered(page))["Location"].endswith("?done=1")


def entered(phone: Client, table: Table, seat: str, cells: dict[str, Any]) -> None:
    for path, value in KEYFLOWER.sheet.cells({"seats": {seat: cells}}).items():
        typed = "1" if value is True else str(value)
        assert cell(phone, table, path, typed).status_code == 200


def test_at_a_table_it_is_one_event_of_whoever_may_write_there(host, table):
    own, other = joined(table, "p2"), joined(table, "p3")
    entered(own, table, "p2", WON)
    there = f"/table/{table.key}/ask/p2/place_tiles/"
    page = own.get(there).content.decode()
    sent = offered(page)
    table.refresh_from_db()
    before = table.revision
    assert offered(other.get(there).content.decode()) == {}
    assert other.post(there, sent).status_code == 404
    assert own.post(there, sent)["Location"] == f"/table/{table.key}/sheet/p2/map/?done=1"
    own.post(there, sent)  # a second tap
    table.refresh_from_db()
    assert table.revision == before + 1
    assert paid(table.state, "p2") == claimed(page)
    settled, _ = KEYFLOWER.solve_open_decisions(table.state)
    plan = KEYFLOWER.optimise("place_tiles", "p2", table.state)
    assert KEYFLOWER.score(settled)["p2"].total == KEYFLOWER.score(plan.after)["p2"].total
    host.post(f"/table/{table.key}/log/{table.revision}/undo")
    assert now(table).state["seats"]["p2"]["map"] == WON["map"]


def test_what_another_phone_moved_meanwhile_is_not_written_over(host, table):
    own = joined(table, "p2")
    entered(own, table, "p2", WON)
    there = f"/table/{table.key}/ask/p2/place_tiles/"
    sent = offered(own.get(there).content.decode())
    entered(host, table, "p2", {"map": {"keywood": "0,1/3"}})
    table.refresh_from_db()
    events = Event.objects.filter(table=table).count()
    assert own.post(there, sent)["Location"] == f"{there}?changed=1"
    table.refresh_from_db()
    assert Event.objects.filter(table=table).count() == events
    assert table.state["seats"]["p2"]["map"]["keywood"] == "0,1/3"


def test_a_rivals_tile_that_was_turned_meanwhile_changes_the_plan_that_uses_it(host, table):
    """Farrier carries farther once its owner has upgraded it; a rival's gold changes nothing."""
    own = joined(table, "p2")
    entered(own, table, "p2", CARRY | {"transports": {"farrier": 1}})
    entered(host, table, "p1", {"village": {"farrier": "before"}})
    there = f"/table/{table.key}/ask/p2/last_transport/"
    sent = offered(own.get(there).content.decode())
    assert sent
    entered(host, table, "p1", {"village": {"farrier": "after"}})
    assert own.post(there, sent)["Location"] == f"{there}?changed=1"
    again = offered(own.get(there).content.decode())
    assert again["rests"] != sent["rests"]
    entered(host, table, "p1", {"resources": {"gold": 3}})
    assert own.post(there, again)["Location"].endswith("?done=1")


@pytest.mark.parametrize("cell", ["p1/map/nobody", "p1/nothing", "p1/map/workshop"])
def test_only_cells_that_the_sheet_has_are_taken(client, cell):
    there = pad(client, WON)
    sent = offered(client.get(f"{there}ask/place_tiles/").content.decode())
    assert client.post(f"{there}ask/place_tiles/", {**sent, cell: "9,9,9"}).status_code == 302
    assert "9,9,9" not in json.dumps(state_of(there))


def test_what_the_map_answers_is_asked_nowhere_else(table):
    own = joined(table, "p2")
    there = f"/table/{table.key}/calculators/fight/?seat=p2"
    assert 'name="p2/loop"' in own.get(there).content.decode()
    entered(own, table, "p2", WON)
    page = own.get(there).content.decode()
    assert 'name="p2/offered/keythedral"' in page
    assert not re.search(r'name="p2/(loop|chain|touches/)', page)
    asked = own.get(f"{there}&sent=1&p2/offered/turn_order_2=open&table/mapped=1").content.decode()
    assert "for where it is laid on your map" in asked


def borrowed(html: str) -> list[str]:
    return re.findall(r'name="p1/(transports/\w+)"', html)


def test_a_rivals_transport_tile_is_entered_and_the_plan_says_whose_it_is(client):
    where = pad(client, CARRY)
    page = client.get(f"{where}map/").content.decode()
    own, _, others = page.partition("Other players’ tiles")
    assert borrowed(own) == ["transports/home_3"]
    folded = borrowed(others.partition("</details>")[0])
    assert {"transports/farrier", "transports/wainwright", "transports/stable"} < set(folded)
    assert "goods/farrier" not in page, "nothing lies on what is not here"
    typed = {"p1/transports/farrier": "1", "p1/transports/home_3": ""}
    for path, value in typed.items():
        assert post_cell(client, f"{where}map/", path, value).status_code == 200
    page = client.get(f"{where}map/").content.decode()
    assert "transports/farrier" in borrowed(page.partition("Other players’ tiles")[0])
    plan = client.get(f"{where}ask/last_transport/").content.decode()
    steps = plan.partition('<ol class="steps">')[2].partition("</ol>")[0]
    assert "Another player’s Farrier: 2 wood Home 3 &gt; Timber Yard" in steps


def test_the_face_that_lies_up_is_drawn(client):
    upgraded = CARRY["village"] | {"stable": "after"}
    laid = CARRY["map"] | {"stable": "0,1/0"}
    pages = [
        client.get(f"{pad(client, CARRY | {'village': village, 'map': laid})}map/")
        for village in (upgraded, upgraded | {"stable": "before"})
    ]
    drawn = []
    for page in pages:
        cell = page.content.decode().partition('name="p1/transports/stable"')[0]
        drawn.append(cell.rpartition('<label class="tray__cell"')[2])
    assert drawn[0] != drawn[1], "its other side carries farther"
