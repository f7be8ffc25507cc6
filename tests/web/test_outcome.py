"""The outcome: winner, margin and differences; the reveal, and the picture of the result."""

import re
from datetime import timedelta
from typing import Any
from xml.etree import ElementTree

import pytest
from django.utils import timezone

from companion.models import Result, Table
from companion.sheet_pages.outcome import Outcome, outcome
from companion.tables import ledger, score_reveal
from companion.tables.saved_results import keep_result
from scoring import evaluation, examples, game, games
from scoring.model.breakdown import Breakdown, Line, Placing, by_total
from scoring.text.localised import EMPTY, Text, Verbatim
from tests.finished_sheets import whole

pytestmark = pytest.mark.django_db
SVG = "{http://www.w3.org/2000/svg}"


def ended(slug: str, name: str) -> Outcome:
    found = game(slug)
    state = found.sheet.read(examples(slug)[name].state)
    return outcome(found, state, evaluation.scored(found, state))


@pytest.mark.parametrize(
    ("name", "headline", "ja"),
    [
        ("coop_won", "Shared victory: Aki, Ben", "Aki、Benがそろって勝利"),
        ("coop_lost", "the mission is lost", "ミッション失敗"),
        ("coop_under_way", "the mission is under way", "ミッション進行中"),
    ],
)
def test_a_mission_that_is_entered_for_the_whole_table_ends_the_same_for_all(name, headline, ja):
    found, two = game("map_masters"), {"p1": {"name": "Aki"}, "p2": {"name": "Ben"}}
    state = found.sheet.read({**examples(found.slug)[name].state, "seats": two})
    end = outcome(found, state, evaluation.scored(found, state))
    assert end.headline.en == headline
    assert end.headline.ja == ja
    assert all(each.entered for each in end.everybody)


def every_end() -> list[Any]:
    return [
        pytest.param(slug, name, id=f"{slug}-{name}")
        for slug in games()
        for name, example in examples(slug).items()
        if len(example.state["seats"]) > 1
    ]


def of_totals(*totals: int | tuple[int, int] | None, places: tuple[int, ...] = ()) -> Outcome:
    """An end of Keyflower in which every seat has one row."""
    found = game("keyflower")
    names = ("Aki", "ミカ", "Tom")
    seats = {
        f"p{n}": {"name": name} for n, name in zip(range(1, len(totals) + 1), names, strict=False)
    }
    state = found.sheet.blank(1) | {"seats": seats}
    row: Text = Verbatim("Gold")
    breakdowns = {
        seat: Breakdown(
            (Line("gold", row, None, EMPTY, bounds=total),)
            if isinstance(total, tuple)
            else (Line("gold", row, total, EMPTY),)
        )
        for seat, total in zip(seats, totals, strict=True)
    }
    ranking = list(by_total(breakdowns))
    if places:
        ranking = [
            Placing(seat, place, EMPTY, place, place)
            for seat, place in zip(seats, places, strict=True)
        ]
    return outcome(
        found,
        state,
        evaluation.Scored(state, {}, breakdowns, tuple(ranking), entered=frozenset(seats)),
    )


@pytest.mark.parametrize(
    ("totals", "places", "said"),
    [
        ((7, 12), (), "ミカ wins by 5"),
        ((9, 9, 4), (), "Shared victory: Aki, ミカ"),
        ((9, 9), (1, 2), "Aki wins on the tie-break"),
        ((9,), (), "Aki: 9 points"),
        ((9, None), (), "Still open between Aki and ミカ"),
        ((None, None), (), "Still open between Aki and ミカ"),
        ((9, (3, 9)), (), "Aki wins, or shares it with ミカ"),
        (((290, 311), 187), (), "Aki wins, by at least 103"),
        ((9, None), (1, 2), "Aki wins either way"),  # nobody knows by how much
    ],
)
def test_the_headline_says_how_it_ended(totals, places, said):
    assert of_totals(*totals, places=places).headline.en == said


def test_places_that_are_not_settled_say_between_whom_and_until_when():
    found = of_totals(90, (3, 9), 5)
    assert found.headline.en == "Aki wins, by at least 81"
    assert found.note.en == "Places 2–3: open between Tom and ミカ until all of ミカ is known."
    assert [each.owner.seat for each in found.podium] == ["p1"]
    assert [each.rank for each in found.below] == ["2–3", "2–3"]


def test_nobody_stands_on_a_podium_while_it_is_open_who_won():
    found = of_totals(90, (80, 99), 5)
    assert not found.decided
    assert found.podium == ()
    assert [each.rank for each in found.below] == ["1–2", "1–2", "3"]


@pytest.mark.parametrize(("slug", "name"), every_end())
def test_what_the_parts_made_is_what_the_totals_say(slug, name):
    found = ended(slug, name)
    for each in found.everybody:
        assert sum(part.points(each.owner.seat) for part in found.parts) == each.breakdown.known
    if found.duel:
        first, second = found.everybody[:2]
        assert [each.owner for each in (first, second)] == list(found.duel)
        if len(found.differences) < 6:
            margin = first.breakdown.known - second.breakdown.known
            assert sum(each.points for each in found.differences) == margin
    for bar in found.differences:
        assert 0 <= bar.x <= bar.x + bar.width <= 100


@pytest.mark.parametrize(("slug", "name"), every_end())
def test_the_reveal_counts_up_to_the_totals_and_names_the_greatest_part_last(slug, name):
    found = ended(slug, name)
    shown = score_reveal.of(found, timezone.now())
    if not found.parts:
        assert shown is None
        return
    assert shown
    assert shown.parts[-1] == found.parts[0].name
    for counter in shown.counters:
        known = next(
            each.breakdown.known for each in found.everybody if each.owner == counter.owner
        )
        assert sum(counter.points) == known
    assert shown.each * len(shown.parts) <= score_reveal.MOST_PARTS


def test_the_reveal_is_over_for_who_comes_later():
    found = ended("nidavellir", "five_players")
    now = timezone.now()
    shown = score_reveal.of(found, now)
    assert shown
    assert not shown.is_over(shown.ended + 4000)
    assert shown.is_over(shown.ended + 30_000)


def kept(slug: str, name: str, **names: str) -> Result:
    state = game(slug).sheet.read(examples(slug)[name].state)
    seats = {
        seat: cells | ({"name": names[seat]} if seat in names else {})
        for seat, cells in state["seats"].items()
    }
    return keep_result(game(slug), state | {"seats": seats})


@pytest.mark.parametrize(("slug", "name"), every_end())
def test_the_picture_needs_no_other_file_and_names_everybody(client, slug, name):
    result, everybody = kept(slug, name), ended(slug, name).everybody
    for language in ("en", "ja"):
        client.cookies["django_language"] = language
        answer = client.get(f"/result/{result.key}/picture.svg")
        assert answer["Content-Type"] == "image/svg+xml"
        drawn = ElementTree.fromstring(answer.content)
        assert drawn.get("width") == "1080"
        assert not re.search(r"var\(|href|<style|<script|style=", answer.content.decode())
        words = [each.text or "" for each in drawn.iter(f"{SVG}text")]
        for each in everybody:
            assert each.total.in_language(language) in words
            assert each.owner.initial in words
        low = [float(each.get("y", 0)) for each in drawn.iter(f"{SVG}text") if each.get("y")]
        assert max(low) < float(drawn.get("height") or 0)


def test_a_name_is_text_on_the_picture_whatever_it_is(client):
    result = kept("nidavellir", "four_players", p1='<b>&"', p2="W" * 24)
    answer = client.get(f"/result/{result.key}/picture.svg?day=2026-05-04")
    words = [each.text for each in ElementTree.fromstring(answer.content).iter(f"{SVG}text")]
    assert '<b>&"' in words
    assert any((word or "").startswith("WW") and (word or "").endswith("…") for word in words)
    assert any("May 4, 2026" in (word or "") for word in words)


def test_a_day_that_is_none_is_the_day_of_the_result(client):
    result = kept("nidavellir", "four_players")
    plain = client.get(f"/result/{result.key}/picture.svg").content
    for day in ("x", "2026-13-01", "%F0%9F%8E%B2"):
        assert client.get(f"/result/{result.key}/picture.svg?day={day}").content == plain
    assert client.get("/result/none/picture.svg").status_code == 404
    assert client.post(f"/result/{result.key}/picture.svg").status_code == 405


def test_the_end_of_a_table_offers_picture_link_text_and_files(host, table):
    at = f"/table/{table.key}/"
    for seat, gold in (("p1", "9"), ("p2", "4")):
        said = {f"{seat}/none/{section}": "1" for section in ("pieces", "village", "winter")}
        said |= {f"{seat}/resources/gold": gold, "form": seat, "base": "9"}
        host.post(f"{at}sheet/{seat}/", said)
    host.post(f"{at}finish", {"go": "finish"})
    page = host.get(at).content.decode()
    result = Result.objects.get()
    assert "data-ended" in page
    assert f'data-picture="/result/{result.key}/picture.svg"' in page
    assert f"http://testserver/result/{result.key}/" in page
    assert re.search(r"Aki wins by 5\n1\. Aki 9\n2\. Mika 4\nhttp", page)
    for kind in ("bgsplay", "json", "lines"):
        assert f"{at}export.{kind}" in page
    Table.objects.update(finished=timezone.now() - timedelta(minutes=1))
    assert "data-ended" not in host.get(at).content.decode()


def test_below_the_podium_stands_each_seats_best_and_that_it_is_proven(host, table):
    keyflower = game("keyflower")
    at = f"/table/{table.key}/"
    for n, seat in enumerate(("p1", "p2")):
        state = keyflower.sheet.read(examples("keyflower")["whole_village"].state)
        cells = {
            path.replace("p1/", f"{seat}/", 1): value
            for path, value in keyflower.sheet.cells(state).items()
            if path.startswith("p1/") and not path.endswith(("/name", "/colour"))
        }
        ledger.write(table.key, None, seat, cells | {f"{seat}/resources/gold": n + 1}, 99, seat)
    host.post(f"{at}finish", {"go": "finish"})
    result = Result.objects.get()
    address = f"/result/{result.key}/best"
    assert f'hx-get="{address}"' in re.sub(r"/at/[^/]+/", "/", host.get(at).content.decode())
    found = evaluation.scored(keyflower, result.state)
    proven = sum(
        found.plans[seat].proof.verdict == "optimal" and not found.breakdowns[seat].partial
        for seat in found.plans
    )
    assert proven == 2
    for page in (address, f"/result/{result.key}/"):
        shown = host.get(page).content.decode()
        part = shown[shown.index("The best that was possible") :].partition("</section>")[0]
        assert part.count("Proven best") == proven
        assert part.index("Mika") < part.index("Aki")


def test_the_host_hurries_the_reveal_for_all_phones_from_one_moment_on(host, table, guest):
    at = f"/table/{table.key}/"
    host.post(f"{at}sheet/p1/", {"p1/resources/gold": "9", "form": "gold", "base": "9"})
    assert host.post(f"{at}hurry").status_code == 302
    assert Table.objects.get().hurried is None  # nothing is revealed yet
    host.post(f"{at}finish", {"go": "finish"})
    assert guest.post(f"{at}hurry").status_code == 404
    before = [each.get(at).content.decode() for each in (host, guest)]
    assert all('data-hurried="0"' in page for page in before)
    host.post(f"{at}hurry")
    moment = Table.objects.get().hurried
    assert moment
    host.post(f"{at}hurry")
    assert Table.objects.get().hurried == moment
    said = f'data-hurried="{round(moment.timestamp() * 1000)}"'
    assert all(said in each.get(at).content.decode() for each in (host, guest))
    host.post(f"{at}finish", {"go": "reopen"})
    host.post(f"{at}finish", {"go": "finish"})
    assert 'data-hurried="0"' in guest.get(at).content.decode()


def test_who_played_alone_has_a_total_and_no_place(client):
    assert [each.place for each in of_totals(47, 12).podium] == [1, 2]
    for seats, places in ((1, 0), (2, 1)):
        gold = {f"p{n}": {"resources": {"gold": 4 - n}} for n in range(1, seats + 1)}
        result = keep_result(game("keyflower"), whole(game("keyflower"), {"seats": gold}))
        page = client.get(f"/result/{result.key}/").content.decode()
        assert page.count("podium__step") == 2 * places
        assert page.count("place 1<") == places
        assert "3" in client.get(f"/result/{result.key}/picture.svg").content.decode()


def test_who_may_have_won_is_named_once():
    """The headline names them, the note only who lacks what, unless all of them do."""
    assert of_totals(None, None).note.en == ""
    assert of_totals(90, (80, 99), 5).note.en == "Open until all of ミカ is known."
    assert of_totals(90, (80, 99), 5).note.ja == "ミカの入力待ちです"
