"""A failing database is announced kindly, and is over when its cause is."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

import pytest
from django.db import InterfaceError, OperationalError, connection
from django.test import Client

from companion.models import Device, Table
from companion.tables import access
from tests.page_posts import table_at

HTMX = {"HX-Request": "true", "HX-Trigger-Name": "p1/resources/wood"}
CELL = {"p1/resources/wood": "3", "form": "k1"}


def pad(client: Client) -> str:
    return str(client.post("/score/keyflower/", {"players": "1"})["Location"])


class TestAway:
    @pytest.mark.parametrize("error", [OperationalError, InterfaceError])
    @pytest.mark.parametrize("headers", [{}, HTMX], ids=["page", "htmx"])
    @pytest.mark.parametrize(
        ("language", "said"), [("en", "Back in a moment"), ("ja", "少しお待ち")]
    )
    def test_a_database_that_is_away_is_an_announced_503(
        self, monkeypatch, error, headers, language, said
    ):
        def away(*args, **named):
            raise error("the connection is closed")

        monkeypatch.setattr("companion.models.Table.objects.all", away)
        client = Client(headers={"Accept-Language": language, **headers})
        for answer in (client.get("/pad/any/p1/"), client.post("/pad/any/p1/", CELL)):
            assert (answer.status_code, answer["Retry-After"]) == (503, "2")
            assert said in answer.content.decode()

    def test_it_is_one_before_any_view_and_a_page_asks_again_by_itself(self, monkeypatch):
        """A cookie of an older version is looked up by a middleware."""

        def away(*args, **named):
            raise OperationalError("the connection is closed")

        monkeypatch.setattr("companion.history.phone_cookie.Device.objects.filter", away)
        client = Client(raise_request_exception=False)
        client.cookies["device"] = "an old secret"
        again = '<meta http-equiv="refresh" content="2">'
        for answer, asks_again in ((client.get("/about"), True), (client.post("/about"), False)):
            assert (answer.status_code, answer["Retry-After"]) == (503, "2")
            assert (again in answer.content.decode()) is asks_again

    @pytest.mark.django_db
    def test_a_mistake_of_ours_stays_one(self, monkeypatch):
        def wrong(*args, **named):
            with connection.cursor() as cursor:
                cursor.execute("INSERT INTO companion_table (key) VALUES (NULL)")

        monkeypatch.setattr("companion.models.Table.objects.all", wrong)
        assert Client(raise_request_exception=False).get("/pad/any/p1/").status_code == 500


@contextmanager
def pragma(name: str, meanwhile: object, after: object) -> Iterator[None]:
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA {name} = {meanwhile}")
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute(f"PRAGMA {name} = {after}")


@pytest.mark.django_db(transaction=True)
class TestFull:
    """Of SQLite's own doing; tests/fire fills a real disk under a real server."""

    @pytest.fixture(autouse=True)
    def _on_sqlite(self):
        if connection.vendor != "sqlite":
            pytest.skip("asks SQLite")

    def test_a_full_disk_is_said_and_the_change_is_taken_when_there_is_room(self, client):
        address = pad(client)
        with connection.cursor() as cursor:
            [pages] = cursor.execute("PRAGMA page_count").fetchone()
        with pragma("max_page_count", pages, 2**30):
            answers = [
                client.post(
                    "/score/keyflower/", {"players": "6"}, headers={"Accept-Language": "ja"}
                )
                for _ in range(200)
            ]
            full = next(each for each in answers if each.status_code != 302)
            assert (full.status_code, full["Retry-After"]) == (503, "20")
            assert "これ以上保存できません" in full.content.decode()
            assert client.get(address).status_code == 200
        assert client.post(address, CELL, headers=HTMX)["X-Form"] == "k1"
        assert table_at(address).state["seats"]["p1"]

    def test_a_folder_that_may_only_be_read_still_shows_what_is_there(self, client):
        address = pad(client)
        with pragma("query_only", "on", "off"):
            refused = client.post(address, CELL, headers=HTMX)
            assert (refused.status_code, refused["Retry-After"]) == (503, "20")
            assert client.get(address).status_code == 200
        assert client.post(address, CELL, headers=HTMX).status_code == 200

    def test_whatever_is_only_looked_at_needs_no_room(self, client, monkeypatch):
        for _ in range(2):
            client.post("/open/keyflower/", {"p1/name": "Aki", "p2/name": "Mika"})
        over, table = Table.objects.order_by("made")
        client.post(f"/table/{over.key}/finish")
        Table.objects.update(result_cache={})  # as another version of the rules left it
        here = f"/table/{table.key}/"
        client.get(f"{here}invite/")
        places = [here, f"{here}?v=0", f"{here}sheet/p1/", f"{here}log/", f"{here}invite/"]
        places += ["/", "/history/", f"/table/{over.key}/", "/join/", pad(client)]
        monkeypatch.setattr(access, "EVERY", 0.0)
        monkeypatch.setattr(access, "AGAIN", timedelta())
        with pragma("query_only", "on", "off"):
            assert {place: client.get(place).status_code for place in places} == dict.fromkeys(
                places, 200
            )
        seen = Device.objects.get(table=table).seen
        client.get(here)
        assert Device.objects.get(table=table).seen > seen

    def test_each_refusal_is_one_line_of_the_log(self, client, caplog):
        address = pad(client)
        with pragma("query_only", "on", "off"):
            assert client.post(address, CELL, headers=HTMX).status_code == 503
        assert [record.name for record in caplog.records] == ["companion.http.views.errors"]


@pytest.mark.django_db
class TestTwice:
    def test_no_key_breaks_the_answer(self, client):
        for form in ("a\nb", "鍵", "\u2028", "x" * 99):
            assert client.post(pad(client), CELL | {"form": form}, headers=HTMX).status_code == 200
