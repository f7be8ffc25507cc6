"""Compressed pages: no indentation of templates, and whatever a person typed as it stands."""

import gzip

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client

from companion.http.compression_and_headers import ResponseMiddleware

LONG = "<p>\n    one</p>\n\n  <p>two\n</p>" * 100


def sent(response: HttpResponse, *packed: str) -> HttpResponse:
    request = HttpRequest()
    request.META["HTTP_ACCEPT_ENCODING"] = "gzip" if packed else "identity"
    found = ResponseMiddleware(lambda _: response)(request)
    assert isinstance(found, HttpResponse)
    return found


@pytest.mark.parametrize("packed", [(), ("gzip",)], ids=["plain", "packed"])
def test_a_page_is_sent_without_the_indentation_of_its_templates(packed):
    page = sent(HttpResponse(LONG, headers={"Content-Length": str(len(LONG))}), *packed)
    body = gzip.decompress(page.content) if packed else page.content
    assert body.decode() == "<p>\none</p>\n<p>two\n</p>" * 100
    assert page["Content-Length"] == str(len(page.content))


@pytest.mark.parametrize("tag", ["textarea", "pre"])
def test_what_was_typed_in_lines_is_sent_as_it_stands(tag):
    typed = f"<{tag}>\n  a\n    b</{tag}>"
    assert sent(HttpResponse(typed)).content.decode() == typed


def test_what_is_no_page_is_sent_as_it_stands():
    said = '{\n  "a": 1\n}'
    assert sent(HttpResponse(said, content_type="application/json")).content.decode() == said


@pytest.mark.django_db
def test_the_front_page_has_no_indented_line():
    assert not any(line[:1].isspace() for line in Client().get("/").content.decode().splitlines())


def test_a_head_request_has_no_body(rf):
    """A server drops it, and says so in its log each time."""
    answer = ResponseMiddleware(lambda request: HttpResponse("page"))
    assert answer(rf.head("/")).content == b""
    assert answer(rf.get("/")).content == b"page"
