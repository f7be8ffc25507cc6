"""Open questions before the game ends: on which phone, in which order, what they decide."""

import re
from typing import Any

import pytest
from django.test import Client

from companion.models import Code, Table
from companion.sheet_pages.cell_messages import sheet_warnings
from companion.tables import ledger, questions_before_end
from scoring import game as find_game
from scoring.evaluation import sketched
from scoring.solving import deadline
from tests.page_text import tight
from tests.rows import rows

pytestmark = pytest.mark.django_db

NIDAVELLIR = find_game("nidavellir")
CAPTIVE = "p1/gymir_captive"


class Evening:
    """Aki has the host's phone, Mika one of her own, Ben none; Aki and Mika have caught Gymir."""

    def __init__(self, *open_seats: str, screens: bool = False) -> None:
        self.host, self.mika = Client(), Client()
        names = {"p1/name": "Aki", "p2/name": "Mika", "p3/name": "Ben", "table/idavoll": "on"}
        names |= {"screens": "1"} if screens else {}
        self.host.post("/open/nidavellir/", names)
        self.table = Table.objects.get()
        self.at = f"/table/{self.table.key}/"
        self.host.get(f"{self.at}invite/")
        self.mika.post(f"/join/{Code.objects.get().code}/", {"seat": "p2"})
        none = NIDAVELLIR.sheet.rest_none(self.table.state)
        for n, seat in enumerate(("p1", "p2", "p3")):
            cells: dict[str, Any] = {f"{seat}/coins/coin_{c}": 1 for c in (0, 7, 8, 9, 10 + n)}
            cells |= {p: v for p, v in none.items() if p.startswith(seat)}
            if seat in open_seats:
                cells |= {f"{seat}/giants/gymir": "captured"}
            self.write(seat, cells)

    def write(self, seat: str, cells: dict[str, Any]) -> None:
        self.table.refresh_from_db()
        key = f"{seat}{len(cells)}{self.table.revision}"
        ledger.write(self.table.key, None, seat, cells, self.table.revision, key)
        self.table.refresh_from_db()

    def finish(self, phone: Client, **more: str) -> None:
        phone.post(f"{self.at}finish", {"go": "finish", "ask": "1"} | more)
        self.table.refresh_from_db()

    def answer(self, phone: Client, cell: str, value: str) -> Any:
        self.table.refresh_from_db()
        data = {"cell": cell, "value": value, "base": self.table.revision, "form": f"{cell}{value}"}
        response = phone.post(f"{self.at}answer/{cell[:2]}", data)
        self.table.refresh_from_db()
        return response

    def page(self, phone: Client) -> str:
        return tight(phone.get(self.at).content.decode())


def test_finish_asks_on_the_phone_that_knows_and_ends_with_the_last_answer():
    evening = Evening("p1", "p2")
    evening.finish(evening.host)
    assert evening.table.finished is None
    for phone, own, other in ((evening.host, "p1", "p2"), (evening.mika, "p2", "p1")):
        page = evening.page(phone)
        assert "2 answers are missing" in page
        first = page.index(f'value="{own}/gymir_captive"')
        assert first < page.find(f'value="{other}/gymir_captive"') or phone is evening.mika
    page = evening.page(evening.host)
    assert "Asked on Mika’s phone" in page
    assert f'value="{CAPTIVE}"' in page
    assert 'value="p1/gymir_captive"' not in evening.page(evening.mika)  # may not write there
    evening.answer(evening.host, CAPTIVE, "explorer_7")
    assert evening.table.finished is None
    assert "One answer is missing" in evening.page(evening.host)
    evening.answer(evening.mika, "p2/gymir_captive", "explorer_5")
    assert evening.table.finished
    assert not evening.table.asking
    assert evening.table.state["seats"]["p1"]["gymir_captive"] == "explorer_7"


def test_the_host_answers_for_a_seat_without_a_phone_and_others_do_not():
    evening = Evening("p3")
    evening.finish(evening.host)
    page = evening.page(evening.host)
    assert 'value="p3/gymir_captive"' in page
    assert "Answer here" not in page  # it lies open
    assert evening.answer(evening.mika, "p3/gymir_captive", "explorer_5").status_code == 404
    assert evening.table.finished is None
    evening.answer(evening.host, "p3/gymir_captive", "explorer_5")
    assert evening.table.finished


def test_each_answer_says_the_total_that_it_makes():
    evening = Evening("p1")
    evening.write("p2", {"p2/hunters": 5})  # 25 points: among what Aki can come to
    state = evening.table.state
    found = questions_before_end.standing(
        NIDAVELLIR, state, sketched(NIDAVELLIR, state), ["p1", "p2", "p3"]
    )
    [question] = found.questions
    assert question.matters
    assert len(question.answers) > 5
    for each in question.answers:
        after = NIDAVELLIR.sheet.put(state, {CAPTIVE: each.value})
        assert each.breakdown == sketched(NIDAVELLIR, after).breakdowns["p1"]
    assert len({each.breakdown.known for each in question.answers if each.breakdown}) > 5


def test_out_of_time_the_questions_keep_the_order_of_the_seats(monkeypatch):
    evening, asked = Evening("p1", "p3"), []

    def hurried(game, state, seat):
        asked.append(seat)
        if len(asked) == 8:  # the last answer of the first question
            deadline.miss()
        return sketched(game, state).breakdowns[seat]

    monkeypatch.setattr(questions_before_end, "sketched_breakdown", hurried)
    state = evening.table.state
    with deadline.within():
        found = questions_before_end.standing(
            NIDAVELLIR, state, sketched(NIDAVELLIR, state), ["p1", "p2", "p3"]
        )
    first, last = found.questions
    assert [first.seat, last.seat] == ["p1", "p3"]
    assert {each.breakdown for each in last.answers} == {None}


def test_what_changes_no_place_is_told_so_and_comes_last():
    evening = Evening("p1", "p3")
    evening.write("p2", {"p2/heroes/zoral": True, "p2/blacksmiths": 9, "p2/hunters": 12})
    # far above all others: only the two below can still change places
    evening.write("p1", {"p1/hunters": 9})
    state = evening.table.state
    found = questions_before_end.standing(
        NIDAVELLIR, state, sketched(NIDAVELLIR, state), ["p1", "p2", "p3"]
    )
    assert [each.matters for each in found.questions] == [False, False]
    evening.finish(evening.host)
    page = evening.page(evening.host)
    assert "Changes no place any more" in page
    assert "Mika wins either way" in page
    assert "No place can change any more." in page
    assert "Reveal it now" in page
    assert "Leave open" not in page


def test_which_places_can_still_change_is_said_where_the_winner_is_certain():
    evening = Evening("p1", "p3")
    evening.write("p2", {"p2/heroes/zoral": True, "p2/blacksmiths": 9, "p2/hunters": 12})
    evening.finish(evening.host)
    page = evening.page(evening.host)
    assert "Mika wins either way" in page
    assert "Only places 2–3 can still change." in page
    margins = re.findall(r'class="span__name">([^<]+)<small class="soft">([^<]+)</small>', page)
    evening.finish(evening.host, ask="")
    headline = re.search(r'id="end">Mika wins, (by at least \d+)<', evening.page(evening.host))
    assert margins == [("Mika", headline[1])]  # nobody else has one


@rows(__file__, "question")
def test_each_question_is_a_sentence_and_a_row_says_who_is_ready(row):
    evening = Evening("p1")
    evening.finish(evening.host)
    for phone, states in ((evening.host, row["host"]), (evening.mika, row["mika"])):
        phone.cookies["django_language"] = row["language"]
        page = evening.page(phone)
        assert [said for said in row["says"] if said not in page] == []
        ready = page.partition('class="ready"')[2].partition("</ul>")[0]
        assert re.findall(r"</span>([^<]+)</li>", ready) == states


def test_finish_anyway_ends_it_and_keep_playing_stops_the_asking():
    evening = Evening("p1")
    evening.finish(evening.host)
    assert evening.table.asking
    evening.host.post(f"{evening.at}finish", {"go": "wait"})
    evening.table.refresh_from_db()
    assert not evening.table.asking
    assert "answer is missing" not in evening.page(evening.host)
    evening.finish(evening.host)
    evening.host.post(f"{evening.at}finish", {"go": "finish"})
    evening.table.refresh_from_db()
    assert evening.table.finished
    assert "One answer" not in evening.page(evening.host)


def test_nothing_is_asked_where_nothing_is_open():
    evening = Evening()
    evening.finish(evening.host)
    assert evening.table.finished


def test_what_lies_behind_a_screen_is_asked_there_only():
    evening = Evening("p2", screens=True)
    evening.finish(evening.host)
    assert evening.table.finished is None
    assert "p2/gymir_captive" not in evening.page(evening.host)
    assert "1 answer" not in evening.page(evening.host)
    assert 'value="p2/gymir_captive"' in evening.page(evening.mika)
    assert evening.answer(evening.host, "p2/gymir_captive", "explorer_5").status_code == 404
    evening.answer(evening.mika, "p2/gymir_captive", "explorer_5")
    assert evening.table.finished


def test_finish_is_not_the_main_button_before_the_last_phase():
    evening = Evening()
    phases = NIDAVELLIR.sheet.phases.listed(evening.table.state)
    main = '<button class="btn btn--main" name="go" value="finish">'
    for phase, is_main in ((phases[0], False), (phases[-1], True)):
        evening.write("p1", {"play/stage": phase.id})
        for step in phase.steps if is_main else ():  # till then the main one is *Done*
            evening.host.post(f"{evening.at}play", {"tick": step.id})
        page = evening.page(evening.host)
        assert (main in page) is is_main
        assert 'value="finish"' in page


def test_what_was_left_open_is_answered_after_the_end_from_the_history():
    evening = Evening("p1")
    evening.write("p2", {"p2/hunters": 5})  # 25 points: among what Aki can come to
    evening.finish(evening.host)
    evening.host.post(f"{evening.at}finish", {"go": "finish"})
    history = tight(evening.host.get("/history/").content.decode())
    row = history[history.index('id="games"') :]
    assert "beat" not in row
    assert "Still open between" in row
    assert "until all of Aki is known" in row
    assert f'href="{evening.at}#open"' in row
    for page in (evening.page(evening.host), evening.page(evening.mika)):
        assert "Still open between" in page
        assert 'class="podium"' not in page or 'data-place="1"' not in page
    assert f'value="{CAPTIVE}"' in evening.page(evening.host)
    assert evening.answer(evening.host, "p1/hunters", "3").status_code == 404
    assert evening.answer(evening.mika, CAPTIVE, "explorer_12").status_code == 404
    evening.answer(evening.host, CAPTIVE, "explorer_12")
    history = tight(evening.host.get("/history/").content.decode())
    assert "Still open between" not in history
    assert "Aki beat Mika by 10" in history[history.index('id="games"') :]
    assert "Aki wins by" in evening.page(evening.host)


def test_a_question_says_of_which_round_it_is():
    """A round's hint is the same in all rounds."""
    host = Client()
    host.post("/open/map_masters/", {"p1/name": "Aki", "p2/name": "Mika"})
    table = Table.objects.get()
    cells = {"p1/primary_1": 3, "p1/secondary_1": 1, "p1/primary_2": 3, "p2/primary_1": 2}
    ledger.write(table.key, None, "p1", cells, 1, "x")
    host.post(f"/table/{table.key}/finish", {"go": "finish", "ask": "1"})
    page = tight(host.get(f"/table/{table.key}/").content.decode())
    title = r'<span class="vh">Mika:</span>Second</h3><span class="pad__sum">(\w+)</span>'
    assert sorted(re.findall(title, page)) == ["R1", "R2"]


DIPLOMA = find_game("diploma")
SETS_LEFT = "rulings/final_count"


@pytest.mark.parametrize("left_open", [False, True])
def test_what_the_table_decides_is_asked_before_the_end_and_after_it(left_open):
    """Aki has a circle, a title in hand and four stones: no public rule says what they are worth.

    Mika has none of them and is asked nothing.
    """
    host = Client()
    host.post("/open/diploma/", {"p1/name": "Aki", "p2/name": "Mika"})
    table = Table.objects.get()
    at = f"/table/{table.key}/"
    stones = {f"p1/stones/stone_{each}": 1 for each in "abcd"}
    points = {f"{seat}/{field}": 0 for seat in ("p1", "p2") for field in ("sets", "circles")}
    cells = DIPLOMA.sheet.rest_none(table.state) | points | stones
    cells |= {f"{seat}/power_points": 0 for seat in ("p1", "p2")}
    cells |= {"p1/circles": 1, "p1/hand_titles/sure_footing": 1}
    ledger.write(table.key, None, "p1", cells, table.revision, "all")

    def answer(cell: str, value: str) -> None:
        base = Table.objects.get().revision
        host.post(f"{at}answer/p1", {"cell": cell, "value": value, "base": base, "form": cell})

    host.post(f"{at}finish", {"go": "finish", "ask": "1"})
    assert Table.objects.get().finished is None
    if left_open:
        host.post(f"{at}finish", {"go": "finish"})
        assert "Answer what is open" in tight(host.get("/history/").content.decode())
    page = tight(host.get(at).content.decode())
    assert "Points lost for each unplaced title" in page
    assert "Do stones left at the end score as sets?" in page
    assert "Yes, 5 points a set" in page
    assert 'value="unknown"' not in page
    assert 'value="p1/circle_bonus"' in page
    assert 'value="p2/circle_bonus"' not in page
    answer("p1/circle_bonus", "3")
    answer(SETS_LEFT, "yes")
    answer("table/penalty", "2")
    table.refresh_from_db()
    assert table.finished
    assert DIPLOMA.score(table.state)["p1"].total == 10 + 3 + 5 - 2
    assert "Still open" not in tight(host.get(at).content.decode())


def test_rounds_not_played_yet_lack_nothing_before_the_end_asks():
    """Round 1 is played and only Aki's primary objective is entered."""
    game = find_game("map_masters")
    state = game.sheet.read({"seats": {"p1": {"primary_1": 3}, "p2": {}}})
    found = sketched(game, state)
    lacked = {str(each.about.path) for each in sheet_warnings(game, found, "p1", ("p1", "p2"))}
    of_round = {
        f"{seat}/{cell}" for seat in ("p1", "p2") for cell in ("secondary_1", "none/round_1")
    }
    assert lacked == of_round | {"p2/primary_1"}
    asked = questions_before_end.standing(game, state, found, ["p1", "p2"]).questions
    assert {each.cell for each in asked} == {"p1/none/round_1", "p1/secondary_1"}
    assert questions_before_end.open_questions(game, game.sheet.put(state, {"p1/secondary_1": 0}))


def test_the_rest_of_all_sections_is_one_question_of_each_player():
    """Only Aki's and Mika's sets are entered; each says *the rest: none* once."""
    host = Client()
    host.post("/open/diploma/", {"p1/name": "Aki", "p2/name": "Mika"})
    table = Table.objects.get()
    at = f"/table/{table.key}/"
    ledger.write(table.key, None, "p1", {"p1/sets": 3, "p2/sets": 2}, table.revision, "sets")
    host.post(f"{at}finish", {"go": "finish", "ask": "1"})
    page = tight(host.get(at).content.decode())
    asked = re.findall(r'name="cell" value="(p\d/none/\w+)"', page)
    assert [cell.partition("/")[0] for cell in asked] == ["p1", "p2"]
    assert "Score pad, Stones, Mana, map, Titles" in page
    base = Table.objects.get().revision
    host.post(f"{at}answer/p1", {"cell": asked[0], "value": "on", "base": base, "form": "rest"})
    state = Table.objects.get().state
    assert len(state["seats"]["p1"]["none"]) == 4
    assert "none" not in state["seats"]["p2"]
