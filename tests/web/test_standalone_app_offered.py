"""A server offers the app for phones only where a browser can keep it, and says where it cannot."""

import re

import pytest
from django.test import Client

PROMISE, NO = "run in your phone, without this server", "This address has no HTTPS"


@pytest.fixture
def offered(settings, tmp_path):
    """A server with an exported site to offer."""
    page = '<!doctype html><base href="./"><p>one tap</p>'
    (tmp_path / "index.html").write_text(page)
    (tmp_path / "404.html").write_text(page)
    (tmp_path / "sw.js").write_text("// the worker")
    (tmp_path / "manifest").mkdir()
    (tmp_path / "manifest/en.webmanifest").write_text("{}")
    settings.PHONE = tmp_path


def about(**options):
    return Client().get("/about", **options).content.decode()


def test_it_is_offered_over_https_and_on_the_machine_itself(offered):
    assert PROMISE in about(secure=True)
    assert PROMISE in about(headers={"host": "localhost:8000"})
    assert PROMISE in about(headers={"host": "localhost"})


def test_plain_http_promises_nothing_and_says_why(offered):
    page = about(headers={"host": "192.168.1.5:8000"})
    assert PROMISE not in page
    assert NO in page


def test_without_a_site_nothing_is_promised_anywhere():
    assert PROMISE not in about(secure=True)
    assert NO not in about(secure=True)
    assert NO in about(headers={"host": "192.168.1.5"})
    assert Client().get("/phone/").status_code == 404


def test_a_link_into_the_app_shows_the_first_page_with_addresses_that_fit(offered):
    answer = Client().get("/phone/keyflower/examples/x")
    assert answer.status_code == 404
    assert '<base href="/phone/">' in answer.content.decode()
    # it names where its addresses start, which our own pages may not
    found = Client().get("/phone/")
    assert found.status_code == 200
    assert "base-uri 'self'" in found["Content-Security-Policy"]
    assert "base-uri 'none'" in Client().get("/about")["Content-Security-Policy"]


def test_the_worker_comes_without_our_pages_policy(offered):
    answer = Client().get("/phone/sw.js")
    assert b"".join(answer.streaming_content) == b"// the worker"
    assert answer["Content-Type"].startswith("text/javascript")
    assert "Content-Security-Policy" not in answer
    assert "Content-Security-Policy" in Client().get("/phone/")


@pytest.mark.parametrize(("name", "status"), [("index.html", 200), ("404.html", 404)])
def test_its_pages_come_with_the_same_policy_by_every_name(offered, name, status):
    answer = Client().get(f"/phone/{name}")
    assert answer.status_code == status
    policy = Client().get("/phone/")["Content-Security-Policy"]
    assert re.sub("nonce-[^']+", "", answer["Content-Security-Policy"]) == re.sub(
        "nonce-[^']+", "", policy
    )


def test_the_manifest_says_what_it_is(offered):
    answer = Client().get("/phone/manifest/en.webmanifest")
    assert answer["Content-Type"] == "application/manifest+json"
