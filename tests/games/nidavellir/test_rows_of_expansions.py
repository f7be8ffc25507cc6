"""Rows of expansions that are not played are out of the way."""

import pytest

from scoring import game

GAME = game("nidavellir")


@pytest.mark.django_db
def test_what_is_played_is_asked_when_a_sheet_is_begun_and_its_heroes_are_there(client):
    def page(**boxes):
        begun = client.post("/score/nidavellir/", {"players": 2, **boxes}, follow=True)
        return begun.content.decode()

    assert 'name="table/thingvellir"' in client.get("/score/nidavellir/").content.decode()
    base, more = page(), page(**{"table/thingvellir": "1"})
    for cell in ("p1/heroes/olwyn", "p1/mercenaries/merc_h_b"):
        assert f'name="{cell}"' not in base
        assert f'name="{cell}"' in more
