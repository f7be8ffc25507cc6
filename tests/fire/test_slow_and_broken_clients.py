"""The real server: whoever breaks off, sends too much or reads nothing keeps nobody waiting.

Seconds here are patience, not measure: a server that can be held up never answers.
"""

import json
import os
import re
import signal
import socket
import sys
import threading
import urllib.error
import urllib.parse
import urllib.request
from contextlib import ExitStack, suppress

import pytest

from tests.fire import time_slow_clients
from tests.load.time_of_each_request import Kept
from tests.real_server import Phone, Server, opened

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="gunicorn needs POSIX")

PATIENCE = 30.0


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    found = Server(tmp_path_factory.mktemp("fire"))
    found.start()
    yield found
    found.kill()


def connected(server: Server) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE)


def said(server: Server, request: bytes) -> bytes:
    """All that comes back until the server closes the connection."""
    with connected(server) as each:
        each.sendall(request)
        return b"".join(iter(lambda: each.recv(65536), b""))


def answers(server: Server) -> bool:
    """Does everybody else get an answer, in every process?"""
    for _ in range(12):
        page = urllib.request.urlopen(f"{server.base}/about", timeout=PATIENCE)
        assert page.status == 200
    return True


def test_the_longest_form_is_answered(server):
    """The taverns of Nidavellir at five players: each of its cells stands in the address."""
    path = f"{server.base}/nidavellir/calculators/taverns/?players=5"
    page = urllib.request.urlopen(path, timeout=PATIENCE).read().decode()
    cells = urllib.parse.urlencode(dict.fromkeys(re.findall(r'\bname="([^"]+)"', page), ""))
    assert 6000 < len(cells) < 8000
    assert urllib.request.urlopen(f"{path}&{cells}", timeout=PATIENCE).status == 200


def test_phones_that_break_off_in_a_head_or_a_post_keep_nobody_waiting(server):
    attack = time_slow_clients.Attack(server.base)
    time_slow_clients.half_sent(attack)
    for _ in range(3):
        time_slow_clients.dying(attack)
    assert len(attack.sockets) == 60 + 3 * 12
    assert answers(server)
    attack.end()


def test_phones_that_read_no_answer_keep_nobody_waiting(server):
    with ExitStack() as open_ones:
        for _ in range(40):
            each = open_ones.enter_context(connected(server))
            each.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            each.settimeout(0.2)
            with suppress(TimeoutError):
                for _ in range(200):
                    each.sendall(b"GET /keyflower/ HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert answers(server)


def test_polls_and_other_requests_take_turns_on_one_connection_and_are_answered_in_order(server):
    table, [phone] = opened(server.base, 1)
    kept = Kept(phone, server.port, "p1")
    while kept.look(table) != 204:
        continue
    for _ in range(20):
        assert kept.look(table) == 204
        assert kept.ask("GET", "/about")[0] == 200

    head = "".join(f"{name}: {value}\r\n" for name, value in kept.headers.items())
    poll = f"GET /table/{table}/?v={kept.mark} HTTP/1.1\r\nHost: localhost\r\n{head}\r\n".encode()
    page = b"GET /about HTTP/1.1\r\nHost: localhost\r\n\r\n"
    last = page.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")
    came = said(server, poll + page + poll + poll + last)
    assert re.findall(rb"HTTP/1\.1 (\d+)", came) == [b"204", b"200", b"204", b"204", b"200"]


def test_what_is_too_large_is_refused_before_it_is_sent(server):
    head = b"POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n"
    for path in (b"/join/", b"/history/import"):
        refused = said(server, head % (path, 300_000_000))
        assert refused.startswith(b"HTTP/1.1 413 ")
        assert b"That is too large" in refused
    assert said(server, head % (b"/join/", 2_000_000) + b"x" * 2_000_000).startswith(
        b"HTTP/1.1 413 "
    )
    refused = said(server, head % (b"/api/v1/score/keyflower", 300_000_000))
    assert refused.startswith(b"HTTP/1.1 413 ")
    assert b"application/problem+json" in refused


def test_a_body_must_say_how_long_it_is_and_a_head_has_an_end(server):
    chunked = b"POST /join/ HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
    assert said(server, chunked).startswith(b"HTTP/1.1 411 ")
    assert said(server, b"GET / HTTP/1.1\r\nX: " + b"x" * 40_000).startswith(b"HTTP/1.1 431 ")


@pytest.mark.parametrize("more", [0, 5_000_000])
def test_what_is_left_unread_of_a_body_is_no_request_and_the_connection_stays(server, more):
    """A proxy sends others' requests on it: none may get the answer to what somebody hid in one."""
    hidden = b"GET /api/v1/games HTTP/1.1\r\nHost: localhost\r\n\r\n" + b"x" * more
    post = b"POST /nothing-here/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n%s"
    last = b"GET /about HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    found = said(server, post % (len(hidden), hidden) + last)
    codes = re.findall(rb"HTTP/1\.1 ([0-9]{3}) ", found)
    assert len(codes) == 2
    assert codes[0].startswith(b"4")
    assert codes[1] == b"200"
    assert b"application/json" not in found


def test_a_request_in_pieces_is_a_whole_one(server):
    body = json.dumps({"seats": {"p1": {}}}).encode()
    head = (
        b"POST /api/v1/score/keyflower HTTP/1.1\r\nHost: localhost\r\n"
        b"Content-Type: application/json\r\n"
        b"Expect: 100-continue\r\nConnection: close\r\nContent-Length: %d\r\n\r\n" % len(body)
    )
    with connected(server) as each:
        for piece in (head[:20], head[20:]):
            each.sendall(piece)
        assert each.recv(65536).startswith(b"HTTP/1.1 100 ")
        each.sendall(body)
        found = b"".join(iter(lambda: each.recv(65536), b""))
    assert b"HTTP/1.1 200 OK" in found


def test_a_phone_that_is_told_to_wait_is_told_for_how_long(server):
    """Many more than may compute or wait: some are refused, and nothing else goes wrong."""
    told: list[tuple[int, str]] = []

    def ask(n):
        state = json.dumps(time_slow_clients.full("nidavellir", n)).encode()
        asked = urllib.request.Request(
            f"{server.base}/api/v1/score/nidavellir", state, {"Content-Type": "application/json"}
        )
        try:
            told.append((urllib.request.urlopen(asked, timeout=2 * PATIENCE).status, ""))
        except urllib.error.HTTPError as error:
            told.append((error.code, error.headers.get("Retry-After", "")))

    threads = [threading.Thread(target=ask, args=(n,)) for n in range(24)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {each for each in told} <= {(200, ""), (503, "5")}
    assert (503, "5") in told


@pytest.mark.slow
def test_it_ends_within_seconds_though_it_is_computing(tmp_path):
    server = Server(tmp_path)
    server.start()
    Phone(server.base, PATIENCE).get("/")
    attack = time_slow_clients.Attack(server.base)
    time_slow_clients.dense(attack)
    time_slow_clients.dying(attack)
    threading.Event().wait(1)
    assert server.process
    os.kill(server.process.pid, signal.SIGTERM)
    assert server.process.wait(timeout=15) == 0
    attack.stop.set()


@pytest.mark.fire
@pytest.mark.parametrize("name", time_slow_clients.ATTACKS)
def test_others_are_served_within_a_second(name, tmp_path):
    server = Server(tmp_path)
    server.start()
    try:
        load, told = time_slow_clients.measured(server.base, time_slow_clients.ATTACKS[name], 20)
    finally:
        server.kill()
    polls = load.times["poll"] + load.times["poll, nothing new"]
    times = map(time_slow_clients.said, (polls, load.times["write"]))
    print(f"{name}: polls {next(times)}, writes {next(times)}; the attackers: {dict(told)}")
    assert not load.wrong
    assert set(load.times) <= {"poll", "poll, nothing new", "write", "seen"}
    assert time_slow_clients.p95(polls) <= 1000
