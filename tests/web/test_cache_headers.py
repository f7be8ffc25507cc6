"""Pages to read may be kept by whoever stands in front; what is a phone's or a table's may not."""

import pytest
from django.test import Client

from companion.http import caching
from tests.web.test_tables import cell, opened

pytestmark = pytest.mark.django_db

READ = ["/about", "/keyflower/", "/keyflower/how", "/keyflower/print", "/find?q=boat"]
OWN = [
    "/",
    "/data",
    "/history/",
    "/history/tidy",
    "/score/keyflower/",
    "/join/",
    "/open/keyflower/",
]


@pytest.mark.parametrize("path", READ)
def test_a_page_to_read_is_the_same_for_all_and_asked_for_by_its_tag(path):
    first, second = Client(), Client()
    opened_by_one = opened()[0]
    page = first.get(path)
    assert "public" in page["Cache-Control"]
    assert f"s-maxage={caching.SOON}" in page["Cache-Control"]
    assert {"Cookie", "Accept-Language"} <= set(page["Vary"].split(", "))
    assert not page.cookies
    for other in (second, opened_by_one):
        assert other.get(path).content == page.content
    again = first.get(path, headers={"If-None-Match": page["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert "public" in again["Cache-Control"]


@pytest.mark.parametrize("path", READ)
def test_another_language_scheme_or_version_is_another_page(path, monkeypatch):
    tags = {Client().get(path)["ETag"]}
    tags.add(Client(headers={"Accept-Language": "ja"}).get(path)["ETag"])
    dark = Client()
    dark.post("/scheme", {"scheme": "dark"})
    tags.add(dark.get(path)["ETag"])
    monkeypatch.setattr(caching, "version", lambda: "another")
    tags.add(Client().get(path)["ETag"])
    assert len(tags) == 4


@pytest.mark.parametrize("path", OWN)
def test_what_is_a_phones_own_is_kept_by_nobody_else(path):
    assert "private" in Client().get(path)["Cache-Control"]
    assert "ETag" not in Client().get(path)


def test_a_table_is_kept_by_nobody_nor_is_what_leads_back_to_it(host, table):
    for path in ("", "log/", "rules/", "invite/", "sheet/p1/"):
        answer = host.get(f"/table/{table.key}/{path}")
        assert answer.status_code == 200
        assert "private" in answer["Cache-Control"]
    assert "private" in cell(host, table, "p1/resources/wood", "3")["Cache-Control"]
    mark = table.devices.get().digest[:16]
    kept = host.get(f"/at/{mark}/keyflower/")
    assert kept.status_code == 200
    assert "private" in kept["Cache-Control"]
    assert "ETag" not in kept


def test_a_cookie_goes_to_one_phone_only(client, host):
    """Signed anew on the way, say: such an answer is nobody else's."""
    host.cookies["device"] = host.cookies["device"].value.rpartition(":")[0]
    answer = host.get("/about")
    assert answer.cookies
    assert "private" in answer["Cache-Control"]
    assert "public" not in answer["Cache-Control"]


def test_a_form_without_a_token_is_taken_from_our_own_pages_only():
    strict = Client(enforce_csrf_checks=True)
    for sent, status in (({}, 302), ({"Sec-Fetch-Site": "same-origin"}, 302),
                         ({"Sec-Fetch-Site": "cross-site"}, 403)):  # fmt: skip
        answer = strict.post("/language", {"language": "ja"}, headers=sent)
        assert answer.status_code == status
        assert ("django_language" in answer.cookies) == (status == 302)
    assert strict.post("/data/delete", {"go": "delete"}).status_code == 403
