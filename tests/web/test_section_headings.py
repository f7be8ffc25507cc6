"""Sections as they are laid out: pieces that look alike are told apart by a heading."""

import re
from collections import Counter

import pytest
from django.test import Client

from companion.models import Table
from companion.sheet_pages import sheet_building
from companion.sheet_pages.section_views import panels
from companion.sheet_pages.sheet_building import columns, steps
from companion.tables.new_table import open_pad
from scoring import game, games
from scoring.evaluation import sketched
from scoring.model.cells import CellPath


@pytest.mark.parametrize("slug", sorted(games()))
@pytest.mark.parametrize("tracked", [False, True])
def test_no_piece_stands_twice_under_one_heading(slug, tracked):
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
def test_nothing_entered_is_no_number_at_a_mission():
    client = Client()
    for slug in games():
        if "coop" not in game(slug).sheet.table_fields:
            continue
        client.post(f"/open/{slug}/", {"p1/name": "Aki", "table/coop": "1"})
        page = client.get(f"/table/{Table.objects.get().key}/sheet/p1/").content.decode()
        assert "part-table-mission" in page
        assert "≥" not in page


@pytest.mark.parametrize("players", [1, 3])
@pytest.mark.parametrize("slug", sorted(games()))
def test_nothing_entered_is_no_number_on_a_step_or_column(slug, players):
    found = game(slug)
    state = found.sheet.blank(players)
    scores = sketched(found, state)
    walked = steps(found, state, "p1", scores.breakdowns, True, found.sheet.seats(state))
    assert {step.points for step in walked} <= {"", "–"}
    shown = columns(found, state, scores, "p1").values()
    assert {column.points for column in shown} <= {"–"}


BARE = re.compile(r"[−\d]+")


@pytest.mark.parametrize("slug", sorted(games()))
def test_one_number_is_not_the_points_of_a_section_that_lacks_others(slug):
    found = game(slug)
    blank, seen = found.sheet.blank(2), 0
    for section in found.sheet.sections:
        for field in section.fields:
            if field.kind not in ("count", "tally") or section.control or field.decided:
                continue
            path = CellPath.to("p1", *next(field.paths()))
            state = found.sheet.put(blank, {path: 1})
            walked = steps(found, state, "p1", sketched(found, state).breakdowns, True)
            open_ = [step for step in walked if step.open]
            seen += len(open_)
            assert not [step.points for step in open_ if BARE.fullmatch(step.points)], path
    # in Map Masters only boards of all players ask for something
    assert seen or slug == "map_masters"


@pytest.mark.django_db
def test_a_column_is_zero_once_its_rest_is_none():
    nidavellir = game("nidavellir")
    state = nidavellir.sheet.put(nidavellir.sheet.blank(2), {"p1/hunters": 2})
    client = Client()

    def page():
        scores = sketched(nidavellir, state)
        army = steps(nidavellir, state, "p1", scores.breakdowns, True)[0]
        made = columns(nidavellir, state, scores, "p1")
        pad = open_pad(nidavellir, state)
        body = client.get(f"/pad/{pad.key}/p1/").content.decode()
        return army.points, {id_: each.points for id_, each in made.items()}, body

    points, heads, body = page()
    assert (points, heads["p1-hunters"], heads["p1-miners"]) == ("≥ 4", "4", "–")
    assert "2 ranks" in body
    assert "0 ranks" not in body
    state = nidavellir.sheet.put(state, {"p1/hunters": None, "p1/none/army": True})
    points, heads, body = page()
    assert points == "0"
    assert set(heads.values()) == {"0"}
    assert body.count("0 ranks") == 5


def test_a_blank_cell_equals_nothing_but_shows_what_is_known_of_it():
    """The title is chosen and its points not typed."""
    diploma = game("diploma")
    cells = {"sets": 3, "title": "excellent_excavator", "spots": {"spot_normal": 5}}
    state = diploma.sheet.read({"seats": {"p1": cells}})
    shown = sheet_building.figures(
        diploma, state, diploma.score(state), diploma.sheet.sections[:1], ["p1"]
    )
    assert shown["p1-sets-figure"] == "= 15"
    assert shown["p1-title_points-figure"] == "5"
    assert shown["p1-power_points-figure"] == ""
