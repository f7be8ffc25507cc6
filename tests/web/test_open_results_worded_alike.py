"""A finished game with open rows is told alike: page, result, picture, text, history, files, API.

Whatever a place says or a total may still be, no two of them say different words or numbers.
"""

import csv
import json
import random
import re
from copy import deepcopy
from html import unescape
from typing import Any

import pytest
from django.test import Client

from companion.models import Result, Table
from companion.tables import ledger
from scoring import game as find_game
from scoring import games
from scoring.game import Game
from scoring.model.breakdown import Line, TotalRange
from scoring.model.cells import CellPath
from scoring.model.plan import State
from scoring.text.localised import EMPTY
from tests.contract.test_blank_is_not_zero import finished
from tests.page_text import tight

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

NAMES = ("Aki", "Ben", "Chiyo", "Dai")
HINT = re.compile(r'<span class="row__hint">(.*?)</span>')
TABLES = 4
"""Tables of each game, with one to three open rows each."""

type Told = dict[str, tuple[str, str]]
"""Place, or places that are possible, and total of each seat, by its name."""


BLANKS = 8
"""Choices of blank cells that are tried on a table before another is drawn."""


def asks(game: Game) -> bool:
    """Some cell of a seat's can be open: a blank in it counts for nothing until it is entered."""
    return any(field.needed and field.kind != "tally" for field in game.sheet.fields.values())


def counted(game: Game, whole: State) -> bool:
    """Every total of the table is known: no row hangs on a rule that is not public."""
    return all(found.total is not None for found in game.score(whole).values())


def known(game: Game, draw: random.Random) -> State:
    """A whole table whose totals are known, put together from seats whose own are.

    Seats are drawn in pairs: some rows need a rival. On every other table all are alike, so that
    little decides.
    """
    while True:
        names, alike = ("p1", "p2", "p3", "p4")[: draw.choice((2, 3, 4))], draw.random() < 0.5
        seats: list[State] = []
        while len(seats) < (1 if alike else len(names)):
            pair = finished(game, draw, seats=2)
            found = game.score(pair)
            seats += [
                cells for seat, cells in pair["seats"].items() if found[seat].total is not None
            ]
        whole = finished(game, draw, seats=len(names))
        whole["seats"] = {
            name: deepcopy(seats[0 if alike else index]) for index, name in enumerate(names)
        }
        if counted(game, whole):
            return whole


def opened(game: Game, draw: random.Random) -> State:
    """A table on which one to three cells are blank that only an entry can answer."""
    while True:
        whole = known(game, draw)
        asked = [
            path
            for path in game.sheet.cells(whole)
            if (at := CellPath(path)).holder in whole["seats"]
            and game.sheet.fields[at.field].needed
            and game.sheet.fields[at.field].kind != "tally"
        ]
        for _ in range(BLANKS):
            blank = draw.sample(asked, min(len(asked), draw.choice((1, 1, 2, 3))))
            state = game.sheet.put(whole, dict.fromkeys(blank))
            lacks = {each.path for found in game.score(state).values() for each in found.missing}
            if blank and lacks == set(blank):
                return state


def ended(slug: str, state: State) -> tuple[Client, Table]:
    """A table on which somebody entered this sheet, finished with its rows open."""
    host = Client()
    names = {f"p{n}/name": name for n, name in enumerate(NAMES[: len(state["seats"])], 1)}
    host.post(f"/open/{slug}/", names)
    table = Table.objects.get()
    sheet = find_game(slug).sheet
    cells = {
        path: value
        for path, value in sheet.cells(state).items()
        if path.rpartition("/")[2] not in ("name", "colour")
        and sheet.records(CellPath(path), value)  # what is none is not recorded as 0
    }
    ledger.write(table.key, None, "p1", cells, table.revision, "all")
    host.post(f"/table/{table.key}/finish", {"go": "finish"})
    table.refresh_from_db()
    assert table.finished
    return host, table


def of_page(page: str) -> Told:
    """From the podium and the rows below it."""
    podium = re.findall(
        r'podium__points">([^<]+)</span><span class="podium__name">([^<]+)</span>'
        r'<span class="vh">(?:place )?(\d)位?</span>',
        page,
    )
    below = re.findall(
        r'<li class="rest__one"><svg class="meeple".*?</svg><span>'
        r'(?:<span class="vh">(?:place )?([^<]+?)位?</span><span aria-hidden="true">[^<]*</span>)?'
        r"([^<]+)(?:<small[^>]*>[^<]*</small>)?</span><b>([^<]+)</b>",
        page,
    )
    told = {name: (place, total) for total, name, place in podium}
    return told | {name: (place, total) for place, name, total in below}


def of_file(file: str) -> Told:
    """From the rows of a history in CSV."""
    rows = list(csv.reader(file.splitlines()[1:]))
    return {row[2]: (row[3], row[4]) for row in rows}


def of_text(lines: list[str]) -> Told:
    found = [re.fullmatch(r"(?:([\d–]+)\. )?(\w+) (.+)", line) for line in lines]
    return {each[2]: (each[1] or "", each[3]) for each in found if each and each[2] in NAMES}


def of_picture(picture: str) -> dict[str, str]:
    """Totals by name: places are only on its podium."""
    rows = re.findall(r'<g transform="translate\(0 .*?</g>', picture)
    texts = [re.findall(r"<text[^>]*>([^<]*)</text>", row) for row in rows]
    return {each[1]: each[-1] for each in texts}


def of_answer(answer: dict[str, Any], language: str) -> tuple[Told, dict[str, str]]:
    """From the interface; and each total in its shortest form, for the history."""
    told, brief = {}, {}
    for each in answer["ranking"]:
        seat = answer["seats"][each["seat"]]
        name = seat["name"]["en"]
        place = each["place"] or (each["best"] and f"{each['best']}–{each['worst']}") or ""
        span = TotalRange(**seat["range"])
        told[name] = str(place), span.text.in_language(language)
        brief[name] = span.brief
    return told, brief


def rows_of_answer(
    answer: dict[str, Any], language: str, *, brief: bool
) -> dict[str, list[tuple[str, str]]]:
    """From the interface: label and points of each row, or their range, by the seat's name."""

    def points(row: dict[str, Any]) -> str:
        bounds = tuple(row["bounds"]) if row["bounds"] else None
        line = Line("", EMPTY, row["points"], EMPTY, bounds=bounds)
        return line.points_brief if brief else line.points_text.in_language(language)

    return {
        seat["name"]["en"]: sorted((row["label"][language], points(row)) for row in seat["lines"])
        for seat in answer["seats"].values()
    }


def rows_of_page(page: str, names: dict[str, str]) -> dict[str, list[tuple[str, str]]]:
    """From the pads of a result; ``names`` by seat."""
    found = {}
    for seat, name in names.items():
        pad = page.partition(f'aria-labelledby="{seat}"')[2].partition("</section>")[0]
        rows = re.findall(
            r'<(?:span|a) class="line__label"[^>]*>(.*?)</(?:span|a)>.*?<p class="line__points">'
            r"(.*?)</p>",
            pad,
        )
        plain = [tuple(re.sub(r"<svg.*?</svg>|<[^>]*>", "", each) for each in row) for row in rows]
        found[name] = sorted((label.strip(), points.strip()) for label, points in plain)
    return found


def rows_of_file(file: str) -> dict[str, list[tuple[str, str]]]:
    """From the rows of the score lines in CSV."""
    found: dict[str, list[tuple[str, str]]] = {}
    for row in list(csv.reader(file.splitlines()[1:])):
        points = row[4].removeprefix("'").replace("-", "−")
        found.setdefault(row[2], []).append((row[3], points))
    return {name: sorted(rows) for name, rows in found.items()}


@pytest.mark.parametrize("slug", [slug for slug in sorted(games()) if asks(find_game(slug))])
@pytest.mark.parametrize("number", range(TABLES))
def test_an_end_with_open_rows_is_told_alike(slug, number):
    state = opened(find_game(slug), random.Random(f"told {slug} {number}"))
    host, table = ended(slug, state)
    for language in ("en", "ja"):
        told_alike(host, table, language)


def told_alike(host: Client, table: Table, language: str) -> None:
    host.cookies["django_language"] = language

    def seen(path: str) -> str:
        return unescape(tight(host.get(path).content.decode()))

    result = f"/result/{Result.objects.get().key}/"
    sent = json.dumps(table.state)
    answer = host.post(f"/api/v1/score/{table.game}", sent, "application/json").json()
    told, brief = of_answer(answer, language)
    assert set(told) == set(NAMES[: len(table.state["seats"])])

    plain = unescape(host.get(result).content.decode())
    text = re.search(r'id="as-text"[^>]*>(.*?)</textarea>', plain, re.DOTALL)
    assert text
    lines = [line.strip() for line in text[1].strip().splitlines()]
    assert of_text(lines) == told
    said = lines[1 : -1 - len(told)]  # headline, and what it waits for
    assert 1 <= len(said) <= 2

    for page in (seen(f"/table/{table.key}/"), seen(result)):
        assert of_page(page) == told
        assert [each for each in said if f">{each}<" not in page] == []

    picture = seen(f"{result}picture.svg")
    assert of_picture(picture) == {name: total for name, (_, total) in told.items()}
    drawn = re.findall(r"<text[^>]*>([^<]+)</text>", picture)
    for each in said:
        assert any(each.startswith(text.rstrip("…")) for text in drawn[2:4]), (each, drawn[:4])

    row = seen("/history/").partition('id="games"')[2]
    headline, seats = re.findall(r"<b>(.*?)</b>", row)[0], re.findall(HINT, row)[1]
    shown = re.findall(rf"({'|'.join(NAMES)}) ([^,、]+?)[⁠\s]*(?:, |、|$)", seats)
    assert {name: total.strip() for name, total in shown} == brief
    assert [name for name in told if told[name][0] == "1" and name not in headline] == []
    if any(each["partial"] for each in answer["seats"].values()):
        assert " · ".join(said) in row

    assert of_file(host.get("/history/export.csv").content.decode("utf-8-sig")) == told

    rows = rows_of_answer(answer, language, brief=True)
    assert rows_of_page(seen(result), dict(zip(answer["seats"], rows, strict=True))) == rows
    rows = rows_of_answer(answer, language, brief=False)
    assert rows_of_file(host.get("/history/export.lines").content.decode("utf-8-sig")) == rows

    file = json.loads(host.get("/history/export.bgsplay").content)
    [play], names = file["plays"], {each["id"]: each["name"] for each in file["players"]}
    comment = play["comments"].splitlines()
    for each in play["playerScores"]:
        name = names[each["playerRefId"]]
        place, total = told[name]
        exact = total == each["score"].replace("-", "−")
        assert exact or each["score"] == ""
        if not exact or place != str(each["rank"]):
            assert (f"{place}. " if place else "") + f"{name} {total}" in comment
    if any(each["partial"] for each in answer["seats"].values()):
        assert " · ".join(said) in comment
