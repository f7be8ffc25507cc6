"""Tables over HTTP: joining, rights, privacy, conflicts, undo, the end."""

import re
from datetime import timedelta
from math import inf
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from companion.models import Code, Event, Link, Table
from companion.tables import access
from companion.tables.pieces_before_seat import own_pieces
from companion.tables.views import sheets
from scoring import evaluation
from scoring import game as find_game
from tests.page_posts import post_cell
from tests.page_text import tight

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


def opened(screens: bool = False) -> tuple[Client, Table]:
    host = Client()
    data = {"p1/name": "Aki", "p2/name": "Mika", "rulings/preset": "online"}
    host.post("/open/keyflower/", data | ({"screens": "1"} if screens else {}))
    return host, Table.objects.get()


def joined(table: Table, seat: str) -> Client:
    phone = Client()
    code = Code.objects.filter(table=table).first() or new_code(table)
    response = phone.post(f"/join/{code.code}/", {"seat": seat})
    assert response.status_code == 302
    return phone


def new_code(table: Table) -> Code:
    until = timezone.now() + timedelta(hours=1)
    return Code.objects.create(code="abc234", table=table, until=until)


def rest_none(phone: Client, table: Table, *seats: str) -> None:
    """Says of every section of a Keyflower sheet that the rest is none."""
    for seat in seats:
        for section in ("pieces", "village", "winter"):
            cell(phone, table, f"{seat}/none/{section}", "1")


def cell(phone: Client, table: Table, path: str, value: str, **more: Any) -> Any:
    seat = path.split("/")[0]
    table.refresh_from_db()
    more = {"base": table.revision, "form": f"{path}{value}{table.revision}"} | more
    return post_cell(phone, f"/table/{table.key}/sheet/{seat}/", path, value, **more)


def at(table: Table) -> str:
    return f"/table/{table.key}/"


def now(table: Table) -> Table:
    """The table as it is stored."""
    return Table.objects.get(key=table.key)


def wood(table: Table, seat: str = "p2") -> Any:
    return now(table).state["seats"][seat].get("resources", {}).get("wood")


def test_open_join_enter_and_see_it_elsewhere(host, table):
    code = re.search(
        r'invite__code">(\w+)<', host.get(f"/table/{table.key}/invite/").content.decode()
    )
    guest = Client()
    assert guest.post("/join/", {"code": code[1].upper()})["Location"] == f"/join/{code[1]}/"
    assert "Mika" in guest.get(f"/join/{code[1]}/").content.decode()
    guest.post(f"/join/{code[1]}/", {"seat": "p2"})
    assert cell(guest, table, "p2/resources/gold", "3+4").status_code == 200
    assert 'rank__points rank__points--open">at least 7' in tight(
        host.get(f"/table/{table.key}/").content
    )
    rest_none(guest, table, "p2")
    assert 'rank__points">7' in tight(host.get(f"/table/{table.key}/").content)
    table.refresh_from_db()
    assert table.state["rulings"] == {"preset": "online"}
    assert table.state["seats"]["p1"] == {"name": "Aki", "colour": "red"}


def test_what_is_drawn_once_for_all_speaks_to_each_phone_in_its_language(host, table, guest):
    guest.cookies["django_language"] = "ja"
    cell(host, table, "p1/resources/gold", "7")
    for _ in range(2):  # drawn, and then remembered
        english, japanese = (
            tight(each.get(f"/table/{table.key}/").content) for each in (host, guest)
        )
        assert "nothing entered yet" in english
        assert "まだ入力なし" in japanese
        assert "nothing entered yet" not in japanese
        assert [own_row(page) for page in (english, japanese)] == ["Aki", "Mika"]


def own_row(page: str) -> str:
    """Whose row says that it is this phone's."""
    rows = re.findall(r'board__who">([^<]+)<.*?board__state">([^<]*)', page)
    return ", ".join(name for name, said in rows if "this phone" in said or "この端末" in said)


def test_what_is_drawn_once_for_all_is_drawn_anew_after_every_change():
    host, table = opened(screens=True)
    guest = joined(table, "p2")
    board = f"/table/{table.key}/"
    rest_none(guest, table, "p2")
    cell(guest, table, "p2/resources/gold", "23")
    assert 'rank__points">23' in tight(guest.get(board).content)
    assert 'rank__points">23' not in tight(host.get(board).content)
    for phone, sees in ((host, False), (guest, True)):  # times have digits, too
        page = phone.get(f"{board}log/").content.decode()
        said = re.sub(r"<time.*?</time>|<[^>]+>", " ", page, flags=re.DOTALL)
        assert bool(re.search(r"\b23\b", said)) is sees
    guest.post(f"{board}reveal")
    assert 'rank__points">23' in tight(host.get(board).content)
    cell(guest, table, "p2/resources/gold", "24")
    for phone in (host, guest):
        assert 'rank__points">24' in tight(phone.get(board).content)


NEWS: dict[str, tuple[str, Any, str]] = {
    "a cell": ("", lambda phone, table: cell(phone, table, "p2/resources/gold", "213"), "213"),
    "a timer": ("", lambda phone, table: phone.post(f"{at(table)}timer", {"minutes": "3"}), "3:00"),
    "a turn": (
        "", lambda phone, table: phone.post(f"{at(table)}turn", {"pass": "p1", "turn": "0"}),
        "turns__now",
    ),
    "the end": ("", lambda phone, table: phone.post(f"{at(table)}finish"), 'id="end"'),
    "on the big screen": (
        "screen/", lambda phone, table: cell(phone, table, "p2/resources/gold", "213"), "213",
    ),
    "who joins": ("invite/", lambda phone, table: joined(table, "p2"), "Mika<small>here</small>"),
}  # fmt: skip


@pytest.mark.parametrize(("page", "change", "news"), NEWS.values(), ids=NEWS)
def test_a_poll_is_empty_and_cheap_until_something_changes(
    page, change, news, django_assert_max_num_queries, monkeypatch
):
    monkeypatch.setattr(access, "_written", inf)  # now and then one writes down who is there
    host, table = opened()
    [version] = set(re.findall(r"\?v=([\w.%-]+)", host.get(f"{at(table)}{page}").content.decode()))
    poll = f"{at(table)}{page}?v={version}"
    with django_assert_max_num_queries(1):
        assert host.get(poll, headers=HTMX).status_code == 204
    change(host, table)
    fresh = host.get(poll, headers=HTMX)
    assert fresh.status_code == 200
    assert news in tight(fresh.content)
    assert b"<html" not in fresh.content
    assert Client().get(poll, headers=HTMX).status_code == 404


@pytest.fixture
def unhurried(monkeypatch):
    """Presence is written down every two seconds; what is counted here is the poll alone."""
    monkeypatch.setattr(access, "record_presence", lambda device: None)


def polled(phone, page):
    """The address that a page polls, and what it is answered."""
    address = re.search(r'data-poll="([^"]+)"', page.content.decode())[1]
    return address, phone.get(address, headers=HTMX).status_code


def test_what_is_behind_a_screen_moves_nothing_for_others(unhurried):
    host, table = opened(screens=True)
    guest = joined(table, "p2")
    address, _ = polled(guest, guest.get(at(table)))
    cell(host, table, "p1/resources/wood", "3")
    assert guest.get(address, headers=HTMX).status_code == 204


def test_who_was_given_a_seat_by_another_phone_hears_what_is_written_there(unhurried):
    host, table = opened(screens=True)
    guest, second = joined(table, "p2"), joined(table, "watch")
    second.post(f"/join/{table.codes.get().code}/", {"seat": "p2"})
    address, heard = polled(second, second.get(at(table)))
    assert heard == 204
    guest.post(f"{at(table)}seat", {"wish": table.wishes.get().pk, "go": "yes"})
    host.get(at(table))
    address, heard = polled(second, second.get(address, headers=HTMX))
    assert heard == 204
    cell(guest, table, "p2/resources/wood", "3")
    host.get(at(table))
    assert second.get(address, headers=HTMX).status_code == 200


def test_a_phone_that_is_removed_while_its_change_is_answered_finds_no_board(
    host, table, monkeypatch
):
    monkeypatch.setattr("companion.tables.polling.poll_state", lambda *known: None)
    assert host.post(f"{at(table)}play", {"first": "p2"}, headers=HTMX).status_code == 404


def test_both_values_of_a_conflict_are_shown(host, table, guest):
    seen = table.revision
    cell(guest, table, "p2/resources/wood", "4")
    page = cell(host, table, "p2/resources/wood", "6", base=seen, form="late").content.decode()
    assert "“4”" in page
    assert "“6”" in page
    assert wood(table) == 4
    assert Event.objects.get(idempotency_key="late").refused == {"p2/resources/wood": 6}
    assert "not counted" in host.get(f"/table/{table.key}/log/").content.decode()


def test_a_zero_of_a_conflict_is_chosen_as_zero_and_not_as_a_blank(host, table, guest):
    seen = table.revision
    cell(guest, table, "p2/resources/wood", "0")
    page = cell(host, table, "p2/resources/wood", "6", base=seen, form="late").content.decode()
    assert re.findall(r'data-choose="p2/resources/wood"\s+value="([^"]*)"', page) == ["0", "6"]


def test_a_posted_cell_is_worked_out_and_scored_once(monkeypatch, host, table):
    worked_out: list[Any] = []
    asked: list[Any] = []
    sheet = find_game("keyflower").sheet

    def counted(calls, real):
        def call(*args):
            calls.append(args)
            return real(*args)

        return call

    monkeypatch.setattr(sheet, "put", counted(worked_out, sheet.put))
    monkeypatch.setattr(sheets, "sketched", counted(asked, evaluation.sketched))
    assert cell(host, table, "p1/resources/wood", "5").status_code == 200
    assert wood(table, "p1") == 5
    assert (len(worked_out), len(asked)) == (1, 1)


def test_undo_is_offered_for_a_change_that_came_and_for_no_other(table, guest):
    def offered(path, value, key):
        page = cell(guest, table, path, value, form=key).content.decode()
        return "disabled" not in page.partition('id="undo"')[2].partition(">")[0]

    assert not offered("p2/resources/wood", "many", "first")
    assert offered("p2/resources/wood", "3", "second")
    guest.post(f"/table/{table.key}/sheet/p2/", {"go": "undo"})
    assert not offered("p2/resources/wood", "3", "second"), "it came before, and was taken back"


def test_nobody_takes_back_that_the_table_was_opened_or_that_they_sat_down(host, table):
    code = Code.objects.filter(table=table).first() or new_code(table)
    guest = Client()
    guest.post(f"/join/{code.code}/", {"name": "Mika", "colour": "blue"})
    for phone, seat in ((host, "p1"), (guest, "p2")):
        page = phone.get(f"/table/{table.key}/sheet/{seat}/").content.decode()
        assert "disabled" in page.partition('id="undo"')[2].partition(">")[0]
        phone.post(f"/table/{table.key}/sheet/{seat}/", {"go": "undo"})
    assert [cells["name"] for cells in now(table).state["seats"].values()] == ["Aki", "Mika"]
    cell(guest, table, "p2/resources/wood", "4")
    host.post(f"/table/{table.key}/finish", {"go": "finish"})
    page = guest.get(f"/table/{table.key}/sheet/p2/").content.decode()
    assert "disabled" in page.partition('id="undo"')[2].partition(">")[0], "it is only read now"


def test_the_board_names_the_phase_that_somebody_told_and_no_other(host, table):
    board = f"/table/{table.key}/"
    assert "Set-up" in host.get(board).content.decode()
    cell(host, table, "p1/resources/wood", "4")
    page = tight(host.get(board).content)
    assert "Phase" in page.partition('id="stage"')[2].partition("</summary>")[0]
    assert "1/6" not in page
    assert 'name="stage" value="winter"' in page
    host.post(f"/table/{table.key}/play", {"stage": "winter"})
    assert "Winter" in tight(host.get(board).content).partition('id="stage"')[2].partition("5/6")[0]


@pytest.mark.parametrize(("path", "value"), [("p1/name", "Akira"), ("p1/colour", "purple")])
def test_a_new_name_or_colour_is_at_once_in_the_bar(path, value, host, table):
    settings = f"/table/{table.key}/sheet/p1/settings/"
    page = tight(post_cell(host, settings, path, value, base="1", form="a").content)
    dot, _, seat = page.partition('id="bar-dot"')[2].partition('id="bar-seat"')
    assert 'hx-swap-oob="true"' in dot
    assert {"p1/name": "Akira", "p1/colour": 'data-colour="purple"'}[path] in dot + seat[:200]
    assert 'id="dock"' not in page, "it has none to change"


def test_the_log_says_of_a_seat_that_it_came_and_went(host, table):
    host.post(f"/table/{table.key}/invite/", {"seats": "add", "form": "a"})
    host.post(f"/table/{table.key}/invite/", {"away": "p3", "form": "b"})
    page = tight(host.get(f"/table/{table.key}/log/").content)
    assert "Player 3: new seat" in page
    assert "Player 3: seat removed" in page


def test_without_script_only_changed_cells_are_events(host, table):
    path = f"/table/{table.key}/sheet/p1/"
    data = {"p1/name": "Aki", "p1/resources/wood": "3", "base": "1", "rulings/preset": "online"}
    assert host.post(path, data | {"go": "scores"})["Location"] == f"/table/{table.key}/"
    assert Event.objects.get(number=2).cells == {"p1/resources/wood": 3}
    assert host.post(path, data | {"p1/resources/wood": "x"}).status_code == 422


def test_codes_run_out(table):
    code = new_code(table)
    Code.objects.update(until=timezone.now() - timedelta(seconds=1))
    assert Client().get(f"/join/{code.code}/").status_code == 404


def test_links_are_hashed_and_a_new_one_ends_the_old(host, table):
    made = []
    for _ in range(2):
        page = host.post(f"/table/{table.key}/invite/", {"link": "host"}).content.decode()
        found = re.search(r'readonly value="[^"]+(/enter/[^"]+)"', page)
        made.append(found[1])
    assert not Link.objects.filter(digest__in=[m.split("/")[2] for m in made]).exists()
    other = Client()
    assert other.get(made[0]).status_code == 404
    assert other.get(made[1]).status_code == 200
    assert other.get(f"/table/{table.key}/").status_code == 404  # a look alone admits nobody
    other.post(made[1])
    assert cell(other, table, "p2/resources/wood", "8").status_code == 200
    assert wood(table) == 8


def test_finish_reveals_and_reopening_goes_on():
    host, table = opened(screens=True)
    guest = joined(table, "p2")
    cell(guest, table, "p2/resources/gold", "5")
    rest_none(guest, table, "p2")
    end = host.get(host.post(f"/table/{table.key}/finish")["Location"]).content.decode()
    link = re.search(r'href="(/at/\w+/result/\w+/)"', end)
    result = link[1]
    assert "Mika: 5 points" in tight(host.get(result).content.decode())
    host.post(f"/table/{table.key}/finish", {"go": "reopen"})
    assert now(table).finished is None
    assert cell(guest, table, "p2/resources/gold", "6").status_code == 200
    assert "Mika: 5 points" in tight(host.get(result).content)


def test_a_table_opens_without_a_name_and_its_host_is_the_first_player():
    host = Client()
    opened = host.post("/open/keyflower/", {"p1/name": " "})
    assert "Player 1" in tight(host.get(opened["Location"]).content)
    assert Table.objects.get().state["seats"].keys() == {"p1"}
    refused = Client().post("/open/keyflower/", {"p1/name": "x" * 25})
    assert refused.status_code == 422
    assert "24" in tight(refused.content)


def test_what_a_seat_has_lists_its_stacks_of_cards_and_the_very_gem_it_holds():
    found = find_game("nidavellir")
    state = found.sheet.read({"seats": {"p1": {"hunters": 3, "gem": "gem_4"}}})
    held = [each for _, pieces in own_pieces(found, state, "p1") for each in pieces]
    assert [(each.id, each.number) for each in held] == [("hunter_card", 3), ("gem_4", 1)]


def test_a_seat_without_the_purple_worker_is_shown_none_and_each_tile_with_the_side_that_is_up():
    host, table = opened()
    cell(host, table, "p1/purple", "none")
    cell(host, table, "p1/village/stable", "after")
    cell(host, table, "p1/village/farrier", "before")
    own = host.get(f"/table/{table.key}/").content.decode().partition('class="own__row"')[2]
    own = own.partition("</section>")[0]
    assert "Purple" not in own
    stable, farrier = re.split("Stable|Farrier", own)[:2]
    assert (">5<" in stable, ">0<" in stable) == (True, False)
    assert (">5<" in farrier, ">0<" in farrier) == (False, True)


def test_whoever_sits_down_is_at_once_among_those_that_the_host_manages():
    """The list below *More* comes with the poll that shows them at the table."""
    host, table = opened()
    joined(table, "p2")
    news = host.get(f"/table/{table.key}/invite/?v=old", headers=HTMX).content.decode()
    held = tight(news).partition('id="held" hx-swap-oob="true"')[2]
    assert "Mika" in held
    assert 'name="remove"' in held


def test_a_sheet_is_shown_for_good_only_after_it_is_said():
    host, table = opened(screens=True)
    page = host.get(f"/table/{table.key}/").content.decode()
    folded = page.partition('<details class="sub" id="reveal">')[2].partition("</details>")[0]
    assert "It can’t be hidden again." in folded
    assert f'action="/table/{table.key}/reveal"' in folded


@pytest.mark.parametrize(("players", "offered"), [("2", False), ("3", True)])
def test_nobody_is_offered_a_way_to_a_place_that_there_is_not(players, offered):
    phone = Client()
    pad = phone.post("/score/map_masters/", {"players": players})["Location"]
    assert ("What do I need for third?" in phone.get(pad).content.decode()) is offered
