"""Characters that no text can hold are refused, with a page or a problem, on every database."""

import json

import pytest

pytestmark = pytest.mark.django_db

PLACES = ["/", "/find", "/keyflower/", "/join/", "/pad/x/p1/", "/history/", "/table/x/"]
QUERIES = ["q=%00", "q=a%00b", "%00=1", "q=%ED%A0%80", "q=%FF", "game=%C3%28"]


def refused(answer, place: str) -> None:
    assert answer.status_code == 400, place
    if place.startswith("/api/"):
        assert answer["Content-Type"] == "application/problem+json"
        assert json.loads(answer.content)["status"] == 400
    else:
        assert "come through" in answer.content.decode()


@pytest.mark.parametrize("place", [*PLACES, "/api/v1/search", "/api/v1/games", "/api/none"])
def test_in_a_query(client, place):
    for query in QUERIES:
        refused(client.get(f"{place}?{query}"), place)


@pytest.mark.parametrize("place", [*PLACES, "/api/v1/entries/", "/api/v1/none"])
def test_in_a_path(client, place):
    refused(client.get(f"{place}%00"), place)
    refused(client.post(f"{place}a%00b"), place)


@pytest.mark.parametrize("place", ["/score/keyflower/", "/open/keyflower/", "/join/", "/language"])
@pytest.mark.parametrize("kind", ["urlencoded", "multipart"])
def test_in_a_form(client, place, kind):
    for field in ({"players": "\0"}, {"p1/name": "a\0b"}, {"\0": "1"}):
        if kind == "multipart":
            refused(client.post(place, field), place)
        else:
            body = "&".join(f"{k}={v}" for k, v in field.items()).replace("\0", "%00")
            refused(client.post(place, body, "application/x-www-form-urlencoded"), place)


def test_in_a_cookie_or_a_header(client):
    for headers in (
        {"Cookie": 'csrftoken="a\\000b"'},
        {"Accept-Language": "\0"},
        {"HX-Request": "true", "HX-Trigger-Name": "p1%00"},
    ):
        refused(client.get("/", headers=headers), "/")


@pytest.mark.parametrize("text", ['"\\u0000"', '"\\ud800"', "9" * 5000, '"x"'])
def test_in_json_within_a_form_or_a_file(client, text):
    sheet = f'{{"seats": {{"p1": {{"name": {text}, "gold": {text}}}}}, "rulings": {{"a": {text}}}}}'
    assert client.post("/score/keyflower/", {"sheet": sheet}).status_code in (302, 400, 422)


def test_what_is_merely_strange_is_text(client):
    for query in ("q=%EF%BF%BD", "q=%F0%9F%8E%B2", "q=%E2%80%AE", "q=100%25"):
        assert client.get(f"/find?{query}").status_code == 200
    assert client.get("/", headers={"X-Odd": "caf\xe9"}).status_code == 200
