"""docs/access-rights.md is the law: each cell is tried, no address of a table is missing there.

And what is behind a screen changes no byte of any answer to a phone that may not see it.
"""

import contextlib
import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from django.core.serializers import serialize
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import URLPattern, get_resolver

from companion.http import random_keys
from companion.models import Code, Device, Event, Group, Link, Notice, SeatRequest, Table
from companion.sync import stored_replicas
from companion.tables import access, invitations
from scoring import game
from tests.page_posts import post_cell
from tests.page_text import tight
from tests.rows import tables

pytestmark = pytest.mark.django_db

DOCUMENT = (Path(__file__).parents[2] / "docs" / "access-rights.md").read_text("utf-8")
ROLES = ("host", "player", "spectator", "outsider")
ROWS = [
    [cell.strip().strip("`") for cell in line.strip("|\n ").split("|")]
    for line in DOCUMENT.splitlines()
    if line.startswith("| `")
]
OWN = {"host": "p1", "player": "p2", "spectator": "", "outsider": ""}
GAME = "keyflower"


class Round:
    """A table: Aki is host at p1, Mika plays at p2, p3 is free, one phone watches."""

    def __init__(self, screens: bool = False, slug: str = GAME, **cells: str) -> None:
        self.phones = {role: Client() for role in ROLES}
        names = {"p1/name": "Aki", "p2/name": "Mika", "p3/name": "Ben"}
        more = {"screens": "1"} if screens else {}
        self.phones["host"].post(f"/open/{slug}/", names | more | cells)
        self.table = Table.objects.order_by("-made")[0]
        self.at = f"/table/{self.table.key}/"
        self.phones["host"].get(f"{self.at}invite/")
        self.code = Code.objects.get(table=self.table)
        self.phones["player"].post(f"/join/{self.code.code}/", {"seat": "p2"})
        self.phones["spectator"].post(f"/join/{self.code.code}/", {"seat": "watch"})
        self.link = invitations.new_link(self.table, "spectator")

    def write(self, role: str, path: str, value: str, **more: Any) -> HttpResponse:
        base, seat = Table.objects.get(key=self.table.key).revision, path.split("/")[0]
        more = {"base": base, "form": f"{path}{value}{base}"} | more
        return post_cell(self.phones[role], f"{self.at}sheet/{seat}/", path, value, **more)  # type: ignore[no-any-return]

    def newcomer(self, seat: str) -> Client:
        phone = Client()
        phone.post(f"/join/{self.code.code}/", {"seat": seat})
        return phone


type Act = Callable[[Round, Client, str], Any]
"""Does what a row says, from a phone, to a seat."""


def addressed(round: Round, text: str, seat: str = "") -> str:
    """Puts the seat and the round's code and link into a text."""
    other = "p2" if seat == "p1" else "p1"
    code, proof = round.code.code, invitations.proof(round.code)
    return text.format(seat=seat, other=other, code=code, proof=proof, link=round.link)


def at_once(row: dict[str, str]) -> Act:
    """An act of one request, as the file beside this one says it."""

    def act(round: Round, phone: Client, seat: str) -> Any:
        method, *_ = row
        path, *sent = (addressed(round, value, seat) for value in row.values())
        names = (addressed(round, name, seat) for name in list(row)[1:])
        to = path if path.startswith("/") else round.at + path
        return getattr(phone, method)(to, dict(zip(names, sent, strict=True)))

    return act


def finished(round: Round, phone: Client, seat: str, go: str) -> Any:
    round.phones["host"].post(f"{round.at}finish")
    return phone.post(f"{round.at}{go}", {"go": "reopen"})


def hurried(round: Round, phone: Client, seat: str) -> Any:
    round.phones["host"].post(f"{round.at}finish", {"go": "finish"})
    return phone.post(f"{round.at}hurry")


def filed(round: Round, phone: Client, seat: str) -> Any:
    phone.post("/history/group", {"name": "Us"})
    return phone.post(f"{round.at}group", {"group": Group.objects.latest("pk").pk})


def asked(round: Round, phone: Client, seat: str) -> Any:
    round.newcomer(seat)
    return phone.post(
        f"{round.at}seat", {"wish": SeatRequest.objects.get(seat=seat).pk, "go": "yes"}
    )


def undone(round: Round, phone: Client, seat: str) -> Any:
    round.write("host" if seat == "p1" else "player", f"{seat}/resources/wood", "3")
    return phone.post(f"{round.at}log/{Event.objects.latest('number').number}/undo")


def chosen(round: Round, phone: Client, seat: str) -> Any:
    game_, path = game(GAME), f"{seat}/resources/wood"
    there = stored_replicas.current_replica(round.table, game_).written({path: 5}, 9)
    round.write("host" if seat == "p1" else "player", path, "3")
    stored_replicas.take(round.table, game_, there, {seat})
    said = Table.objects.get(key=round.table.key).merge_conflicts[path]
    return phone.post(f"{round.at}code/", {"choose": f"{said.index(5)} {path}"})


def done(round: Round, phone: Client, seat: str) -> Any:
    return post_cell(phone, f"{round.at}done", f"play/race/first_1/{seat}", "0 0", form="d")


def about(round: Round, ask: Any) -> Any:
    Table.objects.filter(key=round.table.key).update(finished=datetime(2026, 5, 1, tzinfo=UTC))
    return ask(f"{round.at}about", {"date": "2026-05-04", "place": "Ben's", "note": "rain"})


def followed(round: Round, phone: Client, seat: str) -> Any:
    round.phones["host"].post(f"{round.at}again")
    return phone.post(f"{round.at}again")


def removed(round: Round, phone: Client, seat: str) -> Any:
    gone = Device.objects.get(table=round.table, role="player")
    return phone.post(f"{round.at}invite/", {"remove": gone.pk})


def handed(round: Round, phone: Client, seat: str) -> Any:
    heir = Device.objects.get(table=round.table, role="spectator")
    return phone.post(f"{round.at}invite/", {"host": heir.pk})


ACTS: dict[str, Act] = {what: at_once(row) for what, row in tables(__file__)["acts"].items()}
ACTS |= {
    "take back a change of a sheet": undone,
    "say *Done!* in a race": done,
    "have the reveal go quicker": hurried,
    "go on after the end": lambda r, p, s: finished(r, p, s, "finish"),
    "follow to the next game": followed,
    "answer a phone that asks for a seat": asked,
    "choose where phones said different things": chosen,
    "remove a phone": removed,
    "hand the table over to another phone": handed,
    "file the table in a group": filed,
    "see date, place and note of a game that is over": lambda r, p, s: about(r, p.get),
    "put them right": lambda r, p, s: about(r, p.post),
}
GAMES = {"ask one": "diploma", "write down what it found": "diploma"}
GAMES |= {"say *Done!* in a race": "map_masters"}
SCREENED = {"take the own screen away"}


def stored() -> str:
    """All that a forbidden request could have changed."""
    kinds = (Table, Device, Event, Link, Code, Notice, SeatRequest)
    rows = [each for kind in kinds for each in kind.objects.order_by("pk")]
    return re.sub(r'"(seen|changed|beat)": ("[^"]*"|\d+)', "", serialize("json", rows))


@contextlib.contextmanager
def undone_after() -> Iterator[None]:
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def acts() -> list[tuple[str, str, Act, bool, dict[str, str]]]:
    found, last = [], ""
    for route, _method, what, *cells in ROWS:
        behind = what == "the same, behind a screen"
        last = last if behind else what
        rights = dict(zip(ROLES, cells, strict=True))
        found.append((route, what, ACTS[last], behind or last in SCREENED, rights))
    return found


def test_every_address_of_a_table_is_in_the_document():
    named = {
        p.name
        for p in get_resolver().url_patterns
        if isinstance(p, URLPattern)
        and str(p.pattern).startswith(("table/", "join/", "enter/", "open/"))
        and p.name
    }
    assert named == {route for route, *_ in ROWS}
    assert {what for _, _, what, *_ in ROWS} == {*ACTS, "the same, behind a screen"}


@pytest.mark.parametrize(
    ("route", "what", "act", "screens", "rights"),
    acts(),
    ids=[f"{route}: {what}" for route, what, *_ in acts()],
)
def test_each_cell_of_the_document_is_so(route, what, act, screens, rights):
    slug = GAMES.get("say *Done!* in a race" if route == "table_done" else what, GAME)
    round = Round(screens, slug)
    prepared = act in (undone, asked, followed, filed, hurried) or "after the end" in what
    prepared |= route in ("table_about", "table_code")
    for role, right in rights.items():
        own, other = OWN[role], "p2" if OWN[role] == "p1" else "p1"
        tries = {"own": [(own, "yes"), (other, "no")], "no": [(s, "no") for s in ("p1", "p2")]}
        tries |= {"yes": [(own or "p1", "yes"), (other, "yes")], "asks": [(own or "p1", "asks")]}
        for seat, wanted in tries[right]:
            with undone_after():
                before = stored()
                answer = act(round, round.phones[role], seat)
                where = (route, what, role, seat, answer.status_code)
                if wanted == "no":
                    assert answer.status_code in (403, 404), where
                    assert prepared or stored() == before, where
                else:
                    assert answer.status_code in (200, 302), where
                if wanted == "asks":
                    now = Table.objects.get(key=round.table.key)
                    wish = SeatRequest.objects.filter(table=now).exists()
                    assert wish or (now.end_votes and not now.finished), where
                    assert not Notice.objects.filter(what="shared"), where
                elif wanted == "yes" and answer.status_code == 302 and "after the end" not in what:
                    changed = stored() != before or "join" in route or "calculator" in route
                    assert changed or route in ("enter", "table_group"), where


# ── seats ──────────────────────────────────────────────────────────────────────────────


def board(round: Round, role: str) -> str:
    return tight(round.phones[role].get(round.at).content)


def test_a_seat_where_somebody_sits_is_asked_for_and_its_phone_says_yes_or_no():
    round = Round(screens=True)
    round.write("player", "p2/resources/wood", "213")
    ben = round.newcomer("p3")
    ben.post(f"/join/{round.code.code}/", {"seat": "p2"})
    assert ben.get(f"{round.at}sheet/p2/").status_code == 404
    assert "Ben wants to take your seat" in board(round, "player")
    assert "Ben wants to take the seat of Mika" in board(round, "host")
    assert "wants to take" not in board(round, "spectator")
    wish = SeatRequest.objects.get()
    answer = ben.post(
        f"{round.at}seat", {"wish": wish.pk, "go": "yes"}
    )  # nobody says yes to oneself
    assert answer.status_code == 404
    round.phones["player"].post(f"{round.at}seat", {"wish": wish.pk, "go": "no"})
    assert not SeatRequest.objects.exists()
    assert ben.get(f"{round.at}sheet/p2/").status_code == 404
    assert ben.get(f"{round.at}sheet/p3/").status_code == 200
    ben.post(f"/join/{round.code.code}/", {"seat": "p2"})
    wish = SeatRequest.objects.get()
    round.phones["player"].post(f"{round.at}seat", {"wish": wish.pk, "go": "yes"})
    assert ben.get(f"{round.at}sheet/p2/").status_code == 200
    for role in ROLES[:3]:
        assert "Ben moved to the seat of Mika" in board(round, role)
    assert "Ben moved to the seat of Mika" in tight(
        round.phones["spectator"].get(f"{round.at}log/").content
    )


def test_a_host_does_not_let_the_own_phone_look_behind_a_screen():
    round = Round(screens=True)
    round.phones["host"].post(f"/join/{round.code.code}/", {"seat": "p2"})
    wish = SeatRequest.objects.get()
    answer = round.phones["host"].post(f"{round.at}seat", {"wish": wish.pk, "go": "yes"})
    assert answer.status_code == 404
    assert round.phones["host"].get(f"{round.at}sheet/p2/").status_code == 404


def test_a_removed_phone_stays_out_and_what_it_knew_opens_nothing(round):
    gone = round.phones["player"]
    link = invitations.new_link(round.table, "player")
    round.phones["host"].post(f"{round.at}again")
    round.phones["host"].post(
        f"{round.at}invite/", {"remove": Device.objects.get(table=round.table, role="player").pk}
    )
    proof = invitations.proof(round.code)
    for path in (round.at, f"/join/{round.code.code}/", f"/join/{round.code.code}/{proof}/"):
        assert gone.get(path).status_code == 404
    assert gone.get(f"/enter/{link}/").status_code == 404
    assert gone.post(f"{round.at}again").status_code == 404
    assert round.at not in gone.get("/").content.decode()
    assert "Aki removed a phone" in board(round, "spectator")
    fresh = Code.objects.filter(table=round.table)
    round.phones["host"].get(f"{round.at}invite/")
    gone.post(f"/join/{fresh.get().code}/", {"seat": "p2"})
    assert gone.get(f"{round.at}sheet/p2/").status_code == 200


def test_a_phone_removed_from_the_next_game_does_not_come_back_from_the_last(round):
    for role in ("host", "player"):
        round.phones[role].post(f"{round.at}again")
    following = Table.objects.get(before=round.table)
    phone = Device.objects.get(table=following, role="player")
    round.phones["host"].post(f"/table/{following.key}/invite/", {"remove": phone.pk})
    assert round.phones["player"].post(f"{round.at}again").status_code == 404
    assert round.phones["player"].get(f"/table/{following.key}/").status_code == 404


def test_a_seat_that_was_taken_in_the_next_game_is_not_taken_back(round):
    round.phones["host"].post(f"{round.at}again")
    following = Table.objects.get(before=round.table)
    code = invitations.current_code(following)
    Client().post(f"/join/{code.code}/", {"seat": "p2"})
    round.phones["player"].post(f"{round.at}again")
    assert round.phones["player"].get(f"/table/{following.key}/").status_code == 200
    assert Device.objects.filter(table=following, seat="p2").count() == 1


def test_without_a_host_the_game_ends_when_all_who_sit_there_say_so():
    round = Round(screens=True)
    ben = round.newcomer("p3")
    round.phones["player"].post(f"{round.at}finish", {"go": "finish"})
    ben.post(f"{round.at}finish", {"go": "finish"})
    assert "It ends once everybody is done" in board(round, "spectator")
    assert Table.objects.get().end_votes == ["p2", "p3"]
    assert Table.objects.get().finished is None
    ben.post(f"{round.at}finish", {"go": "wait"})
    Device.objects.filter(role="host").update(seat="")  # the host's phone is away for good
    ben.post(f"{round.at}finish", {"go": "finish"})
    table = Table.objects.get()
    assert table.finished
    assert table.revealed == ["p1", "p2", "p3"]
    assert "Everybody agreed" in board(round, "spectator")


def test_a_code_that_is_ended_lets_nobody_in(round):
    round.phones["host"].post(f"{round.at}invite/", {"code": "none"})
    assert Client().get(f"/join/{round.code.code}/").status_code == 404
    page = round.phones["player"].get(f"{round.at}invite/").content.decode()
    assert "The code is turned off" in page
    assert not Code.objects.exists()
    page = round.phones["host"].post(f"{round.at}invite/", {"code": "new"}).content.decode()
    code = Code.objects.get().code
    assert code in page
    assert code != round.code.code
    assert Client().get(f"/join/{code}/").status_code == 200


def test_a_group_of_the_own_takes_no_tables_that_a_phone_only_watched(round):
    round.phones["host"].post(f"{round.at}finish")
    round.phones["spectator"].post("/history/group", {"name": "Mine", "games": "1"})
    assert Table.objects.get().group is None
    round.phones["player"].post("/history/group", {"name": "Ours", "games": "1"})
    ours = Group.objects.get(name="Ours")
    assert Table.objects.get().group == ours
    ben = round.newcomer("p3")
    ben.post("/history/group", {"name": "Ben's"})
    answer = ben.post(f"{round.at}group", {"group": Group.objects.get(name="Ben's").pk})
    assert answer.status_code == 404
    assert Table.objects.get().group == ours


# ── what lies behind a screen ──────────────────────────────────────────────────────────

DRAWN_ANEW = [
    r'name="csrfmiddlewaretoken" value="[^"]*"',
    r'"X-CSRFToken":"[^"]*"',
    r'(?<=data-now=")\d+',
    r'(?<=data-elapsed-ms=")\d+',
    r'(?<="exported":)"[^"]*"',
    r"\b[\d.,]+ m?s\b",
    r"\bjust now\b|\b\d+\sminutes? ago\b",
    r"/enter/[\w-]{32}/",
    r"/table/[2-9a-z]{26}/",
    r"/group/[\w-]{24}/",
    r"/at/[0-9a-f]{16}/",
]
MOVING = ("Content-Length", "X-Now")
NUMBER_OF_A_WRITE = r'(id|name)="base"\s+(name="base"\s+)?value="\d+"'


def told(answer: Any, posted: bool) -> tuple[int, dict[str, str], str]:
    body = answer.content.decode()
    for pattern in (*DRAWN_ANEW, *([NUMBER_OF_A_WRITE] if posted else [])):
        body = re.sub(pattern, "", body)
    headers = {name: value for name, value in answer.headers.items() if name not in MOVING}
    if "Location" in headers:
        headers["Location"] = re.sub(r"[\w-]{24,32}", "", headers["Location"])
    return answer.status_code, headers, body


def asked_of(round: Round, slug: str) -> list[tuple[str, str, dict[str, str], dict[str, str]]]:
    """Every address of the table and around it, with what people and guessers would send."""
    box, at = game(slug), round.at
    found: list[tuple[str, str, dict[str, str], dict[str, str]]] = []
    htmx = {"HX-Request": "true"}
    guesses = tables(__file__)["guesses"]
    gets = [*guesses["looks"]]
    gets += [each.format(n=n) for each in guesses["looks_at_seats"] for n in (1, 2, 3, 9)]
    gets += [f"ask/p{n}/{id_}/" for id_ in box.planners for n in (1, 2, 3)]
    forms = _forms(slug)
    gets += [f"calculators/{id_}/{more}" for id_ in forms for more in ("", "?seat=p2", "?seat=p1")]
    for path in gets:
        found.append(("get", at + path, {}, {}))
    marks = re.findall(r'data-poll="([^"]+)"', round.phones["host"].get(at).content.decode())
    found.append(("get", marks[0], {}, htmx))
    around = [addressed(round, each) for each in guesses["around"]]
    around += [f"/at/{mark}/{slug}/" for mark in marks_of(round)]
    found += [("get", path, {}, {}) for path in around]
    posts = [
        (row["post"], {k: v for k, v in row.items() if k != "post"}) for row in guesses["sent"]
    ]
    posts[:0] = [(f"log/{n}/undo", {}) for n in range(1, 12)]
    posts += [("code/", {"choose": f"{n} {path}"}) for n in range(2) for path in cells_of(slug)]
    for id_ in forms:
        form = box.calculators[id_].form
        assert form is not None
        blank = form.sheet.blank(1 if form.scope == "one" else 3)
        guess = dict.fromkeys(_form_paths(form, blank), "1")
        for n in range(4):
            for seat in ("p1", "p2"):
                for entered in ({}, {"sent": "1"} | guess):
                    posts.append((f"calculators/{id_}/", {"apply": str(n), "seat": seat} | entered))
    field = next(f for f in box.sheet.declared.values() if f.kind in ("count", "tally"))
    rest = "/".join(next(iter(field.paths())))
    for seat in ("p1", "p2", "p3"):
        for base in ("0", "1", "99"):
            data = {f"{seat}/{rest}": "2", "base": base, "form": f"guess{base}"}
            posts.append((f"sheet/{seat}/", data))
            found.append(
                ("post", f"{at}sheet/{seat}/", data, htmx | {"HX-Trigger-Name": f"{seat}/{rest}"})
            )
    found += [("post", at + path, data, {}) for path, data in posts]
    for seat in ("p1", "p2", "p3", "watch", "screen"):
        found.append(("post", f"/join/{round.code.code}/", {"seat": seat}, {}))
        entered = {"name": f"Zoe {seat}", "colour": "green"}
        found.append(("post", f"/join/{round.code.code}/", entered, {}))
        found.append(("post", f"/enter/{round.link}/", {"seat": seat}, {}))
    return found


def marks_of(round: Round) -> list[str]:
    return [device.digest[:16] for device in Device.objects.filter(table=round.table)]


def _forms(slug: str) -> list[str]:
    return [id_ for id_, each in game(slug).calculators.items() if each.form]


def _form_paths(form: Any, state: Any) -> Iterator[str]:
    for field in form.sheet.table_fields.values():
        yield from ("/".join(("table", *path)) for path in field.paths())
    for seat in state["seats"]:
        for field in form.sheet.fields.values():
            yield from ("/".join((seat, *path)) for path in field.paths())


OTHERS = [pytest.param(slug, marks=pytest.mark.fire) for slug in ("nidavellir", "dice_forge")]


@pytest.mark.parametrize("slug", ["keyflower", "diploma", "map_masters", *OTHERS])
@pytest.mark.slow
def test_what_is_hidden_changes_no_byte_of_any_answer(slug, monkeypatch):
    monkeypatch.setattr(access, "record_presence", lambda device: None)
    monkeypatch.setattr(random_keys, "new_form_key", lambda: "k")
    round = Round(screens=True, slug=slug)
    Device.objects.update(seen=datetime(2026, 1, 1, tzinfo=UTC))
    hidden, open_ = cells_of(slug, hidden=True), cells_of(slug, hidden=False)
    round.write("host", open_[0].replace("p2/", "p1/"), "1")
    for path in (*hidden, *open_):
        round.write("player", path, "1")
    requests = asked_of(round, slug)
    away = {"table_new", "join"} | (set() if _forms(slug) else {"table_calculator"})
    away |= set() if game(slug).planners else {"table_plan"}
    assert {route for route in _routes(requests)} >= {
        route for route, *_ in ROWS if route not in away
    }

    def answers(role, uses_it):
        """Returns what that phone is answered, but for routes that use what was entered."""
        found = []
        for method, path, data, headers in requests:
            if _route(path) in uses_it:
                continue
            phone = Client()
            phone.cookies.update(round.phones[role].cookies)
            with undone_after():
                answer = getattr(phone, method)(path, data, headers=headers)
                found.append(((method, path, data), told(answer, method == "post")))
        return found

    # What is entered, entered again, and taken back. What lies open is last: calculators use it.
    rounds: list[tuple[list[str], set[str]]] = [(hidden, set())] * bool(hidden)
    rounds += [(open_, {"table_calculator", "table_plan", "table_open"})]
    others = ("host", "spectator", "outsider")
    before = {role: answers(role, rounds[0][1]) for role in others}
    for paths, uses_it in rounds:
        for path in paths:
            for value in ("2", "3"):
                assert round.write("player", path, value).status_code == 200
        last = Event.objects.filter(table=round.table).latest("number").number
        assert round.phones["player"].post(f"{round.at}log/{last}/undo").status_code == 302
        assert Event.objects.filter(table=round.table).latest("number").undoes == last
        for role in others:
            compared = [each for each in before[role] if _route(each[0][1]) not in uses_it]
            for (asked, then), (_, now) in zip(compared, answers(role, uses_it), strict=True):
                lines = zip(then[2].splitlines(), now[2].splitlines(), strict=False)
                differ = [pair for pair in lines if pair[0] != pair[1]]
                assert now == then, (role, asked, differ[:5], then[:2], now[:2])


def cells_of(slug: str, *, hidden: bool | None = None) -> list[str]:
    """Cells of p2's that take a number: by the rules hidden from others, lying open, or both."""
    fields = [
        f
        for f in game(slug).sheet.declared.values()
        if f.cell.kind == "number" and hidden in (None, f.hidden)
    ]
    return [f"p2/{'/'.join(next(iter(f.paths())))}" for f in fields[:3]]


def _routes(requests: list[tuple[str, str, dict[str, str], dict[str, str]]]) -> Iterator[str]:
    for _, path, *_ in requests:
        yield _route(path)


def _route(path: str) -> str:
    if path.startswith("/at/"):
        return ""
    return get_resolver().resolve(path.partition("?")[0]).url_name or ""
