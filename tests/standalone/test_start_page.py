"""The ready-made start page is everybody's: it knows no phone, no place, and nothing of today.

That it is what the app answers is held by `test_same_answers_as_server.py`.
"""

import json
import re

import pytest

from companion.standalone import build_site, start_page


@pytest.fixture(scope="module")
def empty(django_db_blocker):
    with django_db_blocker.unblock():
        return build_site._empty()


@pytest.fixture(scope="module")
def pages(empty):
    return {
        path: json.loads(page)
        for path, page in start_page.made(empty, build_site._static()[1]).items()
    }


def test_there_is_one_in_each_language(pages):
    said = {path: re.search(r"<h1>(.+?)</h1>", page)[1] for path, (_headers, page) in pages.items()}
    assert said["opening/en.json"] == "What are you playing?"
    assert len(set(said.values())) == len(said) == 2


def test_it_names_no_place_but_the_one_that_the_worker_puts_in(pages):
    for headers, page in pages.values():
        told = json.dumps(headers) + page
        assert start_page.HERE in page
        assert "example.org" not in told
        assert set(re.findall(r'(?:href|src|action|hx-get)="(/[^"/]*/)', page)) == {start_page.HERE}


def test_nothing_on_it_is_sent_with_the_token_of_one_phone(pages):
    for headers, page in pages.values():
        assert "csrf" not in page.lower()
        assert not {name.lower() for name, _value in headers} & {"set-cookie", "content-length"}


def test_it_comes_with_the_apps_own_policy(pages, client, settings):
    for headers, _page in pages.values():
        assert "default-src 'none'" in dict(headers)["Content-Security-Policy"]
        assert dict(headers)["X-Frame-Options"] == settings.X_FRAME_OPTIONS


@pytest.mark.slow
def test_an_unchanged_app_is_no_new_build(empty, pages, django_db_blocker):
    with django_db_blocker.unblock():
        assert build_site._empty() == empty
    again = start_page.made(empty, build_site._static()[1])
    assert {path: json.loads(page) for path, page in again.items()} == pages
