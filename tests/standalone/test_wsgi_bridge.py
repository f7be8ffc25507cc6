"""The bridge between a worker and the app: paths below a prefix, bodies, and the cookie jar."""

import json
from urllib.parse import parse_qs

import pytest
from django.http import HttpResponse, JsonResponse
from django.http.cookie import parse_cookie

from companion.standalone import wsgi_bridge
from companion.standalone.wsgi_bridge import Bridge, CookieJar


@pytest.fixture
def jar(tmp_path):
    return CookieJar(tmp_path / "cookies.json")


def wsgi(answer):
    """An application that answers with what a function makes of its environment."""

    def application(environ, start):
        response = answer(environ)
        headers = [
            *response.items(),
            *(("Set-Cookie", m.OutputString()) for m in response.cookies.values()),
        ]
        start(f"{response.status_code} OK", headers)
        return [response.content]

    return application


def told(environ):
    names = ("SCRIPT_NAME", "PATH_INFO", "QUERY_STRING", "wsgi.url_scheme", "HTTP_HOST")
    body = environ["wsgi.input"].read(int(environ["CONTENT_LENGTH"])).decode()
    return JsonResponse({"body": parse_qs(body), **{name: environ[name] for name in names}})


@pytest.mark.parametrize(
    ("base", "target", "prefix", "path", "host"),
    [
        ("https://a.example/", "/pad/x?q=1", "", "/pad/x", "a.example"),
        ("http://localhost:80/b/c/", "/b/c/", "/b/c", "/", "localhost:80"),
        ("https://a.example/b/", "/b/%E9%8D%B5?q=%E9", "/b", "/\u00e9\u008d\u00b5", "a.example"),
    ],
)
def test_an_address_is_taken_apart_as_a_server_does(base, target, prefix, path, host, jar):
    app = Bridge(wsgi(told), base, jar)
    answer = app.ask("POST", target, {"content-type": "text/plain"}, b"a=1&b=%E9%8D%B5")
    assert answer.status == 200
    assert json.loads(answer.body) == {
        "body": {"a": ["1"], "b": ["鍵"]},
        "SCRIPT_NAME": prefix,
        "PATH_INFO": path,
        "QUERY_STRING": target.partition("?")[2],
        "wsgi.url_scheme": base.split(":")[0],
        "HTTP_HOST": host,
    }


def test_cookies_are_kept_sent_and_forgotten_and_survive_a_restart(tmp_path):
    def answer(environ):
        sent = parse_cookie(environ.get("HTTP_COOKIE", ""))
        response = HttpResponse(repr(sorted(sent.items())))
        if environ["PATH_INFO"] == "/set":
            response.set_cookie("table", 'a "b", c=d', max_age=60)
            response.set_cookie("short", "x")
            response.set_cookie("over", "y", max_age=0)
        if environ["PATH_INFO"] == "/drop":
            response.delete_cookie("short")
        return response

    def asked(path):
        app = Bridge(wsgi(answer), "https://a.example/", CookieJar(tmp_path / "cookies.json"))
        answer_ = app.ask("GET", path)
        assert "Set-Cookie" not in dict(answer_.headers)
        return answer_.body.decode()

    assert asked("/") == "[]"
    assert asked("/set") == "[]"
    assert asked("/") == repr([("short", "x"), ("table", 'a "b", c=d')])
    asked("/drop")
    assert asked("/") == repr([("table", 'a "b", c=d')])


def test_what_is_left_for_later_is_done_piece_by_piece():
    done = []

    def pieces():
        for n in range(2):
            done.append((n, wsgi_bridge.gc.isenabled()))
            yield

    rest = pieces()
    try:
        assert wsgi_bridge.step(rest)
        assert done == [(0, False)]
        assert wsgi_bridge.step(rest)
        assert not wsgi_bridge.step(rest)
        assert [n for n, _collected in done] == [0, 1]
        assert wsgi_bridge.gc.isenabled()
    finally:
        wsgi_bridge.gc.unfreeze()


def test_a_spoilt_jar_is_an_empty_one(tmp_path):
    (tmp_path / "cookies.json").write_text('{"a": 1')
    assert CookieJar(tmp_path / "cookies.json").header() == ""
    (tmp_path / "cookies.json").write_text("[1]")
    assert CookieJar(tmp_path / "cookies.json").header() == ""


def test_a_cookie_ends_when_its_time_is_over(jar, monkeypatch):
    jar.take(["a=1; Max-Age=60", "b=2"])
    assert jar.header() == "a=1; b=2"
    now = wsgi_bridge.time.time()
    monkeypatch.setattr(wsgi_bridge.time, "time", lambda: now + 61)
    assert jar.header() == "b=2"
