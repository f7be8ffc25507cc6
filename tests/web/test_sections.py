"""Sections as they are laid out: pieces that look alike are told apart by a heading."""

from __future__ import annotations

from collections import Counter

import pytest
from django.test import Client

from companion.models import Table
from companion.sheet_pages.section_views import panels
from scoring import game, games


@pytest.mark.parametrize("slug", sorted(games()))
@pytest.mark.parametrize("tracked", [False, True])
def test_no_piece_stands_twice_under_one_heading(slug: str, tracked: bool) -> None:
    found = game(slug)
    state = found.sheet.blank(2)
    for panel in panels(found, state, "p1", {}, [], tracked):
        for block in panel.blocks:
            if not block.joins:
                continue
            pieces = [each.entry for control in block.controls for each in control.inputs]
            twice = {piece for piece, n in Counter(filter(None, pieces)).items() if n > 1}
            assert not twice, f"{panel.id}: {twice}"
            if len(block.controls) == 1 and len(panel.blocks) > 1 and block.field.groups:
                assert block.heading, panel.id


@pytest.mark.django_db
def test_nothing_entered_is_no_number_at_a_mission() -> None:
    client = Client()
    for slug in games():
        if "coop" not in game(slug).sheet.table_fields:
            continue
        client.post(f"/open/{slug}/", {"p1/name": "Aki", "table/coop": "1"})
        page = client.get(f"/table/{Table.objects.get().key}/sheet/p1/").content.decode()
        assert "part-table-mission" in page
        assert "≥" not in page
