"""Below a map: tiles of other players that are used, and the face of each that lies up."""

import re

import pytest
from django.test import Client

from tests.web.test_write_plan_to_sheet import CARRY, pad

pytestmark = pytest.mark.django_db


def cells(html: str) -> list[str]:
    return re.findall(r'name="p1/(transports/\w+)"', html)


def test_a_rivals_transport_tile_is_entered_and_the_plan_says_whose_it_is(client: Client) -> None:
    where = pad(client, CARRY)
    page = client.get(f"{where}map/").content.decode()
    own, _, others = page.partition("Other players’ tiles")
    assert cells(own) == ["transports/home_3"]
    folded = cells(others.partition("</details>")[0])
    assert {"transports/farrier", "transports/wainwright", "transports/stable"} < set(folded)
    assert "goods/farrier" not in page, "nothing lies on what is not here"
    typed = {"p1/transports/farrier": "1", "p1/transports/home_3": ""}
    for cell, value in typed.items():
        headers = {"HX-Request": "true", "HX-Trigger-Name": cell}
        assert client.post(f"{where}map/", {cell: value}, headers=headers).status_code == 200
    page = client.get(f"{where}map/").content.decode()
    assert "transports/farrier" in cells(page.partition("Other players’ tiles")[0])
    plan = client.get(f"{where}ask/last_transport/").content.decode()
    steps = plan.partition('<ol class="steps">')[2].partition("</ol>")[0]
    assert "Another player’s Farrier: 2 wood Home 3 &gt; Timber Yard" in steps


def test_the_face_that_lies_up_is_drawn(client: Client) -> None:
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
