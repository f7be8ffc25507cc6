"""Phases, steps, start player, timers and calculators at a table."""

import re
from datetime import timedelta
from html import unescape

import pytest
from django.test import Client
from django.utils import timezone

from companion.models import Table
from companion.tables import ledger, timers
from scoring import game
from tests.page_text import tight
from tests.rows import rows
from tests.web.test_tables import cell, joined, now, rest_none

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


def play(phone: Client, table: Table, **what: str) -> int:
    table.refresh_from_db()
    data = {"base": str(table.revision), "form": f"{what}{table.revision}"} | what
    code: int = phone.post(f"/table/{table.key}/play", data).status_code
    table.refresh_from_db()
    return code


def test_a_table_goes_through_its_seasons_and_back(host, table):
    assert "Set-up" in host.get(f"/table/{table.key}/").content.decode()
    assert play(host, table, stage="spring") == 302
    assert table.state["play"]["stage"] == "spring"
    assert play(joined(table, "p2"), table, stage="summer") == 302
    host.post(f"/table/{table.key}/log/{table.revision}/undo", {"form": "x"})
    table.refresh_from_db()
    assert table.state["play"]["stage"] == "spring"
    revision = table.revision
    play(host, table, stage="no_such_season")
    assert table.revision == revision


def test_a_list_opens_on_what_is_looked_for_in_the_present_season(host, table):

    def opens():
        page = host.get(f"/table/{table.key}/sheet/p1/").content.decode()
        tabs = re.findall(r'<button class="palette__tab"[^>]*aria-current="true">\s*(\w+)', page)
        lists = re.findall(r"<details[^>]*\bopen\b[^>]*>\s*<summary>(\w+)", page)
        assert lists == tabs
        return [str(tab) for tab in tabs]

    assert opens() == ["Home"]
    for season, tab in (("summer", "Summer"), ("autumn", "Autumn"), ("count", "Home")):
        play(host, table, stage=season)
        assert opens() == [tab]


def test_steps_are_ticked_by_all_and_kept_by_stage(host, table):
    play(host, table, stage="spring")
    play(host, table, done="load")
    assert table.state["play"]["done"] == {"spring": {"load": True}}
    page = joined(table, "p2").get(f"/table/{table.key}/").content.decode()
    assert page.count('aria-pressed="true"') == 1
    play(host, table, stage="summer")
    assert 'aria-pressed="true"' not in host.get(f"/table/{table.key}/").content.decode()
    play(host, table, stage="spring")
    play(host, table, done="load")
    assert "done" not in table.state["play"]
    play(host, table, done="offer")  # a step of winter
    assert "done" not in table.state["play"]


def test_two_phones_that_say_at_once_that_a_step_is_done_do_not_untick_it(host, table):
    play(host, table, stage="spring")
    page = tight(host.get(f"/table/{table.key}/").content)
    step = re.search(r'btn--main" name="tick" value="(\w+)"', page)
    play(host, table, tick=step[1])
    play(joined(table, "p2"), table, tick=step[1])
    assert table.state["play"]["done"] == {"spring": {step[1]: True}}
    # the next one follows, and after the last one the next phase
    for _ in range(9):
        page = tight(host.get(f"/table/{table.key}/").content)
        step = re.search(r'btn--main" name="tick" value="(\w+)"', page)
        if not step:
            break
        play(host, table, tick=step[1])
    assert page.count("btn--main") == 1
    assert 'btn--main" name="stage" value="summer"' in page


@pytest.mark.parametrize(
    ("slug", "draw"),
    [("keyflower", "homes"), ("dice_forge", "first"), ("nidavellir", "seats")],
)
def test_the_tools_lead_to_the_draw_that_says_who_begins(slug, draw):
    host = Client()
    host.post(f"/open/{slug}/", {"p1/name": "Aki", "p2/name": "Mika"})
    table = Table.objects.get()
    link = f'href="/table/{table.key}/set-up/#draw-{draw}"'
    assert link in host.get(f"/table/{table.key}/calculators/").content.decode()
    assert f'id="draw-{draw}"' in host.get(f"/table/{table.key}/set-up/").content.decode()


def test_a_start_player_is_named(host, table):
    play(host, table, first="p2")
    assert table.state["play"]["first"] == "p2"
    play(host, table, first="p9")
    assert table.state["play"]["first"] == "p2"
    assert "Start player" in host.get(f"/table/{table.key}/").content.decode()


def test_points_at_the_end_of_each_stage_are_drawn(host, table):
    play(host, table, stage="spring")
    cell(host, table, "p1/resources/gold", "4")
    play(host, table, stage="summer")
    cell(host, table, "p1/resources/gold", "9")
    page = host.get(f"/table/{table.key}/").content.decode()
    said = re.search(r'role="img" aria-label="([^"]*)"', tight(page))
    assert said[1] == "Aki: 0, 4, 9; Mika: 0, 0, 0"


def test_timers_run_stop_and_go_on(host, table):
    address = f"/table/{table.key}/timer"
    host.post(address, {"minutes": "5", "name": "Drawing"})
    host.post(address, {"minutes": "0.5"})
    table.refresh_from_db()
    first, second = table.timers
    assert (first["name"], first["seconds"], second["seconds"]) == ("Drawing", 300, 30)
    shown = timers.timers_context(table)["timers"]
    assert [each["clock"] for each in shown] == ["5:00", "0:30"]
    ended = (timezone.now() - timedelta(seconds=3)).isoformat()
    table.timers[1]["ends"] = ended
    table.save()
    assert timers.timers_context(table)["timers"][1]["over"]
    host.post(address, {"stop": first["id"]})
    table.refresh_from_db()
    assert table.timers[0]["ends"] is None
    assert 295 <= table.timers[0]["left"] <= 300
    host.post(address, {"go": first["id"]})
    host.post(address, {"remove": second["id"]})
    table.refresh_from_db()
    assert len(table.timers) == 1
    assert table.timers[0]["ends"]
    for nonsense in ("0", "-3", "x", "1e999", "nan", "99999999"):
        host.post(address, {"minutes": nonsense})
    assert len(now(table).timers) == 1


def test_a_question_is_asked_of_the_table_and_of_a_pad(host, table):
    cell(host, table, "p1/resources/gold", "4")
    page = host.get(f"/table/{table.key}/ask/p1/final/").content.decode()
    assert "Best for what is entered." in page
    assert "Proven best" not in page
    rest_none(host, table, "p1")
    assert "Proven best" in host.get(f"/table/{table.key}/ask/p1/final/").content.decode()
    assert host.get(f"/table/{table.key}/ask/p1/nothing/").status_code == 404
    assert host.get(f"/table/{table.key}/ask/p7/final/").status_code == 404
    link = host.post("/score/keyflower/", {"players": "2"})["Location"]
    pad = link.split("/")[2]
    assert host.get(f"/pad/{pad}/p1/ask/final/").status_code == 200
    assert host.get(f"/pad/{pad}/p3/ask/final/").status_code == 404


def test_again_keeps_players_rulings_and_seat(host, table, guest):
    cell(host, table, "p1/colour", "red")
    cell(host, table, "p1/resources/gold", "4")
    host.post(f"/table/{table.key}/finish")
    place = host.post(f"/table/{table.key}/again")["Location"]
    new = Table.objects.exclude(key=table.key).get()
    assert new.key in place
    assert new.state["seats"] == {
        "p1": {"name": "Aki", "colour": "red"},
        "p2": {"name": "Mika", "colour": "blue"},
    }
    assert new.state["rulings"] == {"preset": "online"}
    assert new.devices.get().seat == "p1"
    # a second tap, and another phone, come to the same table, each on its own seat
    assert host.post(f"/table/{table.key}/again")["Location"] == place
    assert guest.post(f"/table/{table.key}/again")["Location"] == place
    assert sorted(new.devices.values_list("seat", "role")) == [("p1", "host"), ("p2", "player")]


def test_a_board_says_from_the_first_phase_after_the_set_up_on_that_they_play(host, table):
    address = f"/table/{table.key}/"
    assert "data-playing" not in host.get(address).content.decode()
    play(host, table, stage="spring")
    assert "data-playing" in host.get(address).content.decode()


def test_the_log_has_words_for_phases_steps_colours_and_expansions(host, table):
    play(host, table, stage="spring")
    play(host, table, done="load")
    cell(host, table, "p1/colour", "yellow")
    page = re.sub(r"<[^>]+>", " ", host.get(f"/table/{table.key}/log/").content.decode())
    told = re.sub(r"\s+", " ", unescape(page))
    assert "Phase: – → Spring" in told
    assert "Done · Spring · Load the boats from the bag.: – → yes" in told
    assert "Aki Colour: Red → Yellow" in told


def page_of(slug: str, *names: str, **more: str) -> tuple[Client, Table]:
    host = Client()
    seats = {f"p{n}/name": name for n, name in enumerate(names, 1)}
    host.post(f"/open/{slug}/", seats | more)
    return host, Table.objects.get()


def test_a_sheet_of_which_nothing_is_asked_is_not_called_entered():
    host, table = page_of("map_masters", "Aki", "Mika", **{"table/coop": "1"})
    assert "All entered" not in host.get(f"/table/{table.key}/sheet/p1/").content.decode()


def test_calculators_that_matter_now_come_first_and_once():
    host, table = page_of("dice_forge", "Aki", "Mika")
    listed = f"/table/{table.key}/calculators/"

    def ids():
        page = host.get(listed).content.decode()
        return re.findall(rf'href="{listed}([a-z_]+)/"', page)

    assert ids() == ["roll", "odds", "forge", "last_turn"]
    play(host, table, stage="round_9")
    assert ids() == ["roll", "forge", "last_turn", "odds"]


def asked(host: Client, table: Table, calculator: str) -> str:
    """A calculator's page without its answer."""
    page = tight(host.get(f"/table/{table.key}/calculators/{calculator}/").content)
    return page.partition('id="answer"')[0]


def test_a_table_that_sets_up_is_shown_what_its_first_round_needs():
    host, table = page_of("map_masters", "Aki", "Mika")
    page = tight(host.get(f"/table/{table.key}/calculators/").content)
    now = page.partition('id="calculators"')[0]
    assert "Round 1" in now
    assert re.findall(r"/(purse|route|round_points|market_order|win)/", now) == [
        "purse",
        "route",
        "round_points",
    ]


@rows(__file__, "question")
def test_a_form_asks_what_its_table_can_have(client, row):
    at, names = f"/{row['game']}/", ("Aki", "Mika", "Tom")[: row.get("players", 0)]
    if names:
        client, table = page_of(row["game"], *names, **row.get("table", {}))
        at = f"/table/{table.key}/"
    page = client.get(f"{at}calculators/{row['page']}")
    shown = tight(page.content).partition('id="answer"')[0]
    assert [each for each in row.get("asks", []) if each not in shown] == []
    assert [each for each in row.get("asks_not", []) if each in shown] == []


def test_players_are_asked_in_rows_and_each_cell_once():
    host, table = page_of("map_masters", "Aki", "Mika", "Tom")
    page = asked(host, table, "round_points")
    for field in ("primary_icons", "secondary_icons", "escaped", "first"):
        assert re.findall(rf'name="(p\d)/{field}"', page) == ["p1", "p2", "p3"]
    assert page.count('class="board__line"') == 3
    data = {
        "sent": "1",
        "table/round": "1",
        "table/primary": "objective_hole",
        "table/secondary": "objective_key",
        "p1/primary_icons": "3",
        "p1/secondary_icons": "2",
        "p2/primary_icons": "1",
        "p2/secondary_icons": "0",
        "p2/escaped": "1",
        "p3/primary_icons": "0",
        "p3/secondary_icons": "4",
    }
    there = f"/table/{table.key}/calculators/round_points/"
    assert re.search(r'name="p3/secondary_icons" value="4"', tight(host.get(there, data).content))
    table.refresh_from_db()
    given = data | {"apply": "0", "base": str(table.revision), "form": "rows"}
    assert host.post(there, given).status_code == 302
    table.refresh_from_db()
    assert table.state["seats"]["p2"]["escaped_1"] is True
    assert [table.state["seats"][s]["primary_1"] for s in ("p1", "p2", "p3")] == [3, 1, 0]


def test_after_the_end_no_answer_offers_to_change_the_result():
    host, table = page_of("dice_forge", "Aki", "Mika")
    came = {"sent": "1", "p1/came_1": "side_2", "p1/came_2": "side_5"}

    def offered() -> bool:
        page = host.get(f"/table/{table.key}/calculators/roll/", came).content.decode()
        assert "gold, 2 glory" in tight(page)
        return 'name="apply"' in page

    assert offered()
    for seat in ("p1", "p2"):
        cell(host, table, f"{seat}/glory", "40")
        rest_none(host, table, seat)
    host.post(f"/table/{table.key}/finish")
    assert now(table).finished
    assert not offered()


def test_an_answer_is_put_before_everybody_until_somebody_closes_it():
    host = Client()
    host.post("/open/nidavellir/", {"p1/name": "Aki", "p2/name": "Ben"})
    table = Table.objects.get()
    at, guest = f"/table/{table.key}/", joined(table, "p2")
    page = host.get(f"{at}rules/", {"q": "can i raise the 0 coin"}).content.decode()
    shown = re.search(r'name="show"\s+value="(\w+)"', page)
    mark = re.search(r'data-poll="([^"]+)"', guest.get(at).content.decode())
    assert play(host, table, show=shown[1]) == 302
    seen = guest.get(unescape(mark[1]), headers=HTMX).content.decode()
    assert f"/nidavellir/{shown[1]}" in seen[: seen.index("around")]
    assert play(guest, table, show="") == 302
    assert f"/nidavellir/{shown[1]}" not in host.get(at).content.decode()
    play(host, table, show="no_such_entry")
    assert table.shown == ""


def test_what_a_table_rules_for_itself_is_asked_beside_its_answer(host, table):
    ruling = game("keyflower").catalogue.rulings()[0]
    page = host.get(f"/table/{table.key}/rules/", {"q": ruling.name.en}).content.decode()
    assert f'settings/#ruling-{ruling.id}"' in page
    assert (
        f'id="ruling-{ruling.id}"'
        in host.get(f"/table/{table.key}/sheet/p1/settings/").content.decode()
    )


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_mission_begins_from_the_table(client, language):
    """The set-up's own calculators stand beside the way to what is laid out and drawn."""
    mission = game("map_masters").calculators["begin_mission"]
    client.cookies["django_language"] = language
    for mode, shown in (({"table/coop": "1"}, True), ({}, False)):
        client.post("/open/map_masters/", {"p1/name": "Aki"} | mode)
        at = f"/table/{Table.objects.latest('made').key}/"
        page = client.get(at).content.decode()
        link = f'href="{at}calculators/begin_mission/">{getattr(mission.name, language)}</a>'
        assert (link in page) is shown


def test_what_a_missions_table_lacks_is_said_once(client):
    """A blank of the table is nobody's: it stands below the first player alone."""
    players = {f"p{n}/name": name for n, name in enumerate(("Aki", "Ben", "Chi"), 1)}
    client.post("/open/map_masters/", players | {"table/coop": "1"})
    table = Table.objects.get()
    lost = game("map_masters").sheet.table_fields["defeats"].rows[0].id
    cells = {"table/mission": "mission_1", "table/mission_won": True, f"table/defeats/{lost}": True}
    ledger.write(table.key, None, "p1", cells, table.revision, "mission")
    page = tight(client.get(f"/table/{table.key}/").content.decode())
    lacking = re.findall(r'href="[^"]*#(table-[^"]+)"', page)
    assert lacking
    assert len(lacking) == len(set(lacking))
