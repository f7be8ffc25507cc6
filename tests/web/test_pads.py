"""Score pads over HTTP: what is typed is kept, what is wrong is said beside its field."""

import re

import pytest
from django.test import Client

from companion.models import Result, Table
from scoring import examples, games
from scoring import game as find_game
from tests.page_posts import post_cell, table_at
from tests.page_text import tight
from tests.rows import rows

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


@pytest.fixture
def pad(client):
    response = client.post("/score/keyflower/", {"players": "2"})
    assert response.status_code == 302
    return str(response["Location"])


def kept(pad):
    return table_at(pad).state


def cell(client: Client, pad: str, path: str, value: str | None) -> str:
    """One changed cell as htmx posts it; ``None`` is a box without its tick."""
    data = {} if value is None else {path: value}
    headers = HTMX | {"HX-Trigger-Name": path}
    response = client.post(pad, data, headers=headers)
    assert response.status_code == 200
    return response.content.decode()


def text(page: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page))


def test_the_end_of_a_sheet_leads_to_a_player_who_has_none_before_it_leads_to_the_result(
    client, pad
):
    def end():
        found = re.search(r'value="(\w+)"\s+data-end', client.get(pad).content.decode())
        return found[1]

    assert end() == "p2"
    cell(client, pad.replace("/p1/", "/p2/"), "p2/resources/wood", "1")
    assert end() == "result"


def test_a_cell_of_a_round_brings_the_totals_of_all_rounds(client):
    """Also what is said to be none: each round shows the same total as the bar below."""
    pad = client.post("/score/map_masters/", {"players": "2"})["Location"]

    def totals(answer):
        return re.findall(r'id="p1-\w+-sum"[^>]*>([^<]*)<', answer)

    assert totals(cell(client, pad, "p1/primary_1", "4")) == ["≥ 4"] * 7
    cell(client, pad, "p1/first_1", "1")
    assert totals(cell(client, pad, "p2/none/round_1", "1")) == ["≥ 5"] * 7


def test_a_poll_without_news_is_one_query_of_one_column(client, pad, django_assert_num_queries):
    """An own change brings the version that it made, so that the next poll finds no news."""

    def version(page):
        found = re.search(r'name="base"\s+value="(\d+~?)"', page)
        return found[1]

    seen = version(client.get(pad).content.decode())
    own = version(post_cell(client, pad, "p1/resources/wood", "3", base=seen).content.decode())
    with django_assert_num_queries(1) as asked:
        polled = client.get(pad, {"v": own}, headers=HTMX)
    assert (polled.status_code, polled.content) == (204, b"")
    assert "state" not in asked.captured_queries[0]["sql"]
    news = client.get(pad, {"v": seen}, headers=HTMX)
    assert (news.status_code, version(news.content.decode())) == (200, own)
    # another phone's: the answer to an own change does not pass for having seen it
    cell(client, pad, "p1/resources/stone", "2")
    behind = post_cell(client, pad, "p1/resources/wood", "4", base=own).content.decode()
    assert version(behind) not in (own, seen)
    assert client.get(pad, {"v": version(behind)}, headers=HTMX).status_code == 200
    assert client.get("/pad/none/p1/", {"v": own}).status_code == 404


class TestWithScript:
    def test_each_cell_is_kept_and_the_best_total_follows(self, client, pad):
        for path, value in {
            "p1/resources/wood": "3+3",
            "p1/resources/stone": "３",
            "p1/resources/iron": "6",
            "p1/winter/mercers_guild": "1",
            "p1/winter/windmill": "1",
        }.items():
            page = cell(client, pad, path, value)
        assert kept(pad)["seats"]["p1"]["resources"] == {"wood": 6, "stone": 3, "iron": 6}
        assert 'class="dock__total">≥ 20' in tight(page)
        for section in ("pieces", "village", "winter"):
            page = cell(client, pad, f"p1/none/{section}", "1")
        assert 'class="dock__total">20' in tight(page)

    @rows(__file__, "typed")
    def test_a_cell_is_kept_or_told(self, client, pad, row):
        """Cell by cell: what is kept of them, and what the answer to the last one says."""
        client.cookies["django_language"] = row.get("language", "en")
        for path, *value in row["cells"]:
            there = pad.replace("/p1/", "/p2/") if path.startswith("p2") else pad
            page = cell(client, there, path, value[0] if value else None)
        assert kept(pad)["seats"] == {"p1": {}, "p2": {}} | row.get("seats", {})
        assert kept(pad)["rulings"] == {"preset": "rulebook"} | row.get("rulings", {})
        assert [said for said in row.get("says", []) if said not in page] == []
        assert [said for said in row.get("says_not", []) if said in page] == []


class TestWithoutScript:
    def test_whole_form_then_result(self, client, pad):
        data = {
            "p1/name": "Aki",
            "p1/resources/wood": "6",
            "p1/resources/stone": "3",
            "p1/resources/iron": "6",
            "p1/winter/mercers_guild": "1",
            "p1/winter/windmill": "1",
            "rulings/preset": "rulebook",
            "go": "result",
        } | {f"p1/none/{section}": "1" for section in ("pieces", "village", "winter")}
        response = client.post(pad, data, follow=True)
        shown = text(response.content.decode())
        assert response.redirect_chain[0][0].startswith("/result/")
        assert "3 sets × 5" in shown
        assert "Wood ×3" in shown
        assert "Proven best" in shown

    def test_one_bad_field_keeps_all_else(self, client, pad):
        data = {"p1/resources/wood": "6", "p1/resources/stone": "lots", "p1/name": "Aki"}
        response = client.post(pad, data | {"go": "result"})
        page = response.content.decode()
        assert response.status_code == 422
        assert 'value="lots"' in page
        assert 'value="6"' in page
        assert "Aki <small>" in page
        assert 'aria-describedby="p1-resources-stone-err"' in page
        assert kept(pad)["seats"]["p1"] == {"name": "Aki", "resources": {"wood": 6}}

    def test_all_players_are_named_in_one_place(self, client, pad):
        settings = f"{pad}settings/"
        page = client.get(settings).content.decode()
        assert 'name="p1/name"' in page
        assert 'name="p2/name"' in page
        client.post(settings, {"page": "settings", "p1/name": "Aki", "p2/name": "Mika"})
        cell(client, settings, "p2/name", "Mia")
        assert [seat["name"] for seat in kept(pad)["seats"].values()] == ["Aki", "Mia"]

    def test_a_new_preset_wins_over_single_answers(self, client, pad):
        client.post(pad, {"rulings/preset": "rulebook", "rulings/storage_release": "yes"})
        assert kept(pad)["rulings"]["storage_release"] == "yes"
        client.post(pad, {"rulings/preset": "online", "rulings/storage_release": "yes"})
        assert kept(pad)["rulings"] == {"preset": "online"}

    @pytest.mark.parametrize("slug", games())
    def test_every_ruling_is_answered_on_the_settings_page_also_in_a_game_without_presets(
        self, client, slug
    ):
        pad = client.post(f"/score/{slug}/", {"players": "2"})["Location"]
        settings = f"{pad}settings/"
        for ruling in find_game(slug).catalogue.rulings():
            now = find_game(slug).sheet.rulings(kept(pad))[ruling.id]
            other = next(each.id for each in ruling.options if each.id != now)
            assert f'name="rulings/{ruling.id}"' in client.get(settings).content.decode()
            cell(client, settings, f"rulings/{ruling.id}", other)
            assert kept(pad)["rulings"][ruling.id] == other


class TestResult:
    def test_the_same_sheet_has_the_same_link_for_good(self, client, pad):
        cell(client, pad, "p1/resources/gold", "3")
        first = client.post(pad, {"p1/resources/gold": "3", "go": "result"})["Location"]
        assert first == client.post(pad, {"p1/resources/gold": "3", "go": "result"})["Location"]
        assert Result.objects.count() == 1
        cell(client, pad, "p1/resources/gold", "4")
        assert "3 gold left over" in text(client.get(first).content.decode())

    def test_editing_makes_a_copy(self, client, pad):
        cell(client, pad, "p1/resources/gold", "3")
        link = client.post(pad, {"p1/resources/gold": "3", "go": "result"})["Location"]
        copy = client.post(link + "edit")["Location"]
        assert copy.split("/")[2] != pad.split("/")[2]
        assert kept(copy)["seats"]["p1"] == {"resources": {"gold": 3}}

    def test_around_a_plan(self, client, pad):
        owned = {"p1/winter/windmill": "1", "p1/winter/mercers_guild": "1"}
        owned |= {"p1/resources/wood": "6", "p1/resources/stone": "3", "p1/resources/iron": "6"}
        link = client.post(pad, owned | {"go": "result"})["Location"]
        shown = text(client.get(link + "p1/").content.decode())
        assert "One more would be worth" in shown
        assert re.search(r"[+][1-9]", shown)
        assert "Second-best plan" in shown
        part = client.get(link + "p1/", headers=HTMX).content.decode()
        assert "<html" not in part
        assert "One more would be worth" in part


class TestSheetAsJson:
    @pytest.mark.parametrize(
        ("sheet", "where", "says"),
        [
            ("", "", "This is not JSON"),
            ("[" * 5000, "", "This is not JSON"),
            ('{"game": "chess", "seats": {"p1": {}}}', "game", "for another game"),
            ('{"seats": {"p1": {"winter": {"windmil": true}}}}', "p1/winter/windmil", "“windmill”"),
        ],
    )
    def test_faults_name_the_field(self, client, sheet, where, says):
        response = client.post("/score/keyflower/", {"sheet": sheet})
        shown = response.content.decode()
        assert response.status_code == 422
        assert says in shown
        assert not where or f"<code>{where}</code>" in shown
        assert not Table.objects.filter(pad=True).exists()

    def test_what_a_result_prints_can_be_opened_again(self, client, pad):
        cell(client, pad, "p1/name", "<b>&'\"")
        page = client.post(pad, {"p1/name": "<b>&'\"", "go": "result"}, follow=True)
        sheet = page.context["json"]
        assert kept(client.post("/score/keyflower/", {"sheet": sheet})["Location"]) == kept(pad)
        assert b"<b>&" not in page.content


class TestAddresses:
    @pytest.mark.parametrize("players", ["0", "7", "-1", "two", "", "9" * 5000])
    def test_wrong_number_of_players(self, client, players):
        response = client.post("/score/keyflower/", {"players": players})
        assert response.status_code == 422
        assert "1 to 6 players." in text(response.content.decode())


def test_a_worked_example_is_a_page_and_opens_as_a_sheet(client):
    page = client.get("/keyflower/examples/whole_village")
    total = examples("keyflower")["whole_village"].expect["p1"]["total"]
    assert re.search(rf'end__line">[^<]*\b{total} points', tight(page.content))
    assert client.post("/score/keyflower/", {"sheet": page.context["json"]}).status_code == 302


def test_just_me_takes_along_what_stands_above_it(client):
    """The boxes that were ticked, the rules and the name: its button belongs to the same form."""
    page = client.get("/open/nidavellir/").content.decode()
    assert re.search(
        r'<button class="recent"\s+form="open"\s+formaction="/score/nidavellir/"', page
    )
    boxes = {"table/thingvellir": "1", "rulings/preset": "online", "p1/name": "Aki"}
    assert all(f'name="{path}"' in page for path in boxes)
    at = client.post("/score/nidavellir/", boxes | {"players": "1"})["Location"]
    state = Table.everywhere.get().state
    cells = find_game("nidavellir").sheet.cells(state)
    assert boxes["p1/name"] in tight(client.get(at).content.decode())
    assert {path: cells[path] for path in boxes} == boxes | {"table/thingvellir": True}


@pytest.mark.parametrize("at", ["/open/map_masters/", "/score/map_masters/"])
def test_a_pad_without_a_section_is_not_opened_but_leads_to_a_table(client, at):
    """Co-op is followed in play: its pad was a blank page."""
    assert 'name="table/coop"' in client.get(at).content.decode()
    answer = client.post("/score/map_masters/", {"table/coop": "1", "players": "1"})
    page = tight(answer.content.decode())
    assert (answer.status_code, Table.everywhere.count()) == (422, 0)
    assert "Co-op is followed at a table, not on a score pad." in page
    assert 'href="/open/map_masters/"' in page
    assert client.post("/score/map_masters/", {"players": "1"}).status_code == 302
