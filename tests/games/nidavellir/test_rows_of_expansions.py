"""Rows of expansions that are not played are out of the way."""

import pytest

from scoring import game

GAME = game("nidavellir")
SHEET = GAME.sheet


def rows_shown(*expansions, tracked=False):
    """Rows of the form before any card that asks for more is ticked."""
    flags = {f"table/{box}" for box in expansions}
    return sum(
        len(group.rows) if group else 1
        for section in SHEET.sections
        if (tracked or not section.tracked) and (not section.when or section.when in flags)
        for field in section.fields
        if not field.decided and not field.when
        for group in field.groups or (None,)
        if not group or not group.when or group.when in flags
    )


def test_expansions_that_are_not_played_are_out_of_the_way():
    # 2 counts, 8 explorers, 3 miners, 8 warriors, 22 heroes, 26 coins, 5 distinctions, the gem
    assert rows_shown() == 2 + 8 + 3 + 8 + 22 + 26 + 5 + 1
    # 6 heroes, 12 mercenaries, 13 artifacts; Olwyn's doubles wait for her
    assert rows_shown("thingvellir") - rows_shown() == 6 + 12 + 13
    assert rows_shown("idavoll") - rows_shown() == 4 * 5


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
