"""Codes from phone to phone: small, whole, taken in, and never the end of anything."""

import json
import os
import random
import re
import statistics
import zlib
from itertools import permutations
from typing import Any
from uuid import UUID

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client, override_settings
from hypothesis import given
from hypothesis import settings as hypothesis
from hypothesis import strategies as st

from companion.messages import say
from companion.models import Copy, Event, Result
from companion.sync import replica as knowing
from companion.sync import replica_code as codes
from companion.sync.replica import Replica
from companion.tables.saved_results import keep_result
from scoring import examples, games
from scoring import game as find_game
from scoring.game import Game
from tests.contract import random_states
from tests.page_posts import post_cell, table_at
from tests.page_text import tight

pytestmark = pytest.mark.django_db

SHEET, TABLE = 700, 1500
"""Letters that a full sheet, and a full table, may have at most (decision 31)."""

CODES = int(os.environ.get("COMPANION_CODES", "3"))
"""Random full sheets, and tables, of each game."""

UID = UUID(int=0x5EED_0000_0000_0000_0000_0000_0000_0001)
KEYFLOWER = find_game("keyflower")
PLAYED = [slug for slug in games() if find_game(slug).stage != "draft"]


def whole(game: Game, state: Any, copies: int = 1) -> Replica:
    """A sheet entered by so many phones, each with its own seats; the first knows all the rest."""
    found, draw = Replica(UID, game.slug, table=copies > 1), random.Random(game.slug)
    phones = [draw.getrandbits(32) for _ in range(copies)]
    written: dict[tuple[int, int], dict[str, Any]] = {}
    for path, value in knowing.cells(game, state).items():
        holder = path.partition("/")[0]
        seat = int(holder[1:]) if holder[1:].isdigit() else 0
        time = draw.randint(1, 3) if copies > 1 else 1
        written.setdefault((time, phones[seat % copies]), {})[path] = value
    for (_, phone), cells in sorted(written.items()):
        found = found.written(cells, phone)
    return found


# ── the code ───────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("slug", PLAYED)
def test_every_worked_game_fits_one_code_and_comes_back(slug):
    game, sizes = find_game(slug), []
    for example in examples(slug).values():
        state = game.sheet.read(example.state)
        known = whole(game, state)
        code = codes.encode(known)
        assert codes.decode(code) == known
        assert knowing.cells(game, knowing.state(game, known)) == knowing.cells(game, state)
        sizes.append(len(code))
    print(f"{slug}: median {statistics.median(sizes)}, longest {max(sizes)} letters")
    assert max(sizes) <= SHEET


def full(game: Game, draw: random.Random, seats: int) -> Any:
    """A sheet with as many cells in each field as a worked one has at most, drawn at random."""
    most: dict[str, int] = {}
    entered: dict[str, set[Any]] = {}
    for example in examples(game.slug).values():
        for cells in game.sheet.read(example.state)["seats"].values():
            ids = []
            for path, value in game.sheet.cells({"seats": {"p1": cells}}).items():
                ids.append(path.split("/")[1])
                entered.setdefault(ids[-1], set()).add(value)
            most |= {id_: max(most.get(id_, 0), ids.count(id_)) for id_ in ids}
    drawn: dict[str, Any] = {}
    for n in range(1, seats + 1):
        for id_, many in most.items():
            field = game.sheet.fields[id_]
            paths = list(field.paths())
            for keys in draw.sample(paths, min(many, len(paths))):
                value = draw.choice([*entered[id_]])
                match field.cell.kind:
                    case "number":
                        top = max(entered[id_])
                        value = draw.randint(max(field.cell.least, min(1, top)), top)
                    case "choice":
                        value = draw.choice(field.cell.options).id
                    case "spot":
                        column, row = draw.randint(-4, 4), draw.randint(-4, 4)
                        value = f"{column},{row}/{draw.randint(0, 5)}"
                drawn["/".join((f"p{n}", *keys))] = value
        drawn[f"p{n}/name"] = f"Player {n}"
    return game.sheet.put(game.sheet.blank(seats), drawn)


@pytest.mark.parametrize("slug", PLAYED)
def test_random_full_sheets_and_tables_fit_one_code(slug):
    """Each seat of a table is entered by another phone."""
    game, draw = find_game(slug), random.Random(slug)
    for seats, most in ((1, SHEET), (game.sheet.most_seats, TABLE)):
        sizes = []
        for _ in range(CODES):
            state = full(game, draw, seats)
            known = whole(game, state, copies=seats)
            code = codes.encode(known)
            assert codes.decode(code) == known
            assert knowing.cells(game, knowing.state(game, known)) == knowing.cells(game, state)
            sizes.append(len(code))
        print(f"{slug}, {seats} seats: median {statistics.median(sizes)}, longest {max(sizes)}")
        assert max(sizes) <= most


@pytest.mark.parametrize("slug", PLAYED)
@hypothesis(max_examples=25)
@given(data=st.data())
def test_any_sheet_comes_back_as_it_was(slug, data):
    game = find_game(slug)
    state = data.draw(random_states.states(game))
    known = whole(game, state, copies=3)
    try:
        code = codes.encode(known)
    except codes.TooLong:
        return
    assert codes.decode(code) == known


def worked(slug: str = "keyflower", name: str = "whole_village") -> str:
    game = find_game(slug)
    return codes.encode(whole(game, game.sheet.read(examples(slug)[name].state)))


def test_a_code_is_found_in_whatever_somebody_pastes():
    code = worked()
    for text in (
        f"https://games.example.org/code#{code}",
        f"  {code.lower()}\n",
        f"here is mine: http://10.0.0.5:8000/below/#{code} see you",
        " ".join(code[at : at + 7] for at in range(0, len(code), 7)),
    ):
        assert codes.decode(text) == codes.decode(code)


def test_one_wrong_letter_anywhere_is_noticed():
    code, draw = worked(), random.Random(1)
    for at in range(1, len(code) - 1):
        other = draw.choice([each for each in codes.LETTERS if each != code[at]])
        with pytest.raises(codes.Unreadable):
            codes.decode(code[:at] + other + code[at + 1 :])
        with pytest.raises(codes.Unreadable):
            codes.decode(code[:at] + code[at + 1 :])


def forged(data: bytes) -> str:
    """A code of these bytes, whatever is in them."""
    value, found = int.from_bytes(data), ""
    while value:
        value, digit = divmod(value, len(codes.LETTERS))
        found = codes.LETTERS[digit] + found
    return f"B{found}B"


def written(plain: Any) -> str:
    """A code of this JSON, well packed."""
    return forged(zlib.compress(json.dumps(plain, separators=(",", ":")).encode(), 9))


def test_a_forged_code_is_read_or_refused_and_nothing_else():
    draw = random.Random(7)
    for n in range(60):
        data = draw.randbytes(draw.choice([6, 30, 300, 2000]))
        for each in (b"\x78\xda" + data, zlib.compress(data), zlib.compress(b"[" * 200 * n)):
            with pytest.raises(codes.Unreadable):
                codes.decode(forged(each))
    for text in ("", "x", "B", "B" * 12, "#B0000000000000000000000B", "\0"):
        with pytest.raises(codes.Unreadable):
            codes.decode(text)
    plain: Any
    for plain in (None, 1, "x", {}, [], [1] * 8, ["keyflower"] * 8, [{}] * 8, [[[]]] * 8):
        with pytest.raises(codes.Unreadable):
            codes.decode(written(plain))


def test_the_same_replica_in_other_words_is_no_code():
    known = whole(KEYFLOWER, KEYFLOWER.sheet.blank(2))
    plain = json.loads(codes._text(known))
    assert codes.decode(written(plain)) == known
    for other in (str(known.uid), known.uid.hex.upper()):
        with pytest.raises(codes.Unreadable):
            codes.decode(written([*plain[:2], other, *plain[3:]]))
    for flag in (True, 0.0, 2, None):
        with pytest.raises(codes.Unreadable):
            codes.decode(written([*plain[:3], flag, *plain[4:]]))
    with pytest.raises(codes.Unreadable):
        codes.decode(forged(zlib.compress(codes._text(known) + b" ")))
    with pytest.raises(codes.Unreadable):
        codes.decode(forged(zlib.compress(codes._text(known)) + b"x"))
    with pytest.raises(codes.Unreadable):
        codes.decode(forged(zlib.compress(codes._text(known))[:-1]))


def test_a_code_that_would_unfold_beyond_any_sheet_is_refused():
    """Repeated values take next to nothing, so a short code could say very much of it."""
    said: dict[str, Any] = {f"seats/p{n}": True for n in range(1, 7)}
    for path, cell in KEYFLOWER.sheet._cells[""].items():
        if cell.kind == "number":
            said |= {f"p{n}/{path}": min(99, cell.most) for n in range(1, 7)}
    known = Replica(UID, "keyflower").written(said, 1)
    code = codes.encode(known)
    assert len(code) < SHEET
    assert codes.decode(code) == known
    blank = Replica(UID, "keyflower").written(dict.fromkeys(said), 2)
    with pytest.raises(codes.TooLong):
        codes.encode(known.merged(blank))
    text = codes._text(known.merged(blank))
    assert len(text) > codes.MOST_TEXT
    with pytest.raises(codes.Unreadable):
        codes.decode(forged(zlib.compress(text, 9)))
    with pytest.raises(codes.Unreadable):
        codes.decode(forged(zlib.compress(bytes(10**7), 9)[: codes.MOST_LETTERS // 2]))


def test_a_code_of_an_earlier_version_says_so():
    """One that version A made of a sheet with one entry."""
    before = "A" + "3K9ZQ7WJ" * 9 + "A"
    for text in (before, f"https://games.example.org/code#{before.lower()}"):
        with pytest.raises(codes.Unreadable) as told:
            codes.decode(text)
        assert told.value.message == say("code-before")
    with pytest.raises(codes.Unreadable) as told:
        codes.decode("a word from a to a")
    assert told.value.message == say("code-none")


def test_a_code_of_another_sheet_says_which_game_it_is(monkeypatch):
    code, layout = worked(), codes._layout
    monkeypatch.setattr(codes, "_layout", lambda slug: layout(slug) ^ 1)
    with pytest.raises(codes.Unreadable) as told:
        codes.decode(code)
    assert "Keyflower" in told.value.message.en
    monkeypatch.setattr(codes, "games", lambda: ())
    with pytest.raises(codes.Unreadable) as told:
        codes.decode(code)
    assert told.value.message == say("code-no-game")


# ── pages ──────────────────────────────────────────────────────────────────────────────


def link(page):
    found = re.search(r'data-link\s+value="([^"]*)"', page.decode())
    assert found, page.decode()[:3000]
    return found[1]


def shown(phone, at):
    return link(phone.get(f"{at}code/").content)


def code_of(url: str) -> str:
    return url.partition("#")[2]


def enter(phone: Client, at: str, seat: str, cells: dict[str, str]) -> None:
    for path, value in cells.items():
        there = f"{at}sheet/{seat}/" if at.startswith("/table") else f"{at}{seat}/"
        form = f"{at}{path}{value}"[-40:]
        response = post_cell(phone, there, path, value, base="999999", form=form)
        assert response.status_code == 200
        assert "X-Refused" not in response


def take(phone: Client, code: str, what: str) -> str:
    response = phone.post("/code/take", {"code": code, "take": what})
    assert response.status_code == 302, response.content.decode()[:2000]
    return str(response["Location"])


def host_table(names: str = "Aki Ben Chie Dai") -> tuple[Client, str]:
    phone = Client()
    data = {f"p{n}/name": name for n, name in enumerate(names.split(), 1)}
    response = phone.post("/open/keyflower/", data)
    return phone, str(response["Location"]).replace("invite/", "")


@pytest.mark.slow
@pytest.mark.postgres
def test_four_phones_count_one_table_by_codes_in_any_order():
    host, at = host_table()
    code = code_of(shown(host, at))
    phones = {"p1": (host, at)}
    for seat in ("p2", "p3", "p4"):
        phone = Client()
        page = phone.post("/code", {"code": code}).content.decode()
        assert "Chie" in page
        assert f'value="open {seat}"' in page
        phones[seat] = phone, take(phone, code, f"open {seat}")
    for n, (seat, (phone, own)) in enumerate(phones.items(), 1):
        enter(phone, own, seat, {f"{seat}/resources/wood": str(n), f"{seat}/resources/gold": "2"})
    told = {seat: code_of(shown(phone, own)) for seat, (phone, own) in phones.items()}
    states = []
    for seat, (phone, own) in phones.items():
        others = [each for each in phones if each != seat]
        again = others[:1] if seat == "p1" else []
        for other in [*list(permutations(others))[int(seat[1])], *again]:
            page = phone.post("/code", {"code": told[other]}).content.decode()
            key = own.split("/")[2]
            assert f'value="table {key}"' in page
            assert "?taken=" in take(phone, told[other], f"table {key}")
        table = table_at(own)
        assert table.merge_conflicts == {}
        states.append(table.state)
    assert all(state == states[0] for state in states)
    assert [states[0]["seats"][f"p{n}"]["resources"] for n in (1, 2, 3, 4)] == [
        {"gold": 2, "wood": n} for n in (1, 2, 3, 4)
    ]
    assert len({table_at(own).uid for _, own in phones.values()}) == 4, "one database, four tables"


def test_what_two_phones_said_differently_is_shown_until_somebody_chooses():
    host, at = host_table("Aki Ben")
    guest = Client()
    there = take(guest, code_of(shown(host, at)), "open p2")
    enter(host, at, "p1", {"p1/resources/wood": "3", "p1/resources/gold": "1"})
    enter(guest, there, "p1", {"p1/resources/wood": "5", "p1/resources/gold": "1"})
    here, mine = table_at(at), code_of(shown(guest, there))
    page = host.post("/code", {"code": mine}).content.decode()
    assert "In 1 place the phones say different things" in page
    take(host, mine, f"table {here.key}")
    take(guest, code_of(shown(host, at)), f"table {table_at(there).key}")
    assert table_at(at).state == table_at(there).state, "the same counts everywhere"
    differing = table_at(at).merge_conflicts
    assert {path: sorted(said) for path, said in differing.items()} == {"p1/resources/wood": [3, 5]}
    assert "The phones differ" in host.get(f"{at}sheet/p1/").content.decode()
    assert "Which is right?" in host.get(at).content.decode()
    page = host.get(f"{at}code/").content.decode()
    choice = re.search(r'value="(\d) p1/resources/wood"\s*>\s*5', page)
    assert choice, page
    host.post(f"{at}code/", {"choose": f"{choice[1]} p1/resources/wood"})
    assert table_at(at).state["seats"]["p1"]["resources"]["wood"] == 5
    assert table_at(at).merge_conflicts == {}
    take(guest, code_of(shown(host, at)), f"table {table_at(there).key}")
    assert table_at(there).merge_conflicts == {}
    assert table_at(there).state == table_at(at).state


def test_a_merge_is_one_event_that_can_be_undone():
    host, at = host_table("Aki Ben")
    guest = Client()
    there = take(guest, code_of(shown(host, at)), "open p2")
    enter(guest, there, "p2", {"p2/resources/wood": "5", "p2/resources/iron": "1"})
    before = table_at(at)
    take(host, code_of(shown(guest, there)), f"table {before.key}")
    event = Event.objects.filter(table=before).latest("number")
    assert event.cells == {"p2/resources/wood": 5, "p2/resources/iron": 1}
    host.post(f"{at}log/{event.number}/undo", {"form": "u"})
    assert table_at(at).state == before.state
    code = code_of(shown(guest, there))
    page = host.post("/code", {"code": code}).content.decode()
    assert "2 entries in the code are new here." in page, "as if it had never been read"
    take(host, code, f"table {before.key}")
    assert table_at(at).state["seats"]["p2"]["resources"] == {"wood": 5, "iron": 1}


def test_sheets_without_a_table_meet_as_well():
    one, other = Client(), Client()
    at = str(one.post("/score/nidavellir/", {"players": "2"})["Location"]).replace("p1/", "")
    there = take(other, code_of(shown(one, at)), "sheet")
    mine, theirs = map(table_at, (at, there))
    fields = find_game("nidavellir").sheet.declared
    number = next(f for f in fields.values() if f.cell.kind == "number" and f.groups)
    path = "/".join(next(number.paths()))
    enter(one, at, "p1", {f"p1/{path}": "2"})
    enter(other, there, "p2", {f"p2/{path}": "1"})
    take(one, code_of(shown(other, there)), f"pad {mine.key}")
    take(other, code_of(shown(one, at)), f"pad {theirs.key}")
    mine.refresh_from_db()
    theirs.refresh_from_db()
    assert mine.state == theirs.state
    assert {seat: bool(cells) for seat, cells in mine.state["seats"].items()} == {
        "p1": True,
        "p2": True,
    }
    one.post(f"{at}p1/", {"go": "undo"})
    mine.refresh_from_db()
    assert mine.state["seats"]["p2"] == {}


def test_a_result_travels_and_is_the_same_result_there():
    state = find_game("keyflower").sheet.read(examples("keyflower")["whole_village"].state)
    kept = keep_result(find_game("keyflower"), state)
    phone = Client()
    code = code_of(shown(phone, f"/result/{kept.key}/"))
    assert len(code) <= SHEET
    Result.objects.all().delete()
    assert take(Client(), code, "result") == f"/result/{kept.key}/"


def test_a_player_takes_in_the_own_sheet_and_what_all_share_only():
    host, at = host_table("Aki Ben")
    player = Client()
    table = table_at(at)
    invited = re.search(r"/join/\w+/\w+/", host.get(f"{at}invite/").content.decode())
    player.post(invited[0], {"seat": "p2"})
    away = Client()
    there = take(away, code_of(shown(host, at)), "open p2")
    enter(away, there, "p2", {"p2/resources/wood": "5"})
    enter(away, there, "p1", {"p1/resources/wood": "4"})
    code = code_of(shown(away, there))
    assert take(player, code, f"table {table.key}").endswith("?taken=1&left=1")
    assert table_at(at).state["seats"]["p1"].get("resources") is None
    stranger = Client()
    assert f"table {table.key}" not in stranger.post("/code", {"code": code}).content.decode()
    refused = stranger.post("/code/take", {"code": code, "take": f"table {table.key}"})
    assert refused.status_code == 404


def test_a_finished_table_arrives_finished_and_in_the_history():
    host, at = host_table("Aki Ben")
    enter(host, at, "p1", {"p1/resources/gold": "3"})
    host.post(f"{at}finish", {"go": "finish"})
    guest = Client()
    there = take(guest, code_of(shown(host, at)), "open p2")
    table = table_at(there)
    ended = table_at(at).finished
    assert table.finished
    assert ended
    assert abs((table.finished - ended).total_seconds()) <= 60
    assert guest.get(there).status_code == 200
    assert there in guest.get("/history/").content.decode()


@pytest.mark.parametrize("language", ["en", "ja"])
def test_what_cannot_be_read_is_said_in_the_readers_language(language):
    phone = Client(headers={"accept-language": language})
    for text in (
        "",
        "hello there, you two",
        worked()[:-9],
        "B" + "Z" * 20_000 + "B",
        worked()[:-2] + "B",
    ):
        response = phone.post("/code", {"code": text})
        assert response.status_code == 422
        assert 'id="code-err"' in response.content.decode()
        assert phone.post("/code/take", {"code": text, "take": "sheet"}).status_code == 422
    file = SimpleUploadedFile("code.txt", worked().encode(), "text/plain")
    assert phone.post("/code", {"file": file}).status_code == 200
    photo = SimpleUploadedFile("code.jpg", bytes(range(256)) * 100, "image/jpeg")
    assert phone.post("/code", {"file": photo}).status_code == 422
    assert phone.post("/code/take", {"code": worked(), "take": "nonsense"}).status_code == 302
    assert phone.post("/code/take", {"code": worked(), "take": "pad ../x"}).status_code == 404


def test_a_code_as_a_file_is_read_as_one():
    host, at = host_table()
    response = host.get(f"{at}code/?as=file&seat=p2")
    assert response["Content-Type"].startswith("text/plain")
    assert set(codes.decode(response.content.decode()).parts) >= {"p2"}
    assert "p1" not in codes.decode(response.content.decode()).parts


def test_in_a_phone_alone_a_link_leads_to_the_page_that_every_host_has():
    host, at = host_table()
    assert "/code#B" in shown(host, at)
    with override_settings(STANDALONE=True):
        assert re.search(r"//testserver/#B", shown(host, at))


def test_one_page_reads_a_tables_code_its_link_and_a_code_that_holds_a_sheet():
    host, at = host_table()
    page = host.get(f"{at}invite/").content.decode()
    link = re.search(r"http://testserver(/join/(\w+)/\w+/)", page)
    sheet = re.search(r"http://testserver/code#\w+", shown(host, at))
    guest = Client()
    for door in ("/join/", "/code"):
        assert guest.post(door, {"code": f" {link[2].upper()} "})["Location"] == f"/join/{link[2]}/"
        assert guest.post(door, {"code": link[0]})["Location"] == link[1]
        assert guest.post(door, {"code": sheet[0]}).status_code == 200
        spread = f"{link[2][:3]} - {link[2][3:]}".translate({n: n + 0xFEE0 for n in range(48, 123)})
        assert guest.post(door, {"code": spread})["Location"] == f"/join/{link[2]}/"
        for mistyped in ("zzzzzz", "zzz", "zz-zz.zz", "zzz zzzz"):
            refused = guest.post(door, {"code": mistyped})
            assert refused.status_code == 404
            assert "No table has this code" in tight(refused.content)
            assert f'value="{mistyped}"' in tight(refused.content)  # as it was typed
        for text in ("", "http://[", "http://testserver/history/", "no such code at all"):
            refused = guest.post(door, {"code": text})
            assert refused.status_code == 422, text
            assert 'aria-invalid="true"' in refused.content.decode()


def test_only_the_page_that_reads_codes_may_ask_for_the_camera(phone):
    for door in ("/code", "/join/"):
        assert "camera=(self)" in phone.get(door)["Permissions-Policy"]
    assert "camera=()" in phone.get("/")["Permissions-Policy"]


def test_showing_a_code_twice_is_no_news():
    host, at = host_table()
    first = shown(host, at)
    said = Copy.objects.get().content
    assert shown(host, at) == first
    assert Copy.objects.get().content == said
