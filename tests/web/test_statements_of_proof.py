"""Pages say what was proven and what is open or missing, and no plan breaks a page."""

import json
import re
from dataclasses import replace
from typing import Any

import pytest
from django.urls import reverse

from companion.models import Result, Table
from companion.tables.saved_results import keep_result
from scoring import game, games
from scoring.evaluation import scored
from scoring.model.breakdown import Breakdown, Line
from scoring.solving.cache import Cache
from scoring.text.localised import EMPTY
from tests.page_posts import post_cell
from tests.page_text import tight
from tests.web.test_api import described

pytestmark = pytest.mark.django_db

SLACK = 3.0
"""Seconds for reading, scoring and drawing a page of two seats with everything on it."""
VILLAGE = {
    "resources": {"wood": 6, "stone": 3, "iron": 6},
    "winter": {"mercers_guild": True, "windmill": True},
    "none": {"pieces": True, "village": True, "winter": True},
}


def pad(slug: str, *seats: dict[str, Any]) -> Table:
    state = game(slug).sheet.read({"seats": {f"p{n}": s for n, s in enumerate(seats, 1)}})
    return Table.objects.create(pad=True, game=slug, state=state)


def kept(slug: str, *seats: dict[str, Any]) -> str:
    return reverse("result", args=[keep_result(game(slug), pad(slug, *seats).state).key])


def test_nothing_is_on_the_podium_before_something_was_entered(client):
    page = client.get(kept("keyflower", {"name": "Ann"}, {})).content.decode()
    assert "podium__step" not in page
    assert 'class="seal"' not in page
    assert page.count("nothing entered yet") >= 2


def test_only_seats_with_something_entered_are_placed(client):
    seats = VILLAGE, {**VILLAGE, "name": "Cid"}, {"name": "Bea"}
    assert client.get(kept("keyflower", *seats)).content.decode().count("podium__step") == 2
    report = client.post(
        "/api/v1/score/keyflower",
        json.dumps({"seats": {"p1": VILLAGE, "p2": seats[1], "p3": {}}}),
        "application/json",
    ).json()
    placed = [(p["seat"], p["place"]) for p in report["ranking"]]
    assert placed == [("p1", 1), ("p2", 1), ("p3", None)]
    assert [s["entered"] for s in report["seats"].values()] == [True, True, False]


def test_the_seal_speaks_to_players_and_the_rest_is_one_more_tap(client):
    link = kept("keyflower", VILLAGE)
    page = re.sub(r"\s+", " ", client.get(link).content.decode())
    assert "Every way was tried: 20 is the most. Two methods agree." in page
    assert "It took" not in page
    client.cookies["django_language"] = "ja"
    page = re.sub(r"\s+", "", client.get(link).content.decode())
    assert "すべての手を調べました。20点が最高です。2つの方法で答えが一致しました。" in page


def test_the_second_best_plan_says_what_it_costs(client):
    made, link = pad("keyflower", VILLAGE), kept("keyflower", VILLAGE)
    found = game("keyflower")
    plan = found.optimise("final", "p1", made.state)
    second = found.alternatives(plan, made.state).runner_up
    assert second
    said = f"{second.worth} (−{plan.worth - second.worth})"
    for path in (link, reverse("pad_plan", args=[made.key, "p1", "final"])):
        assert said in " ".join(client.get(path).content.decode().split())


def test_a_wrong_plan_leaves_the_seat_as_recorded_on_every_page(client, monkeypatch):
    found = game("keyflower")
    final, planner = found.calculators["final"], found.planner("final")

    def lies(position, seat, seconds):
        plan = planner.plan(position, seat, seconds)
        return replace(plan, worth=plan.worth + 1)

    wrong = replace(final, planner=replace(planner, plan=lies))
    calculators = dict(found.calculators) | {"final": wrong}
    monkeypatch.setitem(found.__dict__, "calculators", calculators)
    monkeypatch.setitem(found.__dict__, "_remembered", Cache(8))  # asked before is forgotten
    mine = VILLAGE | {"name": "Never seen before"}
    made = pad("keyflower", mine)
    assert client.get(reverse("pad", args=[made.key])).status_code == 200
    page = client.get(kept("keyflower", mine))
    assert page.status_code == 200
    assert 'class="seal"' not in page.content.decode()
    asking = client.get(reverse("pad_plan", args=[made.key, "p1", "final"]))
    assert asking.status_code == 200
    assert "The mistake is ours" in asking.content.decode()
    sent = json.dumps(made.state)
    answer = client.post("/api/v1/optimise/keyflower/final/p1", sent, "application/json")
    told = described("/api/v1/optimise/{game}/{question}/{seat}", "post", answer)
    assert (told["status"], told["code"]) == (422, "counts_disagree")
    assert "The mistake is ours".lower() in told["detail"]
    report = client.post("/api/v1/score/keyflower", sent, "application/json").json()
    assert "proof" not in report["seats"]["p1"]


def test_what_was_decided_is_on_the_sheet_and_can_be_changed_and_cleared(client):
    made = pad("keyflower", VILLAGE | {"use": {"windmill": {"wood": 1}}})
    link = reverse("pad_settings", args=[made.key, "p1"])
    page = client.get(link).content.decode()
    assert "Already decided" in page
    field = re.search(r'<input[^>]*name="p1/use/windmill/wood"[^>]*>', page)
    assert field, "the decision has its input"
    assert 'value="1"' in field[0]
    path = "p1/use/mercers_guild/stone"
    for typed, value in (("3", 3), ("2", 2), ("", None)):
        assert post_cell(client, link, path, typed).status_code == 200
        made.refresh_from_db()
        assert game("keyflower").sheet.cells(made.state).get(path) == value, typed


def test_a_doubt_about_a_decision_stands_beside_it(client):
    path = "p1/use/mercers_guild/stone"
    made = pad("keyflower", VILLAGE | {"use": {"mercers_guild": {"stone": 9}}})
    doubts = [d for d in game("keyflower").sheet.doubts(made.state) if d.path == path]
    assert doubts, "nine of three is odd"
    page = client.get(reverse("pad_settings", args=[made.key, "p1"])).content.decode()
    beside = page.split(f'id="{path.replace("/", "-")}-says"')[1][:400]
    assert doubts[0].message.en.split(":")[0][:20] in beside.replace("&#x27;", "'")


def test_a_doubt_has_a_link_to_its_cell_on_pad_result_and_scoreboard(client):
    mine = VILLAGE | {"use": {"mercers_guild": {"stone": 9}}}
    made = pad("keyflower", mine)
    page = tight(client.get(reverse("pad", args=[made.key, "p1"])).content)
    there = reverse("pad_settings", args=[made.key, "p1"])
    assert f'href="{there}#p1-use-mercers_guild-stone"' in page
    assert 'id="p1-use-mercers_guild-stone"' in tight(client.get(there).content)
    link = kept("keyflower", mine)
    assert 'name="cell" value="p1/use/mercers_guild/stone"' in tight(client.get(link).content)
    key = link.split("/")[2]
    to = client.post(reverse("result_edit", args=[key]), {"cell": "p1/use/mercers_guild/stone"})[
        "Location"
    ]
    assert to.endswith("/p1#p1-use-mercers_guild-stone") or to.endswith(
        "/p1/#p1-use-mercers_guild-stone"
    )


@pytest.mark.parametrize("slug", sorted(games()))
def test_a_seat_without_anything_entered_has_a_dash_and_no_bounds(client, slug):
    page = tight(client.get(reverse("pad", args=[pad(slug, {}, {}).key]), follow=True).content)
    if not game(slug).sheet.sections:
        return
    dock = re.findall(r'class="dock__(?:total|all)".*?</(?:output|p)>', page)
    menu = page.partition('class="menu__list"')[2].partition("</details>")[0]
    totals = [
        *re.findall(r">([^<>]*)</output>", "".join(dock)),
        *re.findall(r"<b[^>]*>([^<]+)</b>", menu),
    ]
    assert [each.strip() for each in totals] == ["–"] * len(totals)
    assert len(totals) >= 3, "the dock's, and one of each player"


def test_what_a_ruling_would_bring_is_not_folded_away_with_the_rows_of_nothing(client):
    """The purple worker without a bid, of a seat that owns nothing that takes it: 1 gold or 0."""
    page = tight(
        client.get(kept("keyflower", {"purple": "passed", "none": VILLAGE["none"]})).content
    )
    assert "1 here, 1 in all" in page
    assert 'class="sub__name">0 points' not in page


def test_a_total_that_is_not_complete_says_so():
    from django.template.loader import render_to_string

    def shown(*lines):
        return render_to_string("sheet/_total.html", {"breakdown": Breakdown(lines)}).strip()

    known, unknown = Line("a", EMPTY, 5, EMPTY), Line("b", EMPTY, None, EMPTY)
    assert shown(known) == "5"
    assert shown(known, unknown) == "5 so far"
    assert shown(known, replace(unknown, bounds=(0, 33))) == "5 to 38"
    assert shown(known, replace(unknown, bounds=(0, 0))) == "5", "whatever it is, it adds nothing"
    assert shown(known, replace(unknown, bounds=(0, 792))) == "at least 5", "5 to 797 tells nothing"


BEYOND = 900
"""Once a sheet took so much wood; no limit allows it now."""


def grown(state: dict[str, Any]) -> dict[str, Any]:
    found = game("keyflower").sheet
    cell = found.cell("p1/resources/wood")
    assert cell is not None
    assert cell.most < BEYOND
    return found.put(state, {"p1/resources/wood": BEYOND, "p1/boats/sea_bastion": True})


def test_a_number_beyond_todays_limit_counts_on_every_page_of_its_table(host, table):
    table.state = grown(table.state)
    table.save()
    settled = scored(game("keyflower"), table.state)
    assert settled.solved["seats"]["p1"]["resources"]["wood"] == BEYOND
    sheet = reverse("table_sheet", args=[table.key, "p1"])
    page = host.get(sheet).content.decode()
    field = re.search(r'<input[^>]*name="p1/resources/wood"[^>]*>', page)
    assert field, "it is shown"
    assert f'value="{BEYOND}"' in field[0]
    board = tight(host.get(reverse("table", args=[table.key])).content)
    assert "p1-resources-wood" in board, "with a link to its cell"
    again = {"p1/resources/wood": str(BEYOND), "base": table.revision, "form": "same"}
    assert "X-Refused" not in host.post(sheet, again, headers={"HX-Request": "true"})
    assert host.post(reverse("table_finish", args=[table.key])).status_code == 302
    assert Result.objects.get().state["seats"]["p1"]["resources"]["wood"] == BEYOND
