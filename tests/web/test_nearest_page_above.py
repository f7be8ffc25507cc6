"""The address of a form, opened as if it were a page, leads to a page."""

import pytest
from django.test import Client
from django.urls import URLPattern

from companion.urls import urlpatterns

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("form", "page"),
    [
        ("/language", "/"),
        ("/data/delete", "/data"),
        ("/history/group", "/history/"),
        ("/code/take", "/code"),
        ("/result/k/edit", "/result/k/"),
        ("/table/k/finish", "/table/k/"),
        ("/table/k/log/5/undo", "/table/k/log/"),
    ],
)
def test_a_form_that_is_opened_leads_to_the_page_above_it(form, page):
    answer = Client().get(form)
    assert (answer.status_code, answer["Location"]) == (302, page)


def test_who_is_no_reader_is_told():
    client = Client()
    assert client.put("/language").status_code == 405
    answer = client.get("/api/v1/score/keyflower")
    assert answer.status_code == 405
    assert answer["Allow"]


def test_no_page_of_ours_is_blank():
    plain = [str(each.pattern) for each in urlpatterns if isinstance(each, URLPattern)]
    for path in (each for each in plain if "<" not in each):
        answer = Client().get(f"/{path}")
        assert answer.status_code in (200, 302) or answer.content, path
